"""When a bot uses a Battle-Manoeuvre: now and then, through its offers alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.bot import Generator
from adjudicator.kernel.decide.offers import Items, Offer, Range, Shape
from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.grinding_annihilation.bots import attack_choices, reserve_choices
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table
from adjudicator.rulesets.grinding_annihilation.model.messages import Sight, UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY

REACH = 8_000
SELDOM = 12
"""One re-roll that is offered in so many is taken."""
OFTEN: Mapping[str, int] = MappingProxyType(
    {
        "reorder_roll": SELDOM,
        "onslaught_overwatch": 3,
        "grenades": 2,
        "armoured_charge": 2,
        "heros_ingress": 2,
        "reprisal": 2,
        "epic_momentum": 1,
        "smokescreen": 2,
        "find_cover": 3,
        "deployment_order": 1,
    }
)
"""One chance in so many is taken, of those of catalogues as of what they work as."""


def use(table: Table, offers: Sequence[Offer], chance: Generator) -> UseBattleManoeuvre | None:
    """Use one of the Battle-Manoeuvres that are offered, or none."""
    offered = chance.choice(offers)
    if chance.randrange(OFTEN.get(LIBRARY.core(word_of(offered.fields, "manoeuvre")), SELDOM)):
        return None
    sights = _sights(table, offered)
    if sights is None:
        return None
    return UseBattleManoeuvre(
        manoeuvre=word_of(offered.fields, "manoeuvre"),
        formation=_any(offered, "formation", chance) or "",
        troop=_any(offered, "troop", chance),
        enemy=_any(offered, "enemy", chance),
        die=_die(offered, chance),
        sights=sights,
        loans=reserve_choices.loans(table, offered),
    )


def _any(offered: Offer, field: str, chance: Generator) -> str | None:
    values = words_of(offered.fields, field)
    return chance.choice(values) if values else None


def _die(offered: Offer, chance: Generator) -> int | None:
    values = next((field.values for field in offered.fields if field.field == "die"), None)
    if not isinstance(values, Range):
        return None
    return values.least + chance.randrange(values.most - values.least + 1)


def _sights(table: Table, offered: Offer) -> tuple[Sight, ...] | None:
    """State a pair that see each other, where sight is asked for; None where there is none."""
    asked = [domain.values for domain in offered.fields if domain.field == "sights"]
    fixed = attack_choices.settled_words(table)
    for shape in (member.values for found in asked if isinstance(found, Items) for member in found.of):
        if isinstance(shape, Shape):
            one, other = word_of(shape.parts, "observers"), word_of(shape.parts, "troops")
            word = attack_choices.word(table, fixed, one, other)
            if word in words_of(shape.parts, "seen"):
                return (Sight(observers=(one,), troops=(other,), seen=word, fact=""),)
    return None if asked else ()
