"""Where a formation is, and what keywords it has: what follows for everything that is done with it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.rulesets.grinding_annihilation.library import LIBRARY
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareAssault,
    DeclareNormalMove,
    RosterAccepted,
    SelectToShoot,
    WoundsRolled,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.afield import carrier, field, squad
from tests.rulesets.grinding_annihilation.givens import (
    aim,
    battle,
    created,
    fire,
    formation,
    gun,
    last,
    line,
    refused,
    shots,
)
from tests.rulesets.grinding_annihilation.test_army import LORD, SQUAD, army
from tests.rulesets.grinding_annihilation.test_concepts import measured


@pytest.mark.rule("GA-2.1-06")
def test_keywords_of_either_list_are_alike(monkeypatch: pytest.MonkeyPatch):
    """A keyword counts in whatever list and letters its catalogue prints it, and only if it prints it."""
    squad = LIBRARY.catalogues["voidforged_sentinels"]
    rest = tuple(each for each in squad.other_keywords if each != "infantry")
    assert len(rest) == len(squad.other_keywords) - 1
    for faction, others in ((("Infantry",), rest), ((), (*rest, "INFANTRY")), ((), rest)):
        printed = replace(squad, faction_keywords=(*squad.faction_keywords, *faction), other_keywords=others)
        monkeypatch.setitem(LIBRARY.catalogues, squad.id, printed)
        table = created()
        table.when("red", army(LORD, SQUAD)).accepted()
        carried = next(each.keywords for each in last(table, RosterAccepted).formations if each.id == "a-squad")
        assert ("infantry" in carried) == (faction != () or others != rest)


@pytest.mark.rule("GA-2.1-06")
@pytest.mark.parametrize(("keywords", "wounds"), [(("infantry", "character"), 1), (("vehicle", "character"), 0)])
def test_an_attached_formation_has_the_keywords_of_any_of_its_troops(keywords: tuple[str, ...], wounds: int):
    """A rule for Infantry works on an Attached formation of which the Leader alone is Infantry."""
    escort = formation("b-b", at=line(2, 23), keywords=("vehicle",), weapons=())
    leader = formation("b-l", at=[(24.5, 10)], keywords=keywords, leads=("b",), weapons=())
    red = formation("a-r", at=[(10, 10)], weapons=(gun("beam", "emission"),))
    table = fire(battle(red, escort, leader, lead={"b-l": "b-b"}, dice=(3, 3, *[6] * wounds)))
    assert last(table, WoundsRolled).wounds == wounds


PLACES = {"embarked": "{}-t.1", "reserves": "reserves", "strategic_reserves": "strategic_reserves"}


def elsewhere(phase: str, place: str) -> Table:
    """Begin a phase in which "a-p" and "b-p" are not on the warfield, an inch from the other's hull if they were."""
    held = [carrier("a-t", (20, 20)), carrier("b-t", (25, 20)), squad(1, "a-p"), squad(1, "b-p", weapons=())]
    off = {f"{side}-p": PLACES[place].format(side) for side in "ab"}
    return field(*held, formation("a-r", at=[(20, 17)]), off=off, phase=phase)


@pytest.mark.rule("GA-2.1-07")
@pytest.mark.parametrize("place", PLACES)
def test_who_is_elsewhere_does_nothing_on_the_warfield(place: str):
    """Who is embarked or in Reserves does not move, shoot or assault; those on the warfield do."""
    for phase, act, reason in (
        ("move", DeclareNormalMove(formation="a-p"), "not-on-warfield"),
        ("shooting", SelectToShoot(formation="a-p", sidearms=()), "shooter-off-field"),
        ("assault", DeclareAssault(formation="a-p", targets=("b-t",)), "not-on-warfield"),
    ):
        table = elsewhere(phase, place)
        refused(table, "red", act, "GA-2.1-07").rejected("GA-2.1-07", reason)
        table.when("red", replace(act, formation="a-r")).accepted()


@pytest.mark.rule("GA-2.1-07")
@pytest.mark.parametrize("place", PLACES)
def test_who_is_elsewhere_is_no_target_and_has_no_distance(place: str):
    """Who is embarked or in Reserves is not shot at, assaulted or measured to; his transport is."""
    table = elsewhere("shooting", place)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    (shot,) = shots(table, "a-r", "b-t")
    aside = replace(shot, target="b-p")
    refused(table, "red", aim(table, "a-r", aside), "GA-2.1-07").rejected("GA-2.1-07", "target-off-field")
    table.when("red", aim(table, "a-r", shot)).accepted()
    with pytest.raises(Rejected) as told:
        measured(table, "a-r", "b-p")
    assert [(each.clause, each.reason) for each in told.value.faults] == [("GA-2.1-07", "off-warfield")]
    assert measured(table, "a-t", "b-t").distance == 2000
    table = elsewhere("assault", place)
    charge = DeclareAssault(formation="a-t", targets=("b-p",))
    refused(table, "red", charge, "GA-2.1-07").rejected("GA-2.1-07", "not-on-warfield")
    table.when("red", replace(charge, targets=("b-t",))).accepted()
