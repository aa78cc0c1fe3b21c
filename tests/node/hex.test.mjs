// The opening of a game of secret orders over gRPC, as a client of either side sees and checks it.
// It needs a running service: ADJUDICATOR_ADDRESS and ADJUDICATOR_TOKEN name it and its owner's token.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { fieldOf } from "./battle.mjs";
import { Caller, Player, SEAT, codes, eventIn, partyOf, random } from "./client.mjs";
import { encode } from "./mpint.mjs";
import { equal, hex, seatCommit } from "./wgdice.mjs";
import * as log from "./wglog.mjs";

const { subtle } = globalThis.crypto;
const NAMES = ["red", "blue"];
const NATIONS = ["spartan", "elf"];
const MOST = 60; // answers until all units are placed
const { ADJUDICATOR_ADDRESS: address, ADJUDICATOR_TOKEN: token } = process.env;
assert(address && token, "start a service, and say ADJUDICATOR_ADDRESS=127.0.0.1:50051 ADJUDICATOR_TOKEN=...");

const owner = new Caller(address, token, "hex_orders");
let game, players, red, blue, spectator;

async function refused(call, code, reason) {
  const error = await call.then(() => assert.fail(`${reason} was taken`), (fault) => fault);
  assert.equal(error.code, code, error.message);
  assert.equal(error.refusal?.faults[0].reason, reason, error.message);
  return error.refusal.faults;
}

async function read(caller, seq) {
  for await (const entry of caller.stream("Read", { game, after: seq - 1, up_to: seq, records: true })) return entry;
  return assert.fail(`there is no entry ${seq}`);
}

const openingsOf = ({ openings }) =>
  openings.map(({ owner: party, part, salt, data }) => [partyOf(party), part, salt, new Uint8Array(data)]);

async function give(player, name, fields) {
  await player.offers();
  return player.give(name, fields);
}

// Gives an order and keeps what its client knows of it: number of the entry, salt, and the part that is sealed.
async function plot(player, unit, turn, movement, gunnery) {
  await player.offers();
  const order = { turn, unit, movement: [movement], gunnery: [gunnery] };
  const request = await player.signed("PlotOrders", { plot: order });
  const { receipt } = await player.send("PlotOrders", request);
  const bytes = encode([[turn, unit, [movement], [gunnery]]]);
  return { seq: receipt.seq, order, bytes, id: request.header.command_id, salt: request.header.salt };
}

before(async () => {
  const keys = await Promise.all(NAMES.map(() => subtle.generateKey("Ed25519", false, ["sign", "verify"])));
  const raw = await Promise.all(keys.map((pair) => subtle.exportKey("raw", pair.publicKey)));
  const opened = await owner.call("Open", {
    command_id: random(16), ruleset: "hex_orders", profile: "PROFILE_P1", signed: true,
    seats: NAMES.map((name, seat) => ({ name, keys: [new Uint8Array(raw[seat])] })),
  });
  ({ game } = opened);
  const seats = opened.credentials.filter((each) => each.role === SEAT);
  players = seats.map((each) => new Player(owner.as(each.token), game, each.seat, keys[each.seat]));
  [red, blue] = players;
  spectator = owner.as(opened.credentials.find((each) => each.role === 4).token);
  for (const player of players) {
    await give(player, "CommitContribution", { commitment: await seatCommit(game, player.seat, player.contribution) });
  }
  for (const player of players) await give(player, "OpenContribution", { contribution: player.contribution });
});

after(() => owner.close());

describe("a game of secret orders", () => {
  test("terms, and armies bought from the lists that the service tells", async () => {
    const sides = NATIONS.map((nation, seat) => ({ nations: [nation], number: seat + 1, role: "" }));
    const terms = { scenario: "entrenched", game_type: "pure_tank", map_name: "open_steppe", sides, options: { turn_limit: 3 } };
    await owner.call("CreateGame", { ...terms, header: { game, command_id: random(16) } });
    for (const player of players) await give(player, "DeclareHugeUnits", { huge: { kinds: [] } });
    for (const player of players) {
      const { units } = await player.caller.call("ReadCatalogue", { game, name: NATIONS[player.seat] });
      const tank = units.map((each) => each.sheet).find((each) => each.types.includes("tank") && each.price.ip <= 8);
      const many = { units: Array.from({ length: 4 }, () => ({ kind: tank.kind, upgrades: [] })) };
      await player.offers();
      const [fault] = await refused(player.give("SubmitArmy", { army: many }), codes.FAILED_PRECONDITION, "over-budget");
      assert.match(fault.clause, /^HX-ARMY-/);
      assert.match(fault.text, /the budget is 24/);
      await give(player, "SubmitArmy", { army: { units: many.units.slice(0, 2) } });
    }
  });

  test("units are placed through offers, until orders are asked for", async () => {
    for (let count = 0; count < MOST; count += 1) {
      const { windows } = await red.offers();
      if (windows.at(-1).kind === "orders") return;
      const player = players[windows.at(-1).asks[0].seat];
      const { offers } = await player.offers();
      const place = offers.find(({ command }) => command === "PlaceUnit");
      const pick = (name) => fieldOf(place, name).values?.[0] ?? fieldOf(place, name).least;
      if (place) await player.give("PlaceUnit", { slot: Number(pick("slot")), hex: pick("hex"), facing: pick("facing") });
      else await player.give("PassSetupStep");
    }
    assert.fail("the set-up does not end");
  });

  test("an order is sealed: its client alone can open it, until it is due", async () => {
    const { units } = await red.view();
    const own = units.filter(({ seat }) => seat === 0).map(({ id }) => id);
    assert.equal(own.length, 2);
    await red.offers();
    const wrong = red.give("PlotOrders", { plot: { turn: 1, unit: own[0], movement: ["F,F+-+-"], gunnery: ["-+-"] } });
    assert.match((await refused(wrong, codes.FAILED_PRECONDITION, "no-movement-order"))[0].text, /leaves its hex twice/);
    const plots = [];
    for (const unit of own) plots.push(await plot(red, unit, 1, "-+-+-", "-+-"));
    for (const { seq, bytes, id, salt, order } of plots) {
      const seal = await log.sealedHash(game, 0, 0, id, salt, bytes);
      const mine = await read(red.caller, seq);
      assert.equal(hex(log.parseRecord(mine.record, seq).seal), hex(seal));
      await log.verifyOpenings(log.parseRecord(mine.record, seq), openingsOf(mine));
      for (const other of [blue.caller, spectator]) {
        const entry = await read(other, seq);
        assert(equal(entry.hash, mine.hash));
        assert.deepEqual(log.parseRecord(entry.record, seq).values, [null]);
        assert(entry.openings.every((each) => partyOf(each.owner) !== red.seat)); // a seat has a sealed part of its own, empty or not
        assert(!JSON.stringify(entry.ruled.map(eventIn)).includes(order.movement[0]));
      }
    }
    for (const player of players) await give(player, "CommitOrders", { turn: 1, allow_defaults: true });
    assert.deepEqual((await red.view()).turn, 1);
    for (const player of players) await give(player, "CommitOrders", { turn: 2, allow_defaults: true });
    for (const { seq, bytes, salt } of plots) {
      const entry = await read(blue.caller, seq);
      const command = openingsOf(entry).find(([, part]) => part === 0);
      assert(command, "the orders of turn 1 are due, and entry is still sealed");
      assert.equal(hex(command[2]), hex(salt));
      assert.equal(hex(command[3]), hex(bytes));
      await log.verifyOpenings(log.parseRecord(entry.record, seq), openingsOf(entry));
      const altered = [[0, 0, salt, Uint8Array.of(...bytes, 0)]];
      await assert.rejects(log.verifyOpenings(log.parseRecord(entry.record, seq), altered), { code: "SEALED_OPENING_MISMATCH" });
    }
  });
});
