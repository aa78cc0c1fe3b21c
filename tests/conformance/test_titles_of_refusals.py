"""A refusal names what has a title by that, where its reader sees it, and by its id alone where he does not."""

from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.titles import titles_in
from adjudicator.registry import RULESETS
from services.games.refusals import Refused
from services.rpc.access.statuses import format_fault
from tests.conformance.driver import Driver, rules_at
from tests.kit import Table, seeded

STEPS = 45
# a ruleset that has just been begun gives nothing a title
TITLED = {"antares", "grinding_annihilation", "hex_orders", "tile_formations"}
registered = pytest.mark.parametrize("path", RULESETS.values())


def walked(path, seed=3, steps=STEPS):
    table = Table(rules_at(path), dice=seeded(seed))
    Driver(table, seed).walk(steps)
    return table


def told(table, key, viewer):
    """The text of a refusal that names this id, as it goes to a party."""
    fault = Fault("", "names-it", "", (("unit", key),))
    protocol = SimpleNamespace(seq=1, head=bytes(32))
    session: Any = SimpleNamespace(rules=table.rules, game=table.game, protocol=protocol)
    refused = Refused(Rejected(fault), session, viewer)
    rules: Any = SimpleNamespace(reasons={"names-it": "No model of {unit} is left."}, texts={})
    return format_fault(rules, fault, refused.titles)


@registered
def test_what_its_reader_sees_has_its_title(path):
    """Each unit in a seat's view is named with the title that stands there, and none by the table's own refusals."""
    table = walked(path)
    for seat in (0, 1):
        seen = titles_in(table.view(seat))
        assert seen or table.rules.name not in TITLED, "no title is seen"
        for key, title in seen.items():
            assert f"{title} ({key}) is left." in told(table, key, seat)
            assert told(table, key, TABLE) == f"No model of {key} is left."


def test_what_is_hidden_has_none():
    """A unit of hex_orders that its enemy does not see has its title for its own side alone."""
    table = walked(RULESETS["hex_orders"], seed=7, steps=30)
    own, other = titles_in(table.view(1)), titles_in(table.view(0))
    hidden = sorted(set(own) - set(other))
    for key in hidden:
        assert told(table, key, 0) == f"No model of {key} is left."
        assert own[key] in told(table, key, 1)
    assert hidden, "every unit is seen: walk otherwise"
