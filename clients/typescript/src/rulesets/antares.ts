/** The ruleset antares: its contract as it is generated, and the value that games of it are opened with. */
import { file_wargame_antares_v1_commands as commands } from "../gen/wargame/antares/v1/commands_pb.js";
import { file_wargame_antares_v1_events as events } from "../gen/wargame/antares/v1/events_pb.js";
import { file_wargame_antares_v1_play as queries, Play } from "../gen/wargame/antares/v1/play_pb.js";
import { file_wargame_antares_v1_view as view } from "../gen/wargame/antares/v1/view_pb.js";
import { Ruleset } from "../ruleset.js";

export * from "../gen/wargame/antares/v1/commands_pb.js";
export * from "../gen/wargame/antares/v1/events_pb.js";
export * from "../gen/wargame/antares/v1/play_pb.js";
export * from "../gen/wargame/antares/v1/view_pb.js";

export const antares = /*@__PURE__*/ new Ruleset("antares", Play, [commands, events, queries, view]);
