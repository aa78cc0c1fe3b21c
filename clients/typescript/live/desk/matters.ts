/** What waits for a referee in a game: calls, disputes, proposals, an appeal, out of the entries that opened and ended them. */
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { type Entry as LogEntry, Games, type Party, type ProtocolEvent, ProtocolEventSchema } from "../../src/contract.js";
import type { Service } from "../../src/service.js";
import type { Entry } from "../../page/types.js";
import { msOf } from "./attention.js";

export type MatterName = "call" | "dispute" | "throw" | "appeal" | "proposal";

/** Something that waits, by the entry that brought it up. */
export interface Matter {
  readonly name: MatterName;
  readonly entry: number;
  readonly since: number | null;
  readonly by: Party | undefined;
  readonly text: string;
  readonly about: readonly number[];
}

type Event = NonNullable<ProtocolEvent["kind"]>;
type Brought = Pick<Matter, "name" | "by" | "text" | "about"> & { readonly key: string };

const seatParty = (seat: number): Party => ({ $typeName: "wargame.v1.Party", who: { case: "seat", value: seat } });

/** What an event brings up; null for most. */
function opened(event: Event, seq: number, said: string): Brought | null {
  switch (event.case) {
    case "refereeCalled":
      return { key: `call ${seq}`, name: "call", by: event.value.by, text: event.value.question, about: event.value.about.map(Number) };
    case "factDisputed":
      return { key: `dispute ${event.value.fact}`, name: "dispute", by: event.value.by, text: `fact ${event.value.fact}, holds “${event.value.value}”`, about: [] };
    case "rollDisputed":
      return { key: "throw", name: "throw", by: event.value.by, text: event.value.reason, about: [] };
    case "appealLodged":
      return { key: `appeal ${seq}`, name: "appeal", by: seatParty(event.value.seat), text: said, about: [Number(event.value.about)] };
    case "proposalMade":
      return { key: "proposal", name: "proposal", by: event.value.by, text: said, about: [] };
    default:
      return null;
  }
}

/** Keys of what an event ends. */
function ended(event: Event): string | null {
  switch (event.case) {
    case "callClosed":
      return `call ${event.value.call}`;
    case "factSettled":
    case "disputeRolledOff":
      return `dispute ${event.value.fact}`;
    case "rollsTaken":
    case "rollRequested":
      return "throw";
    case "appealSettled":
    case "appealOverturned":
      return `appeal ${event.value.appeal}`;
    case "proposalDeclined":
    case "rulingGiven":
      return "proposal";
    default:
      return null;
  }
}

/** Names of events by which an entry is worth reading. */
const READ: ReadonlySet<string> = new Set([
  "RefereeCalled", "FactDisputed", "RollDisputed", "AppealLodged", "ProposalMade", "CallClosed", "FactSettled", "DisputeRolledOff",
  "AppealSettled", "AppealOverturned", "ProposalDeclined", "RulingGiven", "Rewound",
]);

/** What goes with the entry that a rewind made void; calls, appeals and proposals stay. */
const FOLLOW_THE_GAME: readonly MatterName[] = ["dispute", "throw"];

const eventsOf = ({ ruled }: LogEntry): Event[] => ruled.flatMap(({ event }) => {
  const kind = event === undefined ? undefined : anyUnpack(event, ProtocolEventSchema)?.kind;
  return kind?.case === undefined ? [] : [kind];
});

/** Keeps what waits in one game; entries are read once, and only where something was brought up or ended. */
export class Matters {
  private readonly open = new Map<string, Matter>();
  private upTo = 0;
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly service: Service, private readonly game: Uint8Array) {}

  /** What waits after these entries, oldest first. */
  async after(entries: readonly Entry[]): Promise<readonly Matter[]> {
    const wanted = entries.filter(({ n, ev }) => n > this.upTo && ev.some(({ k }) => READ.has(k)));
    this.reading = this.reading.catch(() => {}).then(() => this.read(wanted.filter(({ n }) => n > this.upTo)));
    await this.reading;
    return [...this.open.values()].sort((one, other) => one.entry - other.entry);
  }

  private async read(wanted: readonly Entry[]): Promise<void> {
    const [first, last] = [wanted[0], wanted.at(-1)];
    if (first === undefined || last === undefined) return;
    // appeals and proposals say why in their command, which is told in words
    const said = new Map(wanted.map(({ n, kind, with: words }) => [n, [kind, words].filter(Boolean).join(": ")]));
    const bounds = { after: BigInt(first.n - 1), upTo: BigInt(last.n) };
    for await (const entry of await this.service.stream(Games.method.read, { game: this.game, ...bounds })) this.take(entry, said.get(Number(entry.seq)) ?? "");
    this.upTo = last.n;
  }

  private take(entry: LogEntry, said: string): void {
    const seq = Number(entry.seq);
    for (const event of eventsOf(entry)) {
      const end = ended(event);
      if (end !== null) this.open.delete(end);
      if (event.case === "rewound") this.forget(new Set(event.value.voids.map(Number)));
      const brought = opened(event, seq, said);
      if (brought !== null) this.open.set(brought.key, { ...brought, entry: seq, since: msOf(entry.time) });
    }
  }

  private forget(voids: ReadonlySet<number>): void {
    for (const [key, { name, entry }] of this.open) if (voids.has(entry) && FOLLOW_THE_GAME.includes(name)) this.open.delete(key);
  }
}
