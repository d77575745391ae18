// Keys: what they do in every view, and a list of them.
import { button, h, title } from "./dom.js";

/** @type {[string, string][]} */
const EVERYWHERE = [
  ["1 – 6", "the views, from the left"],
  ["d", "light or dark"],
  ["?", "this list"],
];

/** @type {{ keys: [string, string, () => void][] }} */
const view = { keys: [] };

/** The keys of the view that is shown. @param {[string, string, () => void][]} keys key, what it does, and doing it */
export const viewKeys = (keys) => {
  view.keys = keys;
};

const NAMES = /** @type {Record<string, string>} */ ({ ArrowLeft: "←", ArrowRight: "→", " ": "space" });

export const showKeys = () => {
  const known = [...view.keys.map(([key, about]) => [NAMES[key] ?? key, about]), ...EVERYWHERE];
  const close = () => dialog.close();
  const dialog = h("dialog", { "aria-label": "Keys", onclose: () => dialog.remove() },
    title("Keys"),
    h("dl", { class: "keys" }, ...known.flatMap(([key, about]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, about)])),
    h("p", { class: "row end" }, button("Close", close, { class: "main" })));
  document.body.append(dialog);
  dialog.showModal();
};

/** @param {(place: number) => void} go @param {() => void} theme */
export const heedKeys = (go, theme) => {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")) return;
    const own = view.keys.find(([key]) => key === event.key);
    if (own) own[2]();
    else if (event.key === "?") showKeys();
    else if (event.key === "d") theme();
    else if (/^[1-6]$/.test(event.key)) go(Number(event.key) - 1);
    else return;
    event.preventDefault();
  });
};
