"""Options that games are judged again under: read, and refused where no game can have them."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decoding import Decoder
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.registry import RULESETS, rules_of
from replays.archive.lab.bots import USUAL, bot_of
from replays.archive.lab.prepared import creating_kind, options_kind, sentence
from replays.archive.lab.table import LabTable, Player
from replays.files import Unusable

# names of options and their values, as they were written
Options = Mapping[str, str]
_SEATS: Final = 2


def option_values(rules: LoadedRuleset[Any], given: Options) -> dict[str, Any] | None:
    """Read options for a ruleset; None where it has one of them not.

    Raises Unusable where a value is of another sort.
    """
    kind = options_kind(rules)
    kinds = {row.name: row.type for row in fields(kind)}
    if not set(given) <= set(kinds):
        return None
    found = {}
    for name, text in given.items():
        try:
            row = {name: text if str in _types(kinds[name]) else _toml(text)}
            found[name] = getattr(Decoder().message(kind, row, "--option"), name)
        except (ValueError, TypeError) as fault:
            raise Unusable(f"--option {name}={text}: {fault}") from fault
    return found


def _types(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if isinstance(hint, UnionType) or get_origin(hint) is Union else (hint,)


def _toml(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{text!r} is no value; write it as TOML has it, such as true, 3 or [2]") from error


def options_of(words: Sequence[str]) -> dict[str, str]:
    """Read `name=value` words, and give them by name.

    Raises Unusable where there is no such option, or no ruleset takes it so.
    """
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Unusable(f"--option {word}: write a name and a value, such as --option zoc_radius=3")
        if len(value.splitlines()) > 1:  # which may hold other options, or none
            raise Unusable(f"--option {name}: its value has more than one line; write it in one, and each option alone")
        if name in found:
            raise Unusable(f"--option {name}: named twice, as {found[name]} and as {value}; name it once")
        found[name] = value
    if found:
        _require_some_game(found)
    return {name: found[name] for name in sorted(found)}


def _require_some_game(given: Options) -> None:
    """Refuse options that no ruleset of this build has together, or that each refuses. Raises Unusable."""
    rulesets = [rules_of(name) for name in sorted(RULESETS)]
    changes = [(rules, option_values(rules, given)) for rules in rulesets]
    having = [(rules, changed) for rules, changed in changes if changed is not None]
    if not having:
        known = "; ".join(
            f"{rules.name}: {', '.join(row.name for row in fields(options_kind(rules)))}" for rules in rulesets
        )
        raise Unusable(f"--option {', '.join(given)}: no ruleset has it; there are {known}")
    refusals = [(rules.name, impossible(rules, changed)) for rules, changed in having]
    if all(why for _, why in refusals):
        raise Unusable("\n".join(f"--option: {name} refuses {why}" for name, why in refusals))


def impossible(rules: LoadedRuleset[Any], changed: Mapping[str, Any]) -> str:
    """Say why no game of a ruleset can be opened with these options; empty where one of some scenario can."""
    first = ""
    for scenario in ("", *rules.scenarios):
        why = _refusal(rules, scenario, changed)
        if not why:
            return ""
        first = first or why
    return first


def _refusal(rules: LoadedRuleset[Any], scenario: str, changed: Mapping[str, Any]) -> str:
    """Open a game with these options and say what the rules refuse of it."""
    kind = creating_kind(rules)

    def created(chance: random.Random) -> Struct:
        command = rules.create(scenario, chance)
        if type(command) is not kind:
            return command
        options: Struct = getattr(command, "options")  # noqa: B009  (every creating command has them)
        return replace(command, options=replace(options, **changed))

    players = [Player(bot_of(rules.name, USUAL), {}) for _ in range(_SEATS)]
    entries = LabTable(rules, f"options/{scenario}", players, created).entries()
    try:
        while type(next(entries)[1].command) is not kind:
            continue
    except Rejected as refusal:
        return "; ".join(f"{fault.path}: {sentence(rules, fault)}" for fault in refusal.faults)
    return ""
