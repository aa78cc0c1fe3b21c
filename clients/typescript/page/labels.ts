/** The words on a board and where they stand: marks first, then units with their states and tokens, then the ground. */
import { ROOM, sceneCodes, spaced } from "./codes.js";
import { along, around, beside, type Box, boxAt, everywhere, middleOf, onLine, Placer, widthOf } from "./placing.js";
import type { Look } from "./svg.js";
import type { Body, Cell, Item, Mark, Point, Scene, Token } from "./types.js";

/** A word at its place; `from` is what it belongs to, where it stands apart. */
export interface Word {
  readonly id: string;
  readonly kind: "marked" | "unit" | "state" | "ground" | "zoned" | "cellname";
  readonly text: string;
  readonly title: string;
  readonly seat: number | null;
  readonly at: Point;
  readonly wide: number;
  readonly high: number;
  readonly size: number;
  readonly from?: Point;
}
/** A token at its place; null where there is no room for it. */
export interface Chip { readonly id: string; readonly token: Token; readonly text: string; readonly at: Point | null; readonly wide: number; readonly high: number; readonly size: number }

const ZONES: Readonly<Record<string, string>> = { deploy: "deployment", control: "zones of control", objective: "objective", reach: "reach" };
const LONG = 26;
const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

export function middle(points: readonly Point[]): Point {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}
const boxOf = (points: readonly Point[]): Box => around(points.map((point) => boxAt(point, 0, 0)));

/** What a body covers, with its front. */
export function bodyBox({ x, y, length, width, facing, shape }: Body): Box {
  const turn = ((facing ?? 0) / 180000) * Math.PI;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const round = shape === "circle" || shape === "oval";
  const wide = round ? Math.max(width, length) : width * cos + length * sin;
  const high = round ? Math.max(width, length) : width * sin + length * cos;
  const box = boxAt([x, y], wide, high);
  if (facing === null) return box;
  const tip = length / 2 + Math.min(length, width) * 0.24;
  return around([box, boxAt([x + tip * Math.sin(turn), y - tip * Math.cos(turn)], 0, 0)]);
}

export interface Found { readonly words: readonly Word[]; readonly chips: readonly Chip[] }
type Spec = Pick<Word, "id" | "kind" | "title" | "seat" | "size"> & { readonly forms: readonly string[] };

export class Labels {
  private readonly words: Word[] = [];
  private readonly chips = new Map<string, Chip>();
  private readonly placer: Placer;
  private readonly bodies: readonly Body[];
  private readonly boxes: ReadonlyMap<string, Box>;
  private readonly codes: ReadonlyMap<string, string>;
  private readonly pad: number;

  constructor(private readonly scene: Scene, private readonly look: Look, private readonly placeOf: (id: string) => Point | null) {
    this.bodies = scene.items.filter((item): item is Body => item.type === "body");
    this.boxes = new Map(this.bodies.map((body) => [body.id, bodyBox(body)]));
    this.codes = sceneCodes(scene);
    this.pad = Math.round(look.letter * 0.15);
    const { width, height, margin } = look;
    const edge = { left: -margin, top: -margin, right: width + margin, bottom: height + margin };
    this.placer = new Placer(edge, [...this.boxes.values()], scene.marks.flatMap((mark) => this.trace(mark)));
  }

  find(): Found {
    const tokens = this.scene.items.filter((item): item is Token => item.type === "token");
    this.marks();
    if (this.look.kind === "inches") this.units(tokens);
    else this.counters(tokens);
    for (const token of tokens) if (!this.chips.has(token.id)) this.loose(token);
    for (const item of this.scene.items) this.ground(item);
    for (const cell of this.scene.cells) this.cell(cell);
    return { words: this.words, chips: tokens.map((token) => this.chips.get(token.id) as Chip) };
  }

  /** Places the first form that has room; whether one has. */
  private word({ forms, ...spec }: Spec, spots: (wide: number, high: number) => readonly Point[], { over = false, home = null as Point | null } = {}): boolean {
    for (const text of forms) {
      const [wide, high] = [widthOf(text, spec.size) + 2 * this.pad, Math.round(spec.size * 1.25)];
      const at = this.placer.place(wide, high, spots(wide, high), { over });
      if (at === null) continue;
      const apart = home !== null && Math.hypot(at[0] - home[0], at[1] - home[1]) > 3 * high + wide / 2;
      this.words.push({ ...spec, text, at, wide, high, ...(apart && { from: home }) });
      return true;
    }
    return false;
  }

  // -- marks

  private ends(mark: Mark): readonly Point[] {
    if (mark.type !== "shot") return mark.points;
    const [from, to] = [this.placeOf(mark.from_item), this.placeOf(mark.to_item)];
    return from && to ? [from, to] : [];
  }

  /** What a mark lies over, in small boxes. */
  private trace(mark: Mark): Box[] {
    const points = this.ends(mark);
    const step = this.look.letter;
    return points.slice(1).flatMap(([x, y], at) => {
      const [fromX, fromY] = points[at] as Point;
      const count = Math.min(60, Math.ceil(Math.hypot(x - fromX, y - fromY) / step));
      return Array.from({ length: count + 1 }, (_, part) => boxAt([fromX + ((x - fromX) * part) / Math.max(1, count), fromY + ((y - fromY) * part) / Math.max(1, count)], step, step));
    });
  }

  private marks(): void {
    const told = new Set<string>();
    const { letter, kind } = this.look;
    for (const mark of this.scene.marks) {
      const points = this.ends(mark);
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last) continue;
      const base = { id: mark.id, kind: "marked", title: mark.text, size: Math.round(letter * 0.9) } as const;
      if (mark.type === "path") {
        const body = this.bodies.find(({ id }) => id === mark.body);
        const key = `${body?.unit ?? mark.body} ${mark.kind}`;
        if (points.length > 1 || told.has(key)) continue;
        told.add(key);
        const box = this.boxes.get(mark.body) ?? boxAt(first, letter, letter);
        const forms = [spaced(mark.kind), cut(spaced(mark.kind), LONG)];
        this.word({ ...base, seat: body?.seat ?? null, forms }, (wide, high) => beside(box, wide, high, [2 * this.pad, 1.5 * letter, 3 * letter, 5 * letter]), { home: first });
      } else {
        const text = mark.type === "shot" ? spaced(mark.result) : measured(mark, kind);
        if (text === "" || (mark.type === "measure" && told.has(text))) continue;
        const centre: Point = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
        const spec = { ...base, seat: null, forms: [text] };
        const spots = (wide: number, high: number): Point[] => [...onLine([first, last], high), ...beside(boxAt(centre, 0, 0), wide, high, [letter, 2 * letter, 3 * letter, 4.5 * letter, 6 * letter])];
        if (this.word(spec, spots, { home: centre }) || this.word(spec, spots, { over: true })) told.add(text);
      }
    }
  }

  // -- units

  /** On boards in inches: the name of a unit and below it its tokens, beside its bases. */
  private units(tokens: readonly Token[]): void {
    const { letter } = this.look;
    const size = Math.round(letter * 0.85);
    const units = new Map<string, Body[]>();
    for (const body of this.bodies) units.set(body.unit, [...(units.get(body.unit) ?? []), body]);
    for (const [unit, members] of units) {
      const ids = new Set(members.map(({ id }) => id));
      const text = `${unit}${members.length > 1 ? ` ×${members.length}` : ""}`;
      const small = Math.round(letter * 0.7);
      const held = tokens.filter(({ on }) => ids.has(on)).map((token) => {
        const words = this.forms(token)[0] ?? "";
        return { token, text: words, wide: widthOf(words, small) + 2 * this.pad };
      });
      const high = Math.round(small * 1.35);
      const row = held.reduce((sum, { wide }) => sum + wide + this.pad, 0);
      const name = widthOf(text, size) + 2 * this.pad;
      const [wide, whole] = [Math.max(name, row), Math.round(size * 1.25) + (held.length > 0 ? high + this.pad : 0)];
      const boxes = members.map(({ id }) => this.boxes.get(id) as Box);
      const far = [this.pad, letter, 2 * letter, 3.5 * letter, 5 * letter, 8 * letter, 12 * letter, 18 * letter];
      const all = around(boxes);
      const at = this.placer.place(wide, whole, beside(all, wide, whole, far), { over: true })
        ?? this.placer.place(wide, whole, everywhere(this.placer.board, middleOf(all), wide, whole), { over: true });
      const top = at === null ? 0 : at[1] - whole / 2;
      if (at !== null) {
        const home = nearest(at, boxes);
        const apart = Math.hypot(at[0] - home[0], at[1] - home[1]) > wide / 2 + whole + letter;
        this.words.push({ id: `unit ${unit}`, kind: "unit", text, title: unit, seat: members[0]?.seat ?? null, at: [at[0], top + size * 0.625], wide: name, high: Math.round(size * 1.25), size, ...(apart && { from: home }) });
      }
      let left = (at?.[0] ?? 0) - row / 2;
      for (const chip of held) {
        this.chips.set(chip.token.id, { id: chip.token.id, ...chip, high, size: small, at: at && [left + chip.wide / 2, top + size * 1.25 + this.pad + high / 2] });
        left += chip.wide + this.pad;
      }
    }
  }

  /** On cells: beside each body its states and its tokens, the longest form that has room. */
  private counters(tokens: readonly Token[]): void {
    const size = Math.round(this.look.letter * 0.72);
    for (const body of this.bodies) {
      const box = this.boxes.get(body.id) as Box;
      const spots = (wide: number, high: number): Point[] => along(box, wide, high, this.pad / 2);
      for (const state of body.states) {
        if (/^(fresh|ready|ok)$/.test(state)) continue;
        this.word({ id: `${body.id} ${state}`, kind: "state", title: `${body.unit}: ${spaced(state)}`, seat: body.seat, size, forms: [...(state.length < 6 ? [spaced(state)] : []), this.codes.get(state) ?? ""] }, spots);
      }
      for (const token of tokens) if (token.on === body.id) this.chip(token, size, spots);
    }
  }

  /** A token by its kind and value, and shorter. */
  private forms({ kind, value }: Token): string[] {
    const code = this.codes.get(kind) ?? "";
    if (this.look.kind === "inches" && /^\p{L}[\p{L} _-]{1,19}$/u.test(value)) return [spaced(value)];
    return value === "" ? [code] : value.length <= 3 ? [`${code} ${value}`] : [...(value.length <= ROOM ? [`${code} ${value}`] : []), `${code}…`];
  }

  private chip(token: Token, size: number, spots: (wide: number, high: number) => readonly Point[], over = false): void {
    const high = Math.round(size * 1.35);
    const base = { id: token.id, token, high, size };
    for (const text of this.forms(token)) {
      const wide = widthOf(text, size) + 2 * this.pad;
      const at = this.placer.place(wide, high, spots(wide, high), { over });
      if (at !== null) return void this.chips.set(token.id, { ...base, text, wide, at });
    }
    this.chips.set(token.id, { ...base, text: "", wide: 0, at: null });
  }

  /** A token on a zone, a cell, or nothing that is drawn. */
  private loose(token: Token): void {
    const { letter, kind } = this.look;
    const at = this.placeOf(token.on);
    const size = Math.round(letter * (kind === "inches" ? 0.8 : 0.72));
    const zone = this.scene.items.find((item) => item.type === "zone" && item.id === token.on);
    const rim = zone?.type === "zone" && zone.circle ? zone.circle.radius : kind === "inches" ? letter : 300;
    this.chip(token, size, (wide, high) => (at === null ? [] : [[at[0], at[1] - rim], [at[0], at[1] + rim], [at[0] - rim, at[1]], [at[0] + rim, at[1]], ...beside(boxAt(at, rim, rim), wide, high, [0, letter, 2 * letter])]));
  }

  // -- the ground

  private ground(item: Item): void {
    const { letter, kind } = this.look;
    const size = Math.round(letter * 0.72);
    if (item.type === "area") {
      const box = boxOf(item.poly);
      this.word({ id: item.id, kind: "ground", title: item.text, seat: null, size, forms: [spaced(item.kind)] }, (wide, high) => [middleOf(box), ...inside(box, wide, high), ...beside(box, wide, high, [0, letter])]);
    } else if (item.type === "line") {
      if (kind !== "inches" && this.scene.items.find((other) => other.type === "line" && other.kind === item.kind) !== item) return;
      const ends = item.points.slice(Math.max(0, Math.floor(item.points.length / 2) - 1)).slice(0, 2) as unknown as [Point, Point];
      this.word({ id: item.id, kind: "ground", title: item.text, seat: null, size, forms: [spaced(item.kind)] }, (_, high) => onLine(ends, high).filter((__, at) => at % 5 !== 0));
    } else if (item.type === "zone") {
      const side = item.seat === null ? "" : (this.scene.sides?.find(({ seat }) => seat === item.seat)?.name ?? "");
      const what = ZONES[item.kind] ?? spaced(item.kind);
      const spots = this.zoneSpots(item);
      this.word({ id: item.id, kind: "zoned", title: item.text, seat: item.seat, size, forms: [side ? `${side}: ${what}` : what, side || what] }, spots);
    }
  }

  private zoneSpots({ circle, poly, cells }: Extract<Item, { type: "zone" }>): (wide: number, high: number) => readonly Point[] {
    const { letter } = this.look;
    if (circle) {
      const { x, y, radius } = circle;
      return (wide, high) => [[x, y + radius - high], [x, y - radius + high], [x, y + letter * 1.4], ...beside(boxAt([x, y], 2 * radius, 2 * radius), wide, high, [0, letter])];
    }
    if (poly) return (wide, high) => inside(boxOf(poly), wide, high);
    const found = (cells ?? []).map((id) => this.placeOf(id)).filter((at): at is Point => at !== null);
    return () => found.map(([x, y]): Point => [x, y - 250]);
  }

  private cell(cell: Cell): void {
    const { letter } = this.look;
    const size = Math.round(letter * 0.72);
    const box = boxOf(cell.poly);
    const [x, y] = middleOf(box);
    const hexes = cell.poly.length > 4;
    const base = { title: cell.text, seat: null, size } as const;
    const spots = (wide: number, high: number): Point[] => {
      const [top, bottom, low] = [box.top + high / 2, box.bottom - high / 2, box.left + wide / 2];
      const side = hexes ? 0 : 1;
      return hexes ? [[x, bottom], [x, top], [low, y], [2 * x - low, y], [x, y]] : [[low, bottom], [2 * x - low, bottom], [low, top], [2 * x - low, top], [x, bottom * side]];
    };
    this.word({ ...base, id: `name ${cell.id}`, kind: "cellname", forms: [cell.id.replace(/^cell:/, "")] }, spots);
    if (cell.level !== 0) this.word({ ...base, id: `level ${cell.id}`, kind: "ground", forms: [`level ${cell.level}`, `+${cell.level}`] }, (wide, high) => [[x, box.top + high / 2], ...spots(wide, high), [x, y]]);
    for (const overlay of lying(cell, this.scene)) {
      const text = spaced(overlay);
      this.word({ ...base, id: `${overlay} ${cell.id}`, kind: "ground", forms: [text, `${text.slice(0, 5)}.`, text.slice(0, 3)] }, (wide, high) => [[x, box.bottom - 1.6 * high], [x, box.top + high * 0.6], [x, y], [x, box.bottom - high / 2], ...inside(box, wide, high)]);
    }
  }
}

/** What lies on a cell and is not drawn as a line. */
export const lying = ({ overlays }: Cell, { items }: Scene): readonly string[] =>
  overlays.filter((word) => !(word.startsWith("road") && items.some((item) => item.type === "line" && item.kind.startsWith("road"))));

/** Places within a box, from its upper edge on. */
function inside(box: Box, wide: number, high: number): Point[] {
  const [x] = middleOf(box);
  const columns = [x, box.left + wide * 0.6, box.right - wide * 0.6];
  return [0.08, 0.92, 0.5, 0.3, 0.7].flatMap((share) => columns.map((column): Point =>
    [column, box.top + high * 0.7 + (box.bottom - box.top - high * 1.4) * share]));
}

function nearest([x, y]: Point, boxes: readonly Box[]): Point {
  const centres = boxes.map(middleOf);
  return centres.reduce((best, each) => (Math.hypot(each[0] - x, each[1] - y) < Math.hypot(best[0] - x, best[1] - y) ? each : best));
}

function measured({ length, limit, ok }: Extract<Mark, { type: "measure" }>, kind: string): string {
  const of = limit === null ? "" : kind === "inches" ? ` of ${limit / 1000}"` : ` of ${limit / 1000}`;
  return `${length / 1000}${kind === "inches" ? '"' : ""}${of}${kind === "inches" ? "" : ` ${kind}`}${ok === false ? ", too far" : ""}`;
}

