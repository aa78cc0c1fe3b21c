/** Rewinds: which entries of a game stand, and which dice may be used once more. */
import { equal, hex } from "./bytes.js";
import { demand } from "./errors.js";
import { encode, type Value } from "./mpint.js";
import { type DiceRow, type Entry, eventOf } from "./records.js";

// places of the fields of Rewound
const TO = 0;
const VOIDS = 1;
const AGAIN = 4;
/** Commands that give for somebody what he was asked. */
const SILENT = ["EnforceDeadline", "CallFlag", "AnswerAbsent"];

const same = (one: Value, other: Value): boolean => equal(encode(one), encode(other));

/**
 * Which entries of a game stand. Entries are entered in order, from the first on.
 *
 * The game after an entry follows from the entries on its path: itself, and those before it; but before a rewind stands
 * what stood before the first entry that it made void. What is not on the path of the last entry is void; it may stand
 * again, where a later rewind goes back before the one that made it void.
 */
export class Path {
  private readonly back = new Map<number, number>();
  private stand: number[] = [];
  private fixed = 0;
  private finished = false;
  private count = 0;

  /** Number of the last entry that was entered. */
  get last(): number {
    return this.count;
  }

  /** The entries that went back, each with the first entry that it made void. */
  get rewinds(): ReadonlyMap<number, number> {
    return this.back;
  }

  /** Numbers of the entries that do not stand. */
  get void(): number[] {
    const stand = new Set(this.stand);
    return Array.from({ length: this.count }, (_, at) => at + 1).filter((seq) => !stand.has(seq));
  }

  /** Goes on to the next entry; NotProven where it goes back to where it can not, or names others as void. */
  enter(entry: Entry): void {
    const fields = eventOf(entry, "Rewound");
    if (fields) this.goBack(entry, fields);
    this.stand.push(entry.seq);
    this.count = entry.seq;
    if (this.fixed === 0 && eventOf(entry, "SeedFixed")) this.fixed = entry.seq;
    this.finished ||= eventOf(entry, "Finished") !== undefined;
  }

  private goBack({ seq, game }: Entry, fields: readonly Value[]): void {
    const to = fields[TO] ?? null;
    const may = typeof to === "number" && this.fixed > 0 && !this.finished && to > this.fixed && this.stand.includes(to);
    const place = `an entry that stands, after entry ${this.fixed} and before the close`;
    demand(may, "REWIND_INVALID", seq, place, String(to), hex(game));
    const voids = this.stand.filter((each) => each >= to);
    const told = fields[VOIDS] ?? null;
    demand(same(told, voids), "REWIND_INVALID", seq, `entries ${voids} to be void`, String(told), hex(game));
    this.back.set(seq, to);
    this.stand = this.path(to - 1);
  }

  private path(from: number): number[] {
    const found: number[] = [];
    for (let seq = from; seq > 0; seq = (this.back.get(seq) ?? seq) - 1) found.push(seq);
    return found.reverse();
  }
}

/** The entries of a log that do not stand. NotProven where it goes back to where it can not. */
export function voidEntries(entries: Iterable<Entry>): number[] {
  const path = new Path();
  for (const entry of entries) path.enter(entry);
  return path.void;
}

/**
 * The throws of a void entry that a rewind lets stand: the next entry with dice may use each of them once more, where its
 * command is the one that the rewind names, or one that the service gives for it.
 */
export class StandingDice {
  private readonly thrown = new Map<number, readonly DiceRow[]>();
  private waiting: readonly DiceRow[] = [];
  private kind: Value = "";
  private rows: DiceRow[] = [];

  /** Goes on to the next entry, which has these throws. */
  enter(entry: Entry, rows: readonly DiceRow[]): void {
    this.thrown.set(entry.seq, rows);
    this.rows = [];
    if (rows.length > 0) {
      if (entry.kind === this.kind || SILENT.includes(entry.kind)) this.rows = [...this.waiting];
      this.waiting = [];
    }
    if (eventOf(entry, "Corrected") || eventOf(entry, "ResultReached")) this.waiting = [];
    const fields = eventOf(entry, "Rewound");
    if (fields === undefined) return;
    const again = fields[AGAIN] ?? null;
    const [from = 0, , kind] = Array.isArray(again) ? (again as readonly Value[]) : [];
    this.kind = kind ?? "";
    this.waiting = kind === undefined ? [] : (this.thrown.get(from as number) ?? []);
  }

  /** Tells whether a throw is the next of its stream that stands; from the first that is not, none does. */
  allows(row: DiceRow): boolean {
    const at = this.rows.findIndex(([stream]) => stream === row[0]);
    if (at >= 0 && same(this.rows[at] as unknown as Value, row as unknown as Value)) {
      this.rows.splice(at, 1);
      return true;
    }
    this.rows = [];
    return false;
  }
}
