// Takes pictures of pages once their checks are done. Usage: node pictures.mjs, with lines "PAGE#e=ENTRY TARGET" on the
// standard input; tools/pictures.py makes them.

import { readFileSync } from "node:fs";

import { launch, still } from "./browsers.mjs";

const browser = await launch();
for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const [address, target] = line.split(" ");
  const page = await browser.newPage();
  await still(page, { width: 1440, height: 1040 });
  await page.goto(address);
  await page.waitForSelector("button.check[data-done=true]", { timeout: 60_000 });
  await page.screenshot({ path: target });
  await page.close();
}
await browser.close();
