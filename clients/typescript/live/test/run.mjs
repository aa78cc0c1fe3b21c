// Opens the live pages in headless Chromiums and plays; a line of JSON for each test: its name, figures, what was wrong.
// Usage: node run.mjs PLAN, which tests/page/test_live_in_browser.py has written; ONLY in the environment is a pattern of their names.

import { writeFileSync } from "node:fs";

import { browser } from "./harness.mjs";

const parts = ["whole", "seen", "playing", "killed"];
const wanted = process.env.ONLY ?? "";
for (const part of parts) {
  const { tests } = await import(`./${part}.mjs`);
  for (const [name, test] of Object.entries(tests)) {
    if (!new RegExp(wanted).test(name)) continue;
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
writeFileSync(`${process.argv[2]}.done`, "");
