/** What players hold of a game: statements of heads, refusals that the service has signed, and wallets as files. */
export * from "./refusals.js";
export * from "./statements.js";
export { type Inclusion, type Note, readWallet, type Wallet, WALLET } from "./wallet.js";
