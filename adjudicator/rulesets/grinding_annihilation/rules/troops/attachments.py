"""Chapter 4.2, Leaders that join Escorts: who may lead whom (GA-4.2-06), and the Attached formation."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.grinding_annihilation.model.messages import Attachment, BattleFormations
from adjudicator.rulesets.grinding_annihilation.model.rows import FormationPart
from adjudicator.rulesets.grinding_annihilation.model.state import Game, ability_of, troops_of


def join_leader(game: Game, pair: Attachment) -> None:
    leader = game.formations.pop(pair.leader)
    escort = game.formations[pair.escort]
    game.formations[pair.escort] = replace(
        escort, parts=(*escort.parts, *leader.parts), troops=(*escort.troops, *leader.troops)
    )
    game.parts[pair.escort] = replace(game.parts[pair.escort], role="escort")
    game.parts[pair.leader] = replace(game.parts[pair.leader], role="leader", formation=pair.escort)
    for key in leader.troops:
        game.troops[key] = replace(game.troops[key], formation=pair.escort)


def attachment_faults(game: Game, seat: Party, written: BattleFormations) -> Iterator[Fault]:
    """GA-4.2-06 A Leader joins one Escort of a kind that its catalogue lists; an Escort takes one Leader."""
    named: set[str] = set()
    for n, pair in enumerate(written.attachments):
        path = f"formations.attachments[{n}]"
        leader, escort = _own(game, seat, pair.leader), _own(game, seat, pair.escort)
        if leader is None or escort is None:
            yield Fault("", "unknown-id", path)
        elif not _leads(game, leader, escort):
            facts = (("leader", pair.leader), ("escort", pair.escort))
            yield Fault("GA-4.2-06", "may-not-lead", path, facts)
        elif named & {pair.leader, pair.escort}:
            yield Fault("GA-4.2-06", "attached-twice", path)
        named |= {pair.leader, pair.escort}


def _own(game: Game, seat: Party, key: str) -> FormationPart | None:
    row = game.parts.get(key)
    return row if row is not None and row.seat == seat else None


def _leads(game: Game, leader: FormationPart, escort: FormationPart) -> bool:
    able = all(ability_of(game, troop, "leader") is not None for troop in troops_of(game, leader.id))
    return able and "character" in leader.keywords and escort.catalogue in leader.leads and leader.id != escort.id
