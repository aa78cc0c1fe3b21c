// Commands as they are logged, and what only their owner sees, as the contract's own options say.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { create } from "@bufbuild/protobuf";

import { CommitContributionSchema, NamedParty, OpenGameSchema, PartySchema, Pace } from "adjudicator-client/contract";
import { CommitBattleFormationsSchema, grinding_annihilation } from "adjudicator-client/grinding_annihilation";
import { CommitOrdersSchema, hex_orders, PlaceHiddenTokenSchema, PlotOrdersSchema } from "adjudicator-client/hex_orders";
import { logged, partyOf } from "adjudicator-client/node";
import { rulesets } from "adjudicator-client/rulesets";

describe("commands as they are logged", () => {
  test("kind, then the fields in the order of their numbers, without the header", () => {
    const commitment = Uint8Array.of(1, 2);
    assert.deepEqual(logged(CommitContributionSchema, create(CommitContributionSchema, { commitment, header: { game: commitment } })), {
      row: ["CommitContribution", commitment], hidden: null,
    });
  });

  test("secret fields stand apart, and what is absent is null", () => {
    const plot = { turn: 1, unit: "tank", movement: ["F"], gunnery: [] };
    assert.deepEqual(logged(PlotOrdersSchema, create(PlotOrdersSchema, { plot })), {
      row: ["PlotOrders", null], hidden: [[1, "tank", ["F"], []]],
    });
    assert.deepEqual(logged(CommitOrdersSchema, create(CommitOrdersSchema, { turn: 2, allowDefaults: false })), {
      row: ["CommitOrders", 2, null, null], hidden: [false, null],
    });
    assert.deepEqual(logged(PlaceHiddenTokenSchema, create(PlaceHiddenTokenSchema, { slot: 3, hex: "0101" })), {
      row: ["PlaceHiddenToken", null, "0101", null], hidden: [3, null],
    });
    assert.deepEqual(logged(CommitBattleFormationsSchema, create(CommitBattleFormationsSchema, {})), {
      row: ["CommitBattleFormations", null], hidden: [null],
    });
  });

  test("words for choices, seconds for durations, integers for parties", () => {
    const { row } = logged(OpenGameSchema, create(OpenGameSchema, { ruleset: "toy", pace: Pace.STEP, responseLimit: { seconds: 90n } }));
    assert.deepEqual(row.slice(0, 10), ["OpenGame", "toy", "", "", new Uint8Array(), [], "step", "", "", 90]);
    const party = (who: object) => partyOf(create(PartySchema, { who } as never));
    assert.equal(party({ case: "seat", value: 1 }), 1);
    const named = [NamedParty.EVERYONE, NamedParty.REFEREE, NamedParty.TABLE].map((value) => party({ case: "named", value }));
    assert.deepEqual(named, [253, 254, 255]);
    assert.throws(() => partyOf(undefined), TypeError);
  });

  test("what is secret in which command", () => {
    const secret = [...rulesets.values()].flatMap((ruleset) =>
      ruleset.play.methods
        .filter(({ input }) => ruleset.command(input.typeName))
        .filter(({ input }) => logged(input, create(input)).hidden !== null)
        .map(({ name }) => name));
    assert.deepEqual(secret.sort(), [
      "AllocateHits", "ChooseAssaultContributors", "ChooseMoves", "CommitBattleFormations", "CommitOrders", "DeclareAssaultIntent",
      "DeclareHugeUnits", "PassChoice", "PlaceHiddenToken", "PlaceUnit", "PlotOrders", "SplitFreePoints", "SubmitArmy", "SubmitMapArea",
    ]);
  });

  test("every command can be logged, and is found by its message", () => {
    for (const ruleset of rulesets.values()) {
      for (const { input } of ruleset.play.methods) {
        if (ruleset.command(input.typeName)) assert.equal(logged(input, create(input)).row[0], input.name);
      }
    }
    assert.equal(hex_orders.command("wargame.v1.Finish")?.name, "Finish");
    assert.equal(hex_orders.command("wargame.v1.ViewRequest"), undefined);
    assert.equal(grinding_annihilation.message("EndTurn")?.typeName, "wargame.grinding_annihilation.v1.EndTurn");
    assert.equal(grinding_annihilation.message("Finish")?.typeName, "wargame.v1.Finish");
  });
});
