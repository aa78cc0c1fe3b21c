/** The tables in a list: who plays, whose time runs, what needs a referee. Rows stay where they are until they are sorted. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { EventGameStatus } from "../../src/contract.js";
import { clockText } from "../clock.js";
import type { Session } from "../session.js";
import { type Attention, attentionOf, bankAt, before, KIND_NAMES, KINDS, type Kind, msOf, type Rank, rankOf } from "./attention.js";
import type { Table, TablesFeed } from "./tables.js";
import { actorName, partyName, personOf, placeOf, plainWord, playersOf, scoreText, spanText, stateName, timeText } from "./words.js";

const SECOND = 1000;

/** The time by the service's clock, as it goes by. */
function useNow(skew: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  // an entry may have come since the last tick
  return Math.max(now, Date.now()) - skew;
}

interface Seen { readonly table: Table; readonly attention: readonly Attention[]; readonly rank: Rank }

/** The order that rows have until somebody sorts them; new ones come last. Tells how many would move. */
function useOrder(seen: ReadonlyMap<string, Seen>): { order: readonly string[]; changed: number; sort: () => void } {
  const kept = useRef<{ order: string[]; ranks: ReadonlyMap<string, Rank> } | null>(null);
  const [, draw] = useState(0);
  const sorted = (): string[] => [...seen].sort(([, one], [, other]) => before(one.rank, other.rank)).map(([id]) => id);
  const ranks = new Map([...seen].map(([id, { rank }]) => [id, rank] as const));
  if (kept.current === null && seen.size > 0) kept.current = { order: sorted(), ranks };
  const { order, ranks: known } = kept.current ?? { order: [], ranks };
  const there = order.filter((id) => seen.has(id));
  const fresh = [...seen.keys()].filter((id) => !known.has(id) && !there.includes(id));
  const shown = [...there, ...fresh];
  const wanted = sorted();
  const differs = wanted.some((id, at) => shown[at] !== id);
  const changed = differs ? Math.max(1, shown.filter((id) => { const [one, other] = [known.get(id), ranks.get(id)]; return one === undefined || other === undefined || before(one, other) !== 0; }).length) : 0;
  const sort = (): void => {
    kept.current = { order: wanted, ranks };
    draw((times) => times + 1);
  };
  return { order: shown, changed, sort };
}

/** Filters by what needs attention, each with how many tables it lets through. */
const OVER = "over";
type Filter = "all" | "any" | Kind | typeof OVER;
const over = ({ row: { status } }: Table): boolean => status === EventGameStatus.FINISHED;
const FILTERS: readonly (readonly [Filter, string, (seen: Seen) => boolean])[] = [
  ["all", "All", () => true],
  ["any", "Needs somebody", ({ attention }) => attention.length > 0],
  ...KINDS.map((kind) => [kind, KIND_NAMES[kind], ({ attention }: Seen) => attention.some((each) => each.kind === kind)] as const),
  [OVER, "Over", ({ table }) => over(table)],
];

const textOf = ({ row: { round, table, ruleset, seats } }: Table): string => `${round}/${table} ${plainWord(ruleset)} ${seats.map(({ name, person }) => `${name} ${person}`).join(" ")}`.toLowerCase();

export function TableList({ feed, session }: { feed: TablesFeed; session: Session }) {
  const { state } = feed;
  const now = useNow(state.skew);
  const [filter, setFilter] = useState<Filter>("all");
  const [round, setRound] = useState("");
  const [text, setText] = useState("");
  const seen = new Map([...state.tables].map(([id, table]): [string, Seen] => {
    const attention = attentionOf(table.row, now);
    return [id, { table, attention, rank: rankOf(table.row, attention) }];
  }));
  const { order, changed, sort } = useOrder(seen);
  const rounds = useMemo(() => [...new Set([...state.tables.values()].map(({ row }) => row.round))], [state.tables]);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const passing = order.flatMap((id) => seen.get(id) ?? []).filter(({ table }) => (round === "" || table.row.round === round) && words.every((word) => textOf(table).includes(word)));
  const lets = FILTERS.find(([name]) => name === filter)?.[2] ?? (() => true);
  const rows = passing.filter(lets);
  if (!state.read) return <p role="status">The tables are being fetched.</p>;
  return (
    <section aria-label="Tables">
      <div class="filters" role="group" aria-label="Show">
        {FILTERS.map(([name, label, test]) => {
          const count = passing.filter(test).length;
          return <button type="button" data-filter={name} aria-pressed={filter === name} class={count > 0 ? "some" : ""} onClick={() => setFilter(name)}>{label} <b>{count}</b></button>;
        })}
      </div>
      <div class="tools">
        <label>Find <input type="search" value={text} placeholder="player, table, rules" onInput={({ currentTarget }) => setText(currentTarget.value)} /></label>
        {rounds.length > 1 && <label>Round <select value={round} onChange={({ currentTarget }) => setRound(currentTarget.value)}><option value="">all</option>{rounds.map((name) => <option value={name}>{name}</option>)}</select></label>}
        {changed > 0 && <button type="button" class="sorting" onClick={sort}>{changed} changed, sort</button>}
      </div>
      <table class="tables">
        <thead><tr>{COLUMNS.map((name) => <th scope="col">{name}</th>)}</tr></thead>
        <tbody>{rows.map((each) => <Row key={each.table.id} seen={each} now={now} />)}</tbody>
      </table>
      {rows.length === 0 && <p>{state.tables.size === 0 ? `No game is open${session.role === "owner" ? ": open some under “The event”" : ""}.` : "No table is so."}</p>}
      <p class="vh" aria-live="polite">{urgentText(seen)}</p>
    </section>
  );
}

const COLUMNS = ["Table", "Players", "Clocks", "Asked", "Attention", "Last act", "Score", "Status"] as const;

/** What a screen reader is told when it changes: calls and disputes, and nothing that ticks. */
function urgentText(seen: ReadonlyMap<string, Seen>): string {
  const urgent = [...seen.values()].flatMap(({ table, attention }) => attention.filter(({ kind }) => kind === "call" || kind === "dispute").map(({ kind }) => `${KIND_NAMES[kind]} at table ${placeOf(table.row)}`));
  return urgent.slice(0, 5).join(", ");
}

function Row({ seen: { table, attention }, now }: { seen: Seen; now: number }) {
  const { row, id } = table;
  const since = msOf(row.askedTime);
  const asked = row.asked.map((party) => partyName(party, row.seats)).join(", ");
  return (
    <tr data-game={id} data-attention={attention.map(({ kind }) => kind).join(" ")} class={attention[0]?.kind ?? (over(table) ? OVER : "")}>
      <th scope="row" data-label="Table"><a href={`/game/${id}`}>{row.round}/{row.table}</a> <small>{plainWord(row.ruleset)}</small></th>
      <td data-label="Players">{playersOf(row.seats)}{row.absent.length > 0 && <small> absent: {row.absent.map((seat) => personOf(row.seats, seat)).join(", ")}</small>}</td>
      <td data-label="Clocks"><Clocks table={table} now={now} /></td>
      <td data-label="Asked">{asked !== "" && <>{asked} {since !== null && <small>for {spanText(now - since)}</small>}</>}</td>
      <td data-label="Attention"><Needs table={table} attention={attention} now={now} /></td>
      <td data-label="Last act"><LastAct table={table} now={now} /></td>
      <td data-label="Score">{scoreText(row.result && row.result.scores.length > 0 ? row.result.scores : row.scores)}</td>
      <td data-label="Status">{stateName(row.status)}{row.result && <small> {plainWord(row.result.outcome)}{row.result.winners.length > 0 && `: ${row.result.winners.map((seat) => personOf(row.seats, seat)).join(", ")}`}</small>}</td>
    </tr>
  );
}

/** Clocks that run down between entries, and the time that is left to answer. */
function Clocks({ table: { row }, now }: { table: Table; now: number }) {
  const due = msOf(row.dueTime);
  const runs = row.clocks.some(({ running }) => running);
  return (
    <>
      {row.clocks.map(({ seat, running, flag }, at) => <span class={`bank${running ? " running" : ""}`}>{personOf(row.seats, seat)} <b>{clockText(bankAt(row, at, now))}</b>{flag && " flag"}{running && " runs"} </span>)}
      {due !== null && !runs && <span class="bank">{due > now ? <>left <b>{clockText(due - now)}</b></> : "time is over"}</span>}
    </>
  );
}

function Needs({ table, attention, now }: { table: Table; attention: readonly Attention[]; now: number }) {
  return <>{attention.map(({ kind, entry, since }) => (
    <span class="need" data-kind={kind}>
      {entry > 0 ? <a href={`/game/${table.id}#e=${entry}`}>{KIND_NAMES[kind]}</a> : KIND_NAMES[kind]}
      {since !== null && <small> {spanText(now - since)}</small>}{" "}
    </span>
  ))}</>;
}

function LastAct({ table: { row, last }, now }: { table: Table; now: number }) {
  const at = timeText(msOf(row.lastTime), now);
  if (last === null || last.seq !== row.seq) return <>entry {String(row.seq)} <small>{at}</small></>;
  return <>{plainWord(last.command.replace(/(?<=[a-z])(?=[A-Z])/g, " ")).toLowerCase()} <small>{actorName(last.actor, row.seats)}, {at}</small></>;
}
