/** Entries of a log as their records have them, and the chain that binds each to the one before. */
import { type Bytes, concat, equal, hex, sha256, text } from "./bytes.js";
import { demand, NotProven } from "./errors.js";
import { decode, encode, type Value } from "./mpint.js";

/** Roles and parties as records have them; seats are parties from 0. */
export const SEAT_ROLE = 3;
export const EVERYONE = 253;
export const REFEREE = 254;
export const TABLE = 255;

/** One throw: stream, epoch, first index, sides, faces, label, roller. */
export type DiceRow = readonly [number, number, number, number, readonly number[], string, number];

/** A record, read. */
export interface Entry {
  readonly game: Uint8Array;
  readonly seq: number;
  readonly prev: Uint8Array;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Role, party and key id of who gave the command. */
  readonly actor: readonly [role: number, party: number, key: string];
  /** Id, head, kind with fields, and seal: what a signature covers. */
  readonly command: readonly Value[];
  readonly id: Uint8Array;
  /** The head that the actor saw. */
  readonly head: Uint8Array | null;
  readonly kind: string;
  /** Fields of the command in the order of their numbers; secret ones are null. */
  readonly values: readonly Value[];
  readonly seal: Uint8Array | null;
  readonly signature: Uint8Array | null;
  readonly dice: readonly DiceRow[];
  /** Each an event, a kind with its fields, and its clauses. */
  readonly events: readonly (readonly [readonly Value[], readonly string[]])[];
  /** Owner and commitment of every sealed part of the entry besides the command's. */
  readonly sealed: readonly (readonly [owner: number, commitment: Uint8Array])[];
  readonly state: Value;
  /** Hash of the entry. */
  readonly hash: Uint8Array;
  readonly record: Uint8Array;
}

/** Fields of the first event of a kind in a record. */
export const eventOf = (entry: Entry, kind: string): readonly Value[] | undefined =>
  entry.events.find(([[found]]) => found === kind)?.[0].slice(1);

const GENESIS_PREV = new Uint8Array(32);
const FIELDS = 12;

export const entryHash = (record: Uint8Array): Promise<Bytes> => sha256(text("wglog/1/entry\0"), record);

/** Hash of the public part of all tables. */
export const stateHash = (view: Uint8Array): Promise<Bytes> => sha256(text("wglog/1/state\0"), view);

const bytes = (value: unknown, size: number): boolean => value instanceof Uint8Array && value.length === size;
const absent = (value: unknown, size: number): boolean => value === null || bytes(value, size);
const arrays = (value: unknown, check: (row: readonly unknown[]) => boolean): boolean =>
  Array.isArray(value) && value.every((row) => Array.isArray(row) && check(row));

function isRow([stream, epoch, index, sides, faces, why, roller]: readonly unknown[]): boolean {
  const numbers = [stream, epoch, index, sides, roller].every((each) => Number.isInteger(each));
  return numbers && Array.isArray(faces) && faces.every((face) => Number.isInteger(face)) && typeof why === "string";
}

const isEvent = ([event, clauses]: readonly unknown[]): boolean =>
  Array.isArray(event) && typeof event[0] === "string" && Array.isArray(clauses);

/** Tells whether decoded fields have the shape of a record of format 1. */
function isRecord(fields: Value): fields is readonly Value[] {
  if (!Array.isArray(fields) || fields.length !== FIELDS) return false;
  const [format, game, seq, prev, time, actor, command, signature, dice, events, sealed] = fields as readonly unknown[];
  if (format !== 1 || !bytes(game, 16) || !Number.isInteger(seq) || !bytes(prev, 32) || !Number.isInteger(time)) return false;
  if (!Array.isArray(actor) || actor.length !== 3 || !Array.isArray(command) || command.length !== 4) return false;
  const [id, head, kind, seal] = command as unknown[];
  if (!bytes(id, 16) || !absent(head, 32) || !absent(seal, 32)) return false;
  if (!Array.isArray(kind) || typeof kind[0] !== "string" || !absent(signature, 64)) return false;
  return arrays(dice, isRow) && arrays(events, isEvent)
    && arrays(sealed, ([owner, commitment]) => Number.isInteger(owner) && bytes(commitment, 32));
}

function fieldsOf(record: Uint8Array, seq: number): Value {
  try {
    return decode(record);
  } catch (error) {
    throw new NotProven("NON_CANONICAL_ENTRY", seq, "canonical MP-int", (error as Error).message);
  }
}

/** Reads a record; `seq` says in errors which it should be. NotProven where it is not a record, or not canonical. */
export async function readRecord(record: Uint8Array, seq: number): Promise<Entry> {
  const fields = fieldsOf(record, seq);
  demand(isRecord(fields), "BUNDLE_MALFORMED", seq, "a record of format 1", "another value");
  const [, game, number, prev, time, actor, command, signature, dice, events, sealed, state] = fields;
  const [id, head, [kind, ...values], seal] = command as [Uint8Array, Uint8Array | null, [string, ...Value[]], Uint8Array | null];
  return {
    game, seq: number, prev, time, actor, command, id, head, kind, values, seal, signature, dice, events, sealed,
    state, hash: await entryHash(record), record,
  } as unknown as Entry;
}

/** The entries of a game from the first on, each bound to the one before. Nothing else is ever added. */
export class Chain {
  readonly entries: Entry[] = [];

  /** @param game the game that the entries must be of; else that of the first entry */
  constructor(private game?: Uint8Array) {}

  get length(): number {
    return this.entries.length;
  }

  /** Hash of the last entry; 32 zero bytes before the first. */
  get head(): Uint8Array {
    return this.entries.at(-1)?.hash ?? GENESIS_PREV;
  }

  /** Entry of a number, from 1. */
  at(seq: number): Entry | undefined {
    return this.entries[seq - 1];
  }

  /** Adds the next record; NotProven where it does not follow the last one. */
  async append(record: Uint8Array): Promise<Entry> {
    const entry = await readRecord(record, this.length + 1);
    this.add(entry);
    return entry;
  }

  /** Adds a record that was read already. */
  add(entry: Entry): void {
    const seq = this.length + 1;
    const game = this.game ?? entry.game;
    const name = hex(game);
    demand(entry.seq === seq, "MISSING_ENTRY", seq, `number ${seq}`, `number ${entry.seq}`, name);
    demand(equal(entry.prev, this.head), "CHAIN_BREAK", seq, hex(this.head), hex(entry.prev), name);
    demand(equal(entry.game, game), "WRONG_GAME", seq, name, hex(entry.game));
    const before = this.entries.at(-1)?.time ?? entry.time;
    demand(entry.time >= before, "TIME_REGRESSION", seq, `at least ${before}`, `${entry.time}`, name);
    this.game = game;
    this.entries.push(entry);
  }
}

/** Reads records from the first on; NotProven where the chain breaks. */
export async function verifyChain(records: Iterable<Uint8Array>, game?: Uint8Array): Promise<Entry[]> {
  const chain = new Chain(game);
  for (const record of records) await chain.append(record);
  return chain.entries;
}

/** The canonical bytes that a seat signs: game, actor and command as the record has them. */
export const signingBytes = (game: Uint8Array, actor: readonly Value[], command: readonly Value[]): Bytes =>
  concat(text("wglog/1/cmd\0"), encode([game, actor, command]));
