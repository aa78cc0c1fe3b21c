/** The wallet of a player: what the service gave in one game and what was given to it, written as the game goes. */
import type { Receipt, Registration } from "./contract.js";
import type { Kept } from "./receipts.js";
import { base64, equal, hex } from "./verify/bytes.js";
import { ClientError } from "./verify/errors.js";
import { type LogKey, signedHead } from "./verify/heads.js";
import { encode, type Value } from "./verify/mpint.js";
import type { SignedRefusal } from "./verify/refusals.js";
import { type Line, readWallet, type Wallet as Read, WALLET } from "./verify/wallet.js";

/** Where the lines of a wallet are. */
export interface WalletStore {
  /** Shown in errors. */
  readonly name: string;
  /** All that is there; what a crash has cut is left out. */
  read(): Promise<string>;
  /** Appends a line with its newline: whole, or nothing. Where it is `durable` it is on the disk after this. */
  append(line: string, durable: boolean): Promise<void>;
  /** Puts everything on the disk, and lets go. */
  close(): Promise<void>;
}

/** The first line of the wallet of a game, with its newline. */
export const titleOf = (game: Uint8Array): string => `${JSON.stringify({ format: WALLET, game: hex(game) })}\n`;

/** Lines of a text that each stand once, in order; `adjudicator-wallet/1` has none twice. */
export const once = (file: string): string[] => [...new Set(file.split("\n").slice(0, -1))];

const NONE = new Uint8Array();
/** A service can make as many as it likes, and a wallet that is too large is read by nobody. */
const UNPROVEN_MOST = 64;

/** A wallet that can not be read or written. */
export class WalletFault extends ClientError {
  override name = "WalletFault";
}

/**
 * A wallet of one game (`adjudicator-wallet/1`).
 *
 * Lines are appended, each once; commands and contributions are on the disk before they are sent. The first line that can
 * not be written stops all later ones, and the call that it belongs to. No token and no private key is in it.
 */
export class Wallet {
  readonly game: Uint8Array;
  private readonly lines: Set<string>;
  private last: Promise<void> = Promise.resolve();

  private constructor(
    private readonly store: WalletStore | null, private readonly held: Read,
    /** The receipts that it held, each verified under a key of the log that it held. */
    readonly receipts: readonly Kept[], lines: readonly string[],
  ) {
    this.game = held.game;
    this.lines = new Set(lines);
  }

  /** Opens the wallet of a game, or begins it. WalletFault where it is none of this game, NotProven where a receipt in it is not. */
  static async open(store: WalletStore, game: Uint8Array): Promise<Wallet> {
    const lines = once(await store.read());
    const title = titleOf(game).slice(0, -1);
    let held: Read;
    try {
      held = readWallet(`${(lines.length > 0 ? lines : [title]).join("\n")}\n`);
    } catch (error) {
      throw new WalletFault(`${store.name} is no wallet (${WALLET}): ${(error as Error).message}; name another file`);
    }
    if (!equal(held.game, game)) throw new WalletFault(`${store.name} is the wallet of game ${hex(held.game)}, not ${hex(game)}: name another file`);
    const wallet = new Wallet(store, held, await receiptsOf(held), lines);
    if (lines.length === 0) await wallet.append(title, true);
    return wallet;
  }

  /** A wallet that keeps nothing. */
  static none(game: Uint8Array): Wallet {
    const nothing: Read = {
      game, notes: [], keys: [], openings: [], players: [], heads: [], contributions: [], inclusions: [], commands: [], passed: 0,
    };
    return new Wallet(null, nothing, [], []);
  }

  /** Whether it keeps anything. */
  get keeps(): boolean {
    return this.store !== null;
  }

  /** Where it is kept; empty where it keeps nothing. */
  get name(): string {
    return this.store?.name ?? "";
  }

  // -- what it held when it was opened

  /** The keys of the log that its holder believes, the first one first. */
  get logKeys(): readonly string[] {
    return this.held.keys;
  }

  /** Commitments to the secret of the dice that its holder was told. */
  get openings(): readonly Uint8Array[] {
    return this.held.openings;
  }

  /** What has proven that the game stands in a register. */
  get inclusions(): Read["inclusions"] {
    return this.held.inclusions;
  }

  /** Hashes of entries that its holder has seen. */
  get heads(): Read["heads"] {
    return this.held.heads;
  }

  /** Ids of the commands of the holder's own, in hex. */
  get commandIds(): readonly string[] {
    return this.held.commands.map(({ id }) => hex(id));
  }

  /** The contribution that a party has made before. */
  contribution(party: number): Uint8Array | undefined {
    return this.held.contributions.findLast(({ seat }) => seat === party)?.given;
  }

  // -- what is kept

  keepSeat(seat: number, tokenId: string, key: Uint8Array | undefined): Promise<void> {
    return this.keep("seat", { seat, token_id: tokenId, key: hex(key ?? NONE) });
  }

  async keepKeys(lines: readonly string[]): Promise<void> {
    for (const key of lines) await this.keep("log_key", { key });
  }

  keepOpening(commitment: Uint8Array): Promise<void> {
    return this.keep("opening", { commitment: hex(commitment) });
  }

  /** Keeps the public keys with which seats sign, by seat. */
  async keepPlayers(seats: readonly (readonly Uint8Array[])[]): Promise<void> {
    for (const [seat, keys] of seats.entries()) for (const key of keys) await this.keep("player", { seat, key: hex(key) });
  }

  /** Keeps a contribution, before it is committed to. */
  keepContribution(party: number, contribution: Uint8Array, commitment: Uint8Array): Promise<void> {
    return this.keep("contribution", { seat: party, contribution: hex(contribution), commitment: hex(commitment) }, true);
  }

  /** Keeps a command before it is sent: what its signature covers, and what opens its seal, null where it has none. */
  keepCommand(
    actor: readonly Value[], command: readonly Value[], signature: Uint8Array, sealed: { readonly salt: Uint8Array; readonly data: Uint8Array } | null,
  ): Promise<void> {
    return this.keep("command", {
      command: base64(encode([this.game, actor, command])), signature: hex(signature),
      salt: sealed ? hex(sealed.salt) : "", secret: sealed ? base64(sealed.data) : "",
    }, true);
  }

  /** Keeps a receipt, with the id of the holder's own command and the record of the entry, where there are such. */
  keepReceipt({ seq, hash, note }: Pick<Receipt, "hash" | "note"> & { readonly seq: bigint | number }, id: Uint8Array = NONE, record: Uint8Array = NONE): Promise<void> {
    return this.keep("receipt", { seq: Number(seq), hash: hex(hash), note, command_id: hex(id), record: base64(record) });
  }

  /** Keeps a head that contradicts what is known, and is signed with a key that is not; the first ones of them. */
  async keepUnproven({ seq, hash, note }: Pick<Receipt, "seq" | "hash" | "note">): Promise<void> {
    const there = [...this.lines].filter((line) => line.slice(0, 20).includes('"unproven"')).length;
    if (there < UNPROVEN_MOST) await this.keep("unproven", { seq: Number(seq), hash: hex(hash), note }, true);
  }

  async keepHead(seq: number, hash: Uint8Array): Promise<void> {
    if (seq > 0) await this.keep("head", { seq, hash: hex(hash) });
  }

  keepStatement(note: string): Promise<void> {
    return this.keep("statement", { note });
  }

  keepRefusal({ refusal, signature, logKey }: SignedRefusal): Promise<void> {
    return this.keep("refusal", { refusal: base64(refusal), signature: hex(signature), log_key: logKey }, true);
  }

  keepInclusion({ register, leaf, proof, key }: Pick<Registration, "register" | "leaf" | "proof" | "key">): Promise<void> {
    return this.keep("inclusion", { register, leaf: base64(leaf), proof, key }, true);
  }

  /** All of it that could be written, to be handed on as a file: whatever came to an end, this is what proves something. */
  async text(): Promise<string> {
    await this.last.catch(() => {});
    return this.store === null ? "" : `${once(await this.store.read()).join("\n")}\n`;
  }

  /** Puts everything on the disk, and lets go of it; whatever has to be kept after that fails. */
  async close(): Promise<void> {
    await this.last.catch(() => {});
    await this.store?.close();
  }

  private keep(kind: string, fields: Line, durable = false): Promise<void> {
    const line = JSON.stringify({ kind, ...fields });
    if (this.store === null || this.lines.has(line)) return this.last;
    this.lines.add(line);
    return this.append(line, durable);
  }

  /** Appends after all that was to be appended before; where that failed nothing more is. */
  private append(line: string, durable: boolean): Promise<void> {
    this.last = this.last.then(() => this.store?.append(`${line}\n`, durable));
    this.last.catch(() => {}); // whoever waits for it is told
    return this.last;
  }
}

async function receiptsOf({ notes, keys, game }: Read): Promise<Kept[]> {
  if (keys.length === 0) return [];
  const able: LogKey[] = keys.map((line) => ({ line, end: Number.POSITIVE_INFINITY }));
  const found: Kept[] = [];
  for (const { seat, size, note, hash, id } of notes) {
    if (seat !== null || !hash || !id) continue;
    const head = await signedHead(able, note, hex(game));
    if (!equal(head.game, game) || head.size !== size || !equal(head.hash, hash)) throw new WalletFault(`the receipt of entry ${size} in the wallet is a note of something else`);
    found.push({ seq: size, hash, note, commandId: id });
  }
  return found;
}
