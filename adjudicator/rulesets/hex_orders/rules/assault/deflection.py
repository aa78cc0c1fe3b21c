"""Deflection: who has the advantage says which successes of both sides are cancelled (HX-ASSAULT-18, HX-ASSAULT-22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.hex_orders.model.messages import ChooseDeflections, DiceGroup, GroupCount, SuccessesDeflected
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import Game, other_seat
from adjudicator.rulesets.hex_orders.model.subjects import FightSubject
from adjudicator.rulesets.hex_orders.rules.assault.dice_pools import successes, successes_of
from adjudicator.rulesets.hex_orders.rules.assault.fights import fight_answered, fight_of_window, with_fight


def winner_of(fight: Fight) -> Party:
    """Give the seat with the advantage.

    Raises LookupError before the dice are rolled.
    """
    if fight.advantage is None:
        raise LookupError(f"the dice of fight {fight.id} are not thrown yet")
    return fight.advantage


def ask_deflections(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ASSAULT-22 Ask who has the advantage, unless successes can be cancelled in one way only."""
    seat = winner_of(fight)
    sides = (seat, other_seat(seat))
    if all(_one_way(fight, side) for side in sides):
        enemy, own = default_cancellations(fight, other_seat(seat)), default_cancellations(fight, seat)
        if enemy or own:
            _record(ruling, fight.id, seat, enemy, own)
        return
    ruling.ask("deflections", seat, subject=FightSubject(fight.id))


def cancelled(fight: Fight, seat: Party) -> int:
    """HX-ASSAULT-18 Count the successes of a side that the enemy's deflections cancel."""
    return min(successes(fight.groups, seat), successes(fight.deflections, other_seat(seat)))


def _one_way(fight: Fight, seat: Party) -> bool:
    count = cancelled(fight, seat)
    return count in (0, successes(fight.groups, seat)) or len(successes_of(fight, seat)) == 1


def default_cancellations(fight: Fight, seat: Party) -> tuple[GroupCount, ...]:
    """HX-GAP-08 Cancel successes of a side's first groups."""
    return _cancel_first(successes_of(fight, seat), cancelled(fight, seat))


def _cancel_first(groups: Sequence[DiceGroup], count: int) -> tuple[GroupCount, ...]:
    taken: list[GroupCount] = []
    for group in groups:
        some = min(group.successes, count)
        count -= some
        if some:
            taken.append(GroupCount(group=group.id, count=some))
    return tuple(taken)


def choose_deflections(ruling: Ruling[Game], command: ChooseDeflections) -> None:
    """HX-ASSAULT-22 The side with the advantage chooses for both."""
    fight = fight_answered(ruling)
    seat = ruling.actor
    enemy = [*_faults(fight, other_seat(seat), command.enemy, "enemy")]
    ruling.refuse_all([*enemy, *_faults(fight, seat, command.own, "own")])
    _record(ruling, fight.id, seat, _as_counts(command.enemy), _as_counts(command.own))
    ruling.answered()


def _as_counts(counts: Sequence[GroupCount]) -> tuple[GroupCount, ...]:
    return tuple(count for count in counts if count.count)


def _faults(fight: Fight, seat: Party, counts: Sequence[GroupCount], path: str) -> Iterator[Fault]:
    """HX-ASSAULT-18 Find what is wrong with the successes of one side that are to be cancelled."""
    held = {row.id: row.successes for row in successes_of(fight, seat)}
    for index, count in enumerate(counts):
        here = f"{path}[{index}].group"
        if count.group not in held:
            yield Fault("HX-ASSAULT-16", "no-such-successes", here, (("group", count.group),))
        elif count.group in [other.group for other in counts[:index]]:
            yield Fault("HX-ASSAULT-16", "group-named-twice", here, (("group", count.group),))
        elif count.count > held[count.group]:
            facts = (("group", count.group), ("count", count.count), ("held", held[count.group]))
            yield Fault("HX-ASSAULT-16", "too-many-of-group", here, facts)
    due, named = cancelled(fight, seat), sum(count.count for count in counts)
    if named != due:
        yield Fault("HX-ASSAULT-18", "other-count-deflected", path, (("named", named), ("due", due)))


def _record(
    ruling: Ruling[Game], fight: str, seat: Party, enemy: tuple[GroupCount, ...], own: tuple[GroupCount, ...]
) -> None:
    event = SuccessesDeflected(fight=fight, seat=seat, enemy=enemy, own=own)
    ruling.record(event, "HX-ASSAULT-18", "HX-ASSAULT-22")


def successes_deflected(game: Game, event: SuccessesDeflected) -> None:
    """Take the successes away."""
    lost = {row.group: row.count for row in (*event.enemy, *event.own)}
    groups = tuple(
        replace(group, successes=group.successes - lost.get(group.id, 0)) for group in game.fights[event.fight].groups
    )
    with_fight(game, event.fight, groups=groups)


# -- what may be said


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer to cancel first what each group in turn has scored, on both sides."""
    fight = fight_of_window(game, window)
    offered = [[*_offered_cancellations(fight, seat)] for seat in (other_seat(party), party)]
    answers = (ChooseDeflections(enemy=enemy, own=own) for enemy in offered[0] for own in offered[1])
    return exact_offers(answers, "HX-ASSAULT-22")


def _offered_cancellations(fight: Fight, seat: Party) -> Iterator[tuple[GroupCount, ...]]:
    groups = successes_of(fight, seat)
    for first in range(max(1, len(groups))):
        yield _cancel_first(groups[first:] + groups[:first], cancelled(fight, seat))


def _silence(game: Game, window: Window, party: Party) -> ChooseDeflections:
    fight = fight_of_window(game, window)
    return ChooseDeflections(
        enemy=default_cancellations(fight, other_seat(party)), own=default_cancellations(fight, party)
    )


PART = Part(
    handlers=handlers(choose_deflections),
    reducers=reducers(successes_deflected),
    windows=windows(
        WindowKind(
            "deflections",
            "HX-ASSAULT-22",
            (ChooseDeflections,),
            _offers,
            _silence,
            subject=FightSubject,
            after_flag=True,
        )
    ),
)
