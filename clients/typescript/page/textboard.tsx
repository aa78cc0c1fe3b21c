/** The board in words: units by side, what is beside the board, objectives; on cells also as a table. */
import { useState } from "preact/hooks";
import { middle } from "./labels.js";
import type { Body, Cell, Scene, Zone } from "./types.js";

const apart = (one: Body, other: Body): number => Math.hypot(one.x - other.x, one.y - other.y);

function nearest(body: Body, bodies: readonly Body[], unit: string): string {
  const enemies = bodies.filter((other) => other.seat !== body.seat);
  const [first] = enemies.sort((one, other) => apart(body, one) - apart(body, other));
  return first ? ` Nearest enemy: ${first.unit}, ${Math.round(apart(body, first) / 100) / 10} ${unit} from centre to centre.` : "";
}

export function TextBoard({ scene, names }: { scene: Scene; names: readonly string[] }) {
  const bodies = scene.items.filter((item): item is Body => item.type === "body");
  const zones = scene.items.filter((item): item is Zone => item.type === "zone");
  const tokens = scene.items.filter(({ type }) => type === "token" || type === "template");
  const unit = scene.board.kind === "inches" ? "inches" : "cells";
  const seats = [...names.keys()];
  const side = (seat: number): string => scene.sides?.find((found) => found.seat === seat)?.text ?? "";
  return (
    <div class="textboard">
      <h2 class="vh">The board in words</h2>
      {seats.map((seat) => (
        <>
          <h3>{names[seat]}{side(seat) && `: ${side(seat)}`}</h3>
          <ul>
            {bodies.filter((body) => body.seat === seat).map((body) => <li key={body.id}>{body.text}{nearest(body, bodies, unit)}</li>)}
            {(scene.board.aside ?? []).filter((aside) => aside.seat === seat).map((aside) => <li>{aside.text}</li>)}
          </ul>
        </>
      ))}
      {tokens.length > 0 && <><h3>Tokens</h3><ul>{tokens.map((item) => <li key={item.id}>{item.text}</li>)}</ul></>}
      {zones.length > 0 && <><h3>Zones</h3><ul>{zones.map((zone) => <li key={zone.id}>{zone.text}</li>)}</ul></>}
      {scene.cells.length > 0 && <Grid cells={scene.cells} bodies={bodies} />}
    </div>
  );
}

interface Row { readonly y: number; readonly cells: Cell[] }

function Grid({ cells, bodies }: { cells: readonly Cell[]; bodies: readonly Body[] }) {
  const [focused, setFocused] = useState<readonly [number, number]>([0, 0]);
  const rows: Row[] = [];
  for (const cell of [...cells].sort((one, other) => middle(one.poly)[1] - middle(other.poly)[1])) {
    const y = Math.floor(middle(cell.poly)[1] / 1000);
    const row = rows.find((found) => found.y === y);
    if (row) row.cells.push(cell);
    else rows.push({ y, cells: [cell] });
  }
  for (const row of rows) row.cells.sort((one, other) => middle(one.poly)[0] - middle(other.poly)[0]);
  const move = (event: KeyboardEvent): void => {
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [0, 0];
    if (!down && !right) return;
    event.preventDefault();
    event.stopPropagation();
    const row = Math.min(Math.max(focused[0] + (down ?? 0), 0), rows.length - 1);
    const column = Math.min(Math.max(focused[1] + (right ?? 0), 0), (rows[row]?.cells.length ?? 1) - 1);
    setFocused([row, column]);
    const table = (event.currentTarget as HTMLElement);
    table.querySelectorAll("tr")[row]?.querySelectorAll<HTMLElement>("td")[column]?.focus();
  };
  return (
    <div class="scroll">
      <table class="grid" role="grid" aria-label="Board by rows" onKeyDown={move}>
        <tbody>
          {rows.map((row, y) => (
            <tr key={row.y}>
              {row.cells.map((cell, x) => {
                const [mx, my] = middle(cell.poly);
                const on = bodies.filter((body) => Math.abs(body.x - mx) < 500 && Math.abs(body.y - my) < 500);
                const text = [cell.text, ...on.map((body) => body.text)].join(" ");
                return (
                  <td key={cell.id} role="gridcell" tabIndex={focused[0] === y && focused[1] === x ? 0 : -1} onFocus={() => setFocused([y, x])}>
                    {cell.id.replace(/^cell:/, "")} {on.map((body) => body.unit).join(" ")}<span class="vh">: {text}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
