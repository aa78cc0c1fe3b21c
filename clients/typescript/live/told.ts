/** Steps of the stream as entries of the page. */
import type { BoardStep, ToldEvent } from "../src/contract.js";
import { Operation, OperationSchema, ThrowSourceSchema } from "../src/contract.js";
import { words } from "../src/commands.js";
import { hex } from "../src/verify/bytes.js";
import type { Entry, Odds, Sum, Throw, Told } from "../page/types.js";

const OPERATIONS = words(OperationSchema);
const SOURCES = words(ThrowSourceSchema);

function toldEvent({ name, sentence, clauses, tallies, dice, chances }: ToldEvent): Told {
  const sums = tallies.map(({ name: of, tally, length }): Sum => ({
    name: of, total: tally?.total ?? 0, ...(length && { inches: 1 as const }),
    terms: (tally?.terms ?? []).map(({ clause, operation, value }) => [clause, OPERATIONS.get(operation) ?? Operation[operation], value] as const),
  }));
  const thrown = dice.map(({ sentence: why, by, source, sides, faces }): Throw =>
    ({ for: why, by, src: (SOURCES.get(source) ?? "hidden") as Throw["src"], d: sides, f: faces, at: [0, 0, 0] }));
  const odds = chances.flatMap(({ seat, chance, success }): Odds[] => {
    const [good = 0, of = 1] = (chance?.ratio ?? "0/1").split("/").map(Number);
    return [[seat, good, of, success ? 1 : 0]];
  });
  return {
    k: name, t: sentence, c: clauses,
    ...(sums.length > 0 && { sums }), ...(thrown.length > 0 && { throws: thrown }), ...(odds.length > 0 && { odds }),
  };
}

export function entryOf({ seq, actor, command, told }: BoardStep): Entry {
  const party = actor?.party?.who;
  return {
    n: Number(seq), by: told?.by ?? "", seat: party?.case === "seat" ? party.value : -1, kind: command, with: told?.details ?? "",
    ev: (told?.events ?? []).map(toldEvent),
    ...(told && told.headings.length > 0 && { head: told.headings }),
    ...(told?.asks && { asks: told.asks }), ...(told?.desk && { desk: true as const }),
  };
}

/** The start of an entry's hash, by which a link to another game is told. */
export const shortHash = ({ hash }: Pick<BoardStep, "hash">): string => hex(hash).slice(0, 8);
