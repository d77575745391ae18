// Boards as pictures: pieces, labels, and a mark on every cell that a move leads to.
import { s } from "./dom.js";
import { FIGURES } from "./figures.js";

/**
 * @typedef {{ columns: string[], rows: string[], pieces: string, look: string, cells: string }} Board
 * @typedef {{ text: string, tone?: number, size?: number, best?: boolean, exact?: boolean, chosen?: boolean, other?: boolean, under?: string, title?: string }} Mark
 *   tone from -1 (bad) to 1 (good); size from 0 to 1 by effort
 * @typedef {{ marks?: Map<number, Mark>, last?: number[] | null, flipped?: boolean, label?: string, onCell?: (cell: number) => void,
 *   can?: Set<number>, picked?: number | null, faint?: boolean, onHover?: (cell: number | null) => void }} Options
 */

const CELL = 40;
const EDGE = 22;

/** Where a cell's centre is. @param {Board} board @param {number} cell @param {boolean} flipped */
const centre = (board, cell, flipped) => {
  const width = board.columns.length;
  let [column, row] = [cell % width, Math.floor(cell / width)];
  if (flipped) [column, row] = [width - 1 - column, board.rows.length - 1 - row];
  const shift = board.cells === "hexagons" ? row / 2 : 0;
  return [EDGE + (column + shift + 0.5) * CELL, 6 + (row + 0.5) * CELL];
};

/** @param {Board} board */
const size = (board) => {
  const rows = board.rows.length;
  const shift = board.cells === "hexagons" ? (rows - 1) / 2 : 0;
  return [EDGE + (board.columns.length + shift) * CELL + 6, rows * CELL + EDGE + 8];
};

/** @param {Board} board @param {number} x @param {number} y @param {Record<string, any>} props */
const outline = (board, x, y, props) => {
  const r = CELL / 2;
  if (board.cells !== "hexagons") return s("rect", { x: x - r, y: y - r, width: CELL, height: CELL, ...props });
  const points = [[0, -23], [20, -11.5], [20, 11.5], [0, 23], [-20, 11.5], [-20, -11.5]];
  return s("polygon", { points: points.map(([a, b]) => `${x + a},${y + b}`).join(" "), ...props });
};

/** @param {Board} board @param {string} piece @param {number} x @param {number} y */
const drawn = (board, piece, x, y) => {
  if (piece === "." || piece === " " || piece === undefined) return null;
  const place = `translate(${x} ${y})`;
  const isMine = piece === "x" || piece === "o";
  if (board.look === "discs" && isMine) return s("circle", { class: piece === "x" ? "disc dark" : "disc light", cx: x, cy: y, r: 15 });
  if (board.look === "marks" && piece === "x") return s("path", { class: "cross", transform: place, d: "M-10,-10L10,10M10,-10L-10,10" });
  if (board.look === "marks" && piece === "o") return s("circle", { class: "nought", cx: x, cy: y, r: 11 });
  const figure = board.look === "figures" ? FIGURES[piece.toUpperCase()] : undefined;
  const side = piece === piece.toUpperCase() ? "light" : "dark";
  if (figure) {
    return s("g", { class: `figure ${side}`, transform: `${place} scale(1.35)` }, s("path", { d: figure.outline }), s("path", { class: "details", d: figure.details }));
  }
  if (board.look === "figures" && /[a-z]/i.test(piece)) {
    return s("g", { class: `figure ${side}`, transform: place }, s("circle", { r: 14 }), s("text", { y: 5, "text-anchor": "middle" }, piece.toUpperCase()));
  }
  return s("text", { class: "letter", x, y: y + 5, "text-anchor": "middle" }, piece);
};

/** A disc whose size is the effort, whose colour is the value. @param {Mark} mark @param {number} x @param {number} y @param {boolean} over whether it stands on a piece */
const marked = (mark, x, y, over) => {
  const radius = 9 + 8 * Math.sqrt(mark.size ?? 1);
  const tone = mark.tone ?? 0;
  const strength = 0.12 + 0.6 * Math.min(1, Math.abs(tone));
  const side = tone > 0.02 ? "good" : tone < -0.02 ? "bad" : "even";
  return s("g", { class: `mark ${side}${mark.best ? " best" : ""}${over ? " over" : ""}` },
    s("circle", { class: "paper", cx: x, cy: y, r: radius }),
    s("circle", { class: "tone", cx: x, cy: y, r: radius, "fill-opacity": strength.toFixed(2) }),
    mark.best && s("circle", { class: "ring", cx: x, cy: y, r: radius }),
    mark.chosen && s("rect", { class: "choice", x: x - 18, y: y - 18, width: 36, height: 36, rx: 3 }),
    mark.other && s("rect", { class: "choice other", x: x - 15.5, y: y - 15.5, width: 31, height: 31, rx: 2 }),
    s("text", { class: "value", x, y: y + (mark.under ? 1 : 4), "text-anchor": "middle", "font-size": mark.text.length > 4 ? 9 : 11.5 }, mark.text),
    mark.under && s("text", { class: "under", x, y: y + 11, "text-anchor": "middle" }, mark.under),
    mark.exact && s("path", { class: "tick", transform: `translate(${x + radius * 0.72} ${y - radius * 0.72})`, d: "M-3.5,0L-1,2.8L4,-3.2" }),
    mark.title && s("title", {}, mark.title));
};

/**
 * The board as a picture; `onCell` gets the number of a cell that was clicked.
 * @param {Board} board
 * @param {Options} [options]
 */
export const drawBoard = (board, options = {}) => {
  const [width, height] = size(board);
  const flipped = Boolean(options.flipped);
  const svg = s("svg", { class: `board ${board.look}${options.faint ? " faint" : ""}`, viewBox: `0 0 ${width} ${height}`, style: `max-width:${Math.max(330, Math.round(width * 1.75))}px`, role: options.onCell ? "group" : "img", "aria-label": options.label ?? "board" });
  const count = board.columns.length * board.rows.length;
  const whole = [...board.pieces].length === count ? [...board.pieces] : [];
  for (let cell = 0; cell < count; cell += 1) {
    const [x, y] = centre(board, cell, flipped);
    const [column, row] = [cell % board.columns.length, Math.floor(cell / board.columns.length)];
    const shade = board.look === "figures" && (column + row) % 2 ? " shade" : "";
    svg.append(outline(board, x, y, { class: `cell${shade}` }));
  }
  board.columns.forEach((label, column) => {
    const [x] = centre(board, column + (board.rows.length - 1) * board.columns.length, flipped);
    svg.append(s("text", { class: "edge", x, y: height - 6, "text-anchor": "middle" }, label));
  });
  board.rows.forEach((label, row) => {
    const [x, y] = centre(board, row * board.columns.length + (flipped ? board.columns.length - 1 : 0), flipped);
    svg.append(s("text", { class: "edge", x: x - CELL / 2 - 6, y: y + 4, "text-anchor": "end" }, label));
  });
  if (options.last) {
    const [x, y] = centre(board, options.last[0] + options.last[1] * board.columns.length, flipped);
    svg.append(outline(board, x, y, { class: "last" }));
  }
  for (let cell = 0; cell < count; cell += 1) {
    const [x, y] = centre(board, cell, flipped);
    const piece = drawn(board, whole[cell], x, y);
    if (piece) svg.append(piece);
    if (options.picked === cell) svg.append(outline(board, x, y, { class: "picked" }));
  }
  for (const [cell, mark] of options.marks ?? []) {
    const [x, y] = centre(board, cell, flipped);
    svg.append(marked(mark, x, y, whole[cell] !== undefined && whole[cell] !== "."));
  }
  if (options.onCell) {
    for (let cell = 0; cell < count; cell += 1) {
      const can = options.can ? options.can.has(cell) : true;
      const [x, y] = centre(board, cell, flipped);
      const name = `${board.columns[cell % board.columns.length]}${board.rows[Math.floor(cell / board.columns.length)]}`;
      const mark = options.marks?.get(cell);
      svg.append(outline(board, x, y, {
        class: can ? "hit can" : "hit", tabindex: can ? 0 : undefined, role: can ? "button" : undefined, dataset: { cell, key: `cell ${cell}` },
        "aria-label": can ? `${name}${mark ? `: ${mark.title ?? mark.text}` : ""}` : undefined,
        onclick: () => options.onCell?.(cell),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter" || event.key === " ") { event.preventDefault(); options.onCell?.(cell); }
        },
        onpointerenter: () => options.onHover?.(cell), onpointerleave: () => options.onHover?.(null),
        onfocus: () => options.onHover?.(cell),
      }));
    }
  }
  return svg;
};
