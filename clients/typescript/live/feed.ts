/** A game as it comes, by one stream that is followed; boards of before on request. */
import { Code } from "@connectrpc/connect";
import { anyUnpack } from "@bufbuild/protobuf/wkt";

import { type BoardStep, Boards, type Count, Drawn, Games, ProtocolEventSchema } from "../src/contract.js";
import type { Service } from "../src/service.js";
import { next } from "../page/data.js";
import type { Entry, Frame, Looks, Scene, Series } from "../page/types.js";
import { Follower, type Standing } from "./follower.js";
import { entryOf, shortHash } from "./told.js";

/** What is known of the game at one moment; another object after every change. */
export interface State extends Standing {
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

/** An entry, and the hash by which the service knows that it is of the same history. */
type Position = Pick<BoardStep, "seq" | "hash">;

const [BEFORE, BEHIND] = [6, 14] as const;
const SCENES_MOST = 400;

export class Feed {
  state: State = { link: "connecting", said: "", entries: [], hashes: [], voids: [], now: null, came: 0, looks: null };
  private readonly scenes = new Map<number, Scene | null>();
  /** Numbers of the sides after entries, as far as boards have come. */
  private readonly counts = new Map<number, readonly Count[]>();
  private counting = false;
  private last: Scene | null = null;
  private readonly follower: Follower<BoardStep, Position>;

  constructor(private readonly service: Service, private readonly game: Uint8Array, private readonly changed: (state: State) => void) {
    this.follower = new Follower<BoardStep, Position>({
      open: (after, signal) => this.open(after, signal), take: (step, signal) => this.take(step, signal),
      stale: Code.Aborted, forget: () => this.forget(), tell: (standing) => this.set(standing),
      over: (code) => (code === Code.NotFound ? "There is no such game." : "Your session is over, or another person plays your seat: open your link again, or ask for another."),
    });
  }

  start(): void {
    this.follower.start();
  }

  stop(): void {
    this.follower.stop();
  }

  /** Tries at once, where it waits or has given up. */
  again(): void {
    this.follower.again();
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

  /** The log has another history than what is shown. */
  private forget(): void {
    this.scenes.clear();
    this.counts.clear();
    this.last = null;
    this.set({ entries: [], hashes: [], voids: [], now: null });
  }

  /** What was told of the entries that are there is read first, where it broke before that had come. */
  private async open(after: Position | undefined, signal: AbortSignal): Promise<AsyncIterable<BoardStep>> {
    if (after !== undefined && this.state.entries.length < Number(after.seq)) await this.readLog(Number(after.seq), signal);
    return this.service.stream(Boards.method.watchBoards, { game: this.game, ...(after && { after: after.seq, hash: after.hash }) }, signal);
  }

  /** Takes a step; the first of all is the board as it stands, and what was before it is read then. */
  private async take(step: BoardStep, signal: AbortSignal): Promise<Position> {
    const seq = Number(step.seq);
    const scene = drawn(step, this.last);
    this.last = scene;
    this.keep(seq, scene);
    this.count(step);
    const looks = step.look ? { looks: JSON.parse(step.look) as Looks } : {};
    const fresh = step.told === undefined;
    const told = fresh ? {} : { entries: [...this.state.entries, entryOf(step)], hashes: [...this.state.hashes, shortHash(step)] };
    this.set({ now: step, came: Date.now(), ...looks, ...told });
    // who goes on from here reads what is missing
    this.follower.position = step;
    if (fresh) await this.readLog(seq, signal);
    else if (step.told?.events.some(({ name }) => name === "Rewound")) await this.readVoids(seq - 1, seq, signal);
    return step;
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
