"""Chapter TF-SHOOT, hits: hits fall on units of the target formation, by themselves or by somebody's choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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
from adjudicator.rulesets.tile_formations.model.messages import AllocateHits, HitOnUnit, HitsAllocated
from adjudicator.rulesets.tile_formations.model.rows import Shooting
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.subjects import FormationSubject
from adjudicator.rulesets.tile_formations.rules.shooting import casualties, saves
from adjudicator.rulesets.tile_formations.rules.shooting.even_spread import HitKind, hit_kinds, spread_evenly

ALLOCATE = "allocate"
EVEN, ATTACKER = "even_from_nearest", "attacker"
OpenHits = Mapping[str, HitKind]


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
    ruling.refuse_all([*_faults(open_hits, command.hits)])
    ruling.answered()
    if shooting is None or not open_hits:
        casualties.settle_casualties(ruling)
        return
    chosen = {row.hit: row.unit for row in command.hits}
    _put_on_units(ruling, {hit: chosen[hit] for hit in open_hits})
    saves.ask_saves(ruling, shooting.target)


def _faults(open_hits: OpenHits, allocation: Sequence[HitOnUnit]) -> Iterator[Fault]:
    named = [row.hit for row in allocation]
    for number, row in enumerate(allocation):
        if row.hit not in open_hits or row.hit in named[:number]:
            yield Fault("TF-SHOOT-03", "hit-not-open", f"hits[{number}].hit", (("hit", row.hit[:20]),))
        elif row.unit not in open_hits[row.hit].units:
            facts = (("hit", row.hit), ("known", " ".join(open_hits[row.hit].units)))
            yield Fault("TF-SHOOT-05", "hit-can-not-fall", f"hits[{number}].unit", facts)
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
    windows=windows(WindowKind(ALLOCATE, "TF-SHOOT-03", (AllocateHits,), _offers, _default, subject=FormationSubject)),
)
