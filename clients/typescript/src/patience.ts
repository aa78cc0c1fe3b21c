import { Code, ConnectError } from "@connectrpc/connect";

import { errorOf, pauseOf, Unanswered } from "./errors.js";

/** How long one request is tried again. Times are in seconds. */
export interface Patience {
  /** Until no further try begins. */
  readonly seconds: number;
  /** The first pause; each is twice the one before. */
  readonly firstPause: number;
  readonly mostPause: number;
  /** Limit of one try. */
  readonly callSeconds: number;
}

export const PATIENCE: Patience = { seconds: 60, firstPause: 0.05, mostPause: 2, callSeconds: 20 };

/** Waits; ends early with an error where the signal is given. */
export function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new ConnectError("ended by its caller", Code.Canceled));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, 1000 * seconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Counts the tries of one request, and keeps the pauses between them. */
export class Tries {
  private count = 0;
  private began = performance.now();
  private next: number;

  constructor(
    private readonly patience: Patience,
    private readonly address: string,
    private readonly signal?: AbortSignal,
  ) {
    this.next = patience.firstPause;
  }

  /** Begins anew: something has come through. */
  reset(): void {
    this.reached();
    this.next = this.patience.firstPause;
  }

  /** Counts from now: the service is there. Pauses go on growing. */
  reached(): void {
    this.count = 0;
    this.began = performance.now();
  }

  /** Waits after a try that failed; throws the typed error where the same may not be sent again, or not any longer. */
  async after(fault: unknown): Promise<void> {
    this.count += 1;
    const least = pauseOf(fault);
    if (least === null || this.signal?.aborted) throw errorOf(fault);
    const { seconds, mostPause } = this.patience;
    const pause = Math.max(least, this.next * (0.5 + Math.random() / 2));
    const spent = (performance.now() - this.began) / 1000;
    if (spent + pause > seconds) {
      const { code, rawMessage } = ConnectError.from(fault);
      throw new Unanswered(this.address, this.count, Math.round(spent), `${Code[code]}: ${rawMessage}`);
    }
    this.next = Math.min(2 * this.next, mostPause);
    await wait(pause, this.signal);
  }
}
