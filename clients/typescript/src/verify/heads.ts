/** Signed heads of a log, and the keys that may sign them. */
import { equal, hex, unbase64, unhex } from "./bytes.js";
import { demand, NotProven } from "./errors.js";
import type { Entry } from "./records.js";
import { claimedSize, isSignedBy, verifyNote } from "./signatures.js";

/** A head: the game, how many entries it is of, and the hash of the last of them. */
export interface Head {
  readonly game: Uint8Array;
  readonly size: number;
  readonly hash: Uint8Array;
}

/** A key that may sign heads, and the entry that ended it; Infinity while none did. */
export interface LogKey {
  readonly line: string;
  end: number;
}

/** Reads the text of a head; NotProven for any other. */
export function readHead(body: string): Head {
  const match = /^wglog\/1\/head ([0-9a-f]{32})\n([1-9][0-9]{0,14})\n(\S{44})\n$/.exec(body);
  demand(match, "HEAD_SIGNATURE_INVALID", 0, "the three lines of a head", "another text");
  return { game: unhex(match[1] ?? ""), size: Number(match[2]), hash: unbase64(match[3] ?? "") };
}

/** Gives the next key of a note by which one log key hands on to it, signed with both. */
async function readKeyChange(line: string, note: string): Promise<string> {
  const body = await verifyNote(line, note);
  const [, before, next = ""] = /^wglog\/1\/key\n([^\n]+)\n([^\n]+)\n$/.exec(body) ?? [];
  const both = before === line && (await verifyNote(next, note)) === body;
  demand(both, "LOG_KEY_UNPROVEN", 0, `a change of ${line}`, "another note");
  return next;
}

/** Follows notes from a key; null where they do not lead from it. */
export async function lastKey(line: string, changes: readonly string[]): Promise<string | null> {
  let last = line;
  try {
    for (const note of changes) last = await readKeyChange(last, note);
  } catch (error) {
    if (error instanceof NotProven || error instanceof TypeError) return null; // of another key, or of before this one
    throw error;
  }
  return last;
}

/**
 * The keys that may sign heads, in order: those that `line` has handed on to.
 *
 * A published key that came into force later is good for all sizes; of a key that was lost none follows.
 */
export async function logKeys(entries: readonly Entry[], line: string): Promise<LogKey[]> {
  const keys: LogKey[] = [{ line, end: Number.POSITIVE_INFINITY }];
  for (const { seq, kind, values } of entries) {
    if (kind !== "ChangeLogKey") continue;
    const [next, changes] = values as readonly [string, readonly string[]];
    const current = keys.at(-1);
    if (current === undefined || next === line || changes.length === 0) continue;
    if ((await lastKey(current.line, changes)) !== next) continue;
    current.end = seq;
    keys.push({ line: next, end: Number.POSITIVE_INFINITY });
  }
  return keys;
}

/** Gives the head of a note that one of these keys signed, which was in force at its size or came later. */
export async function signedHead(keys: readonly LogKey[], note: string, game = ""): Promise<Head> {
  const able = keys.filter(({ end }) => claimedSize(note) < end);
  let fault: unknown;
  for (const { line } of able) {
    try {
      return readHead(await verifyNote(line, note, game));
    } catch (error) {
      if (!(error instanceof NotProven)) throw error;
      fault = error;
    }
  }
  throw fault;
}

/**
 * Gives the head of a note that is signed, but with none of these keys: nobody can verify it yet. Null for what is no such
 * note: one that bears the name of a known key, and does not verify, is forged.
 */
export async function strangeHead(lines: readonly string[], note: string): Promise<Head | null> {
  if (lines.length === 0 || (await isSignedBy(lines, note)) !== false) return null;
  try {
    return readHead(note.slice(0, note.lastIndexOf("\n\n") + 1));
  } catch {
    return null;
  }
}

/** Compares a head with the chain: it holds for a log of its own size or longer, and for no other history. */
export function compareHead(entries: readonly Entry[], head: Head): void {
  const game = hex(head.game);
  demand(head.size <= entries.length, "TRUNCATED_LOG", entries.length, `${head.size} entries`, `${entries.length}`, game);
  const entry = entries[head.size - 1];
  demand(entry, "TRUNCATED_LOG", head.size, "an entry", "none", game);
  demand(equal(entry.game, head.game), "WRONG_GAME", head.size, hex(entry.game), game);
  demand(equal(entry.hash, head.hash), "HEAD_MISMATCH", head.size, hex(entry.hash), hex(head.hash), game);
}

/** Verifies a signed head against a chain; `line` is the key of the terms, or the one that was published. */
export async function verifyHead(entries: readonly Entry[], line: string, note: string): Promise<Head> {
  const head = await signedHead(await logKeys(entries, line), note);
  compareHead(entries, head);
  return head;
}
