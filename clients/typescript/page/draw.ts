/** One drawable after the other as SVG; it knows no ruleset, only the words of the scene. */
import { type Chip, middle, type Word } from "./labels.js";
import { el, groundLook, type Look, seatLook, signOf } from "./svg.js";
import type { Body, Cell, Item, Mark, Point } from "./types.js";

export interface Context {
  readonly look: Look;
  readonly bodies: ReadonlyMap<string, Body>;
  readonly cells: ReadonlyMap<string, Cell>;
  /** Items that have a place but are no bodies: areas and zones. */
  readonly grounds: ReadonlyMap<string, Item>;
}

const list = (points: readonly Point[]): string => points.map(([x, y]) => `${x},${y}`).join(" ");
const seatColour = (seat: number | null): string => seatLook(seat)?.colour ?? "#333333";
const title = (text: string): SVGElement => el("title", {}, text);
/** A cell; with `marked` it has an edge within, for what lies on it. */
export function drawCell({ cell, marked }: { cell: Cell; marked: boolean }): SVGElement {
  const [colour, hatch] = groundLook(cell.terrain);
  const [x, y] = middle(cell.poly);
  const node = el("g", { class: "cell", "data-terrain": cell.terrain }, title(cell.text), el("polygon", { points: list(cell.poly), fill: colour, class: "ground" }));
  if (hatch !== "") node.append(el("polygon", { points: list(cell.poly), fill: `url(#h-${hatch})`, class: "hatched" }));
  if (marked) node.append(el("polygon", { points: list(cell.poly.map(([px, py]) => [x + (px - x) * 0.92, y + (py - y) * 0.92])), class: "overlay" }));
  return node;
}

export function drawItem(item: Item, context: Context): SVGElement {
  const { look } = context;
  switch (item.type) {
    case "area": {
      const [colour, hatch] = groundLook(item.kind);
      const node = el("g", { class: "area", "data-kind": item.kind }, title(item.text), el("polygon", { points: list(item.poly), fill: colour, class: "ground", "stroke-width": look.line }));
      if (hatch !== "") node.append(el("polygon", { points: list(item.poly), fill: `url(#h-${hatch})`, class: "hatched" }));
      return node;
    }
    case "line": {
      const wide = look.line * (item.kind.startsWith("road") ? 5 : 3);
      const drawn = (kind: string, part: number): SVGElement => el("polyline", { points: list(item.points), class: kind, "stroke-width": wide * part });
      return el("g", { class: "line", "data-kind": item.kind }, title(item.text), drawn("wall", 1), ...(item.kind.startsWith("road") ? [drawn("within", 0.65)] : []));
    }
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

/** The edges that one cell alone has: those around all of them. */
function rim(polys: readonly (readonly Point[])[]): string {
  const found = new Map<string, string | null>();
  for (const poly of polys) {
    poly.forEach((to, at) => {
      const from = poly.at(at - 1) as Point;
      const key = [from, to].map(([x, y]) => `${x} ${y}`).sort().join(" ");
      found.set(key, found.has(key) ? null : `M${from.join(" ")}L${to.join(" ")}`);
    });
  }
  return [...found.values()].filter(Boolean).join("");
}

/** A zone: its edge in the pattern of its seat's ring, and within it that seat's hatch. */
function zone(item: Extract<Item, { type: "zone" }>, { look, cells }: Context): SVGElement {
  const seat = seatLook(item.seat);
  const node = el("g", { class: `zone ${item.kind}`, "data-seat": item.seat ?? "none", color: seat?.colour ?? "#555555" }, title(item.text));
  const dashes = seat?.dashes.split(" ").map((part) => Number(part) * look.line * 2).join(" ") ?? "";
  const hatched = seat === null ? {} : { fill: `url(#z-${seat.ring})` };
  const thin = item.kind === "control" ? 1.5 : 2;
  const common = { class: "edge", "stroke-width": look.line * thin, ...(dashes !== "" && dashes !== "0" && { "stroke-dasharray": dashes }) };
  let at: Point | null = null;
  const whole = (draw: (attributes: Readonly<Record<string, string | number>>) => SVGElement): void =>
    node.append(draw({ class: "tinted" }), draw({ class: "hatching", fill: "none", ...hatched }), draw(common), ...(seat?.ring === "double" ? [draw({ class: "split", "stroke-width": look.line * thin * 0.4 })] : []));
  if (item.poly) {
    const { poly } = item;
    whole((attributes) => el("polygon", { points: list(poly), ...attributes }));
    at = middle(poly);
  }
  if (item.circle) {
    const { x, y, radius } = item.circle;
    whole((attributes) => el("circle", { cx: x, cy: y, r: radius, ...attributes }));
    at = [x, y];
  }
  const polys = (item.cells ?? []).map((id) => cells.get(id)?.poly).filter((poly): poly is readonly Point[] => poly !== undefined);
  if (polys.length > 0) {
    const filled = polys.map((poly) => `M${list(poly)}Z`).join("");
    node.append(el("path", { d: filled, class: "tinted" }), el("path", { d: filled, class: "hatching", fill: "none", ...hatched }), el("path", { d: rim(polys), ...common }));
    if (seat?.ring === "double") node.append(el("path", { d: rim(polys), class: "split", "stroke-width": look.line * thin * 0.4 }));
    at ??= middle(polys[0] as readonly Point[]);
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
  const counted = !inches && body.of > 1;
  // what is left of it stands beside its sign
  const [across, down] = inches ? [0, 0] : [Math.round(counted ? -size * 0.25 : 0), Math.round(size * 0.26)];
  if (sign) node.append(el("path", { d: sign, class: "sign", transform: `translate(${across} ${down}) scale(${(size * (inches ? 0.0036 : counted ? 0.002 : 0.0024)).toFixed(3)})` }));
  else if (!inches) node.append(el("text", { x: across, y: size * 0.3, class: "glyph", "font-size": Math.round(size * 0.24) }, body.glyph.replace(/_/g, " ").slice(0, counted ? 3 : 8)));
  if (counted) node.append(el("text", { x: Math.round(size * 0.2), y: Math.round(size * 0.35), class: "count", "font-size": Math.round(size * 0.25) }, `${body.wounds}/${body.of}`));
  if (inches && body.of > 1) {
    const turn = ((body.facing ?? 0) / 180000) * Math.PI;
    const half = (Math.abs(body.length * Math.cos(turn)) + Math.abs(body.width * Math.sin(turn))) / 2;
    const wide = size * 0.8;
    const top = Math.round(half - ring * 0.2);
    node.append(el("rect", { x: -wide / 2, y: top, width: wide, height: ring, class: "lost" }));
    node.append(el("rect", { x: -wide / 2, y: top, width: (wide * Math.max(0, body.wounds)) / body.of, height: ring, class: "left" }));
  }
  return node;
}

/** A token at its place; one for which there is no room is not seen. */
export function drawChip({ token: { on, kind, value, seat, text: told }, text, at, wide, high, size }: Chip, { look }: Context): SVGElement {
  const [x, y] = at ?? [0, 0];
  return el("g", {
    class: `token${at ? "" : " nowhere"}`, transform: `translate(${Math.round(x)} ${Math.round(y)})`, color: seatColour(seat), "data-on": on, "data-kind": kind, "data-value": value,
  }, title(told),
  el("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: high * 0.3, class: "tokenchip", "stroke-width": look.line }),
  el("text", { y: Math.round(size * 0.36), "font-size": size, class: "chiptext" }, text));
}

/** A word at its place, with a line to what it belongs to where that is farther off. */
export function drawWord({ kind, text, title: told, seat, at: [x, y], wide, high, size, from }: Word, { look }: Context): SVGElement {
  const node = el("g", { class: `word ${kind}`, transform: `translate(${Math.round(x)} ${Math.round(y)})`, color: seatColour(seat) }, title(told));
  if (from) {
    const end = [Math.max(-wide / 2, Math.min(wide / 2, from[0] - x)), Math.max(-high / 2, Math.min(high / 2, from[1] - y))];
    node.append(el("line", { x1: end[0] as number, y1: end[1] as number, x2: Math.round(from[0] - x), y2: Math.round(from[1] - y), class: "leader", "stroke-width": look.line }));
  }
  if (kind === "marked" || kind === "state") node.append(el("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: high * 0.15, class: "plate", "stroke-width": look.line * 0.7 }));
  node.append(el("text", { y: Math.round(size * 0.36), "font-size": size }, text));
  return node;
}

export function placeOf(id: string, context: Pick<Context, "bodies" | "cells" | "grounds">): Point | null {
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

/** What happens on one place: a cross over what is gone, a dashed ring round anything else. */
function spot([x, y]: Point, body: Body | undefined, kind: string, look: Look): SVGElement[] {
  const half = body ? Math.max(body.length, body.width) / 2 : look.letter / 2;
  if (!/destroyed|leave|lost/.test(kind)) return [el("circle", { cx: x, cy: y, r: half + look.line * 4, class: "spot", "stroke-width": look.line * 2, "stroke-dasharray": `${look.line * 4} ${look.line * 3}` })];
  const d = `M${x - half} ${y - half}L${x + half} ${y + half}M${x - half} ${y + half}L${x + half} ${y - half}`;
  return [el("path", { d, class: "halo", "stroke-width": look.line * 7 }), el("path", { d, class: "spot", "stroke-width": look.line * 3 })];
}

/** A line between two places, from the edge of the body on the one to the edge of that on the other. */
function edged(from: Point, to: Point, one: Body | undefined, other: Body | undefined): { x1: number; y1: number; x2: number; y2: number } {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const half = (body: Body | undefined): number => (body ? Math.min(body.length, body.width) / 2 : 0);
  const [start, end] = length > 2 * (half(one) + half(other)) ? [half(one), half(other)] : [0, 0];
  const at = (far: number): Point => [Math.round(from[0] + ((to[0] - from[0]) * far) / (length || 1)), Math.round(from[1] + ((to[1] - from[1]) * far) / (length || 1))];
  const [[x1, y1], [x2, y2]] = [at(start), at(length - end)];
  return { x1, y1, x2, y2 };
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
    else if (first) node.append(...spot(first, body, mark.kind, look));
    return [node];
  }
  if (mark.type === "shot") {
    const [from, to] = [placeOf(mark.from_item, context), placeOf(mark.to_item, context)];
    if (!from || !to) return [];
    const line = edged(from, to, context.bodies.get(mark.from_item), context.bodies.get(mark.to_item));
    const hit = !/^0 of/.test(mark.result) && /hit|kill|destroy|dead|success|wound|won/.test(mark.result);
    return [el("g", { class: `shot ${hit ? "hit" : "miss"}` }, title(mark.text),
      el("line", { ...line, class: "halo", "stroke-width": wide * 2.2 }),
      el("line", { ...line, class: "fire", "stroke-width": wide, "marker-end": `url(#${hit ? "hit" : "miss"})`, ...(!hit && { "stroke-dasharray": `${wide * 2} ${wide * 2}` }) }))];
  }
  const [[ax, ay], [bx, by]] = mark.points;
  const ok = mark.ok === null ? "plain" : mark.ok ? "ok" : "over";
  return [el("g", { class: `measure ${ok}` }, title(mark.text), el("line", { x1: ax, y1: ay, x2: bx, y2: by, class: "rule", "stroke-width": look.line * 1.5 }))];
}
