"""Open choices of a movement step: declarations, order of choosing, and where Chase, Follow and Flee lead."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.messages import (
    AssaultIntentCommitted,
    AssaultIntentsRevealed,
    ChooseFleeHex,
    ChooseMoves,
    DeclareAssaultIntent,
    FleeHexChosen,
    Intent,
    Intents,
    MoveChoice,
    MoveChoices,
    MovesChosen,
    OrderReplacedByDefault,
    RollOffRolled,
    UnitMoved,
    UnitRotated,
)
from tests.kit import Table
from tests.rulesets.hex_orders.givens import infantry, tank, unit
from tests.rulesets.hex_orders.test_built_movement import armoured, drilled, moving, resolve, silence, where

SLOW = {"speed": "slow"}


def intents(**wishes: bool) -> DeclareAssaultIntent:
    """Declare for these units."""
    return DeclareAssaultIntent(
        intents=Intents(intents=tuple(Intent(unit=key, enter=value) for key, value in wishes.items()))
    )


def moves(*choices: MoveChoice) -> ChooseMoves:
    """Choose for these units."""
    return ChooseMoves(choices=MoveChoices(choices=choices))


def to(id: str, where: str = "", facing: str = "", other: str = "") -> MoveChoice:
    """Choose a hex or a facing for a unit."""
    return MoveChoice(unit=id, facing=facing, hex=where, other=other)


def asked(played: Table) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    """Give kind, parties and subject of the open question."""
    top = played.window
    assert top is not None
    return top.kind, top.asks, top.about


@pytest.mark.rule("HX-ORDERS-26", "HX-CHOICE-08")
def test_chase_with_one_way() -> None:
    """A Chase with one hex that leads nearer asks nobody; the unit faces where it goes."""
    units = [("a1", "D7", "S", infantry(), SLOW), ("b1", "D4", "N", tank(), None)]
    played = moving(units=units, running={"a1": ("Chase+-+-",)})
    resolve(played).then(UnitRotated, UnitMoved, hex="D6", way="chase")
    assert unit(played, "a1").facing == "N"


@pytest.mark.rule("HX-ORDERS-26", "HX-ORDERS-34")
def test_chase_without_enemies_in_sight() -> None:
    """Without an enemy that is face up there is nothing to chase."""
    units = [("a1", "D7", "S", infantry(), SLOW), ("b1", "D4", "N", tank(), {"hidden": True})]
    played = moving(units=units, running={"a1": ("Chase+-+-",)})
    assert asked(played) == ("intents", (1,), ())
    for kind in ("intents", "moves", "moves"):
        played.when("blue", silence(played, kind)).accepted()
    resolve(played).then(OrderReplacedByDefault, reason="nowhere-to-go", instead="F")
    assert where(played, "a1") == ["D8"]


@pytest.mark.rule("HX-ORDERS-28", "HX-ORDERS-27")
def test_follow_one_of_two_leaders() -> None:
    """Who is told to follow by two leaders chooses one of them, and goes nearer to that one."""
    leader = infantry(leader_follow=True)
    units = [
        ("a1", "D7", "N", drilled("Follow+-+-"), SLOW), ("a2", "A7", "N", leader, None), ("a3", "G7", "N", leader, None)
    ]  # fmt: skip
    played = moving(units=units, running={"a1": ("Follow+-+-",)})
    assert asked(played) == ("moves", (0,), ("elf", "stay"))
    played.when("red", moves(to("a1", "D6"))).rejected("HX-ORDERS-28", "no-such-course", hex="D6")
    played.when("red", moves(to("a1", "C7", other="a3"))).rejected("HX-ORDERS-28", "other-quarry")
    played.when("red", moves(to("a1", "E8", other="a3"))).then(MovesChosen)
    resolve(played).then(UnitMoved, hex="E8", way="follow")


@pytest.mark.rule("HX-ORDERS-27")
def test_follower_waits_where_there_is_no_room() -> None:
    """Next to its leader a follower stays, where the leader's hex is full."""
    leader = infantry(leader_follow=True)
    units = [
        ("a1", "D5", "N", drilled("Follow+-+-"), SLOW), ("a2", "D4", "N", leader, None), ("a3", "D4", "N", leader, None)
    ]  # fmt: skip
    resolve(moving(units=units, running={"a1": ("Follow+-+-",)})).without(UnitMoved, OrderReplacedByDefault)


@pytest.mark.rule("HX-ORDERS-30")
def test_flee_farther() -> None:
    """Flee leads to any neighbouring hex that is farther from the enemy."""
    units = [("a1", "D5", "N", infantry(), SLOW), ("b1", "D3", "N", tank(), None)]
    played = moving(units=units, running={"a1": ("Flee+-+-",)})
    for name in ("C5", "E5", "D4"):
        played.when("red", moves(to("a1", name))).rejected("HX-ORDERS-30", "no-such-course")
    for name in ("C6", "D6", "E6"):
        assert not played.refused(moves(to("a1", name)), "red")
    played.when("red", moves()).then(MovesChosen, choices=(to("a1", "E6"),))
    resolve(played).then(UnitMoved, hex="E6", way="flee")


@pytest.mark.rule("HX-ORDERS-31")
def test_flee_not_closer() -> None:
    """Where no hex is farther, Flee leads to one that is not closer."""
    units = [("a1", "D9", "N", infantry(), SLOW), ("b1", "D7", "N", tank(), None)]
    played = moving(units=units, running={"a1": ("Flee+-+-",)})
    played.when("red", moves(to("a1", "D8"))).rejected("HX-ORDERS-31", "no-such-course")
    assert not played.refused(moves(to("a1", "C9")), "red")
    assert not played.refused(moves(to("a1", "E9")), "red")


@pytest.mark.rule("HX-ORDERS-32")
def test_flee_closer() -> None:
    """Where all hexes are closer, the enemy moves the unit."""
    units = [("a1", "G9", "N", armoured("Flee+-+-"), SLOW), ("b1", "E9", "N", tank(), None)]
    played = moving(units=units, running={"a1": ("Flee+-+-",)}, hexes={"G8": "building"})
    assert asked(played) == ("flee", (1,), ("a1",))
    played.when("blue", ChooseFleeHex(unit="a1", hex="G8")).rejected("HX-ORDERS-32", "no-such-course")
    played.when("blue", ChooseFleeHex(unit="b1", hex="F8")).rejected("HX-ORDERS-32", "other-flight")
    played.when("blue", ChooseFleeHex(unit="a1", hex="F9")).then(FleeHexChosen)
    resolve(played).then(UnitMoved, hex="F9")


@pytest.mark.rule("HX-CHOICE-02", "HX-CHOICE-04")
def test_declared_yes() -> None:
    """Who wants an assault has to enter one where a choice leads into one; declarations are sealed."""
    given: dict[str, Any] = {
        "units": [("a1", "D5", "S", drilled("360,F+-+-"), SLOW), ("b1", "D4", "N", infantry(), None)],
        "running": {"a1": ("360,F+-+-",)},
    }
    played = moving(**given)
    assert asked(played) == ("intents", (0,), ())
    played.when("red", intents(b1=True)).rejected("HX-CHOICE-01", "not-own-mover")
    played.when("red", intents(a1=True)).then(AssaultIntentCommitted, owner=0).then(AssaultIntentsRevealed)
    assert asked(played) == ("moves", (0,), ("elf", "enter"))
    played.when("red", moves(to("a1", facing="S"))).rejected("HX-CHOICE-04", "must-enter", unit="a1")
    played.when("red", moves()).then(MovesChosen, choices=(to("a1", facing="N"),))
    resolve(played).then(UnitRotated).without(UnitMoved)


@pytest.mark.rule("HX-CHOICE-03")
def test_declared_no() -> None:
    """Who stays away may not choose what leads into an assault."""
    units = [("a1", "D5", "S", drilled("360,F+-+-"), SLOW), ("b1", "D4", "N", infantry(), None)]
    played = moving(units=units, running={"a1": ("360,F+-+-",)})
    played.when("red", intents()).then(AssaultIntentsRevealed, intents=(Intent(unit="a1", enter=False),))
    played.when("red", moves(to("a1", facing="N"))).rejected("HX-CHOICE-03", "must-stay-away")
    played.when("red", moves(to("a1", facing="NE"))).accepted()
    resolve(played).then(UnitMoved, hex="E5")


@pytest.mark.rule("HX-CHOICE-01", "HX-CHOICE-05", "HX-CHOICE-04")
def test_order_of_choosing() -> None:
    """Who stays away chooses first, and the lower-ranked nation before the higher one; who fled is out of reach."""
    units = [
        ("a1", "D5", "S", drilled("360,F+-+-"), SLOW), ("b1", "D4", "N", drilled(nation="ork"), SLOW),
        ("b2", "B2", "N", drilled(nation="dwarf"), SLOW),
    ]  # fmt: skip
    played = moving(
        units=units, running={"a1": ("360,F+-+-",), "b1": ("Flee+-+-",), "b2": ("Flee+-+-",)}
    )  # fmt: skip
    assert asked(played) == ("intents", (0,), ())
    played.when("red", intents(a1=True)).accepted()
    assert asked(played) == ("moves", (1,), ("ork", "stay"))
    played.when("blue", moves(to("b1", "D3"))).accepted()
    assert asked(played) == ("moves", (1,), ("dwarf", "stay"))
    played.when("blue", moves()).accepted()
    assert asked(played) == ("moves", (0,), ("elf", "enter"))
    played.when("red", moves(to("a1", facing="S"))).accepted()
    resolve(played).then(UnitMoved, unit="a1", hex="D6").then(UnitMoved, unit="b1", hex="D3")


@pytest.mark.rule("HX-CHOICE-07")
def test_one_nation_on_both_sides() -> None:
    """Sides of one nation roll for their rank; who wins chooses last."""
    units = [("a1", "D8", "N", infantry(), SLOW), ("b1", "D2", "N", infantry(), SLOW)]
    played = moving(dice=[5, 2], units=units, running={"a1": ("Flee+-+-",), "b1": ("Flee+-+-",)})
    assert asked(played)[0] == "rank"
    played.when("table", silence(played, "rank")).then(RollOffRolled, winner=0)
    assert asked(played) == ("moves", (1,), ("elf", "stay"))


@pytest.mark.rule("HX-GAP-09", "HX-CHOICE-02")
def test_hidden_choices() -> None:
    """Of a hidden unit's declaration and choice the enemy learns nothing, and its side is asked whatever it does."""
    hidden = {"speed": "slow", "hidden": True}
    for order in ("360,F+-+-", "-+-+-"):
        units = [("a1", "D5", "S", drilled("360,F+-+-"), hidden), ("b1", "D4", "N", infantry(nation="ork"), None)]
        played = moving(units=units, running={"a1": (order,)}, options={"hidden_reveal": "spot_only"})
        kinds = []
        for _ in range(3):
            kinds.append(asked(played))
            outcome = played.when("red", silence(played, asked(played)[0])).without(AssaultIntentsRevealed)
            assert all(not getattr(event, "choices", ()) for event in outcome.events)
        assert kinds == [("intents", (0,), ()), ("moves", (0,), ("elf", "stay")), ("moves", (0,), ("elf", "enter"))]


@pytest.mark.rule("HX-CHOICE-02")
def test_open_choices() -> None:
    """By option declarations are shown one after the other, in order of rank."""
    units = [("a1", "D5", "S", drilled("360,F+-+-"), SLOW), ("b1", "D4", "S", drilled("360,F+-+-", nation="ork"), SLOW)]
    played = moving(
        units=units, running={"a1": ("360,F+-+-",), "b1": ("360,F+-+-",)}, options={"open_choices": True}
    )  # fmt: skip
    assert asked(played) == ("intents", (1,), ("ork", ""))
    played.when("blue", intents(b1=True)).then(AssaultIntentsRevealed, intents=(Intent(unit="b1", enter=True),))
    assert asked(played) == ("intents", (0,), ("elf", ""))
    played.when("red", intents(a1=False)).then(AssaultIntentsRevealed, intents=(Intent(unit="a1", enter=False),))
    assert asked(played) == ("moves", (0,), ("elf", "stay"))


@pytest.mark.rule("HX-ORDERS-29", "HX-GAP-08")
def test_rotation_kept_in_silence() -> None:
    """Silence keeps the facing in a 360."""
    units = [("a1", "D5", "SW", infantry(), None), ("b1", "A1", "N", infantry(nation="ork"), None)]
    played = moving(units=units, running={"a1": ("360+-+-",)})
    played.when("red", moves(to("a1", facing="up"))).rejected("HX-ORDERS-29", "no-such-facing")
    played.when("red", moves()).then(MovesChosen, choices=(to("a1", facing="SW"),))
    resolve(played).without(UnitRotated)
