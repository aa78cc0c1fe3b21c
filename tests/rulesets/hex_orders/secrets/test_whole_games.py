"""Two games that differ only in what a viewer may not know: he is sent the same, and answered the same."""

import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.rulesets.hex_orders.model.options import OPTIONS
from adjudicator.rulesets.hex_orders.rules.orders import choosing_order, due_orders
from tests.rulesets.hex_orders.assault.steps import worked_example
from tests.rulesets.hex_orders.random_boards import silent_command
from tests.rulesets.hex_orders.secrets.steps import Pair, Twins

VIEWERS = (0, 1, SPECTATOR)
SPOT, OPEN = {"hidden_reveal": "spot_only"}, {"open_orders": True, "open_choices": True}
PAIRS = 6
MANY_PAIRS = int(os.environ.get("PAIRS", "20"))


MOST_PAIRS = 5 * PAIRS
"""How soon a pair ends is luck: it does where its secret comes out. More are played until they show enough."""


def pairs(viewer, first, free_choices=(), most=150, enough=None, **options):
    """Play pairs of worlds, more of them until they are enough; how many, how far and how they ended."""
    counts = Counter[str]()
    for seed in range(first, first + MOST_PAIRS):
        if seed >= first + PAIRS and (enough is None or enough(counts)):
            break
        pair = Pair(seed, viewer, free_choices, **options).play(most, every=20)
        counts.update(
            {
                pair.end: 1,
                "entries": pair.entries,
                "differ": pair.differ,
                "tried": pair.tried,
                "late": int(pair.one.game.turn > 2),
            }
        )
    return counts


def differ_late(viewer):
    """Tell of counts whether worlds were given enough that differs, and for a seat stayed apart into a third turn."""
    return lambda counts: counts["differ"] > 3 * PAIRS and (counts["late"] > 0 or viewer == SPECTATOR)


IN_EVERY_RUN = (("standard", 0), ("spot_only", 1), ("open", SPECTATOR))
"""Under which options pairs are seen by whom: the others are seen in `test_public_tables`, and here in long runs."""


@pytest.mark.rule("HX-GAP-09", "HX-GAP-06")
@pytest.mark.parametrize(
    ("options", "viewer"),
    [
        pytest.param(
            options, viewer, marks=() if (name, viewer) in IN_EVERY_RUN else pytest.mark.long, id=f"{name}-{viewer}"
        )
        for name, options in {"standard": {}, "spot_only": SPOT, "open": OPEN}.items()
        for viewer in VIEWERS
    ],
)
@pytest.mark.ruling("HX-GAP-09.2")
def test_what_stands_behind_tokens_changes_nothing_for_others(viewer, options):
    """Sheet, facing, speed, tokens, orders, choices, dice of hidden units: after each entry the viewer gets the same.

    What he tries is refused in the same words, and odds are the same or not told.
    """
    counts = pairs(viewer, 1000 + 100 * len(options), enough=differ_late(viewer), **options)
    assert counts["differ"] > 3 * PAIRS, "the two worlds were hardly given anything that differs"
    assert counts["entries"] > 25 * PAIRS, f"the pairs did not get far: {counts}"
    assert counts["late"] or viewer == SPECTATOR, "no pair came to a third turn with its hidden units hidden"
    assert viewer == SPECTATOR or counts["tried"] > 40 * PAIRS
    assert not counts["blocked"]


SET_UP = {"map_size", "entrenched_rows", "secret_map_design", "scout_setup", "scout_setup_area", "army_budget_strict"}


def any_options(seed):
    """Draw options at random, every one that can be changed on a board that stands."""
    chance = Random(seed)
    rows = {name: row.values for name, row in OPTIONS.rows.items() if row.values and name not in SET_UP}
    return {name: chance.choice(values) for name, values in rows.items() if chance.random() < 0.5}


@pytest.mark.rule("HX-GAP-09", "HX-GAP-06")
@pytest.mark.parametrize("seed", range(5000, 5006))
def test_options_and_crowds_change_nothing_for_others(seed):
    """Under any options, on boards where friends of tokens find no room, the viewer gets the same."""
    pair = Pair(seed, VIEWERS[seed % 3], crowded=seed % 2 == 0, **any_options(seed)).play(120, every=40)
    assert pair.entries
    assert pair.end != "blocked"


@pytest.mark.long
@pytest.mark.rule("HX-GAP-09", "HX-GAP-06")
@pytest.mark.parametrize("seed", range(6000, 6020))
def test_many_pairs_change_nothing_for_others(seed):
    """As many pairs as are asked for (PAIRS=2000), under any options: the viewer gets the same."""
    for number in range(seed, seed + MANY_PAIRS, 20):
        test_options_and_crowds_change_nothing_for_others(number)


@pytest.mark.rule("HX-ORDERS-05", "HX-CHOICE-02", "HX-ASSAULT-14", "HX-ASSAULT-23")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_answers_are_secret_until_they_are_shown(viewer):
    """Orders that are not due, intents, contributors and allocations of open units are known when they are revealed."""
    counts = pairs(viewer, 2000, ("orders", "intents", "contributors", "allocations"), most=60)
    assert counts["differ"] > 2 * PAIRS
    assert counts["came out"] == PAIRS, counts


def play_many(seeds, options):
    """Play pairs before both seats in turn."""
    for seed in seeds:
        Pair(seed, seed % 2, **options).play(120)


@pytest.mark.parametrize(
    ("module", "name", "leak", "options"),
    [
        (choosing_order, "nations_asked", lambda game, _seat, units: [game.sheets[unit].nation for unit in units], {}),
        (due_orders, "owner_if_hidden", lambda _game, _unit: 253, {}),
    ],
)
def test_the_pairs_find_leaks(monkeypatch, module, name, leak, options):
    """A ruleset that forgets one of its precautions is found out."""
    monkeypatch.setattr(module, name, leak)
    with pytest.raises(AssertionError, match="sees another"):
        play_many(range(3000, 3010), options)


@pytest.mark.rule("HX-ASSAULT-23", "HX-GAP-06")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_an_allocation_is_secret_until_both_are_in(viewer):
    """What red allocates first changes nothing for others until blue has allocated too."""
    tables: list[Any] = [worked_example()[0] for _ in (0, 1)]
    for table in tables:
        table.when("red", silent_command(table, 0)).asks("allocations", "red", "blue")
    pair = Twins(tables[0], tables[1], viewer)
    usual = silent_command(pair.one, 0)
    first, *rest = usual.allocation.hits
    pair.give(0, usual, replace(usual, allocation=replace(usual.allocation, hits=(*rest, first))))
    assert (pair.entries, pair.differ, pair.end) == (1, 1, "")
    for table in tables:
        table.faces(*[1] * 60)
    blue = silent_command(pair.one, 1)
    pair.give(1, blue, blue)
    assert pair.end == "came out"
    for table in tables:
        table.dice.faces.clear()
