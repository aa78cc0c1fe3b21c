"""Chapter 3.4: declaring, rolling and making an Assault."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    AssaultFailed,
    AssaultRolled,
    ClaimImpossible,
    DeclareAssault,
    DeclareNormalMove,
    EligibilityNoted,
    EndTurn,
    FightsFirstGained,
    FormationBattleFatigued,
    FormationMoved,
    MakeAssaultMove,
    RollAssault,
    TroopPath,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.afield import aircraft
from tests.rulesets.grinding_annihilation.givens import (
    Place,
    battle,
    blade,
    formation,
    moved,
    path,
    places,
    refused,
    settle,
    story,
    trooper,
)

CHARGE = DeclareAssault(formation="a-r", targets=("b-b",))
ROLL = RollAssault(formation="a-r")


def charge(*dice: int, at: tuple[Place, ...] = ((10, 10),), enemy: tuple[Place, ...] = ((18, 10),),
           other: tuple[Place, ...] = (), rest: tuple = (), **more: Any) -> Table:  # fmt: skip
    """Let "a-r" and "b-b" stand apart at the beginning of red's Assault turn; "b-c" stands at `other`."""
    fields = {key: more.pop(key) for key in ("past", "options", "number", "before", "first") if key in more}
    units = [formation("a-r", at=at, weapons=(blade(),), **more), formation("b-b", at=enemy, weapons=(blade(),))]
    if other:
        units.append(formation("b-c", at=other, weapons=()))
    return battle(*units, *rest, phase="assault", dice=dice, **fields)


def roll(table: Table, *targets: str) -> Table:
    """Declare the Assault of "a-r" and roll for it."""
    table.when("red", DeclareAssault(formation="a-r", targets=targets or ("b-b",))).accepted()
    table.when("red", ROLL).accepted()
    return table


def run(*paths: TroopPath) -> MakeAssaultMove:
    """Make the Assault move of "a-r"."""
    return MakeAssaultMove(formation="a-r", paths=paths)


def to(x: float, y: float, number: int = 1) -> TroopPath:
    """Send a troop of "a-r" straight to a place."""
    return path(f"a-r.{number}", (x, y))


# -- who may


@pytest.mark.rule("GA-3.4-01")
def test_formation_assaults_once():
    """A formation is selected once in the phase, though its Assault failed, and is done before the next."""
    table = charge(1, 1)
    table.when("red", CHARGE).accepted()
    other = DeclareAssault(formation="a-spare", targets=("b-b",))
    refused(table, "red", other, "GA-3.4-07").rejected("GA-3.4-07", "not-asked")
    table.when("red", ROLL).then(AssaultFailed, formation="a-r", reason="too_short")
    refused(table, "red", CHARGE, "GA-3.4-01").rejected("GA-3.4-01", "assault-declared")


@pytest.mark.rule("GA-3.4-02", "GA-2.4-04")
@pytest.mark.parametrize(("gap", "near"), [(12, True), (12.001, False), (12.4, False)])
def test_eligible_within_twelve_inches_at_the_start(gap: float, *, near: bool):
    """A formation that stands within 12 inches of an enemy when its player's turn begins is eligible."""
    table = charge(enemy=((11 + gap, 10),))
    noted = story(table, EligibilityNoted)[-1]
    assert ("a-r" in noted.formations) is near
    if near:
        table.when("red", CHARGE).accepted()
    else:
        refused(table, "red", CHARGE, "GA-3.4-02").rejected("GA-3.4-02", "not-near-at-start")


@pytest.mark.rule("GA-3.4-03", "GA-3.1-10")
@pytest.mark.parametrize(("past", "clause", "reason"), [
    ({"move": moved("a-r", "advance")}, "GA-3.4-03", "moved-too-far"),
    ({"move": moved("a-r", "retreat")}, "GA-3.4-03", "moved-too-far"),
    ({"manoeuvres": [FormationBattleFatigued(formation="a-r", until=2)]}, "GA-3.1-10", "battle-fatigued"),
])  # fmt: skip
def test_who_does_not_assault(past: dict[str, list[Struct]], clause: str, reason: str):
    """Who Advanced, Retreated or is Battle-Fatigued does not assault; who made a Normal move does."""
    refused(charge(past=past), "red", CHARGE, clause).rejected(clause, reason)
    charge(past={"move": moved("a-r")}).when("red", CHARGE).accepted()


@pytest.mark.rule("GA-3.4-04")
def test_no_assault_within_threat_range():
    """A formation within Threat Range of an enemy, Aircraft too, does not assault; beyond an inch it does."""
    table = charge(enemy=((12, 10),), other=((10, 18),))
    refused(table, "red", CHARGE, "GA-3.4-04").rejected("GA-3.4-04", "in-threat")
    refused(table, "red", DeclareAssault(formation="a-r", targets=("b-c",)), "GA-3.4-04").rejected(
        "GA-3.4-04", "in-threat"
    )
    charge(enemy=((12.001, 10),)).when("red", CHARGE).accepted()
    flown_by = charge(rest=(aircraft("b-f", at=(10, 12)),))
    refused(flown_by, "red", CHARGE, "GA-3.4-04").rejected("GA-3.4-04", "in-threat", enemies="b-f")
    charge(rest=(aircraft("b-f", at=(10, 14)),)).when("red", CHARGE).accepted()


@pytest.mark.rule("GA-3.4-04", "GA-3.4-15")
def test_who_was_assaulted_does_not_assault():
    """Whoever was assaulted in the first player's turn gets no Assault bonus in his own."""
    table = roll(charge(5, 5))
    table.when("red", run(to(17, 10))).accepted()
    settle(table)
    table.when("red", EndTurn()).accepted()
    refused(table, "blue", DeclareAssault(formation="b-b", targets=("a-r",)), "GA-3.4-04").rejected(
        "GA-3.4-04", "in-threat"
    )
    assert (view_of(table, "a-r").fights_first, view_of(table, "b-b").fights_first) == (True, False)


@pytest.mark.rule("GA-3.4-06", "GA-2.4-06")
def test_targets_within_twelve_inches():
    """An Assault names one or more enemy formations within 12 inches, seen or not."""
    table = charge(enemy=((18, 10),), other=((10, 23),))
    refused(table, "red", DeclareAssault(formation="a-r", targets=()), "GA-3.4-06").rejected("GA-3.4-06", "no-target")
    refused(table, "red", DeclareAssault(formation="a-r", targets=("a-spare",)), "GA-3.4-06").rejected(
        "GA-3.4-06", "not-an-enemy"
    )
    refused(table, "red", DeclareAssault(formation="a-r", targets=("b-b", "b-spare")), "GA-3.4-06").rejected(
        "GA-3.4-06", "target-too-far"
    )
    declared = table.when("red", DeclareAssault(formation="a-r", targets=("b-b", "b-c"))).one(AssaultDeclared)
    assert declared.distances == (7000, 12_000)


@pytest.mark.rule("GA-3.4-06")
def test_target_beyond_twelve_inches():
    """A second target at 12.1 inches is refused."""
    table = charge(other=((10, 23.1),))
    refused(table, "red", DeclareAssault(formation="a-r", targets=("b-b", "b-c")), "GA-3.4-06").rejected(
        "GA-3.4-06", "target-too-far"
    )


@pytest.mark.rule("GA-2.4-06")
def test_distance_of_formations_is_that_of_their_closest_troops():
    """A formation with troops at 11 and 15 inches is within 12."""
    table = charge(at=((10, 10), (8, 10)), enemy=((22, 10),))
    assert table.when("red", CHARGE).one(AssaultDeclared).distances == (11_000,)


# -- the roll


@pytest.mark.rule("GA-3.4-07", "GA-2.5-01")
def test_assault_roll_is_the_reach():
    """Two dice added up are how far each troop may move, whatever its Move."""
    table = charge(3, 5, troop=trooper(m=2))
    table.when("red", CHARGE).accepted()
    rolled = table.when("red", ROLL).one(AssaultRolled)
    assert (rolled.faces, rolled.reach.total) == ((3, 5), 8000)
    refused(table, "red", run(path("a-r.1", (10, 11.5), (17, 10))), "GA-3.4-07").rejected("GA-3.4-07", "too-far")
    table.when("red", run(to(17, 10))).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-3.4-08")
def test_assault_ends_out_of_threat_range_of_the_undeclared():
    """The move ends within Threat Range of the target and out of that of every enemy that was not declared."""
    table = roll(charge(5, 5, other=((18, 12.5),)))
    beside = run(to(17.357, 10.766))
    refused(table, "red", beside, "GA-3.4-08").rejected("GA-3.4-08", "ends-in-threat", enemy="b-c.1")
    refused(table, "red", run(to(15.5, 10)), "GA-3.4-08", "GA-3.4-11").rejected(
        "GA-3.4-08", "target-not-reached"
    ).rejected("GA-3.4-11", "contact-owed")
    table.when("red", run(to(17, 10))).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-3.4-08")
def test_every_declared_target_has_to_be_reached():
    """An Assault on two targets of which one is out of reach fails."""
    table = charge(3, 5, other=((10, 23),))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b", "b-c"))).accepted()
    table.when("red", ROLL).then(AssaultFailed, reason="too_short")
    table = roll(charge(4, 5, enemy=((18, 10),), other=((18, 12),)), "b-b", "b-c")
    refused(table, "red", run(to(17, 9.9)), "GA-3.4-08").rejected("GA-3.4-08", "target-not-reached")
    table.when("red", run(to(17.2, 10.6))).then(FormationMoved)


@pytest.mark.rule("GA-3.4-08", "GA-2.2-05")
def test_assault_ends_in_cohesion():
    """The formation ends its Assault in cohesion."""
    table = roll(charge(5, 5, at=((10, 10), (10, 11.5))))
    refused(table, "red", run(to(17, 10), to(10.1, 11.5, 2)), "GA-3.4-08", "GA-3.4-11").rejected(
        "GA-3.4-08", "not-cohesive"
    ).rejected("GA-3.4-11", "contact-owed")
    table.when("red", run(to(17, 10), to(17.5, 10.867, 2))).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-3.4-09")
@pytest.mark.parametrize(("dice", "failed"), [((3, 3), True), ((3, 4), False)])
def test_assault_that_can_not_reach_fails_at_once(dice: tuple[int, int], *, failed: bool):
    """A straight gap of 7.5 inches needs 6.5: a 6 fails by itself, a 7 may succeed."""
    table = charge(*dice, enemy=((18.5, 10),))
    assert table.when("red", CHARGE).one(AssaultDeclared).needed == 6500
    table.when("red", ROLL).accepted()
    assert bool(story(table, AssaultFailed)) is failed
    if failed:
        assert story(table, FightsFirstGained) == []
        assert places(table) == [(10, 10)]
        refused(table, "red", run(to(16, 10)), "GA-3.4-01").rejected("GA-3.4-01", "not-asked")


# -- the move


@pytest.mark.rule("GA-3.4-10", "GA-2.4-13")
def test_possible_assault_is_not_declined():
    """Who claims that it can not be done is refuted by an end state that can."""
    table = roll(charge(5, 5, enemy=((15, 10),)))
    claim = ClaimImpossible(what="assault", formation="a-r", troops=())
    claimed = table.when("red", claim).accepted()
    claimed.asks("fact_stated", "blue")
    fact = table.window.about[0]
    refused(table, "red", DisputeFact(fact=fact, value=""), "WG-FACT-01").rejected("WG-FACT-01", "not-asked")
    table.when("blue", DisputeFact(fact=fact, value="a-r.1:14000,10000,0,0")).accepted()
    assert story(table, AssaultFailed) == []
    table.when("red", run(to(14, 10))).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-2.4-13", "GA-3.4-09")
def test_confirmed_impossibility_fails_the_assault():
    """A claim that the other player confirms stands: nobody moves, and there is no bonus."""
    table = roll(charge(5, 5))
    table.when("red", ClaimImpossible(what="assault", formation="a-r", troops=())).accepted()
    fact = table.window.about[0]
    table.when("blue", ConfirmFact(fact=fact)).then(AssaultFailed, reason="impossible").without(FightsFirstGained)
    assert places(table) == [(10, 10)]


@pytest.mark.rule("GA-2.4-13")
def test_refuting_end_state_has_to_be_legal():
    """A dispute with an end state that is not legal is refused."""
    table = roll(charge(5, 5))
    table.when("red", ClaimImpossible(what="assault", formation="a-r", troops=())).accepted()
    fact = table.window.about[0]
    for value, why in (
        ("a-r.1:15000,10000,0,0", {"GA-3.4-08": "target-not-reached"}),
        ("a-r.1:18000,10000,0,0", {"GA-3.4-12": "crosses-enemy", "GA-3.2-06": "on-top"}),
        ("nonsense", {"GA-2.4-13": "no-end-state"}),
        ("", {"GA-3.4-08": "target-not-reached"}),
    ):
        told = refused(table, "blue", DisputeFact(fact=fact, value=value), *why)
        for clause, reason in why.items():
            told.rejected(clause, reason)
    table.when("blue", ConfirmFact(fact=fact)).accepted()


@pytest.mark.rule("GA-3.4-10")
def test_assault_move_may_be_optional():
    """With the option an Assault move that is possible may be declined."""
    table = roll(charge(5, 5, options={"assault_move_optional": True}))
    table.when("red", run()).then(AssaultFailed, reason="declined")
    assert places(table) == [(10, 10)]
    assert story(table, FightsFirstGained) == []


@pytest.mark.rule("GA-3.4-11")
def test_every_troop_ends_closer_and_in_contact_if_it_can():
    """A troop that can end base-to-base with its target has to; none ends farther or stays where it may come closer."""
    table = roll(charge(3, 5, enemy=((16, 10),)))
    refused(table, "red", run(to(14.5, 10)), "GA-3.4-11").rejected("GA-3.4-11", "contact-owed")
    for end in (run(to(9.5, 10)), run()):
        told = refused(table, "red", end, "GA-3.4-11", "GA-3.4-08")
        told.rejected("GA-3.4-11", "not-closer").rejected("GA-3.4-08", "target-not-reached")
    table.when("red", run(to(15, 10))).then(FormationMoved)


@pytest.mark.rule("GA-3.4-11")
def test_left_standing_with_free_ground_ahead():
    """A second troop that could come closer is not left standing."""
    table = roll(charge(3, 5, at=((12, 10), (12.5, 11.5)), enemy=((16, 10),)))
    refused(table, "red", run(to(15, 10)), "GA-3.4-11").rejected("GA-3.4-11", "not-closer", troop="a-r.2")
    short = run(to(15, 10), to(13, 11.5, 2))
    refused(table, "red", short, "GA-3.4-11").rejected("GA-3.4-11", "contact-owed", troop="a-r.2")
    table.when("red", run(to(15, 10), to(16, 11, 2))).then(FormationMoved)


@pytest.mark.rule("GA-3.4-12")
def test_assault_passes_enemies_and_does_not_cross_them():
    """The way may pass within Threat Range of anybody, but not over an enemy or the edge."""
    table = roll(charge(5, 5, other=((13, 11.7),)))
    table.when("red", run(to(17, 10))).then(FormationMoved)
    table = roll(charge(5, 5, other=((13, 10.5),)))
    refused(table, "red", run(to(17, 10)), "GA-3.4-12").rejected("GA-3.4-12", "crosses-enemy")
    table.when("red", run(path("a-r.1", (13, 9.4), (17, 10)))).then(FormationMoved)
    table = roll(charge(5, 5, at=((10, 2),), enemy=((18, 2),)))
    over = run(path("a-r.1", (14, 0.4), (17, 2)))
    refused(table, "red", over, "GA-3.4-12").rejected("GA-3.4-12", "over-the-edge")
    table.when("red", run(path("a-r.1", (14, 0.5), (17, 2)))).then(FormationMoved)


@pytest.mark.rule("GA-3.4-12", "GA-3.2-06", "GA-3.2-07")
@pytest.mark.parametrize(
    ("mover", "friend", "accepted"),
    [("infantry", "vehicle", True), ("vehicle", "infantry", True), ("vehicle", "monstrous", False)],
)
def test_friends_are_crossed_as_in_any_move(mover: str, friend: str, *, accepted: bool):
    """Friends are crossed in an Assault as in a Normal move, and nobody ends on top of one."""
    table = roll(charge(5, 5, keywords=(mover,), rest=(formation("a-f", at=[(13, 10)], keywords=(friend,)),)))
    if accepted:
        table.when("red", run(to(17, 10))).then(FormationMoved)
    else:
        table.when("red", run(to(17, 10))).rejected("GA-3.2-07", "crosses-friend", friend="a-f.1")
    table = roll(charge(5, 5, keywords=(mover,), rest=(formation("a-f", at=[(17, 10.9)], keywords=(friend,)),)))
    table.when("red", run(to(17, 10))).rejected("GA-3.2-06", "on-top")


@pytest.mark.rule("GA-3.4-14")
def test_flying_troops_assault_over_enemies():
    """A flying troop assaults over enemies and ends out of Threat Range of those that are not its targets."""
    screen, target = ((13, 9), (13, 10), (13, 11)), ((19, 10),)
    table = roll(charge(4, 5, keywords=("fly",), enemy=target, other=screen))
    told = refused(table, "red", run(to(13, 10)), "GA-3.2-06", "GA-3.4-08", "GA-3.4-11")
    told.rejected("GA-3.2-06", "on-top").rejected("GA-3.4-08", "ends-in-threat", enemy="b-c.2")
    table.when("red", run(to(18, 10))).then(FormationMoved)
    table = roll(charge(4, 5, enemy=target, other=screen))
    refused(table, "red", run(to(18, 10)), "GA-3.4-12").rejected("GA-3.4-12", "crosses-enemy")
    near = ((13, 10), (15.5, 10), (17.999, 11.999))
    table = roll(charge(4, 5, keywords=("fly",), enemy=target, other=near))
    refused(table, "red", run(to(18, 10)), "GA-3.4-08").rejected("GA-3.4-08", "ends-in-threat", enemy="b-c.3")
    table.when("red", run(to(18.13, 9.5))).then(FormationMoved)


@pytest.mark.rule("GA-3.4-15")
def test_assault_bonus_is_fights_first():
    """Who makes an Assault move has Fights First until the end of the round."""
    table = roll(charge(5, 5))
    table.when("red", run(to(17, 10))).then(FormationMoved, FightsFirstGained, formation="a-r")
    assert view_of(table, "a-r").fights_first
    assert view_of(table, "a-r").assaulted


def view_of(table: Table, formation: str) -> Any:
    """Give what everybody sees of a formation."""
    return next(each for each in table.view("referee").formations if each.id == formation)


@pytest.mark.rule("GA-3.0-01")
def test_assaults_belong_to_their_phase():
    """An Assault is declared in the Assault Phase, a move in the Move Phase."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(18, 10)])
    refused(battle(red, blue), "red", CHARGE, "GA-3.3-01").rejected("GA-3.3-01", "not-asked")
    refused(charge(), "red", DeclareNormalMove(formation="a-r"), "GA-3.4-01").rejected("GA-3.4-01", "not-asked")


@pytest.mark.rule("GA-3.4-11")
def test_five_around_one():
    """Five troops end around one target, each in contact; a place that is left is owed by those who can take it."""
    ends = {1: (15.498, 9.131), 2: (16.502, 9.131), 3: (15, 10), 4: (15.498, 10.869), 5: (16.502, 10.869)}
    at = ((10, 8.5), (10, 7.4), (10, 10), (10, 11.5), (10, 12.6))
    around = {2: ((14, 7.5),), 5: ((14, 12.5),)}
    ways = [path(f"a-r.{number}", *around.get(number, ()), end) for number, end in ends.items()]
    table = roll(charge(6, 6, at=at, enemy=((16, 10),)))
    lazy = path("a-r.5", (14, 12.5), (15.2, 12))
    refused(table, "red", run(*ways[:4], lazy), "GA-3.4-11").rejected("GA-3.4-11", "contact-owed")
    table.when("red", run(*ways)).then(FormationMoved)


@pytest.mark.rule("GA-3.4-11", "GA-2.4-13")
def test_contact_that_friends_leave_no_room_for_is_claimed():
    """A troop that can not end in contact may say so; confirmed, it ends closer."""
    table = roll(charge(3, 4, at=((10, 10), (8, 10)), enemy=((16, 10),)))
    short = run(to(15, 10), to(14, 10, 2))
    refused(table, "red", short, "GA-3.4-11").rejected("GA-3.4-11", "contact-owed")
    table.when("red", ClaimImpossible(what="contact", formation="a-r", troops=("a-r.2",))).accepted()
    fact = table.window.about[0]
    table.when("blue", ConfirmFact(fact=fact)).accepted()
    settle(table, "MakeAssaultMove")
    table.when("red", short).then(FormationMoved)


@pytest.mark.rule("GA-3.4-09", "GA-3.4-11")
def test_contact_out_of_the_rolls_reach_is_not_owed():
    """Where the roll does not reach contact, Threat Range is enough, and a roll that just reaches it."""
    table = roll(charge(3, 4, enemy=((19, 10),)))
    table.when("red", run(to(17, 10))).then(FormationMoved)
