/** Acts that an official has to sign: the service says what is due in a game, and this browser signs and gives it. */
import { fromBinary, type Message } from "@bufbuild/protobuf";
import { Games, type Header, type RuledGame } from "../../src/contract.js";
import { errorOf, Stale } from "../../src/errors.js";
import type { Service } from "../../src/service.js";
import { PlayerSide } from "../play/player.js";
import { faultText, mayHaveArrived } from "../service.js";
import type { Session } from "../session.js";

/** How often an act is tried where the game goes on meanwhile. */
const TRIES = 5;

/** Who acts, by which connection. */
interface Official { readonly service: Service; readonly session: Session }

/** What became of the act of one game. */
export interface Outcome {
  readonly row: RuledGame;
  /** Sends the same bytes again, where it is not known whether they have arrived; null where it is known. */
  readonly again: (() => Promise<Outcome>) | null;
}

const refusedBy = (row: RuledGame, refused: string): Outcome => ({ row: { ...row, refused }, again: null });

/** Signs and gives the act of a row on the entry that is last by then; a row without one stays as it is. */
async function signed(official: Official, row: RuledGame, left = TRIES): Promise<Outcome> {
  const { act, game } = row;
  if (act === undefined) return { row, again: null };
  let made: { readonly player: PlayerSide; readonly prepared: Message };
  try {
    const facts = await official.service.call(Games.method.get, { game });
    const player = await PlayerSide.of(official.service, official.session, facts);
    const name = act.typeUrl.split("/").at(-1) ?? "";
    const desc = player.ruleset.command(name)?.input;
    if (desc === undefined) return refusedBy(row, `this page does not know ${name}`);
    const command = fromBinary(desc, act.value) as Message & { header?: Header };
    if (command.header !== undefined && facts.receipt !== undefined) command.header.head = facts.receipt.hash;
    made = { player, prepared: await player.prepare(command) };
  } catch (fault) {
    return refusedBy(row, faultText(fault)); // nothing of it has been sent
  }
  return given(official, row, made.player, made.prepared, left);
}

/** Gives an act as it was prepared: under one id, so that it is done once, however often it arrives. */
async function given(official: Official, row: RuledGame, player: PlayerSide, prepared: Message, left: number): Promise<Outcome> {
  try {
    const { receipt } = await player.giveAgain(prepared);
    return { row: receipt === undefined ? row : { ...row, receipt }, again: null };
  } catch (fault) {
    if (fault instanceof Stale && left > 1) return signed(official, row, left - 1); // somebody has moved since
    if (!mayHaveArrived(fault)) return refusedBy(row, faultText(fault));
    return { row: { ...row, refused: faultText(fault) }, again: () => given(official, row, player, prepared, left) };
  }
}

/** Gathers what becomes of each game; what is to be signed is signed and given first. */
export async function gather({ service, session }: Official, stream: Promise<AsyncIterable<RuledGame>>, tell: (games: readonly Outcome[]) => void): Promise<readonly Outcome[]> {
  const games: Outcome[] = [];
  try {
    for await (const game of await stream) {
      games.push(await signed({ service, session }, game));
      tell([...games]);
    }
  } catch (fault) {
    throw errorOf(fault);
  }
  return games;
}
