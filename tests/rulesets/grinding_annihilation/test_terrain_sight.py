"""Sight past terrain: boundaries in statements, and sight worked out from positions (GA-2.4-08 to -12, 6.5, 6.6)."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import DisputeFact
from adjudicator.rulesets.grinding_annihilation.lines import field_of, most_seen
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareMeleeAttacks,
    DeclareTargets,
    MeleeDeclared,
    SelectToFight,
    SelectToShoot,
    TargetsDeclared,
)
from tests.rulesets.grinding_annihilation.givens import (
    aim,
    battle,
    blade,
    brawl,
    formation,
    gun,
    last,
    line,
    sees,
    settle,
    shots,
    swings,
    trooper,
)
from tests.rulesets.grinding_annihilation.ground import barricade, debris, hill, ruins, solid, with_terrain, woods

GEOMETRIC = {"visibility_source": "geometric"}
WINDOW = (
    solid((14, 2, 14.2, 9.97), 9, kind="wall"),
    solid((14, 10.03, 14.2, 18), 9, kind="wall"),
)


def facing(*features, red=((10, 10),), blue=((20, 10),), keywords=("infantry",), red_keywords=("infantry",), more=(),
           **rest):  # fmt: skip
    """Let "a-r" look at "b-b" across features, where sight is worked out."""
    units = (
        formation("a-r", at=list(red), keywords=red_keywords),
        formation("b-b", at=list(blue), weapons=(), keywords=keywords),
    )
    return with_terrain(battle(*units, *more, options=rest.pop("options", GEOMETRIC), **rest), *features)


def seen(table, observer="a-r.1", target="b-b.1"):
    """Say what one troop sees of another."""
    return field_of(table.game, 0).pair(observer, target)


def whole(table, observer="a-r.1", formation="b-b"):
    """Say what one troop sees of a formation."""
    return field_of(table.game, 0).formation(observer, table.game.formations[formation].troops)


@pytest.mark.rule("GA-2.4-10")
def test_legs_behind_a_barricade_are_visible_and_not_fully():
    """In the open a troop is fully visible, with its legs behind a barricade it is visible."""
    assert seen(facing()) == "full"
    assert seen(facing(barricade(18, 5, 18.5, 15))) == "visible"
    assert seen(facing(hill(14, 5, 15, 15, top=9))) == "none"


@pytest.mark.rule("GA-2.4-10")
def test_a_fellow_in_front_hides_part_of_a_troop():
    """Half hidden behind a fellow of its own a troop is not fully visible; the observer's friends hide nothing."""
    behind = ((18, 10), (20, 10))
    assert seen(facing(blue=behind), target="b-b.2") == "visible"
    assert seen(facing(blue=behind), target="b-b.1") == "full"
    assert seen(facing(red=((10, 10), (12, 10)))) == "full"


@pytest.mark.rule("GA-2.4-11")
def test_a_formation_in_two_ranks_is_fully_visible_unless_terrain_hides_some():
    """The own troops of a formation are looked through; one troop half covered by terrain is enough to spoil it."""
    ranks = ((18, 9), (18, 10.5), (19.5, 9), (19.5, 10.5))
    assert whole(facing(blue=ranks)) == "full"
    assert whole(facing(debris(17, 10.2, 17.3, 11.5, top=0.5), blue=ranks)) == "visible"
    assert whole(facing(hill(14, 5, 15, 15, top=9), blue=ranks)) == "none"


@pytest.mark.rule("GA-2.4-08")
def test_other_enemies_block_the_view_unless_by_option():
    """A large enemy in front hides a small one behind it, a friend as large does not; by option troops hide nobody."""
    tall = replace(trooper("bus", base=6), height=3000)
    bus, friend = (formation(f"{side}-bus", at=[(15, 10)], troop=tall, keywords=("vehicle",)) for side in "ba")
    assert seen(facing(more=(bus,))) == "none"
    assert seen(facing(more=(friend,))) == "full"
    free = GEOMETRIC | {"enemy_troops_block_los": False}
    assert seen(facing(more=(bus,), options=free)) == "full"


@pytest.mark.rule("GA-2.4-09")
def test_a_formation_of_which_one_troop_peeks_out_is_visible():
    """One troop past the wall makes its formation visible; who stands behind a fellow is not hidden as a formation."""
    blue = ((20, 10), (20, 11.5), (20, 13), (20, 14.5), (20, 16.5))
    table = facing(hill(18, 5, 18.3, 15.1, top=9), blue=blue)
    assert [seen(table, target=f"b-b.{number}") for number in range(1, 6)] == ["none"] * 4 + ["visible"]
    assert whole(table) == "visible"
    assert whole(facing(hill(18, 5, 18.3, 19, top=9), blue=blue)) == "none"
    files = facing(blue=((18, 10), (20, 10)))
    assert (seen(files, target="b-b.2"), whole(files)) == ("visible", "full")


@pytest.mark.rule("GA-6.5-02")
def test_woods_never_show_anything_fully():
    """Behind or in a wood a troop is visible and not fully; if it or the observer is Towering or Aircraft, fully."""
    assert seen(facing(woods(14, 5, 16, 15))) == "visible"
    assert seen(facing(woods(18, 5, 22, 15))) == "visible"
    assert seen(facing(woods(14, 12, 16, 15))) == "full"
    for word in ("towering", "aircraft"):
        assert seen(facing(woods(14, 5, 16, 15), keywords=(word,))) == "full"
        assert seen(facing(woods(14, 5, 16, 15), red_keywords=(word,))) == "full"
    trunk = (solid((15, 9, 15.5, 11), 9),)
    assert seen(facing(woods(14, 5, 16, 15, solids=trunk))) == "none"


@pytest.mark.rule("GA-6.5-03")
def test_who_is_wholly_in_a_wood_looks_out_of_it():
    """Wholly inside one sees out as if the wood were not there, half inside not, and nobody in it fully."""
    assert seen(facing(woods(8, 5, 12, 15))) == "full"
    assert seen(facing(woods(10, 5, 12, 15))) == "visible"
    assert seen(facing(woods(8, 5, 22, 15))) == "visible"


@pytest.mark.rule("GA-6.6-03")
def test_nobody_sees_across_ruins_however_low():
    """Across ruins nothing is seen, through a window neither; Towering troops and Aircraft have true line of sight."""
    bare, walled = ruins(13, 2, 16, 18), ruins(13, 2, 16, 18, solids=WINDOW)
    assert seen(facing(bare)) == "none"
    assert seen(facing(walled)) == "none"
    for word in ("towering", "aircraft"):
        assert seen(facing(bare, keywords=(word,))) == "full"
        assert seen(facing(walled, red_keywords=(word,))) == "under_half"


@pytest.mark.rule("GA-6.6-04")
def test_sight_into_ruins_and_out_of_them_is_normal():
    """A troop inside is seen through a window; who is wholly inside looks out, who is half inside not across."""
    assert seen(facing(ruins(13, 2, 22, 18, solids=WINDOW))) == "under_half"
    assert seen(facing(ruins(13, 2, 22, 18))) == "full"
    assert seen(facing(ruins(8, 5, 13, 15))) == "full"
    assert seen(facing(ruins(10, 5, 13, 15))) == "none"


def shooting(*features, options=None, **rest):
    """Let "a-r" be selected to shoot at "b-b"."""
    table = facing(*features, options=options or {}, **rest)
    table.when("red", SelectToShoot(formation="a-r")).accepted()
    return table


def state(table, word):
    """Declare shots with this word for every pair."""
    return table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), seen=word))


@pytest.mark.rule("GA-6.5-02", "GA-6.6-03")
def test_statements_keep_to_the_boundaries():
    """Where sight is stated, nobody is stated to be seen better than woods and ruins allow."""
    state(shooting(woods(14, 5, 16, 15)), "full").rejected("GA-6.5-02", "sight-barred", most="visible")
    state(shooting(woods(14, 5, 16, 15)), "visible").accepted()
    state(shooting(ruins(13, 2, 16, 18)), "visible").rejected("GA-6.6-03", "sight-barred", most="none")
    state(shooting(ruins(13, 2, 22, 18)), "full").accepted()
    table = shooting(ruins(13, 8, 19.9, 12))
    assert most_seen(table.game, table.game.troops["a-r.1"], table.game.troops["b-b.1"]) == ("visible", "GA-6.6-03")


@pytest.mark.rule("GA-2.5-11", "GA-6.5-02")
def test_no_dispute_goes_beyond_a_boundary():
    """What woods bar is not for the dice to settle either."""
    table = shooting(woods(14, 5, 16, 15), dice=(1, 6))
    state(table, "none").rejected("GA-3.3-04", "not-visible")
    state(table, "visible").accepted()
    fact = next(iter(table.game.facts))
    table.when("blue", DisputeFact(fact=fact, value="full")).rejected("GA-6.5-02", "sight-barred")
    table.when("blue", DisputeFact(fact=fact, value="none")).accepted()


@pytest.mark.rule("GA-2.4-12")
def test_sight_that_is_worked_out_is_recorded_and_not_stated():
    """With visibility_source geometric the declaration carries no statements; what was found stands in the event."""
    table = shooting(barricade(18, 5, 18.5, 15), options=GEOMETRIC, blue=((20, 10), (20, 25)), dice=(1,))
    fired = shots(table, "a-r", "b-b")
    told = (sees(table, "a-r", "b-b"),)
    command = aim(table, "a-r", *fired, sights=told)
    table.when("red", command).rejected("GA-2.4-12", "sight-worked-out")
    table.when("red", DeclareTargets(formation="a-r", shots=fired, sights=())).accepted()
    found = {each.troops: (each.seen, each.fact) for each in last(table, TargetsDeclared).sights}
    assert found == {("b-b.1",): ("visible", ""), ("b-b.2",): ("full", "")}
    assert not table.game.facts
    settle(table)


@pytest.mark.rule("GA-2.4-12", "GA-3.3-04")
def test_a_target_hidden_by_a_wall_is_refused():
    """Where sight is worked out a hidden formation is no target."""
    table = shooting(hill(14, 5, 15, 15, top=9), options=GEOMETRIC)
    fired = shots(table, "a-r", "b-b")
    command = DeclareTargets(formation="a-r", shots=fired, sights=())
    table.when("red", command).rejected("GA-3.3-04", "not-visible")


@pytest.mark.rule("GA-8.3-16", "GA-2.4-08")
def test_a_character_behind_its_escort_is_not_picked_out():
    """Where sight is worked out, Precision asks whether the Character is seen by itself, its fellows in the way."""
    sniper = gun("sniper", "precision")
    red = formation("a-r", at=[(10, 10)], weapons=(sniper,))
    guard = formation("b-b", at=[(17, 10)], troop=trooper("guard", base=2), weapons=())
    low = replace(trooper("boss"), height=800)
    for y, chosen in ((10, ()), (12, ("b-boss.1",))):
        boss = formation(
            "b-boss", at=[(18.6, y)], troop=low, weapons=(), keywords=("infantry", "character"), leads=("b",)
        )
        table = battle(red, guard, boss, lead={"b-boss": "b-b"}, options=GEOMETRIC, dice=(1,))
        table.when("red", SelectToShoot(formation="a-r")).accepted()
        command = DeclareTargets(formation="a-r", shots=shots(table, "a-r", "b-b"), sights=())
        table.when("red", command).accepted()
        assert last(table, TargetsDeclared).shots[0].characters_visible == chosen
        settle(table)


@pytest.mark.rule("GA-8.3-16")
def test_melee_precision_is_worked_out_too():
    """Melee states no sight where it is worked out."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade("rapier", "precision"),))
    blue = formation("b-b", at=[(21, 10), (22.5, 10)], weapons=())
    boss = formation("b-boss", at=[(21, 11.5)], weapons=(), keywords=("infantry", "character"), leads=("b",))
    table = brawl(red, blue, boss, lead={"b-boss": "b-b"}, options=GEOMETRIC, dice=(1,))
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "DeclareMeleeAttacks")
    told = (sees(table, "a-r", "b-b"),)
    attacks = swings(table, "a-r", "b-b")
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=attacks, sights=told)).rejected(
        "GA-2.4-12", "sight-worked-out"
    )
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=attacks, sights=())).accepted()
    assert last(table, MeleeDeclared).attacks[0].characters_visible == ("b-boss.1",)
    settle(table)


def test_shooting_in_the_open_needs_no_statement():
    """A whole attack is worked off with sight worked out."""
    table = facing(dice=(6, 1), blue=line(2, 20))
    table.when("red", SelectToShoot(formation="a-r")).accepted()
    command = DeclareTargets(formation="a-r", shots=shots(table, "a-r", "b-b"), sights=())
    table.when("red", command).accepted()
    settle(table)
