// Matches: start one, watch the score and the games, replay any of them with the values.
import { get, once, post } from "./api.js";
import { button, complaint, field, h, number, signed, title } from "./dom.js";
import { drawBoard } from "./draw.js";
import { follow, isBusy, runList } from "./jobs.js";
import { viewKeys } from "./keys.js";
import { virtualRows } from "./rows.js";
import { agentsOf, specField } from "./spec.js";

/** @type {import("./app.js").View} */
export const view = async (root, { query, go }) => {
  const run = query.get("run");
  const list = runList({ kind: "match", view: "matches", current: run, onremoved: () => go("matches") });
  const body = h("section");
  const close = { now: () => {} };
  root.append(h("div", { class: "side" }, h("aside", { class: "stack" }, button("New match", () => go("matches"), { class: "main" }), list.element), body));
  if (run) await showRun(body, run, close, list.load, Number(query.get("game") ?? -1));
  else body.append(await form(go));
  await list.ready;
  return () => close.now();
};

/** @param {(path: string, query?: Record<string, any>) => void} go */
const form = async (go) => {
  const games = await once("games");
  const list = h("datalist", { id: "games" }, ...games.map((/** @type {any} */ own) => h("option", { value: own.game })));
  const game = h("input", { value: "connect4", list: "games", onchange: () => players() });
  const sides = [h("div"), h("div")];
  let fields = ["lines", "threats"].map((value, at) => specField({ value, label: at ? "Second" : "First", known: [] }));
  const trouble = h("div");
  const players = async () => {
    try {
      const known = agentsOf(await once("game", { game: game.value.trim() }));
      fields = fields.map((own, at) => specField({ value: own.value, label: at ? "Second" : "First", known }));
      fields.forEach((own, at) => sides[at].replaceChildren(own.element));
      trouble.replaceChildren();
    } catch (error) { trouble.replaceChildren(complaint(error)); }
  };
  await players();
  const count = h("input", { value: "100", inputmode: "numeric" });
  const sprt = h("input", { placeholder: "none" });
  const openings = h("input", { value: "random:plies=4" });
  const time = h("input", { placeholder: "none" });
  const seed = h("input", { value: "1", inputmode: "numeric" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const order = { kind: "match", game: game.value.trim(), first: fields[0].value, second: fields[1].value, games: sprt.value.trim() ? null : Number(count.value) || null, sprt: sprt.value.trim() || null, openings: openings.value.trim() || null, time: time.value.trim() || null, seed: Number(seed.value) || 1 };
    try { const run = await post("jobs", order); go("matches", { run: run.id }); } catch (error) { trouble.replaceChildren(complaint(error)); }
  };
  return h("form", { class: "stack", onsubmit: submit }, h("div", {}, title("Hold a match"), h("p", { class: "soft" }, "Pairs of games from the same opening with colours swapped: who is stronger, and how sure that is.")), list,
    h("div", { class: "fields" }, field("Game", game), h("div", { class: "field" }, h("span", { class: "label" }, "First"), sides[0]), h("div", { class: "field" }, h("span", { class: "label" }, "Second"), sides[1]), field("Games", count), field("Sequential test", sprt, "elo0=0,elo1=10: then it decides how many games"), field("Openings", openings), field("Time per move", time), field("Seed", seed)),
    trouble, h("p", {}, h("button", { class: "main" }, "Play")));
};

/** The score so far, in numbers and as a bar. @param {any} told @param {string} game */
const score = (told, game) => {
  const pairing = told?.pairings?.[0];
  if (!pairing) return h("p", { class: "soft" }, "No game is finished yet.");
  const all = Math.max(1, pairing.games);
  const part = (/** @type {string} */ own, /** @type {number} */ count) => h("span", { class: own, style: `width:${(100 * count) / all}%` });
  const elo = pairing.elo;
  const bound = (/** @type {number | null} */ own) => (own === null ? "∞" : signed(Math.round(own)));
  return h("div", { class: "stack" },
    h("div", { class: "numbers" },
      h("div", {}, h("div", { class: "big" }, `${pairing.wins} – ${pairing.draws} – ${pairing.losses}`), h("small", {}, `wins, draws, losses of ${pairing.first}`)),
      h("div", {}, h("div", { class: "big" }, `${number((100 * pairing.score) / all)} %`), h("small", {}, `of ${pairing.games} games of ${game}`)),
      elo ? h("div", {}, h("div", { class: "big" }, elo.value === null ? "∞" : signed(Math.round(elo.value))), h("small", {}, `Elo, 95 %: ${elo.low === null ? "−∞" : bound(elo.low)} to ${bound(elo.high)}`)) : h("span")),
    h("div", { class: "wdl", role: "img", "aria-label": `${pairing.wins} wins, ${pairing.draws} draws, ${pairing.losses} losses` }, part("w", pairing.wins), part("d", pairing.draws), part("l", pairing.losses)),
    told.sprt ? sprtLine(told.sprt) : null);
};

/** Where the log likelihood ratio stands between its bounds. @param {any} sprt */
const sprtLine = (sprt) => {
  const [low, high] = sprt.bounds;
  const at = Math.max(0, Math.min(1, (sprt.llr - low) / (high - low)));
  const words = sprt.verdict === "open" ? "undecided" : `decided for ${sprt.verdict}`;
  return h("div", {}, h("small", {}, `Sequential test ${sprt.test}: log likelihood ratio ${number(sprt.llr)}, ${words}`), h("div", { class: "sprt" }, h("i", { style: `left:${100 * at}%` }), h("span", { style: "left:0" }, `elo0 ${number(low)}`), h("span", {}, `elo1 ${number(high)}`)));
};

/** @param {HTMLElement} body @param {string} id @param {{ now: () => void }} close @param {() => void} onended @param {number} wanted */
const showRun = async (body, id, close, onended, wanted) => {
  const run = await get(`jobs/${id}`);
  const numbers = h("div", { style: "min-height:7rem;margin-top:.75rem" });
  const player = replayer(run.order?.game ?? "");
  let [seen, busy] = [isBusy(run) ? -1 : run.progress?.done ?? 0, isBusy(run)];
  const rows = virtualRows({ height: 32, columns: "3.5rem minmax(0,1fr) minmax(0,1fr) 6.5rem 2.5rem", label: "Games",
    load: async (from, count) => { const told = await get(`runs/${id}/games`, { from, count }); return { total: told.total, items: told.games }; },
    line: (own) => [`#${own.id}`, own.first, own.second, own.winner ? `${own.winner} wins` : "draw", `${own.plies}`],
    onpick: async (own) => { live = false; player.show(await get(`runs/${id}/games/${own.id}`)); } });
  let live = isBusy(run);
  const standing = follow(run, (now) => {
    numbers.replaceChildren(score(now.result[0] ?? now.standings, now.order?.game ?? ""));
    // What was over before is in the lists already: to load them again would make them jump.
    const ended = busy && !isBusy(now);
    busy = isBusy(now);
    if (ended) onended();
    if (live && isBusy(now) && now.live.length) player.watch(now.live);
    const done = now.progress?.done ?? 0;
    if (done !== seen || ended) {
      seen = done;
      rows.refresh(true);
    }
  });
  close.now = standing.close;
  body.append(title(run.title), standing.element, numbers, h("details", {}, h("summary", {}, "The same on the command line"), h("p", {}, h("code", {}, run.command))),
    h("h2", {}, "Games"), h("div", { class: "two", style: "grid-template-columns:minmax(0,1fr) minmax(0,18rem)" }, rows.element, player.element));
  await rows.ready;
  if (wanted >= 0) player.show(await get(`runs/${id}/games/${wanted}`));
};

/** A game of a match on a board, move by move, with what the players thought. @param {string} game */
const replayer = (game) => {
  const picture = h("div", { style: "min-height:12rem" }, h("p", { class: "soft" }, "Choose a game; while the match runs up to four of its boards are shown."));
  const words = h("p", { class: "soft", style: "min-height:3em;margin:0", "aria-live": "polite" });
  const title = h("p", { style: "margin:0" });
  /** @type {any} */
  let line = null;
  let at = 0;
  let asked = 0;
  const paint = async () => {
    if (!line) return;
    const own = (asked += 1);
    const position = await get("position", { game, position: line.from ?? "", then: line.moves.slice(0, at).join(" ") });
    if (own !== asked) return;
    const told = at - 1 - line.opening;
    const value = told >= 0 ? line.values[told] : null;
    if (position.board.columns.length) picture.replaceChildren(drawBoard(position.board, { last: position.last, label: `After ${at} moves` }));
    else picture.replaceChildren(h("code", {}, position.state));
    const mover = at > 0 ? [line.first, line.second][(position.mover_index + 1) % 2] : "";
    words.textContent = at === 0 ? "The start." : `${at}. ${line.moves[at - 1]}${told < 0 ? ", of the opening" : ` by ${mover}${value !== null && value !== undefined ? `: ${signed(value)}${line.exact[told] ? " ✓ proved" : ""}` : ""}, ${number((line.times[told] ?? 0) / 1000)} ms`}${at === line.moves.length ? ` – ${position.standing}` : ""}`;
  };
  const step = (/** @type {number} */ by) => { if (!line) return; at = Math.max(0, Math.min(line.moves.length, at + by)); paint(); };
  const show = (/** @type {any} */ own) => {
    line = own;
    at = own.moves.length;
    title.replaceChildren(`Game ${own.id}: `, h("b", {}, own.first), " – ", h("b", {}, own.second));
    paint();
  };
  /** Shows games that are played just now. @param {{ board: number, by: string, state: string, move: string }[]} games */
  const watch = async (games) => {
    const own = (asked += 1);
    const shown = await Promise.all(games.map((now) => get("position", { game, position: now.state, reading: "state", then: now.move })));
    if (own !== asked) return;
    title.replaceChildren(games.length > 1 ? `${games.length} games that are played now` : "A game that is played now");
    const label = (/** @type {number} */ at) => `Game on board ${games[at].board + 1}, played now: ${games[at].move} by ${games[at].by}`;
    picture.replaceChildren(h("div", { class: games.length > 1 ? "boards" : "" }, ...shown.map((position, at) => (position.board.columns.length
      ? drawBoard(position.board, { last: position.last, label: label(at) })
      : h("code", {}, position.state)))));
    words.textContent = games.map((now, at) => `${now.move} by ${now.by}${shown[at].payoffs ? ` – ${shown[at].standing}` : ""}`).join("; ");
  };
  viewKeys([["ArrowLeft", "one move back in the game shown", () => step(-1)], ["ArrowRight", "one move on", () => step(1)]]);
  const onBoard = button("On the board", () => { if (line) location.hash = `#/board?${new URLSearchParams({ game, position: line.from ?? "", then: line.moves.slice(0, at).join(" ") })}`; }, { class: "quiet" });
  return { element: h("div", { class: "stack" }, title, picture, h("div", { class: "row" }, button("|←", () => step(-1e6), { "aria-label": "Start" }), button("←", () => step(-1), { "aria-label": "Back" }), button("→", () => step(1), { "aria-label": "On" }), button("→|", () => step(1e6), { "aria-label": "End" }), onBoard), words),
    show, watch };
};
