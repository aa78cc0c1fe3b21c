import type { Domain, Places } from "../contract.js";
import { OfferFault } from "../errors.js";

/**
 * What a question is, and what answers it:
 *
 * - `include`: whether an optional field is given; a truth value
 * - `domain`: which of several domains of a field is followed; an index of `of`
 * - `one_of`: one of `values`
 * - `some_of`: `least` to `most` of `values`, each once; a list of them
 * - `range`: an integer from `least` to `most`; of milliseconds where it is a time
 * - `words`: text of `least` to `most` characters
 * - `flag`: a truth value
 * - `octets`: `most` bytes
 * - `lists`: an index of `lists`
 * - `count`: how many members a list has, from `least` to `most`
 * - `member`: which domain the next member follows; an index of `of`
 * - `members`: which domains are followed by a member each; `least` to `most` indices of `of`, ascending
 * - `spot`: which place is taken; an index of `of`, or a place of one's own as a domain like those of `of`
 */
export type Kind =
  | "include" | "domain" | "one_of" | "some_of" | "range" | "words" | "flag" | "octets" | "lists" | "count" | "member"
  | "members" | "spot";

export type Answer = boolean | number | string | readonly string[] | readonly number[] | Uint8Array | Domain;

/** One question of an offer. */
export interface Choice {
  /** Where it stands in the command, such as `SubmitArmy.army.units[2].kind`. */
  readonly path: string;
  readonly kind: Kind;
  /** Name of the offered command. */
  readonly command: string;
  readonly values: readonly string[];
  readonly least: number;
  readonly most: number;
  /** The domains that an index is of. */
  readonly of: readonly Domain[];
  /** The lists that an index is of. */
  readonly lists: readonly (readonly string[])[];
  /** Of a `range`: whether it is a time, in milliseconds. */
  readonly time?: boolean;
  /** Of a `spot`: which pieces, how far and where. */
  readonly places?: Places;
}

/** Answers a question. */
export type Choose = (choice: Choice) => Answer | Promise<Answer>;

const isInteger = (answer: unknown, { least, most }: Choice): answer is number =>
  Number.isSafeInteger(answer) && (answer as number) >= least && (answer as number) <= most;

function isSubset(answer: unknown, choice: Choice): boolean {
  if (!Array.isArray(answer) || answer.length < choice.least || answer.length > choice.most) return false;
  return new Set(answer).size === answer.length && answer.every((each) => choice.values.includes(each));
}

function isAscending(answer: unknown, { least, most, of }: Choice): boolean {
  if (!Array.isArray(answer) || answer.length < least || answer.length > most) return false;
  return answer.every((at, place) => Number.isInteger(at) && at < of.length && at > (place === 0 ? -1 : answer[place - 1]));
}

const CHECKS: Readonly<Record<Kind, (answer: Answer, choice: Choice) => boolean>> = {
  include: (answer) => typeof answer === "boolean",
  flag: (answer) => typeof answer === "boolean",
  domain: isInteger,
  range: isInteger,
  lists: isInteger,
  count: isInteger,
  member: isInteger,
  spot: (answer, choice) => isInteger(answer, choice) || (typeof answer === "object" && "values" in answer && "field" in answer),
  one_of: (answer, { values }) => typeof answer === "string" && values.includes(answer),
  some_of: isSubset,
  members: isAscending,
  words: (answer, { least, most }) => typeof answer === "string" && [...answer].length >= least && [...answer].length <= most,
  octets: (answer, { most }) => answer instanceof Uint8Array && answer.length === most,
};

/** Tells whether an answer is one of a choice. */
export const fits = (choice: Choice, answer: Answer): boolean => CHECKS[choice.kind](answer, choice);

/** What a Choice of each kind is answered with. */
export interface Answers {
  include: boolean;
  flag: boolean;
  domain: number;
  range: number;
  lists: number;
  count: number;
  member: number;
  spot: number | Domain;
  one_of: string;
  some_of: readonly string[];
  members: readonly number[];
  words: string;
  octets: Uint8Array;
}

/** Asks, and gives the answer; OfferFault where it is outside of the choice. */
export async function ask<K extends Kind>(
  choose: Choose, kind: K, command: string, path: string, about: Partial<Omit<Choice, "kind" | "path" | "command">>,
): Promise<Answers[K]> {
  const choice: Choice = { path, kind, command, values: [], least: 0, most: 0, of: [], lists: [], ...about };
  const answer = await choose(choice);
  if (!fits(choice, answer)) throw new OfferFault(path, `the answer is outside of the choice (${kind})`);
  return answer as Answers[K];
}
