/** Clocks that tick from what the last entry said, without asking the service. */
import { useEffect, useState } from "preact/hooks";
import type { BoardStep, SeatClock } from "../src/contract.js";
import { seatClass } from "../page/svg.js";
import { msOf, spanOf } from "./desk/attention.js";

const SECOND = 1000;

/** Time as people read a clock: 1:02:03, 2:03; with a sign where it is overdrawn. */
export function clockText(ms: number): string {
  const all = Math.floor(Math.abs(ms) / SECOND);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${ms < 0 ? "−" : ""}${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds)}`;
}

/** What a seat's bank holds so long after the entry: free time goes first. */
export function bankAfter({ bank, free, running }: Pick<SeatClock, "bank" | "free" | "running">, passed: number): number {
  return spanOf(bank) - (running ? Math.max(0, passed - spanOf(free)) : 0);
}

/** The clocks of a game; `came` is when the step came, by this machine's clock. */
export function Clocks({ now, came, names }: { now: BoardStep; came: number; names: readonly string[] }) {
  const [time, setTime] = useState(Date.now());
  const { clocks } = now;
  const ticks = clocks !== undefined && (clocks.silenceTime !== undefined || clocks.seats.some(({ running }) => running));
  useEffect(() => {
    if (!ticks) return undefined;
    const timer = setInterval(() => setTime(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [ticks]);
  if (clocks === undefined) return null;
  const passed = Math.max(0, time - came);
  // between the service's clock and this machine's lies what lay between them when the step came
  const [silence, at] = [msOf(clocks.silenceTime), msOf(clocks.time)];
  const left = silence === null || at === null ? null : Math.max(0, silence - at - passed);
  if (clocks.seats.length === 0 && left === null) return null;
  return (
    <div class="clocks" role="timer" aria-label="Clocks">
      {clocks.seats.map((clock) => (
        <span class={`clock ${seatClass(clock.seat)}${clock.running ? " running" : ""}`}>
          {names[clock.seat]} <b>{clockText(bankAfter(clock, passed))}</b>{clock.flag && " flag has fallen"}{clock.running && " runs"}
        </span>
      ))}
      {left !== null && <span class="clock">answer within <b>{clockText(left)}</b></span>}
    </div>
  );
}
