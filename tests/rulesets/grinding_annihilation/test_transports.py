"""Chapter 3.2, transports: getting in and out, Weapons Deck, and wrecks."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateMortalWound,
    ArriveFromReserves,
    BeginPhase,
    DeadlyDemiseRolled,
    DeclareAdvance,
    DeclareAssault,
    DeclareNormalMove,
    DisembarkFormation,
    DisembarkFromWreck,
    EmbarkFormation,
    EndMoveStep,
    EndTurn,
    FormationBattleFatigued,
    FormationDestroyed,
    FormationDisembarked,
    FormationEmbarked,
    FormationSelectedToShoot,
    HitsRolled,
    MortalWoundsPending,
    RemainStationary,
    RemoveOutOfCohesion,
    RollAssault,
    SelectToShoot,
    ShootingEnded,
    TransportWrecked,
    TroopDestroyed,
    WreckRolled,
)
from tests.kit import Table, tables_closed
from tests.rulesets.grinding_annihilation.afield import (
    HULL,
    Outcome,
    asked,
    away,
    carrier,
    field,
    loan,
    poses,
    row,
    shown,
    silence,
    squad,
    writing,
    written,
)
from tests.rulesets.grinding_annihilation.armed import arm, use
from tests.rulesets.grinding_annihilation.givens import (
    Place,
    aim,
    battle,
    blade,
    declare,
    formation,
    gun,
    kind_for,
    last,
    line,
    living,
    move,
    moved,
    path,
    places,
    refused,
    settle,
    shots,
    story,
    trooper,
)

__all__ = ["tables_closed"]

ENEMY = formation("b-b", at=[(50, 22)])
BESIDE = ((20, 22.6), (21.5, 22.6), (18.5, 22.6))


def embark(id: str = "a-p", transport: str = "a-t.1") -> EmbarkFormation:
    return EmbarkFormation(formation=id, transport=transport)


def get_out(*at: Place, id: str = "a-p", transport: str = "a-t.1") -> DisembarkFormation:
    return DisembarkFormation(formation=id, transport=transport, troops=poses(id, *at))


def inside(*units: Any, troops: int = 3, **rest: Any) -> Table:
    """Begin red's Move turn with "a-p" aboard of "a-t", which stands at (20, 20)."""
    own = units or (carrier(), ENEMY)
    return field(squad(troops), *own, off={"a-p": "a-t.1"}, **rest)


# -- the hold


@pytest.mark.rule("GA-3.2-33", "GA-3.2-34")
@pytest.mark.parametrize(("count", "keyword", "reason"), [
    (4, "infantry", ""), (5, "infantry", "hold-full"), (1, "vehicle", "not-carried"),
])  # fmt: skip
def test_a_hold_has_room_for_so_many_of_a_sort(count: int, keyword: str, reason: str):
    """Several formations share a transport as far as its hold goes, and as its sort of passengers."""
    table = writing(carrier(), squad(6, "a-q"), squad(count, keywords=(keyword,)), ENEMY)
    command = written(aboard={"a-q": "a-t.1", "a-p": "a-t.1"})
    if not reason:
        table.when("red", command).accepted()
        table.when("blue", written()).accepted()
        assert (row(table, "a-p").place, row(table, "a-q").aboard) == ("embarked", "a-t.1")
    else:
        refused(table, "red", command, "GA-3.2-33").rejected("GA-3.2-33", reason)


@pytest.mark.rule("GA-3.2-33")
def test_a_hold_refuses_keywords():
    """A keyword that the hold refuses keeps a formation out, and so does a transport that is none or the enemy's."""
    table = writing(carrier(refused=("bulky",)), squad(1, keywords=("infantry", "bulky")), squad(1, "a-q"), ENEMY)
    refused(table, "red", written(aboard={"a-p": "a-t.1"}), "GA-3.2-33").rejected("GA-3.2-33", "not-carried")
    refused(table, "red", written(aboard={"a-p": "a-q.1"}), "GA-3.2-33").rejected("GA-3.2-33", "no-transport")
    refused(table, "red", written(aboard={"a-p": "b-b.1"}), "").rejected("", "unknown-id")
    refused(table, "red", written(aboard={"a-t": "a-t.1"}), "GA-3.2-33", "GA-3.2-34").rejected(
        "GA-3.2-33", "no-transport"
    ).rejected("GA-3.2-34", "transport-aboard")
    table.when("red", written(aboard={"a-q": "a-t.1"})).accepted()


@pytest.mark.rule("GA-3.2-34")
def test_passengers_are_not_deployed():
    """Who starts aboard is written down before any set-up, and is not set up."""
    table = writing(carrier(), squad(), squad(1, "a-q"), ENEMY)
    table.when("red", written(aboard={"a-p": "a-t.1"})).accepted()
    table.when("blue", written()).accepted()
    assert shown(table, "a-p").aboard == "a-t.1"
    choices = [each for offer in table.offers("red") for each in offer.fields if each.field == "formation"]
    assert [key for each in choices for key in each.values.values] == ["a-q", "a-t"]
    refused(table, "red", written(aboard={"a-q": "a-t.1"}), "GA-7.0-12").rejected("GA-7.0-12", "not-asked")


@pytest.mark.rule("GA-3.2-34", "GA-7.0-11")
def test_passengers_are_where_their_transport_is():
    """A transport aboard of another carries nobody, and who is in Reserves is not aboard of one that is not."""
    small = carrier("a-s", keywords=("vehicle", "transport", "infantry"))
    table = writing(carrier(), small, squad(powers=("reserve_troop",)), ENEMY)
    refused(table, "red", written(aboard={"a-s": "a-t.1", "a-p": "a-s.1"}), "GA-3.2-34").rejected(
        "GA-3.2-34", "transport-aboard"
    )
    refused(table, "red", written(aboard={"a-p": "a-t.1"}, reserves=("a-p",)), "GA-3.2-34").rejected(
        "GA-3.2-34", "passenger-elsewhere"
    )


# -- getting in


@pytest.mark.rule("GA-3.2-37")
@pytest.mark.parametrize(("last_end", "accepted"), [((24, 23), True), ((24, 23.001), False)])
def test_everybody_has_to_be_near_to_get_in(last_end: Place, *, accepted: bool):
    """A formation gets in after its move if every troop ends within 3"; four of five are not enough."""
    troops = [(24, 17.5), (24, 19), (24, 20.5), (24, 22), (28, 22)]
    table = battle(formation("a-p", at=troops), carrier(), ENEMY, phase="move")
    refused(table, "red", embark(), "GA-3.2-37").rejected("GA-3.2-37", "not-just-moved")
    move(table, path("a-p.5", last_end), formation="a-p").accepted()
    if accepted:
        table.when("red", embark()).then(FormationEmbarked)
        assert places_of(table, "a-p") == [None] * 5
    else:
        refused(table, "red", embark(), "GA-3.2-37").rejected("GA-3.2-37", "far-from-transport", troop="a-p.5")


def places_of(table: Table, formation: str) -> list[Any]:
    """Give the poses of a formation's troops."""
    return [each.pose for each in table.game.troops.values() if each.formation == formation]


@pytest.mark.rule("GA-3.2-37", "GA-3.2-38")
def test_who_got_in_is_off_the_warfield():
    """A formation that got in stands nowhere; before another formation is selected is the time for it."""
    troops = [(27, 18.5), (27, 20), (27, 21.5)]
    table = battle(formation("a-p", at=troops), formation("a-q", at=[(10, 10)]), carrier(), ENEMY, phase="move")
    ways = [path(f"a-p.{n}", (24.7, y)) for n, (_, y) in enumerate(troops, 1)]
    move(table, *ways, formation="a-p").accepted()
    assert "EmbarkFormation" in table.offered("red")
    table.when("red", embark()).then(FormationEmbarked).cites("GA-3.2-37")
    assert places_of(table, "a-p") == [None, None, None]
    refused(table, "red", DeclareNormalMove(formation="a-p"), "GA-2.1-07").rejected("GA-2.1-07", "not-on-warfield")
    refused(table, "red", get_out(*BESIDE), "GA-3.2-39").rejected("GA-3.2-39", "embarked-this-turn")


@pytest.mark.rule("GA-3.2-37")
def test_the_time_to_get_in_is_right_after_the_move():
    """Once another formation is selected it is too late."""
    table = battle(formation("a-p", at=[(24, 20)]), formation("a-q", at=[(10, 10)]), carrier(), ENEMY, phase="move")
    move(table, formation="a-p").accepted()
    table.when("red", RemainStationary(formation="a-q")).accepted()
    refused(table, "red", embark(), "GA-3.2-37").rejected("GA-3.2-37", "not-just-moved")


@pytest.mark.rule("GA-3.2-37", "GA-3.2-33")
def test_a_full_hold_keeps_out():
    """A transport without room is not got into, one with just enough is."""
    troops = formation("a-p", at=line(3, 24, 18.5))
    table = battle(troops, carrier(capacity=3), ENEMY, phase="move")
    move(table, formation="a-p").accepted()
    table.when("red", embark()).then(FormationEmbarked)
    table = battle(troops, carrier(capacity=2), ENEMY, phase="move")
    move(table, formation="a-p").accepted()
    refused(table, "red", embark(), "GA-3.2-33").rejected("GA-3.2-33", "hold-full")


@pytest.mark.rule("GA-3.2-38")
def test_passengers_are_not_affected():
    """Passengers take no Battle-Fatigue test and are no target; a Deadly Demise nearby does not reach them."""
    fallen = ("a-p.3", "a-p.4", "a-p.2")
    table = field(squad(4), carrier(), ENEMY, off={"a-p": "a-t.1"}, phase="manoeuvres", fallen=fallen)
    table.when("red", EndTurn()).accepted()
    assert (shown(table, "a-p").below_half, shown(table, "a-p").tested) == (True, False)
    bomb = formation("a-n", at=[(20, 24)], powers=("deadly_demise 1",))
    blue = formation("b-b", at=[(40, 20)], weapons=(DEADLY,))
    units, aboard = (squad(), carrier(), bomb, blue), {"a-p": "a-t.1"}
    shot = field(*units, off=aboard, phase="shooting", first="blue", dice=(6, 6, 1, 6))
    shot.when("blue", SelectToShoot(formation="b-b")).accepted()
    refused(shot, "blue", aim(shot, "b-b", *shots(shot, "b-b", "a-p")), "GA-2.1-07").rejected(
        "GA-2.1-07", "target-off-field"
    )
    shot.when("blue", aim(shot, "b-b", *shots(shot, "b-b", "a-n"))).accepted()
    settle(shot, "AllocateMortalWound", "SelectToShoot")
    assert [each.formation for each in last(shot, DeadlyDemiseRolled).results] == ["a-t"]


# -- getting out


@pytest.mark.rule("GA-3.2-39", "GA-3.2-40")
def test_who_gets_out_of_a_resting_transport_acts():
    """Out of a transport that has not moved a formation moves on, and the transport may move after it."""
    table = inside()
    table.when("red", get_out(*BESIDE)).then(FormationDisembarked, kind="ready", move_kind="", bound="")
    refused(table, "red", RemainStationary(formation="a-p"), "GA-3.2-40").rejected("GA-3.2-40", "has-got-out")
    ways = [path(f"a-p.{n}", (x, 28)) for n, x in enumerate((20, 21.5, 18.5), 1)]
    move(table, *ways, formation="a-p").accepted()
    assert places(table, "a-p")[0] == (20, 28)
    declare(table, "a-t").accepted()


@pytest.mark.rule("GA-3.2-40")
def test_who_got_out_and_stays_has_moved():
    """Who is not moved after getting out counts as having made a Normal move when the step is closed."""
    table = inside()
    table.when("red", get_out(*BESIDE)).accepted()
    table.when("red", EndMoveStep()).accepted()
    assert (row(table, "a-p").move, row(table, "a-t").move) == ("normal", "remained_stationary")


@pytest.mark.rule("GA-3.2-39")
@pytest.mark.parametrize(("at", "clause", "reason"), [
    (((20, 22.6), (21.5, 22.6), (20, 24.001)), "GA-3.2-39", "too-far-from-transport"),
    (((20, 22.6), (21.5, 22.6)), "GA-2.2-06", "troops-left-out"),
    (((20, 21.9), (21.5, 22.6), (18.5, 22.6)), "GA-3.2-06", "on-another"),
    (((20, 22.6), (21.5, 22.6), (20, 17.4)), "GA-2.2-05", "not-cohesive"),
])  # fmt: skip
def test_all_get_out_wholly_near_or_none(at: tuple[Place, ...], clause: str, reason: str):
    """Every troop is placed wholly within 3", on top of nobody and in cohesion, or nobody gets out."""
    table = inside()
    table.when("red", get_out(*at)).rejected(clause, reason)
    assert row(table, "a-p").place == "embarked"
    table.when("red", get_out((20, 22.6), (21.5, 22.6), (20, 24))).then(FormationDisembarked)


@pytest.mark.rule("GA-3.2-39", "GA-2.3-03")
def test_nobody_gets_out_into_threat_range():
    """Passengers are set up outside Threat Range of every enemy."""
    table = inside(carrier(), formation("b-b", at=[(20, 24.5)]))
    refused(table, "red", get_out(*BESIDE), "GA-2.3-03").rejected("GA-2.3-03", "set-up-in-threat")
    table = inside(carrier(), formation("b-b", at=[(20, 24.601)]))
    table.when("red", get_out(*BESIDE)).then(FormationDisembarked)


@pytest.mark.rule("GA-3.2-41", "GA-2.1-08")
def test_who_gets_out_of_a_moved_transport_has_moved():
    """Out of a transport that made a Normal move a formation shoots, but neither moves nor assaults this round."""
    table = inside(carrier(), formation("b-b", at=[(30, 28)]))
    move(table, path("a-t.1", (24, 20)), formation="a-t").accepted()
    table.when("red", get_out((24, 22.6), (25.5, 22.6), (22.5, 22.6))).then(FormationDisembarked, kind="moved")
    refused(table, "red", DeclareAdvance(formation="a-p"), "GA-3.2-01").rejected("GA-3.2-01", "already-moved")
    assert shown(table, "a-p").assault_barred
    settle(table, "SelectToShoot")
    table.when("red", SelectToShoot(formation="a-p")).accepted()
    settle(table, "DeclareAssault")
    refused(table, "red", DeclareAssault(formation="a-p", targets=("b-b",)), "GA-3.4-03").rejected(
        "GA-3.4-03", "bound-by-transport"
    )
    settle(table, "TakeBattleFatigueTest", "EndTurn")
    table.faces(6, 1)
    for _ in range(40):
        if table.game.battle.round == 2:
            break
        settle(table, "EndTurn", "SelectToFight", "EndMoveStep")
        table.when(asked(table), silence(table)).accepted()
    assert not shown(table, "a-p").assault_barred


@pytest.mark.rule("GA-3.2-42")
def test_nobody_gets_out_of_a_transport_that_advanced():
    """Before its Advance a transport may be left, after it not."""
    table = inside(dice=(3,))
    move(table, path("a-t.1", (24, 20)), formation="a-t", kind="advance").accepted()
    refused(table, "red", get_out((24, 22.6), (25.5, 22.6), (22.5, 22.6)), "GA-3.2-42").rejected(
        "GA-3.2-42", "transport-too-fast"
    )
    early = inside(dice=(3,))
    early.when("red", get_out(*BESIDE)).accepted()
    declare(early, "a-t", "advance").accepted()


@pytest.mark.rule("GA-3.2-41", "GA-3.2-32")
def test_passengers_get_out_of_a_transport_that_arrived():
    """Right after their transport arrived passengers get out of it, as of one that moved; of no other."""
    table = field(
        squad(1), carrier(), squad(1, "a-q"), carrier("a-u", at=(10, 30)), ENEMY, number=2,
        off={"a-t": "strategic_reserves", "a-p": "a-t.1", "a-q": "a-u.1"},
    )  # fmt: skip
    table.when("red", EndMoveStep()).accepted()
    refused(table, "red", get_out((10, 32.6), id="a-q", transport="a-u.1"), "GA-3.2-41").rejected(
        "GA-3.2-41", "transport-not-arrived"
    )
    arrival = ArriveFromReserves(formation="a-t", troops=poses("a-t", (20, 2)), accept_losses=False)
    table.when("red", arrival).accepted()
    assert shown(table, "a-p").arrived == 2
    table.when("red", get_out((20, 4.6))).then(FormationDisembarked, kind="moved", bound="round")


# -- Weapons Deck


def decked(*units: Any, deck: int = 2, troops: int = 5, past: Any = None, **rest: Any) -> Table:
    """Begin red's Shooting turn with five passengers aboard of a transport with a Weapons Deck."""
    transport = carrier(powers=(f"weapons_deck {deck}",), **rest)
    return field(squad(troops), transport, *(units or (formation("b-b", at=[(40, 20)], weapons=()),)),
                 off={"a-p": "a-t.1"}, phase="shooting", past=past)  # fmt: skip


def select(*loans: Any) -> SelectToShoot:
    return SelectToShoot(formation="a-t", sidearms=(), loans=loans)


@pytest.mark.rule("GA-3.2-35")
def test_a_deck_holds_so_many_passengers():
    """Of up to so many passengers one ranged weapon each is fired, by the transport and from where it stands."""
    table = decked(weapons=())
    refused(table, "red", select(loan("a-p.1"), loan("a-p.2"), loan("a-p.3")), "GA-3.2-35").rejected(
        "GA-3.2-35", "deck-full"
    )
    refused(table, "red", select(loan("a-p.1"), loan("a-p.1")), "GA-3.2-35").rejected("GA-3.2-35", "lends-twice")
    refused(table, "red", select(loan("a-p.1", "blade")), "GA-3.2-35").rejected("GA-3.2-35", "nothing-to-lend")
    refused(table, "red", select(loan("a-spare.1", "long_rifle")), "GA-3.2-35").rejected(
        "GA-3.2-35", "lender-not-aboard"
    )
    table.when("red", select(loan("a-p.1"), loan("a-p.2"))).cites("GA-3.2-35", "GA-3.2-36")
    assert table.game.troops["a-t.1"].weapons == ("rifle", "rifle")
    fired = shots(table, "a-t", "b-b", "rifle")
    assert len(fired) == 2
    table.faces(1, 1)
    table.when("red", aim(table, "a-t", *fired)).accepted()
    settle(table)
    assert last(table, ShootingEnded).formation == "a-t"
    assert table.game.troops["a-t.1"].weapons == ()


@pytest.mark.rule("GA-3.2-36")
def test_lent_weapons_are_the_transports():
    """A fatigued transport hits on 6+ with what is lent to it; who lends is not selected to shoot in that phase."""
    fatigued = {"manoeuvres": [FormationBattleFatigued(formation="a-t", until=2)]}
    table = decked(past=fatigued, weapons=())
    table.when("red", select(loan("a-p.1"))).accepted()
    assert shown(table, "a-p").lent
    table.faces(5)
    table.when("red", aim(table, "a-t", *shots(table, "a-t", "b-b", "rifle"))).accepted()
    settle(table)
    assert last(table, HitsRolled).needed.total == 6
    refused(table, "red", SelectToShoot(formation="a-p"), "GA-2.1-07").rejected("GA-2.1-07", "shooter-off-field")
    assert row(table, "a-p").lent


@pytest.mark.rule("GA-3.2-36")
@pytest.mark.parametrize("own", ["storm", "rifle"])
def test_an_advance_of_the_transport_limits_what_is_lent(own: str):
    """A transport that Advanced needs a Storm weapon of its own, and then fires Storm weapons alone."""
    weapons = (gun("storm", "storm"),) if own == "storm" else (gun("plain"),)
    table = decked(past={"move": moved("a-t", "advance")}, weapons=weapons)
    if own == "rifle":
        refused(table, "red", select(loan("a-p.1")), "GA-3.2-14").rejected("GA-3.2-14", "has-advanced")
        return
    table.when("red", select(loan("a-p.1"))).accepted()
    refused(table, "red", aim(table, "a-t", *shots(table, "a-t", "b-b", "rifle")), "GA-8.3-06").rejected(
        "GA-8.3-06", "storm-only"
    )
    table.faces(1)
    table.when("red", aim(table, "a-t", *shots(table, "a-t", "b-b", "storm"))).accepted()
    assert last(settle(table), ShootingEnded).formation == "a-t"


def watching(*, deck: int = 2, past: Any = None, lender: str = "rifle", phase: str = "move") -> Table:
    """Let red move, or assault, before a transport of blue's with an Overwatch prepared and three passengers aboard."""
    hull = carrier("b-t", at=(30, 20), powers=(f"weapons_deck {deck}",) if deck else (), weapons=())
    people = squad(3, "b-p", weapons=(gun(lender), blade()) if lender else (blade(),))
    red = formation("a-r", at=[(20, 20)], weapons=(), troop=trooper(w=2))
    table = battle(people, hull, red, phase=phase, begin=False, past=past)
    away(arm(table, blue=("onslaught_overwatch",)), {"b-p": "b-t.1"})
    table.ask(kind_for(table, "BeginPhase"), "table", about=(phase,))
    table.when("table", BeginPhase(phase=phase)).accepted()
    if phase == "move":
        table.when("red", DeclareNormalMove(formation="a-r")).accepted()
        return table
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.faces(6, 5)
    table.when("red", RollAssault(formation="a-r")).accepted()
    return table


@pytest.mark.rule("GA-3.2-36", "GA-5.7-02", "GA-5.7-03")
def test_an_overwatch_through_the_deck():
    """A transport whose only guns are its passengers' may answer a move: it is lent to, and hits on 6 alone."""
    table = watching()
    assert table.window is not None
    assert (table.window.kind, table.window.asks) == ("move_started", (1,))
    (offered,) = (each for each in table.offers("blue") if each.command == "UseBattleManoeuvre")
    fields = [domain.field for domain in offered.fields]
    assert (fields.count("loans"), offered.fields[1].values.values) == (3, ("b-t",))
    lent = tuple(loan(f"b-p.{each}", transport="b-t.1") for each in (1, 2, 3))
    use(table, "blue", "onslaught_overwatch", "b-t", loans=lent).rejected("GA-3.2-35", "deck-full", most=2, found=3)
    used = use(table, "blue", "onslaught_overwatch", "b-t", loans=lent[:2])
    used.then(FormationSelectedToShoot, overwatch="a-r", loans=lent[:2])
    table.faces(5, 6, 1)
    table.when("blue", aim(table, "b-t", *shots(table, "b-t", "a-r", "rifle"))).accepted()
    settle(table, "MakeNormalMove")
    rolled = last(table, HitsRolled)
    assert (rolled.needed.total, rolled.faces, rolled.hits) == (6, (5, 6), 1)
    assert last(table, ShootingEnded).formation == "b-t"
    assert table.game.troops["b-t.1"].weapons == ()


@pytest.mark.rule("GA-5.7-02", "GA-3.2-36")
@pytest.mark.parametrize(("deck", "lender", "kind"), [
    (2, "rifle", "move_started"), (0, "rifle", "make_move"), (2, "", "make_move"),
])  # fmt: skip
def test_who_has_nothing_to_fire_is_not_asked(deck: int, lender: str, kind: str):
    """Without a Weapons Deck, or with passengers who have no guns, nobody is asked and the move goes on."""
    table = watching(deck=deck, lender=lender)
    assert table.window is not None
    assert table.window.kind == kind


@pytest.mark.rule("GA-5.7-02", "GA-3.2-36")
@pytest.mark.parametrize(("kind", "asked"), [("normal", True), ("advance", False), ("retreat", False)])
def test_the_transport_itself_has_to_be_eligible(kind: str, *, asked: bool):
    """In the Assault Phase a transport that Advanced or Retreated answers nothing, whatever its passengers carry."""
    table = watching(past={"move": moved("b-t", kind)}, phase="assault")
    assert table.window is not None
    assert table.window.kind == ("assault_started" if asked else "assault_move")


# -- wrecks

DEADLY = gun("deadly", s=16, ap=-6, d=20, rs=2)


def wrecked(*dice: int, troops: int = 3, others: Any = (), powers: tuple[str, ...] = (), w: int = 1,
            options: Any = None, aboard: tuple[str, ...] = ("a-p",), **rest: Any) -> Table:  # fmt: skip
    """Destroy "a-t", which stands at (20, 20) with passengers aboard, in blue's Shooting turn."""
    blue = formation("b-b", at=[(40, 20)], weapons=(DEADLY,))
    people = squad(troops, troop=trooper(w=w))
    off = dict.fromkeys(aboard, "a-t.1")
    table = field(people, carrier(powers=powers, **rest), blue, *others, off=off, phase="shooting", first="blue",
                  dice=(6, 6, 1, *dice), options=options)  # fmt: skip
    table.when("blue", SelectToShoot(formation="b-b")).accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-t"))).accepted()
    return settle(table, "DisembarkFromWreck", "SelectToShoot", "AllocateMortalWound")


def out(*at: Place, emergency: bool = False) -> DisembarkFromWreck:
    return DisembarkFromWreck(formation="a-p", troops=poses("a-p", *at), emergency=emergency)


@pytest.mark.rule("GA-3.2-43", "GA-3.3-36")
def test_passengers_leave_after_the_deadly_demise():
    """The transport's Deadly Demise comes first and does not hurt the passengers; then they get out."""
    friend = formation("a-n", at=[(20, 25)], troop=trooper(w=5))
    table = wrecked(6, 2, others=(friend,), powers=("deadly_demise D3",))
    assert last(table, DeadlyDemiseRolled).results[0].formation == "a-n"
    assert {each.formation for each in story(table, MortalWoundsPending)} == {"a-n"}
    assert last(table, TransportWrecked).formations == ("a-p",)
    assert table.view("blue").wrecks[0].formations == ("a-p",)
    refused(table, "red", out((20, 20), (21.5, 22.6), (18.5, 22.6)), "GA-3.2-06", "GA-2.2-05").rejected(
        "GA-3.2-06", "on-another"
    ).rejected("GA-2.2-05", "not-cohesive")
    refused(table, "red", out((20, 24.1), (21.5, 24.1), (18.5, 24.1)), "GA-3.2-39").rejected(
        "GA-3.2-39", "too-far-from-transport"
    )
    table.faces(2, 3, 4)
    table.when("red", out(*BESIDE)).then(FormationDisembarked, kind="wreck").cites("GA-3.2-43", "GA-3.2-45")
    assert table.view("blue").wrecks == ()


@pytest.mark.rule("GA-3.2-43", "GA-3.2-44")
def test_a_loss_on_the_way_out_keeps_nobody_aboard():
    """Two formations leave one wreck; that a troop of the first falls to its 1 leaves no question behind."""
    table = wrecked(others=(squad(2, "a-q"),), aboard=("a-p", "a-q"))
    table.faces(1, 3, 4)
    table.when("red", out(*BESIDE)).then(WreckRolled, wounds=1)
    pending = table.game.pending[0].id
    table.when("red", AllocateMortalWound(pending=pending, troop="a-p.1")).then(TroopDestroyed).asks("wreck", "red")
    table.faces(5, 5)
    second = DisembarkFromWreck(formation="a-q", troops=poses("a-q", (20, 17.4), (21.5, 17.4)), emergency=False)
    table.when("red", second).then(WreckRolled, wounds=0).asks("shooting_turn", "blue")
    assert table.game.wrecks == ()


@pytest.mark.rule("GA-3.2-44")
def test_a_one_hurts_whom_the_owner_likes():
    """One die for each troop; each 1 is a mortal wound for any troop of the formation."""
    table = wrecked(troops=8, w=2)
    spots = ring(8, 3)
    table.faces(1, 1, 3, 4, 5, 6, 6, 2)
    outcome = table.when("red", out(*spots)).then(WreckRolled, wounds=2, hurts=1)
    assert outcome.one(MortalWoundsPending).source == "wreck"
    pending = table.game.pending[0].id
    for troop in ("a-p.5", "a-p.2"):
        table.when("red", AllocateMortalWound(pending=pending, troop=troop)).accepted()
    assert (table.game.troops["a-p.5"].wounds_left, table.game.troops["a-p.2"].wounds_left) == (1, 1)


@pytest.mark.rule("GA-3.2-45")
@pytest.mark.parametrize("duration", ["round", "turn"])
def test_who_left_a_wreck_is_shaken(duration: str):
    """The formation is Battle-Fatigued, counts as having moved and does not assault: for the round, or the turn."""
    table = wrecked(options={"destroyed_transport_duration": duration})
    table.faces(2, 3, 4)
    table.when("red", out(*BESIDE)).then(FormationDisembarked, bound=duration).then(
        FormationBattleFatigued, formation="a-p", until=2
    )
    assert (shown(table, "a-p").fatigued, shown(table, "a-p").move_kind) == (True, "normal")
    settle(table, "EndTurn")
    table.when("blue", EndTurn()).accepted()
    table.when("red", SelectToShoot(formation="a-p")).accepted()
    assert bool(row(table, "a-p").bound) is (duration == "round")
    assert row(table, "a-p").move == ("normal" if duration == "round" else "")
    table.faces(5, 5, 5)
    table.when("red", aim(table, "a-p", *shots(table, "a-p", "b-b"))).accepted()
    settle(table)
    assert (last(table, HitsRolled).needed.total, last(table, HitsRolled).hits) == (6, 0)


def ring(count: int, radius: float, start: float = 0, step: float = 0) -> list[Place]:
    """Give places on a circle about the transport, all around it or in steps of so many degrees."""
    angles = [math.radians(start + n * (step or 360 / count)) for n in range(count)]
    return [(20 + radius * math.cos(each), 20 + radius * math.sin(each)) for each in angles]


INNER = formation("b-r", at=ring(12, 3.5), weapons=())
"""Enemies who leave no room within 3" of the transport."""


@pytest.mark.rule("GA-3.2-46", "GA-3.2-45")
def test_an_emergency_is_farther_and_harder():
    """Where 3" have no room passengers get out within 6", and 1 to 3 hurt, in the normal order."""
    table = wrecked(troops=5, others=(INNER,))
    spots = ring(5, 6.2, -28, 14)
    far = ring(5, 7.01, -28, 14)
    refused(table, "red", out(*far, emergency=True), "GA-3.2-46").rejected("GA-3.2-46", "too-far-from-transport")
    refused(table, "red", out(*spots), "GA-3.2-39").rejected("GA-3.2-39", "too-far-from-transport")
    table.faces(1, 3, 4, 2, 6)
    outcome = table.when("red", out(*spots, emergency=True)).then(FormationDisembarked, kind="emergency")
    outcome.then(WreckRolled, wounds=3, hurts=3)
    assert outcome.one(MortalWoundsPending).source == "emergency"


@pytest.mark.rule("GA-3.2-46")
def test_no_emergency_without_need():
    """While there is room within 3" an Emergency Disembarkation is refused."""
    table = wrecked()
    refused(table, "red", out((26, 18.5), (26, 20), (26, 21.5), emergency=True), "GA-3.2-46").rejected(
        "GA-3.2-46", "room-left"
    )


@pytest.mark.rule("GA-3.2-47", "GA-2.2-06")
def test_who_finds_no_room_in_an_emergency_is_destroyed():
    """Those who can not be placed are destroyed; the others are placed and rolled for, as many as have room."""
    gap = formation("b-o", at=ring(20, 6.5, 12, 16.6), weapons=())
    table = wrecked(troops=5, others=(INNER, gap))
    said = silence(table)
    assert isinstance(said, DisembarkFromWreck)
    assert (len(said.troops), said.emergency) == (3, True)
    table.faces(4, 5, 6)
    outcome = table.when("red", said).then(WreckRolled, faces=(4, 5, 6), wounds=0)
    lost = [(each.troop, each.cause) for each in outcome.events if isinstance(each, TroopDestroyed)]
    assert lost == [("a-p.4", "no_room"), ("a-p.5", "no_room")]
    assert living(table, "a-p") == ["a-p.1", "a-p.2", "a-p.3"]


@pytest.mark.rule("GA-3.2-47")
def test_where_nobody_finds_room_all_are_destroyed():
    """A formation of which nobody can be placed is destroyed without a die."""
    table = wrecked(troops=2, others=(INNER, formation("b-o", at=ring(22, 6.5), weapons=())))
    outcome = table.when("red", out(emergency=True)).then(TroopDestroyed, FormationDestroyed, whole=True)
    outcome.without(WreckRolled)
    assert table.game.wrecks == ()


@pytest.mark.rule("GA-3.2-47")
def test_nobody_is_left_in_a_wreck_who_has_room():
    """Fewer troops than have room are not set up."""
    table = wrecked(troops=3, others=(INNER,))
    refused(table, "red", out((26.2, 20), emergency=True), "GA-3.2-47").rejected("GA-3.2-47", "room-for-more")


@pytest.mark.rule("GA-2.2-09", "GA-3.2-43")
def test_passengers_of_a_transport_removed_for_cohesion_get_out_unhurt():
    """A transport removed for cohesion is left without dice, wounds or fatigue."""
    pair = formation("a-t", at=[(20, 20), (30, 20)], troop=HULL, keywords=("vehicle", "transport"))
    hold = carrier().row.transport
    pair = pair._replace(row=replace(pair.row, transport=hold))
    table = away(battle(squad(), pair, ENEMY, phase="shooting"), {"a-p": "a-t.1"})
    table.when("red", EndTurn()).accepted()
    table.when("red", RemoveOutOfCohesion(formation="a-t", troop="a-t.1")).then(TransportWrecked, quiet=True)
    outcome: Outcome = table.when("red", out(*BESIDE)).then(FormationDisembarked)
    outcome.without(WreckRolled, FormationBattleFatigued, MortalWoundsPending)
    assert living(table, "a-p") == ["a-p.1", "a-p.2", "a-p.3"]


@pytest.mark.rule("GA-3.2-43")
def test_the_battle_waits_for_passengers_of_a_wreck():
    """An army whose last transport falls lives on in its passengers."""
    table = wrecked()
    assert table.window.kind == "wreck"
    table.faces(6, 6, 6)
    table.when("red", out(*BESIDE)).accepted()
    assert table.game.result is None
