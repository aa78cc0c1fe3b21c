/** Commands as they are logged: arrays of their fields by number, what only the owner sees apart. */
import { getOption } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { DurationSchema, FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { all, Visibility, visible, word } from "./gen/wargame/v1/options_pb.js";
import { NamedParty, PartySchema } from "./gen/wargame/v1/record_pb.js";
import { isHeader } from "./ruleset.js";
import { EVERYONE, REFEREE, TABLE } from "./verify/records.js";
const HEADER = 100;
const NAMED = {
    [NamedParty.TABLE]: TABLE,
    [NamedParty.REFEREE]: REFEREE,
    [NamedParty.EVERYONE]: EVERYONE,
};
/** The integer that stands for a party in a record; TypeError where it names nobody. */
export function partyOf(party) {
    const { case: kind, value } = party?.who ?? { case: undefined };
    const found = kind === "seat" ? value : kind === "named" ? NAMED[value] : undefined;
    if (found === undefined)
        throw new TypeError("a party that is not chosen");
    return found;
}
const wordsOf = new WeakMap();
/** Words of an enum's choices by their numbers; empty where its choices have none. The choice 0 is the empty word. */
export function words(desc) {
    let found = wordsOf.get(desc);
    if (found === undefined) {
        const told = desc.values.map((value) => [value.number, getOption(value, word)]);
        found = new Map(told.some(([, each]) => each !== "") ? told : []);
        wordsOf.set(desc, found);
    }
    return found;
}
/** What stands at each place of a logged array: a field, or null where a number was taken away. */
function slots(desc) {
    const found = new Map();
    for (const { start, end } of desc.proto.reservedRange) {
        for (let number = start; number < Math.min(end, HEADER); number += 1)
            found.set(number, null);
    }
    for (const field of desc.fields)
        if (!isHeader(field))
            found.set(field.number, field);
    return [...found].sort(([a], [b]) => a - b).map(([, field]) => field);
}
function messageValue(message) {
    if (message.desc.typeName === PartySchema.typeName)
        return partyOf(message.message);
    return message.desc.typeName === DurationSchema.typeName ? Number(message.message.seconds) : rowOf(message);
}
function plainValue(field, value) {
    if (field.enum)
        return words(field.enum).get(value) ?? value;
    return typeof value === "bigint" ? Number(value) : value;
}
function fieldValue(message, field) {
    if (field.fieldKind === "map" || field.oneof)
        throw new TypeError(`${field.parent.name}.${field.name} can not be logged`);
    if (field.fieldKind === "list") {
        const items = [...message.get(field)];
        return field.listKind === "message"
            ? items.map((item) => messageValue(item))
            : items.map((item) => plainValue(field, item));
    }
    if (field.fieldKind === "message") {
        if (message.isSet(field))
            return messageValue(message.get(field));
        return field.message.typeName === DurationSchema.typeName ? 0 : null;
    }
    return field.presence === FeatureSet_FieldPresence.EXPLICIT && !message.isSet(field) ? null : plainValue(field, message.get(field));
}
/** A message as it is logged, its header left out. */
export const rowOf = (message) => slots(message.desc).map((field) => (field === null ? null : fieldValue(message, field)));
const isSecret = (field) => {
    const own = getOption(field, visible);
    return (own === Visibility.UNSPECIFIED ? getOption(field.parent, all) : own) === Visibility.OWNER;
};
/** Splits a command into what everybody sees and what only its owner does, as its contract marks the fields. */
export function logged(desc, command) {
    const places = slots(desc);
    const row = rowOf(reflect(desc, command));
    const secret = places.flatMap((field, at) => (field !== null && isSecret(field) ? [at] : []));
    const hidden = secret.map((at) => row[at] ?? null);
    for (const at of secret)
        row[at] = null;
    return { row: [desc.name, ...row], hidden: secret.length === 0 ? null : hidden };
}
