// A page in use, in every ruleset: keys, the line of entries, links, search, seats, small screens, and who does not see.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";

import { accessible, eventually } from "./browsers.mjs";
import { drawn, draws, jump, noise, open, plan, press, seq, shows } from "./opened.mjs";

export const tests = {};
const NARROW = { width: 360, height: 740 };
const TENTH = 10;

/** Waits until another entry is shown than this one; gives it. */
async function moved(page, from) {
  await page.waitForFunction((before) => Number(/\d+/.exec(document.querySelector(".entry .no").textContent)[0]) !== before, {}, from);
  return seq(page);
}

/** Takes the line of entries to a place, as a hand does: with the mouse. */
async function drag(page, share) {
  const { x, y, width, height } = await page.$eval(".scrub input", (node) => node.getBoundingClientRect().toJSON());
  const [from, to] = [x + 1, x + width * share];
  await page.mouse.move(from, y + height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 4; step += 1) await page.mouse.move(from + ((to - from) * step) / 4, y + height / 2);
  await page.mouse.up();
}

for (const game of plan.games) {
  const { name, middle, entries, ordered } = game;

  tests[`${name}: no violation for axe, and nothing beside a small screen`] = async () => {
    const page = await open(name, `#e=${middle}`);
    for (const button of await page.$$(".boardpart > .tools button, button.check")) await button.click();
    await page.waitForSelector(".plots table");
    await page.waitForSelector("#checks");
    await accessible(page, name);
    await page.close();
    const narrow = await open(name, `#e=${middle}`, { ...NARROW, checked: false });
    assert.equal(await narrow.evaluate(() => document.documentElement.scrollWidth), NARROW.width);
    assert(await narrow.$$eval(".steps button", (found) => found.every((node) => node.getBoundingClientRect().height >= 44)));
    await narrow.close();
  };

  tests[`${name}: seen as each seat`] = async () => {
    const page = await open(name, `#e=${middle}`, { checked: false });
    for (const [viewer, scene] of Object.entries(game.seen)) {
      await page.select(".viewer select", String(game.viewers.indexOf(viewer)));
      await page.waitForFunction((who) => location.hash.endsWith(`&v=${who}`), {}, viewer);
      await draws(page, scene, viewer);
    }
    await page.close();
  };

  tests[`${name}: links to an entry and a viewer, and a wrong game is told`] = async () => {
    const link = `#e=${middle}-${game.hash}&v=red`;
    const page = await open(name, link, { checked: false });
    assert.equal(await seq(page), middle);
    assert.equal(await page.$eval(".viewer select", (node) => node.selectedOptions[0].textContent), "red");
    assert.equal(await page.$(".wrong"), null);
    assert.equal(await page.$eval(".linkline a", (node) => node.getAttribute("href")), link);
    // where one steps, the address follows, and opens the same again
    await press(page, "ArrowRight", middle + 1);
    await page.waitForFunction((at) => location.hash.startsWith(`#e=${at}-`), {}, middle + 1);
    const { hash } = new URL(page.url());
    assert.match(hash, new RegExp(`^#e=${middle + 1}-[0-9a-f]{8}&v=red$`));
    const again = await open(name, hash, { checked: false });
    assert.equal(await seq(again), middle + 1);
    const before = await drawn(page);
    assert.deepEqual(await eventually(() => drawn(again), (found) => isDeepStrictEqual(found, before)), before);
    await again.close();
    await page.evaluate(() => { location.hash = "#e=5-00000000"; });
    await page.waitForFunction(() => /another game/.test(document.querySelector(".wrong")?.textContent ?? ""));
    await page.evaluate(() => { location.hash = "#e=999999"; });
    await page.waitForFunction(() => /does not have/.test(document.querySelector(".wrong")?.textContent ?? ""));
    await page.close();
  };

  tests[`${name}: the whole game by keys`] = async () => {
    const page = await open(name, "", { checked: false });
    await press(page, "End", entries);
    await press(page, "Home", 1);
    for (const at of [2, 3, 4]) await press(page, "ArrowRight", at);
    await press(page, "ArrowLeft", 3);
    await page.waitForFunction(() => /^Entry 3, /.test(document.getElementById("live").textContent));
    await page.keyboard.press("ArrowDown");
    const round = await moved(page, 3);
    assert(round > 3);
    await page.keyboard.press("ArrowUp");
    assert((await moved(page, round)) < round);
    for (const digit of [5, 0, 9]) await press(page, String(digit), Math.round(((entries - 1) * digit) / TENTH) + 1);
    const actor = () => page.$eval(".entry h2 b", (node) => node.textContent);
    await press(page, "5", Math.round((entries - 1) / 2) + 1);
    const [whose, from] = [await actor(), await seq(page)];
    await page.keyboard.press("]");
    const next = await moved(page, from);
    assert.deepEqual([await actor(), next > from], [whose, true]);
    await press(page, "[", from);
    await page.keyboard.press("?");
    await page.waitForSelector(".help");
    await press(page, "Home", 1);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector(".play").getAttribute("aria-pressed") === "true");
    await moved(page, 1);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector(".play").getAttribute("aria-pressed") === "false");
    assert.deepEqual(noise, []);
    await page.close();
  };

  tests[`${name}: the line of entries is dragged and stepped`] = async () => {
    const page = await open(name, "", { checked: false });
    await drag(page, 0.5);
    // the hand has let go: the entry of where it did is shown
    await page.waitForFunction(() => Number(/\d+/.exec(document.querySelector(".entry .no").textContent)[0]) === Number(document.querySelector(".scrub input").value));
    const half = await moved(page, 1);
    assert(Math.abs(half - entries / 2) < entries / TENTH, `entry ${half} of ${entries}`);
    await page.focus(".scrub input");
    await press(page, "ArrowRight", half + 1);
    await press(page, "End", entries);
    assert.match(await page.$eval(".scrub input", (node) => node.getAttribute("aria-valuetext")), new RegExp(`^entry ${entries}, `));
    await press(page, "Home", 1);
    for (const [at, scene] of Object.entries(game.scenes).slice(2, 5)) {
      await page.$eval(".scrub input", (node, value) => { node.value = value; node.dispatchEvent(new Event("input", { bubbles: true })); }, at);
      await shows(page, Number(at));
      await draws(page, scene, `entry ${at}`);
    }
    await page.close();
  };

  tests[`${name}: search over all entries`] = async () => {
    const page = await open(name, `#e=${middle}`, { checked: false });
    await page.keyboard.press("/");
    await page.waitForFunction(() => document.activeElement.type === "search");
    for (const [words, count] of Object.entries(game.search)) {
      await page.$eval("input[type=search]", (node) => node.select());
      await page.keyboard.type(words);
      await page.waitForFunction((wanted) => document.querySelector(".log").textContent.includes(`${wanted} found`), {}, count);
      assert.equal(await page.$eval("input[type=search]", (node) => node.value), words, "keys of the page are letters here");
      assert.equal(await seq(page), middle);
    }
    await page.$eval("input[type=search]", (node) => node.select());
    await page.keyboard.type(`${middle + 2}`);
    await page.waitForSelector(`.line a[href^="#e=${middle + 2}-"]`);
    await page.keyboard.press("Escape");
    // the bar at the foot of the page may lie over a line that counts as seen
    await page.$eval(`.line a[href^="#e=${middle + 2}-"]`, (node) => node.scrollIntoView({ block: "center" }));
    await page.locator(`.line a[href^="#e=${middle + 2}-"]`).click();
    await shows(page, middle + 2);
    await page.close();
  };

  tests[`${name}: clauses tell their text on focus, a log opens one round`] = async () => {
    const page = await open(name, `#e=${middle}`, { checked: false });
    for (let at = middle + 1; at <= entries && !(await page.$(".clause")); at += 1) await jump(page, at);
    const clause = await page.$(".clause");
    await clause.focus();
    const tip = await page.evaluate((node) => {
      const found = document.getElementById(node.getAttribute("aria-describedby"));
      return [getComputedStyle(found).display, found.textContent];
    }, clause);
    assert.equal(tip[0], "block");
    assert(tip[1].length > 20);
    assert.equal(await page.$$eval(".roundname[aria-expanded=true]", (found) => found.length), 1);
    assert((await page.$$eval(".line", (found) => found.length)) < entries);
    if (ordered) {
      const [entry, said] = ordered;
      await jump(page, entry);
      const chances = await page.$$eval(".entry .chance", (found) => found.map((node) => node.textContent));
      assert(chances.includes(said), `${said}, and the page says ${chances.join("; ")}`);
    }
    await page.close();
  };
}
