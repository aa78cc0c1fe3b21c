/** The board with what belongs to it: whose colours are whose, zoom, what stands beside it. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Board } from "./board.js";
import { glyphsOf, longValues, sceneCodes, spaced } from "./codes.js";
import { seatClass, signOf } from "./svg.js";
import type { Scene } from "./types.js";

interface Props {
  readonly scene: Scene | null;
  readonly moving: boolean;
  readonly names: readonly string[];
  /** Why none is drawn. */
  readonly undrawn: string;
  /** Gets the board once, to draw a plan on it. */
  readonly onBoard?: (board: Board) => void;
}

export function BoardView({ scene, moving, names, undrawn, onBoard }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const board = useMemo(() => new Board(), []);
  const there = scene !== null && scene.board.width > 0;
  useEffect(() => {
    host.current?.prepend(board.svg);
    onBoard?.(board);
  }, []);
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
      {scene !== null && there && <Signs scene={scene} />}
      {beside.length > 0 && <details class="aside"><summary>Beside the board: {beside.length}</summary><ul>{beside.map((aside) => <li class={seatClass(aside.seat)}>{aside.text}</li>)}</ul></details>}
    </>
  );
}

/** What signs and codes on the board say, and what has no room on it. */
function Signs({ scene }: { scene: Scene }) {
  const long = longValues(scene);
  return (
    <div class="signs">
      <p>
        {glyphsOf(scene).map((glyph) => <span class="meant">{signOf(glyph) && <svg viewBox="-100 -100 200 200" aria-hidden="true"><path class="sign" d={signOf(glyph)} /></svg>} {spaced(glyph)}</span>)}
        {[...sceneCodes(scene)].map(([word, code]) => <span class="meant"><b>{code}</b> {spaced(word)}</span>)}
      </p>
      {long.length > 0 && <p>{long.map((text) => <span class="meant">{text}</span>)}</p>}
    </div>
  );
}

function sideText(scene: Scene | null, seat: number): string {
  const text = scene?.sides?.find((side) => side.seat === seat)?.text ?? "";
  return text && `: ${text}`;
}
