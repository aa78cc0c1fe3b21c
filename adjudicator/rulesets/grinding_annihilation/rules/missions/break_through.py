"""Chapter 7.5, Break Through: markers that the Defender holds until the Attacker captures them for good."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import DominionNoted, MarkerCaptured
from adjudicator.rulesets.grinding_annihilation.model.rows import Marker
from adjudicator.rulesets.grinding_annihilation.model.state import Game, rival
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import defender_of, scenario_of

UNMANNED = 1
FIRST_LINE = "1"


def lines(game: Game) -> bool:
    """Tell whether the markers lie in Defence Lines."""
    return scenario_of(game).markers.place == "lines"


def held_level(game: Game, marker: Marker, seat: Party, counted: int, *, manned: bool) -> int:
    """GA-7.5-03 Give a Level of Control: until it is captured a marker is the Defender's as with a garrison."""
    if not lines(game) or marker.captured or seat != defender_of(game):
        return counted
    return max(counted, game.options.garrison_floor) if manned else UNMANNED


def holder_of(game: Game, marker: Marker) -> Party:
    """GA-7.5-03 GA-7.5-06 Name who controls a marker: the Defender until it is captured, the Attacker ever after."""
    defender = defender_of(game)
    return rival(defender) if marker.captured else defender


def dominated(game: Game, marker: Marker) -> bool:
    """GA-7.5-04 Tell whether the Attacker had the greater Level of Control when it was last determined."""
    defender = defender_of(game)
    return bool(marker.levels) and marker.levels[rival(defender)] > marker.levels[defender]


def note_dominion(ruling: Ruling[Game]) -> None:
    """GA-7.5-04 Remember for the next round where the Attacker has dominion at the end of this one."""
    game = ruling.game
    if lines(game):
        found = tuple(key for key in sorted(game.markers) if dominated(game, game.markers[key]))
        ruling.record(DominionNoted(markers=found), "GA-7.5-04")


def dominion_noted(game: Game, event: DominionNoted) -> None:
    """Remember it."""
    for key, row in game.markers.items():
        game.markers[key] = replace(row, dominion=key in event.markers)


def captures(game: Game, phase: str, seat: Party) -> bool:
    """GA-7.5-04 Tell whether markers are captured at the end of this turn: the Attacker's in a Manoeuvres Phase."""
    return lines(game) and phase == "manoeuvres" and seat != defender_of(game)


def capture(ruling: Ruling[Game], seat: Party) -> None:
    """GA-7.5-04 GA-7.5-05 Let the Attacker capture what he dominated then and dominates now, the First Line first."""
    game = ruling.game
    for key in _captured_now(game):
        if key == FIRST_LINE or _first_fell(game):
            event = MarkerCaptured(marker=key, seat=seat, round=game.battle.round)
            ruling.record(event, "GA-7.5-04", "GA-7.5-05", "GA-7.5-06")


def _captured_now(game: Game) -> Iterator[str]:
    rows = (game.markers[key] for key in sorted(game.markers))
    return (row.id for row in rows if not row.captured and row.dominion and dominated(game, row))


def _first_fell(game: Game) -> bool:
    """GA-7.5-05 Tell whether the First Line is captured, by an option in an earlier round."""
    fell = game.markers[FIRST_LINE].captured
    return bool(fell) and not (game.options.second_needs_later_round and fell == game.battle.round)


def marker_captured(game: Game, event: MarkerCaptured) -> None:
    """It is the Attacker's for the rest of the battle."""
    row = game.markers[event.marker]
    game.markers[row.id] = replace(row, captured=event.round, controller=event.seat)


PART = Part(reducers=reducers(dominion_noted, marker_captured))
