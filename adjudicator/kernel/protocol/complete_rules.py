"""The rules of a ruleset together with what the kernel decides in every game."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import TypeVar

from adjudicator.kernel.decide.correctable import faults as correctable_faults
from adjudicator.kernel.decide.handlers import join, merged
from adjudicator.kernel.decide.rules import OwnRules, Rules, all_known, every_table
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.protocol import lifecycle
from adjudicator.kernel.protocol.editions import is_edition, later_edition
from adjudicator.kernel.protocol.facts import fact_windows
from adjudicator.kernel.referee.corrections import correcting
from adjudicator.kernel.referee.desk import DESK
from adjudicator.kernel.referee.rewinding.again import again_windows

G = TypeVar("G", bound=Tables)


def complete_rules(own: OwnRules[G]) -> Rules[G]:
    """Merge a ruleset's rules with the kernel's.

    Raises ValueError with everything that does not hold.
    """
    wrong = list(_faults(own))
    if wrong:
        raise ValueError(f"{own.name}: {'; '.join(wrong)}")
    part = join(lifecycle.PART, DESK, correcting(own.correctable), own.part)
    return Rules(
        name=own.name,
        edition=own.edition,
        package=own.package,
        opening_window=own.opening_window,
        seats=own.seats,
        handlers=part.handlers,
        reducers=part.reducers,
        windows=MappingProxyType({**part.windows, **fact_windows(part), **again_windows(own.part)}),
        anytime=part.anytime,
        anytime_offers=part.anytime_offers,
        desk_offers=part.desk_offers,
        judges=part.judges,
        turns=part.turns,
        retired=part.retired,
        masks=MappingProxyType(merged(lifecycle.MASKS, own.masks)),
        roles=MappingProxyType(merged(lifecycle.ROLES, own.roles)),
        start=own.start,
        knows=own.knows,
        public=own.public,
        rolled_off=own.rolled_off,
        own=frozenset((*own.part.handlers, *own.part.retired)),
        sealing=own.sealing,
        referee_secrets=own.referee_secrets,
        conclude=own.conclude,
        score=own.score,
        opponents=own.opponents,
        invariants=own.invariants,
        correctable=MappingProxyType(dict(own.correctable)),
        seats_correct=own.seats_correct,
        after_correction=own.after_correction,
    )


def _faults(own: OwnRules[G]) -> Iterator[str]:
    commands = set(own.roles)
    retired = set(own.part.retired)
    events = set(own.masks) - commands - retired
    unhandled = {*(commands - set(own.part.handlers)), *(events - set(own.part.reducers))}
    foreign = {*(set(own.part.handlers) - commands), *(set(own.part.reducers) - events)}
    if unhandled:
        yield f"no handler or reducer for {', '.join(sorted(kind.__name__ for kind in unhandled))}"
    if foreign - set(lifecycle.MASKS):
        yield f"{', '.join(sorted(kind.__name__ for kind in foreign))} is no command or event of its contract"
    yield from _retired_faults(own)
    if not own.part.anytime <= commands:
        yield "a command of any time is none of its commands"
    if not set(own.part.anytime_offers) <= own.part.anytime:
        yield "a command is offered at any time that may not be given at any time"
    yield from correctable_faults(own.correctable, own.start(own.seats[0]), Tables.ALL)
    if own.opening_window not in own.part.windows:
        yield f"no window is called {own.opening_window}"
    if [kind for kind, window in own.part.windows.items() if window.kind != kind]:
        yield "a window stands under another kind than its own"
    if not 1 <= own.seats[0] <= own.seats[1]:
        yield f"{own.seats} are no fewest and most seats"
    if own.sealing and own.public is every_table:
        yield "entries hold secrets: say in `public` what everybody may know of the tables"
    if own.sealing and own.knows is all_known:
        yield "entries hold secrets: say in `knows` which ids a party may know"


def _retired_faults(own: OwnRules[G]) -> Iterator[str]:
    """Say which commands are retired and still given, or by an edition that is none up to this one."""
    given = {kind for window in own.part.windows.values() for kind in window.accepts} | {*own.roles, *own.part.handlers}
    for kind, row in own.part.retired.items():
        if kind in given:
            yield f"{kind.__name__} is retired, and is still given"
        if kind not in own.masks:
            yield f"{kind.__name__} is retired, and is no command of its contract"
        if not is_edition(row.edition) or later_edition(row.edition, own.edition):
            yield f"{kind.__name__} is retired by {row.edition}, which is no edition up to {own.edition}"
