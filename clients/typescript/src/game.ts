import { clone, create, type DescMessage, type Message, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";

import { logged } from "./commands.js";
import {
  type Chosen, type CommitContribution, CommitContributionSchema, type Domain, type Entry, Games, type GetResponse, type Header, HeaderSchema,
  type Offer, type Offers, OpenContributionSchema, Role,
} from "./contract.js";
import { Refused } from "./errors.js";
import { Evidence, type Given, type Opening, type Sent } from "./evidence.js";
import type { Key } from "./keys.js";
import type { Bounds, Log } from "./log.js";
import { type Choose, makeCommand } from "./offers/make.js";
import { Tries } from "./patience.js";
import { type Proof, proofOf } from "./proof.js";
import type { Receipts } from "./receipts.js";
import type { CommandMethod, Ruleset } from "./ruleset.js";
import type { Service } from "./service.js";
import { equal, hex, random } from "./verify/bytes.js";
import { seatCommit } from "./verify/dice.js";
import { encode } from "./verify/mpint.js";
import { REFEREE, SEAT_ROLE, signingBytes } from "./verify/records.js";
import type { Place } from "./verify/register.js";
import { COMMAND_PART, sealedHash } from "./verify/seals.js";
import { Wallet } from "./wallet.js";

export type { Given } from "./evidence.js";

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
  /** Name of the party; its role, or the number of its seat, where none is given. */
  readonly name?: string;
  /** The party's contribution to the dice, 32 bytes; that of the wallet, or a random one, where none is given. Keep it to join again later. */
  readonly contribution?: Uint8Array;
  /** Keeps what comes and goes, and gives the receipts and the contribution of an earlier run. */
  readonly wallet?: Wallet;
  /** Public keys that the player has besides `key`, as the roster of an event may list them; where there is no `key`, all of them. */
  readonly otherKeys?: readonly Uint8Array[];
  /** False lets this party contribute to a game that stands in no public register; as the service was told where nothing is said. */
  readonly register?: boolean;
}

/** A command with its header, and as it will stand in the log. */
interface Request {
  readonly method: CommandMethod;
  readonly request: Message;
  readonly sent: Sent;
}

const SEEDING: readonly string[] = ["contribute", "open_contribution"];

/** Roles whose holders contribute to the dice where the terms say so. */
const REFEREES: readonly number[] = [Role.REFEREE, Role.HEAD_REFEREE];

/** One party's side of one game. What it receives is verified before it is given on, and kept in the wallet. */
export class Game<R extends Ruleset = Ruleset> {
  readonly seat: number | undefined;
  /** Name of the party: that of the seat in a game that was opened here, else its role, or "seat" and its number. */
  readonly name: string;
  readonly wallet: Wallet;
  readonly contribution: Uint8Array;
  /** Ids, in hex, of the commands that were made here, and of those in the wallet. */
  readonly made: Set<string>;
  /** Hash last known: commands are decided on it, and refused where the game has gone on since. */
  head: Uint8Array | undefined;
  readonly #service: Service;
  readonly #role: number;
  readonly #keyId: string;
  readonly #key: Key | undefined;
  readonly #evidence: Evidence;

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
    this.name = options.name ?? (options.seat === undefined ? (Role[role] ?? "").toLowerCase() : `seat ${options.seat}`);
    this.wallet = options.wallet ?? Wallet.none(game);
    this.contribution = options.contribution ?? this.wallet.contribution(this.party) ?? random(32);
    this.made = new Set(this.wallet.commandIds);
    const register = options.register ?? service.register;
    const side = { seat: options.seat, key: options.key, keyId: this.#keyId, otherKeys: options.otherKeys ?? [], register };
    this.#evidence = new Evidence(this.#service, game, ruleset, side, this.wallet);
  }

  /** The party as the log has it. */
  get party(): number {
    return this.seat ?? REFEREE;
  }

  get receipts(): Receipts {
    return this.#evidence.receipts;
  }

  get #log(): Log {
    return this.#evidence.log;
  }

  /** Takes what was told when the game was opened; it is verified with the first use. */
  openedWith(opening: Opening): this {
    this.#evidence.opening = opening;
    return this;
  }

  /** The service, reached with this party's token. */
  get service(): Service {
    return this.#service;
  }

  /** What this party may do now. */
  async offers(): Promise<Offers> {
    await this.#evidence.begin();
    const offers = await this.#service.call(Games.method.offers, { game: this.game });
    this.#evidence.see(Number(offers.seq), offers.head);
    this.head = offers.head;
    return offers;
  }

  /**
   * The game as this party may see it, in the ruleset's own type. Its head is compared with what is known of the log;
   * what it shows can not be proved, and is the service's word.
   */
  async view(): Promise<ViewOf<R>> {
    await this.#evidence.begin();
    const method = this.ruleset.play.method.view;
    const view = (await this.#service.call(method, { game: this.game })) as ViewOf<R> & { seq: bigint; head: Uint8Array };
    this.#evidence.see(Number(view.seq), view.head);
    this.head = view.head;
    return view;
  }

  /** What everybody may know of the game; its receipt is verified. */
  facts(): Promise<GetResponse> {
    return this.#evidence.facts();
  }

  /**
   * Verifies that the opening of the game stands in the public register as the first entry has it, and that the seat has
   * no other key than its player's; the wallet keeps the proof. Null where there is none and the service was said to keep
   * no register. NotProven where it does not hold.
   */
  registered(): Promise<Place | null> {
    return this.#evidence.registered();
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
   * of the answer. Refused where the game does not allow it; a refusal that is signed is verified. Where the game has changed
   * since the head that was last seen, what came is read, and it is Stale. Nobody contributes to the dice of a game before
   * its opening is proven to stand in the public register.
   */
  give(command: Message): Promise<Given>;
  give<D extends DescMessage>(schema: D, fields?: Omit<MessageInitShape<D>, "header">): Promise<Given>;
  async give(schema: DescMessage | Message, fields?: object): Promise<Given> {
    const { method, request, sent } = await this.#request(schema, fields);
    const answer: Given = await this.#service.call(method, request as never).catch(async (fault: unknown) => {
      throw fault instanceof Refused ? await this.#evidence.refuse(fault, sent) : fault;
    });
    await this.#evidence.check(answer, sent);
    if (answer.receipt) this.head = answer.receipt.hash;
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

  /** Commits to the party's contribution and opens it when all have committed; waits for the others in between. */
  async join(): Promise<void> {
    if (this.seat === undefined && !REFEREES.includes(this.#role)) throw new TypeError("only a seat or a referee joins: give the number of the seat");
    for (;;) {
      const { offers, windows, seq } = await this.offers();
      const may = (name: string): boolean => offers.some(({ command }) => command === name);
      if (may("OpenContribution")) {
        await this.give(OpenContributionSchema, { contribution: this.contribution });
        return;
      }
      if (may("CommitContribution")) {
        await this.give(CommitContributionSchema, { commitment: await seatCommit(this.game, this.party, this.contribution) });
      } else {
        if (!SEEDING.includes(windows.at(-1)?.kind ?? "")) return;
        await this.#next(Number(seq));
      }
    }
  }

  /**
   * States the last entry that is known of the log, signed with the seat's key: for the opponent to keep. An audit compares
   * it with the log (`adjudicator replay audit FILE --receipts STATEMENT`).
   */
  statement(): Promise<string> {
    return this.#evidence.statement();
  }

  /**
   * Keeps a statement that an opponent gave, and compares it with what is known here; false where nothing is of that entry.
   * NotProven where it is not the seat's, or of another history.
   */
  takeStatement(note: string): Promise<boolean> {
    return this.#evidence.takeStatement(note);
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
    await this.facts();
    const entries: Entry[] = [];
    for await (const entry of this.read()) entries.push(entry);
    return proofOf(this.#log.chain.entries.slice(0, entries.length), entries, this.receipts, await this.#evidence.logKeys(), this);
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
    await this.#evidence.begin();
    const commitment = isPromise(command) ? command.commitment : null;
    if (commitment !== null) await this.registered();
    const { row, hidden } = logged(method.input, command);
    const header = await this.#header((command as Message & { header?: Header }).header, hidden !== null);
    const { salt, commandId: id, head } = header;
    this.made.add(hex(id));
    const sealed = hidden && { salt, data: encode(hidden) };
    const seal = sealed && (await sealedHash(this.game, this.party, COMMAND_PART, id, salt, sealed.data));
    const sent = { actor: [this.#role, this.party, this.#keyId], command: [id, head.length > 0 ? head : null, row, seal] } as const;
    if (this.#key && header.signature.length === 0) header.signature = await this.#key.sign(signingBytes(this.game, sent.actor, sent.command));
    if (this.wallet.keeps) {
      if (commitment !== null) await this.#keepContribution(commitment);
      await this.wallet.keepCommand(sent.actor, sent.command, header.signature, sealed);
    }
    return { method, request: Object.assign(clone(method.input, command), { header }), sent: { ...sent, signature: header.signature } };
  }

  async #keepContribution(commitment: Uint8Array): Promise<void> {
    const own = await seatCommit(this.game, this.party, this.contribution);
    if (equal(own, commitment)) await this.wallet.keepContribution(this.party, this.contribution, commitment);
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
}

const isPromise = (command: Message): command is CommitContribution => command.$typeName === CommitContributionSchema.typeName;
