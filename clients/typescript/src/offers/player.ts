import type { Message } from "@bufbuild/protobuf";

import type { Offer, Offers } from "../contract.js";
import { Stale } from "../errors.js";
import type { Game, Given } from "../game.js";
import { seatCommit } from "../verify/dice.js";
import type { Answer, Choice, Choose } from "./choice.js";

/**
 * What a player did. As text it is a line: the number of the entry, who gave what, and the dice that were thrown for it.
 */
export class Step {
  /** @param by name of the party */
  constructor(readonly by: string, readonly offer: Offer, readonly command: Message, readonly outcome: Given) {}

  /** The dice that were thrown for it, as far as the player may see them. */
  get faces(): number[] {
    return this.outcome.rolls.flatMap(({ faces }) => faces);
  }

  toString(): string {
    const { receipt } = this.outcome;
    return [`${receipt?.seq}`.padStart(4), ` ${this.by} gives ${this.offer.command}`, ...this.faces].join(" ");
  }
}

/** Plays one party of a game by its offers: picks one, has its questions answered, and gives the command. */
export class Player {
  /** @param choose answers what offers leave open */
  constructor(readonly game: Game, readonly choose: Choose) {}

  /** Takes one of the offers; null where nothing is offered now. Where another party was first it looks again. */
  async step(): Promise<Step | null> {
    for (;;) {
      const offer = await this.pick(await this.game.offers());
      if (offer === null) return null;
      try {
        const command = await this.game.make(offer, this.choose);
        return new Step(this.game.name, offer, command, await this.game.give(command));
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
      }
    }
  }

  /** Picks what is done: the first offer, null for nothing. */
  pick({ offers }: Offers): Offer | null | Promise<Offer | null> {
    return offers[0] ?? null;
  }
}

/** Lets players act, one after the other, until nobody is offered anything that he takes; gives every step. */
export async function* takeTurns(players: readonly Player[]): AsyncGenerator<Step, void, undefined> {
  for (let acted = true; acted;) {
    acted = false;
    for (const player of players) {
      const step = await player.step();
      if (step === null) continue;
      acted = true;
      yield step;
    }
  }
}

/** A generator of numbers from 0 to below 1 that a seed fixes; for play, not for secrets. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface RandomOptions {
  /** One optional field in so many is given. */
  readonly oneIn?: number;
  /** After so many entries of the game it also takes what is offered at any time. */
  readonly patience?: number;
}

const TEXT_MOST = 12;
const LIST_MORE = 6;

/** Answers every question by chance; it knows no ruleset. */
export class RandomPlayer extends Player {
  readonly #chance: () => number;
  readonly #patience: number;

  constructor(game: Game, seed: number, { oneIn = 4, patience = 300 }: RandomOptions = {}) {
    const chance = seeded(seed);
    super(game, (choice) => answered(choice, chance, oneIn, game));
    this.#chance = chance;
    this.#patience = patience;
  }

  /** Picks a kind of command, then one of its offers. */
  override pick({ offers, anytime, seq }: Offers): Offer | null {
    // it may be stopped: nothing is asked of anybody until whoever may lets it go on
    if (offers.length === 0) return anytime.find(({ command }) => command === "ResumeGame") ?? null;
    const all = Number(seq) > this.#patience ? [...offers, ...anytime] : offers;
    const kinds = [...new Set(all.map(({ command }) => command))].sort();
    const kind = one(kinds, this.#chance);
    return kind === undefined ? null : (one(all.filter(({ command }) => command === kind), this.#chance) ?? null);
  }
}

const below = (count: number, chance: () => number): number => Math.floor(chance() * count);
const one = <T>(values: readonly T[], chance: () => number): T | undefined => values[below(values.length, chance)];

/** So many of the values, in an order by chance. */
function sample<T>(values: readonly T[], count: number, chance: () => number): T[] {
  const rest = [...values];
  return Array.from({ length: count }, () => rest.splice(below(rest.length, chance), 1)[0] as T);
}

function answered(choice: Choice, chance: () => number, oneIn: number, game: Game): Answer | Promise<Answer> {
  const { kind, values, least, most, of } = choice;
  const between = (low: number, high: number): number => low + below(high - low + 1, chance);
  switch (kind) {
    case "include":
      return below(oneIn, chance) === 0;
    case "flag":
      return below(2, chance) === 1;
    case "one_of":
      return one(values, chance) ?? "";
    case "some_of":
      return sample([...new Set(values)], between(least, most), chance);
    case "count":
      return between(least, Math.min(most, least + LIST_MORE));
    case "members": {
      const count = between(least, Math.min(most, least + LIST_MORE));
      return sample(of.map((_, at) => at), count, chance).sort((a, b) => a - b);
    }
    case "words":
      return "w".repeat(between(least, Math.min(most, least + TEXT_MOST)));
    case "octets":
      return octets(choice, game);
    default:
      return between(least, most);
  }
}

/** Bytes of the party's own: its contribution to the dice, or the commitment to it. */
async function octets({ command, most, path }: Choice, game: Game): Promise<Uint8Array> {
  if (most !== game.contribution.length || game.seat === undefined) throw new RangeError(`${path}: no bytes of this kind are known`);
  return command === "CommitContribution" ? seatCommit(game.game, game.seat, game.contribution) : game.contribution;
}
