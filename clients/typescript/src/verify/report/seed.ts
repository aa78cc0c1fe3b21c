/** The seed: commitments, contributions and secret fit together, and came in their order (checks 21 to 28). */
import { equal, hex } from "../bytes.js";
import * as dice from "../dice.js";
import type { Entry } from "../records.js";
import type { Findings } from "./findings.js";
import { isBytes, type Opened } from "./reading.js";

const WELL_KNOWN = ["00".repeat(32), "ff".repeat(32), Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, "0")).join("")];
interface Given {
  readonly seq: number;
  readonly value: Uint8Array;
}

/** What the entries say of a game's seed. */
export class SeedFacts {
  readonly commitments = new Map<number, Given>();
  readonly contributions = new Map<number, Given>();
  readonly absent = new Set<unknown>();
  readonly confirmed = new Set<number>();
  readonly drawn: number;
  readonly game: Uint8Array;
  fixed: Given | null = null;
  secret: Given | null = null;
  finished = 0;

  constructor(entries: readonly Entry[], readonly terms: Opened) {
    this.game = (entries[0] as Entry).game;
    this.drawn = entries.find((entry) => entry.dice.length > 0)?.seq ?? Number.POSITIVE_INFINITY;
    for (const entry of entries) this.take(entry);
  }

  private take(entry: Entry): void {
    const { kind, seq, actor: [, party] } = entry;
    const [value] = entry.values;
    if (isBytes(value)) {
      if (kind === "CommitContribution" && !this.commitments.has(party)) this.commitments.set(party, { seq, value });
      if (kind === "OpenContribution" && !this.contributions.has(party)) this.contributions.set(party, { seq, value });
      if (kind === "Reveal") this.secret = { seq, value };
    }
    if (kind === "ConfirmResult") this.confirmed.add(party);
    for (const [[name, first]] of entry.events) {
      // who sits there now has committed to nothing yet
      if (name === "SeatSubstituted" && !this.contributions.has(first as number)) this.commitments.delete(first as number);
      if (name === "SeatAbsent") this.absent.add(first);
      if (name === "SeedFixed" && isBytes(first)) this.fixed = { seq, value: first };
      if (name === "Finished") this.finished = seq;
    }
  }

  transcript(): Promise<Uint8Array> {
    const slots = this.terms.contributors.map((party) => this.contributions.get(party)?.value ?? null);
    return dice.transcript(this.game, this.terms.commitment ?? new Uint8Array(32), this.terms.settings, slots);
  }

  isWeak(seat: number, value: Uint8Array): boolean {
    for (const [other, given] of this.contributions) if (other !== seat && equal(given.value, value)) return true;
    return !this.terms.test && value.every((byte) => byte === value[0]);
  }
}

/** Gives the secret of the dice where it is out and the one committed to. */
export async function checkSeed(entries: readonly Entry[], terms: Opened, out: Findings): Promise<Uint8Array | null> {
  const facts = new SeedFacts(entries, terms);
  if ([...facts.contributions.values()].some(({ value }) => value.length !== 32)) {
    out.add("CONTRIBUTION_MISMATCH", 0, "contributions of 32 bytes", "another size");
    return null;
  }
  await checkContributions(facts, out);
  const bound = await facts.transcript();
  if (facts.fixed && !equal(facts.fixed.value, bound)) out.add("CONTRIBUTION_MISMATCH", facts.fixed.seq, bound, facts.fixed.value);
  if (facts.secret === null) {
    const all = terms.seats.every((_, seat) => facts.confirmed.has(seat));
    if (facts.finished && all) out.add("SEED_NOT_REVEALED", facts.finished, "the secret after the close", "none");
    return null;
  }
  const { seq, value } = facts.secret;
  const fits = value.length === 32 && terms.commitment !== null && equal(await dice.commit(facts.game, value), terms.commitment);
  if (!fits) {
    out.add("SEED_COMMIT_MISMATCH", seq, terms.commitment, "another secret");
    return null;
  }
  if (WELL_KNOWN.includes(hex(value)) && !terms.test) out.add("TEST_SEED", seq, "a secret of its own", "a well known one");
  return value;
}

async function checkContributions(facts: SeedFacts, out: Findings): Promise<void> {
  const { terms, fixed, game } = facts;
  const last = Math.max(0, ...Array.from(facts.commitments.values(), ({ seq }) => seq));
  for (const seat of terms.contributors) {
    const opened = facts.contributions.get(seat);
    if (!opened) {
      if (fixed && terms.profile !== "P0" && !facts.absent.has(seat)) {
        out.add("CONTRIBUTION_MISSING", fixed.seq, `seat ${seat} opens or is absent`, "neither");
      }
      continue;
    }
    const { seq, value } = opened;
    const promised = facts.commitments.get(seat);
    if (!promised || seq < last) out.add("CONTRIBUTION_ORDER", seq, "all commitments before any opening", `seat ${seat} opened before`);
    if (seq > facts.drawn) out.add("CONTRIBUTION_ORDER", seq, `openings before the first die (entry ${facts.drawn})`, `seat ${seat}`);
    const due = await dice.seatCommit(game, seat, value);
    if (promised && !equal(due, promised.value)) out.add("CONTRIBUTION_MISMATCH", seq, promised.value, due);
    if (facts.isWeak(seat, value)) out.add("CONTRIBUTION_WEAK", seq, "32 random bytes", "constant or equal bytes");
  }
}

