// Times of the contract are integers of the log: alone, and in a game with clocks.

import assert from "node:assert/strict";
import { after, suite, test } from "node:test";

import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { anyUnpack, durationFromMs, durationMs, timestampMs } from "@bufbuild/protobuf/wkt";

import { AdjournGameSchema, ClockSetSchema, ClockTermsSchema, GameTermsSchema, GiveBackOutageSchema, OpenGameSchema, type ProtocolEvent, ProtocolEventSchema, ResumeGameSchema, type SetClock } from "adjudicator-client/contract";
import { readRecord, type Value } from "adjudicator-client/verify";
import { type Choice, logged } from "adjudicator-client/node";
import { tile_formations } from "adjudicator-client/tile_formations";

import { open, service, withService } from "./play.js";

const NEW_MS = 5_400_500;
const MOST_SECONDS = 31_622_400_000n;
const row = <D extends DescMessage>(desc: D, fields: MessageInitShape<D>): readonly Value[] => logged(desc, create(desc, fields)).row.slice(1);
const span = (seconds: bigint, nanos: number) => ({ seconds, nanos });

suite("times in a log", () => {
  test("a bank is milliseconds of one sign, below 0 where it is overdrawn", () => {
    for (const [seconds, nanos, due] of [[0n, 0, 0], [1n, 5_000_000, 1_005], [-1n, -5_000_000, -1_005], [0n, -1_000_000, -1], [MOST_SECONDS, 0, 31_622_400_000_000]] as const) {
      assert.equal(row(ClockSetSchema, { oldBank: span(seconds, nanos) })[1], due);
    }
  });

  test("what no log can hold is refused, with the field", () => {
    for (const [seconds, nanos] of [[1n, 1], [1n, -1_000_000], [-1n, 1_000_000], [0n, 1_000_000_000], [MOST_SECONDS + 1n, 0]] as const) {
      assert.throws(() => row(ClockSetSchema, { oldBank: span(seconds, nanos) }), /ClockSet\.old_bank must be whole milliseconds/);
    }
    assert.throws(() => row(ClockTermsSchema, { bank: span(-1n, 0) }), RangeError);
    assert.throws(() => row(OpenGameSchema, { responseLimit: span(1n, 1_000_000) }), /whole seconds/);
    for (const wrong of [span(-1n, 0), span(0n, 1)]) assert.throws(() => row(GiveBackOutageSchema, { fromTime: wrong }), RangeError);
  });

  test("what is absent is 0", () => {
    assert.deepEqual(row(ClockTermsSchema, {}).slice(0, 4), [0, 0, 0, 0]);
    assert.deepEqual(row(GiveBackOutageSchema, {}), [0, 0]);
    assert.equal(row(OpenGameSchema, {})[8], 0);
  });
});

suite("a game with clocks", withService, () => {
  const served = service();
  after(() => served.close());
  const grounds = { reason: "the lights went out" };
  // Sets the bank; says why.
  const answer = ({ kind, values, least, most }: Choice): string | number | boolean =>
    kind === "range" ? Math.min(Math.max(least, NEW_MS), most) : kind === "words" ? grounds.reason : (values[0] ?? kind === "flag");

  test("is set as offered, in milliseconds that are signed, and every event is that of its record", async () => {
    const eventTerms = create(GameTermsSchema, { clock: { bank: durationFromMs(3_600_000), increment: durationFromMs(1_500) }, noShow: durationFromMs(7_200_000) });
    const opened = await open(served, tile_formations, { referee: true, eventTerms });
    const referee = opened.referee();
    await Promise.all([opened.seat(0), opened.seat(1)].map((game) => game.join()));
    const { anytime } = await referee.offers();
    const command = (await referee.make(anytime.find(({ command: name }) => name === "SetClock")!, answer)) as SetClock;
    assert.equal(durationMs(command.newBank!), NEW_MS);
    await referee.give(command);
    await referee.offers();
    await assert.rejects(referee.give(AdjournGameSchema, { grounds, duration: span(0n, 1) }), /AdjournGame\.duration/);
    await referee.give(AdjournGameSchema, { grounds, duration: durationFromMs(90_001) });
    await referee.offers();
    await referee.give(ResumeGameSchema, { grounds });
    const [told, kept] = [new Map<string, ProtocolEvent["kind"]>(), new Map<string, readonly Value[]>()];
    for await (const entry of opened.spectator().read()) { // which compares every event with its record
      const record = await readRecord(entry.record, Number(entry.seq));
      kept.set(record.kind, record.values);
      for (const [[kind, ...values]] of record.events as unknown as [Value[]][]) kept.set(String(kind), values);
      for (const { name, event } of entry.ruled) {
        const found = anyUnpack(event!, ProtocolEventSchema);
        if (found) told.set(name, found.kind);
      }
    }
    assert.deepEqual(kept.get("SetClock")!.slice(2), [3_600_000, NEW_MS]);
    assert.deepEqual(kept.get("ClockSet")!.slice(1), [3_600_000, NEW_MS]);
    assert.equal(kept.get("AdjournGame")![1], 90_001);
    const [set, stopped] = [told.get("ClockSet")!, told.get("GameStopped")!];
    assert(set.case === "clockSet" && stopped.case === "gameStopped");
    assert.equal(durationMs(set.value.newBank!), NEW_MS);
    assert.equal(timestampMs(stopped.value.untilTime!), kept.get("GameStopped")![1]);
    assert.equal(durationMs((await referee.facts()).clocks!.seats[command.seat!]!.bank!), NEW_MS);
  });
});
