"""What games between bots have found: places where an offer, a silence or a count of dice did not hold."""

from __future__ import annotations

from adjudicator.rulesets.antares import bag
from adjudicator.rulesets.antares.army_options import playable
from adjudicator.rulesets.antares.model.messages import (
    AllocateHits,
    ContestedDieResolved,
    DeclareShooting,
    HitsAllocated,
    MarkerPlaced,
    OptionEffect,
    OrderDieReleased,
    OrderDieSetAside,
    PassReaction,
    RecordOptionEffect,
    ResolveDown,
)
from adjudicator.rulesets.antares.rows import Contest
from adjudicator.rulesets.antares.shooting import fired, offers_of
from tests.kit import Table
from tests.rulesets.antares.givens import (
    INCH,
    armed,
    army_option,
    begin,
    change,
    device_sheet,
    drawn,
    kind,
    overhead,
    owned,
    plain,
    rules,
    state_change,
    table,
    under,
    unit,
    weapon,
)

LINE = [(49_600 + 1500 * number, 10 * INCH) for number in range(3)]


def mixed(dice: list[int]) -> Table:
    """Let a template strike three models of which carbines reach but the first."""
    kinds = (kind("gunner", weapons=("launcher",)), kind("trooper"))
    own = plain(kinds=kinds, models=("gunner", *["trooper"] * 4))
    foe = armed("pistol", count=3)
    wide = weapon(
        "launcher", kind="overhead", minimum=0, short=60 * INCH, long=60 * INCH, extreme=60 * INCH, crew=1,
        overhead=overhead(hits=2, radius=4 * INCH), properties=("blast",), modes=(weapon().modes[0],),
    )  # fmt: skip
    units = [("a-own", own, [(0, 8000 + 1000 * n) for n in range(5)]), ("b-foe", foe, LINE)]
    made = table(dice, units=units, weapons=[wide])
    shot = DeclareShooting(unit="a-own", target="b-foe", weapons=(fired("launcher"), fired("carbine", "single")))
    under(made, "a-own").when("red", shot).accepted()
    made.when("blue", PassReaction(unit="")).accepted()
    return made


def test_hits_that_can_not_go_everywhere_are_spread_evenly() -> None:
    """Every spread that is offered is as even as the hits allow, where some of them can go to one model alone."""
    made = mixed([2, 2, 2, 2, 2])
    made.last.asks("allocate", "blue")
    assert len(made.game.hits) == 6
    offers = [offer for offer in made.offers("blue") if offer.command == "AllocateHits"]
    assert offers
    otherwise = rules().windows["allocate"].default_command
    assert otherwise is not None
    window = made.window
    assert window is not None
    silent = otherwise(made.game, window, 1)
    assert isinstance(silent, AllocateHits)
    placed = [each.model for each in silent.hits]
    assert sorted(placed) == ["b-foe.1"] * 4 + ["b-foe.2", "b-foe.3"]
    made.faces(*[1] * 7)
    made.when("blue", silent).then(HitsAllocated)


def test_a_drawn_die_whose_units_are_gone_is_set_aside() -> None:
    """Where the last unit without an order goes Down while its side is asked, the drawn die is set aside."""
    made = drawn(table(units=[("a-x", plain(), (10_000, 10_000)), ("b-y", plain(), (40_000, 10_000))]))
    made.faces(1)
    fell = (state_change("down", "a-x"),)
    command = RecordOptionEffect(option="", note="it falls", changes=fell)
    made.when("referee", command).then(OrderDieSetAside, seat=0)
    assert unit(made, "a-x").dieless
    made.last.asks("allocation", "blue")


def test_a_unit_that_lost_a_die_has_no_more_than_are_left() -> None:
    """A unit of two dice that lost one and was short of the other comes out of Down with one in hand."""
    sheet = plain(order_dice=2)
    made = table([3, 1], units=[("a-x", sheet, (10_000, 10_000)), ("b-y", plain(), (40_000, 10_000))], turn=1)
    change(made, "a-x", order="down", dice=1, hand=1)
    begin(made, "down")
    made.when("red", ResolveDown(unit="a-x", recover=True)).then(OrderDieReleased)
    assert unit(made, "a-x").hand <= unit(made, "a-x").dice


def test_nobody_claims_a_die_that_is_not_there() -> None:
    """A contested die is claimed only while its side has any: more subverters than dice take no more."""
    made = table([9, 2, 9, 2, 1], units=[("a-x", plain(), (10_000, 10_000)), ("b-y", plain(), (40_000, 10_000))])
    made.set(contests=(Contest(owner=1, contester=0), Contest(owner=1, contester=0)))
    outcome = begin(made, "contested")
    resolved = [each for each in outcome.events if isinstance(each, ContestedDieResolved)]
    assert [(each.claimed, each.effect) for each in resolved] == [(True, "custody"), (False, "returned")]
    assert bag.supply(made.game, 1) == 0


def test_a_side_without_units_plays_nothing_on_a_unit() -> None:
    """An option that is played on a unit can not be played by a side that has none left."""
    boost = army_option("boost", OptionEffect(kind="remove_pins", number=2, word=""), moments=("dice_draw",))
    units = [("a-x", plain(), (10_000, 10_000)), ("b-y", plain(), (40_000, 10_000), {"place": "destroyed"})]
    made = table(units=units, owns=[owned(boost), owned(boost, 1)])
    assert [len(playable(made.game, seat, "dice_draw")) for seat in (0, 1)] == [1, 0]


def test_a_tag_sticks_to_the_enemies_under_it() -> None:
    """A weapon that leaves a tag puts it on every enemy unit that it lands on, and none on the table."""
    tagger = weapon(
        "tagger", kind="overhead", minimum=0, crew=1, overhead=overhead("marker", 0, 3 * INCH, "tag"), properties=(),
        modes=(weapon().modes[0],),
    )  # fmt: skip
    units = [
        ("a-x", armed("tagger", count=1), (0, 10_000)),
        ("b-y", plain(), [(15_000 + 1500 * n, 10_000) for n in range(5)]),
    ]
    made = table([2, 1], units=units, weapons=[tagger], device_sheets=[device_sheet("staa_tag", "tag")])
    under(made, "a-x").when("red", DeclareShooting(unit="a-x", target="b-y", weapons=())).accepted()
    made.when("blue", PassReaction(unit="")).accepted()
    event = made.last.one(MarkerPlaced)
    assert (event.unit, event.seat, event.pose) == ("b-y", 0, None)
    made.last.cites("AN-ACC-12")


def test_blind_fire_is_offered_with_overhead_weapons() -> None:
    """Who has an overhead weapon under a Fire order is offered blind fire with it, and nobody else."""
    units = [("a-x", armed("launcher", count=1), (0, 10_000)), ("b-y", plain(), (15_000, 10_000))]
    for order, found in (("fire", ["AN-OH-07"]), ("advance", [])):
        made = under(table(units=units), "a-x", order)
        assert [each.clause for each in offers_of(made.game, "a-x") if each.clause == "AN-OH-07"] == found
    made = under(table(units=units), "b-y", "fire")
    assert not [each for each in offers_of(made.game, "b-y") if each.clause == "AN-OH-07"]
