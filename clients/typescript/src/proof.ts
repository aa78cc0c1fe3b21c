import type { Entry } from "./contract.js";
import { openingsOf } from "./events.js";
import type { Receipts } from "./receipts.js";
import { equal, hex } from "./verify/bytes.js";
import { NotProven } from "./verify/errors.js";
import { isRevealed, termsOf, verifyDice, verifySignatures } from "./verify/games.js";
import { lastKey, type LogKey, logKeys } from "./verify/heads.js";
import type { Entry as Recorded } from "./verify/records.js";
import { voidEntries } from "./verify/rewinds.js";
import { demandOpenings, verifyOpenings } from "./verify/seals.js";

/** What was verified, in numbers. */
export interface Proof {
  readonly entries: number;
  /** Entries that do not stand, since the game went back before them. */
  readonly void: number;
  readonly receipts: number;
  readonly signatures: number;
  readonly openings: number;
  /** Dice that were drawn again; 0 before the reveal. */
  readonly dice: number;
  readonly revealed: boolean;
  /** Hash of the last entry. */
  readonly head: Uint8Array;
}

/** A party, as far as its own contribution is compared. */
export interface Contributor {
  readonly party: number;
  readonly contribution: Uint8Array;
  readonly receipts: Receipts;
  /** Ids, in hex, of the commands that it has made, answered or not. */
  readonly made: ReadonlySet<string>;
}

/** Verifies a whole game; NotProven where anything differs. */
export async function proofOf(
  recorded: readonly Recorded[], entries: readonly Entry[], receipts: Receipts, keys: readonly LogKey[], party: Contributor,
): Promise<Proof> {
  await receipts.verify(recorded, keys);
  const revealed = isRevealed(recorded);
  const openings = new Map(entries.map((entry) => [Number(entry.seq), openingsOf(entry)]));
  let count = 0;
  for (const entry of recorded) {
    const own = openings.get(entry.seq) ?? [];
    await verifyOpenings(entry, own);
    if (revealed) demandOpenings(entry, own);
    count += own.length;
  }
  checkContribution(recorded, party);
  return {
    entries: recorded.length,
    void: voidEntries(recorded).length,
    receipts: receipts.size,
    signatures: await verifySignatures(recorded),
    openings: count,
    dice: revealed || termsOf(recorded).stretches !== null ? await verifyDice(recorded, openings) : 0,
    revealed,
    head: recorded.at(-1)?.hash ?? new Uint8Array(32),
  };
}

/** A contribution that stands under this seat is the one that it made, where the command was its own. */
function checkContribution(recorded: readonly Recorded[], { party, contribution, receipts, made }: Contributor): void {
  const own = new Set([...made, ...receipts.all.filter(({ commandId }) => commandId.length > 0).map(({ commandId }) => hex(commandId))]);
  for (const { kind, actor, values, seq, id, game } of recorded) {
    if (kind !== "OpenContribution" || actor[1] !== party || !own.has(hex(id))) continue;
    const given = values[0];
    const same = given instanceof Uint8Array && equal(given, contribution);
    if (!same) throw new NotProven("CONTRIBUTION_MISMATCH", seq, "the contribution that was made", "another", hex(game));
  }
}

/**
 * The key from which the keys of a log follow: that of the terms where the pinned key is one that it has handed on to,
 * in the log or in the changes that the service tells; else the pinned key alone.
 */
export async function startingKey(
  entries: readonly Recorded[], pinned: string, changes: () => Promise<readonly string[]>,
): Promise<string> {
  const { logKey } = termsOf(entries);
  if (logKey === pinned) return logKey;
  if ((await logKeys(entries, logKey)).some(({ line }) => line === pinned)) return logKey;
  const told = await changes();
  for (let first = 0; first < told.length; first += 1) {
    for (let end = first + 1; end <= told.length; end += 1) {
      if ((await lastKey(logKey, told.slice(first, end))) === pinned) return logKey;
    }
  }
  return pinned;
}
