"""Odds of a round of hand to hand, as exact fractions by the rules' own code.

Attacks and resist tests are distributions; pins, the comparison, breaks and their tests are played on by the rules.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.decide.faults import Rejected, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import NO_SUBJECT
from adjudicator.kernel.distribution import Distribution, certain, combined, follow, from_weights, mapped
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.antares.model.messages import Hit
from adjudicator.rulesets.antares.model.rows import Assault, Unit, Volley
from adjudicator.rulesets.antares.model.state import Game, is_down, rival
from adjudicator.rulesets.antares.odds import loss_distribution
from adjudicator.rulesets.antares.odds.damage_distribution import Damage, with_harm
from adjudicator.rulesets.antares.odds.format_odds import to_chances
from adjudicator.rulesets.antares.odds.loss_distribution import Loss, Target
from adjudicator.rulesets.antares.odds.positions import Position, asked, played
from adjudicator.rulesets.antares.odds.shooting_odds import (
    MOST_DICE,
    chance_of,
    hits_of,
    is_there,
    known_unit,
    result_of,
    rolls_of,
    unit_on_table,
    volley_of,
)
from adjudicator.rulesets.antares.reports.messages import AssaultOdds, EstimateAssaultRequest
from adjudicator.rulesets.antares.rules.assault import assaults, hand_to_hand
from adjudicator.rulesets.antares.rules.assault.fighters import current_assault, other_fighter
from adjudicator.rulesets.antares.rules.hits import hit_scoring
from adjudicator.rulesets.antares.rules.shooting import accuracy_modifiers
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10

MOST_HAZARDS = 6


class Blows(NamedTuple):
    """What the attacks of a unit come to: hits by run, the run of the lucky one or -1, and duds of hazardous models."""

    hits: tuple[int, ...]
    lucky: int
    duds: tuple[int, ...]


class Striker(NamedTuple):
    """A unit that strikes: its volley in runs, its models that are a hazard to themselves, and what its attacks do."""

    unit: str
    row: Volley
    hazardous: tuple[str, ...]
    blows: Distribution[Blows]


# -- asking


def estimate_assault(game: Game, _party: Party, request: EstimateAssaultRequest) -> AssaultOdds:
    """AN-H2H-01 AN-H2H-11 AN-H2H-13 Tell what the first round of hand to hand would do, as the units stand now.

    That the unit may move now, and that a path leads to the target, is supposed.
    Raises Unknown for an id that does not exist, Rejected for an assault that nobody can declare and for what can not
    be told exactly.
    """
    unit = unit_on_table(game, request.unit, "unit", "AN-ASSAULT-01")
    other = known_unit(game, request.target, "target")
    for wrong in assaults.faults_of_fighters(game, unit.id, other.id):
        raise Rejected(wrong)
    loss_distribution.refuse_naturals(game, "resist", "h2h")
    twin = _round_begun(game, unit, other)
    struck = _round(twin, unit, other)
    ended = follow(struck, lambda found: played(asked(found.game, ("h2h_result", NO_SUBJECT))))
    return AssaultOdds(
        own=to_chances(mapped(struck, lambda found: _lost(twin, found, unit.id))),
        enemy=to_chances(mapped(struck, lambda found: _lost(twin, found, other.id))),
        win=to_chance(chance_of(ended, lambda found: _loser(found) == other.id)),
        draw=to_chance(chance_of(ended, lambda found: not _loser(found))),
        loss=to_chance(chance_of(ended, lambda found: _loser(found) == unit.id)),
        own_gone=to_chance(chance_of(ended, lambda found: not is_there(found.game, unit.id))),
        enemy_gone=to_chance(chance_of(ended, lambda found: not is_there(found.game, other.id))),
    )


def _lost(game: Game, found: Position, unit: str) -> int:
    return len(game.units[unit].models) - len(found.game.units[unit].models)


def _loser(found: Position) -> str:
    return found.game.assault.loser if found.game.assault is not None else ""


def _round_begun(game: Game, unit: Unit, other: Unit) -> Game:
    """AN-H2H-01 Set the first round up, unless it is under way."""
    twin = game.fork()
    fight = game.assault
    if fight is None or (fight.unit, fight.target, fight.round) != (unit.id, other.id, 1) or fight.resolved:
        twin.assault = Assault(unit=unit.id, target=other.id, contact=True, round=1)
        for row in (unit, other):
            twin.units[row.id] = replace(row, pins_before_assault=row.pins, pins_before_round=row.pins)
    twin.volleys, twin.hits, twin.volley_results = {}, {}, {}
    return twin


# -- a round


def _round(game: Game, unit: Unit, other: Unit) -> Distribution[Position]:
    """AN-H2H-01 AN-H2H-02 Let both strike at once, or one that alone is Down after the other with what it has left."""
    late = [row.id for row in (unit, other) if is_down(game, row.id)]
    if len(late) != 1:
        return _strikes(game, (unit.id, other.id))
    first = other.id if late[0] == unit.id else unit.id
    return follow(_strikes(game, (first,)), lambda found: _strike_back(found, first, late[0]))


def _strike_back(found: Position, first: str, last: str) -> Distribution[Position]:
    if is_there(found.game, first) and is_there(found.game, last):
        return _strikes(found.game, (last,))
    return certain(found)


def _strikes(game: Game, units: tuple[str, ...]) -> Distribution[Position]:
    """AN-H2H-03 AN-H2H-10 Let these units strike, and apply what that does."""
    strikers = [striker for unit in units if (striker := _striker(game, unit)) is not None]
    rows = tuple(striker.row for striker in strikers)
    targets = {unit: Target(game, unit, *rows) for unit in _fighters(game)}
    found: Distribution[tuple[Blows, ...]] = certain(())
    for striker in strikers:
        found = combined(found, striker.blows, lambda so_far, blows: (*so_far, blows))
    suffered = follow(found, lambda blows: _suffered(game, strikers, targets, blows))
    return follow(suffered, lambda losses: _applied(game, rows, targets, dict(losses)))


def _fighters(game: Game) -> tuple[str, str]:
    fight = current_assault(game)
    return fight.unit, fight.target


def _striker(game: Game, unit: str) -> Striker | None:
    """AN-H2H-06 AN-HIT-09 Gather the attacks of a unit; None where it has none.

    Raises Rejected for more attacks, or hazardous models, than can be counted in time.
    """
    groups = hand_to_hand.groups_of(game, unit)
    if not groups:
        return None
    attacks = sum(group.dice for group in groups)
    if attacks > MOST_DICE:
        path = _path_of(game, unit)
        raise Rejected(fault("WG-ODDS-01", "too-many-attacks", path, unit=unit, attacks=attacks, most=MOST_DICE))
    enemy = other_fighter(game, unit)
    whole = volley_of(game.units[unit], enemy, "hand_to_hand", groups)
    row = loss_distribution.runs_of(game, accuracy_modifiers.with_numbers(game, whole))
    hazardous = tuple(name for group in row.groups for name in group.models if hand_to_hand.hazard_of(game, name))
    if len(hazardous) > MOST_HAZARDS:
        raise Rejected(fault("WG-ODDS-01", "too-many-hazards", _path_of(game, unit), unit=unit, most=MOST_HAZARDS))
    worth = {loss_distribution.worth_of(game, row, group) for group in row.groups}
    against = any(hand_to_hand.hazard_of(game, name) for name in game.units[enemy].models)
    return Striker(unit, row, hazardous, _blows(game, row, hazardous, placed=len(worth) > 1 or against))


def _path_of(game: Game, unit: str) -> str:
    """Name the field of the request in which a fighter stands."""
    return "unit" if current_assault(game).unit == unit else "target"


# -- attacks


class State(NamedTuple):
    """Attacks so far: 1s (two stand for more), the run of the first, hits by run, duds of hazardous models."""

    ones: int
    where: int
    hits: tuple[int, ...]
    duds: tuple[int, ...]


def _blows(game: Game, row: Volley, hazardous: tuple[str, ...], *, placed: bool) -> Distribution[Blows]:
    """AN-H2H-03 AN-H2H-07 AN-HIT-09 Give what the attacks come to; `placed` says that the lucky hit matters."""
    state: Distribution[State] = certain(State(0, -1, (0,) * len(row.groups), (0,) * len(hazardous)))
    for index, group in enumerate(row.groups):
        read = [hit_scoring.read_face(game, row, group, face, luck=True).result for face in range(1, D10 + 1)]
        for place in range(group.dice):
            shooter = group.models[place * len(group.models) // group.dice]
            user = hazardous.index(shooter) if shooter in hazardous else -1
            state = follow(state, _Attack(index, tuple(read), user, placed=placed))
    only = game.options.lucky_rule != "one_per_volley"
    return mapped(state, lambda found: Blows(found.hits, -1 if only and found.ones > 1 else found.where, found.duds))


class _Attack:
    """What one more attack adds to a state."""

    def __init__(self, run: int, read: tuple[str, ...], user: int, *, placed: bool) -> None:
        self.run, self.read, self.user, self.placed = run, read, user, placed

    def __call__(self, state: State) -> Distribution[State]:
        """Roll it."""
        weights: dict[State, int] = {}
        for result in self.read:
            after = self._after(state, result)
            weights[after] = weights.get(after, 0) + 1
        return from_weights(weights)

    def _after(self, state: State, result: str) -> State:
        if result == "dud" and self.user >= 0:
            return state._replace(duds=_more(state.duds, self.user))
        if result not in ("lucky", "hit"):
            return state
        if result == "lucky" and self.placed:
            where = self.run if state.where < 0 else state.where
            state = state._replace(ones=min(2, state.ones + 1), where=where)
        return state._replace(hits=_more(state.hits, self.run))


def _more(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    return tuple(count + (number == place) for number, count in enumerate(counts))


# -- what they do

Losses = tuple[tuple[str, Loss], ...]


def _suffered(
    game: Game, strikers: list[Striker], targets: dict[str, Target], blows: tuple[Blows, ...]
) -> Distribution[Losses]:
    """AN-H2H-08 AN-HIT-09 Give what both units suffer: by the blows of the other, and by hazards of their own."""
    total: Distribution[Losses] = certain(())
    for unit, target in targets.items():
        hits: list[Hit] = []
        values: list[Amount] = []
        for striker, found in zip(strikers, blows, strict=True):
            made = _hazards(game, striker, found) if striker.unit == unit else _hits(game, striker, found)
            hits += made[0]
            values += made[1]
        if hits:
            losses = target.losses(tuple(hits), values)
            total = combined(total, losses, _Named(unit))
    return total


class _Named:
    """Add what a unit suffers."""

    def __init__(self, unit: str) -> None:
        self.unit = unit

    def __call__(self, so_far: Losses, loss: Loss) -> Losses:
        """Add it by name."""
        return (*so_far, (self.unit, loss))


def _hits(game: Game, striker: Striker, blows: Blows) -> tuple[tuple[Hit, ...], tuple[Amount, ...]]:
    return hits_of(game, striker.row, blows.hits, blows.lucky)


def _hazards(game: Game, striker: Striker, blows: Blows) -> tuple[tuple[Hit, ...], tuple[Amount, ...]]:
    hits: list[Hit] = []
    values: list[Amount] = []
    for name, count in zip(striker.hazardous, blows.duds, strict=True):
        hazard = hand_to_hand.hazard_of(game, name)
        for number in range(count if hazard is not None else 0):
            hit = Hit(
                id=f"{striker.row.id}.{name}-{number}",
                volley=striker.row.id,
                unit=striker.unit,
                weapon="",
                strike_value=0,
                lucky=False,
                overhead=False,
                shooter=name,
                model=name,
            )
            hits.append(hit)
            values += [hazard.strike_value] if hazard is not None else []
    return tuple(hits), tuple(values)


def _applied(
    game: Game, rows: tuple[Volley, ...], targets: dict[str, Target], losses: dict[str, Loss]
) -> Distribution[Position]:
    """AN-PIN-15 AN-DMG-02 Let damage be rolled and pins be applied by the rules."""
    twin = game.fork()
    twin.hits, twin.stack, twin.volleys, twin.volley_results = {}, (), {}, {}
    if not losses:
        return certain(Position(twin))
    harmed = certain(Position(twin))
    for unit, loss in sorted(losses.items()):
        harmed = follow(harmed, lambda found, unit=unit, loss=loss: _harmed(found.game, unit, loss))  # type: ignore[misc]
    return follow(harmed, lambda found: _pinned(found.game, rows, targets, losses))


def _harmed(game: Game, unit: str, loss: Loss) -> Distribution[Position]:
    rolls = rolls_of(loss, rival(game.units[unit].seat))
    return mapped(Damage(game, unit).after(rolls), lambda harm: Position(with_harm(harm, unit)))


def _pinned(
    game: Game, rows: tuple[Volley, ...], targets: dict[str, Target], losses: dict[str, Loss]
) -> Distribution[Position]:
    twin = game.fork()
    twin.volleys = {row.id: row for row in rows}
    twin.volley_results = {unit: result_of(targets[unit], loss, frozenset(), hit=True) for unit, loss in losses.items()}
    return played(asked(twin, ("pins", NO_SUBJECT)))
