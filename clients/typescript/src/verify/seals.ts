/** Sealed parts of entries: what is secret, committed to with a salt, until it is opened. */
import { type Bytes, equal, hex, sha256, text } from "./bytes.js";
import { demand } from "./errors.js";
import { decode } from "./mpint.js";
import type { DiceRow, Entry } from "./records.js";

/** The part of a command's secret fields, and the part of all else that is secret in an entry. */
export const COMMAND_PART = 0;
export const REST_PART = 1;

/** What opens a sealed part. */
export interface Opening {
  /** A seat. */
  readonly owner: number;
  readonly part: number;
  readonly salt: Uint8Array;
  readonly data: Uint8Array;
}

/** Openings by the number of their entry. */
export type Openings = ReadonlyMap<number, readonly Opening[]>;

export const sealedHash = (
  game: Uint8Array, owner: number, part: number, commandId: Uint8Array, salt: Uint8Array, data: Uint8Array,
): Promise<Bytes> => sha256(text("wglog/1/sealed\0"), game, [owner, part], commandId, salt, data);

function commitmentOf(entry: Entry, owner: number, part: number): Uint8Array | null {
  if (part === COMMAND_PART) return owner === entry.actor[1] ? entry.seal : null;
  return part === REST_PART ? (entry.sealed.find(([party]) => party === owner)?.[1] ?? null) : null;
}

/** Compares openings with what their entry committed to; NotProven where one does not fit. */
export async function verifyOpenings(entry: Entry, openings: readonly Opening[]): Promise<void> {
  const game = hex(entry.game);
  for (const { owner, part, salt, data } of openings) {
    const committed = commitmentOf(entry, owner, part);
    const found = await sealedHash(entry.game, owner, part, entry.id, salt, data);
    const expected = committed === null ? `no part ${part} of party ${owner}` : hex(committed);
    demand(committed && equal(committed, found), "SEALED_OPENING_MISMATCH", entry.seq, expected, hex(found), game);
  }
}

/** Demands an opening of every sealed part of an entry, as there is one for everybody once the game is over. */
export function demandOpenings(entry: Entry, openings: readonly Opening[]): void {
  const parts = entry.sealed.map(([owner]) => [owner, REST_PART] as const);
  const all = entry.seal === null ? parts : [[entry.actor[1], COMMAND_PART] as const, ...parts];
  for (const [owner, part] of all) {
    const there = openings.some((each) => each.owner === owner && each.part === part);
    const name = `part ${part} of party ${owner}`;
    demand(there, "SEALED_OPENING_MISMATCH", entry.seq, `an opening of ${name}`, "none", hex(entry.game));
  }
}

/** Hidden dice that openings show. */
export const hiddenDice = (openings: readonly Opening[]): DiceRow[] =>
  openings
    .filter(({ part }) => part === REST_PART)
    .flatMap(({ data }) => (decode(data) as unknown as readonly [unknown, unknown, readonly DiceRow[]])[2]);
