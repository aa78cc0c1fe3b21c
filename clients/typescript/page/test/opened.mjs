// Replay pages as tests open and read them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

import { eventually, launch, listen, still, WAIT } from "./browsers.mjs";

export const folder = process.argv[2];
/** Written by tests/page/pages.py: what each page has to show. */
export const plan = JSON.parse(readFileSync(`${folder}/plan.json`, "utf8"));
export const browser = await launch();
export const noise = [];

/** Opens a page; whatever it says, asks for or breaks is noted. */
export async function open(name, hash = "", { checked = true, ...size } = {}) {
  const page = await browser.newPage();
  noise.length = 0;
  listen(page, noise);
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) noise.push(`request: ${request.url()}`);
  });
  await still(page, size);
  await page.goto(`file://${folder}/${name}.html${hash}`);
  await page.waitForSelector("nav.steps, main.checker");
  if (checked) await settled(page);
  return page;
}

export const settled = (page) => page.waitForFunction(() => {
  const rows = [...document.querySelectorAll("button.check, p.check")];
  return rows.length > 0 && rows.every((row) => row.dataset.done === "true");
}, WAIT);

export const seq = (page) => page.$eval(".entry .no", (node) => Number(/\d+/.exec(node.textContent)[0]));
export const dom = (page) => page.$eval(".board", (node) => node.innerHTML);

/** Waits until an entry is shown. */
export const shows = (page, place) => page.waitForFunction((wanted) => Number(/\d+/.exec(document.querySelector(".entry .no").textContent)[0]) === wanted, WAIT, place);

/** Presses a key, after which an entry is shown. */
export async function press(page, key, place) {
  await page.keyboard.press(key);
  await shows(page, place);
}

/** Follows a link of the page itself to an entry. */
export async function jump(page, place, rest = "") {
  await page.evaluate((hash) => { location.hash = hash; }, `#e=${place}${rest}`);
  await shows(page, place);
}

/** Presses the key for the next entry until this one is shown; each has to be the one after the last. */
export const stepTo = (page, place) => page.evaluate(async (wanted) => {
  const at = () => Number(/\d+/.exec(document.querySelector(".entry .no").textContent)[0]);
  for (let before = at(); before < wanted; before = at()) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    for (const began = Date.now(); at() === before && Date.now() - began < 30_000;) await new Promise((done) => { setTimeout(done); });
    if (at() !== before + 1) throw new Error(`entry ${at()} comes after ${before}`);
  }
}, place);

/** The rows of CHECK by their names. */
export async function rows(page) {
  if (!(await page.$("#checks"))) await page.click("button.check");
  await page.waitForSelector("tr[data-row]");
  return rowsOf(page);
}

export const rowsOf = async (page) => Object.fromEntries(await page.$$eval("tr[data-row]", (found) => found.map((row) => [row.dataset.row, { state: row.dataset.state, text: row.textContent }])));
export const failedOf = (found) => Object.entries(found).filter(([, { state }]) => state === "failed").map(([name]) => name);

/** The drawn bodies and tokens, as their elements carry them. */
export const drawn = (page) => page.evaluate(() => ({
  bodies: [...document.querySelectorAll(".board .body")].map(({ dataset }) => ({
    id: dataset.id, unit: dataset.unit, seat: Number(dataset.seat), x: Number(dataset.x), y: Number(dataset.y),
    facing: dataset.facing === "" ? null : Number(dataset.facing), wounds: Number(dataset.wounds), of: Number(dataset.of),
    count: Number(dataset.count), states: dataset.states,
  })),
  tokens: [...document.querySelectorAll(".board .token")].map(({ dataset }) => ({ id: dataset.id, on: dataset.on, kind: dataset.kind, value: dataset.value })),
  cells: [...document.querySelectorAll(".board .cell")].map(({ dataset }) => ({ id: dataset.id, terrain: dataset.terrain })),
}));

/** Waits until a scene is drawn: an entry is told before its board has changed. */
export async function draws(page, scene, what) {
  const wanted = due(scene);
  assert.deepEqual(await eventually(() => drawn(page), (found) => isDeepStrictEqual(found, wanted)), wanted, what);
}

/** What has to be drawn of a scene. */
export const due = (scene) => ({
  bodies: scene.items.filter(({ type }) => type === "body").map((body) => ({
    id: body.id, unit: body.unit, seat: body.seat, x: body.x, y: body.y, facing: body.facing, wounds: body.wounds, of: body.of,
    count: body.count, states: body.states.join(" "),
  })),
  tokens: scene.items.filter(({ type }) => type === "token").map(({ id, on, kind, value }) => ({ id, on, kind, value })),
  cells: scene.cells.map(({ id, terrain }) => ({ id, terrain })),
});
