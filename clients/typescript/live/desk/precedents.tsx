/** What became of a clause in games that are finished, for whoever has to rule on it: how often, and where. */
import { useState } from "preact/hooks";
import { Games, type Precedent, type PrecedentCount, PrecedentKindSchema } from "../../src/contract.js";
import { words } from "../../src/commands.js";
import type { Service } from "../../src/service.js";
import { hex } from "../../src/verify/bytes.js";
import { Clause } from "../../page/words.js";
import { faultText } from "../service.js";
import { msOf } from "./attention.js";
import { plainWord, timeText } from "./words.js";

const KINDS = words(PrecedentKindSchema);
const kindName = (kind: number): string => KINDS.get(kind) || "cited";

interface Found {
  readonly clause: string;
  readonly games: bigint;
  readonly counts: readonly PrecedentCount[];
  readonly precedents: readonly Precedent[];
  /** Where the next page begins; empty after the last. */
  readonly next: string;
}

/** The form stands by itself: it asks nothing until somebody sends it. */
export function Precedents({ service }: { service: Service }) {
  const [found, setFound] = useState<Found | null>(null);
  const [asking, setAsking] = useState(false);
  const [fault, setFault] = useState("");
  const ask = (clause: string, before: Found | null): void => {
    setAsking(true);
    setFault("");
    service.call(Games.method.findPrecedents, { clause, pageToken: before?.next ?? "" }).then(
      ({ games, counts, precedents, nextPageToken }) => setFound({ clause, games, counts, precedents: [...(before?.precedents ?? []), ...precedents], next: nextPageToken }),
      (error: unknown) => {
        if (before === null) setFound(null);
        setFault(faultText(error));
      },
    ).finally(() => setAsking(false));
  };
  const look = (event: SubmitEvent): void => {
    event.preventDefault();
    ask(String(new FormData(event.currentTarget as HTMLFormElement).get("clause")).trim(), null);
  };
  return (
    <section class="heading precedents" aria-label="Precedents" aria-busy={asking}>
      <h3>Precedents</h3>
      <form onSubmit={look}>
        <label class="field">Clause, such as it stands beside an entry <input name="clause" required maxLength={40} autocomplete="off" spellcheck={false} /></label>
        <button type="submit" data-act="precedents" disabled={asking}>Look it up</button>
      </form>
      <p role="status">{asking ? "Finished games are being looked through." : found === null ? "" : summary(found)}</p>
      {fault !== "" && <p role="alert">{fault}</p>}
      {found !== null && <Listed found={found} asking={asking} more={() => ask(found.clause, found)} />}
    </section>
  );
}

const summary = ({ clause, games, counts }: Found): string =>
  `${games} finished ${games === 1n ? "game was" : "games were"} looked through${counts.length === 0 ? `: ${clause} stands in none of them.` : "."}`;

function Listed({ found: { clause, counts, precedents, next }, asking, more }: { found: Found; asking: boolean; more: () => void }) {
  const now = Date.now();
  if (counts.length === 0) return null;
  return (
    <>
      <table>
        <caption>How often <Clause id={clause} /> stood where</caption>
        <thead><tr><th scope="col">It</th><th scope="col">Times</th><th scope="col">Games</th><th scope="col">Rules</th></tr></thead>
        <tbody>{counts.map(({ kind, ruleset, times, games }) => (
          <tr data-count={`${kindName(kind)} ${ruleset}`}><th scope="row">{kindName(kind)}</th><td>{String(times)}</td><td>{String(games)}</td><td>{plainWord(ruleset)}</td></tr>
        ))}</tbody>
      </table>
      <p>A game that this service has no more is in its file: <code>adjudicator replay show FILE --from ENTRY</code> tells it.</p>
      <ol>{precedents.map((row) => (
        <li key={`${row.kind} ${hex(row.game)} ${row.seq}`} data-precedent={`${hex(row.game)} ${row.seq}`}>
          <b>{kindName(row.kind)}</b> at <a href={`/game/${hex(row.game)}#e=${row.seq}`}>{row.file}, entry {String(row.seq)}</a>{row.party !== "" && ` by ${row.party}`}{saidOf(row)}{" "}
          <small>{plainWord(row.ruleset)}{row.endedTime && `, ended ${timeText(msOf(row.endedTime), now)}`}{row.about.length > 0 && `, about entry ${row.about.join(", ")}`}</small>
        </li>
      ))}</ol>
      {next !== "" && <button type="button" data-act="more-precedents" disabled={asking} onClick={more}>Show more</button>}
    </>
  );
}

/** What was said there, whatever kind it is. */
function saidOf({ what, reason, text, held, stands, settled }: Precedent): string {
  const parts = [what, reason, text, held && `held against it: ${held}`, stands && `stands since: ${stands}`, settled !== undefined && `settled at entry ${settled}`];
  const said = parts.filter(Boolean).join("; ");
  return said === "" ? "" : `: ${said}`;
}
