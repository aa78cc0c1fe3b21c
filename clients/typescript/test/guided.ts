// Players that play by chance until the rules end a game, and say the words that it is given.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Offer, Offers } from "adjudicator-client/contract";
import { type Answer, type Choice, type Game, Player, RandomPlayer } from "adjudicator-client/node";

// A game that all clients play to the end that its rules set.
export interface WholeGame {
  readonly ruleset: string;
  // what is said, by path; commands named here get no other field of those that may be left out
  readonly words: Readonly<Record<string, string>>;
  // commands that are taken where nothing else is offered
  readonly last: readonly string[];
}

const file = process.env.ADJUDICATOR_WHOLE_GAMES ?? fileURLToPath(new URL("../../../../tests/clients/whole_games.json", import.meta.url));
export const wholeGames: readonly WholeGame[] = JSON.parse(readFileSync(file, "utf8"));

export class GuidedPlayer extends Player {
  readonly #chance: RandomPlayer;
  // paths whose words came up
  readonly said: Set<string>;

  constructor(game: Game, seed: number, readonly terms: WholeGame) {
    const chance = new RandomPlayer(game, seed, { patience: Infinity });
    const said = new Set<string>();
    super(game, (choice) => answered(choice, terms, said) ?? chance.choose(choice));
    this.#chance = chance;
    this.said = said;
  }

  override pick(found: Offers): Offer | null {
    const taking = found.offers.filter((offer) => takes(offer, this.terms));
    const wanted = taking.filter(({ command }) => !this.terms.last.includes(command));
    return this.#chance.pick({ ...found, offers: wanted.length > 0 ? wanted : taking, anytime: [] });
  }
}

// Tells whether an offer has every field of its command that has a word, and each may be that word.
const takes = ({ command, fields }: Offer, { words }: WholeGame): boolean =>
  Object.entries(words).every(([path, word]) => {
    const [named, field, ...inner] = path.split(".");
    if (named !== command || inner.length > 0) return true;
    const own = fields.filter((domain) => domain.field === field).map(({ values }) => values);
    return own.some((values) => values.case !== "oneOf" || values.value.values.includes(word));
  });

// Tells whether a word stands at a path or within it.
const names = (path: string, { words }: WholeGame): boolean => Object.keys(words).some((known) => `${known}.`.startsWith(`${path}.`));

function answered({ path, kind, command }: Choice, terms: WholeGame, said: Set<string>): Answer | undefined {
  if (kind === "include" && names(command, terms)) return names(path, terms);
  const word = terms.words[path];
  if (word === undefined || (kind !== "one_of" && kind !== "range")) return undefined;
  said.add(path);
  return kind === "range" ? Number(word) : word;
}
