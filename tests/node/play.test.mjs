// A short battle over gRPC, with two signing players who trust nobody: everything that they receive is checked.
// It needs a running service: ADJUDICATOR_ADDRESS and ADJUDICATOR_TOKEN name it and its owner's token.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { ROSTER, answer, deployment } from "./battle.mjs";
import { Caller, Player, SEAT, codes, partyOf, random } from "./client.mjs";
import { equal, hex, seatCommit } from "./wgdice.mjs";
import * as log from "./wglog.mjs";

const { subtle } = globalThis.crypto;
const NAMES = ["red", "blue"];
const MOST = 300; // commands of a short battle
const PATIENCE = 90_000; // milliseconds until the game is over and the secret of the dice is shown
const { ADJUDICATOR_ADDRESS: address, ADJUDICATOR_TOKEN: token } = process.env;
assert(address && token, "start a service, and say ADJUDICATOR_ADDRESS=127.0.0.1:50051 ADJUDICATOR_TOKEN=...");

const owner = new Caller(address, token);
let keys, publicKeys, terms, opened, game, players, spectator, watched, verificationKey;

async function refused(call, code, reason) {
  const error = await call.then(() => assert.fail(`${reason} was taken`), (fault) => fault);
  assert.equal(error.code, code, error.message);
  if (!reason) return error;
  assert.equal(error.refusal?.faults[0].reason, reason, error.message);
  return error.refusal;
}

const byOwner = (name, fields) => owner.call(name, { ...fields, header: { game, command_id: random(16) } });

// Lets players answer what they are asked until `done`, which sees the offers and the view of the player asked.
async function play(done) {
  for (let count = 0; count < MOST; count += 1) {
    const { windows } = await players[0].offers();
    const player = players[windows.at(-1).asks[0].seat];
    const [{ offers }, view] = [await player.offers(), await player.view()];
    if (done(offers, view)) return { player, offers, view };
    await player.give(...answer(offers, view, player.seat));
  }
  throw new Error(`no end after ${MOST} commands`);
}

const isOffered = (name) => (offers) => offers.some((each) => each.command === name);

// Gathers entries as they come, in the background; resolves at the entry of this command.
function watch(caller, until) {
  const stream = caller.stream("Watch", { game, records: true });
  const entries = [];
  const late = setTimeout(() => stream.destroy(new Error(`no ${until} came`)), PATIENCE);
  return (async () => {
    for await (const entry of stream) {
      entries.push(entry);
      if (entry.command === until) break;
    }
    clearTimeout(late);
    stream.cancel();
    return entries;
  })();
}

before(async () => {
  keys = await Promise.all(NAMES.map(() => subtle.generateKey("Ed25519", false, ["sign", "verify"])));
  const raw = await Promise.all(keys.map((pair) => subtle.exportKey("raw", pair.publicKey)));
  publicKeys = raw.map((key) => new Uint8Array(key));
  terms = {
    command_id: random(16), ruleset: "grinding_annihilation", profile: "PROFILE_P1", signed: true,
    seats: NAMES.map((name, seat) => ({ name, keys: [publicKeys[seat]] })), labels: [{ name: "event", value: "node" }],
  };
  opened = await owner.call("Open", terms);
  ({ game } = opened);
  const seats = opened.credentials.filter((each) => each.role === SEAT);
  players = seats.map((each) => new Player(owner.as(each.token), game, each.seat, keys[each.seat]));
  spectator = owner.as(opened.credentials.find((each) => each.role === 4).token);
  verificationKey = (await owner.call("LogKey", {})).verification_key;
  watched = watch(spectator, "Reveal");
  watched.catch(() => {}); // whoever awaits it hears of a fault
});

after(() => owner.close());

describe("a battle over gRPC", () => {
  test("an opening that is sent again is answered alike, tokens included", async () => {
    assert.deepEqual(await owner.call("Open", terms), opened);
    await refused(owner.call("Open", { ...terms, signed: false }), codes.ALREADY_EXISTS, "command-id-reused");
  });

  test("a token opens its own door and no other", async () => {
    await refused(owner.as("").call("Get", { game }), codes.UNAUTHENTICATED);
    await refused(players[0].caller.call("Get", { game: random(16) }), codes.PERMISSION_DENIED);
    await refused(spectator.call("Offers", { game }), codes.PERMISSION_DENIED);
  });

  test("both players commit to random bytes and then show them", async () => {
    for (const player of players) {
      await player.offers();
      await player.give("CommitContribution", { commitment: await seatCommit(game, player.seat, player.contribution) });
      if (player.seat === 0) {
        const early = player.give("OpenContribution", { contribution: player.contribution });
        const { faults: [fault] } = await refused(early, codes.FAILED_PRECONDITION, "not-asked");
        assert.match(fault.clause, /^WG-/);
        assert(fault.text.length > 0);
      }
    }
    for (const player of players) {
      await player.offers();
      const other = player.give("OpenContribution", { contribution: random(32) });
      await refused(other, codes.FAILED_PRECONDITION, "commitment-mismatch");
      await player.give("OpenContribution", { contribution: player.contribution });
    }
  });

  test("a command that was signed for something else is not taken", async () => {
    await byOwner("CreateBattle", { battle_size: "small", scenario: "war_of_control", options: {} });
    const [red, blue] = players;
    await red.offers();
    const request = await red.signed("SubmitRoster", ROSTER);
    const changed = { ...request, general: "sentinels.1" };
    assert.match((await refused(red.caller.call("SubmitRoster", changed), codes.INVALID_ARGUMENT)).message, /header\.signature/);
    await refused(blue.caller.call("SubmitRoster", request), codes.INVALID_ARGUMENT);
  });

  test("an upload hears of all its faults at once, with clause and place", async () => {
    const [lord, sentinels] = ROSTER.formations;
    const wrong = { ...ROSTER, formations: [{ ...lord, points: 1 }, { ...sentinels, catalogue: "nobody" }] };
    await players[0].offers();
    const refusal = await refused(players[0].give("SubmitRoster", wrong), codes.FAILED_PRECONDITION, "wrong-points");
    assert(refusal.faults.length > 1);
    for (const { clause, path, text } of refusal.faults) {
      assert.match(clause, /^GA-/);
      assert(path && text);
    }
    const reply = await owner.call("Explain", { clause: refusal.faults[0].clause });
    assert.deepEqual(reply.rulesets, ["grinding_annihilation"]);
    assert(reply.text);
  });

  test("the set-up: rosters, roll-offs, markers, secret formations", async () => {
    const { player, view } = await play(isOffered("DeployFormation"));
    assert.equal(view.markers.length, 4);
    const formation = `${"ab"[player.seat]}-sentinels`;
    const troops = deployment(view, player.seat, formation);
    const outside = troops.map(({ troop, pose }) => ({ troop, pose: { ...pose, x: view.length / 2 } }));
    const refusal = await refused(player.give("DeployFormation", { formation, troops: outside }), codes.FAILED_PRECONDITION, "outside-zone");
    assert.match(refusal.faults[0].clause, /^GA-7\.0-12$/);
    assert(equal(refusal.head, player.head));
  });

  test("a command that is sent again counts once; its id counts for nothing else", async () => {
    const { player, view } = await play(isOffered("DeployFormation"));
    const formation = `${"ab"[player.seat]}-sentinels`;
    const troops = deployment(view, player.seat, formation);
    const id = random(16);
    const request = await player.signed("DeployFormation", { formation, troops }, id);
    const first = await player.send("DeployFormation", request);
    assert.deepEqual(await player.caller.call("DeployFormation", request), first);
    const other = await player.signed("DeployFormation", { formation, troops: troops.slice(1) }, id);
    await refused(player.caller.call("DeployFormation", other), codes.ALREADY_EXISTS, "command-id-reused");
  });

  test("a decision that was made on an older state is not taken", async () => {
    const [red, blue] = players;
    await blue.offers();
    const stale = await blue.signed("ConcedeBattle");
    await play((offers, view) => view.round === 1);
    const asked = (await red.offers()).windows.at(-1).asks[0].seat;
    await players[asked].give("EndTurn");
    const refusal = await refused(blue.caller.call("ConcedeBattle", stale), codes.ABORTED, "stale-head");
    assert(!equal(refusal.head, stale.header.head));
  });

  test("a round of shooting, and one player has seen enough", async () => {
    const { player, view } = await play((offers, seen) => seen.round === 2);
    assert(view.formations.every((each) => each.troops.length > 0));
    await player.give("ConcedeBattle");
    for (const each of players) {
      await each.offers();
      await each.give("ConfirmResult");
    }
    const entries = await watched;
    const reply = await spectator.call("Get", { game });
    assert.deepEqual([reply.result, reply.finished, reply.revealed], [{ winners: [1 - player.seat], outcome: "conceded" }, true, true]);
    assert.equal(reply.receipt.seq, entries.length);
  });
});

describe("what a stranger can check of it", () => {
  let entries, openings, seen;

  before(async () => {
    seen = await watched;
    entries = await log.verifyChain(seen.map((each) => new Uint8Array(each.record)));
    const whole = await watch(spectator, "Reveal");
    openings = new Map(whole.map((each) =>
      [each.seq, each.openings.map(({ owner: party, part, salt, data }) => [partyOf(party), part, salt, new Uint8Array(data)])]));
  });

  test("entries came in order, each bound to the one before", () => {
    assert.deepEqual(seen.map((each) => each.seq), entries.map((each) => each.seq));
    for (const [at, entry] of entries.entries()) {
      assert.equal(hex(seen[at].hash), hex(entry.hash));
      assert.equal(seen[at].command, entry.kind);
      assert(equal(seen[at].command_id, entry.id));
    }
  });

  test("every receipt is a signed head of this log", async () => {
    const receipts = [opened.receipt, ...players.flatMap((player) => player.receipts)];
    assert(receipts.length > 30);
    for (const receipt of receipts) {
      const head = await log.verifyHead(entries, verificationKey, receipt.note);
      assert.equal(head.size, receipt.seq);
      assert(equal(head.hash, receipt.hash));
    }
    await assert.rejects(log.verifyHead(entries.slice(0, 5), verificationKey, receipts.at(-1).note), { code: "TRUNCATED_LOG" });
  });

  test("every command of a seat bears its signature", async () => {
    const bySeats = entries.filter((entry) => entry.actor[0] === SEAT);
    assert.equal(bySeats.length, players.flatMap((player) => player.receipts).length);
    for (const entry of bySeats) {
      assert(await log.verifySignature(entry, publicKeys[entry.actor[1]]));
      assert(!(await log.verifySignature(entry, publicKeys[1 - entry.actor[1]])));
    }
  });

  test("what was secret fits what was promised", async () => {
    const secret = entries.filter((entry) => entry.seal);
    assert.deepEqual(secret.map((entry) => entry.kind), ["CommitBattleFormations", "CommitBattleFormations"]);
    for (const entry of entries.filter((each) => each.seal || each.sealed.length)) {
      const parts = openings.get(entry.seq);
      assert.equal(parts.length, entry.sealed.length + (entry.seal ? 1 : 0));
      await log.verifyOpenings(entry, parts);
      const [party, part, salt, data] = parts[0];
      const wrong = [party, part, salt, Uint8Array.of(...data, 0)];
      await assert.rejects(log.verifyOpenings(entry, [wrong]), { code: "SEALED_OPENING_MISMATCH" });
    }
  });

  test("every die comes from the seed that both contributed to", async () => {
    const count = seen.flatMap((each) => each.rolls).flatMap((each) => each.faces).length;
    assert(count > 20, `${count} dice are too few`);
    assert.equal(await log.verifyDice(entries, openings), count);
    const contributed = entries.filter((each) => each.kind === "OpenContribution").map((each) => hex(each.values[0]));
    assert.deepEqual(contributed, players.map((player) => hex(player.contribution)));
  });

  test("a die that was turned over is found", async () => {
    const at = entries.findIndex((entry) => entry.dice.length);
    const turned = structuredClone(entries);
    const [row] = turned[at].dice;
    row[4][0] = (row[4][0] % row[3]) + 1;
    await assert.rejects(log.verifyDice(turned, openings), { code: "DICE_NOT_FROM_SEED", seq: at + 1 });
  });
});
