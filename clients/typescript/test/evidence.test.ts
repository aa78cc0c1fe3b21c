// Whole games with wallets: what is kept and when, gone on with by another run, and what contradicts it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import type { Transport } from "@connectrpc/connect";
import { antares } from "adjudicator-client/antares";
import { CommitContributionSchema, type Entry, EntrySchema, OpenContributionSchema } from "adjudicator-client/contract";
import { hex_orders } from "adjudicator-client/hex_orders";
import { Game, Key, NotProven, openWallet, type Opened, RandomPlayer, Refused, type Service } from "adjudicator-client/node";
import { base64, dice, hex, random } from "adjudicator-client/verify";
import { verifyKeyOf } from "adjudicator-client/verify/held";

import { address, changing, endTampered, open, service, tampered, token, withService } from "./play.js";

type Row = Readonly<Record<string, unknown>>;
const { ADJUDICATOR_WALLETS: wanted } = process.env;
const proven = (check: string, seq?: number) => (error: unknown) =>
  error instanceof NotProven && error.check === check && (seq === undefined || error.seq === seq);
const rowsOf = async (path: string): Promise<Row[]> => (await readFile(path, "utf8")).trimEnd().split("\n").map((line) => JSON.parse(line) as Row);
const of = (rows: readonly Row[], kind: string): Row[] => rows.filter((row) => row.kind === kind);
const promise = async (game: Game) => ({ commitment: await dice.seatCommit(game.game, game.party, game.contribution) });

describe("wallets of games", withService, () => {
  let own: string;
  let from: Service;
  before(async () => {
    own = await mkdtemp(join(tmpdir(), "wallets-"));
    from = service();
  });
  after(async () => {
    from.close();
    endTampered();
    await rm(own, { recursive: true });
  });

  // A seat of a game, as a transport has it that may tamper.
  const through = (wrap: (inner: Transport) => Transport, { game, credentials, keys }: Opened, path?: string) => {
    const { token: held } = credentials.find(({ seat }) => seat === 0)!;
    const made = async () => new Game(tampered(wrap, address), antares, game, held, {
      seat: 0, key: keys.seats[0]!, ...(path && { wallet: await openWallet(path, game) }),
    });
    return made();
  };

  test("a whole game with secret orders, a refusal and statements", async () => {
    const folder = wanted ?? own; // who names a folder audits what is in it
    const opened = await open(from, hex_orders);
    const [path, other] = [join(folder, "red.wallet"), join(folder, "blue.wallet")];
    const red = opened.seat(0, await openWallet(path, opened.game));
    const blue = opened.seat(1, await openWallet(other, opened.game));
    await red.offers();
    await assert.rejects(red.give(OpenContributionSchema, { contribution: random(32) }), (error) => error instanceof Refused && error.signed !== undefined);
    await Promise.all([red.join(), blue.join()]);
    const players = [opened.owner(), red, blue].map((game, at) => new RandomPlayer(game, 5 + at, { patience: 60 }));
    for (let steps = 1; steps > 0;) {
      steps = 0;
      for (const player of players) if ((await player.step()) !== null) steps += 1;
    }
    await red.waitForReveal();
    await blue.waitForReveal();
    const stated = await blue.statement();
    await writeFile(join(folder, "blue.statement"), stated);
    assert.equal(await red.takeStatement(stated), true);
    await writeFile(join(folder, "game.replay"), await red.export());
    const { entries } = await red.verify();
    await red.wallet.close();
    await blue.wallet.close();

    const rows = await rowsOf(path);
    const given = red.receipts.all.filter(({ commandId }) => commandId.length > 0).length;
    const receipts = of(rows, "receipt").filter((row) => row.command_id !== "");
    assert.equal(receipts.length, given);
    assert(receipts.every((row) => row.record !== ""));
    assert.equal(of(rows, "command").length, given + 1);
    assert(of(rows, "command").every((row) => (row.signature as string).length === 128));
    assert(of(rows, "command").some((row) => row.salt !== "" && row.secret !== ""));
    assert.equal(new Set(of(rows, "head").map((row) => row.seq)).size, entries);
    for (const kind of ["seat", "opening", "contribution", "refusal", "inclusion", "statement", "log_key"]) assert.equal(of(rows, kind).length, 1, kind);
    assert.equal(of(rows, "player").length, 2);
    assert.equal(new Set(rows.map((row) => JSON.stringify(row))).size, rows.length);
    const text = await readFile(path, "utf8");
    for (const each of opened.credentials) assert(!text.includes(each.token.slice(20)), "a token");
    assert(!text.includes(hex(opened.keys.seats[0]!.secret())) && !text.includes(base64(opened.keys.seats[0]!.secret())), "a private key");
  });

  test("what is sent is kept before: the proof of the register, the contribution, the command", async () => {
    const opened = await open(from, antares);
    const path = join(own, "before.wallet");
    let there: string[] = [];
    const looking = changing(() => {}, (_, method) => {
      if (method === "CommitContribution") there = readSync(path);
    });
    const red = await through(looking, opened, path);
    await red.give(CommitContributionSchema, await promise(red));
    assert.deepEqual(there.filter((kind) => ["inclusion", "contribution", "command"].includes(kind)), ["inclusion", "contribution", "command"]);
    await red.wallet.close();
  });

  test("another run goes on with receipts and contribution", async () => {
    const opened = await open(from, antares);
    const path = join(own, "again.wallet");
    const first = opened.seat(0, await openWallet(path, opened.game));
    await first.give(CommitContributionSchema, await promise(first));
    await first.wallet.close();
    const again = opened.seat(0, await openWallet(path, opened.game));
    assert.deepEqual([again.contribution, again.receipts.all], [first.contribution, first.receipts.all]);
    const blue = opened.seat(1);
    await Promise.all([again.join(), blue.join()]);
    const kinds: string[] = [];
    for await (const { command } of blue.read()) kinds.push(command);
    assert.equal(kinds.filter((kind) => kind.endsWith("Contribution")).length, 4);
    await again.wallet.close();
  });

  test("a referee who contributes keeps his bytes too", async () => {
    const seats = [{ name: "red" }, { name: "blue" }];
    const opened = await from.open(antares, seats, { referee: true, refereeContributes: true });
    const path = join(own, "referee.wallet");
    const first = opened.referee(await openWallet(path, opened.game));
    await first.give(CommitContributionSchema, await promise(first));
    await first.wallet.close();
    const referee = opened.referee(await openWallet(path, opened.game));
    assert.deepEqual(referee.contribution, first.contribution);
    await Promise.all([opened.seat(0), opened.seat(1), referee].map((game) => game.join()));
    const kinds: string[] = [];
    for await (const { command } of referee.read()) kinds.push(command);
    assert.equal(kinds.filter((kind) => kind.endsWith("Contribution")).length, 6);
    await referee.wallet.close();
  });

  test("a log that is not the one of the wallet, and a key that is not the log's", async () => {
    const opened = await open(from, antares);
    const [path, other] = [join(own, "heads.wallet"), join(own, "keys.wallet")];
    const wallet = await openWallet(path, opened.game);
    await wallet.keepHead(1, new Uint8Array(32));
    await wallet.close();
    await assert.rejects(opened.seat(0, await openWallet(path, opened.game)).offers(), proven("TWO_HEADS", 1));
    const strange = await openWallet(other, opened.game);
    await strange.keepKeys([await verifyKeyOf("log.example/wg", (await Key.new()).public)]);
    await strange.close();
    await assert.rejects(opened.seat(0, await openWallet(other, opened.game)).offers(), proven("HEAD_SIGNATURE_INVALID"));
  });

  test("the receipt of the opening is verified until it holds", async () => {
    const [opened, other] = [await open(from, antares), await open(from, antares)];
    const red = opened.seat(0).openedWith(other);
    for (let tries = 0; tries < 3; tries += 1) await assert.rejects(red.join(), proven("WRONG_GAME"));
  });

  test("a receipt that is signed is kept, where the entry that is shown for it is another", async () => {
    const opened = await open(from, antares);
    const path = join(own, "forked.wallet");
    let lying = false;
    const red = await through(changing((message) => {
      const entry = message as Entry;
      if (lying && message.$typeName === EntrySchema.typeName && entry.seq > 1n) entry.record = entry.record.with(entry.record.length - 3, entry.record.at(-3)! ^ 1);
    }), opened, path);
    await red.offers();
    await red.registered();
    lying = true;
    await assert.rejects(red.give(CommitContributionSchema, await promise(red)), NotProven);
    await red.wallet.close();
    const rows = await rowsOf(path);
    const kept = of(rows, "receipt").filter(({ seq }) => seq === 2);
    assert.equal(kept.length, 1);
    assert.match(Buffer.from(of(rows, "command")[0]!.command as string, "base64").toString("hex"), new RegExp(`${String(kept[0]!.command_id)}`));
    assert.equal(of(rows, "head").some(({ seq }) => seq === 2), false); // nobody has signed that
  });

  test("a receipt that nobody has signed is not kept", async () => {
    const opened = await open(from, antares);
    const path = join(own, "unsigned.wallet");
    const red = await through(changing((message) => {
      const { receipt } = message as unknown as { receipt?: { seq: bigint; note: string } };
      if (receipt && receipt.seq > 1n) receipt.note = receipt.note.replace(/[^=\n](?==*\n$)/, (letter) => (letter === "A" ? "E" : "A"));
    }), opened, path);
    await assert.rejects(red.give(CommitContributionSchema, await promise(red)), NotProven);
    await red.wallet.close();
    assert.deepEqual([...new Set(of(await rowsOf(path), "receipt").map(({ seq }) => seq))], [1]);
  });

  test("a wallet of another game, and one whose holder is not known", async () => {
    const opened = await open(from, antares);
    const wallet = await openWallet(join(own, "other.wallet"), new Uint8Array(16));
    assert.throws(() => opened.seat(0, wallet), TypeError);
    const kept = await openWallet(join(own, "own.wallet"), opened.game);
    assert.throws(() => new Game(from.withToken(""), antares, opened.game, "", { seat: 0, wallet: kept }), /keyId/);
    assert(token.length > 20);
    await Promise.all([wallet, kept].map((each) => each.close()));
  });

  test("statements: of one's own key, for the opponent, of this history", async () => {
    const [opened, another] = [await open(from, antares), await open(from, antares)];
    const [red, blue] = [opened.seat(0), opened.seat(1)];
    await Promise.all([red.join(), blue.join()]);
    for (const game of [red, blue]) await game.voidEntries(); // they read on
    const note = await red.statement();
    assert.equal(await blue.takeStatement(note), true);
    await assert.rejects(opened.owner().statement(), TypeError);
    const forged = (change: (text: string) => string) => change(note);
    for (const bad of ["", "words", forged((text) => text.replace("\n0\n", "\n1\n")), forged((text) => text.replace("\n0\n", "\n9\n")), forged((text) => text.replace("AA", "AB").replace("=\n\n", "A\n\n")),
      await another.seat(0).statement(), await new Game(red.service, antares, opened.game, undefined, { seat: 0, key: await Key.new() }).statement()]) {
      await assert.rejects(blue.takeStatement(bad), proven("STATEMENT_UNPROVEN"), bad);
    }
    // signed by the seat, of an entry that was never there
    const lying = opened.seat(0);
    const { seq } = red.receipts.last;
    lying.receipts.note(seq + 1, new Uint8Array(32));
    assert.equal(await blue.takeStatement(await lying.statement()), false);
    lying.receipts.note(seq + 2, new Uint8Array(32));
    blue.receipts.note(seq + 2, new Uint8Array(32).fill(1));
    await assert.rejects(blue.takeStatement(await lying.statement()), proven("STATEMENT_CONTRADICTED", seq + 2));
  });
});

function readSync(path: string): string[] {
  return readFileSync(path, "utf8").trimEnd().split("\n").map((line) => String((JSON.parse(line) as Row).kind));
}
