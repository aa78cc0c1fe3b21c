// Opens the live pages in headless Chromiums and plays; a line of JSON for each test: its name, figures, what was wrong.
// Usage: node run.mjs PLAN LANE, a plan that tests/page/test_live_in_browser.py has written, and which half of the tests;
// ONLY in the environment is a pattern of their names.

import { browser } from "./harness.mjs";

const PARTS = ["whole", "seen", "playing", "killed"];
// about half of the time each, so that two cores have something to do
const FIRST = /^(hex_orders|tile_formations|grinding_annihilation): two browsers/;
const lane = Number(process.argv[3]);
const wanted = new RegExp(process.env.ONLY ?? "");
for (const part of PARTS) {
  const { tests } = await import(`./${part}.mjs`);
  for (const [name, test] of Object.entries(tests)) {
    if (!wanted.test(name) || FIRST.test(name) !== (lane === 0)) continue;
    const began = performance.now();
    let result;
    try {
      result = { figures: (await test()) ?? null };
    } catch (error) {
      result = { error: String(error?.stack ?? error).slice(0, 3000) };
      for (const context of browser.browserContexts()) if (context !== browser.defaultBrowserContext()) await context.close();
    }
    console.log(JSON.stringify({ name, ms: Math.round(performance.now() - began), ...result }));
  }
}
await browser.close();
