// The published game: chain, seals, signatures, heads and dice; and what every kind of tampering is called.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as log from "adjudicator-client/verify";

import { chain as game, type Fields, openings, records } from "./vectors.js";

const { concat, dice, hex, mpint, unhex } = log;
const [[sealedAt, sealedParts]] = [...openings] as [[number, log.Opening[]]];
const found = (check: string) => (error: unknown) => error instanceof log.NotProven && error.check === check;
const entriesOf = (copy: Uint8Array[] = records) => log.verifyChain(copy);
const diceOf = async (copy: Uint8Array[], parts: log.Openings = openings) => log.verifyDice(await entriesOf(copy), parts);

// A part of a record at a path, open to changes.
function inside(fields: Fields, ...path: number[]): Fields {
  return path.reduce((part, at) => part[at] as Fields, fields);
}

// The published game with one record's fields changed and the chain made good again behind it.
async function rewritten(seq: number, change: (fields: Fields) => void): Promise<Uint8Array[]> {
  const copy = [...records];
  for (let at = seq - 1; at < copy.length; at += 1) {
    const fields = mpint.decode(copy[at]!) as Fields;
    if (at === seq - 1) change(fields);
    else fields[3] = await log.entryHash(copy[at - 1]!);
    copy[at] = mpint.encode(fields);
  }
  return copy;
}

describe("log", () => {
  test("entry hashes and links", async () => {
    assert.deepEqual((await entriesOf()).map((entry) => hex(entry.hash)), game.entries.map((entry) => entry.hash));
  });

  test("openings, dice and the seed they come from", async () => {
    const seed = await log.seedOf(await entriesOf());
    assert.deepEqual([seed.secret, seed.transcript].map(hex), [game.secret, game.transcript]);
    assert.equal(await diceOf(records), game.dice);
  });

  test("hashes of states", async () => {
    const { view, hash, tables, key: own, full } = game.state;
    const stateKey = await dice.stateKey(unhex(game.secret), unhex(game.transcript));
    assert.equal(hex(await log.stateHash(unhex(view))), hash);
    assert.deepEqual([stateKey, await dice.mac(stateKey, unhex(tables))].map(hex), [own, full]);
  });

  test("a command's signature", async () => {
    const entry = (await entriesOf())[sealedAt - 1]!;
    const { seed, public: publicKey, bytes, signature } = game.signing;
    const key = await log.signingKey(unhex(seed));
    assert.equal(hex(log.signingBytes(entry.game, entry.actor, entry.command)), bytes);
    assert.equal(hex(await log.signCommand(key, entry.game, entry.actor, entry.command)), signature);
    assert(await log.verifySignature(entry, unhex(publicKey)));
    const other = { ...entry, head: null, command: [entry.id, null, ...entry.command.slice(2)] };
    assert(!(await log.verifySignature(other, unhex(publicKey))));
  });

  test("a signed head", async () => {
    const entries = await entriesOf();
    const head = await log.verifyHead(entries, game.verify_key, game.note);
    assert.deepEqual([hex(head.game), head.size], [game.game, records.length]);
    await assert.rejects(log.verifyHead(entries.slice(0, -1), game.verify_key, game.note), found("TRUNCATED_LOG"));
    await assert.rejects(log.verifyNote(game.verify_key, game.note.replace("\n8\n", "\n7\n")), found("HEAD_SIGNATURE_INVALID"));
    await assert.rejects(log.readVerifyKey(game.verify_key.replace("7d67", "7d68")), TypeError);
    const other = await entriesOf(await rewritten(7, (fields) => { fields[4] = Number(fields[4]) + 1; }));
    await assert.rejects(log.verifyHead(other, game.verify_key, game.note), found("HEAD_MISMATCH"));
  });

  test("what others sign beneath a note has an end", async () => {
    const row = game.note.trimEnd().split(" ").at(-1)!;
    const padded = (count: number, name = "other"): string => game.note + `\u2014 ${name} ${row}\n`.repeat(count);
    assert.equal(await log.verifyNote(game.verify_key, padded(15)), await log.verifyNote(game.verify_key, game.note));
    for (const note of [padded(16), padded(15, "x".repeat(600))]) {
      await assert.rejects(log.verifyNote(game.verify_key, note), found("HEAD_SIGNATURE_INVALID"));
    }
  });

  test("a note that is malformed", async () => {
    for (const note of ["", "text", game.note.slice(0, -1), `${game.note}x`, game.note.replace("\u2014", "-"), `${game.note}\n\n`]) {
      await assert.rejects(log.verifyNote(game.verify_key, note), found("HEAD_SIGNATURE_INVALID"), JSON.stringify(note));
    }
  });
});

describe("tampering", () => {
  test("a changed byte breaks the chain", async () => {
    const copy = [...records];
    const fields = mpint.decode(copy[1]!) as Fields;
    fields[4] = Number(fields[4]) + 1;
    copy[1] = mpint.encode(fields);
    await assert.rejects(entriesOf(copy), found("CHAIN_BREAK"));
  });

  test("a missing entry", () => assert.rejects(entriesOf(records.toSpliced(2, 1)), found("MISSING_ENTRY")));

  test("another game", () => assert.rejects(log.verifyChain(records, new Uint8Array(16)), found("WRONG_GAME")));

  test("a time that goes back", async () => {
    await assert.rejects(entriesOf(await rewritten(3, (fields) => { fields[4] = 1; })), found("TIME_REGRESSION"));
  });

  test("another spelling of the same values", async () => {
    const [first, ...rest] = records;
    const longer = concat([0xdc, 0, 12], first!.slice(1));
    await assert.rejects(entriesOf([longer, ...rest]), found("NON_CANONICAL_ENTRY"));
  });

  test("a record of another format, or of another shape", async () => {
    await assert.rejects(entriesOf([mpint.encode([2])]), found("BUNDLE_MALFORMED"));
    for (let at = 0; at < 11; at += 1) {
      const copy = await rewritten(1, (fields) => { fields[at] = "other"; });
      await assert.rejects(entriesOf(copy), found("BUNDLE_MALFORMED"), `field ${at}`);
    }
  });

  test("a face that the seed does not give", async () => {
    const copy = await rewritten(sealedAt, (fields) => {
      const faces = inside(fields, 8, 0, 4);
      faces[0] = (Number(faces[0]) % 6) + 1;
    });
    await assert.rejects(diceOf(copy), found("DICE_NOT_FROM_SEED"));
  });

  test("an index that is skipped or used again", async () => {
    const moved = (step: number) => rewritten(7, (fields) => {
      const row = inside(fields, 8, 0);
      row[2] = Number(row[2]) + step;
    });
    await assert.rejects(diceOf(await moved(1)), found("DICE_CURSOR_GAP"));
    await assert.rejects(diceOf(await moved(-1)), found("DICE_REUSED"));
  });

  test("another secret", async () => {
    const copy = await rewritten(records.length, (fields) => { inside(fields, 6, 2)[1] = new Uint8Array(32); });
    await assert.rejects(diceOf(copy), found("SEED_COMMIT_MISMATCH"));
  });

  test("no reveal", () => assert.rejects(diceOf(records.slice(0, -1)), found("SEED_NOT_REVEALED")));

  test("another contribution than was promised", async () => {
    const copy = await rewritten(5, (fields) => { inside(fields, 6, 2)[1] = new Uint8Array(32); });
    await assert.rejects(diceOf(copy), found("CONTRIBUTION_MISMATCH"));
  });

  test("other settings give another transcript", async () => {
    const copy = await rewritten(1, (fields) => { inside(fields, 6, 2)[1] = "other"; });
    await assert.rejects(diceOf(copy), found("CONTRIBUTION_MISMATCH"));
  });

  test("an opening that was never committed to, and one that is missing", async () => {
    const [first, ...rest] = sealedParts;
    const { owner, part } = first!;
    for (const other of [{ data: mpint.encode([1]) }, { owner: 1 - owner }, { part: 1 - part }, { part: 2 }]) {
      const forged = new Map([[sealedAt, [{ ...first!, ...other }, ...rest]]]);
      await assert.rejects(diceOf(records, forged), found("SEALED_OPENING_MISMATCH"));
    }
    const entry = (await entriesOf())[sealedAt - 1]!;
    log.demandOpenings(entry, sealedParts);
    assert.throws(() => log.demandOpenings(entry, rest), found("SEALED_OPENING_MISMATCH"));
  });

  test("an error names the game, the entry and what differs", async () => {
    const error = await diceOf(await rewritten(records.length, (fields) => { inside(fields, 6, 2)[1] = new Uint8Array(32); }))
      .then(() => assert.fail("it was taken"), (fault: log.NotProven) => fault);
    assert.deepEqual([error.game, error.seq, error.found], [game.game, records.length, "another secret"]);
    assert.match(error.message, new RegExp(`^SEED_COMMIT_MISMATCH of game ${game.game} at entry 8: expected [0-9a-f]{64}, found`));
  });
});
