/** What a file carries of a public register, against its entries (checks 17, 19 and 21). */
import { equal } from "../bytes.js";
import type { LogKey } from "../heads.js";
import type { Value } from "../mpint.js";
import {
  cosignatures, type InTree, type Leaf, otherLeaves, type Proof, readCarried, readLeaf, registerKey, verifyCheckpoint, verifyProof,
} from "../register.js";
import type { Inclusion } from "../wallet.js";
import type { Findings } from "./findings.js";
import { isBytes, isList, type Opened, type Read, same } from "./reading.js";

const CODE = "REGISTRY_MISMATCH";
const ROWS_MOST = 3;

interface Row extends Leaf {
  readonly proof: Proof;
}

export async function checkRegister(
  entries: readonly Read[], terms: Opened, carried: Uint8Array, keys: readonly LogKey[], out: Findings,
): Promise<void> {
  if (carried.length === 0) return;
  let rows: Row[];
  try {
    rows = await readRows(carried, keys);
  } catch (error) {
    out.add(CODE, 0, "proofs of the register that hold", (error as Error).message);
    return;
  }
  const begun = rows.filter(({ kind, proof }) => kind === "Begun" && proof.index === 0);
  const opened = rows.filter(({ kind }) => kind === "GameOpened");
  const ended = rows.filter(({ kind }) => kind === "GameEnded" || kind === "GameVoided");
  if (begun.length !== 1 || opened.length !== 1 || ended.length > 1 || begun.length + opened.length + ended.length !== rows.length) {
    out.add(CODE, 0, "the register's beginning, one opening, and an end at most", `${rows.length} leaves`);
  }
  for (const row of opened) checkOpened(entries, terms, row, out);
  for (const row of ended) checkEnded(entries, row, out);
  const [, , , quorum = 0, witnesses = []] = rows.find(({ kind }) => kind === "Begun")?.fields ?? [];
  for (const { proof } of opened) {
    const found = await cosignatures(proof.note, witnesses as readonly string[]);
    if (found < Number(quorum)) out.add("WITNESS_QUORUM_MISSING", 0, `${String(quorum)} witnesses`, found);
  }
}

async function readRows(carried: Uint8Array, keys: readonly LogKey[]): Promise<Row[]> {
  const { key, rows } = readCarried(carried);
  if (rows.length > ROWS_MOST) throw new Error(`more than ${ROWS_MOST} leaves`);
  const line = await registerKey(keys.map((known) => known.line), key);
  const found: Row[] = [];
  for (const [data, words] of rows) {
    const leaf = readLeaf(data);
    if (!isLeaf(leaf)) throw new Error(`no leaf of a register: ${leaf.kind}`);
    const proof = await verifyProof(line, data, words);
    if (proof.index <= (found.at(-1)?.proof.index ?? -1)) throw new Error("leaves that do not stand in their order");
    found.push({ ...leaf, proof });
  }
  return found;
}

/** What was proven to a holder: the register's key, the leaf, and the tree that was signed. */
export interface Proven extends InTree {
  readonly line: string;
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
}

/**
 * What was proven to a holder before he contributed: the game was opened so in public; a proof that does not hold proves
 * nothing. All proofs are of one register, which only grew: `told` are those before this one, which is added.
 */
export async function checkInclusion(
  entries: readonly Read[], terms: Opened, held: Inclusion, keys: readonly LogKey[], told: Proven[], out: Findings,
): Promise<void> {
  let leaf: Leaf;
  let now: Proven;
  try {
    const line = await registerKey(keys.map((known) => known.line), held.key);
    const [origin = ""] = line.split("+", 1);
    if (origin !== held.register) throw new Error(`the key of the register ${origin}, and the wallet names ${held.register}`);
    const proof = await verifyProof(line, held.leaf, held.proof);
    now = { line, leaf: held.leaf, proof, ...(await verifyCheckpoint(line, proof.note)) };
    leaf = readLeaf(held.leaf);
    if (leaf.kind !== "GameOpened" || !isLeaf(leaf)) throw new Error(`a leaf ${leaf.kind}, and no opening`);
  } catch (error) {
    out.add("RECEIPT_UNPROVEN", 1, "a proof of this game's opening", (error as Error).message);
    return;
  }
  checkOpened(entries, terms, leaf, out, "as it was proven to a holder");
  const another = told.map((before) => otherHistory(before, now)).find((found) => found !== "");
  if (another !== undefined) out.add(CODE, 1, `the register ${held.register} as it was proven to a holder`, another);
  told.push(now);
}

/** How two proofs are not of one tree that only grew; empty where they may be. */
function otherHistory(before: Proven, now: Proven): string {
  if (before.line !== now.line) return `another register, ${now.line}`;
  const { index } = now.proof;
  if (before.proof.index !== index || !equal(before.leaf, now.leaf)) return `leaf ${index} with another opening of the game, and not leaf ${before.proof.index}`;
  if (before.size === now.size && !equal(before.root, now.root)) return `another root of ${now.size} leaves`;
  const other = otherLeaves(before, now);
  return other ? `other leaves ${other.first} to ${other.last}: trees of ${before.size} and ${now.size} leaves` : "";
}

function checkOpened(entries: readonly Read[], terms: Opened, leaf: Leaf, out: Findings, when = "as registered"): void {
  const label = (name: string): string => (terms.event === null ? "" : (terms.labels.get(name) ?? ""));
  const due: readonly (readonly [string, number, Value])[] = [
    ["game", 0, (entries[0] as Read).game],
    ["commitment", 1, terms.commitment],
    ["digest of the terms", 2, terms.settings],
    ["keys of the seats", 4, terms.seats.map(({ keys }) => keys)],
    ["event", 5, terms.event],
    ["round", 6, label("round")],
    ["table", 7, label("table")],
    ["game that it takes the place of", 8, terms.restarts],
  ];
  for (const [name, place, here] of due) {
    if (!same(here, leaf.fields[place] ?? null)) out.add(CODE, 1, `${name} ${when}`, here);
  }
  const first = entries.find(({ kind }) => kind === "CommitContribution" || kind === "OpenContribution");
  if (first && leaf.time > first.time) out.add("SEED_COMMIT_LATE", first.seq, "an opening registered before any contribution", "one after it");
}

function checkEnded(entries: readonly Read[], leaf: Leaf, out: Findings): void {
  const [game, size, head] = leaf.fields as readonly [Uint8Array, number, Uint8Array];
  if (!equal(game, (entries[0] as Read).game)) {
    out.add(CODE, 0, "the end of this game", game);
    return;
  }
  const there = entries.find(({ seq }) => seq === size)?.hash;
  if (!there) out.add("TRUNCATED_LOG", entries.length + 1, `${size} entries, as registered`, entries.length);
  if (!there || !equal(there, head)) out.add(CODE, size, head, there);
}

/** Shapes of the fields of leaves: t text, n number, b bytes, o bytes or nil; capitals are lists of them, K of lists of bytes. */
const SHAPES: Readonly<Record<string, string>> = {
  Begun: "totnT", GameOpened: "bbbtKotto", GameEnded: "bnbttN", GameVoided: "bnbtn", KeyAdded: "tT", KeyRotated: "ttt",
  KeyRevoked: "tt", RoleGiven: "tnttBn", RoleRevoked: "tt", Interpreted: "tttt", EventEnded: "t",
};
const WITHIN: Readonly<Record<string, string>> = { T: "t", N: "n", B: "b", K: "B" };

function fits(sign: string, value: Value): boolean {
  const inner = WITHIN[sign];
  if (inner !== undefined) return isList(value) && value.every((row) => fits(inner, row));
  if (sign === "t") return typeof value === "string";
  if (sign === "n") return Number.isSafeInteger(value);
  return isBytes(value) || (sign === "o" && value === null);
}

/** Whether a leaf is of a known kind, with the fields of that kind. */
export function isLeaf({ kind, fields }: Leaf): boolean {
  const shape = Object.hasOwn(SHAPES, kind) ? SHAPES[kind] : undefined;
  return shape !== undefined && shape.length === fields.length && [...shape].every((sign, at) => fits(sign, fields[at] as Value));
}
