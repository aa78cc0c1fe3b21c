/** A game as it comes: one stream, resumed where it broke, closed while nobody looks; boards of before on request. */
import { Code, ConnectError } from "@connectrpc/connect";
import { anyUnpack } from "@bufbuild/protobuf/wkt";

import { type BoardStep, Boards, type Count, Drawn, Games, ProtocolEventSchema } from "../src/contract.js";
import { errorOf } from "../src/errors.js";
import { wait } from "../src/patience.js";
import type { Service } from "../src/service.js";
import { next } from "../page/data.js";
import type { Entry, Frame, Looks, Scene, Series } from "../page/types.js";
import { faultText } from "./service.js";
import { entryOf, shortHash } from "./told.js";

export type Link = "connecting" | "live" | "paused" | "gone" | "over";

/** What is known of the game at one moment; another object after every change. */
export interface State {
  readonly link: Link;
  /** Why it is not live, in one sentence. */
  readonly said: string;
  readonly entries: readonly Entry[];
  /** Starts of the hashes of entries, by place. */
  readonly hashes: readonly string[];
  readonly voids: readonly number[];
  /** The last step that came, with windows and clocks; null before the first. */
  readonly now: BoardStep | null;
  /** When it came, by this machine's clock. */
  readonly came: number;
  readonly looks: Looks | null;
}

const PAUSES = [0.5, 1, 2, 5, 10, 20] as const;
const [BEFORE, BEHIND] = [6, 14] as const;
const SCENES_MOST = 400;
const OVER: readonly Code[] = [Code.Unauthenticated, Code.PermissionDenied, Code.NotFound];

export class Feed {
  state: State = { link: "connecting", said: "", entries: [], hashes: [], voids: [], now: null, came: 0, looks: null };
  private readonly scenes = new Map<number, Scene | null>();
  /** Numbers of the sides after entries, as far as boards have come. */
  private readonly counts = new Map<number, readonly Count[]>();
  private counting = false;
  private last: Scene | null = null;
  private broken = 0;
  private running: AbortController | null = null;

  constructor(private readonly service: Service, private readonly game: Uint8Array, private readonly changed: (state: State) => void) {}

  /** Follows the game until `stop`; while the page is hidden it rests. */
  start(): void {
    document.addEventListener("visibilitychange", this.seen);
    this.seen();
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.seen);
    this.running?.abort();
    this.running = null;
  }

  /** Tries at once, where it waits or has given up. */
  again(): void {
    this.running?.abort();
    this.running = null;
    this.broken = 0;
    this.seen();
  }

  /** The scene after an entry; undefined where it has to be fetched. */
  sceneAt(seq: number): Scene | null | undefined {
    return this.scenes.get(seq);
  }

  /** Fetches the board after an entry, and some around it, since who looks at one goes on to others. */
  fetch(seq: number): Promise<void> {
    return this.readScenes(Math.max(0, seq - BEFORE), Math.min(seq + BEHIND, Math.max(seq, Number(this.state.now?.seq ?? 0))));
  }

  /** Reads the numbers of all entries that have not come with their boards; once is enough. */
  async readCounts(): Promise<void> {
    if (this.counting) return;
    this.counting = true;
    const last = Number(this.state.now?.seq ?? 0);
    let first = 1;
    while (first <= last && this.counts.has(first)) first += 1;
    try {
      // the newest have come already, and keep their scenes
      if (first <= last) await this.readScenes(first - 1, last, false);
    } finally {
      this.counting = false;
    }
  }

  /** The numbers over all entries, null where none is known. */
  series(): Series[] {
    const last = Number(this.state.now?.seq ?? 0);
    const found = new Map<string, { name: string; seat: number; values: (number | null)[] }>();
    for (const [seq, rows] of this.counts) {
      if (seq > last) continue;
      for (const { name, seat, value } of rows) {
        const key = `${seat} ${name}`;
        const row = found.get(key) ?? { name, seat, values: new Array<number | null>(last).fill(null) };
        row.values[seq - 1] = Number(value);
        found.set(key, row);
      }
    }
    return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.seat - other.seat));
  }

  private async readScenes(after: number, upTo: number, keep = true): Promise<void> {
    let scene: Scene | null = null;
    const steps = await this.service.stream(Boards.method.readBoards, { game: this.game, after: BigInt(after), upTo: BigInt(upTo), drawn: Drawn.UNSPECIFIED });
    for await (const step of steps) {
      scene = drawn(step, scene);
      if (step.look) this.set({ looks: JSON.parse(step.look) as Looks });
      this.count(step);
      if (keep) this.keep(Number(step.seq), scene);
    }
    this.set({}); // what was read is to be seen
  }

  private count({ seq, counts }: BoardStep): void {
    this.counts.set(Number(seq), counts);
  }

  private readonly seen = (): void => {
    if (document.hidden) {
      this.running?.abort();
      this.running = null;
      if (this.state.link === "live") this.set({ link: "paused", said: "" });
    } else if (this.running === null && this.state.link !== "over") {
      const running = new AbortController();
      this.running = running;
      void this.follow(running.signal);
    }
  };

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.changed(this.state);
  }

  private keep(seq: number, scene: Scene | null): void {
    this.scenes.set(seq, scene);
    for (const old of this.scenes.keys()) {
      if (this.scenes.size <= SCENES_MOST) break;
      this.scenes.delete(old);
    }
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
    const { code } = ConnectError.from(fault);
    if (OVER.includes(code)) {
      this.set({ link: "over", said: code === Code.NotFound ? "There is no such game." : "Your session is over: open your link again, or ask for another." });
      return true;
    }
    if (code === Code.Aborted) this.forget(); // the log has another history than what is shown
    const pause = PAUSES[Math.min(this.broken, PAUSES.length - 1)] ?? 1;
    this.broken += 1;
    const gone = this.broken > 2;
    this.set({ link: gone ? "gone" : "connecting", said: gone ? `The service does not answer (${faultText(errorOf(fault))}). What you see may be old.` : "" });
    await wait(pause * (0.75 + Math.random() / 2), signal).catch(() => {});
    return false;
  }

  private forget(): void {
    this.scenes.clear();
    this.counts.clear();
    this.last = null;
    this.set({ entries: [], hashes: [], voids: [], now: null });
  }

  /** One stream until it breaks: the board as it stands first, then what was before it, then what comes. */
  private async once(signal: AbortSignal): Promise<void> {
    const { now } = this.state;
    const from = now === null ? {} : { after: now.seq, hash: now.hash };
    if (now !== null && this.state.entries.length < Number(now.seq)) await this.readLog(Number(now.seq), signal);
    for await (const step of await this.service.stream(Boards.method.watchBoards, { game: this.game, ...from }, signal)) {
      this.broken = 0;
      await this.take(step, signal);
    }
  }

  private async take(step: BoardStep, signal: AbortSignal): Promise<void> {
    const seq = Number(step.seq);
    const scene = drawn(step, this.last);
    this.last = scene;
    this.keep(seq, scene);
    this.count(step);
    const looks = step.look ? { looks: JSON.parse(step.look) as Looks } : {};
    const fresh = step.told === undefined;
    const told = fresh ? {} : { entries: [...this.state.entries, entryOf(step)], hashes: [...this.state.hashes, shortHash(step)] };
    this.set({ link: "live", said: "", now: step, came: Date.now(), ...looks, ...told });
    if (fresh) await this.readLog(seq, signal);
    else if (step.told?.events.some(({ name }) => name === "Rewound")) await this.readVoids(seq - 1, seq, signal);
  }

  /** Reads what was told of all entries up to one. */
  private async readLog(upTo: number, signal: AbortSignal): Promise<void> {
    const [entries, hashes]: [Entry[], string[]] = [[], []];
    const steps = await this.service.stream(Boards.method.readBoards, { game: this.game, after: 0n, upTo: BigInt(upTo), drawn: Drawn.NONE }, signal);
    for await (const step of steps) {
      entries.push(entryOf(step));
      hashes.push(shortHash(step));
    }
    this.set({ entries, hashes });
    for (const { n, ev } of entries) if (ev.some(({ k }) => k === "Rewound")) await this.readVoids(n - 1, n, signal);
  }

  /** Reads which entries do not stand any more, since the game went back before them. */
  private async readVoids(after: number, upTo: number, signal: AbortSignal): Promise<void> {
    const voids = new Set(this.state.voids);
    const entries = await this.service.stream(Games.method.read, { game: this.game, after: BigInt(after), upTo: BigInt(upTo) }, signal);
    for await (const { ruled } of entries) {
      for (const { event, name } of ruled) {
        const kind = name === "Rewound" && event ? anyUnpack(event, ProtocolEventSchema)?.kind : undefined;
        if (kind?.case === "rewound") for (const seq of kind.value.voids) voids.add(Number(seq));
      }
    }
    this.set({ voids: [...voids].sort((one, other) => one - other) });
  }
}

/** The scene of a step, which is whole or what differs from the one before. */
function drawn({ board }: BoardStep, before: Scene | null): Scene | null {
  if (board.case === "scene") return JSON.parse(board.value) as Scene;
  if (board.case === "change" && before !== null) return next(before, JSON.parse(board.value) as Exclude<Frame, null>);
  return null;
}
