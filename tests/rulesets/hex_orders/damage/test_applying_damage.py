"""HX-TURN-15, HX-DTABLE-08, HX-SHAKEN: pending damage takes effect."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders import applying, casualties, shaken
from adjudicator.rulesets.hex_orders.endings import attrition
from adjudicator.rulesets.hex_orders.messages import (
    AdvanceStep,
    ApplyDamage,
    CasualtyChosen,
    ChooseCasualty,
    DamageApplied,
    ModelRemoved,
    Pending,
    SpeedChanged,
    TableResult,
    UnitDestroyed,
    UnitRevealed,
    UnitShaken,
    WeaponLost,
)
from adjudicator.rulesets.hex_orders.rows import Unit
from adjudicator.rulesets.hex_orders.state import Game
from tests.kit import Table
from tests.rulesets.hex_orders.givens import field, infantry, table, tank, top, unit

MIXED = infantry(models=(*infantry().models[:3], replace(infantry().models[0], name="hero", elite=True)))


def waiting(kind: str, x: int = 0, word: str = "", cause: str = "h1") -> Pending:
    """Make a result that waits."""
    return Pending(result=TableResult(kind=kind, x=x, word=word), cause=cause)


def hurt(*pending: Pending, sheet: Any = None, dice: tuple[int, ...] = (), **options: Any) -> Table:
    """Let results wait for b1 in Apply damage, beside a tank a1."""
    changes = options.pop("changes", {})
    units = [
        ("a1", "D5", "N", tank()), ("b1", "D3", "S", sheet or infantry(), {"pending": pending, **changes}),
    ]  # fmt: skip
    return table(dice, options, step="apply_damage", units=units, turn=5)


def applied(played: Table) -> Any:
    """Let what waits be applied."""
    played.ask("apply", "table")
    return played.when("table", ApplyDamage())


@pytest.mark.rule("HX-TURN-15", "HX-DTABLE-06")
def test_kills_take_effect() -> None:
    """Models that were used up are removed now, with what killed them."""
    played = hurt(waiting("kill", 1), waiting("kill", 1, cause="h2"), changes={"dead": (2,)})
    outcome = applied(played).then(DamageApplied, turn=5, step="apply_damage")
    outcome.then(ModelRemoved, model=1, cause="h1").then(ModelRemoved, model=3, cause="h2")
    row = unit(played, "b1")
    assert (row.dead, row.pending, row.out) == ((1, 2, 3), (), "")


@pytest.mark.rule("HX-DTABLE-06")
def test_a_base_is_destroyed() -> None:
    """The last death removes the base, and its price counts as lost."""
    played = hurt(waiting("kill", 1), waiting("shaken"), changes={"dead": (1, 2, 3)})
    applied(played).then(ModelRemoved, model=4).then(UnitDestroyed, unit="b1", points=4, cause="damage")
    assert unit(played, "b1").out == "damage"
    assert (attrition(played.game, 0), attrition(played.game, 1)) == (4, 0)


@pytest.mark.rule("HX-DTABLE-09")
def test_conditions_begin() -> None:
    """A weapon is lost, the speed is set, and shaken counts once however often it was rolled."""
    results = (waiting("weapon_lost", word="main_gun"), waiting("speed_set", word="slow"), *([waiting("shaken")] * 2))
    played = hurt(*results, sheet=tank(), changes={"speed": "fast"})
    outcome = applied(played).then(WeaponLost, weapon="main_gun").then(SpeedChanged, speed="slow", cause="damage")
    assert outcome.one(UnitShaken) == UnitShaken(owner=253, unit="b1", tokens=2, from_turn=5, cause="h1")
    assert unit(played, "b1").lost_weapons == ("main_gun",)


@pytest.mark.rule("HX-GAP-09")
def test_a_hidden_base_dies() -> None:
    """A hidden base that dies is shown first; one that loses a model tells nobody else."""
    played = hurt(waiting("kill", 1), changes={"hidden": True, "dead": (1,)}, hidden_reveal="spot_only")
    assert {type(event) for event in applied(played).events} == {DamageApplied, ModelRemoved}
    played = hurt(waiting("kill", 3), changes={"hidden": True, "dead": (1,)}, hidden_reveal="spot_only")
    applied(played).then(UnitRevealed, reason="destroyed").then(UnitDestroyed, unit="b1")


# -- casualties


def asked(played: Table) -> Table:
    """Begin Apply damage as the flow does, up to the first question."""
    played.set(step="gunnery_2").ask("advance", "table")
    played.when("table", AdvanceStep()).accepted()
    return played


@pytest.mark.rule("HX-DTABLE-08")
@pytest.mark.parametrize(("whose", "seat"), [("owner", "blue"), ("attacker", "red")])
def test_a_model_is_chosen(whose: str, seat: str) -> None:
    """Of a mixed base it is chosen who falls, one kill after the other, by the owner unless the terms say so."""
    played = asked(hurt(waiting("kill", 2), sheet=MIXED, casualty_choice=whose))
    assert (top(played).kind, top(played).about) == ("casualty", ("b1",))
    assert len(played.offers(seat)) == 2
    played.when(seat, ChooseCasualty(unit="a1", model=1)).rejected("HX-DTABLE-08", "other-casualty", "unit")
    played.when(seat, ChooseCasualty(unit="b1", model=5)).rejected("HX-DTABLE-08", "no-such-casualty", "model")
    played.when(seat, ChooseCasualty(unit="b1", model=4)).then(CasualtyChosen, model=4)
    outcome = played.last.accepted()
    outcome.then(ModelRemoved, model=4).then(ModelRemoved, model=1)
    assert unit(played, "b1").chosen == ()


@pytest.mark.rule("HX-DTABLE-08")
def test_a_model_is_drawn() -> None:
    """By option the model is drawn."""
    played = asked(hurt(waiting("kill", 1), sheet=MIXED, casualty_choice="random", dice=(4,)))
    assert unit(played, "b1").dead == (4,)


@pytest.mark.rule("HX-DTABLE-08")
@pytest.mark.parametrize(("kills", "changes", "open_kills"), [
    (1, {}, 1), (3, {}, 3), (4, {}, 0), (1, {"dead": (4,)}, 0), (2, {"chosen": (4,)}, 0), (2, {"chosen": (1,)}, 1),
])  # fmt: skip
def test_when_there_is_a_choice(kills: int, changes: dict[str, Any], open_kills: int) -> None:
    """Like models leave no choice, and neither does the death of all."""
    row = ("b1", "D3", "S", MIXED, {"pending": (waiting("kill", kills),), **changes})
    game = field(units=[row])
    assert casualties.open_kills(game, game.units["b1"]) == open_kills


# -- shaken


class Ruled:
    """A ruling as far as `shake` needs one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Any] = []

    def record(self, event: Any, *_clauses: str) -> None:
        """Record and reduce."""
        self.events.append(event)
        shaken.unit_shaken(self.game, event)


@pytest.mark.rule("HX-SHAKEN-01", "HX-SHAKEN-05", "HX-STACK-04")
@pytest.mark.parametrize(("reshake", "pinned", "since", "later", "after"), [
    ("top_up", 0, 0, False, (2, 5)), ("top_up", 0, 0, True, (2, 6)), ("top_up", 1, 4, False, (2, 4)),
    ("top_up", 2, 4, True, (2, 4)), ("ignore", 1, 4, False, (1, 4)), ("add_two", 1, 4, False, (3, 4)),
    ("top_up", 2, 6, False, (2, 5)), ("ignore", 2, 6, False, (2, 5)),
])  # fmt: skip
def test_shaken_again(reshake: str, pinned: int, since: int, later: bool, after: tuple[int, int]) -> None:
    """Shaken units are brought back to two tokens, or as the terms say; what counts already keeps counting."""
    changes = {"pinned": pinned, "shaken_from": since}
    game = field(units=[("b1", "D3", "S", tank(), changes)], turn=5, options={"reshake": reshake})
    shaken.shake(Ruled(game), "b1", "test", later=later)  # type: ignore[arg-type]  # a ruling in small
    row: Unit = game.units["b1"]
    assert (row.pinned, row.shaken_from) == after


@pytest.mark.rule("HX-TURN-24")
def test_immediate_damage() -> None:
    """By option damage takes effect at the end of the step that rolled it."""
    for timing, expected in (("immediate", ["casualties"]), ("apply_step", [])):
        game = field(step="assault_1", options={"damage_effect_timing": timing})
        made: list[str] = []
        ruled: Any = Ruled(game)
        ruled.ask = made.append
        applying.ask_end_of_step(ruled)
        assert made == expected
