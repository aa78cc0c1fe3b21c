/** The contract that every ruleset shares, `wargame.v1`, as it is generated. */
export * from "./gen/wargame/v1/admin_pb.js";
export * from "./gen/wargame/v1/events_pb.js";
export * from "./gen/wargame/v1/games_pb.js";
export * from "./gen/wargame/v1/options_pb.js";
export * from "./gen/wargame/v1/play_pb.js";
export * from "./gen/wargame/v1/protocol_pb.js";
export * from "./gen/wargame/v1/ready_pb.js";
export * from "./gen/wargame/v1/record_pb.js";
export * from "./gen/wargame/v1/referee_pb.js";
export * from "./gen/wargame/v1/rewinds_pb.js";
export * from "./gen/wargame/v1/rulings_pb.js";
export * from "./gen/wargame/v1/table_pb.js";
export * from "./gen/wargame/v1/terms_pb.js";
export * from "./gen/wargame/v1/values_pb.js";
