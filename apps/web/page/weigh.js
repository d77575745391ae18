// Weights by hand: sliders for a linear evaluator; the curve answers while one drags.
import { get, once, post } from "./api.js";
import { button, complaint, field, h, keepFocus, number, select, signed, title } from "./dom.js";
import { putPlot } from "./plots.js";

/** @type {import("./app.js").View} */
export const view = async (root, { query, go }) => {
  const benchmarks = (await get("benchmarks")).filter((/** @type {any} */ own) => !own.trouble && own.states <= 20000);
  const name = query.get("benchmark") ?? "connect4";
  const about = benchmarks.find((/** @type {any} */ own) => own.name === name) ?? benchmarks[0];
  const [game, files] = await Promise.all([once("game", { game: about.game }), get("weights")]);
  const own = files.filter((/** @type {any} */ file) => file.weights?.game === game.game);
  /** @type {{ name: string, features: string, weights: Record<string, number> }[]} */
  const starts = [...game.sums, ...own.map((/** @type {any} */ file) => ({ name: file.path, features: file.weights.features, weights: file.weights.weights })), ...game.features.map((/** @type {any} */ set) => ({ name: `${set.name}, all 0`, features: set.name, weights: {} }))];
  const start = starts.find((one) => one.name === query.get("start")) ?? starts[0];
  const benchmark = select(benchmarks.map((/** @type {any} */ one) => [one.name, `${one.name}, ${one.states} states`]), about.name, { onchange: () => go("weights", { benchmark: benchmark.value }) });
  const origin = select(starts.map((one) => one.name), start?.name ?? "", { onchange: () => go("weights", { benchmark: about.name, start: origin.value }) });
  if (!start) {
    root.append(title("Weights by hand"), field("Benchmark", benchmark), h("p", { class: "soft" }, `${game.game} has no features that could be weighed.`));
    return;
  }
  const set = game.features.find((/** @type {any} */ one) => one.name === start.features);
  const all = [...new Set([game.deciding, "regret", "strict-best", "kendall"])];
  let metric = game.deciding;

  /** @type {Record<string, number>} */
  const weights = Object.fromEntries(set.features.map((/** @type {any} */ one) => [one.name, start.weights[one.name] ?? 0]));
  const before = { ...weights };
  const reach = Math.max(4, ...Object.values(weights).map((one) => Math.abs(one) * 2));
  const figure = h("figure", { class: "chart", "aria-live": "off" });
  const means = h("tbody");
  const speed = h("small", { "aria-live": "off" });
  const trouble = h("div");
  const tabs = h("div", { class: "tabs", role: "group", "aria-label": "Metric" });

  // One question is on its way at a time, and the newest weights are asked next.
  let asking = false;
  let waiting = false;
  let changed = 0;
  const change = () => { changed = performance.now(); return ask(); };
  const ask = async () => {
    if (asking) { waiting = true; return; }
    asking = true;
    const begun = changed;
    try {
      const isMoved = Object.keys(weights).some((one) => weights[one] !== before[one]);
      const told = await post("weigh", { benchmark: about.name, features: set.name, weights, metrics: all, metric, shadow: isMoved ? before : null, width: Math.min(860, Math.max(320, figure.clientWidth || 700)) });
      putPlot(figure, told.svg);
      paintMeans(told);
      // From the slider's move to the frame that shows its curve.
      requestAnimationFrame(() => {
        const took = performance.now() - begun;
        speed.textContent = `${told.states} states judged in ${number(told.milliseconds, 2)} ms, shown after ${number(took, 2)} ms`;
        speed.dataset.took = String(took);
      });
      trouble.replaceChildren();
    } catch (error) { trouble.replaceChildren(complaint(error)); }
    asking = false;
    if (waiting) { waiting = false; ask(); }
  };
  const paintMeans = (/** @type {any} */ told) => {
    means.replaceChildren(...told.scores.map((/** @type {any} */ one, /** @type {number} */ at) => {
      const was = told.shadow?.[at]?.all?.mean;
      const better = told.metrics.find((/** @type {any} */ own) => own.name === one.metric)?.better === "lower" ? -1 : 1;
      const change = was === undefined || one.all === null ? 0 : one.all.mean - was;
      return h("tr", {}, h("th", {}, one.metric), h("td", { class: "n best-cell" }, number(one.all?.mean)), h("td", { class: "n soft" }, was === undefined ? "" : number(was)),
        h("td", { class: `n ${change * better > 0 ? "good" : change ? "bad" : ""}` }, change ? `${signed(change, 2)} ${change * better > 0 ? "better" : "worse"}` : ""));
    }));
    keepFocus(tabs, () => tabs.replaceChildren(...told.scores.map((/** @type {any} */ one) => button(one.metric, () => { metric = one.metric; change(); }, { "aria-pressed": String(one.metric === metric), dataset: { key: one.metric } }))));
  };
  const sliders = set.features.map((/** @type {any} */ one) => {
    const id = `w-${one.name}`;
    const range = h("input", { id, type: "range", min: -reach, max: reach, step: reach / 200, value: String(weights[one.name]) });
    const exact = h("input", { type: "number", step: "any", value: String(weights[one.name]), "aria-label": `${one.name}, exactly` });
    const put = (/** @type {number} */ value) => { if (!Number.isFinite(value)) return; weights[one.name] = value; range.value = String(value); exact.value = String(Number(value.toPrecision(4))); change(); };
    range.addEventListener("input", () => put(Number(range.value)));
    exact.addEventListener("change", () => put(Number(exact.value)));
    return { name: one.name, put, element: h("div", { class: "slider", title: one.about }, h("label", { for: id }, one.name), range, exact) };
  });
  const reset = button("As it was", () => { for (const one of sliders) { weights[one.name] = before[one.name]; } for (const one of sliders) one.put(before[one.name]); });
  const fileName = h("input", { placeholder: "my-weights", "aria-label": "Name", size: 14 });
  const saved = h("span", { class: "soft", role: "status" });
  const save = button("Save", async () => {
    try {
      const told = await post(`weights/${encodeURIComponent(fileName.value.trim())}`, { game: game.game, features: set.name, weights });
      saved.replaceChildren("saved: ", h("code", {}, `linear:weights=${told.path}`), " · ", h("a", { href: `#/board?${new URLSearchParams({ game: game.game, by: `linear:weights=${told.path}` })}` }, "on the board"));
      trouble.replaceChildren();
    } catch (error) { trouble.replaceChildren(complaint(error)); }
  });
  root.append(h("div", { class: "spread" }, title("Weights by hand"), speed),
    h("div", { class: "two weigh", style: "grid-template-columns:minmax(0,24rem) minmax(0,1fr)" },
      h("aside", { class: "stack" }, h("div", { class: "fields" }, field("Benchmark", benchmark), field("Begin with", origin)),
        h("div", { class: "stack" }, ...sliders.map((/** @type {any} */ one) => one.element)),
        h("div", { class: "row" }, reset, fileName, save), saved),
      h("section", { class: "stack" }, tabs, figure, trouble, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "mean of"), h("th", { class: "n" }, "yours"), h("th", { class: "n" }, "as it was"), h("th", { class: "n" }, "change"))), means))));
  await change();
};
