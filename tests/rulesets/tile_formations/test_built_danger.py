"""The dangerous terrain test, losses, Shock and formations that outside rules break."""

from __future__ import annotations

from adjudicator.kernel.messages import ConfirmFact
from adjudicator.rulesets.tile_formations.model.messages import (
    AdjustShock,
    CasualtyTaken,
    DangerousTerrainRolled,
    DangerousTestRequired,
    DeclareCautious,
    FormationStateChanged,
    RecordCasualties,
    RollDangerousTerrain,
    SetFormationState,
    ShockAdded,
    ShockRemoved,
    UnitDestroyed,
)
from tests.kit import Table
from tests.rulesets.tile_formations.givens import (
    begin,
    end_move,
    infantry,
    move,
    roll,
    shock,
    table,
    top,
    unit,
    vehicle,
)

FOE = {"b1.1": ("F3", infantry(flags=("no_zoc",)))}
WOODS = ". W . * . .\n. . . . . .\n. . . . . ."


def started(cautious: bool = False, **changes: object) -> Table:
    played = table(WOODS, FOE | {"a1.1": ("A1", vehicle(integrity=2))}, **changes)  # type: ignore[arg-type]
    begin(played, "a1")
    if cautious:
        played.when("red", DeclareCautious(unit="a1.1")).accepted()
    return played


def test_cautious_movement_rolls_twice() -> None:
    """The better of two rolls counts, as a whole or die by die by the options."""
    played = started(cautious=True)
    move(played, "a1.1", "B1").then(DangerousTestRequired, second_roll=True, dice=2)
    roll(played, "a1.1", 6, 6, 3, 6).then(DangerousTerrainRolled, casualties=1).then(CasualtyTaken, left=1)
    played = started(cautious=True, options={"cautious_scope": "die"})
    move(played, "a1.1", "B1").accepted()
    roll(played, "a1.1", 6, 1, 3, 6).then(DangerousTerrainRolled, casualties=0).without(CasualtyTaken)


def test_minefields_are_worse_and_never_rolled_again() -> None:
    """A 5 is a casualty too, and caution gives no second roll."""
    played = table(WOODS, FOE | {"a1.1": ("C1", infantry(integrity=3))})
    begin(played, "a1")
    played.when("red", DeclareCautious(unit="a1.1")).accepted()
    move(played, "a1.1", "D1").then(DangerousTestRequired, faces=(5, 6), second_roll=False).cites("TF-MINE-05")
    played.when("red", RollDangerousTerrain(unit="b1.1", feature="")).rejected("TF-DANGER-13", "other-test")
    roll(played, "a1.1", 5, 6, 4).then(DangerousTerrainRolled, casualties=2)
    played.when("red", RollDangerousTerrain(unit="a1.1", feature="")).rejected("TF-MOVE-05", "not-asked")
    assert unit(played, "a1.1").integrity == 1


def test_danger_brings_no_shock() -> None:
    """A unit that terrain destroys costs its formation neither Shock nor morale."""
    played = started()
    move(played, "a1.1", "B1", "C1").accepted()
    lost = roll(played, "a1.1", 6, 6).then(UnitDestroyed, cause="dangerous_terrain", morale=False)
    lost.without(ShockAdded)
    assert shock(played, "a1") == 0
    end_move(played, "a1").accepted()


def test_losses_are_told() -> None:
    """Losses from outside count when the referee tells them, or when the other seats let them stand."""
    played = table(WOODS, FOE | {"a1.1": ("A1", vehicle(integrity=2))})
    played.ask("choose_action", "red")
    played.when("referee", RecordCasualties(unit="a1.1", points=1, causes_shock=True)).then(CasualtyTaken, left=1)
    played.when("blue", RecordCasualties(unit="a1.1", points=1, causes_shock=True)).asks("fact_stated", "red")
    stood = played.when("red", ConfirmFact(fact=top(played).about[0]))
    stood.then(CasualtyTaken, UnitDestroyed, ShockAdded, formation="a1", total=1)
    played.when("referee", RecordCasualties(unit="a1.1", points=1, causes_shock=True)).rejected(
        "TF-CHARGE-06", "unit-gone"
    )


def test_a_tested_unit_may_be_gone() -> None:
    """Where the tested unit is destroyed otherwise, its test is off."""
    played = started()
    move(played, "a1.1", "B1", "C1").accepted()
    played.when("referee", RecordCasualties(unit="a1.1", points=2, causes_shock=False)).then(UnitDestroyed)
    played.when("red", RollDangerousTerrain(unit="", feature="")).exactly().asks("formation_move", "red")


def test_shock_and_state_come_from_outside() -> None:
    """A referee adds Shock and takes it away down to 0, and breaks formations."""
    played = table(WOODS, FOE | {"a1.1": ("A1", vehicle())}, formations={"b1": {"state": "overwatch"}})
    played.ask("choose_action", "red")
    played.when("referee", AdjustShock(formation="a1", amount=2, reason="shelled")).then(ShockAdded, total=2)
    played.when("referee", AdjustShock(formation="a1", amount=-5, reason="")).then(ShockRemoved, amount=2, total=0)
    played.when("referee", AdjustShock(formation="a1", amount=-5, reason="")).exactly()
    broken = SetFormationState(formation="b1", state="broken")
    played.when("referee", broken).then(FormationStateChanged, state="broken")
    played.when("referee", SetFormationState(formation="b1", state="tired")).rejected("TF-ZOC-02", "no-such-state")
