"""The Benefit of Cover and Plunging Fire (chapter 6)."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation import lines
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AttackAllocated,
    DeclareTargets,
    DefenceRolled,
    Effect,
    SelectToShoot,
    Sight,
)
from tests.rulesets.grinding_annihilation.givens import (
    aim,
    battle,
    blade,
    brawl,
    fight,
    fire,
    formation,
    gun,
    last,
    settle,
    shots,
    story,
    trooper,
)
from tests.rulesets.grinding_annihilation.ground import (
    barricade,
    craters,
    debris,
    hill,
    ruins,
    solid,
    with_terrain,
    woods,
)

SOFT = trooper(de=5)
HIT_AND_WOUND = (6, 6)
GEOMETRIC = {"visibility_source": "geometric"}
AROUND = (15, 5, 25, 15)


def target(*features, save=1, seen="visible", gun_=None, troop=SOFT, keywords=("infantry",), at=((20, 10),),
           red=((10, 10),), options=None, sights=(), hits=1, **rest):  # fmt: skip
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


def sources(table):
    """Name what gave cover against the attack allocated last."""
    return [each.source for each in last(table, AttackAllocated).covers]


def needed(table):
    """Give the face of the last Defence Check."""
    return last(table, DefenceRolled).needed.total


@pytest.mark.rule("GA-6.0-02", "GA-6.1-01")
def test_cover_adds_one_to_an_armour_save():
    """De 5+ in a crater saves on a 4, and the terms of the calculation say why."""
    table = target(craters(*AROUND), save=4)
    rolled = last(table, DefenceRolled)
    assert (rolled.needed.total, rolled.saved) == (4, True)
    assert rolled.needed.clauses() == ("GA-3.3-23", "GA-6.0-02")
    assert last(table, AttackAllocated).covers[0].clause == "GA-6.1-01"


@pytest.mark.rule("GA-6.0-02")
def test_cover_is_no_help_to_invulnerable_saves_or_in_melee():
    """An invulnerable 5+ needs a 5 in a crater too; a blow in a crater meets plain armour."""
    table = target(craters(*AROUND), save=4, troop=trooper(de=7, inv=(5,)))
    assert (needed(table), last(table, DefenceRolled).saved) == (5, False)
    red = formation("a-r", at=[(20, 10)], weapons=(blade(),))
    blue = formation("b-b", at=[(21, 10)], troop=SOFT, weapons=())
    melee = with_terrain(brawl(red, blue, dice=(6, 6, 4)), craters(*AROUND))
    fight(melee)
    assert (sources(melee), needed(melee), last(melee, DefenceRolled).saved) == ([], 5, False)


@pytest.mark.rule("GA-6.0-03", "GA-6.5-04", "GA-6.3-01")
def test_several_sources_add_one_in_all():
    """Wholly in woods, behind debris and by Find Cover! De 5+ saves on 4+."""
    table = battle(
        formation("a-r", at=[(10, 10)], weapons=(gun(),)),
        formation("b-b", at=[(20, 10)], troop=SOFT, weapons=()), dice=(6, 6, 4),
    )  # fmt: skip
    with_terrain(table, woods(*AROUND), debris(14, 9, 14.5, 11))
    table.set(effects=(Effect(manoeuvre="find_cover", formation="b-b", troop=""),))
    fire(table, seen="visible")
    assert sources(table) == ["find_cover", "t1", "t2"]
    assert story(table, DefenceRolled)[0].needed.total == 4


@pytest.mark.rule("GA-6.0-04")
@pytest.mark.parametrize(
    ("defence", "penetration", "effective", "statistic"),
    [(3, 0, 3, 3), (3, -1, 3, 4), (2, 0, 2, 2), (2, -1, 3, 3), (4, 0, 3, 3), (4, -1, 4, 4)],
)
def test_cover_saves_on_a_three_at_best(defence, penetration, effective, statistic):
    """Cover betters what is needed after AP, to 3+ at best; by option it never betters De 3+ or 2+."""
    for cap, face in (("effective", effective), ("statistic", statistic)):
        table = target(
            craters(*AROUND), gun_=gun(ap=penetration), troop=trooper(de=defence, w=3), save=face,
            options={"cover_cap": cap},
        )  # fmt: skip
        assert (needed(table), last(table, DefenceRolled).saved) == (face, True)


@pytest.mark.rule("GA-6.0-05")
@pytest.mark.parametrize(("seen", "covered"), [("visible", []), ("full", []), ("under_half", ["t1"])])
def test_a_vehicle_needs_more_than_half_of_it_hidden(seen, covered):
    """A Vehicle behind a statue has cover where less than half of it is stated to be visible."""
    table = target(debris(18, 9, 18.5, 11), seen=seen, keywords=("vehicle",))
    assert sources(table) == covered


@pytest.mark.rule("GA-6.0-05", "GA-6.5-04")
def test_a_vehicle_half_hidden_by_position():
    """Of a Vehicle 60% visible is no cover and 40% is, in woods too; what covers Infantry alone never covers it."""
    bus = replace(trooper("bus", de=5, base=2), height=2000)

    def behind(top):
        wall = hill(18, 0, 18.2, 20, top=top)
        return target(wall, keywords=("vehicle",), troop=bus, options=GEOMETRIC)

    assert sources(behind(1)) == []
    assert sources(behind(1.1)) == ["t1"]
    assert sources(target(woods(*AROUND), keywords=("vehicle",), troop=bus, options=GEOMETRIC)) == []
    assert sources(target(woods(*AROUND), seen="visible", keywords=("vehicle",))) == []
    assert sources(target(woods(*AROUND), seen="under_half", keywords=("vehicle",))) == ["t1"]
    assert sources(target(craters(*AROUND), seen="under_half", keywords=("vehicle",))) == []


@pytest.mark.rule("GA-6.0-05")
@pytest.mark.parametrize(("points", "covered"), [((9, 18), []), ((8, 18), ["t1"])])
def test_exactly_half_is_not_less_than_half(monkeypatch, points, covered):
    """Of a Vehicle of which exactly half is visible terrain hides too little."""
    monkeypatch.setattr(lines, "_share", lambda *_: points)
    wall = hill(18, 0, 18.2, 20, top=1)
    assert sources(target(wall, keywords=("vehicle",), options=GEOMETRIC)) == covered


@pytest.mark.rule("GA-6.0-05", "GA-5.8-01")
def test_smoke_covers_a_vehicle_in_plain_view():
    """The gate is for terrain alone: a Vehicle seen in full has the cover of its Smokescreen."""
    table = battle(
        formation("a-r", at=[(10, 10)], weapons=(gun(),)),
        formation("b-b", at=[(20, 10)], troop=SOFT, weapons=(), keywords=("vehicle",)), dice=(6, 6, 4),
    )  # fmt: skip
    table.set(effects=(Effect(manoeuvre="smokescreen", formation="b-b", troop=""),))
    fire(table, seen="full")
    assert (sources(table), needed(table), last(table, DefenceRolled).saved) == (["smokescreen"], 4, True)


@pytest.mark.rule("GA-6.0-06")
def test_cover_is_tested_when_an_attack_is_allocated():
    """Of two troops the one in the crater has cover, the other none; their player chooses."""
    table = target(
        craters(18, 9, 22, 12), at=((20, 10), (20, 12.5)), seen="full", hits=1, save=4
    )  # fmt: skip
    assert (sources(table), needed(table), last(table, DefenceRolled).saved) == (["t1"], 4, True)

    def second(table, _window, _party):
        return AllocateAttack(group=table.game.group.id, attack=1, troop="b-b.2")

    outside = with_terrain(
        battle(
            formation("a-r", at=[(10, 10)], weapons=(gun(),)),
            formation("b-b", at=[(20, 10), (20, 12.5)], troop=SOFT, weapons=()), dice=(6, 6, 4),
        ),
        craters(18, 9, 22, 12),
    )  # fmt: skip
    fire(outside, seen="full", AllocateAttack=second)
    assert (sources(outside), needed(outside), last(outside, DefenceRolled).saved) == ([], 5, False)


FIVE = tuple((10, 6 + 2 * n) for n in range(5))


def split(word="visible"):
    """State that one of five does not see the target fully."""
    rest = tuple(f"a-r.{n}" for n in (1, 2, 4, 5))
    return (
        Sight(observers=rest, troops=("b-b.1",), seen="full", fact=""),
        Sight(observers=("a-r.3",), troops=("b-b.1",), seen=word, fact=""),
    )


@pytest.mark.rule("GA-6.0-07", "GA-6.3-01")
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
        dice=dice, options={"partial_cover_scope": scope},
    )  # fmt: skip
    with_terrain(table, debris(14, 9.9, 14.5, 10.1))
    table.when("red", SelectToShoot(formation="a-r")).accepted()
    fired = shots(table, "a-r", "b-b")[:hits]
    table.when("red", aim(table, "a-r", *fired, sights=split())).accepted()
    settle(table)
    assert sources(table) == covered


@pytest.mark.rule("GA-6.0-07", "GA-2.4-10")
def test_what_is_hidden_by_a_fellow_has_no_cover():
    """Not fully visible, but with no terrain in between: no cover."""
    assert sources(target(debris(25, 9, 26, 11))) == []
    assert sources(target(debris(25, 9, 26, 11), at=((18, 10), (20, 10)), options=GEOMETRIC)) == []


@pytest.mark.rule("GA-6.1-01")
@pytest.mark.parametrize(
    ("keywords", "at", "covered"),
    [
        (("infantry",), (20, 10), ["t1"]), (("infantry",), (15, 10), []), (("bestial",), (20, 10), []),
        (("monstrous",), (20, 10), []),
    ],
)  # fmt: skip
def test_craters_cover_infantry_wholly_inside(keywords, at, covered):
    """Infantry with its whole base inside has cover, however well it is seen; others never."""
    assert sources(target(craters(*AROUND), keywords=keywords, at=(at,), seen="full")) == covered


@pytest.mark.rule("GA-6.2-04")
@pytest.mark.parametrize(
    ("x", "keywords", "options", "covered"),
    [
        (19, ("infantry",), {}, ["t1"]), (22.1, ("infantry",), {}, []), (19, ("vehicle",), {}, []),
        (21.5, ("infantry",), {}, ["t1"]), (21.501, ("infantry",), {}, []), (19, ("monstrous",), {}, []),
        (19, ("infantry",), {"barricade_cover": "as_written"}, []),
    ],
)  # fmt: skip
def test_barricades_cover_infantry_close_behind(x, keywords, options, covered):
    """Infantry within 3" with its legs hidden has cover; as written in the book nobody ever has."""
    wall = barricade(17.5, 5, 18, 15)
    assert sources(target(wall, at=((x, 10),), keywords=keywords, seen="under_half", options=options)) == covered
    if not options:
        assert sources(target(wall, at=((x, 10),), keywords=keywords, options=GEOMETRIC)) == covered


@pytest.mark.rule("GA-6.2-04")
def test_who_is_seen_whole_over_a_barricade_has_no_cover():
    """Infantry close behind a barricade that hides nothing of it has no cover, nor where it stands in front of it."""
    assert sources(target(barricade(17.5, 5, 18, 15), at=((19, 10),), seen="full")) == []
    assert sources(target(barricade(20, 5, 20.5, 15), at=((19, 10),), options=GEOMETRIC)) == []


@pytest.mark.rule("GA-6.3-01")
@pytest.mark.parametrize("options", [{}, GEOMETRIC])
def test_debris_covers_whoever_it_hides_in_part(options):
    """A Monstrous troop partly behind a statue has cover; in front of it in plain view it has none."""
    behind = target(debris(18, 9.9, 18.2, 10.1), keywords=("monstrous",), options=options)
    assert sources(behind) == ["t1"]
    front = target(debris(22, 9.9, 22.2, 10.1), keywords=("monstrous",), seen="full", options=options)
    assert sources(front) == []


@pytest.mark.rule("GA-6.4-02")
def test_a_hill_covers_whoever_is_not_seen_whole():
    """On a hill and seen whole: no cover; behind the hill with only its head visible: cover."""
    assert sources(target(hill(15, 5, 25, 15), at=((20, 10, 3),), seen="full")) == []
    assert sources(target(hill(15, 5, 17, 15, top=0.8))) == ["t1"]
    assert sources(target(hill(15, 5, 17, 15, top=0.8), options=GEOMETRIC)) == ["t1"]


@pytest.mark.rule("GA-6.5-04", "GA-6.5-03")
@pytest.mark.parametrize("options", [{}, GEOMETRIC])
def test_woods_cover_whoever_is_in_them_or_behind_them(options):
    """Wholly within there is cover even against one in the same wood; so behind it, and who is inside sees out."""
    assert sources(target(woods(8, 5, 25, 15), options=options)) == ["t1"]
    assert sources(target(woods(13, 5, 16, 15), options=options)) == ["t1"]
    assert sources(target(woods(8, 5, 12, 15), options=options)) == []
    assert sources(target(woods(10, 5, 12, 15), options=options)) == ["t1"]


@pytest.mark.rule("GA-6.6-05")
@pytest.mark.parametrize("options", [{}, GEOMETRIC])
def test_ruins_cover_whoever_is_wholly_within(options):
    """Wholly within and seen whole: cover. Half outside and seen whole: none. Behind a wall of it in part: cover."""
    assert sources(target(ruins(*AROUND), seen="full", options=options)) == ["t1"]
    assert sources(target(ruins(20, 5, 25, 15), seen="full", options=options)) == []
    low = ruins(19, 5, 20, 15, solids=(solid((19, 5, 19.2, 15), 0.5, kind="wall"),))
    assert sources(target(low, seen="visible", options=options)) == ["t1"]


@pytest.mark.rule("GA-8.3-08", "GA-6.0-02")
@pytest.mark.parametrize(("powers", "face"), [((), 4), (("ignores_cover",), 5)])
def test_a_weapon_may_ignore_cover(powers, face):
    """Against Ignores Cover De 4+ wholly in woods saves from AP -1 on a 5, and else on a 4."""
    table = target(woods(*AROUND), gun_=gun("flamer", *powers, ap=-1), troop=trooper(de=4), save=4)
    assert (needed(table), last(table, DefenceRolled).saved) == (face, face == 4)


FLOOR = solid((9, 9, 11, 11), 6, 5.8, kind="floor")
LOW_FLOOR = solid((9, 9, 11, 11), 5.9, 5.7, kind="floor")


@pytest.mark.rule("GA-6.6-06")
@pytest.mark.parametrize(
    ("floor", "at", "penetration", "face"),
    [
        (FLOOR, ((20, 10),), 0, 6), (FLOOR, ((20, 10),), -1, 7), (LOW_FLOOR, ((20, 10),), 0, 5),
        (FLOOR, ((20, 10), (20, 11.5, 3)), 0, 5),
    ],
)  # fmt: skip
def test_plunging_fire_improves_penetration(floor, at, penetration, face):
    """From 6" up in ruins at a formation wholly on the ground AP is better by one; De 5+ needs so much more."""
    house = ruins(8, 8, 12, 12, solids=(floor,))
    high = floor.top / 1000
    table = target(house, red=((10, 10, high),), at=at, seen="full", gun_=gun(ap=penetration))
    assert needed(table) == face
    assert ("GA-6.6-06" in last(table, DefenceRolled).needed.clauses()) is (face - penetration * -1 == 6)


@pytest.mark.rule("GA-6.6-06")
@pytest.mark.parametrize(
    ("place", "face"),
    [(ruins(8, 8, 10.5, 12, solids=(FLOOR,)), 6), (ruins(8, 8, 10.499, 12, solids=(FLOOR,)), 5),
     (hill(9, 9, 11, 11, top=6), 5)],
)  # fmt: skip
def test_plunging_fire_needs_the_whole_base_in_the_ruins(place, face):
    """With a thousandth of the base outside of the ruins there is none, nor from a roof that is no ruin."""
    plain = gun("plain", "ignores_cover")
    assert needed(target(place, red=((10, 10, 6),), seen="visible", gun_=plain)) == face
