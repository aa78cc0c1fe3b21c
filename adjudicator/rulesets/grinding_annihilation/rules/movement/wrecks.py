"""Chapter 3.2, destroyed transports: whoever is aboard gets out before the wreck is removed.

destruction.py queues a wreck in Game.wrecks; the window `demises` (deadly_demise.py) asks `wreck` of the passengers'
player once the transport's own Deadly Demise is done.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.board.inches import Body
from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, bare, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DisembarkFromWreck,
    FormationBattleFatigued,
    FormationDisembarked,
    TransportWrecked,
    TroopPose,
    WreckRolled,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Wreck
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import TroopSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.onslaught_overwatch import enemy_set_up
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_in_pose, warfield_rect
from adjudicator.rulesets.grinding_annihilation.rules.movement import placement, placement_search
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import aboard_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.placement import PlacementSite
from adjudicator.rulesets.grinding_annihilation.rules.movement.transports import FAST, NEAR, near_rule
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import destroy
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.mortal_wounds import (
    EMERGENCY,
    WRECK,
    add_mortal_wounds,
    ask_mortal_wounds,
)

FAR = 6 * INCH
HURTS = {False: 1, True: 3}


def transport_wrecked(game: Game, event: TransportWrecked) -> None:
    """Queue the wreck; its passengers get out once its Deadly Demise is done."""
    game.wrecks = (*game.wrecks, Wreck(troop=event.troop, quiet=event.quiet))


# -- where passengers get out


def wreck_body(game: Game, troop: str) -> Body:
    """GA-3.2-43 Give the body of a destroyed transport where it stood: it is not removed yet."""
    row = game.fallen[troop].troop
    if row.pose is None:
        message = f"passengers leave {troop}, which stood nowhere"
        raise AssertionError(message)
    return body_in_pose(game, row, row.pose)


def site_of(game: Game, row: Formation, *, emergency: bool) -> PlacementSite:
    """GA-3.2-43 GA-3.2-46 Say where a formation gets out: within 3" of the wreck, in an emergency within 6"."""
    body, limit = wreck_body(game, row.aboard), FAR if emergency else NEAR
    region = placement_search.box_around(body, limit, warfield_rect(game))
    standing = [wreck_body(game, wreck.troop) for wreck in game.wrecks]
    return placement.placement_site(
        game, row.seat, near_rule(body, limit), region, wrecks=standing, facts=(("limit", limit),), height=body.pose.z
    )


def room(game: Game, row: Formation, *, emergency: bool) -> tuple[TroopPose, ...]:
    """Find places for as many troops as have room beside a wreck."""
    return placement.find_places(game, row, site_of(game, row, emergency=emergency))


# -- getting out


def disembark_from_wreck(ruling: Ruling[Game], command: DisembarkFromWreck) -> None:
    """GA-3.2-43 A formation gets out of a wreck; in an emergency farther off, and without those who find no room."""
    game = ruling.game
    row = ruling.find(game.formations, command.formation, "formation")
    transport = subject_of(ruling.window, TroopSubject).troop if ruling.window is not None else ""
    ruling.require(row.aboard == transport, "GA-3.2-43", "not-in-wreck", "formation", formation=row.id, wreck=transport)
    site = site_of(game, row, emergency=command.emergency)
    placement.require_placement(ruling, row, site, command.troops, whole=not command.emergency)
    _require_emergency(ruling, row, command)
    lost = [key for key in row.troops if key not in {troop.troop for troop in command.troops}]
    quiet = next(wreck.quiet for wreck in game.wrecks if wreck.troop == transport)
    if command.troops:
        _get_out(ruling, row, command, transport)
    for key in lost:
        destroy(ruling, key, "no_room", "GA-3.2-47", "GA-2.2-06")
    if not aboard_of(game, transport):
        ruling.answered()
    if command.troops:
        enemy_set_up(ruling, row.id)
    if command.troops and not quiet:
        _roll_for_wreck(ruling, row, transport, len(command.troops), emergency=command.emergency)


def _require_emergency(ruling: Ruling[Game], row: Formation, command: DisembarkFromWreck) -> None:
    """GA-3.2-46 GA-3.2-47 It is an emergency where 3" have no room for all; nobody is left out who has room."""
    if not command.emergency:
        return
    near = len(room(ruling.game, row, emergency=False)) == len(row.troops)
    ruling.require(not near, "GA-3.2-46", "room-left", "emergency", formation=row.id)
    if len(command.troops) < len(row.troops):
        most = len(room(ruling.game, row, emergency=True))
        ruling.require(len(command.troops) >= most, "GA-3.2-47", "room-for-more", "troops", formation=row.id, most=most)


def _get_out(ruling: Ruling[Game], row: Formation, command: DisembarkFromWreck, transport: str) -> None:
    """GA-3.2-45 It counts as having made a Normal move, besides an Advance or a Retreat, and may not assault."""
    kind, clause = (EMERGENCY, "GA-3.2-46") if command.emergency else (WRECK, "GA-3.2-43")
    event = FormationDisembarked(
        formation=row.id,
        transport=transport,
        troops=command.troops,
        kind=kind,
        move_kind="" if row.move in FAST else "normal",
        bound=ruling.game.options.destroyed_transport_duration,
    )
    ruling.record(event, clause, "GA-3.2-45")


def _roll_for_wreck(ruling: Ruling[Game], row: Formation, transport: str, count: int, *, emergency: bool) -> None:
    """GA-3.2-44 GA-3.2-45 GA-3.2-46 The formation is Battle-Fatigued, and a die for each troop may hurt it."""
    ruling.record(FormationBattleFatigued(formation=row.id, until=_recovery(ruling.game)), "GA-3.2-45")
    faces = ruling.roll(count, dice_outcomes.SIDES, "wreck", row.seat)
    hurts = HURTS[emergency]
    wounds = wreck_wounds(faces, hurts)
    clause = "GA-3.2-46" if emergency else "GA-3.2-44"
    event = WreckRolled(formation=row.id, transport=transport, faces=faces, hurts=hurts, wounds=wounds)
    ruling.record(event, clause)
    if wounds:
        add_mortal_wounds(ruling, row.id, wounds, EMERGENCY if emergency else WRECK, clauses=(clause,))
        ask_mortal_wounds(ruling)


def wreck_wounds(faces: Sequence[int], hurts: int) -> int:
    """GA-3.2-44 GA-3.2-46 Count the mortal wounds of some dice; `hurts` is the greatest face that does."""
    return sum(face <= hurts for face in faces)


def _recovery(game: Game) -> int:
    """GA-3.2-45 GA-3.0-05 Give the round of the next Manoeuvres turn: at the start of a round it is still to come."""
    begins = game.battle.turn is None or game.battle.phase == "setup"
    return game.battle.round if begins else game.battle.round + 1


def wreck_rolled(_game: Game, _event: WreckRolled) -> None:
    """Change nothing: the wounds are events of their own."""


# -- what may be said


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    return [item for row in aboard_of(game, subject_of(window, TroopSubject).troop) for item in _offers_of(game, row)]


def _offers_of(game: Game, row: Formation) -> list[Offer]:
    """GA-3.2-43 GA-3.2-46 GA-3.2-47 Offer places near the wreck, or those of an emergency where they are too few."""
    found = room(game, row, emergency=False)
    emergency = len(found) < len(row.troops)
    if emergency:
        found = room(game, row, emergency=True)
    limit, clause = (FAR, "GA-3.2-46") if emergency else (NEAR, "GA-3.2-43")
    box = placement_search.box_around(wreck_body(game, row.aboard), limit, warfield_rect(game))
    spots = (bare(exact_items(found)),)
    places = Places(row.troops, limit, (box.x0, box.y0, box.x1, box.y1), spots)
    named = {"formation": Choice((row.id,)), "emergency": Choice((str(emergency).lower(),))}
    return [offer(DisembarkFromWreck, clause, **named, **({"troops": places} if found else {}))]


def _default_command(game: Game, window: Window, _party: Party) -> Struct:
    """Let silence get the next formation out, as many troops as have room."""
    row = aboard_of(game, subject_of(window, TroopSubject).troop)[0]
    near = room(game, row, emergency=False)
    if len(near) == len(row.troops):
        return DisembarkFromWreck(formation=row.id, troops=near, emergency=False)
    return DisembarkFromWreck(formation=row.id, troops=room(game, row, emergency=True), emergency=True)


PART = Part(
    handlers=handlers(disembark_from_wreck),
    reducers=reducers(transport_wrecked, wreck_rolled),
    windows=windows(
        WindowKind(
            "wreck",
            "GA-3.2-43",
            (DisembarkFromWreck,),
            _offers,
            _default_command,
            subject=TroopSubject,
            after_flag=True,
        )
    ),
)
