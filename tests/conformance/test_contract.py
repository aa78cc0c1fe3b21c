import ast
import inspect
import re
from importlib import import_module
from pathlib import Path

from tests.conformance.driver import every_ruleset, rules_at
from tests.kit import placeholders
from tools.contract import compile_tree

ROOT = Path(__file__).parents[2]
CLAUSE = re.compile(r"[A-Z]{2,3}-[A-Z0-9.]+-\d{2,3}")
REASON_AT = {"require": 2, "reject": 1, "Fault": 1, "fault": 1, "option_fault": 3}


def folder_of(path):
    """Where the ruleset's package lies."""
    file = import_module(path).__file__
    assert file is not None
    return Path(file).parent


def sources(path):
    """Every module of the ruleset's package, parsed."""
    folder = folder_of(path)
    files = [file for file in sorted(folder.rglob("*.py")) if file.name != "messages.py"]
    return {file.relative_to(folder).as_posix(): ast.parse(file.read_text()) for file in files}


def kernel_sources():
    """Modules of the kernel that refuse with reasons whose sentences are the ruleset's."""
    return [ast.parse((ROOT / "adjudicator/kernel" / name).read_text()) for name in ("options.py",)]


def words_in(tree):
    """Every text that is written out in a module."""
    return (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))


def contract(path, stem="play"):
    """Text of a file of the ruleset's contract, its service if none is named."""
    package = Path(*rules_at(path).package.split(".")) / f"{stem}.proto"
    here = folder_of(path) / "proto" / package
    return (here if here.is_file() else ROOT / "proto" / package).read_text()


def reasons_in(tree):
    """Reasons of refusal that are written out in a module, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            place = REASON_AT.get(name)
            spread = any(isinstance(argument, ast.Starred) for argument in node.args)
            reason = node.args[place] if place is not None and len(node.args) > place and not spread else None
            if isinstance(reason, ast.Constant):
                yield reason.value, node.lineno


@every_ruleset
def test_every_command_has_a_handler(path):
    """Every command of the contract has a handler, a mask and roles, and every handler a command of the contract."""
    own, messages = import_module(path).RULESET, import_module(path + ".model.messages")
    assert set(own.rules.part.handlers) == set(messages.COMMANDS)
    rules = rules_at(path)
    for command in messages.COMMANDS:
        assert command in rules.masks, command
        assert rules.roles[command], f"nobody may call {command.__name__}"


@every_ruleset
def test_every_command_has_a_method(path):
    """Every command has its line in the service, and every line that is no query its command."""
    called = set(re.findall(r"rpc (\w+)\([\w.]+\) returns \(wargame\.v1\.Outcome\)", contract(path)))
    assert called == {command.__name__ for command in import_module(path + ".model.messages").COMMANDS}


@every_ruleset
def test_every_event_has_a_reducer(path):
    """Every event of the contract has a reducer, a mask and a phrase, and every reducer an event."""
    own, messages = import_module(path).RULESET, import_module(path + ".model.messages")
    assert set(own.rules.part.reducers) == set(messages.EVENTS)
    assert set(own.phrases) == {event.__name__ for event in messages.EVENTS}
    for event in messages.EVENTS:
        assert event in messages.MASKS
        named = placeholders(own.phrases[event.__name__])
        assert named <= set(event.__struct_fields__), f"the phrase of {event.__name__} names {named}"


@every_ruleset
def test_every_handler_names_its_clause(path):
    """The docstring of a handler begins with the id of the clause that it carries out."""
    for command, handler in import_module(path).RULESET.rules.part.handlers.items():
        first = (inspect.getdoc(handler) or "").split(" ")[0]
        assert first in rules_at(path).texts, f"{command.__name__}: {handler.__name__} begins with {first!r}"


@every_ruleset
def test_every_cited_rule_has_a_text(path):
    """Every id of a rule that stands in the code has a text."""
    texts = rules_at(path).texts
    for name, tree in sources(path).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for clause in CLAUSE.findall(node.value):
                    assert clause in texts, f"{name}:{node.lineno} cites {clause}"


@every_ruleset
def test_every_reason_has_a_sentence(path):
    """Every reason of a refusal has a sentence that says problem, place and fix, and no sentence is left over."""
    rules, own = rules_at(path), import_module(path).RULESET
    trees = sources(path)
    for name, tree in trees.items():
        for reason, line in reasons_in(tree):
            assert reason in rules.reasons, f"{name}:{line} refuses with {reason!r}"
    used = {word for tree in (*trees.values(), *kernel_sources()) for word in words_in(tree)}
    for reason, sentence in own.reasons.items():
        assert sentence.endswith("."), f"{reason}: {sentence!r} is no sentence"
        assert reason.partition(":")[0] in used, f"nothing is refused with {reason}"


@every_ruleset
def test_every_command_can_be_given(path):
    """Every command answers some window or may be given at any time, and windows accept nothing else."""
    rules = rules_at(path)
    accepted = {command for kind in rules.windows.values() for command in kind.accepts} | rules.anytime
    assert accepted <= set(rules.handlers)
    assert {kind.__name__ for kind in set(rules.handlers) - accepted} == {"OpenGame"}


@every_ruleset
def test_every_window_says_why(path):
    """Every window names a rule that has a text, and the one that opens the game accepts a command."""
    rules = rules_at(path)
    for name, kind in rules.windows.items():
        assert kind.kind == name
        assert kind.clause in rules.texts, f"{name}: {kind.clause}"
    assert rules.windows[rules.opening_window].accepts


@every_ruleset
def test_windows_that_ask_offer(path):
    """A window that accepts commands says what it offers."""
    rules = rules_at(path)
    default = [name for name, kind in rules.windows.items() if kind.accepts and kind.offers is None]
    assert default in ([], ["reveal"])


@every_ruleset
def test_estimates_are_asked_alike(path):
    """Every request for odds names the game, then perhaps the entry after which they are asked, then its subject."""
    text = contract(path, "view")
    for name, body in re.findall(r"^message (Estimate\w+Request) \{(.*?)^\}", text, re.MULTILINE | re.DOTALL):
        fields = re.findall(r"^  ([\w. ]+) = (\d+)", body, re.MULTILINE)
        assert fields[:2] == [("bytes game", "1"), ("optional uint64 after", "2")], name


def test_what_is_asked_alike_is_one_request():
    """No two rulesets have requests of the same fields: such a request stands once, in what rulesets share."""
    asked: dict[tuple[object, ...], set[str]] = {}
    for source in compile_tree(ROOT).sources.values():
        for message in (row for row in source.messages if row.name.endswith("Request")):
            fields = tuple((row.name, row.number, row.label, row.type, row.type_name) for row in message.proto.field)
            asked.setdefault(fields, set()).add(source.package)
    assert [found for found in asked.values() if len(found - {"wargame.v1"}) > 1] == []
