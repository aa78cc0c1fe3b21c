// A game that shows the secrets of its dice in stretches: what is shown is verified while the game goes on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { antares } from "adjudicator-client/antares";
import type { Entry } from "adjudicator-client/contract";
import { type Game, NotProven, RandomPlayer } from "adjudicator-client/node";
import { readRecord, verifyDice } from "adjudicator-client/verify";

import { open, service, withService } from "./play.js";

async function read(game: Game): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of game.read()) found.push(entry);
  return found;
}

const shown = (entries: readonly Entry[]): number => entries.filter(({ command }) => command === "ShowStretch").length;
const dice = (entries: readonly Entry[], stretches: number): number =>
  entries.flatMap(({ rolls }) => rolls).reduce((sum, { epoch, faces }) => sum + (epoch < stretches ? faces.length : 0), 0);

test("dice are verified while the game goes on, stretch by stretch", withService, async () => {
  const from = service();
  const opened = await open(from, antares, { stretches: { count: 1000, dice: 2 } });
  const red = opened.seat(0);
  const players = [opened.owner(), red, opened.seat(1)].map((game, at) => new RandomPlayer(game, 3 + at, { patience: 60 }));
  const round = async (): Promise<boolean> => {
    let acted = false;
    for (const player of players) acted = (await player.step()) !== null || acted;
    return acted;
  };
  await Promise.all([red.join(), players[2]!.game.join()]);
  let entries = await read(red);
  while (shown(entries) < 2) {
    assert(await round(), "no stretch was shown");
    entries = await read(red);
  }
  const early = await red.verify();
  assert(early.entries >= entries.length);
  entries = (await read(red)).slice(0, early.entries); // another stretch may have been shown since
  assert.deepEqual([early.revealed, early.dice], [false, dice(entries, shown(entries))]);
  while (await round());
  await red.waitForReveal();
  const whole = await red.verify();
  entries = await read(red);
  assert.deepEqual([whole.revealed, whole.dice], [true, dice(entries, 1000)]);

  const records = await Promise.all(entries.map(({ record, seq }) => readRecord(record, Number(seq))));
  assert.equal(await verifyDice(records), whole.dice);
  const second = records.findIndex(({ kind, values }) => kind === "ShowStretch" && values[0] === 1);
  const forged = records.with(second, { ...records[second]!, values: [1, new Uint8Array(32)] });
  await assert.rejects(verifyDice(forged), (error: unknown) => error instanceof NotProven && error.check === "EPOCH_INVALID");
  from.close();
});
