/** The events that a session may see, on the first page. */
import { useEffect, useState } from "preact/hooks";
import { type EventSheet, Events } from "../../src/contract.js";
import type { Service } from "../../src/service.js";
import { hex } from "../../src/verify/bytes.js";
import type { Session } from "../session.js";
import { may } from "./rights.js";

const PAGE = 200;

export function EventList({ session, service }: { session: Session; service: Service }) {
  const [events, setEvents] = useState<readonly EventSheet[]>([]);
  const mayList = session.game === null && may(session, Events.method.list);
  useEffect(() => {
    if (mayList) void service.call(Events.method.list, { pageSize: PAGE }).then(({ events: found }) => setEvents(found), () => {});
  }, [service, mayList]);
  if (events.length === 0) return null;
  return (
    <section aria-label="Events">
      <h2>Events</h2>
      <ul class="picks">{[...events].reverse().map(({ event, terms, closed, games }) => (
        <li key={hex(event)}><a href={`/event/${hex(event)}`}>{terms?.name}</a>, {games} {games === 1 ? "game" : "games"}{closed && ", closed"}</li>
      ))}</ul>
    </section>
  );
}
