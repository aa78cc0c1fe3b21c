/** Which seat of a game a session plays, and under which keys: a person's token of an event is for all games of that person, and seats are taken over. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { Events, Games, type GetResponse, ProtocolEventSchema } from "../src/contract.js";
import type { Service } from "../src/service.js";
import { equal } from "../src/verify/bytes.js";
import type { State } from "./feed.js";
import { faultText } from "./service.js";
import type { Session } from "./session.js";

const PAGE = 2000;
const TAKEN_OVER = "Substitute";

/** A session with its seat in a game, and what is known of the game, with the keys of who plays each seat by now. */
export interface Seated { readonly session: Session; readonly facts: GetResponse }

/** A person of an event, whose token does not say which seat it is for. */
const asksEvent = ({ role, seat }: Session, { terms }: GetResponse): boolean => role === "seat" && seat === null && terms?.event !== undefined;

/** The session with the seat that its person plays in this game, as the event has it by now; as it is where there is none. */
async function withSeat(service: Service, session: Session, facts: GetResponse): Promise<Session> {
  const { game, terms } = facts;
  if (!asksEvent(session, facts) || terms?.event === undefined) return session;
  const rounds = terms.labels.filter(({ name }) => name === "round").map(({ value }) => value);
  for (let pageToken = ""; ;) {
    const { games, nextPageToken } = await service.call(Events.method.games, { event: terms.event, rounds, pageSize: PAGE, pageToken });
    const seat = games.find((row) => equal(row.game, game))?.seats.findIndex(({ person }) => person === session.name) ?? -1;
    if (seat >= 0) return { ...session, seat };
    if (nextPageToken === "") return session;
    pageToken = nextPageToken;
  }
}

/** The keys of those who have taken seats over in these entries, by seat. */
async function keysTaken(service: Service, game: Uint8Array, entries: readonly number[]): Promise<ReadonlyMap<number, Uint8Array[]>> {
  const found = new Map<number, Uint8Array[]>();
  for (const seq of entries) {
    for await (const { ruled } of await service.stream(Games.method.read, { game, after: BigInt(seq - 1), upTo: BigInt(seq) })) {
      for (const { event } of ruled) {
        const kind = event === undefined ? undefined : anyUnpack(event, ProtocolEventSchema)?.kind;
        if (kind?.case === "seatSubstituted") found.set(kind.value.seat, kind.value.keys);
      }
    }
  }
  return found;
}

async function seated(service: Service, session: Session, facts: GetResponse, takenOver: readonly number[]): Promise<Seated> {
  const [own, keys] = await Promise.all([withSeat(service, session, facts), keysTaken(service, facts.game, takenOver)]);
  const { terms } = facts;
  if (terms === undefined || keys.size === 0) return { session: own, facts };
  const seats = terms.seats.map((row, at) => ({ ...row, keys: keys.get(at) ?? row.keys }));
  return { session: own, facts: { ...facts, terms: { ...terms, seats } } };
}

interface Found {
  /** Null until it is known. */
  readonly seat: Seated | null;
  /** Why it is not known, or not as it is by now. */
  readonly fault: string;
  readonly again: () => void;
}

/**
 * The seat of a session, read anew whenever somebody has taken one over. Whose seat it was is shown no entry of that any
 * more: there the stream is over.
 */
export function useSeated(service: Service, session: Session, facts: GetResponse, { entries, link }: Pick<State, "entries" | "link">): Found {
  const [seat, setSeat] = useState<Seated | null>(asksEvent(session, facts) ? null : { session, facts });
  const [fault, setFault] = useState("");
  const [tries, setTries] = useState(0);
  const takenOver = session.role === "seat" ? entries.filter(({ kind }) => kind === TAKEN_OVER).map(({ n }) => n).join() : "";
  const over = link === "over";
  useEffect(() => {
    if (takenOver === "" && !asksEvent(session, facts)) return undefined;
    let gone = false;
    seated(service, session, facts, takenOver.split(",").filter(Boolean).map(Number)).then((found) => {
      if (gone) return;
      setSeat(found);
      setFault("");
    }, (error: unknown) => { if (!gone) setFault(faultText(error)); });
    return () => { gone = true; };
  }, [service, session, facts, takenOver, over, tries]);
  return { seat, fault, again: useCallback(() => setTries((times) => times + 1), []) };
}
