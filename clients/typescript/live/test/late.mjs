/** A game that is shown late, as a spectator and as a seat see it: prints what both pages say, as JSON. */
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const found = {};
for (const [name, token] of Object.entries(plan.tokens)) {
  const made = await fetch(`${plan.base}/wargame.v1.Links/MakeLink`, {
    method: "POST", headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "connect-protocol-version": "1" }, body: "{}",
  });
  const page = await (await browser.createBrowserContext()).newPage();
  const noise = [];
  page.on("console", (message) => noise.push(message.text()));
  page.on("pageerror", (error) => noise.push(String(error)));
  await page.goto(new URL((await made.json()).link, plan.base).href);
  await page.waitForSelector(".entry .no", { timeout: 20_000 });
  found[name] = await page.evaluate(() => ({ late: document.querySelector(".late")?.textContent ?? "", entry: document.querySelector(".entry .no").textContent }));
  found[name].noise = noise;
}
await browser.close();
console.log(JSON.stringify(found));
