/** The ruleset grinding_annihilation: its contract as it is generated, and the value that games of it are opened with. */
import { file_wargame_grinding_annihilation_v1_commands as commands } from "../gen/wargame/grinding_annihilation/v1/commands_pb.js";
import { file_wargame_grinding_annihilation_v1_events as events } from "../gen/wargame/grinding_annihilation/v1/events_pb.js";
import { file_wargame_grinding_annihilation_v1_play as queries, Play } from "../gen/wargame/grinding_annihilation/v1/play_pb.js";
import { file_wargame_grinding_annihilation_v1_view as view } from "../gen/wargame/grinding_annihilation/v1/view_pb.js";
import { Ruleset } from "../ruleset.js";

export * from "../gen/wargame/grinding_annihilation/v1/commands_pb.js";
export * from "../gen/wargame/grinding_annihilation/v1/events_pb.js";
export * from "../gen/wargame/grinding_annihilation/v1/play_pb.js";
export * from "../gen/wargame/grinding_annihilation/v1/view_pb.js";

export const grinding_annihilation = /*@__PURE__*/ new Ruleset("grinding_annihilation", Play, [commands, events, queries, view]);
