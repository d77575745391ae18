// The board: playing, keys, positions and links, values of two agents.
import assert from "node:assert/strict";
import { readable } from "./access.mjs";
import { dark, fits, open, phone, picture, test, turnTo, wide } from "./kit.mjs";

const MADE = "[aria-label='Moves made'] button";
const count = (page, selector) => page.locator(selector).count();
const moves = (page, wanted) => page.waitForFunction(([selector, own]) => document.querySelectorAll(selector).length === own, [MADE, wanted]);
const PIECES = ".stage :is(.disc, .cross, .nought, .figure)";
const pieces = (page, wanted) => page.waitForFunction(([selector, own]) => document.querySelectorAll(selector).length === own, [PIECES, wanted]);
/** What a link must bring back. */
const shown = (page) => page.evaluate((selector) => ({
  standing: document.querySelector("main .title").textContent,
  made: [...document.querySelectorAll("[aria-label='Moves made'] button")].map((own) => own.textContent),
  pieces: [...document.querySelectorAll(selector)].map((own) => own.outerHTML),
  agents: [...document.querySelectorAll(".spec > input")].map((own) => own.value),
  game: document.querySelector("[aria-label='Game']").value,
}), PIECES);

const firstView = async () => {
  const page = await open(wide, "#/board");
  await page.waitForSelector("svg.board .mark");
  const told = await page.evaluate(() => {
    const all = performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"));
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    return { bytes: all.reduce((sum, own) => sum + own.transferSize, 0), paint: paint.startTime };
  });
  console.log(`    ${told.bytes} bytes, first paint after ${told.paint.toFixed(0)} ms`);
  assert.ok(told.bytes < 300_000, `${told.bytes} bytes`);
  assert.ok(told.paint < 500, `${told.paint} ms`);
  await readable(page);
  await page.context().close();
};

const againstSolver = async () => {
  const page = await open(wide, "#/board?seats=person|solver");
  await page.waitForSelector("svg.board .mark .tick, td:has-text('✓')");
  for (let turn = 0; turn < 3; turn += 1) {
    const before = await count(page, MADE);
    // Any cell of the column will do.
    await page.locator(".board .hit[data-cell='3']").click();
    await moves(page, before + 2);
  }
  await page.waitForFunction(() => [...document.querySelectorAll(".values td")].some((own) => own.textContent.includes("✓")));
  assert.match(page.url(), /then=4\+/, "the address holds the moves");
  await picture(page, "board");
  await page.click("text=Undo");
  await moves(page, 5);
  await page.context().close();
};

const keys = async () => {
  const page = await open(wide, "#/board?by=negascout:depth=3");
  await page.locator(".stage .hit[data-cell='3']").click();
  await moves(page, 1);
  await page.click(".values td button:text-is('4')");
  await moves(page, 2);
  const pressed = [];
  const press = async (key) => { pressed.push(key); await page.keyboard.press(key); };
  await press("ArrowLeft");
  await moves(page, 1);
  await press("ArrowRight");
  await moves(page, 2);
  await page.click("text=Undo");
  await moves(page, 1);
  await page.click("text=Redo");
  await moves(page, 2);
  const across = () => page.evaluate(() => Number(document.querySelector(".stage .edge").getAttribute("x")));
  const before = await across();
  await press("f");
  assert.ok((await across()) > before, "the first column is on the other side");
  assert.match(page.url(), /flip=1/);
  await page.click("text=Flip");
  assert.equal(await across(), before);
  await page.waitForSelector(".stage .mark");
  await press("v");
  await page.waitForFunction(() => !document.querySelector(".stage .mark"));
  assert.match(page.url(), /values=0/);
  await page.click("button:text-is('Values')");
  await page.waitForSelector(".stage .mark");
  await press("e");
  await page.waitForSelector(".terms td:has-text('×')");
  await press("m");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await moves(page, 3);
  await page.click("main .title");
  await page.waitForSelector(".stage .mark");
  await press("b");
  await moves(page, 4);
  await press("p");
  await page.waitForSelector("dialog textarea");
  await readable(page);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await press("n");
  await moves(page, 0);
  await press("d");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await press("?");
  const listed = await page.locator("dialog kbd").allTextContents();
  await readable(page);
  await page.click("dialog >> text=Close");
  await press("6");
  await page.waitForSelector("text=Learn weights");
  await press("1");
  await page.waitForSelector(".stage .hit");
  const names = { "←": "ArrowLeft", "→": "ArrowRight", "1 – 6": "1" };
  assert.deepEqual(listed.filter((own) => !pressed.includes(names[own] ?? own)), [], "every key of the list was tried");
  await page.context().close();
};

const byKeyboard = async () => {
  const page = await open(wide, "#/board?by=negascout:depth=9&second=none");
  await page.focus(".stage .hit[data-cell='38']");
  await page.waitForSelector("aside >> text=/depth [4-9]/");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), "38", "values that stream in leave the focus where it is");
  await page.keyboard.press("Enter");
  await moves(page, 1);
  await page.context().close();
};

const bestPlay = async () => {
  const page = await open(wide, "#/board?position=4455&by=negascout:depth=6");
  const line = page.locator("[aria-label='Best play'] button");
  await page.waitForSelector("aside >> text=/depth 6/");
  await pieces(page, 4);
  await line.nth(2).hover();
  await page.waitForSelector("svg[aria-label='Preview']");
  await pieces(page, 7);
  await page.hover("main .title");
  await page.waitForSelector("svg[aria-label='Preview']", { state: "detached" });
  await pieces(page, 4);
  await line.nth(1).click();
  await pieces(page, 6);
  await page.context().close();
};

const positions = async () => {
  const page = await open(wide, "#/board?game=tictactoe");
  await page.click("text=Position …");
  await page.fill("dialog textarea", "b2b2");
  await page.waitForSelector("dialog .error");
  await page.fill("dialog textarea", "xo./.x./...");
  await page.click("dialog >> role=button[name='o']");
  await page.locator("dialog .board .hit[data-cell='8']").click();
  await page.waitForFunction(() => document.querySelector("dialog textarea").value === "xo./.x./..o");
  await page.click("dialog >> text=Use it");
  await page.waitForFunction(() => document.querySelectorAll(".values tbody tr").length === 5);
  await page.fill("[aria-label='Type a move']", "zz");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".error");
  await turnTo(page, "#/board");
  await page.click("text=Position …");
  await page.fill("dialog textarea", "4453");
  await page.click("dialog >> text=Use it");
  await pieces(page, 4);
  await page.reload();
  await pieces(page, 4);
  await page.context().close();
};

const links = async () => {
  const page = await open({ ...wide, permissions: ["clipboard-read", "clipboard-write"] }, "#/board?game=othello:size=6");
  await page.fill("[aria-label='Values by']", "mobility");
  await page.press("[aria-label='Values by']", "Enter");
  await page.fill("[aria-label='Beside it']", "negascout:depth=2");
  await page.press("[aria-label='Beside it']", "Enter");
  await page.fill("[aria-label='Light is played by']", "disc-count");
  await page.press("[aria-label='Light is played by']", "Enter");
  await page.locator(".stage .hit.can").first().click();
  await moves(page, 2);
  await page.waitForSelector(".stage .mark");
  const before = await shown(page);
  assert.deepEqual(before.agents, ["mobility", "negascout:depth=2", "person", "disc-count"]);
  await page.click("text=Copy link");
  await page.waitForSelector("text=Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.reload();
  await moves(page, 2);
  assert.deepEqual(await shown(page), before, "a reload shows the same");
  const other = await open(dark, link.slice(link.indexOf("#")));
  await moves(other, 2);
  assert.deepEqual(await shown(other), before, "a copied link shows the same");
  await other.context().close();
  await page.context().close();
};

const secondAgent = async () => {
  const page = await open(wide, "#/board?by=lines&second=solver");
  await page.waitForFunction(() => document.querySelectorAll(".values tbody td:nth-child(3)").length === 7 && [...document.querySelectorAll(".values tbody td:nth-child(3)")].every((own) => own.textContent.includes("✓")));
  await page.waitForSelector("aside >> text=/lines would play .* (which costs [0-9.]+|right), by|lines would play .*costs/");
  const costs = (await page.locator(".values tbody td:nth-child(4)").allTextContents()).map(Number);
  assert.equal(Math.min(...costs), 0, "the best move costs nothing");
  assert.ok(Math.max(...costs) > 0, "others do");
  // The middle wins and the edge loses: that is proved.
  await page.click(".values td button:text-is('1')");
  await page.waitForSelector("aside >> text=/1 cost [0-9.]+, by solver|lines would play/");
  await page.hover(".values tbody tr >> nth=0");
  await page.waitForSelector(".terms td:has-text('×')");
  await page.context().close();
};

const streams = async () => {
  const page = await open(wide, "#/board?by=lines&second=none");
  const ended = [];
  page.on("requestfailed", (request) => ended.push(request.url()));
  await page.waitForSelector(".stage .mark");
  await page.evaluate(() => {
    window.efforts = new Set();
    const look = () => window.efforts.add(/([\d.]+) states/.exec(document.querySelector("aside").textContent)?.[1]);
    new MutationObserver(look).observe(document.querySelector("aside"), { subtree: true, childList: true, characterData: true });
  });
  await page.fill("[aria-label='Values by']", "mcts:playouts=100m");
  await page.press("[aria-label='Values by']", "Enter");
  await page.waitForFunction(() => window.efforts.size >= 5);
  await page.click("main .title");
  // More searches than the server runs at once: each move ends the one before it.
  for (let turn = 1; turn <= 20; turn += 1) {
    await page.keyboard.press(turn % 2 ? "b" : "ArrowLeft");
    await moves(page, turn % 2);
    await page.waitForSelector(".stage .mark");
  }
  assert.equal(await count(page, ".error"), 0);
  assert.ok(ended.filter((own) => own.includes("advise/live")).length >= 20, `${ended.length} searches were ended`);
  await page.context().close();
};

const ruleSheet = async () => {
  const page = await open(phone, "#/board?game=gdl:tictactoe&by=mcts:playouts=1000");
  await page.waitForSelector("svg.board .mark");
  await page.locator(".board .hit.can").nth(4).tap();
  await moves(page, 1);
  await page.waitForSelector("svg.board .mark");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await fits(page);
  await picture(page, "phone");
  await page.context().close();
};

const chess = async () => {
  const page = await open(wide, "#/board?game=chess&by=negascout:depth=1");
  await page.locator(".board .hit[data-cell='52']").click();
  await page.locator(".board .hit[data-cell='36']").click();
  await page.waitForSelector("[aria-label='Moves made'] >> text=e4");
  await picture(page, "chess");
  await page.context().close();
};

export const board = async () => {
  await test("the first view is small and quick", firstView);
  await test("a game of Connect Four against the solver, with ticks", againstSolver);
  await test("every key of the list, undo, redo and flip", keys);
  await test("a move by the keyboard alone, while values stream in", byKeyboard);
  await test("the line of best play is looked at and followed", bestPlay);
  await test("positions and lists of moves are pasted and edited, wrong ones told", positions);
  await test("a reload and a copied link show the same game, position and agents", links);
  await test("a second agent tells what moves cost, features × weights where values come from", secondAgent);
  await test("values stream in, and a new move stops the old search", streams);
  await test("a game from a rule sheet, on a phone in the dark", ruleSheet);
  await test("a piece is moved by two clicks", chess);
};
