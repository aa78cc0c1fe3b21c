"""Two battles that differ in what red has written down: others get and are told the same until both have written."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import fields

from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.kernel.record.record import open_record
from adjudicator.rulesets.grinding_annihilation.model import messages
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFormations,
    CommitBattleFormations,
    Embarkation,
    WarfieldClosed,
)
from adjudicator.rulesets.grinding_annihilation.reports import messages as reports
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import formation
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import NO_CHOICES, ask_for, warfield_set
from tests.rulesets.grinding_annihilation.movement.fixtures import carrier

WRITTEN = (
    BattleFormations(embarked=(Embarkation(formation="a-p", transport="a-t.1"),)),
    BattleFormations(strategic_reserves=("a-p",)),
    BattleFormations(strategic_reserves=("a-p", "a-q")),
)
WORDS = ("a-p", "a-q", "a-t", "a-t.1", "a-p.1", "b-b", "b-b.1", "1", "")
ESTIMATES = tuple(
    row for name, row in vars(reports).items() if name.startswith("Estimate") and name.endswith("Request")
)
COMMANDS = tuple(kind for kind in messages.COMMANDS if kind is not CommitBattleFormations)


def written(formations: BattleFormations) -> Table:
    """Let red write this down; blue has not written yet."""
    units = [formation(key, at=[at]) for key, at in (("a-p", (5, 5)), ("a-q", (5, 8)), ("b-b", (55, 5)))]
    table = warfield_set(*units, carrier(at=(5, 12))).given(WarfieldClosed())
    ask_for(table, "CommitBattleFormations", "red", "blue")
    table.dice = SeededDice(bytes(32), bytes(32))
    table.when("red", CommitBattleFormations(formations=formations)).accepted()
    return table


def made_up(hint: Any, chance: Random) -> Any:
    """Make a value of a type up, of words that there are."""
    options = [row for row in getattr(hint, "__args__", ()) if row not in (type(None), Ellipsis)]
    if getattr(hint, "__origin__", None) is tuple:
        return tuple(made_up(options[0], chance) for _ in range(chance.randrange(3)))
    if options:
        return made_up(chance.choice(options), chance)
    simple = {bool: chance.random() < 0.5, int: chance.randrange(4), bytes: b"", str: chance.choice(WORDS)}
    if hint in simple:
        return simple[hint]
    if not hasattr(hint, "__struct_fields__"):
        return chance.choice(WORDS)
    return hint(**{row.name: made_up(row.type, chance) for row in fields(hint)})


def told(table: Table, viewer: int, chance: Random) -> list[Any]:
    """Gather what somebody is shown, offered, answered and refused."""
    made = table.drafts[-1]
    record = open_record(table.rules, made.record, tuple(row for row in made.openings if row.owner == viewer))
    kinds = [type(event) for event, _ in record.events]
    found: list[Any] = [kinds, len(made.data), table.view(viewer), table.windows]
    if viewer == SPECTATOR:
        return found
    top = table.window
    assert top is not None
    silence = table.rules.windows[top.kind].default_command
    assert silence is not None
    found += [table.offers(viewer), silence(table.game, top, viewer)]
    found += [table.refused(made_up(kind, chance), viewer) for kind in COMMANDS for _ in range(4)]
    for kind in ESTIMATES:
        query = table.rules.queries[kind.__name__.removesuffix("Request")]
        found += [answer(query, table, viewer, made_up(kind, chance)) for _ in range(8)]
    return found


def answer(query: Any, table: Table, viewer: int, request: Any) -> Any:
    """Ask for odds: what is told, or why it is not."""
    try:
        return query(table.game, viewer, request)
    except (Rejected, Unknown) as refusal:
        return str(refusal)


@pytest.mark.rule("GA-7.0-11")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
@pytest.mark.parametrize("other", WRITTEN)
def test_what_is_written_down_changes_nothing_for_others(other: BattleFormations, viewer: int) -> None:
    """Views, offers, silence, refusals of every command, estimates and the length of the record are the same."""
    for seed in range(3):
        one, two = (told(written(row), viewer, Random(seed)) for row in (NO_CHOICES, other))
        for first, second in zip(one, two, strict=True):
            assert first == second
