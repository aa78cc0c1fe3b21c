/** Dice after the seed, from the seed, without gap and never twice, from their source (checks 29 to 33 and 35). */
import { equal } from "../bytes.js";
import type { Container } from "../container.js";
import * as dice from "../dice.js";
import type { Value } from "../mpint.js";
import { type DiceRow, eventOf } from "../records.js";
import { StandingDice } from "../rewinds.js";
import { REST_PART } from "../seals.js";
import type { Findings } from "./findings.js";
import { isBytes, isList, type Opened, type Read, restOf, same } from "./reading.js";
import { streamOf } from "./seals.js";
import { SeedFacts } from "./seed.js";

const SERVER = 6;
const STRETCHES_MOST = 1024;

/** Where the open dice of an entry may come from. */
class Source {
  stream: number;
  private awaited = false;
  private allowed = new Set<number>();
  private drawn: (readonly Value[])[] = [];

  constructor(terms: Opened) {
    this.stream = terms.diceMode === "reported" ? dice.REPORTED : dice.PUBLIC;
  }

  enter(entry: Read): void {
    this.allowed = new Set([this.stream, ...(this.awaited ? [dice.REPORTED] : [])]);
    this.drawn = [];
    for (const [[kind, ...fields]] of entry.events) {
      if (kind === "ThrowDrawn") {
        if (!isList(fields[1])) throw new TypeError("a throw without faces");
        this.drawn.push(fields[1]);
      } else if (kind === "RollRequested") this.awaited = true;
      else if (["RollsTaken", "ResultReached", "Rewound", "Corrected"].includes(kind as string)) this.awaited = false;
      else if (kind === "DiceSourceChanged" && fields[0] === "seeded") this.stream = dice.PUBLIC;
      else if (kind === "DiceSourceChanged" && fields[0] === "reported") this.stream = dice.REPORTED;
    }
  }

  allows([stream, , , , faces]: DiceRow): boolean {
    const [next] = this.drawn;
    if (stream === dice.PUBLIC && next && same(next, faces)) {
      this.drawn.shift();
      return true;
    }
    return this.allowed.has(stream) || (stream !== dice.PUBLIC && stream !== dice.REPORTED);
  }
}

/** The stretches of the open dice: secrets that are out, and which one is drawn from. */
class Stretches {
  private readonly chain = new Map<number, Uint8Array>();
  private readonly shown = new Map<number, Uint8Array>();
  private present = 0;
  private dice = 0;
  private since = 0;
  private last = 0;
  private over = false;

  private constructor(
    private readonly terms: Opened, private readonly secret: Uint8Array | null, private readonly out: Findings,
  ) {}

  static async of(entries: readonly Read[], terms: Opened, secret: Uint8Array | null, out: Findings): Promise<Stretches> {
    const made = new Stretches(terms, secret, out);
    const { game } = entries[0] as Read;
    if (terms.stretches === null) return made;
    const { count, commitment } = terms.stretches;
    if (secret !== null && count > 0 && count <= STRETCHES_MOST) {
      let found: Uint8Array = await dice.stretchEnd(secret, game);
      for (let place = count; place > 0; place -= 1) {
        made.chain.set(place - 1, found);
        found = await dice.stretchBefore(game, place, found);
      }
      if (!equal(found, commitment)) out.add("EPOCH_INVALID", 1, commitment, found);
    }
    let last = commitment;
    for (const entry of entries) {
      const shown = shownBy(entry);
      if (shown?.epoch !== made.shown.size || !equal(await dice.stretchBefore(game, shown.epoch + 1, shown.value), last)) continue;
      made.shown.set(shown.epoch, shown.value);
      last = shown.value;
    }
    return made;
  }

  secretOf([stream, epoch]: DiceRow): Uint8Array | null {
    if (this.terms.stretches === null || stream !== dice.PUBLIC) return this.secret;
    return this.chain.get(epoch) ?? this.shown.get(epoch) ?? null;
  }

  begin(entry: Read): void {
    if (entry.kind !== "ShowStretch") return;
    const { seq } = entry;
    const shown = shownBy(entry);
    if (!shown) {
      this.out.add("EPOCH_INVALID", seq, "a stretch and its secret", "other fields");
      return;
    }
    if (shown.epoch !== this.present || !this.usedUp(entry.time) || entry.actor[0] !== SERVER) {
      this.out.add("EPOCH_INVALID", seq, `stretch ${this.present}, once it is used up`, `stretch ${shown.epoch}`);
    }
    const known = this.shown.get(shown.epoch);
    if (!known || !equal(known, shown.value)) this.out.add("EPOCH_INVALID", seq, "a secret that leads to the commitment", shown.value);
  }

  private usedUp(now: number): boolean {
    const rows = this.terms.stretches;
    if (rows === null || this.dice === 0 || this.over || this.present >= rows.count - 1) return false;
    return (rows.seconds > 0 && now >= this.since + 1000 * rows.seconds) || (rows.dice > 0 && this.dice >= rows.dice);
  }

  /** Checks the epoch of a throw that does not stand from before. */
  take({ seq, time }: Read, [stream, epoch, , , faces]: DiceRow): void {
    const due = stream === dice.PUBLIC ? this.present : 0;
    if (epoch !== due) this.out.add("EPOCH_INVALID", seq, due, epoch);
    if (stream !== dice.PUBLIC || this.terms.stretches === null) return;
    if (this.dice > 0 && this.last !== seq && this.usedUp(time)) {
      this.out.add("EPOCH_INVALID", seq, `the secret of stretch ${this.present} before the next die`, "none");
    }
    this.last = seq;
    if (this.dice === 0) this.since = time;
    this.dice += faces.length;
  }

  leave(entry: Read): void {
    if (eventOf(entry, "StretchShown")?.[0] === this.present) {
      this.present += 1;
      this.dice = 0;
    }
    this.over ||= eventOf(entry, "Finished") !== undefined;
  }
}

function shownBy({ kind, values }: Read): { readonly epoch: number; readonly value: Uint8Array } | null {
  const [epoch, value] = values;
  const fit = kind === "ShowStretch" && values.length === 2 && Number.isSafeInteger(epoch) && isBytes(value, 32);
  return fit ? { epoch: epoch as number, value } : null;
}

/** Streams of which some rows may be missing, since a part of their owner is not opened. */
function closedStreams(entries: readonly Read[], file: Container): Set<number> {
  const closed = new Set<number>();
  for (const { seq, sealed } of entries) {
    for (const [owner] of sealed) {
      const opened = file.openings.get(seq)?.some((row) => row.part === REST_PART && row.owner === owner);
      if (!opened) closed.add(streamOf(owner));
    }
  }
  return closed;
}

export async function checkDice(
  entries: readonly Read[], file: Container, terms: Opened, secret: Uint8Array | null, out: Findings,
): Promise<void> {
  const facts = new SeedFacts(entries, terms);
  const bound = await facts.transcript();
  const divided = await Stretches.of(entries, terms, secret, out);
  const closed = closedStreams(entries, file);
  const cursors = new Map<number, number>();
  const keys = new Map<string, Uint8Array>();
  const source = new Source(terms);
  const standing = new StandingDice();
  for (const entry of entries) {
    const { seq } = entry;
    const hidden = (file.openings.get(seq) ?? []).filter(({ part }) => part === REST_PART).flatMap(({ data }) => restOf(data) ?? []);
    const rows = [...entry.dice, ...hidden];
    source.enter(entry);
    standing.enter(entry, rows);
    divided.begin(entry);
    if (rows.length > 0 && (!facts.fixed || seq <= facts.fixed.seq)) {
      out.add("DICE_BEFORE_SEED", seq, "no die before the contributions are closed", rows[0]?.[5]);
    }
    for (const row of rows) {
      const [stream, epoch, index, sides, faces] = row;
      const stood = !closed.has(stream) && standing.allows(row);
      if (!stood) divided.take(entry, row);
      if (!source.allows(row)) out.add("DICE_SOURCE_VIOLATION", seq, `stream ${source.stream}`, `stream ${stream}`);
      if (!closed.has(stream)) {
        const cursor = cursors.get(stream) ?? 0;
        if (!stood && index !== cursor) {
          out.add(index > cursor ? "DICE_CURSOR_GAP" : "DICE_REUSED", seq, `index ${cursor} of stream ${stream}`, `index ${index}`);
        }
        cursors.set(stream, Math.max(cursor, index + faces.length));
      }
      const own = divided.secretOf(row);
      if (own === null || stream === dice.REPORTED) continue;
      const place = `${stream} ${epoch}`;
      const key = keys.get(place) ?? (await dice.streamKey(own, bound, epoch, stream));
      keys.set(place, key);
      const due = await dice.draw(key, index, sides, faces.length);
      if (`${due}` !== `${faces}`) out.add("DICE_NOT_FROM_SEED", seq, `faces ${due} at index ${index}`, `faces ${faces}`);
    }
    divided.leave(entry);
  }
}
