"""Editions: how they are written, and which is the later."""

from dataclasses import replace

import pytest

from adjudicator.kernel.protocol.editions import is_edition, later_edition
from adjudicator.kernel.ruleset import assemble
from adjudicator.registry import RULESETS, rules_of
from tests.toy import RULESET

ORDERED = ["0.9", "1", "1.0", "1.2", "1.10", "2026", "2026.9", "2026.10", "2026.10.0.1", "2027.1"]
WRONG = ["", "2026.11-rc1", "2026.01", "2026.", ".1", "2026 1", "1.2.3.4.5", "20260", "v1", "\u0661", "1\n", "9" * 5000]


@pytest.mark.rule("WG-EDITION-01")
def test_order():
    """Editions ascend number by number, and no two are the same."""
    for place, one in enumerate(ORDERED):
        for other in ORDERED[:place]:
            assert later_edition(one, other)
            assert not later_edition(other, one)
        assert not later_edition(one, one)


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.rule("WG-EDITION-01")
def test_what_is_no_edition(name):
    """A name with words, or with leading zeros, has no place in the order, and no ruleset can have it."""
    assert not is_edition(name)
    assert not later_edition(name, "1")
    assert not later_edition("2027", name)
    with pytest.raises(ValueError, match="write one to four numbers"):
        assemble(replace(RULESET, rules=replace(RULESET.rules, edition=name)))


def test_every_ruleset_has_one():
    """What is registered is written so."""
    assert all(is_edition(rules_of(name).edition) for name in RULESETS)
