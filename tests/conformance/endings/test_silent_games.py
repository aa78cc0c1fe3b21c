"""A game that everybody leaves comes to its end: silence is taken for every answer, whatever the options are."""

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.registry import RULESETS
from tests.conformance.driver import every_ruleset
from tests.conformance.endings.silent_games import Started, fall_silent, other_values, unattended
from tests.tools.sizes import ONE_IN, some

SEED = 3
LEFT_AFTER = (1, 25)
LATER = (1, 30, 90)
NO_LIMIT = ("turn_limit", 0)
NO_LIMIT_ENTRIES = 120
# options that say who is asked, when, and until when
SEQUENCE = {
    "antares": ("start_options_first_side", "interrupted_break", "broken_army_ends_game"),
    "grinding_annihilation": ("cohesion_check", "initiative_mode", "interleave_terrain"),
    "hex_orders": ("damage_effect_timing", "secret_map_design", "turn_limit", "victory"),
    "tile_formations": ("turn_order", "turn_limit", "victory", "action_test", "overwatch_window", "hit_allocation"),
}
VALUES = [(path, name, value) for path in RULESETS.values() for name, value in other_values(path)]
OF_SEQUENCE = [row for row in VALUES if row[1] in SEQUENCE[row[0].rsplit(".", 1)[1]]]


def left(path, after, **options):
    """Leave a game after so many commands, under these options; None where they can not stand with the others."""
    table = unattended(path, SEED)
    started = Started(table, SEED, **options)
    if table.refused(started.next()[1], REFEREE):
        return None
    started.walk(after)
    return table


def ends(path, after, name, value):
    """Leave a game; whether it has ended, or goes on as one that has no last turn does."""
    table = left(path, after, **{name: value})
    if table is None:
        return True
    if (name, value) != NO_LIMIT:
        return fall_silent(table).game.result is not None
    return fall_silent(table, NO_LIMIT_ENTRIES, to_the_end=False).game is not None


@every_ruleset
@pytest.mark.rule("WG-ASK-02")
@pytest.mark.parametrize("after", LEFT_AFTER)
def test_a_game_that_everybody_leaves_ends(path, after):
    """What is due is never refused, something is due until nothing is open, and there is a result."""
    assert fall_silent(left(path, after)).game.result is not None


@pytest.mark.rule("WG-ASK-02")
@pytest.mark.parametrize(("path", "name", "value"), OF_SEQUENCE)
def test_it_ends_whoever_is_asked(path, name, value):
    """It ends under every option that changes who is asked, or when."""
    assert ends(path, LEFT_AFTER[-1], name, value)


@pytest.mark.long
@pytest.mark.rule("WG-ASK-02")
@pytest.mark.parametrize("number", some(range(len(VALUES))))
def test_it_ends_under_every_option(number):
    """It ends under every value of every option, left early or late in turn; ONE_IN=1 plays them all."""
    path, name, value = VALUES[number]
    assert ends(path, LATER[number // ONE_IN % len(LATER)], name, value), f"{path} with {name} = {value}"
