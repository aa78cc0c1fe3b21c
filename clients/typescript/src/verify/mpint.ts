/**
 * MP-int, the part of MessagePack with one spelling for every value: null, booleans, whole numbers within 2^53 - 1 of
 * zero, text, bytes and arrays at most sixteen deep. What is hashed and signed is written so.
 */
import { type Bytes, concat } from "./bytes.js";

export type Value = null | boolean | number | string | Uint8Array | readonly Value[];

const MAX_DEPTH = 16;
const PAIR = 2 ** 32;
const utf8 = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function refuse(what: string): never {
  throw new TypeError(`outside of MP-int: ${what}`);
}

/** A first byte and the big-endian bytes of a number behind it; a negative one in two's complement. */
function head(first: number, size: number, value: number): Bytes {
  const bytes = new Uint8Array(1 + size);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, first);
  if (size === 8) {
    view.setInt32(1, Math.floor(value / PAIR));
    view.setUint32(5, value - Math.floor(value / PAIR) * PAIR);
  } else if (size === 4) view.setUint32(1, value);
  else if (size === 2) view.setUint16(1, value);
  else view.setUint8(1, value);
  return bytes;
}

function integer(value: number): Bytes {
  if (!Number.isSafeInteger(value)) refuse(String(value));
  if (value >= -32 && value < 128) return Uint8Array.of(value & 0xff);
  if (value > 0) {
    const at = [8, 16, 32].findIndex((bits) => value < 2 ** bits);
    return at < 0 ? head(0xcf, 8, value) : head(0xcc + at, 1 << at, value);
  }
  const at = [8, 16, 32].findIndex((bits) => value >= -(2 ** (bits - 1)));
  return at < 0 ? head(0xd3, 8, value) : head(0xd0 + at, 1 << at, value);
}

/** `short` is the first byte that holds the length itself, below `room`; `wide` those with one, two or four after them. */
function length(count: number, short: number, room: number, wide: readonly number[]): Bytes {
  if (count < room) return Uint8Array.of(short | count);
  const at = wide.findIndex((first, place) => first !== 0 && count < 2 ** (8 << place));
  return at < 0 ? refuse(`${count} parts`) : head(wide[at] ?? 0, 1 << at, count);
}

function* pieces(value: Value, depth: number): Generator<Uint8Array> {
  if (value === null) yield Uint8Array.of(0xc0);
  else if (typeof value === "boolean") yield Uint8Array.of(value ? 0xc3 : 0xc2);
  else if (typeof value === "number") yield integer(value);
  else if (typeof value === "string") {
    const bytes = utf8.encode(value);
    if (strict.decode(bytes) !== value) refuse("half of a surrogate pair");
    yield* [length(bytes.length, 0xa0, 32, [0xd9, 0xda, 0xdb]), bytes];
  } else if (value instanceof Uint8Array) yield* [length(value.length, 0, 0, [0xc4, 0xc5, 0xc6]), value];
  else if (!Array.isArray(value)) refuse(typeof value);
  else {
    if (depth === MAX_DEPTH) refuse(`more than ${MAX_DEPTH} arrays deep`);
    yield length(value.length, 0x90, 16, [0, 0xdc, 0xdd]);
    for (const item of value) yield* pieces(item, depth + 1);
  }
}

/** Writes a value; TypeError for what has no place in MP-int. */
export const encode = (value: Value): Bytes => concat(...pieces(value, 0));

class Reader {
  private readonly view: DataView;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  private take(size: number): number {
    if (this.at + size > this.bytes.length) refuse("bytes end too soon");
    this.at += size;
    return this.at - size;
  }

  /** An unsigned number of 1, 2, 4 or 8 bytes. */
  private unsigned(size: number): number {
    const at = this.take(size);
    if (size === 1) return this.view.getUint8(at);
    if (size === 2) return this.view.getUint16(at);
    return size === 4 ? this.view.getUint32(at) : this.view.getUint32(at) * PAIR + this.view.getUint32(at + 4);
  }

  private signed(size: number): number {
    const at = this.take(size);
    if (size === 1) return this.view.getInt8(at);
    if (size === 2) return this.view.getInt16(at);
    return size === 4 ? this.view.getInt32(at) : this.view.getInt32(at) * PAIR + this.view.getUint32(at + 4);
  }

  private raw(size: number): Bytes {
    const at = this.take(size);
    return new Uint8Array(this.bytes.slice(at, at + size));
  }

  private array(count: number, depth: number): Value[] {
    if (depth === MAX_DEPTH) refuse(`more than ${MAX_DEPTH} arrays deep`);
    if (count > this.bytes.length - this.at) refuse("bytes end too soon");
    return Array.from({ length: count }, () => this.value(depth + 1));
  }

  /** How many bytes were read. */
  get read(): number {
    return this.at;
  }

  value(depth: number): Value {
    const first = this.unsigned(1);
    if (first < 0x80) return first;
    if (first >= 0xe0) return first - 0x100;
    if (first >= 0xa0 && first < 0xc0) return strict.decode(this.raw(first & 31));
    if (first >= 0x90 && first < 0xa0) return this.array(first & 15, depth);
    if (first >= 0xcc && first <= 0xcf) return this.unsigned(1 << (first - 0xcc));
    if (first >= 0xd0 && first <= 0xd3) return this.signed(1 << (first - 0xd0));
    if (first >= 0xc4 && first <= 0xc6) return this.raw(this.unsigned(1 << (first - 0xc4)));
    if (first >= 0xd9 && first <= 0xdb) return strict.decode(this.raw(this.unsigned(1 << (first - 0xd9))));
    if (first === 0xdc || first === 0xdd) return this.array(this.unsigned(2 << (first - 0xdc)), depth);
    if (first === 0xc0) return null;
    return first === 0xc2 || first === 0xc3 ? first === 0xc3 : refuse(`byte ${first.toString(16)}`);
  }
}

/**
 * Reads one value. Bytes that `encode` would not have written are refused with a TypeError: a hash over them would not
 * hold for what is read.
 */
export function decode(bytes: Uint8Array): Value {
  const value = new Reader(bytes).value(0);
  const again = encode(value);
  const same = again.length === bytes.length && again.every((byte, at) => byte === bytes[at]);
  return same ? value : refuse("not the shortest bytes, or more than one value");
}

/** Reads one value in any spelling, and tells how many bytes it took; TypeError for what has no place in MP-int. */
export function decodeLoosely(bytes: Uint8Array): readonly [value: Value, size: number] {
  const reader = new Reader(bytes);
  return [reader.value(0), reader.read];
}
