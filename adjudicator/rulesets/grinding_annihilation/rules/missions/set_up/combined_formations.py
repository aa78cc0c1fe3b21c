"""Chapter 7.0, battle formations that combine: Leaders, passengers and Reserves, each written down or not.

Every formation has one part in an offer, so that whatever is left out of it, what is written stays legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_shape
from adjudicator.kernel.decide.offers import Choice, Shape, Some, Values, items, shape
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.grinding_annihilation.model.messages import Attachment, BattleFormations, Embarkation
from adjudicator.rulesets.grinding_annihilation.model.state import Game, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.battle_formation_checks import formation_faults
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import hold_of
from adjudicator.rulesets.grinding_annihilation.rules.troops.attachments import attachment_faults

MOST_WAYS = 3


def combined_formations(game: Game, party: Party, plain: BattleFormations) -> list[Shape]:
    """GA-7.0-11 Offer additions to what has to be written, each at will; Leaders join other Escorts in each way."""
    mine = [key for key in sorted(game.formations) if game.formations[key].seat == party]
    escorts = _escorts(game, party, plain, mine)
    ways = [_way(game, party, plain, mine, escorts, turn) for turn in range(MOST_WAYS)]
    return [way for number, way in enumerate(ways) if way is not None and way not in ways[:number]]


def _escorts(game: Game, party: Party, plain: BattleFormations, mine: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """GA-4.2-06 Name the Escorts that each Leader may join; a Leader is nobody's Escort here."""

    def may_join(leader: str, escort: str) -> bool:
        written = replace(plain, attachments=(Attachment(leader=leader, escort=escort),))
        # most pairs fail by themselves, which is quickly found
        return not any(attachment_faults(game, party, written)) and not formation_faults(game, party, written)

    found = {key: tuple(row for row in mine if row != key and may_join(key, row)) for key in mine}
    leaders = {key for key, rows in found.items() if rows}
    return {key: tuple(row for row in rows if row not in leaders) for key, rows in found.items() if key in leaders}


def _way(
    game: Game,
    party: Party,
    plain: BattleFormations,
    mine: Sequence[str],
    escorts: Mapping[str, tuple[str, ...]],
    turn: int,
) -> Shape | None:
    """Give each formation one part, as far as all of it together is legal; None where nothing can be added."""
    joined = _shared_out(escorts, turn)
    pairs = tuple(Attachment(leader=leader, escort=rows[0]) for leader, rows in joined.items())
    full = replace(plain, attachments=(*plain.attachments, *pairs))
    if formation_faults(game, party, full):
        return None
    used = {*joined, *(row for rows in joined.values() for row in rows), *plain.reserves, *plain.hover}
    free = [key for key in mine if key not in used]
    for key in free[turn:] + free[:turn]:
        for more in _parts_of(game, full, key, free, turn) if key not in used else ():
            if not formation_faults(game, party, more):
                used |= {key, *(game.troops[row.transport].formation for row in more.embarked)}
                full = more
                break
    return _shape_of(plain, full, joined) if full != plain else None


def _parts_of(
    game: Game, full: BattleFormations, key: str, free: Sequence[str], turn: int
) -> Iterator[BattleFormations]:
    """GA-3.2-34 GA-4.2-01 GA-8.2-01 Go through the parts that a formation may have, another one first in each way."""
    holds = [troop.id for row in free if row != key for troop in troops_of(game, row) if hold_of(game, troop)]
    aboard = [(*full.embarked, Embarkation(formation=key, transport=transport)) for transport in holds]
    passengers = [replace(full, embarked=rows) for rows in aboard if not _is_off(full, rows[-1], game)]
    strategic = [replace(full, strategic_reserves=(*full.strategic_reserves, key))]
    # what has to start in Reserves leaves no room for more of them in one domain
    reserves = [replace(full, reserves=(*full.reserves, key))] if set(full.reserves) <= set(free) else []
    parts = [strategic, passengers, reserves]
    for rows in parts[turn:] + parts[:turn]:
        yield from rows


def _is_off(full: BattleFormations, pair: Embarkation, game: Game) -> bool:
    return game.troops[pair.transport].formation in {*full.reserves, *full.strategic_reserves}


def _shared_out(escorts: Mapping[str, tuple[str, ...]], turn: int) -> dict[str, tuple[str, ...]]:
    """Give each Leader Escorts of its own."""
    found: dict[str, tuple[str, ...]] = {}
    taken: set[str] = set()
    leaders = sorted(escorts, key=lambda key: (len(escorts[key]), key))
    for place, leader in enumerate(leaders):
        free = [row for row in escorts[leader] if row not in taken]
        # as many as leave one for everybody after
        share = max(1, len(free) // (len(leaders) - place))
        first = (turn * share) % len(free) if free else 0
        chosen = (free[first:] + free[:first])[:share]
        if chosen:
            found[leader] = tuple(chosen)
            taken.update(chosen)
    return found


def _shape_of(plain: BattleFormations, full: BattleFormations, joined: Mapping[str, tuple[str, ...]]) -> Shape:
    """Offer what is more than plain at will, and what is plain for sure."""
    parts: dict[str, Values] = {}
    pairs = [shape(Attachment, leader=Choice((key,)), escort=Choice(rows)) for key, rows in joined.items()]
    if pairs:
        parts["attachments"] = items(*pairs, least=0, most=len(pairs), once=True)
    aboard = [exact_shape(pair) for pair in full.embarked]
    if aboard:
        parts["embarked"] = items(*aboard, least=0, most=len(aboard), once=True)
    if full.reserves:
        fixed = len(plain.reserves)
        parts["reserves"] = Some(full.reserves, fixed, len(full.reserves))
    if full.strategic_reserves:
        parts["strategic_reserves"] = Some(full.strategic_reserves, 0, len(full.strategic_reserves))
    if full.hover:
        parts["hover"] = Some(full.hover, len(full.hover), len(full.hover))
    return shape(BattleFormations, **parts)
