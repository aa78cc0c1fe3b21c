// Whole signed games of every ruleset, played through offers alone until the rules end them, with every receipt and
// every die verified.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { ResultBy } from "adjudicator-client/contract";
import type { Service } from "adjudicator-client/node";
import { rulesets } from "adjudicator-client/rulesets";

import { GuidedPlayer, wholeGames } from "./guided.js";
import { play, service, withService } from "./play.js";

describe("whole games by offers alone", withService, () => {
  let from: Service;
  before(() => { from = service(); });
  after(() => from.close());

  for (const terms of wholeGames) {
    test(terms.ruleset, async () => {
      const players: GuidedPlayer[] = [];
      const ruleset = rulesets.get(terms.ruleset);
      assert(ruleset);
      const { games, commands } = await play(from, ruleset, (game, at) => {
        const player = new GuidedPlayer(game, 1 + at, terms);
        players.push(player);
        return player;
      });
      assert.deepEqual(new Set(players.flatMap(({ said }) => [...said])), new Set(Object.keys(terms.words)));
      const [red, blue] = await Promise.all(games.map((game) => game.verify()));
      assert(red && blue);
      const { result, finished, revealed, receipt } = await games[0]!.facts();
      assert.deepEqual([finished, revealed, result?.by], [true, true, ResultBy.RULES]);
      assert.equal(red.entries, Number(receipt?.seq));
      assert.deepEqual(red.head, receipt?.hash);
      assert.deepEqual({ ...red, receipts: 0 }, { ...blue, receipts: 0 });
      const own = games.map(({ receipts }) => receipts.all.filter(({ commandId }) => commandId.length > 0).length);
      const owners = commands + 2 * games.length - own[0]! - own[1]!; // beside the opening, which nobody signs
      assert(owners >= 0);
      assert.equal(red.signatures, own[0]! + own[1]! + owners);
      let dice = 0;
      for await (const entry of games[1]!.read()) dice += entry.rolls.reduce((sum, roll) => sum + roll.faces.length, 0);
      assert(dice > 0);
      assert.equal(red.dice, dice);
    });
  }
});
