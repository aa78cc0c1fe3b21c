/** Elements of SVG, and the measures and colours that all of a board is drawn with. */
import type { Looks, Scene } from "./types.js";

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

let looks: Looks = { ground: {}, hatches: {}, tile: 24, signs: {} };
export const useLooks = (found: Looks): void => { looks = found; };
export const groundLook = (word: string): readonly [colour: string, hatch: string] => looks.ground[word] ?? ["#EFEFEF", ""];
/** The path of a body's sign, about 100 wide around (0, 0); undefined where there is none. */
export const signOf = (glyph: string): string | undefined => looks.signs[glyph];

/** The hatches of the ground, and the heads of arrows, for the definitions of an SVG. */
export function definitions({ unit, kind }: Look): SVGDefsElement {
  const { tile } = looks;
  const size = kind === "inches" ? 1.6 * unit : unit / 2.4;
  const hatches = Object.entries(looks.hatches).map(([name, paths]) =>
    el("pattern", { id: `h-${name}`, width: tile, height: tile, patternUnits: "userSpaceOnUse", patternTransform: `scale(${Math.round(size / tile)})` },
      ...paths.map((d) => el("path", { d, class: "hatch", fill: "none", "stroke-width": 1 }))));
  // within zones: the hatch of each ring, so that no hue is needed
  const gap = kind === "inches" ? 1.5 * unit : unit / 4;
  const hatching = STYLES.map(({ ring, colour }, at) => {
    const lines = [`M0 ${gap}L${gap} 0`, `M0 0L${gap} ${gap}`, `M0 ${gap / 2}H${gap * 0.6}`, `M${gap / 2} ${gap / 2}h1`];
    return el("pattern", { id: `z-${ring}`, width: gap, height: gap, patternUnits: "userSpaceOnUse" },
      el("path", { d: lines[at] ?? "", stroke: colour, "stroke-width": gap / (ring === "dotted" ? 4 : 14), "stroke-linecap": ring === "dotted" ? "round" : "butt" }));
  });
  const arrow = (id: string): SVGElement =>
    el("marker", { id, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" },
      el("path", { d: "M0 0 L10 5 L0 10 Z", class: `head ${id}` }));
  return el("defs", {}, ...hatches, ...hatching, arrow("arrow"), arrow("hit"), arrow("miss"));
}
