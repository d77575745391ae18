// Opens a report in a real browser and holds it against the JSON of the same judgement:
//   node report.mjs PAGE.html JUDGEMENT.json OUTPUT-FOLDER
// Writes four screenshots (light and dark, wide and narrow) into the folder.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [pageFile, dataFile, folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node report.mjs PAGE.html JUDGEMENT.json OUTPUT-FOLDER");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const address = pathToFileURL(resolve(pageFile)).href;
const judgement = JSON.parse(readFileSync(dataFile, "utf8"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  // Without a graphics card; containers have little shared memory.
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };

/** A busy machine paints a page of twelve thousand lines slowly. */
const PATIENCE = 120_000;

/** A page that remembers what it complained about and what it asked for. */
async function open(viewport, colorScheme) {
  const context = await browser.newContext({ viewport, colorScheme, acceptDownloads: true });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (url !== address && !url.startsWith("data:") && !url.startsWith("blob:")) troubles.push(`asked for ${url}`);
  });
  await page.goto(address);
  return { page, troubles, context };
}

const number = (text) => Number(text.replace("\u2212", "-"));

/** Whether a text shows a value, to the digits printed. */
function shows(text, value, where) {
  const decimals = (text.split(".")[1] ?? "").length;
  const slack = 0.5 * 10 ** -decimals + 1e-9;
  assert.ok(Math.abs(number(text) - value) <= slack, `${where}: the page says ${text}, the data ${value}`);
}

const score = (heuristic, metric) =>
  judgement.heuristics.find((own) => own.name === heuristic)?.scores.find((own) => own.metric === metric);

/** The text of what a button saves, and the name of its file. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

/** The rows of a CSV text. */
function rows(text) {
  const cells = [[]];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ",") cells.at(-1).push(cell), (cell = "");
    else if (letter === "\n") cells.at(-1).push(cell), (cell = ""), cells.push([]);
    else if (letter !== "\r") cell += letter;
  }
  return cells.slice(0, -1);
}

const tests = {
  "the page holds the same judgement as the JSON": async (page) => {
    const inside = await page.evaluate(() => JSON.parse(document.getElementById("judgement").textContent));
    assert.deepEqual(inside, judgement);
  },

  "every number of the tables is that of the JSON": async (page) => {
    const cells = await page.$$eval("td[data-heuristic][data-metric]", (all) => all.map((cell) => ({
      table: cell.closest("figure").dataset.name,
      heuristic: cell.dataset.heuristic,
      metric: cell.dataset.metric,
      numbers: [...cell.querySelectorAll("data")].map((own) => [own.dataset.column, own.value, own.textContent]),
    })));
    const tables = new Set(cells.map((cell) => cell.table));
    assert.deepEqual([...tables].sort(), ["metrics", "summary"]);
    for (const { heuristic, metric, numbers } of cells) {
      const all = score(heuristic, metric)?.all ?? null;
      assert.equal(numbers.length, all ? 3 : 0, `${heuristic}, ${metric}`);
      for (const [column, value, text] of numbers) {
        assert.equal(Number(value), all[column], `${heuristic}, ${metric}, ${column}`);
        shows(text, all[column], `${heuristic}, ${metric}, ${column}`);
      }
    }
    const complete = cells.filter((cell) => cell.table === "metrics").length;
    assert.equal(complete, judgement.heuristics.length * judgement.metrics.length);
    const best = await page.$$eval("td.best", (all) => all.map((cell) => [cell.dataset.heuristic, cell.dataset.metric]));
    for (const [heuristic, metric] of best) {
      const means = judgement.heuristics.map((own) => score(own.name, metric)?.all?.mean).filter((own) => own != null);
      const better = judgement.metrics.find((own) => own.name === metric).better;
      const most = better === "higher" ? Math.max(...means) : Math.min(...means);
      assert.equal(score(heuristic, metric).all.mean, most, `${heuristic} is not best by ${metric}`);
    }
  },

  "every verdict and note is told": async (page) => {
    const text = (await page.textContent("main")).toLowerCase();
    for (const { verdict } of judgement.comparisons) assert.ok(text.includes(verdict.toLowerCase()), verdict);
    for (const note of judgement.notes) assert.ok(text.includes(note.toLowerCase()), note);
    for (const { name } of judgement.metrics) assert.ok(text.includes(name.toLowerCase()), name);
  },

  "the pointer over a curve shows its numbers": async (page) => {
    const metric = judgement.metrics[0].name;
    const figure = page.locator(`figure.chart[data-metric=${JSON.stringify(metric)}]`).last();
    await figure.scrollIntoViewIfNeeded();
    const svg = figure.locator("svg.plyscope-plot");
    const place = await svg.evaluate((own) => {
      const line = own.querySelector("g[data-series]:not(.pp-c0) > .pp-line");
      const at = line.getPointAtLength(0.5 * line.getTotalLength());
      const on = new DOMPoint(at.x, at.y).matrixTransform(own.getScreenCTM());
      return { x: on.x, y: on.y, series: line.parentNode.dataset.series };
    });
    await page.mouse.move(place.x, place.y);
    const tip = page.locator("#tip");
    await tip.waitFor({ state: "visible" });
    const told = await tip.innerText();
    const heading = told.split("\n")[0];
    const group = score(place.series, metric).groups.find((own) => heading === `${judgement.grouping} ${own.name}`);
    assert.ok(group, `no group is called ${heading}`);
    assert.ok(told.includes(place.series), told);
    const [, mean, low, high] = told.match(/([−\d.]+) \[([−\d.]+), ([−\d.]+)\]/);
    shows(mean, group.mean, "mean");
    shows(low, group.low, "low");
    shows(high, group.high, "high");
    assert.ok(told.includes(`${group.states} state`), told);
    await page.screenshot({ path: join(folder, "hover.png") });
    await page.mouse.move(2, 2);
    await tip.waitFor({ state: "hidden" });
  },

  "the keyboard shows them too": async (page) => {
    const svg = page.locator("figure.chart[data-metric] svg.plyscope-plot").first();
    // A press of a key first, so that the browser takes the focus as one by keyboard.
    await page.keyboard.press("Tab");
    await svg.focus();
    const tip = page.locator("#tip");
    await tip.waitFor({ state: "visible" });
    const before = await tip.innerText();
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await tip.innerText(), before);
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "hidden" });
  },

  "every figure tells something to those who do not see it": async (page) => {
    const silent = await page.$$eval("main svg[role=img]", (all) => all.filter((own) => !own.getAttribute("aria-label")).length);
    assert.equal(silent, 0);
    const levels = await page.$$eval("h1,h2,h3,h4", (all) => all.map((own) => Number(own.localName[1])));
    levels.reduce((last, level) => {
      assert.ok(level <= last + 1, "a level of headings is left out");
      return level;
    }, 0);
  },

  "every figure can be saved as a file of its own": async (page) => {
    const buttons = await page.locator("button[data-save=svg]").all();
    assert.ok(buttons.length > judgement.metrics.length);
    for (const button of [buttons[0], buttons.at(Math.floor(buttons.length / 2)), buttons.at(-1)]) {
      const { name, text } = await saved(page, button);
      assert.match(name, /^[a-z0-9-]+\.svg$/);
      const found = await page.evaluate((source) => {
        const file = new DOMParser().parseFromString(source, "image/svg+xml");
        const root = file.documentElement;
        return {
          error: file.querySelector("parsererror")?.textContent,
          root: root.localName, space: root.namespaceURI,
          size: [root.getAttribute("width"), root.getAttribute("height")],
          style: root.querySelector("style")?.textContent.includes("--pp-ink"),
          paper: root.querySelector("rect.pp-paper") !== null,
        };
      }, text);
      assert.equal(found.error, undefined, name);
      assert.deepEqual([found.root, found.space], ["svg", "http://www.w3.org/2000/svg"]);
      assert.ok(found.size.every((own) => Number(own) > 0) && found.style && found.paper, name);
      // A variable that the file does not define itself would be lost with the page.
      const used = [...text.matchAll(/var\((--pp-[a-z0-9]+)/g)].map((found) => found[1]);
      assert.deepEqual(used.filter((name) => !text.includes(`${name}:`)), []);
    }
  },

  "the tables can be saved as CSV": async (page) => {
    const button = page.locator('figure[data-name="summary"] button[data-save=csv]');
    const { name, text } = await saved(page, button);
    assert.equal(name, "summary.csv");
    const [head, ...body] = rows(text);
    assert.ok(body.every((row) => row.length === head.length), "rows of unequal length");
    for (const row of body.filter((row) => judgement.heuristics.some((own) => own.name === row[0]))) {
      head.slice(1).forEach((column, at) => {
        const [, metric, part] = column.match(/^(.*) (mean|low|high)$/);
        const wanted = score(row[0], metric).all?.[part] ?? "";
        assert.equal(row[at + 1] === "" ? "" : Number(row[at + 1]), wanted, `${row[0]}, ${column}`);
      });
    }
    assert.ok(body.length >= judgement.heuristics.length);
    for (const other of await page.locator("button[data-save=csv]").all()) {
      const [first, ...rest] = rows((await saved(page, other)).text);
      assert.ok(rest.length > 0 && rest.every((row) => row.length === first.length));
    }
  },

  "the whole judgement can be saved as JSON": async (page) => {
    const { text } = await saved(page, page.locator("button[data-save=json]"));
    assert.deepEqual(JSON.parse(text), judgement);
  },

  "the button turns the page dark and light again": async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.click("#theme");
    assert.notEqual(await paper(), light);
    assert.equal(await page.getAttribute("#theme", "aria-pressed"), "true");
    await page.click("#theme");
    assert.equal(await paper(), light);
  },

  "printed, no button is left and nothing is wider than the paper": async (page) => {
    await page.emulateMedia({ media: "print" });
    const buttons = await page.$$eval("button", (all) => all.filter((own) => own.offsetParent !== null).length);
    assert.equal(buttons, 0);
    await page.pdf({ path: join(folder, "report.pdf"), format: "A4", margin: { top: "15mm", bottom: "15mm", left: "15mm", right: "15mm" } });
    await page.emulateMedia({ media: "screen" });
  },
};

let passed = 0;
let failed = 0;
async function run(name, test) {
  try {
    await test();
    passed += 1;
    console.log(`ok   ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n     ${error.message}`);
  }
}

const wide = await open(WIDE, "light");
for (const [name, test] of Object.entries(tests)) await run(name, () => test(wide.page));
await run("nothing is complained about and nothing asked from outside", () => assert.deepEqual(wide.troubles, []));
await wide.context.close();

for (const [width, viewport] of Object.entries({ wide: WIDE, narrow: NARROW })) {
  for (const scheme of ["light", "dark"]) {
    const { page, troubles, context } = await open(viewport, scheme);
    await page.screenshot({ path: join(folder, `${width}-${scheme}.png`), fullPage: true });
    await run(`${width} and ${scheme}: nothing scrolls sideways, nothing is complained about`, async () => {
      const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(content <= window, `${content} units in a window of ${window}`);
      assert.deepEqual(troubles, []);
    });
    await context.close();
  }
}
const smallest = await open({ width: 360, height: 640 }, "light");
await run("at 360 units nothing scrolls sideways", async () => {
  assert.ok((await smallest.page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
});
await browser.close();
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
