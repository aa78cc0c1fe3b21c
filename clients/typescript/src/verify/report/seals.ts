/** Sealed parts: openings fit, and parts stand where the kind of the command says that there are some (check 47). */
import { equal } from "../bytes.js";
import { REFEREE_STREAM } from "../dice.js";
import { REFEREE } from "../records.js";
import { COMMAND_PART, type Opening, REST_PART, sealedHash } from "../seals.js";
import type { Container } from "../container.js";
import type { Findings, Kind } from "./findings.js";
import { type Opened, type Read, restOf } from "./reading.js";

const SPECTATOR = 252;
export const streamOf = (owner: number): number => (owner < SPECTATOR ? owner + 1 : REFEREE_STREAM);

export async function checkSeals(
  entries: readonly Read[], file: Container, terms: Opened, kinds: Readonly<Record<string, Kind>> | null, out: Findings,
): Promise<void> {
  const left = new Set(file.sealed);
  if (left.size !== file.sealed.length) out.add("SEALED_OPENING_MISMATCH", 0, "openings of an entry once", "twice");
  for (const entry of entries) {
    left.delete(entry.seq);
    await checkOpenings(entry, file.openings.get(entry.seq) ?? [], out);
    const kind = kinds && Object.hasOwn(kinds, entry.kind) ? kinds[entry.kind] : undefined;
    if (kind) checkParts(entry, terms.seats.length, kind, out);
  }
  for (const seq of left) out.add("SEALED_OPENING_MISMATCH", seq, "an entry for these openings", "none");
}

async function checkOpenings(entry: Read, openings: readonly Opening[], out: Findings): Promise<void> {
  const due = new Map(entry.sealed.map(([owner, commitment]) => [`${owner} ${REST_PART}`, commitment]));
  if (entry.seal !== null) due.set(`${entry.actor[1]} ${COMMAND_PART}`, entry.seal);
  for (const { owner, part, salt, data } of openings) {
    const committed = due.get(`${owner} ${part}`);
    due.delete(`${owner} ${part}`);
    if (committed === undefined) {
      out.add("SEALED_OPENING_MISMATCH", entry.seq, "openings of this entry's own parts", `${owner}, ${part}`);
      continue;
    }
    const found = salt.length === 32 ? await sealedHash(entry.game, owner, part, entry.id, salt, data) : null;
    if (found === null || !equal(found, committed)) out.add("SEALED_OPENING_MISMATCH", entry.seq, committed, found);
    else if (part === REST_PART) checkRest(entry.seq, owner, data, out);
  }
}

function checkRest(seq: number, owner: number, data: Uint8Array, out: Findings): void {
  const rows = restOf(data);
  if (rows === null) out.add("BUNDLE_MALFORMED", seq, `a sealed part of party ${owner}`, "another value");
  for (const [stream] of rows ?? []) {
    if (stream !== streamOf(owner)) out.add("DICE_SOURCE_VIOLATION", seq, `hidden dice of stream ${streamOf(owner)}`, `stream ${stream}`);
  }
}

function checkParts(entry: Read, seats: number, kind: Kind, out: Findings): void {
  if (kind.secret !== (entry.seal !== null)) {
    out.add("SEALED_OPENING_MISMATCH", entry.seq, "a seal exactly where the command has secrets", entry.kind);
  }
  const parties = [...Array.from({ length: seats }, (_, seat) => seat), ...(kind.referee ? [REFEREE] : [])];
  const due = kind.sealed ? parties.join() : "";
  const owners = entry.sealed.map(([owner]) => owner).join();
  if (due !== owners) out.add("SEALED_OPENING_MISMATCH", entry.seq, `sealed parts of parties ${due}`, `parts of ${owners}`);
}
