/** The page: board, what happened, log, steps, check. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardView } from "./boardview.js";
import { CheckPanel, headline, weakest } from "./checkpanel.js";
import { Frames, toldTo } from "./data.js";
import { EntryPart, said } from "./entrypart.js";
import { Help } from "./help.js";
import { Log, roundsOf } from "./log.js";
import { lossesOf } from "./losses.js";
import { readPlace, writePlace } from "./place.js";
import { Plots } from "./plots.js";
import { ENTRY_MS, Speed, StepBar } from "./stepbar.js";
import { TextBoard } from "./textboard.js";
import type { Data, Entry } from "./types.js";
import { useCheck } from "./usecheck.js";
import { useKeys } from "./keys.js";
import { Clauses, DiceProven } from "./words.js";


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
  useLayoutEffect(() => {
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
  const clauses = useMemo(() => ({ texts: data.clauses, unknown: "The text of this clause is not in this page." }), [data]);
  const losses = useMemo(() => lossesOf(data.series[viewer] ?? []), [data, viewer]);
  return (
    <Clauses.Provider value={clauses}>
      <DiceProven.Provider value={proven}>
        <header>
          <h1>{data.title}</h1>
          <p class="now"><b>{turn}</b>{scene?.phase && ` · ${scene.phase}`}{asked.length > 0 && <> · asked: <b>{asked.join(" and ")}</b></>}</p>
          <label class="viewer">View as <select value={viewer} onChange={({ currentTarget }) => go(at, "jump", Number(currentTarget.value))}>
            {data.viewers.map(({ name }, index) => <option value={index}>{name}</option>)}
          </select></label>
          <button type="button" class={`check ${bad}`} aria-expanded={checksOpen} aria-controls={checksOpen ? "checks" : undefined} data-done={check.done} onClick={() => setChecksOpen(!checksOpen)}>{headline(check.rows, check.done)}</button>
        </header>
        {data.banner && <section class="banner" aria-label="What this file is">{data.banner}</section>}
        {wrong && <section class="banner wrong" aria-label="The link"><span role="alert">{wrong}</span></section>}
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
            <EntryPart entry={entry} count={entries.length} isVoid={data.void.includes(entry.n)}>
              <p class="linkline"><a href={link}>Link to this entry</a> <button type="button" onClick={copy}>Copy link</button> <span role="status">{copied ? "copied" : ""}</span></p>
            </EntryPart>
            <Log names={data.names} voids={data.void} entries={entries} rounds={rounds} at={at} viewer={viewer} link={(place) => writePlace(data, place, viewer)} search={search} />
          </div>
        </main>
        <StepBar
          at={at} last={last} turn={turn} entries={entries} rounds={rounds} losses={losses} go={go}
          middle={<button type="button" class="play" onClick={() => setPlaying(!playing)} aria-pressed={playing}>{playing ? "Pause" : "Play"}</button>}
          more={<Speed speed={speed} set={setSpeed} />}
        />
        <p class="vh" aria-live="polite" id="live">{playing && speed > 1 ? "" : said(entry)}</p>
      </DiceProven.Provider>
    </Clauses.Provider>
  );
}
