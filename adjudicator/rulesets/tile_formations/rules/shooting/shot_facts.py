"""Chapter TF-CROSS, statements: what a seat states of a shooting is a fact that counts once it stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Fact
from adjudicator.rulesets.tile_formations.model.ids import shot_key
from adjudicator.rulesets.tile_formations.model.messages import SightFact
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.shooting.aiming import MOST_MODIFIER, ShootingRequest
from adjudicator.rulesets.tile_formations.rules.shooting.line_of_fire import SIGHTS

CROSSFIRE, AIR, SIGHT, MODIFIER = "crossfire", "air_attack", "sight", "to_hit_modifier"
INTERRUPTS = "overwatch_interrupts"
TRUE, FALSE = "true", "false"
VALUES = {
    CROSSFIRE: (TRUE, FALSE),
    AIR: (TRUE, FALSE),
    INTERRUPTS: (TRUE, FALSE),
    SIGHT: SIGHTS,
    MODIFIER: tuple(str(number) for number in range(-MOST_MODIFIER, MOST_MODIFIER + 1)),
}


class Statement(NamedTuple):
    """Something that is stated of a shooting; who is meant, and what holds of it."""

    kind: str
    subjects: tuple[str, ...]
    value: str


def statements_of(game: Game, request: ShootingRequest) -> list[Statement]:
    """TF-CROSS-01 List what a shooting rests on besides the board; a crossfire that is worked out is not stated."""
    pair = (request.formation, request.target)
    found = [
        Statement(SIGHT, (fact.unit or request.formation, fact.target or request.target), fact.sight)
        for fact in request.sights
    ]
    if request.crossfire and not game.options.crossfire_geometry:
        found.append(Statement(CROSSFIRE, pair, TRUE))
    if request.air:
        found.append(Statement(AIR, pair, TRUE))
    if request.to_hit_modifier:
        found.append(Statement(MODIFIER, pair, str(request.to_hit_modifier)))
    return found


def with_statements(request: ShootingRequest, statements: Iterable[Statement]) -> ShootingRequest:
    """Give the same shooting, resting on these statements and no others."""
    rows = tuple(statements)
    modifiers = [int(row.value) for row in rows if row.kind == MODIFIER and row.value]
    return request._replace(
        crossfire=any(row.kind == CROSSFIRE and row.value == TRUE for row in rows),
        air=any(row.kind == AIR and row.value == TRUE for row in rows),
        sights=tuple(_sight(request, row) for row in rows if row.kind == SIGHT and row.value),
        to_hit_modifier=modifiers[0] if modifiers else 0,
    )


def _sight(request: ShootingRequest, row: Statement) -> SightFact:
    unit, target = row.subjects
    return SightFact(
        unit="" if unit == request.formation else unit,
        target="" if target == request.target else target,
        sight=row.value,
    )


def interruption(request: ShootingRequest) -> Statement:
    """TF-OW-04 State that Overwatch may interrupt now, where that comes from outside."""
    return Statement(INTERRUPTS, (request.formation, request.target), TRUE)


def may_not_interrupt(statements: Iterable[Statement]) -> bool:
    """TF-OW-04 Tell whether it stands that Overwatch may not interrupt now."""
    return any(row.kind == INTERRUPTS and row.value != TRUE for row in statements)


# -- what stands already


def statements_that_stand(game: Game, formation: str, target: str) -> list[Statement]:
    """List what was settled of a shooting that could not be made so; it holds until somebody moves."""
    return statements_in(game, game.settled_shots.get(shot_key(formation, target), ()))


def statements_in(game: Game, facts: Iterable[str]) -> list[Statement]:
    """Read statements from facts, in the value that holds."""
    return [Statement(row.kind, row.subjects, row.value) for row in (game.facts[key] for key in facts)]


def apply_standing(game: Game, request: ShootingRequest) -> ShootingRequest:
    """TF-CROSS-01 Let what was settled take the place of what is stated of the same kind."""
    standing = statements_that_stand(game, request.formation, request.target)
    return with_statements(request, [*standing, *open_statements(game, request)])


def open_statements(game: Game, request: ShootingRequest) -> list[Statement]:
    """TF-CROSS-01 List what is stated of a shooting and not settled."""
    standing = statements_that_stand(game, request.formation, request.target)
    return [row for row in statements_of(game, request) if not any(_settles(request, old, row) for old in standing)]


def _settles(request: ShootingRequest, old: Statement, new: Statement) -> bool:
    """TF-CROSS-01 Tell whether what was settled is about the same; what is settled of all units is of each."""
    everybody = (request.formation, request.target)
    pairs = zip(old.subjects, new.subjects, everybody, strict=True)
    return old.kind == new.kind and all(settled in (stated, whole) for settled, stated, whole in pairs)


def standing_sights(game: Game, formation: str, target: str) -> tuple[SightFact, ...]:
    """List the lines of fire that were settled between two formations."""
    return apply_standing(game, ShootingRequest(formation, target, "")).sights


# -- disputes


def _judge(ruling: Ruling[Game], fact: Fact, value: str) -> None:
    """TF-CROSS-01 What is held against a statement is a value that it may have, or empty for not so."""
    known = VALUES[fact.kind]
    ruling.require(
        not value or value in known, "TF-CROSS-01", "not-among", "value", found=value[:40], known=" ".join(known)
    )


def _disputes(_game: Game, fact: Fact) -> Choice:
    return Choice(tuple(value for value in VALUES[fact.kind] if value != fact.value))


PART = Part(judges=dict.fromkeys(VALUES, _judge), disputes=dict.fromkeys(VALUES, _disputes))
