"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");

  // Light and dark: the reader's setting until the button is pressed.
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const theme = () => root.dataset.theme ?? (system.matches ? "dark" : "light");
  const showTheme = () => {
    const dark = theme() === "dark";
    button.textContent = dark ? "Light" : "Dark";
    button.setAttribute("aria-pressed", String(dark));
  };
  button.addEventListener("click", () => {
    root.dataset.theme = theme() === "dark" ? "light" : "dark";
    showTheme();
  });
  system.addEventListener("change", showTheme);
  showTheme();

  // Saving.
  const save = (name, type, text) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };

  /** The picture as a file of its own, as it looks now. */
  const standalone = (svg) => {
    const space = "http://www.w3.org/2000/svg";
    const copy = svg.cloneNode(true);
    const { width, height } = svg.viewBox.baseVal;
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    copy.setAttribute("data-theme", theme());
    for (const name of ["class", "style", "tabindex"]) copy.removeAttribute(name);
    for (const one of copy.querySelectorAll(".here")) one.remove();
    for (const one of copy.querySelectorAll(".on")) one.classList.remove("on");
    const style = document.createElementNS(space, "style");
    style.textContent = document.getElementById("plot-style").textContent;
    const paper = document.createElementNS(space, "rect");
    for (const [name, value] of [["class", "pp-paper"], ["width", "100%"], ["height", "100%"], ["fill", "#ffffff"]]) {
      paper.setAttribute(name, value);
    }
    const first = copy.querySelector(":scope > desc");
    if (first) first.after(style, paper);
    else copy.prepend(style, paper);
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + new XMLSerializer().serializeToString(copy) + "\n";
  };

  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const words = (cell) => cell.textContent.replace(/\s+/g, " ").trim();

  /** The table with exact numbers; a cell of several becomes several columns. */
  const csv = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    const parts = heads.map((head) => (head.dataset.parts ? head.dataset.parts.split(" ") : []));
    const names = heads.flatMap((head, at) => {
      const name = head.dataset.name;
      return parts[at].length > 1 ? parts[at].map((part) => `${name} ${part}`) : [name];
    });
    const row = (cells) => cells.flatMap((cell, at) => {
      if (!parts[at].length) return [words(cell)];
      const number = (part) => cell.querySelector(`data[data-column="${part}"]`)?.value ?? "";
      return parts[at].map(number);
    });
    const rows = [...table.tBodies[0].rows].map((own) => row([...own.cells]));
    return [names, ...rows].map((own) => own.map(quoted).join(",") + "\r\n").join("");
  };

  const savers = {
    svg: (figure) => save(`${figure.dataset.name}.svg`, "image/svg+xml", standalone(figure.querySelector("svg"))),
    csv: (figure) => save(`${figure.dataset.name}.csv`, "text/csv", csv(figure.querySelector("table"))),
    json: () => save("judgement.json", "application/json", document.getElementById("judgement").textContent + "\n"),
  };
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("button[data-save]");
    if (pressed) savers[pressed.dataset.save](pressed.closest("figure"));
  });

  // What is under the pointer, or where the arrow keys have gone.
  const tip = document.getElementById("tip");
  const known = new WeakMap();
  let shown = null;

  const finding = JSON.parse(document.getElementById("judgement").textContent);
  const fixed = (value, digits) => value.toFixed(digits).replace(/^-(?=[0.]*$)/, "").replace("-", "\u2212");

  /** A curve's points: their places are those of its line, their numbers those of the judgement. */
  const curve = (group, metric, digits) => {
    const series = group.dataset.series;
    const scores = finding.heuristics.find((own) => own.name === series)?.scores;
    const groups = scores?.find((own) => own.metric === metric)?.groups ?? [];
    const line = group.querySelector(":scope > .pp-line")?.getAttribute("d");
    const lone = group.querySelector(":scope > circle");
    const places = line
      ? [...line.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map((own) => [Number(own[1]), Number(own[2])])
      : lone && groups.length === 1 ? [[Number(lone.getAttribute("cx")), Number(lone.getAttribute("cy"))]] : [];
    if (places.length !== groups.length) return [];
    const number = (value) => fixed(value, digits);
    return groups.map((own, at) => ({
      series, group, x: places[at][0], y: places[at][1], dot: true,
      heading: `${finding.grouping} ${own.name}`,
      value: number(own.mean) + (own.low === null || own.high === null ? "" : ` [${number(own.low)}, ${number(own.high)}]`),
      more: (own.chance === null ? [] : [`random order ${number(own.chance)}`]).concat(`${own.states} state${own.states === 1 ? "" : "s"}`),
    }));
  };

  /** A mark that has a title: `name`, then `ply 12: 0.61 (0.5 to 0.7)`, then more; or any words. */
  const titled = (mark) => {
    const series = mark.closest("[data-series]")?.dataset.series;
    const lines = mark.querySelector("title").textContent.split("\n");
    const rest = series !== undefined && lines[0] === series ? lines.slice(1) : lines;
    const colon = rest[0].indexOf(": ");
    const split = colon < 0 ? [rest[0], ""] : [rest[0].slice(0, colon), rest[0].slice(colon + 2)];
    const box = mark.getBBox();
    return {
      mark, series, box, heading: split[0], value: split[1], more: rest.slice(1),
      x: box.x + box.width / 2, y: box.y + box.height / 2, dot: mark.localName === "circle",
    };
  };

  /** Everything in a picture that has something to tell, with its place in the picture. */
  const marks = (svg) => {
    if (!known.has(svg)) {
      const { metric, digits } = svg.closest("figure").dataset;
      const groups = metric === undefined ? [] : [...svg.querySelectorAll("g[data-series]:not(.pp-c0)")];
      const titles = [...svg.querySelectorAll("title")].map((title) => title.parentNode);
      known.set(svg, [
        ...groups.flatMap((group) => curve(group, metric, Number(digits))),
        ...titles.filter((one) => one.getBBox && one !== svg).map(titled),
      ]);
    }
    return known.get(svg);
  };

  /** How far a place is from a mark; across counts more, since curves are read by their x. */
  const distance = (own, x, y) => {
    if (own.dot) return Math.hypot(2 * (own.x - x), own.y - y);
    const out = (at, from, size) => Math.max(from - at, 0, at - from - size);
    return Math.hypot(out(x, own.box.x, own.box.width), out(y, own.box.y, own.box.height));
  };
  const REACH = 60;

  const nearest = (svg, x, y) => {
    let best = null;
    for (const own of marks(svg)) {
      const far = distance(own, x, y);
      if (far < REACH && (!best || far < best.far)) best = { own, far };
    }
    return best?.own;
  };

  const element = (name, cls, text) => {
    const one = document.createElement(name);
    if (cls) one.className = cls;
    one.textContent = text;
    return one;
  };

  /** The other curves at the same place of the same panel. */
  const beside = (svg, own) => {
    if (!svg.closest(".shared") || !own.dot) return [own];
    return marks(svg).filter((other) => other.dot && Math.abs(other.x - own.x) < 0.01);
  };

  const fill = (svg, own) => {
    tip.replaceChildren(element("b", "", own.heading));
    for (const one of beside(svg, own)) {
      const row = element("div", "", "");
      row.append(element(one === own ? "b" : "span", "", one.series ?? ""));
      row.append(element("span", "value", one.value));
      tip.append(row);
    }
    if (own.more.length) tip.append(element("span", "more", own.more.join("\n")));
  };

  const hide = () => {
    tip.hidden = true;
    shown?.own.mark?.classList.remove("on");
    shown?.here?.remove();
    shown = null;
  };

  /** A dot on a curve where there was none. */
  const dot = (own) => {
    const here = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [name, value] of [["class", "here"], ["cx", own.x], ["cy", own.y], ["r", 4], ["fill", "currentColor"]]) {
      here.setAttribute(name, value);
    }
    own.group.append(here);
    return here;
  };

  const show = (svg, own) => {
    if (!own || shown?.own === own) return;
    hide();
    shown = { svg, own, here: own.group && dot(own) };
    own.mark?.classList.add("on");
    fill(svg, own);
    tip.hidden = false;
    const to = (shown.here ?? own.mark).getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const wide = root.clientWidth;
    const left = Math.max(Math.min(to.x + to.width / 2 - size.width / 2, wide - size.width - 8), 8);
    const above = to.y - size.height - 8;
    const top = above > 0 ? above : to.bottom + 8;
    tip.style.transform = `translate(${left + scrollX}px, ${top + scrollY}px)`;
  };

  const place = (svg, event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return nearest(svg, point.x, point.y);
  };

  /** The next mark in a direction: along the same curve, or to another one. */
  const step = (svg, own, key) => {
    const all = marks(svg);
    if (!own) return all[0];
    const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const ahead = all.filter((other) => (other.x - own.x) * across + (other.y - own.y) * down > 0.01);
    const curve = ahead.filter((other) => across && own.series !== undefined && other.series === own.series);
    const far = (other) => {
      const [x, y] = [Math.abs(other.x - own.x), Math.abs(other.y - own.y)];
      return across ? x + 4 * y : y + 4 * x;
    };
    const along = (other) => Math.abs(other.x - own.x);
    const [from, by] = curve.length ? [curve, along] : [ahead, far];
    return from.reduce((best, other) => (!best || by(other) < by(best) ? other : best), null) ?? own;
  };

  for (const svg of document.querySelectorAll("svg.plyscope-plot, svg.plyscope-board")) {
    if (!svg.querySelector("title") && svg.closest("figure").dataset.metric === undefined) continue;
    svg.setAttribute("tabindex", "0");
    const at = (event) => {
      const own = place(svg, event);
      if (own) show(svg, own);
      else hide();
    };
    svg.addEventListener("pointermove", at);
    svg.addEventListener("pointerdown", at);
    svg.addEventListener("pointerleave", hide);
    svg.addEventListener("focus", () => {
      if (svg.matches(":focus-visible")) show(svg, marks(svg)[0]);
    });
    svg.addEventListener("blur", hide);
    svg.addEventListener("keydown", (event) => {
      if (event.key === "Escape") hide();
      if (!event.key.startsWith("Arrow")) return;
      event.preventDefault();
      show(svg, step(svg, shown?.svg === svg ? shown.own : null, event.key));
    });
  }
})();
