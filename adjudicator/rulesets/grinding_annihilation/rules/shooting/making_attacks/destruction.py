"""Chapter 3.3, destruction of troops and formations, whatever the cause (GA-3.3-28, GA-4.2-08, GA-8.4-05).

Whoever destroys troops calls `ask_queued_demises(ruling)` afterwards, once the troops of one moment are all recorded.
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.board.inches import within
from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    FormationDestroyed,
    TransportWrecked,
    TroopDestroyed,
    TroopRemovedForCohesion,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Fallen, Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import (
    DESTROYED,
    INCH,
    Game,
    ability_of,
    on_warfield,
    troops_of,
    troops_of_part,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import aboard_of

DEMISE_REACH = 6 * INCH
LOST = ("no_room", "not_arrived")
QUIET = frozenset({*LOST, "cohesion"})


def destroy(ruling: Ruling[Game], troop: str, cause: str, *clauses: str) -> None:
    """GA-8.4-05 Record the end of a troop, and of its part of the formation where it was the last of it.

    A Deadly Demise is queued in Game.demises, but not where the cause is no room (GA-7.0-13).
    """
    row = ruling.game.troops[troop]
    demise = cause not in QUIET and ability_of(ruling.game, row, "deadly_demise") is not None
    near = in_demise_reach(ruling.game, row) if demise else ()
    event = TroopDestroyed(troop=troop, formation=row.formation, cause=cause, pose=row.pose, demise=demise, near=near)
    ruling.record(event, *clauses)
    close_part(ruling, row, cause)


def close_part(ruling: Ruling[Game], troop: Troop, cause: str) -> None:
    """GA-8.4-05 GA-4.2-08 Record the end of a fallen troop's part, and of the whole formation, once nothing is left."""
    _open_hold(ruling, troop.id, cause)
    event = end_of_part(ruling.game, troop, cause)
    if event is not None:
        attached = len(ruling.game.formations[troop.formation].parts) > 1
        ruling.record(event, "GA-8.4-05", *(("GA-4.2-08",) if attached else ()))


def end_of_part(game: Game, troop: Troop, cause: str) -> FormationDestroyed | None:
    """GA-8.4-05 GA-4.2-08 Give the end of a fallen troop's part; None where somebody of it is left."""
    if troops_of_part(game, troop.part):
        return None
    whole = not game.formations[troop.formation].troops
    return FormationDestroyed(formation=troop.formation, part=troop.part, cause=cause, whole=whole)


def _open_hold(ruling: Ruling[Game], troop: str, cause: str) -> None:
    """GA-3.2-43 GA-2.2-09 Queue a destroyed transport whose passengers get out; off the warfield they are lost."""
    rows = aboard_of(ruling.game, troop)
    if rows and cause not in LOST:
        names = tuple(row.id for row in rows)
        ruling.record(TransportWrecked(troop=troop, formations=names, quiet=cause == "cohesion"), "GA-3.2-43")
        return
    for key in [item for row in rows for item in row.troops]:
        destroy(ruling, key, cause, "GA-3.2-29")


def troop_destroyed(game: Game, event: TroopDestroyed) -> None:
    """Take the troop off the warfield; its Deadly Demise waits for its roll."""
    _fall(game, event.troop, event.cause)
    if event.demise:
        game.demises = (*game.demises, event.troop)
        game.fallen[event.troop] = replace(game.fallen[event.troop], near=event.near)


def in_demise_reach(game: Game, troop: Troop) -> tuple[str, ...]:
    """GA-3.3-38 Name the formations that its Deadly Demise can reach, by the places at its own destruction."""
    if troop.pose is None:
        return ()
    body = body_of(game, troop)
    return tuple(
        row.id
        for row in on_warfield(game)
        if any(
            within(body, body_of(game, other), DEMISE_REACH)
            for other in troops_of(game, row.id)
            if other.id != troop.id
        )
    )


def troop_removed_for_cohesion(game: Game, event: TroopRemovedForCohesion) -> None:
    """Take the troop off the warfield; nothing is triggered (GA-2.2-09)."""
    _fall(game, event.troop, "cohesion")


def formation_destroyed(game: Game, event: FormationDestroyed) -> None:
    """Note that the part, or the whole formation, is gone."""
    game.parts[event.part] = replace(game.parts[event.part], destroyed=True)
    if event.whole:
        row = game.formations[event.formation]
        game.formations[event.formation] = replace(row, place=DESTROYED, aboard="")
        game.wrecks = tuple(wreck for wreck in game.wrecks if aboard_of(game, wreck.troop))
        game.broken = tuple(item for item in game.broken if item != event.formation)
        _lose_groups(game, event.formation)


def _lose_groups(game: Game, target: str) -> None:
    """GA-3.3-11 Declared attacks on a destroyed formation are lost."""
    if game.declaration is None:
        return
    groups = (
        replace(group, status="lost") if group.target == target and group.status == "waiting" else group
        for group in game.declaration.groups
    )
    game.declaration = replace(game.declaration, groups=tuple(groups))


def destroyed_seats(game: Game) -> tuple[int, ...]:
    """Name the seats whose armies have no troop left (GA-7.0-17)."""
    alive = {troop.seat for troop in game.troops.values()}
    return tuple(seat for seat, side in sorted(game.sides.items()) if side.mustered and seat not in alive)


def _fall(game: Game, troop: str, cause: str) -> None:
    row = game.troops.pop(troop)
    formation: Formation = game.formations[row.formation]
    left = tuple(item for item in formation.troops if item != troop)
    game.formations[row.formation] = replace(formation, troops=left)
    game.fallen[troop] = Fallen(troop=row, cause=cause)


def ask_queued_demises(ruling: Ruling[Game]) -> None:
    """GA-3.3-38 GA-3.2-43 Resolve the Deadly Demises and wrecks that a destruction queued, before anything goes on."""
    if ruling.game.demises or ruling.game.wrecks:
        ruling.ask("demises")


PART = Part(reducers=reducers(troop_destroyed, troop_removed_for_cohesion, formation_destroyed))
