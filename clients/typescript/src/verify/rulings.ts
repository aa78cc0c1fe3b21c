/** Rulings: each says why, and says in the log what its command says. */
import { equal, hex } from "./bytes.js";
import { NotProven } from "./errors.js";
import { encode, type Value } from "./mpint.js";
import { type Entry, eventOf } from "./records.js";

/** What a ruling lacks. */
export interface Lacking {
  readonly seq: number;
  readonly expected: string;
  readonly found: string;
}

// white space, with the separators of old teletypes
const BLANK = /^[\t-\r\x1c-\x20\x85\p{Z}]*$/u;

/** Reason, clause, and the entries that a ruling is about; records from before the last of them have fewer. */
const padded = (grounds: readonly Value[]): readonly Value[] => [...grounds, ...["", "", []].slice(grounds.length)];

/** What the rulings of a log lack, given the kinds of commands whose first field is the grounds of a ruling. */
export function* lacking(entries: Iterable<Entry>, kinds: readonly string[]): Generator<Lacking> {
  for (const entry of entries) {
    const { seq, kind, values } = entry;
    const ruled = kinds.includes(kind);
    const given = eventOf(entry, "RulingGiven");
    if (given === undefined) {
      // what is grave is proposed to others, and ruled by the one who agrees last
      if (ruled && !eventOf(entry, "ProposalMade")) yield { seq, expected: "a ruling with its grounds", found: "none" };
      continue;
    }
    const [act, ...grounds] = given;
    const due = padded(grounds);
    const [reason, , about] = due;
    if (!Array.isArray(about)) throw new TypeError("grounds of a ruling that are none");
    if (typeof reason !== "string" || BLANK.test(reason)) yield { seq, expected: "a reason", found: "none" };
    if (!about.every((each) => each > 0 && each < seq)) yield { seq, expected: "entries before it that it is about", found: `${about}` };
    if (!ruled) continue;
    if (act !== kind) yield { seq, expected: `the act ${kind}`, found: String(act) };
    if (!equal(encode(padded(values[0] as readonly Value[])), encode(due))) yield { seq, expected: "the grounds that were given", found: "others" };
  }
}

/** Demands of every ruling of a log that it is whole; gives how many there are. NotProven for the first that is not. */
export function verifyRulings(entries: readonly Entry[], kinds: readonly string[]): number {
  for (const { seq, expected, found } of lacking(entries, kinds)) {
    throw new NotProven("RULING_INCOMPLETE", seq, expected, found, hex((entries[0] as Entry).game));
  }
  return entries.filter((entry) => eventOf(entry, "RulingGiven")).length;
}
