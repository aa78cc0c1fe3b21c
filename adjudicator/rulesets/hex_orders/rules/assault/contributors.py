"""Who rolls in a fight with more bases than may: each side says so, in secret until both have (HX-ASSAULT-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultContributorsChosen,
    ChooseAssaultContributors,
    Contributors,
    ContributorsCommitted,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, order_of_ids
from adjudicator.rulesets.hex_orders.model.subjects import FightSubject
from adjudicator.rulesets.hex_orders.rules.assault.fights import (
    default_contributors,
    fight_answered,
    fight_of_window,
    fighters,
    too_many,
    with_fight,
)
from adjudicator.rulesets.hex_orders.rules.movement.stacking import fits_after_moves


def ask_contributors(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ASSAULT-14 Ask the sides that have more bases in the fight than may roll."""
    asked = [seat for seat in SEATS if too_many(ruling.game, fight, seat)]
    if asked:
        ruling.ask("contributors", *asked, subject=FightSubject(fight.id))


def choose_assault_contributors(ruling: Ruling[Game], command: ChooseAssaultContributors) -> None:
    """HX-ASSAULT-14 A side says which of its bases roll, and can be hit."""
    fight = fight_answered(ruling)
    units = command.contributors.units if command.contributors else ()
    ruling.refuse_all([*_faults(ruling.game, fight, ruling.actor, units)])
    chosen = Contributors(units=units)
    ruling.record(ContributorsCommitted(fight=fight.id, seat=ruling.actor, contributors=chosen), "HX-ASSAULT-14")
    ruling.answered()


def _faults(game: Game, fight: Fight, seat: Party, units: Sequence[str]) -> Iterator[Fault]:
    own = [fighter.unit for fighter in fighters(fight, seat)]
    path = "contributors.units"
    for index, unit in enumerate(units):
        if unit not in own:
            yield Fault("HX-ASSAULT-14", "not-in-fight", f"{path}[{index}]", (("unit", unit),))
        elif unit in units[:index]:
            yield Fault("HX-ASSAULT-14", "unit-named-twice", f"{path}[{index}]", (("unit", unit),))
    known = [unit for unit in dict.fromkeys(units) if unit in own]
    if not known:
        yield Fault("HX-ASSAULT-14", "nobody-rolls", path)
    elif not fits_after_moves(game, known):
        yield Fault("HX-ASSAULT-14", "too-many-bases", path, (("units", len(known)),))
    elif any(fits_after_moves(game, (*known, unit)) for unit in own if unit not in known):
        yield Fault("HX-ASSAULT-14", "room-for-more", path, (("units", len(known)),))


def contributors_committed(game: Game, event: ContributorsCommitted) -> None:
    """Keep the choice until both sides have chosen."""
    units = event.contributors.units if event.contributors else ()
    committed = (*game.fights[event.fight].committed, (event.seat, units))
    with_fight(game, event.fight, committed=tuple(sorted(committed)))


def _reveal(ruling: Ruling[Game], window: Window) -> None:
    fight = fight_of_window(ruling.game, window)
    for seat, units in fight.committed:
        ruling.record(AssaultContributorsChosen(fight=fight.id, seat=seat, units=units), "HX-ASSAULT-14")


def assault_contributors_chosen(game: Game, event: AssaultContributorsChosen) -> None:
    """These roll."""
    row = game.fights[event.fight]
    seats = tuple(sorted((*row.contributors_of, event.seat)))
    with_fight(game, event.fight, contributors=(*row.contributors, *event.units), contributors_of=seats)


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    fight = fight_of_window(game, window)
    own = [fighter.unit for fighter in fighters(fight, party)]
    sets = (_filled(game, own[first:] + own[:first]) for first in range(len(own)))
    commands = (ChooseAssaultContributors(contributors=Contributors(units=units)) for units in sets)
    return exact_offers(commands, "HX-ASSAULT-14")


def _filled(game: Game, units: Sequence[str]) -> tuple[str, ...]:
    taken: tuple[str, ...] = ()
    for unit in units:
        taken = (*taken, unit) if fits_after_moves(game, (*taken, unit)) else taken
    return tuple(sorted(taken, key=order_of_ids))


def _silence(game: Game, window: Window, party: Party) -> ChooseAssaultContributors:
    units = default_contributors(game, fight_of_window(game, window), party)
    return ChooseAssaultContributors(contributors=Contributors(units=units))


PART = Part(
    handlers=handlers(choose_assault_contributors),
    reducers=reducers(contributors_committed, assault_contributors_chosen),
    windows=windows(
        WindowKind(
            "contributors",
            "HX-ASSAULT-14",
            (ChooseAssaultContributors,),
            _offers,
            _silence,
            _reveal,
            subject=FightSubject,
            after_flag=True,
        )
    ),
)
