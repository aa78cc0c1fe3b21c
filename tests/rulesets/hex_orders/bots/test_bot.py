"""Bots play whole games through views and offers alone, and all that they make is allowed."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Range, Shape, Some
from adjudicator.kernel.record.mpint import encode
from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.registry import rules_of
from adjudicator.rulesets.hex_orders.bots import bot, games
from adjudicator.rulesets.hex_orders.bots.situation import Place, Situation, expected_move, sampled
from adjudicator.rulesets.hex_orders.model.messages import (
    AllocateHits,
    ArmyCommitted,
    CreateGame,
    DamagingHit,
    Feature,
    FireWeapon,
    GameCreated,
    GroupCount,
    HugeUnitsCommitted,
    MoveChoice,
    Options,
    PlotOrders,
    SideTerms,
)
from adjudicator.rulesets.hex_orders.reports.messages import View
from adjudicator.rulesets.hex_orders.roster import ready_armies
from adjudicator.rulesets.hex_orders.roster.army_lists import LISTS
from replays.audit.audit import audit
from services.tools.play import BotTable
from tests.kit import seeded
from tests.rulesets.hex_orders.fixtures import tank
from tests.rulesets.tables import DrawnInTurn

GAME = "hex_orders"
MOST = 2_000
OUTSIDE = ("confirm_result", "result", "reveal")


class First:
    """A generator without random choices: always the first, never a chance of one in several."""

    def randrange(self, stop):
        return stop - 1

    def choice(self, seq):
        return seq[0]

    def shuffle(self, x):
        pass


async def play(seed, scenario):
    """Play a game; give it and its replay file."""
    table = BotTable(GAME, seed, scenario=scenario)
    session = await table.play()
    return session, await table.replay()


PLAYED: dict[tuple[int, str], tuple[Any, bytes]] = {}


async def played(seed, scenario):
    """Play a game once for all tests that look at it."""
    if (seed, scenario) not in PLAYED:
        PLAYED[seed, scenario] = await play(seed, scenario)
    return PLAYED[seed, scenario]


def play_with_bots(seed, steps=MOST, scenario="", choose=bot.choose, look=None):
    """Let bots answer every window of a table that checks each command twice."""
    table = DrawnInTurn(rules_of(GAME), dice=seeded(seed))
    chances = [random.Random(seed), random.Random(-seed - 1)]
    for _ in range(steps):
        window = table.window
        if window is None or window.kind in OUTSIDE:
            break
        party = window.asks[0]
        if window.kind == table.rules.opening_window:
            table.when(party, games.create(scenario, chances[0])).accepted()
            continue
        sight = table.sight(party)
        if look is not None:
            look(sight, chances[party])
        table.when(party, choose(sight, chances[party])).accepted()
    return table


SEEDS = {scenario: seed for seed, scenario in enumerate(sorted(games.SCENARIOS), 1)}
PLAYED_BY_DRIVERS = ("asymmetric", "infantry", "to_the_end")
"""What `test_playouts` plays to its end in every run; bots do here in long runs."""


@pytest.mark.parametrize(
    ("seed", "scenario"),
    [
        pytest.param(seed, scenario, marks=pytest.mark.long if scenario in PLAYED_BY_DRIVERS else ())
        for scenario, seed in SEEDS.items()
    ],
)
async def test_bots_play_every_scenario_to_its_end(seed, scenario):
    """A game of every scenario ends by the rules, no command of it is refused, and its audit passes."""
    session, data = await played(seed, scenario)
    assert session.game.result is not None
    assert session.game.ended in ("elimination", "turn_limit", "concession", "agreement")
    assert audit(data).result == "PASS"


async def test_a_seed_gives_a_game():
    """The same seed gives the same game, byte for byte; another seed another one."""
    scenario = "pure_tank"
    first = (await played(SEEDS[scenario], scenario))[1]
    again, other = [(await play(seed, scenario))[1] for seed in (SEEDS[scenario], 12)]
    assert again == first
    assert other != first


def test_there_are_no_other_scenarios():
    """A scenario that there is not is a KeyError."""
    with pytest.raises(KeyError):
        games.create("naval", random.Random(0))


def test_games_differ():
    """Bots agree on games of any nation, on ready maps and built ones, with and without a roll for the sides."""
    made = [games.create("", random.Random(seed)) for seed in range(120)]
    agreed = [row for row in made if isinstance(row, CreateGame)]
    assert {nation for row in agreed for side in row.sides for nation in side.nations} == set(LISTS)
    assert {bool(row.map_name) for row in agreed} == {True, False}
    assert {row.sides[0].number for row in agreed} == {0, 1, 2}
    assert all(row.options.turn_limit for row in agreed)


def test_a_choice_rests_on_what_is_seen():
    """A bot chooses the same from a view that came over the wire, and nothing but its generator makes it differ."""
    compared = []

    def look(sight, chance):
        decoded = msgspec.msgpack.decode(encode(sight.view), type=View)
        state = chance.getstate()
        first = bot.choose(sight, chance)
        chance.setstate(state)
        again = bot.choose(replace(sight, view=decoded), chance)
        chance.setstate(state)
        assert first == again
        compared.append(type(first).__name__)

    play_with_bots(3, steps=90, look=look)
    assert len(set(compared)) > 8


def test_any_legal_play_goes_too():
    """A bot that takes any offer with any values is not refused either."""
    table = play_with_bots(4, steps=150, scenario="pure_tank", choose=bot.choose_at_random)
    assert table.game.turn >= 1


@pytest.mark.parametrize("nation", sorted(LISTS))
@pytest.mark.parametrize("game_type", ["standard", "infantry", "pure_tank"])
def test_rosters_are_handed_in_whole(nation, game_type):
    """A bot without random choices declares the huge units of its roster and buys the rest of it."""
    table = DrawnInTurn(rules_of(GAME))
    sides = tuple(SideTerms(nations=(nation,), number=number, role="") for number in (1, 2))
    terms = CreateGame(scenario="entrenched", game_type=game_type, map_name="", sides=sides, options=Options())
    table.when("referee", terms).then(GameCreated)
    for event in (HugeUnitsCommitted, ArmyCommitted):
        for seat in ("red", "blue"):
            outcome = table.when(seat, bot.choose(table.sight(seat), First())).then(event)
    bought = outcome.one(ArmyCommitted).army.units
    wanted = ready_armies.READY_ROSTERS[nation][game_type].units
    assert sorted(row.kind for row in bought) == sorted(row.kind for row in wanted)


def test_strict_budgets_are_kept():
    """Where every pool must stay under its allotment, a bot leaves something of its roster out."""
    table = DrawnInTurn(rules_of(GAME))
    sides = tuple(SideTerms(nations=("ork",), number=number, role="") for number in (1, 2))
    options = Options(army_budget_strict=True)
    table.when(
        "referee", CreateGame(scenario="entrenched", game_type="pure_tank", map_name="", sides=sides, options=options)
    )
    for _ in range(2):
        for seat in ("red", "blue"):
            table.when(seat, bot.choose(table.sight(seat), First())).accepted()
    assert table.game.step == "map"


def one(command, *fields):
    """Make a command of one offer."""
    return sampled(Offer(command, tuple(Domain(name, values) for name, values in fields)), First())


def test_repeated_fields_gather_their_domains():
    """Domains of a repeated field make a message each; what is not offered is empty."""
    shot = Shape(
        "Shot", (Domain("model", Range(1, 1)), Domain("gun", Choice(("",))), Domain("target", Choice(("b1",))))
    )
    made = one("FireWeapon", ("unit", Choice(("a1",))), ("weapon", Choice(("gun",))), ("shots", shot), ("shots", shot))
    assert isinstance(made, FireWeapon)
    assert [row.target for row in made.shots] == ["b1", "b1"]
    assert made.shots[0].exit == ""
    assert made.use_aim is False


def test_optional_shapes_are_made():
    """A shape in an optional field becomes its message, with shapes within shapes."""
    move = Shape("MoveChoice", (Domain("unit", Choice(("a1",))), Domain("hex", Choice(("D4", "D5")))))
    made = one("ChooseMoves", ("choices", Shape("MoveChoices", (Domain("choices", move),))))
    assert made.choices.choices == (MoveChoice(unit="a1", facing="", hex="D4", other=""),)


def test_finished_answers_are_taken_as_they_stand():
    """All hits and supports of an allocation that is offered are given."""
    support = Shape("GroupCount", (Domain("group", Choice(("g2",))), Domain("count", Range(2, 2))))
    hit = Shape(
        "DamagingHit",
        (Domain("group", Choice(("g1",))), Domain("target", Choice(("b1",))), Domain("supports", support)),
    )
    made = one("AllocateHits", ("allocation", Shape("Allocation", (Domain("hits", hit), Domain("hits", hit)))))
    wanted = DamagingHit(group="g1", target="b1", supports=(GroupCount(group="g2", count=2),))
    assert isinstance(made, AllocateHits)
    assert made.allocation.hits == (wanted, wanted)


def test_what_is_not_told_is_not_made_up():
    """An offer with a shape of unknown parts gives no command."""
    assert one("CreateGame", ("sides", Choice(()))) is None
    assert one("NoSuchCommand") is None


def test_offers_are_looked_into():
    """Values of a field are found within shapes, numbers as words."""
    offered = (Domain("plot", Shape("Plot", (Domain("turn", Range(2, 3)), Domain("unit", Some(("a1", "a2")))))),)
    assert words_of(offered, "plot", "turn") == ("2", "3")
    assert word_of(offered, "plot", "unit") == "a1"
    assert word_of(offered, "plot", "nothing") == ""


@pytest.mark.parametrize(
    ("order", "end"),
    [
        ("F+F+-", ("D3", "N", "slow")),
        ("A+F+-", ("D4", "N", "fast")),
        ("F+R+-", ("D4", "NE", "slow")),
        ("B+-+-", ("D5", "N", "stand_still")),
        ("Rev+-+-", ("D6", "N", "slow")),
        ("360+F+-", ("D6", "S", "slow")),
        ("B[crawling]+-+-", ("D5", "N", "crawling")),
    ],
)
def test_orders_are_foreseen(order, end):
    """A movement order is carried out in thought, towards an enemy in D9."""
    assert expected_move(tank(), Place("D5", "N", "slow"), order, "D9") == Place(*end)


def test_orders_fit_the_speed_to_come():
    """Orders for turn 2 fit the speed that turn 1 leaves, nearly always."""
    fits = []

    def look(sight, _chance):
        if sight.windows[-1].kind != "orders" or sight.view.turn != 1:
            return
        made = bot.choose(sight, First())
        if isinstance(made, PlotOrders):
            unit = next(row for row in sight.view.units if row.id == made.plot.unit)
            place = Place(unit.hex, unit.status.facing, unit.status.speed)
            for own_order in sight.view.own_orders:
                if own_order.unit == unit.id:
                    place = expected_move(
                        unit.sheet, place, own_order.movement[0], Situation(sight, First()).nearest_hex(place.hex)
                    )
            listed = {order for speed in unit.sheet.speeds if speed.speed == place.speed for order in speed.movement}
            fits.append(made.plot.movement[0] in listed)

    play_with_bots(5, steps=120, scenario="infantry", look=look)
    assert len(fits) > 4
    assert all(fits)


def test_terms_define_overlays():
    """Bots agree on overlays that count, and use them."""
    made = next(
        each for seed in range(9) if isinstance(each := games.create("entrenched", random.Random(seed)), CreateGame)
    )
    assert all(isinstance(row, Feature) for row in made.options.overlay_data)
