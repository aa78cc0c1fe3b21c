"""Allocation: each side puts its remaining successes on enemy bases, in secret until both have (HX-ASSAULT-23 on)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.hex_orders.model import ids
from adjudicator.rulesets.hex_orders.model.messages import (
    AllocatedHit,
    AllocateHits,
    Allocation,
    AllocationsRevealed,
    DamagingHit,
    DiceGroup,
    GroupCount,
    HitsAllocated,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, alive, other_seat
from adjudicator.rulesets.hex_orders.model.subjects import FightSubject
from adjudicator.rulesets.hex_orders.rules.assault.dice_pools import PSYCHIC, REAL, pool_of, successes_of
from adjudicator.rulesets.hex_orders.rules.assault.fights import (
    fight_answered,
    fight_of_window,
    rolling_bases,
    with_fight,
)

POOLS = (REAL, PSYCHIC)
T = TypeVar("T")

# -- what may be allocated


def caps_of(game: Game, fight: Fight, seat: Party) -> dict[str, int]:
    """HX-ASSAULT-25 Count the damaging hits that each enemy base may be given: one for each alive model."""
    return {row.unit: len(alive(game, row.unit)) for row in rolling_bases(game, fight, other_seat(seat))}


def in_pool(groups: Sequence[DiceGroup], pool: str) -> tuple[DiceGroup, ...]:
    """HX-ASSAULT-31 Keep the groups of one pool."""
    return tuple(group for group in groups if pool_of(group) == pool)


def _count(groups: Sequence[DiceGroup]) -> int:
    return sum(group.successes for group in groups)


def allocation_from(game: Game, fight: Fight, seat: Party) -> bool:
    """Tell whether a side's successes can be allocated in one way only."""
    room = caps_of(game, fight, seat)
    groups = successes_of(fight, seat)
    return all(_pool_allocation(in_pool(groups, pool), room) for pool in POOLS)


def _pool_allocation(groups: Sequence[DiceGroup], room: Mapping[str, int]) -> bool:
    count, most = _count(groups), sum(room.values())
    if len(room) == 1:
        return count <= most or (len(groups) == 1 and most == 1)
    return count == 0 or (len(groups) == 1 and count == most)


def default_allocation(
    game: Game, fight: Fight, seat: Party, *, target: int = 0, group: int = 0, support: int = 0
) -> Allocation:
    """HX-GAP-08 Give damaging hits in listed order up to the caps, and supports to the first of them.

    `target` and `group` say from which base and group on the lists are gone through, `support` which hit is supported.
    """
    room = _rotated([*caps_of(game, fight, seat).items()], target)
    bases = [base for base, cap in room for _ in range(cap)]
    hits: list[DamagingHit] = []
    for pool in POOLS:
        groups = _rotated([*in_pool(successes_of(fight, seat), pool)], group)
        hits.extend(_allocated_hits([row.id for row in groups for _ in range(row.successes)], bases, support))
    return Allocation(hits=tuple(hits))


def _rotated(things: Sequence[T], first: int) -> list[T]:
    place = first % len(things) if things else 0
    return [*things[place:], *things[:place]]


def _allocated_hits(successes: Sequence[str], bases: Sequence[str], support: int) -> list[DamagingHit]:
    hits = [DamagingHit(group=group, target=base) for group, base in zip(successes, bases, strict=False)]
    rest = Counter(successes[len(hits) :])
    if hits and rest:
        place = support % len(hits)
        supports = tuple(GroupCount(group=group, count=count) for group, count in rest.items())
        hits[place] = replace(hits[place], supports=supports)
    return hits


# -- asking


def ask_allocations(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ASSAULT-23 Ask the sides that have a choice; the others' successes go where they must."""
    asked = [seat for seat in SEATS if not allocation_from(ruling.game, fight, seat)]
    if asked:
        ruling.ask("allocations", *asked, subject=FightSubject(fight.id))


def allocate_hits(ruling: Ruling[Game], command: AllocateHits) -> None:
    """HX-ASSAULT-26 Every success damages a base, or supports one that does once no more may damage."""
    fight = fight_answered(ruling)
    allocation = command.allocation or Allocation()
    ruling.refuse_all([*faults_of(ruling.game, fight, ruling.actor, allocation)])
    event = HitsAllocated(fight=fight.id, seat=ruling.actor, allocation=allocation)
    ruling.record(event, "HX-ASSAULT-23", "HX-ASSAULT-24", "HX-ASSAULT-26")
    ruling.answered()


def hits_allocated(game: Game, event: HitsAllocated) -> None:
    """Keep it until both sides have allocated."""
    allocated = event.allocation.hits if event.allocation else ()
    _store_allocation(game, event.fight, event.seat, tuple(_as_hit(event.seat, row, 0) for row in allocated))


def _store_allocation(game: Game, fight: str, seat: Party, hits: tuple[AllocatedHit, ...]) -> None:
    others = tuple(row for row in game.fights[fight].allocated if row[0] != seat)
    with_fight(game, fight, allocated=tuple(sorted((*others, (seat, hits)), key=lambda row: row[0])))


def _as_hit(seat: Party, hit: DamagingHit, number: int) -> AllocatedHit:
    return AllocatedHit(
        id=ids.open_id(ids.HIT, number) if number else "",
        seat=seat,
        group=hit.group,
        target=hit.target,
        supports=tuple(support for support in hit.supports if support.count),
    )


# -- faults


def faults_of(game: Game, fight: Fight, seat: Party, allocation: Allocation) -> Iterator[Fault]:
    """Find everything that is wrong with an allocation."""
    groups = successes_of(fight, seat)
    kinds = {group.id: pool_of(group) for group in groups}
    room = caps_of(game, fight, seat)
    enemies = frozenset(row.unit for row in fight.units if row.seat != seat)
    named = [*_name_faults(kinds, room, enemies, allocation)]
    yield from named
    if not named:
        yield from _use_faults(groups, allocation)
        for pool in POOLS:
            yield from _pool_faults(in_pool(groups, pool), room, [h for h in allocation.hits if kinds[h.group] == pool])


def _name_faults(
    kinds: Mapping[str, str], room: Mapping[str, int], enemies: Collection[str], allocation: Allocation
) -> Iterator[Fault]:
    """HX-ASSAULT-14 HX-ASSAULT-24 Hits fall on enemy bases of the fight, and on none that does not roll in it."""
    for index, hit in enumerate(allocation.hits):
        path = f"allocation.hits[{index}]"
        if hit.group not in kinds:
            yield Fault("HX-ASSAULT-16", "no-such-successes", f"{path}.group", (("group", hit.group),))
        if hit.target not in room:
            clause = "HX-ASSAULT-14" if hit.target in enemies else "HX-ASSAULT-24"
            yield Fault(clause, "not-to-be-hit", f"{path}.target", (("target", hit.target),))
        for place, support in enumerate(hit.supports):
            here = f"{path}.supports[{place}].group"
            if support.group not in kinds:
                yield Fault("HX-ASSAULT-16", "no-such-successes", here, (("group", support.group),))
            elif hit.group in kinds and kinds[support.group] != kinds[hit.group]:
                facts = (("group", support.group), ("damages", hit.group))
                yield Fault("HX-ASSAULT-32", "other-kind-of-damage", here, facts)


def _use_faults(groups: Sequence[DiceGroup], allocation: Allocation) -> Iterator[Fault]:
    """HX-ASSAULT-24 Every success is used once."""
    used = Counter(hit.group for hit in allocation.hits)
    for hit in allocation.hits:
        for support in hit.supports:
            used[support.group] += support.count
    for group in groups:
        facts = (("group", group.id), ("count", used[group.id]), ("held", group.successes))
        if used[group.id] > group.successes:
            yield Fault("HX-ASSAULT-16", "too-many-of-group", "allocation.hits", facts)
        if used[group.id] < group.successes:
            yield Fault("HX-ASSAULT-24", "successes-left", "allocation.hits", facts)


def _pool_faults(groups: Sequence[DiceGroup], room: Mapping[str, int], hits: Sequence[DamagingHit]) -> Iterator[Fault]:
    """HX-ASSAULT-25, HX-ASSAULT-26 Keep to the caps, and fill them before a success supports."""
    given = Counter(hit.target for hit in hits)
    for base, cap in room.items():
        if given[base] > cap:
            facts = (("target", base), ("hits", given[base]), ("models", cap))
            yield Fault("HX-ASSAULT-25", "too-many-hits", "allocation.hits", facts)
    due = min(_count(groups), sum(room.values()))
    if len(hits) < due and any(support.count for hit in hits for support in hit.supports):
        yield Fault("HX-ASSAULT-26", "support-too-early", "allocation.hits", (("hits", len(hits)), ("due", due)))


# -- both are shown


def reveal_allocations(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ASSAULT-23 Show what both sides allocated, and number the damaging hits."""
    game = ruling.game
    known = dict(game.fights[fight.id].allocated)
    hits: list[AllocatedHit] = []
    for seat in SEATS:
        forced = default_allocation(game, fight, seat).hits
        hits.extend(known[seat] if seat in known else (_as_hit(seat, row, 0) for row in forced))
    if not hits:
        return
    first = next_hit_number(game)
    with_ids = tuple(replace(hit, id=ids.open_id(ids.HIT, number)) for number, hit in enumerate(hits, first))
    event = AllocationsRevealed(fight=fight.id, hits=with_ids)
    ruling.record(event, "HX-ASSAULT-23", "HX-ASSAULT-25", *_supporting(with_ids))


def _supporting(hits: Sequence[AllocatedHit]) -> tuple[str, ...]:
    return ("HX-ASSAULT-27",) if any(hit.supports for hit in hits) else ()


def allocations_revealed(game: Game, event: AllocationsRevealed) -> None:
    """These are the hits of the fight."""
    with_fight(game, event.fight, hits=event.hits)
    for seat in SEATS:
        _store_allocation(game, event.fight, seat, tuple(hit for hit in event.hits if hit.seat == seat))


def next_hit_number(game: Game) -> int:
    """Give the number of the next hit of this step; numbers of hits that were exchanged are not used again."""
    shown = sum(bool(hit.id) for fight in game.fights.values() for _, hits in fight.allocated for hit in hits)
    return 1 + shown + sum(rolls for fight in game.fights.values() for _, rolls in fight.light)


def supports_of(hit: AllocatedHit) -> int:
    """HX-ASSAULT-27 Count the supports of a damaging hit."""
    return sum(support.count for support in hit.supports)


# -- what may be said


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer allocations that begin with another base, another group, or support another hit."""
    fight = fight_of_window(game, window)
    groups, bases = len(successes_of(fight, party)), len(caps_of(game, fight, party))
    most = max(1, sum(caps_of(game, fight, party).values()))
    commands = (
        default_allocation(game, fight, party, target=target, group=group, support=support)
        for support in range(most)
        for target in range(bases)
        for group in range(groups)
    )
    return exact_offers((AllocateHits(allocation=row) for row in islice(commands, 64)), "HX-ASSAULT-23")


def _silence(game: Game, window: Window, party: Party) -> AllocateHits:
    return AllocateHits(allocation=default_allocation(game, fight_of_window(game, window), party))


PART = Part(
    handlers=handlers(allocate_hits),
    reducers=reducers(hits_allocated, allocations_revealed),
    windows=windows(
        WindowKind(
            "allocations", "HX-ASSAULT-23", (AllocateHits,), _offers, _silence, subject=FightSubject, after_flag=True
        )
    ),
)
