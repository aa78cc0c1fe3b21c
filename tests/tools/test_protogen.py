"""The generator: what it makes of a small contract, and everything it refuses."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal, get_type_hints

import msgspec
import pytest

from adjudicator.kernel.messages import Seat
from adjudicator.kernel.record.visibility import Mask
from tests.tools.fixtures import COMMANDS, FILES, HEAD, ROOT, VIEW, load, plant, write
from tools import protogen
from tools.contract import Faulty


@pytest.fixture
def tree(tmp_path):
    """A contract with one small ruleset, next to the kernel's own."""
    plant(tmp_path)
    return tmp_path


def refusal(root):
    with pytest.raises(Faulty) as caught:
        protogen.plan(root)
    return str(caught.value)


def test_shape_of_a_command(tree):
    """A command is a tagged array of its fields by number, and reads back equal from those bytes."""
    drill = load(tree)
    pose = drill.Pose(x=1, y=2, z=0, facing=900)
    move = drill.Move(ways=(drill.Way(troop="a.1", path=(pose,), stance=drill.Stance.READY),), fast=True)
    packed = msgspec.msgpack.encode(move)
    assert msgspec.msgpack.decode(packed) == ["Move", [["a.1", [[1, 2, 0, 900]], None, 1]], True]
    assert msgspec.msgpack.decode(packed, type=drill.Command) == move
    assert hash(move) == hash(msgspec.msgpack.decode(packed, type=drill.Command))


def test_longer_arrays_are_refused(tree):
    """An array of a newer release, with a field more, is refused rather than cut."""
    drill = load(tree)
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(msgspec.msgpack.encode(["Move", [], True, 1]), type=drill.Command)


def test_reserved_places_stay(tree):
    """The place of a field that was taken away stays in the array, so that old entries still fit."""
    drill = load(tree)
    assert drill.Way.__struct_fields__ == ("troop", "path", "reserved_3", "stance")
    assert msgspec.convert(["a.1", [], "old", 2], drill.Way).stance is drill.Stance.DOWN


def test_required_and_optional_fields(tree):
    """Scalars and messages without `optional` have to be given; the others default to None and ()."""
    drill = load(tree)
    with pytest.raises(TypeError, match="far"):
        drill.Moved(tally=None)
    assert drill.Plot(unit=3).hex is None
    assert drill.Move(fast=False).ways == ()


def test_fields_that_were_appended(tree):
    """An entry from before a field was appended reads it as the contract says; new ones hold it in full."""
    appended = 'sint64 far = 3;\n  bool high = 4 [(wargame.v1.earlier) = "false"];\n  repeated Way more = 5;'
    text = FILES["events"].replace("sint64 far = 3;", appended)
    write(tree, "events", text)
    drill = load(tree)
    old = msgspec.msgpack.encode(["Moved", [], [3, []], 4])
    moved = msgspec.msgpack.decode(old, type=drill.Event)
    assert (moved.far, moved.high, moved.more) == (4, False, ())
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(moved)) == ["Moved", [], [3, []], 4, False, []]
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(msgspec.msgpack.encode(["Moved", [], [3, []]]), type=drill.Event)


def test_a_retired_command_is_read_and_not_given(tree):
    """A command that is marked deprecated and has no method keeps its Struct and its mask, and is in no other table."""
    write(tree, "commands", COMMANDS.replace("message Plot {", "message Plot {\n  option deprecated = true;"))
    still = load(tree)
    assert (still.Move, still.Plot) == still.COMMANDS
    method = next(line for line in FILES["play"].splitlines() if "rpc Plot" in line)
    write(tree, "play", FILES["play"].replace(method, ""))
    drill = load(tree)
    assert (drill.COMMANDS, set(drill.ROLES)) == ((drill.Move,), {drill.Move})
    assert drill.MASKS[drill.Plot].seals
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(msgspec.msgpack.encode(["Plot", 1, "a1"]), type=drill.Command)


def test_tables(tree):
    """The tables list commands and events, and what carries a name of ours is public in order."""
    drill = load(tree)
    assert (drill.Move, drill.Plot) == drill.COMMANDS
    assert (drill.Moved, drill.Plotted, drill.Shown, drill.Slipped) == drill.EVENTS
    assert drill.__all__ == [
        "COMMANDS",
        "EVENTS",
        "MASKS",
        "ROLES",
        "WITHOUT_MESSAGE",
        "Command",
        "Event",
        "Move",
        "Moved",
        "Plot",
        "Plotted",
        "Shown",
        "Slipped",
        "Stance",
        "Way",
    ]


def test_masks(tree):
    """Each mask names the places of the owner and of the secret fields, a place 0 too."""
    drill = load(tree)
    assert {
        drill.Move: Mask(),
        drill.Plot: Mask(secret=(1,), seals=True),
        drill.Moved: Mask(),
        drill.Plotted: Mask(owner=0, secret=(1,)),
        drill.Shown: Mask(reveals=True),
        drill.Slipped: Mask(owner=0, secret=(0,), whole=True),
    } == drill.MASKS


def test_views_stand_apart(tree):
    """What no command or event reaches stands in a module of its own, beside the one that decides."""
    drill = load(tree)
    assert not hasattr(drill, "View")
    reports = load(tree, "reports")
    assert reports.View(ways=(drill.Way(troop="a.1"),), seat=Seat(name="red", bot=False)).ways[0].troop == "a.1"
    write(tree, "view", VIEW.replace("repeated Way ways = 1;", "repeated Way ways = 1;\n  uint32 more = 3;"))
    before = Path(drill.__file__).read_text()
    load(tree, "reports")
    assert Path(drill.__file__).read_text() == before, "a field more in a View changes nothing that decides"


def test_options_have_types(tree):
    """Options of a game are made from the contract's message; words are those of the data file, none is absent."""
    data = tree / "adjudicator/rulesets/drill/data/options.toml"
    data.parent.mkdir(parents=True)
    data.write_text('[pace]\ndefault = "fast"\nvalues = ["fast", "slow"]\n')
    fields = "optional string pace = 1; optional bool open = 2; repeated uint32 rounds = 3;"
    write(tree, "commands", f"{COMMANDS}\n// Options.\nmessage Options {{ {fields} }}\n")
    hints = get_type_hints(load(tree).GameOptions)
    assert hints == {"pace": Literal["fast", "slow"], "open": bool, "rounds": tuple[int, ...]}


def test_comments_become_docstrings(tree):
    """The comment of a message is its docstring, that of a field stands above it."""
    drill = load(tree)
    assert drill.Way.__doc__ == "The way of a troop. It may bend."
    assert "    # Where it passes.\n    path: tuple[Pose, ...] = ()\n" in Path(drill.__file__).read_text()


def test_long_comments_are_broken(tree):
    """A comment longer than a line becomes a sentence, an empty line and the rest."""
    long = "One sentence. " + "And much more about it, " * 8 + 'up to a "word"'
    write(tree, "view", VIEW.replace("What a seat sees.", long))
    load(tree)
    drill = load(tree, "reports")
    assert drill.View.__doc__.startswith("One sentence.\n\n    And much")
    assert max(map(len, Path(drill.__file__).read_text().splitlines())) <= protogen.WIDTH


def test_generated_code_is_typed(tree):
    """What is generated passes the strict type checker."""
    path = load(tree).__file__
    checker = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir=/dev/null", path]
    ran = subprocess.run(checker, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_protobuf_modules_are_importable(tree):
    """Generated protobuf modules import each other as `wargame`, from one folder and no other."""
    assert protogen.main(["--root", str(tree)]) == 0
    code = "import wargame.drill.v1.play_pb2 as p; print(p.DESCRIPTOR.package)"
    run = [
        sys.executable,
        "-S",
        "-c",
        f"import sys; sys.path[:0] = {[str(tree / protogen.GENERATED), *sys.path]}; {code}",
    ]
    ran = subprocess.run(run, cwd=tree, capture_output=True, text=True, check=True)
    assert ran.stdout == "wargame.drill.v1\n"


def test_second_run_changes_nothing(tree, capsys):
    """Running again writes nothing, and the check is content."""
    assert protogen.main(["--root", str(tree)]) == 0
    capsys.readouterr()
    assert protogen.main(["--root", str(tree)]) == 0
    assert protogen.main(["--root", str(tree), "--check"]) == 0
    assert capsys.readouterr().out == ""


def test_check_changes_nothing(tree, capsys):
    """With --check a stale tree is an error, is named, and stays as it is."""
    assert protogen.main(["--root", str(tree)]) == 0
    module = tree / "adjudicator/rulesets/drill/model/messages.py"
    module.write_text(module.read_text() + "# touched\n")
    capsys.readouterr()
    assert protogen.main(["--root", str(tree), "--check"]) == 1
    assert capsys.readouterr().out == "adjudicator/rulesets/drill/model/messages.py: stale\n"
    assert module.read_text().endswith("# touched\n")


def test_leftovers_go(tree):
    """What nothing in the contract stands behind any more is taken away; a module of ours stays."""
    assert protogen.main(["--root", str(tree)]) == 0
    own = tree / "adjudicator/rulesets/other/model/messages.py"
    own.parent.mkdir(parents=True)
    own.write_text("# by hand\n")
    shutil.rmtree(tree / "proto/wargame/drill")
    assert protogen.main(["--root", str(tree), "--check"]) == 1
    assert protogen.main(["--root", str(tree)]) == 0
    assert not (tree / "adjudicator/rulesets/drill/model/messages.py").exists()
    assert not list((tree / protogen.GENERATED).rglob("commands_pb2.py*"))
    assert own.exists()


def test_one_ruleset_alone(tree):
    """Named alone, a ruleset is generated although another does not even compile."""
    other = tree / "proto/wargame/broken/v1/commands.proto"
    other.parent.mkdir(parents=True)
    other.write_text("no contract")
    assert protogen.main(["--root", str(tree)]) == 1
    assert protogen.main(["--root", str(tree), "drill"]) == 0
    assert (tree / "adjudicator/rulesets/drill/model/messages.py").exists()


def test_every_fault_at_once(tree, capsys):
    """All faults are told together, each with file, line and name, and nothing is written."""
    text = COMMANDS.replace("bool fast = 2", "double fast = 2").replace("// Hides an order.\n", "\n")
    write(tree, "commands", text)
    line = (HEAD + text).splitlines().index("  double fast = 2;") + 1
    assert protogen.main(["--root", str(tree)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[1] for line in told] == ["Move.fast", "Plot"]
    assert told[0].startswith(f"proto/wargame/drill/v1/commands.proto:{line}: Move.fast: double has no place")
    assert not (tree / "adjudicator").exists()


def test_what_does_not_compile(tree):
    """What protoc refuses is refused in its words."""
    write(tree, "view", "message View { Missing missing = 1; }")
    assert '"Missing" is not defined' in refusal(tree)


def test_options_that_are_no_toml(tree):
    """A data file of options that can not be read is refused by its name and line."""
    data = tree / "adjudicator/rulesets/drill/data/options.toml"
    data.parent.mkdir(parents=True)
    data.write_text("[pace]\ndefault = fast\n")
    assert refusal(tree).startswith("adjudicator/rulesets/drill/data/options.toml: Invalid value (at line 2")


REFUSED = {
    "map": ("commands", "bool fast = 2", "map<string, bool> fast = 2", "Move.fast: is a map"),
    "float": ("commands", "bool fast = 2", "float fast = 2", "Move.fast: float has no place"),
    "double in a value": ("commands", "string troop = 1", "double troop = 1", "Way.troop: double has no place"),
    "fixed": ("commands", "bool fast = 2", "sfixed64 fast = 2", "Move.fast: sfixed64 has no place"),
    "Any": ("events", "sint64 far = 3", "google.protobuf.Any far = 3", "Moved.far: google.protobuf.Any has no place"),
    "appended without a value": (
        "events",
        "sint64 far = 3;",
        'sint64 far = 3 [(wargame.v1.earlier) = "0"]; bool high = 4;',
        "Moved.high: comes after far, which was appended",
    ),
    "appended as something else": (
        "events",
        "sint64 far = 3;",
        'sint64 far = 3 [(wargame.v1.earlier) = "false"];',
        "Moved.far: is read in earlier entries as what it can not be",
    ),
    "appended as no JSON": (
        "events",
        "sint64 far = 3;",
        'sint64 far = 3 [(wargame.v1.earlier) = "none"];',
        "Moved.far: is read in earlier entries as what it can not be",
    ),
    "message without a Struct": (
        "commands",
        "bool fast = 2",
        "wargame.v1.Receipt fast = 2",
        "Move.fast: wargame.v1.Receipt has no place",
    ),
    "enum without a Struct": (
        "commands",
        "bool fast = 2",
        "wargame.v1.Role fast = 2",
        "Move.fast: wargame.v1.Role has no place",
    ),
    "gap": ("commands", "bool fast = 2", "bool fast = 4", "Move: numbers [2, 3] are neither used nor reserved"),
    "gap beside what is reserved": ("commands", "reserved 3;", "", "Way: numbers [3] are neither"),
    "header elsewhere": (
        "commands",
        "bool fast = 2;\n  wargame.v1.Header header = 100",
        "bool fast = 2;\n  wargame.v1.Header header = 3",
        "Move.header: wargame.v1.Header has no place",
    ),
    "zero with a meaning": ("commands", "STANCE_UNSPECIFIED", "STANCE_NONE", "Stance: zero is STANCE_NONE"),
    "kernel's name": ("events", "Shown", "Asked", "Asked: is a name of the kernel's already"),
    "generated name": ("view", "message View", "message Mask", "Mask: has a name that the generated module needs"),
    "imported name": ("view", "message View", "message Tally", "Tally: has a name that the generated module needs"),
    "word of Python": ("commands", "bool fast = 2", "bool class = 2", "Move.class: is a word of Python"),
    "shadowed type": ("commands", "bool fast = 2", "bool int = 2", "Move.int: is a word of Python"),
    "oneof": ("commands", "bool fast = 2;", "oneof pace { bool fast = 2; }", "Move.fast: stands in a oneof"),
    "nested message": ("commands", "bool fast = 2;", "bool fast = 2; message In {}", "Move: types are nested"),
    "nested enum": ("commands", "bool fast = 2;", "bool fast = 2; enum In { A = 0; }", "Move: types are nested"),
    "field without visibility": (
        "commands",
        " [(wargame.v1.visible) = VISIBILITY_PUBLIC]",
        "",
        "Plot.unit: has no visibility",
    ),
    "unspecified visibility": (
        "commands",
        "VISIBILITY_PUBLIC];",
        "VISIBILITY_UNSPECIFIED];",
        "Plot.unit: has no visibility",
    ),
    "message without visibility": (
        "events",
        "option (wargame.v1.all) = VISIBILITY_PUBLIC;\n  repeated",
        "repeated",
        "Moved.ways: has no visibility",
    ),
    "secret without optional": ("commands", "optional string hex", "string hex", "Plot.hex: is OWNER"),
    "repeated secret": ("commands", "optional string hex", "repeated string hex", "Plot.hex: is OWNER"),
    "secret of nobody": ("events", ", (wargame.v1.owner) = true", "", "Plotted: has OWNER fields"),
    "owner in a command": (
        "commands",
        "VISIBILITY_PUBLIC];",
        "VISIBILITY_PUBLIC, (wargame.v1.owner) = true];",
        "Plot.unit: is marked `owner`",
    ),
    "owner that is no number": (
        "events",
        "uint32 seat = 1 [(wargame.v1.v",
        "string seat = 1 [(wargame.v1.v",
        "Plotted.seat: is marked `owner`",
    ),
    "secret owner among public fields": (
        "events",
        "uint32 seat = 1 [(wargame.v1.owner) = true];",
        "uint32 seat = 1 [(wargame.v1.owner) = true]; bool b = 2 [(wargame.v1.visible) = VISIBILITY_PUBLIC];",
        "Slipped.seat: is OWNER",
    ),
    "command without a method": (
        "play",
        "rpc Plot(wargame.drill.v1.Plot)",
        "rpc Plott(wargame.drill.v1.Plot)",
        "Plot: has no method in service Play: add `rpc Plot(wargame.drill.v1.Plot) returns (wargame.v1.Outcome)`",
    ),
    "other request": (
        "play",
        "rpc Plot(wargame.drill.v1.Plot)",
        "rpc Plot(wargame.v1.ViewRequest)",
        "Play.Plot: has other types",
    ),
    "other response": (
        "play",
        "(wargame.drill.v1.Plot) returns (wargame.v1.Outcome)",
        "(wargame.drill.v1.Plot) returns (wargame.v1.ViewRequest)",
        "Play.Plot: has other types",
    ),
    "method without roles": ("play", "option (wargame.v1.open) = true;", "", "Play.Look: says not who may call it"),
    "event without an arm": ("events", "Shown shown = 3;", "", "Shown: is no arm of the events' oneof"),
    "a choice without a word": (
        "commands",
        "STANCE_READY = 1;",
        'STANCE_READY = 1 [(wargame.v1.word) = "ready"];',
        "Stance: has a choice without a word",
    ),
    "a word for nothing": (
        "commands",
        "STANCE_UNSPECIFIED = 0;",
        'STANCE_UNSPECIFIED = 0 [(wargame.v1.word) = "none"];',
        "Stance: zero is STANCE_UNSPECIFIED = 'none'",
    ),
    "command without a comment": ("commands", "// Moves troops.\n", "\n", "Move: has no comment"),
    "event without a comment": ("events", "// It was shown.\n", "\n", "Shown: has no comment"),
}


@pytest.mark.parametrize(("stem", "old", "new", "told"), REFUSED.values(), ids=REFUSED)
def test_refusals(tree, stem, old, new, told):
    """What can not be logged, shown or called as the contract promises is refused by name."""
    text = FILES[stem].replace(old, new)
    assert text != FILES[stem]
    write(tree, stem, ('import "google/protobuf/any.proto";\n' if "Any" in new else "") + text)
    assert told in refusal(tree)


TIMED = """
// A clock.
message Clock {
  // What is left.
  google.protobuf.Duration left = 1 [(in_ms) = "left_ms"];
  // When it ends.
  google.protobuf.Timestamp end_time = 2 [(in_ms) = "end_ms", (earlier) = "0"];
  // In seconds.
  google.protobuf.Duration limit = 3 [(earlier) = "0"];
}
"""
# what is changed in it, and what is said of that
ILL_TIMED = {
    "a Timestamp without a name": ('(in_ms) = "end_ms", ', "", "is a Timestamp that may be logged: mark it `in_ms`"),
    "a name without a unit": ('"left_ms"', '"left"', "is left in milliseconds: end that name in `_ms`"),
    "a name on an integer": ("google.protobuf.Duration left", "uint64 left", "only a Duration or a Timestamp can be"),
    "a list of times": ("google.protobuf.Duration left", "repeated google.protobuf.Duration left", "can be, once"),
    "a time that may be absent": (
        "google.protobuf.Duration left",
        "optional google.protobuf.Duration left",
        "can be, once",
    ),
    "a Timestamp below 0": ('"end_ms", ', '"end_ms", (below_zero) = true, ', "only a Duration with `in_ms` can be"),
    "seconds below 0": ("limit = 3 [", "limit = 3 [(below_zero) = true, ", "only a Duration with `in_ms` can be"),
    "one name for two": ('"end_ms"', '"left_ms"', "is left_ms in milliseconds, and so is left: one name for one thing"),
    "a name of another time": ('"left_ms"', '"to_ms"', "is to_ms in milliseconds, and so is "),
    "another field of that name": ("Duration limit", "Duration left_ms", "has a name that a time has in milliseconds"),
    "no integer": (
        'limit = 3 [(earlier) = "0"',
        "limit = 3 [(earlier) = '\"a\"'",
        "can not be: give `earlier` JSON of its type",
    ),
}


def timed(root, text=TIMED):
    """Append a message with times to the kernel's values."""
    path = root / "proto/wargame/v1/values.proto"
    head, mark, rest = path.read_text().partition("package wargame.v1;\n")
    imports = "".join(f'import "google/protobuf/{name}.proto";\n' for name in ("duration", "timestamp"))
    imports += "" if "wargame/v1/options.proto" in rest else 'import "wargame/v1/options.proto";\n'
    path.write_text(head + mark + imports + rest + text)


def test_times_are_integers_by_their_names_in_a_log(tree):
    """The Struct of a message has its times as integers under these, and other Durations under their own."""
    timed(tree)
    made = next(
        text for path, text in protogen.plan(tree).items() if path.name == "messages.py" and "kernel" in str(path)
    )
    body = made[made.index("class Clock(") :]
    fields = [line.strip() for line in body[: body.index("class ", 1)].splitlines() if ": int" in line]
    assert fields == ["left_ms: int", "end_ms: int = 0", "limit: int = 0"]
    assert '    "end_ms": "end_time",\n' in made


@pytest.mark.parametrize(("old", "new", "told"), ILL_TIMED.values(), ids=ILL_TIMED)
def test_times_that_have_no_integer(tree, old, new, told):
    """Each with what to do."""
    assert TIMED.count(old) == 1
    timed(tree, TIMED.replace(old, new))
    assert told in refusal(tree)


def test_times_are_the_kernels(tree):
    """A ruleset has none: its fields are told by the names of the kernel's."""
    field = '  google.protobuf.Duration far = 3 [(wargame.v1.in_ms) = "far_ms"];'
    text = FILES["events"].replace("  sint64 far = 3;", field)
    write(tree, "events", 'import "google/protobuf/duration.proto";\n' + text)
    assert "is far_ms in milliseconds, which only times of wargame.v1 can be" in refusal(tree)


def test_contract_of_this_tree():
    """The generated files in the tree are those of its contract."""
    assert protogen.main(["--check"]) == 0
