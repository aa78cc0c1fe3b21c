"""How events are told whose usual phrase does not do: places, the last die, dice that can not hit, even rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from adjudicator.kernel.labels import Teller
from adjudicator.kernel.sentences import at, by_seat, degrees, listed, rolled_off
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ArmyAccepted,
    ArmyOptionPlayed,
    ContestedDieResolved,
    DieRerolled,
    DirectionEntered,
    EndTestTaken,
    GameEnded,
    H2HRoundResolved,
    HitsScored,
    MarkerPlaced,
    MarkerRemoved,
    ObjectivesScored,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieLost,
    ReactionTested,
    RollOffMade,
    StartingDiceCounted,
    TemplateResolved,
    TurnEnded,
    UnitDeployed,
    UnitMoved,
)

Told = tuple[str, Mapping[str, object]]
EIGHT = 8
"""The face whose name begins with a vowel."""


def titles(event: Struct) -> Iterator[tuple[str, str]]:
    """Give the names of the units and options of an army."""
    if isinstance(event, ArmyAccepted):
        for unit in event.units:
            yield unit.id, unit.sheet.name
        for option in event.options:
            yield option.id, option.sheet.name


def notes(event: Struct) -> Iterator[tuple[str, str]]:
    """Note where models stand, what sheets are called, and of which sheet devices and markers are."""
    if isinstance(event, UnitDeployed | UnitMoved):
        yield from ((f"place:{row.model}", at(row.pose.x, row.pose.y)) for row in event.models)
    if isinstance(event, ArmyAccepted):
        yield from ((f"sheet:{sheet.id}", sheet.name) for sheet in event.device_sheets)
        yield from ((f"sheet_of:{device.id}", device.sheet) for device in event.devices)
    if isinstance(event, MarkerPlaced):
        yield f"sheet_of:{event.marker}", event.sheet


def _place(event: UnitDeployed | UnitMoved) -> str:
    pose = event.models[0].pose
    return at(pose.x, pose.y)


def _set_up(event: UnitDeployed, _teller: Teller) -> Told:
    return ("set_up", {"to": _place(event)}) if event.models else ("", {})


def _moved(event: UnitMoved, teller: Teller) -> Told:
    """Say from where to where its first model went that went anywhere: others may be at the end of their way."""
    ends = ((f"place:{row.model}", at(row.pose.x, row.pose.y)) for row in event.models)
    ways = [(teller.kept.get(model, ""), to) for model, to in ends]
    moved = next(((start, to) for start, to in ways if start not in ("", to)), None)
    if moved is not None:
        return "moved", {"start": moved[0], "to": moved[1]}
    if ways and all(start for start, _ in ways):
        return "stood", {"to": ways[0][1]}
    return "" if event.progress else "unmoved", {}


def _drawn(event: OrderDieDrawn, _teller: Teller) -> Told:
    return "last_die" if event.bag == 1 else "", {}


def _option(event: ArmyOptionPlayed, _teller: Teller) -> Told:
    return "" if event.left else "option_spent", {}


def _rerolled(event: DieRerolled, _teller: Teller) -> Told:
    return "rerolled", {"face": f"{'an' if event.before == EIGHT else 'a'} {event.before}"}


def _accuracy(event: AccuracyRolled, _teller: Teller) -> Told:
    lost = event.needed.total < 1 and all(die.result in ("miss", "dud") for die in event.dice)
    return ("misses_all", {"all": "all miss" if len(event.dice) > 1 else "it misses"}) if lost else ("", {})


def _reaction(event: ReactionTested, _teller: Teller) -> Told:
    return "reacts_untested" if event.needed is None and event.passed else "", {}


def _round(event: H2HRoundResolved, teller: Teller) -> Told:
    return "round_won" if event.winner else "", {"pins": by_seat(event.pins, teller)}


def _hits(event: HitsScored, _teller: Teller) -> Told:
    return "" if event.hits or not event.net else "net_alone", {}


def _dice_lost(event: OrderDieLost, _teller: Teller) -> Told:
    if event.from_bag == event.dice:
        return "all_from_bag", {}
    return "lost_from_bag" if event.from_bag else "", {}


def _ended(event: GameEnded, teller: Teller) -> Told:
    told = {
        "final_points": by_seat(event.final_points, teller) if any(event.final_points) else "",
        "broken": listed([teller.party(seat) for seat in event.broken]),
    }
    return "drawn_game" if event.winner is None else "", told


def _direction(event: DirectionEntered, _teller: Teller) -> Told:
    return "", {"direction": degrees(event.direction)}


def _template(event: TemplateResolved, _teller: Teller) -> Told:
    return "" if event.units else "template_of_nobody", {}


def _thing(key: str, field: str) -> Callable[[Any, Teller], Told]:
    """Make what says of a device or marker what it is, where its sheet has been told."""

    def told(event: Any, teller: Teller) -> Told:
        marker = getattr(event, field)
        sheet = event.sheet if isinstance(event, MarkerPlaced) else teller.kept.get(f"sheet_of:{marker}", "")
        name = teller.kept.get(f"sheet:{sheet}", "")
        return (key, {"what": f"{name} ({marker})"}) if name else ("", {})

    return told


def _rolled_off(event: RollOffMade | ContestedDieResolved, teller: Teller) -> Told:
    return "", {"faces": rolled_off(event.faces, teller)}


def _counts(field: str) -> Callable[[Any, Teller], Told]:
    """Make what says a field by seat."""
    return lambda event, teller: ("", {field: by_seat(getattr(event, field), teller)})


VARIANTS: Mapping[type[Struct], Callable[[Any, Teller], Told]] = MappingProxyType(
    {
        AccuracyRolled: _accuracy,
        ArmyOptionPlayed: _option,
        ContestedDieResolved: _rolled_off,
        DieRerolled: _rerolled,
        DirectionEntered: _direction,
        EndTestTaken: _thing("thing_tested", "subject"),
        GameEnded: _ended,
        H2HRoundResolved: _round,
        HitsScored: _hits,
        MarkerPlaced: _thing("thing_placed", "marker"),
        MarkerRemoved: _thing("thing_gone", "marker"),
        ObjectivesScored: _counts("points"),
        OrderDiceReturned: _counts("dice"),
        OrderDieDrawn: _drawn,
        OrderDieLost: _dice_lost,
        ReactionTested: _reaction,
        RollOffMade: _rolled_off,
        StartingDiceCounted: _counts("dice"),
        TemplateResolved: _template,
        TurnEnded: _counts("lost"),
        UnitDeployed: _set_up,
        UnitMoved: _moved,
    }
)
