import { createRegistry, type DescFile, type DescMessage, type DescMethodUnary, type DescService, type Registry } from "@bufbuild/protobuf";

import { Protocol } from "./gen/wargame/v1/protocol_pb.js";
import { Referee } from "./gen/wargame/v1/referee_pb.js";
import { HeaderSchema } from "./gen/wargame/v1/record_pb.js";
import type { OutcomeSchema } from "./gen/wargame/v1/play_pb.js";
import type { ViewRequestSchema } from "./gen/wargame/v1/play_pb.js";

/** A method that gives a command: its input is the command, its answer holds a receipt. */
export type CommandMethod = DescMethodUnary<DescMessage, typeof OutcomeSchema>;

/** The services of the commands that every game has; their files name those of the messages. */
const SHARED: readonly DescService[] = [Protocol, Referee];

/** The field of a command that no log holds. */
export const isHeader = (field: DescMessage["fields"][number]): boolean =>
  field.message?.typeName === HeaderSchema.typeName;

function commandsOf(service: DescService): [string, CommandMethod][] {
  const commands = service.methods.filter(({ input }) => input.fields.some(isHeader));
  return commands.map((method) => [method.input.typeName, method as unknown as CommandMethod]);
}

/** One ruleset's contract: its service, its messages, and the methods of its commands. */
export class Ruleset<Play extends DescService = DescService, View extends DescMessage = DescMessage> {
  /** Package of the contract, such as "wargame.antares.v1". */
  readonly package: string;
  private found: { messages: Registry; commands: ReadonlyMap<string, CommandMethod> } | undefined;

  constructor(
    readonly name: string,
    readonly play: Play & { method: { view: DescMethodUnary<typeof ViewRequestSchema, View> } },
    private readonly files: readonly DescFile[],
  ) {
    this.package = play.typeName.slice(0, play.typeName.lastIndexOf("."));
  }

  private get known(): { messages: Registry; commands: ReadonlyMap<string, CommandMethod> } {
    this.found ??= {
      messages: createRegistry(...this.files, ...SHARED.flatMap(({ file }) => [file, ...file.dependencies])),
      commands: new Map([this.play, ...SHARED].flatMap(commandsOf)),
    };
    return this.found;
  }

  /** Messages of the ruleset, and of what every game has. */
  get messages(): Registry {
    return this.known.messages;
  }

  /** The method that gives a command, by the full name of its message. */
  command(typeName: string): CommandMethod | undefined {
    return this.known.commands.get(typeName);
  }

  /** A message by its name in an offer or a log, in the ruleset's package or that of every game. */
  message(name: string): DescMessage | undefined {
    return this.messages.getMessage(`${this.package}.${name}`) ?? this.messages.getMessage(`wargame.v1.${name}`);
  }
}
