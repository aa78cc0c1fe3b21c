/** All that is the same on Node and in a browser. */
export { logged, type Logged, partyOf } from "./commands.js";
export * from "./errors.js";
export { rewound } from "./events.js";
export { Game, type GameOptions, type Given, type ViewOf } from "./game.js";
export { Key } from "./keys.js";
export type { Bounds } from "./log.js";
export type { Answer, Choice, Choose, Find, Kind } from "./offers/make.js";
export { makeCommand } from "./offers/make.js";
export { Player, RandomPlayer, type RandomOptions, seeded, Step, takeTurns } from "./offers/player.js";
export { Opened } from "./opened.js";
export type { Patience } from "./patience.js";
export type { Proof } from "./proof.js";
export { type Kept, Receipts, type ReceiptsFile } from "./receipts.js";
export { Ruleset } from "./ruleset.js";
export { type OpenOptions, type SeatTerms, Service, type ServiceOptions } from "./service.js";
export type { Place } from "./verify/register.js";
export { Wallet, WalletFault, type WalletStore } from "./wallet.js";
