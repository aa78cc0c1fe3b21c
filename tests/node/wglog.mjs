// A reader's checks of wglog/1: chain, sealed parts, dice of a finished game, signed heads. No rules are needed.

import { decode, encode } from "./mpint.mjs";
import {
  NO_ENTROPY, REPORTED, ascii, commit, concat, draw, equal, hex, seatCommit, sha256, streamKey, transcript, unhex,
} from "./wgdice.mjs";

const { subtle } = globalThis.crypto;
const GENESIS_PREV = new Uint8Array(32);
const SEATS = 4; // places of the fields of OpenGame
const COMMITMENT = 16;

// What a check found: a stable code, and the entry where it is.
export class Finding extends Error {
  constructor(code, seq, message) {
    super(`${code} at entry ${seq}: ${message}`);
    Object.assign(this, { code, seq });
  }
}

function demand(allowed, code, seq, message) {
  if (!allowed) throw new Finding(code, seq, message);
}

export const entryHash = (record) => sha256(ascii("wglog/1/entry\0"), record);

export const sealedHash = (game, owner, part, commandId, salt, bytes) =>
  sha256(ascii("wglog/1/sealed\0"), game, [owner, part], commandId, salt, bytes);

export const stateHash = (view) => sha256(ascii("wglog/1/state\0"), view);

export const signingBytes = (game, actor, command) =>
  concat(ascii("wglog/1/cmd\0"), encode([game, actor, command]));

function fieldsOf(record, seq) {
  try {
    return decode(record);
  } catch (error) {
    throw new Finding("NON_CANONICAL_ENTRY", seq, error.message);
  }
}

export function parseRecord(record, seq) {
  const fields = fieldsOf(record, seq);
  const whole = Array.isArray(fields) && fields.length === 12 && fields[0] === 1 && Array.isArray(fields[6]?.[2]);
  demand(whole, "BUNDLE_MALFORMED", seq, "not a record of format 1");
  const [, game, number, prev, time, actor, command, signature, dice, events, sealed, state] = fields;
  const [id, head, [kind, ...values], seal] = command;
  return {
    game, seq: number, prev, time, actor, command, id, head, kind, values, seal, signature, dice, events, sealed, state,
  };
}

// Reads record bytes as they are stored, first to last; gives the entries with their hashes.
export async function verifyChain(records) {
  const entries = [];
  let prev = GENESIS_PREV;
  for (const [at, record] of records.entries()) {
    const entry = parseRecord(record, at + 1);
    demand(entry.seq === at + 1, "MISSING_ENTRY", at + 1, `found number ${entry.seq}`);
    demand(equal(entry.prev, prev), "CHAIN_BREAK", at + 1, "prev is not the hash of the entry before");
    demand(equal(entry.game, (entries[0] ?? entry).game), "WRONG_GAME", at + 1, hex(entry.game));
    demand(entry.time >= (entries.at(-1) ?? entry).time, "TIME_REGRESSION", at + 1, `${entry.time}`);
    prev = await entryHash(record);
    entries.push({ ...entry, hash: prev });
  }
  return entries;
}

function commitmentOf(entry, owner, part) {
  if (part === 0) return owner === entry.actor[1] ? entry.seal : null;
  return entry.sealed.find(([party]) => party === owner)?.[1] ?? null;
}

// `openings` are an entry's [owner, part, salt, bytes] as far as this reader has them.
export async function verifyOpenings(entry, openings) {
  for (const [owner, part, salt, bytes] of openings) {
    const committed = commitmentOf(entry, owner, part);
    const found = await sealedHash(entry.game, owner, part, entry.id, salt, bytes);
    demand(committed && equal(committed, found), "SEALED_OPENING_MISMATCH", entry.seq, `part ${part} of party ${owner}`);
  }
}

export function hiddenDice(openings) {
  return openings.filter(([, part]) => part === 1).flatMap(([, , , bytes]) => decode(bytes)[2]);
}

const only = (entries, kind) => entries.filter((entry) => entry.kind === kind);

// The genesis fields with no commitment: what the contributions are bound to.
export const settingsHash = (fields) => sha256(encode(fields.map((field, at) => (at === COMMITMENT ? null : field))));

async function contributions(entries, seats) {
  const slots = new Array(seats).fill(null);
  const promised = new Map(only(entries, "CommitContribution").map((entry) => [entry.actor[1], entry.values[0]]));
  for (const { actor: [, seat], values: [given], game, seq } of only(entries, "OpenContribution")) {
    const fits = !promised.has(seat) || equal(promised.get(seat), await seatCommit(game, seat, given));
    demand(fits, "CONTRIBUTION_MISMATCH", seq, `of seat ${seat}`);
    slots[seat] = given;
  }
  return slots;
}

// From the revealed secret and the logged contributions to the transcript that every stream's key hangs on.
export async function seedOf(entries) {
  const [genesis] = entries;
  demand(genesis?.kind === "OpenGame", "GENESIS_INVALID", 1, "the first command is not OpenGame");
  const reveal = only(entries, "Reveal").at(-1);
  demand(reveal, "SEED_NOT_REVEALED", entries.length, "no Reveal");
  const [secret] = reveal.values;
  const committed = genesis.values[COMMITMENT];
  demand(equal(await commit(genesis.game, secret), committed), "SEED_COMMIT_MISMATCH", reveal.seq, "another secret");
  const slots = await contributions(entries, genesis.values[SEATS].length);
  return { secret, transcript: await transcript(genesis.game, committed, await settingsHash(genesis.values), slots) };
}

// Rows are [stream, epoch, index, sides, faces, why, roller]; `cursor` holds the next index of each stream.
async function verifyRow(row, seq, seed, cursor, keys) {
  const [stream, epoch, index, sides, faces, why] = row;
  const next = cursor.get(stream) ?? 0;
  demand(index >= next, "DICE_REUSED", seq, `stream ${stream}: index ${index} again`);
  demand(index === next, "DICE_CURSOR_GAP", seq, `stream ${stream}: index ${index}, next is ${next}`);
  cursor.set(stream, index + faces.length);
  if (stream === REPORTED) return;
  demand(epoch === 0, "EPOCH_INVALID", seq, `epoch ${epoch} never began`);
  if (!keys.has(stream)) keys.set(stream, await streamKey(seed.secret, seed.transcript, 0, stream, NO_ENTROPY));
  const derived = await draw(keys.get(stream), index, sides, faces.length);
  demand(`${derived}` === `${faces}`, "DICE_NOT_FROM_SEED", seq, `${why}: ${faces} should be ${derived}`);
}

// `openings` maps a seq to its openings; gives how many dice were checked, reported ones not counted.
export async function verifyDice(entries, openings = new Map()) {
  const seed = await seedOf(entries);
  const cursor = new Map();
  const keys = new Map();
  let count = 0;
  for (const entry of entries) {
    const own = openings.get(entry.seq) ?? [];
    await verifyOpenings(entry, own);
    for (const row of [...entry.dice, ...hiddenDice(own)]) {
      await verifyRow(row, entry.seq, seed, cursor, keys);
      if (row[0] !== REPORTED) count += row[4].length;
    }
  }
  return count;
}

const PKCS8 = unhex("302e020100300506032b657004220420");

export const signer = (seed) => subtle.importKey("pkcs8", concat(PKCS8, seed), { name: "Ed25519" }, false, ["sign"]);

export const signCommand = async (key, game, actor, command) =>
  new Uint8Array(await subtle.sign("Ed25519", key, signingBytes(game, actor, command)));

async function signedBy(publicKey, signature, bytes) {
  const key = await subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]);
  return subtle.verify("Ed25519", key, signature, bytes);
}

export const verifySignature = async (entry, publicKey) =>
  entry.signature !== null
  && signedBy(publicKey, entry.signature, signingBytes(entry.game, entry.actor, entry.command));

function unbase64(letters) {
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  if (btoa(String.fromCharCode(...bytes)) !== letters) throw new TypeError(`not plain base64: ${letters}`);
  return bytes;
}

// The base64 part of a key may hold plus signs of its own: only the first two part.
export async function readVerifyKey(line) {
  const [, name, id, data] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(line) ?? [];
  const raw = unbase64(data ?? "");
  const digest = name ? await sha256(ascii(`${name}\n`), raw) : [];
  if (raw.length !== 33 || raw[0] !== 1 || hex(digest.slice(0, 4)) !== id) throw new TypeError(`not a verification key: ${line}`);
  return { name, id: unhex(id), publicKey: raw.slice(1) };
}

// Gives the text of a note that the key signed; signatures of other keys are passed over.
export async function verifyNote(line, note) {
  const key = await readVerifyKey(line);
  const end = note.lastIndexOf("\n\n") + 1;
  const rows = note.slice(end + 1).split("\n");
  const fail = (why) => demand(false, "HEAD_SIGNATURE_INVALID", 0, why);
  if (end === 0 || rows.pop() !== "") fail("not a text, an empty line and signatures");
  const body = note.slice(0, end);
  let own = 0;
  for (const row of rows) {
    const [, name, data] = /^\u2014 ([^+\s]+) (\S+)$/.exec(row) ?? fail("not the line of a signature");
    const bytes = unbase64(data);
    if (name !== key.name || !equal(bytes.slice(0, 4), key.id)) continue;
    own += 1;
    if (!(await signedBy(key.publicKey, bytes.slice(4), ascii(body)))) fail("the signature does not fit");
  }
  if (own === 0) fail(`no signature of ${key.name}`);
  return body;
}

export function readHead(body) {
  const [, game, size, digest] = /^wglog\/1\/head ([0-9a-f]{32})\n([1-9][0-9]*)\n(\S{44})\n$/.exec(body) ?? [];
  demand(game, "HEAD_SIGNATURE_INVALID", 0, "not the three lines of a head");
  return { game: unhex(game), size: Number(size), hash: unbase64(digest) };
}

// Gives the two keys of a note by which one log key hands on to the next, signed with both.
async function readKeyChange(line, note) {
  const body = await verifyNote(line, note);
  const [, before, next] = /^wglog\/1\/key\n([^\n]+)\n([^\n]+)\n$/.exec(body) ?? [];
  demand(before === line && (await verifyNote(next, note)) === body, "LOG_KEY_UNPROVEN", 0, "not a change of this key");
  return next;
}

// The keys that may sign heads, in order, each with the entry that ended it: those that `line` has handed on to.
// A published key that came into force later is good for all sizes; of a key that was lost none follows.
export async function logKeys(entries, line) {
  const keys = [{ line, end: Infinity }];
  for (const { seq, kind, values: [next, changes] } of entries) {
    if (kind !== "ChangeLogKey" || next === line) continue;
    let last = keys.at(-1).line;
    try {
      for (const note of changes) last = await readKeyChange(last, note);
    } catch (error) {
      if (error instanceof Finding || error instanceof TypeError) continue; // a key of another, or of before this one
      throw error;
    }
    if (last !== next || changes.length === 0) continue;
    keys.at(-1).end = seq;
    keys.push({ line: next, end: Infinity });
  }
  return keys;
}

// A head is signed with the key in force at its size, or with a later one.
async function signedHead(entries, line, note) {
  const claimed = Number(/^[^\n]*\n([0-9]+)\n/.exec(note)?.[1] ?? 0);
  const keys = (await logKeys(entries, line)).filter(({ end }) => claimed < end);
  for (const key of keys.slice(0, -1)) {
    try {
      return readHead(await verifyNote(key.line, note));
    } catch (error) {
      if (!(error instanceof Finding)) throw error;
    }
  }
  return readHead(await verifyNote(keys.at(-1).line, note));
}

// A signed head holds for a log of its own size or longer, and for no other history; `line` is the key of the terms,
// or the one that was published.
export async function verifyHead(entries, line, note) {
  const head = await signedHead(entries, line, note);
  demand(head.size <= entries.length, "TRUNCATED_LOG", entries.length, `a head of size ${head.size} was signed`);
  const entry = entries[head.size - 1];
  demand(equal(entry.game, head.game), "WRONG_GAME", head.size, hex(head.game));
  demand(equal(entry.hash, head.hash), "HEAD_MISMATCH", head.size, "another history was signed");
  return head;
}
