// The frame of the page: views, the address, light and dark.
import { complaint, h } from "./dom.js";
import { heedKeys, showKeys, viewKeys } from "./keys.js";

/**
 * A view fills an element, and may give a function that ends it.
 * @typedef {{ query: URLSearchParams, go: (path: string, query?: Record<string, any>, replace?: boolean) => void }} Place
 * @typedef {(root: HTMLElement, place: Place) => Promise<void | (() => void)>} View
 */

/** Milliseconds that a view may take before it is shown without its data. */
const PATIENCE = 2000;

/** @type {[string, string, () => Promise<{ view: View }>][]} */
const VIEWS = [
  ["board", "Board", () => import("./board.js")],
  ["judge", "Judge", () => import("./judge.js")],
  ["weights", "Weights", () => import("./weigh.js")],
  ["benchmarks", "Benchmarks", () => import("./benchmarks.js")],
  ["matches", "Matches", () => import("./matches.js")],
  ["learn", "Learn", () => import("./learn.js")],
];

const root = document.documentElement;
const main = /** @type {HTMLElement} */ (document.getElementById("view"));
const nav = /** @type {HTMLElement} */ (document.querySelector("header nav"));
const themeButton = /** @type {HTMLElement} */ (document.getElementById("theme"));

const system = matchMedia("(prefers-color-scheme: dark)");
const theme = () => root.dataset.theme ?? (system.matches ? "dark" : "light");
const showTheme = () => {
  root.dataset.theme = theme();
  themeButton.textContent = theme() === "dark" ? "Light" : "Dark";
  themeButton.setAttribute("aria-pressed", String(theme() === "dark"));
};
const turnTheme = () => {
  root.dataset.theme = theme() === "dark" ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* not kept, then */ }
  showTheme();
};
try { root.dataset.theme = localStorage.getItem("theme") ?? theme(); } catch { /* the system's, then */ }
themeButton.addEventListener("click", turnTheme);
showTheme();

const links = VIEWS.map(([name, title]) => h("a", { href: `#/${name}` }, title));
nav.append(...links);

/** The address: the view's name and what it shows. */
const here = () => {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return { path: path || "board", query: new URLSearchParams(query ?? "") };
};

/** @param {string} path @param {Record<string, any>} [query] @param {boolean} [replace] without showing the view anew */
const go = (path, query = {}, replace = false) => {
  const known = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  const hash = `#/${path}${text ? `?${text}` : ""}`;
  if (replace) history.replaceState(null, "", hash);
  else location.hash = hash;
};

/** @type {void | (() => void)} */
let leave;
let shown = 0;

const show = async () => {
  const { path, query } = here();
  const entry = VIEWS.find(([name]) => name === path) ?? VIEWS[0];
  links.forEach((link, at) => {
    if (VIEWS[at] === entry) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  document.title = `${entry[1]} · Plyscope`;
  leave?.();
  leave = undefined;
  viewKeys([]);
  const own = (shown += 1);
  const into = h("div", { class: "coming" });
  try {
    const { view } = await entry[2]();
    if (own !== shown) return;
    // It is laid out unseen until it has its data, so that nothing jumps; who waits long sees what there is.
    const reveal = () => { if (own === shown && into.classList.replace("coming", "here")) main.replaceChildren(h("h1", { class: "unseen" }, entry[1]), into); };
    main.append(into);
    const patience = setTimeout(reveal, PATIENCE);
    const left = await view(into, { query, go }).finally(() => clearTimeout(patience));
    reveal();
    if (own === shown) leave = left;
    else { into.remove(); left?.(); }
  } catch (error) {
    if (own === shown) main.replaceChildren(complaint(error));
  }
};

addEventListener("hashchange", show);
document.getElementById("help")?.addEventListener("click", showKeys);
heedKeys((place) => go(VIEWS[place][0]), turnTheme);
show();
