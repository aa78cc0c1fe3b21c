/** The checks of a whole game: its seed, every die, and the signatures of commands. */
import { type Bytes, equal, hex, sha256 } from "./bytes.js";
import * as dice from "./dice.js";
import { demand } from "./errors.js";
import { encode, type Value } from "./mpint.js";
import { type DiceRow, type Entry, SEAT_ROLE } from "./records.js";
import { StandingDice } from "./rewinds.js";
import { hiddenDice, type Openings, verifyOpenings } from "./seals.js";
import { verifySignature } from "./signatures.js";

// places of the fields of OpenGame
const SEATS = 4;
const PROFILE = 7;
const SIGNED = 13;
const LOG_KEY = 15;
const COMMITMENT = 16;

/** The terms of a game as far as they are needed to check it. */
export interface Terms {
  /** Public keys of each seat. */
  readonly keys: readonly (readonly Uint8Array[])[];
  readonly profile: string;
  readonly signed: boolean;
  /** Verification key of the signed heads. */
  readonly logKey: string;
  /** Commitment to the secret of the dice. */
  readonly commitment: Uint8Array;
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
  return {
    keys: seats.map(([, keys]) => keys),
    profile: String(values[PROFILE]),
    signed: values[SIGNED] === true,
    logKey: String(values[LOG_KEY]),
    commitment,
  };
}

const only = (entries: readonly Entry[], kind: string): Entry[] => entries.filter((entry) => entry.kind === kind);

const SAYS_NOTHING: readonly Value[] = [null, 0, false];

/**
 * Hash of the terms with no commitment: R of the dice protocol, what the contributions are bound to.
 *
 * Of what stands after the commitment it leaves out, from the end, what says nothing: nil, 0 and false. Later editions
 * append values there, and an opening from before has one hash for ever.
 */
export function settingsHash(fields: readonly Value[]): Promise<Bytes> {
  const values = fields.map((field, at) => (at === COMMITMENT ? null : field));
  while (values.length > COMMITMENT + 1 && SAYS_NOTHING.includes(values.at(-1) as Value)) values.pop();
  return sha256(encode(values));
}

async function contributions(entries: readonly Entry[], seats: number): Promise<(Uint8Array | null)[]> {
  const slots = new Array<Uint8Array | null>(seats).fill(null);
  const promised = new Map(only(entries, "CommitContribution").map((entry) => [entry.actor[1], entry.values[0] as Uint8Array]));
  for (const { actor, values, game, seq } of only(entries, "OpenContribution")) {
    const [, seat] = actor;
    const given = values[0] as Uint8Array;
    const found = await dice.seatCommit(game, seat, given);
    const due = promised.get(seat);
    demand(due, "CONTRIBUTION_ORDER", seq, `a commitment of seat ${seat} before`, "none", hex(game));
    demand(equal(due, found), "CONTRIBUTION_MISMATCH", seq, hex(due), hex(found), hex(game));
    slots[seat] = given;
  }
  return slots;
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
  const slots = await contributions(entries, terms.keys.length);
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
  const { commitment } = termsOf(entries);
  const { game } = entries[0] as Entry;
  const reveal = only(entries, "Reveal").at(-1);
  demand(reveal, "SEED_NOT_REVEALED", entries.length, "the secret of the dice", "none", hex(game));
  const secret = reveal.values[0] as Uint8Array;
  const found = await dice.commit(game, secret);
  demand(equal(found, commitment), "SEED_COMMIT_MISMATCH", reveal.seq, hex(commitment), "another secret", hex(game));
  return { secret, transcript: await transcriptOf(entries) };
}

/** Draws dice again, entry after entry. */
class Redraw {
  private readonly cursors = new Map<number, number>();
  private readonly keys = new Map<number, Promise<Uint8Array>>();
  private readonly standing = new StandingDice();

  constructor(private readonly seed: Seed, private readonly game: string) {}

  /** Verifies the throws of the next entry. */
  async entry(entry: Entry, rows: readonly DiceRow[]): Promise<void> {
    this.standing.enter(entry, rows);
    for (const row of rows) await this.row(entry.seq, row);
  }

  private async row(seq: number, row: DiceRow): Promise<void> {
    const [stream, epoch, index, sides, faces, why] = row;
    const next = this.cursors.get(stream) ?? 0;
    const place = `index ${next} of stream ${stream}`;
    if (!this.standing.allows(row)) {
      demand(index >= next, "DICE_REUSED", seq, place, `index ${index}`, this.game);
      demand(index === next, "DICE_CURSOR_GAP", seq, place, `index ${index}`, this.game);
    }
    this.cursors.set(stream, Math.max(next, index + faces.length));
    if (stream === dice.REPORTED) return;
    demand(epoch === 0, "EPOCH_INVALID", seq, "epoch 0", `epoch ${epoch}`, this.game);
    const derived = await dice.draw(await this.key(stream), index, sides, faces.length);
    demand(`${derived}` === `${faces}`, "DICE_NOT_FROM_SEED", seq, `${why} of ${derived}`, `${faces}`, this.game);
  }

  private key(stream: number): Promise<Uint8Array> {
    let key = this.keys.get(stream);
    if (key === undefined) {
      key = dice.streamKey(this.seed.secret, this.seed.transcript, 0, stream);
      this.keys.set(stream, key);
    }
    return key;
  }
}

/**
 * Verifies every opening and draws every die of a finished game again.
 *
 * Gives how many dice were drawn, those that were reported not counted. NotProven where anything differs.
 */
export async function verifyDice(entries: readonly Entry[], openings: Openings = new Map()): Promise<number> {
  const redraw = new Redraw(await seedOf(entries), hex((entries[0] as Entry).game));
  let count = 0;
  for (const entry of entries) {
    const own = openings.get(entry.seq) ?? [];
    await verifyOpenings(entry, own);
    const rows = [...entry.dice, ...hiddenDice(own)];
    await redraw.entry(entry, rows);
    for (const [stream, , , , faces] of rows) if (stream !== dice.REPORTED) count += faces.length;
  }
  return count;
}

/**
 * Verifies the signature of every command that has one, under a key that the terms list for its seat; in a signed game
 * every command of a seat must have one. Gives how many were verified.
 */
export async function verifySignatures(entries: readonly Entry[]): Promise<number> {
  const { keys, signed } = termsOf(entries);
  let count = 0;
  for (const entry of entries) {
    const [role, seat] = entry.actor;
    if (role !== SEAT_ROLE || (!signed && entry.signature === null)) continue;
    let fits = false;
    for (const key of keys[seat] ?? []) fits ||= await verifySignature(entry, key);
    const found = entry.signature === null ? "no signature" : "one that does not fit";
    demand(fits, "COMMAND_SIGNATURE_INVALID", entry.seq, `a signature of seat ${seat}`, found, hex(entry.game));
    count += 1;
  }
  return count;
}
