/** One drawable after the other as SVG; it knows no ruleset, only the words of the scene. */
import { el, groundLook, type Look, seatLook, signOf } from "./svg.js";
import type { Body, Cell, Item, Mark, Point, Token } from "./types.js";

export interface Context {
  readonly look: Look;
  readonly bodies: ReadonlyMap<string, Body>;
  readonly cells: ReadonlyMap<string, Cell>;
  /** Items that have a place but are no bodies: areas and zones. */
  readonly grounds: ReadonlyMap<string, Item>;
}

const list = (points: readonly Point[]): string => points.map(([x, y]) => `${x},${y}`).join(" ");
const title = (text: string): SVGElement => el("title", {}, text);
export function middle(points: readonly Point[]): Point {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}
const short = (word: string): string => word.split(/[_ -]/).map((part) => part[0] ?? "").join("").slice(0, 2).toUpperCase();

export function drawCell(cell: Cell, { look }: Context): SVGElement {
  const [colour, hatch] = groundLook(cell.terrain);
  const [x, y] = middle(cell.poly);
  const node = el("g", { class: "cell", "data-terrain": cell.terrain }, title(cell.text), el("polygon", { points: list(cell.poly), fill: colour, class: "ground" }));
  if (hatch !== "") node.append(el("polygon", { points: list(cell.poly), fill: `url(#h-${hatch})`, class: "hatched" }));
  const bottom = Math.max(...cell.poly.map(([, each]) => each));
  node.append(el("text", { x, y: bottom - look.letter * 0.3, class: "cellname", "font-size": look.letter * 0.75 }, cell.id.replace(/^cell:/, "")));
  if (cell.overlays.length > 0) node.append(el("polygon", { points: list(cell.poly.map(([px, py]) => [x + (px - x) * 0.88, y + (py - y) * 0.88])), class: "overlay", "stroke-width": look.line * 1.5 }));
  if (cell.overlays.length > 0) node.append(el("text", { x, y: bottom - look.letter * 1.05, class: "cellname", "font-size": look.letter * 0.62 }, cell.overlays.join(", ").replace(/_/g, " ").slice(0, 18)));
  if (cell.level !== 0) node.append(el("text", { x, y: Math.min(...cell.poly.map(([, each]) => each)) + look.letter * 1.1, class: "level", "font-size": look.letter }, `level ${cell.level}`));
  return node;
}

export function drawItem(item: Item, context: Context): SVGElement {
  const { look } = context;
  switch (item.type) {
    case "area": {
      const [colour, hatch] = groundLook(item.kind);
      const [x, y] = middle(item.poly);
      const node = el("g", { class: "area", "data-kind": item.kind }, title(item.text), el("polygon", { points: list(item.poly), fill: colour, class: "ground", "stroke-width": look.line }));
      if (hatch !== "") node.append(el("polygon", { points: list(item.poly), fill: `url(#h-${hatch})`, class: "hatched" }));
      node.append(el("text", { x, y, class: "cellname", "font-size": look.letter * 0.8 }, item.kind.replace(/_/g, " ")));
      return node;
    }
    case "line":
      return el("g", { class: "line", "data-kind": item.kind }, title(item.text), el("polyline", { points: list(item.points), class: "wall", "stroke-width": look.line * 3 }));
    case "zone":
      return zone(item, context);
    case "template": {
      const [[x, y], edge] = [item.points[0] ?? [0, 0], item.points[1] ?? [0, 0]];
      const shape = item.shape === "circle"
        ? el("circle", { cx: x, cy: y, r: Math.round(Math.hypot(edge[0] - x, edge[1] - y)) })
        : el("polygon", { points: list(item.points) });
      shape.setAttribute("class", "template");
      shape.setAttribute("stroke-width", String(look.line * 2));
      return el("g", { class: "templates" }, title(item.text), shape);
    }
    default:
      return el("g");
  }
}

function zone(item: Extract<Item, { type: "zone" }>, { look, cells }: Context): SVGElement {
  const seat = seatLook(item.seat);
  const node = el("g", { class: `zone ${item.kind}`, "data-seat": item.seat ?? "none", color: seat?.colour ?? "#555555" }, title(item.text));
  const dashes = item.kind === "deploy" ? `${look.line * 6} ${look.line * 4}` : seat?.dashes.split(" ").map((part) => Number(part) * look.line * 2).join(" ") ?? "";
  const common = { class: "edge", "stroke-width": look.line * 2, ...(dashes.trim() && dashes !== "0" && { "stroke-dasharray": dashes }) };
  let at: Point | null = null;
  if (item.poly) {
    node.append(el("polygon", { points: list(item.poly), ...common }));
    at = middle(item.poly);
  }
  if (item.circle) {
    node.append(el("circle", { cx: item.circle.x, cy: item.circle.y, r: item.circle.radius, ...common }));
    at = [item.circle.x, item.circle.y];
  }
  for (const id of item.cells ?? []) {
    const cell = cells.get(id);
    if (cell === undefined) continue;
    const [x, y] = middle(cell.poly);
    node.append(el("polygon", { points: list(cell.poly.map(([px, py]) => [Math.round(x + (px - x) * 0.94), Math.round(y + (py - y) * 0.94)])), ...common }));
    at ??= [x, y];
  }
  if (item.kind === "objective" && at) {
    const size = look.kind === "inches" ? look.letter * 0.9 : 160;
    node.append(el("path", { d: `M${at[0]} ${at[1] - size} l${size * 0.3} ${size * 0.7} h${size * 0.7} l${-size * 0.55} ${size * 0.5} l${size * 0.2} ${size * 0.8} l${-size * 0.65} ${-size * 0.45} l${-size * 0.65} ${size * 0.45} l${size * 0.2} ${-size * 0.8} l${-size * 0.55} ${-size * 0.5} h${size * 0.7} Z`, class: "star", "stroke-width": look.line }));
  }
  return node;
}

function outline({ shape, length, width }: Pick<Body, "shape" | "length" | "width">): SVGElement {
  const [half, deep] = [width / 2, length / 2];
  if (shape === "circle") return el("circle", { r: deep });
  if (shape === "oval") return el("ellipse", { rx: half, ry: deep });
  if (shape === "hex") return el("polygon", { points: [0, 60, 120, 180, 240, 300].map((turn) => `${Math.round(half * Math.sin((turn * Math.PI) / 180))},${Math.round(-deep * Math.cos((turn * Math.PI) / 180))}`).join(" ") });
  return el("rect", { x: -half, y: -deep, width, height: length, rx: Math.round(Math.min(width, length) / 10) });
}

export function drawBody(body: Body, { look }: Context): SVGElement {
  const seat = seatLook(body.seat);
  const state = [body.hidden ? "hidden" : "", ...body.states.map((word) => `is-${word.replace(/\W+/g, "-")}`)].filter(Boolean).join(" ");
  const node = el("g", {
    class: `body ${seat?.ring ?? ""} ${state}`.trim(), transform: `translate(${body.x} ${body.y})`, color: seat?.colour ?? "#555555",
    "data-unit": body.unit, "data-seat": body.seat, "data-x": body.x, "data-y": body.y, "data-facing": body.facing ?? "", "data-wounds": body.wounds,
    "data-of": body.of, "data-count": body.count, "data-states": body.states.join(" "),
  }, title(body.text));
  const size = Math.min(body.length, body.width);
  const ring = Math.max(look.line, size / 11);
  const turned = el("g", body.facing === null ? {} : { transform: `rotate(${body.facing / 1000})` });
  const base = outline(body);
  base.setAttribute("class", "base");
  base.setAttribute("fill", seat?.tint ?? "#ededed");
  base.setAttribute("stroke-width", String(ring));
  if (seat?.dashes) base.setAttribute("stroke-dasharray", seat.dashes.split(" ").map((part) => Number(part) * ring).join(" "));
  turned.append(base);
  if (seat?.ring === "double") {
    const inner = outline({ shape: body.shape, length: body.length - 3.4 * ring, width: body.width - 3.4 * ring });
    inner.setAttribute("class", "inner");
    inner.setAttribute("stroke-width", String(ring * 0.6));
    turned.append(inner);
  }
  if (body.facing !== null) {
    const tip = -body.length / 2;
    turned.append(el("path", { d: `M0 ${tip - size * 0.24} L${size * 0.2} ${tip} L${-size * 0.2} ${tip} Z`, class: "front" }));
  }
  node.append(turned);
  const inches = look.kind === "inches";
  if (!inches) {
    const high = Math.min(size * 0.4, (size * 1.3) / Math.max(body.unit.length, 2));
    node.append(el("text", { y: -size * 0.02, class: "name", "font-size": Math.round(high) }, body.unit));
  }
  const sign = signOf(body.hidden && body.glyph === "" ? "unknown" : body.glyph);
  const down = inches ? 0 : Math.round(size * 0.26);
  if (sign) node.append(el("path", { d: sign, class: "sign", transform: `translate(0 ${down}) scale(${(size * (inches ? 0.0036 : 0.0024)).toFixed(3)})` }));
  else if (!inches) node.append(el("text", { y: size * 0.3, class: "glyph", "font-size": Math.round(size * 0.24) }, body.glyph.replace(/_/g, " ").slice(0, 8)));
  if (body.of > 1) {
    const turn = ((body.facing ?? 0) / 180000) * Math.PI;
    const half = (Math.abs(body.length * Math.cos(turn)) + Math.abs(body.width * Math.sin(turn))) / 2;
    const wide = size * 0.8;
    const top = Math.round(half - ring * 0.2);
    node.append(el("rect", { x: -wide / 2, y: top, width: wide, height: ring, class: "lost" }));
    node.append(el("rect", { x: -wide / 2, y: top, width: (wide * Math.max(0, body.wounds)) / body.of, height: ring, class: "left" }));
    if (look.kind !== "inches") node.append(el("text", { x: size * 0.52, y: top + ring, class: "count", "font-size": Math.round(size * 0.24) }, `${body.wounds}/${body.of}`));
  }
  const marked = body.states.filter((word) => !/^(fresh|ready|ok)$/.test(word));
  if (marked.length > 0 && look.kind !== "inches") node.append(el("text", { y: -body.length / 2 - ring * 2.5, class: "states", "font-size": Math.round(size * 0.22) }, marked.map((word) => word.replace(/_/g, " ")).join(", ").slice(0, 22)));
  return node;
}

/** How far right the bodies of each unit reach: beside them is room for its tokens. */
export function rightEdges(bodies: Iterable<Body>): Map<string, number> {
  const found = new Map<string, number>();
  for (const { unit, x, width, length } of bodies) found.set(unit, Math.max(found.get(unit) ?? 0, x + Math.max(width, length) / 2));
  return found;
}

/** Draws a marker beside what it lies on, or beside its unit; `place` counts those on the same thing. */
export function drawToken({ on, kind, value, seat, text }: Token, place: number, right: number, context: Context): SVGElement {
  const { look, bodies } = context;
  const body = bodies.get(on);
  const size = look.kind === "inches" ? look.letter * 0.5 : body ? 78 : 110;
  const at = placeOf(on, context);
  const words = `${short(kind)}${value && ` ${value.slice(0, 6)}`}`;
  const wide = Math.max(2, words.length * 0.75) * size;
  const [x, y] = body ? [right > 0 ? right + wide / 2 : body.x + (body.width + wide) / 2 - size * 0.4, body.y - body.length / 2 + place * size * 1.5] : at ? [at[0], at[1] - size * 2 + place * size * 1.5] : [0, 0];
  const within = Math.min(x, look.width + look.margin - wide / 2);
  return el("g", {
    class: `token${at ? "" : " nowhere"}`, transform: `translate(${Math.round(within)} ${Math.round(y)})`, color: seatLook(seat)?.colour ?? "#333333", "data-on": on, "data-kind": kind, "data-value": value,
  }, title(text),
  el("rect", { x: -wide / 2, y: -size * 0.7, width: wide, height: 1.4 * size, rx: size * 0.3, class: "tokenchip", "stroke-width": look.line }),
  el("text", { y: size * 0.4, "font-size": Math.round(size * 1.1), class: "chiptext" }, words));
}

/** The name of a unit over its bodies, on boards where bodies are too small for it. */
export interface UnitName { readonly id: string; readonly x: number; readonly y: number; readonly seat: number }

export function unitNames(bodies: Iterable<Body>): UnitName[] {
  const units = new Map<string, Body[]>();
  for (const body of bodies) units.set(body.unit, [...(units.get(body.unit) ?? []), body]);
  return [...units].map(([id, all]) => ({
    id, seat: all[0]?.seat ?? 0,
    x: Math.round(all.reduce((sum, { x }) => sum + x, 0) / all.length),
    y: Math.min(...all.map(({ y, length, width }) => y - Math.max(length, width) / 2)),
  }));
}

export const drawName = ({ id, x, y, seat }: UnitName, { look }: Context): SVGElement =>
  el("text", { x, y: Math.round(y - look.letter * 0.35), class: "unitname", "font-size": Math.round(look.letter * 0.85), color: seatLook(seat)?.colour ?? "#333333" }, id);

function placeOf(id: string, context: Context): Point | null {
  const { bodies, cells, grounds } = context;
  const body = bodies.get(id);
  if (body) return [body.x, body.y];
  const found = cells.get(id) ?? grounds.get(id);
  if (found?.type === "zone" && found.circle) return [found.circle.x, found.circle.y];
  if (found?.type === "zone" && found.cells) return placeOf(found.cells[0] ?? "", context);
  return found && "poly" in found && found.poly ? middle(found.poly) : null;
}

/** A way that ends at the edge of the body that went it, so that its head is seen; a short one as it is. */
function shortened(points: readonly Point[], by: number): readonly Point[] {
  const [before, last] = points.slice(-2);
  if (!before || !last) return points;
  const length = Math.hypot(last[0] - before[0], last[1] - before[1]);
  if (length < by * 1.3) return points;
  const part = (length - by) / length;
  return [...points.slice(0, -1), [Math.round(before[0] + (last[0] - before[0]) * part), Math.round(before[1] + (last[1] - before[1]) * part)]];
}

export function drawMark(mark: Mark, context: Context): SVGElement[] {
  const { look } = context;
  const wide = look.line * (look.kind === "inches" ? 1.6 : 3);
  if (mark.type === "path") {
    const body = context.bodies.get(mark.body);
    const [first] = mark.points;
    const node = el("g", { class: `path ${mark.kind}`, color: seatLook(body?.seat ?? null)?.colour ?? "#222222" }, title(mark.text));
    if (mark.ghost && body && first && mark.points.length > 1) {
      const ghost = outline(body);
      ghost.setAttribute("class", "ghost");
      ghost.setAttribute("stroke-width", String(look.line));
      node.append(el("g", { transform: `translate(${first[0]} ${first[1]})${body.facing === null ? "" : ` rotate(${body.facing / 1000})`}` }, ghost));
    }
    const points = shortened(mark.points, body ? Math.max(body.length, body.width) * 0.55 : 0);
    if (mark.points.length > 1) node.append(el("polyline", { points: list(points), class: "halo", "stroke-width": wide * 2.2 }), el("polyline", { points: list(points), class: "way", "stroke-width": wide, "marker-end": "url(#arrow)" }));
    return [node];
  }
  if (mark.type === "shot") {
    const [from, to] = [placeOf(mark.from_item, context), placeOf(mark.to_item, context)];
    if (!from || !to) return [];
    const hit = /hit|kill|destroy|dead|success|wound|won/.test(mark.result);
    return [el("g", { class: `shot ${hit ? "hit" : "miss"}` }, title(mark.text),
      el("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: "halo", "stroke-width": wide * 2.2 }),
      el("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: "fire", "stroke-width": wide, "marker-end": `url(#${hit ? "hit" : "miss"})`, ...(!hit && { "stroke-dasharray": `${wide * 2} ${wide * 2}` }) }),
      el("text", { x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2 - look.letter * 0.6, class: "result", "font-size": Math.round(look.letter * 0.9) }, mark.result.replace(/_/g, " ")))];
  }
  const [[ax, ay], [bx, by]] = mark.points;
  const ok = mark.ok === null ? "plain" : mark.ok ? "ok" : "over";
  return [el("g", { class: `measure ${ok}` }, title(mark.text), el("line", { x1: ax, y1: ay, x2: bx, y2: by, class: "rule", "stroke-width": look.line * 1.5 }),
    el("text", { x: (ax + bx) / 2, y: (ay + by) / 2 - look.letter * 0.4, class: "result", "font-size": look.letter }, look.kind === "inches" ? `${mark.length / 1000}"` : `${mark.length / 1000}`))];
}
