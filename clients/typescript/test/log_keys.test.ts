// Heads of a game whose log key was changed, as the service has written it: ROTATED_GAME names the file.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, test } from "node:test";

import * as log from "adjudicator-client/verify";

interface Rotated {
  records: string[];
  keys: string[];
  notes: string[];
  exported: string[];
  forged: string;
}

const { ROTATED_GAME: file } = process.env;
const found = (check: string) => (error: unknown) => error instanceof log.NotProven && error.check === check;

if (file !== undefined) describe("log keys that hand on", () => {
  let game: Rotated;
  let entries: log.Entry[];
  let first: string;

  before(async () => {
    game = JSON.parse(await readFile(file, "utf8")) as Rotated;
    entries = await log.verifyChain(game.records.map(log.unhex));
    first = game.keys[0]!;
  });

  test("every head and receipt is good under the key of the terms, which hands on to the later ones", async () => {
    assert.equal(entries.filter((entry) => entry.kind === "ChangeLogKey").length, 2);
    assert.deepEqual((await log.logKeys(entries, first)).map(({ line }) => line), game.keys);
    for (const note of game.notes) await log.verifyHead(entries, first, note);
  });

  test("the export is good under the key that was published last", async () => {
    for (const note of game.exported) await log.verifyHead(entries, game.keys.at(-1)!, note);
  });

  test("a key that handed on signs nothing any more", () =>
    assert.rejects(log.verifyHead(entries, first, game.forged), found("HEAD_SIGNATURE_INVALID")));

  test("a change that the earlier key has not signed is none", async () => {
    const copy = entries.map((entry) => (entry.kind === "ChangeLogKey" ? { ...entry, values: [entry.values[0]!, [], "lost"] } : entry));
    assert.deepEqual((await log.logKeys(copy, first)).map(({ line }) => line), [first]);
    await assert.rejects(log.verifyHead(copy, first, game.exported.at(-1)!), found("HEAD_SIGNATURE_INVALID"));
  });
});
