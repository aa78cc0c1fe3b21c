"""Chapter 7.3, Scientist Capture: scientists are named at controlled markers and brought into one's own zone."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import NameScientist, ScientistDelivered, ScientistNamed
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Marker, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import (
    SEATS,
    Game,
    has_keyword,
    living,
    on_warfield,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import own_formation
from adjudicator.rulesets.grinding_annihilation.rules.manoeuvres_phase.phase_rules import tests_begun
from adjudicator.rulesets.grinding_annihilation.rules.missions.marker_control import in_range
from adjudicator.rulesets.grinding_annihilation.rules.missions.tactical_points import DELIVERED, score
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import scenario_of, wholly_in_zone
from adjudicator.rulesets.grinding_annihilation.rules.troops import damaged_states

SCIENTIST, CHARACTER = "scientist", "character"
LEADER = "leader"

# -- who may be named


def open_markers(game: Game, seat: Party) -> list[Marker]:
    """GA-7.3-03 List the markers at which a player may name a scientist now, before the first test of his turn."""
    if scenario_of(game).delivery is None or tests_begun(game, seat):
        return []
    rows = (game.markers[key] for key in sorted(game.markers))
    return [row for row in rows if row.controller == seat and not _spent(game, row, seat)]


def _spent(game: Game, marker: Marker, seat: Party) -> bool:
    """GA-7.3-03 Tell whether a marker has given its scientist of this turn, or by an option the only one."""
    once = game.options.scientist_once_per_marker and bool(marker.named)
    return once or marker.named == (game.battle.round, seat)


def _has_scientist(game: Game, row: Formation) -> bool:
    return any(SCIENTIST in troop.keywords for troop in troops_of(game, row.id))


def _near(game: Game, row: Formation, marker: Marker) -> bool:
    return any(in_range(game, troop, marker) for troop in troops_of(game, row.id))


def _effective(game: Game, row: Formation) -> bool:
    """GA-7.3-05 Tell whether a formation has any Battle Effectiveness now."""
    return not row.fatigued and any(damaged_states.effectiveness(game, troop) for troop in troops_of(game, row.id))


def candidates(game: Game, row: Formation) -> tuple[str, ...]:
    """GA-7.3-04 Name the troops that may be chosen: the Leader while one is attached, else any."""
    led = [troop.id for troop in troops_of(game, row.id) if game.parts[troop.part].role == LEADER]
    return tuple(led) or row.troops


# -- naming


def name_scientist(ruling: Ruling[Game], command: NameScientist) -> None:
    """GA-7.3-03 A troop of a formation at a marker that its player controls becomes a scientist."""
    game = ruling.game
    marker = _open_marker(ruling, command.marker)
    row = own_formation(ruling, command.formation)
    here = living(game, row.id) and _near(game, row, marker)
    ruling.require(here, "GA-7.3-03", "not-at-marker", "formation", formation=row.id, marker=marker.id)
    ruling.require(not _has_scientist(game, row), "GA-7.3-03", "has-scientist", "formation", formation=row.id)
    ruling.require(_effective(game, row), "GA-7.3-05", "not-effective", "formation", formation=row.id)
    troop = _candidate(ruling, row, command.troop)
    gained = (SCIENTIST,) if has_keyword(game, troop, CHARACTER) else (SCIENTIST, CHARACTER)
    event = ScientistNamed(marker=marker.id, formation=row.id, troop=troop.id, keywords=gained, round=game.battle.round)
    ruling.record(event, "GA-7.3-03", "GA-7.3-04", "GA-7.3-05")


def _open_marker(ruling: Ruling[Game], key: str) -> Marker:
    game, seat = ruling.game, ruling.actor
    ruling.require(scenario_of(game).delivery is not None, "GA-7.3-03", "no-scientists", "")
    marker = ruling.find(game.markers, key, "marker")
    ruling.require(marker.controller == seat, "GA-7.3-03", "marker-not-yours", "marker", marker=marker.id)
    ruling.require(not tests_begun(game, seat), "GA-7.3-05", "tests-begun", "marker", rule="name a scientist")
    ruling.require(not _spent(game, marker, seat), "GA-7.3-03", "marker-spent", "marker", marker=marker.id)
    return marker


def _candidate(ruling: Ruling[Game], row: Formation, key: str) -> Troop:
    troop = ruling.find(ruling.game.troops, key, "troop")
    may = candidates(ruling.game, row)
    clause = "GA-7.3-03" if troop.id not in row.troops else "GA-7.3-04"
    ruling.require(troop.id in may, clause, "not-the-scientist", "troop", troop=troop.id, may=" ".join(may))
    return troop


def scientist_named(game: Game, event: ScientistNamed) -> None:
    """Give the keywords; what they are stands last, so that all of it can be taken back."""
    troop = game.troops[event.troop]
    game.troops[troop.id] = replace(troop, keywords=(*troop.keywords, *event.keywords))
    game.markers[event.marker] = replace(game.markers[event.marker], named=(event.round, troop.seat))


def naming_offers(game: Game, party: Party) -> list[Offer]:
    """Offer every formation at a marker with the troops that may be chosen."""
    return [
        offer(
            NameScientist,
            "GA-7.3-03",
            marker=Choice((marker.id,)),
            formation=Choice((row.id,)),
            troop=Choice(candidates(game, row)),
        )
        for marker in open_markers(game, party)
        for row in on_warfield(game, party)
        if _near(game, row, marker) and not _has_scientist(game, row) and _effective(game, row)
    ]


# -- delivery


def deliver(ruling: Ruling[Game]) -> None:
    """GA-7.3-06 A scientist whose formation is wholly in its player's zone when the phase starts scores."""
    for seat in SEATS if scenario_of(ruling.game).delivery is not None else ():
        for troop in list(_home(ruling.game, seat)):
            _deliver(ruling, troop)


def _home(game: Game, seat: Party) -> Iterator[Troop]:
    """GA-7.3-06 List the scientists at home, one of each formation."""
    for row in on_warfield(game, seat):
        found = next((troop for troop in troops_of(game, row.id) if SCIENTIST in troop.keywords), None)
        if found is not None and wholly_in_zone(game, row.id, seat):
            yield found


def _deliver(ruling: Ruling[Game], troop: Troop) -> None:
    terms = scenario_of(ruling.game).delivery
    if terms is None:
        return
    score(ruling, troop.seat, Tally.base(terms.each, terms.clause), DELIVERED)
    lost = () if ruling.game.options.scientist_repeats else troop.keywords[troop.keywords.index(SCIENTIST) :]
    event = ScientistDelivered(formation=troop.formation, troop=troop.id, keywords=lost)
    ruling.record(event, "GA-7.3-06", "GA-7.3-07")


def scientist_delivered(game: Game, event: ScientistDelivered) -> None:
    """Take the keywords back."""
    troop = game.troops[event.troop]
    kept = len(troop.keywords) - len(event.keywords)
    game.troops[troop.id] = replace(troop, keywords=troop.keywords[:kept])


PART = Part(handlers=handlers(name_scientist), reducers=reducers(scientist_named, scientist_delivered))
