/** Small parts of sentences: clauses with their text, numbers with their steps, dice with what they needed. */
import { createContext } from "preact";
import { useContext, useId } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { Odds, Order, Sum, Term, Throw, Told } from "./types.js";

/** Texts of clauses by id, as far as they are known; who needs one that is not there says so. */
export interface ClauseTexts {
  readonly texts: Readonly<Record<string, string>>;
  /** What stands where a text is not known. */
  readonly unknown: string;
  readonly want?: (id: string) => void;
}
export const Clauses = createContext<ClauseTexts>({ texts: {}, unknown: "The text of this clause is not in this page." });
/** Whether the row of the dice was checked on this page. */
export const DiceProven = createContext(false);

/** Something with more to read on hover, focus and tap. */
export function Tipped({ kind, label, want, children }: { kind: string; label: ComponentChildren; want?: () => void; children: ComponentChildren }) {
  const id = useId();
  return (
    <span class="tipped" onPointerEnter={want} onFocusIn={want}>
      <button type="button" class={kind} aria-describedby={id}>{label}</button>
      <span role="tooltip" id={id} class="tip">{children}</span>
    </span>
  );
}

export function Clause({ id }: { id: string }) {
  const { texts, unknown, want } = useContext(Clauses);
  return <Tipped kind="clause" label={id} want={() => want?.(id)}>{texts[id] ?? unknown}</Tipped>;
}

/** So many clauses are written out; the others are a press away. */
const WRITTEN = 5;
const LONG = 120;

/** The beginning of a text, to the end of a word. */
export function shortened(text: string): string {
  const end = text.lastIndexOf(" ", LONG);
  return text.length <= LONG ? text : `${text.slice(0, end > 0 ? end : LONG).replace(/[,;:.\s-]+$/, "")} …`;
}

/** Why it happened: the clauses of an entry in words, as far as their texts are here. */
export function Why({ ids }: { ids: readonly string[] }) {
  const { texts } = useContext(Clauses);
  const known = ids.filter((id) => texts[id] !== undefined);
  if (known.length === 0) return null;
  const rows = (part: readonly string[]) => <ul>{part.map((id) => <li data-clause={id}><b>{id}</b> {shortened(texts[id] ?? "")}</li>)}</ul>;
  return (
    <div class="why">
      <h3>Why</h3>
      {rows(known.slice(0, WRITTEN))}
      {known.length > WRITTEN && <details><summary>{known.length - WRITTEN} more</summary>{rows(known.slice(WRITTEN))}</details>}
    </div>
  );
}

const inches = (value: number): string => `${value / 1000}"`;
const SIGNS: Readonly<Record<string, (value: string) => string>> = {
  base: (value) => value,
  times: (value) => `× ${value}`,
  at_least: (value) => `at least ${value}`,
  at_most: (value) => `at most ${value}`,
  set: (value) => `set to ${value}`,
};

function step([, operation, value]: Term, long: boolean): string {
  const shown = long ? inches(Math.abs(value)) : String(Math.abs(value));
  if (operation === "add") return `${value < 0 ? "−" : "+"} ${shown}`;
  return (SIGNS[operation] ?? ((text) => `${operation} ${text}`))(value < 0 ? `−${shown}` : shown);
}

/** A computed number: "needed 6 = 7 − 1"; the clause of each step, with its text, on hover, focus and tap. */
export function SumShown({ sum }: { sum: Sum }) {
  const { texts: clauses, want } = useContext(Clauses);
  const wanted = (): void => sum.terms.forEach(([id]) => want?.(id));
  const long = sum.inches === 1;
  const total = long ? inches(sum.total) : String(sum.total);
  const steps = sum.terms.map((term) => step(term, long)).join(" ");
  return (
    <Tipped kind="sum" want={wanted} label={<>{sum.name} <b>{total}</b>{sum.terms.length > 1 && ` = ${steps}`}</>}>
      {sum.terms.map((term) => <span class="term"><b>{step(term, long)}</b> {term[0]}{clauses[term[0]] ? `: ${clauses[term[0]]}` : ""}</span>)}
    </Tipped>
  );
}

/**
 * Which dice succeeded, where that is sure: as many chances as dice, and of those with equal chances the better faces are
 * the successes. Null where it can not be told die by die.
 */
export function successes(faces: readonly number[], odds: readonly Odds[]): boolean[] | null {
  if (faces.length === 0 || odds.length !== faces.length) return null;
  const found = odds.map(([, , , success]) => success === 1);
  const groups = new Map<string, [win: number[], lose: number[]]>();
  odds.forEach(([, good, of], at) => {
    const group = groups.get(`${good}/${of}`) ?? [[], []];
    groups.set(`${good}/${of}`, group);
    group[found[at] ? 0 : 1].push(faces[at] ?? 0);
  });
  for (const [win, lose] of groups.values()) {
    if (win.length === 0 || lose.length === 0) continue;
    if (!(Math.min(...win) > Math.max(...lose) || Math.max(...win) < Math.min(...lose))) return null;
  }
  return found;
}

const percent = (good: number, of: number): string => `${Math.round((1000 * good) / of) / 10} %`;
const round = (value: number): string => String(Math.round(value * 10) / 10);

function Dice({ dice, won }: { dice: Throw; won: readonly boolean[] | null }) {
  const proven = useContext(DiceProven);
  const source = dice.src === "reported" ? "thrown on the table: people's word" : dice.src === "hidden" ? "hidden dice" : "";
  return (
    <span class="throw">
      <span class="for">{dice.by} throws {dice.f.length}d{dice.d} for {dice.for}: </span>
      {dice.f.map((face, at) => {
        const result = won === null ? "" : won[at] ? "won" : "lost";
        return <span class={`die ${result}`}>{face}{result && <span class="vh">{won?.[at] ? " succeeds" : " fails"}</span>}{" "}</span>;
      })}
      {source && <span class="source">{source}</span>}
      {proven && dice.src !== "reported" && <span class="proven" title="drawn again on this page">✓<span class="vh"> checked</span></span>}
    </span>
  );
}

function Chances({ odds }: { odds: readonly Odds[] }) {
  const expected = odds.reduce((sum, [, good, of]) => sum + good / of, 0);
  const found = odds.filter(([, , , success]) => success === 1).length;
  const same = new Set(odds.map(([, good, of]) => `${good}/${of}`)).size === 1;
  const [, good, of] = odds[0] as Odds;
  const each = same ? `${good} in ${of} (${percent(good, of)})${odds.length > 1 ? " each" : ""}` : `${round(expected)} of ${odds.length} expected`;
  return <span class="chance">chance before: {each}; {found} of {odds.length} succeeded{same && odds.length > 1 ? `, ${round(expected)} expected` : ""}</span>;
}

function OrderShown({ order: [, result, just, better, of] }: { order: Order }) {
  const chance = (good: number): string => `${good} in ${of} (${percent(good, of)})`;
  return <span class="chance">chance before: {chance(just)} for {result}, {chance(better)} for that or better</span>;
}

/** One event with its clauses, its dice beside it, what they needed and how likely that was. */
export function EventShown({ told }: { told: Told }) {
  const faces = (told.throws ?? []).flatMap(({ f }) => f);
  const won = successes(faces, told.odds ?? []);
  let at = 0;
  return (
    <li class="event">
      {told.t && <span class="sentence">{told.t} </span>}
      {(told.c ?? []).map((id) => <Clause id={id} />)}
      {(told.sums ?? []).length > 0 && <div class="sums">{told.sums?.map((sum) => <SumShown sum={sum} />)}</div>}
      {(told.throws ?? []).map((dice) => {
        at += dice.f.length;
        return <div><Dice dice={dice} won={won?.slice(at - dice.f.length, at) ?? null} /></div>;
      })}
      {told.odds && told.odds.length > 0 && <div><Chances odds={told.odds} /></div>}
      {(told.orders ?? []).map((order) => <div><OrderShown order={order} /></div>)}
    </li>
  );
}
