/** Whether what one sees is the game as it is, and as whom one sees it. */
import { useState } from "preact/hooks";
import type { State } from "./feed.js";
import { leave, type Session } from "./session.js";

const WORDS: Readonly<Record<State["link"], string>> = {
  connecting: "connecting", live: "live", paused: "resting", gone: "no connection", over: "closed",
};

/** How late a game is shown, in words; empty where it is shown as it stands. */
export function lateText(ms: number): string {
  const [count, unit] = ms % 60_000 === 0 ? [ms / 60_000, "minute"] : [ms / 1000, "second"];
  return ms > 0 ? `shown ${count} ${unit}${count === 1 ? "" : "s"} late` : "";
}

interface Shown { state: Pick<State, "link" | "said">; session: Session; names: readonly string[]; delay: number; again: () => void }

export function Status({ state, session, names, delay, again }: Shown) {
  const [left, setLeft] = useState(false);
  const who = session.seat === null ? session.role.replace(/_/g, " ") : (names[session.seat] ?? session.role);
  const end = (): void => void leave(session).then(() => setLeft(true), () => setLeft(true));
  return (
    <div class={`status ${state.link}`}>
      <span class="dot" aria-hidden="true" /> <span role="status" data-link={state.link}>{WORDS[state.link]}{state.said && `: ${state.said}`}</span>
      {state.link === "gone" && <button type="button" onClick={again}>Try now</button>}
      {session.role === "spectator" && delay > 0 && <span class="late">{lateText(delay)}</span>}
      <span class="who">you are <b>{who}</b></span>
      {left ? <span>signed out</span> : <button type="button" class="quiet" onClick={end}>Sign out</button>}
    </div>
  );
}
