import type { Receipt } from "./contract.js";
import { equal, hex, unhex } from "./verify/bytes.js";
import { NotProven } from "./verify/errors.js";
import { compareHead, type Head, type LogKey, signedHead, strangeHead } from "./verify/heads.js";
import type { Entry } from "./verify/records.js";

/** A receipt that verified. */
export interface Kept {
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly note: string;
  /** Id of the own command that it proves; empty where it is not one's own. */
  readonly commandId: Uint8Array;
}

/** What a file of receipts holds, as JSON; hashes and ids in hex, receipts by seq. */
export interface ReceiptsFile {
  readonly format: typeof FORMAT;
  readonly game: string;
  readonly log_keys: readonly string[];
  readonly receipts: readonly { readonly seq: number; readonly hash: string; readonly note: string; readonly command_id: string }[];
}

export const FORMAT = "adjudicator-receipts/1";

/** Finds the keys that may sign heads of the game, in order of use; it is asked again where they no longer suffice. */
export type LogKeys = () => Promise<readonly LogKey[]>;

/** The receipts of one game: each is verified as it comes, and of one size there is never but one head. */
export class Receipts {
  private readonly kept = new Map<number, Kept>();
  private readonly heads = new Map<number, Uint8Array>();
  /** What the service has told of entries that nobody here has read: no signature is under it. */
  private readonly told = new Map<number, Uint8Array>();
  private keys: readonly LogKey[] = [];

  constructor(readonly game: Uint8Array, private readonly logKeys: LogKeys) {}

  /** All receipts by seq. */
  get all(): readonly Kept[] {
    return [...this.kept.values()].sort((a, b) => a.seq - b.seq);
  }

  get size(): number {
    return this.kept.size;
  }

  /** The keys that may sign, as far as they are known. */
  get lines(): readonly string[] {
    return this.keys.map(({ line }) => line);
  }

  /** The last entry whose hash was signed or read; number 0 where none was. */
  get last(): { readonly seq: number; readonly hash: Uint8Array } {
    let seq = 0;
    for (const each of this.heads.keys()) seq = Math.max(seq, each);
    return { seq, hash: this.heads.get(seq) ?? new Uint8Array(32) };
  }

  /** The hash of an entry, where it was signed or read. */
  hashOf(seq: number): Uint8Array | undefined {
    return this.heads.get(seq);
  }

  /** Takes receipts that were verified before. NotProven: TWO_HEADS. */
  restore(rows: readonly Kept[]): void {
    for (const row of rows) {
      this.note(row.seq, row.hash);
      const before = this.kept.get(row.seq);
      if (row.commandId.length > 0 || before === undefined) this.kept.set(row.seq, row);
    }
  }

  /** Whether a key of the log has signed a receipt, whatever else is known; `line` is a key that may sign where none is known yet. */
  async isSigned({ seq, hash, note }: Pick<Receipt, "seq" | "hash" | "note">, line: string): Promise<boolean> {
    const keys = this.keys.length > 0 ? this.keys : [{ line, end: Number.POSITIVE_INFINITY }];
    try {
      const head = await signedHead(keys, note, hex(this.game));
      return equal(head.game, this.game) && head.size === Number(seq) && equal(head.hash, hash);
    } catch {
      return false;
    }
  }

  /** Whether a receipt is signed with a key that is not known, and has another hash of an entry than is known. */
  async contradicts({ seq, hash, note }: Pick<Receipt, "seq" | "hash" | "note">, line: string): Promise<boolean> {
    const head = await strangeHead([...this.lines, line], note);
    if (head === null || !equal(head.game, this.game) || head.size !== Number(seq) || !equal(head.hash, hash)) return false;
    const known = this.heads.get(head.size);
    return known !== undefined && !equal(known, hash);
  }

  /** Verifies a receipt and keeps it. NotProven where it is not what it says, or another head was signed before. */
  async add({ seq, hash, note }: Pick<Receipt, "seq" | "hash" | "note">, commandId: Uint8Array = new Uint8Array()): Promise<void> {
    const head = await this.verified(note);
    const number = Number(seq);
    if (!equal(head.game, this.game)) throw this.fault("WRONG_GAME", number, hex(this.game), hex(head.game));
    if (head.size !== number) throw this.fault("RECEIPT_MISMATCH", number, `a head of size ${number}`, `one of ${head.size}`);
    if (!equal(head.hash, hash)) throw this.fault("RECEIPT_MISMATCH", number, hex(hash), hex(head.hash));
    this.note(number, hash);
    const before = this.kept.get(number);
    const id = commandId.length > 0 ? commandId : (before?.commandId ?? commandId);
    this.kept.set(number, { seq: number, hash, note, commandId: id });
  }

  /** The number of the entry with a hash; 0 where none is known. */
  seqOf(hash: Uint8Array): number {
    for (const known of [this.heads, this.told]) for (const [seq, each] of known) if (equal(each, hash)) return seq;
    return 0;
  }

  /** Compares an entry's hash with what was signed, read or told of that entry before. NotProven: TWO_HEADS. */
  check(seq: number, hash: Uint8Array): void {
    for (const known of [this.heads.get(seq), this.told.get(seq)]) {
      if (known && !equal(known, hash)) throw this.fault("TWO_HEADS", seq, hex(known), hex(hash));
    }
  }

  /** Notes what the service says of an entry, to which whatever comes later is compared. NotProven: TWO_HEADS. */
  hear(seq: number, hash: Uint8Array): void {
    this.check(seq, hash);
    this.told.set(seq, hash);
  }

  /** Notes the hash of an entry, to which whatever comes later is compared. NotProven: TWO_HEADS. */
  note(seq: number, hash: Uint8Array): void {
    this.check(seq, hash);
    this.heads.set(seq, hash);
  }

  /** Verifies every note again and compares it with the chain. */
  async verify(entries: readonly Entry[], keys: readonly LogKey[]): Promise<void> {
    for (const { note } of this.all) compareHead(entries, await signedHead(keys, note, hex(this.game)));
  }

  /** What a file of receipts holds. */
  toJSON(): ReceiptsFile {
    const receipts = this.all.map(({ seq, hash, note, commandId }) =>
      ({ seq, hash: hex(hash), note, command_id: hex(commandId) }));
    return { format: FORMAT, game: hex(this.game), log_keys: this.keys.map(({ line }) => line), receipts };
  }

  /** Adds the receipts of a file, each verified. NotProven where one does not verify, TypeError for another file. */
  async load(file: ReceiptsFile): Promise<void> {
    if (file.format !== FORMAT) throw new TypeError(`the format is ${String(file.format)}: give a file of ${FORMAT}`);
    if (file.game !== hex(this.game)) throw this.fault("WRONG_GAME", 0, hex(this.game), file.game);
    for (const { seq, hash, note, command_id: id } of file.receipts) {
      await this.add({ seq: BigInt(seq), hash: unhex(hash), note }, unhex(id));
    }
  }

  /** Gives the head of a note; the keys are found anew where none of those known has signed it. */
  private async verified(note: string): Promise<Head> {
    try {
      if (this.keys.length > 0) return await signedHead(this.keys, note, hex(this.game));
    } catch (error) {
      if (!(error instanceof NotProven)) throw error;
    }
    this.keys = await this.logKeys();
    return signedHead(this.keys, note, hex(this.game));
  }

  private fault(check: string, seq: number, expected: string, found: string): NotProven {
    return new NotProven(check, seq, expected, found, hex(this.game));
  }
}
