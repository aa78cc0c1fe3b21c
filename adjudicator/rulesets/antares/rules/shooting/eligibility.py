"""Who may shoot at what: range, sight and crew, model by model (AN-SHOOT-02, AN-SHOOT-10, AN-OH-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from adjudicator.board.inches import point_gap
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model import distances, volleys, weapons
from adjudicator.rulesets.antares.model.messages import ModelSight, Weapon
from adjudicator.rulesets.antares.model.rows import Group, Model, Volley
from adjudicator.rulesets.antares.model.state import Game, is_on_table, models_of
from adjudicator.rulesets.antares.rules.shooting import line_of_sight
from adjudicator.rulesets.antares.rules.shooting.sight_lines import THROUGH, Line

LOSS_REASONS = {"below-minimum": "range", "out-of-range": "range", "no-line-of-sight": "sight", "no-crew": "crew"}
BLOCKED_CLAUSES = {"blocking": "AN-SHOOT-06", "obscuring": "AN-SHOOT-05", "models": "AN-SHOOT-04"}


class ShotConditions(NamedTuple):
    """How a model shoots: the distance, how many models of the target lie behind terrain, and the fields."""

    distance: int = 0
    through: int = 0
    fields: tuple[str, ...] = ()


Found: TypeAlias = ShotConditions | Fault


class Between:
    """Lines and distances from the models of a unit to those of another, worked out once, when they are wanted."""

    def __init__(self, game: Game, unit: str, target: str) -> None:
        self.game, self.unit, self.target = game, unit, target
        self._gaps: dict[str, Mapping[str, int]] = {}

    @cached_property
    def lines(self) -> Mapping[tuple[str, str], Line]:
        """Give the lines by both models' ids."""
        return line_of_sight.lines(self.game, self.unit, self.target)

    def gaps(self, eye: Model) -> Mapping[str, int]:
        """AN-GEN-07 Give the distances of the other unit's models from one that looks."""
        found = self._gaps.get(eye.id)
        if found is None:
            models = models_of(self.game, self.target)
            found = {model.id: distances.model_gap(self.game, eye, model) for model in models}
            self._gaps[eye.id] = found
        return found


def conditions_of(game: Game, row: Volley, group: Group, name: str, between: Between | None = None) -> Found:
    """AN-SHOOT-02 Judge one model of a group: how it shoots, or why it may not.

    `between` is what lies between the units, for whoever asks about several models.
    """
    model = game.models.get(name)
    if model is None:
        return fault("AN-SHOOT-02", "gone")
    weapon = game.weapons[group.weapon]
    if weapons.is_disabled(game, model, weapon.id):
        return fault("AN-DMG-14", "weapon-disabled")
    if _unmanned(game, model, weapon):
        return fault("AN-ACC-21", "no-crew")
    if row.kind in volleys.CLOSE:
        return _close(game, row, model)
    if group.overhead:
        return _overhead(game, row, group, weapon, model)
    return _direct(game, row, weapon, model, between or Between(game, row.unit, row.target))


def conditions_in(game: Game, row: Volley, group: Group) -> tuple[ShotConditions, ...]:
    """Give how the models of a group shoot, those left out that may not."""
    between = Between(game, row.unit, row.target)
    found = (conditions_of(game, row, group, model, between) for model in group.models)
    return tuple(item for item in found if isinstance(item, ShotConditions))


def lost_shots(game: Game, row: Volley) -> list[tuple[int, str, tuple[str, ...]]]:
    """AN-SHOOT-12 List shots that can not be made any more: the group, why ("range", "sight", "gone"), the models."""
    out: list[tuple[int, str, tuple[str, ...]]] = []
    between = Between(game, row.unit, row.target)
    for index in volleys.unrolled_groups(row):
        group = row.groups[index]
        judged = {model: conditions_of(game, row, group, model, between) for model in group.models}
        why = {key: LOSS_REASONS.get(found.reason, "gone") for key, found in judged.items() if isinstance(found, Fault)}
        reasons = dict.fromkeys(why.values())
        out += [(index, word, tuple(model for model in group.models if why.get(model) == word)) for word in reasons]
    return out


def one_by_one(game: Game) -> bool:
    """AN-SHOOT-07 Tell whether volleys are reckoned model by model: then every group is one model's."""
    return game.options.majority_scope == "per_model"


# -- point blank


def _close(game: Game, row: Volley, model: Model) -> Found:
    """AN-PBS-01 AN-PBS-03 Neither range nor sight matters in contact; fields do."""
    if not is_on_table(game, row.target):
        return fault("AN-SHOOT-02", "gone")
    return ShotConditions(0, 0, line_of_sight.fields_through(game, model, row.target))


# -- direct fire


def _direct(game: Game, row: Volley, weapon: Weapon, model: Model, between: Between) -> Found:
    if not is_on_table(game, row.target):
        return fault("AN-SHOOT-02", "gone")
    stated = next((sight for sight in row.sights if sight.model == model.id), None)
    if stated is not None:
        return _stated(game, row, weapon, stated)
    found = [_seen(eye, weapon, between) for eye in _eyes(game, model)]
    good = [item for item in found if isinstance(item, ShotConditions)]
    return min(good, default=found[0])


def _eyes(game: Game, model: Model) -> tuple[Model, ...]:
    """AN-SHOOT-03 List the models that judge for a model: itself, or the primary one of its team."""
    judges = line_of_sight.judging_models(game, model.unit)
    return judges if len(judges) < len(game.units[model.unit].models) else (model,)


def _stated(game: Game, row: Volley, weapon: Weapon, stated: ModelSight) -> Found:
    """AN-SHOOT-02 Take what people saw along the table."""
    if not stated.sees:
        return fault("AN-SHOOT-04", "no-line-of-sight")
    if stated.obscuring > THROUGH:
        return fault("AN-SHOOT-05", "no-line-of-sight")
    too_far = _out_of_range(weapon, [stated.distance], "AN-SHOOT-10")
    everybody = len(models_of(game, row.target))
    through = (len(stated.seen) or everybody) if stated.obscuring else 0
    return too_far or ShotConditions(stated.distance, through, tuple(stated.fields))


def _seen(eye: Model, weapon: Weapon, between: Between) -> Found:
    """AN-SHOOT-02 AN-SHOOT-10 A model of the target has to be both in range and in sight."""
    gaps = between.gaps(eye)
    near = [key for key, gap in gaps.items() if weapons.range_band(weapon, gap) not in ("near", "beyond")]
    if not near:
        return _out_of_range(weapon, list(gaps.values()), "AN-SHOOT-10") or fault("AN-SHOOT-02", "gone")
    table = between.lines
    clear = [row for row in near if not table[eye.id, row].blocked]
    if not clear:
        return fault(BLOCKED_CLAUSES[table[eye.id, near[0]].cause], "no-line-of-sight")
    # a model behind too much terrain to be seen lies behind terrain all the more
    through = sum(table[eye.id, row].hindered for row in gaps)
    return ShotConditions(
        min(gaps[row] for row in clear), through, line_of_sight.most_fields(table[eye.id, row] for row in gaps)
    )


def _out_of_range(weapon: Weapon, gaps: Sequence[int], clause: str) -> Fault | None:
    bands = {weapons.range_band(weapon, gap) for gap in gaps}
    if bands - {"near", "beyond"}:
        return None
    return fault(clause, "below-minimum" if "near" in bands else "out-of-range")


# -- overhead fire


def _overhead(game: Game, row: Volley, group: Group, weapon: Weapon, model: Model) -> Found:
    """AN-OH-01 AN-OH-07 The aim point has to be in range, and in sight unless the fire is blind."""
    aim = group.aim
    if aim is None:
        return fault("AN-OH-01", "no-aim-point")
    found = [_over(game, row, group, weapon, eye, aim) for eye in _eyes(game, model)]
    good = [item for item in found if isinstance(item, ShotConditions)]
    return min(good, default=found[0])


def _over(game: Game, row: Volley, group: Group, weapon: Weapon, eye: Model, aim: Spot) -> Found:
    stated = next((sight for sight in row.sights if sight.model == eye.id), None)
    distance = point_gap(distances.body_of(game, eye), aim.x, aim.y)
    too_far = _out_of_range(weapon, [distance], "AN-OH-01")
    if too_far is not None or group.blind:
        return too_far or ShotConditions(distance)
    everybody = len(models_of(game, row.target)) if row.target in game.units else 1
    if stated is not None:
        sees = stated.sees or lends_sight(game, row, aim)
        return (
            ShotConditions(distance, everybody if stated.obscuring else 0, tuple(stated.fields)) if sees else _NOT_SEEN
        )
    line = line_of_sight.line_to_spot(game, eye, aim, row.target)
    if line.blocked:
        return ShotConditions(distance, 0, line.fields) if lends_sight(game, row, aim) else _NOT_SEEN
    return ShotConditions(distance, everybody if line.hindered else 0, line.fields)


_NOT_SEEN = fault("AN-OH-01", "no-line-of-sight")


def lends_sight(game: Game, row: Volley, aim: Spot) -> bool:
    """AN-ACC-27 AN-OH-01 Tell whether a patched device lends its sight of an aim point to the shooting unit."""
    rows = (game.devices[key] for key in sorted(game.devices))
    lenders = (item for item in rows if item.lends_sight_to == row.unit and item.state == "patched")
    return any(line_of_sight.device_sees_spot(game, lender, aim, row.target) for lender in lenders)


# -- crew


def _unmanned(game: Game, model: Model, weapon: Weapon) -> bool:
    """AN-ACC-21 Tell whether nobody is left to serve this piece of a weapon."""
    pieces = [bearer.id for bearer in weapons.bearers(game, model.unit, weapon.id)]
    return model.id in pieces and pieces.index(model.id) >= weapons.crewed_pieces(game, model.unit, weapon)


# -- models that may be hit


def viable_models(game: Game, row: Volley, unit: str) -> tuple[str, ...]:
    """AN-HIT-04 List the models of a unit that hits of a volley may be given to, by number.

    Those in range and sight of a shooting model; all, where people state what is seen, at point blank, hand to hand,
    or where none is left so (templates that shifted, AN-OH-12).
    """
    everybody = game.units[unit].models
    if row.sight_stated or unit != row.target or row.kind in (*volleys.CLOSE, volleys.HAND_TO_HAND):
        return everybody
    found = {item for group in row.groups if not group.overhead for item in _reached(game, row, group)}
    return tuple(item for item in everybody if item in found) or everybody


def _reached(game: Game, row: Volley, group: Group) -> Iterator[str]:
    weapon = game.weapons[group.weapon]
    shooters = (game.models[model] for model in group.models if model in game.models)
    table = line_of_sight.lines(game, row.unit, row.target)
    for eye in dict.fromkeys(eye for shooter in shooters for eye in _eyes(game, shooter)):
        for other in models_of(game, row.target):
            within = weapons.range_band(weapon, distances.model_gap(game, eye, other)) not in ("near", "beyond")
            if within and not table[eye.id, other.id].blocked:
                yield other.id
