"""Labels of a report: headings, fields that are lengths, and names of throws."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.kernel.labels import Labels
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.grinding_annihilation.model.messages import RosterAccepted
from adjudicator.rulesets.grinding_annihilation.model.options import OPTIONS, PACKAGE
from adjudicator.rulesets.grinding_annihilation.reports.chances import luck
from adjudicator.rulesets.grinding_annihilation.reports.wording import LISTS, VARIANTS, format_fact, notes, titles

HEADINGS = MappingProxyType(
    {
        "RoundBegun": "Round {round}",
        "PhaseBegun": "Round {round}: {phase} phase",
        "BattleEnded": "The battle ends in round {round}: {reason}",
    }
)
LENGTHS = frozenset(
    {
        "bottom",
        "distance",
        "distances",
        "height",
        "horizontal",
        "length",
        "movement",
        "weapon_range",
        "reach",
        "top",
        "vertical",
        "width",
        "x",
        "x0",
        "x1",
        "y",
        "y0",
        "y1",
        "z",
    }
)
SUMS = frozenset(
    {
        "advance-reroll",
        "advance-roll",
        "assault-reroll",
        "assault-roll",
        "attacks",
        "attacks-reroll",
        "damage-reroll",
        "damage-roll",
        "deadly-demise-wounds",
        "sustained-fire",
    }
)
LABELS = Labels(
    armies={RosterAccepted: lambda event: [(event.seat, event.faction)]},
    headings=HEADINGS,
    lengths=LENGTHS,
    words=read_sentences(PACKAGE, "words"),
    lists=LISTS,
    luck=luck,
    sums=SUMS,
    titles=titles,
    notes=notes,
    variants=VARIANTS,
    sentences=read_sentences(PACKAGE, "variants"),
    throws=read_sentences(PACKAGE, "throws"),
    beside=read_sentences(PACKAGE, "beside"),
    questions=read_sentences(PACKAGE, "questions"),
    fact=format_fact,
    defaults=OPTIONS.defaults,
    option_lengths=frozenset({"marker_radius", "reserve_troop_distance", "scouts_min_enemy_distance"}),
)
