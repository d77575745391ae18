// Benchmarks: what there is, what is in them, and making new ones.
import { get, once, post } from "./api.js";
import { button, complaint, field, h, number, select, signed, title } from "./dom.js";
import { drawBoard } from "./draw.js";
import { follow, isBusy, runList } from "./jobs.js";
import { virtualRows } from "./rows.js";
import { agentsOf, specField } from "./spec.js";

/** @type {import("./app.js").View} */
export const view = async (root, { query, go }) => {
  const name = query.get("name");
  const run = query.get("run");
  const list = runList({ kind: "truth", view: "benchmarks", current: run, onremoved: () => go("benchmarks") });
  const body = h("section");
  const close = { now: () => {} };
  root.append(h("div", { class: "side" }, h("aside", { class: "stack" }, button("Make one", () => go("benchmarks", { make: 1 }), { class: "main" }), button("All benchmarks", () => go("benchmarks")), list.element), body));
  if (run) await showRun(body, run, close, list.load);
  else if (query.get("make")) body.append(await form(go));
  else if (name) await browse(body, name);
  else await table(body);
  await list.ready;
  return () => close.now();
};

/** @param {HTMLElement} body */
const table = async (body) => {
  const all = await get("benchmarks");
  const filter = h("input", { placeholder: "filter", "aria-label": "Filter", oninput: () => paint() });
  const rows = h("tbody");
  const paint = () => rows.replaceChildren(...all.filter((/** @type {any} */ own) => `${own.name} ${own.game} ${own.labeller}`.includes(filter.value.trim())).map((/** @type {any} */ own) => own.trouble
    ? h("tr", {}, h("th", {}, own.name), h("td", { colspan: 4, class: "bad" }, own.trouble.error))
    : h("tr", {}, h("th", {}, h("a", { href: `#/benchmarks?${new URLSearchParams({ name: own.name })}` }, own.name), h("small", {}, `${own.game.replace(/,digest=.*/, "")}${own.ships ? " · ships" : ""}`)), h("td", { class: "n" }, number(own.states)), h("td", { class: "n" }, `${Math.floor((100 * own.exact) / Math.max(1, own.moves))} %`), h("td", {}, h("code", {}, own.labeller)),
      h("td", { class: "n" }, h("a", { href: `#/judge?${new URLSearchParams({ benchmark: own.name })}` }, "judge"), " · ", h("a", { href: `#/weights?${new URLSearchParams({ benchmark: own.name })}` }, "weigh")))));
  paint();
  body.append(h("div", { class: "spread" }, title("Benchmarks"), filter), h("p", { class: "soft" }, "States with the value of every move. Files in the home folder’s benchmarks are listed, too."),
    h("div", { class: "scroll" }, h("table", { class: "listing" }, h("thead", {}, h("tr", {}, h("th", {}, "name and game"), h("th", { class: "n" }, "states"), h("th", { class: "n" }, "proved"), h("th", {}, "labelled by"), h("th", { class: "n" }, "use"))), rows)));
};

/** @param {HTMLElement} body @param {string} name */
const browse = async (body, name) => {
  const info = await get("benchmarks/info", { name });
  // Where a solver answers at once it tells more than labels of some states.
  const { solver } = await once("game", { game: info.game });
  /** @type {Record<string, string>} */
  const beside = solver ? {} : { second: `benchmark:${name}` };
  const ply = h("input", { placeholder: "any", inputmode: "numeric", oninput: () => rows.refresh() });
  const player = select([["", "both"], "first", "second"], "", { onchange: () => rows.refresh() });
  const critical = h("input", { placeholder: "0", inputmode: "decimal", oninput: () => rows.refresh() });
  const text = h("input", { placeholder: "part of the state", oninput: () => rows.refresh() });
  const shown = h("div", { class: "stack" }, h("p", { class: "soft" }, "Choose a state."));
  const count = h("span", { class: "soft" });
  const best = (/** @type {any} */ own) => {
    const most = Math.max(...own.moves.map((/** @type {any} */ one) => one.value ?? -Infinity));
    return own.moves.filter((/** @type {any} */ one) => one.value === most);
  };
  const rows = virtualRows({ height: 34, columns: "3.5rem 2.5rem 3.5rem minmax(0,1fr) 6rem", label: "States",
    load: async (from, asked) => {
      const told = await get("benchmarks/states", { name, from, count: asked, ply: ply.value.trim(), player: player.value, critical: critical.value.trim(), text: text.value });
      count.textContent = `${number(told.total)} states`;
      return { total: told.total, items: told.states.map((/** @type {any} */ own) => ({ ...own, game: told.game })) };
    },
    line: (own) => [`#${own.state_id}`, String(own.ply), own.player, h("code", {}, own.state), `${signed(best(own)[0]?.value)} ${best(own).map((/** @type {any} */ one) => one.move).join(" ")}`],
    onpick: (own) => {
      const width = own.board.columns.length;
      const most = Math.max(1e-9, ...own.moves.map((/** @type {any} */ one) => Math.abs(one.value ?? 0)));
      const top = best(own).map((/** @type {any} */ one) => one.move);
      /** @type {Map<number, import("./draw.js").Mark>} */
      const marks = new Map();
      own.moves.forEach((/** @type {any} */ one, /** @type {number} */ at) => {
        const cell = own.cells[at];
        if (cell && one.value !== null) marks.set(cell[0] + cell[1] * width, { text: signed(one.value, 2), tone: one.value / most, best: top.includes(one.move), exact: one.exact, size: 0.6, title: `${one.move}: ${signed(one.value)}` });
      });
      shown.replaceChildren(h("p", { class: "soft", style: "margin:0" }, `State ${own.state_id}, ply ${own.ply}, ${own.player} to move`), own.board.columns.length ? drawBoard(own.board, { marks, label: own.state }) : h("code", {}, own.state),
        h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "move"), h("th", { class: "n" }, "value"), h("th", { class: "n" }, "plies"), h("th", { class: "n" }, "visits"))), h("tbody", {}, ...own.moves.slice(0, 20).map((/** @type {any} */ one) => h("tr", {}, h("td", { class: top.includes(one.move) ? "best-cell" : "" }, one.move ?? "over"), h("td", { class: "n" }, signed(one.value), one.exact ? " ✓" : ""), h("td", { class: "n" }, number(one.plies)), h("td", { class: "n" }, number(one.visits)))))),
        h("a", { href: `#/board?${new URLSearchParams({ game: own.game, position: own.state, ...beside })}` }, "on the board"));
    } });
  body.append(title(name), h("p", { class: "soft" }, `${info.game}: ${number(info.states)} states, ${number(info.rows)} moves, ${number(info.exact)} of them proved. Chosen by ${info.selector}, labelled by ${info.labeller}, seed ${info.seeds.join(", ")}.`),
    h("div", { class: "fields", style: "grid-template-columns:repeat(auto-fill,minmax(min(100%,8rem),1fr));margin-bottom:.75rem" }, field("Ply", ply), field("Player", player), field("Choice matters by", critical), field("Text", text)), count,
    h("div", { class: "two", style: "grid-template-columns:minmax(0,1fr) minmax(0,17rem)" }, rows.element, shown));
  await rows.ready;
};

/** @param {(path: string, query?: Record<string, any>) => void} go */
const form = async (go) => {
  const games = await once("games");
  const names = games.map((/** @type {any} */ own) => own.game);
  const list = h("datalist", { id: "games" }, ...names.map((/** @type {string} */ own) => h("option", { value: own })));
  const game = h("input", { value: "tictactoe", list: "games", onchange: () => labellers() });
  const by = h("div");
  let spec = specField({ value: "solver", label: "Labelled by", known: [] });
  const labellers = async () => {
    try {
      const known = agentsOf(await once("game", { game: game.value.trim() }));
      spec = specField({ value: spec.value, label: "Labelled by", known });
      by.replaceChildren(spec.element);
      trouble.replaceChildren();
    } catch (error) { trouble.replaceChildren(complaint(error)); }
  };
  const name = h("input", { placeholder: "my-benchmark" });
  const states = h("input", { value: "200", inputmode: "numeric" });
  const plies = h("input", { placeholder: "all" });
  const player = select([["", "both"], "first", "second"], "");
  const moves = h("input", { placeholder: "2.." });
  const critical = h("input", { placeholder: "0" });
  const from = select([["playouts", "random games"], ["all", "all states there are"]], "playouts");
  const symmetry = h("input", { type: "checkbox", id: "symmetry" });
  const seed = h("input", { value: "1", inputmode: "numeric" });
  const trouble = h("div");
  await labellers();
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const order = { kind: "truth", game: game.value.trim(), by: spec.value, name: name.value.trim(), states: from.value === "all" ? null : Number(states.value) || null, from: from.value, plies: plies.value.trim() || null, player: player.value || null, moves: moves.value.trim() || null, critical: critical.value ? Number(critical.value) : null, symmetry: symmetry.checked, seed: Number(seed.value) || 1 };
    try { const run = await post("jobs", order); go("benchmarks", { run: run.id }); } catch (error) { trouble.replaceChildren(complaint(error)); }
  };
  return h("form", { class: "stack", onsubmit: submit }, h("div", {}, title("Make a benchmark"), h("p", { class: "soft" }, "States are chosen, and an agent puts a value on every move of each. It can be stopped at any time and goes on where it was.")), list,
    h("div", { class: "fields" }, field("Game", game), h("div", { class: "field" }, h("span", { class: "label" }, "Labelled by"), by), field("Name", name), field("States", states), field("Chosen from", from), field("Plies", plies), field("Player", player), field("Legal moves", moves), field("Choice matters by", critical), field("Seed", seed)),
    h("p", { class: "row" }, symmetry, h("label", { for: "symmetry" }, "symmetric states count once")), trouble, h("p", {}, h("button", { class: "main" }, "Make it")));
};

/** @param {HTMLElement} body @param {string} id @param {{ now: () => void }} close @param {() => void} onended */
const showRun = async (body, id, close, onended) => {
  const run = await get(`jobs/${id}`);
  const after = h("div");
  /** @type {Promise<void> | null} */
  let shown = null;
  const standing = follow(run, (now) => {
    if (!isBusy(now)) onended();
    if (now.state === "done" && !shown) shown = browse(after, `benchmarks/${now.order.name}.parquet`).catch((error) => after.replaceChildren(complaint(error)));
  });
  close.now = standing.close;
  body.append(title(run.title), standing.element, h("details", {}, h("summary", {}, "The same on the command line"), h("p", {}, h("code", {}, run.command))), after);
  await shown;
};
