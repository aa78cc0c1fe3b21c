"""Two games that differ only in what a viewer may not know: he is sent the same, and answered the same."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.chain import sealed_hash
from adjudicator.kernel.mpint import encode
from adjudicator.kernel.parties import SPECTATOR
from adjudicator.rulesets.hex_orders import choices, courses, damage, fire, foes, placing, ranking
from adjudicator.rulesets.hex_orders.messages import (
    ChooseMoves,
    CommitOrders,
    DamageRolled,
    FireAreaWeapon,
    FreePoints,
    LoadArmyList,
    MoveChoice,
    MoveChoices,
    PlaceHiddenToken,
    PlotOrders,
    Plots,
    SplitFreePoints,
    TerrorRolled,
)
from adjudicator.rulesets.hex_orders.messages import Plot as Written
from replays.bundle import Bundle, Sealed
from replays.checks_log import check_seals
from replays.entries import decode
from replays.report import Findings
from tests.conformance.driver import HiddenApart
from tests.rulesets.hex_orders import creating, givens
from tests.rulesets.hex_orders.boards import World, silence
from tests.rulesets.hex_orders.creating import area, army, huge, terms
from tests.rulesets.hex_orders.givens import infantry, tank
from tests.rulesets.hex_orders.test_built_allocation import worked
from tests.rulesets.hex_orders.worlds import Pair, Twins

VIEWERS = (0, 1, SPECTATOR)
SPOT, OPEN = {"hidden_reveal": "spot_only"}, {"open_orders": True, "open_choices": True}
PAIRS = 6

# -- hidden units and orders, on random boards


def pairs(viewer, first, ways=(), count=PAIRS, most=150, **options):
    """Play pairs of worlds; how many, how far and how they ended."""
    told = Counter[str]()
    for seed in range(first, first + count):
        pair = Pair(seed, viewer, ways, **options).play(most, every=20)
        told.update({
            pair.end: 1, "entries": pair.entries, "differ": pair.differ, "tried": pair.tried,
            "turns": pair.one.game.turn, "late": int(pair.one.game.turn > 2),
        })  # fmt: skip
    return told


@pytest.mark.rule("HX-GAP-09", "HX-GAP-06")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("options", [{}, SPOT, OPEN], ids=["standard", "spot_only", "open"])
def test_what_stands_behind_tokens_changes_nothing_for_others(viewer, options):
    """Sheet, facing, speed, tokens, orders, choices, dice of hidden units: after each entry the viewer gets the same.

    What he tries is refused in the same words, and odds are the same or not told.
    """
    told = pairs(viewer, 1000 + 100 * len(options), **options)
    assert told["differ"] > 3 * PAIRS, "the two worlds were hardly given anything that differs"
    assert told["entries"] > 30 * PAIRS, f"the pairs did not get far: {told}"
    assert told["late"] or viewer == SPECTATOR, "no pair came to a third turn with its hidden units hidden"
    assert viewer == SPECTATOR or told["tried"] > 40 * PAIRS
    assert not told["blocked"]


@pytest.mark.rule("HX-ORDERS-05", "HX-CHOICE-02", "HX-ASSAULT-14", "HX-ASSAULT-23")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_answers_are_secret_until_they_are_shown(viewer):
    """Orders that are not due, intents, contributors and allocations of open units are known when they are revealed."""
    told = pairs(viewer, 2000, ("orders", "intents", "contributors", "allocations"), most=60)
    assert told["differ"] > 2 * PAIRS
    assert told["came out"] == PAIRS, told


def play_many(seeds, options):
    """Play pairs before both seats in turn."""
    for seed in seeds:
        Pair(seed, seed % 2, **options).play(120)


@pytest.mark.parametrize(
    ("module", "name", "leak", "options"),
    [
        (ranking, "nations_asked", lambda game, _seat, units: [game.sheets[unit].nation for unit in units], {}),
        (fire, "veil", lambda _game, _unit: 253, {}),
    ],
)
def test_the_pairs_find_leaks(monkeypatch, module, name, leak, options):
    """A ruleset that forgets one of its precautions is found out."""
    monkeypatch.setattr(module, name, leak)
    with pytest.raises(AssertionError, match="sees another"):
        play_many(range(3000, 3010), options)


# -- an allocation


@pytest.mark.rule("HX-ASSAULT-23", "HX-GAP-06")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_an_allocation_is_secret_until_both_are_in(viewer):
    """What red allocates first changes nothing for others until blue has allocated too."""
    tables: list[Any] = [worked()[0] for _ in (0, 1)]
    for table in tables:
        table.when("red", silence(table, 0)).asks("allocations", "red", "blue")
    pair = Twins(tables[0], tables[1], viewer)
    usual = silence(pair.one, 0)
    first, *rest = usual.allocation.hits
    pair.give(0, usual, replace(usual, allocation=replace(usual.allocation, hits=(*rest, first))))
    assert (pair.entries, pair.differ, pair.end) == (1, 1, "")
    for table in tables:
        table.faces(*[1] * 60)
    blue = silence(pair.one, 1)
    pair.give(1, blue, blue)
    assert pair.end == "came out"
    for table in tables:
        table.dice.faces.clear()


# -- before the game begins


def twins(viewer, *args, seed=5, **options):
    """Create the same game twice; both sides' own dice differ."""
    made = []
    for number in (1, 2):
        table = World(givens.rules(), dice=HiddenApart(seed, number, (0, 1)))
        for nation in ("dwarf", "elf"):
            table.when("referee", LoadArmyList(list=creating.army_list(nation))).accepted()
        table.when("referee", terms(*args, **options)).accepted()
        made.append(table)
    return Twins(made[0], made[1], viewer)


def go_on(pair, most=80):
    """Let everybody keep silent in both worlds until the secret comes out."""
    for _ in range(most):
        top = pair.one.window
        if pair.end or top is None or top.kind == "confirm_result":
            return pair
        who = top.asks[-1]
        pair.give(who, silence(pair.one, who), silence(pair.two, who))
    return pair


@pytest.mark.rule("HX-HUGE-01", "HX-GAP-06")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_a_huge_list_is_told_with_the_other(viewer):
    """Whether red has named a huge unit is known when both have answered."""
    pair = twins(viewer)
    pair.give(0, huge("behemoth"), huge())
    assert (pair.differ, pair.end) == (1, "")
    pair.give(1, huge(), huge())
    assert pair.end == "came out"


@pytest.mark.rule("HX-ARMY-05", "HX-ARMY-06")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_free_points_are_told_when_the_set_up_is_over(viewer):
    """How the armoured side divides its six points is not to be seen before SetupCompleted."""
    pair = twins(viewer, "asymmetric", (("dwarf", 1, "armoured"), ("elf", 2, "light")), secret_map_design=True)
    pair = go_on(pair, 1)
    pair.give(0, *(SplitFreePoints(points=FreePoints(mp=mp, cp=6 - mp, xp=0)) for mp in (6, 1)))
    go_on(pair, 2)
    for seat, unit in ((0, "standard_tank"), (1, "line_infantry")):
        pair.give(seat, army(unit), army(unit))
    go_on(pair)
    assert pair.end == "came out"
    assert pair.entries > 8
    assert pair.one.game.setup is None


@pytest.mark.rule("HX-MAP-05")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_areas_are_shown_together(viewer):
    """What red designs is not to be seen before blue's area is in."""
    pair = go_on(twins(viewer, secret_map_design=True), 2)
    for seat in (0, 1):
        pair.give(seat, army("standard_tank"), army("standard_tank"))
    pair.give(0, area(A1="forest", B2="swamp"), area(C3="hills"))
    assert (pair.differ, pair.end) == (1, "")
    pair.give(1, area(), area())
    assert pair.end == "came out"


ARMIES = (
    (("standard_tank", "snipers", "rangers"), ("standard_tank", "stalker", "snipers")),
    (("standard_tank", "rangers"), ("standard_tank", "snipers")),
    (("standard_tank", "buggy", "rangers", "rangers"), ("standard_tank", "buggy", "stalker", "snipers")),
)


@pytest.mark.rule("HX-SETUP-06", "HX-SETUP-07", "HX-SETUP-15", "HX-ARMY-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
@pytest.mark.parametrize("kinds", ARMIES)
def test_nobody_knows_which_hidden_units_an_army_has(viewer, kinds):
    """From the army to the second turn: hidden units of other kinds, scouts or not, change nothing for others."""
    pair = go_on(twins(viewer), 2)
    pair.give(0, *(army(*each) for each in kinds))
    pair.give(1, army("standard_tank", "line_infantry"), army("standard_tank", "line_infantry"))
    asked = Counter[str]()
    while not pair.end and pair.one.game.turn < 2:
        top = pair.one.window
        asked[top.kind] += 1
        made = placement(pair, top)
        if made is None:
            go_on(pair, 1)
        else:
            pair.give(*made)
    assert pair.end == ""
    assert pair.differ == 1
    assert pair.one.game.sheets["a2"] != pair.two.game.sheets["a2"] or len(kinds[0]) > 3
    assert asked["placing"] > 4
    assert pair.entries > 25


def placement(pair, top):
    """Place what silence would place, in the middle of the board's edge; tokens in hexes that all may stand in."""
    if top.kind != "placing":
        return None
    who = top.asks[0]
    offered = [pair.one.offers(who), pair.two.offers(who)]
    tokens = [[each for each in made if each.command == "PlaceHiddenToken"] for made in offered]
    if not tokens[0]:
        return None
    where = next(name for name in tokens[0][0].fields[1].values.values if name in tokens[1][0].fields[1].values.values)
    slots = [int(each[0].fields[0].values.values[0]) for each in tokens]
    return (who, *(PlaceHiddenToken(slot=slot, hex=where, facing="S") for slot in slots))


def test_the_set_up_pairs_find_a_leak(monkeypatch):
    """A side that is asked for scouts only where it has hidden ones gives them away."""
    monkeypatch.setattr(placing, "may_show", lambda *_: False)
    monkeypatch.setattr("adjudicator.rulesets.hex_orders.deploy.may_show", lambda *_: False)
    with pytest.raises(AssertionError, match="sees another"):
        test_nobody_knows_which_hidden_units_an_army_has(1, ARMIES[1])


# -- orders of units with a longer lead


def lead(ahead, **options):
    """Set a board up on which a hidden unit of red has its orders so many turns ahead."""
    units = [
        ("a1", "D8", "N", infantry(nation="dwarf", orders_ahead=ahead, hidden=True), {"hidden": True}),
        ("a2", "C8", "N", tank()), ("b1", "D2", "S", tank(nation="elf")),
    ]  # fmt: skip
    played = givens.table(units=units, turn=0, options=options)
    sides = {seat: replace(side, orders=0) for seat, side in played.game.sides.items()}
    return played.set(orders={}, running={}, sides=sides).ask("orders", 0, 1, about=("0",))


def plot(unit, turn, movement="-+-+-", gunnery="-+-"):
    return Written(turn=turn, unit=unit, movement=(movement,), gunnery=(gunnery,))


def commit(*plots, defaults=True):
    return CommitOrders(turn=1, allow_defaults=defaults, further=Plots(plots=plots) if plots else None)


@pytest.mark.rule("HX-ORDERS-02", "HX-ORDERS-03", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_a_longer_lead_is_not_seen(viewer):
    """Orders for turns 2 and 3 that come with the commitment show nobody that a unit has a longer lead."""
    pair = Twins(lead(3), lead(1), viewer)
    pair.give(0, PlotOrders(plot=plot("a1", 1)), PlotOrders(plot=plot("a1", 1)))
    pair.give(0, PlotOrders(plot=plot("a2", 1)), PlotOrders(plot=plot("a2", 1)))
    pair.give(0, commit(plot("a1", 2, "360+-+-"), plot("a1", 3), defaults=False), commit(defaults=False))
    pair.give(1, commit(), commit())
    assert pair.one.game.turn == 1
    assert [pair.one.game.orders[f"a1@{turn}"].final for turn in (1, 2, 3)] == [True] * 3
    assert "a1@2" not in pair.two.game.orders
    for seat in (0, 1):
        later = [commit(), commit()]
        pair.give(seat, *(replace(each, turn=2) for each in later))
    assert (pair.differ, pair.end) == (1, "")
    go_on(pair, 30)
    assert pair.one.game.turn > 1


@pytest.mark.rule("HX-ORDERS-02")
def test_orders_that_come_with_the_commitment_are_carried_out():
    """They are no defaults, run when their turn comes, and the entry that holds them is never opened in play."""
    table = lead(2)
    table.when("red", PlotOrders(plot=plot("a1", 1))).accepted()
    table.when("red", commit(plot("a1", 2, "360+-+-"))).accepted()
    row = table.game.orders["a1@2"]
    assert (row.movement, row.defaulted, row.entry, row.final) == ("360+-+-", False, 0, True)
    assert table.game.orders["a2@1"].defaulted
    assert [each.turn for each in table.view("red").own_orders if each.unit == "a1"] == [1, 2]
    assert [each.unit for each in table.view("blue").own_orders] == []


@pytest.mark.rule("HX-ORDERS-02", "HX-ORDERS-08")
def test_all_that_is_wrong_with_further_orders_is_named():
    """Every fault of every plot is told at once, with its place; an enemy's unit is as unknown as any other."""
    table = lead(2)
    wrong = commit(
        plot("a1", 2, "F+F+F"), plot("a2", 2), plot("a1", 2, gunnery="Load[nothing]+-"), plot("a1", 1, "nonsense")
    )
    faults = {(each.reason, each.path) for each in table.refused(wrong, 0)}
    assert faults == {
        ("order-not-listed", "further.plots[0].movement"), ("other-turn-due", "further.plots[1].turn"),
        ("plotted-twice", "further.plots[2]"), ("load-names-no-weapon", "further.plots[2].gunnery"),
        ("no-movement-order", "further.plots[3].movement"),
    }  # fmt: skip
    for unit in ("b1", "a9"):
        (fault,) = table.refused(commit(plot(unit, 2)), 0)
        assert (fault.reason, fault.path) == ("unknown-id", "further.plots[0].unit")
    assert table.when("red", commit(plot("a1", 2), defaults=False)).rejected("HX-ORDERS-36", "orders-missing")


def test_offers_lead_to_one_plot_for_a_hidden_unit():
    """A hidden unit with a longer lead is offered one plot, and the others along with the commitment."""
    table = lead(3)
    plots = [each for each in table.offers("red") if each.command == "PlotOrders"]
    assert len(plots) == 2
    (last,) = [each for each in table.offers("red") if each.command == "CommitOrders"]
    (further,) = [each.values for each in last.fields if each.field == "further"]
    assert [each.values.parts[0].values.least for each in further.parts] == [2, 3]
    assert not [each for each in table.offers("blue")[-1].fields if each.field == "further"]


# -- commitments

FIVE = ("-+-+-", "-+A+-", "R+-+-", "L+-+-", "F+-+-")


def committed(order):
    """Plot an order of five; the record of the entry and its openings."""
    table = lead(1)
    table.when("red", PlotOrders(plot=plot("a2", 1, order))).accepted()
    return table, table.drafts[-1]


@pytest.mark.rule("HX-ORDERS-05")
def test_an_order_is_not_found_by_hashing_candidates():
    """Five candidates, hashed with all that the enemy knows for a salt, never give the commitment; the salt does."""
    for order in FIVE[:4]:
        table, made = committed(order)
        record = made.record
        (opening,) = [each for each in made.openings if each.part == 0]
        known = (bytes(32), record.prev, record.game * 2, record.command.id * 2, encode(record.seq).rjust(32, b"\0"))
        for guess in FIVE:
            data = encode((plot("a2", 1, guess),))
            found = [sealed_hash(record.game, 0, 0, record.command.id, salt, data) for salt in known]
            assert record.command.seal not in found
            right = sealed_hash(record.game, 0, 0, record.command.id, opening.salt, data)
            assert (right == record.command.seal) == (guess == order)
        assert opening.data not in made.data
        assert table.window is not None


def kept(seq, openings):
    """Keep the openings of an entry as a replay file does."""
    rows = tuple((each.owner, each.part, each.salt, each.data) for each in openings)
    return Bundle(manifest={}, records=(), heads=(), sealed=(Sealed(seq, rows),))


@pytest.mark.rule("HX-ORDERS-05")
def test_an_altered_opening_is_found_by_the_audit():
    """The order that is opened is the order that was committed to: any other, salt or owner does not fit."""
    table, made = committed(FIVE[1])
    (right,) = [each for each in made.openings if each.part == 0]
    others = [each for each in made.openings if each.part]
    for opening, fits in (
        (right, True), (replace(right, data=encode((plot("a2", 1, FIVE[2]),))), False),
        (replace(right, salt=bytes(32)), False), (replace(right, owner=1), False),
    ):  # fmt: skip
        findings = Findings()
        check_seals([decode(made.record.seq, made.data)], kept(made.record.seq, [opening, *others]), table.opening,
                    table.rules, findings)  # fmt: skip
        assert bool(findings.found) is not fits, findings.found
        assert fits or {each.code for each in findings.found} == {"SEALED_OPENING_MISMATCH"}


# -- what is asked only because of what is hidden


MORTAR = givens.weapon("mortar", range=4, area=5, always_loaded=True)
SHELL = FireAreaWeapon(unit="a1", weapon="mortar", models=(1,), hex="D4", entry="", use_aim=False)


def shelled(seed, viewer):
    """Fire at a hex with an open tank and a token, of four models or of one; how often either was hurt, by world."""
    worlds = []
    for number, models in ((1, 4), (2, 1)):
        hidden = infantry(models=infantry().models[:models], hidden=True)
        units = [
            ("a1", "D6", "N", givens.armed(tank(), MORTAR)), ("b1", "D4", "S", tank(nation="elf")),
            ("b2", "D4", "S", hidden, {"hidden": True}),
        ]  # fmt: skip
        dice: Any = HiddenApart(seed, number, (1,))
        worlds.append(givens.table(dice, SPOT, units=units, running={"a1": ("-+-+-", "Fire+-")}))
        givens.begin(worlds[-1], "gunnery_1")
    pair = Twins(worlds[0], worlds[1], viewer)
    while pair.one.window.asks != (0,):
        go_on(pair, 1)
    pair.give(0, SHELL, SHELL)
    go_on(pair, 40)
    rolled = [Counter(each.target for entry in world.log for each, _ in entry.events if isinstance(each, DamageRolled))
              for world in worlds]  # fmt: skip
    return pair, rolled


@pytest.mark.rule("HX-AREA-07", "HX-GUNNERY-21", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_area_fire_on_a_token_tells_nothing(viewer):
    """Where only spotting reveals, nobody but its side sees whether area fire has hit a hidden unit, nor its models."""
    silent = 0
    for seed in range(5):
        pair, (one, two) = shelled(seed, viewer)
        silent += not pair.end and not one["b1"] and bool(one["b2"]) != bool(two["b2"])
    assert silent, "nowhere was the token alone hit, and in one world alone"


def test_empty_damage_rolls_are_needed(monkeypatch):
    """A ruleset that asks for damage only where there are hits tells that a token was hit."""
    monkeypatch.setattr(damage, "_may_have_hit_tokens", lambda _game: False)
    with pytest.raises(AssertionError, match="sees another"):
        test_area_fire_on_a_token_tells_nothing(0)


@pytest.mark.rule("HX-ABILITIES-05", "HX-GAP-09")
def test_terror_names_no_hidden_unit():
    """Terror of a hidden unit is felt and not signed; what it does to a hidden unit, its side alone learns."""
    grim = infantry(nation="dwarf", hidden=True, abilities=(givens.ability("terror", 2, 6),))
    psychic = infantry(hidden=True)
    units = [
        ("a1", "D5", "N", grim, {"hidden": True}), ("b1", "D4", "S", infantry()),
        ("b2", "D3", "S", psychic, {"hidden": True}),
    ]  # fmt: skip
    dice: Any = HiddenApart(3, 1, (0, 1))
    played = givens.table(dice, units=units)
    givens.begin(played, "agony_0")
    public = [event for event, _ in played.log[-1].events if not isinstance(event, DamageRolled | TerrorRolled)]
    rolled = [event for event, _ in played.log[-1].events if isinstance(event, DamageRolled)]
    assert sorted((each.target, each.owner) for each in rolled) == [("b1", 253), ("b2", 1)]
    assert not [event for event, _ in played.log[-1].events if isinstance(event, TerrorRolled)]
    assert not [each for each in public if getattr(each, "unit", "") == "a1"]


# -- what may be told of friends of hidden units


def following(viewer):
    """Let an open unit follow one token straight ahead, or another that leaves it two hexes; it goes ahead."""
    worlds = []
    for leader in ("a2", "a3"):
        follower = givens.free(infantry(nation="dwarf"), "Follow+-+-")
        units: list[Any] = [("a1", "D8", "N", follower, {"speed": "slow"}), ("b1", "A1", "S", tank(nation="elf"))]
        dice: Any = HiddenApart(2, 1, (0,))
        for id, where in (("a2", "D5"), ("a3", "E6")):
            sheet = givens.free(tank(leader_follow=id == leader, hidden=True), "-+-+-")
            units.append((id, where, "N", sheet, {"hidden": True}))
        running = {"a1": ("Follow+-+-",)}
        worlds.append(givens.table(dice, units=units, running=running))
        givens.begin(worlds[-1], "movement_1")
    found = [[each.hex for each in courses.follow(world.game, world.game.units["a1"], flying=False).found]
             for world in worlds]  # fmt: skip
    assert (len(found[0]), len(found[1])) == (1, 2)
    assert found[0][0] in found[1]
    pair = Twins(worlds[0], worlds[1], viewer)
    ahead = ChooseMoves(choices=MoveChoices(choices=(MoveChoice(unit="a1", facing="", hex=found[0][0], other=""),)))
    while not pair.end and pair.one.game.step == "movement_1":
        asked = pair.one.window.kind == "moves" and not pair.two.refused(ahead, 0)
        silent = ChooseMoves(choices=MoveChoices(choices=()))
        pair.give(0, silent, ahead) if asked else go_on(pair, 1)
    return pair


@pytest.mark.rule("HX-ORDERS-27", "HX-CHOICE-02", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_whether_a_follower_had_a_choice_is_not_told(viewer):
    """A unit that goes ahead behind either of two tokens shows neither whom it follows nor that it could go aside."""
    pair = following(viewer)
    assert (pair.differ, pair.end) == (1, "")
    assert pair.one.game.units["a1"].hex == pair.two.game.units["a1"].hex != "D8"


def test_choices_that_lean_on_tokens_are_always_told(monkeypatch):
    """A ruleset that tells a follower's choice only where it has one is found out."""
    for module in (choices, foes):
        monkeypatch.setattr(module, "leaning", lambda *_: ())
    with pytest.raises(AssertionError, match="sees another"):
        following(1)


@pytest.mark.rule("HX-ORDERS-27", "HX-GAP-09")
def test_who_leads_is_not_told():
    """An open unit follows one of two tokens: what is told does not name the leader, nor how many there are."""
    told = []
    for leaders in (("a2",), ("a2", "a3")):
        units: list[Any] = [("a1", "D8", "N", infantry(nation="dwarf")), ("b1", "D1", "S", tank(nation="elf"))]
        for id, where in (("a2", "D5"), ("a3", "D6")):
            sheet = tank(leader_follow=id in leaders, hidden=True)
            units.append((id, where, "N", sheet, {"hidden": True}))
        played = givens.table(units=units, running={"a1": ("Follow+-+-",)})
        found = courses.follow(played.game, played.game.units["a1"], flying=False)
        told.append((found.clause, [each.hex for each in found.found]))
    assert told[0] == told[1]
