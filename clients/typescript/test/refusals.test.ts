// What a call can end with besides its answer, as types that say what, where and why.

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, before, describe, test } from "node:test";
import { inspect } from "node:util";

import { OpenContributionSchema } from "adjudicator-client/contract";
import { hex_orders, CommitOrdersSchema, PlotOrdersSchema } from "adjudicator-client/hex_orders";
import { ClientError, Code, connect, Denied, Failed, Game, Invalid, Key, NotProven, type Opened, Refused, type Service, Unanswered } from "adjudicator-client/node";
import { hex, random } from "adjudicator-client/verify";

import { open, service, token, withService } from "./play.js";

async function fault<T extends ClientError>(kind: new (...given: never[]) => T, work: Promise<unknown>): Promise<T> {
  const error = await work.then(() => assert.fail("it was taken"), (each: unknown) => each);
  assert(error instanceof kind && error instanceof ClientError, inspect(error));
  return error;
}

describe("refusals", withService, () => {
  let from: Service;
  let opened: Opened;
  before(async () => {
    from = service();
    opened = await open(from, hex_orders);
  });
  after(() => from.close());

  test("the rules refuse: clause, reason, path, facts, text, and where the game stands", async () => {
    const refused = await fault(Refused, opened.seat(0).give(OpenContributionSchema, { contribution: random(32) }));
    assert.deepEqual([refused.code, refused.reason, refused.seq], [Code.FailedPrecondition, "not-asked", 1]);
    assert.match(refused.clause, /^WG-/);
    assert.equal(refused.message, refused.text);
    assert.deepEqual(refused.head, opened.receipt.hash);
    assert.equal(refused.faults.length, 1);
    assert.equal(typeof refused.facts, "object");
  });

  test("facts are numbers and words by their names", () => {
    const { facts } = new Refused(Code.FailedPrecondition, [{
      $typeName: "wargame.v1.Fault", clause: "", reason: "", path: "", text: "",
      details: [
        { $typeName: "wargame.v1.Detail", name: "budget", number: 24n },
        { $typeName: "wargame.v1.Detail", name: "kind", text: "tank" },
      ],
    }], 1, new Uint8Array());
    assert.deepEqual(facts, { budget: 24, kind: "tank" });
  });

  test("a decision on an older state", async () => {
    const game = await open(from, hex_orders);
    const [red, blue] = [game.seat(0), game.seat(1)];
    await red.offers();
    const { head } = red;
    await Promise.all([red.join(), blue.join()]);
    red.head = head;
    const refused = await fault(Refused, red.give(CommitOrdersSchema, { turn: 1, allowDefaults: true }));
    assert.deepEqual([refused.code, refused.reason, refused.path], [Code.Aborted, "stale-head", "header.head"]);
  });

  test("a request that is not understood names its field", async () => {
    const seats = [{ name: "red" }, { name: "blue" }];
    const { path, text } = await fault(Invalid, from.open(hex_orders, seats, { commandId: new Uint8Array(3) }));
    assert.equal(path, "command_id");
    assert.match(text, /16 bytes/);
  });

  test("a signature of another key, and none where one is due", async () => {
    const seat = opened.credentials.find((each) => each.seat === 0)!;
    const stranger = new Game(from, hex_orders, opened.game, seat.token, { seat: 0, key: await Key.new() });
    await stranger.offers();
    assert.equal((await fault(Invalid, stranger.give(OpenContributionSchema, { contribution: random(32) }))).path, "header.signature");
    assert.equal((await fault(NotProven, stranger.join())).check, "GENESIS_INVALID"); // it contributes to no game with another key than its own
    const unsigned = new Game(from, hex_orders, opened.game, seat.token, { seat: 0 });
    assert.equal((await fault(Invalid, unsigned.join())).path, "header.signature");
  });

  test("a token that is wrong, of another role, or of another game", async () => {
    assert.equal((await fault(Denied, from.withToken("wrong").games.get({ game: opened.game }))).code, Code.Unauthenticated);
    assert.equal((await fault(Denied, opened.spectator().offers())).code, Code.PermissionDenied);
    assert.equal((await fault(Denied, opened.seat(0).service.games.get({ game: random(16) }))).code, Code.PermissionDenied);
    await assert.rejects(async () => { for await (const _ of opened.seat(0).service.games.watch({ game: random(16) })) void _; }, Denied);
  });

  test("what does not exist", async () => {
    const failed = await fault(Failed, from.games.explain({ clause: "XX-1" }));
    assert.deepEqual([failed.code, failed.reason], [Code.NotFound, "NOT_FOUND"]);
  });

  test("a message that is no command of the ruleset", async () => {
    await assert.rejects(opened.seat(0).give({ $typeName: "wargame.v1.Header" }), TypeError);
    await assert.rejects(opened.owner().join(), TypeError);
    assert.throws(() => opened.referee(), RangeError);
  });

  test("nothing shows a token, a key or a secret", async () => {
    const key = await Key.new();
    const own = await from.open(hex_orders, [{ name: "red", key }, { name: "blue", key }]);
    const red = own.seat(0);
    const error = await fault(Refused, red.give(PlotOrdersSchema, { plot: { turn: 77, unit: "secret-unit", movement: [], gunnery: [] } }));
    const secrets = [token, ...own.credentials.map((each) => each.token), hex(key.secret()), "secret-unit"];
    const shown = [from, own, own.seat(0), own.owner(), key, error, red.service].flatMap((each) => [inspect(each, { depth: 3 }), String(each)]);
    shown.push(JSON.stringify([from, key, red.service]), error.stack ?? "");
    for (const secret of secrets) assert(shown.every((text) => !text.includes(secret)), secret);
    const denied = await fault(Denied, from.withToken("wg1_owner_told").games.logKey({}));
    assert(!inspect(denied, { depth: 12 }).includes("wg1_owner_told"));
  });
});

describe("a network that fails", () => {
  const patience = { seconds: 0.5, firstPause: 0.02, mostPause: 0.1, callSeconds: 0.2 };

  test("nobody listens", async () => {
    const listener = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => listener.once("listening", resolve));
    const { port } = listener.address() as { port: number };
    await new Promise((resolve) => listener.close(resolve));
    const from = connect(`127.0.0.1:${port}`, "token", { patience });
    const error = await fault(Unanswered, from.logKey());
    assert.equal(error.address, `127.0.0.1:${port}`);
    assert(error.tries > 1);
    assert.match(error.last, /^Unavailable: /);
    from.close();
  });

  test("somebody listens and never answers", async () => {
    const listener = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
    await new Promise((resolve) => listener.once("listening", resolve));
    const { port } = listener.address() as { port: number };
    const from = connect(`127.0.0.1:${port}`, "token", { patience });
    const error = await fault(Unanswered, from.logKey());
    assert.match(error.last, /^DeadlineExceeded: /);
    from.close();
    listener.close();
  });

  test("a name that nobody has", async () => {
    const from = connect("nobody.invalid:1", "token", { patience });
    const error = await fault(Unanswered, from.logKey());
    assert.match(error.message, /^no answer of nobody\.invalid:1 in \d+ tries/);
    from.close();
  });
});
