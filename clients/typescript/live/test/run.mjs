// Opens the live pages in a headless Chromium and plays; a line of JSON for each test: its name, figures, what was wrong.
// Usage: node run.mjs PLAN [CLAIMS], a plan that tests/page has written, and a folder in which several that run side by
// side note which tests they have taken; ONLY in the environment is a pattern of their names.

import { run } from "../../page/test/browsers.mjs";
import { browser } from "./harness.mjs";

// the longest first, so that none is left for one at the end
const PARTS = ["whole", "killed", "signed", "entries", "secrets", "seen", "wallets", "playing", "parts"];
const tests = {};
for (const part of PARTS) Object.assign(tests, (await import(`./${part}.mjs`)).tests);
await run(browser, tests, process.argv[3]);
