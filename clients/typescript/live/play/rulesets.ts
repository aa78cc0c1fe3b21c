/** The contract of whichever ruleset a game has: its messages, and what they say of themselves. */
import { Ruleset } from "../../src/ruleset.js";

/** Put in by the build: where the words of each contract lie, by the name of its ruleset. */
declare const CONTRACT_WORDS: Readonly<Record<string, string>>;

/** What messages and fields of a contract are, by `Message` and `Message.field`. */
export type Words = Readonly<Record<string, string>>;

export const RULESETS: readonly string[] = Object.keys(CONTRACT_WORDS).sort();

export async function rulesetOf(name: string): Promise<Ruleset> {
  const module = (await import(`../../src/rulesets/${name}.ts`)) as Readonly<Record<string, unknown>>;
  const found = module[name];
  if (!(found instanceof Ruleset)) throw new TypeError(`this page knows no ruleset ${name}: reload it, it may be of an earlier release`);
  return found;
}

export async function wordsOf(name: string): Promise<Words> {
  const address = CONTRACT_WORDS[name];
  if (address === undefined) return {};
  return (await (await fetch(address)).json()) as Words;
}
