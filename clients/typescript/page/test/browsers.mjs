// What all tests in browsers share: a headless Chromium, what its pages say, and a line of JSON for each test.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import assert from "node:assert/strict";

import puppeteer from "puppeteer-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** How long anything may take that a test waits for: a wait ends when it is there, so that this costs nothing. */
export const WAIT = { timeout: 30_000 };

export const launch = () => puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
  // the pages are ours, and a container that runs as root has no sandbox
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
});

/** Notes what a page says and breaks. */
export function listen(page, noise) {
  // what explains another line is no noise
  page.on("console", (message) => { if (message.type() !== "debug") noise.push(`console: ${message.text()}`); });
  page.on("pageerror", (error) => noise.push(`error: ${error}`));
  page.setDefaultTimeout(WAIT.timeout);
}

/** A page of this size, on which nothing moves by itself. */
export async function still(page, { width = 1280, height = 900 } = {}) {
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
}

/** Looks for violations of the rules of access. */
export async function accessible(page, what) {
  await page.bringToFront();
  // what the debugger runs is not bound by the policy of the page
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes[0].html.slice(0, 200)} ${nodes[0].any[0]?.message ?? ""}`), []);
}

/** Waits until something that is asked beside the page is so; gives what it was at last. */
export async function eventually(ask, is, most = WAIT.timeout) {
  const began = Date.now();
  for (;;) {
    const found = await ask();
    if (is(found) || Date.now() - began > most) return found;
    await new Promise((done) => { setTimeout(done, 25); });
  }
}

/** Takes a test out of those that several processes share; a folder stands for each that was taken. */
const claimed = (folder) => (at) => {
  try {
    mkdirSync(`${folder}/test-${at}`);
    return true;
  } catch {
    return false;
  }
};

/** Runs tests whose names fit ONLY of the environment; with a folder, those that no other process has taken yet. */
export async function run(browser, tests, folder = "") {
  const wanted = new RegExp(process.env.ONLY ?? "");
  const mine = folder === "" ? () => true : claimed(folder);
  for (const [at, [name, test]] of Object.entries(tests).entries()) {
    if (!wanted.test(name) || !mine(at)) continue;
    const began = performance.now();
    let result;
    try {
      result = { figures: (await test()) ?? null };
    } catch (error) {
      result = { error: String(error?.stack ?? error).slice(0, 3000) };
      for (const context of browser.browserContexts()) if (context !== browser.defaultBrowserContext()) await context.close();
      for (const page of (await browser.pages()).slice(1)) await page.close();
    }
    console.log(JSON.stringify({ name, ms: Math.round(performance.now() - began), ...result }));
  }
  await browser.close();
}
