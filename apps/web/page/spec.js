// A field for a spec: typed, chosen from a list, or put together in a form of its parameters.
import { button, h } from "./dom.js";

/** @param {string} text @returns {{ name: string, args: [string, string][] }} */
export const parse = (text) => {
  const colon = text.indexOf(":");
  const [name, rest] = colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
  /** @type {string[]} */
  const parts = [];
  let [open, part] = [0, ""];
  for (const letter of rest) {
    if (letter === "(") open += 1;
    if (letter === ")") open -= 1;
    if (letter === "," && open === 0) { parts.push(part); part = ""; } else part += letter;
  }
  if (part.trim()) parts.push(part);
  return { name: name.trim(), args: parts.map((own) => {
    const equals = own.indexOf("=");
    return /** @type {[string, string]} */ (equals < 0 ? ["", own.trim()] : [own.slice(0, equals).trim(), own.slice(equals + 1).trim()]);
  }) };
};

/** @param {{ name: string, args: [string, string][] }} spec */
export const write = ({ name, args }) => {
  const bare = (/** @type {string} */ value) => (/[,:=]/.test(value) && !value.startsWith("(") ? `(${value})` : value);
  const given = args.filter(([, value]) => value !== "");
  return given.length ? `${name}:${given.map(([key, value]) => (key ? `${key}=${bare(value)}` : value)).join(",")}` : name;
};

let lists = 0;

/**
 * A field that takes any agent of a game.
 * @param {{ value?: string, label: string, known: any[], extra?: string[], onchange?: (value: string) => void, weights?: string[] }} options
 */
export const specField = ({ value = "", label, known, extra = [], onchange, weights = [] }) => {
  lists += 1;
  const list = h("datalist", { id: `specs${lists}` }, ...[...extra, ...known.map((own) => own.name), ...weights.map((own) => `linear:weights=${own}`)].map((own) => h("option", { value: own })));
  const input = h("input", { value, list: list.id, "aria-label": label, spellcheck: "false", autocomplete: "off", placeholder: "agent", onchange: () => { if (!params.hidden) fill(); onchange?.(input.value.trim()); } });
  const params = h("div", { class: "params", hidden: true });
  const form = button("…", () => { params.hidden = !params.hidden; form.setAttribute("aria-expanded", String(!params.hidden)); if (!params.hidden) fill(); }, { title: "Set its parameters", "aria-label": `Parameters of ${label}`, "aria-expanded": "false", class: "quiet" });

  const fill = () => {
    const spec = parse(input.value);
    const listing = known.find((own) => own.name === spec.name);
    if (!listing) return params.replaceChildren(h("small", {}, `Nothing is known of “${spec.name}”. Type a name from the list.`));
    const rows = listing.parameters.flatMap((/** @type {any} */ own) => {
      const id = `${list.id}-${own.name}`;
      const set = (/** @type {string} */ text) => {
        const now = parse(input.value);
        now.args = now.args.filter(([key]) => key !== own.name);
        if (text.trim()) now.args.push([own.name, text.trim()]);
        input.value = write(now);
        onchange?.(input.value);
      };
      const given = spec.args.find(([key]) => key === own.name)?.[1] ?? "";
      return [h("label", { for: id, title: own.about }, own.name), h("input", { id, value: given.replace(/^\((.*)\)$/, "$1"), placeholder: own.default || "–", title: `${own.about} (${own.values})`, onchange: (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value),
        // Enter sets the parameter, and does not yet send the form around it.
        onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") { event.preventDefault(); set(/** @type {HTMLInputElement} */ (event.target).value); } } })];
    });
    params.replaceChildren(h("small", {}, listing.about), ...(rows.length ? rows : [h("small", {}, "Nothing can be set.")]));
  };
  /** Adds to the list what came later. @param {string[]} more */
  const offer = (more) => list.append(...more.map((own) => h("option", { value: own })));
  return { element: h("div", { class: "spec" }, input, form, params, list), offer, get value() { return input.value.trim(); }, set value(text) { input.value = text; if (!params.hidden) fill(); }, input };
};

/** All that can be named as an agent. @param {any} game */
export const agentsOf = (game) => [...game.agents, ...game.evaluators, ...game.heuristics];
