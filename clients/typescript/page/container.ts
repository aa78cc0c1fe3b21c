/** The replay file as docs/replay-format.md has it: read, and written again from its own contents. */
import { concat, equal, hex, mpint, type Opening, sha256, text } from "../src/verify/index.js";

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
  /** What is wrong with the container itself; empty for a file that is as it was written. */
  readonly fault: string;
}

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

type SealedRow = readonly [number, readonly (readonly [number, number, Uint8Array, Uint8Array])[]];

const opened = (bytes: Uint8Array): Map<number, Opening[]> =>
  new Map(Array.from(values(bytes) as Iterable<unknown> as Iterable<SealedRow>, ([seq, rows]) =>
    [seq, rows.map(([owner, part, salt, data]) => ({ owner, part, salt, data }))]));

function notes(words: string): string[] {
  const found = words.split(/^(?=wglog\/1\/head )/m).filter((note) => note !== "");
  return found.map((note, at) => (at < found.length - 1 && note.endsWith("\n") ? note.slice(0, -1) : note));
}

async function faultOf(bytes: Uint8Array, parts: Members): Promise<string> {
  const listed = JSON.parse(new TextDecoder().decode(parts.get("manifest.json"))) as Record<string, unknown>;
  if (listed.format !== "wgreplay/1") return `manifest.json: format ${String(listed.format)} is not wgreplay/1`;
  const sums = listed.members as Record<string, unknown> | undefined;
  for (const [name, data] of parts) {
    if (name !== "manifest.json" && hex(await sha256(data)) !== sums?.[name]) {
      return `${name}: its bytes are not those whose SHA-256 stands in manifest.json`;
    }
  }
  const sorted = (value: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.keys(value).sort().map((key) => [key, value[key]]));
  const again = `${JSON.stringify({ ...sorted(listed), members: sorted((sums ?? {})) }, null, 1)}\n`;
  if (!equal(text(again), parts.get("manifest.json") ?? new Uint8Array())) return "manifest.json is not written as it has to be";
  return equal(zipped(parts), bytes) ? "" : "bytes outside of the members are not as they are written";
}

/** Reads a replay file; what is wrong with the container stands in `fault`. Error where it can not be read at all. */
export async function readContainer(bytes: Uint8Array): Promise<Container> {
  const parts = members(bytes);
  let fault: string;
  try {
    fault = await faultOf(bytes, parts);
  } catch (error) {
    fault = `manifest.json can not be read: ${(error as Error).message}`;
  }
  const part = (name: Name): Uint8Array => parts.get(name) ?? new Uint8Array();
  const records = Array.from(values(part("entries.msgpack")), (value, at) => {
    if (!(value instanceof Uint8Array)) throw new Error(`entries.msgpack: value ${at + 1} is no record`);
    return value;
  });
  let openings = new Map<number, Opening[]>();
  try {
    openings = opened(part("sealed.msgpack"));
  } catch (error) {
    fault ||= `sealed.msgpack: ${(error as Error).message}`;
  }
  const heads = notes(new TextDecoder().decode(part("heads.txt")));
  return { records, heads, openings, register: part(OPTIONAL), fault };
}
