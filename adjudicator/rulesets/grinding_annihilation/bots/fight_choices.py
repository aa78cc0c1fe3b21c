"""How a bot assaults and fights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import point_gap
from adjudicator.kernel.bot import Generator
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.grinding_annihilation.bots.move_choices import HOLD
from adjudicator.rulesets.grinding_annihilation.bots.scenario_choices import escorting
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClaimImpossible,
    CloseIn,
    Consolidate,
    DeclareAssault,
    MakeAssaultMove,
    SelectToFight,
)
from adjudicator.rulesets.grinding_annihilation.model.state import INCH
from adjudicator.rulesets.grinding_annihilation.reports.messages import ActionView, FactView
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.assault_search import Charge, charges
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.block_search import march
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.fight_search import CLOSE, short_moves
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import closest, paths_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import THREAT, TOUCH

LIKELY = 7 * INCH
BOLD = 5


def assault(table: Table, offers: Sequence[Offer], chance: Generator) -> DeclareAssault | None:
    """Declare an Assault that is likely to arrive, by whoever is any good at it."""
    for offer in offers:
        formation = word_of(offer.fields, "formation")
        if escorting(table, formation):
            continue
        near = sorted(words_of(offer.fields, "targets"), key=lambda key: (table.apart(formation, key), key))
        if not near or not (_prefers_melee(table, formation) or chance.randrange(BOLD) == 0):
            continue
        if table.apart(formation, near[0]) - THREAT <= LIKELY:
            both = len(near) > 1 and table.apart(formation, near[1]) <= LIKELY // 2 and chance.randrange(BOLD) == 0
            return DeclareAssault(formation=formation, targets=tuple(sorted(near[: 1 + both])))
    return None


def _prefers_melee(table: Table, formation: str) -> bool:
    return 2 * table.power(formation, melee=True) >= table.power(formation, melee=False)


class Attempt(NamedTuple):
    """An Assault move, and who falls short in it where nothing is claimed for him: closer to nobody, or apart."""

    found: Charge
    closer: tuple[str, ...]
    contact: tuple[str, ...]


def assault_move(table: Table) -> Struct:
    """Make the Assault move that falls short for the fewest, claiming so first, or say that it can not be made."""
    formation = _acting(table).formation
    best = _best_attempt(table, formation)
    if best is None:
        return ClaimImpossible(what="assault", formation=formation, troops=())
    for what, due in (("closer", best.closer), ("contact", best.contact)):
        if due:
            troops = due[:1] if _judged_one_by_one(table) else due
            return ClaimImpossible(what=what, formation=formation, troops=troops)
    return MakeAssaultMove(formation=formation, paths=paths_of(table.bodies, best.found.ways))


def next_claim(table: Table, offers: Sequence[Offer]) -> ClaimImpossible | None:
    """Claim what may still be claimed once an end state has refuted a claim: of one troop, or of the whole Assault."""
    formation = _acting(table).formation
    best = _best_attempt(table, formation)
    may = {word_of(offer.fields, "what"): words_of(offer.fields, "troops") for offer in offers}
    for what, due in () if best is None else (("closer", best.closer), ("contact", best.contact)):
        for key in due:
            if key in may.get(what, ()):
                return ClaimImpossible(what=what, formation=formation, troops=(key,))
    return ClaimImpossible(what="assault", formation=formation, troops=()) if "assault" in may else None


def _best_attempt(table: Table, formation: str) -> Attempt | None:
    return min(_attempts(table, formation), key=lambda row: (len(row.closer), len(row.contact)), default=None)


def _attempts(table: Table, formation: str) -> Iterator[Attempt]:
    """Go through Assault moves; who was claimed to get no closer is not asked for it."""
    action = _acting(table)
    targets = [key for key in action.targets if table.bodies_of(key)]
    reach = min((item.reach.total for item in action.reaches), default=0)
    row = table.formations[formation]
    spared = [troop.id for troop in row.troops if claimed(table, formation, troop.id, "contact", "closer")]
    for found in charges(table.mover(formation), targets, reach, spared):
        stuck = (key for key in found.stuck if not claimed(table, formation, key, "closer"))
        owing = (key for key in _without_owed_contact(table, found, targets, reach) if key not in spared)
        yield Attempt(found, tuple(stuck), tuple(owing))


def _judged_one_by_one(table: Table) -> bool:
    """GA-2.4-13 Tell whether the service judges claims by itself, one troop after the other."""
    return table.view.options is not None and table.view.options.impossibility == "solver"


def _without_owed_contact(table: Table, found: Charge, targets: Sequence[str], reach: int) -> tuple[str, ...]:
    """List who ends apart though contact lay within reach, as the crow flies."""
    target_bodies = [body for key in targets for body in table.bodies_of(key)]
    return tuple(
        key for key in found.apart if closest((table.bodies[key],), target_bodies) <= reach + _turn(table, key) + TOUCH
    )


def _turn(table: Table, troop: str) -> int:
    """Give what a hull gains by turning, where that is free."""
    base, options = table.bodies[troop].base, table.view.options
    free = options is not None and options.pivot_cost == "free"
    return base.length + base.width if free and not base.round else 0


def claimed(table: Table, formation: str, troop: str, *whats: str) -> bool:
    """Tell whether it stands that a troop can not do one of these things."""
    return any(
        fact.value == "impossible" and _names(fact, formation, troop, whats)
        for fact in table.view.facts
        if fact.kind == "impossible" and fact.status in ("confirmed", "settled")
    )


def is_refuted(table: Table) -> bool:
    """GA-2.4-13 Tell whether an end state has refuted a claim of the formation that acts: what it shows can be done."""
    formation = _acting(table).formation
    return any(
        fact.kind == "impossible" and fact.value == "possible" and fact.subjects[0] == formation
        for fact in table.view.facts
    )


def _names(fact: FactView, formation: str, troop: str, whats: Sequence[str]) -> bool:
    whose, what, *troops = fact.subjects
    return whose == formation and what in whats and (not troops or troop in troops)


def _acting(table: Table) -> ActionView:
    if table.view.action is None:
        raise LookupError("a formation is to act and none is selected")
    return table.view.action


def fight(table: Table, offers: Sequence[Offer]) -> SelectToFight:
    """Fight with whoever strikes hardest."""
    formations = [key for offer in offers for key in words_of(offer.fields, "formation")]
    return SelectToFight(formation=max(formations, key=lambda key: (table.power(key, melee=True), key)))


def close_in(table: Table) -> CloseIn:
    """Close in with whoever can; by option only with those who come into contact."""
    formation, options = _acting(table).formation, table.view.options
    touching = options is not None and bool(options.close_in_base_contact)
    return CloseIn(
        formation=formation, paths=paths_of(table.bodies, short_moves(table.mover(formation), contact_only=touching))
    )


def consolidate(table: Table, offers: Sequence[Offer]) -> Consolidate:
    """Consolidate into contact with whoever can, or to a marker where ways to it are offered."""
    formation = _acting(table).formation
    ways = paths_of(table.bodies, short_moves(table.mover(formation), contact_only=True))
    to_marker = next((offer for offer in offers if word_of(offer.fields, "marker")), None)
    if ways or to_marker is None:
        return Consolidate(formation=formation, paths=ways, marker="")
    marker = word_of(to_marker.fields, "marker")
    there = next((row.x, row.y) for row in table.view.markers if row.id == marker)
    steps = march(table.mover(formation), CLOSE, there) if table.moves(formation) else {}
    ends = [replace(table.bodies[key], pose=pose) for key, pose in steps.items()]
    closer = all(
        point_gap(end, *there) < point_gap(table.bodies[key], *there) for key, end in zip(steps, ends, strict=True)
    )
    # a gap is told in whole thousandths: one that is a little too wide may be told as the range
    offered = any(domain.field == "paths" for domain in to_marker.fields)
    if not offered or not closer or not any(point_gap(end, *there) <= HOLD for end in ends):
        return Consolidate(formation=formation, paths=(), marker="")
    return Consolidate(formation=formation, paths=paths_of(table.bodies, steps), marker=marker)
