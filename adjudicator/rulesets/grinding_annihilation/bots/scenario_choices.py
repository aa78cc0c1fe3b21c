"""What a bot makes of a scenario: which markers it wants, which it removes, and how scientists get home."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.bot import Generator
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.grinding_annihilation.bots.set_up_choices import front_of
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table
from adjudicator.rulesets.grinding_annihilation.model.messages import NameScientist, RemoveExstintechMarker
from adjudicator.rulesets.grinding_annihilation.reports.messages import MarkerView
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import centre

SCIENTIST = "scientist"


def wanted_markers(table: Table) -> list[MarkerView]:
    """List the markers worth going to: for an Attacker of Defence Lines the next that he has not captured."""
    markers = list(table.view.markers)
    if SCENARIOS[table.view.scenario].markers.place != "lines" or table.view.sides[table.seat].role != "attacker":
        return markers
    return [marker for marker in markers if marker.captured is None][:1] or markers


def way_home(table: Table, formation: str) -> tuple[int, int] | None:
    """Say where a formation with a scientist goes: straight into the depth of its zone; None without one."""
    if not escorting(table, formation):
        return None
    front, (x, y) = front_of(table), centre(table.bodies_of(formation))
    line = x if front.upright else y
    end = front.pose(front.depth * 2 // 3, min(max(line, front.left), front.right))
    return end.x, end.y


def removal(table: Table, offered: Offer, chance: Generator) -> RemoveExstintechMarker:
    """Remove a marker that the enemy controls, else one that nobody does, else any."""
    may = set(words_of(offered.fields, "marker"))
    rows = [marker for marker in table.view.markers if marker.id in may]
    theirs = [row.id for row in rows if row.controller not in (None, table.seat)]
    nobodys = [row.id for row in rows if row.controller is None]
    return RemoveExstintechMarker(marker=chance.choice(theirs or nobodys or sorted(may)))


def naming(table: Table, offers: Sequence[Offer], chance: Generator) -> NameScientist:
    """Name a scientist in whoever is likely to get home: nobody in a fight, and the fastest of the others."""
    offered = max(offers, key=lambda row: _runner_key(table, word_of(row.fields, "formation")))
    troop = chance.choice(words_of(offered.fields, "troop"))
    return NameScientist(
        marker=word_of(offered.fields, "marker"), formation=word_of(offered.fields, "formation"), troop=troop
    )


def _runner_key(table: Table, formation: str) -> tuple[bool, int, str]:
    return not table.threatened(formation), table.moves(formation), formation


def delivers(table: Table) -> bool:
    """Tell whether scientists are to be brought home, and there is still time to find one."""
    terms = SCENARIOS[table.view.scenario]
    return terms.delivery is not None and table.view.round < terms.rounds.last


def escorting(table: Table, formation: str) -> bool:
    """Tell whether a formation has a scientist with it."""
    return any(SCIENTIST in troop.keywords for troop in table.formations[formation].troops)
