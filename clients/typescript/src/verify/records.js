/** Entries of a log as their records have them, and the chain that binds each to the one before. */
import { concat, equal, hex, sha256, text } from "./bytes.js";
import { demand, NotProven } from "./errors.js";
import { decode, encode } from "./mpint.js";
/** Roles and parties as records have them; seats are parties from 0. */
export const SEAT_ROLE = 3;
export const EVERYONE = 253;
export const REFEREE = 254;
export const TABLE = 255;
const GENESIS_PREV = new Uint8Array(32);
const FIELDS = 12;
export const entryHash = (record) => sha256(text("wglog/1/entry\0"), record);
/** Hash of the public part of all tables. */
export const stateHash = (view) => sha256(text("wglog/1/state\0"), view);
const bytes = (value, size) => value instanceof Uint8Array && value.length === size;
const absent = (value, size) => value === null || bytes(value, size);
const arrays = (value, check) => Array.isArray(value) && value.every((row) => Array.isArray(row) && check(row));
function isRow([stream, epoch, index, sides, faces, why, roller]) {
    const numbers = [stream, epoch, index, sides, roller].every((each) => Number.isInteger(each));
    return numbers && Array.isArray(faces) && faces.every((face) => Number.isInteger(face)) && typeof why === "string";
}
const isEvent = ([event, clauses]) => Array.isArray(event) && typeof event[0] === "string" && Array.isArray(clauses);
/** Tells whether decoded fields have the shape of a record of format 1. */
function isRecord(fields) {
    if (!Array.isArray(fields) || fields.length !== FIELDS)
        return false;
    const [format, game, seq, prev, time, actor, command, signature, dice, events, sealed] = fields;
    if (format !== 1 || !bytes(game, 16) || !Number.isInteger(seq) || !bytes(prev, 32) || !Number.isInteger(time))
        return false;
    if (!Array.isArray(actor) || actor.length !== 3 || !Array.isArray(command) || command.length !== 4)
        return false;
    const [id, head, kind, seal] = command;
    if (!bytes(id, 16) || !absent(head, 32) || !absent(seal, 32))
        return false;
    if (!Array.isArray(kind) || typeof kind[0] !== "string" || !absent(signature, 64))
        return false;
    return arrays(dice, isRow) && arrays(events, isEvent)
        && arrays(sealed, ([owner, commitment]) => Number.isInteger(owner) && bytes(commitment, 32));
}
function fieldsOf(record, seq) {
    try {
        return decode(record);
    }
    catch (error) {
        throw new NotProven("NON_CANONICAL_ENTRY", seq, "canonical MP-int", error.message);
    }
}
/** Reads a record; `seq` says in errors which it should be. NotProven where it is not a record, or not canonical. */
export async function readRecord(record, seq) {
    const fields = fieldsOf(record, seq);
    demand(isRecord(fields), "BUNDLE_MALFORMED", seq, "a record of format 1", "another value");
    const [, game, number, prev, time, actor, command, signature, dice, events, sealed, state] = fields;
    const [id, head, [kind, ...values], seal] = command;
    return {
        game, seq: number, prev, time, actor, command, id, head, kind, values, seal, signature, dice, events, sealed,
        state, hash: await entryHash(record), record,
    };
}
/** The entries of a game from the first on, each bound to the one before. Nothing else is ever added. */
export class Chain {
    game;
    entries = [];
    /** @param game the game that the entries must be of; else that of the first entry */
    constructor(game) {
        this.game = game;
    }
    get length() {
        return this.entries.length;
    }
    /** Hash of the last entry; 32 zero bytes before the first. */
    get head() {
        return this.entries.at(-1)?.hash ?? GENESIS_PREV;
    }
    /** Entry of a number, from 1. */
    at(seq) {
        return this.entries[seq - 1];
    }
    /** Adds the next record; NotProven where it does not follow the last one. */
    async append(record) {
        const entry = await readRecord(record, this.length + 1);
        this.add(entry);
        return entry;
    }
    /** Adds a record that was read already. */
    add(entry) {
        const seq = this.length + 1;
        const game = this.game ?? entry.game;
        const name = hex(game);
        demand(entry.seq === seq, "MISSING_ENTRY", seq, `number ${seq}`, `number ${entry.seq}`, name);
        demand(equal(entry.prev, this.head), "CHAIN_BREAK", seq, hex(this.head), hex(entry.prev), name);
        demand(equal(entry.game, game), "WRONG_GAME", seq, name, hex(entry.game));
        const before = this.entries.at(-1)?.time ?? entry.time;
        demand(entry.time >= before, "TIME_REGRESSION", seq, `at least ${before}`, `${entry.time}`, name);
        this.game = game;
        this.entries.push(entry);
    }
}
/** Reads records from the first on; NotProven where the chain breaks. */
export async function verifyChain(records, game) {
    const chain = new Chain(game);
    for (const record of records)
        await chain.append(record);
    return chain.entries;
}
/** The canonical bytes that a seat signs: game, actor and command as the record has them. */
export const signingBytes = (game, actor, command) => concat(text("wglog/1/cmd\0"), encode([game, actor, command]));
