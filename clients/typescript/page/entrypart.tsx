/** What one entry of the log is about. */
import type { ComponentChildren } from "preact";
import { spaced } from "./log.js";
import { seatClass } from "./svg.js";
import type { Entry } from "./types.js";
import { EventShown, Why } from "./words.js";

interface Props {
  readonly entry: Entry;
  /** How many entries there are. */
  readonly count: number;
  readonly isVoid: boolean;
  readonly children?: ComponentChildren;
}

export function EntryPart({ entry, count, isVoid, children }: Props) {
  return (
    <section class={`entry ${seatClass(entry.seat)}`} aria-label="What happened">
      <h2><span class="no">Entry {entry.n} of {count}</span> <b>{entry.by}</b> {spaced(entry.kind)}{entry.desk && <span class="deskmark"> referee's act</span>}</h2>
      {isVoid && <p class="voided">This entry is void: the game went back before it.</p>}
      {entry.with && <p class="with">{entry.with}</p>}
      {(entry.head ?? []).map((heading) => <p class="heading">{heading}</p>)}
      <ul class="events">{entry.ev.map((told) => <EventShown told={told} />)}</ul>
      <Why ids={[...new Set(entry.ev.flatMap(({ c }) => c ?? []))]} />
      {entry.asks && <p class="asks">{entry.asks}</p>}
      {children}
    </section>
  );
}

/** One sentence on an entry, for who hears the page. */
export function said(entry: Entry): string {
  const first = entry.ev.map(({ t }) => t).find(Boolean) ?? "";
  return `Entry ${entry.n}, ${entry.by}, ${spaced(entry.kind)}. ${first}`.trim();
}
