// Secret orders and formations: sealed for all but their owner until they are due, and then as they were promised.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";

import type { Entry, Offer } from "adjudicator-client/contract";
import {
  CommitOrdersSchema, CreateGameSchema, DeclareHugeUnitsSchema, GameType, HexSide, hex_orders, PassSetupStepSchema, PlaceUnitSchema, Play,
  PlotOrdersSchema, SubmitArmySchema,
} from "adjudicator-client/hex_orders";
import { type Game, partyOf, Refused, type Service } from "adjudicator-client/node";
import { equal, mpint, NotProven, type Opening, readRecord, verifyOpenings } from "adjudicator-client/verify";

import { open, service, withService } from "./play.js";

const NATIONS = ["spartan", "elf"];
const MOST = 60; // answers until all units are placed

const openingsOf = ({ openings }: Entry): Opening[] =>
  openings.map(({ owner, part, salt, data }) => ({ owner: partyOf(owner), part, salt, data }));

async function entryOf(game: Game, seq: number): Promise<Entry> {
  for await (const entry of game.read({ after: seq - 1, upTo: seq })) return entry;
  return assert.fail(`there is no entry ${seq}`);
}

async function refused(work: Promise<unknown>, reason: string): Promise<Refused> {
  const error = await work.then(() => assert.fail(`${reason} was taken`), (fault: unknown) => fault);
  assert(error instanceof Refused, String(error));
  assert.equal(error.reason, reason, error.message);
  return error;
}

// The first of what a field of an offer may hold, as a word.
function first(offer: Offer, name: string): string {
  const values = offer.fields.find(({ field }) => field === name)?.values;
  if (values?.case === "oneOf") return values.value.values[0] ?? "";
  return values?.case === "range" ? String(values.value.least) : "";
}

describe("secret orders", withService, () => {
  let from: Service;
  let red: Game<typeof hex_orders>;
  let blue: Game<typeof hex_orders>;
  let spectator: Game;

  before(async () => {
    from = service();
    const opened = await open(from, hex_orders);
    [red, blue, spectator] = [opened.seat(0), opened.seat(1), opened.spectator()];
    await Promise.all([red.join(), blue.join()]);
    const sides = NATIONS.map((nation, seat) => ({ nations: [nation], number: seat + 1 }));
    await opened.owner().give(CreateGameSchema, {
      scenario: "entrenched", gameType: GameType.PURE_TANK, mapName: "open_steppe", sides, options: { turnLimit: 3 },
    });
  });
  after(() => from.close());

  // Gives a command on what the party knows now.
  const give = async <D extends DescMessage>(game: Game, schema: D, fields: Omit<MessageInitShape<D>, "header">) => {
    await game.offers();
    return game.give(schema, fields);
  };

  test("armies bought from the lists that the service tells, and one that is too dear", async () => {
    for (const game of [red, blue]) await give(game, DeclareHugeUnitsSchema, { huge: { kinds: [] } });
    for (const [seat, game] of [red, blue].entries()) {
      const { units } = await game.service.client(Play).readCatalogue({ game: game.game, name: NATIONS[seat]! });
      const tank = units.map(({ sheet }) => sheet!).find(({ types, price }) => types.includes("tank") && price!.ip <= 8)!;
      const army = (count: number) => ({ army: { units: Array.from({ length: count }, () => ({ kind: tank.kind, upgrades: [] })) } });
      const dear = await refused(give(game, SubmitArmySchema, army(4)), "over-budget");
      assert.match(dear.clause, /^HX-ARMY-/);
      assert.match(dear.text, /the budget is 24/);
      await give(game, SubmitArmySchema, army(2));
    }
  });

  test("units are placed through offers, until orders are asked for", async () => {
    for (let count = 0; count < MOST; count += 1) {
      const { windows } = await red.offers();
      const asked = windows.at(-1)!;
      if (asked.kind === "orders") return;
      const game = [red, blue][partyOf(asked.asks[0])]!;
      const place = (await game.offers()).offers.find(({ command }) => command === "PlaceUnit");
      if (place === undefined) await game.give(PassSetupStepSchema);
      else await game.give(PlaceUnitSchema, { slot: Number(first(place, "slot")), hex: first(place, "hex"), facing: HexSide[first(place, "facing") as keyof typeof HexSide] });
    }
    assert.fail("the set-up does not end");
  });

  test("an order is sealed: its party alone sees it, until it is due", async () => {
    const own = (await red.view()).units.filter(({ seat }) => seat === 0).map(({ id }) => id);
    assert.equal(own.length, 2);
    const wrong = give(red, PlotOrdersSchema, { plot: { turn: 1, unit: own[0]!, movement: ["F,F+-+-"], gunnery: ["-+-"] } });
    assert.match((await refused(wrong, "no-movement-order")).text, /leaves its hex twice/);
    const plots: { seq: number; bytes: Uint8Array }[] = [];
    for (const unit of own) {
      const { receipt } = await give(red, PlotOrdersSchema, { plot: { turn: 1, unit, movement: ["-+-+-"], gunnery: ["-+-"] } });
      plots.push({ seq: Number(receipt!.seq), bytes: mpint.encode([[1, unit, ["-+-+-"], ["-+-"]]]) });
    }
    for (const { seq, bytes } of plots) {
      const mine = await entryOf(red, seq);
      const recorded = await readRecord(mine.record, seq);
      const opening = openingsOf(mine).find(({ part }) => part === 0)!;
      assert(equal(opening.data, bytes));
      assert.deepEqual(recorded.values, [null]);
      await verifyOpenings(recorded, openingsOf(mine));
      await assert.rejects(verifyOpenings(recorded, [{ ...opening, data: Uint8Array.of(...bytes, 0) }]), NotProven);
      for (const other of [blue, spectator]) {
        const entry = await entryOf(other, seq);
        assert(equal(entry.hash, mine.hash));
        assert(openingsOf(entry).every(({ owner }) => owner !== 0));
        assert(entry.ruled.every(({ event }) => !new TextDecoder().decode(event!.value).includes("-+-+-")));
      }
    }
    for (const turn of [1, 2]) {
      for (const game of [red, blue]) await give(game, CommitOrdersSchema, { turn, allowDefaults: true });
    }
    for (const { seq, bytes } of plots) {
      const entry = await entryOf(blue, seq);
      const opening = openingsOf(entry).find(({ owner, part }) => owner === 0 && part === 0);
      assert(opening, "the orders of turn 1 are due, and an entry is still sealed");
      assert(equal(opening.data, bytes));
      await verifyOpenings(await readRecord(entry.record, seq), openingsOf(entry));
    }
  });
});
