"""Chapters 4.2 and 7.0, pre-battle rules: Scouts move before the first round.

The suspended window `pre_battle` asks the players for their rules, all of one player's first: where both have some the
winner of a roll-off says whose (GA-2.5-10). Sides are named "a" and "b" in that order.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import flat_gap
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    FormationMoved,
    PreBattleRuleResolved,
    ResolvePreBattleRule,
    TroopPath,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import (
    SEATS,
    Game,
    ability_of,
    every_has,
    on_warfield,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import RollOffSubject
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of, enemy_bodies
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import own_on_warfield
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import threatened_by
from adjudicator.rulesets.grinding_annihilation.rules.movement import transports
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_checks import end_faults, path_faults, threat_faults
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import (
    NORMAL,
    Plan,
    immovable,
    plan_of,
    plan_or_refuse,
    troop_moves,
)
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import transports_of

SCOUTS = "scouts"
SIDES = ("a", "b")

# -- whose turn it is


def begin_pre_battle(ruling: Ruling[Game]) -> None:
    """GA-7.0-16 After the first turn is rolled for come the pre-battle rules, then the battle."""
    ruling.ask("pre_battle")
    if all(scouting(ruling.game, seat) for seat in SEATS):
        ruling.ask("roll_off", TABLE, subject=RollOffSubject(SIDES))


def scouting(game: Game, seat: Party) -> list[Formation]:
    """GA-4.2-03 List a player's formations on the warfield that may still make a Scouts move."""
    return [row for row in on_warfield(game, seat) if not row.scouted and scouts_reach(game, row)]


def scouts_reach(game: Game, row: Formation) -> int:
    """GA-4.2-03 Give how far the Scouts of a formation go, the lowest of their numbers; 0 where not all are Scouts."""
    if not every_has(game, row.id, SCOUTS) or immovable(game, row.id):
        return 0
    found = (ability_of(game, troop, SCOUTS) for troop in troops_of(game, row.id))
    return min(item.x.plus for item in found if item is not None and item.x is not None)


def _next(ruling: Ruling[Game], _window: Window) -> None:
    """GA-7.0-16 Ask the player who is next, or begin the battle."""
    order = [SIDES.index(row) for row in ruling.game.battle.order if row in SIDES]
    seat = next((row for row in (order or SEATS) if scouting(ruling.game, row)), None)
    if seat is None:
        ruling.ask("begin_battle", TABLE)
        return
    ruling.ask("pre_battle")
    ruling.ask("pre_battle_rule", seat)


# -- the rule


def resolve_pre_battle_rule(ruling: Ruling[Game], command: ResolvePreBattleRule) -> None:
    """GA-4.2-03 GA-4.2-04 Scouts make a Normal move as far as their number, and may embark; no paths decline it."""
    game = ruling.game
    row = own_on_warfield(ruling, command.formation)
    able = command.rule == SCOUTS and row in scouting(game, ruling.actor)
    ruling.require(able, "GA-4.2-03", "no-scouts", "rule", formation=row.id, rule=command.rule)
    plan = plan_or_refuse(ruling, row.id, command.paths)
    ruling.refuse_all(_faults(game, row, plan))
    into = ruling.find(game.troops, command.embark_in, "embark_in") if command.embark_in else None
    moved = game.fork()
    if into is not None:
        _walk(moved, plan)
        ruling.refuse_all(list(transports.embark_faults(moved, moved.formations[row.id], into, "embark_in")))
    used = bool(plan.paths) or into is not None
    ruling.record(PreBattleRuleResolved(formation=row.id, rule=SCOUTS, used=used), "GA-7.0-16", "GA-4.2-03")
    if used:
        event = FormationMoved(formation=row.id, kind=SCOUTS, troops=troop_moves(game, plan, NORMAL))
        ruling.record(event, "GA-4.2-03", "GA-4.2-04")
    if into is not None:
        transports.embark(ruling, game.formations[row.id], into)
    ruling.answered()


def _walk(game: Game, plan: Plan) -> None:
    """Stand the troops of a copy of the game where the plan takes them."""
    for key, body in plan.after.items():
        game.troops[key] = replace(game.troops[key], pose=body.pose)


def _faults(game: Game, row: Formation, plan: Plan) -> list[Fault]:
    """GA-4.2-04 A Scouts move keeps to the limits of a Normal move."""
    if not plan.paths:
        return []
    facts = (("formation", row.id), ("enemies", " ".join(threatened_by(game, row.id))))
    locked = [Fault("GA-3.2-03", "in-threat", "formation", facts)] if threatened_by(game, row.id) else []
    reaches = dict.fromkeys(row.troops, scouts_reach(game, row))
    return [
        *locked,
        *path_faults(game, plan, NORMAL, reaches),
        *end_faults(game, plan, NORMAL),
        *threat_faults(game, plan, "GA-3.2-27", fliers=True),
        *_near_faults(game, row, plan),
    ]


def _near_faults(game: Game, row: Formation, plan: Plan) -> list[Fault]:
    """GA-4.2-04 The option scouts_min_enemy_distance keeps Scouts away from enemies."""
    least, enemies = game.options.scouts_min_enemy_distance, enemy_bodies(game, row.seat)
    if not least:
        return []
    near = (key for key in plan.moving if any(flat_gap(plan.after[key], enemy) < least for enemy in enemies))
    return [Fault("GA-4.2-04", "near-enemies", "paths", (("troop", key), ("apart", least))) for key in near]


def pre_battle_rule_resolved(game: Game, event: PreBattleRuleResolved) -> None:
    """It is used up, or declined for good."""
    game.formations[event.formation] = replace(game.formations[event.formation], scouted=True)


# -- what may be said


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    """Offer each formation its Scouts move, with the transports that it may end up in, and to decline it."""
    every = tuple(transport.id for transport in transports_of(game, party))
    return [item for row in scouting(game, party) for item in _offers_of(game, row, every)]


def _offers_of(game: Game, row: Formation, into: tuple[str, ...]) -> list[Offer]:
    named = {"formation": Choice((row.id,)), "rule": Choice((SCOUTS,))}
    region = (0, 0, game.battle.length, game.battle.width)
    places = Places(row.troops, scouts_reach(game, row), region, on_request=True)
    able = tuple(key for key in into if not any(transports.embark_faults(game, row, game.troops[key], "embark_in")))
    aboard = [offer(ResolvePreBattleRule, "GA-4.2-03", **named, embark_in=Choice(able))] if able else []
    moves = (
        [offer(ResolvePreBattleRule, "GA-4.2-03", **named, paths=places)]
        if not _faults(game, row, _still(game, row))
        else []
    )
    return [*moves, *aboard, _decline(row)]


def _still(game: Game, row: Formation) -> Plan:
    """Plan a move of no length: where it is legal there are ways to be found."""
    here = tuple(TroopPath(troop=troop.id, path=(body_of(game, troop).pose,)) for troop in troops_of(game, row.id)[:1])
    return plan_of(game, row.id, here)


def _decline(row: Formation) -> Offer:
    fields = {"formation": Choice((row.id,)), "rule": Choice((SCOUTS,))}
    return offer(ResolvePreBattleRule, "GA-7.0-16", **fields, embark_in=Choice(("",)))


def _declined(game: Game, _window: Window, party: Party) -> Struct:
    """Let silence decline the next rule."""
    return ResolvePreBattleRule(formation=scouting(game, party)[0].id, rule=SCOUTS, paths=(), embark_in="")


PART = Part(
    handlers=handlers(resolve_pre_battle_rule),
    reducers=reducers(pre_battle_rule_resolved),
    windows=windows(
        WindowKind("pre_battle", "GA-7.0-16", on_close=_next),
        WindowKind("pre_battle_rule", "GA-4.2-03", (ResolvePreBattleRule,), _offers, _declined),
    ),
)
