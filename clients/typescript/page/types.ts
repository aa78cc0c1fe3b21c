/** What a page holds, as replays/page writes it, and the scene as adjudicator/kernel/scene has it. */

export type Point = readonly [number, number];

interface Drawable {
  readonly id: string;
  readonly text: string;
  readonly why: readonly string[];
  readonly from: readonly string[];
}

export interface Cell extends Drawable {
  readonly type: "cell";
  readonly poly: readonly Point[];
  readonly terrain: string;
  readonly overlays: readonly string[];
  readonly level: number;
}
export interface Area extends Drawable { readonly type: "area"; readonly poly: readonly Point[]; readonly kind: string; readonly height: number }
export interface Line extends Drawable { readonly type: "line"; readonly points: readonly Point[]; readonly kind: string }
export interface Zone extends Drawable {
  readonly type: "zone";
  readonly kind: string;
  readonly seat: number | null;
  readonly poly: readonly Point[] | null;
  readonly circle: { readonly x: number; readonly y: number; readonly radius: number } | null;
  readonly cells: readonly string[] | null;
}
export interface Body extends Drawable {
  readonly type: "body";
  readonly unit: string;
  readonly seat: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly facing: number | null;
  readonly shape: string;
  readonly length: number;
  readonly width: number;
  readonly glyph: string;
  readonly count: number;
  readonly wounds: number;
  readonly of: number;
  readonly states: readonly string[];
  readonly hidden: boolean;
}
export interface Token extends Drawable {
  readonly type: "token";
  readonly on: string;
  readonly kind: string;
  readonly value: string;
  readonly seat: number | null;
}
export interface Template extends Drawable { readonly type: "template"; readonly shape: string; readonly points: readonly Point[] }
export interface Path extends Drawable { readonly type: "path"; readonly body: string; readonly points: readonly Point[]; readonly kind: string; readonly ghost: boolean }
export interface Shot extends Drawable { readonly type: "shot"; readonly from_item: string; readonly to_item: string; readonly result: string }
export interface Measure extends Drawable {
  readonly type: "measure";
  readonly points: readonly [Point, Point];
  readonly length: number;
  readonly limit: number | null;
  readonly ok: boolean | null;
  readonly clause: string;
}
export type Item = Area | Line | Zone | Body | Token | Template;
export type Mark = Path | Shot | Measure;

export interface Aside { readonly seat: number | null; readonly text: string; readonly unit: string }
export interface Side { readonly seat: number; readonly name: string; readonly text: string }
export interface Scene {
  readonly seq: number;
  readonly viewer: string;
  readonly turn: string;
  readonly phase: string;
  readonly asks: readonly string[];
  readonly sides?: readonly Side[];
  readonly board: { readonly kind: "inches" | "hexes" | "tiles"; readonly width: number; readonly height: number; readonly unit: string; readonly aside?: readonly Aside[] };
  readonly cells: readonly Cell[];
  readonly items: readonly Item[];
  readonly marks: readonly Mark[];
}

export interface Changed<T> { readonly set?: readonly T[]; readonly order?: readonly string[] }
/** A keyframe, or what changed since the frame before. */
export type Frame = null | { readonly key: Scene } | {
  readonly key?: undefined;
  readonly all?: Partial<Scene>;
  readonly cells?: Changed<Cell>;
  readonly items?: Changed<Item>;
};

export type Term = readonly [clause: string, operation: string, value: number];
export interface Sum { readonly name: string; readonly total: number; readonly terms: readonly Term[]; readonly inches?: 1 }
export interface Throw {
  readonly for: string;
  readonly by: string;
  readonly src: "seeded" | "hidden" | "reported";
  readonly d: number;
  readonly f: readonly number[];
  readonly at: readonly [stream: number, epoch: number, index: number];
}
/** A throw that succeeds or fails: whose, so many chances of so many, and whether it did. */
export type Odds = readonly [seat: number, good: number, of: number, success: 0 | 1];
/** A throw whose results stand in an order: whose, what came, and the chances of just that, and of that or better. */
export type Order = readonly [seat: number, result: string, just: number, better: number, of: number];
export interface Told {
  readonly k: string;
  readonly t?: string;
  readonly c?: readonly string[];
  readonly sums?: readonly Sum[];
  readonly throws?: readonly Throw[];
  readonly odds?: readonly Odds[];
  readonly orders?: readonly Order[];
}
export interface Entry {
  readonly n: number;
  readonly by: string;
  readonly seat: number;
  readonly kind: string;
  readonly with: string;
  readonly ev: readonly Told[];
  readonly head?: readonly string[];
  readonly asks?: string;
  readonly desk?: true;
}
export interface Series { readonly name: string; readonly seat: number; readonly values: readonly (number | null)[] }
export interface Finding { readonly code: string; readonly seq: number; readonly expected: string; readonly found: string }
export interface Report {
  readonly result: string;
  readonly levels: Readonly<Record<string, string>>;
  readonly primary: Finding | null;
  readonly findings: readonly Finding[];
  readonly declared: readonly string[];
  readonly testimony: readonly string[];
  readonly notes: readonly string[];
  readonly limits: readonly string[];
}
export interface Data {
  readonly format: string;
  readonly title: string;
  readonly checker?: true;
  readonly banner: string;
  readonly game: string;
  readonly ruleset: string;
  readonly edition: string;
  readonly dice: string;
  readonly names: readonly string[];
  readonly viewers: readonly { readonly name: string; readonly seat: number }[];
  readonly hashes: readonly string[];
  readonly told: { readonly first: readonly Entry[]; readonly others: readonly Readonly<Record<string, Entry>>[] };
  readonly frames: readonly (readonly Frame[])[];
  readonly series: readonly (readonly Series[])[];
  readonly void: readonly number[];
  /** Why no board is drawn to the end; empty where it is. */
  readonly undrawn: string;
  readonly tables: Readonly<Record<string, string>>;
  readonly look: Looks;
  readonly clauses: Readonly<Record<string, string>>;
  readonly audit: Report | null;
}

/** The looks that all pictures share: ground by its word as colour and hatch, hatches and signs of bodies as paths. */
export interface Looks {
  readonly ground: Readonly<Record<string, readonly [colour: string, hatch: string]>>;
  readonly hatches: Readonly<Record<string, readonly string[]>>;
  readonly tile: number;
  readonly signs: Readonly<Record<string, string>>;
}

/** What the page says, as far as it can be compared with the bytes of the replay file. */
export type Claims = Pick<Data, "game" | "names" | "hashes" | "told" | "tables" | "audit">;

export type RowState = "checked" | "failed" | "open";
export interface Row {
  readonly name: string;
  readonly state: RowState;
  /** One sentence: what was checked, what is wrong, or why it was not checked. */
  readonly text: string;
  /** Entry at which it fails. */
  readonly at?: number;
}
export const ROWS = ["container", "chain", "heads", "signatures", "sealed parts", "dice", "rulings", "rules", "picture"] as const;
