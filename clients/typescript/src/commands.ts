/** Commands as they are logged: arrays of their fields by number, what only the owner sees apart. */
import { type DescEnum, type DescField, type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";

import { all, Visibility, visible, word } from "./gen/wargame/v1/options_pb.js";
import { NamedParty, type Party, PartySchema } from "./gen/wargame/v1/record_pb.js";
import { isHeader } from "./ruleset.js";
import { isTime, loggedTime } from "./times.js";
import type { Value } from "./verify/mpint.js";
import { EVERYONE, REFEREE, TABLE } from "./verify/records.js";

const HEADER = 100;
const NAMED: Readonly<Record<number, number>> = {
  [NamedParty.TABLE]: TABLE,
  [NamedParty.REFEREE]: REFEREE,
  [NamedParty.EVERYONE]: EVERYONE,
};

/** The integer that stands for a party in a record; TypeError where it names nobody. */
export function partyOf(party: Party | undefined): number {
  const { case: kind, value } = party?.who ?? { case: undefined };
  const found = kind === "seat" ? value : kind === "named" ? NAMED[value] : undefined;
  if (found === undefined) throw new TypeError("a party that is not chosen");
  return found;
}

const wordsOf = new WeakMap<DescEnum, ReadonlyMap<number, string>>();

/** Words of an enum's choices by their numbers; empty where its choices have none. The choice 0 is the empty word. */
export function words(desc: DescEnum): ReadonlyMap<number, string> {
  let found = wordsOf.get(desc);
  if (found === undefined) {
    const told = desc.values.map((value) => [value.number, getOption(value, word)] as const);
    found = new Map(told.some(([, each]) => each !== "") ? told : []);
    wordsOf.set(desc, found);
  }
  return found;
}

/** What stands at each place of a logged array: a field, or null where a number was taken away. */
export function slots(desc: DescMessage): (DescField | null)[] {
  const found = new Map<number, DescField | null>();
  for (const { start, end } of desc.proto.reservedRange) {
    for (let number = start; number < Math.min(end, HEADER); number += 1) found.set(number, null);
  }
  for (const field of desc.fields) if (!isHeader(field)) found.set(field.number, field);
  return [...found].sort(([a], [b]) => a - b).map(([, field]) => field);
}

function messageValue(field: DescField, message: ReflectMessage): Value {
  if (message.desc.typeName === PartySchema.typeName) return partyOf(message.message as Party);
  return isTime(message.desc) ? loggedTime(field, message.message) : rowOf(message);
}

function plainValue(field: DescField, value: unknown): Value {
  if (field.enum) return words(field.enum).get(value as number) ?? (value as number);
  return typeof value === "bigint" ? Number(value) : (value as Value);
}

function fieldValue(message: ReflectMessage, field: DescField): Value {
  if (field.fieldKind === "map" || field.oneof) throw new TypeError(`${field.parent.name}.${field.name} can not be logged`);
  if (field.fieldKind === "list") {
    const items = [...message.get(field)] as unknown[];
    return field.listKind === "message"
      ? items.map((item) => messageValue(field, item as ReflectMessage))
      : items.map((item) => plainValue(field, item));
  }
  if (field.fieldKind === "message") {
    if (message.isSet(field)) return messageValue(field, message.get(field));
    return isTime(field.message) ? 0 : null;
  }
  return field.presence === FeatureSet_FieldPresence.EXPLICIT && !message.isSet(field) ? null : plainValue(field, message.get(field));
}

/** A message as it is logged, its header left out. */
export const rowOf = (message: ReflectMessage): Value[] =>
  slots(message.desc).map((field) => (field === null ? null : fieldValue(message, field)));

/** Tells whether a field of a command or event is seen by its owner alone. */
export const isSecret = (field: DescField): boolean => {
  const own = getOption(field, visible);
  return (own === Visibility.UNSPECIFIED ? getOption(field.parent, all) : own) === Visibility.OWNER;
};

/** A command as it is logged, and what stands apart from it under its seal. */
export interface Logged {
  /** Kind and fields; null where a field is secret. */
  readonly row: readonly Value[];
  /** Values of the secret fields in order; null where the command has no secret fields. */
  readonly hidden: readonly Value[] | null;
}

/** Splits a command into what everybody sees and what only its owner does, as its contract marks the fields. */
export function logged(desc: DescMessage, command: Message): Logged {
  const places = slots(desc);
  const row = rowOf(reflect(desc, command));
  const secret = places.flatMap((field, at) => (field !== null && isSecret(field) ? [at] : []));
  const hidden = secret.map((at) => row[at] ?? null);
  for (const at of secret) row[at] = null;
  return { row: [desc.name, ...row], hidden: secret.length === 0 ? null : hidden };
}
