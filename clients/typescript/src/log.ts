import { Code, ConnectError } from "@connectrpc/connect";

import { type Entry, Games } from "./contract.js";
import { pauseOf } from "./errors.js";
import { mismatchOf, openingsOf } from "./events.js";
import { Tries } from "./patience.js";
import type { Receipts } from "./receipts.js";
import type { Ruleset } from "./ruleset.js";
import type { Service } from "./service.js";
import { equal, hex } from "./verify/bytes.js";
import { NotProven } from "./verify/errors.js";
import { termsOf } from "./verify/games.js";
import { Chain, type Entry as Recorded, readRecord } from "./verify/records.js";
import { Path } from "./verify/rewinds.js";
import { verifyOpenings } from "./verify/seals.js";

/** Bounds of a stream of entries: `after` is left out, `upTo` is included; 0 stands for start and end. */
export interface Bounds {
  readonly after?: number;
  readonly upTo?: number;
}

/** The log of one game as far as it was read: every record is in the chain, and fits the receipts. */
export class Log {
  readonly chain: Chain;
  /** Which of the entries stand. */
  readonly path = new Path();

  constructor(
    private readonly service: Service,
    private readonly game: Uint8Array,
    private readonly receipts: Receipts,
    private readonly ruleset: Ruleset,
    /** Keeps each entry that was verified. */
    private readonly keep: (entry: Recorded) => Promise<void> = async () => {},
    /** Commitments to the secret of the dice that earlier runs were told. */
    private readonly promised: readonly Uint8Array[] = [],
  ) {
    this.chain = new Chain(game);
  }

  /** Reads the entries that are new. */
  async sync(upTo = 0): Promise<void> {
    if (upTo > 0 && this.chain.length >= upTo) return;
    for await (const _ of this.stream(this.chain.length, upTo, false)) void _;
  }

  /** Entries that are there, verified, each once and in order. */
  async *read({ after = 0, upTo = 0 }: Bounds = {}): AsyncGenerator<Entry, void, undefined> {
    await this.reach(after);
    yield* this.stream(after, upTo, false);
  }

  /** Entries after one, and every new one as it comes, verified, each once and in order; until the signal is given. */
  async *watch(after: number, signal?: AbortSignal): AsyncGenerator<Entry, void, undefined> {
    await this.reach(after);
    yield* this.stream(after, 0, true, signal);
  }

  /** What comes later has to follow from what comes before: all of it is read once. */
  private async reach(after: number): Promise<void> {
    if (after > this.chain.length) await this.sync(after);
    if (after > this.chain.length) throw new RangeError(`there is no entry ${after} yet: the last one is ${this.chain.length}`);
  }

  private async *stream(
    after: number, upTo: number, follow: boolean, signal?: AbortSignal,
  ): AsyncGenerator<Entry, void, undefined> {
    const tries = new Tries(this.service.patience, this.service.address, signal);
    for (let last = after; ;) {
      try {
        for await (const entry of this.once(last, upTo, follow, signal)) {
          await this.take(entry, last + 1);
          last += 1;
          tries.reset();
          yield entry;
        }
        if (!follow) return;
        throw new ConnectError("the stream ended", Code.Unavailable);
      } catch (fault) {
        if (signal?.aborted) return;
        // a stream may break before anything happens in the game: a call tells whether the service is there
        if (follow && pauseOf(fault) !== null) {
          await this.service.call(Games.method.get, { game: this.game });
          tries.reached();
        }
        await tries.after(fault);
      }
    }
  }

  /** One stream, until it ends or breaks; it is ended where nobody reads on. */
  private async *once(
    after: number, upTo: number, follow: boolean, signal?: AbortSignal,
  ): AsyncGenerator<Entry, void, undefined> {
    const ending = new AbortController();
    const stop = (): void => ending.abort();
    signal?.addEventListener("abort", stop, { once: true });
    const bounds = { game: this.game, after: BigInt(after), records: true };
    const hash = this.chain.at(after)?.hash;
    try {
      yield* follow
        ? await this.service.stream(Games.method.watch, { ...bounds, ...(hash && { hash }) }, ending.signal)
        : await this.service.stream(Games.method.read, { ...bounds, ...(upTo > 0 && { upTo: BigInt(upTo) }) }, ending.signal);
    } finally {
      signal?.removeEventListener("abort", stop);
      ending.abort();
    }
  }

  /** Compares the first entry with what earlier runs were told; where it differs it does not come in, and whoever asks again is told again. */
  private compareOpening(first: Recorded): void {
    if (this.promised.length === 0) return;
    const { commitment } = termsOf([first]);
    const due = this.promised.find((told) => !equal(told, commitment));
    if (due) throw new NotProven("SEED_COMMIT_MISMATCH", 1, hex(due), hex(commitment), hex(this.game));
  }

  /** Verifies an entry: its record against the chain and the receipts, its fields, dice and events against its record. */
  private async take(entry: Entry, seq: number): Promise<void> {
    const recorded = await readRecord(entry.record, seq);
    const game = hex(this.game);
    if (recorded.seq !== seq) throw new NotProven("MISSING_ENTRY", seq, `entry ${seq}`, `entry ${recorded.seq}`, game);
    const known = this.chain.at(seq);
    if (seq === 1) this.compareOpening(recorded);
    if (known === undefined) this.chain.add(recorded);
    else if (!equal(known.hash, recorded.hash)) throw new NotProven("HEAD_MISMATCH", seq, hex(known.hash), hex(recorded.hash), game);
    this.receipts.check(seq, recorded.hash);
    const openings = openingsOf(entry);
    await verifyOpenings(recorded, openings);
    const field = mismatchOf(entry, recorded, openings, this.ruleset);
    if (field) throw new NotProven("ENTRY_MISMATCH", seq, `the record's ${field}`, `another ${field}`, game);
    this.receipts.note(seq, recorded.hash);
    await this.keep(recorded);
    while (this.path.last < this.chain.length) this.path.enter(this.chain.at(this.path.last + 1)!);
  }
}
