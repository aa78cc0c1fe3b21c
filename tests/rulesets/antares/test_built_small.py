"""Small matters: standing still, forced order tests, wrong moments, and reports that read like a referee's."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets import antares
from adjudicator.rulesets.antares import gathering
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    DeclareShooting,
    DieContested,
    DieRerolled,
    DieResult,
    EffectOnUnit,
    Hit,
    HitPlace,
    MoveDeclared,
    MoveUnit,
    OrderGiven,
    OrderTested,
    PlayArmyOption,
    ReactionOption,
    ReactionsAsked,
    Resisted,
    ResistReduced,
    RollOffMade,
    SetUnitFlag,
    UnitFlagChanged,
    UnitMoved,
    UnitWentDown,
)
from replays.tell.phrases import Speaker
from replays.tell.show import telling_of
from tests.kit import Table
from tests.rulesets.antares import covered
from tests.rulesets.antares.givens import at, begin, drawn, plain, rules, unit, vehicle, wall
from tests.rulesets.antares.reacting import AMBUSH, USED, acting, listed, lone
from tests.rulesets.antares.said_fights import X, men
from tests.rulesets.antares.said_shots import advancing, needs
from tests.rulesets.antares.said_turns import give, halted, having, ordered, sides

FAR: tuple[Any, ...] = ("b-y", plain(), (40_000, 10_000), USED)


def cited(played: Table, kind: type[Any]) -> tuple[str, ...]:
    """Give the clauses of the last event of a kind."""
    return next(why for filled in reversed(played.log) for event, why in filled.events if isinstance(event, kind))


def stays(played: Table, *, sprint: bool = False) -> Any:
    return played.when("red", MoveUnit(unit="a-x", paths=(), sprint=sprint))


# -- standing still


@pytest.mark.rule("AN-MOVE-01", "AN-MOVE-02", "AN-MOVE-10")
def test_a_move_of_nothing():
    """A unit may advance or run 0 inches by naming no path; it has moved then, and may shoot after an Advance."""
    played = acting("run", ("a-x", plain(), (10_000, 10_000)), FAR)
    stays(played).then(MoveDeclared, paths=()).then(UnitMoved, progress=0, over=True)
    assert at(played, "a-x.1") == (10_000, 10_000)
    played = acting("advance", ("a-x", lone(), (10_000, 10_000)), FAR, dice=[9])
    stays(played).then(UnitMoved, over=True)
    assert played.game.actions[-1].moved
    played.when("red", DeclareShooting(unit="a-x", target="b-y", weapons=())).then(AccuracyRolled)


@pytest.mark.rule("AN-REACT-22", "AN-REACT-30")
def test_it_is_a_move_all_the_same():
    """Ambushers are asked about a Run of 0 inches, and a sprint of 0 inches is tested for (AN-MOVE-06)."""
    waiting: tuple[Any, ...] = ("b-w", lone(), (22_000, 10_000), AMBUSH)
    played = acting("run", ("a-x", plain(), (10_000, 10_000)), waiting)
    stays(played).asks("reaction", "blue")
    assert listed(played) == {"b-w": ("ambush_fire",)}
    played = acting("run", ("a-x", plain(), (10_000, 10_000)), FAR, dice=[10])
    stays(played, sprint=True)
    assert unit(played, "a-x").pins == 1


@pytest.mark.rule("AN-MOVE-05", "AN-DMG-15", "AN-ORDER-02")
def test_who_may_not_even_stay():
    """What forbids moving forbids it for nothing too, but an immobilised unit may stay where it is."""
    played = acting("fire", ("a-x", plain(), (10_000, 10_000)), FAR)
    stays(played).rejected("AN-ORDER-02", "no-move-on-fire")
    hulk: tuple[Any, ...] = ("a-x", vehicle(), (10_000, 10_000), {"move_limit": 0})
    stays(acting("run", hulk, FAR), sprint=True).rejected("AN-MOVE-05", "cannot-sprint")
    stays(acting("run", hulk, FAR)).then(UnitMoved, over=True)


# -- forced tests


@pytest.mark.rule("AN-TURN-12")
def test_a_forced_test_says_by_what_it_is_forced():
    """Where a flag forces the test, the order and the test cite the clause; where pins call for it they do not."""
    flagged = men(1, flags=("force_order_test",))
    played = halted(drawn(sides([8], sheet=flagged)))
    give(played, "advance").then(OrderTested, passed=True)
    assert {"AN-TURN-11", "AN-TURN-12"} <= set(cited(played, OrderGiven)) & set(cited(played, OrderTested))
    played = halted(drawn(sides([9])))
    played.when("referee", SetUnitFlag(unit="a-x", flag="force_order_test", on=True)).then(UnitFlagChanged)
    give(played, "run").then(UnitWentDown)
    assert "AN-TURN-12" in cited(played, OrderGiven)
    assert "AN-TURN-12" in cited(played, OrderTested)
    pinned = halted(drawn(sides([1], {"pins": 1}, sheet=flagged)))
    give(pinned, "advance").then(OrderTested)
    assert "AN-TURN-12" not in (*cited(pinned, OrderGiven), *cited(pinned, OrderTested))
    free = ordered("advance")
    assert free.one(OrderGiven).test is False


# -- moments


@pytest.mark.rule("AN-TURN-02", "AN-OPT-05", "AN-OPT-08")
def test_an_option_out_of_its_moment():
    """An option out of its moment is refused under the clause of the moment that it has, which the refusal names."""
    owns = [
        having("shard"), having("block", moments=("dice_draw",)), having("boost", moments=("allocation",)),
    ]  # fmt: skip
    played = sides([1], owns=owns)
    begin(played, "orders").asks("draw_options", "red")
    for option, clause, moment in (
        ("a-shard", "AN-TURN-02", "the start of the turn"), ("a-boost", "AN-OPT-08", "when an order is given"),
    ):  # fmt: skip
        said = played.when("red", PlayArmyOption(option=option, unit=""))
        said.rejected(clause, "wrong-moment", moments=moment)
    played.when("red", PlayArmyOption(option="a-block", unit="")).accepted()


# -- obstacles that hide nothing


@pytest.mark.rule("AN-ACC-22", "AN-ACC-23", "AN-TERRAIN-23")
@pytest.mark.parametrize(("los", "needed"), [("obscuring", 3), ("clear", 5)])
def test_an_obstacle_hinders_by_its_class(los, needed):
    """An obscuring wall midway makes Acc 5 a 3; a ditch of class clear in its place costs nothing."""
    between = wall("w1", (X + 8000, 0), (X + 8000, 48_000), los=los)
    assert needs(advancing(gap=15_000, terrain=[between])) == needed


# -- reports


def speaker() -> Speaker:
    telling = telling_of(antares)
    return Speaker(rules(), ("red", "blue"), telling.lengths, telling.words, telling.lists)


def hit(number: int, weapon: str = "concord_carbine", value: int = 1, *, lucky: bool = False) -> Hit:
    return Hit(
        id=f"v1.{number:03}", volley="v1", unit="b-y", weapon=weapon, strike_value=value, lucky=lucky, overhead=False,
        shooter="a-x.1", model="",
    )  # fmt: skip


def test_a_breach_is_told_by_its_number():
    """What Res falls by is a number, not a seat; who contests a die is a seat."""
    said = speaker().sentence(ResistReduced(unit="b-y", by=1))
    assert said == "the armour of b-y is breached: Res falls by 1"
    assert speaker().sentence(DieContested(owner=0, contester=1)) == "a die of red is contested by blue"


def test_lists_are_gathered():
    """Dice are told by result, hits by weapon, placed hits by model, resist tests by number, templates by unit."""
    dice = [DieResult(face=face, result=name) for face, name in ((9, "miss"), (2, "hit"), (1, "lucky"), (4, "hit"))]
    assert gathering.dice(dice) == "1 (lucky), 2 4 (hit), 9 (miss)"
    hits = [hit(1), hit(2, lucky=True), hit(3, "", 0)]
    assert gathering.hits(hits) == "2 by concord carbine (SV 1, 1 of them lucky), 1 by hand (SV 0)"
    assert gathering.hits(hits[1:2]) == "1 by concord carbine (SV 1, lucky)"
    places = [HitPlace(hit=str(number), model=f"b-y.{number % 2 + 1}") for number in range(3)]
    assert gathering.placed(places) == "2 on b-y.1, 1 on b-y.2"
    tests = [
        Resisted(hit=str(face), model=model, needed=Tally.base(needed, "AN-RESIST-01"), face=face, saved=saved)
        for model, needed, face, saved in (
            ("b-y.1", 5, 8, False), ("b-y.2", 6, 3, True), ("b-y.1", 5, 2, True), ("b-y.3", 5, 9, False),
        )
    ]  # fmt: skip
    assert gathering.resisted(tests) == "against 5: b-y.1 8 2 (1 saved), b-y.3 9; against 6: b-y.2 3 (saved)"
    struck = [
        EffectOnUnit(unit="b-y", faces=(3,), hits=3, pins=0, models=("b-y.1", "b-y.2")),
        EffectOnUnit(unit="b-z", faces=(2,), hits=0, pins=3, models=("b-z.1",)),
    ]
    assert gathering.struck(struck) == "b-y (2 models, 3 hits, thrown 3), b-z (1 model, 3 pins, thrown 2)"


def test_words_of_a_report():
    """Reports name reactions, causes and steps in words."""
    said = speaker().sentence
    assert said(RollOffMade(purpose="start_options", faces=(9, 3), winner=0)).startswith("roll-off for options at")
    asked = ReactionOption(unit="b-y", reactions=("go_down", "dash_to_cover"))
    event = ReactionsAsked(trigger="fire", unit="a-x", units=(asked,))
    assert said(event) == "may react to a-x (fire): b-y Go Down, Dash to Cover"
    down = UnitWentDown(unit="a-x", die="from_bag", cause="order_test")
    assert said(down) == "a-x goes Down (order test); its die: out of the bag"
    again = DieRerolled(volley="v1", die=4, before=7, now=DieResult(face=8, result="miss"), reason="spotter")
    assert said(again) == "die 4 is thrown again (spotter): from 7 to 8 (miss)"


def test_no_raw_word_is_left_in_a_report():
    """In a game of bots no sentence has a word with an underscore, but for ids."""
    table = covered.played(8, "attrition")
    game, say = table.game, speaker().sentence
    ids = {*game.weapons, *game.device_sheets, *game.owned, *game.terrain}
    ids |= {each.sheet.id for each in game.owned.values()}
    sentences = [say(event) for filled in table.log for event, _ in filled.events if type(event) in rules().reducers]
    raw = {word for each in sentences for word in re.findall(r"[\w#-]*[a-z]_[a-z][\w#-]*", each)}
    assert {word for word in raw if word not in ids} == set()
