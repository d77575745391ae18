// The board: play, look at values, compare two agents, see where values come from.
import { get, listen, once } from "./api.js";
import { announce, button, complaint, field, h, keepFocus, number, select, signed, title } from "./dom.js";
import { drawBoard } from "./draw.js";
import { editor } from "./edit.js";
import { viewKeys } from "./keys.js";
import { agentsOf, specField } from "./spec.js";
import { costOf, effort, marksOf, regret, short, side, toner } from "./values.js";

const PERSON = "person";
/** Before the name of a benchmark whose labels stand beside the board. */
const LABELS = "benchmark:";

/** Moves of a list; those of rule sheets have blanks within parentheses. @param {string} text */
const split = (text) => /** @type {string[]} */ (text.match(/\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\s]+/g) ?? []);

/** @type {import("./app.js").View} */
export const view = async (root, { query, go }) => {
  const spec = query.get("game") ?? "connect4";
  const [games, game, files] = await Promise.all([once("games"), once("game", { game: spec }), get("weights")]);
  const weights = files.filter((/** @type {any} */ own) => own.weights?.game === game.game).map((/** @type {any} */ own) => own.path);
  const isMinimax = game.facts.players === 2 && !game.facts.simultaneous && game.facts.sum !== null;
  const usual = isMinimax ? "negascout:depth=6" : "mcts:playouts=20k";

  const now = {
    from: query.get("position") ?? "",
    made: split(query.get("then") ?? ""),
    undone: /** @type {string[]} */ ([]),
    seats: (query.get("seats") ?? "").split("|").filter(Boolean),
    by: query.get("by") ?? usual,
    second: query.get("second") ?? (game.solver ? "solver" : ""),
    flipped: query.get("flip") === "1",
    shown: query.get("values") !== "0",
    /** @type {any} */ position: null,
    /** @type {any} */ advice: null,
    /** @type {any} */ truth: null,
    /** @type {number | null} */ picked: null,
    paused: false,
  };
  while (now.seats.length < game.facts.players) now.seats.push(PERSON);
  /** Values of the second agent by position, for what a move cost. @type {Map<string, any>} */
  const truths = new Map();
  let close = () => {};
  let closeSecond = () => {};
  let asked = 0;
  /** Whether the position that is asked for is not known yet. */
  let loading = false;
  /** Moves of the line that are looked at ahead. */
  let previewed = 0;

  // Parts of the page.
  const stage = h("div", { class: "stage", style: "position:relative" });
  const standing = title("", { "aria-live": "polite" });
  const trouble = h("div");
  const table = h("tbody");
  const heads = h("tr");
  const about = h("p", { class: "soft", style: "min-height:1.4em;margin:.2rem 0 0" });
  const cost = h("p", { style: "min-height:1.5em;margin:0" });
  const lineOf = h("div", { class: "lineof", "aria-label": "Best play" });
  const history = h("div", { class: "lineof", "aria-label": "Moves made" });
  const nothingExplained = () => h("p", { class: "soft" }, "Point at a move, or press e, to see features × weights.");
  const terms = h("div", { class: "steady" }, nothingExplained());
  const notes = h("p", { class: "soft mono notes" });

  const address = (replace = true) => go("board", {
    game: spec === "connect4" ? "" : spec, position: now.from, then: now.made.join(" "),
    seats: now.seats.every((own) => own === PERSON) ? "" : now.seats.join("|"),
    by: now.by === usual ? "" : now.by, second: now.second === (game.solver ? "solver" : "") ? "" : now.second || "none",
    flip: now.flipped ? 1 : "", values: now.shown ? "" : 0,
  }, replace);
  if (now.second === "none") now.second = "";
  const at = () => ({ game: spec, position: now.from, then: now.made.join(" ") });
  const key = () => JSON.stringify(at());

  /** Shows the present position, and asks for its values. */
  const update = async () => {
    close();
    closeSecond();
    const own = (asked += 1);
    loading = true;
    try {
      const position = await get("position", at());
      const isConcealed = position.hidden && now.seats.some((seat) => seat !== PERSON);
      if (isConcealed) await conceal(position);
      if (own !== asked) return;
      loading = false;
      trouble.replaceChildren();
      previewed = 0;
      Object.assign(now, { position, advice: null, truth: truths.get(key()) ?? null, picked: null });
      // The address would tell the hidden move.
      if (!isConcealed) address();
      standing.textContent = position.standing;
      notes.textContent = position.notes.join(" ");
      terms.replaceChildren(nothingExplained());
      paint();
      ask();
      seatPlays(own);
    } catch (error) {
      if (own === asked) { loading = false; trouble.replaceChildren(complaint(error)); }
    }
  };

  /** What others chose in this round is not shown to a person who chooses at the same time. @param {any} position */
  const conceal = async (position) => {
    const before = await get("position", { ...at(), then: now.made.slice(0, -1).join(" ") });
    Object.assign(position, { board: before.board, notes: before.notes, last: null, made: [...position.made.slice(0, -1), "?"] });
  };

  const paint = () => keepFocus(root, () => {
    const { position } = now;
    if (!position) return;
    paintBoard();
    paintTable();
    history.replaceChildren(...position.made.map((/** @type {string} */ move, /** @type {number} */ place) => button(move, () => back(place + 1 + offset()), { title: `After move ${place + 1}`, dataset: { key: `made ${place}` } })));
    if (!position.made.length) history.append(h("span", { class: "soft" }, "No move yet."));
    goOn.hidden = !(now.paused && !position.payoffs && now.seats[position.mover_index] !== PERSON);
    undo.disabled = !now.made.length;
    redo.disabled = !now.undone.length;
  });
  /** Draws the present position, unless a line is looked at. */
  const paintBoard = () => {
    const { position } = now;
    if (previewed) return;
    const marks = now.shown ? marksOf(position, now.advice, now.truth, game.facts) : new Map();
    const board = position.board;
    if (board.columns.length) {
      stage.replaceChildren(drawBoard(board, { marks, last: position.last, flipped: now.flipped, onCell: click, can: cellsOf(position), picked: now.picked, label: `Board: ${position.standing}`, onHover: hover }));
    } else stage.replaceChildren(h("p", { class: "soft" }, "This game has no board that could be found in its rules: choose moves from the list."));
  };
  /** Moves that belong to the position that was pasted. */
  const offset = () => now.made.length - now.position.made.length;

  const paintTable = () => {
    const { position, advice, truth } = now;
    heads.replaceChildren(h("th", {}, "move"), h("th", { class: "n", title: now.by }, now.by || "value"), ...(now.second ? [h("th", { class: "n", title: now.second }, now.second), h("th", { class: "n" }, "costs")] : []));
    const order = position.moves.map((/** @type {string} */ move, /** @type {number} */ at) => ({ move, at }));
    if (advice) order.sort((/** @type {any} */ one, /** @type {any} */ other) => rank(advice, other) - rank(advice, one));
    const tone = advice && toner(advice, game.facts);
    table.replaceChildren(...order.slice(0, 80).map((/** @type {any} */ own) => {
      const said = now.shown ? advice?.moves[own.at] : null;
      const beside = now.shown ? truth?.moves[own.at] : null;
      const lost = truth && now.shown ? costOf(own.move, truth) : null;
      const isBest = advice?.best.includes(own.move);
      return h("tr", { class: "go", onpointerenter: () => hoverMove(own.move), onclick: () => play(own.move) },
        h("td", {}, h("button", { type: "button", onfocus: () => hoverMove(own.move), dataset: { key: `move ${own.move}` } }, own.move)),
        h("td", { class: `n ${isBest ? "best-cell" : ""}` }, said ? [said.value === null ? "–" : h("span", {}, h("i", { class: `dot ${side(tone(said))}` }), short(said.value), said.exact ? " ✓" : "")][0] : ""),
        ...(now.second ? [h("td", { class: `n ${truth?.best.includes(own.move) ? "best-cell" : ""}` }, beside && beside.value !== null ? `${short(beside.value)}${beside.exact ? " ✓" : ""}` : ""), h("td", { class: "n" }, lost === null ? "" : lost ? number(lost) : "0")] : []));
    }));
    if (order.length > 80) table.append(h("tr", {}, h("td", { colspan: 4, class: "soft" }, `and ${order.length - 80} more: type them`)));
    const lost = regret(advice, truth);
    cost.replaceChildren();
    if (now.shown && lost !== null && advice) cost.append(`${now.by} would play `, h("b", {}, advice.best[0]), lost ? h("span", { class: "bad" }, `, which costs ${number(lost)} by ${now.second}`) : ` – right, by ${now.second}`);
    else if (now.shown && lastCost()) cost.append(lastCost());
    about.textContent = advice ? effort(advice) : position.payoffs ? "" : "…";
    lineOf.replaceChildren(...(advice && now.shown ? advice.line.slice(0, 30) : []).map((/** @type {string} */ move, /** @type {number} */ place) => button(move, () => playLine(place + 1), {
      onpointerenter: () => preview(place + 1), onpointerleave: () => preview(0), onfocus: () => preview(place + 1), onblur: () => preview(0), title: "Shows the position; a click goes there", dataset: { key: `line ${place}` } })));
    if (!lineOf.childElementCount) lineOf.append(h("span", { class: "soft" }, "–"));
  };
  const rank = (/** @type {any} */ advice, /** @type {{ move: string, at: number }} */ own) => {
    const said = advice.moves[own.at];
    return (said.value ?? -1e9) + (advice.best.includes(own.move) ? 1e6 : 0) + (said.visits ?? 0) * 1e-9;
  };
  /** What the last move cost, by the second agent's values of the position before it. */
  const lastCost = () => {
    const before = truths.get(JSON.stringify({ ...at(), then: now.made.slice(0, -1).join(" ") }));
    const lost = before && now.made.length ? costOf(now.made[now.made.length - 1], before) : null;
    return lost === null || lost === undefined ? "" : `${now.made[now.made.length - 1]} ${lost ? `cost ${number(lost)}` : "was right"}, by ${now.second}`;
  };

  const ask = () => {
    if (!now.shown || now.position.payoffs) return;
    const own = asked;
    const stream = (/** @type {string} */ by, /** @type {(advice: any) => void} */ take, /** @type {HTMLElement} */ into) => listen("advise/live", { ...at(), by, seconds: 60 }, {
      advice: (told) => { if (own === asked) { take(told.advice); paint(); if (told.last) announce(`${by}: best ${told.advice.best.join(", ")}`); } },
      error: (error) => into.replaceChildren(complaint({ what: error.error, hint: error.hint })),
      failed: (error) => { if (own === asked) into.replaceChildren(complaint(error)); },
    });
    const looked = (/** @type {string} */ by, /** @type {(advice: any) => void} */ take, /** @type {HTMLElement} */ into) => {
      const aborter = new AbortController();
      get("benchmarks/labels", { ...at(), benchmark: by.slice(LABELS.length) }, aborter.signal).then((told) => { if (own === asked) { take(told); paint(); } }).catch((error) => {
        if (own === asked && !aborter.signal.aborted) into.replaceChildren(error.status === 404 ? h("p", { class: "soft" }, error.what) : complaint(error));
      });
      return () => aborter.abort();
    };
    const source = (/** @type {string} */ by) => (by.startsWith(LABELS) ? looked : stream);
    byTrouble.replaceChildren();
    secondTrouble.replaceChildren();
    if (now.by) close = source(now.by)(now.by, (advice) => { now.advice = advice; }, byTrouble);
    if (now.second && !now.truth) closeSecond = source(now.second)(now.second, (advice) => { now.truth = advice; truths.set(key(), advice); }, secondTrouble);
  };

  /** Lets an agent move if it has the seat. @param {number} own */
  const seatPlays = async (own) => {
    const seat = now.seats[now.position.mover_index];
    if (now.position.payoffs || seat === PERSON || now.paused) return;
    try {
      const advice = await get("advise", { ...at(), by: seat, best: true });
      await new Promise((done) => setTimeout(done, 250));
      if (own === asked) play(advice.best[0]);
    } catch (error) {
      if (own === asked) { now.paused = true; trouble.replaceChildren(complaint(error)); }
    }
  };

  const play = (/** @type {string} */ move) => {
    // A second click before the first has been answered is meant for the position that was seen.
    if (loading || !now.position || now.position.payoffs) return;
    now.made.push(move);
    now.undone = [];
    now.paused = false;
    update();
  };
  const playLine = (/** @type {number} */ count) => {
    if (!now.advice) return;
    now.made.push(...now.advice.line.slice(0, count));
    now.undone = [];
    now.paused = true;
    update();
  };
  /** Goes back to so many moves. @param {number} count */
  const back = (count) => {
    while (now.made.length > count && now.made.length) now.undone.push(/** @type {string} */ (now.made.pop()));
    now.paused = true;
    update();
  };
  const forth = () => {
    const move = now.undone.pop();
    if (move === undefined) return;
    now.made.push(move);
    update();
  };
  const begin = (/** @type {string} */ position) => {
    Object.assign(now, { from: position, made: [], undone: [], paused: false });
    update();
  };

  // Clicks on cells.
  const cellsOf = (/** @type {any} */ position) => {
    const width = position.board.columns.length;
    /** @type {Set<number>} */
    const can = new Set();
    position.cells.forEach((/** @type {number[] | null} */ cell) => { if (cell) can.add(cell[0] + cell[1] * width); });
    position.origins.flat().forEach((/** @type {number[]} */ cell) => can.add(cell[0] + cell[1] * width));
    // In games where pieces fall, every cell above is the same column.
    return can;
  };
  const movesTo = (/** @type {number} */ cell, /** @type {number | null} */ from) => {
    const { position } = now;
    const width = position.board.columns.length;
    return position.moves.filter((/** @type {string} */ _, /** @type {number} */ at) => {
      const to = position.cells[at];
      const origins = position.origins[at].map((/** @type {number[]} */ own) => own[0] + own[1] * width);
      return to && to[0] + to[1] * width === cell && (from === null || origins.includes(from));
    });
  };
  const click = (/** @type {number} */ cell) => {
    const { position } = now;
    if (position.payoffs || (now.seats[position.mover_index] !== PERSON && !now.paused)) return;
    const width = position.board.columns.length;
    const isOrigin = position.origins.some((/** @type {number[][]} */ own) => own.some((one) => one[0] + one[1] * width === cell));
    let moves = movesTo(cell, now.picked);
    if (!moves.length && isOrigin) { now.picked = now.picked === cell ? null : cell; return paint(); }
    // Where pieces fall into a column a click anywhere in it is meant.
    if (!moves.length && position.cells.every((/** @type {any} */ own) => own)) {
      const column = cell % width;
      const there = position.moves.filter((/** @type {string} */ _, /** @type {number} */ at) => position.cells[at][0] === column);
      if (there.length === 1 && position.origins.flat().length === 0) moves = there;
    }
    if (moves.length === 1) return play(moves[0]);
    now.picked = null;
    paint();
    if (moves.length > 1) choose(moves);
  };
  const choose = (/** @type {string[]} */ moves) => {
    const box = h("div", { class: "choices", role: "menu", "aria-label": "Which move?", style: "left:1.5rem;top:1rem" }, ...moves.map((move) => button(move, () => { box.remove(); play(move); }, { role: "menuitem" })), button("none of them", () => box.remove(), { class: "quiet" }));
    stage.append(box);
    box.querySelector("button")?.focus();
  };

  // Where a value comes from.
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pointing;
  const hover = (/** @type {number | null} */ cell) => {
    if (cell === null || !now.position) return;
    const moves = movesTo(cell, null);
    if (moves.length) hoverMove(now.advice?.best.find((/** @type {string} */ own) => moves.includes(own)) ?? moves[0]);
  };
  const hoverMove = (/** @type {string} */ move) => {
    clearTimeout(pointing);
    pointing = setTimeout(() => explain(move), 180);
  };
  const explain = async (/** @type {string} */ move) => {
    const own = asked;
    try {
      const told = await get("explain", { ...at(), by: now.by, move });
      if (own !== asked) return;
      const spoken = told.terms.filter((/** @type {any} */ own) => own.product).sort((/** @type {any} */ a, /** @type {any} */ b) => Math.abs(b.product) - Math.abs(a.product));
      terms.replaceChildren(h("p", { style: "margin:0 0 .25rem" }, h("b", {}, move), told.payoffs ? " ends the game." : told.value === null ? ` – ${now.by} has no evaluator that could be explained.` : ` leads to ${signed(told.value)} by ${told.evaluator}`),
        spoken.length ? h("table", { class: "terms" }, h("tbody", {}, ...spoken.slice(0, 8).map((/** @type {any} */ own) => h("tr", { title: own.about }, h("td", {}, own.feature), h("td", { class: "n" }, `${number(own.amount)} × ${number(own.weight)}`), h("td", { class: `n ${own.product > 0 ? "good" : "bad"}` }, signed(own.product)))))) : "");
    } catch (error) {
      if (own === asked) terms.replaceChildren(h("p", { class: "soft" }, /** @type {any} */ (error).what ?? ""));
    }
  };

  /** Shows the position after so many moves of the line; 0 shows the present one. @param {number} count */
  const preview = async (/** @type {number} */ count) => {
    previewed = count;
    if (!count) return paintBoard();
    const position = await get("position", { ...at(), then: [...now.made, ...now.advice.line.slice(0, count)].join(" ") });
    if (previewed === count && position.board.columns.length) stage.replaceChildren(drawBoard(position.board, { last: position.last, flipped: now.flipped, faint: true, label: "Preview" }));
  };

  // Controls.
  const listed = games.map((/** @type {any} */ own) => own.game);
  const gameField = select((listed.includes(spec) ? listed : [spec, ...listed]).map((/** @type {string} */ own) => /** @type {[string, string]} */ ([own, own])), spec, { "aria-label": "Game", onchange: () => go("board", { game: gameField.value }) });
  const undo = button("Undo", () => back(now.made.length - 1), { title: "←" });
  const redo = button("Redo", forth, { title: "→" });
  const goOn = button("Let it move", () => { now.paused = false; update(); }, { class: "main", hidden: true });
  const flip = button("Flip", () => { now.flipped = !now.flipped; address(); paint(); }, { title: "f" });
  const valuesButton = button("Values", () => { now.shown = !now.shown; valuesButton.setAttribute("aria-pressed", String(now.shown)); update(); }, { "aria-pressed": String(now.shown), title: "v" });
  const typed = h("input", { placeholder: "move", "aria-label": "Type a move", size: 8, autocomplete: "off", spellcheck: "false" });
  const typing = h("form", { class: "row", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = typed.value.trim();
    if (!text) return;
    try {
      const after = await get("position", { ...at(), then: [...now.made, text].join(" ") });
      now.made.push(...after.made.slice(now.position.made.length));
      now.undone = [];
      typed.value = "";
      update();
    } catch (error) { trouble.replaceChildren(complaint(error)); }
  } }, typed, h("button", {}, "Play"));
  const link = button("Copy link", async () => {
    try { await navigator.clipboard.writeText(location.href); announce("The link is copied"); link.textContent = "Copied"; } catch { prompt("The link", location.href); }
    setTimeout(() => { link.textContent = "Copy link"; }, 1500);
  });
  const known = agentsOf(game);
  const byField = specField({ value: now.by, label: "Values by", known, weights, onchange: (value) => { now.by = value; update(); } });
  const secondField = specField({ value: now.second, label: "Beside it", known, weights, onchange: (value) => { now.second = value; truths.clear(); update(); } });
  get("benchmarks").then((all) => secondField.offer(all.filter((/** @type {any} */ own) => own.game === game.game || own.game?.startsWith(`${game.game},digest=`)).map((/** @type {any} */ own) => LABELS + own.name))).catch(() => {});
  const byTrouble = h("div");
  const secondTrouble = h("div");
  const seats = game.roles.slice(0, game.facts.players).map((/** @type {string} */ role, /** @type {number} */ place) => {
    const own = specField({ value: now.seats[place], label: `${role} is played by`, known, extra: [PERSON], weights, onchange: (value) => { now.seats[place] = value || PERSON; now.paused = false; update(); } });
    return field(role, own.element);
  });
  const edit = button("Position …", () => editor({ game: spec, position: now.position, onchange: begin }));

  root.append(h("div", { class: "two" },
    h("section", { class: "stack" },
      h("div", { class: "spread" }, standing, gameField),
      stage, notes, trouble,
      h("div", { class: "row" }, button("New", () => begin(""), { title: "n" }), undo, redo, flip, valuesButton, edit, link, goOn),
      typing, history),
    h("aside", { class: "stack" },
      h("div", { class: "fields" }, field("Values by", byField.element), field("Beside it", secondField.element)), byTrouble, secondTrouble,
      h("div", {}, h("div", { class: "valuesbox" }, h("table", { class: "values" }, h("thead", {}, heads), table)), about), cost,
      h("div", {}, h("span", { class: "label" }, "Best play"), lineOf),
      h("div", {}, h("span", { class: "label" }, "Where a value comes from"), terms),
      h("div", {}, h("span", { class: "label" }, "Seats"), h("div", { class: "fields" }, ...seats)),
      h("p", { class: "soft" }, h("small", {}, "Colour is the value (blue good, orange bad), size the effort, bold the best; ✓ is proved.")))));
  viewKeys([
    ["ArrowLeft", "take a move back", () => back(now.made.length - 1)],
    ["ArrowRight", "make it again", forth],
    ["f", "turn the board", () => flip.click()],
    ["n", "a new game", () => begin("")],
    ["v", "values on or off", () => valuesButton.click()],
    ["e", "explain the best move", () => { if (now.advice) explain(now.advice.best[0]); }],
    ["b", "play the best move", () => { if (now.advice) play(now.advice.best[0]); }],
    ["m", "type a move", () => typed.focus()],
    ["p", "paste or edit a position", () => edit.click()],
  ]);
  await update();
  return () => { asked += 1; close(); closeSecond(); };
};
