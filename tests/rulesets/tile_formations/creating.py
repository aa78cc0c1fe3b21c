"""Games from their very beginning: terms, armies, and ways into the deployment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.messages import (
    CreateBattlefield,
    DeployUnit,
    FormationSheet,
    MusterArmy,
    Options,
    UnitSheet,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.givens import infantry, rules, vehicle


def terms(*, options: dict[str, Any] | None = None, **fields: Any) -> CreateBattlefield:
    """Make terms: open ground of 12 by 12 tiles; none of a size where a map or a text is given."""
    size = {} if "map" in fields or "text" in fields else {"columns": 12, "rows": 12}
    made = CreateBattlefield(map="", text="", columns=0, rows=0, base="", options=replace(Options(), **(options or {})))
    return replace(made, **{**size, **fields})


def opened(seats: int = 2, **rest: Any) -> Table:
    """Open a game that waits for its battlefield."""
    return Table(rules(), seats, **({"dice": ()} | rest))


def create(played: Table, **fields: Any) -> Outcome:
    """Create a battlefield; the outcome may be a refusal."""
    return played.when("referee", terms(**fields))


def formation(*units: UnitSheet, name: str = "Formation") -> FormationSheet:
    """Make a formation."""
    return FormationSheet(name=name, units=units)


def muster(played: Table, who: str, *formations: FormationSheet, force: str = "") -> Outcome:
    """Hand an army in; the outcome may be a refusal."""
    return played.when(who, MusterArmy(force=force, formations=formations))


def mustered(
    red: Sequence[FormationSheet] = (), blue: Sequence[FormationSheet] = (), *, table: dict[str, Any] | None = None,
    **fields: Any,
) -> Table:  # fmt: skip
    """Create a battlefield and muster two armies, each of a formation of two where nothing else is said."""
    played = opened(**(table or {}))
    create(played, **fields).accepted()
    usual = (formation(infantry(), vehicle()),)
    muster(played, "red", *(red or usual)).accepted()
    muster(played, "blue", *(blue or usual)).accepted()
    return played


def silent(played: Table, who: int = 0) -> Any:
    """Give what the silence of a party stands for."""
    top = played.window
    assert top is not None
    otherwise = played.rules.windows[top.kind].default_command
    assert otherwise is not None
    return otherwise(played.game, top, who)


def deploy(played: Table, who: str, unit: str, tile: str) -> Outcome:
    """Deploy a unit; the outcome may be a refusal."""
    return played.when(who, DeployUnit(unit=unit, tile=tile))
