"""Hits on models: who places them, and where they may go (AN-HIT-03, AN-HIT-04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.antares.model.messages import AllocateHits, Hit, HitPlace, HitsAllocated
from adjudicator.rulesets.antares.model.state import Game, rival
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.shooting import eligibility, overhead_fire

ALLOCATE, ALLOCATE_LUCKY = "allocate", "allocate_lucky"
EVEN = "even"

# -- hits


def hits_in_order(game: Game) -> tuple[Hit, ...]:
    """List the hits by volley and number; the acting side's volley was declared first."""
    return tuple(game.hits[key] for key in sorted(game.hits))


def units_of(hits: Iterable[Hit]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hit.unit for hit in hits))


def hits_to_allocate(game: Game) -> Iterator[tuple[str, bool, Party]]:
    """Go through the units with hits to place: unit, whether lucky ones, and the seat that places them."""
    waiting = [row for row in hits_in_order(game) if not row.model]
    for unit in units_of(row for row in waiting if not row.lucky):
        yield unit, False, game.units[unit].seat
    for row in waiting:
        if row.lucky:
            yield row.unit, True, seat_of_hit(game, row)


def seat_of_hit(game: Game, hit: Hit) -> Party:
    """Give the side that made a hit: that of the volley, else the other side of the unit that takes it."""
    row = game.volleys.get(hit.volley)
    return rival(game.units[hit.unit].seat) if row is None else row.seat


def hits_to_place(game: Game, unit: str, *, lucky: bool, seat: Party) -> tuple[Hit, ...]:
    """List the hits on a unit that are to be placed together: the ordinary ones, or a shooter's lucky ones."""
    hits = (row for row in hits_in_order(game) if row.unit == unit and not row.model and row.lucky == lucky)
    return tuple(hit for hit in hits if not lucky or seat_of_hit(game, hit) == seat)


def possible_models(game: Game, hits: Sequence[Hit]) -> tuple[str, ...]:
    """AN-HIT-04 List the models that at least one of these hits may be given to."""
    found = {model for hit in hits for model in viable_models(game, hit)}
    return tuple(row for row in game.units[hits[0].unit].models if row in found)


def viable_models(game: Game, hit: Hit) -> tuple[str, ...]:
    """AN-HIT-04 List the models that a hit may be given to: all, for a template."""
    if hit.overhead or hit.volley not in game.volleys:
        return game.units[hit.unit].models
    return eligibility.viable_models(game, game.volleys[hit.volley], hit.unit)


def under_template(game: Game, hit: Hit) -> tuple[str, ...]:
    """AN-OH-12 List the models that take the hits of a template first."""
    if hit.volley not in game.volleys or not is_template(game, hit):
        return ()
    return overhead_fire.struck(game, hit.volley, hit.unit)


def is_template(game: Game, hit: Hit) -> bool:
    """Tell whether a template made a hit, and not a direct weapon with blast."""
    return bool(hit.weapon) and game.weapons[hit.weapon].overhead is not None


# -- placing


def even_spread(game: Game, unit: str, hits: Sequence[Hit], start: int = 0) -> tuple[HitPlace, ...]:
    """AN-HIT-04 Spread hits as evenly as can be, beginning with the model of this place in the unit."""
    models = game.units[unit].models
    order = (*models[start % len(models) :], *models[: start % len(models)])
    may = {hit.id: tuple(sorted(viable_models(game, hit), key=order.index)) for hit in hits}
    first = {hit.id: under_template(game, hit) for hit in hits}
    # lucky hits come on top of the others; ordinary ones are even among themselves
    lying = (row.model for row in game.hits.values() if row.unit == unit and row.model)
    load: Counter[str] = Counter(lying if any(row.lucky for row in hits) else ())
    chosen: dict[str, str] = {}
    for hit in hits:
        chosen[hit.id] = _lightest(may[hit.id], first[hit.id], load)
        load[chosen[hit.id]] += 1
    while any(_levelled(chosen, hit.id, may[hit.id], first[hit.id], load) for hit in hits):
        pass
    return tuple(HitPlace(hit=hit.id, model=chosen[hit.id]) for hit in hits)


def _lightest(may: Sequence[str], first: Sequence[str], load: Mapping[str, int]) -> str:
    return min(may, key=lambda row: (load[row], row not in first, may.index(row)))


def _levelled(chosen: dict[str, str], hit: str, may: Sequence[str], first: Sequence[str], load: Counter[str]) -> bool:
    """AN-HIT-04 AN-OH-12 Move a hit to where it lies more evenly; tell whether there was such a model."""
    model, other = chosen[hit], _lightest(may, first, load)
    bare = not load[other] and other in first and model not in first
    if load[model] <= load[other] + 1 and not bare:
        return False
    load.subtract({model: 1, other: -1})
    chosen[hit] = other
    return True


def allocate_hits(ruling: Ruling[Game], command: AllocateHits) -> None:
    """AN-HIT-03 AN-HIT-04 Place the hits on a unit: its player the ordinary ones, the shooter his lucky ones."""
    game, window = ruling.game, ruling.window
    lucky = window is not None and window.kind == ALLOCATE_LUCKY
    clause = "AN-HIT-03" if lucky else "AN-HIT-04"
    asked = ruling.subject(UnitSubject).unit
    ruling.require(command.unit == asked, "WG-ASK-01", "other-unit-hit", "unit", unit=asked)
    hits = {row.id: row for row in hits_to_place(game, command.unit, lucky=lucky, seat=ruling.actor)}
    named = [hit.hit for hit in command.hits]
    ruling.require(len(set(named)) == len(named), clause, "hit-twice", "hits")
    for hit in command.hits:
        ruling.require(hit.hit in hits, clause, "no-such-hit", "hits", hit=hit.hit)
        ruling.require(hit.model in viable_models(game, hits[hit.hit]), clause, "not-viable", "hits", model=hit.model)
    ruling.require(len(named) == len(hits), clause, "hits-left", "hits", placed=len(named), all=len(hits))
    if not lucky and game.options.hit_allocation == EVEN:
        _require_even(ruling, command, tuple(hits.values()))
    ruling.answered()
    record_allocation(ruling, command.unit, command.hits, lucky=lucky)


def _require_even(ruling: Ruling[Game], command: AllocateHits, hits: Sequence[Hit]) -> None:
    """AN-HIT-04 AN-OH-12 Refuse a model a hit more while another one that could take it has fewer."""
    chosen = {row.hit: row.model for row in command.hits}
    load = Counter(chosen.values())
    for hit in hits:
        model = chosen[hit.id]
        for other in viable_models(ruling.game, hit):
            even = load[model] <= load[other] + 1
            ruling.require(even, "AN-HIT-04", "uneven", "hits", model=model, hits=load[model], other=other)
        first = under_template(ruling.game, hit)
        bare = next((row for row in first if not load[row]), "")
        ruling.require(not bare or model in first, "AN-OH-12", "template-first", "hits", model=bare)


def record_allocation(ruling: Ruling[Game], unit: str, places: tuple[HitPlace, ...], *, lucky: bool) -> None:
    """AN-HIT-03 AN-HIT-04 Put placed hits on record."""
    clause = "AN-HIT-03" if lucky else "AN-HIT-04"
    ruling.record(HitsAllocated(unit=unit, hits=tuple(sorted(places, key=_by_hit)), lucky=lucky), clause)


def _by_hit(place: HitPlace) -> str:
    return place.hit


def hits_allocated(game: Game, event: HitsAllocated) -> None:
    """Put every hit on its model."""
    for hit in event.hits:
        game.hits[hit.hit] = replace(game.hits[hit.hit], model=hit.model)


# -- what may be said


def _asked(game: Game, window: Window, party: Party) -> tuple[Hit, ...]:
    return hits_to_place(game, subject_of(window, UnitSubject).unit, lucky=window.kind == ALLOCATE_LUCKY, seat=party)


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer the even spread that begins with each of the models."""
    unit, hits = subject_of(window, UnitSubject).unit, _asked(game, window, party)
    commands = (
        AllocateHits(unit=unit, hits=even_spread(game, unit, hits, start))
        for start in range(len(game.units[unit].models))
    )
    return exact_offers(commands, "AN-HIT-03" if window.kind == ALLOCATE_LUCKY else "AN-HIT-04")


def _default_command(game: Game, window: Window, party: Party) -> AllocateHits:
    unit = subject_of(window, UnitSubject).unit
    return AllocateHits(unit=unit, hits=even_spread(game, unit, _asked(game, window, party)))


PART = Part(
    handlers=handlers(allocate_hits),
    reducers=reducers(hits_allocated),
    windows=windows(
        WindowKind(
            ALLOCATE, "AN-HIT-04", (AllocateHits,), _offers, _default_command, subject=UnitSubject, after_flag=True
        ),
        WindowKind(
            ALLOCATE_LUCKY,
            "AN-HIT-03",
            (AllocateHits,),
            _offers,
            _default_command,
            subject=UnitSubject,
            after_flag=True,
        ),
    ),
)
