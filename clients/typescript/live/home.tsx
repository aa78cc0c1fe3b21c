/** The first page: the games that a session is for, and for who may open games, a form for that. */
import { useEffect, useState } from "preact/hooks";
import { Games, type ListedGame } from "../src/contract.js";
import type { Service } from "../src/service.js";
import { hex } from "../src/verify/bytes.js";
import { EventList } from "./desk/eventlist.js";
import { OpenForm } from "./openform.js";
import { OwnKey } from "./ownkey.js";
import { faultText } from "./service.js";
import type { Session } from "./session.js";

interface Props { readonly session: Session; readonly service: Service; readonly id: string }

export function Home({ session, service }: Props) {
  const [games, setGames] = useState<readonly ListedGame[]>([]);
  const [fault, setFault] = useState("");
  const look = (): void => void service.call(Games.method.list, { pageSize: 50 }).then(({ games: found }) => setGames(found), (error: unknown) => setFault(faultText(error)));
  useEffect(look, [service]);
  return (
    <main class="plain">
      <h1>Games</h1>
      {fault !== "" && <p role="alert">{fault}</p>}
      <ul class="picks">
        {games.map(({ game, terms }) => <li key={hex(game)}><a href={`/game/${hex(game)}`}>{terms?.seats.map(({ name }) => name).join(" against ")}, {terms?.ruleset.replace(/_/g, " ")}</a></li>)}
        {games.length === 0 && fault === "" && <li>There is none yet.</li>}
      </ul>
      <EventList session={session} service={service} />
      {session.role === "owner" && <OpenForm service={service} opened={look} />}
      <OwnKey />
    </main>
  );
}
