/** What players hold, wallets, receipts and statements, against the log (level L3). */
import { concat, equal, hex, sha256, text, unbase64, unhex } from "../bytes.js";
import { type LogKey, readHead } from "../heads.js";
import { decode, encode } from "../mpint.js";
import { SEAT_ROLE } from "../records.js";
import { verifyNote } from "../signatures.js";
import type { Findings } from "./findings.js";
import { headOf } from "./log.js";
import { entryOf, isBytes, isList, type Opened, type Read, same } from "./reading.js";
import { checkInclusion, type Inclusion } from "./registered.js";
import { keysOfSeats } from "./signing.js";

const RECEIPTS = "adjudicator-receipts/1";
const WALLET = "adjudicator-wallet/1";
const STATEMENT = "wglog/1/statement";

export interface Note {
  readonly game: Uint8Array;
  readonly size: number;
  readonly note: string;
  /** The seat of a statement; null for a receipt. */
  readonly seat: number | null;
  readonly id?: Uint8Array;
  readonly record?: Uint8Array;
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
  /** How many lines this reader does not know, or does not look at. */
  passed: number;
}

export type Held = Note | Wallet;

/** Reads a wallet, a file of receipts or a statement; Error for anything else. */
export function readHeld(data: Uint8Array): Held[] {
  const words = new TextDecoder("utf-8", { fatal: true }).decode(data);
  if ((words.split("\n", 1)[0] ?? "").includes(WALLET)) return [readWallet(words)];
  if (words.startsWith(STATEMENT)) return [readStatement(words)];
  const found = JSON.parse(words) as { format?: unknown; game?: unknown; receipts?: unknown } | null;
  if (found?.format !== RECEIPTS || !Array.isArray(found.receipts)) throw new Error("neither a wallet nor receipts nor a statement");
  const game = sizedHex(found.game, 16);
  return found.receipts.map((row: { note?: unknown }) => {
    const size = Number(/^[^\n]*\n([0-9]{1,15})\n/.exec(String(row?.note))?.[1] ?? 0);
    if (size < 1) throw new Error("no signed head as `note` of a receipt");
    return { game, size, note: String(row.note), seat: null };
  });
}

function sizedHex(value: unknown, ...sizes: readonly number[]): Uint8Array {
  const found = typeof value === "string" ? unhex(value) : null;
  if (!found || !sizes.includes(found.length)) throw new Error("not as many digits of hex as there have to be");
  return found;
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

export function readStatement(note: string): Note {
  const [, game = "", seat = "", size = ""] = /^wglog\/1\/statement ([0-9a-f]{32})\n([0-9]{1,9})\n([0-9]{1,9})\n[^\n]*\n/.exec(note) ?? [];
  if (game === "") throw new Error("no whole statement");
  return { game: unhex(game), size: Number(size), note, seat: Number(seat) };
}

type Line = Readonly<Record<string, unknown>>;

export function readWallet(file: string): Wallet {
  const lines = file.split("\n").slice(0, -1); // what stands behind the last newline was cut by a crash
  const [first = {}, ...rest] = lines.map((line) => {
    const row = JSON.parse(line) as unknown;
    if (typeof row !== "object" || row === null || Array.isArray(row)) throw new Error("a line that is no JSON object");
    return row as Line;
  });
  if (first.format !== WALLET) throw new Error(`no wallet: its first line has not the format ${WALLET}`);
  const wallet: Wallet = {
    game: sizedHex(first.game, 16), notes: [], keys: [], openings: [], players: [], heads: [], contributions: [], inclusions: [], commands: [],
    passed: 0,
  };
  for (const line of rest) takeLine(wallet, line);
  wallet.notes.sort((one, other) => Number(one.seat !== null) - Number(other.seat !== null));
  return wallet;
}

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
      sizedHex(line.hash, 32);
      wallet.notes.push({
        game, size: count(line.seq, 1), note: words(line.note), seat: null, id: sizedHex(line.command_id, 0, 16), record: based(line.record),
      });
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
      words(line.register);
      wallet.inclusions.push({ leaf: based(line.leaf), proof: words(line.proof), key: words(line.key) });
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
    return readStatement(note);
  } catch {
    return { game, size: 0, note, seat: -1 }; // one that nobody signed
  }
}

function commandOf(line: Line): Wallet["commands"][number] {
  sizedHex(line.salt, 0, 32);
  based(line.secret);
  const [game, actor, command, more] = decode(based(line.command)) as readonly unknown[];
  const whole = isBytes(game, 16) && isList(actor) && actor.length === 3 && isList(command) && command.length === 4 && more === undefined;
  if (!whole || !isBytes(command[0], 16) || !isList(command[2]) || typeof command[2][0] !== "string") throw new Error("no command as it is signed");
  return { id: command[0], given: concat(encode(actor), encode(command)), signature: sizedHex(line.signature, 0, 64) };
}

const given = ({ actor, command }: Read): Uint8Array => concat(encode(actor), encode(command));

/** Every receipt and statement is of this history (checks 12, 15 and 16), and what a wallet says of the game holds. */
export async function checkHeld(
  entries: readonly Read[], terms: Opened, held: readonly Held[], keys: readonly LogKey[], out: Findings,
): Promise<void> {
  const own = held.filter(({ game }) => equal(game, (entries[0] as Read).game));
  if (own.length === 0) {
    out.incomplete.set("L3", "none of the receipts is of this game");
    return;
  }
  if (own.length < held.length) out.notes.push(`${held.length - own.length} receipts, statements or wallets are of other games`);
  const log = new Compared(entries, terms, keys, out);
  for (const item of own) {
    if (!("notes" in item)) await log.take(item);
    else {
      for (const note of item.notes) await log.take(note);
      log.wallet(item);
      for (const row of item.inclusions) await checkInclusion(entries, terms, row, keys, out);
    }
  }
}

class Compared {
  private readonly bySeq: ReadonlyMap<number, Read>;
  private readonly byId: ReadonlyMap<string, Read>;
  private readonly seats: ReadonlyMap<number, readonly Uint8Array[]>;
  private readonly last: number;
  private readonly shown = new Map<number, Uint8Array>();
  private readonly proven = new Set<number>();

  constructor(
    private readonly entries: readonly Read[], private readonly terms: Opened, private readonly keys: readonly LogKey[],
    private readonly out: Findings,
  ) {
    this.bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
    this.byId = new Map(entries.map((entry) => [hex(entry.id), entry]));
    this.seats = keysOfSeats(entries, terms);
    this.last = Math.max(...this.bySeq.keys());
  }

  async take(item: Note): Promise<void> {
    const { size, seat } = item;
    let hash: Uint8Array;
    try {
      hash = seat === null ? await this.signed(item) : await this.stated(item, seat);
    } catch (error) {
      this.out.add("RECEIPT_UNPROVEN", size, "a head signed by whom it names", (error as Error).message);
      return;
    }
    const there = this.bySeq.get(size)?.hash;
    const fits = there !== undefined && equal(there, hash);
    if (seat !== null) {
      if (!fits) this.out.add("STATEMENT_CONTRADICTED", size, hash, there);
      return;
    }
    if (!this.shown.has(size)) this.shown.set(size, hash);
    if (!equal(this.shown.get(size) as Uint8Array, hash)) this.out.add("FORKED_LOG", size, this.shown.get(size), hash);
    else if (size > this.last) this.out.add("TRUNCATED_LOG", this.last + 1, `${size} entries, signed for a holder`, this.last);
    else if (!fits) this.out.add("RECEIPT_NOT_IN_LOG", size, hash, there);
    else return;
    this.proven.add(size);
    if (item.record && equal(await sha256(text("wglog/1/entry\0"), item.record), hash)) await this.replaced(item, item.record);
  }

  private async signed({ game, size, note }: Note): Promise<Uint8Array> {
    const head = await headOf(this.keys, note);
    if (!equal(head.game, game) || head.size !== size) throw new Error("the head of another game");
    return head.hash;
  }

  private async stated({ game, note }: Note, seat: number): Promise<Uint8Array> {
    for (const key of this.seats.get(seat) ?? []) {
      let body: string;
      try {
        body = await verifyNote(await seatKey(seat, key), note);
      } catch {
        continue;
      }
      const lines = body.split("\n");
      if (lines.length !== 5 || lines[1] !== `${seat}` || lines[0] !== `${STATEMENT} ${hex(game)}`) throw new Error("no statement");
      return readHead(`wglog/1/head ${hex(game)}\n${lines[2]}\n${lines[3]}\n`).hash;
    }
    throw new Error(`no signature by a key of seat ${seat}`);
  }

  /** Says what stood in an entry whose record a signed head proves: opening, contribution, or own command. */
  private async replaced({ id }: Note, record: Uint8Array): Promise<void> {
    const known = await entryOf(decode(record), record);
    if (known === null) throw new Error("a signed record that is none");
    const { kind, seq, actor: [, party] } = known;
    if (kind === "OpenGame" && this.bySeq.has(seq)) this.out.add("OPENING_REPLACED", seq, "the terms that were signed", "others");
    if (kind === "CommitContribution" || kind === "OpenContribution") {
      const found = [...this.byId.values()].find((entry) => entry.kind === kind && entry.actor[1] === party);
      if (!found || !same(found.values, known.values)) this.out.add("CONTRIBUTION_REPLACED", seq, `${kind} of seat ${party}`, "another");
    }
    if (!id || id.length === 0 || !equal(id, known.id)) return;
    const found = this.byId.get(hex(id));
    if (!found) {
      this.out.add("COMMAND_MISSING", seq, `${kind}, command ${hex(id)}`, "no such command");
      return;
    }
    const altered = !equal(given(known), given(found)) || !sameBytes(known.signature, found.signature);
    if (altered) this.out.add("COMMAND_ALTERED", found.seq, given(known), given(found));
  }

  /** Compares what a holder noted without a signature; what a signed head proves already is not told again. */
  wallet(wallet: Wallet): void {
    const { terms } = this;
    const told = (seq: number, expected: string, found: unknown): void => {
      if (!this.proven.has(seq)) this.out.add("WALLET_CONTRADICTED", seq, expected, found);
    };
    const [first] = wallet.keys;
    if (first !== undefined && !this.keys.some(({ line }) => line === first)) told(1, `log_key: ${first}`, this.keys[0]?.line);
    for (const promised of wallet.openings) {
      if (!sameBytes(promised, terms.commitment)) told(1, `commitment: ${hex(promised)}`, terms.commitment);
    }
    for (const { seat, key } of wallet.players) {
      if (!terms.seats[seat]?.keys.some((known) => equal(known, key))) told(1, `seats[${seat}].keys: ${hex(key)}`, "others");
    }
    this.contributed(wallet, told);
    for (const own of wallet.commands) {
      const entry = this.byId.get(hex(own.id));
      if (!entry) continue;
      if (!equal(given(entry), own.given)) told(entry.seq, "the command that the holder gave", "another");
      else if (own.signature.length > 0 && !sameBytes(entry.signature, own.signature)) told(entry.seq, `signature: ${hex(own.signature)}`, entry.signature);
    }
    for (const { size, hash } of wallet.heads) {
      const there = this.bySeq.get(size)?.hash;
      if (there && !equal(there, hash)) told(size, `hash: ${hex(hash)}`, there);
    }
    if (wallet.passed > 0) this.out.notes.push(`${wallet.passed} lines of a wallet are not looked at here`);
  }

  private contributed(wallet: Wallet, told: (seq: number, expected: string, found: unknown) => void): void {
    for (const { kind, seq, actor: [role, party], values: [value] } of this.entries) {
      if (role !== SEAT_ROLE || (kind !== "CommitContribution" && kind !== "OpenContribution")) continue;
      const noted = wallet.contributions.filter(({ seat }) => seat === party);
      const due = noted.map((row) => (kind === "OpenContribution" ? row.given : row.commitment));
      if (noted.length > 0 && !due.some((each) => isBytes(value) && equal(each, value))) told(seq, `${kind} of seat ${party}`, value);
    }
  }
}

const sameBytes = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === null || other === null ? one === other : equal(one, other);

async function seatKey(seat: number, key: Uint8Array): Promise<string> {
  const name = `seat-${seat}`;
  const id = (await sha256(text(`${name}\n`), [1], key)).slice(0, 4);
  return `${name}+${hex(id)}+${btoa(String.fromCharCode(1, ...key))}`;
}

