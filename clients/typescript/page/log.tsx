/** The log: rounds of which only open ones are in the DOM, a search over all entries, filters. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { seatClass } from "./svg.js";
import type { Entry } from "./types.js";

export interface Round { readonly name: string; readonly from: number; readonly to: number }
const MOST = 200;

/** The rounds of a game by its headings: "Turn 3: gunnery" and "Turn 3" are of one. */
export function roundsOf(entries: readonly Entry[]): Round[] {
  const found: { name: string; from: number; to: number }[] = [{ name: "Before the game", from: 0, to: 0 }];
  entries.forEach((entry, at) => {
    for (const heading of entry.head ?? []) {
      const name = (heading.split(/[:,.]/)[0] ?? heading).trim();
      const last = found.at(-1);
      if (last?.name === name) continue;
      if (last?.from === at) last.name = name;
      else found.push({ name, from: at, to: at });
    }
    (found.at(-1) as { to: number }).to = at;
  });
  return found;
}

export const spaced = (kind: string): string => kind.replace(/([a-z])([A-Z])/g, (_, one: string, two: string) => `${one} ${two.toLowerCase()}`);
/** Cuts a text at a word, and shows that it goes on. */
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most).replace(/\s+\S*$/, "")} …` : text);
const gistOf = (entry: Entry): string => cut(entry.ev.map(({ t }) => t ?? "").filter(Boolean).join(" "), 110) || (entry.head ?? []).join(", ");
export const textOf = (entry: Entry): string => [...(entry.head ?? []), ...entry.ev.map(({ t }) => t ?? "")].filter(Boolean).join(" ");

type Filter = (entry: Entry) => boolean;
const filters = (names: readonly string[]): readonly (readonly [string, Filter])[] => [
  ["all entries", () => true],
  ...names.map((name, seat) => [`acts of ${name}`, (entry: Entry) => entry.seat === seat] as const),
  ["dice", (entry) => entry.ev.some(({ throws }) => throws !== undefined)],
  ["referee", (entry) => entry.desk === true],
];

interface Props {
  readonly names: readonly string[];
  /** Entries that do not stand, since the game went back before them. */
  readonly voids: readonly number[];
  readonly entries: readonly Entry[];
  readonly rounds: readonly Round[];
  /** Place of the entry that is shown, from 0. */
  readonly at: number;
  /** As whom the game is seen; where it changes, the log shows the entry anew. */
  readonly viewer: number;
  /** The link to an entry, by its place. */
  readonly link: (at: number) => string;
  readonly search: RefObject<HTMLInputElement | null>;
}

function Lines({ voids: gone, link, at, of }: Pick<Props, "voids" | "link" | "at"> & { of: readonly Entry[] }) {
  const voids = useMemo(() => new Set(gone), [gone]);
  return (
    <ol class="lines">
      {of.map((entry) => (
        <li key={entry.n} class={`line ${seatClass(entry.seat)}${entry.desk ? " desk" : ""}${voids.has(entry.n) ? " void" : ""}`}>
          <a href={link(entry.n - 1)} aria-current={entry.n - 1 === at ? "step" : undefined}>
            <b>{entry.n}</b> {entry.by} · {spaced(entry.kind)}{entry.desk && " · referee"}{voids.has(entry.n) && " · void"} <span class="gist">{gistOf(entry)}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

export function Log({ names, voids, entries, rounds, at, viewer, link, search }: Props) {
  const [query, setQuery] = useState("");
  const [filter, setFilter] = useState(0);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [closed, setClosed] = useState(-1);
  const texts = useMemo(() => entries.map((entry) => `${entry.n} ${entry.by} ${entry.kind} ${entry.with} ${textOf(entry)}`.toLowerCase()), [entries]);
  const able = useMemo(() => filters(names), [names]);
  const passes = able[filter]?.[1] ?? (() => true);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length > 0 ? entries.filter((entry, place) => passes(entry) && words.every((word) => texts[place]?.includes(word))) : null;
  const current = rounds.findIndex(({ from, to }) => from <= at && at <= to);
  const isOpen = (place: number): boolean => opened.has(place) || (place === current && closed !== current);
  const toggle = (place: number): void => {
    const next = new Set(opened);
    if (isOpen(place)) {
      next.delete(place);
      if (place === current) setClosed(place);
    } else {
      next.add(place);
      if (place === closed) setClosed(-1);
    }
    setOpened(next);
  };
  const lines = { voids, link, at };
  const host = useRef<HTMLElement>(null);
  useEffect(() => {
    // only the log is scrolled, and never the page
    const box = host.current;
    const line = box?.querySelector<HTMLElement>("[aria-current]");
    if (box && line) box.scrollTop = line.offsetTop - box.clientHeight / 2;
  }, [at, viewer]);
  return (
    <section class="log" aria-label="Log" tabIndex={0} ref={host}>
      <div class="tools">
        <label>Search <input ref={search} type="search" value={query} onInput={({ currentTarget }) => setQuery(currentTarget.value)} /></label>
        <label>Show <select value={filter} onChange={({ currentTarget }) => setFilter(Number(currentTarget.value))}>
          {able.map(([name], place) => <option value={place}>{name}</option>)}
        </select></label>
      </div>
      {found
        ? <><p>{found.length} found{found.length > MOST && `, the first ${MOST} are shown`}</p><Lines {...lines} of={found.slice(0, MOST)} /></>
        : rounds.map((round, place) => {
          const of = isOpen(place) ? entries.slice(round.from, round.to + 1).filter(passes) : [];
          return (
            <div class="round" key={place}>
              <button type="button" class="roundname" aria-expanded={isOpen(place)} onClick={() => toggle(place)}>
                {round.name} <small>entries {round.from + 1} to {round.to + 1}</small>
              </button>
              {isOpen(place) && <Lines {...lines} of={of} />}
            </div>
          );
        })}
    </section>
  );
}
