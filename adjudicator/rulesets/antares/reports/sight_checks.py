"""The question CheckSight: what a unit sees of another, as the table stands (AN-SHOOT-02 to AN-SHOOT-09)."""

from __future__ import annotations

from adjudicator.kernel.decide.faults import Rejected, Unknown, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import ModelCover, ModelSight
from adjudicator.rulesets.antares.model.rows import Model
from adjudicator.rulesets.antares.model.state import Game, is_on_table, models_of
from adjudicator.rulesets.antares.reports.messages import CheckSightRequest, SightReport
from adjudicator.rulesets.antares.rules.shooting import line_of_sight
from adjudicator.rulesets.antares.rules.terrain import cover


def check_sight(game: Game, _party: Party, request: CheckSightRequest) -> SightReport:
    """AN-SHOOT-02 Report sight, range, cover and gap of two units.

    Raises Unknown for an id that does not exist, Rejected for a unit that is not on the table.
    """
    unit, target = _found(game, request.unit, "unit"), _found(game, request.target, "target")
    shooters = line_of_sight.judging_models(game, unit)
    sights = tuple(sight_of(game, model, target) for model in models_of(game, unit))
    covers = tuple(
        ModelCover(model=model.id, cover=cover.cover_against(game, model, shooters))
        for model in models_of(game, target)
    )
    return SightReport(sights=sights, covers=covers, gap=distances.gap(game, unit, target))


def _found(game: Game, key: str, path: str) -> str:
    if key not in game.units:
        raise Unknown(fault("", "unknown-id", path))
    if not is_on_table(game, key) or not distances.bodies_of(game, key):
        raise Rejected(fault("AN-SHOOT-02", "looks-at-nothing", path, unit=key))
    return key


def sight_of(game: Game, shooter: Model, target: str) -> ModelSight:
    """AN-SHOOT-02 AN-TERRAIN-12 Say what a model sees of a unit, and which of its models through terrain.

    Range and inches of terrain are those of its nearest model that is seen, or of the nearest of all.
    """
    table = line_of_sight.lines(game, shooter.unit, target)
    seen = line_of_sight.seen_by(game, shooter, target)
    nearest = min(seen or models_of(game, target), key=lambda row: distances.model_gap(game, shooter, row))
    through = tuple(row.id for row in seen if table[shooter.id, row.id].hindered)
    return ModelSight(
        model=shooter.id,
        sees=bool(seen),
        distance=distances.model_gap(game, shooter, nearest),
        obscuring=table[shooter.id, nearest.id].obscuring,
        fields=line_of_sight.fields_through(game, shooter, target),
        seen=through,
    )
