// Nobody contributes to a game before its opening is proven to stand in the register as the first entry has it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { clone, type Message } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { antares } from "adjudicator-client/antares";
import { CommitContributionSchema, type GetResponse, GetResponseSchema, type Registration, RegistrationSchema } from "adjudicator-client/contract";
import { connect, Game, Key, NotProven, type Opened, type Service } from "adjudicator-client/node";
import { base64, dice, mpint, readRecord, type Value } from "adjudicator-client/verify";
import { signNote, verifyKeyOf } from "adjudicator-client/verify/held";
import { leafHash, verifyPlace } from "adjudicator-client/verify/register";

import { address, endTampered, open, service, tampered, token, withService } from "./play.js";

type Change = (given: Registration) => void;
const proven = (check: string, ...words: string[]) => (error: unknown) =>
  error instanceof NotProven && error.check === check && words.every((word) => error.message.includes(word));
const LOG = "log.example/wg";

// A transport in which what is told of a game is changed.
const telling = (change: (told: GetResponse) => void) => (inner: Transport): Transport => ({
  unary: async (method, signal, limit, header, input, values) => {
    const response = await inner.unary(method, signal, limit, header, input, values);
    const message = response.message as unknown as Message;
    if (message.$typeName === GetResponseSchema.typeName) change(message as GetResponse);
    return response;
  },
  stream: (...call) => inner.stream(...call),
});

describe("the register", withService, () => {
  let from: Service;
  before(() => { from = service(); });
  after(() => {
    from.close();
    endTampered();
  });

  const seatOf = ({ game, credentials, keys }: Opened, change: (told: GetResponse) => void, options: { register?: boolean } = {}) =>
    new Game(tampered(telling(change), address, options), antares, game, credentials.find(({ seat }) => seat === 0)!.token, { seat: 0, key: keys.seats[0]! });
  const commands = async (opened: Opened): Promise<string[]> => {
    const found: string[] = [];
    for await (const { command } of opened.spectator().read()) found.push(command);
    return found;
  };

  // It contributes nothing, and says why, also where the command is prepared alone.
  async function refuses(change: (told: GetResponse) => void, check: string, ...words: string[]): Promise<void> {
    const opened = await open(from, antares);
    const seat = seatOf(opened, change);
    const commitment = await dice.seatCommit(seat.game, 0, seat.contribution);
    await assert.rejects(seat.prepare(CommitContributionSchema, { commitment }), proven(check, ...words), words.join());
    await assert.rejects(seat.join(), proven(check, ...words));
    assert.deepEqual(await commands(opened), ["OpenGame"]);
  }

  const mismatch = (change: Change, ...words: string[]) => refuses(({ registration }) => {
    const copy = clone(RegistrationSchema, registration!);
    change(registration!);
    assert.notDeepEqual([registration!.key, registration!.leaf, registration!.proof, registration!.register], [copy.key, copy.leaf, copy.proof, copy.register], "nothing was changed");
  }, "REGISTRY_MISMATCH", ...words);

  test("a game that stands there is contributed to, and its place is told", async () => {
    const opened = await open(from, antares);
    const red = opened.seat(0);
    const place = await red.registered();
    const { registration } = await red.facts();
    assert.equal(place!.register, registration!.register);
    assert.equal(place!.index, Number(/index (\d+)/.exec(registration!.proof)![1]));
    assert(Math.abs(Date.now() - place!.time) < 600_000);
    await Promise.all([red.join(), opened.seat(1).join()]);
  });

  test("a game without a proof, where none is done without", async () => {
    await refuses((told) => { delete told.registration; }, "REGISTRATION_MISSING", "register: false");
    const opened = await open(from, antares);
    const without = seatOf(opened, (told) => { delete told.registration; }, { register: false });
    assert.equal(await without.registered(), null);
    await without.give(CommitContributionSchema, { commitment: await dice.seatCommit(without.game, 0, without.contribution) });
    // a proof that is there has to hold all the same
    const wrong = seatOf(await open(from, antares), ({ registration }) => { registration!.leaf = new Uint8Array(); }, { register: false });
    await assert.rejects(wrong.join(), proven("REGISTRY_MISMATCH"));
  });

  test("a proof that does not fit", async () => {
    const other = (await (await open(from, antares)).seat(0).facts()).registration!;
    const changes: Change[] = [
      (given) => { given.proof = given.proof.replace(/index \d+/, "index 0"); },
      (given) => { given.proof = given.proof.replace(/\n[A-Za-z0-9+/]{43}=\n/, "\n"); },
      (given) => { given.proof = given.proof.replace(/(\n[A-Za-z0-9+/]{43}=)\n/, "$1$1\n"); },
      (given) => { given.proof = ""; },
      (given) => { given.proof = given.proof.replace("tlog-proof@v1", "tlog-proof@v2"); },
      (given) => { given.leaf = new Uint8Array(); },
      (given) => { given.leaf = given.leaf.with(given.leaf.length - 1, given.leaf.at(-1)! ^ 1); },
      (given) => { Object.assign(given, other); }, // it holds, and is another game's
    ];
    for (const change of changes) await mismatch(change);
  });

  test("a checkpoint or a key that nobody has signed who counts", async () => {
    const forger = await Key.new();
    await mismatch((given) => { given.key = given.key.replace("wgregister/1/key", "wgregister/1/kex"); });
    await mismatch((given) => { given.key = ""; });
    await mismatch((given) => { given.register = "other"; });
    const cases: ((given: Registration) => Promise<Partial<Registration>>)[] = [
      // a register of the forger's, which no key of the log names
      async ({ register: name }) => ({ key: await signNote(LOG, forger, `wgregister/1/key\n${name}\n${await verifyKeyOf(name, forger.public)}\n`) }),
      // the key of the log, and a checkpoint of another
      async ({ register: name, proof }) => ({ proof: `${proof.split("\n\n")[0]}\n\n${await signNote(name, forger, `${proof.split("\n\n")[1]}\n`)}` }),
    ];
    for (const forge of cases) {
      const opened = await open(from, antares);
      const given = (await opened.seat(0).facts()).registration!;
      const forged = await forge(given);
      await assert.rejects(seatOf(opened, ({ registration }) => { Object.assign(registration!, forged); }).join(), proven("REGISTRY_MISMATCH"));
    }
  });

  test("a register that has the game otherwise: each field is told by its name", async () => {
    // signed by keys of our own from end to end
    const opened = await open(from, antares);
    const entries = [];
    for await (const { record, seq } of opened.spectator().read()) entries.push(await readRecord(record, Number(seq)));
    const own = await Key.new();
    const line = await verifyKeyOf(LOG, own.public);
    const { leaf } = (await opened.seat(0).facts()).registration!;
    const registered = async (data: Uint8Array, origin = "r") => ({
      register: "r", leaf: data, key: await signNote(LOG, own, `wgregister/1/key\nr\n${await verifyKeyOf("r", own.public)}\n`),
      proof: `c2sp.org/tlog-proof@v1\nindex 0\n\n${await signNote("r", own, `${origin}\n1\n${base64(await leafHash(data))}\n`)}`,
    });
    assert.equal((await verifyPlace([line], await registered(leaf), entries)).register, "r");
    await assert.rejects(verifyPlace([await verifyKeyOf(LOG, (await Key.new()).public)], await registered(leaf), entries), proven("REGISTRY_MISMATCH"));
    await assert.rejects(verifyPlace([line], await registered(leaf, "elsewhere"), entries), proven("REGISTRY_MISMATCH"));
    const names = ["game", "commitment", "digest of the terms", "ruleset", "keys of the seats", "event", "round", "table", "game that it takes the place of"];
    for (const [at, name] of names.entries()) {
      const [format, time, body] = mpint.decode(leaf) as [number, number, Value[]];
      const other = mpint.encode([format, time, body.with(at + 1, "another")]);
      await assert.rejects(verifyPlace([line], await registered(other), entries), proven("REGISTRY_MISMATCH", name), name);
    }
    const [format, time, body] = mpint.decode(leaf) as [number, number, Value[]];
    for (const data of [mpint.encode([format, time, [...body, null]]), mpint.encode([format, time, body.with(0, "GameEnded")]), mpint.encode([2, time, body])]) {
      await assert.rejects(verifyPlace([line], await registered(data), entries), proven("REGISTRY_MISMATCH"));
    }
  });

  test("a seat with a key that is not its player's", async () => {
    const second = await Key.new();
    const opened = await open(from, antares);
    const held = opened.credentials.find(({ seat }) => seat === 0)!.token;
    const stranger = new Game(from, antares, opened.game, held, { seat: 0, key: second });
    await assert.rejects(stranger.join(), proven("GENESIS_INVALID", "seat 0"));
    assert.deepEqual(await commands(opened), ["OpenGame"]);
    const mine = new Game(from, antares, opened.game, held, { seat: 0, key: opened.keys.seats[0]!, otherKeys: [second.public] });
    assert((await mine.registered()) !== null);
  });

  test("the published key counts, and not the one that is told", async () => {
    const strange = await verifyKeyOf(LOG, (await Key.new()).public);
    const pinned = connect(address, token, { logKey: strange });
    await assert.rejects(open(pinned, antares), proven("HEAD_SIGNATURE_INVALID"));
    pinned.close();
  });
});
