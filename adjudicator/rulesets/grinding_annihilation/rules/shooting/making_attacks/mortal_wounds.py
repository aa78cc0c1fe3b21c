"""Chapter 3.3, mortal wounds: the window `mortals` works a lot of them off, troop by troop (GA-3.3-29 to GA-3.3-33)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateMortalWound,
    MortalWoundsEnded,
    MortalWoundsPending,
    MortalWoundSuffered,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Declaration, HeldWounds, PendingWounds
from adjudicator.rulesets.grinding_annihilation.model.state import Game, led, living
from adjudicator.rulesets.grinding_annihilation.model.subjects import PendingSubject
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import (
    ask_queued_demises,
    destroy,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.eligible_troops import (
    asked_party,
    may_take,
    require_taker,
    standing_choice,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.reinforced_health import (
    health_of,
    note_wounds,
    suffer,
)

DEVASTATING, DEMISE, HAZARD = "devastating", "deadly_demise", "hazard"
WRECK, EMERGENCY = "wreck", "emergency"
CAUSES = {DEVASTATING: "mortal_wound", DEMISE: "mortal_wound", HAZARD: "hazard"}


# -- mortal wounds


def begin_devastating(ruling: Ruling[Game], declaration: Declaration) -> None:
    """GA-3.3-32 GA-8.3-26 Apply the mortal wounds held for the target whose normal damage is done."""
    held = [row for row in declaration.held if row.target == declaration.target]
    spill = ruling.game.options.devastating_spill
    for troop, wounds in _lots(held, together=spill):
        why = ("GA-3.3-32", "GA-8.3-25", *(("GA-8.3-17",) if troop else ()))
        add_mortal_wounds(ruling, declaration.target, wounds, DEVASTATING, first=troop, spill=spill, clauses=why)
    ask_mortal_wounds(ruling)


def _lots(held: Iterable[HeldWounds], *, together: bool) -> list[tuple[str, int]]:
    """GA-8.3-25 GA-8.3-17 Add up what follows one another and goes the same way, where wounds pass on."""
    if not together:
        return [(item.troop, item.wounds) for item in held]
    return [(troop, sum(item.wounds for item in row)) for troop, row in groupby(held, key=lambda found: found.troop)]


def add_mortal_wounds(
    ruling: Ruling[Game],
    formation: str,
    wounds: int,
    source: str,
    *,
    first: str = "",
    spill: bool = True,
    clauses: tuple[str, ...],
) -> None:
    """GA-3.3-29 Record mortal wounds that troops of a formation have to take."""
    key = f"m{ruling.seq}.{len(ruling.events)}"
    event = MortalWoundsPending(
        pending=key, formation=formation, wounds=wounds, source=source, first=first, spill=spill
    )
    ruling.record(event, *clauses)


def ask_mortal_wounds(ruling: Ruling[Game]) -> None:
    """Work off what has just been pended, the first of it first."""
    driven = {subject_of(row, PendingSubject).pending for row in ruling.game.stack if row.kind == "mortals"}
    fresh = [row.id for row in ruling.game.pending if row.id not in driven]
    for key in reversed(fresh):
        ruling.ask("mortals", subject=PendingSubject(key))


def _next_mortal(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.3-30 Ask for the next mortal wound, until all are spent or nobody is left to take them."""
    game = ruling.game
    pending = next((row for row in game.pending if row.id == subject_of(window, PendingSubject).pending), None)
    if pending is None:
        return
    legal = wound_takers(game, pending)
    if not legal:
        ruling.record(MortalWoundsEnded(pending=pending.id, lost=pending.wounds), "GA-3.3-30")
        return
    seat = game.formations[pending.formation].seat
    ruling.ask("mortals", subject=PendingSubject(pending.id))
    forced = standing_choice(game, seat, legal) is not None
    ruling.ask("mortal_wound", asked_party(ruling, seat, forced=forced), subject=PendingSubject(pending.id))


def wound_takers(game: Game, pending: PendingWounds) -> list[str]:
    """GA-3.3-31 GA-8.3-24 List who may take the next mortal wound; where they do not pass on, one troop only."""
    if not living(game, pending.formation):
        return []
    if _steered(pending):
        aimed = pending.first in game.troops and led(game, game.formations[pending.formation])
        return [pending.first] if aimed else may_take(game, game.formations[pending.formation])
    if pending.first in game.troops:
        return [pending.first]
    if pending.source == WRECK:
        return list(game.formations[pending.formation].troops)  # a free choice (GA-3.2-44)
    return may_take(game, game.formations[pending.formation]) if pending.spill or not pending.first else []


def _steered(row: PendingWounds) -> bool:
    """GA-8.3-17 Tell whether Precision still has to say who takes the first of some mortal wounds."""
    return bool(row.source == DEVASTATING and row.first and not row.begun)


def allocate_mortal_wound(ruling: Ruling[Game], command: AllocateMortalWound) -> None:
    """GA-3.3-29 GA-3.3-31 A troop suffers one mortal wound, unless its Reinforced Health ignores it."""
    game = ruling.game
    key = subject_of(ruling.window, PendingSubject).pending if ruling.window is not None else ""
    ruling.require(command.pending == key, "GA-3.3-29", "other-wounds", "pending", open=key)
    pending = pending_of(game, key)
    troop = ruling.find(game.troops, command.troop, "troop")
    require_taker(ruling, troop, game.formations[pending.formation], wound_takers(game, pending))
    health = next(iter(health_of(game, troop)), 0)
    faces, ignored, lost = suffer(ruling, troop, 1, health)
    left = troop.wounds_left - lost
    event = MortalWoundSuffered(
        pending=key,
        troop=troop.id,
        health_face=faces[0] if faces else 0,
        health_needed=health,
        ignored=bool(ignored),
        wounds_left=left,
        remaining=pending.wounds - 1,
    )
    ruling.record(event, "GA-3.3-29", "GA-3.3-31", *(("GA-3.3-34",) if health else ()))
    ruling.answered()
    if left == 0:
        destroy(ruling, troop.id, CAUSES.get(pending.source, "mortal_wound"), "GA-3.3-28", "GA-3.3-30")
    if pending.wounds == 1:
        ruling.record(MortalWoundsEnded(pending=key, lost=0), "GA-3.3-30")
    if pending.source != DEMISE:
        ask_queued_demises(ruling)


def mortal_wounds_pending(game: Game, event: MortalWoundsPending) -> None:
    """Queue them; what was held for the target of a declaration is due now."""
    game.pending = (
        *game.pending,
        PendingWounds(
            id=event.pending,
            formation=event.formation,
            wounds=event.wounds,
            source=event.source,
            first=event.first,
            spill=event.spill,
        ),
    )
    if event.source == DEVASTATING and game.declaration is not None:
        left = tuple(row for row in game.declaration.held if row.target != event.formation)
        game.declaration = replace(game.declaration, held=left)


def mortal_wound_suffered(game: Game, event: MortalWoundSuffered) -> None:
    """Take the wound; where the wounds do not pass on, this troop takes the others too."""
    note_wounds(game, event.troop, event.wounds_left)
    row = pending_of(game, event.pending)
    changed = replace(row, wounds=event.remaining, first=struck_first(row, event.troop), begun=True)
    game.pending = tuple(changed if item.id == row.id else item for item in game.pending)


def struck_first(row: PendingWounds, troop: str) -> str:
    """GA-3.3-30 Give the only troop of wounds that do not pass on, once one of them was suffered.

    Where Precision steered them to a Character that could not take them any more, they go the usual way.
    """
    if _steered(row) and troop != row.first:
        return "" if row.spill else troop
    return row.first if row.spill or row.first else troop


def mortal_wounds_ended(game: Game, event: MortalWoundsEnded) -> None:
    game.pending = tuple(row for row in game.pending if row.id != event.pending)


def pending_of(game: Game, key: str) -> PendingWounds:
    """Give a lot of pending mortal wounds."""
    return next(row for row in game.pending if row.id == key)


def _mortal_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    key = subject_of(window, PendingSubject).pending
    legal = Choice(tuple(wound_takers(game, pending_of(game, key))))
    return [offer(AllocateMortalWound, "GA-3.3-31", pending=Choice((key,)), troop=legal)]


def _default_mortal_wound(game: Game, window: Window, _party: Party) -> Struct:
    pending = pending_of(game, subject_of(window, PendingSubject).pending)
    legal = wound_takers(game, pending)
    chosen = standing_choice(game, game.formations[pending.formation].seat, legal) or legal[0]
    return AllocateMortalWound(pending=pending.id, troop=chosen)


PART = Part(
    handlers=handlers(allocate_mortal_wound),
    reducers=reducers(mortal_wounds_pending, mortal_wound_suffered, mortal_wounds_ended),
    windows=windows(
        WindowKind("mortals", "GA-3.3-30", on_close=_next_mortal, subject=PendingSubject),
        WindowKind(
            "mortal_wound",
            "GA-3.3-31",
            (AllocateMortalWound,),
            _mortal_offers,
            _default_mortal_wound,
            subject=PendingSubject,
            after_flag=True,
        ),
    ),
)
