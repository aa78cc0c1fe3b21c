// The game of the README runs as it stands.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { withService } from "./play.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the README's game", withService, async () => {
  const page = await readFile(`${root}/README.md`, "utf8");
  const [, program = ""] = /```js\n([^]+?)```/.exec(page) ?? [];
  assert(program.split("\n").length < 35);
  const folder = await mkdtemp(`${root}/build/readme-`); // below the package, so that it finds itself by its name
  try {
    await writeFile(`${folder}/game.mjs`, program);
    const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", "game.mjs"], { cwd: folder });
    const [, entries, dice] = /^(\d+) entries and (\d+) dice verified\n$/.exec(stdout) ?? assert.fail(stdout);
    assert(Number(entries) > 20 && Number(dice) > 0, stdout);
    const receipts = JSON.parse(await readFile(`${folder}/red.receipts.json`, "utf8")) as { receipts: unknown[] };
    assert(receipts.receipts.length > 5);
  } finally {
    await rm(folder, { recursive: true });
  }
});
