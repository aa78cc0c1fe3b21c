/** What players hold, wallets, receipts and statements, against the log (level L3). */
import { concat, equal, hex, sha256, text } from "../bytes.js";
import type { LogKey } from "../heads.js";
import { decode, encode } from "../mpint.js";
import { SEAT_ROLE } from "../records.js";
import { readStatement, STATEMENT, verifyStatement } from "../statements.js";
import { type Note, readWallet, sizedHex, type Wallet, WALLET } from "../wallet.js";
import type { Findings } from "./findings.js";
import { headOf } from "./log.js";
import { entryOf, isBytes, type Opened, type Read, same } from "./reading.js";
import { checkInclusion, type Proven } from "./registered.js";
import { keysOfSeats } from "./signing.js";

const RECEIPTS = "adjudicator-receipts/1";

export type Held = Note | Wallet;

/** Reads a wallet, a file of receipts or a statement; Error for anything else. */
export function readHeld(data: Uint8Array): Held[] {
  const words = new TextDecoder("utf-8", { fatal: true }).decode(data);
  if ((words.split("\n", 1)[0] ?? "").includes(WALLET)) return [readWallet(words)];
  if (words.startsWith(STATEMENT)) return [{ ...readStatement(words), note: words }];
  const found = JSON.parse(words) as { format?: unknown; game?: unknown; receipts?: unknown } | null;
  if (found?.format !== RECEIPTS || !Array.isArray(found.receipts)) throw new Error("neither a wallet nor receipts nor a statement");
  const game = sizedHex(found.game, 16);
  return found.receipts.map((row: { note?: unknown }) => {
    const size = Number(/^[^\n]*\n([0-9]{1,15})\n/.exec(String(row?.note))?.[1] ?? 0);
    if (size < 1) throw new Error("no signed head as `note` of a receipt");
    return { game, size, note: String(row.note), seat: null };
  });
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
  const told: Proven[] = [];
  for (const item of own) {
    if (!("notes" in item)) await log.take(item);
    else {
      for (const note of item.notes) await log.take(note);
      log.wallet(item);
      for (const row of item.inclusions) await checkInclusion(entries, terms, row, keys, told, out);
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
    this.last = entries.reduce((most, { seq }) => Math.max(most, seq), 0);
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
    return (await verifyStatement(note, game, seat, this.seats.get(seat) ?? [])).hash;
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
