// Opens replay pages in a headless Chromium and looks at them; a line of JSON for each test: its name, and what was wrong.
// Usage: node run.mjs FOLDER [CLAIMS], where tests/page has put pages and what they have to show, and a folder in which
// several that run side by side note which tests they have taken.

import { run } from "./browsers.mjs";
import { browser } from "./opened.mjs";
import { tests as labels } from "./labels.mjs";
import { tests as once } from "./once.mjs";
import { tests as tampered } from "./tampered.mjs";
import { tests as used } from "./used.mjs";
import { tests as stepped } from "./stepped.mjs";

await run(browser, { ...stepped, ...tampered, ...used, ...labels, ...once }, process.argv[3]);
