// The dice of wgdice/1 over WebCrypto alone, so that a browser page can check every die.

export const PUBLIC = 0;
export const REFEREE_STREAM = 0xfff0;
export const REPORTED = 0xffff;
export const NO_ENTROPY = new Uint8Array(32);

const { subtle } = globalThis.crypto;
const text = new TextEncoder();
const WORDS = 2 ** 32;

export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function unhex(digits) {
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw new TypeError(`not lower-case hex: ${digits}`);
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const equal = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);

export const ascii = (name) => text.encode(name);

const tag = (name) => ascii(`wgdice/1/${name}\0`);
const DRAW = tag("draw");

function number(bits, value) {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** bits) throw new RangeError(`${value} is not a u${bits}`);
  const view = new DataView(new ArrayBuffer(bits / 8));
  view[`setUint${bits}`](0, value);
  return new Uint8Array(view.buffer);
}

function sized(size, bytes, name) {
  if (bytes.length !== size) throw new RangeError(`${name} has ${bytes.length} bytes: give exactly ${size}`);
  return bytes;
}

export async function sha256(...parts) {
  return new Uint8Array(await subtle.digest("SHA-256", concat(...parts)));
}

const imported = new WeakMap();

function hmacKey(bytes) {
  if (!imported.has(bytes)) {
    imported.set(bytes, subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]));
  }
  return imported.get(bytes);
}

export async function mac(key, ...parts) {
  return new Uint8Array(await subtle.sign("HMAC", await hmacKey(key), concat(...parts)));
}

function pack(slots) {
  const rows = slots.map((slot) =>
    slot === null ? new Uint8Array(33) : concat([1], sized(32, slot, "contribution")));
  return concat(number(8, slots.length), ...rows);
}

export const commit = (game, secret) =>
  sha256(tag("commit"), sized(16, game, "game"), sized(32, secret, "secret"));

export const seatCommit = (game, seat, contribution) =>
  sha256(tag("seat"), sized(16, game, "game"), number(8, seat), sized(32, contribution, "contribution"));

export const transcript = (game, commitment, settings, contributions) => sha256(
  tag("transcript"), sized(16, game, "game"), sized(32, commitment, "commitment"),
  sized(32, settings, "settings"), pack(contributions));

export const epochEntropy = (game, epoch, contributions, beacon = null) =>
  sha256(tag("epoch"), sized(16, game, "game"), number(32, epoch), pack(contributions), pack([beacon]));

export const streamKey = (secret, bound, epoch = 0, stream = PUBLIC, entropy = NO_ENTROPY) => mac(
  sized(32, secret, "secret"), tag("key"), sized(32, bound, "transcript"),
  number(32, epoch), number(16, stream), sized(32, entropy, "entropy"));

export const stateKey = (secret, bound) =>
  mac(sized(32, secret, "secret"), tag("state"), sized(32, bound, "transcript"));

export const block = (key, index, sides, place) =>
  mac(key, DRAW, number(32, index), number(32, sides), number(32, place));

// A number below `sides`, and how many words it took. All of it stays below 2^53: no BigInt.
export async function uniform(key, index, sides) {
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

export const die = async (key, index, sides) => (await uniform(key, index, sides))[0] + 1;

export async function draw(key, index, sides, count) {
  const faces = [];
  for (let place = 0; place < count; place += 1) faces.push(await die(key, index + place, sides));
  return faces;
}
