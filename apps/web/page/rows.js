// Long lists: only the lines that are seen are there, and only those are asked for.
import { h } from "./dom.js";

let lists = 0;

/**
 * A list of lines of one height whose data come in pages.
 * @param {{ height: number, columns: string, load: (from: number, count: number) => Promise<{ total: number, items: any[] }>,
 *   line: (item: any) => (Node | string)[], onpick?: (item: any, at: number) => void, label: string, key?: (item: any) => string }} options
 */
export const virtualRows = ({ height, columns, load, line, onpick, label }) => {
  const PAGE = 50;
  /** @type {Map<number, any>} */
  const known = new Map();
  /** @type {Set<number>} */
  const asked = new Set();
  let total = 0;
  let picked = -1;
  let age = 0;
  lists += 1;
  const id = `rows${lists}`;
  const inner = h("div", { role: "presentation" });
  const outer = h("div", { class: "virtual", role: "listbox", "aria-label": label, tabindex: 0 }, inner);

  const ask = async (/** @type {number} */ page) => {
    if (asked.has(page)) return;
    asked.add(page);
    const own = age;
    await load(page * PAGE, PAGE).then((told) => {
      if (own !== age) return;
      total = told.total;
      told.items.forEach((item, at) => known.set(page * PAGE + at, item));
      inner.style.height = `${total * height}px`;
      paint();
    }).catch(() => asked.delete(page));
  };
  const paint = () => {
    const first = Math.max(0, Math.floor(outer.scrollTop / height) - 4);
    const last = Math.min(total, Math.ceil((outer.scrollTop + outer.clientHeight) / height) + 4);
    const lines = [];
    for (let at = first; at < last; at += 1) {
      const item = known.get(at);
      if (item === undefined) { ask(Math.floor(at / PAGE)); continue; }
      lines.push(h("div", { id: `${id}-${at}`, class: `line${at === picked ? " on" : ""}`, role: "option", "aria-selected": String(at === picked), "aria-posinset": at + 1, "aria-setsize": total,
        style: `top:${at * height}px;height:${height}px;grid-template-columns:${columns}`,
        onclick: () => pick(at) }, ...line(item).map((own) => h("span", {}, own))));
    }
    inner.replaceChildren(...lines);
    if (picked >= first && picked < last) outer.setAttribute("aria-activedescendant", `${id}-${picked}`);
    else outer.removeAttribute("aria-activedescendant");
  };
  const pick = (/** @type {number} */ at) => {
    const item = known.get(at);
    if (!item) return;
    picked = at;
    outer.focus({ preventScroll: true });
    const top = at * height;
    if (top < outer.scrollTop) outer.scrollTop = top;
    if (top + height > outer.scrollTop + outer.clientHeight) outer.scrollTop = top + height - outer.clientHeight;
    paint();
    onpick?.(item, at);
  };
  outer.addEventListener("scroll", paint, { passive: true });
  outer.addEventListener("keydown", (event) => {
    const step = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 })[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    pick(Math.max(0, Math.min(total - 1, picked + step)));
  });
  const refresh = (keep = false) => {
    age += 1;
    asked.clear();
    if (!keep) { known.clear(); picked = -1; outer.scrollTop = 0; }
    return ask(Math.floor(outer.scrollTop / height / PAGE));
  };
  new ResizeObserver(paint).observe(outer);
  const ready = refresh();
  return { element: outer, refresh, ready, get total() { return total; } };
};
