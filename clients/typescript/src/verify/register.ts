/** The public register: Merkle proofs of RFC 6962, checkpoints and proofs as C2SP has them, and what leaves say. */
import { type Bytes, equal, hex, sha256, text, unbase64 } from "./bytes.js";
import { demand } from "./errors.js";
import { settingsHash, termsOf } from "./games.js";
import { type LogKey } from "./heads.js";
import { decode, encode, type Value } from "./mpint.js";
import type { Entry } from "./records.js";
import { signedBy, verifyNote } from "./signatures.js";

const CODE = "REGISTRY_MISMATCH";
const PROOF_MOST = 63;
const COSIGNER = 4;
// how many fields an opening has, and the place of the ruleset among them
const OPENED = 9;
const RULESET = 3;

/** A proof as it stands in a file: the leaf's place, the hashes beside its path, and the note of a checkpoint. */
export interface Proof {
  readonly index: number;
  readonly path: readonly Uint8Array[];
  readonly note: string;
}

/** A leaf: when it was entered, in ms, its kind, and the fields of that kind. */
export interface Leaf {
  readonly time: number;
  readonly kind: string;
  readonly fields: readonly Value[];
}

/** What a replay file carries: the note that names the register's key, and leaves with their proofs. */
export interface Carried {
  readonly key: string;
  readonly rows: readonly (readonly [Uint8Array, string])[];
}

/** What was verified of the register: its name, and when the opening was entered, in ms. */
export interface Registered {
  readonly origin: string;
  readonly opened: number;
  readonly ended: boolean;
  /** Witnesses that have cosigned the checkpoint above the opening, and how many have to. */
  readonly cosigned: number;
  readonly quorum: number;
}

export const leafHash = (leaf: Uint8Array): Promise<Bytes> => sha256([0], leaf);
const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> => sha256([1], left, right);

function fail(expected: string, found: string, seq = 0): never {
  demand(false, CODE, seq, expected, found);
  throw new Error(found);
}

/** The hashes above a leaf, from below; NotProven where the path has another length than there are. */
export async function nodesAbove(
  hashed: Uint8Array, index: number, size: number, path: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  demand(Number.isSafeInteger(index) && index >= 0 && index < size, CODE, 0, `a place below ${size}`, `${index}`);
  let place = index;
  let last = size - 1;
  let found: Uint8Array = hashed;
  const nodes: Uint8Array[] = [];
  const up = (): void => {
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  };
  for (const beside of path) {
    demand(last > 0, CODE, 0, "as many hashes as the path has", "more");
    if (place % 2 === 1 || place === last) {
      found = await nodeHash(beside, found);
      while (place % 2 === 0 && place > 0) up();
    } else {
      found = await nodeHash(found, beside);
    }
    nodes.push(found);
    up();
  }
  demand(last === 0, CODE, 0, "as many hashes as the path has", "fewer");
  return nodes;
}

/** Verifies that a leaf of this hash stands at a place of the tree with this root; NotProven where it does not. */
export async function verifyInclusion(
  hashed: Uint8Array, index: number, size: number, path: readonly Uint8Array[], root: Uint8Array,
): Promise<void> {
  const found = (await nodesAbove(hashed, index, size, path)).at(-1) ?? hashed;
  demand(equal(found, root), CODE, 0, `the root of ${size} leaves`, "a path that does not lead there");
}

/** Reads a proof; nothing of it is verified. */
export function readProof(words: string): Proof {
  const end = words.indexOf("\n\n");
  const lines = words.slice(0, Math.max(end, 0)).split("\n");
  if (lines[1]?.startsWith("extra ")) lines.splice(1, 1);
  const place = /^index (0|[1-9][0-9]{0,15})$/.exec(lines[1] ?? "");
  demand(lines[0] === "c2sp.org/tlog-proof@v1" && place && lines.length <= PROOF_MOST + 2, CODE, 0, "a proof", "another text");
  const path = lines.slice(2).map((line) => {
    try {
      return unbase64(line);
    } catch {
      return fail("hashes", "a line that is none");
    }
  });
  demand(path.every(({ length }) => length === 32), CODE, 0, "hashes of 32 bytes", "others");
  return { index: Number(place[1]), path, note: words.slice(end + 2) };
}

/** A proof that was verified, and the number of leaves of the tree that was signed. */
export interface InTree {
  readonly proof: Proof;
  readonly size: number;
}

/** Leaves that two trees have otherwise: the first and last of them, and the hash that each tree has of them. */
export interface OtherLeaves {
  readonly first: number;
  readonly last: number;
  readonly due: Uint8Array;
  readonly found: Uint8Array;
}

/**
 * Finds leaves that two trees of one register have otherwise, by proofs of one leaf in both; null where there are none. A
 * tree only grows: what is full in the smaller one never changes, and every hash of it that stands in both paths is
 * compared. That is all before the leaf, and behind it what both have; the rest takes the tiles of the register.
 */
export function otherLeaves(before: InTree, now: InTree): OtherLeaves | null {
  const shown = new Map([...besidePath(now)].map(({ level, number, hash }) => [`${level} ${number}`, hash]));
  for (const { level, number, hash } of besidePath(before)) {
    const found = shown.get(`${level} ${number}`);
    const after = (number + 1) * 2 ** level;
    if (found && after <= Math.min(before.size, now.size) && !equal(found, hash)) {
      return { first: number * 2 ** level, last: after - 1, due: hash, found };
    }
  }
  return null;
}

/** The hashes beside the path of a leaf, each with its level in the tree, from 0, and its number there. */
function* besidePath({ proof, size }: InTree): Generator<{ readonly level: number; readonly number: number; readonly hash: Uint8Array }> {
  let place = proof.index;
  let last = size - 1;
  let level = 0;
  const up = (): void => {
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
    level += 1;
  };
  for (const hash of proof.path) {
    while (place === last && place % 2 === 0 && place > 0) up(); // alone at the edge: it goes up as it is
    yield { level, number: place % 2 === 0 ? place + 1 : place - 1, hash };
    up();
  }
}

/** Reads a leaf; NotProven where it is none, or not written as leaves are. */
export function readLeaf(data: Uint8Array): Leaf {
  let value: Value;
  try {
    value = decode(data);
  } catch {
    return fail("a leaf", "other bytes");
  }
  const [format, time, body] = Array.isArray(value) ? (value as readonly Value[]) : [];
  const fields = Array.isArray(body) ? (body as readonly Value[]) : [];
  const [kind] = fields;
  const fit = format === 1 && typeof time === "number" && typeof kind === "string" && equal(encode(value), data);
  demand(fit, CODE, 0, "a leaf", "other values");
  return { time: time as number, kind: kind as string, fields: fields.slice(1) };
}

/** Verifies that a leaf stands in the register of a key; gives its place and the checkpoint's note. */
export async function verifyProof(line: string, leaf: Uint8Array, words: string): Promise<Proof> {
  const proof = readProof(words);
  const { size, root } = await verifyCheckpoint(line, proof.note);
  await verifyInclusion(await leafHash(leaf), proof.index, size, proof.path, root);
  return proof;
}

/** Reads a checkpoint that the key of a register signed. */
export async function verifyCheckpoint(
  line: string, note: string,
): Promise<{ readonly origin: string; readonly size: number; readonly root: Uint8Array }> {
  const [origin = "", size = "", root = ""] = (await verifyNote(line, note)).split("\n");
  demand(line.startsWith(`${origin}+`) && /^(0|[1-9][0-9]{0,15})$/.test(size), CODE, 0, "a checkpoint of its key", "another");
  return { origin, size: Number(size), root: unbase64(root) };
}

/** Reads the key of a register out of the note by which a key of the log names it. */
export async function registerKey(logKeys: readonly string[], note: string): Promise<string> {
  for (const line of logKeys) {
    let body: string;
    try {
      body = await verifyNote(line, note);
    } catch {
      continue;
    }
    const [, origin, key = ""] = /^wgregister\/1\/key\n([^\n]+)\n([^\n]+)\n$/.exec(body) ?? [];
    demand(origin && key.startsWith(`${origin}+`), CODE, 0, "the key of a register", "another note");
    return key;
  }
  return fail("the key of a register, signed with a key of the log", "a note that none has signed");
}

/** Proof that a game stands in a register, as its players are given it. */
export interface Given {
  /** Name of the register. */
  readonly register: string;
  readonly leaf: Uint8Array;
  readonly proof: string;
  /** Note by which a key of the log names the register's key. */
  readonly key: string;
}

/** Where the opening of a game stands. */
export interface Place {
  /** Name of the register. */
  readonly register: string;
  /** Place of the leaf, from 0. */
  readonly index: number;
  /** When it was entered, in ms. */
  readonly time: number;
}

/** Verifies what a player is given with the opening, by itself: `logKey` is the key of the heads. */
export async function verifyRegistration(
  logKey: string, given: { readonly key: string; readonly leaf: Uint8Array; readonly proof: string },
): Promise<Leaf> {
  await verifyProof(await registerKey([logKey], given.key), given.leaf, given.proof);
  return readLeaf(given.leaf);
}

/**
 * Verifies that a register has the opening of a game as its first entry has it, from the keys of the log on; NotProven
 * where it does not. `entries` are those that are known, from the first on.
 */
export async function verifyPlace(logKeys: readonly string[], given: Given, entries: readonly Entry[]): Promise<Place> {
  const { place, leaf } = await proven(logKeys, given).catch((error: unknown) => fail("a proof that the game stands in a register", (error as Error).message, 1));
  await verifyOpening(entries, leaf);
  const { ruleset } = termsOf(entries);
  demand(leaf.fields[RULESET] === ruleset, CODE, 1, `ruleset ${ruleset} as in the register`, String(leaf.fields[RULESET]));
  return place;
}

async function proven(logKeys: readonly string[], given: Given): Promise<{ readonly place: Place; readonly leaf: Leaf }> {
  const line = await registerKey(logKeys, given.key);
  const register = line.slice(0, line.indexOf("+"));
  if (given.register !== register) throw new Error(`the register ${given.register}, and a key of ${register}`);
  const { index } = await verifyProof(line, given.leaf, given.proof);
  const leaf = readLeaf(given.leaf);
  if (leaf.kind !== "GameOpened" || leaf.fields.length !== OPENED) throw new Error(`a leaf ${leaf.kind}, and no opening`);
  return { place: { register, index, time: leaf.time }, leaf };
}

/**
 * Compares a proof that was verified with earlier ones: a game stands in one register, with one key, and that has one leaf
 * of the game, and one tree, which only grows. Of what is held only that counts which a register has signed that a key of
 * the log names. NotProven where they differ: both are proof then.
 */
export async function comparePlaces(logKeys: readonly string[], held: readonly Given[], given: Given): Promise<void> {
  const shown = async (row: Given): Promise<Shown> => {
    const line = await registerKey(logKeys, row.key);
    const proof = await verifyProof(line, row.leaf, row.proof);
    return { line, proof, ...(await verifyCheckpoint(line, proof.note)) };
  };
  const now = await shown(given);
  for (const row of held) {
    const before = await shown(row).catch(() => null);
    if (before === null) continue;
    demand(before.line === now.line, CODE, 1, `the register ${before.line} as before`, `another one, ${now.line}`);
    const sameLeaf = before.proof.index === now.proof.index && equal(row.leaf, given.leaf);
    demand(sameLeaf, CODE, 1, `leaf ${before.proof.index} as the register had it before`, `another leaf, ${now.proof.index}`);
    const sameTree = before.size !== now.size || equal(before.root, now.root);
    demand(sameTree, CODE, 1, `the root ${hex(before.root)} of ${before.size} leaves, as it was signed before`, hex(now.root));
    const other = otherLeaves(before, now);
    const due = other && `the hash ${hex(other.due)} of leaves ${other.first} to ${other.last}, as it was signed before`;
    demand(!other, CODE, 1, due ?? "", other ? hex(other.found) : "");
  }
}

/** What a proof shows: the register's key, the place of the leaf, and the tree that was signed. */
interface Shown extends InTree {
  readonly line: string;
  readonly root: Uint8Array;
}

/** Counts the witnesses of a list that have cosigned a checkpoint. */
export async function cosignatures(note: string, witnesses: readonly string[]): Promise<number> {
  const end = note.lastIndexOf("\n\n") + 1;
  const body = note.slice(0, end);
  let count = 0;
  for (const line of new Set(witnesses)) {
    const [, name = "", id = "", data = ""] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(line) ?? [];
    const raw = unbase64(data);
    if (raw.length !== 33 || raw[0] !== COSIGNER) continue;
    for (const row of note.slice(end + 1, -1).split("\n")) {
      const [, signer, letters = ""] = /^\u2014 ([^+\s]+) (\S+)$/.exec(row) ?? [];
      if (signer !== name) continue;
      const signature = unbase64(letters);
      if (signature.length !== 76 || hex(signature.slice(0, 4)) !== id) continue;
      const seconds = signature.slice(4, 12).reduce((sum, byte) => sum * 256 + byte, 0);
      if (!Number.isSafeInteger(seconds)) continue;
      if (!(await signedBy(raw.slice(1), signature.slice(12), text(`cosignature/v1\ntime ${seconds}\n${body}`)))) continue;
      count += 1;
      break;
    }
  }
  return count;
}

/** Reads what a replay file carries of a register. */
export function readCarried(data: Uint8Array): Carried {
  let value: Value;
  try {
    value = decode(data);
  } catch {
    return fail("what a file carries of a register", "other bytes");
  }
  const [key, rows] = Array.isArray(value) ? (value as readonly Value[]) : [];
  const fit = typeof key === "string" && Array.isArray(rows) && equal(encode(value), data) && (value as readonly Value[]).length === 2
    && (rows as readonly Value[]).every((row) => Array.isArray(row) && row.length === 2 && row[0] instanceof Uint8Array && typeof row[1] === "string");
  demand(fit, CODE, 0, "a key and leaves with their proofs", "other values");
  return { key: key as string, rows: rows as unknown as Carried["rows"] };
}

const same = (left: Value, right: Value): boolean => equal(encode(left), encode(right));

/** Verifies what a replay file carries of a register against its entries; NotProven where the two do not fit. */
export async function verifyRegistered(
  entries: readonly Entry[], data: Uint8Array, keys: readonly LogKey[],
): Promise<Registered> {
  const { key, rows } = readCarried(data);
  const line = await registerKey(keys.map((known) => known.line), key);
  let last = -1;
  let begun: Leaf | undefined;
  let opened: { leaf: Leaf; note: string } | undefined;
  let ended = false;
  for (const [bytes, words] of rows) {
    const { index, note } = await verifyProof(line, bytes, words);
    demand(index > last, CODE, 0, "leaves in their order", `leaf ${index} after ${last}`);
    last = index;
    const leaf = readLeaf(bytes);
    if (leaf.kind === "Begun" && index === 0) begun = leaf;
    else if (leaf.kind === "GameOpened" && !opened) opened = { leaf, note };
    else if (leaf.kind === "GameEnded" || leaf.kind === "GameVoided") {
      verifyEnd(entries, leaf);
      ended = true;
    } else fail("beginning, opening and end", leaf.kind);
  }
  demand(begun && opened, CODE, 0, "the beginning of the register and the opening of the game", "less");
  await verifyOpening(entries, opened.leaf);
  const [, , , quorum = 0, witnesses = []] = begun.fields;
  const cosigned = await cosignatures(opened.note, witnesses as readonly string[]);
  return { origin: line.slice(0, line.indexOf("+")), opened: opened.leaf.time, ended, cosigned, quorum: Number(quorum) };
}

async function verifyOpening(entries: readonly Entry[], leaf: Leaf): Promise<void> {
  const terms = termsOf(entries);
  const genesis = entries[0] as Entry;
  const [game = null, commitment = null, digest = null, , keys = null, event = null, round = null, table = null, restarts = null] = leaf.fields;
  const label = (name: string): string => (terms.event === null ? "" : (terms.labels.get(name) ?? ""));
  const due: readonly [string, Value, Value][] = [
    ["game", genesis.game, game],
    ["commitment", terms.commitment, commitment],
    ["digest of the terms", await settingsHash(genesis.values), digest],
    ["keys of the seats", terms.keys as unknown as Value, keys],
    ["event", terms.event, event],
    ["round", label("round"), round],
    ["table", label("table"), table],
    ["game that it takes the place of", terms.restarts, restarts],
  ];
  for (const [name, here, there] of due) demand(same(here, there), CODE, 1, `${name} as in the register`, "another");
  const first = entries.find(({ kind }) => kind === "CommitContribution" || kind === "OpenContribution");
  demand(!first || leaf.time <= first.time, "SEED_COMMIT_LATE", first?.seq ?? 1, "an opening registered before", "one after");
}

function verifyEnd(entries: readonly Entry[], leaf: Leaf): void {
  const [game = null, size = 0, head = null] = leaf.fields;
  const entry = entries[Number(size) - 1];
  demand(same(game, (entries[0] as Entry).game), CODE, 0, "the end of this game", "of another");
  demand(entry && same(head, entry.hash), CODE, Number(size), "the head that the register has of its end", "another");
}

