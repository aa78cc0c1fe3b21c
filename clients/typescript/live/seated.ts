/** Which seat of a game a session plays: a person's token of an event is for all games of that person. */
import { Events, type GetResponse } from "../src/contract.js";
import type { Service } from "../src/service.js";
import { equal } from "../src/verify/bytes.js";
import type { Session } from "./session.js";

const PAGE = 2000;

/** The session with the seat that its person plays in this game, as the event has it by now; as it is where there is none. */
export async function seated(service: Service, session: Session, { game, terms }: GetResponse): Promise<Session> {
  if (session.role !== "seat" || session.seat !== null || terms?.event === undefined) return session;
  const rounds = terms.labels.filter(({ name }) => name === "round").map(({ value }) => value);
  for (let pageToken = ""; ;) {
    const { games, nextPageToken } = await service.call(Events.method.games, { event: terms.event, rounds, pageSize: PAGE, pageToken });
    const seat = games.find((row) => equal(row.game, game))?.seats.findIndex(({ person }) => person === session.name) ?? -1;
    if (seat >= 0) return { ...session, seat };
    if (nextPageToken === "") return session;
    pageToken = nextPageToken;
  }
}
