/** What a call can end with besides its answer, as types; none of them shows a token, a key or a secret field. */
import { Code, ConnectError } from "@connectrpc/connect";

import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "./gen/google/rpc/status_details_pb.js";
import { type Detail, type Fault, RefusalSchema, type SignedRefusal, SignedRefusalSchema } from "./gen/wargame/v1/record_pb.js";
import { ClientError } from "./verify/errors.js";

export { Code } from "@connectrpc/connect";
export { ClientError, NotProven } from "./verify/errors.js";

/** The rules or the state of the game refuse. `clause` to `text` are those of the first fault. */
export class Refused extends ClientError {
  override name = "Refused";
  readonly clause: string;
  /** Stable reason code. */
  readonly reason: string;
  /** Field of the command, such as `paths[2].points[0]`. */
  readonly path: string;
  /** What explains it: numbers and words by their names. */
  readonly facts: Readonly<Record<string, number | string>>;
  /** One sentence for people: problem, place and fix. */
  readonly text: string;
  /** The refusal as the service has signed it, where it has: a wallet keeps it, and an audit judges it again. */
  signed: SignedRefusal | undefined;

  /** @param seq entry after which it was refused, and `head` its hash */
  constructor(
    readonly code: Code,
    readonly faults: readonly Fault[],
    readonly seq: number,
    readonly head: Uint8Array,
  ) {
    const [first] = faults;
    super(first?.text || first?.reason || "refused");
    this.clause = first?.clause ?? "";
    this.reason = first?.reason ?? "";
    this.path = first?.path ?? "";
    this.text = first?.text ?? "";
    this.facts = Object.fromEntries((first?.details ?? []).map((detail) => [detail.name, valueOf(detail)]));
  }
}

/** The reason of a refusal whose header's head is older than what the command is about. */
const STALE = "stale-head";

/**
 * The command was decided on a game that has changed: what was seen does not hold any more. What has come since was read
 * and verified. Ask for offers and view anew and decide again: the same command is not sent again by itself.
 */
export class Stale extends Refused {
  override name = "Stale";

  /** @param rewinds entries since the one it was decided on that went back, each with the first that it made void */
  constructor(code: Code, faults: readonly Fault[], seq: number, head: Uint8Array, readonly rewinds: ReadonlyMap<number, number> = new Map()) {
    super(code, faults, seq, head);
    for (const [entry, to] of rewinds) this.message += `; entry ${entry} went back before entry ${to}`;
  }

  /** The same, after rewinds. */
  after(rewinds: ReadonlyMap<number, number>): Stale {
    return Object.assign(new Stale(this.code, this.faults, this.seq, this.head, rewinds), { signed: this.signed });
  }
}

const valueOf = ({ number, text }: Detail): number | string => (number === undefined ? (text ?? "") : Number(number));

/** A request was not understood. */
export class Invalid extends ClientError {
  override name = "Invalid";

  /** @param path the field as the message has it; empty where the whole is wrong */
  constructor(readonly path: string, readonly text: string) {
    super(text);
  }
}

/** The token is not valid, or not for this. */
export class Denied extends ClientError {
  override name = "Denied";

  constructor(readonly code: Code, readonly text: string) {
    super(text);
  }
}

/** Every other status. */
export class Failed extends ClientError {
  override name = "Failed";

  /** @param reason stable, in capitals; empty where the service did not answer itself */
  constructor(readonly code: Code, readonly reason: string, readonly text: string) {
    super(`${Code[code]}${reason && ` (${reason})`}: ${text}`);
  }
}

/** No answer came within the patience. */
export class Unanswered extends ClientError {
  override name = "Unanswered";

  /** @param last code and text of the last try */
  constructor(readonly address: string, readonly tries: number, readonly seconds: number, readonly last: string) {
    super(`no answer of ${address} in ${tries} tries and ${seconds} seconds; the last one ended with ${last}`);
  }
}

/** An offer does not fit the contract, or an answer does not fit the offer. */
export class OfferFault extends ClientError {
  override name = "OfferFault";

  constructor(readonly place: string, readonly text: string) {
    super(`${place}: ${text}`);
  }
}

/** Makes the typed error of a call that ended with a status; what is no status stays what it is. */
export function errorOf(error: unknown): unknown {
  if (!(error instanceof ConnectError)) return error;
  const [refusal] = error.findDetails(RefusalSchema);
  if (refusal) {
    const Kind = refusal.faults[0]?.reason === STALE ? Stale : Refused;
    const refused = new Kind(error.code, refusal.faults, Number(refusal.seq), refusal.head);
    [refused.signed] = error.findDetails(SignedRefusalSchema);
    return refused;
  }
  const { code, rawMessage: text } = error;
  if (code === Code.Unauthenticated || code === Code.PermissionDenied) return new Denied(code, text);
  if (code === Code.InvalidArgument) {
    const [violation] = error.findDetails(BadRequestSchema).flatMap(({ fieldViolations }) => fieldViolations);
    return new Invalid(violation?.field ?? "", text);
  }
  return new Failed(code, error.findDetails(ErrorInfoSchema)[0]?.reason ?? "", text);
}

/** Codes that a library gives for a connection that is lost; what the service answers itself always has details. */
const LOST: readonly Code[] = [Code.Unknown, Code.Canceled, Code.Internal, Code.Aborted];
const PASSING: readonly Code[] = [Code.Unavailable, Code.DeadlineExceeded];
const PASSING_WITH_PAUSE: readonly Code[] = [Code.ResourceExhausted, Code.Aborted];

/** Tells whether the same may be sent again, and after how many seconds at least; null where it may not. */
export function pauseOf(error: unknown): number | null {
  if (!(error instanceof ConnectError)) return null;
  const [info] = error.findDetails(RetryInfoSchema);
  const pause = Number(info?.retryDelay?.seconds ?? 0n) + (info?.retryDelay?.nanos ?? 0) / 1e9;
  if (PASSING.includes(error.code)) return pause;
  if (PASSING_WITH_PAUSE.includes(error.code) && info !== undefined) return pause;
  return LOST.includes(error.code) && error.details.length === 0 ? pause : null;
}
