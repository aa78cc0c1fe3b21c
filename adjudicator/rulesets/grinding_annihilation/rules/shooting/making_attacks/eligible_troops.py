"""Chapter 3.3, which troops of a formation may take the next attack or mortal wound (GA-3.3-21, GA-4.2-10)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword, led, profile_of, troops_of


def may_take(game: Game, formation: Formation) -> list[str]:
    """GA-3.3-21 GA-3.3-22 GA-4.2-10 List the troops that may take the next attack or mortal wound."""
    pool = unguarded_troops(game, formation)
    bound = [row.id for row in pool if row.marked or row.wounds_left < profile_of(game, row).wounds]
    return bound or [row.id for row in pool]


def mark_troop(game: Game, troop: str) -> None:
    """Note that an attack was put on a troop in this phase (GA-3.3-22), for reducers."""
    game.troops[troop] = replace(game.troops[troop], marked=True)


def unguarded_troops(game: Game, formation: Formation) -> list[Troop]:
    """GA-4.2-10 Leave the Characters of an Attached formation out while another troop of its Escort lives."""
    troops = troops_of(game, formation.id)
    plain = [troop for troop in troops if not has_keyword(game, troop, "character")]
    guarded = led(game, formation) and any(game.parts[row.part].role == "escort" for row in plain)
    return plain if guarded else troops


def standing_choice(game: Game, seat: Party, legal: Sequence[str]) -> str | None:
    """GA-3.3-39 Name the troop that takes it where there is only one, or where its player chose ahead."""
    if len(legal) == 1:
        return legal[0]
    return next((row for row in game.sides[seat].casualty_order if row in legal), None)


def asked_party(ruling: Ruling[Game], seat: Party, *, forced: bool) -> Party:
    """Ask the player, or nobody where there is nothing to choose and such steps happen by themselves."""
    return TABLE if forced and ruling.protocol.automatic else seat


def require_taker(ruling: Ruling[Game], troop: Troop, formation: Formation, legal: Sequence[str]) -> None:
    """GA-3.3-21 GA-4.2-10 Refuse a troop that may not take an attack or a mortal wound."""
    ruling.require(
        troop.formation == formation.id, "GA-3.3-21", "not-of-target", "troop", troop=troop.id, target=formation.id
    )
    if troop.id in legal:
        return
    guarded = troop.id not in {item.id for item in unguarded_troops(ruling.game, formation)}
    clause, reason = ("GA-4.2-10", "character-guarded") if guarded else ("GA-3.3-21", "bound-troop-first")
    ruling.reject(clause, reason, "troop", troop=troop.id, may=" ".join(legal))
