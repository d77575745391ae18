// Judging: curves, the states behind a point, runs compared; weights by hand.
import assert from "node:assert/strict";
import { readable } from "./access.mjs";
import { fits, open, phone, picture, test, wide } from "./kit.mjs";

const intoStates = async () => {
  const page = await open(wide, "#/judge");
  await page.waitForSelector("button.main >> text=/^Judge$/");
  await readable(page);
  await page.click("button.main >> text=/^Judge$/");
  await page.waitForSelector(".chart [data-x]");
  await readable(page);
  await picture(page, "judge");
  await page.click("[aria-label='Metric'] >> text=/^regret$/");
  await page.waitForSelector("figcaption >> text=lower is better");
  await page.waitForSelector(".chart svg[aria-label^='regret'] [data-x]");
  const point = page.locator(".chart [data-series='threats'] [data-x='2']").first();
  const box = await point.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => /states/.test(document.getElementById("tip").textContent));
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector(".states .card svg.board .mark");
  assert.match(await page.textContent(".states h2"), /^threats, ply 2$/);
  const scores = (await page.locator(".states .card .caption b").allTextContents()).map((own) => Number(/[\d.]+$/.exec(own)[0]));
  assert.ok(scores.length > 1, "there are several");
  assert.deepEqual(scores, [...scores].sort((a, b) => b - a), "the most regretted first");
  await page.selectOption("[aria-label='Beside it']", "lines");
  await page.check("#only-differing");
  await page.waitForSelector(".states .card >> text=They choose differently here.");
  const cards = await page.evaluate(() => [...document.querySelectorAll(".states .card")].map((card) => ({
    heads: [...card.querySelectorAll("th")].map((own) => own.textContent),
    chosen: [3, 4].map((column) => [...card.querySelectorAll("tbody tr")].filter((own) => own.querySelector(`td:nth-child(${column})`).textContent.includes("◂")).map((own) => own.querySelector("td").textContent)),
    marked: card.querySelectorAll(".choice").length, other: card.querySelectorAll(".choice.other").length, words: card.textContent.includes("They choose differently"),
  })));
  for (const card of cards) {
    assert.deepEqual(card.heads, ["move", "truth", "threats", "lines"]);
    assert.notDeepEqual(card.chosen[0], card.chosen[1]);
    assert.ok(card.words && card.marked > 0 && card.other > 0, "both choices are on the board");
  }
  await readable(page);
  await page.evaluate(() => document.querySelector(".states").scrollIntoView({ behavior: "instant" }));
  await picture(page, "states");
  // The same by keys.
  await page.click("text=Close");
  await page.focus(".chart svg");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".states .card svg.board .mark");
  await page.context().close();
};

/** Judges once more, and compares the two newest runs. */
const compareNewest = async (page) => {
  await page.evaluate(async () => {
    const order = { kind: "judge", benchmark: "connect4", heuristics: ["lines"], metrics: ["regret"], plies: "8..20" };
    await fetch("/api/jobs", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(order) });
  });
  const states = () => page.evaluate(async () => (await (await fetch("/api/jobs?kind=judge")).json()).jobs.map((own) => own.state));
  for (let tries = 0; tries < 150 && !(await states()).every((own) => own === "done"); tries += 1) await page.waitForTimeout(100);
  await page.reload();
  await page.locator(".runs input").nth(0).check();
  await page.locator(".runs input").nth(1).check();
  await page.click("text=Compare those marked");
  await page.waitForSelector("text=2 runs compared");
};

const compared = async () => {
  const page = await open(wide, "#/judge");
  await compareNewest(page);
  await page.waitForSelector("th:has-text('filters')");
  assert.equal(await page.locator("th:has-text('labelled by')").count(), 0, "what is the same is not told");
  assert.ok((await page.locator(".chart [data-series]").count()) > 3, "their curves are in one picture");
  await readable(page);
  await picture(page, "compare");
  await page.context().close();
  const alike = await open(wide, "#/judge");
  await compareNewest(alike);
  await alike.waitForSelector("text=They were made alike");
  const column = alike.locator("th.n >> text=/^regret$/");
  assert.equal(await column.count(), 0, "a mean that is the same is not told");
  await alike.click("text=differences only");
  await column.waitFor();
  await alike.click("text=differences only");
  await column.waitFor({ state: "detached" });
  await alike.context().close();
};

const badSpec = async () => {
  const page = await open(phone, "#/judge");
  await page.fill("[aria-label='Heuristic'] >> nth=0", "lins");
  await page.click("button.main >> text=/^Judge$/");
  await page.waitForSelector(".error >> text=lines");
  await page.fill("[aria-label='Heuristic'] >> nth=0", "process:cmd=(rm -rf x)");
  await page.click("button.main >> text=/^Judge$/");
  await page.waitForSelector(".error >> text=--allow-processes");
  await page.fill("[aria-label='Heuristic'] >> nth=0", "negascout");
  await page.click("[aria-label='Parameters of Heuristic'] >> nth=0");
  await page.fill(".params input[id$='-depth']", "2");
  await page.press(".params input[id$='-depth']", "Enter");
  assert.equal(await page.inputValue("[aria-label='Heuristic'] >> nth=0"), "negascout:depth=2");
  await readable(page);
  await fits(page);
  await page.context().close();
};

const slider = async () => {
  const page = await open(wide, "#/weights");
  const curve = () => page.evaluate(() => document.querySelector(".chart [data-series='yours'] .pp-line")?.getAttribute("d"));
  await page.waitForSelector(".chart [data-series='yours'] .pp-line");
  await page.waitForSelector("[data-took]");
  await readable(page);
  const before = await curve();
  const box = await page.locator("#w-own3").boundingBox();
  const place = (share) => [box.x + box.width * share, box.y + box.height / 2];
  await page.mouse.move(...place(0.75));
  await page.mouse.down();
  const took = [];
  for (let step = 1; step <= 20; step += 1) {
    await page.mouse.move(...place(0.75 - 0.03 * step));
    await page.waitForTimeout(50);
    took.push(Number(await page.evaluate(() => document.querySelector("[data-took]").dataset.took)));
  }
  await page.mouse.up();
  await page.waitForFunction((own) => document.querySelector(".chart [data-series='yours'] .pp-line")?.getAttribute("d") !== own, before);
  took.sort((a, b) => a - b);
  console.log(`    slider to curve: median ${took[10].toFixed(0)} ms, longest ${took[19].toFixed(0)} ms`);
  assert.ok(took[10] < 100, `${took[10]} ms`);
  await picture(page, "weights");
  await page.fill("[aria-label='Name']", "by-hand");
  await page.click("text=Save");
  await page.waitForSelector("text=linear:weights=weights/by-hand.toml");
  await page.context().close();
};

export const judge = async () => {
  await test("judge, and click into the states behind a point, the worst first, two heuristics side by side", intoStates);
  await test("runs are compared, and only what differs is told", compared);
  await test("a bad spec in a form is told with its hint, parameters are set in a form", badSpec);
  await test("a slider is dragged and the curve moves", slider);
};
