/** What of a table needs a referee, and how much: from its row and the time alone. */
import { type EventGame, EventGameStatus, MatterKind } from "../../src/contract.js";

/** Kinds of attention, the most urgent first. */
export const KINDS = ["call", "dispute", "deadline", "flag", "appeal", "proposal", "question", "low", "silent"] as const;
export type Kind = (typeof KINDS)[number];

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  call: "Call", dispute: "Dispute", deadline: "Deadline passed", flag: "Flag fell", appeal: "Appeal", proposal: "Proposal",
  question: "Question", low: "Under 10 min", silent: "Silent",
};

export interface Attention {
  readonly kind: Kind;
  /** Entry that brought it up; 0 where none did. */
  readonly entry: number;
  /** Since when, in ms; null where that is not known. */
  readonly since: number | null;
}

interface Stamp { readonly seconds: bigint; readonly nanos: number }
const SECOND = 1000;
const LOW_MS = 10 * 60 * SECOND;
const SILENT_MS = 10 * 60 * SECOND;

export const msOf = (stamp: Stamp | undefined): number | null =>
  stamp === undefined ? null : Number(stamp.seconds) * SECOND + Math.floor(stamp.nanos / 1e6);

/** A Duration in ms; 0 where it is absent. */
export const spanOf = (span: Stamp | undefined): number =>
  span === undefined ? 0 : Number(span.seconds) * SECOND + Math.trunc(span.nanos / 1e6);

const MATTERS: Readonly<Record<number, Kind>> = {
  [MatterKind.CALL]: "call", [MatterKind.DISPUTE]: "dispute", [MatterKind.APPEAL]: "appeal", [MatterKind.PROPOSAL]: "proposal",
};

/** What the bank of a seat holds at a time, in ms: a clock that runs has run since the last entry. */
export function bankAt({ clocks, lastTime }: EventGame, at: number, now: number): number {
  const clock = clocks[at];
  if (clock === undefined) return 0;
  return spanOf(clock.bank) - (clock.running ? Math.max(0, now - (msOf(lastTime) ?? now)) : 0);
}

function mattersOf({ matters, openMatters }: EventGame): Attention[] {
  const found = matters.map(({ kind, entry, sinceTime }): Attention => ({ kind: MATTERS[kind] ?? "question", entry: Number(entry ?? 0n), since: msOf(sinceTime) }));
  // an earlier release has told of the game last, and did not say what waits
  return found.length === 0 && openMatters > 0 ? [{ kind: "question", entry: 0, since: null }] : found;
}

/** What needs attention at a table, the most urgent first. */
export function attentionOf(row: EventGame, now: number): Attention[] {
  const found = mattersOf(row);
  const { status, asked, lastTime, dueTime, clocks } = row;
  const add = (kind: Kind, since: number | null): number => found.push({ kind, entry: 0, since });
  const [due, last] = [msOf(dueTime), msOf(lastTime)];
  const played = status === EventGameStatus.OPENED || status === EventGameStatus.PLAYING;
  if (due !== null && due <= now && (played || status === EventGameStatus.APPEALED)) add("deadline", due);
  if (played && clocks.some(({ flag }) => flag)) add("flag", null);
  if (status === EventGameStatus.PLAYING && clocks.some(({ running, flag }, at) => running && !flag && bankAt(row, at, now) < LOW_MS)) add("low", null);
  if (status === EventGameStatus.PLAYING && asked.length > 0 && last !== null && now - last > SILENT_MS) add("silent", last);
  return found.sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || (one.since ?? 0) - (other.since ?? 0));
}

/** Labels in the order in which people count: table 9 before table 10. */
const natural = new Intl.Collator("en", { numeric: true }).compare;

/** Where a table belongs in the list: by its most urgent attention, since when, round and table. */
export interface Rank { readonly urgency: number; readonly since: number; readonly round: string; readonly table: string; readonly number: number }

export function rankOf({ round, table, number }: EventGame, [first]: readonly Attention[]): Rank {
  return { urgency: first === undefined ? KINDS.length : KINDS.indexOf(first.kind), since: first?.since ?? 0, round, table, number };
}

export const before = (one: Rank, other: Rank): number =>
  one.urgency - other.urgency || one.since - other.since || natural(one.round, other.round) || natural(one.table, other.table) || one.number - other.number;
