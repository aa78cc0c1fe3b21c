/** Records and terms as bytes from strangers: read strictly, and what does not fit is a finding. */
import { concat, equal, text } from "../bytes.js";
import { settingsHash } from "../games.js";
import { decodeLoosely, encode, type Value } from "../mpint.js";
import { type DiceRow, type Entry, entryHash, signingBytes } from "../records.js";
import type { Findings } from "./findings.js";

const WORD_MOST = 2 ** 32 - 1;
const STREAM_MOST = 0xffff;
const SPECTATOR = 252;
const KEYS_MOST = 64;
const TEXT_MOST = 400;
export const COMMITMENT = 16;

export const isList = (value: unknown): value is readonly Value[] => Array.isArray(value);
export const isBytes = (value: unknown, size?: number): value is Uint8Array =>
  value instanceof Uint8Array && (size === undefined || value.length === size);
export const within = (value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
const orNil = (value: unknown, size: number): boolean => value === null || isBytes(value, size);

export function same(one: Value, other: Value): boolean {
  return equal(encode(one), encode(other));
}

/** An entry, with the bytes that its signature covers. */
export interface Read extends Entry {
  readonly signed: Uint8Array;
}

export async function readEntries(records: readonly Uint8Array[], out: Findings): Promise<Read[]> {
  const entries: Read[] = [];
  for (const [at, record] of records.entries()) {
    const found = await readEntry(at + 1, record, out);
    if (found) entries.push(found);
  }
  return entries;
}

async function readEntry(place: number, record: Uint8Array, out: Findings): Promise<Read | null> {
  let value: Value;
  let shortest: Uint8Array;
  try {
    const [found, size] = decodeLoosely(record);
    if (size < record.length) out.add("NON_CANONICAL_ENTRY", place, "nothing after the record", `${record.length - size} bytes more`);
    value = found;
    shortest = encode(value);
  } catch (error) {
    out.add("BUNDLE_MALFORMED", place, "MessagePack of MP-int", (error as Error).message);
    return null;
  }
  const entry = await entryOf(value, record);
  if (entry === null) {
    out.add("BUNDLE_MALFORMED", place, "a record of wglog/1", "another value");
    return null;
  }
  if (!equal(shortest, record)) out.add("NON_CANONICAL_ENTRY", place, "shortest encoding", "another");
  return entry;
}

/** Takes the twelve fields of a record apart; null for what is none. */
export async function entryOf(fields: Value, record: Uint8Array): Promise<Read | null> {
  if (!isList(fields) || fields.length !== 12) return null;
  const [format, game, seq, prev, time, actor, command, signature, rows, made, parts, state] = fields as Value[];
  const plain = format === 1 && isBytes(game, 16) && within(seq, 1) && isBytes(prev, 32) && within(time, 0) && orNil(signature, 64);
  if (!plain || !isList(actor) || !isList(command) || !isList(made) || !isList(parts)) return null;
  const [role, party, key] = actor;
  if (actor.length !== 3 || !within(role, 0, 255) || !within(party, 0, 255) || typeof key !== "string") return null;
  const [id, head, body, seal] = command;
  if (command.length !== 4 || !isBytes(id, 16) || !orNil(head, 32) || !orNil(seal, 32)) return null;
  if (!isList(body) || typeof body[0] !== "string" || !made.every(isEvent) || !parts.every(isPart)) return null;
  const dice = throwsOf(rows as Value);
  const fits = state === null || (isList(state) && state.length === 2 && isBytes(state[0], 32) && orNil(state[1], 32));
  if (dice === null || !fits) return null;
  return {
    game, seq, prev, time, actor, command, id, head, kind: body[0], values: body.slice(1), seal, signature, dice, events: made,
    sealed: parts, state, hash: await entryHash(record), record, signed: signingBytes(game, actor, command),
  } as unknown as Read;
}

const isEvent = (row: Value): boolean =>
  isList(row) && row.length === 2 && isList(row[0]) && typeof row[0][0] === "string" && isList(row[1])
  && row[1].every((clause) => typeof clause === "string");

const isPart = (row: Value): boolean => isList(row) && row.length === 2 && within(row[0], 0, 255) && isBytes(row[1], 32);

/** Reads rows of dice; null where one is none. */
export function throwsOf(rows: Value): DiceRow[] | null {
  if (!isList(rows)) return null;
  return rows.every(isThrow) ? (rows as unknown as DiceRow[]) : null;
}

function isThrow(row: Value): boolean {
  if (!isList(row) || row.length !== 7) return false;
  const [stream, epoch, index, sides, faces, label, roller] = row;
  const numbers = within(stream, 0, STREAM_MOST) && within(epoch, 0, WORD_MOST) && within(index, 0, WORD_MOST) && within(sides, 1, WORD_MOST);
  if (!numbers || typeof label !== "string" || !within(roller, 0, 255) || !isList(faces) || faces.length === 0) return false;
  return faces.every((face) => within(face, 1, sides)) && index + faces.length <= WORD_MOST;
}

/** Hidden dice of a sealed part 1; null for what is no such part. */
export function restOf(data: Uint8Array): DiceRow[] | null {
  try {
    const [value, size] = decodeLoosely(data);
    const fits = size === data.length && equal(encode(value), data) && isList(value) && value.length === 3 && value.every(isList);
    return fits ? throwsOf((value as readonly Value[])[2] as Value) : null;
  } catch {
    return null;
  }
}

/** Fields of the events of a kind. */
export const eventsOf = (entry: Entry, ...kinds: readonly string[]): (readonly Value[])[] =>
  entry.events.filter(([[kind]]) => kinds.includes(kind as string)).map(([[, ...fields]]) => fields);

export interface Seat {
  readonly name: string;
  readonly keys: readonly Uint8Array[];
}

/** The terms that a game was opened under. */
export interface Opened {
  readonly ruleset: string;
  readonly edition: string;
  readonly engine: Uint8Array;
  readonly seats: readonly Seat[];
  readonly diceMode: string;
  readonly profile: string;
  readonly test: boolean;
  readonly signed: boolean;
  readonly logKey: string;
  readonly commitment: Uint8Array | null;
  readonly event: Uint8Array | null;
  readonly labels: ReadonlyMap<string, string>;
  readonly restarts: Uint8Array | null;
  readonly actsSigned: boolean;
  readonly officials: readonly (readonly [string, string, readonly Uint8Array[]])[];
  readonly stretches: { readonly count: number; readonly dice: number; readonly seconds: number; readonly commitment: Uint8Array } | null;
  readonly contributors: readonly number[];
  readonly settings: Uint8Array;
}

const BAD = new Error("other fields than those of OpenGame");

/** Shapes of fields: t text, n number, f flag, b bytes, o bytes or nil, K keys; in brackets those of the rows of a list. */
type Shape = string | readonly [Shape[]] | ((value: Value) => boolean);

function fits(value: Value, shape: Shape): boolean {
  if (typeof shape === "function") return shape(value);
  if (typeof shape !== "string") return isList(value) && value.every((row) => isList(row) && fitAll(row, shape[0]));
  if (shape === "t") return typeof value === "string";
  if (shape === "n") return Number.isSafeInteger(value);
  if (shape === "f") return typeof value === "boolean";
  if (shape === "K") return isList(value) && value.every((key) => isBytes(key));
  return isBytes(value) || (shape === "o" && value === null);
}

function fitAll(values: readonly Value[], shapes: readonly Shape[], least = shapes.length): boolean {
  return values.length >= least && values.length <= shapes.length && values.every((value, at) => fits(value, shapes[at] as Shape));
}

const nilOr = (...shapes: Shape[]) => (value: Value): boolean => value === null || (isList(value) && fitAll(value, shapes));
const EVENT_TERMS = nilOr(
  nilOr("n", "n", "n", "n", "t", "t", "n", "n", "n"), nilOr("n", "n", "n", "n"), "n", "n", "n", isList, isList, "t");
const LEAST = 16;
const TERMS: readonly Shape[] = [
  "t", "t", "t", "b", [["t", "K", "f"]], "t", "t", "t", "n", "f", "n", [["t", "t"]], "f", "f", "t", "t",
  "o", "o", EVENT_TERMS, "n", "o", "f", [["t", "t", "K"]], nilOr("n", "n", "n", "b"), "f", "n",
];

async function termsOf(first: Entry): Promise<Opened> {
  const v = first.values as readonly any[]; // every place is checked before it is read
  if (first.kind !== "OpenGame" || !fitAll(first.values, TERMS, LEAST)) throw BAD;
  const seats = v[4].map(([name, keys]: [string, Uint8Array[]]) => ({ name, keys }));
  return {
    ruleset: v[0], edition: v[1], engine: v[3], seats, diceMode: v[6], profile: v[7], test: v[12], signed: v[13], logKey: v[15],
    commitment: v[COMMITMENT] ?? null, event: v[17] ?? null, labels: new Map(v[11]), restarts: v[20] ?? null,
    actsSigned: v[21] ?? false, officials: v[22] ?? [],
    stretches: v[23] ? { count: v[23][0], dice: v[23][1], seconds: v[23][2], commitment: v[23][3] } : null,
    contributors: [...seats.keys(), ...(v[24] ? [254] : [])],
    settings: await settingsHash(v.length > COMMITMENT ? v : [...v, null]),
  };
}

/** The first entry opens a game with complete terms (check 3). */
export async function checkGenesis(entries: readonly Entry[], out: Findings): Promise<Opened | null> {
  const [first] = entries;
  if (first === undefined) {
    out.add("GENESIS_INVALID", 0, "an entry that opens a game", "no readable entry");
    return null;
  }
  let terms: Opened;
  try {
    terms = await termsOf(first);
  } catch (error) {
    out.add("GENESIS_INVALID", first.seq, "OpenGame with all its fields", (error as Error).message);
    return null;
  }
  const words = [terms.logKey, terms.ruleset, terms.edition, ...terms.seats.map(({ name }) => name)];
  const oversized = terms.seats.some(({ keys }) => keys.length > KEYS_MOST) || terms.seats.length > SPECTATOR
    || words.some((each) => [...each].length > TEXT_MOST);
  if (oversized) {
    out.add("GENESIS_INVALID", first.seq, "terms of the size that a game has", "more seats, keys or text");
    return null;
  }
  for (const fault of faultsOf(terms, first.values)) out.add("GENESIS_INVALID", first.seq, "complete terms", fault);
  if (terms.commitment?.length !== 32) out.add("SEED_COMMIT_LATE", first.seq, "a commitment to the seed in the terms", "none");
  return terms;
}

function* faultsOf(terms: Opened, values: readonly Value[]): Generator<string> {
  const names = new Set(terms.seats.map(({ name }) => name));
  if (terms.seats.length < 1 || terms.seats.length >= SPECTATOR) yield "no seats, or more than a game has";
  if (names.size !== terms.seats.length) yield "two seats of one name";
  if (!["P0", "P1"].includes(terms.profile)) yield `profile ${terms.profile}`;
  if (!["seeded", "reported"].includes(terms.diceMode)) yield `${terms.diceMode} dice`;
  if (!["auto", "step"].includes(values[5] as string)) yield `pace ${String(values[5])}`;
  if ((values[8] as number) < 0 || (values[10] as number) < 0) yield "limits below 0";
  if (terms.engine.length !== 32) yield "an engine digest of another size";
}

export const tagged = (name: string, ...parts: readonly Uint8Array[]): Uint8Array => concat(text(`${name}\0`), ...parts);
