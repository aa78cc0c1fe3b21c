// A game over a line that breaks: nothing happens twice, nothing is lost.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { type DescMessage, type DescMethodUnary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";

import type { Header } from "adjudicator-client/contract";
import { tile_formations } from "adjudicator-client/tile_formations";
import { hex } from "adjudicator-client/verify";

import { byChance, cutAddress, play, tampered, withService } from "./play.js";

// long enough for the line to break in the middle of a call several times
const PATIENCE = 160;
// it breaks by the clock, and on a quick machine now and then only between the calls of a game
const GAMES = 40;

describe("a line that breaks", withService, () => {
  test("a whole game, each command once, and a watch that loses nothing", async () => {
    for (let seed = 3; seed < 3 + GAMES; seed += 1) {
      if (await breaks(seed)) return;
    }
    assert.fail(`the line never broke in ${GAMES} games`);
  });

  // plays a game, looks that nothing was lost or done twice, and tells whether the line broke in a call
  const breaks = async (chance: number): Promise<boolean> => {
    const sent = new Map<string, string[]>();
    let faults = 0;
    // counts what is sent under each command id and what comes to nothing, and loses one answer in five of its own
    const lossy = (inner: Transport): Transport => ({
      unary: async <I extends DescMessage, O extends DescMessage>(
        method: DescMethodUnary<I, O>, signal: AbortSignal | undefined, timeout: number | undefined,
        header: HeadersInit | undefined, input: MessageInitShape<I>,
      ) => {
        const id = hex((input as { header?: Header }).header?.commandId ?? new Uint8Array());
        const tries = sent.get(id) ?? [];
        if (id) sent.set(id, [...tries, hex(toBinary(method.input, input as never))]);
        try {
          const answer = await inner.unary(method, signal, timeout, header, input);
          if (id && sent.size % 5 === 0 && tries.length === 0) throw new ConnectError("the answer was lost", Code.Aborted);
          return answer;
        } catch (fault) {
          faults += 1;
          throw fault;
        }
      },
      stream: (...call) => inner.stream(...call),
    });
    const seen: number[] = [];
    let watching: Promise<void> | undefined;
    const from = tampered(lossy, cutAddress);
    const { opened, games, commands } = await play(from, tile_formations, byChance(chance, PATIENCE), (begun) => {
      watching = (async () => {
        for await (const { seq, command } of begun.spectator().watch()) {
          seen.push(Number(seq));
          if (command === "Reveal") return;
        }
      })();
    });
    await watching;
    const ids: string[] = [];
    for await (const entry of opened.spectator().read()) ids.push(hex(entry.commandId));
    const lost = [...sent.keys()].filter((_, at) => at % 5 === 4).length;
    assert.deepEqual(seen, ids.map((_, at) => at + 1));
    for (const [id, requests] of sent) {
      assert.equal(ids.filter((each) => each === id).length, 1, `command ${id}`);
      assert.equal(new Set(requests).size, 1, `command ${id} was sent with other bytes`);
    }
    assert.equal(sent.size, commands + 2 * games.length);
    assert([...sent.values()].filter((requests) => requests.length > 1).length >= lost);
    assert((await games[0]!.verify()).dice > 0);
    return faults > lost;
  };
});
