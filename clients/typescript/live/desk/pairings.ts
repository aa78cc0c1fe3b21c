/** Pairings out of text, as the command line takes them: CSV of round, table, rules, persons, and perhaps a time. */
import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { EventSeatSchema, type EventSheet, type Pairing, PairingSchema } from "../../src/contract.js";

const COLUMNS = ["round", "table", "ruleset"] as const;
const [PERSON, STARTS] = ["person", "starts"] as const;
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const isTime = (cell: string): boolean => cell.includes(":");

/** What is wrong with the text, with line and column. */
export class PairingFault extends Error {
  override name = "PairingFault";

  constructor(line: number, column: number, problem: string) {
    super(`Line ${line}, column ${column + 1}: ${problem}.`);
  }
}

interface Line { readonly number: number; readonly cells: readonly string[] }

/** Splits CSV into lines of cells; in quotes a comma is a comma, and two quotes are one. */
export function linesOf(text: string): Line[] {
  const found: Line[] = [];
  let [cells, cell, quoted, number, began]: [string[], string, boolean, number, number] = [[], "", false, 1, 1];
  const end = (): void => {
    found.push({ number: began, cells: [...cells, cell].map((each) => each.trim()) });
    [cells, cell, began] = [[], "", number + 1];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (quoted && letter === '"' && text[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1];
    else if (letter === '"' && (quoted || cell.trim() === "")) [quoted, cell] = [!quoted, quoted ? cell : ""];
    else if (letter === "," && !quoted) [cells, cell] = [[...cells, cell], ""];
    else if (letter === "\n" && !quoted) end();
    else cell += letter;
    if (letter === "\n") number += 1;
  }
  if (quoted) throw new PairingFault(began, cells.length, "begins with a quote that nothing ends");
  end();
  return found.filter((line) => line.cells.some(Boolean) && !line.cells[0]?.startsWith("#"));
}

/** Names of the columns: those of a first line that begins with "round", else a person for each further cell. */
function namesOf({ number, cells }: Line): string[] {
  if (cells[0] !== COLUMNS[0]) return [...COLUMNS, ...cells.slice(COLUMNS.length).filter((cell) => !isTime(cell)).map(() => PERSON), STARTS];
  COLUMNS.forEach((name, at) => {
    if (cells[at] !== name) throw new PairingFault(number, at, `is called ${name}; the columns are ${COLUMNS.join(", ")}, then persons`);
  });
  return [...cells];
}

function startOf(cell: string, number: number, at: number): Date {
  const time = new Date(cell);
  if (!ZONED.test(cell) || Number.isNaN(time.getTime())) throw new PairingFault(number, at, `“${cell}” is no time: write it with its zone, as 2026-11-21T09:30:00Z`);
  return time;
}

/** Reads pairings of an event. PairingFault with the first mistake; the service checks all of it again. */
export function readPairings(text: string, { roster, terms }: EventSheet): Pairing[] {
  const lines = linesOf(text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"));
  const [first] = lines;
  if (first === undefined) throw new PairingFault(1, 0, `is empty: write ${COLUMNS.join(", ")}, and a person for each seat`);
  const names = namesOf(first);
  const persons = new Map(roster.map(({ name, withdrawn }) => [name, withdrawn]));
  const rulesets = (terms?.rulesets ?? []).map(({ ruleset }) => ruleset);
  const [tables, playing] = [new Map<string, number>(), new Map<string, number>()];
  const person = (cell: string, round: string, { number }: Line, at: number): void => {
    if (!persons.has(cell)) throw new PairingFault(number, at, `“${cell}” is not on the roster`);
    if (persons.get(cell)) throw new PairingFault(number, at, `“${cell}” has withdrawn: add the person to the roster again, or pair anew`);
    const key = `${round}\n${cell}`;
    if (playing.has(key)) throw new PairingFault(number, at, `“${cell}” plays in round ${round} already, on line ${playing.get(key)}`);
    playing.set(key, number);
  };
  const pairing = (line: Line): Pairing => {
    const { number, cells } = line;
    if (cells.length > names.length) throw new PairingFault(number, names.length, `is one too many: there are ${names.length} columns`);
    const made = create(PairingSchema);
    names.forEach((name, at) => {
      const cell = cells[at] ?? "";
      if (name === "round" || name === "table" || name === "ruleset") {
        if (cell === "") throw new PairingFault(number, at, `is empty: write the ${name}`);
        if (name === "ruleset" && !rulesets.includes(cell)) throw new PairingFault(number, at, `“${cell}” is none of the event's rules: ${rulesets.join(", ")}`);
        made[name] = cell;
      } else if (name === STARTS || isTime(cell)) {
        if (cell !== "") made.startsTime = timestampFromDate(startOf(cell, number, at));
      } else if (cell !== "") {
        person(cell, made.round, line, at);
        made.seats.push(create(EventSeatSchema, { name: name === PERSON ? "" : name, person: cell }));
      }
    });
    const key = `${made.round}\n${made.table}`;
    if (tables.has(key)) throw new PairingFault(number, 1, `table ${made.table} of round ${made.round} stands on line ${tables.get(key)} already`);
    tables.set(key, number);
    if (made.seats.length < 2) throw new PairingFault(number, COLUMNS.length + made.seats.length, "is empty: write the name of a person for each seat");
    return made;
  };
  return lines.slice(first.cells[0] === COLUMNS[0] ? 1 : 0).map(pairing);
}
