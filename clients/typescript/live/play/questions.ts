/** A command as a form: the questions of its offer, each with its answer, asked anew after every change. */
import { type Message, toJson } from "@bufbuild/protobuf";
import { type Domain, DomainSchema, type Offer } from "../../src/contract.js";
import { type Answer, type Choice, type Find, fits, makeCommand } from "../../src/offers/make.js";
import type { Ruleset } from "../../src/ruleset.js";

export interface Question {
  readonly key: string;
  readonly choice: Choice;
  readonly answer: Answer;
  /** There is but one answer. */
  readonly forced: boolean;
  /** Nobody has answered it yet, and it has no answer that goes without saying. */
  readonly open: boolean;
  /** It was answered before the game went on, and that answer does not fit any more. */
  readonly lost: boolean;
}

/** An answer with what it meant when it was given: the values of what indices point at, null for other answers. */
export interface Kept { readonly answer: Answer; readonly meant: readonly string[] | null }

export interface Filled {
  readonly questions: readonly Question[];
  /** The command that the answers make; null where they make none. */
  readonly command: Message | null;
  readonly fault: string;
}

export type Answers = ReadonlyMap<string, Kept>;

const all = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** The only answer of a choice; undefined where there are more. */
export function onlyAnswer({ kind, values, least, most, of, lists, places }: Choice): Answer | undefined {
  const distinct = new Set(values);
  switch (kind) {
    case "one_of":
      return distinct.size === 1 ? values[0] : undefined;
    case "some_of":
      return least === distinct.size ? [...distinct] : most === 0 ? [] : undefined;
    case "members":
      return least === of.length ? all(of.length) : most === 0 ? [] : undefined;
    case "range":
    case "count":
    case "domain":
    case "member":
      return least === most ? least : undefined;
    case "lists":
      return lists.length === 1 ? 0 : undefined;
    case "words":
      return most === 0 ? "" : undefined;
    case "spot":
      return of.length === 1 && places === undefined ? 0 : undefined;
    default:
      return undefined;
  }
}

/** What an index of a choice points at; null where answers are no indices. */
function pointedAt({ kind, of, lists }: Choice): readonly string[] | null {
  if (kind === "lists") return lists.map((list) => JSON.stringify(list));
  return ["domain", "member", "members", "spot"].includes(kind) ? of.map((domain) => JSON.stringify(toJson(DomainSchema, domain))) : null;
}

/** An answer as it is kept, so that it can be found again where the game goes on. */
export function keptOf(choice: Choice, answer: Answer): Kept {
  const all = pointedAt(choice);
  const indices = typeof answer === "number" ? [answer] : Array.isArray(answer) ? (answer as readonly number[]) : null;
  return { answer, meant: all === null || indices === null ? null : indices.map((at) => all[at] ?? "") };
}

/** A kept answer to the choice as it is now; undefined where it does not fit any more. */
function again(choice: Choice, { answer, meant }: Kept): Answer | undefined {
  if (meant === null) return fits(choice, answer) ? answer : undefined;
  const all = pointedAt(choice) ?? [];
  // where one means the same as another, the place in the list tells them apart
  const given = typeof answer === "number" ? [answer] : (answer as readonly number[]);
  const found = meant.map((value, at) => (all[given[at] ?? -1] === value ? (given[at] ?? -1) : all.indexOf(value)));
  const now = typeof answer === "number" ? (found[0] ?? -1) : [...found].sort((one, other) => one - other);
  return fits(choice, now) ? now : undefined;
}

/** A face of a die that was thrown at the table: no number goes without saying. */
export const isFace = ({ command, kind, path }: Choice): boolean => command === "ReportRoll" && kind === "range" && /\.faces\[\d+\]$/.test(path);

/** The answer that a choice begins with, and whether somebody has to give another. */
function beginning(choice: Choice): { answer: Answer; open: boolean } {
  const { kind, values, least } = choice;
  switch (kind) {
    case "include":
      // who is asked for a move, or a place, mostly wants one
      return { answer: choice.of[0]?.values.case === "places", open: false };
    case "flag":
      return { answer: false, open: false };
    case "range":
      return { answer: least, open: isFace(choice) };
    case "count":
      return { answer: least, open: false };
    case "one_of":
      return { answer: values[0] ?? "", open: true };
    case "some_of":
      return { answer: [...new Set(values)].slice(0, least), open: least > 0 };
    case "members":
      return { answer: all(least), open: least > 0 };
    case "words":
      return { answer: "w".repeat(least), open: least > 0 };
    default:
      return { answer: 0, open: true };
  }
}

/**
 * Goes through the questions of an offer with the answers there are; `octets` makes bytes of the party's own, `wished` is
 * what the form was opened for.
 */
export async function fill(
  ruleset: Ruleset, offer: Offer, answers: Answers, find: Find, octets: (choice: Choice) => Promise<Uint8Array>,
  wished: (choice: Choice) => Answer | undefined = () => undefined,
): Promise<Filled> {
  const questions: Question[] = [];
  const choose = async (choice: Choice): Promise<Answer> => {
    if (choice.kind === "octets") return octets(choice);
    const key = `${choice.path}|${choice.kind}`;
    const only = onlyAnswer(choice);
    const kept = answers.get(key);
    const given = kept ? again(choice, kept) : wished(choice);
    const { answer, open } = only !== undefined ? { answer: only, open: false } : given !== undefined ? { answer: given, open: false } : beginning(choice);
    questions.push({ key, choice, answer, forced: only !== undefined, open, lost: only === undefined && kept !== undefined && given === undefined });
    return answer;
  };
  try {
    return { questions, command: await makeCommand(ruleset, offer, choose, find), fault: "" };
  } catch (fault) {
    return { questions, command: null, fault: fault instanceof Error ? fault.message : String(fault) };
  }
}

/** A domain that leaves nothing open, as plain values; what is open in it is its least. */
export type Plain = string | number | boolean | readonly Plain[] | { readonly [name: string]: Plain };

export function plainOf({ values: { case: kind, value } }: Domain): Plain {
  switch (kind) {
    case "oneOf":
      return value.values[0] ?? "";
    case "range":
      return Number(value.least);
    case "shape":
      return Object.fromEntries(value.parts.map((part) => [part.field, plainOf(part)]));
    case "items":
      return value.of.slice(0, Math.max(value.least, value.once ? value.of.length : 0)).map(plainOf);
    case "someOf":
      return value.values.slice(0, value.least);
    case "lists":
      return value.lists[0]?.values ?? [];
    case "flag":
      return false;
    default:
      return "";
  }
}
