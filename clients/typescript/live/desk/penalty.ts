/** What a penalty has to name besides: the cards that its person has had elsewhere in the event. */
import { clone, isMessage, type Message } from "@bufbuild/protobuf";
import { Events, PenaliseSchema } from "../../src/contract.js";
import type { Service } from "../../src/service.js";

/** The command with what the service counts; one that is no penalty, or of no event, stays as it is. */
export async function counted(service: Service, event: Uint8Array | undefined, game: Uint8Array, command: Message): Promise<Message> {
  if (event === undefined || !isMessage(command, PenaliseSchema) || command.seat === undefined || command.header !== undefined) return command;
  const { before } = await service.call(Events.method.listPenalties, { event, game, seat: command.seat });
  return Object.assign(clone(PenaliseSchema, command), { before });
}
