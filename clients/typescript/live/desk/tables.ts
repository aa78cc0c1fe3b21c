/** The tables of an event as they stand: read once, then one stream that is followed. */
import { Code } from "@connectrpc/connect";
import { type EventGame, Events, type FeedEntry, type FeedPosition, type Sign } from "../../src/contract.js";
import type { Service } from "../../src/service.js";
import { hex } from "../../src/verify/bytes.js";
import { Follower, type Standing } from "../follower.js";
import { msOf } from "./attention.js";

export interface Table {
  readonly id: string;
  readonly row: EventGame;
  /** The last entry that came since the page is open; null where none has. */
  readonly last: FeedEntry | null;
  /** What was to be looked for in the last entry that had anything. */
  readonly signs: readonly Sign[];
}

export interface TablesState extends Standing {
  readonly tables: ReadonlyMap<string, Table>;
  /** What this machine's clock shows more than the service's, in ms, as far as entries have told. */
  readonly skew: number;
  /** The rows have been read. */
  readonly read: boolean;
}

const PAGE = 2000;
const SETTLED_MS = 2000;

export class TablesFeed {
  state: TablesState = { link: "connecting", said: "", tables: new Map(), skew: 0, read: false };
  private readonly follower: Follower<FeedEntry, FeedPosition>;
  private began = 0;
  private drawing = 0;

  constructor(private readonly service: Service, private readonly event: Uint8Array, private readonly changed: () => void) {
    this.follower = new Follower<FeedEntry, FeedPosition>({
      open: (after, signal) => this.open(after, signal), take: (entry) => this.take(entry, Date.now() - this.began > SETTLED_MS),
      // the feed was made anew: all is read again
      stale: Code.OutOfRange, forget: () => {}, tell: (standing) => this.set(standing),
      over: (code) => (code === Code.NotFound ? "There is no such event." : "Your session is over, or not for this event: open your link again, or ask for another."),
    });
  }

  start(): void {
    this.follower.start();
  }

  stop(): void {
    this.follower.stop();
    cancelAnimationFrame(this.drawing);
    this.drawing = 0;
  }

  /** Tries at once, where it waits or has given up. */
  again(): void {
    this.follower.again();
  }

  /** However many entries come, the page is drawn once a frame. */
  private set(change: Partial<TablesState>): void {
    this.state = { ...this.state, ...change };
    if (this.drawing !== 0) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.changed();
    });
  }

  private async open(known: FeedPosition | undefined, signal: AbortSignal): Promise<AsyncIterable<FeedEntry>> {
    const after = known ?? (await this.readAll(signal));
    this.follower.position = after;
    this.began = Date.now();
    return this.service.stream(Events.method.follow, { event: this.event, ...(after && { after }) }, signal);
  }

  private async readAll(signal: AbortSignal): Promise<FeedPosition | undefined> {
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
    this.set({ tables: found, read: true });
    return position;
  }

  /** Takes an entry; one that came as it happened tells how the clocks of here and there differ. */
  private take(entry: FeedEntry, fresh: boolean): FeedPosition | undefined {
    const id = hex(entry.game);
    const known = this.state.tables.get(id);
    const at = msOf(entry.time);
    const skew = fresh && at !== null ? { skew: Date.now() - at } : {};
    // a row may come twice, and never an older one after a newer one
    if (entry.row === undefined || (known !== undefined && known.row.seq > entry.row.seq)) return entry.position;
    const tables = new Map(this.state.tables);
    tables.set(id, { id, row: entry.row, last: entry, signs: entry.signs.length > 0 ? entry.signs : (known?.signs ?? []) });
    this.set({ tables, ...skew });
    return entry.position;
  }
}
