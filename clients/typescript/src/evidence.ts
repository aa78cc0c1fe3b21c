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
import { type Place, verifyPlace } from "./verify/register.js";
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
    this.log = new Log(service, game, this.receipts, ruleset, (entry) => this.keepEntry(entry));
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

  /** Compares a head that the service tells with what is known. */
  async see(seq: number, head: Uint8Array): Promise<void> {
    this.receipts.note(seq, head);
    await this.wallet.keepHead(seq, head);
  }

  // -- receipts

  /** Verifies a receipt and keeps it; one that is signed is evidence, and kept, whether it fits what is known or not. */
  private async prove(receipt: Receipt, id?: Uint8Array, record?: Uint8Array): Promise<void> {
    try {
      await this.receipts.add(receipt, id);
    } catch (fault) {
      await this.keepSigned(receipt, id, record);
      throw fault;
    }
    await this.wallet.keepReceipt(receipt, id, record);
  }

  private async keepSigned(receipt: Receipt, id?: Uint8Array, record?: Uint8Array): Promise<void> {
    if (this.wallet.keeps && (await this.receipts.isSigned(receipt, await this.believed()))) await this.wallet.keepReceipt(receipt, id, record);
  }

  /** What everybody may know of the game; its receipt is verified. */
  async facts(): Promise<GetResponse> {
    await this.begin();
    const found = await this.service.call(Games.method.get, { game: this.game });
    if (found.receipt) await this.prove(found.receipt);
    return found;
  }

  // -- commands

  /** Verifies the answer to an own command: its receipt, and the entry, which holds the command and what was answered. */
  async check(given: Given, sent: Sent): Promise<void> {
    const { receipt } = given;
    const [id] = sent.command;
    if (receipt === undefined) throw new NotProven("RECEIPT_MISMATCH", 0, "a receipt", "none", hex(this.game));
    let record: Uint8Array | undefined;
    try {
      const { told, entry } = await this.entryOf(Number(receipt.seq));
      if (equal(entry.hash, receipt.hash)) record = entry.record;
      await this.receipts.add(receipt, id);
      this.compare(given, receipt, sent, told, entry);
    } catch (fault) {
      await this.keepSigned(receipt, id, record);
      throw fault;
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

  private compare({ rolls, ruled }: Given, receipt: Receipt, { command: [id, , row], signature }: Sent, told: Entry, entry: Recorded): void {
    const fault = (check: string, expected: string, found: string): NotProven => new NotProven(check, entry.seq, expected, found, hex(this.game));
    if (!equal(entry.hash, receipt.hash)) throw fault("HEAD_MISMATCH", hex(entry.hash), hex(receipt.hash));
    if (!equal(entry.id, id)) throw fault("RECEIPT_MISMATCH", `command ${hex(id)}`, `command ${hex(entry.id)}`);
    const signed = signature.length === 0 || (entry.signature !== null && equal(entry.signature, signature));
    const same = signed && equal(encode([entry.kind, ...entry.values]), encode(row));
    if (!same) throw fault("ENTRY_MISMATCH", "the command as it was given", "another command");
    if (!sameAll(RollSchema, rolls, told.rolls)) throw fault("ANSWER_MISMATCH", "the dice of the entry", "others");
    if (ruled && !sameAll(RuledSchema, ruled, told.ruled)) throw fault("ANSWER_MISMATCH", "the events of the entry", "others");
  }

  /** Takes a refusal: one that is signed is verified and kept; where the game has changed what came is read. Gives what to throw. */
  async refuse(refused: Refused, sent: Sent): Promise<Refused> {
    const { signed } = refused;
    if (signed !== undefined) await this.take(refused, signed, sent);
    if (!(refused instanceof Stale)) return refused;
    this.receipts.note(refused.seq, refused.head);
    await this.log.sync(refused.seq);
    const head = sent.command[1] ?? new Uint8Array();
    const seen = this.log.chain.entries.find(({ hash }) => equal(hash, head))?.seq ?? 0;
    return refused.after(new Map([...this.log.path.rewinds].filter(([seq]) => seq > seen)));
  }

  private async take(refused: Refused, signed: NonNullable<Refused["signed"]>, { actor, command }: Sent): Promise<void> {
    const { seq, head, faults } = refused;
    const hashed = actor[2] === "" ? {} : { command: await sha256(signingBytes(this.game, actor, command)) };
    try {
      await verifyRefusal(signed, { game: this.game, seq, head, faults, ...hashed }, await this.lines());
    } catch (fault) {
      if (fault instanceof NotProven) fault.cause = refused;
      throw fault;
    }
    await this.wallet.keepRefusal(signed);
    await this.see(seq, head);
  }

  // -- the register

  /** Verifies that the opening stands in the public register as the first entry has it; null where none is kept and none is asked for. */
  async registered(): Promise<Place | null> {
    if (this.place !== undefined) return this.place;
    const { registration: given } = await this.facts();
    if (given === undefined) {
      if (!this.side.register) return null;
      throw new NotProven("REGISTRATION_MISSING", 1, "a proof that the game stands in a register (the option `register: false` does without)", "none", hex(this.game));
    }
    const lines = await this.lines();
    const { entries } = this.log.chain;
    const first = this.receipts.all.find(({ seq }) => seq === 1);
    if (first) await this.wallet.keepReceipt(first, first.commandId, entries[0]?.record);
    this.requireOwnKeys();
    const place = await verifyPlace(lines, given, entries);
    await this.wallet.keepInclusion(given);
    this.place = place;
    return place;
  }

  /** A seat has keys of its holder alone: with another one moves could be forged. */
  private requireOwnKeys(): void {
    const { seat, key, otherKeys } = this.side;
    if (seat === undefined || key === undefined) return;
    const found = termsOf(this.log.chain.entries).keys[seat] ?? [];
    const own = [key.public, ...otherKeys];
    const holds = (keys: readonly Uint8Array[], one: Uint8Array): boolean => keys.some((each) => equal(each, one));
    if (holds(found, key.public) && found.every((each) => holds(own, each))) return;
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
