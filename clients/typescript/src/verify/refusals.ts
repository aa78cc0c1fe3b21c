/** Refusals that a service has signed: of which command, on which head, and why. */
import { concat, equal, hex, text } from "./bytes.js";
import { demand } from "./errors.js";
import { decode, type Value } from "./mpint.js";
import { readVerifyKey, signedBy } from "./signatures.js";

const CHECK = "REFUSAL_UNPROVEN";
const FIELDS = 8;

/** A refusal as it is signed. */
export interface SignedRefusal {
  readonly refusal: Uint8Array;
  readonly signature: Uint8Array;
  readonly logKey: string;
}

/** What the answer says beside it, and what was refused. */
export interface Refusal {
  readonly game: Uint8Array;
  /** Entry after which it was ruled, and its hash. */
  readonly seq: number;
  readonly head: Uint8Array;
  readonly faults: readonly { readonly clause: string; readonly reason: string; readonly path: string }[];
  /** SHA-256 of what the command's signature covers; undefined where nobody here knows that. */
  readonly command?: Uint8Array;
}

/** Verifies a refusal: signed by a key of the log, of this command of this game, as the answer says it. NotProven else. */
export async function verifyRefusal(signed: SignedRefusal, said: Refusal, logKeys: readonly string[]): Promise<void> {
  const check: (holds: unknown, expected: string, found: string) => asserts holds = (holds, expected, found) =>
    demand(holds, CHECK, said.seq, expected, found, hex(said.game));
  check(logKeys.includes(signed.logKey), `a key of the log: ${logKeys}`, signed.logKey);
  const { publicKey } = await readVerifyKey(signed.logKey);
  const covered = concat(text("wglog/1/refusal\0"), signed.refusal);
  const fits = signed.signature.length === 64 && (await signedBy(publicKey, signed.signature, covered));
  check(fits, `a signature of ${signed.logKey}`, "one that does not fit");
  const fields = fieldsOf(signed.refusal);
  const [format, game, seq, head, time, command, faults] = fields;
  const bytes = [game, head, command].every((each) => each instanceof Uint8Array);
  check(fields.length === FIELDS && format === 1 && bytes && typeof time === "number" && Array.isArray(faults), "a refusal of format 1", "other fields");
  const same = (one: Value | undefined, other: Uint8Array): boolean => one instanceof Uint8Array && equal(one, other);
  check(same(game, said.game), "a refusal in this game", "one in another");
  check(!said.command || same(command, said.command), "a refusal of the command that was given", "one of another");
  check(seq === said.seq && same(head, said.head), `entry ${said.seq}, ${hex(said.head)}`, `entry ${String(seq)}, ${hex(head as Uint8Array)}`);
  const [first] = said.faults;
  const [found = null] = faults as readonly Value[];
  const row = Array.isArray(found) ? (found as readonly Value[]) : [];
  const due = first ? [first.clause, first.reason, first.path] : [];
  const alike = first !== undefined && due.every((each, at) => row[at] === each);
  check(alike, due.join(" ") || "an answer that says why", row.slice(0, 3).join(" "));
}

function fieldsOf(data: Uint8Array): readonly Value[] {
  try {
    const value = decode(data);
    return Array.isArray(value) ? (value as readonly Value[]) : [];
  } catch {
    return [];
  }
}
