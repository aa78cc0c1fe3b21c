import { createRegistry } from "@bufbuild/protobuf";
import { file_wargame_v1_protocol, Protocol } from "./gen/wargame/v1/protocol_pb.js";
import { HeaderSchema } from "./gen/wargame/v1/record_pb.js";
/** The field of a command that no log holds. */
export const isHeader = (field) => field.message?.typeName === HeaderSchema.typeName;
function commandsOf(service) {
    const commands = service.methods.filter(({ input }) => input.fields.some(isHeader));
    return commands.map((method) => [method.input.typeName, method]);
}
/** One ruleset's contract: its service, its messages, and the methods of its commands. */
export class Ruleset {
    name;
    play;
    files;
    /** Package of the contract, such as "wargame.antares.v1". */
    package;
    found;
    constructor(name, play, files) {
        this.name = name;
        this.play = play;
        this.files = files;
        this.package = play.typeName.slice(0, play.typeName.lastIndexOf("."));
    }
    get known() {
        this.found ??= {
            messages: createRegistry(...this.files, file_wargame_v1_protocol),
            commands: new Map([...commandsOf(this.play), ...commandsOf(Protocol)]),
        };
        return this.found;
    }
    /** Messages of the ruleset, and of what every game has. */
    get messages() {
        return this.known.messages;
    }
    /** The method that gives a command, by the full name of its message. */
    command(typeName) {
        return this.known.commands.get(typeName);
    }
    /** A message by its name in an offer or a log, in the ruleset's package or that of every game. */
    message(name) {
        return this.messages.getMessage(`${this.package}.${name}`) ?? this.messages.getMessage(`wargame.v1.${name}`);
    }
}
