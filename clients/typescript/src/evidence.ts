/** What one side of a game has proven: entries, receipts, refusals, its place in the register; the wallet keeps all of it. */
import { type DescMessage, equals, type MessageShape } from "@bufbuild/protobuf";

import { type Entry, Games, type GetResponse, type Outcome, type Receipt, RollSchema, RuledSchema } from "./contract.js";
import { type Refused, Stale } from "./errors.js";
import type { Key } from "./keys.js";
import { Log } from "./log.js";
import { startingKey } from "./proof.js";
import { Receipts } from "./receipts.js";
import type { Ruleset } from "./ruleset.js";
import type { Service } from "./service.js";
import { equal, hex, sha256 } from "./verify/bytes.js";
import { NotProven } from "./verify/errors.js";
import { seatKeys, termsOf } from "./verify/games.js";
import { type LogKey, logKeys } from "./verify/heads.js";
import { encode, type Value } from "./verify/mpint.js";
import { type Entry as Recorded, signingBytes } from "./verify/records.js";
import { verifyRefusal } from "./verify/refusals.js";
import { comparePlaces, type Place, verifyPlace } from "./verify/register.js";
import { readStatement, signStatement, verifyStatement } from "./verify/statements.js";
import type { Wallet } from "./wallet.js";

/** The answer to a command; a command that every game has is answered without `ruled`. */
export type Given = Pick<Outcome, "receipt" | "rolls" | "windows"> & Partial<Pick<Outcome, "ruled">>;

/** A command as it was given: who gave it, and what a signature covers. */
export interface Sent {
  /** Role, party and id of the credential; the id is empty where it is not known. */
  readonly actor: readonly [role: number, party: number, keyId: string];
  /** Id, head, kind with fields, and seal. */
  readonly command: readonly [id: Uint8Array, head: Uint8Array | null, row: readonly Value[], seal: Uint8Array | null];
  readonly signature: Uint8Array;
}

/** Who acts on this side. */
export interface Side {
  readonly seat: number | undefined;
  readonly key: Key | undefined;
  readonly keyId: string;
  /** Public keys that the same player has besides. */
  readonly otherKeys: readonly Uint8Array[];
  /** Whether it contributes only to a game that is proven to stand in the public register. */
  readonly register: boolean;
}

/** What was told when the game was opened. */
export interface Opening {
  readonly receipt: Receipt;
  readonly commitment: Uint8Array;
}

const REFUSAL_UNPROVEN = "REFUSAL_UNPROVEN";

/** Names what else there is behind a fault that says nothing of that; gives the fault. */
function caused(fault: unknown, cause: unknown): unknown {
  if (fault instanceof Error && fault.cause === undefined && fault !== cause) fault.cause = cause;
  return fault;
}

const sameAll = <D extends DescMessage>(schema: D, one: readonly MessageShape<D>[], other: readonly MessageShape<D>[]): boolean =>
  one.length === other.length && one.every((each, at) => equals(schema, each, other[at]!));

export class Evidence {
  readonly receipts: Receipts;
  readonly log: Log;
  /** What was told at the opening, until it is verified. */
  opening: Opening | undefined;
  private begun: Promise<void> | undefined;
  private place: Place | undefined;

  constructor(
    private readonly service: Service, private readonly game: Uint8Array, ruleset: Ruleset, private readonly side: Side, readonly wallet: Wallet,
  ) {
    if (!equal(wallet.game, game)) throw new TypeError(`the wallet is of game ${hex(wallet.game)}, not ${hex(game)}`);
    if (wallet.keeps && side.keyId === "") throw new TypeError("what a wallet keeps names the credential: give its id as keyId");
    this.receipts = new Receipts(game, () => this.logKeys());
    this.receipts.restore(wallet.receipts);
    for (const { size, hash } of wallet.heads) this.receipts.note(size, hash);
    this.log = new Log(service, game, this.receipts, ruleset, (entry) => this.keepEntry(entry), wallet.openings);
  }

  /** Begins with what is known before anything is asked: the seat, and the receipt of the opening, which is verified. */
  begin(): Promise<void> {
    this.begun ??= this.start().catch((fault: unknown) => {
      this.begun = undefined;
      throw fault;
    });
    return this.begun;
  }

  private async start(): Promise<void> {
    const { seat, keyId, key } = this.side;
    if (seat !== undefined) await this.wallet.keepSeat(seat, keyId, key?.public);
    if (this.opening === undefined) return;
    const { receipt, commitment } = this.opening;
    await this.wallet.keepOpening(commitment);
    await this.prove(receipt);
    await this.log.sync(1);
    const there = termsOf(this.log.chain.entries).commitment;
    if (!equal(commitment, there)) throw new NotProven("SEED_COMMIT_MISMATCH", 1, hex(commitment), hex(there), hex(this.game));
  }

  /** The keys that may sign heads: those that the key of the terms has handed on to, as far as they are believed. */
  async logKeys(): Promise<readonly LogKey[]> {
    await this.log.sync();
    const { entries } = this.log.chain;
    const changes = (): Promise<readonly string[]> => this.service.call(Games.method.logKey, {}).then((reply) => reply.changes);
    const keys = await logKeys(entries, await startingKey(entries, await this.believed(), changes));
    await this.wallet.keepKeys(keys.map(({ line }) => line));
    return keys;
  }

  /** The key that was published, else the first one in the wallet, else the first that the service has told. */
  private async believed(): Promise<string> {
    return this.service.published ?? this.wallet.logKeys[0] ?? (await this.service.logKey());
  }

  private async lines(): Promise<readonly string[]> {
    return (await this.logKeys()).map(({ line }) => line);
  }

  private async keepEntry(entry: Recorded): Promise<void> {
    if (entry.seq === 1 && this.wallet.keeps) {
      const { commitment, keys } = termsOf([entry]);
      await this.wallet.keepOpening(commitment);
      await this.wallet.keepPlayers(keys);
    }
    await this.wallet.keepHead(entry.seq, entry.hash);
  }

  /**
   * Compares a head that the service tells with what is known. It is neither kept nor stated before its entry is read:
   * nobody has signed it, and where it was made up it would stand against the true one in the next run.
   */
  see(seq: number, head: Uint8Array): void {
    this.receipts.hear(seq, head);
  }

  // -- receipts

  /** Verifies a receipt and keeps it; one that is signed is evidence, and kept, whether it fits what is known or not. */
  private async prove(receipt: Receipt): Promise<void> {
    try {
      await this.receipts.add(receipt);
    } catch (fault) {
      throw await this.keepSigned(fault, receipt);
    }
    await this.wallet.keepReceipt(receipt);
  }

  /**
   * Keeps a receipt that has a fault, where a key of the log has signed it, or one that is not known and it contradicts what
   * is; gives the fault, which is told whatever becomes of that.
   */
  private async keepSigned(fault: unknown, receipt: Receipt, id?: Uint8Array, record?: Uint8Array): Promise<unknown> {
    try {
      const line = await this.believed();
      if (!this.wallet.keeps) return fault;
      if (!(await this.receipts.isSigned(receipt, line))) {
        if (await this.receipts.contradicts(receipt, line)) await this.wallet.keepUnproven(receipt);
        return fault;
      }
      await this.wallet.keepKeys([line]); // by which the next run verifies it
      await this.wallet.keepReceipt(receipt, id, record);
    } catch (error) {
      caused(fault, error);
    }
    return fault;
  }

  /** What everybody may know of the game; its receipt is verified. */
  async facts(): Promise<GetResponse & { readonly receipt: Receipt }> {
    await this.begin();
    const found = await this.service.call(Games.method.get, { game: this.game });
    const { receipt } = found;
    if (receipt === undefined) throw this.without();
    await this.prove(receipt);
    return Object.assign(found, { receipt });
  }

  private without(): NotProven {
    return new NotProven("RECEIPT_MISMATCH", 0, "a receipt", "none", hex(this.game));
  }

  // -- commands

  /** Verifies the answer to an own command: its receipt, and the entry, which holds the command and what was answered. */
  async check(given: Given, sent: Sent): Promise<void> {
    const { receipt } = given;
    const [id] = sent.command;
    if (receipt === undefined) throw this.without();
    let record: Uint8Array | undefined;
    try {
      const { told, entry } = await this.entryOf(Number(receipt.seq));
      if (equal(entry.hash, receipt.hash)) record = entry.record;
      await this.receipts.add(receipt, id);
      this.compare(given, receipt, sent, told, entry);
    } catch (fault) {
      throw await this.keepSigned(fault, receipt, id, record);
    }
    await this.wallet.keepReceipt(receipt, id, record);
  }

  /** Reads an entry, and all before it that were not read. */
  private async entryOf(seq: number): Promise<{ readonly told: Entry; readonly entry: Recorded }> {
    const { chain } = this.log;
    let told: Entry | undefined;
    for await (const each of this.log.read({ after: Math.max(Math.min(chain.length, seq - 1), 0), upTo: seq })) told = each;
    const entry = chain.at(seq);
    if (entry !== undefined && told !== undefined && Number(told.seq) === seq) return { told, entry };
    throw new NotProven("TRUNCATED_LOG", seq, `${seq} entries`, `${Number(told?.seq ?? 0)}`, hex(this.game));
  }

  private compare({ rolls, ruled }: Given, receipt: Receipt, { actor, command, signature }: Sent, told: Entry, entry: Recorded): void {
    const [id] = command;
    const fault = (check: string, expected: string, found: string): NotProven => new NotProven(check, entry.seq, expected, found, hex(this.game));
    if (!equal(entry.hash, receipt.hash)) throw fault("HEAD_MISMATCH", hex(entry.hash), hex(receipt.hash));
    if (!equal(entry.id, id)) throw fault("RECEIPT_MISMATCH", `command ${hex(id)}`, `command ${hex(entry.id)}`);
    const whose = actor[2] === "" || actor[2] === entry.actor[2];
    const signed = equal(entry.signature ?? new Uint8Array(), signature);
    // with its head and its seal: what is secret of it is under that alone
    if (!whose || !signed || !equal(encode(entry.command), encode(command))) throw fault("ENTRY_MISMATCH", "the command as it was given", "another command");
    if (!sameAll(RollSchema, rolls, told.rolls)) throw fault("ANSWER_MISMATCH", "the dice of the entry", "others");
    if (ruled && !sameAll(RuledSchema, ruled, told.ruled)) throw fault("ANSWER_MISMATCH", "the events of the entry", "others");
  }

  /** Takes a refusal: one that is signed is verified and kept; where the game has changed what came is read. Gives what to throw. */
  async refuse(refused: Refused, sent: Sent): Promise<Refused> {
    const { signed, seq, head } = refused;
    try {
      if (signed !== undefined) await this.take(refused, signed, sent);
      else if (!(refused instanceof Stale)) return refused; // it may be on no state of the game
      this.see(seq, head);
      const seen = this.receipts.seqOf(sent.command[1] ?? new Uint8Array());
      if (seq < seen) throw new NotProven(REFUSAL_UNPROVEN, seq, `a ruling after entry ${seen}, on which the command was decided, or later`, `one after entry ${seq}`, hex(this.game));
      if (!(refused instanceof Stale)) return refused;
      await this.log.sync(seq);
      return refused.after(new Map([...this.log.path.rewinds].filter(([entry]) => entry > seen)));
    } catch (fault) {
      throw caused(fault, refused);
    }
  }

  /** Verifies a refusal and keeps it; under keys that are known nothing is asked for before it is kept. */
  private async take({ seq, head, faults }: Refused, signed: NonNullable<Refused["signed"]>, { actor, command }: Sent): Promise<void> {
    const hashed = actor[2] === "" ? {} : { command: await sha256(signingBytes(this.game, actor, command)) };
    const known = this.receipts.lines;
    await verifyRefusal(signed, { game: this.game, seq, head, faults, ...hashed }, known.includes(signed.logKey) ? known : await this.lines());
    await this.wallet.keepRefusal(signed);
  }

  // -- the register

  /** Verifies that the opening stands in the public register as the first entry has it; null where none is kept and none is asked for. */
  async registered(): Promise<Place | null> {
    if (this.place !== undefined) return this.place;
    const { registration: given, receipt: { seq } } = await this.facts();
    await this.log.sync(Number(seq)); // the first entry counts as far as what was signed follows from it
    if (this.log.chain.length < Number(seq)) throw new NotProven("TRUNCATED_LOG", Number(seq), `${seq} entries`, `${this.log.chain.length}`, hex(this.game));
    this.requireOwnKeys();
    if (given === undefined) {
      if (!this.side.register && this.wallet.inclusions.length === 0) return null;
      throw new NotProven("REGISTRATION_MISSING", 1, "a proof that the game stands in a register (the option `register: false` does without)", "none", hex(this.game));
    }
    const lines = await this.lines();
    const { entries } = this.log.chain;
    const first = this.receipts.all.find(({ seq }) => seq === 1);
    if (first) await this.wallet.keepReceipt(first, first.commandId, entries[0]?.record);
    const place = await verifyPlace(lines, given, entries);
    try {
      await comparePlaces(lines, this.wallet.inclusions, given);
    } catch (fault) {
      await this.wallet.keepInclusion(given).catch((error: unknown) => caused(fault, error)); // both are signed
      throw fault;
    }
    await this.wallet.keepInclusion(given);
    this.place = place;
    return place;
  }

  /** A seat has keys of its holder alone: with another one moves could be forged. */
  private requireOwnKeys(): void {
    const { seat, key, otherKeys } = this.side;
    const own = [...(key === undefined ? [] : [key.public]), ...otherKeys];
    if (seat === undefined || own.length === 0) return;
    const found = termsOf(this.log.chain.entries).keys[seat] ?? [];
    const holds = (keys: readonly Uint8Array[], one: Uint8Array): boolean => keys.some((each) => equal(each, one));
    if ((key === undefined || holds(found, key.public)) && found.every((each) => holds(own, each))) return;
    const expected = `seat ${seat} with ${own.map(hex).join(" ")} and no other key`;
    throw new NotProven("GENESIS_INVALID", 1, expected, found.map(hex).join(" ") || "none", hex(this.game));
  }

  // -- statements

  async statement(): Promise<string> {
    const { seat, key } = this.side;
    if (seat === undefined || key === undefined) throw new TypeError("a statement is a seat's: give the game its seat and key");
    await this.begin();
    if (this.receipts.last.seq === 0) await this.facts();
    const { seq, hash } = this.receipts.last;
    return signStatement(key, this.game, seat, seq, hash);
  }

  async takeStatement(note: string): Promise<boolean> {
    await this.begin();
    await this.log.sync(1);
    const game = hex(this.game);
    const unproven = (found: string): NotProven => new NotProven("STATEMENT_UNPROVEN", 0, "a statement of this game by one of its seats", found, game);
    let seat: number;
    try {
      const stated = readStatement(note);
      if (!equal(stated.game, this.game)) throw new Error(`one of game ${hex(stated.game)}`);
      seat = stated.seat;
    } catch (error) {
      throw unproven((error as Error).message);
    }
    const keys = [...seatKeys(this.log.chain.entries)].flatMap(([, held]) => held[seat] ?? []);
    const { size, hash } = await verifyStatement(note, this.game, seat, keys);
    await this.wallet.keepStatement(note);
    const known = this.receipts.hashOf(size);
    if (known === undefined) return false;
    if (!equal(known, hash)) throw new NotProven("STATEMENT_CONTRADICTED", size, `${hex(known)}, as it was seen here`, `${hex(hash)}, by seat ${seat}`, game);
    return true;
  }
}
