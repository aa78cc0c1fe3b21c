"""Any game may be stopped at any moment and goes on as it would have; a sealed command is the command."""

from random import Random

import msgspec
import pytest

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.parties import is_seat
from adjudicator.kernel.messages import (
    AdjournGame,
    Asked,
    CommandSealed,
    EndStop,
    GameStopped,
    Grounds,
    PauseGame,
    ResumeGame,
    SealedTaken,
    SealNext,
    StopEnded,
    Unsealed,
)
from adjudicator.kernel.referee.stopping.sealed import sealable
from tests.conformance.driver import Driver, every_ruleset, rules_at
from tests.kit import Table, seeded

# at how many moments of a game a command is sealed
MOMENTS = pytest.mark.parametrize("moments", [8, pytest.param(20, marks=pytest.mark.long)])
WHY = Grounds(reason="the hall closes", clause="", about=())
DESK = (StopEnded, SealedTaken, Unsealed, Asked)


def would(table, party, command):
    """Events and faces of a command if it were given now."""
    ruling = adjudicate(table.rules, table.game, table.protocol, party, command, table.dice, table.time)
    return [type(event) for event, _ in ruling.events if type(event) not in DESK], [row.faces for row in ruling.rolls]


def sealed(command):
    """The envelope of a command."""
    values = [getattr(command, name) for name in command.__struct_fields__]
    return SealNext(kind=type(command).__name__, fields=msgspec.json.encode(values).decode())


@every_ruleset
@MOMENTS
@pytest.mark.rule("WG-STOP-04")
def test_a_sealed_command_is_the_command(path, moments):
    """Whatever is asked: taken when the game goes on, it does what it would have done, with the same dice."""
    generator = Random(5)
    table = Table(rules_at(path), dice=seeded(5), referee=True)
    driver = Driver(table, 5)
    kinds = set()
    for _ in range(moments):
        driver.walk(generator.randint(2, 16))
        if table.game.result is not None:
            break
        party, command = driver.next()
        if not is_seat(party) or type(command) not in sealable(table.rules, table.game, party):
            continue
        events, faces = would(table, party, command)
        table.when("referee", AdjournGame(grounds=WHY, for_ms=60_000)).accepted()
        stop = table.protocol.seq
        table.when(party, sealed(command)).exactly(CommandSealed(by=party))
        if generator.randrange(2):
            table.wait(60)
            table.when("table", EndStop(stop=stop)).accepted()
        else:
            table.when("referee", ResumeGame(grounds=WHY, dice="")).accepted()
        taken = [event for event in table.events if type(event) not in DESK]
        assert [type(event) for event in taken][-len(events) :] == events
        assert [row.faces for row in table.rolls] == faces
        kinds.add(type(command))
    assert kinds, "no command was sealed"
    assert not list(table.rules.invariants(table.game))


@every_ruleset
@pytest.mark.rule("WG-STOP-02")
def test_nothing_is_played_in_a_pause(path):
    """At any moment, and with dice awaited too: what is asked is refused until the game goes on, and taken then."""
    generator = Random(7)
    table = Table(rules_at(path), dice=seeded(7), referee=True, reported=True)
    driver = Driver(table, 7)
    for _ in range(8):
        driver.walk(generator.randint(1, 9))
        if table.game.result is not None:
            break
        party, command = driver.next()
        table.when("referee", PauseGame(grounds=WHY)).then(GameStopped, kind="pause")
        table.when(party, command).rejected("WG-STOP-02", "game-stopped", entry=table.protocol.seq)
        dice = "" if table.game.suspended is None else generator.choice(("count", "rethrow"))
        table.when("referee", ResumeGame(grounds=WHY, dice=dice)).then(StopEnded, kind="pause")
        if dice != "rethrow":
            table.when(party, command).accepted()
    assert not list(table.rules.invariants(table.game))
