// Heads of a game whose log key was changed, as the service has written it: Python wrote the file, this reads it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { unhex } from "./wgdice.mjs";
import * as log from "./wglog.mjs";

const game = JSON.parse(await readFile(process.env.ROTATED_GAME));
const entries = await log.verifyChain(game.records.map(unhex));
const found = (code) => (error) => error instanceof log.Finding && error.code === code;

test("every head and receipt is good under the key of the terms, which hands on to the later ones", async () => {
  assert.equal(entries.filter((entry) => entry.kind === "ChangeLogKey").length, 2);
  assert.deepEqual((await log.logKeys(entries, game.keys[0])).map(({ line }) => line), game.keys);
  for (const note of game.notes) await log.verifyHead(entries, game.keys[0], note);
});

test("the export is good under the key that was published last", async () => {
  for (const note of game.exported) await log.verifyHead(entries, game.keys.at(-1), note);
});

test("a key that handed on signs nothing any more", async () => {
  await assert.rejects(log.verifyHead(entries, game.keys[0], game.forged), found("HEAD_SIGNATURE_INVALID"));
});

test("a change that the earlier key has not signed is none", async () => {
  const copy = entries.map((entry) => (entry.kind === "ChangeLogKey" ? { ...entry, values: [entry.values[0], [], "lost"] } : entry));
  assert.deepEqual((await log.logKeys(copy, game.keys[0])).map(({ line }) => line), [game.keys[0]]);
  await assert.rejects(log.verifyHead(copy, game.keys[0], game.exported.at(-1)), found("HEAD_SIGNATURE_INVALID"));
});
