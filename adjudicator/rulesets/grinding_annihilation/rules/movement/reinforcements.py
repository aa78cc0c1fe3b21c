"""Chapters 3.2 and 8.2, Reinforcements: formations arrive from Reserves at the end of their player's Move turn.

`reserves.may_arrive` says whether a formation may come now. The window `reinforcements` of its player's own turn asks
for arrivals, and `ordered_arrival`, which `order_arrival` opens out of turn for a formation that has to be set up next
(GA-5.6-01).
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_items, exact_offer
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, bare, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArriveFromReserves,
    DisembarkFormation,
    EndTurn,
    FormationArrived,
    TroopPose,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import STRATEGIC, WARFIELD, Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.armies.reserves import first_arrival, may_arrive, overdue, site_of
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.onslaught_overwatch import enemy_set_up
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import own_formation
from adjudicator.rulesets.grinding_annihilation.rules.movement import placement
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import passengers_of, waiting
from adjudicator.rulesets.grinding_annihilation.rules.movement.transports import disembark_offers
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import destroy

# -- arriving


def arrive_from_reserves(ruling: Ruling[Game], command: ArriveFromReserves) -> None:
    """GA-3.2-30 Reserve Formations are set up one at a time, as many as their player likes."""
    game = ruling.game
    row = own_formation(ruling, command.formation)
    window = ruling.window
    ordered = window is not None and window.kind == "ordered_arrival"
    if window is not None and ordered:
        due = formation_of(window)
        ruling.require(row.id == due, "GA-5.6-01", "other-arrival", "formation", due=due)
    fault = may_arrive(game, row)
    ruling.refuse_all([] if fault is None else [fault])
    site = site_of(game, row)
    placement.require_placement(ruling, row, site, command.troops, whole=not command.accept_losses)
    complete = "GA-8.2-07" if row.place == STRATEGIC else "GA-2.2-06"
    ruling.require(command.troops, complete, "nobody-arrives", "troops", formation=row.id)
    lost = [key for key in row.troops if key not in {troop.troop for troop in command.troops}]
    ruling.require(lost or not command.accept_losses, "GA-2.2-06", "nobody-lost", "accept_losses", formation=row.id)
    if lost:
        _require_losses(ruling, row, site, len(command.troops))
    if ordered:
        ruling.answered()
    _arrive(ruling, row, command.troops, lost)


def _require_losses(ruling: Ruling[Game], row: Formation, site: placement.PlacementSite, placed: int) -> None:
    """GA-2.2-06 Nobody is lost who has room: neither all of the formation, nor more of it than were placed."""
    most = len(placement.find_places(ruling.game, row, site))
    ruling.require(most < len(row.troops), "GA-2.2-06", "room-left", "accept_losses", formation=row.id)
    ruling.require(placed >= most, "GA-2.2-06", "room-for-more", "troops", formation=row.id, most=most)


def _arrive(ruling: Ruling[Game], row: Formation, troops: tuple[TroopPose, ...], lost: list[str]) -> None:
    """GA-3.2-32 GA-8.2-07 It counts as having made a Normal move; whoever was left out is lost."""
    game = ruling.game
    event = FormationArrived(
        formation=row.id,
        troops=troops,
        origin=row.place,
        round=game.battle.round,
        passengers=tuple(passenger.id for passenger in passengers_of(game, row.id)),
    )
    why = ("GA-8.2-07", "GA-8.2-04") if row.place == STRATEGIC else ("GA-4.2-02",)
    ruling.record(event, "GA-3.2-30", "GA-3.2-32", *why, *(("GA-4.3-10",) if row.left else ()))
    for key in lost:
        destroy(ruling, key, "no_room", "GA-2.2-06", *(("GA-8.2-07",) if row.place == STRATEGIC else ()))
    enemy_set_up(ruling, row.id)


def formation_arrived(game: Game, event: FormationArrived) -> None:
    """Stand the troops on the warfield; what is aboard has arrived too."""
    placement.stand_troops(game, event.troops)
    row = game.formations[event.formation]
    game.formations[row.id] = replace(row, place=WARFIELD, move="normal", arrived=event.round, left=0)
    for key in event.passengers:
        game.formations[key] = replace(game.formations[key], arrived=event.round)
    game.battle = replace(game.battle, embarks="")


def order_arrival(ruling: Ruling[Game], formation: str) -> None:
    """GA-5.6-01 Ask the player of a Reserve formation to set it up now, out of turn; `may_arrive` has allowed it."""
    ruling.ask("ordered_arrival", ruling.game.formations[formation].seat, subject=FormationSubject(formation))


# -- what may be said


def arrival_offers(game: Game, rows: list[Formation], *, losses: bool = False) -> list[Offer]:
    """GA-2.2-06 Offer each formation that may arrive its places; with `losses` also one for which there is no room."""
    due = [default_arrival(game, row) for row in rows if may_arrive(game, row) is None]
    return [
        _arrival_offer(game, command) for command in due if command.troops and (losses or not command.accept_losses)
    ]


def _arrival_offer(game: Game, command: ArriveFromReserves) -> Offer:
    if command.accept_losses:
        return exact_offer(command, "GA-2.2-06")
    row, region = game.formations[command.formation], (0, 0, game.battle.length, game.battle.width)
    places = Places(row.troops, 0, region, (bare(exact_items(command.troops)),))
    return offer(ArriveFromReserves, "GA-3.2-30", formation=Choice((row.id,)), troops=places)


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    arrivals = [*arrival_offers(game, waiting(game, party)), *disembark_offers(game, party, arriving=True)]
    return arrivals if overdue(game, party) else [*arrivals, offer(EndTurn, "GA-3.0-09")]


def _default_command(game: Game, _window: Window, party: Party) -> Struct:
    """Let silence bring Aircraft back that have to come, and end the turn."""
    due = overdue(game, party)
    return default_arrival(game, due[0]) if due else EndTurn()


def default_arrival(game: Game, row: Formation) -> ArriveFromReserves:
    """Set a formation up at the first place that is found, with losses where there is no room for all."""
    troops = first_arrival(game, row)
    return ArriveFromReserves(formation=row.id, troops=troops, accept_losses=len(troops) < len(row.troops))


def _ordered_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    return arrival_offers(game, [game.formations[formation_of(window)]], losses=True)


def _default_ordered_arrival(game: Game, window: Window, _party: Party) -> Struct:
    return default_arrival(game, game.formations[formation_of(window)])


PART = Part(
    handlers=handlers(arrive_from_reserves),
    reducers=reducers(formation_arrived),
    windows=windows(
        WindowKind(
            "reinforcements", "GA-3.2-30", (EndTurn, ArriveFromReserves, DisembarkFormation), _offers, _default_command
        ),
        WindowKind(
            "ordered_arrival",
            "GA-5.6-01",
            (ArriveFromReserves,),
            _ordered_offers,
            _default_ordered_arrival,
            subject=FormationSubject,
        ),
    ),
)
