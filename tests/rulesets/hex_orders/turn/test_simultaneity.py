"""What happens at the same time: nobody gains by being first, and the order of answers changes nothing."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from adjudicator.kernel.decide.parties import SPECTATOR, TABLE
from adjudicator.kernel.messages import Asked, Unsealed
from adjudicator.rulesets.hex_orders.bots.situation import sampled
from adjudicator.rulesets.hex_orders.model.messages import (
    AimSpent,
    AllocationsRevealed,
    AmmoSpent,
    AreaAttackDeclared,
    ArmyCommitted,
    AssaultContributorsChosen,
    AssaultIntentCommitted,
    ChoicePassed,
    ContributorsCommitted,
    DamageRolled,
    FireHeld,
    HexContested,
    HexEffectFired,
    HitRolled,
    HitsAllocated,
    HugeUnitsCommitted,
    LoadArmyList,
    LoadSpent,
    MapAreaCommitted,
    OrdersCommitted,
    OrdersPlotted,
    RollHits,
    SpotAim,
    SpotDeclared,
    SpotHiddenUnit,
    TargetChosen,
    UnitRevealed,
)
from adjudicator.rulesets.hex_orders.rules.gunnery import fire_orders
from tests.kit import seeded
from tests.rulesets.hex_orders.assault.fixtures import ORK_NATION, SLOW, forward, mover
from tests.rulesets.hex_orders.assault.steps import fight, worked_example
from tests.rulesets.hex_orders.fixtures import GUN, infantry, rules, squad
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST, duel, shooter, with_gunnery_orders
from tests.rulesets.hex_orders.orders.steps import begin_movement, resolve
from tests.rulesets.hex_orders.random_boards import Board, World, open_world, plot_of, silent_command
from tests.rulesets.hex_orders.setup.full_lists import area_of, full_army, full_list, terms_of
from tests.rulesets.hex_orders.setup.steps import huge
from tests.rulesets.hex_orders.steps import (
    asked,
    begin,
    fires,
    hold_fire,
    innermost_window,
    of_kind,
    refused,
    roll_declared,
    shot,
    silence,
)


@pytest.mark.rule("HX-TURN-22")
@pytest.mark.parametrize(("first", "second"), [("ork", "elf"), ("elf", "ork")])
def test_nobody_gains_by_being_first(first, second):
    """Two units that fire at each other both roll, unharmed, whichever named its target first."""
    played = duel(
        [5, 5, 6, 6],
        squad(GUN, count=1, nation=first),
        squad(GUN, count=1, nation=second),
        orders=FIRE_FIRST,
        running={"b1": FIRE_FIRST},
    )
    begin(played, "gunnery_1")
    order = []
    while innermost_window(played).kind == "fire":
        (seat,) = asked(played)[1]
        order.append(seat)
        own, other = ("a1", "b1") if seat == 0 else ("b1", "a1")
        played.when(seat, fires(own, "gun", shot(other))).accepted()
    assert order == ([0, 1] if first == "ork" else [1, 0])
    outcome = played.when("table", RollHits())
    assert [(row.unit, row.faces, row.hit) for row in of_kind(outcome.events, HitRolled)] == [
        ("a1", (5,), True),
        ("b1", (5,), True),
    ]
    assert not of_kind(outcome.events, DamageRolled)
    events = silence(played)
    assert sorted(str(row.target) for row in of_kind(events, DamageRolled)) == ["a1", "b1"]


@pytest.mark.rule("HX-TURN-22")
def test_a_unit_that_is_spotted_is_no_target_before_the_next_gunnery():
    """A unit revealed by Spot in Gunnery 1 can not be fired at before Gunnery 2."""
    spotter = with_gunnery_orders(shooter(), "-+-+-", "Spot+Spot")
    played = duel(
        [5],
        other={"hidden": True, "speed": "slow"},
        orders=("-+-+-", "Fire+Fire"),
        more=[("a2", "C5", "N", spotter, {"speed": "slow"}), ("b2", "D2", "S", infantry(), {"speed": "slow"})],
        running={"a2": ("-+-+-", "Spot+Spot")},
    )
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", SpotHiddenUnit(spot=SpotAim(unit="a2", token="b1"))).accepted()
    refused(played, "red", fires("a1", "gun", shot("b1")), "HX-GUNNERY-20", "hidden-target")
    events = [*roll_declared(played).events, *silence(played)]
    assert [row.unit for row in of_kind(events, UnitRevealed)] == ["b1"]
    begin(played, "gunnery_2").asks("fire", "red")
    assert not played.refused(fires("a1", "gun", shot("b1")), "red")
    hold_fire(played)


ANSWERS = (
    AimSpent,
    AmmoSpent,
    AreaAttackDeclared,
    ArmyCommitted,
    AssaultIntentCommitted,
    Asked,
    ChoicePassed,
    ContributorsCommitted,
    FireHeld,
    HexEffectFired,
    HitsAllocated,
    HugeUnitsCommitted,
    LoadSpent,
    MapAreaCommitted,
    OrdersCommitted,
    OrdersPlotted,
    SpotDeclared,
    TargetChosen,
    Unsealed,
)
"""Events of the answers themselves: they stand where the answers do."""
TOGETHER = ("orders", "intents", "contributors", "allocations", "huge", "army", "areas")
SHOT = re.compile(r"'s\d+'")
APART = ("stack", "suspended", "facts")


def state(world):
    """Give all tables; entry numbers, window ids and numbers of shots stand apart."""
    found = {name: getattr(world.game, name) for name in world.game.ALL if name not in APART}
    found["orders"] = {key: replace(row, entry=0) for key, row in found["orders"].items()}
    shown = (SHOT.sub("s", str(asdict(row))) for row in found["declared"].values() if row.kind != "held")
    found["declared"] = sorted(shown)
    return found, [(window.kind, window.asks, window.subject) for window in world.windows]


def view_bytes(world):
    """List what the table did in the last entry, and what it threw."""
    events = [
        (type(event).__name__, SHOT.sub("s", str(event)), clauses)
        for event, clauses in world.ruled
        if not isinstance(event, ANSWERS) and not (isinstance(event, UnitRevealed) and event.reason == "fired")
    ]
    return events, sorted(world.rolls, key=lambda roll: (roll.stream, roll.index))


class Shuffled:
    """A world that is given what another is given, as far as it is independent in another order."""

    def __init__(self, one, two, chance):
        self.one, self.two, self.chance = one, two, chance
        self.moved: Counter[str] = Counter()

    def together(self, kind, answers):
        """Give the answers of both seats, those of one after those of the other, or mixed."""
        for who, command in [(seat, answer) for seat in (0, 1) for answer in answers.get(seat, ())]:
            self.one.when(who, command).accepted()
        for who, command in self.mixed(answers):
            self.two.when(who, command).accepted()
        self.moved[kind] += 1
        self.check(kind)

    def mixed(self, answers):
        """Mix the answers; the last one of a seat, which commits, stays its last."""
        queues = {seat: [*self.shuffled(answer[:-1]), answer[-1]] for seat, answer in answers.items()}
        order = [seat for seat, queue in queues.items() for _ in queue]
        self.chance.shuffle(order)
        if len(answers) > 1 and self.chance.random() < 0.3:
            order = [seat for seat in (1, 0) for _ in queues[seat]]
        return [(seat, queues[seat].pop(0)) for seat in order]

    def shuffled(self, commands):
        found = list(commands)
        self.chance.shuffle(found)
        return found

    def check(self, kind):
        """The worlds are the same."""
        one, two = state(self.one), state(self.two)
        apart = [name for name in one[0] if one[0][name] != two[0][name]]
        assert not apart, f"{kind}: {apart}"
        assert one[1] == two[1], kind
        assert view_bytes(self.one) == view_bytes(self.two), kind

    def play(self, most):
        """Play until so many entries are in."""
        while self.one.protocol.seq < most and (top := self.one.window) is not None:
            if top.kind in TOGETHER:
                self.together(top.kind, {seat: self.answers(seat, top.kind) for seat in top.asks})
            elif top.kind == "fire":
                self.fire(top.asks[0])
            else:
                self.same(top)
        return self

    def answers(self, seat, kind):
        """Make a seat's answers; they do not hang on the other seat's."""
        offers = self.one.offers(seat)
        if kind == "orders":
            plots = [sampled_plot(offer, self.chance) for offer in offers if offer.command == "PlotOrders"]
            return [*plots, committing(offers[-1], self.chance)]
        return [sampled(self.chance.choice(offers), self.chance)]

    def fire(self, seat):
        """Let a seat fire in any order; what one unit does keeps its own."""
        given: list[Any] = []
        window = self.one.window
        while self.one.window is not None and self.one.window.id == window.id and len(given) < 12:
            offers = [offer for offer in self.one.offers(seat) if offer.command != "PassChoice"]
            drawn = sampled(self.chance.choice(offers), self.chance) if offers and self.chance.random() < 0.9 else None
            if drawn is None or self.one.tried(drawn, seat):
                drawn = silent_command(self.one, seat)
            self.one.when(seat, drawn).accepted()
            given.append(drawn)
        for command in self.reordered(given):
            self.two.when(seat, command).accepted()
        self.moved["fire"] += len(given) > 2
        self.check("fire")

    def reordered(self, given):
        """Let units come in another order; the pass stays last."""
        last = [row for row in given if type(row).__name__ == "PassChoice"]
        units = list(dict.fromkeys(unit_of(row) for row in given if row not in last))
        self.chance.shuffle(units)
        return [row for unit in units for row in given if row not in last and unit_of(row) == unit] + last

    def same(self, top):
        """Give the same answer in both worlds."""
        who = top.asks[0]
        command = None
        if who != TABLE:
            offers = self.one.offers(who)
            command = sampled(self.chance.choice(offers), self.chance) if offers else None
        if command is None or self.one.tried(command, who):
            command = silent_command(self.one, who)
        self.one.when(who, command).accepted()
        self.two.when(who, command).accepted()
        self.check(top.kind)


def unit_of(command: Any):
    """Name who acts."""
    return getattr(command, "unit", None) or command.spot.unit


def sampled_plot(offered, chance):
    """Plot what is offered."""
    made: Any = sampled(offered, chance)
    return replace(made, plot=plot_of(offered, chance))


def committing(offered, chance):
    """Commit, with further orders where there are any."""
    made: Any = sampled(offered, chance)
    return replace(made, allow_defaults=True)


@pytest.mark.rule("HX-TURN-22", "HX-ORDERS-02", "HX-CHOICE-02")
def test_the_order_of_answers_changes_nothing():
    """Orders and intents in any order, and fire of units in any order, do the same."""
    moved = Counter[str]()
    for seed in range(5000, 5016):
        board = Board(seed, SPECTATOR, {"weapons_start_loaded": True})
        pair = Shuffled(open_world(board, 0, seeded(seed)), open_world(board, 0, seeded(seed)), Random(seed))
        moved += pair.play(110).moved
    assert moved["orders"] > 30
    assert moved["intents"] > 10
    assert moved["fire"] > 10


@pytest.mark.rule("HX-HUGE-01", "HX-ARMY-09", "HX-MAP-05")
def test_the_order_of_submissions_changes_nothing():
    """Huge lists, armies and areas handed in in one order or the other lead to the same set-up and the same game."""
    kinds = (("standard_tank", "snipers", "rangers"), ("standard_tank", "line_infantry"))
    given: dict[str, Any] = {
        "huge": [huge("behemoth"), huge()],
        "army": [full_army("behemoth", *kinds[0][1:]), full_army(*kinds[1])],
        "areas": [area_of(A1="forest", D3="swamp"), area_of(B8="hills")],
    }
    worlds = []
    for _ in (0, 1):
        world = World(rules(), dice=seeded(7))
        for nation in ("dwarf", "elf"):
            world.when("referee", LoadArmyList(list=full_list(nation))).accepted()
        world.when("referee", terms_of(secret_map_design=True)).accepted()
        worlds.append(world)
    pair, seen = Shuffled(worlds[0], worlds[1], Random(3)), Counter[str]()
    while pair.one.game.turn < 1:
        kind = pair.one.window.kind
        seen[kind] += 1
        if kind in given:
            for world, seats in ((pair.one, (0, 1)), (pair.two, (1, 0))):
                for seat in seats:
                    world.when(seat, given[kind][seat]).accepted()
            pair.check(kind)
        elif kind == "placing":
            for world in (pair.one, pair.two):
                world.when(world.window.asks[0], silent_command(world, world.window.asks[0])).accepted()
            pair.check(kind)
        elif kind == "orders":
            pair.together(kind, {seat: pair.answers(seat, kind) for seat in (0, 1)})
        else:
            pair.same(pair.one.window)
    assert (seen["huge"], seen["army"], seen["areas"]) == (1, 1, 1)


@pytest.mark.rule("HX-ASSAULT-14", "HX-ASSAULT-23")
@pytest.mark.parametrize("kind", ["contributors", "allocations"])
def test_the_order_of_answers_in_a_fight_changes_nothing(kind):
    """Contributors and allocations of both sides are the same whoever answers first."""
    worlds: list[Any] = [crowded() if kind == "contributors" else allocating() for _ in (0, 1)]
    for world, seats in zip(worlds, ((0, 1), (1, 0)), strict=True):
        assert world.window.asks == (0, 1)
        for seat in seats:
            offered = world.offers(seat)[-1]
            world.faces(*[1] * 60)
            world.when(seat, sampled(offered, Random(1))).accepted()
    pair = Shuffled(worlds[0], worlds[1], Random(1))
    pair.check(kind)
    assert any(isinstance(event, AllocationsRevealed | AssaultContributorsChosen) for event, _ in worlds[0].ruled)
    for world in worlds:
        world.dice.faces.clear()


def allocating():
    """Come to the allocations of a fight."""
    table, _ = worked_example()
    table.when("red", silent_command(table, 0)).asks("allocations", "red", "blue")
    return table


def crowded():
    """Come to a fight into which both sides bring three bases."""
    places = {"a1": "D6", "a2": "C6", "a3": "E6", "b1": "D4", "b2": "C5", "b3": "E5"}
    units = [(id, where, "N", infantry(nation="dwarf" if id[0] == "a" else "elf")) for id, where in places.items()]
    return fight(*(mover(id, where, "D5") for id, where in places.items()), units=units)[0]


def test_an_order_that_matters_is_found(monkeypatch):
    """Dice that are thrown in the order of declarations give the order of answers away."""
    monkeypatch.setattr(
        fire_orders, "in_order", lambda game: [row for row in game.declared.values() if row.kind != "held"]
    )
    with pytest.raises(AssertionError, match="fire"):
        test_the_order_of_answers_changes_nothing()


def turned_over(world, chance):
    """Let the rows of all tables stand in another order."""
    for name in world.game.ALL:
        table = getattr(world.game, name)
        if isinstance(table, dict) and name != "hexes":
            rows = list(table.items())
            chance.shuffle(rows)
            setattr(world.game, name, dict(rows))


@pytest.mark.rule("HX-STACK-06", "HX-TURN-22")
def test_the_order_of_rows_changes_nothing():
    """A game whose tables were filled in another order rules alike: the same bytes, offers, events and dice."""
    entries = 0
    for seed in range(6000, 6008):
        board = Board(seed, SPECTATOR, {})
        one, two = (open_world(board, 0, seeded(seed)) for _ in (0, 1))
        pair, chance = Shuffled(one, two, Random(seed)), Random(seed)
        turned_over(two, chance)
        while one.protocol.seq < 80 and (top := one.window) is not None:
            for seat in top.asks:
                assert one.offers(seat) == two.offers(seat)
            plain(pair, top, chance)
            turned_over(two, chance)
        entries += one.protocol.seq
    assert entries > 300


def plain(pair, top, chance):
    """Give one answer in both worlds; records have to be the same to the byte."""
    who = chance.choice(top.asks)
    offers = pair.one.offers(who)
    command = sampled(chance.choice(offers), chance) if offers and who != TABLE else None
    if command is None or pair.one.tried(command, who):
        command = silent_command(pair.one, who)
    pair.one.when(who, command).accepted()
    pair.two.when(who, command).accepted()
    assert pair.one.drafts[-1] == pair.two.drafts[-1], command


@pytest.mark.rule("HX-TURN-22")
def test_order_of_rows_does_not_matter() -> None:
    """The same step comes out alike, in whatever order units stand in the tables."""
    elf, orc = infantry(), infantry(**ORK_NATION)
    units = [
        ("a1", "D6", "N", orc, SLOW),
        ("a2", "D5", "N", orc, SLOW),
        ("a3", "D5", "N", orc, SLOW),
        ("b1", "D4", "S", elf, None),
        ("b2", "D3", "S", elf, SLOW),
        ("b3", "C4", "SE", elf, SLOW),
    ]
    running = forward("a1", "a2", "a3", "b2", "b3")
    found = [resolve(begin_movement(units=unit, running=running)).events for unit in (units, list(reversed(units)))]
    assert found[0] == found[1]
    assert any(isinstance(event, HexContested) for event in found[0])
