"""Formations that are not on the warfield: transports with passengers, Reserves and Aircraft, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Attachment,
    BattleFormations,
    BeginPhase,
    CommitBattleFormations,
    Embarkation,
    Hold,
    KeywordSet,
    Loan,
    TroopPose,
    WarfieldClosed,
)
from tests.kit import Outcome, Table
from tests.rulesets.grinding_annihilation.givens import (
    Place,
    Unit,
    battle,
    blade,
    formation,
    gun,
    kind_for,
    mil,
    mustered,
    pose,
    trooper,
)
from tests.rulesets.grinding_annihilation.test_setup import on_field

HULL = trooper("hull", m=10, v=8, w=8, base=3)
FLYER = replace(trooper("flyer", m=20, v=8, w=8, base=2), at_least=True)
WINGS = ("vehicle", "fly", "aircraft")
CANNON = gun("cannon", reach=36)
PASSENGERS = ("a-p",)


def carrier(
    id: str = "a-t",
    at: Place = (20, 20),
    capacity: int = 10,
    *,
    allowed: Sequence[str] = ("infantry",),
    refused: Sequence[str] = (),
    keywords: Sequence[str] = ("vehicle", "transport"),
    **rest: Any,
) -> Unit:
    """Make a transport of one troop on a base of three inches."""
    unit = formation(id, at=[at], troop=rest.pop("troop", HULL), keywords=keywords, **rest)
    hold = Hold(capacity=capacity, allowed=(KeywordSet(keywords=tuple(allowed)),), refused=tuple(refused))
    return unit._replace(row=replace(unit.row, transport=hold))


def squad(count: int = 3, id: str = "a-p", **rest: Any) -> Unit:
    """Make a formation of infantry that stands nowhere in particular."""
    return formation(id, at=[(2, 2 + 1.5 * number) for number in range(count)], **rest)


def aircraft(id: str = "a-f", at: Place = (10, 10), **rest: Any) -> Unit:
    """Make an Aircraft of one troop."""
    words = rest.pop("keywords", WINGS)
    return formation(id, at=[at], troop=rest.pop("troop", FLYER), keywords=words, **rest)


def away(table: Table, formations: Mapping[str, str], **fields: Any) -> Table:
    """Take formations off the warfield: to Reserves, or aboard of the transport troop that is named."""
    for id, place in formations.items():
        row = table.game.formations[id]
        table.put("troops", *(replace(table.game.troops[key], pose=None) for key in row.troops))
        aboard = place if "." in place else ""
        where = {"place": "embarked" if aboard else place, "aboard": aboard}
        table.put("formations", replace(row, **where, **fields))
    return table


def field(
    *units: Unit, off: Mapping[str, str], phase: str = "move", fields: Mapping[str, Any] | None = None, **rest: Any
) -> Table:
    """Begin a phase with some formations off the warfield."""
    table = away(battle(*units, phase=phase, begin=False, **rest), off, **(fields or {}))
    table.ask(kind_for(table, "BeginPhase"), "table", about=(phase,))
    table.when("table", BeginPhase(phase=phase)).accepted()
    return table


def poses(id: str, *at: Place) -> tuple[TroopPose, ...]:
    """Name places for a formation's troops."""
    return tuple(TroopPose(troop=f"{id}.{number}", pose=pose(one)) for number, one in enumerate(at, 1))


def writing(*units: Unit, **rest: Any) -> Table:
    """Ask both players for their battle formations."""
    table = on_field(*units, **rest).given(WarfieldClosed())
    return table.ask(kind_for(table, "CommitBattleFormations"), "red", "blue")


def written(
    reserves: Sequence[str] = (),
    strategic: Sequence[str] = (),
    hover: Sequence[str] = (),
    aboard: Mapping[str, str] | None = None,
    lead: Mapping[str, str] | None = None,
) -> CommitBattleFormations:
    """Write battle formations down."""
    return CommitBattleFormations(
        formations=BattleFormations(
            attachments=tuple(Attachment(leader=one, escort=other) for one, other in (lead or {}).items()),
            embarked=tuple(Embarkation(formation=one, transport=other) for one, other in (aboard or {}).items()),
            reserves=tuple(reserves), strategic_reserves=tuple(strategic), hover=tuple(hover),
        )
    )  # fmt: skip


def row(table: Table, id: str) -> Any:
    """Give the row of a formation."""
    return table.game.formations[id]


def shown(table: Table, id: str) -> Any:
    """Give what everybody sees of a formation."""
    return next(each for each in table.view("referee").formations if each.id == id)


def asked(table: Table) -> int:
    """First party that the innermost window asks."""
    window = table.window
    assert window is not None
    return window.asks[0]


def silence(table: Table) -> Struct:
    """What the silence of that party stands for."""
    window = table.window
    assert window is not None
    otherwise = table.rules.windows[window.kind].default_command
    answer = otherwise(table.game, window, asked(table)) if otherwise else None
    assert answer is not None
    return answer


def loan(troop: str, weapon: str = "rifle", transport: str = "a-t.1") -> Loan:
    """Name a weapon that a passenger lends."""
    return Loan(transport=transport, troop=troop, weapon=weapon)


__all__ = [
    "CANNON", "FLYER", "HULL", "WINGS", "Outcome", "aircraft", "asked", "away", "blade", "carrier", "field", "loan",
    "mil", "mustered", "poses", "row", "shown", "silence", "squad", "writing", "written",
]  # fmt: skip
