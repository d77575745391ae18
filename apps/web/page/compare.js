// Runs side by side: their curves, their means, and only what differs between them.
import { get } from "./api.js";
import { button, h, number, title } from "./dom.js";
import { colourClass, putPlot } from "./plots.js";

/** @param {string[]} ids @param {number} width of the picture */
export const comparison = async (ids, width) => {
  const figure = h("figure", { class: "chart" });
  const tabs = h("div", { class: "tabs", role: "group", "aria-label": "Metric" });
  const rows = h("div", { class: "scroll" });
  const differences = h("div", { class: "scroll" });
  let only = true;
  const onlyField = h("input", { type: "checkbox", id: "only", checked: true, onchange: () => { only = onlyField.checked; show(metric); } });
  let metric = "";
  const show = async (/** @type {string | undefined} */ asked) => {
    const told = await get("compare", { runs: ids.join(","), metric: asked, width });
    metric = told.metric;
    tabs.replaceChildren(...told.metrics.map((/** @type {string} */ own) => button(own, () => show(own), { "aria-pressed": String(own === metric) })));
    if (told.svg) putPlot(figure, told.svg);
    else figure.replaceChildren(h("p", { class: "soft" }, "These runs are grouped differently: they have no common curve."));
    const names = told.rows.map((/** @type {any} */ own) => own.name);
    const mean = (/** @type {any} */ row, /** @type {string} */ own) => row.scores[own]?.mean;
    const differs = (/** @type {string} */ own) => told.rows.some((/** @type {any} */ row) => mean(row, own) !== mean(told.rows[0], own));
    const shown = told.metrics.filter((/** @type {string} */ own) => !only || differs(own));
    rows.replaceChildren(h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "heuristic"), ...shown.map((/** @type {string} */ own) => h("th", { class: "n" }, own)))),
      h("tbody", {}, ...told.rows.map((/** @type {any} */ row) => h("tr", {}, h("th", {}, h("span", { class: `swatch ${colourClass(names, row.name)}` }), h("a", { href: `#/judge?run=${row.run}`, class: "name" }, row.name)),
        ...shown.map((/** @type {string} */ own) => h("td", { class: "n" }, number(mean(row, own)), row.scores[own]?.low !== null && row.scores[own]?.low !== undefined ? h("small", {}, `${number(row.scores[own].low)} … ${number(row.scores[own].high)}`) : null)))))));
    differences.replaceChildren(told.differences.length
      ? h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "what"), ...ids.map((own) => h("th", {}, own)))), h("tbody", {}, ...told.differences.map((/** @type {any} */ own) => h("tr", {}, h("th", {}, own.what), ...ids.map((id) => h("td", {}, String(own.values[id] ?? "–")))))))
      : h("p", { class: "soft" }, "They were made alike: same benchmark, filters and heuristics."));
  };
  await show(undefined);
  return h("section", { class: "stack" }, title(`${ids.length} runs compared`), tabs, figure,
    h("div", { class: "spread" }, h("h2", {}, "Means"), h("span", { class: "row" }, onlyField, h("label", { for: "only" }, "differences only"))), rows, h("h2", {}, "How they were made"), differences);
};
