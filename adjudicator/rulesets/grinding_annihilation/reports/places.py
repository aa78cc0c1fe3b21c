"""Places that are found on request: set-ups, moves of a declared move, and moves of Scouts, all of them legal now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.offers import Items
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.ruleset import FindPlaces
from adjudicator.kernel.trial import allowed
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeployFormation,
    MakeAdvanceMove,
    MakeNormalMove,
    ResolvePreBattleRule,
    SetUpLateFormation,
    TroopPath,
)
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.block_search import march
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import (
    centre,
    mover_of,
    paths_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.handlers import RULES
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.deployment_places import first_fit, spread_fits
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import reach_of
from adjudicator.rulesets.grinding_annihilation.rules.troops.scouts import SCOUTS, scouts_reach

SHOWN = 6
APART = 5 * INCH
FAR = 40 * INCH
COMPASS = ((1, 0), (0, 1), (-1, 0), (0, -1))
Chosen: TypeAlias = Mapping[str, str]
Tries: TypeAlias = Callable[[Game, Party, Chosen, type[Struct]], Iterator[Struct]]
Ways: TypeAlias = tuple[TroopPath, ...]

# -- set-ups


def _set_ups(game: Game, party: Party, chosen: Chosen, command: type[Struct]) -> Iterator[Struct]:
    row = game.formations.get(chosen.get("formation", ""))
    if row is None or row.seat != party:
        return
    first = first_fit(game, row)
    for troops in chain([first] if first else [], spread_fits(game, row, APART)):
        yield command(formation=row.id, troops=troops)


# -- moves


def _ways(game: Game, formation: str, reach: int) -> Iterator[Ways]:
    """Go through marches to markers, to the nearest enemies and along the edges, and a move of no length."""
    mover = mover_of(game, formation)
    if not mover.troops:
        return  # a client may name a formation that does not stand on the warfield
    for goal in _goals(game, formation):
        yield paths_of(mover.troops, march(mover, reach, goal))
    yield tuple(TroopPath(troop=key, path=(body.pose,)) for key, body in list(mover.troops.items())[:1])


def _goals(game: Game, formation: str) -> Iterator[tuple[int, int]]:
    x, y = centre(bodies_of(game, formation))
    markers = sorted(game.markers.values(), key=lambda row: ((row.x - x) ** 2 + (row.y - y) ** 2, row.id))
    yield from ((row.x, row.y) for row in markers[:2])
    enemies = [body for troops in mover_of(game, formation).enemies.values() for body in troops[:1]]
    nearest = sorted(enemies, key=lambda body: (body.pose.x - x) ** 2 + (body.pose.y - y) ** 2)
    yield from ((body.pose.x, body.pose.y) for body in nearest[:1])
    yield from ((x + FAR * dx, y + FAR * dy) for dx, dy in COMPASS)


def _moves(game: Game, _party: Party, chosen: Chosen, command: type[Struct]) -> Iterator[Struct]:
    action = game.action
    if action is None or chosen.get("formation") != action.formation:
        return
    reach = min(reach_of(action.reaches).values(), default=0)
    for paths in _ways(game, action.formation, reach):
        if paths:
            yield command(formation=action.formation, paths=paths)


def _scouts(game: Game, party: Party, chosen: Chosen, command: type[Struct]) -> Iterator[Struct]:
    row = game.formations.get(chosen.get("formation", ""))
    if row is None or row.seat != party:
        return
    for paths in _ways(game, row.id, scouts_reach(game, row)):
        if paths:
            yield command(formation=row.id, rule=SCOUTS, paths=paths, embark_in="")


# -- the table


def _finder(command: type[Struct], field: str) -> FindPlaces:
    tries = TRIES[command]

    def find(game: Game, party: Party, asked: str, chosen: Chosen) -> Sequence[Items]:
        if asked != field:
            return ()
        found = allowed(RULES, game, party, tries(game, party, chosen, command), SHOWN)
        return [exact_items(getattr(row, field)) for row in found]

    return find


TRIES: Mapping[type[Struct], Tries] = {
    DeployFormation: _set_ups,
    SetUpLateFormation: _set_ups,
    MakeNormalMove: _moves,
    MakeAdvanceMove: _moves,
    ResolvePreBattleRule: _scouts,
}
FIELDS: Mapping[type[Struct], str] = {DeployFormation: "troops", SetUpLateFormation: "troops"}
PLACES: Mapping[str, FindPlaces] = MappingProxyType(
    {command.__name__: _finder(command, FIELDS.get(command, "paths")) for command in TRIES}
)
