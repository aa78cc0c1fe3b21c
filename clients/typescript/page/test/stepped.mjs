// Every scenario of every ruleset: stepped to its end, drawn as the ruleset draws its View; whole games by keys, back and by jumps.

import assert from "node:assert/strict";

import { eventually } from "./browsers.mjs";
import { dom, draws, jump, noise, open, plan, press, rows, seq, settled, shows, stepTo } from "./opened.mjs";

export const tests = {};

for (const game of plan.games) {
  tests[`${game.name}: stepped to the end, as drawn by the ruleset`] = async () => {
    const page = await open(game.name);
    assert.equal(await seq(page), 1);
    const seen = new Map();
    for (const [place, scene] of Object.entries(game.scenes)) {
      const at = Number(place);
      await stepTo(page, at);
      await draws(page, scene, `entry ${at}`);
      seen.set(at, await dom(page));
    }
    await page.keyboard.press("ArrowRight");
    await press(page, "Home", 1);
    await press(page, "End", game.entries);
    // back and by jumps the same elements stand there
    const places = [...seen.keys()];
    for (const at of places.toReversed()) {
      await jump(page, at);
      assert.equal(await eventually(() => dom(page), (found) => found === seen.get(at)), seen.get(at), `jump to entry ${at}`);
    }
    const last = places.at(-2);
    await jump(page, last + 1);
    await press(page, "ArrowLeft", last);
    assert.equal(await eventually(() => dom(page), (found) => found === seen.get(last)), seen.get(last), `back to entry ${last}`);
    const found = await rows(page);
    for (const name of ["container", "chain", "signatures", "sealed parts", "dice"]) assert.equal(found[name].state, "checked", found[name].text);
    for (const name of ["heads", "register", "rules", "picture"]) assert.equal(found[name].state, "open", found[name].text);
    assert.match(found.heads.text, /the file itself names/);
    assert.match(found.rules.text, /audit says PASS/);
    assert.match(found.picture.text, new RegExp(`in ${game.entries} entries`));
    await page.type("#checks input", game.key);
    await page.click("#checks button[type=submit]");
    await page.waitForFunction(() => document.querySelector("tr[data-row=heads]")?.dataset.state === "checked");
    await settled(page);
    assert.deepEqual(noise, []);
    await page.close();
  };
}

for (const game of plan.scenarios) {
  tests[`${game.name}: stepped to the end`] = async () => {
    const page = await open(game.name);
    for (const [at, scene] of Object.entries(game.scenes)) {
      await stepTo(page, Number(at));
      await draws(page, scene, `entry ${at}`);
    }
    await shows(page, game.entries);
    assert.doesNotMatch(await page.$eval("button.check", (node) => node.textContent), /FAILED/);
    assert.deepEqual(noise, []);
    await page.close();
  };
}
