// What an earlier run has kept is compared with what the service shows now; and a head under a key that nobody knows is kept.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { antares } from "adjudicator-client/antares";
import { type GetResponse, GetResponseSchema, type Receipt } from "adjudicator-client/contract";
import { Game, Key, NotProven, openWallet, type Opened, type Service, type Wallet } from "adjudicator-client/node";
import { base64, hex, sha256, text } from "adjudicator-client/verify";
import { signNote, verifyKeyOf } from "adjudicator-client/verify/held";
import { comparePlaces, type Given } from "adjudicator-client/verify/register";

import { address, changing, endTampered, open, service, tampered, withService } from "./play.js";

type Row = Readonly<Record<string, unknown>>;
const proven = (check: string, word = "") => (error: unknown) =>
  error instanceof NotProven && error.check === check && error.message.includes(word);
const LOG = "log.example/wg";
const filled = (value: number): Uint8Array => new Uint8Array(32).fill(value);

// A leaf in a register, alone or in a tree of two, with a third one behind them.
async function registered(log: Key, register: Key, leaf: string, index: number, beside?: Uint8Array, third?: Uint8Array): Promise<Given> {
  const own = await sha256([0], text(leaf));
  const two = beside === undefined ? own : await sha256([1], ...(index === 0 ? [own, beside] : [beside, own]));
  const root = third === undefined ? two : await sha256([1], two, third);
  const hashes = [beside, third].filter((hash) => hash !== undefined);
  const path = hashes.map((hash) => `${base64(hash)}\n`).join("");
  const checkpoint = await signNote("r", register, `r\n${1 + hashes.length}\n${base64(root)}\n`);
  const key = await signNote(LOG, log, `wgregister/1/key\nr\n${await verifyKeyOf("r", register.public)}\n`);
  return { register: "r", leaf: text(leaf), proof: `c2sp.org/tlog-proof@v1\nindex ${index}\n${path}\n${checkpoint}`, key };
}

test("a register that was rewritten: what it had signed before holds against what it shows now", async () => {
  const [log, register] = [await Key.new(), await Key.new()];
  const keys = [await verifyKeyOf(LOG, log.public)];
  const held = await registered(log, register, "opening", 0, filled(0));
  for (const given of [held, await registered(log, register, "opening", 0)]) await comparePlaces(keys, [held], given);
  const others: [string, Given][] = [
    ["leaf 0 as the register had it before", await registered(log, register, "opened", 0, filled(0))],
    ["another leaf, 1", await registered(log, register, "opening", 1, filled(0))],
    ["of 2 leaves, as it was signed before", await registered(log, register, "opening", 0, filled(1))],
  ];
  for (const [word, given] of others) {
    await assert.rejects(comparePlaces(keys, [held], given), proven("REGISTRY_MISMATCH", word));
    // what a register has signed that no key of the log names, or nobody, says nothing
    await comparePlaces(keys, [await registered(register, register, "opened", 0, filled(0)), { ...held, proof: "" }], given);
  }
  await comparePlaces(keys, [held], await registered(log, register, "opening", 0, filled(0), filled(2))); // it has grown
  const grown = await registered(log, register, "opening", 0, filled(1), filled(2));
  for (const [before, now] of [[held, grown], [grown, held]] as const) {
    await assert.rejects(comparePlaces(keys, [before], now), proven("REGISTRY_MISMATCH", "of leaves 1 to 1, as it was signed before"));
  }
  const another = await registered(log, log, "opening", 0, filled(0)); // with another key it may be rewritten at will
  await assert.rejects(comparePlaces(keys, [held], another), proven("REGISTRY_MISMATCH", "the register r+"));
});

describe("an earlier run", withService, () => {
  let folder: string;
  let from: Service;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "earlier-"));
    from = service();
  });
  after(async () => {
    from.close();
    endTampered();
    await rm(folder, { recursive: true });
  });

  const rows = async (path: string, kind: string): Promise<Row[]> =>
    (await readFile(path, "utf8")).trimEnd().split("\n").map((line) => JSON.parse(line) as Row).filter((row) => row.kind === kind);

  // A wallet in which an earlier run has kept these lines.
  async function kept({ game }: Opened, name: string, ...lines: Row[]): Promise<[Wallet, string]> {
    const path = join(folder, name);
    const all = [{ format: "adjudicator-wallet/1", game: hex(game) }, ...lines];
    await writeFile(path, all.map((row) => `${JSON.stringify(row)}\n`).join(""), { mode: 0o600 });
    return [await openWallet(path, game), path];
  }

  // Red's side, as it is told of its game by somebody who changes that.
  function told({ game, credentials, keys }: Opened, change: (told: GetResponse) => void, wallet?: Wallet): Game {
    const between = tampered(changing((message) => {
      if (message.$typeName === GetResponseSchema.typeName) change(message as GetResponse);
    }), address, { register: false });
    const options = { seat: 0, key: keys.seats[0]!, ...(wallet && { wallet }) };
    return new Game(between, antares, game, credentials.find(({ seat }) => seat === 0)!.token, options);
  }

  test("was told of another secret of the dice", async () => {
    const opened = await open(from, antares);
    const [wallet, path] = await kept(opened, "secret.wallet", { kind: "opening", commitment: hex(filled(9)) });
    const red = opened.seat(0, wallet);
    for (let tries = 0; tries < 2; tries += 1) await assert.rejects(red.join(), proven("SEED_COMMIT_MISMATCH", hex(filled(9))));
    assert.deepEqual(await rows(path, "contribution"), []);
    await wallet.close();
  });

  test("was shown another leaf of the register: both are kept", async () => {
    const opened = await open(from, antares);
    const { register, leaf, proof, key } = (await (await open(from, antares)).seat(0).facts()).registration!;
    const [wallet, path] = await kept(opened, "leaf.wallet", { kind: "inclusion", register, leaf: base64(leaf), proof, key });
    const red = opened.seat(0, wallet);
    for (let tries = 0; tries < 2; tries += 1) await assert.rejects(red.join(), proven("REGISTRY_MISMATCH", "as the register had it before"));
    assert.equal((await rows(path, "inclusion")).length, 2);
    assert.deepEqual(await rows(path, "contribution"), []);
    await wallet.close();
  });

  test("was shown a place in the register, which has forgotten it", async () => {
    const opened = await open(from, antares);
    const path = join(folder, "forgotten.wallet");
    const red = opened.seat(0, await openWallet(path, opened.game));
    await red.registered();
    await red.wallet.close();
    const forget = (found: GetResponse): void => { delete found.registration; };
    const again = told(opened, forget, await openWallet(path, opened.game));
    await assert.rejects(again.join(), proven("REGISTRATION_MISSING"));
    await again.wallet.close();
    assert.equal(await told(opened, forget).registered(), null);
  });

  test("a head under a key that nobody knows is kept where it contradicts what is known, and marked", async () => {
    const opened = await open(from, antares);
    const path = join(folder, "unproven.wallet");
    const stranger = await Key.new();
    let given: Pick<Receipt, "seq" | "hash" | "note"> | null = null;
    const red = told(opened, ({ receipt }) => { if (given) Object.assign(receipt!, given); }, await openWallet(path, opened.game));
    const known = (await red.facts()).receipt!;
    const signed = async (game: Uint8Array, hash: Uint8Array, seq = 1n) =>
      ({ seq, hash, note: await signNote("other.example/log", stranger, `wglog/1/head ${hex(game)}\n${seq}\n${base64(hash)}\n`) });
    const due = await signed(opened.game, filled(7));
    const others = [
      await signed(opened.game, known.hash), await signed(new Uint8Array(16), filled(7)), { ...due, hash: filled(8) },
      { ...due, note: due.note.slice(0, due.note.indexOf("\u2014")) },
      { ...due, note: known.note.replace(base64(known.hash), base64(filled(7))) }, // forged, with the name of a known key
    ];
    for (given of others) await assert.rejects(red.facts(), NotProven);
    assert.deepEqual(await rows(path, "unproven"), []);
    given = due;
    for (let tries = 0; tries < 2; tries += 1) await assert.rejects(red.facts(), proven("HEAD_SIGNATURE_INVALID"));
    assert.deepEqual(await rows(path, "unproven"), [{ kind: "unproven", seq: 1, hash: hex(filled(7)), note: due.note }]);
    await red.wallet.close();
    const again = opened.seat(0, await openWallet(path, opened.game)); // it is no receipt
    await again.facts();
    await again.wallet.close();
  });
});
