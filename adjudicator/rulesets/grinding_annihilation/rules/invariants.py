"""What holds of every battle after every entry."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.board.inches import inside, overlapping_pairs
from adjudicator.rulesets.grinding_annihilation.model.rows import UNDEPLOYED
from adjudicator.rulesets.grinding_annihilation.model.state import (
    DESTROYED,
    EMBARKED,
    RESERVES,
    STRATEGIC,
    WARFIELD,
    Game,
    profile_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_on_warfield, warfield_rect
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import scenario_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import hold_of, taken

PLACES = frozenset({UNDEPLOYED, WARFIELD, RESERVES, STRATEGIC, EMBARKED, DESTROYED})
BOUND = frozenset({"", "round", "turn"})


def invariants(game: Game) -> Iterator[str]:
    """Say in words what is broken."""
    yield from _formations(game)
    yield from _transports(game)
    yield from _troops(game)
    yield from _places(game)
    yield from _counts(game)


def limits(game: Game) -> Iterator[str]:
    """Say what a ruling has set beyond what the rules know."""
    yield from _rounds(game)
    yield from _markers(game)


def _formations(game: Game) -> Iterator[str]:
    for key, row in game.formations.items():
        if row.place == DESTROYED and row.troops:
            yield f"{key} is destroyed and has troops"
        for troop in row.troops:
            if troop not in game.troops or game.troops[troop].formation != key:
                yield f"{key} lists {troop}, which is elsewhere"
        for part in row.parts:
            if game.parts[part].formation != key:
                yield f"{key} has the part {part}, which is elsewhere"


def _transports(game: Game) -> Iterator[str]:
    """GA-3.2-33 GA-3.2-38 Find passengers of nobody, and holds that are too full."""
    wrecked = {wreck.troop for wreck in game.wrecks}
    for key, row in game.formations.items():
        if row.aboard and row.place != EMBARKED:
            yield f"{key} ({row.place}) is aboard of {row.aboard}"
        elif row.aboard and row.aboard not in game.troops and row.aboard not in wrecked:
            yield f"{key} is aboard of {row.aboard}, which is gone"
    for troop in sorted({row.aboard for row in game.formations.values()} & game.troops.keys()):
        hold = hold_of(game, game.troops[troop])
        if hold is None or taken(game, troop) > hold.capacity:
            yield f"{taken(game, troop)} troops are aboard of {troop}"


def _troops(game: Game) -> Iterator[str]:
    for key, troop in game.troops.items():
        row = game.formations.get(troop.formation)
        if row is None or key not in row.troops:
            yield f"{key} is in no formation"
        elif (row.place == WARFIELD) != (troop.pose is not None):
            yield f"{key} of {row.id} ({row.place}) stands at {troop.pose}"
        if not 1 <= troop.wounds_left <= profile_of(game, troop).wounds:
            yield f"{key} has {troop.wounds_left} wounds left"
        if key in game.fallen:
            yield f"{key} lives and has fallen"


def _places(game: Game) -> Iterator[str]:
    standing = [(troop.id, body) for troop, body in bodies_on_warfield(game) if troop.pose is not None]
    for key, body in standing:
        if not inside(body, warfield_rect(game)):
            yield f"{key} does not stand fully on the warfield"
    for one, other in overlapping_pairs([body for _, body in standing]):
        yield f"{standing[one][0]} stands on {standing[other][0]}"


def _rounds(game: Game) -> Iterator[str]:
    """GA-3.0-01 Nothing has happened in a round that is yet to come, nor in one before the first."""
    battle = game.battle
    if min(battle.round, battle.passes) < 0:
        yield f"round {battle.round}, {battle.passes} passes"
    for row in game.formations.values():
        if row.place not in PLACES or row.bound not in BOUND:
            yield f"{row.id} is in {row.place} and bound by {row.bound}"
        if min(row.fatigued, row.arrived, row.left) < 0 or max(row.fatigued - 1, row.arrived, row.left) > battle.round:
            yield f"{row.id}: fatigued {row.fatigued}, arrived {row.arrived}, left {row.left} in round {battle.round}"
    for seat, side in game.sides.items():
        if not 0 <= side.removed <= battle.round:
            yield f"seat {seat} removed a marker in round {side.removed}"


def _markers(game: Game) -> Iterator[str]:
    """GA-7.0-01 Markers lie on the warfield, and are controlled by who plays."""
    battle = game.battle
    for row in game.markers.values():
        if not (0 <= row.x <= battle.length and 0 <= row.y <= battle.width):
            yield f"{row.id} lies at {row.x}, {row.y}, off the warfield"
        if row.controller not in (None, *game.sides) or min(row.levels, default=0) < 0:
            yield f"{row.id} is controlled by {row.controller} with {row.levels}"
        if not 0 <= row.captured <= battle.round:
            yield f"{row.id} was captured in round {row.captured}"


def _counts(game: Game) -> Iterator[str]:
    if game.battle.scenario and len(game.markers) > scenario_of(game).markers.count:
        yield f"{len(game.markers)} markers"
    for seat, side in game.sides.items():
        if min(side.manoeuvre_points, side.tactical_points, side.round_points) < 0:
            yield f"seat {seat} has fewer than no points"
    for row in game.pending:
        if row.wounds < 0:
            yield f"{row.id} holds {row.wounds} mortal wounds"
