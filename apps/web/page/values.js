// Values on moves: what an agent says, as marks on the board and lines of a table.
import { number, signed } from "./dom.js";

/**
 * @typedef {{ move: string, value: number | null, exact: boolean, plies: number | null, visits: number | null }} Said
 * @typedef {{ moves: Said[], best: string[], line: string[], nodes: number, depth: number | null }} Advice
 */

/** How far a value lies between bad (-1) and good (1). @param {Advice} advice @param {any} facts */
export const toner = (advice, facts) => {
  const level = facts.players === 2 && facts.sum !== null ? facts.sum / 2 : (facts.points[0] + facts.points[1]) / 2;
  const reach = Math.max(1e-9, facts.points[1] - level, level - facts.points[0]);
  // What is proved or sampled is in points; other estimates are counted from the level result.
  const isPoints = (/** @type {Said} */ own) => own.exact || own.visits !== null;
  const estimates = advice.moves.filter((own) => !isPoints(own) && own.value !== null).map((own) => Math.abs(Number(own.value)));
  const most = Math.max(reach, ...estimates);
  return (/** @type {Said} */ own) => (own.value === null ? 0 : isPoints(own) ? (own.value - level) / reach : own.value / most);
};

/** @param {number} tone */
export const side = (tone) => (tone > 0.02 ? "good" : tone < -0.02 ? "bad" : "even");

/** A value in words, for readers who do not see. @param {Said} own */
export const worded = (own) => {
  if (own.value === null) return "not looked at";
  const plies = own.plies === null ? "" : own.exact ? `, the end in ${own.plies}` : "";
  const visits = own.visits === null ? "" : `, ${own.visits} visits`;
  return `${signed(own.value)}${own.exact ? " proved" : ""}${plies}${visits}`;
};

/** The regret of an agent's choice by the values of another one. @param {Advice | null} choice @param {Advice | null} truth */
export const regret = (choice, truth) => {
  if (!choice || !truth || !choice.best.length) return null;
  return costOf(choice.best[0], truth);
};

/** What a move costs by some values: nothing where one is missing. @param {string} move @param {Advice} truth */
export const costOf = (move, truth) => {
  const values = truth.moves.map((own) => own.value).filter((own) => own !== null);
  const own = truth.moves.find((one) => one.move === move)?.value;
  if (own === undefined || own === null || values.length < truth.moves.length) return null;
  return Math.max(.../** @type {number[]} */ (values)) - own;
};

/**
 * One mark per cell: the best of the moves that lead there.
 * @param {any} position
 * @param {Advice | null} advice
 * @param {Advice | null} second
 * @param {any} facts
 * @returns {Map<number, import("./draw.js").Mark>}
 */
export const marksOf = (position, advice, second, facts) => {
  /** @type {Map<number, import("./draw.js").Mark & { height: number }>} */
  const marks = new Map();
  if (!advice) return marks;
  const tone = toner(advice, facts);
  const most = Math.max(1, ...advice.moves.map((own) => own.visits ?? 0));
  const width = position.board.columns.length;
  advice.moves.forEach((own, at) => {
    const cell = position.cells[at];
    if (!cell || own.value === null) return;
    const key = cell[0] + cell[1] * width;
    const beside = second?.moves[at];
    const height = own.value + (advice.best.includes(own.move) ? 1e9 : 0);
    const before = marks.get(key);
    if (before && before.height >= height) return;
    marks.set(key, {
      height, text: short(own.value), tone: tone(own), size: own.visits === null ? 1 : own.visits / most,
      best: advice.best.includes(own.move), exact: own.exact,
      under: beside && beside.value !== null ? `${short(beside.value)}${beside.exact ? "✓" : ""}` : undefined,
      title: `${own.move}: ${worded(own)}${beside ? `; second ${worded(beside)}` : ""}`,
    });
  });
  return marks;
};

/** A value that fits into a disc. @param {number} value */
export const short = (value) => {
  const size = Math.abs(value);
  const text = Number.isInteger(value) ? String(value) : size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
  if (!/[1-9]/.test(text)) return "0";
  return (value > 0 ? "+" : "") + text.replace("-", "\u2212");
};

/** Effort in words. @param {Advice} advice */
export const effort = (advice) => [advice.depth ? `depth ${advice.depth}` : "", advice.nodes ? `${number(advice.nodes)} states` : ""].filter(Boolean).join(", ");
