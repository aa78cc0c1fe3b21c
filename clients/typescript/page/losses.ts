/** Where a side has less on the board than before. */
import type { Series } from "./types.js";

/** Places at which a side has lost something; where a number is not known nothing is said. */
export function lossesOf(series: readonly Series[]): number[] {
  const found = new Set<number>();
  for (const { name, values } of series) {
    if (name !== "left on the board") continue;
    values.forEach((value, at) => {
      const before = values[at - 1];
      if (value !== null && before !== null && before !== undefined && value < before) found.add(at);
    });
  }
  return [...found].sort((one, other) => one - other);
}
