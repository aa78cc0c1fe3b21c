// What is sent again, how often and after which pauses; by a transport that answers as it is told.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { create, toBinary } from "@bufbuild/protobuf";
import { durationFromMs, DurationSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";

import { Games, LogKeyResponseSchema, OpenRequestSchema, RefusalSchema } from "adjudicator-client/contract";
import { Failed, Refused, Service, Unanswered } from "adjudicator-client/node";
import { hex_orders } from "adjudicator-client/hex_orders";

const patience = { seconds: 5, firstPause: 0.001, mostPause: 0.004, callSeconds: 1 };

// google.rpc.RetryInfo of some milliseconds, and an ErrorInfo, as bytes
const retryInfo = (milliseconds: number) => {
  const pause = toBinary(DurationSchema, durationFromMs(milliseconds));
  return { type: "google.rpc.RetryInfo", value: Uint8Array.of(10, pause.length, ...pause) };
};
const errorInfo = { type: "google.rpc.ErrorInfo", value: Uint8Array.of(10, 1, 88) };

function fault(code: Code, ...details: { type: string; value: Uint8Array }[]): ConnectError {
  const error = new ConnectError("told so", code);
  error.details = details;
  return error;
}

// A service of which every call ends with the next of these, then with an answer.
function answering(...faults: unknown[]) {
  return within(patience, ...faults);
}

function within(limits: typeof patience, ...faults: unknown[]) {
  const sent: Uint8Array[] = [];
  const times: number[] = [];
  const transport = {
    unary: async (method: typeof Games.method.open, _signal: unknown, _limit: unknown, _header: unknown, input: never) => {
      sent.push(toBinary(method.input, input));
      times.push(performance.now());
      const next = faults.shift();
      if (next) throw next;
      return { message: create(LogKeyResponseSchema, { verificationKey: "key" }) };
    },
  } as unknown as Transport;
  return { from: new Service(transport, "token", { patience: limits, address: "there" }), sent, times };
}

describe("patience", () => {
  const again = [
    fault(Code.Unavailable), fault(Code.Unavailable, errorInfo), fault(Code.DeadlineExceeded), fault(Code.DeadlineExceeded, errorInfo),
    fault(Code.Unknown), fault(Code.Canceled), fault(Code.Internal), fault(Code.Aborted),
    fault(Code.ResourceExhausted, retryInfo(1)), fault(Code.Aborted, retryInfo(1)),
  ];
  for (const each of again) {
    test(`${Code[each.code]} with ${each.details.length} details is sent again`, async () => {
      const { from, sent } = answering(each, each, each);
      assert.equal(await from.logKey(), "key");
      assert.equal(sent.length, 4);
    });
  }

  const once = [
    fault(Code.Internal, errorInfo), fault(Code.Unknown, errorInfo), fault(Code.ResourceExhausted), fault(Code.ResourceExhausted, errorInfo),
    fault(Code.Aborted, errorInfo), fault(Code.NotFound), fault(Code.Unimplemented), fault(Code.DataLoss, errorInfo),
  ];
  for (const each of once) {
    test(`${Code[each.code]} with ${each.details.length} details is not`, async () => {
      const { from, sent } = answering(each);
      await assert.rejects(from.logKey(), (error) => error instanceof Failed && error.code === each.code);
      assert.equal(sent.length, 1);
    });
  }

  test("a refusal is not, and is typed", async () => {
    const value = toBinary(RefusalSchema, create(RefusalSchema, { seq: 7n, faults: [{ reason: "stale-head", clause: "WG-1" }] }));
    const { from, sent } = answering(fault(Code.Aborted, errorInfo, { type: RefusalSchema.typeName, value }));
    await assert.rejects(from.logKey(), (error) =>
      error instanceof Refused && error.reason === "stale-head" && error.clause === "WG-1" && error.seq === 7);
    assert.equal(sent.length, 1);
  });

  test("an error of our own is not", async () => {
    const { from, sent } = answering(new RangeError("ours"));
    await assert.rejects(from.logKey(), RangeError);
    assert.equal(sent.length, 1);
  });

  test("the same bytes every time, the id of the command too", async () => {
    const { from, sent } = answering(fault(Code.Unavailable), fault(Code.Unknown), fault(Code.NotFound));
    await assert.rejects(from.open(hex_orders, [{ name: "red" }]), Failed);
    assert.equal(sent.length, 3);
    assert.deepEqual(sent[1], sent[0]);
    assert.deepEqual(sent[2], sent[0]);
    assert(sent[0]!.length > 16 && OpenRequestSchema.typeName.length > 0);
  });

  test("the pause that the service names is kept", async () => {
    const { from, times } = answering(fault(Code.Unavailable, errorInfo, retryInfo(60)));
    await from.logKey();
    assert(times[1]! - times[0]! >= 59, `${times[1]! - times[0]!} ms`);
  });

  test("it ends", async () => {
    // there is time for one such pause and for slow tries, and for two such there is none
    const { from, sent } = within({ ...patience, seconds: 3 }, ...Array.from({ length: 10 }, () => fault(Code.Unavailable, retryInfo(1_600))));
    await assert.rejects(from.logKey(), (error) =>
      error instanceof Unanswered && error.address === "there" && error.tries === 2 && error.last === "Unavailable: told so");
    assert.equal(sent.length, 2);
  });
});
