"""What a seat states of a shot waits for the others; the referee's word counts at once."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionTestPassed,
    BeginAction,
    DeclareShooting,
    OverwatchResolved,
    ShockAdded,
    ShootingDeclared,
    SightFact,
    ToHitRolled,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import TESTED, duel, unarmed, weapon
from tests.rulesets.tile_formations.steps import (
    begin_action,
    come_to_shooting,
    end_move,
    open_fact,
    open_window,
    resolve_overwatch,
    roll_saves,
    roll_to_hit,
    rolled_saves,
    shock_of,
)


def sight(word: str) -> tuple[SightFact, ...]:
    """State every line of fire."""
    return (SightFact(unit="", target="", sight=word),)


STATED: dict[str, dict[str, Any]] = {
    "crossfire": {"crossfire": True},
    "air": {"air": True},
    "clear": {"sights": sight("clear")},
    "obscured": {"sights": sight("obscured")},
    "better": {"to_hit_modifier": 1},
    "worse": {"to_hit_modifier": -1},
}
"""What may be stated of a shot, beside its shooter and its target."""

AIM = {"crossfire": (3, 2, 1), "air": (3, 1, 3), "clear": (3, 1, 2), "obscured": (3, 1, 2), "better": (4, 1, 2)}
AIM |= {"worse": (2, 1, 2)}
"""The hit value against infantry in woods, the Shock of its formation and its save, where the statement counts."""


def before_shot(**setup: Any) -> Table:
    """Bring a1.1 to its shot at infantry in woods, six tiles away."""
    return come_to_shooting(duel(unarmed(), "woods", weapon(to_hit=4), **setup))


def state(played: Table, **fields: Any) -> Outcome:
    """Declare the shooting of a1 at b1, and say this of it."""
    usual: dict[str, Any] = {"crossfire": False, "air": False, "to_hit_modifier": 0}
    return played.when("red", DeclareShooting(**{"formation": "a1", "target": "b1", **usual, **fields}))


def confirmed(played: Table) -> Outcome:
    """Let those who are asked confirm what was stated, until nobody is asked any more."""
    asked = 0
    while open_window(played).kind == "fact_stated":
        done = played.when(open_window(played).asks[0], ConfirmFact(fact=open_fact(played))).accepted()
        asked += 1
    assert asked, "nobody was asked"
    return done


def waits(stated: Outcome, by: int = 0) -> None:
    """Check that a statement has brought about nothing, and that somebody but its author is asked."""
    stated.without(ShootingDeclared, OverwatchResolved, ShockAdded, ToHitRolled).asks("fact_stated")
    assert by not in open_window(stated.table).asks


@pytest.mark.rule("TF-CROSS-01", "TF-COVER-06", "TF-SHOOT-02")
@pytest.mark.ruling("TF-CROSS-01.2")
@pytest.mark.parametrize("referee", [False, True])
@pytest.mark.parametrize("what", STATED)
def test_the_word_of_a_shooter_waits(what: str, referee: bool) -> None:
    """A crossfire, an attack from the air, a sight and a modifier count when they are confirmed, and not before."""
    played = before_shot(referee=referee)
    waits(state(played, **STATED[what]))
    assert shock_of(played, "b1") == 0
    done = confirmed(played).then(ShootingDeclared, formation="a1", target="b1", crossfire=what == "crossfire")
    done.asks("to_hit", "red")
    value, shock, save = AIM[what]
    assert shock_of(played, "b1") == shock
    assert roll_to_hit(played, 1).one(ToHitRolled).value.total == value
    assert [row[:2] for row in rolled_saves(roll_saves(played, 6))] == [("cover", save)]


@pytest.mark.rule("TF-CROSS-01")
@pytest.mark.ruling("TF-CROSS-01.2")
def test_a_shot_of_which_nothing_is_stated_asks_nobody() -> None:
    """A shooter that states nothing about the table shoots at once, without a crossfire."""
    state(before_shot()).then(ShootingDeclared, crossfire=False).asks("to_hit", "red")


@pytest.mark.rule("TF-COVER-06", "TF-COVER-07")
@pytest.mark.ruling("TF-CROSS-01.2")
def test_nobody_sees_through_two_woods_by_his_own_word() -> None:
    """Two woods block the line; that it is clear is for the other seat to confirm, and then the shot has no -1."""
    ground: Any = {(3, 5): "woods", (5, 5): "woods"}
    played = come_to_shooting(duel(unarmed("AV"), more=ground))
    waits(state(played, sights=sight("clear")))
    confirmed(played).then(ShootingDeclared)
    assert roll_to_hit(played, 6).one(ToHitRolled).value.total == 4


def watching(**setup: Any) -> Table:
    """Let b1 in Overwatch be asked about a1.1, which has held in woods."""
    shooter = unarmed(weapons=(weapon(to_hit=4),))
    played = duel(shooter, "woods", low=True, **setup)
    begin_action(played, "a1", "hold")
    end_move(played, "a1").accepted()
    return played


@pytest.mark.rule("TF-CROSS-01", "TF-OW-04")
@pytest.mark.ruling("TF-CROSS-01.2")
@pytest.mark.parametrize("what", STATED)
def test_the_word_of_an_overwatcher_waits(what: str) -> None:
    """What is stated with shots of Overwatch waits for the mover's confirmation."""
    played = watching()
    waits(played.when("blue", resolve_overwatch(**STATED[what])), by=1)
    confirmed(played).then(OverwatchResolved, formation="b1").then(
        ShootingDeclared, overwatch=True, crossfire=what == "crossfire"
    )
    roll_to_hit(played, 6, who="blue")


@pytest.mark.rule("TF-CROSS-01", "TF-COVER-06", "TF-OW-04")
@pytest.mark.ruling("TF-CROSS-01.2", "TF-COVER-06.4")
@pytest.mark.parametrize(("what", "value"), [("crossfire", 4), ("obscured", 3), ("better", 5), ("worse", 3)])
def test_the_word_of_the_referee_counts_at_once(what: str, value: int) -> None:
    """What the referee states with shots of Overwatch needs nobody's confirmation."""
    played = watching(referee=True, options={"overwatch_window": "external"})
    done = played.when("referee", resolve_overwatch(**STATED[what])).then(ShootingDeclared, overwatch=True)
    assert done.one(ShootingDeclared).crossfire is (what == "crossfire")
    assert roll_to_hit(played, 6, who="blue").one(ToHitRolled).value.total == value


@pytest.mark.rule("TF-MOVE-10")
@pytest.mark.ruling("TF-MOVE-04.2")
def test_a_passed_action_test_is_no_word_of_its_author_alone() -> None:
    """The result of the test is supplied with the command; that it was passed counts when it is confirmed."""
    played = duel(unarmed(), options=TESTED)
    played.ask("choose_action", "red")
    march = BeginAction(formation="a1", action="march", test="passed", target="", road_march=False)
    stated = played.when("red", march).without(ActionBegun, ActionTestPassed).asks("fact_stated", "blue")
    assert stated.table.game.action is None
    confirmed(played).then(ActionTestPassed, automatic=False).then(ActionBegun, action="march")


@pytest.mark.rule("TF-CROSS-01", "TF-SHOOT-02", "TF-COVER-06")
@pytest.mark.ruling("TF-CROSS-01.2")
@pytest.mark.parametrize(
    ("what", "other", "aim"),
    [
        ("crossfire", "false", (3, 1, 2)),
        ("air", "false", (3, 1, 2)),
        ("better", "0", (3, 1, 2)),
        ("worse", "0", (3, 1, 2)),
        ("better", "-2", (1, 1, 2)),
    ],
)
@pytest.mark.parametrize("stands", [True, False])
def test_what_is_disputed_and_lost_does_not_count(
    what: str, other: str, aim: tuple[int, int, int], stands: bool
) -> None:
    """Where the enemy disputes a statement, what the roll-off leaves standing counts, and nothing else."""
    played = before_shot()
    waits(state(played, **STATED[what]))
    against = DisputeFact(fact=open_fact(played), value=other)
    done = played.faces(*((6, 1) if stands else (1, 6))).when("blue", against)
    done.then(ShootingDeclared, crossfire=stands and what == "crossfire")
    value, shock, save = AIM[what] if stands else aim
    assert shock_of(played, "b1") == shock
    assert roll_to_hit(played, 1).one(ToHitRolled).value.total == value
    assert [row[:2] for row in rolled_saves(roll_saves(played, 6))] == [("cover", save)]


@pytest.mark.rule("TF-CROSS-01")
@pytest.mark.ruling("TF-CROSS-01.2")
def test_every_statement_waits_for_its_own_answer() -> None:
    """Of a crossfire and a modifier in one command one is confirmed and the other lost: the one alone counts."""
    played = before_shot()
    waits(state(played, crossfire=True, to_hit_modifier=1))
    while open_window(played).kind == "fact_stated":
        fact = open_fact(played)
        if played.game.facts[fact].kind == "crossfire":
            played.when("blue", ConfirmFact(fact=fact)).accepted()
        else:
            played.faces(1, 6).when("blue", DisputeFact(fact=fact, value="0")).accepted()
    assert shock_of(played, "b1") == 2
    assert roll_to_hit(played, 1).one(ToHitRolled).value.total == 3
    assert [row[:2] for row in rolled_saves(roll_saves(played, 6))] == [("cover", 1)]
