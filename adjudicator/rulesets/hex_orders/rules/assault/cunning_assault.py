"""Cunning Assault: successes on a base with a light table are exchanged for rolls on it (HX-ABILITIES-11 to -13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    AllocatedHit,
    GroupCount,
    PassChoice,
    SuccessesExchanged,
    SupportMove,
    SupportUse,
    UseCunningAssault,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, other_seat
from adjudicator.rulesets.hex_orders.model.subjects import ChoosingSubject
from adjudicator.rulesets.hex_orders.rules.assault.dice_pools import CUNNING, group_of, pool_of
from adjudicator.rulesets.hex_orders.rules.assault.fights import choosing_groups, rolling_bases, with_fight
from adjudicator.rulesets.hex_orders.rules.damage.damage_tables import LIGHT
from adjudicator.rulesets.hex_orders.rules.orders.choosing_order import ask_in_order

# -- what can be exchanged


def number_for(game: Game, fight: Fight, group: str, nation: str) -> int:
    """HX-ABILITIES-11 Give N of the successes of a group of a nation's units, 0 where they can not be exchanged."""
    found = group_of(fight, group)
    if game.sheets[found.unit].nation != nation:
        return 0
    return min((max(1, ability.x) for ability in found.abilities if ability.name == CUNNING), default=0)


def has_light_table(game: Game, unit: str) -> bool:
    """HX-ABILITIES-12 Tell whether successes on a base can be exchanged."""
    return any(table.damage_type == LIGHT for table in game.sheets[unit].tables)


def _targets(game: Game, fight: Fight, seat: Party) -> tuple[str, ...]:
    enemies = rolling_bases(game, fight, other_seat(seat))
    return tuple(enemy.unit for enemy in enemies if has_light_table(game, enemy.unit))


def own_hits(fight: Fight, seat: Party, target: str = "") -> tuple[AllocatedHit, ...]:
    """List the damaging hits of a side, on one base or on all."""
    return tuple(hit for hit in fight.hits if hit.seat == seat and target in ("", hit.target))


def exchangeable(game: Game, fight: Fight, seat: Party, nation: str, target: str) -> dict[int, int]:
    """HX-ABILITIES-11 Count the successes on a base that can be exchanged, by N; too few for one roll are left out."""
    counts: Counter[int] = Counter()
    for hit in own_hits(fight, seat, target):
        counts[number_for(game, fight, hit.group, nation)] += 1
        for support in hit.supports:
            counts[number_for(game, fight, support.group, nation)] += support.count
    return {number: count for number, count in sorted(counts.items()) if number and count >= number}


def _may_exchange(game: Game, fight: Fight, seat: Party, nation: str) -> bool:
    return any(exchangeable(game, fight, seat, nation, target) for target in _targets(game, fight, seat))


def ask_cunning(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ABILITIES-11 Ask the owners of successes that can be exchanged, in order of choosing."""
    game = ruling.game
    units = [
        row.unit
        for seat in SEATS
        for row in rolling_bases(game, fight, seat)
        if _may_exchange(game, fight, seat, game.sheets[row.unit].nation)
    ]
    ask_in_order(ruling, "cunning", choosing_groups(game, units, fight.id))


# -- the exchange


def use_cunning_assault(ruling: Ruling[Game], command: UseCunningAssault) -> None:
    """HX-ABILITIES-11 HX-ABILITIES-13 Successes on a base are given up for rolls on its light table."""
    game, asked = ruling.game, ruling.subject(ChoosingSubject)
    nation, key = asked.nation, asked.label
    fight, seat = game.fights[key], ruling.actor
    ruling.find(game.units, command.target, "target")
    ruling.require(
        command.target in _targets(game, fight, seat),
        "HX-ABILITIES-12",
        "no-light-table",
        "target",
        target=command.target,
    )
    ruling.refuse_all([*_faults(game, fight, seat, nation, command)])
    event = SuccessesExchanged(
        fight=key,
        seat=seat,
        target=command.target,
        hits=command.hits,
        left=_hits_left(fight, command),
        rolls=_rolls(game, fight, nation, command),
    )
    ruling.record(event, "HX-ABILITIES-11", "HX-ABILITIES-12", "HX-ABILITIES-13")
    if not _may_exchange(ruling.game, ruling.game.fights[key], seat, nation):
        ruling.answered()


def successes_exchanged(game: Game, event: SuccessesExchanged) -> None:
    """Keep what is left, and the rolls for later."""
    light = (*game.fights[event.fight].light, (event.target, event.rolls))
    with_fight(game, event.fight, hits=event.left, light=light)


def _given_up(fight: Fight, command: UseCunningAssault) -> Iterator[tuple[str, int]]:
    """List group and count of what is exchanged."""
    yield from ((hit.group, 1) for hit in fight.hits if hit.id in command.hits)
    yield from ((support.supports.group, support.supports.count) for support in command.supports)


def _counts(game: Game, fight: Fight, nation: str, command: UseCunningAssault) -> Counter[int]:
    counts: Counter[int] = Counter()
    for group, count in _given_up(fight, command):
        counts[number_for(game, fight, group, nation)] += count
    return counts


def _rolls(game: Game, fight: Fight, nation: str, command: UseCunningAssault) -> int:
    return sum(count // number for number, count in _counts(game, fight, nation, command).items() if number)


def _hits_left(fight: Fight, command: UseCunningAssault) -> tuple[AllocatedHit, ...]:
    """HX-ABILITIES-13 List what stays: supports without their hit are lost unless they were moved."""
    used, joining = _moved_supports(command)
    kept = (hit for hit in fight.hits if hit.id not in command.hits)
    return tuple(replace(hit, supports=_supports(hit, used, joining)) for hit in kept)


def _moved_supports(command: UseCunningAssault) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """Count supports that leave, and that join, a hit, by hit and group."""
    used: Counter[tuple[str, str]] = Counter()
    joining: Counter[tuple[str, str]] = Counter()
    for use in command.supports:
        used[use.hit, use.supports.group] += use.supports.count
    for move in command.moved:
        joining[move.joins, move.supports.group] += move.supports.count
        used[move.leaves, move.supports.group] += move.supports.count
    return used, joining


def _supports(
    hit: AllocatedHit, used: Counter[tuple[str, str]], joining: Counter[tuple[str, str]]
) -> tuple[GroupCount, ...]:
    held = Counter({support.group: support.count for support in hit.supports})
    for (key, group), count in joining.items():
        held[group] += count if key == hit.id else 0
    left = ((group, count - used[hit.id, group]) for group, count in held.items())
    return tuple(GroupCount(group=group, count=count) for group, count in left if count)


# -- faults


def _faults(game: Game, fight: Fight, seat: Party, nation: str, command: UseCunningAssault) -> Iterator[Fault]:
    own = {hit.id: hit for hit in own_hits(fight, seat)}
    named = [*_hit_faults(game, fight, own, nation, command), *_move_faults(fight, own, command)]
    yield from named
    if named:
        return
    yield from _count_faults(own, command)
    counts = _counts(game, fight, nation, command)
    for number, count in counts.items():
        if number and count % number:
            yield Fault("HX-ABILITIES-11", "not-divisible", "", (("count", count), ("each", number)))
    if not sum(counts.values()):
        yield Fault("HX-ABILITIES-11", "nothing-exchanged")


def _hit_faults(
    game: Game, fight: Fight, own: dict[str, AllocatedHit], nation: str, command: UseCunningAssault
) -> Iterator[Fault]:
    for index, key in enumerate(command.hits):
        yield from _use_faults(own, command.target, key, f"hits[{index}]")
        if key in own and not number_for(game, fight, own[key].group, nation):
            yield Fault("HX-ABILITIES-11", "not-cunning", f"hits[{index}]", (("group", own[key].group),))
        if key in command.hits[:index]:
            yield Fault("HX-ABILITIES-11", "hit-named-twice", f"hits[{index}]", (("hit", key),))
    groups = [row.id for row in fight.groups]
    for index, use in enumerate(command.supports):
        path = f"supports[{index}]"
        yield from _use_faults(own, command.target, use.hit, f"{path}.hit")
        group = use.supports.group
        if group not in groups or not number_for(game, fight, group, nation):
            yield Fault("HX-ABILITIES-11", "not-cunning", f"{path}.supports", (("group", group),))


def _use_faults(own: dict[str, AllocatedHit], target: str, hit: str, path: str) -> Iterator[Fault]:
    if hit not in own or own[hit].target != target:
        yield Fault("HX-ABILITIES-11", "not-own-hit", path, (("hit", hit), ("target", target)))


def _move_faults(fight: Fight, own: dict[str, AllocatedHit], command: UseCunningAssault) -> Iterator[Fault]:
    """HX-ABILITIES-13 Supports move from hits that are given up to hits that stay, of one kind of damage."""
    for index, move in enumerate(command.moved):
        path = f"moved[{index}]"
        if move.leaves not in command.hits:
            yield Fault("HX-ABILITIES-13", "hit-stays", f"{path}.leaves", (("hit", move.leaves),))
        if move.joins not in own or move.joins in command.hits:
            yield Fault("HX-ABILITIES-13", "hit-not-there", f"{path}.joins", (("hit", move.joins),))
        elif move.leaves in own and _kind(fight, own, move.leaves) != _kind(fight, own, move.joins):
            facts = (("group", move.supports.group), ("damages", own[move.joins].group))
            yield Fault("HX-ASSAULT-32", "other-kind-of-damage", f"{path}.joins", facts)


def _kind(fight: Fight, own: dict[str, AllocatedHit], hit: str) -> str:
    return pool_of(group_of(fight, own[hit].group))


def _count_faults(own: dict[str, AllocatedHit], command: UseCunningAssault) -> Iterator[Fault]:
    used, _ = _moved_supports(command)
    for (key, group), count in used.items():
        held = sum(support.count for support in own[key].supports if support.group == group)
        if count > held:
            facts = (("hit", key), ("group", group), ("count", count), ("held", held))
            yield Fault("HX-ABILITIES-11", "too-many-supports", "supports", facts)


# -- what may be said


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    subject = subject_of(window, ChoosingSubject)
    nation, fight = subject.nation, game.fights[subject.label]
    commands = (
        command
        for target in _targets(game, fight, party)
        for number, count in exchangeable(game, fight, party, nation, target).items()
        for rolls in range(1, count // number + 1)
        for command in _exchanges(game, fight, (party, nation, target), (number, rolls))
    )
    return [offer(PassChoice, "HX-GAP-08"), *exact_offers(commands, "HX-ABILITIES-11")]


def _exchanges(
    game: Game, fight: Fight, who: tuple[Party, str, str], what: tuple[int, int]
) -> Iterator[UseCunningAssault]:
    """Give up supports before hits; supports of hits that are given up join the first hit that stays."""
    (seat, nation, target), (number, rolls) = who, what
    due, uses, hits = number * rolls, list[SupportUse](), list[str]()
    own = own_hits(fight, seat, target)
    for hit in own:
        for support in hit.supports:
            count = min(due, support.count) if number_for(game, fight, support.group, nation) == number else 0
            due -= count
            if count:
                uses.append(SupportUse(hit=hit.id, supports=GroupCount(group=support.group, count=count)))
    for hit in reversed(own):
        if due and number_for(game, fight, hit.group, nation) == number:
            due -= 1
            hits.append(hit.id)
    moved = tuple(_supports_kept(fight, own_hits(fight, seat), hits, uses))
    yield UseCunningAssault(target=target, hits=tuple(hits), supports=tuple(uses), moved=moved)


def _supports_kept(
    fight: Fight, own: Sequence[AllocatedHit], hits: Sequence[str], uses: Sequence[SupportUse]
) -> Iterator[SupportMove]:
    given_up = Counter({(use.hit, use.supports.group): use.supports.count for use in uses})
    table = {hit.id: hit for hit in own}
    for hit in (table[key] for key in hits):
        kind = _kind(fight, table, hit.id)
        stay = (row.id for row in own if row.id not in hits and _kind(fight, table, row.id) == kind)
        joins = next(stay, None)
        for support in hit.supports:
            left = support.count - given_up[hit.id, support.group]
            if joins is not None and left:
                yield SupportMove(leaves=hit.id, joins=joins, supports=GroupCount(group=support.group, count=left))


PART = Part(
    handlers=handlers(use_cunning_assault),
    reducers=reducers(successes_exchanged),
    windows=windows(
        WindowKind(
            "cunning",
            "HX-ABILITIES-11",
            (UseCunningAssault, PassChoice),
            _offers,
            always(PassChoice()),
            subject=ChoosingSubject,
        )
    ),
)
