// A service that does not tell the truth, and one that is gone at the wrong moment: what a player has in his hand then.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { antares } from "adjudicator-client/antares";
import {
  CommitContributionSchema, type Entry, EntrySchema, type GetResponse, GetResponseSchema, type Header, OffersSchema, type Offers, OpenContributionSchema, RefusalSchema,
  Signatures, SignedRefusalSchema,
} from "adjudicator-client/contract";
import { hex_orders } from "adjudicator-client/hex_orders";
import {
  Game, type GameOptions, Key, NotProven, openWallet, type Opened, RandomPlayer, Refused, type Ruleset, type Service, Stale, Unanswered, Wallet, type WalletStore,
} from "adjudicator-client/node";
import { dice } from "adjudicator-client/verify";

import { address, changing, endTampered, open, service, tampered, withService } from "./play.js";

type Row = Readonly<Record<string, unknown>>;
const proven = (check: string, seq?: number) => (error: unknown) =>
  error instanceof NotProven && error.check === check && (seq === undefined || error.seq === seq);
const promise = async (game: Game) => ({ commitment: await dice.seatCommit(game.game, game.party, game.contribution) });
const told = (change: (told: GetResponse) => void) => changing((message) => {
  if (message.$typeName === GetResponseSchema.typeName) change(message as GetResponse);
});

// A transport in which errors are changed.
const failing = (change: (error: ConnectError) => void) => (inner: Transport): Transport => ({
  unary: (...call) => inner.unary(...call).catch((fault: unknown) => {
    const error = ConnectError.from(fault);
    change(error);
    throw error;
  }),
  stream: (...call) => inner.stream(...call),
});

// A wallet in memory, with no room for lines of a kind.
class Memory implements WalletStore {
  readonly name = "memory";
  text = "";
  full = "";
  read = async () => this.text;
  close = async () => {};
  async append(line: string): Promise<void> {
    if (this.full !== "" && line.includes(`"${this.full}"`)) throw new Error("no room");
    this.text += line;
  }
}

describe("a service that does not tell the truth", withService, () => {
  let folder: string;
  let from: Service;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "dishonest-"));
    from = service();
  });
  after(async () => {
    from.close();
    endTampered();
    await rm(folder, { recursive: true });
  });

  const rowsOf = async (path: string, kind: string): Promise<Row[]> =>
    (await readFile(path, "utf8")).trimEnd().split("\n").map((line) => JSON.parse(line) as Row).filter((row) => row.kind === kind);
  // Red's side of a game, as a transport has it that may tamper.
  const red = (wrap: (inner: Transport) => Transport, { game, credentials, keys, ruleset }: Opened<Ruleset>, options: GameOptions = {}, register = true) => {
    const key = keys.seats[0];
    return new Game(tampered(wrap, address, { patience: { seconds: 0 }, register }), ruleset, game, credentials.find(({ seat }) => seat === 0)!.token, {
      seat: 0, ...(key && { key }), ...options,
    });
  };

  test("puts other secrets under the seal of a command that nobody signs", async () => {
    const opened = await from.open(hex_orders, [{ name: "red" }, { name: "blue" }], { signatures: Signatures.NONE });
    let sealed = 0;
    const first = red(changing(() => {}, (message) => {
      const { header } = message as Message & { header?: Header };
      if (!header || header.salt.length === 0) return;
      header.salt = header.salt.with(0, header.salt[0]! ^ 1);
      sealed += 1;
    }), opened);
    const blue = opened.seat(1);
    await Promise.all([first.join(), blue.join()]);
    const players = [opened.owner(), blue, first].map((game, at) => new RandomPlayer(game, 5 + at, { patience: 60 }));
    await assert.rejects(async () => {
      for (let steps = 0; steps < 200 && sealed === 0; steps += 1) for (const player of players) await player.step();
    }, proven("ENTRY_MISMATCH"));
    assert.equal(sealed, 1);
  });

  test("puts another contribution in the place of one that it has not answered", async () => {
    const opened = await from.open(antares, [{ name: "red" }, { name: "blue" }], { signatures: Signatures.NONE });
    const path = join(folder, "unanswered.wallet");
    const other = new Uint8Array(32).fill(6);
    const commitment = await dice.seatCommit(opened.game, 0, other);
    const lying = (inner: Transport): Transport => ({
      stream: (...call) => inner.stream(...call),
      unary: async (method, signal, limit, header, input, values) => {
        const asked = input as unknown as { commitment?: Uint8Array; contribution?: Uint8Array };
        if (method.name === "CommitContribution") asked.commitment = commitment;
        if (method.name === "OpenContribution") asked.contribution = other;
        const answer = await inner.unary(method, signal, limit, header, input, values);
        if (method.name.endsWith("Contribution")) throw new ConnectError("lost", Code.Unavailable);
        return answer;
      },
    });
    const wallet = await openWallet(path, opened.game);
    const [first, blue] = [red(lying, opened, { wallet }), opened.seat(1)];
    await assert.rejects(first.give(CommitContributionSchema, await promise(first)), Unanswered);
    await blue.give(CommitContributionSchema, await promise(blue));
    await first.offers();
    await assert.rejects(first.give(OpenContributionSchema, { contribution: first.contribution }), Unanswered);
    await assert.rejects(first.verify(), proven("CONTRIBUTION_MISMATCH", 4));
    await wallet.close();
    const again = opened.seat(0, await openWallet(path, opened.game)); // and by another run, from the wallet
    await assert.rejects(again.verify(), proven("CONTRIBUTION_MISMATCH", 4));
    await again.wallet.close();
  });

  test("tells a head that was never there: it is neither kept nor stated", async () => {
    const opened = await open(from, antares);
    const path = join(folder, "told.wallet");
    const lied = red(changing((message) => {
      if (message.$typeName === OffersSchema.typeName) Object.assign(message as Offers, { seq: 2n, head: new Uint8Array(32).fill(9) });
    }), opened, { wallet: await openWallet(path, opened.game) });
    await lied.facts();
    await lied.offers();
    const blue = opened.seat(1);
    assert.equal(await blue.takeStatement(await lied.statement()), true);
    await lied.wallet.close();
    assert.deepEqual((await rowsOf(path, "head")).map(({ seq }) => seq), [1]);
    const again = opened.seat(0, await openWallet(path, opened.game)); // it does not stand against the true one
    await Promise.all([again.join(), blue.join()]);
    await again.wallet.close();
  });

  test("tells of a game without a signed head", async () => {
    const opened = await open(from, antares);
    const first = red(told((found) => { delete found.receipt; }), opened);
    await assert.rejects(first.facts(), proven("RECEIPT_MISMATCH"));
    await assert.rejects(first.join(), proven("RECEIPT_MISMATCH"));
  });

  test("shows an opening, and nothing of what follows from it", async () => {
    const opened = await open(from, antares);
    const blue = opened.seat(1);
    await blue.give(CommitContributionSchema, await promise(blue));
    const first = red((inner) => ({
      unary: (...call) => inner.unary(...call),
      stream: async (method, signal, limit, header, input, values) => {
        const response = await inner.stream(method, signal, limit, header, input, values);
        async function* cut() {
          for await (const message of response.message) if ((message as unknown as Entry).seq === 1n) yield message;
        }
        return { ...response, message: cut() };
      },
    }), opened);
    await assert.rejects(first.registered(), proven("TRUNCATED_LOG", 2));
  });

  test("told another commitment when the game was opened", async () => {
    const opened = await open(from, antares);
    const first = opened.seat(0).openedWith({ receipt: opened.receipt, commitment: new Uint8Array(32) });
    for (let tries = 0; tries < 2; tries += 1) await assert.rejects(first.offers(), proven("SEED_COMMIT_MISMATCH", 1));
  });

  test("opened the seat for another key, whether it keeps a register or not", async () => {
    const opened = await open(from, antares);
    const without = told((found) => { delete found.registration; });
    const strange = red(without, opened, { key: await Key.new() }, false);
    await assert.rejects(strange.registered(), proven("GENESIS_INVALID", 1));
    await assert.rejects(strange.join(), proven("GENESIS_INVALID", 1));
    // and where the player has keys, and signs with none of them here
    const held = opened.credentials.find(({ seat }) => seat === 0)!.token;
    const keyless = (...otherKeys: Uint8Array[]) => new Game(from, antares, opened.game, held, { seat: 0, otherKeys });
    await assert.rejects(keyless((await Key.new()).public).registered(), proven("GENESIS_INVALID", 1));
    assert.notEqual(await keyless(opened.keys.seats[0]!.public).registered(), null);
  });

  test("refuses a command on a state from before its head", async () => {
    const opened = await open(from, antares);
    for (const signed of [false, true]) {
      let first = new Uint8Array() as Uint8Array;
      const side = red(failing((error) => {
        error.details = error.details.flatMap((detail): ConnectError["details"] => {
          if (!("type" in detail)) return [detail];
          if (detail.type === SignedRefusalSchema.typeName) return signed ? [detail] : [];
          if (detail.type !== RefusalSchema.typeName) return [detail];
          const refusal = fromBinary(RefusalSchema, detail.value);
          return [{ ...detail, value: toBinary(RefusalSchema, Object.assign(refusal, { seq: 1n, head: first })) }];
        });
      }), opened);
      const blue = opened.seat(1);
      if (!signed) await blue.give(CommitContributionSchema, await promise(blue));
      await side.voidEntries();
      for await (const { hash } of side.read({ upTo: 1 })) first = hash;
      const commitment = new Uint8Array(32).fill(7);
      const prepared = await side.prepare(OpenContributionSchema, { contribution: commitment }); // on the second entry
      if (!signed) await opened.seat(0).give(CommitContributionSchema, await promise(opened.seat(0)));
      const error = await side.give(prepared).then(() => assert.fail("it was taken"), (fault: unknown) => fault);
      assert(proven("REFUSAL_UNPROVEN", 1)(error), String(error));
      assert((error as Error).cause instanceof (signed ? Refused : Stale));
    }
  });

  test("is gone after a refusal: that is kept all the same", async () => {
    const opened = await open(from, antares);
    const path = join(folder, "gone.wallet");
    let gone = false;
    const first = red((inner) => ({
      unary: (...call) => (gone ? Promise.reject(new ConnectError("gone", Code.Unavailable)) : inner.unary(...call).catch((fault: unknown) => {
        gone = true;
        throw fault;
      })),
      stream: (...call) => (gone ? Promise.reject(new ConnectError("gone", Code.Unavailable)) : inner.stream(...call)),
    }), opened, { wallet: await openWallet(path, opened.game) });
    await first.facts();
    await assert.rejects(first.give(OpenContributionSchema, { contribution: new Uint8Array(32).fill(5) }), (error) => error instanceof Refused && error.signed !== undefined);
    assert.equal((await rowsOf(path, "refusal")).length, 1);
    await first.wallet.close();
  });

  test("shows another entry for what it has signed, and the wallet has no room: what is not proven is told first", async () => {
    const opened = await open(from, antares);
    const store = new Memory();
    let lying = false;
    const first = red(changing((message) => {
      const entry = message as Entry;
      if (lying && message.$typeName === EntrySchema.typeName && entry.seq > 1n) entry.record = entry.record.with(entry.record.length - 3, entry.record.at(-3)! ^ 1);
    }), opened, { wallet: await Wallet.open(store, opened.game) });
    await first.registered();
    lying = true;
    store.full = "receipt";
    const error = await first.give(CommitContributionSchema, await promise(first)).then(() => assert.fail("it was taken"), (fault: unknown) => fault);
    assert(error instanceof NotProven, String(error));
    assert.match(String((error.cause as Error).message), /no room/);
    // and what is there can be handed on
    assert.match(await first.wallet.text(), /"inclusion"/);
  });

  test("shows another first entry than it has signed: the next run knows the key by which that is proven", async () => {
    const opened = await open(from, antares);
    const path = join(folder, "first.wallet");
    const first = red(changing((message) => {
      const entry = message as Entry;
      if (message.$typeName === EntrySchema.typeName) entry.record = entry.record.with(entry.record.length - 3, entry.record.at(-3)! ^ 1);
    }), opened, { wallet: await openWallet(path, opened.game) });
    await assert.rejects(first.facts(), NotProven);
    await first.wallet.close();
    assert.deepEqual([(await rowsOf(path, "log_key")).length, (await rowsOf(path, "receipt")).length], [1, 1]);
    const again = await openWallet(path, opened.game);
    assert.deepEqual(again.receipts.map(({ seq }) => seq), [1]);
    await again.close();
  });
});
