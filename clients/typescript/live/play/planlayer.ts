/** The plan over the board: ghosts that are dragged, ways, waypoints, a handle for the facing, and how far it is. */
import { el } from "../../page/svg.js";
import type { Board } from "../../page/board.js";
import { lengthOf, type Piece, type Plan, type Pose, turnOf } from "./plan.js";

export interface Drawn {
  readonly pieces: readonly Piece[];
  readonly plan: Plan;
  readonly selected: string;
  readonly reach: number;
  /** Pieces that the service would refuse. */
  readonly wrong: ReadonlySet<string>;
  /** The answer of the service is not here yet. */
  readonly late: boolean;
  readonly line: number;
}

export interface Hands {
  readonly select: (id: string) => void;
  /** A drag to a point; `ended` with the last one. */
  readonly drag: (id: string, x: number, y: number) => void;
  readonly turn: (id: string, facing: number) => void;
}

function base({ shape, length, width }: Piece): SVGElement {
  if (shape === "circle" || shape === "oval") return el("ellipse", { rx: width / 2, ry: length / 2 });
  return el("rect", { x: -width / 2, y: -length / 2, width, height: length });
}

/** Draws the plan; gives what takes it away again. */
export function drawPlan(board: Board, { pieces, plan, selected, reach, wrong, late, line }: Drawn, hands: Hands): () => void {
  const group = el("g", { class: `plan${late ? " late" : ""}` });
  for (const piece of pieces) {
    const way = plan.get(piece.id) ?? [];
    const at = way.at(-1) ?? piece.from;
    if (at === null || at === undefined) continue;
    const state = `${piece.id === selected ? " selected" : ""}${wrong.has(piece.id) ? " wrong" : ""}${way.length > 0 ? " moved" : ""}`;
    if (piece.from !== null && reach > 0 && piece.id === selected) group.append(el("circle", { cx: piece.from.x, cy: piece.from.y, r: reach, class: "reach", "stroke-width": line }));
    const points = [...(piece.from === null ? [] : [piece.from]), ...way];
    if (points.length > 1) group.append(el("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" "), class: "planned", "stroke-width": line * 1.5 }));
    for (const stop of way.slice(0, -1)) group.append(el("circle", { cx: stop.x, cy: stop.y, r: line * 3, class: "stop" }));
    group.append(ghost(piece, at, state, line, board, hands));
    if (way.length > 0 && piece.from !== null) {
      const length = lengthOf(piece.from, way);
      group.append(el("text", { x: at.x, y: at.y - Math.max(piece.length, piece.width) * 0.7, class: "howfar", "font-size": line * 9 }, `${(length / 1000).toFixed(1)}"${reach > 0 ? ` of ${reach / 1000}"` : ""}`));
    }
  }
  board.over.append(group);
  return () => group.remove();
}

function ghost(piece: Piece, at: Pose, state: string, line: number, board: Board, hands: Hands): SVGElement {
  const shape = base(piece);
  shape.setAttribute("class", "planghost");
  shape.setAttribute("stroke-width", String(line * 1.5));
  const node = el("g", { class: `planpiece${state}`, "data-piece": piece.id, transform: `translate(${at.x} ${at.y})` });
  const turned = el("g", { transform: `rotate(${turnOf(at.facing)})` }, shape);
  node.append(turned);
  if (piece.turns && state.includes("selected")) {
    const handle = el("circle", { cx: 0, cy: -piece.length * 0.85, r: Math.max(line * 4, 300), class: "handle", "stroke-width": line });
    turned.append(handle);
    held(handle, (x, y) => {
      const angle = (Math.atan2(y - at.y, x - at.x) * 1800) / Math.PI;
      hands.turn(piece.id, (Math.round(angle / 50) * 50 + 3600) % 3600);
    }, board);
  }
  // where the finger took hold of it stays under the finger
  let grip = { x: 0, y: 0 };
  held(shape, (x, y) => hands.drag(piece.id, x - grip.x, y - grip.y), board, (x, y) => {
    grip = { x: x - at.x, y: y - at.y };
    hands.select(piece.id);
  });
  return node;
}

const SLACK = 3;

/** Follows a pointer that takes hold of an element; the elements may be drawn anew in the meantime. */
function held(node: SVGElement, moved: (x: number, y: number) => void, board: Board, taken: (x: number, y: number) => void = () => {}): void {
  node.addEventListener("pointerdown", (down) => {
    down.preventDefault();
    down.stopPropagation();
    const first = board.pointAt(down.clientX, down.clientY);
    taken(first.x, first.y);
    let far = false;
    const move = (event: PointerEvent): void => {
      far ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLACK;
      if (!far) return;
      const { x, y } = board.pointAt(event.clientX, event.clientY);
      moved(x, y);
    };
    const end = (): void => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
}
