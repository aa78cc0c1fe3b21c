/** A live game: board, what happened, log, steps; for a party that plays, what it may do. */
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type GetResponse, Games } from "../src/contract.js";
import type { Service } from "../src/service.js";
import { hex, unhex } from "../src/verify/bytes.js";
import type { Board } from "../page/board.js";
import { BoardView } from "../page/boardview.js";
import { EntryPart, said } from "../page/entrypart.js";
import { Help } from "../page/help.js";
import { useKeys } from "../page/keys.js";
import { Log, roundsOf } from "../page/log.js";
import { lossesOf } from "../page/losses.js";
import { ENTRY_MS, Speed, StepBar } from "../page/stepbar.js";
import { nameSeats, useLooks } from "../page/svg.js";
import { TextBoard } from "../page/textboard.js";
import type { Scene } from "../page/types.js";
import { Clauses } from "../page/words.js";
import { useClauses } from "./clauses.js";
import { Clocks } from "./clock.js";
import { GameDesk } from "./desk/gamedesk.js";
import { isOfficial, isReferee } from "./desk/rights.js";
import { Feed, type State } from "./feed.js";
import { spanOf } from "./desk/attention.js";
import { linkTo, readPlace } from "./place.js";
import { LivePlots } from "./liveplots.js";
import { EntryActs, type Wish } from "./play/entryacts.js";
import { type Group, Playing } from "./play/playing.js";
import { faultText } from "./service.js";
import { useSeated } from "./seated.js";
import type { Session } from "./session.js";
import { Status } from "./status.js";

interface Props { readonly session: Session; readonly service: Service; readonly id: string }

/** Roles that something may be offered to. */
const ACTING: readonly string[] = ["seat", "owner", "referee", "head_referee"];

/** Waits for what everybody may know of the game, then shows it. */
export function GamePage(props: Props) {
  const [facts, setFacts] = useState<GetResponse | null>(null);
  const [fault, setFault] = useState("");
  const ask = (): void => {
    setFault("");
    props.service.call(Games.method.get, { game: unhex(props.id) }).then((found) => {
      const names = (found.terms?.seats ?? []).map(({ name }) => name);
      nameSeats(names);
      document.title = names.join(" against ");
      setFacts(found);
    }).catch((error: unknown) => setFault(faultText(error)));
  };
  useEffect(ask, [props.id]);
  if (facts !== null) return <Game {...props} facts={facts} />;
  return <main class="plain"><h1>Game</h1>{fault === "" ? <p role="status">The game is being fetched.</p> : <p role="alert">{fault} <button type="button" onClick={ask}>Try again</button></p>}</main>;
}

/** Round and table, as the event has labelled them. */
function whereOf({ terms }: GetResponse): string {
  const said = (name: string): string => terms?.labels.find((label) => label.name === name)?.value ?? "";
  return `Round ${said("round")}, table ${said("table")}`;
}

/** The feed of the game, as long as the page is open. */
function useFeed(service: Service, game: Uint8Array): readonly [Feed, State] {
  const [, draw] = useState(0);
  const feed = useMemo(() => new Feed(service, game, ({ looks }) => {
    if (looks !== null) useLooks(looks);
    draw((times) => times + 1);
  }), [service, game]);
  useEffect(() => {
    feed.start();
    return () => feed.stop();
  }, [feed]);
  return [feed, feed.state];
}

/** The scene after an entry; that of before until it is there. */
function useScene(feed: Feed, seq: number): { scene: Scene | null; late: boolean } {
  const [, draw] = useState(0);
  const kept = useRef<Scene | null>(null);
  const found = seq > 0 ? feed.sceneAt(seq) : null;
  useEffect(() => {
    if (seq > 0 && feed.sceneAt(seq) === undefined) feed.fetch(seq).then(() => draw((times) => times + 1), () => {});
  }, [feed, seq, feed.state.link]);
  if (found !== undefined) kept.current = found;
  return { scene: kept.current, late: found === undefined };
}

function Game({ session: own, service, id, facts }: Props & { readonly facts: GetResponse }) {
  const game = useMemo(() => unhex(id), [id]);
  const [feed, state] = useFeed(service, game);
  const { entries, hashes, voids, now } = state;
  const { seat, fault: seatFault, again: seatAgain } = useSeated(service, own, facts, state);
  const session = seat?.session ?? own;
  const names = useMemo(() => (facts.terms?.seats ?? []).map(({ name }) => name), [facts]);
  const clauses = useClauses(service, facts.terms?.ruleset ?? "");
  const [place, setPlace] = useState({ ...readPlace(location.hash), moving: false });
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [textOpen, setTextOpen] = useState(false);
  const [plotsOpen, setPlotsOpen] = useState(false);
  const [help, setHelp] = useState(false);
  const [copied, setCopied] = useState(false);
  const [board, setBoard] = useState<Board | null>(null);
  const [groups, setGroups] = useState<readonly Group[]>([]);
  const [wish, setWish] = useState<Wish | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const last = Number(now?.seq ?? 0);
  const seq = Math.min(place.seq ?? last, last);
  const { scene, late } = useScene(feed, seq);
  const rounds = useMemo(() => roundsOf(entries), [entries]);
  const wrong = place.hash !== "" && place.seq !== null && hashes[place.seq - 1] !== undefined && hashes[place.seq - 1] !== place.hash;
  const go = useCallback((to: number, kind: "step" | "jump" = "jump"): void => {
    const next = Math.min(Math.max(to + 1, 1), last);
    const at = next >= last ? null : next;
    setCopied(false);
    history.replaceState(null, "", linkTo(at, feed.state.hashes));
    setPlace((before) => ({ seq: at, hash: "", moving: kind === "step" && next === (before.seq ?? last) + 1 }));
  }, [last, feed]);
  const live = place.seq === null;
  useEffect(() => {
    if (!playing || late) return undefined;
    if (live) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(seq, "step"), ENTRY_MS / speed);
    return () => clearTimeout(timer);
  }, [playing, live, seq, late, speed, go]);
  useEffect(() => {
    const follow = (): void => setPlace({ ...readPlace(location.hash), moving: false });
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const at = Math.max(seq - 1, 0);
  const entry = entries[at];
  const round = rounds.findIndex(({ from, to }) => from <= at && at <= to);
  const whose = session.seat ?? entry?.seat ?? -1;
  useKeys({
    step: (by) => go(at + by, "step"),
    round: (by) => go(rounds[by < 0 && rounds[round]?.from !== at ? round : round + by]?.from ?? (by < 0 ? 0 : last)),
    tenth: (tenth) => go(Math.round(((last - 1) * tenth) / 10)),
    end: (far) => go(far ? last : 0),
    own: (by) => {
      for (let to = at + by; to >= 0 && to < last; to += by) if (entries[to]?.seat === whose) return go(to);
    },
    play: () => setPlaying((before) => !before && !live),
    search: () => search.current?.focus(),
    help: () => setHelp((before) => !before),
  });
  const copy = (): void => void navigator.clipboard?.writeText(location.origin + location.pathname + linkTo(seq, hashes)).then(() => setCopied(true), () => {});
  const asked = scene?.asks ?? [];
  const turn = scene?.turn || rounds[round]?.name || "";
  const series = useMemo(() => feed.series(), [feed, state]);
  const losses = useMemo(() => lossesOf(series), [series]);
  const openPlots = (): void => {
    if (!plotsOpen) void feed.readCounts().catch(() => {});
    setPlotsOpen(!plotsOpen);
  };
  const middle = (
    <>
      <button type="button" class="play" onClick={() => setPlaying(!playing)} aria-pressed={playing} disabled={live}>{playing ? "Pause" : "Play"}</button>
      <button type="button" class="tonow" aria-pressed={live} onClick={() => go(last)}>{live ? "Live" : "Back to now"}</button>
    </>
  );
  return (
    <Clauses.Provider value={clauses}>
      <header>
        <h1>{names.join(" against ")}</h1>
        {facts.terms?.event !== undefined && <a href={`/event/${hex(facts.terms.event)}`}>{whereOf(facts)} of the event</a>}
        <p class="now"><b>{turn}</b>{scene?.phase && ` · ${scene.phase}`}{asked.length > 0 && <> · asked: <b>{asked.join(" and ")}</b></>}</p>
        {now !== null && <Clocks now={now} came={state.came} names={names} />}
        <Status state={state} session={session} names={names} delay={spanOf(facts.terms?.spectatorDelay)} again={() => feed.again()} />
      </header>
      {!live && <section class="banner" aria-label="What is shown">This is entry {seq} of {last}, and not the game as it stands. <button type="button" onClick={() => go(last)}>Back to now</button></section>}
      {wrong && <section class="banner wrong" aria-label="The link"><span role="alert">The link is to another game, or this game went on otherwise: its entry {place.seq} begins with {place.hash}, here with {hashes[(place.seq ?? 1) - 1]}.</span></section>}
      <main>
        <section class="boardpart" aria-label="Board" aria-busy={late}>
          {now === null ? <p class="noboard">The board is being fetched.</p> : <BoardView scene={scene} moving={place.moving || live} names={names} undrawn="" onBoard={setBoard} />}
          <div class="tools">
            <button type="button" aria-expanded={textOpen} onClick={() => setTextOpen(!textOpen)}>Board in words</button>
            <button type="button" aria-expanded={plotsOpen} onClick={openPlots}>Luck and points</button>
            <button type="button" aria-expanded={help} onClick={() => setHelp(!help)}>Keys</button>
          </div>
          {help && <Help />}
          {plotsOpen && <LivePlots entries={entries} series={series} names={names} at={at} go={go} />}
          {textOpen && (scene ? <TextBoard scene={scene} names={names} /> : <p>No board is drawn here.</p>)}
        </section>
        <div class="side">
          {seatFault !== "" && <p class="warning" role="alert" data-seat="unknown">Which seat you play could not be read: {seatFault} <button type="button" onClick={seatAgain}>Try again</button></p>}
          {seat !== null && session.role === "seat" && session.seat === null && <p class="warning" role="status" data-seat="none">You play no seat of this game.</p>}
          {seat !== null && ACTING.includes(session.role) && (session.role !== "seat" || session.seat !== null) && now !== null && state.link !== "over" && (
            <Playing session={session} service={service} facts={seat.facts} now={now} board={live ? board : null} scene={live ? scene : null} live={live} toNow={() => go(last)} wish={wish} onGroups={setGroups}
              {...(isOfficial(session) && { choices: (shown) => <GameDesk {...shown} service={service} entries={entries} names={names} referee={isReferee(session)} /> })} />
          )}
          {entry && (
            <EntryPart entry={entry} count={last} isVoid={voids.includes(entry.n)}>
              <p class="linkline"><a href={linkTo(seq, hashes)}>Link to this entry</a> <button type="button" onClick={copy}>Copy link</button> <span role="status">{copied ? "copied" : ""}</span></p>
              {session.seat !== null && <EntryActs service={service} game={game} entry={entry} groups={groups} last={seq === last} wish={(wanted) => { go(last); setWish(wanted); }} />}
            </EntryPart>
          )}
          <Log names={names} voids={voids} entries={entries} rounds={rounds} at={at} viewer={0} link={(to) => linkTo(to + 1, hashes)} search={search} />
        </div>
      </main>
      <StepBar at={at} last={Math.max(last - 1, 0)} turn={turn} entries={entries} rounds={rounds} losses={losses} go={go} middle={middle} more={<Speed speed={speed} set={setSpeed} />} />
      <p class="vh" aria-live="polite" id="live">{entry && !(playing && speed > 1) ? said(entry) : ""}</p>
    </Clauses.Provider>
  );
}
