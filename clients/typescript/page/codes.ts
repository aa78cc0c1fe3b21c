/** Words that have no room on a board stand there as short codes; beside the board is written what each says. */
import type { Body, Scene, Token } from "./types.js";

/** A longer value of a token is written beside the board. */
export const ROOM = 6;

export const spaced = (word: string): string => word.replace(/_/g, " ");

function* candidates(word: string): Generator<string> {
  const parts = word.toUpperCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = parts.join("") || "X";
  yield parts.map((part) => part[0]).join("").slice(0, 2) || "X";
  for (const letter of letters.slice(1)) yield `${letters[0]}${letter}`;
  for (let number = 1; ; number += 1) yield `${letters[0]}${number}`;
}

/** Gives each word a code of its own, by the order of the alphabet. */
export function codesOf(words: Iterable<string>): Map<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const word of [...new Set(words)].sort()) {
    for (const code of candidates(word)) {
      if (taken.has(code)) continue;
      taken.add(code);
      found.set(word, code);
      break;
    }
  }
  return found;
}

/** The codes of a scene: kinds of its tokens, and on cells the states of its bodies. */
export function sceneCodes({ board, items }: Scene): Map<string, string> {
  const states = board.kind === "inches" ? [] : items.flatMap((item) => (item.type === "body" ? item.states : []));
  return codesOf([...states, ...items.flatMap((item) => (item.type === "token" ? [item.kind] : []))]);
}

/** What the signs in bodies say: each kind of body once. */
export const glyphsOf = ({ items }: Scene): readonly string[] =>
  [...new Set(items.filter((item): item is Body => item.type === "body" && item.glyph !== "").map(({ glyph }) => glyph))].sort();

/** Values of tokens that have no room on a board of cells, by what they lie on. */
export function longValues({ board, items }: Scene): readonly string[] {
  if (board.kind === "inches") return [];
  const found = new Map<string, string[]>();
  const long = items.filter((item): item is Token => item.type === "token" && item.value.length > ROOM);
  for (const { on, kind, value } of long) {
    const what = on.replace(/^[a-z]+:/, "");
    found.set(what, [...(found.get(what) ?? []), `${spaced(kind)} ${value}`]);
  }
  return [...found].map(([what, values]) => `${what}: ${values.join(", ")}`);
}
