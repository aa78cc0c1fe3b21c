/** The tables of an event as they stand: read once, then one stream, resumed where it broke, closed while nobody looks. */
import { Code, ConnectError } from "@connectrpc/connect";
import { type EventGame, Events, type FeedEntry, type FeedPosition, type Sign } from "../../src/contract.js";
import { errorOf } from "../../src/errors.js";
import { wait } from "../../src/patience.js";
import type { Service } from "../../src/service.js";
import { hex } from "../../src/verify/bytes.js";
import type { Link } from "../feed.js";
import { faultText } from "../service.js";
import { msOf } from "./attention.js";

export interface Table {
  readonly id: string;
  readonly row: EventGame;
  /** The last entry that came since the page is open; null where none has. */
  readonly last: FeedEntry | null;
  /** What was to be looked for in the last entry that had anything. */
  readonly signs: readonly Sign[];
}

export interface TablesState {
  readonly link: Link;
  /** Why it is not live, in one sentence. */
  readonly said: string;
  readonly tables: ReadonlyMap<string, Table>;
  /** What this machine's clock shows more than the service's, in ms, as far as entries have told. */
  readonly skew: number;
  /** The rows have been read. */
  readonly read: boolean;
}

const PAGE = 2000;
const PAUSES = [0.5, 1, 2, 5, 10, 20] as const;
const OVER: readonly Code[] = [Code.Unauthenticated, Code.PermissionDenied, Code.NotFound];
const SETTLED_MS = 2000;

/** The code of a fault, whoever has made it. */
function codeOf(fault: unknown): Code {
  if (fault instanceof ConnectError) return fault.code;
  const { code } = (fault ?? {}) as { code?: Code };
  return code ?? Code.Unknown;
}

export class TablesFeed {
  state: TablesState = { link: "connecting", said: "", tables: new Map(), skew: 0, read: false };
  private position: FeedPosition | undefined;
  private broken = 0;
  private running: AbortController | null = null;
  private drawing = 0;

  constructor(private readonly service: Service, private readonly event: Uint8Array, private readonly changed: () => void) {}

  start(): void {
    document.addEventListener("visibilitychange", this.seen);
    this.seen();
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.seen);
    cancelAnimationFrame(this.drawing);
    this.drawing = 0;
    this.end();
  }

  /** Tries at once, where it waits or has given up. */
  again(): void {
    this.end();
    this.broken = 0;
    this.seen();
  }

  private end(): void {
    this.running?.abort();
    this.running = null;
  }

  private readonly seen = (): void => {
    if (document.hidden) {
      this.end();
      if (this.state.link === "live") this.set({ link: "paused", said: "" });
    } else if (this.running === null && this.state.link !== "over") {
      this.running = new AbortController();
      void this.follow(this.running.signal);
    }
  };

  /** However many entries come, the page is drawn once a frame. */
  private set(change: Partial<TablesState>): void {
    this.state = { ...this.state, ...change };
    if (this.drawing !== 0) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.changed();
    });
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

  /** After a fault: waits, or gives up where waiting does not help; true for the latter. */
  private async rests(fault: unknown, signal: AbortSignal): Promise<boolean> {
    const code = codeOf(fault);
    if (OVER.includes(code)) {
      this.set({ link: "over", said: code === Code.NotFound ? "There is no such event." : "Your session is over, or not for this event: open your link again, or ask for another." });
      return true;
    }
    if (code === Code.OutOfRange) {
      this.position = undefined; // the feed was made anew: all is read again
      return false;
    }
    const pause = PAUSES[Math.min(this.broken, PAUSES.length - 1)] ?? 1;
    this.broken += 1;
    const gone = this.broken > 2;
    this.set({ link: gone ? "gone" : "connecting", said: gone ? `The service does not answer (${faultText(errorOf(fault))}). What you see may be old.` : "" });
    await wait(pause * (0.75 + Math.random() / 2), signal).catch(() => {});
    return false;
  }

  private async once(signal: AbortSignal): Promise<void> {
    if (this.position === undefined) await this.readAll(signal);
    const began = Date.now();
    const entries = await this.service.stream(Events.method.follow, { event: this.event, ...(this.position && { after: this.position }) }, signal);
    this.set({ link: "live", said: "" });
    for await (const entry of entries) {
      this.broken = 0;
      this.take(entry, Date.now() - began > SETTLED_MS);
    }
  }

  private async readAll(signal: AbortSignal): Promise<void> {
    const found = new Map<string, Table>();
    let [pageToken, position]: [string, FeedPosition | undefined] = ["", undefined];
    do {
      const reply = await this.service.call(Events.method.games, { event: this.event, pageSize: PAGE, pageToken });
      signal.throwIfAborted();
      position ??= reply.position;
      for (const row of reply.games) {
        const id = hex(row.game);
        const known = this.state.tables.get(id);
        found.set(id, { id, row, last: known?.last ?? null, signs: known?.signs ?? [] });
      }
      pageToken = reply.nextPageToken;
    } while (pageToken !== "");
    this.position = position;
    this.set({ tables: found, read: true });
  }

  /** Takes an entry; one that came as it happened tells how the clocks of here and there differ. */
  private take(entry: FeedEntry, fresh: boolean): void {
    this.position = entry.position;
    const id = hex(entry.game);
    const known = this.state.tables.get(id);
    const at = msOf(entry.time);
    const skew = fresh && at !== null ? { skew: Date.now() - at } : {};
    // a row may come twice, and never an older one after a newer one
    if (entry.row === undefined || (known !== undefined && known.row.seq > entry.row.seq)) return;
    const tables = new Map(this.state.tables);
    tables.set(id, { id, row: entry.row, last: entry, signs: entry.signs.length > 0 ? entry.signs : (known?.signs ?? []) });
    this.set({ tables, link: "live", said: "", ...skew });
  }
}
