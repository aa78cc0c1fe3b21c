"""AN-REACT-16 to AN-REACT-21: where the moves of Dash to Cover, Escape and Countercharge may go.

Asked of the innermost action, which is the reaction that moves; its target is the unit that it reacts to. How far it
may go and over what ground is judged as for any Run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import ModelPath, ModelPose
from adjudicator.rulesets.antares.model.rows import Model
from adjudicator.rulesets.antares.model.state import Game, current_action, models_of
from adjudicator.rulesets.antares.rules.movement import move_allowance
from adjudicator.rulesets.antares.rules.reactions import triggers
from adjudicator.rulesets.antares.rules.shooting import line_of_sight
from adjudicator.rulesets.antares.rules.shooting.sight_lines import Line
from adjudicator.rulesets.antares.rules.terrain import cover

SLACK = 100
Check: TypeAlias = Callable[[Game], Iterator[Fault]]


def kind_of_move(game: Game) -> str:
    """Name the reaction that moves now: "dash_to_cover", "escape" or "countercharge"."""
    row = triggers.row_of(game, current_action(game).unit)
    return row.reaction if row is not None else ""


def sprints(game: Game) -> bool:
    """AN-REACT-06 AN-REACT-31 Tell whether the reaction that moves now was declared as a sprint."""
    row = triggers.row_of(game, current_action(game).unit)
    return row is not None and row.sprint


def reach(game: Game, unit: str) -> int:
    """AN-REACT-06 AN-DMG-15 Give how far a reaction may move its unit: 2M, or 3M where it was declared as a sprint."""
    row = triggers.row_of(game, unit)
    return move_allowance.allowance(game, unit, "run", sprint=row is not None and row.sprint)


def faults(game: Game, paths: Sequence[ModelPath]) -> Iterator[Fault]:
    """Say what a reaction's own clause has against its path, the first thing first."""
    yield from judge(game)(paths)


def judge(game: Game) -> Callable[[Sequence[ModelPath]], Iterator[Fault]]:
    """Give what judges paths by the clause of the reaction that moves now; what it starts from is worked out once."""
    action = current_action(game)
    check = CHECKS[kind_of_move(game)](game, action.unit, action.target)
    return lambda paths: check(distances.with_poses(game, _ends(paths)))


def _ends(paths: Iterable[ModelPath]) -> tuple[ModelPose, ...]:
    return tuple(ModelPose(model=path.model, pose=path.path[-1]) for path in paths if path.path)


# -- Dash to Cover


def models_in_cover(game: Game, unit: str, enemy: str) -> int:
    """AN-REACT-17 Count the models of a unit that have cover against another, or are out of its sight."""
    eyes = line_of_sight.judging_models(game, enemy)
    table = line_of_sight.lines(game, enemy, unit)
    return sum(_safe(game, model, eyes, table) for model in models_of(game, unit))


def _safe(game: Game, model: Model, eyes: Sequence[Model], table: Mapping[tuple[str, str], Line]) -> bool:
    seeing = [eye for eye in eyes if not table[eye.id, model.id].blocked]
    return not seeing or cover.bonus(game, model, cover.cover_against(game, model, seeing))[0] > 0


def _dash(game: Game, unit: str, enemy: str) -> Check:
    before = models_in_cover(game, unit, enemy)

    def check(there: Game) -> Iterator[Fault]:
        after = models_in_cover(there, unit, enemy)
        if after <= before:
            yield fault("AN-REACT-17", "no-better-cover", "paths", unit=unit, before=before, after=after)

    return check


# -- Escape and Countercharge


def _escape(game: Game, unit: str, enemy: str) -> Check:
    before = distances.gap(game, unit, enemy)

    def check(there: Game) -> Iterator[Fault]:
        after = distances.gap(there, unit, enemy)
        if after <= before:
            yield fault("AN-REACT-20", "no-farther-away", "paths", unit=unit, before=before, after=after)

    return check


def half_way(game: Game, unit: str, enemy: str) -> int:
    """AN-REACT-21 Give the gap that a Countercharge leaves: half of what there is, unless a side has not the reach."""
    gap, own = distances.gap(game, unit, enemy), reach(game, unit)
    other = next(
        (action.move.allowance for action in reversed(game.actions) if action.unit == enemy and action.move), 0
    )
    return gap - min(own, max(gap // 2, gap - other))


def _countercharge(game: Game, unit: str, enemy: str) -> Check:
    wanted = half_way(game, unit, enemy)

    def check(there: Game) -> Iterator[Fault]:
        left = distances.gap(there, unit, enemy)
        if abs(left - wanted) > SLACK:
            yield fault("AN-REACT-21", "not-half-way", "paths", unit=unit, gap=left, wanted=wanted)

    return check


CHECKS: Mapping[str, Callable[[Game, str, str], Check]] = {
    triggers.DASH: _dash,
    triggers.ESCAPE: _escape,
    triggers.COUNTERCHARGE: _countercharge,
}
