// The published figures of dice and log, computed again with nothing but what a browser has.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { decode, encode } from "./mpint.mjs";
import * as dice from "./wgdice.mjs";
import * as log from "./wglog.mjs";

const read = async (name) => JSON.parse(await readFile(new URL(`../kernel/${name}_vectors.json`, import.meta.url)));
const figures = await read("dice");
const game = await read("chain");
const { hex, unhex } = dice;
const [secret, id, settings, r0, r1, key, commitment] = ["S", "G", "R", "r0", "r1", "K", "C"].map((name) => unhex(figures.setup[name]));
const records = game.entries.map((entry) => unhex(entry.record));
const openings = new Map(game.entries.flatMap((entry, at) => (entry.openings ? [[at + 1, decode(unhex(entry.openings))]] : [])));
const [[sealedAt, sealedParts]] = openings;
const found = (code) => (error) => error instanceof log.Finding && error.code === code;

// The published game with one record's fields changed and the chain made good again behind it.
async function rewritten(seq, change) {
  const copy = [...records];
  const fields = decode(copy[seq - 1]);
  change(fields);
  copy[seq - 1] = encode(fields);
  for (let at = seq; at < copy.length; at += 1) {
    const after = decode(copy[at]);
    after[3] = await log.entryHash(copy[at - 1]);
    copy[at] = encode(after);
  }
  return copy;
}

const diceOf = async (copy, parts = openings) => log.verifyDice(await log.verifyChain(copy), parts);

describe("dice", () => {
  test("commitments, transcript and key", async () => {
    assert.equal(hex(await dice.commit(id, secret)), figures.setup.C);
    assert.equal(hex(await dice.seatCommit(id, 0, r0)), figures.setup.c0);
    assert.equal(hex(await dice.seatCommit(id, 1, r1)), figures.setup.c1);
    const bound = await dice.transcript(id, commitment, settings, [r0, r1]);
    assert.equal(hex(bound), figures.setup.T);
    assert.equal(hex(await dice.streamKey(secret, bound)), figures.setup.K);
  });

  test("dice of six", async () => {
    assert.equal(hex(await dice.block(key, 0, 6, 0)), figures.d6.block);
    assert.deepEqual(await dice.draw(key, 0, 6, 24), figures.d6.faces);
  });

  test("dice of many sizes", async () => {
    const { first, sides, faces } = figures.mixed;
    assert.deepEqual(await Promise.all(sides.map((n, at) => dice.die(key, first + at, n))), faces);
  });

  test("words that are passed over", async () => {
    const { first, sides, draws } = figures.rejection;
    assert.deepEqual(await Promise.all(draws.map((_, at) => dice.uniform(key, first + at, sides))), draws);
    assert.deepEqual(await dice.uniform(key, figures.carry.index, figures.carry.sides), figures.carry.draw);
  });

  test("an open-ended roll", async () => {
    const { first, faces, control } = figures.open_ended;
    assert.deepEqual(await dice.draw(key, first, 6, faces.length), faces);
    assert.deepEqual(await dice.draw(key, control.first, 6, 1), control.faces);
  });

  test("a bag and a shuffle", async () => {
    const bag = [...figures.bag.bag];
    let drawn = "";
    for (let at = 0; at < 6; at += 1) drawn += bag.splice(await dice.die(key, figures.bag.first + at, bag.length) - 1, 1)[0];
    assert.deepEqual([drawn, bag.join("")], [figures.bag.drawn, figures.bag.rest]);
    const items = [..."ABCDEFGH"];
    for (let last = 7; last > 0; last -= 1) {
      const other = await dice.die(key, figures.bag.shuffle_first + 7 - last, last + 1) - 1;
      [items[last], items[other]] = [items[other], items[last]];
    }
    assert.equal(items.join(""), figures.bag.shuffled);
  });

  test("an absent seat, a later epoch, a hidden stream", async () => {
    const row = figures.later_epoch;
    const bound = await dice.transcript(id, commitment, settings, [r0, null]);
    const entropy = await dice.epochEntropy(id, 1, [unhex(row.contribution), null]);
    const own = await dice.streamKey(secret, bound, 1, row.stream, entropy);
    assert.deepEqual([bound, entropy, own].map(hex), [row.T, row.E, row.K]);
    assert.deepEqual(await dice.draw(own, 0, 6, 12), row.faces);
  });

  test("bytes of another length are refused", async () => {
    assert.throws(() => dice.commit(id, new Uint8Array(31)), RangeError);
    assert.throws(() => dice.transcript(id, commitment, settings, [new Uint8Array(33)]), RangeError);
    await assert.rejects(dice.uniform(key, 0, 0), RangeError);
    await assert.rejects(dice.uniform(key, 2 ** 32, 6), RangeError);
  });
});

describe("mpint", () => {
  const spelt = [
    [null, "c0"], [false, "c2"], [true, "c3"], [0, "00"], [-32, "e0"], [-33, "d0df"], [-129, "d1ff7f"], [128, "cc80"],
    [65536, "ce00010000"], [2 ** 32, "cf0000000100000000"], [2 ** 53 - 1, "cf001fffffffffffff"],
    [-(2 ** 31) - 1, "d3ffffffff7fffffff"], [1 - 2 ** 53, "d3ffe0000000000001"], ["é", "a2c3a9"], ["\ufeffa", "a4efbbbf61"],
    [Uint8Array.of(0), "c40100"], [[1, ["a", new Uint8Array()]], "920192a161c400"],
  ];
  for (const [value, digits] of spelt) {
    test(`${digits} and back`, () => {
      assert.equal(hex(encode(value)), digits);
      assert.deepEqual(decode(unhex(digits)), value);
    });
  }

  test("every length, on both sides of every step", () => {
    for (const size of [15, 16, 31, 32, 255, 256, 65535, 65536]) {
      for (const value of ["x".repeat(size), new Uint8Array(size), new Array(size).fill(null)]) {
        assert.deepEqual(decode(encode(value)), value);
      }
    }
  });

  const nested = (depth) => (depth ? [nested(depth - 1)] : 1);
  for (const value of [1.5, NaN, 2 ** 53, 10n, {}, undefined, "\ud800", nested(17), new Map()]) {
    test(`no place for ${typeof value} ${String(value)}`, () => assert.throws(() => encode(value), TypeError));
  }

  const wrong = {
    "a long zero": "cc00", "a long minus one": "d0ff", "a signed one": "d00001", "a wide eight": "cd00ff",
    "a wide number": "cf00000000ffffffff", "beyond 2^53": "cf0020000000000000", "a long text": "d90161",
    "a long array": "dc000101", "wide bytes": "c5000100", "a float": "cb0000000000000000", "a map": "80", "an ext": "d40100",
    "two values": "0101", "no value": "", "half an array": "9201", "half a text": "a2c3", "bad text": "a1ff",
    "a huge array": "ddffffffff", "seventeen deep": `${"91".repeat(17)}01`,
  };
  for (const [name, digits] of Object.entries(wrong)) {
    test(`${name} is refused`, () => assert.throws(() => decode(unhex(digits)), TypeError));
  }
});

describe("log", () => {
  test("entry hashes and links", async () => {
    const entries = await log.verifyChain(records);
    assert.deepEqual(entries.map((entry) => hex(entry.hash)), game.entries.map((entry) => entry.hash));
  });

  test("openings, dice and the seed they come from", async () => {
    const entries = await log.verifyChain(records);
    const seed = await log.seedOf(entries);
    assert.deepEqual([seed.secret, seed.transcript].map(hex), [game.secret, game.transcript]);
    assert.equal(await log.verifyDice(entries, openings), game.dice);
  });

  test("hashes of states", async () => {
    const { view, hash, tables, key: own, full } = game.state;
    const stateKey = await dice.stateKey(unhex(game.secret), unhex(game.transcript));
    assert.equal(hex(await log.stateHash(unhex(view))), hash);
    assert.deepEqual([stateKey, await dice.mac(stateKey, unhex(tables))].map(hex), [own, full]);
  });

  test("a command's signature", async () => {
    const entry = (await log.verifyChain(records))[sealedAt - 1];
    const { seed, public: publicKey, bytes, signature } = game.signing;
    assert.equal(hex(log.signingBytes(entry.game, entry.actor, entry.command)), bytes);
    assert.equal(hex(await log.signCommand(await log.signer(unhex(seed)), entry.game, entry.actor, entry.command)), signature);
    assert.ok(await log.verifySignature(entry, unhex(publicKey)));
    assert.ok(!(await log.verifySignature({ ...entry, head: null, command: [entry.id, null, ...entry.command.slice(2)] }, unhex(publicKey))));
  });

  test("a signed head", async () => {
    const entries = await log.verifyChain(records);
    const head = await log.verifyHead(entries, game.verify_key, game.note);
    assert.deepEqual([hex(head.game), head.size], [game.game, records.length]);
    await assert.rejects(log.verifyHead(entries.slice(0, -1), game.verify_key, game.note), found("TRUNCATED_LOG"));
    await assert.rejects(log.verifyNote(game.verify_key, game.note.replace("\n8\n", "\n7\n")), found("HEAD_SIGNATURE_INVALID"));
    await assert.rejects(log.readVerifyKey(game.verify_key.replace("7d67", "7d68")), TypeError);
    const other = await log.verifyChain(await rewritten(7, (fields) => { fields[4] += 1; }));
    await assert.rejects(log.verifyHead(other, game.verify_key, game.note), found("HEAD_MISMATCH"));
  });
});

describe("tampering", () => {
  test("a changed byte breaks the chain", async () => {
    const copy = [...records];
    const fields = decode(copy[1]);
    fields[4] += 1;
    copy[1] = encode(fields);
    await assert.rejects(log.verifyChain(copy), found("CHAIN_BREAK"));
  });

  test("a missing entry", () => assert.rejects(log.verifyChain(records.toSpliced(2, 1)), found("MISSING_ENTRY")));

  test("another spelling of the same values", async () => {
    const [first] = records;
    const longer = dice.concat([0xdc, 0, 12], first.slice(1));
    await assert.rejects(log.verifyChain([longer, ...records.slice(1)]), found("NON_CANONICAL_ENTRY"));
  });

  test("a record of another format", () =>
    assert.rejects(log.verifyChain([encode([2])]), found("BUNDLE_MALFORMED")));

  test("a face that the seed does not give", async () => {
    const copy = await rewritten(sealedAt, (fields) => { fields[8][0][4][0] = (fields[8][0][4][0] % 6) + 1; });
    await assert.rejects(diceOf(copy), found("DICE_NOT_FROM_SEED"));
  });

  test("an index that is skipped or used again", async () => {
    await assert.rejects(diceOf(await rewritten(7, (fields) => { fields[8][0][2] += 1; })), found("DICE_CURSOR_GAP"));
    await assert.rejects(diceOf(await rewritten(7, (fields) => { fields[8][0][2] -= 1; })), found("DICE_REUSED"));
  });

  test("another secret", async () => {
    const copy = await rewritten(records.length, (fields) => { fields[6][2][1] = new Uint8Array(32); });
    await assert.rejects(diceOf(copy), found("SEED_COMMIT_MISMATCH"));
  });

  test("no reveal", () => assert.rejects(diceOf(records.slice(0, -1)), found("SEED_NOT_REVEALED")));

  test("another contribution than was promised", async () => {
    const copy = await rewritten(5, (fields) => { fields[6][2][1] = new Uint8Array(32); });
    await assert.rejects(diceOf(copy), found("CONTRIBUTION_MISMATCH"));
  });

  test("other settings give other dice", async () => {
    const copy = await rewritten(1, (fields) => { fields[6][2][1] = "other"; });
    await assert.rejects(diceOf(copy), found("DICE_NOT_FROM_SEED"));
  });

  test("an opening that was never committed to", async () => {
    const [[owner, part, salt, bytes], ...rest] = sealedParts;
    for (const forged of [[owner, part, salt, encode([1])], [1, part, salt, bytes], [owner, 1 - part, salt, bytes]]) {
      await assert.rejects(diceOf(records, new Map([[sealedAt, [forged, ...rest]]])), found("SEALED_OPENING_MISMATCH"));
    }
  });
});
