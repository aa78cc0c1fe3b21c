"""Chapter 4.3, how Aircraft move: straight ahead for 20" or more, then a pivot; or off the warfield."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, Pose, leaves
from adjudicator.board.sines import FULL_TURN, ahead
from adjudicator.kernel.decide.exact_offers import exact_items, exact_offer
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, bare, offer
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AircraftMove,
    FormationLeftWarfield,
    FormationMoved,
    MoveAircraft,
    TroopMove,
    TroopPath,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Action, Formation
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, STRATEGIC, Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.effects import OVERWATCH
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import asked_opponents
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of, warfield_rect
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import forget_sights
from adjudicator.rulesets.grinding_annihilation.rules.movement import placement
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_checks import end_faults, path_faults, threat_faults
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import MoveTerms, acting, plan_of
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import is_aircraft

LEAST = 20 * INCH
PIVOT = 900
NOTCH = INCH // 4
SHOWN, APART = 4, 16
AIR = MoveTerms("GA-4.3-07", "GA-3.2-05", "GA-2.2-07", passing="GA-3.2-11")
IN_THE_WAY = frozenset({"crosses-enemy", "passes-threat", "crosses-friend"})

# -- flying


def move_aircraft(ruling: Ruling[Game], command: MoveAircraft) -> None:
    """GA-4.3-07 GA-4.3-08 GA-4.3-09 Every troop flies straight ahead and may pivot, or the formation flies off."""
    game = ruling.game
    acting(ruling, command.formation)
    row = game.formations[command.formation]
    ruling.require(is_aircraft(game, row.id), "GA-4.3-07", "no-aircraft", "formation", formation=row.id)
    ruling.refuse_all(list(_name_faults(row, command.troops)))
    leaving = [troop for troop in command.troops if flies_off(game, troop)]
    if leaving:
        for item in leaving:
            ruling.require(may_leave(game, row, item.troop), "GA-4.3-09", "can-stay", "troops", troop=item.troop)
            ruling.require(not item.pivot, "GA-4.3-09", "pivot-off-field", "troops", troop=item.troop)
        _leave(ruling, row)
        return
    ruling.refuse_all([*_limit_faults(command.troops), *flight_faults(game, row, command.troops)])
    flown = tuple(_flown(game, troop) for troop in command.troops)
    event = FormationMoved(formation=row.id, kind="normal", troops=flown)
    ruling.record(event, "GA-3.2-04", "GA-4.3-07", *(("GA-4.3-08",) if any(e.pivot for e in command.troops) else ()))
    ruling.answered()
    ruling.ask(
        "move_ended", *asked_opponents(game, row.seat, "move_ended", OVERWATCH), subject=FormationSubject(row.id)
    )


def _name_faults(row: Formation, troops: Sequence[AircraftMove]) -> Iterator[Fault]:
    """GA-4.3-06 Every Aircraft of a formation moves, once."""
    if sorted(troop.troop for troop in troops) != sorted(row.troops):
        yield Fault("GA-4.3-06", "aircraft-left-out", "troops", (("formation", row.id),))


def _limit_faults(troops: Iterable[AircraftMove]) -> Iterator[Fault]:
    """GA-4.3-07 GA-4.3-08 Find flights that are too short and pivots that are too wide."""
    for number, troop in enumerate(troops):
        path, facts = f"troops[{number}]", (("troop", troop.troop),)
        if troop.distance < LEAST:
            yield Fault("GA-4.3-07", "flight-too-short", path, (*facts, ("distance", troop.distance), ("least", LEAST)))
        if abs(troop.pivot) > PIVOT:
            yield Fault("GA-4.3-08", "pivot-too-wide", path, (*facts, ("pivot", troop.pivot), ("most", PIVOT)))


def flight_faults(game: Game, row: Formation, troops: Sequence[AircraftMove]) -> Iterator[Fault]:
    """GA-4.3-07 Find what is in the way of a flight, and what is wrong with its end."""
    plan = plan_of(game, row.id, [_path(game, troop) for troop in troops])
    ways = path_faults(game, plan, AIR, dict.fromkeys(row.troops, _beyond(game) * 2))
    for found in chain(ways, end_faults(game, plan, AIR), threat_faults(game, plan, "GA-3.2-27")):
        yield replace(found, path=found.path.replace("paths", "troops", 1))


def _path(game: Game, flight: AircraftMove) -> TroopPath:
    """Turn a flight into poses: the end of the straight line, and the pivot."""
    end = straight(body_of(game, game.troops[flight.troop]), flight.distance)
    turned = replace(end, facing=(end.facing + flight.pivot) % FULL_TURN)
    return TroopPath(troop=flight.troop, path=(end, turned) if flight.pivot else (end,))


def straight(body: Body, distance: int) -> Pose:
    """GA-4.3-07 Give the pose so far straight ahead."""
    pose = body.pose
    x, y = ahead(distance, pose.facing)
    return replace(pose, x=pose.x + x, y=pose.y + y)


def _flown(game: Game, flight: AircraftMove) -> TroopMove:
    pose = _path(game, flight).path[-1]
    return TroopMove(troop=flight.troop, pose=pose, distance=flight.distance)


# -- flying off


def flies_off(game: Game, flight: AircraftMove) -> bool:
    """GA-4.3-09 Tell whether a flight leaves the warfield: by its word, or across the edge."""
    body = body_of(game, game.troops[flight.troop])
    return flight.distance == 0 or leaves(body, (straight(body, flight.distance),), warfield_rect(game))


def may_leave(game: Game, row: Formation, troop: str) -> bool:
    """GA-4.3-09 Tell whether an Aircraft may leave: its way to the edge is free, or it has nowhere to stop."""
    out = AircraftMove(troop=troop, distance=_beyond(game), pivot=0)
    blocked = any(found.reason in IN_THE_WAY for found in flight_faults(game, row, [out]))
    return not blocked or first_stop(game, row, troop) == 0


def _beyond(game: Game) -> int:
    return 2 * (game.battle.length + game.battle.width)


def stops(game: Game, row: Formation, troop: str) -> Iterator[int]:
    """GA-4.3-07 Go through distances at which an Aircraft may stop, to a quarter of an inch."""
    for distance in range(LEAST, _beyond(game), NOTCH):
        flight = AircraftMove(troop=troop, distance=distance, pivot=0)
        if flies_off(game, flight):
            return
        if next(flight_faults(game, row, [flight]), None) is None:
            yield distance


def first_stop(game: Game, row: Formation, troop: str) -> int:
    """GA-4.3-07 Give the least distance at which an Aircraft may stop; 0 where there is none."""
    return next(stops(game, row, troop), 0)


def _leave(ruling: Ruling[Game], row: Formation) -> None:
    """GA-4.3-09 GA-4.3-10 The whole formation goes into Strategic Reserves, and comes back in the next round."""
    event = FormationLeftWarfield(formation=row.id, round=ruling.game.battle.round)
    ruling.record(event, "GA-4.3-09", "GA-4.3-10")
    ruling.answered()


def formation_left_warfield(game: Game, event: FormationLeftWarfield) -> None:
    """Take the troops off the warfield; passengers stay aboard."""
    row = game.formations[event.formation]
    placement.take_off_warfield(game, row)
    forget_sights(game, row.troops)
    game.formations[row.id] = replace(row, place=STRATEGIC, left=event.round)
    game.action = None


# -- what may be said


def flight_offers(game: Game, action: Action) -> list[Offer]:
    """GA-4.3-07 GA-4.3-09 Offer the formation its flights, and to fly off where it may."""
    row = game.formations[action.formation]
    far, region = game.battle.length + game.battle.width, (0, 0, game.battle.length, game.battle.width)
    found = [command.troops for command in found_flights(game, row)]
    places = Places(row.troops, far, region, tuple(bare(exact_items(troops)) for troops in found))
    flights = [offer(MoveAircraft, "GA-4.3-07", formation=Choice((row.id,)), troops=places)] if found else []
    if all(may_leave(game, row, key) for key in row.troops):
        flights.append(exact_offer(flight_off(row), "GA-4.3-09"))
    return flights


def found_flights(game: Game, row: Formation) -> Iterator[MoveAircraft]:
    """GA-4.3-07 Go through flights on which everybody may stop: as short as goes, and a few farther ones."""
    ways = [list(islice(stops(game, row, key), 0, SHOWN * APART, APART)) for key in row.troops]
    for distances in zip(*ways, strict=False):
        pairs = zip(row.troops, distances, strict=True)
        troops = tuple(AircraftMove(troop=key, distance=distance, pivot=0) for key, distance in pairs)
        if next(flight_faults(game, row, troops), None) is None:
            yield MoveAircraft(formation=row.id, troops=troops)


def flight_off(row: Formation) -> MoveAircraft:
    """GA-4.3-09 Let a formation fly off the warfield."""
    return MoveAircraft(
        formation=row.id, troops=tuple(AircraftMove(troop=key, distance=0, pivot=0) for key in row.troops)
    )


def default_flight(game: Game, action: Action) -> Struct:
    """Let silence fly as short a way as goes, or off where nobody could stop."""
    row = game.formations[action.formation]
    flights = tuple(AircraftMove(troop=key, distance=first_stop(game, row, key), pivot=0) for key in row.troops)
    whole = all(flight.distance for flight in flights) and next(flight_faults(game, row, flights), None) is None
    return MoveAircraft(
        formation=row.id, troops=flights if whole else tuple(replace(flight, distance=0) for flight in flights)
    )


PART = Part(handlers=handlers(move_aircraft), reducers=reducers(formation_left_warfield))
