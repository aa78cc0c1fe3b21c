import { type DescField, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";
import { reflect, type ReflectList, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";

import { words } from "../commands.js";
import type { Condition, Domain, Items, Offer, Places } from "../contract.js";
import { OfferFault } from "../errors.js";
import type { Ruleset } from "../ruleset.js";
import { isMilliseconds, timeOf } from "../times.js";
import { hex, unhex } from "../verify/bytes.js";
import { ask, type Choose } from "./choice.js";

export { type Answer, type Choice, type Choose, fits, type Kind } from "./choice.js";

/** Finds places of a field on request, from the field and what stands in those before it. */
export type Find = (field: string, chosen: Readonly<Record<string, string>>) => Promise<readonly Domain[]>;

const INTEGERS: readonly ScalarType[] = [
  ScalarType.INT32, ScalarType.SINT32, ScalarType.UINT32, ScalarType.FIXED32, ScalarType.SFIXED32,
  ScalarType.INT64, ScalarType.SINT64, ScalarType.UINT64, ScalarType.FIXED64, ScalarType.SFIXED64,
];
const WIDE: readonly ScalarType[] = INTEGERS.slice(5);
const UNSIGNED: readonly ScalarType[] = [ScalarType.UINT32, ScalarType.FIXED32, ScalarType.UINT64, ScalarType.FIXED64];

/** Makes the command of an offer; its header is left empty. OfferFault where the offer does not fit the contract. */
export async function makeCommand(ruleset: Ruleset, offer: Offer, choose: Choose, find: Find): Promise<Message> {
  const desc = ruleset.message(offer.command);
  if (desc === undefined) throw new OfferFault(offer.command, `no message of ${ruleset.package} has this name`);
  return new Maker(desc, choose, find).make(offer.fields);
}

function demand(fits: unknown, place: string, problem: string): asserts fits {
  if (!fits) throw new OfferFault(place, problem);
}

/** Makes one command: walks the domains in their order, and asks for whatever is left open. */
class Maker {
  private readonly command: ReflectMessage;
  private readonly name: string;

  constructor(desc: DescMessage, private readonly choose: Choose, private readonly find: Find) {
    this.command = reflect(desc);
    this.name = desc.name;
  }

  async make(domains: readonly Domain[]): Promise<Message> {
    await this.fill(this.command, domains, this.name);
    return this.command.message;
  }

  private async fill(message: ReflectMessage, domains: readonly Domain[], place: string): Promise<void> {
    for (const name of new Set(domains.map(({ field }) => field))) {
      const field = message.desc.fields.find((each) => each.name === name);
      const at = `${place}.${name}`;
      demand(field, at, "the contract has no such field");
      const holding = domains.filter((each) => each.field === name && each.conditions.every((term) => this.holds(term, message)));
      const [first] = holding;
      if (first === undefined) continue;
      const most = holding.length - 1;
      const domain = most === 0 ? first : (holding[await ask(this.choose, "domain", this.name, at, { most, of: holding })] as Domain);
      if (domain.optional && !(await ask(this.choose, "include", this.name, at, { of: [domain] }))) continue;
      await this.put(message, field, domain, at);
    }
  }

  private async put(message: ReflectMessage, field: DescField, given: Domain, place: string): Promise<void> {
    const domain = given.values.case === "places" ? await this.spot(given.values.value, message, field, place) : given;
    if (field.fieldKind === "list") {
      const list = message.get(field) as ReflectList;
      for (const item of await this.members(field, domain, place)) list.add(item as never);
    } else if (field.fieldKind === "message" && isMilliseconds(field)) {
      message.set(field, reflect(field.message, timeOf(field.message, await this.number(domain, place, true)) as never));
    } else if (field.fieldKind === "message") {
      const inner = reflect(field.message);
      message.set(field, inner); // before it is filled: conditions within it may name it by its path
      await this.shape(inner, domain, place);
    } else message.set(field, await this.single(field, domain, place));
  }

  private async members(field: DescField, { values: { case: kind, value } }: Domain, place: string): Promise<unknown[]> {
    if (kind === "someOf") {
      const { least, most, values } = value;
      demand(least <= most && most <= new Set(values).size, place, `${least} to ${most} of ${values.length} values`);
      const some = await ask(this.choose, "some_of", this.name, place, { values, least, most });
      return some.map((word) => read(field, word, place));
    }
    if (kind === "lists") {
      const lists = value.lists.map((list) => list.values);
      demand(lists.length, place, "one of no lists");
      const list = lists[await ask(this.choose, "lists", this.name, place, { most: lists.length - 1, lists })] ?? [];
      return list.map((word) => read(field, word, place));
    }
    demand(kind === "items", place, `${kind} does not make a list`);
    const made: unknown[] = [];
    for await (const member of this.kinds(value, place)) {
      const here = `${place}[${made.length}]`;
      made.push(field.message ? await this.shape(reflect(field.message), member, here) : await this.single(field, member, here));
    }
    return made;
  }

  /** The domain of every member of a list, one after the other. */
  private async *kinds({ of, least, most, once }: Items, place: string): AsyncGenerator<Domain> {
    demand(least <= most, place, `${least} to ${most} members`);
    demand(of.every((each) => each.field === "" && each.conditions.length === 0), place, "a member with a field or conditions");
    if (once) {
      demand(most <= of.length, place, `${most} of ${of.length} members, each once`);
      const chosen = await ask(this.choose, "members", this.name, place, { least, most, of });
      for (const at of chosen) yield of[at] as Domain;
      return;
    }
    const count = least === most ? least : await ask(this.choose, "count", this.name, place, { least, most, of });
    demand(count === 0 || of.length > 0, place, "members of no kind");
    for (let at = 0; at < count; at += 1) {
      const here = `${place}[${at}]`;
      yield of[of.length === 1 ? 0 : await ask(this.choose, "member", this.name, here, { most: of.length - 1, of })] as Domain;
    }
  }

  private async shape(message: ReflectMessage, { values: { case: kind, value } }: Domain, place: string): Promise<ReflectMessage> {
    const { name } = message.desc;
    demand(kind === "shape", place, `${kind} makes no message`);
    demand(value.message === name, place, `the shape of a ${value.message} where a ${name} stands`);
    await this.fill(message, value.parts, place);
    return message;
  }

  /** An integer; milliseconds for a time. */
  private async number({ values: { case: kind, value } }: Pick<Domain, "values">, place: string, time = false): Promise<number> {
    demand(kind === "range", place, `${kind} does not fit its type`);
    const [least, most] = [Number(value.least), Number(value.most)];
    demand(least <= most, place, "an empty range");
    return ask(this.choose, "range", this.name, place, { least, most, time });
  }

  private async single(field: DescField, { values: { case: kind, value } }: Domain, place: string): Promise<unknown> {
    const scalar = field.fieldKind === "scalar" || field.fieldKind === "list" ? field.scalar : undefined;
    if (kind === "oneOf") {
      demand(value.values.length, place, "one of nothing");
      return read(field, await ask(this.choose, "one_of", this.name, place, { values: value.values }), place);
    }
    if (kind === "range" && scalar !== undefined && INTEGERS.includes(scalar)) {
      return integer(scalar, await this.number({ values: { case: kind, value } }, place));
    }
    if (kind === "words" && scalar === ScalarType.STRING) return ask(this.choose, "words", this.name, place, { least: value.least, most: value.most });
    if (kind === "flag" && scalar === ScalarType.BOOL) return ask(this.choose, "flag", this.name, place, {});
    demand(kind === "octets" && scalar === ScalarType.BYTES, place, `${kind} does not fit its type`);
    return ask(this.choose, "octets", this.name, place, { least: value.size, most: value.size });
  }

  /** A place that is legal, out of the offer or found on request. */
  private async spot(places: Places, message: ReflectMessage, field: DescField, place: string): Promise<Domain> {
    let of: readonly Domain[] = places.spots;
    if (places.onRequest) {
      demand(message === this.command, place, "places on request stand in the command itself");
      const chosen = message.desc.fields.filter((each) => !each.message).map((each) => [each.name, word(message, each)] as const);
      of = await this.find(field.name, Object.fromEntries(chosen.filter(([, value]) => value !== "")));
    }
    const answer = await ask(this.choose, "spot", this.name, place, { most: of.length - 1, of, places });
    return typeof answer === "number" ? (of[answer] as Domain) : answer;
  }

  private holds({ field: path, values }: Condition, message: ReflectMessage): boolean {
    const whole = path.startsWith(".");
    return holdsIn(whole ? this.command : message, whole ? path.slice(1).split(".") : [path], values, path);
  }
}

/** Whether one of the values stands at the end of a path; where it leads through a list, with one of its members. */
function holdsIn(target: ReflectMessage, [name, ...rest]: readonly string[], values: readonly string[], path: string): boolean {
  const field = target.desc.fields.find((each) => each.name === name);
  demand(field, path, "a condition on a field that the contract does not have");
  if (rest.length === 0) return values.includes(word(target, field));
  if (field.fieldKind === "list" && field.listKind === "message") {
    return [...(target.get(field) as ReflectList)].some((each) => holdsIn(each as ReflectMessage, rest, values, path));
  }
  demand(field.fieldKind === "message", path, "a condition within what is no message");
  return holdsIn(target.get(field), rest, values, path);
}

const integer = (scalar: ScalarType, value: number): number | bigint => (WIDE.includes(scalar) ? BigInt(value) : value);

/** Whether an integer can stand in a field of this type. */
function fits(scalar: ScalarType, value: number): boolean {
  if (!Number.isSafeInteger(value)) return false;
  if (UNSIGNED.includes(scalar)) return value >= 0 && (WIDE.includes(scalar) || value < 2 ** 32);
  return WIDE.includes(scalar) || (value >= -(2 ** 31) && value < 2 ** 31);
}

/** Reads a word as a value of a field. */
function read(field: DescField, value: string, place: string): unknown {
  if (field.enum) {
    const named = words(field.enum);
    const written = named.size > 0 ? [...named] : field.enum.values.map(({ number, name }) => [number, name] as const);
    const number = written.find(([, each]) => each === value)?.[0];
    demand(number !== undefined, place, `${value} is no choice of the enum`);
    return number;
  }
  const scalar = field.fieldKind === "scalar" || field.fieldKind === "list" ? field.scalar : undefined;
  if (scalar === ScalarType.STRING) return value;
  if (scalar === ScalarType.BOOL) {
    demand(value === "true" || value === "false", place, `${value} is no truth value`);
    return value === "true";
  }
  if (scalar === ScalarType.BYTES) {
    demand(/^([0-9a-f]{2})*$/.test(value), place, `${value} is no hex`);
    return unhex(value);
  }
  const digits = scalar !== undefined && INTEGERS.includes(scalar) && /^(0|-?[1-9][0-9]{0,15})$/.test(value);
  demand(digits && fits(scalar, Number(value)), place, `${value} does not fit its type`);
  return integer(scalar, Number(value));
}

/** Writes the value of a field as in a domain; "" where it is empty. */
function word(message: ReflectMessage, field: DescField): string {
  if ((field.fieldKind !== "scalar" && field.fieldKind !== "enum") || (field.presence === FeatureSet_FieldPresence.EXPLICIT && !message.isSet(field))) return "";
  const value = message.get(field);
  if (value instanceof Uint8Array) return hex(value);
  if (!field.enum) return String(value);
  const number = value as number;
  return words(field.enum).get(number) ?? field.enum.values.find((each) => each.number === number)?.name ?? "";
}
