// States behind a point of a curve: boards with the truth, the choice, and what the heuristics say.
import { get } from "./api.js";
import { button, complaint, h, number, select, signed } from "./dom.js";
import { drawBoard } from "./draw.js";

/**
 * A state with its moves: the truth on the board, what each heuristic says in a table.
 * @param {any} state
 * @param {{ game: string, heuristic: string, heuristics: string[], metric: string, beside?: string }} about
 */
const card = (state, about) => {
  const width = state.board.columns.length;
  /** @type {Map<number, import("./draw.js").Mark>} */
  const marks = new Map();
  const truths = state.moves.map((/** @type {any} */ own) => own.truth);
  const most = Math.max(1e-9, ...truths.map((/** @type {number} */ own) => Math.abs(own)));
  state.moves.forEach((/** @type {any} */ own, /** @type {number} */ at) => {
    const cell = state.cells[at];
    if (!cell) return;
    const key = cell[0] + cell[1] * width;
    const chosen = Boolean(own.by[about.heuristic]?.chosen);
    const other = Boolean(about.beside && own.by[about.beside]?.chosen);
    const before = marks.get(key);
    marks.set(key, { text: signed(own.truth, 2), tone: own.truth / most, best: own.best || before?.best, chosen: chosen || before?.chosen, other: other || before?.other, exact: own.exact, size: 0.6,
      title: `${own.move}: worth ${signed(own.truth)}; ${about.heuristic} says ${number(own.by[about.heuristic]?.guess)}` });
  });
  const names = about.beside ? [about.heuristic, about.beside] : [about.heuristic];
  const differs = about.beside && state.moves.some((/** @type {any} */ own) => own.by[about.heuristic]?.chosen !== own.by[about.beside ?? ""]?.chosen);
  const sorted = [...state.moves].sort((a, b) => b.truth - a.truth);
  return h("article", { class: "card" },
    h("p", { class: "caption" }, h("span", {}, `ply ${state.ply} · ${state.player}`), h("b", {}, `${about.metric} ${number(state.score)}`)),
    state.board.columns.length ? drawBoard(state.board, { marks, label: `State ${state.state_id}` }) : h("p", {}),
    h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "move"), h("th", { class: "n" }, "truth"), ...names.map((own) => h("th", { class: "n" }, own)))),
      h("tbody", {}, ...sorted.slice(0, 8).map((own) => h("tr", {}, h("td", { class: own.best ? "best-cell" : "" }, own.move), h("td", { class: `n ${own.best ? "best-cell" : ""}` }, signed(own.truth), own.exact ? " ✓" : ""),
        ...names.map((name) => h("td", { class: `n ${own.by[name]?.chosen ? "best-cell" : ""}` }, number(own.by[name]?.guess), own.by[name]?.chosen ? " ◂" : "")))))),
    differs ? h("p", { class: "bad", style: "margin:.3rem 0 0;font-size:.8125rem" }, "They choose differently here.") : null,
    h("p", { style: "margin:.3rem 0 0" }, h("code", {}, state.state), h("a", { href: `#/board?${new URLSearchParams({ game: about.game, position: state.state })}` }, h("small", {}, "on the board"))));
};

/**
 * Lists states, the worst first, and more of them as one scrolls.
 * @param {{ run: string, heuristics: string[], heuristic: string, metric: string, group?: number, groupName?: string, onclose?: () => void }} asked
 */
export const statesPanel = ({ run, heuristics, heuristic, metric, group, groupName, onclose }) => {
  const cards = h("div", { class: "cards" });
  const count = h("span", { class: "soft" });
  const trouble = h("div");
  let beside = "";
  let only = false;
  let [from, total, age] = [0, 0, 0];
  const load = async () => {
    const own = age;
    try {
      const told = await get(`runs/${run}/states`, { heuristic, metric, group, from, count: 12, differs_from: only ? beside : "" });
      if (own !== age) return;
      total = told.total;
      from += told.states.length;
      count.textContent = `${total} state${total === 1 ? "" : "s"}, the worst first`;
      const about = { game: told.game, heuristic, heuristics, metric, beside };
      cards.append(...told.states.map((/** @type {any} */ state) => card(state, about)));
      more.hidden = from >= total;
    } catch (error) { trouble.replaceChildren(complaint(error)); }
  };
  const anew = () => { age += 1; from = 0; cards.replaceChildren(); load(); };
  const more = button("More", load);
  new IntersectionObserver((seen) => { if (seen[0].isIntersecting && from && from < total) load(); }, { rootMargin: "400px" }).observe(more);
  const others = heuristics.filter((own) => own !== heuristic);
  const besideField = select([["", "alone"], ...others.map((own) => /** @type {[string, string]} */ ([own, own]))], "", { "aria-label": "Beside it", onchange: () => { beside = besideField.value; onlyField.disabled = !beside; only = only && Boolean(beside); anew(); } });
  const onlyField = h("input", { type: "checkbox", id: "only-differing", disabled: true, onchange: () => { only = onlyField.checked; anew(); } });
  load();
  return h("section", { class: "states" },
    h("div", { class: "spread" }, h("h2", {}, `${heuristic}${groupName !== undefined ? `, ${groupName}` : ""}`), h("span", { class: "row" }, count, onclose && button("Close", onclose, { class: "quiet" }))),
    h("p", { class: "row" }, others.length ? h("span", { class: "row" }, h("span", { class: "label" }, "beside"), besideField, onlyField, h("label", { for: "only-differing" }, "only where they choose differently")) : null,
      h("small", {}, "Ring: right. Dashed: its choice; dotted: the other’s. ◂ is what a heuristic chooses.")),
    trouble, cards, h("p", { class: "row", style: "justify-content:center;margin-top:1rem" }, more));
};
