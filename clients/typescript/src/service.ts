import { create, type DescMessage, type DescMethodStreaming, type DescMethodUnary, type DescService, type MessageInitShape, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { durationFromMs } from "@bufbuild/protobuf/wkt";
import { type Client, createClient, type StreamResponse, type Transport } from "@connectrpc/connect";

import { errorOf } from "./errors.js";
import { type GameTerms, Games, type Label, Office, type OpenRequest, OpenRequestSchema, Profile, Protocol, Role, Signatures, StretchesSchema, type DiceMode, type Pace } from "./contract.js";
import { Opened, type OpenedKeys } from "./opened.js";
import { Key } from "./keys.js";
import { type Patience, PATIENCE, Tries } from "./patience.js";
import type { Ruleset } from "./ruleset.js";
import { random } from "./verify/bytes.js";

/** A seat in the terms of a new game. */
export interface SeatTerms {
  readonly name: string;
  /** Who has one signs every command of the seat. */
  readonly key?: Key;
  readonly bot?: boolean;
}

/** Terms of a new game that can be left out. Times are in whole seconds. */
export interface OpenOptions {
  /** Who signs: everybody where nothing is said. Who is given no key gets a new one, which the opened game has. */
  readonly signatures?: Signatures;
  readonly ownerKey?: Key;
  readonly refereeKey?: Key;
  readonly profile?: Profile;
  readonly pace?: Pace;
  readonly diceMode?: DiceMode;
  readonly responseLimit?: number;
  readonly referee?: boolean;
  /** The referee contributes to the dice too, and joins. */
  readonly refereeContributes?: boolean;
  readonly appealWindow?: number;
  /** So many seconds later spectators see the game. */
  readonly spectatorDelay?: number;
  /** Clocks, stops and penalties; its times are Durations. */
  readonly eventTerms?: GameTerms;
  /** The open dice are shown in so many stretches, while the game goes on: each ends after so many dice or seconds. */
  readonly stretches?: { readonly count: number; readonly dice?: number; readonly seconds?: number };
  readonly labels?: readonly Pick<Label, "name" | "value">[];
  /** 16 bytes; whoever repeats them with the same terms gets the same game. */
  readonly commandId?: Uint8Array;
  /** For services that were started for tests. */
  readonly testSeed?: Uint8Array;
}

export interface ServiceOptions {
  /** The published verification key of signed heads; else the first that the service tells is taken. */
  readonly logKey?: string;
  readonly patience?: Partial<Patience>;
  /** False lets seats contribute to games of a service that keeps no public register; where one is kept it is asked all the same. */
  readonly register?: boolean;
  /** The name of the service in errors. */
  readonly address?: string;
  /** Sent with every call. With these and an empty token the caller is known by a session in a browser. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the connection. */
  readonly close?: () => void;
}

/** A service, reached with one token. The token is shown by nothing. */
export class Service {
  readonly address: string;
  readonly patience: Patience;
  readonly #transport: Transport;
  readonly #token: string;
  readonly #options: ServiceOptions;
  #logKey: Promise<string> | undefined;

  constructor(transport: Transport, token: string, options: ServiceOptions = {}) {
    this.#transport = transport;
    this.#token = token;
    this.#options = options;
    this.address = options.address ?? "the service";
    this.patience = { ...PATIENCE, ...options.patience };
  }

  /** The key of signed heads that the operator has published, as far as it was given. */
  get published(): string | undefined {
    return this.#options.logKey;
  }

  /** Whether seats contribute only to games that are proven to stand in the public register. */
  get register(): boolean {
    return this.#options.register ?? true;
  }

  /** The same connection with another token. */
  withToken(token: string): Service {
    const other = new Service(this.#transport, token, this.#options);
    other.#logKey = this.#logKey;
    return other;
  }

  /** Ends the connection, for all tokens. */
  close(): void {
    this.#options.close?.();
  }

  /** A generated client with the token put in. It tries once, and its errors are typed. */
  client<S extends DescService>(service: S): Client<S> {
    return createClient(service, this.#withErrors());
  }

  get games(): Client<typeof Games> {
    return this.client(Games);
  }

  get protocol(): Client<typeof Protocol> {
    return this.client(Protocol);
  }

  /** The verification key of signed heads: the pinned one, or the first that the service told. */
  logKey(): Promise<string> {
    const pinned = this.#options.logKey;
    this.#logKey ??= pinned === undefined
      ? this.call(Games.method.logKey, {}).then(({ verificationKey }) => verificationKey)
      : Promise.resolve(pinned);
    this.#logKey.catch(() => { this.#logKey = undefined; });
    return this.#logKey;
  }

  /** Calls a method, and sends the same again where no answer comes. */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>, input: MessageInitShape<I>,
  ): Promise<MessageShape<O>> {
    const tries = new Tries(this.patience, this.address);
    const request = create(method.input, input); // the same message every time, so the same bytes
    toBinary(method.input, request); // what can not be written is no fault of the line
    for (;;) {
      try {
        const limit = 1000 * this.patience.callSeconds;
        const { message } = await this.#transport.unary(method, undefined, limit, this.#header(), request as MessageInitShape<I>);
        return message;
      } catch (fault) {
        await tries.after(fault);
      }
    }
  }

  /** Opens a stream; it is tried once, and its errors are those of the transport. */
  async stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodStreaming<I, O>, input: MessageInitShape<I>, signal?: AbortSignal,
  ): Promise<AsyncIterable<MessageShape<O>>> {
    const { message } = await this.#transport.stream(method, signal, undefined, this.#header(), once(input));
    return message;
  }

  /** Opens a game with these seats. A retry with the same command id gives the same game. */
  async open<R extends Ruleset>(ruleset: R, seats: readonly SeatTerms[], options: OpenOptions = {}): Promise<Opened<R>> {
    const keys = await keysOf(seats, options);
    const request = openRequest(ruleset.name, seats, keys, options);
    const response = await this.call(Games.method.open, request);
    const opened = new Opened(this, ruleset, response, keys, seats.map(({ name }) => name));
    await opened.spectator().receipts.add(opened.receipt, request.commandId);
    return opened;
  }

  /** As whom the token acts: its role as entries name it, and its key id. */
  caller(): [role: number, keyId: string] {
    const [, role = "seat", id = ""] = /^wg1_([a-z_]+)_([0-9a-f]{12})_/.exec(this.#token) ?? [];
    return [Role[role.toUpperCase() as keyof typeof Role], id];
  }

  #header(base?: HeadersInit): Headers {
    const header = new Headers(base);
    for (const [name, value] of Object.entries(this.#options.headers ?? {})) header.set(name, value);
    if (this.#token !== "") header.set("authorization", `Bearer ${this.#token}`);
    return header;
  }

  /** The transport with the token put in, whose errors are ours. */
  #withErrors(): Transport {
    const inner = this.#transport;
    const header = (base?: HeadersInit): Headers => this.#header(base);
    return {
      unary: (method, signal, timeout, base, input, values) =>
        inner.unary(method, signal, timeout, header(base), input, values).catch(rethrow),
      stream: async <I extends DescMessage, O extends DescMessage>(
        method: DescMethodStreaming<I, O>, signal: AbortSignal | undefined, timeout: number | undefined,
        base: HeadersInit | undefined, input: AsyncIterable<MessageInitShape<I>>,
      ): Promise<StreamResponse<I, O>> => {
        const response = await inner.stream(method, signal, timeout, header(base), input).catch(rethrow);
        return { ...response, message: typed(response.message) };
      },
    };
  }
}

function rethrow(fault: unknown): never {
  throw errorOf(fault);
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

async function* typed<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (fault) {
    throw errorOf(fault);
  }
}

/** The keys of a new game: those that are given, and new ones where they are needed. */
async function keysOf(seats: readonly SeatTerms[], options: OpenOptions): Promise<OpenedKeys> {
  const { signatures = Signatures.ALL } = options;
  const acts = signatures === Signatures.ALL || signatures === Signatures.UNSPECIFIED;
  const made = async (key: Key | undefined, makes: boolean): Promise<Key | undefined> => key ?? (makes ? Key.new() : undefined);
  return {
    seats: await Promise.all(seats.map(({ key }) => made(key, signatures !== Signatures.NONE))),
    owner: await made(options.ownerKey, acts),
    referee: await made(options.refereeKey, acts && options.referee === true),
  };
}

function openRequest(ruleset: string, seats: readonly SeatTerms[], keys: OpenedKeys, options: OpenOptions): OpenRequest {
  const official = (office: Office, key: Key | undefined): { office: Office; keys: Uint8Array[] }[] =>
    key === undefined ? [] : [{ office, keys: [key.public] }];
  const request = create(OpenRequestSchema, {
    commandId: options.commandId ?? random(16),
    ruleset,
    seats: seats.map(({ name, bot = false }, at) => ({ name, bot, keys: keys.seats[at] === undefined ? [] : [keys.seats[at].public] })),
    officials: [...official(Office.OWNER, keys.owner), ...official(Office.REFEREE, keys.referee)],
    signatures: options.signatures ?? Signatures.ALL,
    profile: options.profile ?? Profile.P1,
    referee: options.referee ?? false,
    labels: [...(options.labels ?? [])],
  });
  if (options.refereeContributes !== undefined) request.refereeContributes = options.refereeContributes;
  if (options.stretches !== undefined) {
    const { count, dice = 0, seconds } = options.stretches;
    const time = seconds === undefined ? {} : { time: durationFromMs(1000 * seconds) };
    request.stretches = create(StretchesSchema, { count, dice, ...time });
  }
  if (options.pace !== undefined) request.pace = options.pace;
  if (options.diceMode !== undefined) request.diceMode = options.diceMode;
  if (options.testSeed !== undefined) request.testSeed = options.testSeed;
  if (options.responseLimit !== undefined) request.responseLimit = durationFromMs(1000 * options.responseLimit);
  if (options.appealWindow !== undefined) request.appealWindow = durationFromMs(1000 * options.appealWindow);
  if (options.spectatorDelay !== undefined) request.spectatorDelay = durationFromMs(1000 * options.spectatorDelay);
  if (options.eventTerms !== undefined) request.eventTerms = options.eventTerms;
  return request;
}
