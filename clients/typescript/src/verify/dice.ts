/** The dice of wgdice/1 over WebCrypto alone: every die of a game from its secret and the seats' contributions. */
import { type Bytes, concat, number, sha256, sized, text } from "./bytes.js";

/** Streams of dice: the public one, the referee's, and the one of dice thrown on the table. */
export const PUBLIC = 0;
export const REFEREE_STREAM = 0xfff0;
export const REPORTED = 0xffff;
export const NO_ENTROPY: Uint8Array = new Uint8Array(32);

const WORDS = 2 ** 32;
const tag = (name: string): Bytes => text(`wgdice/1/${name}\0`);
const DRAW = /*@__PURE__*/ tag("draw");

/** The stream of hidden dice of a seat. */
export const hiddenStream = (seat: number): number => 1 + seat;

const imported = /*@__PURE__*/ new WeakMap<Uint8Array, Promise<CryptoKey>>();

function hmacKey(bytes: Uint8Array): Promise<CryptoKey> {
  let key = imported.get(bytes);
  if (key === undefined) {
    key = globalThis.crypto.subtle.importKey("raw", concat(bytes), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    imported.set(bytes, key);
  }
  return key;
}

/** HMAC-SHA-256 of the parts, one after the other. */
export async function mac(key: Uint8Array, ...parts: readonly Uint8Array[]): Promise<Bytes> {
  return new Uint8Array(await globalThis.crypto.subtle.sign("HMAC", await hmacKey(key), concat(...parts)));
}

/** Slots of contributions as they are hashed; null stands for a seat that gave none. */
function pack(slots: readonly (Uint8Array | null)[]): Bytes {
  const rows = slots.map((slot) =>
    slot === null ? new Uint8Array(33) : concat([1], sized(32, slot, "contribution")));
  return concat(number(8, slots.length), ...rows);
}

/** The commitment to a game's secret. */
export const commit = async (game: Uint8Array, secret: Uint8Array): Promise<Bytes> =>
  sha256(tag("commit"), sized(16, game, "game"), sized(32, secret, "secret"));

/** A seat's commitment to its contribution. */
export const seatCommit = async (game: Uint8Array, seat: number, contribution: Uint8Array): Promise<Bytes> =>
  sha256(tag("seat"), sized(16, game, "game"), number(8, seat), sized(32, contribution, "contribution"));

/** What all keys of a game hang on: commitment, settings and contributions, seat 0 first. */
export const transcript = async (
  game: Uint8Array,
  commitment: Uint8Array,
  settings: Uint8Array,
  contributions: readonly (Uint8Array | null)[],
): Promise<Bytes> =>
  sha256(
    tag("transcript"),
    sized(16, game, "game"),
    sized(32, commitment, "commitment"),
    sized(32, settings, "settings"),
    pack(contributions),
  );

/** What a later epoch adds to a game's keys. */
export const epochEntropy = async (
  game: Uint8Array,
  epoch: number,
  contributions: readonly (Uint8Array | null)[],
  beacon: Uint8Array | null = null,
): Promise<Bytes> =>
  sha256(tag("epoch"), sized(16, game, "game"), number(32, epoch), pack(contributions), pack([beacon]));

/** The secret of the last stretch of a game. */
export const stretchEnd = async (secret: Uint8Array, game: Uint8Array): Promise<Bytes> =>
  mac(sized(32, secret, "secret"), tag("stretches"), sized(16, game, "game"));

/** What the secret of a stretch, counted from 1, hashes to: that of the one before, or of 1 the commitment. */
export const stretchBefore = async (game: Uint8Array, place: number, secret: Uint8Array): Promise<Bytes> =>
  sha256(tag("stretch"), sized(16, game, "game"), number(32, place), sized(32, secret, "secret"));

/** The key of one stream of dice. */
export const streamKey = async (
  secret: Uint8Array,
  bound: Uint8Array,
  epoch = 0,
  stream = PUBLIC,
  entropy: Uint8Array = NO_ENTROPY,
): Promise<Bytes> =>
  mac(
    sized(32, secret, "secret"),
    tag("key"),
    sized(32, bound, "transcript"),
    number(32, epoch),
    number(16, stream),
    sized(32, entropy, "entropy"),
  );

/** The key of the hash over all tables, in rulesets with secrets. */
export const stateKey = async (secret: Uint8Array, bound: Uint8Array): Promise<Bytes> =>
  mac(sized(32, secret, "secret"), tag("state"), sized(32, bound, "transcript"));

/** Eight words for one die; a later `place` has the next eight. */
export const block = async (key: Uint8Array, index: number, sides: number, place: number): Promise<Bytes> =>
  mac(key, DRAW, number(32, index), number(32, sides), number(32, place));

/** A number below `sides`, and how many words it took. All of it stays below 2^53. */
export async function uniform(key: Uint8Array, index: number, sides: number): Promise<[value: number, words: number]> {
  if (!(sides >= 1)) throw new RangeError(`a die of ${sides} sides`);
  const limit = WORDS - (WORDS % sides);
  for (let attempt = 0; ; attempt += 8) {
    const words = new DataView((await block(key, index, sides, attempt / 8)).buffer);
    for (let at = 0; at < 8; at += 1) {
      const word = words.getUint32(4 * at);
      if (word < limit) return [word % sides, attempt + at + 1];
    }
  }
}

/** One face, from 1. */
export const die = async (key: Uint8Array, index: number, sides: number): Promise<number> =>
  (await uniform(key, index, sides))[0] + 1;

/** Faces of dice of one size, one index after the other. */
export const draw = (key: Uint8Array, index: number, sides: number, count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => die(key, index + place, sides)));
