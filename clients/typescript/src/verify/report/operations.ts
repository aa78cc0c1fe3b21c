/** The operations of the vectors (docs/replay-format.md, section 17): every value on the way to a result. */
import { type Bytes, concat, hex, sha256, text, unbase64, unhex } from "../bytes.js";
import * as dice from "../dice.js";
import { saysNothing } from "../games.js";
import { lastKey, readHead } from "../heads.js";
import { decode, encode, type Value } from "../mpint.js";
import { entryHash } from "../records.js";
import { leafHash, nodesAbove, readLeaf, verifyCheckpoint, verifyInclusion } from "../register.js";
import { readVerifyKey, signedBy, verifyNote } from "../signatures.js";
import { readStatement } from "../statements.js";
import { readWallet } from "../wallet.js";
import { COMMITMENT, entryOf, isBytes, isList } from "./reading.js";
import { isLeaf } from "./registered.js";

type In = any;
type Out = Record<string, unknown>;

const refuse = (why: string): never => {
  throw new TypeError(why);
};

const bytes = (size: number, value: number): Bytes =>
  Uint8Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) & 255);
const tagged = (tag: string, ...parts: readonly (Uint8Array | readonly number[])[]): Bytes => concat(text(`${tag}\0`), ...parts);
const orNull = (value: Uint8Array | null): string | null => (value === null ? null : hex(value));

/** A value of MP-int as JSON: bytes as an object with `bin`. */
const plain = (value: Value): unknown =>
  value instanceof Uint8Array ? { bin: hex(value) } : isList(value) ? value.map(plain) : value;

async function hashed(name: string, tag: string, ...parts: readonly (Uint8Array | readonly number[])[]): Promise<Out> {
  const over = tagged(tag, ...parts);
  return { hashed: hex(over), [name]: hex(await sha256(over)) };
}

async function verifies(key: Uint8Array, signature: Uint8Array, data: Uint8Array): Promise<boolean> {
  return key.length === 32 && signature.length === 64 && signedBy(key, signature, data);
}

async function settings({ opening }: In): Promise<Out> {
  const [, ...values] = decode(unhex(opening)) as readonly Value[];
  while (values.length <= COMMITMENT) values.push(null);
  values[COMMITMENT] = null;
  while (values.length > COMMITMENT + 1 && saysNothing(values.at(-1), values.length - 1)) values.pop();
  const over = encode(values);
  return { hashed: hex(over), settings: hex(await sha256(over)) };
}

async function transcript({ game, commitment, settings: due, contributions }: In): Promise<Out> {
  const given = (contributions as (string | null)[]).map((row) => (row === null ? null : unhex(row)));
  const slots = concat([given.length], ...given.map((row) => (row === null ? new Uint8Array(33) : concat([1], row))));
  return { slots: hex(slots), ...(await hashed("transcript", "wgdice/1/transcript", unhex(game), unhex(commitment), unhex(due), slots)) };
}

async function draw({ key, index, sides }: In): Promise<Out> {
  const own = unhex(key);
  const [value, used] = await dice.uniform(own, index, sides);
  const blocks = await Promise.all(Array.from({ length: Math.ceil(used / 8) }, (_, place) => dice.block(own, index, sides, place)));
  const view = new DataView(concat(...blocks).buffer);
  const words = Array.from({ length: used }, (_, at) => view.getUint32(4 * at));
  return { limit: 2 ** 32 - (2 ** 32 % sides), blocks: blocks.map(hex), words, value, face: value + 1 };
}

async function entry({ record }: In): Promise<Out> {
  const data = unhex(record);
  const found = (await entryOf(decode(data), data)) ?? refuse("no record");
  const [role, party, key] = found.actor;
  return {
    game: hex(found.game), seq: found.seq, prev: hex(found.prev), time: found.time, role, party, key, command_id: hex(found.id),
    head: orNull(found.head), kind: found.kind, seal: orNull(found.seal), signed: hex(found.signed), signature: orNull(found.signature),
    dice: found.dice.length, events: found.events.length, sealed: found.sealed.length, hash: hex(await entryHash(data)),
  };
}

async function keyChange({ note }: In): Promise<Out> {
  const [, before = "", after = ""] = /^wglog\/1\/key\n([^\n]+)\n([^\n]+)\n/.exec(note) ?? [];
  return (await lastKey(before, [note])) === after && after !== "" ? { before, after } : refuse("no change of a key");
}

function path({ entries, rewinds }: In): Out {
  const found: number[] = [];
  for (let seq = entries; seq >= 1; seq = Math.min(rewinds[seq] ?? seq, seq) - 1) found.unshift(seq);
  const on = new Set(found);
  return { path: found, void: Array.from({ length: entries }, (_, at) => at + 1).filter((seq) => !on.has(seq)) };
}

async function stretches({ game, secret, count }: In): Promise<Out> {
  const own = unhex(game);
  const secrets: Uint8Array[] = [];
  let found: Uint8Array = await dice.stretchEnd(unhex(secret), own);
  for (let place = count; place > 0; place -= 1) {
    secrets.unshift(found);
    found = await dice.stretchBefore(own, place, found);
  }
  const over = tagged("wgdice/1/stretch", own, bytes(4, 1), secrets[0] ?? refuse("no stretch"));
  return { message: hex(tagged("wgdice/1/stretches", own)), secrets: secrets.map(hex), hashed: hex(over), commitment: hex(found) };
}

async function warrant({ scope, office, token, keys, number, owner, warrant: given }: In): Promise<Out> {
  const signed = tagged("wglog/1/warrant", encode([unhex(scope), office, token, keys.map(unhex), number]));
  return { signed: hex(signed), good: await verifies(unhex(owner), unhex(given), signed) };
}

async function statement({ key, note }: In): Promise<Out> {
  const { game, seat, size } = readStatement(note);
  const lines = (await verifyNote(key, note)).split("\n");
  const fits = (await readVerifyKey(key)).name === `seat-${seat}` && lines.length === 5 && lines[1] === `${seat}`;
  if (!fits) refuse("no statement of this seat");
  const head = readHead(`wglog/1/head ${hex(game)}\n${lines[2]}\n${lines[3]}\n`);
  return { game: hex(game), seat, size, hash: hex(head.hash) };
}

async function refusal({ refusal: data, public: key, signature }: In): Promise<Out> {
  const fields = decode(unhex(data)) as readonly Value[];
  const [format, game, seq, head, time, command, faults, left] = fields;
  const fits = fields.length === 8 && format === 1 && isBytes(game, 16) && isBytes(head, 32) && isBytes(command, 32) && isList(faults);
  if (!fits || (faults as Value[]).length === 0) refuse("no refusal");
  const rows = faults as unknown as readonly (readonly string[])[];
  const signed = tagged("wglog/1/refusal", unhex(data));
  return {
    game: hex(game as Uint8Array), seq, head: hex(head as Uint8Array), time, command: hex(command as Uint8Array),
    clauses: rows.map(([clause]) => clause), reasons: rows.map(([, reason]) => reason), left, signed: hex(signed),
    good: await verifies(unhex(key), unhex(signature), signed),
  };
}

async function leaf({ leaf: data }: In): Promise<Out> {
  const found = readLeaf(unhex(data));
  if (!isLeaf(found)) refuse("no leaf");
  return { time: found.time, kind: found.kind, hashed: `00${data}`, hash: hex(await leafHash(unhex(data))) };
}

async function inclusion({ leaf: data, index, size, path: beside, root }: In): Promise<Out> {
  const hash = await leafHash(unhex(data));
  const hashes = (beside as string[]).map(unhex);
  await verifyInclusion(hash, index, size, hashes, unhex(root));
  return { hash: hex(hash), nodes: (await nodesAbove(hash, index, size, hashes)).map(hex) };
}

async function wallet({ wallet: data }: In): Promise<Out> {
  const found = readWallet(new TextDecoder().decode(unbase64(data)));
  const receipts = found.notes.filter(({ seat }) => seat === null);
  return {
    game: hex(found.game), log_keys: found.keys, openings: found.openings.map(hex),
    receipts: await Promise.all(receipts.map(async ({ size, record }) => [size, hex(await entryHash(record ?? new Uint8Array()))])),
    heads: found.heads.map(({ size, hash }) => [size, hex(hash)]),
    contributions: found.contributions.map((row) => [row.seat, hex(row.given), hex(row.commitment)]),
    commands: found.commands.map(({ id }) => hex(id)), statements: found.notes.length - receipts.length, unknown: found.passed,
  };
}

/** What an operation makes of its values, all bytes in hex; it throws where they have to be refused. */
export const OPERATIONS: Readonly<Record<string, (given: In) => Out | Promise<Out>>> = {
  mpint: ({ bytes: data }) => ({ value: plain(decode(unhex(data))) }),
  commitment: ({ game, secret }) => hashed("commitment", "wgdice/1/commit", unhex(game), unhex(secret)),
  seat_commitment: ({ game, seat, contribution }) => hashed("commitment", "wgdice/1/seat", unhex(game), [seat], unhex(contribution)),
  settings,
  transcript,
  stream_key: async ({ secret, transcript: bound, epoch, stream }) => ({
    message: hex(tagged("wgdice/1/key", unhex(bound), bytes(4, epoch), bytes(2, stream), dice.NO_ENTROPY)),
    key: hex(await dice.streamKey(unhex(secret), unhex(bound), epoch, stream)),
  }),
  draw,
  state_key: async ({ secret, transcript: bound }) => ({
    message: hex(tagged("wgdice/1/state", unhex(bound))), key: hex(await dice.stateKey(unhex(secret), unhex(bound))),
  }),
  state_hash: ({ tables }) => hashed("hash", "wglog/1/state", unhex(tables)),
  keyed_state: async ({ key, tables }) => ({ hash: hex(await dice.mac(unhex(key), unhex(tables))) }),
  entry,
  signature: async ({ public: key, signature, message }) => ({ good: await verifies(unhex(key), unhex(signature), unhex(message)) }),
  sealed: ({ game, owner, part, command_id, salt, bytes: data }) =>
    hashed("hash", "wglog/1/sealed", unhex(game), [owner, part], unhex(command_id), unhex(salt), unhex(data)),
  note: async ({ key, note }) => {
    const { name, id, publicKey } = await readVerifyKey(key);
    return { name, id: hex(id), public: hex(publicKey), text: await verifyNote(key, note) };
  },
  head: ({ text: words }) => {
    const { game, size, hash } = readHead(words);
    return { game: hex(game), size, hash: hex(hash) };
  },
  key_change: keyChange,
  path,
  stretches,
  warrant,
  statement,
  command_hash: ({ command }) => hashed("hash", "wglog/1/cmd", unhex(command)),
  refusal,
  leaf,
  inclusion,
  checkpoint: async ({ key, note }) => {
    const { origin, size, root } = await verifyCheckpoint(key, note);
    return { origin, size, root: hex(root) };
  },
  wallet,
};

