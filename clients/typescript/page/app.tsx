/** The page: board, what happened, log, steps, check. */
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "./board.js";
import { CheckPanel, headline, weakest } from "./checkpanel.js";
import { Frames, toldTo } from "./data.js";
import { Log, roundsOf, spaced } from "./log.js";
import { readPlace, writePlace } from "./place.js";
import { Plots } from "./plots.js";
import { seatClass } from "./svg.js";
import { TextBoard } from "./textboard.js";
import type { Data, Entry, Scene, Series } from "./types.js";
import { useCheck } from "./usecheck.js";
import { useKeys } from "./keys.js";
import { Clauses, DiceProven, EventShown } from "./words.js";

const SPEEDS = [0.5, 1, 2, 5, 20] as const;
const ENTRY_MS = 1200;

export function App({ data, replay }: { data: Data; replay: Uint8Array }) {
  const begin = useMemo(() => readPlace(data, location.hash), [data]);
  const [place, setPlace] = useState({ ...begin, moving: false });
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  const [checksOpen, setChecksOpen] = useState(false);
  const [textOpen, setTextOpen] = useState(false);
  const [plotsOpen, setPlotsOpen] = useState(false);
  const [help, setHelp] = useState(false);
  const [copied, setCopied] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const { at, viewer, wrong } = place;
  const entries = useMemo(() => toldTo(data, viewer), [data, viewer]);
  const rounds = useMemo(() => roundsOf(entries), [entries]);
  const frames = useMemo(() => new Frames(data.frames[viewer] ?? []), [data, viewer]);
  const scene = useMemo(() => frames.sceneAt(at), [frames, at]);
  const check = useCheck(data, replay);
  const last = entries.length - 1;
  const go = useCallback((to: number, kind: "step" | "jump" = "jump", who = viewer): void => {
    const next = Math.min(Math.max(to, 0), last);
    setCopied(false);
    history.replaceState(null, "", writePlace(data, next, who));
    setPlace((before) => ({ at: next, viewer: who, wrong: "", moving: kind === "step" && next === before.at + 1 }));
  }, [data, last, viewer]);
  useEffect(() => {
    const follow = (): void => setPlace({ ...readPlace(data, location.hash), moving: false });
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [data]);
  useEffect(() => {
    if (!playing) return undefined;
    if (at >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(at + 1, "step"), ENTRY_MS / speed);
    return () => clearTimeout(timer);
  }, [playing, at, speed, last, go]);
  const entry = entries[at] as Entry;
  const round = rounds.findIndex(({ from, to }) => from <= at && at <= to);
  const own = data.viewers[viewer]?.seat ?? -1;
  const whose = own >= 0 && own < data.names.length ? own : entry.seat;
  useKeys({
    step: (by) => go(at + by, "step"),
    round: (by) => go(rounds[by < 0 && rounds[round]?.from !== at ? round : round + by]?.from ?? (by < 0 ? 0 : last)),
    tenth: (tenth) => go(Math.round((last * tenth) / 10)),
    end: (far) => go(far ? last : 0),
    own: (by) => {
      for (let to = at + by; to >= 0 && to <= last; to += by) if (entries[to]?.seat === whose) return go(to);
    },
    play: () => setPlaying((before) => !before),
    search: () => search.current?.focus(),
    help: () => setHelp((before) => !before),
  });
  const link = writePlace(data, at, viewer);
  const copy = (): void => void navigator.clipboard?.writeText(location.href.replace(/#.*$/, "") + link).then(() => setCopied(true), () => {});
  const save = (): void => {
    const url = URL.createObjectURL(new Blob([new Uint8Array(replay)], { type: "application/zip" }));
    const anchor = Object.assign(document.createElement("a"), { href: url, download: `${data.ruleset}.replay` });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  const asked = scene?.asks ?? [];
  const turn = scene?.turn || rounds[round]?.name || "";
  // the faces shown are those that were drawn again only where the picture was compared and fits
  const proven = check.rows.some(({ name, state }) => name === "dice" && state === "checked")
    && check.rows.some(({ name, state }) => name === "picture" && state === "open");
  const bad = weakest(check.rows);
  const losses = useMemo(() => lossesOf(data.series[viewer] ?? []), [data, viewer]);
  return (
    <Clauses.Provider value={data.clauses}>
      <DiceProven.Provider value={proven}>
        <header>
          <h1>{data.title}</h1>
          <p class="now"><b>{turn}</b>{scene?.phase && ` · ${scene.phase}`}{asked.length > 0 && <> · asked: <b>{asked.join(" and ")}</b></>}</p>
          <label class="viewer">View as <select value={viewer} onChange={({ currentTarget }) => go(at, "jump", Number(currentTarget.value))}>
            {data.viewers.map(({ name }, index) => <option value={index}>{name}</option>)}
          </select></label>
          <button type="button" class={`check ${bad}`} aria-expanded={checksOpen} aria-controls={checksOpen ? "checks" : undefined} data-done={check.done} onClick={() => setChecksOpen(!checksOpen)}>{headline(check.rows, check.done)}</button>
        </header>
        {data.banner && <p class="banner" role="note">{data.banner}</p>}
        {wrong && <p class="banner wrong" role="alert">{wrong}</p>}
        {checksOpen && <CheckPanel rows={check.rows} done={check.done} report={data.audit} check={check.run} save={save} link={(seq) => writePlace(data, seq - 1, viewer)} />}
        <main>
          <section class="boardpart" aria-label="Board">
            <BoardView scene={scene} moving={place.moving} names={data.names} undrawn={data.undrawn} />
            <div class="tools">
              <button type="button" aria-expanded={textOpen} onClick={() => setTextOpen(!textOpen)}>Board in words</button>
              <button type="button" aria-expanded={plotsOpen} onClick={() => setPlotsOpen(!plotsOpen)}>Luck and points</button>
              <button type="button" aria-expanded={help} onClick={() => setHelp(!help)}>Keys</button>
            </div>
            {help && <Help />}
            {textOpen && (scene ? <TextBoard scene={scene} names={data.names} /> : <p>No board is drawn here.</p>)}
            {plotsOpen && <Plots entries={entries} series={data.series[viewer] ?? []} names={data.names} at={at} go={go} />}
          </section>
          <div class="side">
            <section class={`entry ${seatClass(entry.seat)}`} aria-label="What happened">
              <h2><span class="no">Entry {entry.n} of {entries.length}</span> <b>{entry.by}</b> {spaced(entry.kind)}{entry.desk && <span class="deskmark"> referee's act</span>}</h2>
              {data.void.includes(entry.n) && <p class="voided">This entry is void: the game went back before it.</p>}
              {entry.with && <p class="with">{entry.with}</p>}
              {(entry.head ?? []).map((heading) => <p class="heading">{heading}</p>)}
              <ul class="events">{entry.ev.map((told) => <EventShown told={told} />)}</ul>
              {entry.asks && <p class="asks">{entry.asks}</p>}
              <p class="linkline"><a href={link}>Link to this entry</a> <button type="button" onClick={copy}>Copy link</button> <span role="status">{copied ? "copied" : ""}</span></p>
            </section>
            <Log data={data} entries={entries} rounds={rounds} at={at} viewer={viewer} search={search} />
          </div>
        </main>
        <nav class="steps" aria-label="Steps">
          <div class="buttons">
            <button type="button" onClick={() => go(0)} aria-label="First entry">|◀</button>
            <button type="button" onClick={() => go(at - 1, "step")} aria-label="Entry before">◀</button>
            <button type="button" class="play" onClick={() => setPlaying(!playing)} aria-pressed={playing}>{playing ? "Pause" : "Play"}</button>
            <button type="button" onClick={() => go(at + 1, "step")} aria-label="Next entry">▶</button>
            <button type="button" onClick={() => go(last)} aria-label="Last entry">▶|</button>
            <label class="speed"><span class="vh">Speed</span><select value={speed} onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}>
              {SPEEDS.map((each) => <option value={each}>{each}×</option>)}
            </select></label>
          </div>
          <div class="scrub">
            <input type="range" min={1} max={last + 1} value={at + 1} aria-label="Entry" aria-valuetext={`entry ${at + 1}, ${turn}`} onInput={({ currentTarget }) => go(Number(currentTarget.value) - 1)} />
            <svg class="ticks" viewBox={`0 0 ${last + 1} 10`} preserveAspectRatio="none" aria-hidden="true">
              {rounds.map(({ from }) => <rect class="roundtick" x={from} y={0} width={Math.max(1, last / 400)} height={10} />)}
              {losses.map((where) => <rect class="losstick" x={where} y={5} width={Math.max(1, last / 400)} height={5} />)}
              {entries.filter(({ desk }) => desk).map(({ n }) => <rect class="desktick" x={n - 1} y={0} width={Math.max(1, last / 300)} height={6} />)}
            </svg>
          </div>
        </nav>
        <p class="vh" aria-live="polite" id="live">{playing && speed > 1 ? "" : said(entry)}</p>
      </DiceProven.Provider>
    </Clauses.Provider>
  );
}

/** One sentence on an entry, for who hears the page. */
function said(entry: Entry): string {
  const first = entry.ev.map(({ t }) => t).find(Boolean) ?? "";
  return `Entry ${entry.n}, ${entry.by}, ${spaced(entry.kind)}. ${first}`.trim();
}

/** Places at which a side has less on the board than before. */
function lossesOf(series: readonly Series[]): number[] {
  const found = new Set<number>();
  for (const { name, values } of series) {
    if (name !== "left on the board") continue;
    values.forEach((value, at) => { if (at > 0 && (value ?? 0) < (values[at - 1] ?? 0)) found.add(at); });
  }
  return [...found].sort((one, other) => one - other);
}

function BoardView({ scene, moving, names, undrawn }: { scene: Scene | null; moving: boolean; names: readonly string[]; undrawn: string }) {
  const host = useRef<HTMLDivElement>(null);
  const board = useMemo(() => new Board(), []);
  const there = scene !== null && scene.board.width > 0;
  useEffect(() => { host.current?.prepend(board.svg); }, []);
  // before the browser paints, so that board and words change at once
  useMemo(() => {
    if (scene !== null && scene.board.width > 0) board.show(scene, moving);
    else board.clear();
  }, [scene]);
  const beside = scene?.board.aside ?? [];
  return (
    <>
      <div class={`boardhost ${scene?.board.kind ?? ""}`} ref={host} hidden={!there} />
      {!there && <p class="noboard">{scene === null ? `No board is drawn: ${undrawn || "this ruleset draws none"}.` : "There is no board yet."}</p>}
      <div class="legend">
        {names.map((name, seat) => <span class={`key ${seatClass(seat)}`}><span class="chip" aria-hidden="true" /> {name}{sideText(scene, seat)}</span>)}
        <span class="zoom">
          <button type="button" aria-label="Zoom in" onClick={() => board.zoom(1)}>+</button>
          <button type="button" aria-label="Zoom out" onClick={() => board.zoom(-1)}>−</button>
          <button type="button" aria-label="Whole board" onClick={() => board.zoom(0)}>⤢</button>
        </span>
      </div>
      {beside.length > 0 && <details class="aside"><summary>Beside the board: {beside.length}</summary><ul>{beside.map((aside) => <li class={seatClass(aside.seat)}>{aside.text}</li>)}</ul></details>}
    </>
  );
}

function sideText(scene: Scene | null, seat: number): string {
  const text = scene?.sides?.find((side) => side.seat === seat)?.text ?? "";
  return text && `: ${text}`;
}

function Help() {
  const keys = [["← →", "an entry back, on"], ["↑ ↓", "a round back, on"], ["Home End", "first, last entry"], ["space", "play, pause"], ["0 to 9", "to so many tenths of the game"], ["[ ]", "last, next act of the same side"], ["/", "search"], ["?", "these keys"]];
  return <dl class="help">{keys.map(([key, text]) => <div><dt><kbd>{key}</kbd></dt><dd>{text}</dd></div>)}</dl>;
}
