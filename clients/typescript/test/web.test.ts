// The client as a browser has it: the Connect protocol over fetch, here that of Node.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { connect, Denied, Refused, Unanswered } from "adjudicator-client";
import { Games, OpenContributionSchema } from "adjudicator-client/contract";
import { hex_orders } from "adjudicator-client/hex_orders";
import { tile_formations } from "adjudicator-client/tile_formations";
import { random } from "adjudicator-client/verify";

import { byChance, open, play, token, withService } from "./play.js";

const { ADJUDICATOR_WEB_ADDRESS: web, ADJUDICATOR_WEB_CUT_ADDRESS: cut } = process.env;

// A connection that nobody reads is ended, whatever becomes of the signal behind `fetch`.
test("a stream that is given up ends its answer", async () => {
  const fetched = globalThis.fetch;
  let cancelled = false;
  const body = new ReadableStream({ cancel: () => { cancelled = true; } });
  globalThis.fetch = async () => new Response(body, { headers: { "content-type": "application/connect+proto" } });
  try {
    const ending = new AbortController();
    const stream = await connect("http://127.0.0.1:9", "").stream(Games.method.watch, { game: random(16) }, ending.signal);
    const next = stream[Symbol.asyncIterator]().next();
    ending.abort();
    await assert.rejects(next);
  } finally {
    globalThis.fetch = fetched;
  }
  assert(cancelled);
});

describe("over fetch", withService, () => {
  test("a whole signed game with sealed orders, every receipt and every die verified", async () => {
    const { games } = await play(connect(`http://${web}`, token), hex_orders, byChance(1, 60));
    const [red, blue] = await Promise.all(games.map((game) => game.verify()));
    assert(red && red.revealed && red.dice > 0 && red.openings > 0 && red.signatures > 20);
    assert.deepEqual({ ...red, receipts: 0 }, { ...blue, receipts: 0 });
    assert((await games[0]!.export()).length > 1000);
  });

  test("a whole game over a line that breaks, and a watch that loses nothing", async () => {
    const seen: number[] = [];
    let watching: Promise<void> | undefined;
    const { games } = await play(connect(`http://${cut}`, token), tile_formations, byChance(3, 60), (opened) => {
      watching = (async () => {
        for await (const { seq, command } of opened.spectator().watch()) {
          seen.push(Number(seq));
          if (command === "Reveal") return;
        }
      })();
    });
    await watching;
    const { entries } = await games[0]!.verify();
    assert.deepEqual(seen, Array.from({ length: entries }, (_, at) => at + 1));
  });

  test("a watch ends by its signal", async () => {
    const opened = await open(connect(`http://${web}`, token), tile_formations);
    const ending = new AbortController();
    let count = 0;
    for await (const { seq } of opened.spectator().watch(0, ending.signal)) {
      count += Number(seq);
      ending.abort();
    }
    assert.equal(count, 1);
  });

  test("refusals are typed as over gRPC", async () => {
    const from = connect(`http://${web}`, token);
    const opened = await open(from, tile_formations);
    const early = opened.seat(0).give(OpenContributionSchema, { contribution: random(32) });
    await assert.rejects(early, (error) => error instanceof Refused && error.reason === "not-asked" && error.seq === 1 && error.clause.startsWith("WG-"));
    await assert.rejects(from.withToken("wrong").games.get({ game: opened.game }), Denied);
  });

  test("nobody there", async () => {
    const from = connect("http://127.0.0.1:9", token, { patience: { seconds: 0.3 } });
    await assert.rejects(from.logKey(), (error) => error instanceof Unanswered && error.address === "http://127.0.0.1:9");
  });
});
