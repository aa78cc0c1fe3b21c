/** Bytes in memory of their own, as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();

export const text = (words: string): Bytes => utf8.encode(words);

/** Joins byte strings into a new one. */
export function concat(...parts: readonly (Uint8Array | readonly number[])[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const random = (size: number): Bytes => globalThis.crypto.getRandomValues(new Uint8Array(size));

export const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Reads lower-case hex; TypeError for anything else. */
export function unhex(digits: string): Bytes {
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw new TypeError(`not lower-case hex: ${digits}`);
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Reads base64 as `base64` writes it; TypeError for any other spelling. */
export function unbase64(letters: string): Bytes {
  let bytes: Bytes;
  try {
    bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  } catch {
    throw new TypeError("not base64");
  }
  if (base64(bytes) !== letters) throw new TypeError("not plain base64");
  return bytes;
}

/** Bytes of an unsigned integer, most significant first; RangeError where it does not fit. */
export function number(bits: 8 | 16 | 32, value: number): Bytes {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** bits) throw new RangeError(`${value} is not a u${bits}`);
  const bytes = new Uint8Array(bits / 8);
  for (let at = bytes.length - 1, rest = value; at >= 0; at -= 1, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}

/** Gives the bytes back; RangeError where there are more or fewer than `size`. */
export function sized(size: number, bytes: Uint8Array, name: string): Uint8Array {
  if (bytes.length !== size) throw new RangeError(`${name} has ${bytes.length} bytes: give exactly ${size}`);
  return bytes;
}

export async function sha256(...parts: readonly (Uint8Array | readonly number[])[]): Promise<Bytes> {
  return new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", concat(...parts)));
}
