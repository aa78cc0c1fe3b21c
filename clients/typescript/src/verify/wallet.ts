/** Wallets: what a player keeps of one game, as `adjudicator-wallet/1` has it. Nothing that is read is verified here. */
import { concat, unbase64, unhex } from "./bytes.js";
import { decode, encode, type Value } from "./mpint.js";
import { readStatement } from "./statements.js";

export const WALLET = "adjudicator-wallet/1";

/** What a wallet may weigh, in bytes, and how many lines it has at most. */
export const WALLET_MOST = 256 * 1024 * 1024;
const LINES_MOST = 500_000;

/** A signed head or a statement. */
export interface Note {
  readonly game: Uint8Array;
  readonly size: number;
  readonly note: string;
  /** The seat of a statement; null for a receipt. */
  readonly seat: number | null;
  readonly hash?: Uint8Array;
  readonly id?: Uint8Array;
  readonly record?: Uint8Array;
}

/** The leaf of the opening in a register, its proof, and the note that names the register's key. */
export interface Inclusion {
  readonly register: string;
  readonly leaf: Uint8Array;
  readonly proof: string;
  readonly key: string;
}

export interface Wallet {
  readonly game: Uint8Array;
  readonly notes: Note[];
  readonly keys: string[];
  readonly openings: Uint8Array[];
  readonly players: { seat: number; key: Uint8Array }[];
  readonly heads: { size: number; hash: Uint8Array }[];
  readonly contributions: { seat: number; given: Uint8Array; commitment: Uint8Array }[];
  readonly inclusions: Inclusion[];
  readonly commands: { id: Uint8Array; given: Uint8Array; signature: Uint8Array }[];
  /** How many lines this reader does not know. */
  passed: number;
}

export type Line = Readonly<Record<string, unknown>>;

/** Reads hex of so many bytes; Error for anything else, which does not say what stands there: it may be secret. */
export function sizedHex(value: unknown, ...sizes: readonly number[]): Uint8Array {
  const digits = typeof value === "string" && /^[0-9a-f]*$/.test(value) ? value : null;
  if (digits === null || !sizes.some((size) => digits.length === 2 * size)) throw new Error("not as many digits of hex as there have to be");
  return unhex(digits);
}

function based(value: unknown): Uint8Array {
  if (typeof value !== "string") throw new Error("no base64");
  return unbase64(value);
}

function words(value: unknown): string {
  if (typeof value !== "string") throw new Error("no text");
  return value;
}

function count(value: unknown, least: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < least) throw new Error("no number");
  return value as number;
}

function object(line: string): Line {
  const row = parsed(line);
  if (typeof row !== "object" || row === null || Array.isArray(row)) throw new Error("no JSON object");
  return row as Line;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // what the parser says repeats a part of the line
  }
}

function at<T>(number: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`line ${number}: ${(error as Error).message}`);
  }
}

/** Reads a wallet; Error for what is none, and for a line that is not as its kind has it. */
export function readWallet(file: string): Wallet {
  const lines = file.split("\n").slice(0, -1); // what stands behind the last newline was cut by a crash
  if (file.length > WALLET_MOST || lines.length > LINES_MOST) throw new Error(`more than the ${WALLET_MOST} bytes or the ${LINES_MOST} lines of a wallet`);
  const first = at(1, () => object(lines[0] ?? ""));
  if (first.format !== WALLET) throw new Error(`no wallet: its first line has not the format ${WALLET}`);
  const wallet: Wallet = {
    game: at(1, () => sizedHex(first.game, 16)), notes: [], keys: [], openings: [], players: [], heads: [], contributions: [], inclusions: [],
    commands: [], passed: 0,
  };
  for (const [place, line] of lines.slice(1).entries()) at(place + 2, () => takeLine(wallet, object(line)));
  wallet.notes.sort((one, other) => rank(one) - rank(other));
  return wallet;
}

/** Receipts come before heads under keys that the holder did not know, which lack the id of a command, and those before statements. */
const rank = ({ seat, id }: Note): number => (seat !== null ? 2 : id ? 0 : 1);

function takeLine(wallet: Wallet, line: Line): void {
  const { game } = wallet;
  switch (words(line.kind)) {
    case "log_key":
      wallet.keys.push(words(line.key));
      break;
    case "seat":
      count(line.seat, 0);
      words(line.token_id);
      sizedHex(line.key, 0, 32);
      break;
    case "player":
      wallet.players.push({ seat: count(line.seat, 0), key: sizedHex(line.key, 32) });
      break;
    case "opening":
      wallet.openings.push(sizedHex(line.commitment, 32));
      break;
    case "receipt":
      wallet.notes.push({
        game, size: count(line.seq, 1), note: words(line.note), seat: null, hash: sizedHex(line.hash, 32),
        id: sizedHex(line.command_id, 0, 16), record: based(line.record),
      });
      break;
    case "unproven": // contradicts what the holder had, under a key that the holder did not know
      wallet.notes.push({ game, size: count(line.seq, 1), note: words(line.note), seat: null, hash: sizedHex(line.hash, 32) });
      break;
    case "head":
      wallet.heads.push({ size: count(line.seq, 1), hash: sizedHex(line.hash, 32) });
      break;
    case "contribution":
      wallet.contributions.push({
        seat: count(line.seat, 0), given: sizedHex(line.contribution, 32), commitment: sizedHex(line.commitment, 32),
      });
      break;
    case "command":
      wallet.commands.push(commandOf(line));
      break;
    case "refusal":
      based(line.refusal);
      sizedHex(line.signature, 64);
      words(line.log_key);
      break;
    case "inclusion":
      wallet.inclusions.push({
        register: words(line.register), leaf: based(line.leaf), proof: words(line.proof), key: words(line.key),
      });
      break;
    case "statement":
      wallet.notes.push(statementOf(wallet, words(line.note)));
      break;
    default:
      wallet.passed += 1;
  }
}

function statementOf({ game }: Wallet, note: string): Note {
  try {
    return { ...readStatement(note), note };
  } catch {
    return { game, size: 0, note, seat: -1 }; // one that nobody signed
  }
}

const isBytes = (value: Value | undefined, size: number): value is Uint8Array => value instanceof Uint8Array && value.length === size;
const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

function commandOf(line: Line): Wallet["commands"][number] {
  sizedHex(line.salt, 0, 32);
  based(line.secret);
  const fields = decode(based(line.command));
  const [game, actor, command, more] = isList(fields) ? fields : [];
  const whole = isBytes(game, 16) && isList(actor) && actor.length === 3 && isList(command) && command.length === 4 && more === undefined;
  if (!whole || !isBytes(command[0], 16) || !isList(command[2]) || typeof command[2][0] !== "string") throw new Error("no command as it is signed");
  return { id: command[0], given: concat(encode(actor), encode(command)), signature: sizedHex(line.signature, 0, 64) };
}
