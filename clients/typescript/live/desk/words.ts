/** Words for what the contract numbers: states, kinds of penalty, signs, parties. */
import { type Actor, type EventGame, EventGameStatus, EventGameStatusSchema, type EventSeat, NamedParty, type Party, PenaltyKindSchema, type SeatScore } from "../../src/contract.js";
import { words } from "../../src/commands.js";

const STATES = words(EventGameStatusSchema);
export const PENALTIES: readonly (readonly [number, string])[] = [...words(PenaltyKindSchema)].filter(([, word]) => word !== "");
const PENALTY_WORDS = new Map(PENALTIES);

export const plainWord = (word: string): string => word.replace(/_/g, " ");
export const penaltyName = (kind: number): string => plainWord(PENALTY_WORDS.get(kind) ?? "penalty");
const isTime = (kind: number): boolean => (PENALTY_WORDS.get(kind) ?? "").startsWith("time");
const [HUNDRED, MINUTE_MS] = [100, 60_000] as const;
/** Points or minutes as the contract counts them, and back. */
export const amountOf = (kind: number, amount: number): bigint => BigInt(Math.round(amount * (isTime(kind) ? MINUTE_MS : HUNDRED)));
export const amountText = (kind: number, amount: bigint): string => (amount === 0n ? "" : isTime(kind) ? ` ${Number(amount) / MINUTE_MS} min` : ` ${Number(amount) / HUNDRED}`);
export const stateName = (status: EventGameStatus): string => plainWord(STATES.get(status) ?? "not known");

export const personOf = (seats: readonly EventSeat[], seat: number): string => seats[seat]?.person || seats[seat]?.name || `seat ${seat + 1}`;
export const playersOf = (seats: readonly EventSeat[]): string => seats.map((_, seat) => personOf(seats, seat)).join(" – ");

export function partyName(party: Party | undefined, seats: readonly EventSeat[]): string {
  const { case: kind, value } = party?.who ?? { case: undefined };
  if (kind === "seat") return personOf(seats, value);
  if (value === NamedParty.REFEREE) return "referee";
  return value === NamedParty.EVERYONE ? "everybody" : "table";
}

export const actorName = (actor: Actor | undefined, seats: readonly EventSeat[]): string => partyName(actor?.party, seats);

/** Hundredths as people write points. */
export const points = (hundredths: bigint | number): string => String(Number(hundredths) / 100);
export const scoreText = (scores: readonly SeatScore[]): string => scores.map(({ total }) => points(total)).join(" : ");

export const placeOf = ({ round, table }: Pick<EventGame, "round" | "table">): string => `${round}/${table}`;

/** A time of today as 14:05:09, another with its day. */
export function timeText(ms: number | null, now: number): string {
  if (ms === null) return "";
  const [time, today] = [new Date(ms), new Date(now)];
  const clock = time.toLocaleTimeString("en-GB");
  return time.toDateString() === today.toDateString() ? clock : `${time.toLocaleDateString("en-CA")} ${clock}`;
}

/** How long, in the two largest units. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}
