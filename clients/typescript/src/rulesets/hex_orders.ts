/** The ruleset hex_orders: its contract as it is generated, and the value that games of it are opened with. */
import { file_wargame_hex_orders_v1_commands as commands } from "../gen/wargame/hex_orders/v1/commands_pb.js";
import { file_wargame_hex_orders_v1_events as events } from "../gen/wargame/hex_orders/v1/events_pb.js";
import { file_wargame_hex_orders_v1_play as queries, Play } from "../gen/wargame/hex_orders/v1/play_pb.js";
import { file_wargame_hex_orders_v1_view as view } from "../gen/wargame/hex_orders/v1/view_pb.js";
import { Ruleset } from "../ruleset.js";

export * from "../gen/wargame/hex_orders/v1/commands_pb.js";
export * from "../gen/wargame/hex_orders/v1/events_pb.js";
export * from "../gen/wargame/hex_orders/v1/play_pb.js";
export * from "../gen/wargame/hex_orders/v1/view_pb.js";

export const hex_orders = /*@__PURE__*/ new Ruleset("hex_orders", Play, [commands, events, queries, view]);
