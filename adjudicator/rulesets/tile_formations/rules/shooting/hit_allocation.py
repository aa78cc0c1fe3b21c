"""Chapter TF-SHOOT, hits: hits fall on units of the target formation, by themselves or by somebody's choice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations.model.geometry import tiles_of
from adjudicator.rulesets.tile_formations.model.look_ups import units_of
from adjudicator.rulesets.tile_formations.model.messages import AllocateHits, Hit, HitOnUnit, HitsAllocated
from adjudicator.rulesets.tile_formations.model.rows import Shooting
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.subjects import FormationSubject
from adjudicator.rulesets.tile_formations.rules.shooting import casualties, saves, shot_pairs

ALLOCATE = "allocate"
EVEN, ATTACKER = "even_from_nearest", "attacker"


class HitKind(NamedTuple):
    """What matters of a hit where it falls: the units that it may fall on, and what it does to their saves."""

    units: tuple[str, ...]
    save_modifier: int
    air: bool


OpenHits = Mapping[str, HitKind]


def units_in_reach(game: Game, shooting: Shooting, shooter: str, weapon: str) -> tuple[str, ...]:
    """TF-SHOOT-03 TF-SHOOT-05 List the units that hits of a weapon may fall on, the nearest to the attackers first."""
    fired = shot_pairs.weapon_of(game, shooter, weapon)
    if fired is None:
        return ()
    reachable = {
        pair.target
        for pair in shooting.pairs
        if pair.unit == shooter and shot_pairs.reaches(game, fired, pair.target, pair.distance)
    }
    return tuple(
        unit for unit in shot_pairs.nearest_first(shooting.pairs) if unit in reachable and not game.units[unit].out
    )


def hit_kinds(game: Game, shooting: Shooting, hits: Sequence[Hit]) -> dict[str, HitKind]:
    """Say of each hit what matters where it falls; hits that can fall on nobody are left out."""
    found = {
        hit.id: HitKind(units_in_reach(game, shooting, hit.shooter, hit.weapon), hit.save_modifier, hit.air)
        for hit in hits
    }
    return {key: row for key, row in found.items() if row.units}


def spread_evenly(open_hits: Mapping[str, HitKind]) -> dict[str, str]:
    """TF-SHOOT-03 Spread hits, one for each unit before any takes a second; the nearest takes more.

    Hits that may fall on fewer units come first, then those that are saved more easily, then those that came first. A
    hit that finds no room moves another one on.
    """
    waiting = sorted(open_hits, key=lambda hit: _rank(open_hits[hit]))
    there: dict[str, list[str]] = {unit: [] for row in open_hits.values() for unit in row.units}
    room = 0
    while waiting:
        room += 1
        waiting = _place_round(open_hits, there, waiting, room)
    allocation = {hit: unit for unit, hits in there.items() for hit in hits}
    return {hit: allocation[hit] for hit in open_hits}


def _place_round(
    open_hits: Mapping[str, HitKind], there: dict[str, list[str]], waiting: list[str], room: int
) -> list[str]:
    """Place what there is room for; where one hit found none, the next one that may fall on the same units does not."""
    left: list[str] = []
    full: set[tuple[str, ...]] = set()
    for hit in waiting:
        units = open_hits[hit].units
        if units in full or not _place(open_hits, there, hit, room, set()):
            full.add(units)
            left.append(hit)
    return left


def _rank(kind: HitKind) -> tuple[int, tuple[str, ...], int, bool]:
    return len(kind.units), kind.units, -kind.save_modifier, not kind.air


def _place(open_hits: Mapping[str, HitKind], there: dict[str, list[str]], hit: str, room: int, tried: set[str]) -> bool:
    """Place a hit where there is room, else where another one can be moved on."""
    units = open_hits[hit].units
    free = next((unit for unit in units if len(there[unit]) < room), None)
    if free is not None:
        there[free].append(hit)
        return True
    for unit in units:
        if unit not in tried:
            tried.add(unit)
            moved = next((row for row in reversed(there[unit]) if _place(open_hits, there, row, room, tried)), None)
            if moved is not None:
                there[unit].remove(moved)
                there[unit].append(hit)
                return True
    return False


def allocate(ruling: Ruling[Game], shooting: Shooting) -> None:
    """TF-SHOOT-03 Let hits fall evenly, or ask who may choose; without hits the shooting is over."""
    open_hits = _open_hits(ruling.game)
    if not open_hits:
        casualties.settle_casualties(ruling)
    elif ruling.game.options.hit_allocation == EVEN:
        _put_on_units(ruling, spread_evenly(open_hits))
        saves.ask_saves(ruling, shooting.target)
    else:
        chooser = shooting.formation if ruling.game.options.hit_allocation == ATTACKER else shooting.target
        ruling.ask(ALLOCATE, ruling.game.formations[chooser].seat, subject=FormationSubject(shooting.target))


def _open_hits(game: Game) -> dict[str, HitKind]:
    return hit_kinds(game, game.shooting, tuple(game.hits.values())) if game.shooting is not None else {}


def _put_on_units(ruling: Ruling[Game], allocation: Mapping[str, str]) -> None:
    hits = tuple(replace(ruling.game.hits[hit], unit=unit) for hit, unit in allocation.items())
    ruling.record(HitsAllocated(hits=hits), "TF-SHOOT-03")


def hits_allocated(game: Game, event: HitsAllocated) -> None:
    """Put the hits on their units; hits that fall on nobody are gone."""
    kept = {key: hit for key, hit in game.hits.items() if hit.unit}
    game.hits = kept | {hit.id: hit for hit in event.hits}
    if game.shooting is not None:
        units = dict.fromkeys(hit.unit for hit in event.hits)
        fought = tuple(tile for unit in units if not game.units[unit].out for tile in tiles_of(game, unit))
        game.shooting = replace(game.shooting, fought=fought)


# -- by choice


def allocate_hits(ruling: Ruling[Game], command: AllocateHits) -> None:
    """TF-SHOOT-03 TF-SHOOT-05 Whoever may spread the hits puts each on a unit that its shooter can hit."""
    open_hits, shooting = _open_hits(ruling.game), ruling.game.shooting
    there = units_of(ruling.game, shooting.target) if shooting is not None else []
    ruling.refuse_all([*_faults(open_hits, command.hits, [unit.id for unit in there])])
    ruling.answered()
    if shooting is None or not open_hits:
        casualties.settle_casualties(ruling)
        return
    chosen = {row.hit: row.unit for row in command.hits}
    _put_on_units(ruling, {hit: chosen[hit] for hit in open_hits})
    saves.ask_saves(ruling, shooting.target)


def _faults(open_hits: OpenHits, allocation: Sequence[HitOnUnit], there: Collection[str]) -> Iterator[Fault]:
    """TF-SHOOT-03 TF-SHOOT-05 A hit falls on a unit of the target formation, and on one that its shooter can hit."""
    named = [row.hit for row in allocation]
    for number, row in enumerate(allocation):
        if row.hit not in open_hits or row.hit in named[:number]:
            yield Fault("TF-SHOOT-03", "hit-not-open", f"hits[{number}].hit", (("hit", row.hit[:20]),))
        elif row.unit not in open_hits[row.hit].units:
            facts = (("hit", row.hit), ("known", " ".join(open_hits[row.hit].units)))
            clause = "TF-SHOOT-05" if row.unit in there else "TF-SHOOT-03"
            yield Fault(clause, "hit-can-not-fall", f"hits[{number}].unit", facts)
    missing = [hit for hit in open_hits if hit not in named]
    if missing:
        yield Fault("TF-SHOOT-03", "hits-missing", "hits", (("hits", " ".join(missing)),))


def _to_command(allocation: Mapping[str, str]) -> AllocateHits:
    return AllocateHits(hits=tuple(HitOnUnit(hit=hit, unit=unit) for hit, unit in allocation.items()))


def _offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    """Offer an even spread, and as many hits as possible for each unit."""
    open_hits = _open_hits(game)
    even = spread_evenly(open_hits)
    units = dict.fromkeys(unit for row in open_hits.values() for unit in row.units)
    concentrated = ({hit: unit if unit in open_hits[hit].units else even[hit] for hit in open_hits} for unit in units)
    return exact_offers((_to_command(allocation) for allocation in (even, *concentrated)), "TF-SHOOT-03")


def _default(game: Game, _window: Window, _party: Party) -> Struct:
    return _to_command(spread_evenly(_open_hits(game)))


PART = Part(
    handlers=handlers(allocate_hits),
    reducers=reducers(hits_allocated),
    windows=windows(
        WindowKind(
            ALLOCATE, "TF-SHOOT-03", (AllocateHits,), _offers, _default, subject=FormationSubject, after_flag=True
        )
    ),
)
