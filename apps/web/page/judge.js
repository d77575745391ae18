// Judging: choose a benchmark and heuristics, run, read curves, click into states, compare runs.
import { get, once, post } from "./api.js";
import { button, complaint, field, h, number, select, title } from "./dom.js";
import { comparison } from "./compare.js";
import { follow, isBusy, runList } from "./jobs.js";
import { colourClass, plotWidth, putPlot } from "./plots.js";
import { agentsOf, specField } from "./spec.js";
import { statesPanel } from "./states.js";

/** Metrics that are asked for unless told otherwise. */
const USUAL = ["regret", "strict-best", "kendall"];

/** @type {import("./app.js").View} */
export const view = async (root, { query, go }) => {
  const run = query.get("run");
  const compared = query.get("compare");
  const list = runList({ kind: "judge", view: "judge", current: run, onremoved: () => go("judge"),
    onpicked: (ids) => { compare.disabled = ids.length < 2; picked = ids; } });
  /** @type {string[]} */
  let picked = [];
  const compare = button("Compare those marked", () => go("judge", { compare: picked.join(",") }), { disabled: true });
  const body = h("section");
  let close = () => {};
  root.append(h("div", { class: "side" }, h("aside", { class: "stack" }, button("New judgement", () => go("judge"), { class: "main" }), list.element, h("div", {}, compare)), body));
  if (compared) body.append(await comparison(compared.split(","), plotWidth(body)));
  else if (run) close = await showRun(body, run, list.load);
  else body.append(await form(query, go));
  await list.ready;
  return () => close();
};

/** @param {URLSearchParams} query @param {(path: string, query?: Record<string, any>) => void} go */
const form = async (query, go) => {
  const [benchmarks, metrics] = await Promise.all([get("benchmarks"), once("metrics")]);
  const names = benchmarks.filter((/** @type {any} */ own) => !own.trouble);
  const benchmark = select(names.map((/** @type {any} */ own) => [own.name, `${own.name} – ${own.game}, ${own.states} states, by ${own.labeller.split(":")[0]}`]), query.get("benchmark") ?? "connect4", { onchange: () => heuristicsOf() });
  const rows = h("div", { class: "stack" });
  /** @type {{ value: string, element: Element }[]} */
  let fields = [];
  let known = /** @type {any[]} */ ([]);
  let weights = /** @type {string[]} */ ([]);
  const add = (/** @type {string} */ value) => {
    const own = specField({ value, label: "Heuristic", known, weights });
    const row = h("div", { style: "display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.3rem" }, own.element, button("×", () => { fields = fields.filter((other) => other !== own); row.remove(); }, { class: "quiet", "aria-label": `Remove ${value}` }));
    fields.push(own);
    rows.append(row);
  };
  const heuristicsOf = async () => {
    const about = names.find((/** @type {any} */ own) => own.name === benchmark.value);
    const game = await once("game", { game: about.game });
    weights = (await get("weights")).filter((/** @type {any} */ own) => own.weights?.game === game.game).map((/** @type {any} */ own) => own.path);
    known = agentsOf(game);
    rows.replaceChildren();
    fields = [];
    for (const own of game.usual.slice(0, 4)) add(own);
  };
  const checks = metrics.map((/** @type {any} */ own) => h("label", { title: own.about }, h("input", { type: "checkbox", value: own.name, checked: USUAL.includes(own.name) }), ` ${own.name}`));
  const own = h("input", { placeholder: "mine=max(truth)-mean(truth)" });
  const by = select(["ply", "phase", "player", "all"], "ply");
  const plies = h("input", { placeholder: "10..20" });
  const player = select([["", "both"], "first", "second"], "");
  const moves = h("input", { placeholder: "2..7" });
  const critical = h("input", { placeholder: "0", inputmode: "decimal" });
  const where = h("input", { placeholder: "ply > 10 and spread > 0" });
  const time = h("input", { placeholder: "none" });
  const trouble = h("div");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const chosen = checks.map((/** @type {HTMLElement} */ own) => /** @type {HTMLInputElement} */ (own.querySelector("input"))).filter((/** @type {HTMLInputElement} */ own) => own.checked).map((/** @type {HTMLInputElement} */ own) => own.value);
    const order = { kind: "judge", benchmark: benchmark.value, heuristics: fields.map((own) => own.value).filter(Boolean), metrics: [...chosen, ...(own.value.trim() ? [own.value.trim()] : [])], by: by.value,
      plies: plies.value.trim() || null, player: player.value || null, moves: moves.value.trim() || null, critical: critical.value ? Number(critical.value) : null, where: where.value.trim() || null, time: time.value.trim() || null };
    try { const run = await post("jobs", order); go("judge", { run: run.id }); } catch (error) { trouble.replaceChildren(complaint(error)); }
  };
  await heuristicsOf();
  return h("form", { class: "stack", onsubmit: submit },
    h("div", {}, title("Judge heuristics"), h("p", { class: "soft" }, "Any agent against the truth: how good, where it fails, and how sure that is.")),
    field("Benchmark", benchmark), h("div", {}, h("span", { class: "label" }, "Heuristics"), rows, h("p", { style: "margin:.5rem 0 0" }, button("Add one", () => add("")), " ", h("a", { href: `#/weights?${new URLSearchParams({ benchmark: benchmark.value })}` }, h("small", {}, "make weights by hand")))),
    h("fieldset", { style: "border:0;padding:0;margin:0" }, h("legend", { class: "label" }, "Metrics"), h("div", { class: "checks" }, ...checks)),
    h("div", { class: "fields" }, field("Curves by", by), field("Player", player)),
    h("details", {}, h("summary", {}, "Filters, limits, a metric of your own"), h("div", { class: "fields", style: "padding-top:.5rem" }, field("Plies", plies), field("Legal moves", moves), field("Best and worst differ by", critical), field("Where", where), field("Time per state", time), field("Metric of your own", own, "NAME=EXPRESSION"))),
    trouble, h("p", { class: "row" }, h("button", { class: "main" }, "Judge")));
};

/** @param {HTMLElement} body @param {string} id @param {() => void} onended */
const showRun = async (body, id, onended) => {
  const run = await get(`jobs/${id}`);
  const findings = h("div");
  /** @type {Promise<void> | null} */
  let found = null;
  const standing = follow(run, (now) => { if (!isBusy(now)) onended(); if (!found && now.state === "done") found = finding(findings, id).catch((error) => findings.replaceChildren(complaint(error))); });
  body.append(title(run.title), standing.element, h("details", {}, h("summary", {}, "The same on the command line"), h("p", {}, h("code", {}, run.command))), findings);
  if (isBusy(run)) findings.replaceChildren(h("div", { class: "chart" }));
  await found;
  return standing.close;
};

/** Who is expected to win, with the Elo of each in every use. @param {any} told */
const expected = (told) => {
  const uses = ["one-ply", "depth-3", "mcts"];
  const names = [...new Set(told.predicted.map((/** @type {any} */ own) => own.name))];
  const cell = (/** @type {string} */ name, /** @type {string} */ use) => {
    const own = told.predicted.find((/** @type {any} */ one) => one.name === name && one.use === use);
    const signed = (/** @type {number} */ elo) => `${elo < 0 ? "−" : "+"}${Math.abs(Math.round(elo))}`;
    return h("td", { class: "n" }, signed(own.elo), h("small", {}, `${signed(own.low)} … ${signed(own.high)}`));
  };
  return h("section", { id: "verdict" },
    h("p", {}, h("strong", {}, `${told.verdict}.`)),
    h("details", {}, h("summary", {}, "Expected Elo in every use, and what it rests on"),
      h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "heuristic"), ...uses.map((use) => h("th", { class: "n" }, use)))),
        h("tbody", {}, ...names.map((name) => h("tr", {}, h("th", {}, name), ...uses.map((use) => cell(name, use))))))),
      h("ul", {}, ...[...told.prediction.more, ...told.prediction.notes].map((/** @type {string} */ own) => h("li", {}, own)))));
};

/** @param {HTMLElement} into @param {string} id */
const finding = async (into, id) => {
  const told = await get(`runs/${id}/judgement`);
  const names = told.heuristics.map((/** @type {any} */ own) => own.name);
  const metrics = told.metrics.filter((/** @type {any} */ own) => own.better !== "neither");
  const first = told.deciding?.metric ?? metrics[0]?.name;
  const figure = h("figure", { class: "chart" });
  const tabs = h("div", { class: "tabs", role: "group", "aria-label": "Metric" });
  const about = h("figcaption", { style: "font-size:.8125rem;min-height:2.4em" });
  const states = h("div");
  const open = (/** @type {string} */ heuristic, /** @type {number | undefined} */ group) => {
    const name = told.heuristics.find((/** @type {any} */ own) => own.name === heuristic)?.scores.find((/** @type {any} */ own) => own.metric === current)?.groups.find((/** @type {any} */ own) => own.group === group)?.name;
    states.replaceChildren(statesPanel({ run: id, heuristics: names, heuristic, metric: current, group, groupName: group === undefined ? undefined : `${told.grouping} ${name}`, onclose: () => states.replaceChildren() }));
    states.scrollIntoView({ behavior: "smooth", block: "start" });
  };
  let current = first;
  const show = async (/** @type {string} */ metric) => {
    current = metric;
    for (const own of tabs.children) own.setAttribute("aria-pressed", String(own.textContent === metric));
    const own = metrics.find((/** @type {any} */ one) => one.name === metric);
    about.textContent = `${own.about}; ${own.better} is better. Point at the curve to read it, click on a point for the states behind it.`;
    putPlot(figure, await get(`runs/${id}/curve`, { metric, width: plotWidth(into) }), (heuristic, x) => { if (names.includes(heuristic)) open(heuristic, x); });
  };
  tabs.append(...metrics.map((/** @type {any} */ own) => button(own.name, () => show(own.name), { "aria-pressed": "false" })));
  const best = (/** @type {any} */ metric) => {
    const means = told.heuristics.map((/** @type {any} */ own) => own.scores.find((/** @type {any} */ one) => one.metric === metric.name)?.all?.mean).filter((/** @type {any} */ own) => own !== undefined);
    return metric.better === "lower" ? Math.min(...means) : Math.max(...means);
  };
  const row = (/** @type {any} */ own) => h("tr", { class: "go", onclick: () => open(own.name, undefined) },
    h("th", {}, h("span", { class: `swatch ${colourClass(names, own.name)}` }), h("button", { type: "button", class: "quiet name", style: "color:inherit;padding:0" }, own.name), own.spec !== own.name ? h("small", {}, own.spec) : null),
    ...metrics.map((/** @type {any} */ metric) => {
      const mean = own.scores.find((/** @type {any} */ one) => one.metric === metric.name)?.all;
      return h("td", { class: `n ${mean && mean.mean === best(metric) ? "best-cell" : ""}` }, number(mean?.mean), mean?.low !== null && mean?.low !== undefined ? h("small", {}, `${number(mean.low)} … ${number(mean.high)}`) : null);
    }));
  into.replaceChildren(
    told.verdict ? expected(told) : h("span"),
    h("p", { class: "soft" }, `${told.states} states of ${told.source.name}, truth by ${told.source.labeller}${told.truth.made === "proved" ? ", all proved" : ""}${told.filters.length ? `; ${told.filters.join(", ")}` : ""}.`),
    tabs, figure, about,
    h("h2", {}, "Means, with 95 % bands"),
    h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "heuristic"), ...metrics.map((/** @type {any} */ own) => h("th", { class: "n", title: own.about }, own.name)))), h("tbody", {}, ...told.heuristics.map(row)))),
    told.comparisons.length ? h("div", {}, h("h2", {}, "Comparisons"), h("ul", {}, ...told.comparisons.map((/** @type {any} */ own) => h("li", {}, own.verdict.startsWith("no ") ? `${own.first}, ${own.second}: ` : "", own.verdict)))) : h("span"),
    told.notes.length ? h("details", {}, h("summary", {}, "Before you trust a number"), h("ul", {}, ...told.notes.map((/** @type {string} */ own) => h("li", {}, own)))) : h("span"),
    states);
  await show(first);
};
