/** The ruleset tile_formations: its contract as it is generated, and the value that games of it are opened with. */
import { file_wargame_tile_formations_v1_commands as commands } from "../gen/wargame/tile_formations/v1/commands_pb.js";
import { file_wargame_tile_formations_v1_events as events } from "../gen/wargame/tile_formations/v1/events_pb.js";
import { file_wargame_tile_formations_v1_play as queries, Play } from "../gen/wargame/tile_formations/v1/play_pb.js";
import { file_wargame_tile_formations_v1_view as view } from "../gen/wargame/tile_formations/v1/view_pb.js";
import { Ruleset } from "../ruleset.js";

export * from "../gen/wargame/tile_formations/v1/commands_pb.js";
export * from "../gen/wargame/tile_formations/v1/events_pb.js";
export * from "../gen/wargame/tile_formations/v1/play_pb.js";
export * from "../gen/wargame/tile_formations/v1/view_pb.js";

export const tile_formations = /*@__PURE__*/ new Ruleset("tile_formations", Play, [commands, events, queries, view]);
