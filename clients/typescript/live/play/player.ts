/** The player's side of a game: what is offered, commands that are kept until they are answered, the dice of one's own. */
import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { type Fault, type GetResponse, Games, type Offer, type Offers, Office, Role } from "../../src/contract.js";
import { Game, type Given } from "../../src/game.js";
import type { Choice, Find } from "../../src/offers/make.js";
import type { Key } from "../../src/keys.js";
import type { Ruleset } from "../../src/ruleset.js";
import type { Service } from "../../src/service.js";
import { keptFile, openWallet } from "../../src/browserwallet.js";
import { Refused } from "../../src/errors.js";
import { ClientError, NotProven } from "../../src/verify/errors.js";
import type { Wallet } from "../../src/wallet.js";
import { base64, equal, hex, random, unbase64 } from "../../src/verify/bytes.js";
import { seatCommit } from "../../src/verify/dice.js";
import type { Session } from "../session.js";
import { counted } from "../desk/penalty.js";
import { mayHaveArrived } from "../service.js";
import { contributionOf, officeKey, ownKey } from "./kept.js";
import { rulesetOf, type Words, wordsOf } from "./rulesets.js";

/** Commands that carry bytes of the seat's own, which nobody has to think about. */
export const SEEDING: readonly string[] = ["CommitContribution", "OpenContribution"];

/** What was made and may not have arrived. */
interface Pending { readonly type: string; readonly bytes: string }

/** Offices whose acts are signed where the terms say so, by the role of their session. */
const OFFICES: Readonly<Record<string, readonly Office[]>> = { owner: [Office.OWNER], referee: [Office.REFEREE], head_referee: [Office.HEAD_REFEREE] };

/** What this browser signs with in a game. */
interface Signs {
  /** The key, null where nothing is to be signed, or a seat has another key. */
  readonly key: Key | null;
  /** The terms ask for a signature, and name no key of this browser for it. */
  readonly unknown: boolean;
  /** Public keys of the player at this seat, with which nothing is signed here. */
  readonly others: readonly Uint8Array[];
}

const NOT_ASKED: Signs = { key: null, unknown: false, others: [] };
const holds = (keys: readonly Uint8Array[], own: Key): boolean => keys.some((known) => equal(known, own.public));

async function signsWith({ role, seat }: Session, terms: GetResponse["terms"]): Promise<Signs> {
  if (terms === undefined) return NOT_ASKED;
  if (seat !== null) {
    if (!terms.signed) return NOT_ASKED;
    const own = await ownKey();
    const known = holds(terms.seats[seat]?.keys ?? [], own);
    return known ? { key: own, unknown: false, others: [] } : { key: null, unknown: true, others: [own.public] };
  }
  const offices = OFFICES[role];
  if (offices === undefined || !terms.actsSigned) return NOT_ASKED;
  const own = await officeKey();
  // a key that was admitted later is not in the terms, so it signs all the same
  return { key: own, unknown: !terms.officials.some(({ office, keys }) => offices.includes(office) && holds(keys, own)), others: [] };
}

/** Checks before a contribution that a player may do without, once he was told. */
const OPTIONAL: readonly string[] = ["REGISTRATION_MISSING", "GENESIS_INVALID"];
export const mayGoOn = (fault: unknown): boolean => fault instanceof NotProven && OPTIONAL.includes(fault.check);

const holderOf = ({ role, seat }: Session): string => String(seat ?? role);

/**
 * The wallet of this browser for a game; undefined where it keeps none, or does not know under which credential it acts.
 * One that is there and does not hold is not passed over: without it nothing would stand against another history.
 */
const walletOf = (session: Session, game: Uint8Array): Promise<Wallet | undefined> =>
  session.key === undefined ? Promise.resolve(undefined) : openWallet(game, holderOf(session)).catch((error: unknown) => {
    if (error instanceof ClientError) throw error;
    return undefined;
  });

/** What this browser has kept of the game, as a file with its name; null where it has kept nothing. */
export async function proofOf(session: Session, game: Uint8Array): Promise<{ readonly file: Blob; readonly name: string } | null> {
  const file = await keptFile(game, holderOf(session));
  return file && { file, name: `${hex(game)}-${session.seat === null ? "official" : `seat-${session.seat}`}.wallet` };
}

export class PlayerSide {
  /** The event that the game is of. */
  event: Uint8Array | undefined;
  /** An owner of a game whose officials sign may let others sign. */
  admits = false;
  private readonly found = new Map<string, ReturnType<Find>>();

  private constructor(readonly game: Game, readonly ruleset: Ruleset, readonly words: Words, readonly signs: Signs, private readonly slot: string) {}

  /** @param trusting contributes though the game stands in no register, or its seat has keys that this browser does not know */
  static async of(service: Service, session: Session, facts: GetResponse, trusting = false): Promise<PlayerSide> {
    const { terms } = facts;
    const name = terms?.ruleset ?? "";
    const id = hex(facts.game);
    const seat = session.seat ?? undefined;
    const [ruleset, words] = await Promise.all([rulesetOf(name), wordsOf(name)]);
    const [signs, wallet] = await Promise.all([signsWith(session, terms), walletOf(session, facts.game)]);
    const game = new Game(service, ruleset, facts.game, undefined, {
      contribution: seat === undefined ? random(32) : await contributionOf(id, seat),
      ...(seat !== undefined && { seat }),
      role: Role[session.role.toUpperCase() as keyof typeof Role],
      ...(session.key !== undefined && { keyId: session.key }),
      ...(signs.key !== null && session.key !== undefined && { key: signs.key }),
      ...(wallet && { wallet }),
      ...(trusting ? { register: false, otherKeys: terms?.seats[seat ?? -1]?.keys ?? [] } : { otherKeys: signs.others }),
    });
    const side = new PlayerSide(game, ruleset, words, signs, `pending ${id} ${session.session}`);
    side.event = terms?.event;
    side.admits = session.role === "owner" && terms?.actsSigned === true && !facts.finished;
    return side;
  }

  async offers(): Promise<Offers> {
    const offers = await this.game.offers();
    this.found.clear();
    return offers;
  }

  /** Finds places once for what is asked of an offer, which was made after the entry `seq`. */
  find(offer: Offer, seq: bigint): Find {
    return (field, chosen) => {
      const key = JSON.stringify([String(seq), offer.command, field, chosen]);
      const known = this.found.get(key) ?? this.game.findPlaces(offer.command, field, chosen).catch((fault: unknown) => {
        if (!(fault instanceof Refused) || BigInt(fault.seq) <= seq) throw fault;
        // the browser notes every refusal as an error: this says which of them is none
        console.debug(`Places were asked for after entry ${seq}, and the game is at entry ${fault.seq}`);
        throw new ClientError("The game has gone on: what may be done now is being fetched.");
      });
      this.found.set(key, known);
      known.catch(() => this.found.delete(key));
      return known;
    };
  }

  /** Bytes of the seat's own: its contribution to the dice, or the commitment to it. */
  readonly octets = async ({ command, most }: Choice): Promise<Uint8Array> => {
    const { contribution, seat = 0, game } = this.game;
    if (!SEEDING.includes(command) || most !== contribution.length) return random(most);
    return command === "CommitContribution" ? seatCommit(game, seat, contribution) : contribution;
  };

  /** Asks whether a command would be refused, without giving it: the faults, none where it would be taken. */
  async check(asked: Message): Promise<readonly Fault[]> {
    const command = await this.completed(asked);
    const desc = this.ruleset.command(command.$typeName)?.input;
    if (desc === undefined) throw new TypeError(`${command.$typeName} is no command`);
    const { refusal } = await this.game.service.client(Games).check({ game: this.game.game, command: anyPack(desc, command) });
    return refusal?.faults ?? [];
  }

  /** Gives a command; what may not have arrived is kept, to be given again as it stands. */
  async give(command: Message): Promise<Given> {
    return this.giveAgain(await this.prepare(command));
  }

  /** Completes and signs a command without sending it, and keeps it until it is answered. */
  async prepare(command: Message): Promise<Message> {
    const prepared = await this.game.prepare(await this.completed(command));
    this.keep(prepared);
    return prepared;
  }

  private completed(command: Message): Promise<Message> {
    return counted(this.game.service, this.event, this.game.game, command);
  }

  async giveAgain(prepared: Message): Promise<Given> {
    try {
      const given = await this.game.give(prepared);
      this.drop();
      return given;
    } catch (fault) {
      if (!mayHaveArrived(fault)) this.drop();
      throw fault;
    }
  }

  /** The command that was made and not answered; null where there is none. */
  pending(): Message | null {
    const kept = sessionStorage.getItem(this.slot);
    if (kept === null) return null;
    const { type, bytes } = JSON.parse(kept) as Pending;
    const desc = this.ruleset.command(type)?.input;
    return desc === undefined ? null : fromBinary(desc, unbase64(bytes));
  }

  drop(): void {
    sessionStorage.removeItem(this.slot);
  }

  private keep(prepared: Message): void {
    const desc = this.ruleset.command(prepared.$typeName)?.input;
    if (desc !== undefined) sessionStorage.setItem(this.slot, JSON.stringify({ type: prepared.$typeName, bytes: base64(toBinary(desc, prepared)) } satisfies Pending));
  }
}

