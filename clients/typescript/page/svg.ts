/** Elements of SVG, and the measures and colours that all of a board is drawn with. */
import type { Scene } from "./types.js";

type Attributes = Readonly<Record<string, string | number>>;

export function el<K extends keyof SVGElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: readonly (Node | string)[]): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/** The measures of a board: `unit` is a cell or an inch, `line` a thin line, `letter` the height of small text. */
export interface Look {
  readonly kind: string;
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly unit: number;
  readonly line: number;
  readonly letter: number;
}

export function lookOf({ board: { kind, width, height } }: Scene): Look {
  const inches = kind === "inches";
  const side = Math.max(width, height, 1000);
  return { kind, width, height, margin: Math.round(side / 60), unit: 1000, line: inches ? Math.round(side / 500) : 20, letter: inches ? Math.round(side / 55) : 190 };
}

/** What a party is known by: a colour of Okabe and Ito, and the kind of its ring, so that no hue is needed. */
const STYLES = [
  { name: "blue", colour: "#0072B2", tint: "#CFE6F5", ring: "solid", dashes: "" },
  { name: "red", colour: "#D55E00", tint: "#FFE3C7", ring: "double", dashes: "" },
  { name: "green", colour: "#009E73", tint: "#C9EFE2", ring: "dashed", dashes: "3 2" },
  { name: "pink", colour: "#CC79A7", tint: "#F6DFEC", ring: "dotted", dashes: "1 1.5" },
] as const;
export type SeatLook = (typeof STYLES)[number];

let seats: readonly SeatLook[] = STYLES;

/** Gives every seat its look: that of its name where it is named as a colour, and to the others what is left, in order. */
export function nameSeats(names: readonly string[]): void {
  const named = names.map((name) => STYLES.find((style) => style.name === name.toLowerCase()));
  const free = STYLES.filter((style) => !named.includes(style));
  seats = names.map((_, seat) => named[seat] ?? free.shift() ?? (STYLES[seat % STYLES.length] as SeatLook));
}
export const seatLook = (seat: number | null): SeatLook | null => (seat === null || seat < 0 ? null : (seats[seat % seats.length] ?? null));
/** The class of what belongs to a seat: that of its ring. */
export const seatClass = (seat: number | null): string => seatLook(seat)?.ring ?? "nobody";

/** Terrain by its word: a pale ground, and a hatch that stays without colour. */
const TERRAIN: Readonly<Record<string, readonly [colour: string, hatch: Hatch]>> = {
  clear: ["#f7f5ec", "none"], open: ["#f7f5ec", "none"], plain: ["#f7f5ec", "none"], plains: ["#f7f5ec", "none"], grass: ["#f1f4e4", "none"],
  forest: ["#d5e8d0", "trees"], woods: ["#d5e8d0", "trees"], jungle: ["#c4dfbf", "trees"], vegetation: ["#d5e8d0", "trees"],
  hill: ["#e9dcc0", "contours"], hills: ["#e9dcc0", "contours"], mountain: ["#d9cdb8", "peaks"], mountains: ["#d9cdb8", "peaks"],
  rough: ["#ece5d3", "dots"], scrub: ["#e6ead2", "dots"], rocks: ["#dddad2", "dots"], crater: ["#e2dbd0", "dots"],
  ruins: ["#dedede", "bricks"], building: ["#d2d2d6", "bricks"], buildings: ["#d2d2d6", "bricks"], urban: ["#d8d8dc", "bricks"], town: ["#d8d8dc", "bricks"], fort: ["#cfcfd4", "bricks"],
  water: ["#cfe3f2", "waves"], river: ["#cfe3f2", "waves"], lake: ["#cfe3f2", "waves"], sea: ["#cfe3f2", "waves"], marsh: ["#d9e6df", "waves"], swamp: ["#d9e6df", "waves"],
  road: ["#eee6d6", "none"], wall: ["#d2d2d6", "bricks"], obstacle: ["#e3ded6", "lines"],
};
export type Hatch = "none" | "trees" | "contours" | "peaks" | "dots" | "bricks" | "waves" | "lines" | "cross";
const SPARE: readonly Hatch[] = ["lines", "cross", "dots", "contours"];

export function terrainLook(word: string): readonly [colour: string, hatch: Hatch] {
  const name = word.toLowerCase();
  const found = TERRAIN[name] ?? Object.entries(TERRAIN).find(([known]) => name.split(/[_ -]/).includes(known))?.[1];
  if (found !== undefined) return found;
  const sum = Array.from(name).reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return ["#e8e4dc", SPARE[sum % SPARE.length] ?? "lines"];
}

const STROKES: Readonly<Record<Exclude<Hatch, "none">, string>> = {
  trees: "M2 8 L5 2 L8 8 Z M5 8 V10",
  contours: "M0 6 Q5 1 10 6",
  peaks: "M1 9 L5 1 L9 9 M4 3 L6 3",
  dots: "M2 2 h.6 M7 4 h.6 M4 8 h.6",
  bricks: "M0 2.5 H10 M0 7.5 H10 M3 2.5 V7.5 M8 7.5 V12.5 M8 -2.5 V2.5",
  waves: "M0 3 Q2.5 1 5 3 T10 3 M0 8 Q2.5 6 5 8 T10 8",
  lines: "M0 10 L10 0",
  cross: "M0 10 L10 0 M0 0 L10 10",
};

/** The hatches of terrain, and the heads of arrows, for the definitions of an SVG. */
export function definitions({ unit, kind }: Look): SVGDefsElement {
  const size = kind === "inches" ? 2 * unit : unit / 2.6;
  const hatches = Object.entries(STROKES).map(([name, d]) =>
    el("pattern", { id: `h-${name}`, width: 10, height: 10, patternUnits: "userSpaceOnUse", patternTransform: `scale(${size / 10})` },
      el("path", { d, class: "hatch", fill: "none", "stroke-width": name === "dots" ? 1.1 : 0.5 })));
  const arrow = (id: string): SVGElement =>
    el("marker", { id, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" },
      el("path", { d: "M0 0 L10 5 L0 10 Z", class: `head ${id}` }));
  return el("defs", {}, ...hatches, arrow("arrow"), arrow("hit"), arrow("miss"));
}
