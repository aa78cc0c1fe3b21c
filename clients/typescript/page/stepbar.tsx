/** Steps through a game: buttons, and a line with its rounds, losses and acts of the referee. */
import type { ComponentChildren } from "preact";
import type { Round } from "./log.js";
import type { Entry } from "./types.js";

interface Props {
  /** Place of the entry that is shown, from 0. */
  readonly at: number;
  readonly last: number;
  readonly turn: string;
  readonly entries: readonly Entry[];
  readonly rounds: readonly Round[];
  /** Places at which a side has less than before. */
  readonly losses: readonly number[];
  readonly go: (to: number, kind?: "step" | "jump") => void;
  /** What stands between the steps, and behind them. */
  readonly middle: ComponentChildren;
  readonly more?: ComponentChildren;
}

export function StepBar({ at, last, turn, entries, rounds, losses, go, middle, more }: Props) {
  return (
    <nav class="steps" aria-label="Steps">
      <div class="buttons">
        <button type="button" onClick={() => go(0)} aria-label="First entry">|◀</button>
        <button type="button" onClick={() => go(at - 1, "step")} aria-label="Entry before">◀</button>
        {middle}
        <button type="button" onClick={() => go(at + 1, "step")} aria-label="Next entry">▶</button>
        <button type="button" onClick={() => go(last)} aria-label="Last entry">▶|</button>
        {more}
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
  );
}

const SPEEDS = [0.5, 1, 2, 5, 20] as const;
/** How long an entry is shown at a speed of one. */
export const ENTRY_MS = 1200;

export function Speed({ speed, set }: { speed: number; set: (speed: number) => void }) {
  return (
    <label class="speed"><span class="vh">Speed</span><select value={speed} onChange={({ currentTarget }) => set(Number(currentTarget.value))}>
      {SPEEDS.map((times) => <option value={times}>{times}×</option>)}
    </select></label>
  );
}
