"""Chapter 3.3, mortal wounds and Deadly Demise: what destruction sets off, one thing after the other.

Three windows drive it. `mortals` works one lot of pending mortal wounds off, troop by troop; `demises` works the queue
of Deadly Demises off, each with everything it does before the next. Whoever destroys troops calls `set_off(ruling)`
afterwards, once the troops of one moment are all recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.grinding_annihilation import outcomes
from adjudicator.rulesets.grinding_annihilation.losses import destroy
from adjudicator.rulesets.grinding_annihilation.measure import troop_distance
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateMortalWound,
    Amount,
    DeadlyDemiseRolled,
    DemiseResult,
    MortalWoundsEnded,
    MortalWoundsPending,
    MortalWoundSuffered,
    RollDeadlyDemise,
)
from adjudicator.rulesets.grinding_annihilation.state import (
    Declaration,
    Formation,
    Game,
    Held,
    Pending,
    Troop,
    abilities_of,
    ability_of,
    has_keyword,
    led,
    living,
    profile_of,
    troops_of,
)

DEVASTATING, DEMISE, HAZARD = "devastating", "deadly_demise", "hazard"
WRECK, EMERGENCY = "wreck", "emergency"
CAUSES = {DEVASTATING: "mortal_wound", DEMISE: "mortal_wound", HAZARD: "hazard"}

# -- who takes what


def takers(game: Game, formation: Formation) -> list[str]:
    """GA-3.3-21 GA-3.3-22 GA-4.2-10 List the troops that may take the next attack or mortal wound."""
    pool = exposed(game, formation)
    bound = [each.id for each in pool if each.marked or each.wounds_left < profile_of(game, each).wounds]
    return bound or [each.id for each in pool]


def exposed(game: Game, formation: Formation) -> list[Troop]:
    """GA-4.2-10 Leave the Characters of an Attached formation out while another troop of its Escort lives."""
    troops = troops_of(game, formation.id)
    plain = [each for each in troops if not has_keyword(game, each, "character")]
    guarded = led(game, formation) and any(game.parts[each.part].role == "escort" for each in plain)
    return plain if guarded else troops


def standing_choice(game: Game, seat: Party, legal: Sequence[str]) -> str | None:
    """GA-3.3-39 Name the troop that takes it where there is only one, or where its player chose ahead."""
    if len(legal) == 1:
        return legal[0]
    return next((each for each in game.sides[seat].casualty_order if each in legal), None)


def asked(ruling: Ruling[Game], seat: Party, *, forced: bool) -> Party:
    """Ask the player, or nobody where there is nothing to choose and such steps happen by themselves."""
    return TABLE if forced and ruling.protocol.automatic else seat


# -- Reinforced Health


def health_of(game: Game, troop: Troop) -> tuple[int, ...]:
    """GA-3.3-35 List the faces that a troop's Reinforced Health needs, lowest first, each once."""
    found = {each.x.plus for each in abilities_of(game, troop) if each.name == "reinforced_health" and each.x}
    return tuple(sorted(found))


def suffer(ruling: Ruling[Game], troop: Troop, wounds: int, health: int) -> tuple[tuple[int, ...], int, int]:
    """GA-3.3-34 GA-3.3-35 Let a troop lose wounds one by one; each may be ignored. Give faces, ignored and lost."""
    faces: list[int] = []
    ignored = lost = 0
    while unspent(wounds, troop.wounds_left, ignored, lost):
        if health:
            faces += ruling.roll(1, outcomes.SIDES, "reinforced-health", troop.seat)
        if faces and outcomes.ignored(faces[-1], health):
            ignored += 1
        else:
            lost += 1
    return tuple(faces), ignored, lost


def unspent(wounds: int, left: int, ignored: int, lost: int) -> bool:
    """GA-3.3-27 GA-3.3-34 Tell whether a troop is to lose one more of some wounds, having ignored and lost so many."""
    return ignored + lost < wounds and lost < left


# -- mortal wounds


def begin_devastating(ruling: Ruling[Game], declaration: Declaration) -> None:
    """GA-3.3-32 GA-8.3-26 Apply the mortal wounds held for the target whose normal damage is done."""
    held = [each for each in declaration.held if each.target == declaration.target]
    spill = ruling.game.how.devastating_spill
    for troop, wounds in _lots(held, together=spill):
        why = ("GA-3.3-32", "GA-8.3-25", *(("GA-8.3-17",) if troop else ()))
        pend(ruling, declaration.target, wounds, DEVASTATING, first=troop, spill=spill, clauses=why)
    ask_pending(ruling)


def _lots(held: Iterable[Held], *, together: bool) -> list[tuple[str, int]]:
    """GA-8.3-25 GA-8.3-17 Add up what follows one another and goes the same way, where wounds pass on."""
    if not together:
        return [(each.troop, each.wounds) for each in held]
    return [(troop, sum(each.wounds for each in row)) for troop, row in groupby(held, key=lambda each: each.troop)]


def pend(
    ruling: Ruling[Game], formation: str, wounds: int, source: str, *,
    first: str = "", spill: bool = True, clauses: tuple[str, ...],
) -> None:  # fmt: skip
    """GA-3.3-29 Record mortal wounds that troops of a formation have to take."""
    key = f"m{ruling.seq}.{len(ruling.events)}"
    event = MortalWoundsPending(
        pending=key, formation=formation, wounds=wounds, source=source, first=first, spill=spill
    )
    ruling.record(event, *clauses)


def ask_pending(ruling: Ruling[Game]) -> None:
    """Work off what has just been pended, the first of it first."""
    driven = {window.about for window in ruling.game.stack if window.kind == "mortals"}
    fresh = [each.id for each in ruling.game.pending if (each.id,) not in driven]
    for key in reversed(fresh):
        ruling.ask("mortals", about=(key,))


def _next_mortal(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.3-30 Ask for the next mortal wound, until all are spent or nobody is left to take them."""
    game = ruling.game
    pending = next((each for each in game.pending if each.id == window.about[0]), None)
    if pending is None:
        return
    legal = wound_takers(game, pending)
    if not legal:
        ruling.record(MortalWoundsEnded(pending=pending.id, lost=pending.wounds), "GA-3.3-30")
        return
    seat = game.formations[pending.formation].seat
    ruling.ask("mortals", about=window.about)
    forced = standing_choice(game, seat, legal) is not None
    ruling.ask("mortal_wound", asked(ruling, seat, forced=forced), about=window.about)


def wound_takers(game: Game, pending: Pending) -> list[str]:
    """GA-3.3-31 GA-8.3-24 List who may take the next mortal wound; where they do not pass on, one troop only."""
    if not living(game, pending.formation):
        return []
    if _steered(pending):
        aimed = pending.first in game.troops and led(game, game.formations[pending.formation])
        return [pending.first] if aimed else takers(game, game.formations[pending.formation])
    if pending.first in game.troops:
        return [pending.first]
    if pending.source == WRECK:
        return list(game.formations[pending.formation].troops)  # a free choice (GA-3.2-44)
    return takers(game, game.formations[pending.formation]) if pending.spill or not pending.first else []


def _steered(row: Pending) -> bool:
    """GA-8.3-17 Tell whether Precision still has to say who takes the first of some mortal wounds."""
    return bool(row.source == DEVASTATING and row.first and not row.begun)


def allocate_mortal_wound(ruling: Ruling[Game], command: AllocateMortalWound) -> None:
    """GA-3.3-29 GA-3.3-31 A troop suffers one mortal wound, unless its Reinforced Health ignores it."""
    game = ruling.game
    key = ruling.window.about[0] if ruling.window is not None else ""
    ruling.require(command.pending == key, "GA-3.3-29", "other-wounds", "pending", open=key)
    pending = pending_of(game, key)
    troop = ruling.find(game.troops, command.troop, "troop")
    require_taker(ruling, troop, game.formations[pending.formation], wound_takers(game, pending))
    health = next(iter(health_of(game, troop)), 0)
    faces, ignored, lost = suffer(ruling, troop, 1, health)
    left = troop.wounds_left - lost
    event = MortalWoundSuffered(
        pending=key, troop=troop.id, health_face=faces[0] if faces else 0, health_needed=health,
        ignored=bool(ignored), wounds_left=left, remaining=pending.wounds - 1,
    )  # fmt: skip
    ruling.record(event, "GA-3.3-29", "GA-3.3-31", *(("GA-3.3-34",) if health else ()))
    ruling.answered()
    if left == 0:
        destroy(ruling, troop.id, CAUSES.get(pending.source, "mortal_wound"), "GA-3.3-28", "GA-3.3-30")
    if pending.wounds == 1:
        ruling.record(MortalWoundsEnded(pending=key, lost=0), "GA-3.3-30")
    if pending.source != DEMISE:
        set_off(ruling)


def require_taker(ruling: Ruling[Game], troop: Troop, formation: Formation, legal: Sequence[str]) -> None:
    """GA-3.3-21 GA-4.2-10 Refuse a troop that may not take an attack or a mortal wound."""
    ruling.require(
        troop.formation == formation.id, "GA-3.3-21", "not-of-target", "troop", troop=troop.id, target=formation.id
    )
    if troop.id in legal:
        return
    guarded = troop.id not in {each.id for each in exposed(ruling.game, formation)}
    clause, reason = ("GA-4.2-10", "character-guarded") if guarded else ("GA-3.3-21", "bound-troop-first")
    ruling.reject(clause, reason, "troop", troop=troop.id, may=" ".join(legal))


def mortal_wounds_pending(game: Game, event: MortalWoundsPending) -> None:
    """Queue them; what was held for the target of a declaration is due now."""
    game.pending = (
        *game.pending,
        Pending(
            id=event.pending, formation=event.formation, wounds=event.wounds, source=event.source, first=event.first,
            spill=event.spill,
        ),
    )  # fmt: skip
    if event.source == DEVASTATING and game.declaration is not None:
        left = tuple(each for each in game.declaration.held if each.target != event.formation)
        game.declaration = replace(game.declaration, held=left)


def mortal_wound_suffered(game: Game, event: MortalWoundSuffered) -> None:
    """Take the wound; where the wounds do not pass on, this troop takes the others too."""
    game.troops[event.troop] = replace(game.troops[event.troop], wounds_left=event.wounds_left)
    row = pending_of(game, event.pending)
    changed = replace(row, wounds=event.remaining, first=struck_first(row, event.troop), begun=True)
    game.pending = tuple(changed if each.id == row.id else each for each in game.pending)


def struck_first(row: Pending, troop: str) -> str:
    """GA-3.3-30 Give the only troop of wounds that do not pass on, once one of them was suffered.

    Where Precision steered them to a Character that could not take them any more, they go the usual way.
    """
    if _steered(row) and troop != row.first:
        return "" if row.spill else troop
    return row.first if row.spill or row.first else troop


def mortal_wounds_ended(game: Game, event: MortalWoundsEnded) -> None:
    game.pending = tuple(each for each in game.pending if each.id != event.pending)


def pending_of(game: Game, key: str) -> Pending:
    """Give a lot of pending mortal wounds."""
    return next(each for each in game.pending if each.id == key)


def _mortal_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    legal = Choice(tuple(wound_takers(game, pending_of(game, window.about[0]))))
    return [offer(AllocateMortalWound, "GA-3.3-31", pending=Choice(window.about), troop=legal)]


def _mortal_now(game: Game, window: Window, _party: Party) -> Struct:
    pending = pending_of(game, window.about[0])
    legal = wound_takers(game, pending)
    chosen = standing_choice(game, game.formations[pending.formation].seat, legal) or legal[0]
    return AllocateMortalWound(pending=pending.id, troop=chosen)


# -- Deadly Demise


def set_off(ruling: Ruling[Game]) -> None:
    """GA-3.3-38 GA-3.2-43 Resolve the Deadly Demises and wrecks that a destruction queued, before anything goes on."""
    if ruling.game.demises or ruling.game.wrecks:
        ruling.ask("demises")


def _next_demise(ruling: Ruling[Game], _window: Window) -> None:
    """GA-3.3-38 Those whose order is set come first; several of one moment are ordered by whose turn it is."""
    game = ruling.game
    queue = game.demises
    asked_about = [each.about[0] for each in game.stack if each.kind == "wreck" and each.asks]
    wreck = next((each.troop for each in game.wrecks if each.troop not in (*queue, *asked_about)), None)
    if wreck is not None:
        ruling.ask("demises")
        ruling.ask("wreck", game.fallen[wreck].troop.seat, about=(wreck,))
        return
    if not queue:
        return
    ordered = [each for each in game.battle.order if each in queue]
    ruling.ask("demises")
    if ordered or len(queue) == 1:
        ruling.ask("demise", TABLE, about=((ordered or queue)[0],))
    elif (turn := game.battle.turn) is None or game.battle.phase == "setup":
        ruling.ask("roll_off", TABLE, about=queue)  # the start of a round (GA-2.5-10)
    else:
        ruling.ask("order", turn, about=queue)


def roll_deadly_demise(ruling: Ruling[Game], command: RollDeadlyDemise) -> None:
    """GA-3.3-36 GA-3.3-37 On a 6 every formation within 6" suffers mortal wounds, friend and foe alike."""
    game = ruling.game
    due = ruling.window.about[0] if ruling.window is not None else ""
    ruling.require(command.troop == due, "GA-3.3-38", "other-demise", "troop", next=due)
    fallen = game.fallen[due]
    (face,) = ruling.roll(1, outcomes.SIDES, "deadly-demise", fallen.troop.seat)
    reached = [each for each in fallen.near if living(game, each)] if face == outcomes.SIDES else []
    results = tuple(_demise_result(ruling, fallen.troop, each) for each in reached)
    ruling.record(DeadlyDemiseRolled(troop=due, face=face, results=results), "GA-3.3-36", "GA-3.3-37", "GA-3.3-38")
    for each in results:
        pend(ruling, each.formation, each.wounds, DEMISE, clauses=("GA-3.3-36", "GA-3.3-37"))
    ruling.answered()
    ask_pending(ruling)


def _demise_result(ruling: Ruling[Game], troop: Troop, formation: str) -> DemiseResult:
    ability = ability_of(ruling.game, troop, "deadly_demise")
    amount = Amount(dice=0, sides=0, plus=1) if ability is None or ability.x is None else ability.x
    faces = ruling.roll(amount.dice, outcomes.SIDES, "deadly-demise-wounds", troop.seat) if amount.dice else ()
    distance = troop_distance(ruling.game, troop, formation)
    return DemiseResult(formation=formation, distance=distance, faces=faces, wounds=outcomes.value(amount, faces))


def deadly_demise_rolled(game: Game, event: DeadlyDemiseRolled) -> None:
    """Take it from the queue."""
    game.demises = tuple(each for each in game.demises if each != event.troop)


def _fallen(_game: Game, window: Window) -> dict[str, str]:
    return {"troop": window.about[0]}


CLAUSES = handlers(allocate_mortal_wound, roll_deadly_demise)
REDUCERS = reducers(mortal_wounds_pending, mortal_wound_suffered, mortal_wounds_ended, deadly_demise_rolled)
WINDOWS = windows(
    WindowKind("mortals", "GA-3.3-30", on_close=_next_mortal),
    WindowKind("mortal_wound", "GA-3.3-31", (AllocateMortalWound,), _mortal_offers, _mortal_now),
    WindowKind("demises", "GA-3.3-38", on_close=_next_demise),
    table_step("demise", "GA-3.3-36", RollDeadlyDemise, _fallen),
)

__all__ = [
    "CLAUSES", "DEMISE", "DEVASTATING", "EMERGENCY", "HAZARD", "REDUCERS", "WINDOWS", "WRECK", "ask_pending",
    "asked", "begin_devastating",
    "exposed", "health_of", "pend", "pending_of", "require_taker", "set_off", "standing_choice", "struck_first",
    "suffer", "takers", "unspent", "wound_takers",
]  # fmt: skip
