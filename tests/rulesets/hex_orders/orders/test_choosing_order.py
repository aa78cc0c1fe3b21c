"""Who chooses first: the rankings of nations, and sides of one nation."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.windows import NO_SUBJECT, Window, subject_words
from adjudicator.rulesets.hex_orders.model import nations
from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    AssaultAdvantageGained,
    FightUnit,
    MovesChosen,
    RollOff,
    RollOffRolled,
    StepStarted,
    TargetChosen,
    UnitMoved,
)
from adjudicator.rulesets.hex_orders.model.nations import NATIONS, assault_rank, choosing_rank
from adjudicator.rulesets.hex_orders.model.rows import Fight, Running
from adjudicator.rulesets.hex_orders.rules.orders import choosing_order
from adjudicator.rulesets.hex_orders.rules.orders.choosing_order import Group
from adjudicator.rulesets.hex_orders.rules.turn import turn_steps
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.fixtures import infantry, table, tank
from tests.rulesets.hex_orders.gunnery.fixtures import shooter, with_gunnery_orders
from tests.rulesets.hex_orders.gunnery.steps import declare_shots
from tests.rulesets.hex_orders.orders.fixtures import STANDING, STANDS, infantry_with_orders, with_order
from tests.rulesets.hex_orders.orders.steps import (
    begin_movement,
    choose_moves,
    choose_open_part,
    choosing,
    goes_to,
    intents,
    resolve,
    silent_answer,
)
from tests.rulesets.hex_orders.steps import (
    SILENT,
    asked,
    begin,
    fires,
    hold_fire,
    innermost_window,
    legal,
    places,
    shot,
    silence,
)
from tests.rulesets.hex_orders.turn.fixtures import FAR_APART


def both_about_to_fire(*nations, dice=(), **options):
    """Let red's a1 and blue's b1 be about to fire, each with two targets."""
    own, other = nations
    units = [
        ("a1", "D5", "N", shooter(nation=own), SLOW),
        ("a2", "C5", "N", infantry(nation=own), SLOW),
        ("b1", "D3", "S", shooter(nation=other), SLOW),
        ("b2", "E4", "S", infantry(nation=other), SLOW),
    ]
    fire = ("-+-+-", "Fire+-")
    played = table(dice, options, turn=2, pace="step", units=units, running={"a1": fire, "b1": fire})
    begin(played, "gunnery_1")
    return played


@pytest.mark.rule("HX-CHOICE-05")
@pytest.mark.parametrize(
    ("nations", "first"),
    [
        (("elf", "dark_elf"), "blue"),
        (("dark_elf", "elf"), "red"),
        (("spartan", "elf"), "blue"),
        (("spartan", "ork"), "blue"),
        (("dwarf", "spartan"), "red"),
        (("dwarf", "dark_elf"), "red"),
        (("dwarf", "ork"), "blue"),
        (("ork", "elf"), "red"),
    ],
)
def test_the_lower_nation_names_its_targets_first(nations, first):
    """Spartan, Elf, Dark-Elf, Dwarf, Ork: the higher a nation ranks, the later it chooses."""
    played = both_about_to_fire(*nations)
    assert asked(played)[:2] == ("fire", (0,) if first == "red" else (1,))
    played.when(first, SILENT).accepted()
    assert asked(played)[:2] == ("fire", (1,) if first == "red" else (0,))
    hold_fire(played)
    ranks = [choosing_rank(row) for row in ("spartan", "elf", "dark_elf", "dwarf", "ork")]
    assert ranks == [1, 2, 3, 4, 5]


@pytest.mark.rule("HX-CHOICE-05")
def test_a_unit_of_a_mixed_team_uses_its_own_nation():
    """A team of Spartans and Orks is asked for its Orks before, and for its Spartans after an Elf."""
    fire = ("-+-+-", "Fire+-")
    units = [
        ("a1", "D5", "N", shooter(nation="spartan"), SLOW),
        ("a2", "C5", "N", shooter(nation="ork"), SLOW),
        ("b1", "D3", "S", shooter(nation="elf"), SLOW),
    ]
    played = table((), None, turn=2, pace="step", units=units, running={"a1": fire, "a2": fire, "b1": fire})
    begin(played, "gunnery_1")
    found = []
    while innermost_window(played).kind == "fire":
        found.append((asked(played)[1][0], asked(played)[2][0]))
        played.when(asked(played)[1][0], SILENT).accepted()
    assert found == [(0, "ork"), (1, "elf"), (0, "spartan")]


@pytest.mark.rule("HX-CHOICE-06")
def test_the_other_ranking_decides_assaults():
    """Elf against Ork: for choices the Elf goes last, and a tied assault the Ork wins."""
    assert [choosing_rank("elf") < choosing_rank("ork"), assault_rank("ork") < assault_rank("elf")] == [True, True]
    assert [assault_rank(row) for row in ("spartan", "dark_elf", "ork", "dwarf", "elf")] == [1, 2, 3, 4, 5]
    outcome = tied_fight("elf", "ork", [1] * 12)
    gained = outcome.one(AssaultAdvantageGained)
    assert (gained.seat, gained.tie, gained.left) == (1, True, (0, 0))


def tied_fight(own, other, dice):
    """Let tanks of two nations fight for D5 and roll nothing but ones."""
    units = [("a1", "D6", "N", tank(nation=own), SLOW), ("b1", "D4", "S", tank(nation=other), SLOW)]
    played = table(dice, None, units=units)
    sides = (("a1", 0, "D6"), ("b1", 1, "D4"))
    rows = tuple(
        FightUnit(unit=name, seat=seat, origin=origin, goal="D5", reverse=False) for name, seat, origin in sides
    )
    return begin(played.put("fights", Fight("f1", "D5", rows)), "assault_1")


@pytest.mark.rule("HX-CHOICE-07")
@pytest.mark.ruling("HX-CHOICE-07.2")
def test_sides_of_one_nation_roll():
    """Orks on both sides roll 2 and 5: side 1 chooses first, side 2 last; ties are rolled again."""
    for dice in ([2, 5], [4, 4, 2, 5]):
        played = both_about_to_fire("ork", "ork", dice=dice)
        assert innermost_window(played).kind == "rank"
        played.when("table", RollOff()).then(RollOffRolled, faces=tuple(dice), winner=1)
        assert asked(played)[:2] == ("fire", (0,))
        played.when("red", SILENT).accepted()
        assert asked(played)[:2] == ("fire", (1,))
        hold_fire(played)


@pytest.mark.rule("HX-CHOICE-07")
@pytest.mark.parametrize(("option", "again"), [("roll_each_time", True), ("roll_once_per_game", False)])
@pytest.mark.ruling("HX-CHOICE-07.3")
def test_each_time_or_once(option, again):
    """A roll holds for its step, or by option for the game."""
    played = both_about_to_fire("ork", "ork", dice=[5, 2], mirror_rank=option)
    played.when("table", RollOff()).accepted()
    assert asked(played)[:2] == ("fire", (1,))
    hold_fire(played)
    silence(played)
    sheets = {key: with_gunnery_orders(sheet, "-+-+-", "Fire+Fire") for key, sheet in played.game.sheets.items()}
    played.set(sheets=sheets)
    for name in ("a1", "b1"):
        played.put("running", Running(name, ("-", "-", "-"), (("-", "Fire"),)), key="unit")
    begin(played, "gunnery_2")
    assert innermost_window(played).kind == ("rank" if again else "fire")
    if again:
        played.faces(1, 6)
        played.when("table", RollOff()).then(RollOffRolled, winner=1)
        assert asked(played)[:2] == ("fire", (0,))
    else:
        assert asked(played)[:2] == ("fire", (1,))
    hold_fire(played)


@pytest.mark.rule("HX-CHOICE-07")
@pytest.mark.ruling("HX-CHOICE-07.2")
def test_a_tied_assault_of_one_nation_is_rolled_too():
    """Orks against Orks with equal successes roll for the advantage."""
    outcome = tied_fight("ork", "ork", [1] * 12 + [3, 6])
    outcome.then(RollOffRolled, faces=(3, 6), winner=1)
    assert outcome.one(AssaultAdvantageGained).seat == 1


@pytest.mark.rule("HX-CHOICE-08")
@pytest.mark.ruling("HX-CHOICE-08.2")
def test_a_choice_with_one_answer_is_filled_in():
    """A Chase with a single hex asks nobody, and one with two asks its owner."""
    played = choosing(with_order("a1", "D7", "Chase+-+-", "elf"), STANDING, a1="Chase+-+-", **STANDS)
    assert innermost_window(played).kind not in {"intents", "moves"}
    silence(played)
    assert places(played)[0] == "D6"
    beside = with_order("b1", "E5", "-+-+-", "ork")
    played = choosing(with_order("a1", "D7", "Chase+-+-", "elf"), beside, a1="Chase+-+-", **STANDS)
    assert asked(played)[:2] == ("moves", (0,))
    silence(played)


@pytest.mark.rule("HX-CHOICE-08")
def test_each_chooser_sees_the_earlier_ones():
    """A Dwarf's target is known to all before the Elf names its own, and so is what a unit chose in a movement step."""
    played = both_about_to_fire("dwarf", "elf")
    declare_shots(played, shot("b2")).then(TargetChosen)
    shown = played.view("blue").shots
    assert [(row.unit, row.target) for row in shown] == [("a1", "b2")]
    assert legal(played, "blue", fires("b1", "gun", shot("a1")))
    hold_fire(played)
    rows = [with_order("a1", "D5", "360+-+-", "elf"), with_order("b1", "D2", "360+-+-", "ork")]
    played = choosing(*rows, a1="360+-+-", b1="360+-+-")
    chosen = played.when("blue", choose_open_part("b1", facing="SE")).one(MovesChosen)
    assert [(choice.unit, choice.facing) for choice in chosen.choices] == [("b1", "SE")]
    silence(played)


@pytest.mark.rule("HX-CHOICE-08")
def test_a_single_legal_target_may_be_chosen_at_once():
    """A Dwarf with one visible enemy names it in its turn, and nobody has to be waited for."""
    units = [("a1", "D5", "N", shooter(), SLOW), ("b1", "D3", "S", infantry(), SLOW)]
    played = table((), None, turn=2, pace="step", units=units, running={"a1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1").asks("fire", "red")
    declare_shots(played, shot("b1")).then(TargetChosen).asks("gunnery_hits", "table")
    assert AdvanceStep.__name__ not in played.offered("red")


@pytest.mark.rule("HX-CHOICE-01", "HX-CHOICE-05", "HX-CHOICE-04")
def test_who_stays_away_chooses_first_then_the_lower_nation() -> None:
    """Who stays away chooses first, and the lower-ranked nation before the higher one; who fled is out of reach."""
    units = [
        ("a1", "D5", "S", infantry_with_orders("360,F+-+-"), SLOW),
        ("b1", "D4", "N", infantry_with_orders(nation="ork"), SLOW),
        ("b2", "B2", "N", infantry_with_orders(nation="dwarf"), SLOW),
    ]
    played = begin_movement(units=units, running={"a1": ("360,F+-+-",), "b1": ("Flee+-+-",), "b2": ("Flee+-+-",)})
    assert asked(played) == ("intents", (0,), ())
    played.when("red", intents(a1=True)).accepted()
    assert asked(played) == ("moves", (1,), ("ork", "stay"))
    played.when("blue", choose_moves(goes_to("b1", "D3"))).accepted()
    assert asked(played) == ("moves", (1,), ("dwarf", "stay"))
    played.when("blue", choose_moves()).accepted()
    assert asked(played) == ("moves", (0,), ("elf", "enter"))
    played.when("red", choose_moves(goes_to("a1", facing="S"))).accepted()
    resolve(played).then(UnitMoved, unit="a1", hex="D6").then(UnitMoved, unit="b1", hex="D3")


@pytest.mark.rule("HX-CHOICE-07")
def test_sides_of_one_nation_roll_for_moves() -> None:
    """Sides of one nation roll for their rank; who wins chooses last."""
    units = [("a1", "D8", "N", infantry(), SLOW), ("b1", "D2", "N", infantry(), SLOW)]
    played = begin_movement(dice=[5, 2], units=units, running={"a1": ("Flee+-+-",), "b1": ("Flee+-+-",)})
    assert asked(played)[0] == "rank"
    played.when("table", silent_answer(played, "rank")).then(RollOffRolled, winner=0)
    assert asked(played) == ("moves", (1,), ("elf", "stay"))


class Asking:
    """A ruling's stand-in that only asks."""

    def __init__(self, game):
        self.game = game
        self.asked = []

    def ask(self, kind, *parties, subject=NO_SUBJECT):
        self.asked.append((kind, parties, subject))


def asked_in_order(played, groups, rank=None):
    """Ask groups in order, and tell who was asked as (seat, nation, label)."""
    played.set(rank=rank)
    ruling: Any = Asking(played.game)
    choosing_order.ask_in_order(ruling, "fire", groups)
    order = []
    while ruling.asked:
        kind, parties, subject = ruling.asked.pop()
        if kind == "choosers":
            asked = choosing_order.PART.windows["choosers"]
            assert asked.on_close is not None
            asked.on_close(ruling, Window(1, kind, parties, subject_words(asked, subject)))
        elif kind == "fire":
            order.append((*parties, subject.nation, subject.label))
        else:
            order.append(kind)
    return order


@pytest.mark.rule("HX-CHOICE-01")
@pytest.mark.rule("HX-CHOICE-05")
def test_lower_ranks_choose_first():
    """Those that stay away choose before those that enter, and lower-ranked nations before higher-ranked ones."""
    stay = [Group(0, "ork", "stay"), Group(1, "dwarf", "stay")]
    played = table(units=FAR_APART)
    assert asked_in_order(played, [*stay, Group(1, "elf", "enter")]) == [
        (0, "ork", "stay"),
        (1, "dwarf", "stay"),
        (1, "elf", "enter"),
    ]
    ranks = [nations.choosing_rank(row) for row in ("spartan", "elf", "dark_elf", "dwarf", "ork")]
    assert ranks == sorted(ranks)
    assert nations.assault_rank("ork") < nations.assault_rank("elf")


@pytest.mark.rule("HX-CHOICE-07")
def test_sides_of_one_nation_roll_for_every_question():
    """Where both sides have one nation they roll first, unless a roll holds already; the higher chooses last."""
    both = [Group(0, "ork"), Group(1, "ork")]
    played = table(units=FAR_APART)
    assert asked_in_order(played, both)[0] == "rank"
    assert asked_in_order(played, both, rank=0) == [(1, "ork", ""), (0, "ork", "")]
    assert asked_in_order(played, both, rank=1) == [(0, "ork", ""), (1, "ork", "")]
    apart = [Group(0, "ork", "stay"), Group(1, "ork", "enter")]
    assert asked_in_order(played, apart) == [(0, "ork", "stay"), (1, "ork", "enter")]


@pytest.mark.rule("HX-CHOICE-07")
@pytest.mark.parametrize(("option", "kept"), [("roll_each_time", None), ("roll_once_per_game", 1)])
def test_a_roll_holds_for_the_step_or_for_the_game(option, kept):
    """Ties are rolled again; the roll holds for the step, or for the game."""
    played = table([4, 4, 2, 5], units=FAR_APART, options={"mirror_rank": option}).ask("rank", "table")
    played.when("table", RollOff()).then(RollOffRolled, question="rank", faces=(4, 4, 2, 5), winner=1)
    assert played.game.rank == 1
    turn_steps.step_started(played.game, StepStarted(turn=1, step="gunnery_1"))
    assert played.game.rank == kept


@pytest.mark.rule("HX-GAP-09")
def test_hidden_tokens_are_asked_for_every_nation():
    """A side with hidden tokens is asked for each nation it has, whatever its tokens stand for."""
    units = [("a1", "D2", "S", tank()), ("b1", "D8", "N", infantry(), {"hidden": True})]
    played = table(units=units)
    side = played.game.sides[1]
    played.set(sides={**played.game.sides, 1: replace(side, nations=("elf", "ork"))})
    assert choosing_order.groups(played.game, {0: ["a1"]}) == (Group(1, "ork"), Group(0, "dwarf"), Group(1, "elf"))
    assert choosing_order.groups(played.game, {1: ["b1"]}) == (Group(1, "ork"), Group(1, "elf"))


@pytest.mark.rule("HX-CHOICE-05", "HX-CHOICE-06", "HX-ASSAULT-21")
def test_there_are_two_rankings_of_nations():
    """Spartan, Elf, Dark-Elf, Dwarf, Ork choose last to first; Spartan, Dark-Elf, Ork, Dwarf, Elf win ties."""
    choice = sorted(NATIONS, key=lambda row: NATIONS[row].ranking_choice)
    assault = sorted(NATIONS, key=lambda row: NATIONS[row].ranking_assault)
    assert choice == ["spartan", "elf", "dark_elf", "dwarf", "ork"]
    assert assault == ["spartan", "dark_elf", "ork", "dwarf", "elf"]
