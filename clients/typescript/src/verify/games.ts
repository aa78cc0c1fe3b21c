/** The checks of a whole game: its seed, every die, and the signatures of commands. */
import { type Bytes, concat, equal, hex, sha256, text } from "./bytes.js";
import * as dice from "./dice.js";
import { demand } from "./errors.js";
import { encode, type Value } from "./mpint.js";
import { type DiceRow, type Entry, eventOf, REFEREE, SEAT_ROLE } from "./records.js";
import { StandingDice } from "./rewinds.js";
import { hiddenDice, type Openings, verifyOpenings } from "./seals.js";
import { signedBy, verifySignature } from "./signatures.js";

// places of the fields of OpenGame
const RULESET = 0;
const SEATS = 4;
const LABELS = 11;
const RESTARTS = 20;
const PROFILE = 7;
const SIGNED = 13;
const LOG_KEY = 15;
const COMMITMENT = 16;
// places of the fields of SeatSubstituted
const TAKEN = 0;
const NEW_KEYS = 2;
const EVENT = 17;
const ACTS_SIGNED = 21;
const OFFICIALS = 22;
const STRETCHES = 23;
const REFEREE_CONTRIBUTES = 24;

/** The terms of a game as far as they are needed to check it. */
export interface Terms {
  readonly ruleset: string;
  readonly labels: ReadonlyMap<string, string>;
  /** The game whose place it takes; null for none. */
  readonly restarts: Uint8Array | null;
  /** Public keys of each seat. */
  readonly keys: readonly (readonly Uint8Array[])[];
  readonly profile: string;
  readonly signed: boolean;
  /** Verification key of the signed heads. */
  readonly logKey: string;
  /** Commitment to the secret of the dice. */
  readonly commitment: Uint8Array;
  /** The event that the game belongs to; null for none. */
  readonly event: Uint8Array | null;
  /** Acts of officials must be signed. */
  readonly actsSigned: boolean;
  /** Office, key id of the token and public keys of each official. */
  readonly officials: readonly (readonly [string, string, readonly Uint8Array[]])[];
  /** How many stretches the open dice have, and the commitment to their secrets; null where they have none. */
  readonly stretches: { readonly count: number; readonly commitment: Uint8Array } | null;
  /** The parties that contribute to the seed. */
  readonly contributors: readonly number[];
}

/** Reads the terms out of the first entry; NotProven where it does not open a game. */
export function termsOf(entries: readonly Entry[]): Terms {
  const [genesis] = entries;
  demand(genesis?.kind === "OpenGame", "GENESIS_INVALID", 1, "OpenGame", genesis?.kind ?? "no entry");
  const values = genesis.values;
  const commitment = values[COMMITMENT];
  const game = hex(genesis.game);
  demand(commitment instanceof Uint8Array, "SEED_COMMIT_LATE", 1, "a commitment to the seed in the terms", "none", game);
  const seats = values[SEATS] as readonly (readonly [string, readonly Uint8Array[]])[];
  const stretches = values[STRETCHES] as readonly [number, number, number, Uint8Array] | null | undefined;
  return {
    ruleset: String(values[RULESET]),
    labels: new Map(values[LABELS] as readonly (readonly [string, string])[]),
    restarts: (values[RESTARTS] ?? null) as Uint8Array | null,
    event: (values[EVENT] ?? null) as Uint8Array | null,
    actsSigned: values[ACTS_SIGNED] === true,
    officials: (values[OFFICIALS] ?? []) as readonly (readonly [string, string, readonly Uint8Array[]])[],
    stretches: stretches ? { count: stretches[0], commitment: stretches[3] } : null,
    contributors: [...seats.keys(), ...(values[REFEREE_CONTRIBUTES] === true ? [REFEREE] : [])],
    keys: seats.map(([, keys]) => keys),
    profile: String(values[PROFILE]),
    signed: values[SIGNED] === true,
    logKey: String(values[LOG_KEY]),
    commitment,
  };
}

const only = (entries: readonly Entry[], kind: string): Entry[] => entries.filter((entry) => entry.kind === kind);

/** Whether a value behind the commitment of an opening says nothing, so that it is left out at the end. */
export const saysNothing = (value: Value | undefined, at: number): boolean =>
  value === null || value === 0 || value === false || (at === OFFICIALS && Array.isArray(value) && value.length === 0);

/**
 * Hash of the terms with no commitment: R of the dice protocol, what the contributions are bound to.
 *
 * Of what stands after the commitment it leaves out, from the end, what says nothing: nil, 0, false, no officials. Later editions
 * append values there, and an opening from before has one hash for ever.
 */
export function settingsHash(fields: readonly Value[]): Promise<Bytes> {
  const values = fields.map((field, at) => (at === COMMITMENT ? null : field));
  while (values.length > COMMITMENT + 1 && saysNothing(values.at(-1), values.length - 1)) values.pop();
  return sha256(encode(values));
}

async function contributions(entries: readonly Entry[], parties: readonly number[]): Promise<(Uint8Array | null)[]> {
  const slots = new Map<number, Uint8Array | null>(parties.map((party) => [party, null]));
  const promised = new Map(only(entries, "CommitContribution").map((entry) => [entry.actor[1], entry.values[0] as Uint8Array]));
  for (const { actor, values, game, seq } of only(entries, "OpenContribution")) {
    const [, seat] = actor;
    const given = values[0] as Uint8Array;
    const found = await dice.seatCommit(game, seat, given);
    const due = promised.get(seat);
    demand(due, "CONTRIBUTION_ORDER", seq, `a commitment of seat ${seat} before`, "none", hex(game));
    demand(equal(due, found), "CONTRIBUTION_MISMATCH", seq, hex(due), hex(found), hex(game));
    demand(slots.has(seat), "CONTRIBUTION_MISMATCH", seq, "a contribution of who contributes", `party ${seat}`, hex(game));
    slots.set(seat, given);
  }
  return [...slots.values()];
}

/** The secret of a game's dice, and the transcript that every stream's key hangs on. */
export interface Seed {
  readonly secret: Uint8Array;
  readonly transcript: Uint8Array;
}

/** Tells whether the secret of the dice is out. */
export const isRevealed = (entries: readonly Entry[]): boolean => entries.some(({ kind }) => kind === "Reveal");

/** Computes the transcript from the terms and the contributions; NotProven where the log names another. */
export async function transcriptOf(entries: readonly Entry[]): Promise<Uint8Array> {
  const terms = termsOf(entries);
  const genesis = entries[0] as Entry;
  const slots = await contributions(entries, terms.contributors);
  const found = await dice.transcript(genesis.game, terms.commitment, await settingsHash(genesis.values), slots);
  for (const { events, seq } of entries) {
    for (const [[kind, named]] of events) {
      if (kind !== "SeedFixed") continue;
      const same = named instanceof Uint8Array && equal(named, found);
      demand(same, "CONTRIBUTION_MISMATCH", seq, hex(found), named instanceof Uint8Array ? hex(named) : "no transcript", hex(genesis.game));
    }
  }
  return found;
}

/** Gives the seed of a finished game; NotProven where secret, commitment and contributions do not fit each other. */
export async function seedOf(entries: readonly Entry[]): Promise<Seed> {
  const secret = await secretOf(entries);
  const { game } = entries[0] as Entry;
  demand(secret, "SEED_NOT_REVEALED", entries.length, "the secret of the dice", "none", hex(game));
  return { secret, transcript: await transcriptOf(entries) };
}

/** The secret that the game has revealed, null before that; NotProven where it is not the one committed to. */
async function secretOf(entries: readonly Entry[]): Promise<Uint8Array | null> {
  const { commitment } = termsOf(entries);
  const { game } = entries[0] as Entry;
  const reveal = only(entries, "Reveal").at(-1);
  if (reveal === undefined) return null;
  const secret = reveal.values[0] as Uint8Array;
  const found = await dice.commit(game, secret);
  demand(equal(found, commitment), "SEED_COMMIT_MISMATCH", reveal.seq, hex(commitment), "another secret", hex(game));
  return secret;
}

/** Secrets of the stretches of open dice that are out: of all, once the game's own is. NotProven where one does not fit. */
async function stretchSecrets(entries: readonly Entry[], secret: Uint8Array | null): Promise<Map<number, Uint8Array>> {
  const { stretches } = termsOf(entries);
  const { game } = entries[0] as Entry;
  const secrets = new Map<number, Uint8Array>();
  if (stretches === null) return secrets;
  let last = stretches.commitment;
  for (const { values, seq } of only(entries, "ShowStretch")) {
    const [epoch, shown] = values as [number, Uint8Array];
    const fits = epoch === secrets.size && equal(await dice.stretchBefore(game, epoch + 1, shown), last);
    demand(fits, "EPOCH_INVALID", seq, "the secret of the next stretch", hex(shown), hex(game));
    secrets.set(epoch, shown);
    last = shown;
  }
  if (secret === null) return secrets;
  let found: Uint8Array = await dice.stretchEnd(secret, game);
  for (let place = stretches.count; place > 0; place -= 1) {
    secrets.set(place - 1, found);
    found = await dice.stretchBefore(game, place, found);
  }
  demand(equal(found, stretches.commitment), "EPOCH_INVALID", 1, hex(stretches.commitment), hex(found), hex(game));
  return secrets;
}

/** Draws dice again, entry after entry, as far as their secrets are out. */
class Redraw {
  private readonly cursors = new Map<number, number>();
  private readonly keys = new Map<string, Promise<Uint8Array>>();
  private readonly standing = new StandingDice();
  private stretch = 0;
  count = 0;

  private constructor(
    private readonly secret: Uint8Array | null,
    private readonly stretches: ReadonlyMap<number, Uint8Array> | null,
    private readonly transcript: Uint8Array,
    private readonly game: string,
  ) {}

  static async of(entries: readonly Entry[]): Promise<Redraw> {
    const secret = await secretOf(entries);
    const divided = termsOf(entries).stretches !== null;
    const game = (entries[0] as Entry).game;
    demand(secret !== null || divided, "SEED_NOT_REVEALED", entries.length, "the secret of the dice", "none", hex(game));
    const stretches = divided ? await stretchSecrets(entries, secret) : null;
    const known = secret !== null || (stretches !== null && stretches.size > 0);
    return new Redraw(secret, stretches, known ? await transcriptOf(entries) : new Uint8Array(32), hex(game));
  }

  /** Verifies the throws of the next entry. */
  async entry(entry: Entry, rows: readonly DiceRow[]): Promise<void> {
    this.standing.enter(entry, rows);
    for (const row of rows) await this.row(entry.seq, row);
    if (entry.events.some(([[kind]]) => kind === "StretchShown")) this.stretch += 1;
  }

  private async row(seq: number, row: DiceRow): Promise<void> {
    const [stream, epoch, index, sides, faces, why] = row;
    const next = this.cursors.get(stream) ?? 0;
    const place = `index ${next} of stream ${stream}`;
    const stands = this.standing.allows(row);
    if (!stands) {
      demand(index >= next, "DICE_REUSED", seq, place, `index ${index}`, this.game);
      demand(index === next, "DICE_CURSOR_GAP", seq, place, `index ${index}`, this.game);
    }
    this.cursors.set(stream, Math.max(next, index + faces.length));
    if (stream === dice.REPORTED) return;
    const due = stream === dice.PUBLIC ? this.stretch : 0;
    demand(stands || epoch === due, "EPOCH_INVALID", seq, `epoch ${due}`, `epoch ${epoch}`, this.game);
    const key = await this.key(stream, epoch);
    if (key === null) return;
    const derived = await dice.draw(key, index, sides, faces.length);
    demand(`${derived}` === `${faces}`, "DICE_NOT_FROM_SEED", seq, `${why} of ${derived}`, `${faces}`, this.game);
    this.count += faces.length;
  }

  private async key(stream: number, epoch: number): Promise<Uint8Array | null> {
    const secret = this.stretches !== null && stream === dice.PUBLIC ? this.stretches.get(epoch) : this.secret;
    if (!secret) return null;
    const name = `${stream} ${epoch}`;
    let key = this.keys.get(name);
    if (key === undefined) {
      key = dice.streamKey(secret, this.transcript, epoch, stream);
      this.keys.set(name, key);
    }
    return key;
  }
}

/**
 * Verifies every opening, and draws dice again whose secrets are out: all of a finished game, and those of stretches that
 * were shown of one that goes on.
 *
 * Gives how many dice were drawn, those that were reported not counted. NotProven where anything differs.
 */
export async function verifyDice(entries: readonly Entry[], openings: Openings = new Map()): Promise<number> {
  const redraw = await Redraw.of(entries);
  for (const entry of entries) {
    const own = openings.get(entry.seq) ?? [];
    await verifyOpenings(entry, own);
    await redraw.entry(entry, [...entry.dice, ...hiddenDice(own)]);
  }
  return redraw.count;
}

const octets = (value: unknown): Uint8Array[] => (Array.isArray(value) ? value.filter((each) => each instanceof Uint8Array) : []);

/**
 * Public keys of each seat, entry after entry: those of the terms, and where another person takes a seat over that
 * person's from the next entry on.
 */
export function* seatKeys(entries: readonly Entry[]): Generator<readonly [Entry, readonly (readonly Uint8Array[])[]]> {
  let keys = termsOf(entries).keys;
  for (const entry of entries) {
    yield [entry, keys];
    const taken = eventOf(entry, "SeatSubstituted");
    if (taken) keys = keys.map((held, seat) => (seat === taken[TAKEN] ? octets(taken[NEW_KEYS]) : held));
  }
}

const OFFICES: ReadonlyMap<number, string> = new Map([[1, "owner"], [2, "referee"], [8, "head_referee"]]);
const holder = (office: string, token: string): string => `${office} ${token}`;

/** Who signs: keys of seats and officials as they are in force, entry after entry. */
class Signers {
  private readonly keys: Map<string, readonly Uint8Array[]>;
  private readonly numbers = new Map<string, number>();

  constructor(private readonly terms: Terms) {
    this.keys = new Map(terms.keys.map((keys, seat) => [holder("seat", `${seat}`), keys]));
    for (const [office, token, keys] of terms.officials) this.keys.set(holder(office, token), keys);
  }

  /** Verifies an entry, and takes the keys that it brings; tells whether it is signed. */
  async enter(entry: Entry): Promise<boolean> {
    const signed = await this.verify(entry);
    if (entry.kind === "AdmitOfficial") await this.warrant(entry);
    for (const [[kind, ...values]] of entry.events) {
      if (kind === "SeatSubstituted") this.keys.set(holder("seat", `${values[TAKEN]}`), octets(values[NEW_KEYS]));
      if (kind === "OfficialAdmitted") this.keys.set(holder(`${values[0]}`, `${values[1]}`), octets(values[2]));
    }
    return signed;
  }

  private async verify(entry: Entry): Promise<boolean> {
    const [role, party, id] = entry.actor;
    const office = role === SEAT_ROLE ? "seat" : OFFICES.get(role) ?? "";
    const due = role === SEAT_ROLE ? this.terms.signed : office !== "" && this.terms.actsSigned;
    if (entry.signature === null && !due) return false;
    const holders = role === SEAT_ROLE ? [holder(office, `${party}`)] : [holder(office, id), holder(office, "")];
    let fits = false;
    for (const key of holders.flatMap((name) => this.keys.get(name) ?? [])) fits ||= await verifySignature(entry, key);
    const found = entry.signature === null ? "no signature" : "one that does not fit";
    const whose = role === SEAT_ROLE ? `seat ${party}` : `the ${office || "service, which never signs"}`;
    demand(fits, "COMMAND_SIGNATURE_INVALID", entry.seq, `a signature of ${whose}`, found, hex(entry.game));
    return true;
  }

  private async warrant(entry: Entry): Promise<void> {
    const [office, token, keys, place, ofEvent, warrant] = entry.values as [string, string, Value, number, boolean, Uint8Array];
    const scope = ofEvent ? this.terms.event : entry.game;
    const data = concat(text("wglog/1/warrant\0"), encode([scope, office, token, keys, place]));
    const name = holder(office, token);
    let fits = false;
    for (const [held, owners] of this.keys) {
      if (held.startsWith("owner ")) for (const key of owners) fits ||= await signedBy(key, warrant, data);
    }
    fits &&= place > (this.numbers.get(name) ?? 0);
    demand(fits, "KEY_NOT_VALID", entry.seq, "a new warrant of the owner", hex(warrant), hex(entry.game));
    this.numbers.set(name, place);
  }
}

/**
 * Verifies the signature of every command that has one, under a key in force of the seat or official that gave it; where
 * the terms demand it every one must be signed. Gives how many were verified.
 */
export async function verifySignatures(entries: readonly Entry[]): Promise<number> {
  const signers = new Signers(termsOf(entries));
  let count = 0;
  for (const entry of entries.slice(1)) if (await signers.enter(entry)) count += 1;
  return count;
}
