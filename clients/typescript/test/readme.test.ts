// The programs of the README run as they stand.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { withService } from "./play.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

// Runs the program under a heading; gives what it prints, and what it wrote into a file.
async function run(heading: string, linesMost: number, file = "game.mjs"): Promise<[said: string, written: string]> {
  const page = await readFile(`${root}/README.md`, "utf8");
  const [, program = ""] = /```js\n([^]+?)```/.exec(page.slice(page.indexOf(`## ${heading}\n`))) ?? [];
  assert(program.split("\n").filter((line) => line.trim() !== "").length <= linesMost);
  const folder = await mkdtemp(`${root}/build/readme-`); // below the package, so that it finds itself by its name
  try {
    await writeFile(`${folder}/game.mjs`, program);
    const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", "game.mjs"], { cwd: folder });
    return [stdout, await readFile(`${folder}/${file}`, "utf8")];
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("the README's game, in thirty lines", withService, async () => {
  const [said, written] = await run("A whole game", 30, "red.receipts.json");
  const lines = said.split("\n");
  const end = lines.splice(-3).join("\n");
  assert.deepEqual(lines.filter((line) => !/^ *\d+  (owner|red|blue) gives \w+( \d+)*$/.test(line)), []);
  const told = /^(\d+) entries, \w+, winner: \w+\nverified: \d+ receipts, \d+ signatures, (\d+) dice\n$/;
  const [, entries, dice] = told.exec(end) ?? assert.fail(said);
  assert(Number(entries) > lines.length && lines.length > 15 && Number(dice) > 0, said);
  assert((JSON.parse(written) as { receipts: unknown[] }).receipts.length > 5);
});

test("the README's wallet", withService, async () => {
  const [said, written] = await run("The wallet", 25, "red.wallet");
  assert.equal(said, "blue states what red has seen: true\n");
  const kinds = written.trimEnd().split("\n").map((line) => (JSON.parse(line) as { kind?: string }).kind);
  for (const kind of ["log_key", "seat", "opening", "inclusion", "contribution", "command", "receipt", "statement"]) assert(kinds.includes(kind), kind);
});

test("the README's rewind", withService, async () => {
  const [said] = await run("A referee takes a game back", 46);
  const lines = /^.*decide again; entry (\d+) went back before entry (\d+)\nentry (\d+) makes void: (\d+)\nvoid in all: (\d+)\nasked anew: [\w,]*\n$/;
  const [ruled, to, told, ...void_] = (lines.exec(said) ?? assert.fail(said)).slice(1).map(Number);
  assert.deepEqual([told, ...void_], [ruled, to, to]);
  assert.equal(to, ruled! - 1);
});
