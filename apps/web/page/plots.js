// Pictures of the server in the page: hover reads values, a click on a point tells which it is.

const tip = () => /** @type {HTMLElement} */ (document.getElementById("tip"));

/** @param {string} text @param {number} x @param {number} y */
export const showTip = (text, x, y) => {
  const own = tip();
  own.textContent = text;
  own.hidden = false;
  const box = own.getBoundingClientRect();
  const left = Math.max(8, Math.min(x - box.width / 2, innerWidth - box.width - 8));
  const top = y - box.height - 14 > 0 ? y - box.height - 14 : y + 18;
  own.style.transform = `translate(${left}px, ${top}px)`;
};
export const hideTip = () => { tip().hidden = true; };

/**
 * Puts a picture into a figure and makes its points alive.
 * @param {HTMLElement} figure
 * @param {string} svg
 * @param {(series: string, x: number) => void} [onPoint]
 */
export const putPlot = (figure, svg, onPoint) => {
  figure.innerHTML = svg;
  const picture = figure.querySelector("svg");
  if (!picture) return;
  const points = /** @type {SVGGraphicsElement[]} */ ([...picture.querySelectorAll("[data-x]")]);
  for (const point of points) {
    const title = point.querySelector("title");
    point.dataset.told = title?.textContent ?? "";
    title?.remove();
  }
  const seriesOf = (/** @type {Element} */ point) => /** @type {HTMLElement | null} */ (point.closest("[data-series]"))?.dataset.series ?? "";
  /** The point that is nearest; across counts more, since curves are read by their x. @param {PointerEvent | MouseEvent} event */
  const nearest = (event) => {
    let best = null;
    let far = 70;
    for (const point of points) {
      const box = point.getBoundingClientRect();
      const distance = Math.hypot(2 * (box.x + box.width / 2 - event.clientX), box.y + box.height / 2 - event.clientY);
      if (distance < far) [best, far] = [point, distance];
    }
    return best;
  };
  /** @type {Element | null} */
  let lit = null;
  const light = (/** @type {SVGGraphicsElement | null} */ point) => {
    lit?.classList.remove("on");
    lit = point;
    if (!point) return hideTip();
    point.classList.add("on");
    const box = point.getBoundingClientRect();
    showTip(point.dataset.told ?? "", box.x + box.width / 2, box.y);
  };
  picture.addEventListener("pointermove", (event) => light(nearest(event)));
  picture.addEventListener("pointerleave", () => light(null));
  const take = (/** @type {SVGGraphicsElement | null} */ point) => { if (point) { hideTip(); onPoint?.(seriesOf(point), Number(point.dataset.x)); } };
  if (!onPoint) return;
  picture.addEventListener("click", (event) => take(nearest(event)));
  picture.setAttribute("tabindex", "0");
  // Keys are for it, and not for the reader's own commands.
  picture.setAttribute("role", "application");
  picture.setAttribute("aria-label", `${picture.getAttribute("aria-label") ?? "curve"}: arrows go from point to point, Enter shows the states behind one`);
  picture.addEventListener("blur", () => light(null));
  picture.addEventListener("keydown", (event) => {
    const at = points.indexOf(/** @type {any} */ (lit));
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 });
    if (event.key in steps) light(points[Math.max(0, Math.min(points.length - 1, at + steps[event.key]))]);
    else if (event.key === "Enter") take(/** @type {any} */ (lit));
    else return;
    event.preventDefault();
  });
};

/** How wide a picture may be in an element that is on the page. @param {Element} element */
export const plotWidth = (element) => Math.min(860, Math.max(320, element.clientWidth));

/** The colour of a name, as the pictures give it: names in alphabetical order. @param {string[]} names @param {string} name */
export const colourClass = (names, name) => {
  const sorted = [...new Set(names)].sort((a, b) => (a < b ? -1 : 1));
  return `pp-c${(sorted.indexOf(name) % 7) + 1}`;
};
