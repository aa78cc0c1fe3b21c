/** Finds the session of this tab and the page of the address: a link that joins, a game, what else there is. */
import { useEffect, useState } from "preact/hooks";
import type { Service } from "../src/service.js";
import { DeskRoute } from "./desk/deskroute.js";
import { GamePage } from "./gamepage.js";
import { Home } from "./home.js";
import { OwnKey } from "./ownkey.js";
import { faultText, serviceOf } from "./service.js";
import { join, keep, ownSession, type Session, sessions } from "./session.js";

/** A page of the app: what its address looks like, and what it shows to a session. */
interface Route {
  readonly path: RegExp;
  readonly page: (props: { session: Session; service: Service; id: string }) => preact.JSX.Element;
  /** Whether a session may be here. */
  readonly fits: (session: Session, id: string) => boolean;
}

const ROUTES: readonly Route[] = [
  { path: /^\/game\/([0-9a-f]{32})$/, page: GamePage, fits: ({ game }, id) => game === null || game === id },
  { path: /^\/event\/([0-9a-f]{32})$/, page: DeskRoute, fits: ({ game, event }, id) => game === null && (event === null || event === id) },
  { path: /^\/()$/, page: Home, fits: () => true },
];

const INVITED = /^\/join$/;
const routeOf = (path: string): readonly [Route, string] | null => {
  for (const route of ROUTES) {
    const found = route.path.exec(path);
    if (found) return [route, found[1] ?? ""];
  }
  return null;
};

/** Where a link leads: to its game, for a referee to the desk of the event, else to the list of games. */
function firstPage({ game, event, role }: Session): string {
  if (game !== null) return `/game/${game}`;
  return event !== null && (role === "referee" || role === "head_referee") ? `/event/${event}` : "/";
}

/** Exchanges the link, whose secret is wiped from the address before anything else. */
async function joined(): Promise<Session> {
  const invite = new URLSearchParams(location.hash.slice(1)).get("t") ?? "";
  history.replaceState(null, "", "/join");
  const session = await join(invite);
  keep(session.session);
  history.replaceState(null, "", firstPage(session));
  return session;
}

interface Here { readonly session: Session | null; readonly among: readonly Session[]; readonly fault: string }

async function arrive(): Promise<Here> {
  if (INVITED.test(location.pathname)) return { session: await joined(), among: [], fault: "" };
  const own = ownSession();
  const [route, id] = routeOf(location.pathname) ?? [];
  const among = (await sessions()).filter((session) => route?.fits(session, id ?? "") ?? true);
  const session = among.find((known) => known.session === own) ?? (among.length === 1 ? among[0] : undefined) ?? null;
  if (session !== null) keep(session.session);
  return { session, among, fault: "" };
}

export function Start() {
  const [here, setHere] = useState<Here | null>(null);
  useEffect(() => {
    arrive().then(setHere, (error: unknown) => setHere({ session: null, among: [], fault: faultText(error) }));
  }, []);
  if (here === null) return <main class="plain"><p role="status">One moment.</p></main>;
  if (here.fault !== "") return <Plain title="This did not work"><p role="alert">{here.fault}</p><p><button type="button" onClick={() => location.reload()}>Try again</button></p></Plain>;
  const [route, id] = routeOf(location.pathname) ?? [];
  if (route === undefined) return <Plain title="No such page"><p>There is nothing at this address.</p></Plain>;
  const { session } = here;
  if (session === null && here.among.length === 0) {
    return <Plain title="Open your link"><p>This page is opened by a link from whoever runs the game. A link opens one browser, once.</p><OwnKey /></Plain>;
  }
  if (session === null) return <Pick among={here.among} pick={(found) => { keep(found.session); setHere({ ...here, session: found }); }} />;
  return <Shown route={route} id={id ?? ""} session={session} />;
}

function Shown({ route, id, session }: { route: Route; id: string; session: Session }) {
  const [service] = useState(() => serviceOf(session));
  const { page: Page } = route;
  return <Page session={session} service={service} id={id} />;
}

function Plain({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return <main class="plain"><h1>{title}</h1>{children}</main>;
}

/** Several sessions of one browser are at this page: whose it is to be is chosen. */
function Pick({ among, pick }: { among: readonly Session[]; pick: (session: Session) => void }) {
  return (
    <Plain title="Who are you?">
      <ul class="picks">
        {among.map((session) => (
          <li><button type="button" onClick={() => pick(session)}>{session.seat === null ? session.role : `seat ${session.seat + 1}`}{session.name && `, ${session.name}`}</button></li>
        ))}
      </ul>
    </Plain>
  );
}
