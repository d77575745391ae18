// What the tests of the workbench share: a server with a home of its own, pages of it, and their faults.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [, , plyscope, out] = process.argv;

export const wide = { viewport: { width: 1180, height: 860 }, colorScheme: "light" };
export const dark = { ...wide, colorScheme: "dark" };
export const phone = { viewport: { width: 400, height: 800 }, colorScheme: "dark", hasTouch: true, isMobile: true };

const home = mkdtempSync(join(tmpdir(), "plyscope-serve-"));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const faults = [];
let server = null;
let address = "";
/** While a server ends, its streams are cut. */
let ending = false;
let passed = 0;

const start = async () => {
  server = spawn(plyscope, ["serve", "--home", home], { stdio: ["ignore", "pipe", "inherit"] });
  address = await new Promise((resolve, reject) => {
    let told = "";
    server.stdout.on("data", (data) => {
      told += data;
      if (told.includes("\n")) resolve(told.trim());
    });
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
};
const end = () => new Promise((resolve) => {
  server.removeAllListeners("exit");
  server.on("exit", resolve);
  server.kill("SIGTERM");
});

/** Ends the server and starts it again with the same home, on another port; pages that are open lose it. */
export const restart = async () => {
  ending = true;
  await end();
  await start();
};
/** When the pages of the server that was ended are closed. */
export const restarted = () => { ending = false; };

/** A page in a browser of its own. */
export const open = async (look, hash) => {
  const context = await browser.newContext(look);
  const page = await context.newPage();
  // Long enough for a machine that compiles and runs clusters beside the browser.
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // A refusal that the page shows to the user is logged by the browser, too.
    if (message.type() === "error" && !message.text().includes("status of 4") && !(ending && message.text().includes("net::ERR"))) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith("data:")) faults.push(`asks ${request.url()}`);
  });
  await page.goto(`${address}${hash}`);
  return page;
};

/** What follows the server's name in the address of a page. */
export const hashOf = (page) => page.url().slice(page.url().indexOf("#"));

/** Another view in the same page. */
export const turnTo = (page, hash) => page.evaluate((own) => { location.hash = own; }, hash);

/** Nothing is wider than the screen. */
export const fits = async (page) => {
  const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width <= inner, `${width} pixels wide on a screen of ${inner}`);
};

export const picture = (page, name) => page.screenshot({ path: join(out, `${name}.png`) });

export const test = async (name, run) => {
  const begun = performance.now();
  try {
    await run();
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  }
  passed += 1;
  console.log(`  ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
};

/** Runs all of them, and leaves nothing behind. */
export const all = async (suites) => {
  try {
    await start();
    for (const suite of suites) await suite();
    assert.deepEqual(faults, [], "the page had faults");
    console.log(`${passed} passed`);
  } finally {
    await browser.close();
    await end();
    rmSync(home, { recursive: true, force: true });
  }
};
