"""Rulings take a game of any ruleset back at any moment: what stands is the game, and dice are not fished for."""

from random import Random
from typing import Any

import pytest

from adjudicator.kernel.decide.state import UNHASHED
from adjudicator.kernel.messages import Grounds, Rewind, Rewound
from adjudicator.kernel.referee.rewinding.again import command_again
from adjudicator.kernel.referee.rewinding.rewinds import first_open
from tests.conformance.driver import Driver, every_ruleset, rules_at
from tests.kit import Table, seeded

WHY = Grounds(reason="a wrong rule was used", clause="", about=())
REWINDS = 4


def shown(game):
    """All of a game but the ids of its questions, which are asked anew."""
    tables = {name: getattr(game, name) for name in game.ALL if name not in {*UNHASHED, "stack"}}
    return tables, [(row.kind, row.asks, row.subject) for row in game.stack if row.kind not in LEFT]


# questions that a ruling drops
LEFT = ("again", "consent", "roll_report", "roll_acknowledge")


def back(table, generator, dice):
    """Go back to an entry that a ruling may name; None where there is none."""
    docket = table.protocol.docket
    path = docket.path(table.protocol.seq)
    places = [seq for seq in path if seq >= max(first_open(table.protocol), 3)]
    if dice == "stand":
        places = [seq for seq in places if stands(table, seq)]
    generator.shuffle(places)
    for to in places[:5]:
        ruling = Rewind(grounds=WHY, to=to, dice=dice, changes=())
        if not table.refused(ruling, "head"):
            table.when("head", ruling).then(Rewound, to=to)
            return to
    return None


def stands(table, seq):
    note = table.protocol.docket.note(seq)
    mask = table.rules.masks[note.kind]
    return bool(note.rolls) and note.kind in table.rules.own and not (mask.secret or mask.seals)


def as_it_stood(table, seq):
    """The game after an entry as the kit kept it."""
    return shown(table.pasts[seq])


@every_ruleset
@pytest.mark.rule("WG-BACK-01")
def test_the_game_after_a_rewind_is_the_game_that_stood(path):
    """Whatever was void; played on at random, the log folds to the same game (the kit compares at every entry)."""
    generator = Random(11)
    table = Table(rules_at(path), dice=seeded(11), referee=True)
    driver = Driver(table, 11)
    done = 0
    for _ in range(REWINDS):
        driver.walk(generator.randint(8, 25))
        if table.game.result is not None:
            break
        used = dict(table.protocol.cursors)
        to = back(table, generator, "fresh")
        if to is None:
            continue
        done += 1
        assert shown(table.game) == as_it_stood(table, to - 1)
        assert table.protocol.cursors == used, "no index is given back"
        driver.walk(4)
        drawn = [roll for opened in table.log[table.protocol.seq - 4 :] for roll in opened.rolls]
        assert all(roll.index >= used.get(roll.stream, 0) for roll in drawn)
    assert done >= 2
    assert not list(table.rules.invariants(table.game))


@every_ruleset
@pytest.mark.rule("WG-BACK-02")
def test_standing_dice_are_those_of_the_named_command(path):
    """The command that a ruling gives once more throws what it threw; what it throws beyond that is fresh."""
    generator = Random(5)
    table = Table(rules_at(path), dice=seeded(5), referee=True)
    driver = Driver(table, 5)
    done = 0
    for _ in range(3 * REWINDS):
        driver.walk(generator.randint(6, 20))
        if table.game.result is not None:
            break
        before = dict(table.protocol.cursors)
        to = back(table, generator, "stand")
        if to is None:
            continue
        done += 1
        first = table.log[to - 1]
        window = table.window
        assert window is not None and window.kind == "again"  # noqa: PT018
        command: Any = command_again(table.rules.handlers, table.game)
        assert command == first.command
        table.when(window.asks[0], command).accepted()
        assert table.opened.rolls == first.rolls, "the same command on the same game throws the same dice"
        assert table.protocol.cursors == before
        assert table.opened.events[: len(first.events) - 1] == first.events[:-1]
    # in hex_orders dice are thrown by the table, in the entries of sealed orders
    assert done >= 1 or path.endswith("hex_orders")
