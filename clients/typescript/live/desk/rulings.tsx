/** Rulings of all games by clause: what was ruled, how often it was overturned, what a clause means, who was penalised. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { type EventPenalty, type EventRuling, Events, type EventStatistics, type Interpretation, type RulingFigures } from "../../src/contract.js";
import { hex } from "../../src/verify/bytes.js";
import { Clause, Clauses } from "../../page/words.js";
import { useClauses } from "../clauses.js";
import { faultText } from "../service.js";
import { msOf, spanOf } from "./attention.js";
import type { DeskProps } from "./deskpage.js";
import { may } from "./rights.js";
import { amountText, penaltyName, placeOf, spanText, timeText } from "./words.js";

const { method } = Events;

interface Found {
  readonly rulings: readonly EventRuling[];
  readonly interpretations: readonly Interpretation[];
  readonly penalties: readonly EventPenalty[];
  readonly figures: EventStatistics | null;
}

/** What rests on one clause; an interpretation stands with the clause that it is of. */
interface ByClause { readonly clause: string; readonly rulings: readonly EventRuling[]; readonly interpretations: readonly Interpretation[]; readonly penalties: readonly EventPenalty[] }

function byClause({ rulings, interpretations, penalties }: Found): ByClause[] {
  const clauseOf = new Map(interpretations.map(({ number, clause }) => [number, clause]));
  const of = (clause: string): string => clauseOf.get(clause) ?? clause;
  const clauses = [...new Set([...rulings, ...penalties].map(({ clause }) => of(clause)).concat(interpretations.map(({ clause }) => clause)))];
  return clauses.sort((one, other) => (one === "" ? 1 : other === "" ? -1 : one < other ? -1 : 1)).map((clause) => ({
    clause,
    rulings: rulings.filter((each) => of(each.clause) === clause),
    interpretations: interpretations.filter((each) => each.clause === clause),
    penalties: penalties.filter((each) => of(each.clause) === clause),
  }));
}

export function Rulings({ session, service, sheet }: DeskProps) {
  const [found, setFound] = useState<Found | null>(null);
  const [fault, setFault] = useState("");
  const [text, setText] = useState("");
  const clauses = useClauses(service, "");
  const look = (): void => {
    const { event } = sheet;
    setFault("");
    Promise.all([
      service.call(method.results, { event }), service.call(method.listInterpretations, { event }), service.call(method.listPenalties, { event }),
      may(session, method.statistics) ? service.call(method.statistics, { event }) : null,
    ]).then(([{ rulings }, { interpretations }, { penalties }, figures]) => setFound({ rulings, interpretations, penalties, figures }), (error: unknown) => setFault(faultText(error)));
  };
  useEffect(look, [service]);
  const groups = useMemo(() => (found === null ? [] : byClause(found)), [found]);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (...said: string[]): boolean => words.every((word) => said.join(" ").toLowerCase().includes(word));
  const shown = groups.map(({ clause, rulings, interpretations, penalties }) => ({
    clause,
    rulings: rulings.filter((each) => has(clause, each.clause, each.act, each.reason, each.referee, placeOf(each))),
    interpretations: interpretations.filter((each) => has(clause, each.number, each.text, each.reason, each.referee)),
    penalties: penalties.filter((each) => has(clause, each.person, penaltyName(each.kind), each.reason, each.referee)),
  })).filter(({ rulings, interpretations, penalties }) => rulings.length + interpretations.length + penalties.length > 0);
  return (
    <Clauses.Provider value={clauses}>
      <section aria-label="Rulings" aria-busy={found === null}>
        <div class="tools">
          <label>Find <input type="search" value={text} placeholder="clause, reason, referee, table" onInput={({ currentTarget }) => setText(currentTarget.value)} /></label>
          <button type="button" onClick={look}>Read again</button>
        </div>
        {fault !== "" && <p role="alert">{fault}</p>}
        {found === null && fault === "" && <p role="status">The rulings are being fetched.</p>}
        {found?.figures && <Figures figures={found.figures} />}
        {shown.map((group) => <Group key={group.clause} {...group} figures={found?.figures?.clauses.find(({ name }) => name === group.clause)} />)}
        {found !== null && shown.length === 0 && <p>{groups.length === 0 ? "Nothing was ruled yet." : "No ruling is so."}</p>}
      </section>
    </Clauses.Provider>
  );
}

const share = ({ rulings, overturned }: RulingFigures): string => (overturned === 0 ? "" : `, ${overturned} of ${rulings} overturned`);
const waits = ({ answers, median, longest }: RulingFigures): string => (answers === 0 ? "" : `; ${answers} answered, half of them within ${spanText(spanOf(median))}, the longest after ${spanText(spanOf(longest))}`);

function Figures({ figures: { total, referees, openCalls } }: { figures: EventStatistics }) {
  return (
    <details class="figures"><summary>{total?.rulings ?? 0} rulings{total && share(total)}, {openCalls} {openCalls === 1 ? "call" : "calls"} open</summary>
      <ul>{referees.map((row) => <li data-referee={row.name}>{row.name}: {row.rulings}{share(row)}{waits(row)}</li>)}</ul>
    </details>
  );
}

function Group({ clause, rulings, interpretations, penalties, figures }: ByClause & { figures: RulingFigures | undefined }) {
  const now = Date.now();
  return (
    <article class="byclause" data-clause={clause}>
      <h2>{clause === "" ? "Without a clause" : <Clause id={clause} />} <small>{rulings.length} {rulings.length === 1 ? "ruling" : "rulings"}{figures && `${share(figures)}${waits(figures)}`}</small></h2>
      <ul>
        {interpretations.map(({ number, text, reason, referee, time, replaces, replacedBy }) => (
          <li data-interpretation={number} class={replacedBy ? "void" : ""}><b>{number}</b>: {text} <small>{reason}; {referee}, {timeText(msOf(time), now)}{replaces && `, replaces ${replaces}`}{replacedBy && `, replaced by ${replacedBy}`}</small></li>
        ))}
        {rulings.map(({ game, seq, act, referee, reason, clause: own, overturned, waited, time, ...place }) => (
          <li data-ruling={`${hex(game)} ${seq}`} class={overturned ? "void" : ""}>
            <a href={`/game/${hex(game)}#e=${seq}`}>{placeOf(place)}, entry {String(seq)}</a>: {act.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()}, {reason}{own !== clause && `, by ${own}`}{" "}
            <small>{referee}, {timeText(msOf(time), now)}{waited && `, after ${spanText(spanOf(waited))}`}{overturned && ", overturned"}</small>
          </li>
        ))}
        {penalties.map(({ seq, person, kind, amount, reason, referee, time, follows, game }) => (
          <li data-penalty={String(seq)}>{person}: {penaltyName(kind)}{amountText(kind, amount)}, {reason} <small>{referee}, {timeText(msOf(time), now)}{follows !== undefined && `, follows from entry ${follows}`}{game && <>, <a href={`/game/${hex(game)}`}>its game</a></>}</small></li>
        ))}
      </ul>
    </article>
  );
}
