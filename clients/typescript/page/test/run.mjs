// Opens pages in a headless Chromium and looks at them; a line of JSON for each test: its name, and what was wrong.
// Usage: node run.mjs FOLDER, where tests/page has put pages and what they have to show.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import assert from "node:assert/strict";

import puppeteer from "puppeteer-core";

const folder = process.argv[2];
const plan = JSON.parse(readFileSync(`${folder}/plan.json`, "utf8"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
  // the pages are ours, and a container that runs as root has no sandbox
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
});
const noise = [];

// Opens a page; whatever it says, asks for or breaks is noted.
async function open(name, hash = "", { width = 1280, height = 900, checked = true } = {}) {
  const page = await browser.newPage();
  noise.length = 0;
  page.on("console", (message) => noise.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => noise.push(`error: ${error}`));
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) noise.push(`request: ${request.url()}`);
  });
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await page.goto(`file://${folder}/${name}.html${hash}`);
  await page.waitForSelector("nav.steps, main.checker");
  if (checked) await settled(page);
  return page;
}

const settled = (page) =>
  page.waitForFunction(() => {
    const rows = [...document.querySelectorAll("button.check, p.check")];
    return rows.length > 0 && rows.every((row) => row.dataset.done === "true");
  }, { timeout: 60_000 });

const seq = (page) => page.$eval(".entry .no", (node) => Number(/\d+/.exec(node.textContent)[0]));
const live = (page) => page.$eval("#live", (node) => node.textContent);
const dom = (page) => page.$eval(".board", (node) => node.innerHTML);
const key = async (page, name, times = 1) => {
  for (let time = 0; time < times; time += 1) await page.keyboard.press(name);
};

async function rows(page) {
  if (!(await page.$("#checks"))) await page.click("button.check");
  return Object.fromEntries(await page.$$eval("tr[data-row]", (found) => found.map((row) => [row.dataset.row, { state: row.dataset.state, text: row.textContent }])));
}

// The drawn bodies and tokens, as their elements carry them.
const drawn = (page) => page.evaluate(() => ({
  bodies: [...document.querySelectorAll(".board .body")].map(({ dataset }) => ({
    id: dataset.id, unit: dataset.unit, seat: Number(dataset.seat), x: Number(dataset.x), y: Number(dataset.y),
    facing: dataset.facing === "" ? null : Number(dataset.facing), wounds: Number(dataset.wounds), of: Number(dataset.of),
    count: Number(dataset.count), states: dataset.states,
  })),
  tokens: [...document.querySelectorAll(".board .token")].map(({ dataset }) => ({ id: dataset.id, on: dataset.on, kind: dataset.kind, value: dataset.value })),
  cells: [...document.querySelectorAll(".board .cell")].map(({ dataset }) => ({ id: dataset.id, terrain: dataset.terrain })),
}));

const due = (scene) => ({
  bodies: scene.items.filter(({ type }) => type === "body").map((body) => ({
    id: body.id, unit: body.unit, seat: body.seat, x: body.x, y: body.y, facing: body.facing, wounds: body.wounds, of: body.of,
    count: body.count, states: body.states.join(" "),
  })),
  tokens: scene.items.filter(({ type }) => type === "token").map(({ id, on, kind, value }) => ({ id, on, kind, value })),
  cells: scene.cells.map(({ id, terrain }) => ({ id, terrain })),
});

const tests = {};

for (const game of plan.games) {
  tests[`${game.name}: stepped to the end, as drawn by the ruleset`] = async () => {
    const page = await open(game.name);
    assert.equal(await seq(page), 1);
    const seen = new Map();
    for (let at = 1; at <= game.entries; at += 1) {
      assert.equal(await seq(page), at);
      const scene = game.scenes[at];
      if (scene) assert.deepEqual(await drawn(page), due(scene), `entry ${at}`);
      if (scene) seen.set(at, await dom(page));
      if (at < game.entries) await key(page, "ArrowRight");
    }
    assert.equal(await seq(page), game.entries);
    // back and by jumps the same elements stand there
    const places = [...seen.keys()];
    for (const at of places.toReversed()) {
      await page.evaluate((place) => { location.hash = `#e=${place}`; }, at);
      await page.waitForFunction((place) => document.querySelector(".entry .no").textContent.includes(` ${place} of`), {}, at);
      assert.equal(await dom(page), seen.get(at), `jump to entry ${at}`);
    }
    if (places.length > 1) {
      const last = places.at(-2);
      await page.evaluate((place) => { location.hash = `#e=${place}`; }, last + 1);
      await page.waitForFunction((place) => document.querySelector(".entry .no").textContent.includes(` ${place} of`), {}, last + 1);
      await key(page, "ArrowLeft");
      assert.equal(await dom(page), seen.get(last), `back to entry ${last}`);
    }
    const found = await rows(page);
    for (const name of ["container", "chain", "signatures", "sealed parts", "dice"]) assert.equal(found[name].state, game.states?.[name] ?? "checked", found[name].text);
    for (const name of ["heads", "rules", "picture"]) assert.equal(found[name].state, "open", found[name].text);
    assert.match(found.heads.text, /the file itself names/);
    assert.match(found.rules.text, /audit says PASS/);
    assert.match(found.picture.text, new RegExp(`in ${game.entries} entries`));
    await page.type("#checks input", game.key);
    await page.click("#checks button[type=submit]");
    await settled(page);
    assert.equal((await rows(page)).heads.state, "checked");
    assert.deepEqual(noise, []);
    await page.close();
  };

  tests[`${game.name}: no violation for axe`] = async () => {
    const page = await open(game.name, `#e=${game.middle}`);
    for (const button of await page.$$(".boardpart > .tools button, button.check")) await button.click();
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
    await page.close();
  };

  tests[`${game.name}: seen as each seat`] = async () => {
    const page = await open(game.name, `#e=${game.middle}`, { checked: false });
    for (const [viewer, scene] of Object.entries(game.seen)) {
      await page.select(".viewer select", String(game.viewers.indexOf(viewer)));
      assert.match(page.url(), new RegExp(`&v=${viewer}$`));
      if (scene) assert.deepEqual(await drawn(page), due(scene), viewer);
    }
    await page.close();
  };
}

const [first] = plan.games;

for (const { name, row, entry } of plan.tampered) {
  tests[`tampered: ${name}`] = async () => {
    const page = await open(name);
    const found = await rows(page);
    const told = Object.entries(found).filter(([, { state }]) => state === "failed").map(([failed]) => failed);
    assert(told.includes(row), `failed: ${told}; ${found[row].text}`);
    if (entry) {
      assert.match(found[row].text, new RegExp(`entry ${entry}(?!\\d)`));
      // dice that were drawn again are not a sign that those shown are the same
      await page.evaluate((place) => { location.hash = `#e=${place}`; }, entry);
      await page.waitForFunction((place) => document.querySelector(".entry .no").textContent.includes(` ${place} of`), {}, entry);
      assert.equal(await page.$(".proven"), null);
    }
    assert.match(await page.$eval("button.check", (node) => node.textContent), /FAILED/);
    await page.close();
  };
}

tests["links: an entry and a viewer, and a wrong game is told"] = async () => {
  const link = `#e=${first.middle}-${first.hash}&v=red`;
  const page = await open(first.name, link, { checked: false });
  assert.equal(await seq(page), first.middle);
  assert.equal(await page.$eval(".viewer select", (node) => node.selectedOptions[0].textContent), "red");
  assert.equal(await page.$(".wrong"), null);
  assert.equal(await page.$eval(".linkline a", (node) => node.getAttribute("href")), link);
  await page.evaluate(() => { location.hash = "#e=5-00000000"; });
  await page.waitForSelector(".wrong");
  assert.match(await page.$eval(".wrong", (node) => node.textContent), /another game/);
  await page.evaluate(() => { location.hash = "#e=999999"; });
  await page.waitForFunction(() => document.querySelector(".wrong").textContent.includes("does not have"));
  await page.close();
};

tests["keys: the whole game without a mouse"] = async () => {
  const page = await open(first.name, "", { checked: false });
  await key(page, "End");
  assert.equal(await seq(page), first.entries);
  await key(page, "Home");
  assert.equal(await seq(page), 1);
  await key(page, "ArrowRight", 3);
  await key(page, "ArrowLeft");
  assert.equal(await seq(page), 3);
  const words = await live(page);
  assert.match(words, /^Entry 3, /);
  await key(page, "ArrowDown");
  const round = await seq(page);
  assert(round > 3);
  await key(page, "ArrowUp");
  assert((await seq(page)) < round);
  await key(page, "5");
  assert.equal(await seq(page), Math.round((first.entries - 1) / 2) + 1);
  const actor = () => page.$eval(".entry h2 b", (node) => node.textContent);
  const whose = await actor();
  await key(page, "]");
  assert.equal(await actor(), whose);
  await key(page, "/");
  assert.equal(await page.evaluate(() => document.activeElement.type), "search");
  await page.keyboard.type("seed 5");
  await page.waitForFunction(() => /\d+ found/.test(document.querySelector(".log").textContent));
  assert.equal(await page.$eval("input[type=search]", (node) => node.value), "seed 5");
  await key(page, "Escape");
  await key(page, "?");
  await page.waitForSelector(".help");
  await key(page, "Home");
  await key(page, "Space");
  await page.waitForFunction(() => !document.querySelector(".entry .no").textContent.includes(" 1 of"));
  await key(page, "Space");
  assert.deepEqual(noise, []);
  await page.close();
};

tests["360 pixels: nothing is wider than the screen, and the steps are 44 high"] = async () => {
  for (const game of plan.games) {
    const page = await open(game.name, `#e=${game.middle}`, { width: 360, height: 740, checked: false });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, game.name);
    assert(await page.$$eval(".steps button", (found) => found.every((node) => node.getBoundingClientRect().height >= 44)));
    await page.close();
  }
};

tests["clauses: their text on focus, a log that opens one round"] = async () => {
  const page = await open(first.name, `#e=${first.middle}`, { checked: false });
  for (let step = 0; step < 50 && !(await page.$(".clause")); step += 1) await key(page, "ArrowRight");
  const clause = await page.$(".clause");
  await clause.focus();
  const tip = await page.evaluate((node) => {
    const found = document.getElementById(node.getAttribute("aria-describedby"));
    return [getComputedStyle(found).display, found.textContent];
  }, clause);
  assert.equal(tip[0], "block");
  assert(tip[1].length > 20);
  assert.equal(await page.$$eval(".roundname[aria-expanded=true]", (found) => found.length), 1);
  assert((await page.$$eval(".line", (found) => found.length)) < first.entries);
  await page.close();
};

tests["names that look like markup stay text"] = async () => {
  const page = await open(plan.evil, "", { checked: false });
  await page.evaluate(() => new Promise((done) => { setTimeout(done, 100); }));
  assert.equal(await page.evaluate(() => globalThis.broken), undefined);
  assert.equal(await page.$("img"), null);
  assert.match(await page.$eval("h1", (node) => node.textContent), /<\/script><script>/);
  assert.deepEqual(noise, []);
  await page.close();
};

tests["a changed script does not run"] = async () => {
  const page = await browser.newPage();
  await page.goto(`file://${folder}/${plan.changed}.html`);
  await page.evaluate(() => new Promise((done) => { setTimeout(done, 200); }));
  assert.equal(await page.$("nav.steps"), null);
  await page.close();
};

tests["the empty page checks a file that is opened in it"] = async () => {
  const page = await open("checker", "", { checked: false });
  const input = await page.$("input[type=file]");
  await input.uploadFile(`${folder}/${first.name}.replay`);
  await page.waitForSelector("p.check");
  await settled(page);
  const states = await page.$$eval("tr[data-row]", (found) => Object.fromEntries(found.map((row) => [row.dataset.row, row.dataset.state])));
  assert.deepEqual(states, {
    container: "checked", chain: "checked", heads: "open", signatures: "checked", "sealed parts": "checked", dice: "checked", rules: "open", picture: "open",
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

const wanted = process.env.ONLY ?? "";
for (const [name, test] of Object.entries(tests)) {
  if (!name.includes(wanted)) continue;
  const began = performance.now();
  let result;
  try {
    result = { figures: (await test()) ?? null };
  } catch (error) {
    result = { error: String(error?.message ?? error).slice(0, 3000) };
    for (const page of (await browser.pages()).slice(1)) await page.close();
  }
  console.log(JSON.stringify({ name, ms: Math.round(performance.now() - began), ...result }));
}
await browser.close();
