/** Follows one stream for as long as a page is seen: resumed where it broke, closed while nobody looks. */
import { Code, ConnectError } from "@connectrpc/connect";

import { errorOf } from "../src/errors.js";
import { wait } from "../src/patience.js";
import { faultText } from "./service.js";

export type Link = "connecting" | "live" | "paused" | "gone" | "over";

/** How it stands with the stream. */
export interface Standing {
  readonly link: Link;
  /** Why it is not live, in one sentence. */
  readonly said: string;
}

/** A stream of messages, each of which leads on to a position. */
export interface Source<T, P> {
  /** Opens it behind a position; where there is none, what is read first gives one, or the stream begins at the start. */
  readonly open: (after: P | undefined, signal: AbortSignal) => Promise<AsyncIterable<T>>;
  /** Takes a message; gives the position behind it, undefined where it stays as it was. */
  readonly take: (message: T, signal: AbortSignal) => Promise<P | undefined> | P | undefined;
  /** The code by which the service says that a position is of another history than what there is. */
  readonly stale: Code;
  /** Drops what rests on such a position. */
  readonly forget: () => void;
  /** What people are told where trying again does not help. */
  readonly over: (code: Code) => string;
  readonly tell: (standing: Standing) => void;
}

const PAUSES = [0.5, 1, 2, 5, 10, 20] as const;
const OVER: readonly Code[] = [Code.Unauthenticated, Code.PermissionDenied, Code.NotFound];
/** Breaks in a row before people are told: a short one is nothing to them. */
const UNTOLD = 2;

/** The code of a fault, whoever has made it. */
export function codeOf(fault: unknown): Code {
  if (fault instanceof ConnectError) return fault.code;
  const { code } = (fault ?? {}) as { code?: Code };
  return code ?? Code.Unknown;
}

export class Follower<T, P> {
  /** Behind what has been taken so far. */
  position: P | undefined;
  private link: Link = "connecting";
  private broken = 0;
  private running: AbortController | null = null;

  constructor(private readonly source: Source<T, P>) {}

  /** Follows until `stop`; while the page is hidden it rests. */
  start(): void {
    document.addEventListener("visibilitychange", this.seen);
    this.seen();
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.seen);
    this.end();
  }

  /** Tries at once, where it waits or has given up. */
  again(): void {
    this.end();
    this.broken = 0;
    if (this.link === "over") this.tell("connecting");
    this.seen();
  }

  private end(): void {
    this.running?.abort();
    this.running = null;
  }

  private readonly seen = (): void => {
    if (document.hidden) {
      this.end();
      if (this.link === "live") this.tell("paused");
    } else if (this.running === null && this.link !== "over") {
      this.running = new AbortController();
      void this.follow(this.running.signal);
    }
  };

  private tell(link: Link, said = ""): void {
    this.link = link;
    this.source.tell({ link, said });
  }

  private async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.once(signal);
        throw new ConnectError("the stream ended", Code.Unavailable);
      } catch (fault) {
        if (signal.aborted) return;
        if (await this.rests(fault, signal)) return;
      }
    }
  }

  /** One stream until it breaks. */
  private async once(signal: AbortSignal): Promise<void> {
    const messages = await this.source.open(this.position, signal);
    signal.throwIfAborted();
    this.tell("live");
    for await (const message of messages) {
      signal.throwIfAborted();
      this.broken = 0;
      if (this.link !== "live") this.tell("live");
      this.position = (await this.source.take(message, signal)) ?? this.position;
    }
  }

  /** After a fault: waits, or gives up where waiting does not help; true for the latter. */
  private async rests(fault: unknown, signal: AbortSignal): Promise<boolean> {
    const code = codeOf(fault);
    if (OVER.includes(code)) {
      this.tell("over", this.source.over(code));
      return true;
    }
    if (code === this.source.stale) {
      this.position = undefined;
      this.source.forget();
    }
    const pause = PAUSES[Math.min(this.broken, PAUSES.length - 1)] ?? 1;
    this.broken += 1;
    if (this.broken > UNTOLD) this.tell("gone", `The service does not answer (${faultText(errorOf(fault))}). What you see may be old.`);
    else this.tell("connecting");
    await wait(pause * (0.75 + Math.random() / 2), signal).catch(() => {});
    return false;
  }
}
