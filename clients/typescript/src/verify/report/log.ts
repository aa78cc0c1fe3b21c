/** The log itself: order, chain, signed heads and the keys that sign them. */
import { equal, hex } from "../bytes.js";
import { type LogKey, lastKey, readHead } from "../heads.js";
import type { Entry } from "../records.js";
import { verifyNote } from "../signatures.js";
import type { Findings } from "./findings.js";
import { eventsOf, isList, type Opened } from "./reading.js";

const CHANGES_MOST = 64;

/** One game, dense numbers, each once and in order (checks 4 to 7). */
export function checkOrder(entries: readonly Entry[], out: Findings): void {
  const game = entries[0]?.game as Uint8Array;
  const seen = new Set<number>();
  let highest = 0;
  for (const { seq, game: own } of entries) {
    if (!equal(own, game)) out.add("WRONG_GAME", seq, game, own);
    if (seen.has(seq)) out.add("DUPLICATE_ENTRY", seq, "each number once", seq);
    else if (seq < highest) out.add("REORDERED_ENTRY", seq, `a number above ${highest}`, seq);
    seen.add(seq);
    highest = Math.max(highest, seq);
  }
  for (let seq = 1; seq <= highest; seq += 1) {
    if (seen.has(seq)) continue;
    out.add("MISSING_ENTRY", seq, `entries 1 to ${highest}`, `no entry ${seq}`);
    return;
  }
}

/** Each entry names the hash of the one before, each head that was seen is of an earlier entry (checks 8 and 40). */
export function checkChain(entries: readonly Entry[], out: Findings): void {
  let before: Uint8Array = new Uint8Array(32);
  const earlier = new Set<string>();
  for (const { seq, prev, head, hash } of entries) {
    if (!equal(prev, before)) out.add("CHAIN_BREAK", seq, before, prev);
    if (head !== null && !earlier.has(hex(head))) out.add("STALE_COMMAND", seq, "a head of an earlier entry of this chain", head);
    before = hash;
    earlier.add(hex(hash));
  }
}

/** Each key of the heads was named by the one before it; of a pinned key those that it has handed on to. */
export async function checkLogKeys(entries: readonly Entry[], terms: Opened, pinned: string, out: Findings): Promise<LogKey[]> {
  const keys: LogKey[] = [{ line: terms.logKey, end: Number.POSITIVE_INFINITY }];
  const known = (): boolean => keys.some(({ line }) => line === pinned);
  for (const { seq, values } of entries.filter(({ kind }) => kind === "ChangeLogKey").slice(0, CHANGES_MOST)) {
    const [next, changes, reason] = values;
    const fit = typeof next === "string" && isList(changes) && changes.every((each) => typeof each === "string") && typeof reason === "string";
    if (!fit || values.length !== 3) continue; // the rules say what is wrong with it
    const before = keys.at(-1) as LogKey;
    const notes = changes as readonly string[];
    const leads = notes.length > 0 && notes.length <= CHANGES_MOST && (await lastKey(before.line, notes)) === next;
    if (!leads) {
      out.add("LOG_KEY_UNPROVEN", seq, `a change signed with ${before.line}`, reason || "no reason");
      if (pinned !== "" && known()) return keys;
    }
    before.end = seq;
    keys.push({ line: next, end: Number.POSITIVE_INFINITY });
  }
  return pinned === "" || known() ? keys : [{ line: pinned, end: Number.POSITIVE_INFINITY }];
}

const claimed = (note: string): number => Number(/^[^\n]*\n([0-9]{1,8})(?:\n|$)/.exec(note)?.[1] ?? 0);

/** A head that a key of the log signed, which was in force at its size or came later. */
export async function headOf(keys: readonly LogKey[], note: string): Promise<ReturnType<typeof readHead>> {
  let fault: unknown;
  for (const { line, end } of keys) {
    if (claimed(note) >= end) continue;
    let words: string;
    try {
      words = await verifyNote(line, note);
    } catch (error) {
      fault = error;
      continue;
    }
    return readHead(words);
  }
  throw fault;
}

/** Numbers of entries that a signed head is due over. */
function required(entries: readonly Entry[]): number[] {
  const due = (entry: Entry): boolean =>
    entry.seq === 1 || entry.seq % 32 === 0 || eventsOf(entry, "SeedFixed", "Finished").length > 0 || entry.kind === "Reveal" || entry === entries.at(-1);
  return entries.filter(due).map(({ seq }) => seq);
}

/** Signed heads fit the chain, cover its end and do not contradict each other (checks 10 to 15). */
export async function checkHeads(entries: readonly Entry[], notes: readonly string[], keys: readonly LogKey[], out: Findings): Promise<void> {
  const hashes = new Map(entries.map(({ seq, hash }) => [seq, hash]));
  const last = Math.max(...hashes.keys());
  const sizes = new Map<number, Uint8Array>();
  let signed = 0;
  for (const note of new Set(notes)) {
    let head: Awaited<ReturnType<typeof headOf>>;
    try {
      head = await headOf(keys, note);
    } catch (error) {
      out.add("HEAD_SIGNATURE_INVALID", claimed(note), `a note signed by ${keys.at(-1)?.line}`, (error as Error).message);
      continue;
    }
    const { size, hash, game } = head;
    if (!sizes.has(size)) sizes.set(size, hash);
    if (!equal(sizes.get(size) as Uint8Array, hash)) out.add("FORKED_LOG", size, sizes.get(size), hash);
    const there = hashes.get(size);
    if (!equal(game, (entries[0] as Entry).game)) out.add("HEAD_MISMATCH", size, entries[0]?.game, game);
    else if (size > last) out.add("TRUNCATED_LOG", last + 1, `${size} entries`, `${hashes.size} entries`);
    else if (!there || !equal(there, hash)) out.add("HEAD_MISMATCH", size, hash, there);
    signed = Math.max(signed, size);
  }
  if (signed < (entries.at(-1) as Entry).seq) out.add("UNSIGNED_TAIL", signed + 1, "a signed head over the last entry", "none");
  for (const size of required(entries)) if (!sizes.has(size)) out.add("HEAD_CADENCE", size, "a signed head of this size", "none");
}
