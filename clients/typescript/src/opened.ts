import { type Credential, type OpenResponse, type Receipt, Role } from "./contract.js";
import { Game } from "./game.js";
import type { Key } from "./keys.js";
import type { Ruleset } from "./ruleset.js";
import type { Service } from "./service.js";
import type { Wallet } from "./wallet.js";

/** Keys of a game that was opened; undefined for who does not sign. */
export interface OpenedKeys {
  readonly seats: readonly (Key | undefined)[];
  readonly owner: Key | undefined;
  readonly referee: Key | undefined;
}

/** A game that was opened, and the tokens of its parties; those are shown by nothing but `credentials`. */
export class Opened<R extends Ruleset = Ruleset> {
  /** Id of the game, 16 bytes. */
  readonly game: Uint8Array;
  /** Proof of the first entry, verified: every seat should have it. */
  readonly receipt: Receipt;
  /** Commitment to the secret of the dice, 32 bytes. */
  readonly commitment: Uint8Array;
  readonly #response: OpenResponse;

  constructor(
    private readonly service: Service,
    readonly ruleset: R,
    response: OpenResponse,
    /** What the parties sign with; keep them. */
    readonly keys: OpenedKeys,
    private readonly names: readonly string[],
  ) {
    if (response.receipt === undefined) throw new TypeError("an opening without a receipt");
    this.#response = response;
    this.game = response.game;
    this.receipt = response.receipt;
    this.commitment = response.commitment;
  }

  /** Role, seat and token of every party: to be handed to those who play. */
  get credentials(): readonly Credential[] {
    return this.#response.credentials;
  }

  /** The game as a seat plays it, with the key that the seat was opened with. */
  seat(number: number, wallet?: Wallet): Game<R> {
    return this.side(this.keys.seats[number], wallet, this.tokenOf(Role.SEAT, number), number);
  }

  /** The game as its owner has it, who creates it where no referee is seated. */
  owner(wallet?: Wallet): Game<R> {
    return this.side(this.keys.owner, wallet);
  }

  referee(wallet?: Wallet): Game<R> {
    return this.side(this.keys.referee, wallet, this.tokenOf(Role.REFEREE));
  }

  spectator(): Game<R> {
    return new Game(this.service, this.ruleset, this.game, this.tokenOf(Role.SPECTATOR));
  }

  auditor(): Game<R> {
    return new Game(this.service, this.ruleset, this.game, this.tokenOf(Role.AUDITOR));
  }

  private side(key: Key | undefined, wallet: Wallet | undefined, token?: string, seat?: number): Game<R> {
    const named = seat === undefined ? {} : { seat, name: this.names[seat] ?? "" };
    const options = { ...named, ...(key && { key }), ...(wallet && { wallet }) };
    return new Game(this.service, this.ruleset, this.game, token, options).openedWith(this);
  }

  private tokenOf(role: Role, seat?: number): string {
    const found = this.#response.credentials.find((each) => each.role === role && each.seat === seat);
    if (found === undefined) throw new RangeError(`the game has no ${Role[role].toLowerCase()} ${seat ?? ""}`.trim());
    return found.token;
  }
}
