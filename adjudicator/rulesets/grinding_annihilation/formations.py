"""Chapters 7.0 and 4.2, battle formations: written down in secret by both players, then shown together."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.offers import Offer, Shape, offer
from adjudicator.kernel.parties import Party
from adjudicator.kernel.ruleset import clauses, reducers
from adjudicator.kernel.ruling import Fault, Ruling
from adjudicator.kernel.windows import Asks, Window, windows
from adjudicator.rulesets.grinding_annihilation.deploy import next_to_deploy
from adjudicator.rulesets.grinding_annihilation.messages import (
    Attachment,
    BattleFormations,
    BattleFormationsCommitted,
    BattleFormationsRevealed,
    CommitBattleFormations,
)
from adjudicator.rulesets.grinding_annihilation.state import SEATS, Game, Part, ability_of, troops_of

ELSEWHERE = (
    ("embarked", "GA-3.2-34", "no-transports"),
    ("reserves", "GA-4.2-01", "no-reserves"),
    ("strategic_reserves", "GA-8.2-01", "no-reserves"),
    ("hover", "GA-4.3-04", "no-aircraft"),
)


def commit_battle_formations(ruling: Ruling[Game], command: CommitBattleFormations) -> None:
    """GA-7.0-11 Each player writes down attachments, passengers and Reserves, unseen by the other."""
    written = command.formations or BattleFormations()
    faults = [*_elsewhere(written), *_attachments(ruling.game, ruling.actor, written)]
    ruling.refuse_all(faults)
    event = BattleFormationsCommitted(seat=ruling.actor, formations=written, entry=ruling.seq)
    ruling.record(event, "GA-7.0-11", "GA-4.2-06")
    ruling.answered()


def battle_formations_committed(game: Game, event: BattleFormationsCommitted) -> None:
    """Keep what was written until both have."""
    side = game.sides[event.seat]
    game.sides[event.seat] = replace(side, committed=True, written=event.formations, entry=event.entry)


def _both_committed(ruling: Ruling[Game], _window: Window) -> None:
    """GA-7.0-11 Once both are in, both are shown, and each Leader joins its Escort (GA-4.2-07)."""
    ruling.unseal(*sorted(ruling.game.sides[seat].entry for seat in SEATS), clause="GA-7.0-11")
    for seat in SEATS:
        written = ruling.game.sides[seat].written or BattleFormations()
        event = BattleFormationsRevealed(seat=seat, formations=written)
        ruling.record(event, "GA-7.0-11", "GA-4.2-07", "GA-8.4-04")
    attacker = next(seat for seat in SEATS if ruling.game.sides[seat].role == "attacker")
    next_to_deploy(ruling, attacker)


def battle_formations_revealed(game: Game, event: BattleFormationsRevealed) -> None:
    """Join Leaders and Escorts for the whole battle."""
    game.battle = replace(game.battle, step="deployment")
    game.sides[event.seat] = replace(game.sides[event.seat], written=event.formations, revealed=True)
    for pair in event.formations.attachments:
        _join(game, pair)


def _join(game: Game, pair: Attachment) -> None:
    leader = game.formations.pop(pair.leader)
    escort = game.formations[pair.escort]
    game.formations[pair.escort] = replace(
        escort, parts=(*escort.parts, *leader.parts), troops=(*escort.troops, *leader.troops)
    )
    game.parts[pair.escort] = replace(game.parts[pair.escort], role="escort")
    game.parts[pair.leader] = replace(game.parts[pair.leader], role="leader", formation=pair.escort)
    for key in leader.troops:
        game.troops[key] = replace(game.troops[key], formation=pair.escort)


# -- faults


def _elsewhere(written: BattleFormations) -> Iterator[Fault]:
    """Refuse what no catalogue of this edition allows."""
    for name, clause, reason in ELSEWHERE:
        if getattr(written, name):
            yield Fault(clause, reason, f"formations.{name}")


def _attachments(game: Game, seat: Party, written: BattleFormations) -> Iterator[Fault]:
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


def _own(game: Game, seat: Party, key: str) -> Part | None:
    row = game.parts.get(key)
    return row if row is not None and row.seat == seat else None


def _leads(game: Game, leader: Part, escort: Part) -> bool:
    able = all(ability_of(game, troop, "leader") is not None for troop in troops_of(game, leader.id))
    return able and "character" in leader.keywords and escort.catalogue in leader.leads and leader.id != escort.id


# -- offers and what silence stands for


def _offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(CommitBattleFormations, "GA-7.0-11", formations=Shape("BattleFormations"))]


def _nothing_written(_game: Game, _window: Window, _party: Party) -> Struct:
    return CommitBattleFormations(formations=BattleFormations())


CLAUSES = clauses(commit_battle_formations)
REDUCERS = reducers(battle_formations_committed, battle_formations_revealed)
WINDOWS = windows(
    Asks("formations", "GA-7.0-11", (CommitBattleFormations,), _offers, _nothing_written, _both_committed)
)

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS"]
