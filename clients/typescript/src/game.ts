import { clone, create, type DescMessage, equals, type Message, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";

import { logged } from "./commands.js";
import {
  type Chosen, CommitContributionSchema, type Domain, type Entry, Games, type GetResponse, type Header, HeaderSchema,
  type Offer, type Offers, OpenContributionSchema, type Outcome, type Role, RollSchema, RuledSchema,
} from "./contract.js";
import { Stale } from "./errors.js";
import type { Key } from "./keys.js";
import { type Bounds, Log } from "./log.js";
import { type Choose, makeCommand } from "./offers/make.js";
import { Tries } from "./patience.js";
import { type Proof, proofOf, startingKey } from "./proof.js";
import { Receipts } from "./receipts.js";
import type { CommandMethod, Ruleset } from "./ruleset.js";
import type { Service } from "./service.js";
import { equal, hex, random } from "./verify/bytes.js";
import { seatCommit } from "./verify/dice.js";
import { NotProven } from "./verify/errors.js";
import { type LogKey, logKeys } from "./verify/heads.js";
import { encode, type Value } from "./verify/mpint.js";
import { REFEREE, SEAT_ROLE, signingBytes } from "./verify/records.js";
import { COMMAND_PART, sealedHash } from "./verify/seals.js";

/** The answer to a command; a command that every game has is answered without `ruled`. */
export type Given = Pick<Outcome, "receipt" | "rolls" | "windows"> & Partial<Pick<Outcome, "ruled">>;

/** The view of a ruleset. */
export type ViewOf<R extends Ruleset> = MessageShape<R["play"]["method"]["view"]["output"]>;

export interface GameOptions {
  /** Number of the seat, where the token is a seat's. */
  readonly seat?: number;
  /** The key of the seat or the office; who has one signs every command. */
  readonly key?: Key;
  /** Role of the credential; that of the token where none is given. */
  readonly role?: Role;
  /** Id of the credential, which stands under what is signed; that of the token where none is given. */
  readonly keyId?: string;
  /** The seat's contribution to the dice, 32 bytes; random where none is given. Keep it to join again later. */
  readonly contribution?: Uint8Array;
}

/** A command with its header, and as it will stand in the log. */
interface Request {
  readonly method: CommandMethod;
  readonly request: Message;
  readonly header: Header;
  readonly row: readonly Value[];
}

const sameAll = <D extends DescMessage>(schema: D, one: readonly MessageShape<D>[], other: readonly MessageShape<D>[]): boolean =>
  one.length === other.length && one.every((each, at) => equals(schema, each, other[at]!));

const SEEDING: readonly string[] = ["contribute", "open_contribution"];

/** One party's side of one game. What it receives is verified before it is given on. */
export class Game<R extends Ruleset = Ruleset> {
  readonly receipts: Receipts;
  readonly seat: number | undefined;
  readonly contribution: Uint8Array;
  /** Hash last known: commands are decided on it, and refused where the game has gone on since. */
  head: Uint8Array | undefined;
  readonly #service: Service;
  readonly #role: number;
  readonly #keyId: string;
  readonly #key: Key | undefined;
  readonly #log: Log;

  /**
   * @param game id of the game, 16 bytes
   * @param token the party's token; the service's own where none is given
   */
  constructor(service: Service, readonly ruleset: R, readonly game: Uint8Array, token?: string, options: GameOptions = {}) {
    this.#service = token === undefined ? service : service.withToken(token);
    const [named, keyId] = this.#service.caller();
    const role = options.role ?? named;
    this.#role = options.seat === undefined ? role : SEAT_ROLE;
    this.#keyId = options.keyId ?? keyId;
    if (options.key && role === SEAT_ROLE && options.seat === undefined) {
      throw new TypeError("this key belongs to a seat: give the number of the seat too");
    }
    this.#key = options.key;
    this.seat = options.seat;
    this.contribution = options.contribution ?? random(32);
    this.receipts = new Receipts(game, () => this.#logKeys());
    this.#log = new Log(this.#service, game, this.receipts, ruleset);
  }

  /** The service, reached with this party's token. */
  get service(): Service {
    return this.#service;
  }

  /** What this party may do now. */
  async offers(): Promise<Offers> {
    const offers = await this.#service.call(Games.method.offers, { game: this.game });
    this.receipts.note(Number(offers.seq), offers.head);
    this.head = offers.head;
    return offers;
  }

  /**
   * The game as this party may see it, in the ruleset's own type. Its head is compared with what is known of the log;
   * what it shows can not be proved, and is the service's word.
   */
  async view(): Promise<ViewOf<R>> {
    const method = this.ruleset.play.method.view;
    const view = (await this.#service.call(method, { game: this.game })) as ViewOf<R> & { seq: bigint; head: Uint8Array };
    this.receipts.note(Number(view.seq), view.head);
    this.head = view.head;
    return view;
  }

  /** What everybody may know of the game. */
  facts(): Promise<GetResponse> {
    return this.#service.call(Games.method.get, { game: this.game });
  }

  /** Finds places for a field of an offered command; `chosen` are the fields before it, as words. */
  async findPlaces(command: string, field: string, chosen: Readonly<Record<string, string>> = {}): Promise<Domain[]> {
    const rows = Object.entries(chosen).map(([name, value]): MessageInitShape<DescMessage> & Omit<Chosen, "$typeName"> => ({ field: name, value }));
    const { spots } = await this.#service.call(Games.method.findPlaces, { game: this.game, command, field, chosen: rows });
    return spots;
  }

  /** Makes the command of an offer; `choose` answers each question. */
  make(offer: Offer, choose: Choose): Promise<Message> {
    return makeCommand(this.ruleset, offer, choose, (field, chosen) => this.findPlaces(offer.command, field, chosen));
  }

  /**
   * Gives a command: `game.give(PlotOrdersSchema, { plot })`, or a message that was made before.
   *
   * It is sent with one id until it is answered, signed where the seat has a key, its secret fields under a seal with a
   * salt of the party's own. What `prepare` has made is sent as it stands, as often as it is given. Before this returns, the receipt
   * is verified, and the entries up to its own, which has to hold the command as it was given, and the dice and events
   * of the answer. Refused where the game does not allow it. Where it has changed since the head that was last seen,
   * what came is read, and it is Stale.
   */
  give(command: Message): Promise<Given>;
  give<D extends DescMessage>(schema: D, fields?: Omit<MessageInitShape<D>, "header">): Promise<Given>;
  async give(schema: DescMessage | Message, fields?: object): Promise<Given> {
    const { method, request, header, row } = await this.#request(schema, fields);
    const answer = await this.#service.call(method, request as never).catch((fault: unknown) => this.#refused(fault, header.head));
    await this.#verify(answer, header, row);
    return answer;
  }

  /**
   * Completes a command without sending it: id, head, salt and signature. Keep it, and it can be given again and again,
   * byte for byte, where `give` was Unanswered. A command that has an id already keeps all that its header holds.
   */
  prepare(command: Message): Promise<Message>;
  prepare<D extends DescMessage>(schema: D, fields?: Omit<MessageInitShape<D>, "header">): Promise<MessageShape<D>>;
  async prepare(schema: DescMessage | Message, fields?: object): Promise<Message> {
    return (await this.#request(schema, fields)).request;
  }

  /** Commits to the seat's contribution and opens it when all have committed; waits for the other seats in between. */
  async join(): Promise<void> {
    if (this.seat === undefined) throw new TypeError("only a seat joins: give the number of the seat");
    for (;;) {
      const { offers, windows, seq } = await this.offers();
      const may = (name: string): boolean => offers.some(({ command }) => command === name);
      if (may("OpenContribution")) {
        await this.give(OpenContributionSchema, { contribution: this.contribution });
        return;
      }
      if (may("CommitContribution")) {
        await this.give(CommitContributionSchema, { commitment: await seatCommit(this.game, this.seat, this.contribution) });
      } else {
        if (!SEEDING.includes(windows.at(-1)?.kind ?? "")) return;
        await this.#next(Number(seq));
      }
    }
  }

  /** Entries that are there, each verified against the chain and the receipts. */
  read(bounds: Bounds = {}): AsyncGenerator<Entry, void, undefined> {
    return this.#log.read(bounds);
  }

  /**
   * Entries after one and every new one as it comes, each verified against the chain and the receipts.
   *
   * Where the connection breaks it goes on after the last entry. It ends when its reader stops, or by the signal.
   */
  watch(after = 0, signal?: AbortSignal): AsyncGenerator<Entry, void, undefined> {
    return this.#log.watch(after, signal);
  }

  /** Numbers of the entries that do not stand, since the game went back before them; what is not read yet is read. */
  async voidEntries(): Promise<number[]> {
    await this.#log.sync();
    return this.#log.path.void;
  }

  /** Waits until the secret of the dice is shown. */
  async waitForReveal(signal?: AbortSignal): Promise<void> {
    for await (const entry of this.watch(0, signal)) if (entry.command === "Reveal") return;
  }

  /** Fetches the replay file, with the sealed parts that this party may open. */
  async export(): Promise<Uint8Array> {
    const tries = new Tries(this.#service.patience, this.#service.address);
    for (;;) {
      try {
        const parts: Uint8Array[] = [];
        for await (const { data } of await this.#service.stream(Games.method.export, { game: this.game })) parts.push(data);
        return Uint8Array.from(parts.flatMap((part) => [...part]));
      } catch (fault) {
        await tries.after(fault);
      }
    }
  }

  /**
   * Reads everything anew from entry 1 and verifies it: the chain, every receipt, the signatures, the sealed parts, and
   * after the reveal every die. NotProven where anything differs.
   */
  async verify(): Promise<Proof> {
    const { receipt } = await this.facts();
    if (receipt) await this.receipts.add(receipt);
    const entries: Entry[] = [];
    for await (const entry of this.read()) entries.push(entry);
    return proofOf(this.#log.chain.entries.slice(0, entries.length), entries, this.receipts, await this.#logKeys(), this);
  }

  /** Waits for the entry after one. */
  async #next(after: number): Promise<void> {
    for await (const _ of this.watch(after)) {
      void _;
      return;
    }
  }

  /** The request of a command, the same for all its tries. */
  async #request(schema: DescMessage | Message, fields?: object): Promise<Request> {
    const command = "kind" in schema && schema.kind === "message" ? create(schema as DescMessage, fields as never) : (schema as Message);
    const method = this.ruleset.command(command.$typeName);
    if (method === undefined) throw new TypeError(`${command.$typeName} is no command of ${this.ruleset.name}`);
    const { row, hidden } = logged(method.input, command);
    const header = await this.#header((command as Message & { header?: Header }).header, hidden !== null);
    if (this.#key && header.signature.length === 0) {
      const { salt, commandId: id, head } = header;
      const data = hidden && encode(hidden);
      const party = this.seat ?? REFEREE;
      const seal = data && (await sealedHash(this.game, party, COMMAND_PART, id, salt, data));
      const signed = [id, head.length > 0 ? head : null, row, seal];
      header.signature = await this.#key.sign(signingBytes(this.game, [this.#role, party, this.#keyId], signed));
    }
    return { method, request: Object.assign(clone(method.input, command), { header }), header, row };
  }

  /** The header of a command: that which it has where it has an id already, else a new one on the head last known. */
  async #header(own: Header | undefined, secret: boolean): Promise<Header> {
    const header = own ? clone(HeaderSchema, own) : create(HeaderSchema);
    if (header.commandId.length === 0) {
      header.commandId = random(16);
      if (header.head.length === 0) header.head = this.head ?? (await this.#look());
    }
    header.game = this.game;
    if (secret && header.salt.length === 0) header.salt = random(32);
    return header;
  }

  /** The last entry's hash, for who has not looked yet. */
  async #look(): Promise<Uint8Array> {
    await this.#log.sync();
    return this.#log.chain.head;
  }

  /** Reads on where a command was decided on a game that has changed; throws what the call ended with. */
  async #refused(fault: unknown, head: Uint8Array): Promise<never> {
    if (!(fault instanceof Stale)) throw fault;
    this.receipts.note(fault.seq, fault.head);
    await this.#log.sync(fault.seq);
    const seen = this.#log.chain.entries.find(({ hash }) => equal(hash, head))?.seq ?? 0;
    const since = new Map([...this.#log.path.rewinds].filter(([seq]) => seq > seen));
    throw new Stale(fault.code, fault.faults, fault.seq, fault.head, since);
  }

  /** Verifies the answer to an own command: its receipt, and the entry, which holds the command and what was answered. */
  async #verify({ receipt, rolls, ruled }: Given, { commandId: id, signature }: Header, row: readonly Value[]): Promise<void> {
    if (receipt === undefined) throw new NotProven("RECEIPT_MISMATCH", 0, "a receipt", "none", hex(this.game));
    const seq = Number(receipt.seq);
    await this.receipts.add(receipt, id);
    let told: Entry | undefined;
    for await (const each of this.#log.read({ after: Math.min(this.#log.chain.length, seq - 1), upTo: seq })) told = each;
    const entry = this.#log.chain.at(seq);
    const fault = (check: string, expected: string, found: string): NotProven => new NotProven(check, seq, expected, found, hex(this.game));
    if (entry === undefined || Number(told?.seq) !== seq) throw fault("TRUNCATED_LOG", `${seq} entries`, `${Number(told?.seq ?? 0)}`);
    if (!equal(entry.hash, receipt.hash)) throw fault("HEAD_MISMATCH", hex(entry.hash), hex(receipt.hash));
    if (!equal(entry.id, id)) throw fault("RECEIPT_MISMATCH", `command ${hex(id)}`, `command ${hex(entry.id)}`);
    const signed = signature.length === 0 || (entry.signature !== null && equal(entry.signature, signature));
    const same = signed && equal(encode([entry.kind, ...entry.values]), encode(row));
    if (!same) throw fault("ENTRY_MISMATCH", "the command as it was given", "another command");
    if (!sameAll(RollSchema, rolls, told!.rolls)) throw fault("ANSWER_MISMATCH", "the dice of the entry", "others");
    if (ruled && !sameAll(RuledSchema, ruled, told!.ruled)) throw fault("ANSWER_MISMATCH", "the events of the entry", "others");
    this.head = receipt.hash;
  }

  /** The keys that may sign heads: those that the key of the terms has handed on to, as far as they are believed. */
  async #logKeys(): Promise<readonly LogKey[]> {
    await this.#log.sync();
    const { entries } = this.#log.chain;
    const pinned = await this.#service.logKey();
    const changes = (): Promise<readonly string[]> => this.#service.call(Games.method.logKey, {}).then((reply) => reply.changes);
    return logKeys(entries, await startingKey(entries, pinned, changes));
  }
}

