"""Points of the table that score at the end of every turn."""

from __future__ import annotations

from adjudicator.board.inches import Body, Pose, point_gap_within
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model.rows import Model
from adjudicator.rulesets.antares.model.state import SEATS, Game, kind_of, models_of, on_table, terms_of

NOBODY = (0, 0)


def points_of_turn(game: Game) -> tuple[int, ...]:
    """Count the objectives that each side holds, seat 0 first; none in scenarios without them."""
    terms = terms_of(game).terms
    if terms.scoring != "objectives":
        return NOBODY
    holders = [holder(game, objective, terms.reach) for objective in terms.objectives]
    return tuple(holders.count(seat) for seat in SEATS)


def holder(game: Game, spot: Spot, reach: int) -> Party | None:
    """AN-GEN-07 Give the side that alone has a unit within reach of a point; None where both or neither have."""
    near = [seat for seat in SEATS if _is_near(game, seat, spot, reach)]
    return near[0] if len(near) == 1 else None


def _is_near(game: Game, seat: Party, spot: Spot, reach: int) -> bool:
    return any(
        point_gap_within(_body(game, model, model.pose), spot.x, spot.y, reach)
        for unit in on_table(game, seat)
        if not unit.fleeing
        for model in models_of(game, unit.id)
        if model.pose is not None
    )


def _body(game: Game, model: Model, pose: Pose) -> Body:
    kind = kind_of(game, model)
    return Body(kind.base_size, kind.height, pose)
