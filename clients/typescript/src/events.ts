/** Entries as they are told: each field, die and event is that of the record, or of a sealed part that was opened. */
import { type DescMessage, fromBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { anyUnpack, timestampMs } from "@bufbuild/protobuf/wkt";

import { isSecret, partyOf, rowOf, slots } from "./commands.js";
import { type Entry, type Party, ProtocolEventSchema, type Rewound, type Roll, type Ruled } from "./contract.js";
import type { Ruleset } from "./ruleset.js";
import { equal, hex } from "./verify/bytes.js";
import { PUBLIC, REFEREE_STREAM, REPORTED } from "./verify/dice.js";
import { decode, encode, type Value } from "./verify/mpint.js";
import { type Entry as Recorded, EVERYONE, REFEREE } from "./verify/records.js";
import { hiddenDice, type Opening, REST_PART } from "./verify/seals.js";

type RuledRow = readonly [event: readonly Value[], clauses: readonly string[]];
type Rest = readonly [secrets: readonly (readonly [number, readonly Value[]])[], whole: readonly (readonly [number, RuledRow])[]];

/** An event as the record has it, and its secret fields where they were opened. */
interface Expected {
  readonly kind: string;
  readonly clauses: readonly string[];
  readonly row: readonly Value[];
  readonly secrets: readonly Value[];
}

export const openingsOf = (entry: Entry): Opening[] =>
  entry.openings.map(({ owner, part, salt, data }) => ({ owner: party(owner), part, salt, data }));

/**
 * The rewind in an entry: from which entry on the game went back, and what that has made void; undefined where it is none.
 * What was offered and shown before it does not hold any more.
 */
export function rewound(entry: Entry): Rewound | undefined {
  const ruled = entry.ruled.find(({ name }) => name === "Rewound");
  const event = ruled?.event && anyUnpack(ruled.event, ProtocolEventSchema);
  return event?.kind.case === "rewound" ? event.kind.value : undefined;
}

/** Names a field of an entry that its record does not say; null where all agree. Its openings must be verified. */
export function mismatchOf(entry: Entry, recorded: Recorded, openings: readonly Opening[], ruleset: Ruleset): string | null {
  const [role, who, key] = recorded.actor;
  const { actor, time } = entry;
  if (Number(entry.seq) !== recorded.seq) return "number";
  if (!equal(entry.hash, recorded.hash)) return "hash";
  if (time === undefined || timestampMs(time) !== recorded.time) return "time";
  if (actor?.role !== role || party(actor.party) !== who || actor.key !== key) return "actor";
  if (entry.command !== recorded.kind) return "command";
  if (!equal(entry.commandId, recorded.id)) return "command id";
  if (!same(sorted([...recorded.dice, ...hiddenDice(openings)]), sorted(entry.rolls.map(diceRow)))) return "dice";
  return eventsMismatch(entry.ruled, recorded, openings, ruleset);
}

const same = (one: Value, other: Value): boolean => equal(encode(one), encode(other));

const sorted = (rows: readonly Value[]): Value => rows.map((row) => hex(encode(row))).sort();

/** A party as a record has it; -1, which no record has, where none is chosen. */
function party(who: Party | undefined): number {
  try {
    return partyOf(who);
  } catch {
    return -1;
  }
}

const diceRow = ({ owner, reported, epoch, index, sides, faces, why, roller }: Roll): Value[] =>
  [reported ? REPORTED : streamOf(party(owner)), epoch, index, sides, [...faces], why, party(roller)];

const streamOf = (owner: number): number =>
  owner === EVERYONE ? PUBLIC : owner === REFEREE ? REFEREE_STREAM : owner + 1;

function eventsMismatch(told: readonly Ruled[], recorded: Recorded, openings: readonly Opening[], ruleset: Ruleset): string | null {
  const rest = openings.filter(({ part }) => part === REST_PART);
  const expected = expectedEvents(recorded, rest);
  const names = expected.map(({ kind, clauses }): Value => [kind, [...clauses]]);
  if (!same(names, told.map(({ name, clauses }): Value => [name, [...clauses]]))) return "events";
  const whole = recorded.sealed.every(([owner]) => rest.some((each) => each.owner === owner));
  if (!mayStand(told.map(({ place }) => place), whole)) return "places of events";
  const other = expected.find((row, at) => !isSame(told[at]!, row, ruleset));
  return other === undefined ? null : `event ${other.kind}`;
}

/** Tells whether places ascend, without gaps where no sealed part can hold an event that is left out. */
const mayStand = (places: readonly number[], whole: boolean): boolean =>
  places.every((place, at) => (whole ? place === at : at === 0 || place > places[at - 1]!));

/** Events in order: those that are sealed as a whole stand before the event of their gap, by owner. */
function expectedEvents(recorded: Recorded, rest: readonly Opening[]): Expected[] {
  const secrets = new Map<number, readonly Value[]>();
  const hidden: (readonly [gap: number, row: RuledRow])[] = [];
  for (const { data } of [...rest].sort((a, b) => a.owner - b.owner)) {
    const [fields, whole] = decode(data) as unknown as Rest;
    for (const [place, values] of fields) secrets.set(place, values);
    hidden.push(...whole);
  }
  const before = (wanted: (gap: number) => boolean): Expected[] =>
    hidden.filter(([gap]) => wanted(gap)).map(([, row]) => expectedOf(row, []));
  const placed = recorded.events.flatMap((row, place) =>
    [...before((gap) => gap === place), expectedOf(row, secrets.get(place) ?? [])]);
  return [...placed, ...before((gap) => gap >= recorded.events.length)];
}

const expectedOf = ([[kind, ...row], clauses]: RuledRow, secrets: readonly Value[]): Expected =>
  ({ kind: String(kind), clauses, row, secrets });

/** Tells whether an event is the expected one: its kind, and all its fields that this release knows. */
function isSame(ruled: Ruled, expected: Expected, ruleset: Ruleset): boolean {
  const holder = holderOf(ruled, ruleset);
  if (holder === null) return false;
  const kind = holder.oneofs[0]?.localName ?? "";
  let read: { case?: string; value?: never };
  try {
    read = (fromBinary(holder, ruled.event!.value) as unknown as Record<string, typeof read>)[kind] ?? {};
  } catch {
    return false;
  }
  const arm = holder.fields.find(({ localName }) => localName === read.case);
  // an arm that this release does not know must not be one that it does
  if (arm?.message === undefined) return holder.fields.every(({ message }) => message?.name !== expected.kind);
  return arm.message.name === expected.kind && sameFields(reflect(arm.message, read.value), expected);
}

function sameFields(event: ReflectMessage, { row, secrets }: Expected): boolean {
  const places = slots(event.desc);
  const opened = secrets.values();
  const wanted = row.slice(0, places.length).map((value, at) => {
    const field = places[at];
    return value === null && field && isSecret(field) ? (opened.next().value ?? null) : value;
  });
  try {
    return same(wanted, rowOf(event).slice(0, wanted.length));
  } catch {
    return false; // a field holds what no log can
  }
}

/** The message of which the arm of a oneof is the event; null where it is none of this game. */
function holderOf({ event }: Ruled, ruleset: Ruleset): DescMessage | null {
  const name = event?.typeUrl.slice(event.typeUrl.lastIndexOf("/") + 1);
  if (name === ProtocolEventSchema.typeName) return ProtocolEventSchema;
  return name === `${ruleset.package}.Event` ? (ruleset.messages.getMessage(name) ?? null) : null;
}
