/** The desk of an event: its tables as they stand, its rulings by clause, and its acts. */
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { type EventSheet, Events } from "../../src/contract.js";
import type { Service } from "../../src/service.js";
import { unhex } from "../../src/verify/bytes.js";
import { faultText } from "../service.js";
import type { Session } from "../session.js";
import { Status } from "../status.js";
import { spanOf } from "./attention.js";
import { EventActs } from "./eventacts.js";
import { may, roleName } from "./rights.js";
import { Rulings } from "./rulings.js";
import { TableList } from "./tablelist.js";
import { TablesFeed } from "./tables.js";
import { Tokens } from "./tokens.js";

interface Props { readonly session: Session; readonly service: Service; readonly id: string }

export interface DeskProps {
  readonly session: Session;
  readonly service: Service;
  readonly sheet: EventSheet;
  /** Reads the event anew, after an act that has changed it. */
  readonly look: () => void;
}

/** Parts of the desk by their word in the address. */
const VIEWS = ["tables", "rulings", "acts", "tokens"] as const;
type View = (typeof VIEWS)[number];
const TITLES: Readonly<Record<View, string>> = { tables: "Tables", rulings: "Rulings", acts: "The event", tokens: "Tokens" };
const ACTS = [Events.method.interpret, Events.method.penalise, Events.method.pause, Events.method.changeRoster, Events.method.openGames, Events.method.close];

function viewOf(fragment: string): View {
  const said = new URLSearchParams(fragment.replace(/^#/, "")).get("v");
  return VIEWS.find((view) => view === said) ?? "tables";
}

export function DeskPage({ session, service, id }: Props) {
  const [sheet, setSheet] = useState<EventSheet | null>(null);
  const [fault, setFault] = useState("");
  const look = useCallback((): void => {
    setFault("");
    service.call(Events.method.get, { event: unhex(id) }).then((found) => {
      document.title = `${found.terms?.name ?? "Event"}: desk`;
      setSheet(found);
    }, (error: unknown) => setFault(faultText(error)));
  }, [service, id]);
  useEffect(look, [look]);
  if (sheet !== null) return <Desk session={session} service={service} sheet={sheet} look={look} />;
  return <main class="plain"><h1>Event</h1>{fault === "" ? <p role="status">The event is being fetched.</p> : <p role="alert">{fault} <button type="button" onClick={look}>Try again</button></p>}</main>;
}

/** Who looks on is told by the role alone how late that is; others by their names. */
const shownRole = ({ role, name }: Session): string => (role === "spectator" ? role : [roleName(role), name].filter(Boolean).join(" "));

/** The tables, as long as the page is open. */
function useTables({ service, sheet }: DeskProps): TablesFeed {
  const [, draw] = useState(0);
  const feed = useMemo(() => new TablesFeed(service, sheet.event, () => draw((times) => times + 1)), [service]);
  useEffect(() => {
    feed.start();
    return () => feed.stop();
  }, [feed]);
  return feed;
}

function Desk(props: DeskProps) {
  const { session, sheet } = props;
  const [view, setView] = useState(viewOf(location.hash));
  const feed = useTables(props);
  useEffect(() => {
    const follow = (): void => setView(viewOf(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const shown: Readonly<Record<View, boolean>> = {
    tables: true, rulings: true, acts: ACTS.some((method) => may(session, method)), tokens: may(session, Events.method.listTokens),
  };
  return (
    <>
      <header>
        <h1>{sheet.terms?.name}</h1>
        <p class="now">{sheet.closed ? <b>closed</b> : <>{feed.state.tables.size} tables, {sheet.roster.length} persons</>}</p>
        <Status state={feed.state} session={{ ...session, role: shownRole(session), seat: null }} names={[]} delay={spanOf(sheet.terms?.spectatorDelay)} again={() => feed.again()} />
      </header>
      <nav class="views" aria-label="Parts of the desk">
        {VIEWS.filter((each) => shown[each]).map((each) => <a href={`#v=${each}`} aria-current={each === view ? "page" : undefined}>{TITLES[each]}</a>)}
        <a href="/">All games</a>
      </nav>
      <main class="desk" data-view={view}>
        {view === "tables" && <TableList feed={feed} session={session} />}
        {view === "rulings" && <Rulings {...props} />}
        {view === "acts" && shown.acts && <EventActs {...props} feed={feed} />}
        {view === "tokens" && shown.tokens && <Tokens {...props} />}
      </main>
    </>
  );
}
