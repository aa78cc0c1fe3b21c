/** Corrections and adopted editions: what rulings have set is what they say, and editions only rise. */
import { equal, hex } from "./bytes.js";
import { demand } from "./errors.js";
import { encode, type Value } from "./mpint.js";
import { type Entry, EVERYONE } from "./records.js";

// places of the items of Correct and CorrectHidden, and of the edition in OpenGame and AdoptEdition
const PATCH = 1;
const OPENED = 1;
const ADOPTED = 0;
const EDITION = /^(0|[1-9][0-9]{0,3})(\.(0|[1-9][0-9]{0,3})){0,3}$/;

/** What corrections have set, and which editions have decided, by entry. */
export interface Corrected {
  /** Entries that have set values, each with how many. */
  readonly corrected: readonly (readonly [seq: number, values: number])[];
  /** Entries from which on another edition decides. */
  readonly editions: readonly (readonly [seq: number, edition: string])[];
}

/**
 * Checks what the corrections of a log have set, without its rules: in full view it is what the ruling names, item by
 * item; of what only a seat knows no value is told; and nothing else sets anything. Editions only go forward.
 *
 * NotProven where that does not hold.
 */
export function verifyCorrections(entries: Iterable<Entry>): Corrected {
  const corrected: [number, number][] = [];
  const editions: [number, string][] = [];
  let edition = "";
  let proposed: Value = null;
  for (const entry of entries) {
    const set = entry.events.map(([event]) => event).filter(([kind]) => kind === "Corrected");
    if (entry.kind === "Correct" && entry.events.some(([[kind]]) => kind === "ProposalMade")) {
      proposed = entry.values[PATCH] ?? null;
    }
    if (set.length > 0) {
      requireNamed(entry, set, proposed);
      corrected.push([entry.seq, set.length]);
    }
    if (entry.kind === "OpenGame") edition = String(entry.values[OPENED]);
    if (entry.kind === "AdoptEdition") {
      const next = entry.values[ADOPTED] ?? null;
      const later = typeof next === "string" && isLater(next, edition);
      demand(later, "ILLEGAL_COMMAND_ACCEPTED", entry.seq, `an edition later than ${edition}`, String(next), hex(entry.game));
      edition = String(next);
      editions.push([entry.seq, edition]);
    }
  }
  return { corrected, editions };
}

function requireNamed(entry: Entry, set: readonly (readonly Value[])[], proposed: Value): void {
  const refuse = (fits: boolean, due: string, found: string): void =>
    demand(fits, "CORRECTION_MISMATCH", entry.seq, due, found, hex(entry.game));
  if (entry.kind === "CorrectHidden") {
    const hidden = set.every(([, owner, ...item]) => owner !== EVERYONE && item.every((value) => value === null));
    refuse(hidden, "values that only a seat knows", "values in clear");
    return;
  }
  refuse(entry.kind === "Correct" || entry.kind === "AnswerProposal", `no correction by ${entry.kind}`, "one");
  const due = entry.kind === "Correct" ? entry.values[PATCH] ?? null : proposed;
  const items = set.map((event) => event.slice(2));
  refuse(equal(encode(due), encode(items)), "the items of the ruling", "others");
}

/** Whether an edition, numbers with points between them, comes after another. */
export function isLater(edition: string, before: string): boolean {
  if (!EDITION.test(edition) || !EDITION.test(before)) return false;
  const [one, other] = [edition, before].map((text) => text.split(".").map(Number)) as [number[], number[]];
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [first, second] = [one[at], other[at]];
    if (first === second) continue;
    return second === undefined || (first !== undefined && first > second);
  }
  return false;
}
