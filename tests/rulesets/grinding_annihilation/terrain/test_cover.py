"""The Benefit of Cover and Plunging Fire (GA-6.0 to GA-6.6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AttackAllocated,
    BeginAttackGroup,
    DeadlyDemiseRolled,
    DeclareTargets,
    DefenceRolled,
    Effect,
    SelectToShoot,
    Sight,
    TargetFacts,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, AttackGroup, Declaration
from adjudicator.rulesets.grinding_annihilation.rules.concepts import line_of_sight
from adjudicator.rulesets.grinding_annihilation.rules.terrain.cover import has_cover
from tests.rulesets.grinding_annihilation.fixtures import Member, battle, blade, brawl, formation, gun, trooper
from tests.rulesets.grinding_annihilation.shooting.steps import mortal_wound_on
from tests.rulesets.grinding_annihilation.steps import aim, events_of, fight, fire, last_event, living, settle, shots
from tests.rulesets.grinding_annihilation.terrain.fixtures import (
    GEOMETRIC,
    barricade,
    craters,
    debris,
    hill,
    ruins,
    solid,
    with_terrain,
    woods,
)

AROUND = (15, 5, 25, 15)

SOFT = trooper(de=5)


def attack_in_terrain(
    *features,
    save=1,
    seen="visible",
    gun_=None,
    troop=SOFT,
    keywords=("infantry",),
    at=((20, 10),),
    red=((10, 10),),
    options=None,
    sights=(),
    hits=1,
    **rest,
):
    """Let "a-r" fire at "b-b" with terrain about, one attack hitting and wounding, and give the table."""
    dice = (*((6,) * hits), *((6,) * hits), save)
    shooters = formation("a-r", at=list(red), weapons=(gun_ or gun(),))
    blue = formation("b-b", at=list(at), troop=troop, weapons=(), keywords=keywords)
    table = battle(shooters, blue, dice=dice[: 2 * hits + 1], options=options or {}, **rest)
    with_terrain(table, *features)
    table.when("red", SelectToShoot(formation="a-r")).accepted()
    fired = shots(table, "a-r", "b-b")[:hits]
    if options and options.get("visibility_source"):
        command = DeclareTargets(formation="a-r", shots=fired, sights=())
    else:
        command = aim(table, "a-r", *fired, seen=seen, sights=sights)
    table.when("red", command).accepted()
    return settle(table)


@pytest.mark.rule("GA-6.0-02", "GA-6.1-01")
def test_cover_adds_one_to_an_armour_save():
    """De 5+ in a crater saves on a 4, and the terms of the calculation say why."""
    table = attack_in_terrain(craters(*AROUND), save=4)
    rolled = last_event(table, DefenceRolled)
    assert (rolled.needed.total, rolled.saved) == (4, True)
    assert rolled.needed.clauses() == ("GA-3.3-23", "GA-6.0-02")
    assert last_event(table, AttackAllocated).covers[0].clause == "GA-6.1-01"


def cover_sources(table):
    """Name what gave cover against the attack allocated last."""
    return [cover.source for cover in last_event(table, AttackAllocated).covers]


def needed_to_save(table):
    """Give the face of the last Defence Check."""
    return last_event(table, DefenceRolled).needed.total


@pytest.mark.rule("GA-6.0-02")
def test_cover_is_no_help_to_invulnerable_saves_or_in_melee():
    """An invulnerable 5+ needs a 5 in a crater too; a blow in a crater meets plain armour."""
    table = attack_in_terrain(craters(*AROUND), save=4, troop=trooper(de=7, inv=(5,)))
    assert (needed_to_save(table), last_event(table, DefenceRolled).saved) == (5, False)
    red = formation("a-r", at=[(20, 10)], weapons=(blade(),))
    blue = formation("b-b", at=[(21, 10)], troop=SOFT, weapons=())
    melee = with_terrain(brawl(red, blue, dice=(6, 6, 4)), craters(*AROUND))
    fight(melee)
    assert (cover_sources(melee), needed_to_save(melee), last_event(melee, DefenceRolled).saved) == ([], 5, False)


@pytest.mark.rule("GA-6.0-03", "GA-6.5-04", "GA-6.3-01")
def test_several_sources_add_one_in_all():
    """Wholly in woods, behind debris and by Find Cover! De 5+ saves on 4+."""
    table = battle(
        formation("a-r", at=[(10, 10)], weapons=(gun(),)),
        formation("b-b", at=[(20, 10)], troop=SOFT, weapons=()),
        dice=(6, 6, 4),
    )
    with_terrain(table, woods(*AROUND), debris(14, 9, 14.5, 11))
    table.set(effects=(Effect(manoeuvre="find_cover", formation="b-b", troop=""),))
    fire(table, seen="visible")
    assert cover_sources(table) == ["find_cover", "t1", "t2"]
    assert events_of(table, DefenceRolled)[0].needed.total == 4


@pytest.mark.rule("GA-6.0-04")
@pytest.mark.ruling("GA-6.0-04.2", "GA-6.0-04.3")
@pytest.mark.parametrize(
    ("defence", "penetration", "effective", "statistic"),
    [(3, 0, 3, 3), (3, -1, 3, 4), (2, 0, 2, 2), (2, -1, 3, 3), (4, 0, 3, 3), (4, -1, 4, 4)],
)
def test_cover_saves_on_a_three_at_best(defence, penetration, effective, statistic):
    """Cover betters what is needed after AP, to 3+ at best; by option it never betters De 3+ or 2+."""
    for cap, face in (("effective", effective), ("statistic", statistic)):
        table = attack_in_terrain(
            craters(*AROUND),
            gun_=gun(ap=penetration),
            troop=trooper(de=defence, w=3),
            save=face,
            options={"cover_cap": cap},
        )
        assert (needed_to_save(table), last_event(table, DefenceRolled).saved) == (face, True)


@pytest.mark.rule("GA-6.0-05")
@pytest.mark.ruling("GA-6.0-05.3")
@pytest.mark.parametrize(("seen", "covered"), [("visible", []), ("full", []), ("under_half", ["t1"])])
def test_a_vehicle_needs_more_than_half_of_it_hidden(seen, covered):
    """A Vehicle behind a statue has cover where less than half of it is stated to be visible."""
    table = attack_in_terrain(debris(18, 9, 18.5, 11), seen=seen, keywords=("vehicle",))
    assert cover_sources(table) == covered


@pytest.mark.rule("GA-6.0-05", "GA-6.5-04")
@pytest.mark.ruling("GA-6.0-05.2")
def test_a_vehicle_half_hidden_by_position():
    """Of a Vehicle 60% visible is no cover and 40% is, in woods too; what covers Infantry alone never covers it."""
    bus = replace(trooper("bus", de=5, base=2), height=2000)

    def behind(top):
        wall = hill(18, 0, 18.2, 20, top=top)
        return attack_in_terrain(wall, keywords=("vehicle",), troop=bus, options=GEOMETRIC)

    assert cover_sources(behind(1)) == []
    assert cover_sources(behind(1.1)) == ["t1"]
    assert cover_sources(attack_in_terrain(woods(*AROUND), keywords=("vehicle",), troop=bus, options=GEOMETRIC)) == []
    assert cover_sources(attack_in_terrain(woods(*AROUND), seen="visible", keywords=("vehicle",))) == []
    assert cover_sources(attack_in_terrain(woods(*AROUND), seen="under_half", keywords=("vehicle",))) == ["t1"]
    assert cover_sources(attack_in_terrain(craters(*AROUND), seen="under_half", keywords=("vehicle",))) == []


@pytest.mark.rule("GA-6.0-05")
@pytest.mark.parametrize(("points", "covered"), [((9, 18), []), ((8, 18), ["t1"])])
def test_exactly_half_is_not_less_than_half(monkeypatch, points, covered):
    """Of a Vehicle of which exactly half is visible terrain hides too little."""
    monkeypatch.setattr(line_of_sight, "_share", lambda *_: points)
    wall = hill(18, 0, 18.2, 20, top=1)
    assert cover_sources(attack_in_terrain(wall, keywords=("vehicle",), options=GEOMETRIC)) == covered


@pytest.mark.rule("GA-6.0-05", "GA-5.8-01")
@pytest.mark.ruling("GA-6.0-05.2")
def test_smoke_covers_a_vehicle_in_plain_view():
    """The gate is for terrain alone: a Vehicle seen in full has the cover of its Smokescreen."""
    table = battle(
        formation("a-r", at=[(10, 10)], weapons=(gun(),)),
        formation("b-b", at=[(20, 10)], troop=SOFT, weapons=(), keywords=("vehicle",)),
        dice=(6, 6, 4),
    )
    table.set(effects=(Effect(manoeuvre="smokescreen", formation="b-b", troop=""),))
    fire(table, seen="full")
    assert (cover_sources(table), needed_to_save(table), last_event(table, DefenceRolled).saved) == (
        ["smokescreen"],
        4,
        True,
    )


@pytest.mark.rule("GA-6.0-06")
def test_cover_is_tested_when_an_attack_is_allocated():
    """Of two troops the one in the crater has cover, the other none; their player chooses."""
    table = attack_in_terrain(craters(18, 9, 22, 12), at=((20, 10), (20, 12.5)), seen="full", hits=1, save=4)
    assert (cover_sources(table), needed_to_save(table), last_event(table, DefenceRolled).saved) == (["t1"], 4, True)

    def second(table, _window, _party):
        return AllocateAttack(group=table.game.group.id, attack=1, troop="b-b.2")

    outside = with_terrain(
        battle(
            formation("a-r", at=[(10, 10)], weapons=(gun(),)),
            formation("b-b", at=[(20, 10), (20, 12.5)], troop=SOFT, weapons=()),
            dice=(6, 6, 4),
        ),
        craters(18, 9, 22, 12),
    )
    fire(outside, seen="full", AllocateAttack=second)
    assert (cover_sources(outside), needed_to_save(outside), last_event(outside, DefenceRolled).saved) == ([], 5, False)


FIVE = tuple((10, 6 + 2 * n) for n in range(5))


def split_sight(word="visible"):
    """State that one of five does not see the target fully."""
    rest = tuple(f"a-r.{n}" for n in (1, 2, 4, 5))
    return (
        Sight(observers=rest, troops=("b-b.1",), seen="full", fact=""),
        Sight(observers=("a-r.3",), troops=("b-b.1",), seen=word, fact=""),
    )


@pytest.mark.rule("GA-6.0-07", "GA-6.3-01")
@pytest.mark.ruling("GA-6.0-07.2", "GA-6.0-07.3")
@pytest.mark.parametrize(
    ("scope", "hits", "covered"),
    [("any_attacker", 1, ["t1"]), ("shooter", 1, []), ("shooter", 3, ["t1"]), ("all_attackers", 3, [])],
)
def test_one_attacker_with_a_statue_in_the_way_is_enough(scope, hits, covered):
    """Four see the target fully and one does not: cover against all; by option against him, or against none."""
    dice = (6,) * 2 * hits + (1,) * hits
    table = battle(
        formation("a-r", at=list(FIVE), weapons=(gun(),)),
        formation("b-b", at=[(20, 10)], troop=trooper(de=5, w=9), weapons=()),
        dice=dice,
        options={"partial_cover_scope": scope},
    )
    with_terrain(table, debris(14, 9.9, 14.5, 10.1))
    table.when("red", SelectToShoot(formation="a-r")).accepted()
    fired = shots(table, "a-r", "b-b")[:hits]
    table.when("red", aim(table, "a-r", *fired, sights=split_sight())).accepted()
    settle(table)
    assert cover_sources(table) == covered


@pytest.mark.rule("GA-6.0-07", "GA-2.4-10")
def test_what_is_hidden_by_a_fellow_has_no_cover():
    """Not fully visible, but with no terrain in between: no cover; with a statue in between there is."""
    assert cover_sources(attack_in_terrain(debris(25, 9, 26, 11))) == []
    assert cover_sources(attack_in_terrain(debris(25, 9, 26, 11), at=((18, 10), (20, 10)), options=GEOMETRIC)) == []
    three = ((17, 10), (18.5, 10), (20, 10))
    assert cover_sources(attack_in_terrain(debris(25, 9, 26, 11), at=three)) == []
    assert cover_sources(attack_in_terrain(debris(14, 9.5, 15, 10.5), at=three)) == ["t1"]
    assert cover_sources(attack_in_terrain(debris(14, 9.5, 15, 10.5), at=three, options=GEOMETRIC)) == ["t1"]


@pytest.mark.rule("GA-6.1-01")
@pytest.mark.parametrize(
    ("keywords", "at", "covered"),
    [
        (("infantry",), (20, 10), ["t1"]),
        (("infantry",), (15, 10), []),
        (("bestial",), (20, 10), []),
        (("monstrous",), (20, 10), []),
    ],
)
def test_craters_cover_infantry_wholly_inside(keywords, at, covered):
    """Infantry with its whole base inside has cover, however well it is seen; others never."""
    assert cover_sources(attack_in_terrain(craters(*AROUND), keywords=keywords, at=(at,), seen="full")) == covered


@pytest.mark.rule("GA-6.2-04")
@pytest.mark.ruling("GA-6.2-04.2", "GA-6.2-04.3")
@pytest.mark.parametrize(
    ("x", "keywords", "options", "covered"),
    [
        (19, ("infantry",), {}, ["t1"]),
        (22.1, ("infantry",), {}, []),
        (19, ("vehicle",), {}, []),
        (21.5, ("infantry",), {}, ["t1"]),
        (21.501, ("infantry",), {}, []),
        (19, ("monstrous",), {}, []),
        (19, ("infantry",), {"barricade_cover": "as_written"}, []),
    ],
)
def test_barricades_cover_infantry_close_behind(x, keywords, options, covered):
    """Infantry within 3" with its legs hidden has cover; as written in the book nobody ever has."""
    wall = barricade(17.5, 5, 18, 15)
    assert (
        cover_sources(attack_in_terrain(wall, at=((x, 10),), keywords=keywords, seen="under_half", options=options))
        == covered
    )
    if not options:
        assert cover_sources(attack_in_terrain(wall, at=((x, 10),), keywords=keywords, options=GEOMETRIC)) == covered


@pytest.mark.rule("GA-6.2-04")
def test_who_is_seen_whole_over_a_barricade_has_no_cover():
    """Infantry close behind a barricade that hides nothing of it has no cover, nor where it stands in front of it."""
    assert cover_sources(attack_in_terrain(barricade(17.5, 5, 18, 15), at=((19, 10),), seen="full")) == []
    assert cover_sources(attack_in_terrain(barricade(20, 5, 20.5, 15), at=((19, 10),), options=GEOMETRIC)) == []


@pytest.mark.rule("GA-6.3-01")
@pytest.mark.parametrize("options", [{}, GEOMETRIC])
def test_debris_covers_whoever_it_hides_in_part(options):
    """A Monstrous troop partly behind a statue has cover; in front of it in plain view it has none."""
    behind = attack_in_terrain(debris(18, 9.9, 18.2, 10.1), keywords=("monstrous",), options=options)
    assert cover_sources(behind) == ["t1"]
    front = attack_in_terrain(debris(22, 9.9, 22.2, 10.1), keywords=("monstrous",), seen="full", options=options)
    assert cover_sources(front) == []


@pytest.mark.rule("GA-6.4-02")
def test_a_hill_covers_whoever_is_not_seen_whole():
    """On a hill and seen whole: no cover; behind the hill with only its head visible: cover."""
    assert cover_sources(attack_in_terrain(hill(15, 5, 25, 15), at=((20, 10, 3),), seen="full")) == []
    assert cover_sources(attack_in_terrain(hill(15, 5, 17, 15, top=0.8))) == ["t1"]
    assert cover_sources(attack_in_terrain(hill(15, 5, 17, 15, top=0.8), options=GEOMETRIC)) == ["t1"]


@pytest.mark.rule("GA-6.5-04", "GA-6.5-03")
@pytest.mark.parametrize("options", [{}, GEOMETRIC])
def test_woods_cover_whoever_is_in_them_or_behind_them(options):
    """Wholly within there is cover even against one in the same wood; so behind it, and who is inside sees out."""
    assert cover_sources(attack_in_terrain(woods(8, 5, 25, 15), options=options)) == ["t1"]
    assert cover_sources(attack_in_terrain(woods(13, 5, 16, 15), options=options)) == ["t1"]
    assert cover_sources(attack_in_terrain(woods(8, 5, 12, 15), options=options)) == []
    assert cover_sources(attack_in_terrain(woods(10, 5, 12, 15), options=options)) == ["t1"]


@pytest.mark.rule("GA-6.6-05")
@pytest.mark.ruling("GA-6.6-05.2")
@pytest.mark.parametrize("options", [{}, GEOMETRIC])
def test_ruins_cover_whoever_is_wholly_within(options):
    """Wholly within and seen whole: cover. Half outside and seen whole: none. Behind a wall of it in part: cover."""
    assert cover_sources(attack_in_terrain(ruins(*AROUND), seen="full", options=options)) == ["t1"]
    assert cover_sources(attack_in_terrain(ruins(20, 5, 25, 15), seen="full", options=options)) == []
    low = ruins(19, 5, 20, 15, solids=(solid((19, 5, 19.2, 15), 0.5, kind="wall"),))
    assert cover_sources(attack_in_terrain(low, seen="visible", options=options)) == ["t1"]


@pytest.mark.rule("GA-8.3-08", "GA-6.0-02")
@pytest.mark.parametrize(("powers", "face"), [((), 4), (("ignores_cover",), 5)])
def test_a_weapon_may_ignore_cover(powers, face):
    """Against Ignores Cover De 4+ wholly in woods saves from AP -1 on a 5, and else on a 4."""
    table = attack_in_terrain(woods(*AROUND), gun_=gun("flamer", *powers, ap=-1), troop=trooper(de=4), save=4)
    assert (needed_to_save(table), last_event(table, DefenceRolled).saved) == (face, face == 4)


FLOOR = solid((9, 9, 11, 11), 6, 5.8, kind="floor")

LOW_FLOOR = solid((9, 9, 11, 11), 5.9, 5.7, kind="floor")


@pytest.mark.rule("GA-6.6-06")
@pytest.mark.parametrize(
    ("floor", "at", "penetration", "face"),
    [
        (FLOOR, ((20, 10),), 0, 6),
        (FLOOR, ((20, 10),), -1, 7),
        (LOW_FLOOR, ((20, 10),), 0, 5),
        (FLOOR, ((20, 10), (20, 11.5, 3)), 0, 5),
    ],
)
def test_plunging_fire_improves_penetration(floor, at, penetration, face):
    """From 6" up in ruins at a formation wholly on the ground AP is better by one; De 5+ needs so much more."""
    house = ruins(8, 8, 12, 12, solids=(floor,))
    high = floor.top / 1000
    table = attack_in_terrain(house, red=((10, 10, high),), at=at, seen="full", gun_=gun(ap=penetration))
    assert needed_to_save(table) == face
    assert ("GA-6.6-06" in last_event(table, DefenceRolled).needed.clauses()) is (face - penetration * -1 == 6)


@pytest.mark.rule("GA-6.6-06")
@pytest.mark.parametrize(
    ("place", "face"),
    [
        (ruins(8, 8, 10.5, 12, solids=(FLOOR,)), 6),
        (ruins(8, 8, 10.499, 12, solids=(FLOOR,)), 5),
        (hill(9, 9, 11, 11, top=6), 5),
    ],
)
def test_plunging_fire_needs_the_whole_base_in_the_ruins(place, face):
    """With a thousandth of the base outside of the ruins there is none, nor from a roof that is no ruin."""
    plain = gun("plain", "ignores_cover")
    assert needed_to_save(attack_in_terrain(place, red=((10, 10, 6),), seen="visible", gun_=plain)) == face


@pytest.mark.rule("GA-6.0-06", "GA-6.0-07")
@pytest.mark.parametrize(("demise", "covers", "alive"), [(5, ["t1"], 2), (6, [], 1)])
def test_cover_goes_with_the_only_troop_that_did_not_see_whole(demise: int, covers: list[str], alive: int):
    """Cover is looked for with the attackers who live when the attack is allocated."""
    arms = {1: Member(weapons=(gun("lance"), gun("bolt")))}
    red = formation("a-r", at=[(10, 12), (10, 10)], weapons=(), only=arms)
    bomb = formation("b-bomb", at=[(14, 10)], weapons=(), powers=("deadly_demise 1",))
    blue = formation("b-b", at=[(22, 10)], weapons=(), troop=trooper(w=3))
    table = with_terrain(battle(red, bomb, blue, dice=(6, 6, 1, demise, 6, 6, 1)), debris(18, 9.9, 18.2, 10.1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    fired = (*shots(table, "a-r", "b-bomb", "lance"), *shots(table, "a-r", "b-b", "bolt"))
    whole = Sight(observers=("a-r.1",), troops=("b-bomb.1", "b-b.1"), seen="full", fact="")
    near = Sight(observers=("a-r.2",), troops=("b-bomb.1",), seen="full", fact="")
    part = Sight(observers=("a-r.2",), troops=("b-b.1",), seen="visible", fact="")
    table.when("red", aim(table, "a-r", *fired, sights=(whole, near, part))).accepted()
    settle(table, "BeginAttackGroup")
    declared = table.view("red").declaration.id
    table.when("red", BeginAttackGroup(declaration=declared, target="b-bomb", weapon="lance", profile=0)).accepted()
    settle(table, AllocateMortalWound=[mortal_wound_on("a-r.2")])
    assert (last_event(table, DeadlyDemiseRolled).face, len(living(table, "a-r"))) == (demise, alive)
    assert [cover.source for cover in events_of(table, AttackAllocated)[-1].covers] == covers


@pytest.mark.rule("GA-6.0-05", "GA-6.0-06", "GA-6.0-07")
@pytest.mark.parametrize("keywords", [("vehicle",), ("infantry",)])
@pytest.mark.parametrize(("fallen", "sources"), [((), (("t1", "GA-6.4-02"),)), (("a-r.1",), ())])
def test_cover_against_a_shooter_that_fell(keywords, fallen, sources):
    """A Vehicle is looked at from where its shooter stood; from a formation without troops nobody is hidden."""
    units = (
        formation("a-r", at=[(10, 10)], weapons=(gun(),)),
        formation("b-b", at=[(20, 10)], weapons=(), keywords=keywords),
    )
    options = GEOMETRIC | {"partial_cover_scope": "all_attackers"}
    table = with_terrain(battle(*units, options=options, fallen=fallen), hill(18, 0, 18.2, 20, top=0.9))
    group = AttackGroup(
        id="g1", declaration="d1", formation="a-r", target="b-b", weapon="rifle", profile=0, keywords=(), stealth=False
    )
    seen = TargetFacts(target="b-b", vigour=Tally.base(4, "GA-3.3-19"), troops=1, seen=True)
    declared = Declaration(id="d1", formation="a-r", melee=False, shots=(), targets=(seen,), sights=())
    table.set(group=group, declaration=declared)
    attack = Attack(number=1, troop="a-r.1", automatic=False)
    found = has_cover(table.game, table.game.troops["b-b.1"], attack)
    assert tuple((row.source, row.clause) for row in found) == sources
