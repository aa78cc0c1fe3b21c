// The shared figures of dice and log, from the folder that ADJUDICATOR_VECTORS names.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { mpint, type Opening, unhex, type Value } from "adjudicator-client/verify";

const folder = process.env.ADJUDICATOR_VECTORS ?? fileURLToPath(new URL("../../../../tests/kernel", import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(`${folder}/${name}_vectors.json`, "utf8"));

export interface Figures {
  setup: Record<"S" | "G" | "R" | "r0" | "r1" | "K" | "C" | "c0" | "c1" | "T", string>;
  d6: { block: string; faces: number[] };
  mixed: { first: number; sides: number[]; faces: number[] };
  rejection: { first: number; sides: number; draws: [number, number][] };
  carry: { index: number; sides: number; draw: [number, number] };
  open_ended: { first: number; faces: number[]; control: { first: number; faces: number[] } };
  bag: { bag: string; first: number; drawn: string; rest: string; shuffle_first: number; shuffled: string };
  later_epoch: { contribution: string; stream: number; T: string; E: string; K: string; faces: number[] };
}

export interface ChainFigures {
  game: string;
  secret: string;
  transcript: string;
  entries: { record: string; hash: string; openings?: string }[];
  dice: number;
  state: Record<"view" | "hash" | "key" | "tables" | "full", string>;
  signing: { seed: string; public: string; bytes: string; signature: string };
  verify_key: string;
  note: string;
}

export interface KeptGame {
  name: string;
  game: string;
  verify_key: string;
  note: string;
  settings: string;
  dice: number;
  rewinds: [number, number][];
  void: number[];
  changes: { name: string; entry: number; path: number[]; value: null | number | string | number[]; check: string; at: number }[];
  entries: { record: string; hash: string; openings?: string }[];
}

export const kept: { games: KeptGame[]; openings: { name: string; opening: string; settings: string }[] } = read("rewind");

/** A signed game in which another person takes a seat over, and changes of one value each. */
export interface TakenOver extends Omit<KeptGame, "changes"> {
  signatures: number;
  changes: { name: string; entry: number; path: number[]; value?: Value; bytes?: string; at: number }[];
}

export const takenOver: TakenOver = read("seat");

/** A game that is corrected, in view and hidden, and adopts an edition. */
export interface Corrected extends KeptGame {
  corrected: [number, number][];
  editions: [number, string][];
}

export const corrected: Corrected = read("correction");
export const words: { fields: { command: string; field: string; read: Record<string, string>; refused: string[] }[] } = read("word");
export const figures: Figures = read("dice");
export const chain: ChainFigures = read("chain");
export const records: Uint8Array[] = chain.entries.map(({ record }) => unhex(record));

type Row = [number, number, Uint8Array, Uint8Array];

export const openings = new Map<number, Opening[]>(chain.entries.flatMap(({ openings: packed }, at) => {
  const rows = packed === undefined ? [] : (mpint.decode(unhex(packed)) as unknown as Row[]);
  return rows.length ? [[at + 1, rows.map(([owner, part, salt, data]) => ({ owner, part, salt, data }))] as const] : [];
}));

/** Openings of a kept game by the number of their entry. */
export const openingsOf = (game: Pick<KeptGame, "entries">): Map<number, Opening[]> => new Map(game.entries.map(({ openings: packed }, at) => {
  const rows = packed === undefined ? [] : (mpint.decode(unhex(packed)) as unknown as Row[]);
  return [at + 1, rows.map(([owner, part, salt, data]) => ({ owner, part, salt, data }))];
}));

/** Fields of a record, open to changes. */
export type Fields = (Value | Fields)[];

/** Keys of small order, each with a text that one signature fits for whoever does not look at the key. */
export const smallOrderFigures: { signature: string; keys: { key: string; text: string }[] } = read("small_order");
