"""Games of any scenario under options drawn at random: some in every run, as many as asked for in a long one.

`GAMES` and `PAIRS` are how many games, and pairs of worlds, a long run plays of each ruleset.
"""

import os
from collections import defaultdict
from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.messages import Concede
from adjudicator.registry import RULESETS
from tests.conformance.any_game import any_opening, option_table
from tests.conformance.driver import MODES, Driver, rules_at
from tests.conformance.test_secrets import Worlds
from tests.kit import Table, seeded

SOME = 1
GAMES = int(os.environ.get("GAMES", "5"))
PAIRS = int(os.environ.get("PAIRS", "3"))
# which secrets a pair differs in is its seed's: so many are played until worlds have differed
PAIRS_MOST = 12
SOME_OPENINGS, MANY_OPENINGS = 120, 600
LONGEST = 8_000
LAST = 20
# its bounds are the number of seats
OF_A_SEAT = ("first_seat",)
FIRST_LONG = 1_000
VIEWERS = (0, 1, SPECTATOR)
# whose games take longest: in every run they are played under their usual options alone
OF_INCHES = ("antares", "grinding_annihilation")
registered = pytest.mark.parametrize("path", RULESETS.values())


def drawn(path, openings, *, once=()):
    """Give of every option the values that it is given in so many openings, its default left out.

    Where some are to be drawn `once`, it ends with the last of these.
    """
    found: defaultdict[str, set[Any]] = defaultdict(set)
    table = option_table(Table(rules_at(path)))
    defaults = msgspec.structs.asdict(table.defaults) if table.rows else {}
    for seed in range(openings if defaults else 0):
        if once and all(found[name] for name in once):
            break
        made: Any = any_opening(Table(rules_at(path), dice=seeded(seed)), Random(seed))
        for name, default in defaults.items() if hasattr(made, "options") else ():
            value = getattr(made.options, name)
            found[name] |= set() if value in (None, (), default) else {value}
    return found


@registered
def test_every_option_is_drawn(path):
    """No option of a ruleset keeps its default in all random games, lists and rows of the options included."""
    options = option_table(Table(rules_at(path)))
    read = [name for name, row in options.rows.items() if row.read]
    found = drawn(path, SOME_OPENINGS, once=read)
    assert [name for name in read if not found[name]] == []


@registered
@pytest.mark.long
def test_every_value_of_every_option_is_drawn(path):
    """In many random games every listed option has each of its values, and a number more than one."""
    options = option_table(Table(rules_at(path)))
    found = drawn(path, MANY_OPENINGS)
    read = [name for name, row in options.rows.items() if row.read]
    assert {name: left for name in read if (left := others(path, name) - found[name])} == {}
    assert [name for name in read if not others(path, name) and len(found[name]) < 2] == []


def others(path, name):
    """Give the values of an option besides its default, where they are listed or no more than two numbers."""
    options = option_table(Table(rules_at(path)))
    row, default = options.rows[name], getattr(options.defaults, name)
    if name in OF_A_SEAT:
        return {1}
    numbers = range(row.least, row.most + 1) if row.least is not None and row.most is not None else ()
    return {*(row.values or (numbers if len(numbers) == 2 else ()))} - {default}


def played(path, seed):
    """Play a game of any scenario under any options to its end, in every mode in turn, trying an offer at each step.

    Options may name no last turn, and random players may then never win: such a game a seat concedes at last.
    """
    mode = list(MODES)[seed % len(MODES)]
    driver = Driver(Table(rules_at(path), dice=seeded(seed), **MODES[mode]), seed, probes=1, any_options=True)
    table = driver.walk(LONGEST)
    if table.window is not None:
        while table.refused(Concede(), 0):  # dice are awaited
            driver.walk(1)
        table.when(0, Concede()).accepted()
    return driver.play(LAST)


@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=pytest.mark.long if name in OF_INCHES else ()) for name, path in RULESETS.items()]
)
@pytest.mark.parametrize("seed", range(SOME))
def test_any_options_end(path, seed):
    """No crash, no refused offer, no broken invariant, and an end."""
    assert played(path, seed).window is None


@registered
@pytest.mark.long
@pytest.mark.parametrize("seed", range(FIRST_LONG, FIRST_LONG + GAMES))
def test_many_games_of_any_options_end(path, seed):
    """No crash, no refused offer, no broken invariant, and an end."""
    assert played(path, seed).window is None


def paired(path, seed):
    """Play two worlds that differ in secrets alone, as one of three viewers in turn; how many commands differed."""
    worlds = Worlds(path, seed, VIEWERS[seed % len(VIEWERS)], any_options=True)
    worlds.play()
    return worlds.differ


@pytest.mark.long
@registered
@pytest.mark.parametrize("seed", range(SOME))
def test_a_secret_changes_nothing_under_any_options(path, seed):
    """All that a viewer is sent and answered is the same in both worlds until a secret is shown."""
    assert paired(path, seed) >= 0


@registered
@pytest.mark.long
def test_secrets_change_nothing_in_many_games(path):
    """All that a viewer is sent and answered is the same in both worlds until a secret is shown."""
    sealing, differ = rules_at(path).sealing, 0
    for number in range(max(PAIRS, PAIRS_MOST)):
        if number >= PAIRS and bool(differ) == sealing:
            break
        differ += paired(path, FIRST_LONG + number)
    assert bool(differ) == sealing, "no pair of worlds ever differed: a game was compared with itself"
