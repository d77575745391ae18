// Making elements, writing numbers, telling readers who do not see.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} props
 * @param {Child[]} children
 */
const fill = (element, props, children) => {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else if (name === "value") /** @type {HTMLInputElement} */ (element).value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((own) => own !== null && own !== undefined && own !== false).map((own) => (typeof own === "number" ? String(own) : /** @type {Node | string} */ (own))));
  return element;
};

/**
 * An element of the page.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export const h = (tag, props = {}, ...children) =>
  /** @type {HTMLElementTagNameMap[K]} */ (fill(document.createElement(tag), props, children));

/**
 * An element of a picture.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export const s = (tag, props = {}, ...children) =>
  /** @type {SVGElement} */ (fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children));

/** A number as people write it. @param {number | null | undefined} value @param {number} [digits] */
export const number = (value, digits = 3) => {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const text = Number.isInteger(value) && size < 1e6 ? String(value) : size >= 1000 ? value.toFixed(0) : Number(value.toPrecision(digits)).toString();
  return text.replace("-", "\u2212");
};

/** The same with its sign. @param {number | null | undefined} value @param {number} [digits] */
export const signed = (value, digits = 3) => (value && value > 0 ? "+" : "") + number(value, digits);

/** Tells readers who do not see what has changed. @param {string} text */
export const announce = (text) => {
  const news = document.getElementById("news");
  if (news) news.textContent = text;
};

/** An error in words, with its hint. @param {any} error */
export const complaint = (error) =>
  h("p", { class: "error", role: "alert" }, h("b", {}, error.what ?? String(error.message ?? error)), error.hint && h("span", {}, ` ${error.hint}`));

/** The heading of what is shown; the page's first heading is the name of the view. @param {string} text @param {Record<string, any>} [props] */
export const title = (text, props = {}) => h("h2", { class: "title", ...props }, text);

/**
 * Changes a part of the page, and leaves the focus where it was: on what has the same key afterwards.
 * @param {Element} root
 * @param {() => void} change
 */
export const keepFocus = (root, change) => {
  const focused = document.activeElement;
  // Who points and clicks has no use for it, and would see its ring.
  const key = focused?.matches(":focus-visible") && root.contains(focused) ? focused.getAttribute("data-key") : null;
  change();
  if (key === null || root.contains(document.activeElement)) return;
  /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus({ preventScroll: true });
};

/** A field with its label. @param {string} label @param {Element} field @param {string} [about] */
export const field = (label, field, about) => {
  // A field may be made of several: the first takes the label.
  const first = field.matches("input, select, textarea") ? field : field.querySelector("input, select, textarea") ?? field;
  const id = first.id || `f${Math.random().toString(36).slice(2, 9)}`;
  first.id = id;
  return h("div", { class: "field" }, h("label", { for: id }, label), field, about && h("small", {}, about));
};

/**
 * A choice of words.
 * @param {(string | [string, string])[]} options
 * @param {string} chosen
 * @param {Record<string, any>} [props]
 */
export const select = (options, chosen, props = {}) =>
  h("select", props, ...options.map((own) => {
    const [value, text] = Array.isArray(own) ? own : [own, own];
    return h("option", { value, selected: value === chosen }, text);
  }));

/** A button. @param {string} text @param {() => void} onclick @param {Record<string, any>} [props] */
export const button = (text, onclick, props = {}) => h("button", { type: "button", onclick, ...props }, text);

/** A time in words. @param {number | null | undefined} seconds since 1970 */
export const moment = (seconds) => (seconds ? new Date(seconds * 1000).toLocaleString([], { dateStyle: "short", timeStyle: "short" }) : "");
