"""Read the contract as protoc compiles it, and refuse what can not be logged."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

KERNEL: Final = "wargame.v1"
KERNEL_MODULE: Final = "adjudicator.kernel.messages"
# files of the kernel's contract whose messages get a Struct, and the services that carry its commands
KERNEL_STEMS: Final = (
    "protocol",
    "values",
    "ready",
    "terms",
    "rulings",
    "rewinds",
    "corrections",
    "seats",
    "stops",
    "table_dice",
    "penalties",
    "results",
    "appeals",
    "readings",
    "clocks",
    "acceptances",
    "officials",
    "stretches",
)
KERNEL_SERVICES: Final = ("Protocol", "Referee")
OPTIONS: Final = "Options"  # the message whose fields are the options of a game
HEADER: Final = ("header", 100, f".{KERNEL}.Header")
MARKS: Final = (
    "visible",
    "owner",
    "earlier",
    "in_ms",
    "below_zero",
    "all",
    "seals",
    "seals_for_referee",
    "reveals",
    "by",
    "open",
    "word",
)
BY_THE_SERVICE: Final = (
    # commands of the kernel that no rpc of Protocol carries
    "OpenGame",
    "Reveal",
    "AdoptEdition",
    "CloseGame",
    "ChangeLogKey",
    "EndStop",
    "ShowStretch",
    "DrawThrow",
    "CallFlag",
    "AnswerAbsent",
    "CallNoShow",
    "CallTime",
    "GiveBackOutage",
)
HAND_MADE: Final = {
    f".{KERNEL}.Base": "adjudicator.board.inches",
    f".{KERNEL}.Pose": "adjudicator.board.inches",
    f".{KERNEL}.Roll": "adjudicator.kernel.dice.wgdice",
    f".{KERNEL}.Tally": "adjudicator.kernel.dice.tally",
    f".{KERNEL}.Term": "adjudicator.kernel.dice.tally",
    f".{KERNEL}.Window": "adjudicator.kernel.decide.windows",
}
# Messages that are one integer in a Struct and in the log.
PARTY: Final = f".{KERNEL}.Party"
DURATION: Final = ".google.protobuf.Duration"
TIMESTAMP: Final = ".google.protobuf.Timestamp"
INTEGER_MESSAGES: Final = (PARTY, DURATION, TIMESTAMP)
OURS: Final = frozenset(
    ("Command", "Event", "GameOptions", "IntEnum", "Literal", "Mask", "Never", "Struct", "TypeAlias")
)
BUILTINS: Final = frozenset(("bool", "bytes", "int", "object", "str", "tuple"))

Field: TypeAlias = FieldDescriptorProto
INTEGERS: Final = tuple(Field.Type.Value(f"TYPE_{kind}{bits}") for kind in ("INT", "UINT", "SINT") for bits in (32, 64))
SCALARS: Final[Mapping[int, str]] = {
    **dict.fromkeys(INTEGERS, "int"),
    Field.TYPE_BOOL: "bool",
    Field.TYPE_STRING: "str",
    Field.TYPE_BYTES: "bytes",
}
OWNER: Final = 2  # of enum Visibility


class Faulty(Exception):
    """The contract can not be generated from; the message names every fault, one per line."""


@dataclass(frozen=True)
class Part:
    """A piece of the contract with its place: a message, field, enum, service or method."""

    source: str
    name: str
    line: int
    note: str
    proto: Any

    def fault(self, problem: str) -> str:
        """One line of refusal: place, name, problem."""
        return f"proto/{self.source}:{self.line}: {self.name}: {problem}"


@dataclass(frozen=True)
class Message:
    """A message; its fields stand by number, the header left out."""

    part: Part
    proto: DescriptorProto
    fields: tuple[Part, ...]
    header: bool

    @property
    def name(self) -> str:
        """Bare name, which is the kind in the log."""
        return self.proto.name

    def slots(self) -> list[Part | int]:
        """What stands at each place of the logged array: a field, or the number that is reserved there."""
        slots: dict[int, Part | int] = {
            n: n for r in self.proto.reserved_range for n in range(r.start, min(r.end, 100))
        }
        slots.update((field.proto.number, field) for field in self.fields)
        return [slots[number] for number in sorted(slots)]


@dataclass(frozen=True)
class Source:
    """One file of the contract."""

    package: str
    messages: tuple[Message, ...]
    enums: tuple[tuple[Part, EnumDescriptorProto], ...]
    services: Mapping[str, tuple[Part, ...]]


@dataclass(frozen=True)
class Unit:
    """One generated module: its package, and the package's messages by what they are for."""

    package: str
    module: str
    paths: tuple[str, ...]
    service: str
    methods: Mapping[str, Part]
    wrapper: Message | None
    values: tuple[Message, ...]
    commands: tuple[Message, ...]
    events: tuple[Message, ...]
    enums: tuple[tuple[Part, EnumDescriptorProto], ...]
    options: Mapping[str, Any] = dataclass_field(default_factory=dict)
    words: frozenset[str] = frozenset()

    @property
    def path(self) -> Path:
        """Path of the module from the root."""
        return Path(*self.module.split(".")).with_suffix(".py")

    @property
    def logged(self) -> frozenset[str]:
        """Names of messages and enums that commands and events reach: what may stand in a log."""
        known = {message.name: message for message in self.messages}
        reached, todo = set(), [*self.marked, *(value for value in self.values if value.name == OPTIONS)]
        while todo:
            message = todo.pop()
            reached.add(message.name)
            names = {part.proto.type_name.rpartition(".")[2] for part in message.fields if part.proto.type_name}
            todo += [known[name] for name in names - reached if name in known]
            reached |= names - set(known)
        return frozenset(reached)

    @property
    def given(self) -> tuple[Message, ...]:
        """The commands without the retired ones, which are marked `deprecated` and have no method any more."""
        return tuple(row for row in self.commands if not row.proto.options.deprecated or row.name in self.methods)

    @property
    def marked(self) -> tuple[Message, ...]:
        """What carries visibility."""
        return self.commands + self.events

    @property
    def messages(self) -> tuple[Message, ...]:
        """Everything that gets a Struct, in the order it is written."""
        return self.values + self.marked

    @property
    def answer(self) -> str:
        """Response of every command's method."""
        return f"{KERNEL}.{'Acknowledged' if self.package == KERNEL else 'Outcome'}"


@dataclass(frozen=True)
class Contract:
    """What protoc makes of the tree: generated modules by path, our files, and the reader of our marks."""

    modules: Mapping[Path, str]
    sources: Mapping[str, Source]
    extensions: Mapping[str, Any]

    def mark(self, carrier: Part | Message, name: str) -> Any:
        """Read one of our marks."""
        return carrier.proto.options.Extensions[self.extensions[name]]

    def logged_name(self, field: Part) -> str:
        """Name of a field in Structs and logs: its own, or that of the integer of milliseconds that it is there."""
        return cast("str", self.mark(field, "in_ms") or field.proto.name)

    def visible(self, message: Message, field: Part) -> int:
        """Visibility of a field: its own mark or else its message's."""
        return cast("int", self.mark(field, "visible") or self.mark(message, "all"))


def compile_tree(root: Path, only: Sequence[str] = ()) -> Contract:
    """Run protoc over the whole tree, or over the kernel's files and those of these rulesets."""
    folders = [f"wargame/{name}" for name in ("v1", *only)] if only else ["wargame"]
    found = chain.from_iterable((root / "proto" / folder).rglob("*.proto") for folder in folders)
    names = sorted({path.relative_to(root / "proto").as_posix() for path in found})
    with tempfile.TemporaryDirectory() as made:
        outputs = (f"--python_out={made}", f"--pyi_out={made}", f"--descriptor_set_out={made}/all.binpb")
        options = ("-Iproto", *outputs, "--include_imports", "--include_source_info")
        command = (sys.executable, "-m", "grpc_tools.protoc", *options, *names)
        ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        if ran.returncode:
            raise Faulty(ran.stderr.strip() or "protoc failed without a word")
        files, extensions = read_descriptors(Path(made, "all.binpb").read_bytes())
        modules = {path.relative_to(made): path.read_text() for path in Path(made).rglob("*.py*")}
    return Contract(modules, {file.name: read_file(file) for file in files}, extensions)


def read_descriptors(data: bytes) -> tuple[list[FileDescriptorProto], dict[str, Any]]:
    """Read descriptors with classes of their own pool, which knows our marks."""
    pool = descriptor_pool.DescriptorPool()
    for file in FileDescriptorSet.FromString(data).file:
        pool.AddSerializedFile(file.SerializeToString())
    try:
        extensions = {name: pool.FindExtensionByName(f"{KERNEL}.{name}") for name in MARKS}
    except KeyError as missing:
        raise Faulty(f"proto/wargame/v1/options.proto: a mark is missing: {missing}") from missing
    known = message_factory.GetMessageClass(pool.FindMessageTypeByName("google.protobuf.FileDescriptorSet"))
    files = cast("FileDescriptorSet", known.FromString(data)).file
    return [file for file in files if file.package.split(".")[0] == "wargame"], extensions


def read_file(file: FileDescriptorProto) -> Source:
    """Gather a file's parts with their lines and comments."""
    places = {
        tuple(place.path): (place.span[0] + 1, tidy(place.leading_comments or place.trailing_comments))
        for place in file.source_code_info.location
    }

    def part(proto: Any, owner: str, *path: int) -> Part:
        return Part(file.name, owner + proto.name, *places.get(path, (0, "")), proto)

    def message(proto: DescriptorProto, at: int) -> Message:
        fields = [part(row, f"{proto.name}.", 4, at, 2, i) for i, row in enumerate(proto.field)]
        payload = [f for f in fields if (f.proto.name, f.proto.number, f.proto.type_name) != HEADER]
        ordered = tuple(sorted(payload, key=lambda f: int(f.proto.number)))
        return Message(part(proto, "", 4, at), proto, ordered, len(payload) < len(fields))

    def methods(proto: ServiceDescriptorProto, at: int) -> tuple[Part, ...]:
        return tuple(part(row, f"{proto.name}.", 6, at, 2, i) for i, row in enumerate(proto.method))

    return Source(
        file.package,
        tuple(message(proto, at) for at, proto in enumerate(file.message_type)),
        tuple((part(proto, "", 5, at), proto) for at, proto in enumerate(file.enum_type)),
        {service.name: methods(service, at) for at, service in enumerate(file.service)},
    )


def tidy(comment: str) -> str:
    """Join a comment's lines."""
    return " ".join(comment.split())


def units(contract: Contract, root: Path) -> list[Unit]:
    """Say which modules are made, the kernel's first."""
    names = sorted({name.split("/")[1] for name in contract.sources if name.count("/") == 3})  # noqa: PLR2004
    made = [unit(contract, KERNEL, KERNEL_MODULE, KERNEL_STEMS)]
    for name in names:
        module = f"adjudicator.rulesets.{name}.model.messages"
        found = unit(contract, f"wargame.{name}.v1", module, ("commands", "events", "view"))
        made.append(replace(found, options=option_rows(root, name)))
    return made


def option_rows(root: Path, name: str) -> Mapping[str, Any]:
    """Read what a ruleset's data file says of its options; nothing where it has none.

    Raises Faulty where the file is not TOML.
    """
    path = Path("adjudicator/rulesets") / name / "data/options.toml"
    if not (root / path).is_file():
        return {}
    try:
        return tomllib.loads((root / path).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as fault:
        raise Faulty(f"{path}: {fault}") from fault


def unit(contract: Contract, package: str, module: str, stems: tuple[str, ...]) -> Unit:
    """Sort a package's messages by what they are for."""
    folder, kernel = package.replace(".", "/"), package == KERNEL
    paths = tuple(path for stem in stems if (path := f"{folder}/{stem}.proto") in contract.sources)
    sources = [contract.sources[path] for path in paths]
    messages = [message for source in sources for message in source.messages]
    wrapper = next((row for row in messages if row.name == ("ProtocolEvent" if kernel else "Event")), None)
    arms = {field.proto.type_name for field in wrapper.fields} if wrapper else set()
    commands = tuple(row for row in messages if row.header or (kernel and row.name in BY_THE_SERVICE))
    events = tuple(row for row in messages if f".{package}.{row.name}" in arms)
    apart = {"ProtocolEvent", "Acknowledged"} if kernel else {"Event"}
    apart |= {command.name for command in commands + events}
    values = tuple(row for row in messages if row.name not in apart)
    services = KERNEL_SERVICES if kernel else ("Play",)
    methods = {
        method.proto.name: method
        for service in services
        if (served := contract.sources.get(f"{folder}/{service.lower()}.proto")) is not None
        for method in served.services.get(service, ())
    }
    service = " or ".join(services)
    rows = [(source.package, enum) for source in contract.sources.values() for _, enum in source.enums]
    words = frozenset(f".{home}.{enum.name}" for home, enum in rows if has_words(contract, enum))
    own = chain.from_iterable(source.enums for source in sources)
    enums = tuple(row for row in own if f".{package}.{row[1].name}" not in words)
    return Unit(package, module, paths, service, methods, wrapper, values, commands, events, enums, words=words)


def has_words(contract: Contract, enum: EnumDescriptorProto) -> bool:
    """Whether the choices of an enum stand in the log as words."""
    return any(value.options.Extensions[contract.extensions["word"]] for value in enum.value)


def words_of(contract: Contract, full_name: str) -> tuple[str, ...]:
    """Give the words of an enum by its full name, as messages write it; none where its choices have none."""
    package, _, name = full_name.removeprefix(".").rpartition(".")
    enums = (enum for source in contract.sources.values() if source.package == package for _, enum in source.enums)
    found = next(enum for enum in enums if enum.name == name)
    words = (value.options.Extensions[contract.extensions["word"]] for value in found.value)
    return tuple(word for word in words if word)


def type_word(field: Part) -> str:
    """Name a field's type as the contract writes it."""
    name = Field.Type.Name(field.proto.type).removeprefix("TYPE_").lower()
    return field.proto.type_name.removeprefix(".") or name


def annotation(field: Part, unit: Unit, kernel: Unit) -> str | None:
    """Type of a field without its label; None where it has none."""
    proto = field.proto
    if proto.type in SCALARS:
        return SCALARS[proto.type]
    if proto.type_name in INTEGER_MESSAGES:
        return "int"
    if proto.type_name in unit.words:
        return "str"
    package, _, name = proto.type_name[1:].rpartition(".")
    enums = {enum.name for _, enum in unit.enums}
    known = {message.name for message in unit.messages}
    if package == unit.package and name in (enums if proto.type == Field.TYPE_ENUM else known):
        return cast("str", name)
    shared = {f".{KERNEL}.{message.name}" for message in kernel.values}
    return name if proto.type_name in HAND_MADE or proto.type_name in shared else None


def imports(unit: Unit, messages: Sequence[Message] | None = None) -> dict[str, list[str]]:
    """Classes of other modules that the fields of these messages (as a rule all) need, by module."""
    needed: defaultdict[str, set[str]] = defaultdict(set)
    logged = unit.logged
    for part in chain.from_iterable(message.fields for message in (unit.messages if messages is None else messages)):
        package, _, name = part.proto.type_name[1:].rpartition(".")
        if part.proto.type_name in INTEGER_MESSAGES or part.proto.type_name in unit.words:
            continue
        if part.proto.type_name in HAND_MADE:
            needed[HAND_MADE[part.proto.type_name]].add(name)
        elif package == KERNEL != unit.package:
            needed[KERNEL_MODULE].add(name)
        elif messages is not None and package == unit.package and name in logged:
            needed[unit.module].add(name)
    if messages is None:
        needed["adjudicator.kernel.record.visibility"].add("Mask")
    return {module: sorted(needed[module]) for module in sorted(needed)}


def shout(name: str) -> str:
    """Spell CamelCase in capitals with underscores."""
    return "".join(f"_{c}" if c.isupper() and i else c for i, c in enumerate(name)).upper()
