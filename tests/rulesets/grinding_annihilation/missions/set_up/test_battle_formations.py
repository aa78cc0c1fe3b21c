"""Battle formations (GA-7.0-11): secret until both are in, and who qualifies."""

from __future__ import annotations

import pytest

from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFormations,
    BattleFormationsCommitted,
    BattleFormationsRevealed,
    CommitBattleFormations,
    Embarkation,
    WarfieldClosed,
)
from tests.rulesets.grinding_annihilation.fixtures import battle, formation
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import NO_CHOICES, ask_for, warfield_set
from tests.rulesets.grinding_annihilation.steps import events_of, refused


@pytest.mark.rule("GA-7.0-11")
@pytest.mark.ruling("GA-7.0-11.2")
def test_battle_formations_are_secret_until_both_are_in():
    """What a player wrote down is known to him alone until both have written."""
    table = warfield_set().given(WarfieldClosed())
    ask_for(table, "CommitBattleFormations", "red", "blue")
    done = table.when("red", CommitBattleFormations(formations=NO_CHOICES))
    done.then(BattleFormationsCommitted, seat=0).without(BattleFormationsRevealed)
    assert [side.committed for side in table.view("blue").sides] == [True, False]
    assert table.view("red").own_formations == NO_CHOICES
    assert table.view("blue").own_formations is None
    assert table.view("spectator").own_formations is None
    outcome = refused(table, "red", CommitBattleFormations(formations=NO_CHOICES), "GA-7.0-11")
    outcome.rejected("GA-7.0-11", "not-asked", asks="blue")
    table.when("blue", CommitBattleFormations(formations=NO_CHOICES)).accepted()
    assert sorted(event.seat for event in events_of(table, BattleFormationsRevealed)) == [0, 1]


@pytest.mark.rule("GA-7.0-11", "GA-3.2-33", "GA-4.2-01", "GA-4.3-04")
@pytest.mark.parametrize(
    ("formations", "faults"),
    [
        (BattleFormations(embarked=(Embarkation(formation="a-r", transport="a-s.1"),)), {"GA-3.2-33": "no-transport"}),
        (BattleFormations(reserves=("a-r",)), {"GA-4.2-01": "no-reserve-troop"}),
        (BattleFormations(hover=("a-r",)), {"GA-4.3-04": "no-hover"}),
    ],
)
def test_who_does_not_qualify_stays_on_the_warfield(formations: BattleFormations, faults: dict[str, str]):
    """A formation that does not qualify for a place off the warfield is refused it."""
    units = [formation(key, at=[at]) for key, at in (("a-r", (5, 5)), ("a-s", (5, 8)), ("b-b", (55, 5)))]
    table = warfield_set(*units).given(WarfieldClosed())
    ask_for(table, "CommitBattleFormations", "red", "blue")
    outcome = refused(table, "red", CommitBattleFormations(formations=formations), *faults)
    for clause, reason in faults.items():
        outcome.rejected(clause, reason)
    table.when("red", CommitBattleFormations(formations=NO_CHOICES)).then(BattleFormationsCommitted)


@pytest.mark.rule("GA-7.0-11")
def test_battle_formations_are_sealed_until_both_are_in():
    """What the first player wrote is nobody else's to read before the second has written too."""
    table = battle(begin=False, phase="manoeuvres").ask("formations", "red", "blue")
    table.dice = SeededDice(bytes(32), bytes(32))
    outcome = table.when("red", CommitBattleFormations(formations=BattleFormations()))
    assert outcome.one(BattleFormationsCommitted).entry == table.protocol.seq
    sealed = table.protocol.seq
    shown = table.when("blue", CommitBattleFormations(formations=None))
    assert [event.seat for event in shown.events if isinstance(event, BattleFormationsRevealed)] == [0, 1]
    assert sorted(table.protocol.unsealed) == [sealed, sealed + 1]
