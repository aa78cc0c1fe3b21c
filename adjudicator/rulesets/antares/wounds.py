"""Hits on models: who places them, and the stages that follow for every volley, of shots and of blows (AN-HIT).

`push` lays the stages on the stack: the hits are placed, resisted, rolled for on the damage chart, and counted in pins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.antares import eligibility, overhead
from adjudicator.rulesets.antares.model.messages import AllocateHits, Hit, HitPlace, HitsAllocated
from adjudicator.rulesets.antares.state import Game, rival

ALLOCATION, RESIST, DAMAGE, PINS = "salvo_allocation", "salvo_resist", "salvo_damage", "salvo_pins"
ALLOCATE, ALLOCATE_LUCKY = "allocate", "allocate_lucky"
EVEN = "even"

# -- stages


def push(ruling: Ruling[Game]) -> None:
    """AN-SHOOT-12 Lay the stages from the placing of hits to the pins on the stack."""
    for stage in (PINS, DAMAGE, RESIST, ALLOCATION):
        ruling.ask(stage)


def _allocation(ruling: Ruling[Game], window: Window) -> None:
    """AN-HIT-03 AN-HIT-04 Place the hits of the next unit: ordinary ones first, the lucky ones last of all."""
    game = ruling.game
    found = next(iter(unplaced(game)), None)
    if found is None:
        return
    unit, lucky, seat = found
    hits = to_place(game, unit, lucky=lucky, seat=seat)
    ruling.ask(window.kind)
    if len(choices_of(game, hits)) == 1:
        record(ruling, unit, usual(game, unit, hits), lucky=lucky)
    else:
        ruling.ask(ALLOCATE_LUCKY if lucky else ALLOCATE, seat, about=(unit,))


def _stage(waiting: Callable[[Game], tuple[str, ...]], kind: str) -> Callable[[Ruling[Game], Window], None]:
    """Make a stage that asks for a command of the table for every unit that waits for it."""

    def go_on(ruling: Ruling[Game], window: Window) -> None:
        left = waiting(ruling.game)
        if left:
            ruling.ask(window.kind)
            ruling.ask(kind, TABLE, about=(left[0],))

    return go_on


def resisting(game: Game) -> tuple[str, ...]:
    """AN-RESIST-01 List the units with hits that are placed, in the order of the volleys that made them."""
    return _units(each for each in in_order(game) if each.model)


def rolling(game: Game) -> tuple[str, ...]:
    """AN-DMG-02 List the units with damage rolls to make, by id."""
    return tuple(key for key in sorted(game.outcomes) if game.outcomes[key].rolls)


def _settle(ruling: Ruling[Game], _window: Window) -> None:
    """AN-PIN-15 Let losses and pins be applied."""
    if ruling.game.volleys:
        ruling.ask("pins", TABLE)


# -- hits


def in_order(game: Game) -> tuple[Hit, ...]:
    """List the hits by volley and number; the acting side's volley was declared first."""
    return tuple(game.hits[key] for key in sorted(game.hits))


def _units(hits: Iterable[Hit]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.unit for each in hits))


def unplaced(game: Game) -> Iterator[tuple[str, bool, Party]]:
    """Go through the units with hits to place: unit, whether lucky ones, and the seat that places them."""
    waiting = [each for each in in_order(game) if not each.model]
    for unit in _units(each for each in waiting if not each.lucky):
        yield unit, False, game.units[unit].seat
    for each in waiting:
        if each.lucky:
            yield each.unit, True, _maker(game, each)


def _maker(game: Game, hit: Hit) -> Party:
    row = game.volleys.get(hit.volley)
    return rival(game.units[hit.unit].seat) if row is None else row.seat


def to_place(game: Game, unit: str, *, lucky: bool, seat: Party) -> tuple[Hit, ...]:
    """List the hits on a unit that are to be placed together: the ordinary ones, or a shooter's lucky ones."""
    hits = (each for each in in_order(game) if each.unit == unit and not each.model and each.lucky == lucky)
    return tuple(each for each in hits if not lucky or _maker(game, each) == seat)


def choices_of(game: Game, hits: Sequence[Hit]) -> tuple[str, ...]:
    """AN-HIT-04 List the models that at least one of these hits may be given to."""
    found = {model for each in hits for model in viable(game, each)}
    return tuple(each for each in game.units[hits[0].unit].models if each in found)


def viable(game: Game, hit: Hit) -> tuple[str, ...]:
    """AN-HIT-04 List the models that a hit may be given to: all, for a template."""
    if hit.overhead or hit.volley not in game.volleys:
        return game.units[hit.unit].models
    return eligibility.viable(game, game.volleys[hit.volley], hit.unit)


def under_template(game: Game, hit: Hit) -> tuple[str, ...]:
    """AN-OH-12 List the models that take the hits of a template first."""
    if hit.volley not in game.volleys or not is_template(game, hit):
        return ()
    return overhead.struck(game, hit.volley, hit.unit)


def is_template(game: Game, hit: Hit) -> bool:
    """Tell whether a template made a hit, and not a direct weapon with blast."""
    return bool(hit.weapon) and game.weapons[hit.weapon].overhead is not None


# -- placing


def usual(game: Game, unit: str, hits: Sequence[Hit], start: int = 0) -> tuple[HitPlace, ...]:
    """AN-HIT-04 Spread hits as evenly as can be, beginning with the model of this place in the unit."""
    models = game.units[unit].models
    order = (*models[start % len(models) :], *models[: start % len(models)])
    may = {hit.id: tuple(sorted(viable(game, hit), key=order.index)) for hit in hits}
    first = {hit.id: under_template(game, hit) for hit in hits}
    # lucky hits come on top of the others; ordinary ones are even among themselves
    lying = (each.model for each in game.hits.values() if each.unit == unit and each.model)
    load: Counter[str] = Counter(lying if any(each.lucky for each in hits) else ())
    chosen: dict[str, str] = {}
    for hit in hits:
        chosen[hit.id] = _lightest(may[hit.id], first[hit.id], load)
        load[chosen[hit.id]] += 1
    while any(_levelled(chosen, hit.id, may[hit.id], first[hit.id], load) for hit in hits):
        pass
    return tuple(HitPlace(hit=hit.id, model=chosen[hit.id]) for hit in hits)


def _lightest(may: Sequence[str], first: Sequence[str], load: Mapping[str, int]) -> str:
    return min(may, key=lambda each: (load[each], each not in first, may.index(each)))


def _levelled(
    chosen: dict[str, str], hit: str, may: Sequence[str], first: Sequence[str], load: Counter[str]
) -> bool:  # fmt: skip
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
    about = window.about if window is not None else ()
    ruling.require(command.unit in about, clause, "other-unit-hit", "unit", unit=", ".join(about))
    hits = {each.id: each for each in to_place(game, command.unit, lucky=lucky, seat=ruling.actor)}
    named = [each.hit for each in command.hits]
    ruling.require(len(set(named)) == len(named), clause, "hit-twice", "hits")
    for each in command.hits:
        ruling.require(each.hit in hits, clause, "no-such-hit", "hits", hit=each.hit)
        ruling.require(each.model in viable(game, hits[each.hit]), clause, "not-viable", "hits", model=each.model)
    ruling.require(len(named) == len(hits), clause, "hits-left", "hits", placed=len(named), all=len(hits))
    if not lucky and game.how.hit_allocation == EVEN:
        _require_even(ruling, command, tuple(hits.values()))
    ruling.answered()
    record(ruling, command.unit, command.hits, lucky=lucky)


def _require_even(ruling: Ruling[Game], command: AllocateHits, hits: Sequence[Hit]) -> None:
    """AN-HIT-04 AN-OH-12 Refuse a model a hit more while another one that could take it has fewer."""
    chosen = {each.hit: each.model for each in command.hits}
    load = Counter(chosen.values())
    for hit in hits:
        model = chosen[hit.id]
        for other in viable(ruling.game, hit):
            even = load[model] <= load[other] + 1
            ruling.require(even, "AN-HIT-04", "uneven", "hits", model=model, hits=load[model], other=other)
        first = under_template(ruling.game, hit)
        bare = next((each for each in first if not load[each]), "")
        ruling.require(not bare or model in first, "AN-OH-12", "template-first", "hits", model=bare)


def record(ruling: Ruling[Game], unit: str, places: tuple[HitPlace, ...], *, lucky: bool) -> None:
    """AN-HIT-03 AN-HIT-04 Put placed hits on record."""
    clause = "AN-HIT-03" if lucky else "AN-HIT-04"
    ruling.record(HitsAllocated(unit=unit, hits=tuple(sorted(places, key=_by_hit)), lucky=lucky), clause)


def _by_hit(place: HitPlace) -> str:
    return place.hit


def hits_allocated(game: Game, event: HitsAllocated) -> None:
    """Put every hit on its model."""
    for each in event.hits:
        game.hits[each.hit] = replace(game.hits[each.hit], model=each.model)


# -- what may be said


def _asked(game: Game, window: Window, party: Party) -> tuple[Hit, ...]:
    return to_place(game, window.about[0], lucky=window.kind == ALLOCATE_LUCKY, seat=party)


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer the even spread that begins with each of the models."""
    unit, hits = window.about[0], _asked(game, window, party)
    made = (
        AllocateHits(unit=unit, hits=usual(game, unit, hits, start)) for start in range(len(game.units[unit].models))
    )
    return exact_offers(made, "AN-HIT-03" if window.kind == ALLOCATE_LUCKY else "AN-HIT-04")


def _silence(game: Game, window: Window, party: Party) -> AllocateHits:
    unit = window.about[0]
    return AllocateHits(unit=unit, hits=usual(game, unit, _asked(game, window, party)))


CLAUSES = handlers(allocate_hits)
REDUCERS = reducers(hits_allocated)
WINDOWS = windows(
    WindowKind(ALLOCATION, "AN-HIT-04", on_close=_allocation),
    WindowKind(RESIST, "AN-RESIST-01", on_close=_stage(resisting, "resist")),
    WindowKind(DAMAGE, "AN-DMG-02", on_close=_stage(rolling, "damage")),
    WindowKind(PINS, "AN-PIN-15", on_close=_settle),
    WindowKind(ALLOCATE, "AN-HIT-04", (AllocateHits,), _offers, _silence),
    WindowKind(ALLOCATE_LUCKY, "AN-HIT-03", (AllocateHits,), _offers, _silence),
)

__all__ = [
    "CLAUSES", "REDUCERS", "WINDOWS", "allocate_hits", "choices_of", "in_order", "is_template", "push", "record",
    "resisting", "rolling", "to_place", "unplaced", "usual", "viable",
]  # fmt: skip
