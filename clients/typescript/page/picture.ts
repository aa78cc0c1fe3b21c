/** What the page shows, compared with the checked bytes: commands, parties, faces, names and clauses of events, sums. */
import { dice, type DiceRow, type Entry as Recorded, equal, hex, hiddenDice, mpint, NotProven, type Openings, sha256, text, unbase64, type Value } from "../src/verify/index.js";
import type { Claims, Entry, Sum, Throw } from "./types.js";

const REST_PART = 1;
type Event = readonly [readonly Value[], readonly string[]];
const NOBODY = -1;
const FIRST_SPECIAL = 252;
/** What parties without a seat are called, from the first of them on. */
const SPECIAL = ["spectator", "everyone", "referee", "table"];

/** The events of an entry with those that its opened parts hold. */
function eventsOf(entry: Recorded, openings: Openings): Event[] {
  const hidden = (openings.get(entry.seq) ?? [])
    .filter(({ part }) => part === REST_PART)
    .flatMap(({ data }) => (mpint.decode(data) as unknown as readonly [unknown, readonly (readonly [number, Event])[]])[1].map(([, event]) => event));
  return [...(entry.events as unknown as Event[]), ...hidden];
}

const rowsOf = (entry: Recorded, openings: Openings): DiceRow[] => [...entry.dice, ...hiddenDice(openings.get(entry.seq) ?? [])];

const nameOf = (party: number, names: readonly string[]): string => SPECIAL[party - FIRST_SPECIAL] ?? names[party] ?? `party ${party}`;
const sourceOf = (stream: number): Throw["src"] => (stream === dice.PUBLIC ? "seeded" : stream === dice.REPORTED ? "reported" : "hidden");

const shows = ([stream, epoch, index, sides, faces, , roller]: DiceRow, { at, d, f, by, src }: Throw, names: readonly string[]): boolean =>
  `${[stream, epoch, index, sides]}` === `${[...at, d]}` && `${faces}` === `${f}` && nameOf(roller, names) === by && sourceOf(stream) === src;

/** Whether a number with these steps stands anywhere in a value. */
function holds(value: Value, sum: Sum): boolean {
  if (!Array.isArray(value)) return false;
  if (value.length === 2 && value[0] === sum.total && JSON.stringify(value[1]) === JSON.stringify(sum.terms)) return true;
  return value.some((item) => holds(item as Value, sum));
}

export interface Compared { entries: number; dice: number; events: number; sums: number; tables: number }

/** Compares all that can be compared. NotProven, with the entry, where the page says something else than the bytes. */
export async function comparePicture(entries: readonly Recorded[], openings: Openings, claims: Claims): Promise<Compared> {
  const found: Compared = { entries: 0, dice: 0, events: 0, sums: 0, tables: 0 };
  const differ = (seq: number, expected: string, shown: string): never => {
    throw new NotProven("PICTURE_MISMATCH", seq, expected, shown);
  };
  const first = entries[0];
  if (first === undefined || hex(first.game) !== claims.game) differ(0, "the game of the file", claims.game);
  const seats = (first?.values[4] ?? []) as readonly (readonly [string])[];
  if (`${seats.map(([name]) => name)}` !== `${claims.names}`) differ(1, "the names in the terms", `${claims.names}`);
  if (claims.told.first.length !== entries.length) differ(0, `${entries.length} entries`, `${claims.told.first.length}`);
  for (const entry of entries) {
    const at = entry.seq - 1;
    if (claims.hashes[at] !== hex(entry.hash).slice(0, 8)) differ(entry.seq, "the hash of the entry", String(claims.hashes[at]));
    const told = [claims.told.first[at] as Entry, ...claims.told.others.flatMap((rows) => rows[String(at)] ?? [])];
    for (const shown of told) compareEntry(entry, shown, openings, claims.names, found, differ);
    found.entries += 1;
    const tables = claims.tables[String(entry.seq)];
    if (tables === undefined || entry.state === null) continue;
    const [public_] = entry.state as unknown as readonly [Uint8Array];
    if (!equal(await sha256(text("wglog/1/state\0"), unbase64(tables)), public_)) differ(entry.seq, "the tables of the state hash", "others");
    found.tables += 1;
  }
  return found;
}

type Differ = (seq: number, expected: string, shown: string) => never;

function compareEntry(entry: Recorded, shown: Entry, openings: Openings, names: readonly string[], found: Compared, differ: Differ): void {
  const { seq } = entry;
  const party = entry.actor[1] as number;
  if (shown.n !== seq || shown.kind !== entry.kind) differ(seq, `${seq} ${entry.kind}`, `${shown.n} ${shown.kind}`);
  if (shown.seat !== (party < FIRST_SPECIAL ? party : NOBODY)) differ(seq, `party ${party}`, `seat ${shown.seat}`);
  if (shown.by !== nameOf(party, names)) differ(seq, nameOf(party, names), shown.by);
  const rows = rowsOf(entry, openings);
  const events = eventsOf(entry, openings);
  const throws = shown.ev.flatMap((event) => event.throws ?? []);
  for (const thrown of throws) {
    if (!rows.some((row) => shows(row, thrown, names))) differ(seq, "a throw of the record", `${thrown.f} of ${thrown.by}, ${thrown.src}`);
    found.dice += thrown.f.length;
  }
  for (const row of entry.dice) {
    if (row[3] > 1 && !throws.some((thrown) => shows(row, thrown, names))) differ(seq, `the dice ${row[4]}`, "none");
  }
  for (const { k, c, sums } of shown.ev) {
    if (k === "") continue;
    const same = events.filter(([fields, clauses]) => fields[0] === k && `${clauses}` === `${c ?? []}`);
    if (same.length === 0) differ(seq, "an event of the record", `${k} under ${c}`);
    found.events += 1;
    for (const sum of sums ?? []) {
      if (!same.some(([fields]) => holds(fields, sum))) differ(seq, "a number of the record", `${sum.name} ${sum.total}`);
      found.sums += 1;
    }
  }
}
