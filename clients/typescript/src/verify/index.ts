/**
 * The checks that a reader can make of a game without the service and without its rules: chain, signed heads,
 * signatures, sealed parts and dice. It needs nothing but WebCrypto.
 */
export { base64, type Bytes, concat, equal, hex, random, sha256, text, unbase64, unhex } from "./bytes.js";
export * from "./corrections.js";
export * as dice from "./dice.js";
export { ClientError, NotProven } from "./errors.js";
export * from "./games.js";
export * from "./heads.js";
export * as mpint from "./mpint.js";
export type { Value } from "./mpint.js";
export * from "./records.js";
export * from "./rewinds.js";
export * from "./rulings.js";
export * from "./seals.js";
export * from "./signatures.js";
