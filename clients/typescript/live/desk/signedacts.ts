/** Acts that an official has to sign: the service says what is due in a game, and this browser signs and gives it. */
import { fromBinary } from "@bufbuild/protobuf";
import { Games, type RuledGame } from "../../src/contract.js";
import { errorOf, Stale } from "../../src/errors.js";
import type { Service } from "../../src/service.js";
import type { Header } from "../../src/contract.js";
import { PlayerSide } from "../play/player.js";
import { faultText } from "../service.js";
import type { Session } from "../session.js";

/** How often an act is tried where the game goes on meanwhile. */
const TRIES = 5;

/** Signs and gives the act of a row on the entry that is last by then; a row without one stays as it is. */
async function signed(service: Service, session: Session, row: RuledGame): Promise<RuledGame> {
  const { act, game } = row;
  if (act === undefined) return row;
  for (let left = TRIES; ; left -= 1) {
    try {
      const facts = await service.call(Games.method.get, { game });
      const player = await PlayerSide.of(service, session, facts);
      const name = act.typeUrl.split("/").at(-1) ?? "";
      const desc = player.ruleset.command(name)?.input;
      if (desc === undefined) return { ...row, refused: `this page does not know ${name}` };
      const command = fromBinary(desc, act.value) as ReturnType<typeof fromBinary> & { header?: Header };
      if (command.header !== undefined && facts.receipt !== undefined) command.header.head = facts.receipt.hash;
      const { receipt } = await player.game.give(command);
      return receipt === undefined ? row : { ...row, receipt };
    } catch (fault) {
      if (fault instanceof Stale && left > 1) continue; // somebody has moved since
      return { ...row, refused: faultText(fault) };
    }
  }
}

/** Gathers what becomes of each game; what is to be signed is signed and given first. */
export async function gather(
  { service, session }: { readonly service: Service; readonly session: Session }, stream: Promise<AsyncIterable<RuledGame>>, tell: (games: readonly RuledGame[]) => void,
): Promise<readonly RuledGame[]> {
  const games: RuledGame[] = [];
  try {
    for await (const game of await stream) {
      games.push(await signed(service, session, game));
      tell([...games]);
    }
  } catch (fault) {
    throw errorOf(fault);
  }
  return games;
}
