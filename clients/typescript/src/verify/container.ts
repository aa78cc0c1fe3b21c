/** The replay file as docs/replay-format.md has it: read, and written again from its own contents. */
import { concat, equal, hex, sha256, text } from "./bytes.js";
import * as mpint from "./mpint.js";
import type { Opening } from "./seals.js";

const NAMES = ["entries.msgpack", "heads.txt", "manifest.json", "register.msgpack", "sealed.msgpack"] as const;
// Of a game in a public register alone.
const OPTIONAL = "register.msgpack";
type Name = (typeof NAMES)[number];
type Members = ReadonlyMap<Name, Uint8Array>;

export interface Container {
  readonly records: readonly Uint8Array[];
  readonly heads: readonly string[];
  readonly openings: ReadonlyMap<number, readonly Opening[]>;
  /** What the file carries of a public register; empty where that is nothing. */
  readonly register: Uint8Array;
  /** Numbers of the entries that have openings, as the file has them. */
  readonly sealed: readonly number[];
  readonly manifest: Readonly<Record<"ruleset" | "edition" | "engine", unknown>>;
  /** What is wrong with the container itself; empty for a file that is as it was written. */
  readonly fault: string;
}

const FILE_MOST = 256 * 1024 * 1024;
const ENTRY_MOST = 1024 * 1024;
const MANIFEST_MOST = 4096;

const le = (size: 2 | 4, value: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** at) & 255);

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** The archive of these members as a replay file is written: stored, of 1980-01-01, mode 0644. */
function zipped(members: Members): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const name of NAMES) {
    const data = members.get(name);
    if (data === undefined) continue;
    const path = text(name);
    const common = concat(
      le(2, 20), le(2, 0), le(2, 0), le(2, 0), le(2, 0x21), le(4, crc32(data)), le(4, data.length), le(4, data.length),
      le(2, path.length), le(2, 0),
    );
    const local = concat(text("PK\x03\x04"), common, path, data);
    const attributes = concat(le(2, 0), le(2, 0), le(2, 0), le(4, 0o644 * 65536), le(4, at));
    directory.push(concat(text("PK\x01\x02"), [20, 3], common, attributes, path));
    parts.push(local);
    at += local.length;
  }
  const listed = concat(...directory);
  const end = concat(
    text("PK\x05\x06"), le(4, 0), le(2, members.size), le(2, members.size), le(4, listed.length), le(4, at), le(2, 0));
  return concat(...parts, listed, end);
}

function members(bytes: Uint8Array): Members {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = new Map<Name, Uint8Array>();
  let at = 0;
  for (const name of NAMES) {
    if (at + 30 > bytes.length || view.getUint32(at, true) !== 0x04034b50) throw new Error(`no header of ${name} at byte ${at}`);
    const size = view.getUint32(at + 18, true);
    const begin = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const path = new TextDecoder().decode(bytes.slice(at + 30, at + 30 + view.getUint16(at + 26, true)));
    if (path !== name && name === OPTIONAL) continue;
    if (path !== name) throw new Error(`${name} is due at byte ${at}, and "${path}" stands there`);
    if (begin + size > bytes.length) throw new Error(`${name} is cut off`);
    found.set(name, bytes.slice(begin, begin + size));
    at = begin + size;
  }
  return found;
}

/** How many bytes the MessagePack value at a place takes. */
function sizeAt(bytes: Uint8Array, at: number, depth = 0): number {
  const first = bytes[at];
  if (first === undefined || depth > 16) throw new Error(`the value at byte ${at} can not be read`);
  const count = (size: number): number => {
    let value = 0;
    for (let place = 1; place <= size; place += 1) value = value * 256 + (bytes[at + place] ?? 0);
    return value;
  };
  const items = (number: number, head: number): number => {
    let size = head;
    for (let item = 0; item < number; item += 1) size += sizeAt(bytes, at + size, depth + 1);
    return size;
  };
  if (first < 0x80 || first >= 0xe0 || (first >= 0xc0 && first <= 0xc3)) return 1;
  if (first >= 0xa0 && first < 0xc0) return 1 + (first & 31);
  if (first >= 0x90 && first < 0xa0) return items(first & 15, 1);
  if (first >= 0xcc && first <= 0xcf) return 1 + (1 << (first - 0xcc));
  if (first >= 0xd0 && first <= 0xd3) return 1 + (1 << (first - 0xd0));
  if (first >= 0xc4 && first <= 0xc6) return 1 + (1 << (first - 0xc4)) + count(1 << (first - 0xc4));
  if (first >= 0xd9 && first <= 0xdb) return 1 + (1 << (first - 0xd9)) + count(1 << (first - 0xd9));
  if (first === 0xdc || first === 0xdd) return items(count(2 << (first - 0xdc)), 1 + (2 << (first - 0xdc)));
  throw new Error(`byte ${at} begins no value of a log`);
}

function* values(bytes: Uint8Array): Generator<mpint.Value> {
  for (let at = 0; at < bytes.length;) {
    const size = sizeAt(bytes, at);
    if (at + size > bytes.length) throw new Error(`cut off at byte ${at}`);
    yield mpint.decode(bytes.slice(at, at + size));
    at += size;
  }
}

type SealedRow = readonly [number, readonly Opening[]];

const whole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

function opened(bytes: Uint8Array): SealedRow[] {
  return Array.from(values(bytes), (value) => {
    const [seq, rows] = Array.isArray(value) ? (value as readonly mpint.Value[]) : [];
    if (!whole(seq) || !Array.isArray(rows) || (value as readonly mpint.Value[]).length !== 2) throw new Error("a row that is no list of openings");
    return [seq as number, (rows as readonly mpint.Value[]).map(openingOf)] as const;
  });
}

function openingOf(value: mpint.Value): Opening {
  const [owner, part, salt, data] = Array.isArray(value) ? (value as readonly mpint.Value[]) : [];
  const fits = whole(owner) && whole(part) && salt instanceof Uint8Array && data instanceof Uint8Array;
  if (!fits || (value as readonly mpint.Value[]).length !== 4) throw new Error("a row that is no list of openings");
  return { owner: owner as number, part: part as number, salt, data };
}

const HEAD = "wglog/1/head ";

/** Notes as they stand in a file: the empty line between two of them belongs to neither. */
function notes(words: string): string[] {
  const found: string[] = [];
  let rest = words;
  while (rest !== "") {
    const next = rest.indexOf(`\n${HEAD}`, 1);
    if (next < 0) return [...found, rest];
    found.push(rest.slice(0, next));
    rest = rest.slice(next + 1);
  }
  return found;
}

const sizeOf = (note: string): number => Number(/^[^\n]*\n([0-9]{1,8})(?:\n|$)/.exec(note)?.[1] ?? 0);

/** What stands in another order than the one that there is, twice, or for nothing; empty where all is in order. */
function outOfOrder(heads: readonly string[], sealed: readonly SealedRow[]): string {
  if (heads.some((note, at) => at > 0 && sizeOf(heads[at - 1] ?? "") >= sizeOf(note))) {
    return "heads.txt: heads stand in the order of their sizes, one of each";
  }
  if (sealed.some(([seq], at) => at > 0 && (sealed[at - 1]?.[0] ?? 0) >= seq)) {
    return "sealed.msgpack: entries stand in the order of their numbers, each once";
  }
  const place = ({ owner, part }: Opening): number => part * 2 ** 20 + owner;
  const bad = sealed.find(([, rows]) => rows.length === 0 || rows.some((row, at) => at > 0 && place(rows[at - 1] as Opening) >= place(row)));
  return bad ? `sealed.msgpack: openings of entry ${bad[0]} stand by part and owner, each once, and there is one at least` : "";
}

/** A text of JSON with every sign beyond ASCII escaped. */
const ascii = (words: unknown): string =>
  JSON.stringify(words).replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

async function faultOf(bytes: Uint8Array, parts: Members): Promise<string> {
  const listed = JSON.parse(new TextDecoder().decode(parts.get("manifest.json"))) as Record<string, unknown>;
  if (listed.format !== "wgreplay/1") return `manifest.json: format ${String(listed.format)} is not wgreplay/1`;
  const sums = listed.members as Record<string, unknown> | undefined;
  for (const [name, data] of parts) {
    if (name !== "manifest.json" && hex(await sha256(data)) !== sums?.[name]) {
      return `${name}: its bytes are not those whose SHA-256 stands in manifest.json`;
    }
  }
  const names = [...parts.keys()].filter((name) => name !== "manifest.json");
  const rows = names.map((name) => `  "${name}": "${String(sums?.[name])}"`).join(",\n");
  const [edition, engine, ruleset] = [ascii(listed.edition), ascii(listed.engine), ascii(listed.ruleset)];
  const again = `{\n "edition": ${edition},\n "engine": ${engine},\n "format": "wgreplay/1",\n "members": {\n${rows}\n },\n "ruleset": ${ruleset}\n}\n`;
  if (!equal(text(again), parts.get("manifest.json") ?? new Uint8Array())) return "manifest.json is not written as it has to be";
  return equal(zipped(parts), bytes) ? "" : "bytes outside of the members are not as they are written";
}

/** Reads a replay file; what is wrong with the container stands in `fault`. Error where it can not be read at all. */
export async function readContainer(bytes: Uint8Array): Promise<Container> {
  if (bytes.length > FILE_MOST) throw new Error(`larger than ${FILE_MOST} bytes`);
  const parts = members(bytes);
  const part = (name: Name): Uint8Array => parts.get(name) ?? new Uint8Array();
  if (part("manifest.json").length > MANIFEST_MOST) throw new Error(`manifest.json: larger than ${MANIFEST_MOST} bytes`);
  let fault: string;
  let manifest = {} as Container["manifest"];
  try {
    fault = await faultOf(bytes, parts);
    manifest = JSON.parse(new TextDecoder().decode(part("manifest.json"))) as Container["manifest"];
  } catch (error) {
    fault = `manifest.json can not be read: ${(error as Error).message}`;
  }
  const records = Array.from(values(part("entries.msgpack")), (value, at) => {
    if (!(value instanceof Uint8Array) || value.length > ENTRY_MOST) throw new Error(`entries.msgpack: value ${at + 1} is no record`);
    return value;
  });
  let rows: SealedRow[] = [];
  try {
    rows = opened(part("sealed.msgpack"));
  } catch (error) {
    fault ||= `sealed.msgpack: ${(error as Error).message}`;
  }
  const heads = notes(new TextDecoder("utf-8", { ignoreBOM: true }).decode(part("heads.txt")));
  fault ||= outOfOrder(heads, rows);
  const sealed = rows.map(([seq]) => seq);
  return { records, heads, openings: new Map(rows), sealed, manifest, register: part(OPTIONAL), fault };
}
