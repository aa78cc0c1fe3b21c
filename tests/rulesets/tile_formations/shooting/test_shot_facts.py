"""What a seat states of a shooting: it counts once the enemy, or the referee, lets it stand."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import ConfirmFact, DisputeFact, FactSettled, FactStated, SettleDispute
from adjudicator.kernel.sampling import words_of
from adjudicator.rulesets.tile_formations.model.messages import (
    DeclareShooting,
    OverwatchResolved,
    ShockAdded,
    ShootingDeclared,
    ShootingNotMade,
    SightFact,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import SHOOTER_PLACE, TARGET_PLACE, duel, gunner, wide_ground, zoneless
from tests.rulesets.tile_formations.steps import (
    begin_action,
    come_to_shooting,
    confirm,
    declare,
    end_move,
    formation_row,
    hit_values,
    move,
    open_fact,
    pass_overwatch,
    refused,
    resolve_overwatch,
    roll_to_hit,
    shock_of,
)

CLEAR_SIGHT = (SightFact(unit="", target="", sight="clear"),)
TWO_BUILDINGS = {(3, 5): "buildings", (5, 5): "buildings"}
STATED: list[tuple[dict[str, Any], str, str]] = [
    ({"crossfire": True}, "crossfire", "true"),
    ({"air": True}, "air_attack", "true"),
    ({"to_hit_modifier": 2}, "to_hit_modifier", "2"),
    ({"sights": CLEAR_SIGHT}, "sight", "clear"),
]


def state(played: Table, **fields: Any) -> Outcome:
    """Declare the shooting of a1 at b1, and say this of it; the outcome may be a refusal."""
    usual: dict[str, Any] = {"crossfire": False, "air": False, "to_hit_modifier": 0}
    return played.when("red", DeclareShooting(**{"formation": "a1", "target": "b1", **usual, **fields}))


def at_shooting(**setup: Any) -> Table:
    """Bring a1 to its shooting at b1."""
    return come_to_shooting(duel(zoneless("INF", integrity=3), **setup))


def dispute(played: Table, value: str, *faces: int) -> Outcome:
    """Let blue dispute what is stated, and roll off where there is no referee."""
    return played.faces(*faces).when("blue", DisputeFact(fact=open_fact(played), value=value)).accepted()


@pytest.mark.rule("TF-CROSS-01", "TF-COVER-06", "TF-SHOOT-02")
@pytest.mark.parametrize(("fields", "kind", "value"), STATED, ids=[row[1] for row in STATED])
def test_what_a_shooter_states_waits_for_the_enemy(fields: dict[str, Any], kind: str, value: str) -> None:
    """No statement counts on its author's word: it is a fact, blue is asked, and only then the shooting begins."""
    played = at_shooting()
    stated = state(played, **fields).then(FactStated, kind=kind, subjects=("a1", "b1"), value=value, by=0)
    stated.asks("fact_stated", "blue").without(ShootingDeclared, ShockAdded)
    confirm(played).then(ShootingDeclared, formation="a1", target="b1").asks("to_hit", "red")


@pytest.mark.rule("TF-CROSS-01")
def test_without_statements_nobody_is_asked() -> None:
    """A shooting of which nothing is stated begins at once."""
    state(at_shooting()).then(ShootingDeclared).without(FactStated).asks("to_hit", "red")


@pytest.mark.rule("TF-CROSS-01", "TF-SHOOT-02")
@pytest.mark.parametrize(("faces", "value"), [((6, 1), 6), ((1, 6), 3)])
def test_a_disputed_modifier_is_rolled_off(faces: tuple[int, int], value: int) -> None:
    """Red states +2 and blue holds -1 against it: whoever wins the roll-off is right, and the hit value follows."""
    played = at_shooting()
    state(played, to_hit_modifier=2)
    dispute(played, "-1", *faces).then(FactSettled).then(ShootingDeclared)
    assert hit_values(roll_to_hit(played, 6)) == {"a1.1": value}


@pytest.mark.rule("TF-CROSS-01")
def test_a_disputed_crossfire_is_the_referees() -> None:
    """With a referee seated he decides what is disputed; his no leaves a shooting without a crossfire."""
    played = at_shooting(referee=True)
    state(played, crossfire=True).asks("fact_stated", "blue", "referee")
    fact = open_fact(played)
    dispute(played, "false").asks("dispute", "referee")
    ruled = played.when("referee", SettleDispute(fact=fact, value="false", reason=""))
    ruled.then(ShootingDeclared, crossfire=False)
    assert shock_of(played, "b1") == 1


@pytest.mark.rule("TF-CROSS-01")
def test_a_referee_may_confirm() -> None:
    """What the referee confirms stands, without the enemy."""
    played = at_shooting(referee=True)
    state(played, crossfire=True)
    played.when("referee", ConfirmFact(fact=open_fact(played))).then(ShootingDeclared, crossfire=True)


@pytest.mark.rule("TF-CROSS-01")
def test_each_statement_is_answered() -> None:
    """Of two statements one is confirmed and one disputed; both values count."""
    played = at_shooting()
    state(played, crossfire=True, to_hit_modifier=1).asks("fact_stated", "blue")
    played.when("blue", ConfirmFact(fact=open_fact(played))).accepted().asks("fact_stated", "blue")
    dispute(played, "0", 1, 6).then(ShootingDeclared, crossfire=True)
    assert hit_values(roll_to_hit(played, 6)) == {"a1.1": 4}


@pytest.mark.rule("TF-CROSS-01", "TF-COVER-07")
def test_a_shooting_that_does_not_stand_is_not_made() -> None:
    """A stated sight that is settled as blocked makes no shooting, and binds: red is asked again."""
    played = at_shooting(more=TWO_BUILDINGS)
    refused(state(played), "no-line-of-fire", "TF-COVER-07")
    state(played, sights=CLEAR_SIGHT).asks("fact_stated", "blue")
    lost = dispute(played, "blocked", 1, 6).then(ShootingNotMade, formation="a1", target="b1")
    lost.without(ShootingDeclared, ShockAdded).asks("shooting", "red")
    refused(state(played, sights=CLEAR_SIGHT), "no-line-of-fire", "TF-COVER-07")
    one = (SightFact(unit="a1.1", target="b1.1", sight="clear"),)
    refused(state(played, sights=one), "no-line-of-fire", "TF-COVER-07")
    assert shock_of(played, "b1") == 0


@pytest.mark.rule("TF-CROSS-01", "TF-SHOOT-05")
def test_what_was_settled_is_offered() -> None:
    """On open ground a sight that was settled as blocked takes the target from the offers, until somebody moves."""
    played = at_shooting()
    state(played, sights=(SightFact(unit="", target="", sight="obscured"),))
    dispute(played, "blocked", 1, 6).then(ShootingNotMade).asks("shooting", "red")
    targets = [word for row in played.offers("red") for word in words_of(row.fields, "target")]
    assert "b1" not in targets
    refused(state(played), "no-line-of-fire", "TF-COVER-07")


@pytest.mark.rule("TF-CROSS-01")
@pytest.mark.parametrize(
    ("fields", "value"),
    [({"crossfire": True}, "perhaps"), ({"to_hit_modifier": 1}, "7"), ({"sights": CLEAR_SIGHT}, "dim")],
)
def test_a_dispute_names_a_value_that_there_is(fields: dict[str, Any], value: str) -> None:
    """What is held against a statement is one of the values that it may have."""
    played = at_shooting()
    state(played, **fields).accepted()
    wrong = played.when("blue", DisputeFact(fact=open_fact(played), value=value))
    refused(wrong, "not-among", "TF-CROSS-01")


@pytest.mark.rule("TF-CROSS-01")
@pytest.mark.parametrize(("sides", "asked"), [((1, 2, 1), ("blue",)), ((1, 2, 3), ("blue", "green"))])
def test_an_ally_confirms_nothing(sides: tuple[int, ...], asked: tuple[str, ...]) -> None:
    """Seats of the shooter's own side are not asked."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner()),
        "b1.1": (TARGET_PLACE, zoneless("INF")),
        "c1.1": ((20, 20), zoneless("INF")),
    }
    played = come_to_shooting(wide_ground(units, seats=3, sides=sides))
    state(played, crossfire=True).asks("fact_stated", *asked)


@pytest.mark.rule("TF-CROSS-01", "TF-OW-03")
def test_overwatch_waits_for_what_is_stated() -> None:
    """A formation is in Overwatch until what it states stands, and stays in it where the shot can not be made."""
    played = duel(zoneless("INF", integrity=3), low=True, more=TWO_BUILDINGS)
    begin_action(played, "a1", "hold")
    end_move(played, "a1").asks("overwatch", "blue")
    stated = played.when("blue", resolve_overwatch(sights=CLEAR_SIGHT)).asks("fact_stated", "red")
    stated.without(OverwatchResolved, ShootingDeclared)
    fact = open_fact(played)
    lost = played.faces(1, 6).when("red", DisputeFact(fact=fact, value="blocked")).then(ShootingNotMade)
    lost.without(OverwatchResolved).asks("overwatch", "blue")
    assert formation_row(played, "b1").state == "overwatch"
    pass_overwatch(played, "blue").asks("shooting", "red")


@pytest.mark.rule("TF-CROSS-01", "TF-OW-03")
def test_overwatch_shoots_when_what_is_stated_stands() -> None:
    """With the sight confirmed the Overwatch is resolved, through two buildings."""
    played = duel(zoneless("INF", integrity=3), low=True, more=TWO_BUILDINGS)
    begin_action(played, "a1", "hold")
    end_move(played, "a1").asks("overwatch", "blue")
    played.when("blue", resolve_overwatch(sights=CLEAR_SIGHT)).asks("fact_stated", "red")
    confirm(played).then(OverwatchResolved, ShootingDeclared).asks("to_hit", "blue")
    assert formation_row(played, "b1").state == "normal"


@pytest.mark.rule("TF-CROSS-01", "TF-OW-04")
def test_a_referees_word_counts_at_once() -> None:
    """What a referee states of an Overwatch that outside rules trigger needs nobody else's word."""
    played = duel(zoneless("INF", integrity=3), low=True, options={"overwatch_window": "external"}, referee=True)
    begin_action(played, "a1", "hold")
    done = played.when("referee", resolve_overwatch(crossfire=True))
    done.then(OverwatchResolved, ShootingDeclared).without(FactStated)


@pytest.mark.rule("TF-CROSS-01")
def test_what_is_worked_out_needs_no_fact() -> None:
    """Where crossfires are worked out from the board, nobody is asked about one."""
    declare(at_shooting(options={"crossfire_geometry": True}), crossfire=True).then(ShootingDeclared, crossfire=False)
    state(at_shooting(options={"crossfire_geometry": True}), crossfire=True).without(FactStated)


@pytest.mark.rule("TF-CROSS-01")
@pytest.mark.parametrize("fields", [row[0] for row in STATED], ids=[row[1] for row in STATED])
def test_a_dispute_may_say_that_it_is_but_not_so(fields: dict[str, Any]) -> None:
    """Without a value of its own, a dispute that is won leaves what the rules make of the board."""
    played = at_shooting(terrain={(4, 5): "woods"})
    state(played, **fields).accepted()
    done = dispute(played, "", 1, 6).then(ShootingDeclared, crossfire=False, air=False, sights=())
    assert done.one(ShootingDeclared).to_hit_modifier.total == 0
    assert hit_values(roll_to_hit(played, 6)) == {"a1.1": 3}


@pytest.mark.rule("TF-OW-04")
def test_a_seat_does_not_interrupt_on_its_own_word() -> None:
    """Where Overwatch interrupts by outside rules, a seat's word for it is a fact; settled as not so, it binds."""
    played = duel(zoneless("INF", integrity=3), low=True, options={"overwatch_window": "external"})
    begin_action(played, "a1", "hold")
    stated = played.when("blue", resolve_overwatch()).then(FactStated, kind="overwatch_interrupts", value="true", by=1)
    stated.asks("fact_stated", "red").without(OverwatchResolved)
    lost = played.faces(1, 6).when("red", DisputeFact(fact=open_fact(played), value="false")).then(ShootingNotMade)
    lost.cites("TF-OW-04").asks("formation_move", "red")
    refused(played.when("blue", resolve_overwatch()), "no-overwatch-window", "TF-OW-04")
    move(played, "a1.1", (2, 5)).accepted()
    played.when("blue", resolve_overwatch()).asks("fact_stated", "red")
    confirm(played).then(OverwatchResolved, ShootingDeclared)


@pytest.mark.rule("TF-CROSS-01", "TF-COVER-06")
def test_a_settled_line_says_nothing_of_another():
    """What was settled of one unit's line binds that line alone: another unit's is still stated and asked about."""
    row, column = SHOOTER_PLACE
    units = {
        "a1.1": (SHOOTER_PLACE, gunner(None)),
        "a1.2": ((row, column + 1), gunner(None)),
        "b1.1": (TARGET_PLACE, zoneless("INF", integrity=3)),
    }
    walls = dict.fromkeys(((3, 4), (5, 4), (3, 6), (5, 6)), "buildings")
    played = come_to_shooting(wide_ground(units, terrain={TARGET_PLACE: "open_ground", **TWO_BUILDINGS, **walls}))
    one, two = ((SightFact(unit=unit, target="b1.1", sight="clear"),) for unit in ("a1.1", "a1.2"))
    state(played, sights=one).then(FactStated, subjects=("a1.1", "b1.1"))
    dispute(played, "blocked", 1, 6).then(FactSettled, value="blocked").then(ShootingNotMade)
    state(played, sights=one).rejected("TF-COVER-07", "no-line-of-fire")
    state(played, sights=two).then(FactStated, subjects=("a1.2", "b1.1"), value="clear")
