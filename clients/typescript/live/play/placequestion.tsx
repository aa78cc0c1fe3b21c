/** A place on the board: one of those that are proposed, or a plan of one's own, drawn with the pointer or by keys. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Fault } from "../../src/contract.js";
import type { Answer } from "../../src/offers/make.js";
import type { Board } from "../../page/board.js";
import { lookOf } from "../../page/svg.js";
import type { Body, Scene } from "../../page/types.js";
import { cut, lastPart, plainText } from "./naming.js";
import { domainOf, lengthOf, limited, nearest, type Piece, piecesOf, type Plan, planOf, type Pose, shapeOf } from "./plan.js";
import { drawPlan } from "./planlayer.js";
import type { PlayerSide } from "./player.js";
import type { Group } from "./playing.js";
import { plainOf, type Question } from "./questions.js";
import { wordOf } from "./targets.js";

export interface PlaceProps {
  readonly player: PlayerSide;
  readonly group: Group;
  readonly variant: number;
  readonly board: Board | null;
  readonly scene: Scene | null;
  /** What the service says to the command with this place; null where it has not said. */
  readonly said: readonly Fault[] | null;
  readonly late: boolean;
  readonly question: Question;
  readonly answer: (value: Answer) => void;
}

const STEP = 100;
const LONG_STEP = 1000;
const TURN = 150;

export function PlaceQuestion({ player, board, scene, said, late, question, answer }: PlaceProps) {
  const { choice, open, answer: given } = question;
  const { of, places } = choice;
  const shape = useMemo(() => shapeOf(player.ruleset, choice.path), [player, choice.path]);
  const plan = useMemo((): Plan => {
    if (shape === null || open) return new Map();
    const taken = typeof given === "number" ? of[given] : given;
    return taken !== undefined && typeof taken === "object" && "values" in taken && "field" in taken ? planOf(taken as (typeof of)[number], shape) : new Map();
  }, [shape, open, given, of]);
  const first = useMemo(() => (shape !== null && of[0] !== undefined ? planOf(of[0], shape) : null), [shape, of]);
  const pieces = useMemo(() => (shape === null || places === undefined ? [] : piecesOf(places, scene, first)), [shape, places, scene, first]);
  const [selected, setSelected] = useState("");
  const [together, setTogether] = useState(true);
  const [stops, setStops] = useState(false);
  const own = !open && typeof given !== "number";
  const current = pieces.some(({ id }) => id === selected) ? selected : (pieces[0]?.id ?? "");
  const wrong = useMemo(() => wrongPieces(said, plan), [said, plan]);

  /** Takes another plan; every piece that is in none yet joins it where it is to have a place. */
  const take = (next: Map<string, readonly Pose[]>): void => {
    if (shape !== null) answer(domainOf(next, shape));
  };
  const begun = (): Map<string, readonly Pose[]> => new Map(plan.size > 0 ? plan : shape?.form === "ways" ? [] : (first ?? startOf(pieces, places?.region ?? [])));
  const moved = (id: string, x: number, y: number): void => {
    const piece = pieces.find((each) => each.id === id);
    if (piece === undefined || places === undefined) return;
    const next = begun();
    const at = next.get(id)?.at(-1) ?? piece.from;
    if (at === null || at === undefined) return;
    const whole = together && pieces.length > 1 ? pieces : [piece];
    for (const each of whole) {
      const way = next.get(each.id) ?? [];
      const stands = way.at(-1) ?? each.from;
      if (stands === null || stands === undefined) continue;
      const before = way.slice(0, -1);
      const wanted = { ...stands, x: stands.x + (x - at.x), y: stands.y + (y - at.y) };
      next.set(each.id, [...before, limited(wanted, before, places, each.from)]);
    }
    take(next);
  };
  const turned = (id: string, facing: number): void => {
    const next = begun();
    const piece = pieces.find((each) => each.id === id);
    const way = next.get(id) ?? (piece?.from ? [piece.from] : []);
    const last = way.at(-1);
    if (last !== undefined) take(next.set(id, [...way.slice(0, -1), { ...last, facing: (facing + 3600) % 3600 }]));
  };
  /** The way goes on from here to a point that is tapped. */
  const stop = (x: number, y: number): void => {
    const piece = pieces.find(({ id }) => id === current);
    if (piece === undefined || places === undefined) return;
    const next = begun();
    const way = next.get(current) ?? [];
    const last = way.at(-1) ?? piece.from ?? { x, y, z: 0, facing: 0 };
    const point = { ...last, x, y };
    take(next.set(current, shape?.form === "ways" && stops ? [...way, limited(point, way, places, piece.from)] : [limited(point, [], places, piece.from)]));
  };
  usePlanLayer({ board, scene, pieces, plan, current, wrong, late, reach: places?.reach ?? 0, able: shape !== null && places !== undefined, select: setSelected, moved, turned, stop });
  const keys = (id: string) => (event: KeyboardEvent): void => {
    const far = event.shiftKey ? LONG_STEP : STEP;
    const step = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] }[event.key];
    const at = begun().get(id)?.at(-1) ?? pieces.find((each) => each.id === id)?.from;
    if (at === null || at === undefined) return;
    if (step !== undefined) moved(id, at.x + (step[0] ?? 0), at.y + (step[1] ?? 0));
    else if (event.key === "," || event.key === ".") turned(id, at.facing + (event.key === "," ? -TURN : TURN));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const name = lastPart(choice.path);
  return (
    <fieldset class={`question place${open ? " open" : ""}`} data-path={choice.path} data-kind="spot" data-open={open}>
      <legend>{name}{places !== undefined && places.reach > 0 && `, up to ${places.reach / 1000}"`}</legend>
      {of.length > 0 && (
        <label>Proposals <select data-question={question.key} value={open ? -1 : own ? -2 : (given as number)} onChange={({ currentTarget }) => answer(Number(currentTarget.value))}>
          {open && <option value={-1}>choose, or draw on the board</option>}
          {own && <option value={-2}>your own plan</option>}
          {of.map((spot, at) => <option value={at}>{at + 1}: {cut(plainText(plainOf(spot)))}</option>)}
        </select></label>
      )}
      {shape !== null && pieces.length > 0 && (
        <>
          <p class="note">Drag on the board, or tap where it should go. By keys: choose a piece, then arrows 0.1", with shift 1", comma and full stop turn.</p>
          {pieces.length > 1 && <label class="check-row"><input type="checkbox" checked={together} onChange={({ currentTarget }) => setTogether(currentTarget.checked)} /> all together</label>}
          {shape.form === "ways" && <label class="check-row"><input type="checkbox" checked={stops} onChange={({ currentTarget }) => setStops(currentTarget.checked)} /> a tap adds a waypoint</label>}
          <ul class="pieces">{pieces.map((piece) => <PieceRow piece={piece} way={plan.get(piece.id) ?? []} selected={piece.id === current} wrong={wrong.has(piece.id)} late={late} scene={scene} plan={plan} pieces={pieces} select={() => setSelected(piece.id)} keys={keys(piece.id)} />)}</ul>
          {plan.size > 0 && <button type="button" onClick={() => take(new Map(shape.form === "ways" ? [] : (first ?? [])))}>Begin anew</button>}
        </>
      )}
    </fieldset>
  );
}

/** Where pieces that are nowhere yet may begin: in the middle of the region, side by side. */
function startOf(pieces: readonly Piece[], region: readonly number[]): Map<string, readonly Pose[]> {
  const [x0 = 0, y0 = 0, x1 = 48000, y1 = 48000] = region;
  return new Map(pieces.map(({ id, from }, at) => [id, [from ?? { x: Math.round((x0 + x1) / 2) + at * 1200, y: Math.round((y0 + y1) / 2), z: 0, facing: 0 }]]));
}

/** Pieces that a refusal names, by the number of their place in the plan. */
function wrongPieces(said: readonly Fault[] | null, plan: Plan): ReadonlySet<string> {
  const ids = [...plan.keys()];
  const found = (said ?? []).flatMap(({ path, details }) => [ids[Number(/\[(\d+)\]/.exec(path)?.[1] ?? -1)], ...details.map(({ text }) => text)]);
  return new Set(found.filter((id): id is string => id !== undefined && plan.has(id)));
}

interface RowProps {
  readonly piece: Piece; readonly way: readonly Pose[]; readonly selected: boolean; readonly wrong: boolean; readonly late: boolean;
  readonly scene: Scene | null; readonly plan: Plan; readonly pieces: readonly Piece[]; readonly select: () => void; readonly keys: (event: KeyboardEvent) => void;
}

/** A piece with what its place means: how far, and what is nearest to it of its own and of the others. */
function PieceRow({ piece, way, selected, wrong, late, scene, plan, pieces, select, keys }: RowProps) {
  const at = way.at(-1) ?? piece.from;
  const bodies = (scene?.items ?? []).filter((item): item is Body => item.type === "body");
  const mates = new Set(pieces.map(({ id }) => id));
  const own = pieces.filter(({ id }) => id !== piece.id).flatMap((mate) => {
    const pose = plan.get(mate.id)?.at(-1) ?? mate.from;
    return pose ? [{ ...mate, ...pose }] : [];
  });
  const others = bodies.filter(({ id }) => !mates.has(wordOf(id)));
  const [mate, other] = at ? [nearest(piece, at, own), nearest(piece, at, others)] : [null, null];
  const inches = (length: number): string => `${(length / 1000).toFixed(1)}"`;
  return (
    <li class={`${wrong ? "wrong" : ""}${late ? " late" : ""}`}>
      <button type="button" class="piece" aria-pressed={selected} data-piece={piece.id} onFocus={select} onClick={select} onKeyDown={keys}>{piece.id || "the point"}</button>{" "}
      {at ? <span>at {inches(at.x)} {inches(at.y)}{way.length > 0 && piece.from !== null && `, moved ${inches(lengthOf(piece.from, way))}`}{mate && `, ${inches(mate.gap)} to ${mate.id}`}{other && `, ${inches(other.gap)} to ${other.id}`}</span> : <span>not placed</span>}
    </li>
  );
}

interface LayerProps {
  readonly board: Board | null; readonly scene: Scene | null; readonly pieces: readonly Piece[]; readonly plan: Plan; readonly current: string;
  readonly wrong: ReadonlySet<string>; readonly late: boolean; readonly reach: number; readonly able: boolean;
  readonly select: (id: string) => void; readonly moved: (id: string, x: number, y: number) => void; readonly turned: (id: string, facing: number) => void;
  readonly stop: (x: number, y: number) => void;
}

function usePlanLayer({ board, scene, pieces, plan, current, wrong, late, reach, able, select, moved, turned, stop }: LayerProps): void {
  // what a pointer holds outlives the drawing of the plan, so it calls what is meant now
  const [hands] = useState(() => ({ select, moved, turned, stop }));
  Object.assign(hands, { select, moved, turned, stop });
  useEffect(() => {
    if (board === null || scene === null || !able) return undefined;
    const drawn = { pieces, plan, selected: current, reach, wrong, late, line: lookOf(scene).line };
    return drawPlan(board, drawn, { select: (id) => hands.select(id), drag: (id, x, y) => hands.moved(id, x, y), turn: (id, facing) => hands.turned(id, facing) });
  }, [board, scene, pieces, plan, current, wrong, late, reach, able]);
  useEffect(() => {
    if (board === null || !able) return undefined;
    const tap = (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest(".planpiece")) return;
      const { x, y } = board.pointAt(event.clientX, event.clientY);
      hands.stop(x, y);
    };
    board.svg.addEventListener("click", tap);
    return () => board.svg.removeEventListener("click", tap);
  }, [board, able]);
}
