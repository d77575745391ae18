// Runs: their list, how far they are, stopping them and letting them go on.
import { get, listen, post, remove } from "./api.js";
import { announce, button, complaint, h, moment, number } from "./dom.js";

/** @param {any} run */
export const isBusy = (run) => run.state === "running" || run.state === "waiting";

/** @param {any} run */
const told = (run) => {
  const at = run.progress;
  if (run.state === "waiting") return "waits for its turn";
  if (run.state !== "running" || !at) return run.state;
  return at.of ? `${number(at.done)} of ${number(at.of)} ${at.unit}` : `${number(at.done)} ${at.unit}`;
};

/**
 * How a run stands, kept up to date until it has ended.
 * @param {any} run
 * @param {(run: any) => void} onchange told of every change
 */
export const follow = (run, onchange) => {
  const bar = h("progress", { max: 1, "aria-label": "progress" });
  const words = h("span", { class: `state ${run.state}` }, told(run));
  // Both stay where they are: news must not take the focus from them.
  const stop = button("Stop", () => act("stop"));
  const goOn = button("Go on", () => act("resume"), { class: "main" });
  const trouble = h("div");
  const element = h("div", { class: "stack" }, h("div", { class: "spread" }, words, h("span", { class: "row" }, stop, goOn)), bar, trouble);
  const close = { now: () => {} };

  const act = async (/** @type {string} */ what) => {
    try { show(await post(`jobs/${run.id}/${what}`)); if (what === "resume") listenTo(); } catch (error) { trouble.replaceChildren(complaint(error)); }
  };
  const show = (/** @type {any} */ now) => {
    const ended = isBusy(run) && !isBusy(now);
    run = now;
    words.textContent = told(run);
    words.className = `state ${run.state}`;
    bar.hidden = !isBusy(run);
    if (run.progress?.of) bar.value = run.progress.done / run.progress.of;
    else if (isBusy(run)) bar.removeAttribute("value");
    stop.hidden = !isBusy(run);
    goOn.hidden = !run.can_resume;
    trouble.replaceChildren(...(run.error ? [complaint({ what: run.error.error, hint: run.error.hint })] : []));
    if (ended) announce(`${run.title}: ${run.state}`);
    onchange(run);
  };
  const listenTo = () => {
    close.now();
    let ended = false;
    close.now = listen(`jobs/${run.id}/events`, {}, {
      job: (now) => { ended = !isBusy(now); show(now); },
      closed: () => { if (!ended) setTimeout(listenTo, 1000); },
      failed: (error) => trouble.replaceChildren(complaint(error)),
    });
  };
  show(run);
  if (isBusy(run)) listenTo();
  return { element, close: () => close.now() };
};

/**
 * The runs of a kind, the newest first.
 * @param {{ kind: string, view: string, current?: string | null, onpicked?: (ids: string[]) => void, onremoved?: () => void }} options
 */
export const runList = ({ kind, view, current, onpicked, onremoved }) => {
  const list = h("ul", { class: "runs" });
  const more = button("More", () => { count += 50; load(); }, { class: "quiet" });
  const element = h("section", {}, h("h2", {}, "Runs"), list, more);
  /** @type {Set<string>} */
  const picked = new Set();
  let count = 30;
  const load = async () => {
    const { total, jobs } = await get("jobs", { kind, count });
    more.hidden = total <= count;
    list.replaceChildren(...(jobs.length ? jobs.map(line) : [h("li", { class: "soft" }, h("span"), "None yet.")]));
  };
  const line = (/** @type {any} */ run) => h("li", { class: run.id === current ? "on" : "" },
    onpicked && run.state === "done" ? h("input", { type: "checkbox", checked: picked.has(run.id), "aria-label": `Compare ${run.id}`, onchange: (/** @type {Event} */ event) => {
      if (/** @type {HTMLInputElement} */ (event.target).checked) picked.add(run.id); else picked.delete(run.id);
      onpicked([...picked]);
    } }) : h("span"),
    h("a", { href: `#/${view}?run=${run.id}`, title: run.title }, run.title),
    h("small", {}, h("span", { class: `state ${run.state}` }, run.state), ` · ${run.id} · ${moment(run.began)} `,
      !isBusy(run) && button("remove", async () => { await remove(`jobs/${run.id}`); picked.delete(run.id); await load(); if (run.id === current) onremoved?.(); }, { class: "quiet", "aria-label": `Remove ${run.id}` })));
  const ready = load();
  return { element, load, ready };
};
