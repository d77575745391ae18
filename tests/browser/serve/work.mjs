// Long work: benchmarks, matches and learners, watched while they run, stopped and resumed.
import assert from "node:assert/strict";
import { cpus } from "node:os";
import { readable } from "./access.mjs";
import { fits, hashOf, open, phone, picture, restart, restarted, test, turnTo, wide } from "./kit.mjs";

const RUNNING = ".side > section .state.running";
const progress = (page, pattern) => page.waitForFunction(([selector, own]) => new RegExp(own).test(document.querySelector(selector)?.textContent ?? ""), [RUNNING, pattern]);
const stopped = async (page) => {
  await page.click("text=/^Stop$/");
  await page.waitForSelector(".side > section .state.stopped");
};

const played = async () => {
  const page = await open(wide, "#/matches");
  await page.fill("form .field:has-text('Games') input >> nth=0", "40");
  await readable(page);
  await page.click("button.main >> text=/^Play$/");
  await page.waitForSelector("text=wins, draws, losses of lines");
  await page.waitForSelector(".side > section .state.done");
  await page.click(".virtual .line >> nth=3");
  await page.waitForSelector("text=Game 3:");
  await page.keyboard.press("ArrowUp");
  await page.waitForSelector("text=Game 2:");
  await page.click("[aria-label='Back']");
  await page.waitForSelector(".two svg.board");
  await page.waitForSelector(".side section >> text=/by (lines|threats): [+−0-9.]+/");
  await readable(page);
  await picture(page, "match");
  await page.context().close();
};

const watched = async () => {
  const page = await open(wide, "#/matches");
  await page.fill("[aria-label='First']", "mcts:playouts=3000");
  await page.fill("[aria-label='Second']", "mcts:playouts=2500");
  await page.fill("form .field:has-text('Sequential test') input", "elo0=0,elo1=5");
  await page.click("button.main >> text=/^Play$/");
  await page.waitForSelector("text=/games? that (is|are) played now/");
  if (cpus().length > 1) await page.waitForFunction(() => document.querySelectorAll(".two .boards svg.board").length > 1);
  const boards = () => [...document.querySelectorAll(".two svg.board")].map((own) => own.outerHTML);
  const before = await page.evaluate(boards);
  await page.waitForFunction((own) => {
    const now = [...document.querySelectorAll(".two svg.board")].map((board) => board.outerHTML);
    return now.length >= own.length && own.every((board, at) => now[at] !== board);
  }, before);
  await page.waitForSelector("text=/Elo, 95 %: .* to /");
  await page.waitForSelector("text=/Sequential test .*log likelihood ratio .*undecided/");
  const dot = await page.evaluate(() => parseFloat(document.querySelector(".sprt i").style.left));
  assert.ok(dot > 0 && dot < 100, `the test stands between its bounds: ${dot} %`);
  await page.waitForFunction(() => document.querySelectorAll(".virtual .line").length > 0);
  await readable(page);
  await picture(page, "live");
  // The button keeps the focus while news come in.
  await page.focus("text=/^Stop$/");
  await page.waitForTimeout(500);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".side > section .state.stopped");
  await page.context().close();
};

const decided = async () => {
  const page = await open(phone, "#/matches");
  await page.fill("[aria-label='First']", "negascout:depth=3");
  await page.fill("[aria-label='Second']", "random");
  await page.fill("form .field:has-text('Sequential test') input", "elo0=0,elo1=200");
  await page.click("button.main >> text=/^Play$/");
  await page.waitForSelector("text=/Sequential test .*decided for elo1|decided for .*1/");
  await fits(page);
  await page.context().close();
};

const reloaded = async () => {
  const page = await open(wide, "#/benchmarks?make=1");
  await page.fill("form .field:has-text('Game') input >> nth=0", "connect4");
  await page.fill("[placeholder='my-benchmark']", "half");
  await page.fill("form .field:has-text('States') input >> nth=0", "60000");
  await readable(page);
  await page.click("text=Make it");
  await progress(page, "\\d+ of 60000 states");
  await page.reload();
  await progress(page, "\\d+ of 60000 states");
  await picture(page, "make");
  await restart();
  const after = await open(wide, hashOf(page));
  await after.waitForSelector(".side > section .state.stopped, .side > section .state.interrupted");
  await after.click("text=Go on");
  await after.waitForSelector(RUNNING);
  await stopped(after);
  await after.context().close();
  await page.context().close();
  restarted();
};

const made = async () => {
  const page = await open(wide, "#/benchmarks?make=1");
  await page.fill("form .field:has-text('Game') input >> nth=0", "connect4");
  await page.fill("[aria-label='Labelled by']", "negascout:depth=7");
  await page.fill("[placeholder='my-benchmark']", "mine");
  await page.fill("form .field:has-text('States') input >> nth=0", "4000");
  await page.click("text=Make it");
  await progress(page, "[1-9]\\d* of 4000 states$");
  await stopped(page);
  const job = () => page.evaluate(async () => (await fetch(`/api/jobs/${new URLSearchParams(location.hash.split("?")[1]).get("run")}`)).json());
  const before = (await job()).progress.done;
  assert.ok(before > 0);
  await page.click("text=Go on");
  let now = await job();
  while (now.state !== "done") {
    assert.ok(now.progress.unit !== "states" || now.progress.done >= before, "what was labelled is not labelled again");
    await page.waitForTimeout(20);
    now = await job();
  }
  await page.waitForSelector(".side > section .state.done");
  await page.waitForSelector(".virtual .line >> nth=2");
  assert.match(await page.textContent("main"), /4000 states/);
  await page.context().close();
};

const browsed = async () => {
  const page = await open(wide, "#/benchmarks");
  await page.waitForSelector("a:text-is('othello8')");
  await readable(page);
  await picture(page, "benchmarks");
  await page.fill("[aria-label='Filter']", "tictac");
  await page.waitForFunction(() => [...document.querySelectorAll("tbody tr")].every((own) => own.textContent.includes("tictactoe")));
  await page.context().close();
  const small = await open(phone, "#/benchmarks?name=othello8");
  await small.locator(".virtual .line").nth(2).tap();
  await small.waitForSelector(".two svg.board .mark");
  await readable(small);
  await fits(small);
  await picture(small, "states-phone");
  // The benchmark's own values beside the board.
  await small.click("text=on the board");
  await small.waitForFunction(() => [...document.querySelectorAll(".values tbody td:nth-child(3)")].some((own) => /\d/.test(own.textContent)));
  assert.equal(await small.inputValue("[aria-label='Beside it']"), "benchmark:othello8");
  await small.locator(".stage .hit.can").first().click();
  await small.waitForSelector("text=othello8 has no such state");
  await small.context().close();
};

const learned = async () => {
  const page = await open(wide, "#/learn");
  await page.fill("[placeholder='my-weights']", "learned");
  await readable(page);
  await page.click("button.main >> text=/^Learn$/");
  await page.waitForSelector("[data-picture='error'] svg [data-x]");
  await page.waitForSelector("text=linear:weights=weights/learned.toml");
  await readable(page);
  await picture(page, "learn");
  await page.context().close();
};

/** The picture of weights on the way gets longer while the run goes on. */
const grows = async (page) => {
  const points = () => page.evaluate((running) => (document.querySelector(running) ? document.querySelectorAll("[data-picture='weights'] svg [data-x]").length : -1), RUNNING);
  await page.waitForSelector("[data-picture='weights'] svg [data-x]", { timeout: 30_000 });
  const before = await points();
  assert.ok(before > 0, "it is drawn while the run goes on");
  await page.waitForFunction(([running, own]) => document.querySelector(running) && document.querySelectorAll("[data-picture='weights'] svg [data-x]").length > own, [RUNNING, before]);
};

const converging = async () => {
  const page = await open(wide, "#/learn");
  await page.fill("[placeholder='my-weights']", "bred");
  await page.selectOption("form .field:has-text('Method') select", "genetic");
  await page.fill("form .field:has-text('Generations') input", "5000");
  await page.fill("[aria-label='By']", "linear");
  await page.click("button.main >> text=/^Learn$/");
  await grows(page);
  await page.waitForSelector("text=/Weights by generation, after [0-9]+/");
  await picture(page, "converging");
  await stopped(page);
  await page.click("text=New learner");
  await page.fill("[placeholder='my-weights']", "labelled");
  await page.selectOption("form .field:has-text('Values from') select", "");
  await page.fill("[aria-label='By']", "negascout:depth=3");
  await page.fill("form .field:has-text('States, if labelled now') input", "40000");
  await page.click("button.main >> text=/^Learn$/");
  await grows(page);
  await stopped(page);
  await page.context().close();
};

const steady = async () => {
  for (const look of [wide, phone]) {
    const page = await open(look, "#/learn");
    await page.waitForSelector("text=Learn weights");
    await page.evaluate(() => {
      window.jumps = [];
      new PerformanceObserver((list) => window.jumps.push(...list.getEntries().map((own) => own.value))).observe({ type: "layout-shift" });
    });
    const runs = await page.evaluate(async () => (await (await fetch("/api/jobs?count=100")).json()).jobs.filter((own) => own.state === "done").map((own) => [own.kind, own.id]));
    const latest = { judge: "judge", truth: "benchmarks", match: "matches", learn: "learn" };
    const shown = Object.entries(latest).map(([kind, view]) => `#/${view}?run=${runs.find((own) => own[0] === kind)?.[1]}`).filter((own) => !own.includes("undefined"));
    for (const hash of ["#/board", "#/judge", "#/weights", "#/benchmarks", "#/matches", ...shown]) {
      await page.evaluate(() => { window.jumps.length = 0; });
      await turnTo(page, hash);
      await page.waitForFunction((own) => document.querySelector("nav [aria-current]").hash === own.split("?")[0] && !document.querySelector(".coming"), hash);
      await page.waitForTimeout(150);
      const jumped = await page.evaluate(() => window.jumps.reduce((sum, own) => sum + own, 0));
      assert.ok(jumped < 0.05, `${hash} at ${look.viewport.width} pixels: ${jumped}`);
    }
    await page.context().close();
  }
};

export const work = async () => {
  await test("a match is played and a game replayed with its values", played);
  await test("a match is watched: live boards, the score with its interval, the line of its test", watched);
  await test("a sequential test decides, at phone width", decided);
  await test("a reload, and a restart of the server, in the middle of a job", reloaded);
  await test("a benchmark is made, stopped in the middle, and goes on", made);
  await test("benchmarks are listed, filtered and browsed, and stand beside the board", browsed);
  await test("weights are learned", learned);
  await test("learners are watched while they converge", converging);
  await test("nothing jumps while a view gets its data", steady);
};
