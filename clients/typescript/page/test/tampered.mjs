// What was altered is told: a bit of each member, each part of what members say, each thing that is shown; every ruleset.

import assert from "node:assert/strict";

import { failedOf, folder, jump, open, plan, rows, rowsOf, settled } from "./opened.mjs";

export const tests = {};
/** What may fail besides, where a bit of a member differs: what can still be read of it is judged, a head of a changed entry too. */
const BESIDES = { entries: ["chain", "signatures", "heads", "sealed parts", "dice", "rulings"], heads: ["heads"], register: ["register"], sealed: ["sealed parts", "dice"], manifest: [], directory: [] };

for (const game of plan.games) {
  tests[`${game.name}: a bit of each member is told`] = async () => {
    const page = await open("checker", "", { checked: false });
    for (const { member, file } of [{ member: "", file: `${game.name}.replay` }, ...game.flipped]) {
      const input = await page.waitForSelector("input[type=file]");
      await input.uploadFile(`${folder}/${file}`);
      await page.waitForSelector("p.check");
      await settled(page);
      const failed = failedOf(await rowsOf(page));
      assert.deepEqual(failed.includes("container"), member !== "", `${file}: ${failed}`);
      assert(failed.every((name) => name === "container" || BESIDES[member].includes(name)), `${file}: ${failed}`);
      if (member === "entries") assert(failed.includes("chain"), `${file}: ${failed}`);
      await page.reload();
    }
    await page.close();
  };

  for (const { name, row, entry } of game.tampered) {
    tests[`tampered: ${name}`] = async () => {
      const page = await open(name);
      const found = await rows(page);
      const told = failedOf(found);
      assert(told.includes(row), `failed: ${told}; ${found[row].text}`);
      assert.equal(found.container.state, "checked", "the checksums fit");
      if (entry) {
        assert.match(found[row].text, new RegExp(`entry ${entry}(?!\\d)`));
        // dice that were drawn again are not a sign that those shown are the same
        await jump(page, entry);
        if (row === "picture") assert.equal(await page.$(".proven"), null);
      }
      assert.match(await page.$eval("button.check", (node) => node.textContent), /FAILED/);
      await page.close();
    };
  }
}
