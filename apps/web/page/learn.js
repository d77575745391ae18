// Learning: start a learner, watch it converge, take its weights to the other views.
import { get, once, post } from "./api.js";
import { button, complaint, field, h, number, select, signed, title } from "./dom.js";
import { follow, isBusy, runList } from "./jobs.js";
import { plotWidth, putPlot } from "./plots.js";
import { agentsOf, specField } from "./spec.js";

/** @type {import("./app.js").View} */
export const view = async (root, { query, go }) => {
  const run = query.get("run");
  const list = runList({ kind: "learn", view: "learn", current: run, onremoved: () => go("learn") });
  const body = h("section");
  const close = { now: () => {} };
  root.append(h("div", { class: "side" }, h("aside", { class: "stack" }, button("New learner", () => go("learn"), { class: "main" }), list.element), body));
  if (run) await showRun(body, run, close, list.load);
  else body.append(await form(go));
  await list.ready;
  return () => close.now();
};

/** @param {(path: string, query?: Record<string, any>) => void} go */
const form = async (go) => {
  const games = await once("games");
  const benchmarks = (await get("benchmarks")).filter((/** @type {any} */ own) => !own.trouble);
  const list = h("datalist", { id: "games" }, ...games.map((/** @type {any} */ own) => h("option", { value: own.game })));
  const game = h("input", { value: "connect4", list: "games", onchange: () => about() });
  const method = select([["ridge", "ridge regression on values"], ["least-squares", "least squares on values"], ["genetic", "genetic, by games"]], "ridge", { onchange: () => switched() });
  const features = select([""], "");
  const source = select([""], "");
  const by = h("div");
  let spec = specField({ value: "", label: "By", known: [] });
  const name = h("input", { placeholder: "my-weights" });
  const states = h("input", { value: "2000", inputmode: "numeric" });
  const population = h("input", { value: "12", inputmode: "numeric" });
  const generations = h("input", { value: "10", inputmode: "numeric" });
  const openings = h("input", { placeholder: "random:plies=4" });
  const seed = h("input", { value: "1", inputmode: "numeric" });
  const trouble = h("div");
  const about = async () => {
    try {
      const told = await once("game", { game: game.value.trim() });
      features.replaceChildren(...told.features.map((/** @type {any} */ own) => h("option", { value: own.name }, `${own.name} (${own.features.length})`)));
      source.replaceChildren(...benchmarks.filter((/** @type {any} */ own) => own.game === told.game).map((/** @type {any} */ own) => h("option", { value: own.name }, own.name)), h("option", { value: "" }, "states labelled now"));
      spec = specField({ value: spec.value, label: "By", known: agentsOf(told) });
      by.replaceChildren(spec.element);
      trouble.replaceChildren();
      switched();
    } catch (error) { trouble.replaceChildren(complaint(error)); }
  };
  const valuesPart = h("div", { class: "fields" }, field("Values from", source), field("States, if labelled now", states));
  const gamesPart = h("div", { class: "fields" }, field("Population", population), field("Generations", generations), field("Openings", openings));
  const switched = () => { valuesPart.hidden = method.value === "genetic"; gamesPart.hidden = method.value !== "genetic"; valuesPart.style.display = valuesPart.hidden ? "none" : ""; gamesPart.style.display = gamesPart.hidden ? "none" : ""; };
  await about();
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const genetic = method.value === "genetic";
    const order = { kind: "learn", game: game.value.trim(), name: name.value.trim(), method: method.value, features: features.value || null, benchmark: !genetic && source.value ? source.value : null, by: spec.value || null, states: !genetic && !source.value ? Number(states.value) || null : null, population: genetic ? Number(population.value) : null, generations: genetic ? Number(generations.value) : null, openings: genetic ? openings.value.trim() || null : null, seed: Number(seed.value) || 1 };
    try { const run = await post("jobs", order); go("learn", { run: run.id }); } catch (error) { trouble.replaceChildren(complaint(error)); }
  };
  return h("form", { class: "stack", onsubmit: submit }, h("div", {}, title("Learn weights"), h("p", { class: "soft" }, "Weights for features, from the values of states or by games between weights. The file is an evaluator.")), list,
    h("div", { class: "fields" }, field("Game", game), field("Method", method), field("Features", features), field("Name", name), h("div", { class: "field" }, h("span", { class: "label" }, "Labelled or played by"), by), field("Seed", seed)),
    valuesPart, gamesPart, trouble, h("p", {}, h("button", { class: "main" }, "Learn")));
};

/** @param {HTMLElement} body @param {string} id @param {{ now: () => void }} close @param {() => void} onended */
const showRun = async (body, id, close, onended) => {
  const run = await get(`jobs/${id}`);
  const way = pictureOf(body, id, "weights");
  const error = pictureOf(body, id, "error");
  const result = h("div");
  /** Pictures of the first look. @type {Promise<void>[]} */
  const drawn = [];
  const standing = follow(run, (now) => {
    const latest = now.steps[now.steps.length - 1];
    if (latest?.unit) drawn.push(way.show(latest.step, wayTold(latest)));
    const told = now.result[0];
    if (told?.fit?.curve?.points?.length > 1) drawn.push(error.show(1, "Error of values that were left out, by the strength of the penalty."));
    // What has no way to show keeps no room for it.
    way.element.hidden = !latest && !isBusy(now);
    if (!isBusy(now)) onended();
    if (told) result.replaceChildren(found(told, now));
  });
  close.now = standing.close;
  body.append(title(run.title), standing.element, way.element, error.element, result, h("details", {}, h("summary", {}, "The same on the command line"), h("p", {}, h("code", {}, run.command))));
  await Promise.all(drawn);
};

/** What the picture of weights on the way shows. @param {{ step: number, unit: string }} latest */
const wayTold = ({ step, unit }) => unit === "generation"
  ? `Weights by generation, after ${step}: what went into the hall of fame.`
  : `Weights by the number of states they were fitted to, up to ${number(step)}.`;

/**
 * A picture of the server that is drawn anew whenever there is more to show.
 * @param {HTMLElement} body @param {string} id @param {"weights" | "error"} picture
 */
const pictureOf = (body, id, picture) => {
  const figure = h("div", { class: "chart" });
  const caption = h("figcaption", { style: "min-height:1.4em" });
  const element = h("figure", { hidden: picture === "error", dataset: { picture } }, figure, caption);
  let [shown, wanted, asking] = [-1, -1, false];
  // One picture is on its way at a time: steps may come faster than pictures.
  const show = async (/** @type {number} */ step, /** @type {string} */ words) => {
    wanted = step;
    caption.textContent = words;
    element.hidden = false;
    if (asking) return;
    asking = true;
    try {
      while (shown !== wanted) {
        shown = wanted;
        putPlot(figure, await get(`runs/${id}/learning`, { picture, width: plotWidth(body) }));
      }
    } catch (error) { figure.replaceChildren(complaint(error)); }
    asking = false;
  };
  return { element, show };
};

/** @param {any} told @param {any} run */
const found = (told, run) => {
  const spec = `linear:weights=weights/${run.order.name}.toml`;
  const rows = told.fit ? [...told.fit.coefficients, told.fit.intercept].map((/** @type {any} */ own) => [own.name, signed(own.weight), number(own.se), number(own.t)]) : Object.entries(told.weights.weights).map(([name, weight]) => [name, signed(/** @type {number} */ (weight)), "", ""]);
  return h("div", {}, h("h2", {}, "Weights"),
    told.fit ? h("p", { class: "soft" }, `R² ${number(told.fit.r2)}${told.unseen_r2 !== null ? `, on unseen rows ${number(told.unseen_r2)}` : ""}; ${number(told.states)} states.`) : h("p", { class: "soft" }, `${number(told.games)} games by ${told.by}.`),
    h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "feature"), h("th", { class: "n" }, "weight"), h("th", { class: "n" }, "std error"), h("th", { class: "n" }, "t"))), h("tbody", {}, ...rows.map((own) => h("tr", {}, h("th", {}, own[0]), ...own.slice(1).map((one) => h("td", { class: "n" }, one))))))),
    h("p", { class: "row", style: "margin-top:.75rem" }, h("code", {}, spec), h("a", { href: `#/board?${new URLSearchParams({ game: told.game, by: spec })}` }, "on the board"), h("a", { href: `#/weights?${new URLSearchParams({ benchmark: run.order.benchmark ?? "connect4", start: `weights/${run.order.name}.toml` })}` }, "as sliders")));
};
