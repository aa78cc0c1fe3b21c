/** All rulesets by name, for programs that play any of them. A program for one takes that ruleset's own module. */
import type { Ruleset } from "../ruleset.js";
import { antares } from "./antares.js";
import { grinding_annihilation } from "./grinding_annihilation.js";
import { hex_orders } from "./hex_orders.js";
import { tile_formations } from "./tile_formations.js";

export const rulesets: ReadonlyMap<string, Ruleset> = /*@__PURE__*/ new Map<string, Ruleset>(
  [antares, grinding_annihilation, hex_orders, tile_formations].map((ruleset) => [ruleset.name, ruleset]),
);

export { antares, grinding_annihilation, hex_orders, tile_formations };
