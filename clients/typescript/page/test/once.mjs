// What one page is enough for: markup in names, a changed script, the empty checker, a seat's own page, colours, times.

import assert from "node:assert/strict";

import { WAIT } from "./browsers.mjs";
import { browser, folder, noise, open, plan, rowsOf, settled } from "./opened.mjs";

export const tests = {};
const [first] = plan.games;

tests["names that look like markup stay text"] = async () => {
  const page = await open(plan.evil, "", { checked: false });
  // there is no file in it to check; what runs by itself would have run by now
  await page.waitForSelector(".entry .no");
  await page.evaluate(() => new Promise((done) => { setTimeout(done, 100); }));
  assert.equal(await page.evaluate(() => globalThis.broken), undefined);
  assert.equal(await page.$("img"), null);
  assert.match(await page.$eval("h1", (node) => node.textContent), /<\/script><script>/);
  assert.deepEqual(noise, []);
  await page.close();
};

tests["a changed script does not run"] = async () => {
  const page = await browser.newPage();
  const said = new Promise((done) => { page.on("console", (message) => { if (/Content Security Policy/.test(message.text())) done(message.text()); }); });
  await page.goto(`file://${folder}/${plan.changed}.html`);
  const silent = new Promise((_, fail) => { setTimeout(() => fail(new Error("the console says nothing of a script that was kept from running")), WAIT.timeout).unref(); });
  assert.match(await Promise.race([said, silent]), /inline script/);
  assert.equal(await page.$("nav.steps"), null);
  await page.close();
};

tests["the empty page checks a file that is opened in it"] = async () => {
  const page = await open("checker", "", { checked: false });
  const input = await page.$("input[type=file]");
  await input.uploadFile(`${folder}/${first.name}.replay`);
  await page.waitForSelector("p.check");
  await settled(page);
  const states = Object.entries(await rowsOf(page)).map(([name, { state }]) => [name, state]);
  assert.deepEqual(Object.fromEntries(states), {
    container: "checked", chain: "checked", heads: "open", signatures: "checked", "sealed parts": "checked", dice: "checked", rulings: "checked", register: "open", rules: "open", picture: "open",
  });
  assert.deepEqual(noise, []);
  await page.close();
};

tests["a seat's own page says so, and shows that seat alone"] = async () => {
  const page = await open(plan.seat, "", { checked: false });
  assert.match(await page.title(), /as red saw it/);
  assert.match(await page.$eval(".banner", (node) => node.textContent), /as red was shown it/);
  assert.deepEqual(await page.$$eval(".viewer option", (found) => found.map((node) => node.textContent)), ["red"]);
  await page.close();
};

tests["forced colours: the board stays readable"] = async () => {
  const page = await open(first.name, `#e=${first.middle}`, { checked: false });
  const session = await page.createCDPSession();
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  assert.equal(await page.evaluate(() => matchMedia("(forced-colors: active)").matches), true);
  assert.equal(await page.$eval(".board", (node) => getComputedStyle(node).forcedColorAdjust), "none");
  await page.close();
};

// The times of a long game are told and not asserted.
tests[`times: ${plan.long.name}`] = async () => {
  const began = performance.now();
  const page = await open(plan.long.name, "", { checked: false });
  const loaded = performance.now() - began;
  const times = await page.evaluate(async () => {
    const painted = () => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });
    const found = { drawn: performance.getEntriesByName("drawn")[0].startTime, paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime };
    const press = async (key) => {
      const from = performance.now();
      document.dispatchEvent(new KeyboardEvent("keydown", { key }));
      await painted();
      return performance.now() - from;
    };
    const steps = [];
    await press("5");
    for (let step = 0; step < 60; step += 1) steps.push(await press("ArrowRight"));
    const jumps = [];
    for (const key of "1937264850") jumps.push(await press(key));
    const middle = (list) => Math.round(list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)]);
    return { ...found, step: middle(steps), slowest: Math.round(Math.max(...steps)), jump: middle(jumps), furthest: Math.round(Math.max(...jumps)) };
  });
  await settled(page);
  const all = performance.now() - began;
  assert.equal(await page.$eval("button.check", (node) => node.textContent.includes("FAILED")), false);
  await page.close();
  return { entries: plan.long.entries, loaded: Math.round(loaded), checked: Math.round(all), ...Object.fromEntries(Object.entries(times).map(([name, time]) => [name, Math.round(time)])) };
};
