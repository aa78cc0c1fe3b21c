// What several tests of games need: the service that the environment names, and players that take turns.

import assert from "node:assert/strict";

import type { Message } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";

import { connect, type Game, Key, type Opened, type OpenOptions, type Player, RandomPlayer, type Ruleset, Service, type ServiceOptions } from "adjudicator-client/node";

const { ADJUDICATOR_ADDRESS, ADJUDICATOR_CUT_ADDRESS, ADJUDICATOR_TOKEN } = process.env;

export const SERVED = ADJUDICATOR_ADDRESS !== undefined && ADJUDICATOR_TOKEN !== undefined;
export const address = ADJUDICATOR_ADDRESS ?? "";
export const cutAddress = ADJUDICATOR_CUT_ADDRESS ?? "";
export const token = ADJUDICATOR_TOKEN ?? "";

// Leaves a suite out where no service is named; CI always names one.
export const withService = {
  skip: SERVED || process.env.CI ? false : "start a service, and name it by ADJUDICATOR_ADDRESS and ADJUDICATOR_TOKEN",
};

export const service = (): Service => connect(address, token);

const sessions: Http2SessionManager[] = [];

// A service whose transport may be wrapped by what a test does to messages.
export function tampered(wrap: (transport: Transport) => Transport, at = address, options: Omit<ServiceOptions, "address"> = {}): Service {
  const baseUrl = `http://${at}`;
  const sessionManager = new Http2SessionManager(baseUrl);
  sessions.push(sessionManager);
  return new Service(wrap(createGrpcTransport({ baseUrl, sessionManager })), token, { address: at, ...options });
}

// A transport in which answers are changed, and requests are seen.
export const changing = (answer: (message: Message) => void, request: (message: Message, method: string) => void = () => {}) => (inner: Transport): Transport => ({
  unary: async (method, signal, limit, header, input, values) => {
    request(input as unknown as Message, method.name);
    const response = await inner.unary(method, signal, limit, header, input, values);
    answer(response.message as unknown as Message);
    return response;
  },
  stream: async (method, signal, limit, header, input, values) => {
    const response = await inner.stream(method, signal, limit, header, input, values);
    async function* changed() {
      for await (const message of response.message) {
        answer(message as unknown as Message);
        yield message;
      }
    }
    return { ...response, message: changed() };
  },
});

// Ends the connections of all those services.
export function endTampered(): void {
  for (const session of sessions.splice(0)) session.abort();
}

export async function open<R extends Ruleset>(from: Service, ruleset: R, options: OpenOptions = {}): Promise<Opened<R>> {
  const seats = await Promise.all(["red", "blue"].map(async (name) => ({ name, key: await Key.new() })));
  return from.open(ruleset, seats, { appealWindow: 0, ...options });
}

export interface Played {
  readonly opened: Opened;
  readonly games: readonly Game[];
  // commands of all parties, the contributions left out
  readonly commands: number;
}

// Makes the player of a party; the owner's is 0, those of the seats follow.
export type Maker = (game: Game, at: number) => Player;

// Players by chance, who after so many entries take what ends a game too.
export const byChance = (seed: number, patience: number): Maker =>
  (game, at) => new RandomPlayer(game, seed + at, { patience });

// Opens a signed game, and has it played to its end by offers alone.
export async function play(
  from: Service, ruleset: Ruleset, maker: Maker, begin: (opened: Opened) => void = () => {},
): Promise<Played> {
  const opened = await open(from, ruleset);
  begin(opened);
  const games = [opened.seat(0), opened.seat(1)];
  await Promise.all(games.map((game) => game.join()));
  const players = [opened.owner(), ...games].map(maker);
  let commands = 0;
  for (let again = true; again;) {
    again = false;
    for (const player of players) {
      if ((await player.step()) === null) continue;
      again = true;
      commands += 1;
      assert(commands < 1000, `${ruleset.name} does not end`);
    }
  }
  await Promise.all(games.map((game) => game.waitForReveal()));
  return { opened, games, commands };
}
