// A signed game in which another person takes a seat over: a kept one, and changes of it.

import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { type Entry, hex, mpint, NotProven, readRecord, unhex, verifyChain, verifyDice, verifyHead, verifySignatures, type Value } from "adjudicator-client/verify";

import { type Fields, openingsOf, takenOver as kept } from "./vectors.js";

// Reads the game; with one value set, and the chain made good again behind it.
async function read(change?: (typeof kept.changes)[number]): Promise<Entry[]> {
  const made: Uint8Array[] = [];
  let before = new Uint8Array(32) as Uint8Array;
  for (const [at, { record }] of kept.entries.entries()) {
    const fields = mpint.decode(unhex(record)) as unknown as Fields;
    fields[3] = before;
    if (change?.entry === at + 1) {
      const holder = change.path.slice(0, -1).reduce((each, place) => each[place] as Fields, fields);
      holder[change.path.at(-1)!] = change.bytes === undefined ? (change.value as Value) : unhex(change.bytes);
    }
    made.push(mpint.encode(fields as Value));
    before = (await readRecord(made.at(-1)!, at + 1)).hash;
  }
  return [...await verifyChain(made)];
}

suite("a kept game whose seat was taken over", () => {
  test("verifies: who left has signed up to there, and the new player from the next entry on", async () => {
    const entries = await read();
    assert.deepEqual(entries.map(({ hash }) => hex(hash)), kept.entries.map(({ hash }) => hash));
    assert.equal(await verifySignatures(entries), kept.signatures);
    assert.equal(await verifyDice(entries, openingsOf(kept)), kept.dice);
    assert.equal((await verifyHead(entries, kept.verify_key, kept.note)).size, entries.length);
  });

  for (const change of kept.changes) {
    test(`is told where ${change.name}`, async () => {
      const entries = await read(change);
      await assert.rejects(verifySignatures(entries), (fault) =>
        fault instanceof NotProven && fault.check === "COMMAND_SIGNATURE_INVALID" && fault.seq === change.at);
    });
  }

  test("gives nobody a key by an event that can not be read", async () => {
    const { entry, path, at } = kept.changes.find((change) => change.path.length > 1)!;
    for (const value of [["SeatSubstituted"], ["SeatSubstituted", 0, "Robin", 7]]) {
      const entries = await read({ name: "", entry, path: path.slice(0, -1), value: value as Value, at });
      await assert.rejects(verifySignatures(entries), (fault) => fault instanceof NotProven && fault.seq === at);
    }
  });
});
