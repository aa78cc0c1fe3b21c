/** Ed25519 over WebCrypto: signatures of commands, and signed notes as C2SP writes them. */
import { type Bytes, concat, equal, hex, sha256, sized, text, unbase64, unhex } from "./bytes.js";
import { demand } from "./errors.js";
import type { Value } from "./mpint.js";
import { type Entry, signingBytes } from "./records.js";

const PKCS8 = /*@__PURE__*/ unhex("302e020100300506032b657004220420");
const ED25519 = 1;

/** Makes a private key of its 32 bytes; with `extractable` it can be written out again. */
export const signingKey = async (seed: Uint8Array, extractable = false): Promise<CryptoKey> =>
  globalThis.crypto.subtle.importKey(
    "pkcs8", concat(PKCS8, sized(32, seed, "key")), { name: "Ed25519" }, extractable, ["sign"]);

export const sign = async (key: CryptoKey, bytes: Uint8Array): Promise<Bytes> =>
  new Uint8Array(await globalThis.crypto.subtle.sign("Ed25519", key, concat(bytes)));

// Points of small order, in every spelling: a signature under one of them can be made for any text without a key.
const SMALL_ORDER: readonly string[] = [
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
];

/** Tells whether a public key is a point of small order, which browsers accept and nobody may sign with. */
export function smallOrder(publicKey: Uint8Array): boolean {
  const found = Uint8Array.from(publicKey);
  if (found.length === 32) found[31] = (found[31] ?? 0) & 0x7f; // the sign of x stands in the highest bit
  return SMALL_ORDER.includes(hex(found));
}

/** Tells whether a signature fits; never under a key of small order. */
export async function signedBy(publicKey: Uint8Array, signature: Uint8Array, bytes: Uint8Array): Promise<boolean> {
  if (smallOrder(publicKey)) return false;
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey("raw", concat(publicKey), { name: "Ed25519" }, false, ["verify"]);
  return subtle.verify("Ed25519", key, concat(signature), concat(bytes));
}

/** Signs a command: who gives it, and the command as its record will have it. */
export const signCommand = (
  key: CryptoKey, game: Uint8Array, actor: readonly Value[], command: readonly Value[],
): Promise<Bytes> => sign(key, signingBytes(game, actor, command));

/** Tells whether the signature of an entry's command is there and fits a public key. */
export const verifySignature = async (entry: Entry, publicKey: Uint8Array): Promise<boolean> =>
  entry.signature !== null
  && signedBy(publicKey, entry.signature, signingBytes(entry.game, entry.actor, entry.command));

/** A verification key: its name, the four bytes that name it in signatures, and the public key. */
export interface VerifyKey {
  readonly name: string;
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** Reads a verification key, `name+id+base64`; TypeError for what is none. */
export async function readVerifyKey(line: string): Promise<VerifyKey> {
  // the base64 part may hold plus signs of its own: only the first two part
  const [, name = "", id = "", data = ""] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(line) ?? [];
  const raw = unbase64(data);
  const digest = await sha256(text(`${name}\n`), raw);
  if (name === "" || raw.length !== 33 || raw[0] !== ED25519 || hex(digest.slice(0, 4)) !== id) {
    throw new TypeError(`not a verification key: ${line}`);
  }
  return { name, id: unhex(id), publicKey: raw.slice(1) };
}

/** Others could sign beneath a note without end, and wallets keep it whole. */
const NOTE_MOST = 8192;

/** Gives the text of a note that the key signed; signatures of other keys are passed over. NotProven where there is none. */
export async function verifyNote(line: string, note: string, game = ""): Promise<string> {
  const key = await readVerifyKey(line);
  const check: (holds: unknown, found: string) => asserts holds = (holds, found) =>
    demand(holds, "HEAD_SIGNATURE_INVALID", claimedSize(note), `a note signed by ${line}`, found, game);
  const end = note.lastIndexOf("\n\n") + 1;
  check(end > 0 && note.endsWith("\n"), "no text, empty line and signatures");
  const body = note.slice(0, end);
  const rows = note.slice(end + 1, -1).split("\n");
  check(rows.length <= 16 && note.length <= NOTE_MOST && !/[\x00-\x09\x0b-\x1f]/.test(body), "control characters, more than 16 signatures, or a note that is too long");
  let own = 0;
  for (const row of rows) {
    const match = /^\u2014 ([^+\s]+) (\S+)$/.exec(row);
    check(match, "what is not the line of a signature");
    const signature = bytesOf(match[2] ?? "");
    check(signature, "a signature that is not base64");
    if (match[1] !== key.name || !equal(signature.slice(0, 4), key.id)) continue;
    own += 1;
    check(await signedBy(key.publicKey, signature.slice(4), text(body)), "a signature that does not fit");
  }
  check(own > 0, `no signature of ${key.name}`);
  return body;
}

/** Whether a line beneath a note names one of these keys; null for what is no signed note. Nothing is verified. */
export async function isSignedBy(lines: readonly string[], note: string): Promise<boolean | null> {
  const end = note.lastIndexOf("\n\n") + 1;
  const rows = note.slice(end + 1, -1).split("\n");
  if (end === 0 || !note.endsWith("\n") || rows.length > 16 || note.length > NOTE_MOST) return null;
  const keys = await Promise.all(lines.map(readVerifyKey));
  let own = false;
  for (const row of rows) {
    const [, name, letters = ""] = /^\u2014 ([^+\s]+) (\S+)$/.exec(row) ?? [];
    const signature = bytesOf(letters);
    if (name === undefined || signature === null) return null;
    own ||= keys.some((key) => key.name === name && equal(signature.slice(0, 4), key.id));
  }
  return own;
}

function bytesOf(letters: string): Uint8Array | null {
  try {
    return unbase64(letters);
  } catch {
    return null;
  }
}

/** The size that a note says it is of, before anything is verified; 0 where it says none. */
export const claimedSize = (note: string): number => Number(/^[^\n]*\n([0-9]{1,15})\n/.exec(note)?.[1] ?? 0);
