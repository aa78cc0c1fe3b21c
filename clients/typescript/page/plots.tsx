/** Luck and points over the entries, as plots and as a table. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { seatLook } from "./svg.js";
import type { Entry, Series } from "./types.js";

/** Successes beyond those expected, of each seat, summed up over the entries. */
export function luckOf(entries: readonly Entry[], seats: number): Series[] {
  const sums = new Array<number>(seats).fill(0);
  const found = sums.map((_, seat) => ({ name: "luck", seat, values: [] as number[] }));
  for (const { ev } of entries) {
    for (const [seat, good, of, success] of ev.flatMap(({ odds }) => odds ?? [])) if (seat < seats) sums[seat] = (sums[seat] ?? 0) + success - good / of;
    found.forEach(({ values }, seat) => values.push(Math.round((sums[seat] ?? 0) * 100) / 100));
  }
  return found;
}

const DASHES = { solid: [], double: [8, 4], dashed: [4, 4], dotted: [2, 3] };

interface PlotProps { readonly name: string; readonly series: readonly Series[]; readonly names: readonly string[]; readonly at: number; readonly go: (at: number) => void }

function Plot({ name, series, names, at, go }: PlotProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  useEffect(() => {
    if (host.current === null) return;
    const count = series[0]?.values.length ?? 0;
    plot.current = new uPlot({
      width: Math.max(280, host.current.clientWidth), height: 170,
      scales: { x: { time: false } },
      cursor: { bind: { click: (self) => () => { if (self.cursor.idx != null) go(self.cursor.idx); return null; } } },
      axes: [{}, { size: 40 }],
      series: [{ label: "entry" }, ...series.map(({ seat }) => ({ label: names[seat] ?? String(seat), stroke: seatLook(seat)?.colour ?? "#333", width: 2, dash: DASHES[seatLook(seat)?.ring ?? "solid"] }))],
      hooks: { draw: [(self) => {
        const x = Math.round(self.valToPos(place.current + 1, "x", true));
        self.ctx.save();
        self.ctx.strokeStyle = "#000";
        self.ctx.beginPath();
        self.ctx.moveTo(x, self.bbox.top);
        self.ctx.lineTo(x, self.bbox.top + self.bbox.height);
        self.ctx.stroke();
        self.ctx.restore();
      }] },
    }, [Array.from({ length: count }, (_, entry) => entry + 1), ...series.map(({ values }) => [...values])], host.current);
    return () => plot.current?.destroy();
  }, [series]);
  const place = useRef(at);
  place.current = at;
  useEffect(() => plot.current?.redraw(false), [at]);
  return <figure class="plot"><figcaption>{name}</figcaption><div ref={host} aria-hidden="true" /></figure>;
}

interface Props { readonly entries: readonly Entry[]; readonly series: readonly Series[]; readonly names: readonly string[]; readonly at: number; readonly go: (at: number) => void }

export function Plots({ entries, series, names, at, go }: Props) {
  const luck = useMemo(() => luckOf(entries, names.length), [entries, names]);
  const groups = useMemo(() => [...new Set(series.map(({ name }) => name))].map((name) => [name, series.filter((row) => row.name === name)] as const), [series]);
  const all = [["successes beyond those expected", luck] as const, ...groups];
  return (
    <div class="plots">
      {all.map(([name, rows]) => <Plot key={name} name={name} series={rows} names={names} at={at} go={go} />)}
      <table>
        <caption>After entry {at + 1}</caption>
        <thead><tr><th scope="col">Number</th>{names.map((name) => <th scope="col">{name}</th>)}</tr></thead>
        <tbody>{all.map(([name, rows]) => <tr><th scope="row">{name}</th>{names.map((_, seat) => <td>{rows.find((row) => row.seat === seat)?.values[at] ?? "–"}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}
