/** Which answers can be given by a click on the board: the first open question whose values are cells or units. */
import type { Answer } from "../../src/offers/make.js";
import type { Scene } from "../../page/types.js";
import { type Plain, plainOf, type Question } from "./questions.js";
import { wordOf } from "./targets.js";

export interface BoardAnswers { readonly targets: ReadonlyMap<string, () => void>; readonly chosen: ReadonlySet<string> }

const NONE: BoardAnswers = { targets: new Map(), chosen: new Set() };

/** The first word of a value: of a shape the one that its first part says. */
function firstWord(value: Plain): string {
  if (typeof value !== "object") return String(value);
  const [first] = Object.values(value) as Plain[];
  return first === undefined ? "" : firstWord(first);
}

interface Pick { readonly word: string; readonly answer: Answer; readonly chosen: boolean }

/** A list of marked values, with one more or one less; null where that is too many or too few. */
function toggled<T>(marked: readonly T[], value: T, most: number): readonly T[] {
  if (marked.includes(value)) return marked.filter((each) => each !== value);
  return most === 1 ? [value] : marked.length < most ? [...marked, value] : marked;
}

function picks({ choice: { kind, values, of, lists, most }, answer }: Question): Pick[] {
  switch (kind) {
    case "one_of":
      return values.map((word) => ({ word, answer: word, chosen: word === answer }));
    case "some_of":
      return values.map((word) => ({ word, answer: toggled(answer as readonly string[], word, most), chosen: (answer as readonly string[]).includes(word) }));
    case "members":
      return of.map((domain, at) => ({ word: firstWord(plainOf(domain)), answer: [...toggled(answer as readonly number[], at, most)].sort((a, b) => a - b), chosen: (answer as readonly number[]).includes(at) }));
    case "lists":
      return lists.map((list, at) => ({ word: list.at(-1) ?? "", answer: at, chosen: at === answer }));
    case "domain":
    case "member":
      return of.map((domain, at) => ({ word: firstWord(plainOf(domain)), answer: at, chosen: at === answer }));
    default:
      return [];
  }
}

export function boardAnswers(questions: readonly Question[], scene: Scene | null, answer: (key: string, value: Answer) => void): BoardAnswers {
  if (scene === null) return NONE;
  const there = new Set([...scene.cells, ...scene.items].flatMap((item) => [wordOf(item.id), ..."unit" in item ? [item.unit] : []]));
  const able = questions.filter(({ forced }) => !forced).map((question) => ({ question, found: picks(question).filter(({ word }) => there.has(word)) })).filter(({ found }) => found.length > 0);
  const asked = able.find(({ question }) => question.open) ?? able.at(-1);
  if (asked === undefined) return NONE;
  const targets = new Map<string, () => void>();
  for (const pick of asked.found) if (!targets.has(pick.word)) targets.set(pick.word, () => answer(asked.question.key, pick.answer));
  const chosen = asked.question.open ? [] : asked.found.filter((pick) => pick.chosen).map(({ word }) => word);
  return { targets, chosen: new Set(chosen) };
}
