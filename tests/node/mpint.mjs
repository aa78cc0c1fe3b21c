// MP-int, the part of MessagePack with one spelling for every value: null, booleans, whole numbers
// within 2^53 - 1 of zero, text, bytes and arrays at most sixteen deep.

const MAX_DEPTH = 16;
const PAIR = 2 ** 32;
const utf8 = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const refuse = (what) => {
  throw new TypeError(`outside of MP-int: ${what}`);
};

// Sizes in bytes of what follows a first byte, smallest first.
const head = (first, bits, value) => {
  const view = new DataView(new ArrayBuffer(1 + bits / 8));
  view.setUint8(0, first);
  if (bits === 64) {
    view.setInt32(1, Math.floor(value / PAIR));
    view.setUint32(5, value - Math.floor(value / PAIR) * PAIR);
  } else view[`setUint${bits}`](1, value);
  return new Uint8Array(view.buffer);
};

function integer(value) {
  if (!Number.isSafeInteger(value)) refuse(value);
  if (value >= -32 && value < 128) return Uint8Array.of(value & 0xff);
  if (value > 0) {
    const size = [8, 16, 32].findIndex((bits) => value < 2 ** bits);
    return size < 0 ? head(0xcf, 64, value) : head(0xcc + size, 8 << size, value);
  }
  const size = [8, 16, 32].findIndex((bits) => value >= -(2 ** (bits - 1)));
  return size < 0 ? head(0xd3, 64, value) : head(0xd0 + size, 8 << size, value);
}

// `short` is the first byte that holds the length itself, below `room`; `wide` those with a length after them.
function length(count, short, room, wide) {
  if (count < room) return Uint8Array.of(short | count);
  const size = wide.findIndex((first, at) => first && count < 2 ** (8 << at));
  return size < 0 ? refuse(`${count} parts`) : head(wide[size], 8 << size, count);
}

function* pieces(value, depth) {
  if (value === null) yield Uint8Array.of(0xc0);
  else if (typeof value === "boolean") yield Uint8Array.of(value ? 0xc3 : 0xc2);
  else if (typeof value === "number") yield integer(value);
  else if (typeof value === "string") {
    if (!value.isWellFormed()) refuse("half of a surrogate pair");
    const bytes = utf8.encode(value);
    yield* [length(bytes.length, 0xa0, 32, [0xd9, 0xda, 0xdb]), bytes];
  } else if (value instanceof Uint8Array) yield* [length(value.length, 0, 0, [0xc4, 0xc5, 0xc6]), value];
  else if (!Array.isArray(value)) refuse(typeof value);
  else {
    if (depth === MAX_DEPTH) refuse(`more than ${MAX_DEPTH} arrays deep`);
    yield length(value.length, 0x90, 16, [0, 0xdc, 0xdd]);
    for (const item of value) yield* pieces(item, depth + 1);
  }
}

export function encode(value) {
  const parts = [...pieces(value, 0)];
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.at = 0;
  }

  take(size) {
    if (this.at + size > this.bytes.length) refuse("bytes end too soon");
    this.at += size;
    return this.at - size;
  }

  number(kind, size) {
    const at = this.take(size);
    if (size < 8) return this.view[`get${kind}${size * 8}`](at);
    return this.view[`get${kind}32`](at) * PAIR + this.view.getUint32(at + 4);
  }

  raw(size) {
    const at = this.take(size);
    return this.bytes.slice(at, at + size);
  }

  array(count, depth) {
    if (depth === MAX_DEPTH) refuse(`more than ${MAX_DEPTH} arrays deep`);
    if (count > this.bytes.length - this.at) refuse("bytes end too soon");
    return Array.from({ length: count }, () => this.value(depth + 1));
  }

  value(depth) {
    const first = this.number("Uint", 1);
    if (first < 0x80) return first;
    if (first >= 0xe0) return first - 0x100;
    if (first >= 0xa0 && first < 0xc0) return strict.decode(this.raw(first & 31));
    if (first >= 0x90 && first < 0xa0) return this.array(first & 15, depth);
    if (first >= 0xcc && first <= 0xcf) return this.number("Uint", 1 << (first - 0xcc));
    if (first >= 0xd0 && first <= 0xd3) return this.number("Int", 1 << (first - 0xd0));
    if (first >= 0xc4 && first <= 0xc6) return this.raw(this.number("Uint", 1 << (first - 0xc4)));
    if (first >= 0xd9 && first <= 0xdb) return strict.decode(this.raw(this.number("Uint", 1 << (first - 0xd9))));
    if (first === 0xdc || first === 0xdd) return this.array(this.number("Uint", 2 << (first - 0xdc)), depth);
    const plain = { 0xc0: null, 0xc2: false, 0xc3: true }[first];
    return plain === undefined ? refuse(`byte ${first.toString(16)}`) : plain;
  }
}

// Bytes that another writer of MP-int would not have written are refused: the hash would not hold what is read.
export function decode(bytes) {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  const again = encode(value);
  const same = again.length === bytes.length && again.every((byte, at) => byte === bytes[at]);
  return same ? value : refuse("not the shortest bytes, or more than one value");
}
