"""Rules of the start of a round, and of the Manoeuvres turn before its Battle-Fatigue step (GA-2.5-10, GA-3.1-04).

What resolves at the start of a round is named "rule:formation" and waits in Game.moment. Where both players have some,
the winner of a roll-off sets the order; a player who alone has several sets it himself.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation import endings
from adjudicator.rulesets.grinding_annihilation.measure import formations_within
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ManoeuvresRuleResolved,
    ResolveManoeuvresRule,
    RoundRuleResolved,
)
from adjudicator.rulesets.grinding_annihilation.mortal import ask_pending, pend
from adjudicator.rulesets.grinding_annihilation.state import (
    INCH,
    Formation,
    Game,
    Troop,
    ability_of,
    enemies_of,
    living,
    on_warfield,
    profile_of,
    troops_of,
)

REPAIR, REGENERATION, DREAD = "field_repair", "regeneration", "dread_aura"
AT_START = (REGENERATION, DREAD)
AURA = 6 * INCH

# -- what a formation has


def _power(game: Game, row: Formation, rule: str) -> int:
    """Give the X of a rule of a formation, the best of its troops; 0 without it."""
    found = (ability_of(game, troop, rule) for troop in troops_of(game, row.id))
    return max((each.x.plus for each in found if each is not None and each.x is not None), default=0)


def _hurt(game: Game, row: Formation) -> list[Troop]:
    return [troop for troop in troops_of(game, row.id) if troop.wounds_left < profile_of(game, troop).wounds]


def _mended(game: Game, troop: Troop, power: int) -> int:
    return min(profile_of(game, troop).wounds, troop.wounds_left + power)


# -- the Manoeuvres turn


def due_repairs(game: Game, seat: Party) -> list[Formation]:
    """GA-3.1-04 List the formations whose rule may be used now: before the first Battle-Fatigue test of the turn."""
    rows = on_warfield(game, seat)
    if any(row.tested for row in rows):
        return []
    return [row for row in rows if not row.mended and _power(game, row, REPAIR) and _hurt(game, row)]


def resolve_manoeuvres_rule(ruling: Ruling[Game], command: ResolveManoeuvresRule) -> None:
    """GA-3.1-04 The rules of the phase come first, then the Battle-Fatigue step."""
    game = ruling.game
    row = ruling.find(game.formations, command.formation, "formation")
    ruling.require(row.seat == ruling.actor, "GA-2.1-02", "not-yours", "formation", id=row.id)
    begun = any(each.tested for each in on_warfield(game, ruling.actor))
    ruling.require(not begun, "GA-3.1-04", "tests-begun", "rule", rule=command.rule)
    has = command.rule == REPAIR and living(game, row.id) and _power(game, row, REPAIR) > 0
    ruling.require(has, "GA-3.1-04", "no-such-rule", "rule", rule=command.rule, formation=row.id)
    ruling.require(not row.mended, "GA-3.1-04", "rule-used", "rule", rule=command.rule, formation=row.id)
    troop = ruling.find(game.troops, command.troop, "troop")
    hurt = [each.id for each in _hurt(game, row)]
    ruling.require(troop.id in hurt, "GA-3.1-04", "not-hurt", "troop", troop=troop.id, may=" ".join(hurt) or "none")
    left = _mended(game, troop, _power(game, row, REPAIR))
    event = ManoeuvresRuleResolved(rule=REPAIR, formation=row.id, troop=troop.id, wounds_left=left)
    ruling.record(event, "GA-3.1-04")


def manoeuvres_rule_resolved(game: Game, event: ManoeuvresRuleResolved) -> None:
    """Give wounds back; the rule is used for this phase."""
    game.troops[event.troop] = replace(game.troops[event.troop], wounds_left=event.wounds_left)
    game.formations[event.formation] = replace(game.formations[event.formation], mended=True)


def repair_offers(game: Game, party: Party) -> list[Offer]:
    """Offer the rules of the phase."""
    return [
        offer(
            ResolveManoeuvresRule, "GA-3.1-04", rule=Choice((REPAIR,)), formation=Choice((row.id,)),
            troop=Choice(tuple(troop.id for troop in _hurt(game, row))),
        )
        for row in due_repairs(game, party)
    ]  # fmt: skip


# -- the start of a round


def begin(ruling: Ruling[Game]) -> None:
    """GA-2.5-10 Resolve the rules of the start of the round; a roll-off orders those of both players."""
    rules = start_rules(ruling.game)
    if not rules:
        return
    ruling.ask("moment", about=rules)
    seats = {ruling.game.formations[each.partition(":")[2]].seat for each in rules}
    if len(seats) > 1:
        ruling.ask("roll_off", TABLE, about=rules)
    elif len(rules) > 1:
        ruling.ask("order", min(seats), about=rules)


def start_rules(game: Game) -> tuple[str, ...]:
    """GA-2.5-10 Name the rules that resolve now, by id of their formation."""
    return tuple(f"{rule}:{row.id}" for row in on_warfield(game) for rule in AT_START if _effective(game, row, rule))


def _effective(game: Game, row: Formation, rule: str) -> bool:
    if not _power(game, row, rule):
        return False
    return bool(_hurt(game, row)) if rule == REGENERATION else bool(list(_in_aura(game, row)))


def _in_aura(game: Game, row: Formation) -> Iterator[Formation]:
    return (enemy for enemy in enemies_of(game, row) if formations_within(game, row.id, enemy.id, AURA))


def _next(ruling: Ruling[Game], window: Window) -> None:
    """GA-2.5-10 Resolve the next rule of the moment; what it sets off is done before the one after it."""
    if endings.check_annihilation(ruling):
        return
    game = ruling.game
    ordered = [each for each in game.battle.order if each in window.about]
    left = ordered if len(ordered) == len(window.about) else list(window.about)
    if not left:
        return
    name = left[0]
    ruling.ask("moment", about=tuple(left[1:]))
    rule, formation = name.split(":")
    row = game.formations[formation]
    if living(game, formation) and _effective(game, row, rule):
        _resolve(ruling, row, rule)


def _resolve(ruling: Ruling[Game], row: Formation, rule: str) -> None:
    game, power = ruling.game, _power(ruling.game, row, rule)
    if rule == REGENERATION:
        troop = min(_hurt(game, row), key=lambda each: (each.wounds_left, each.id))
        event = RoundRuleResolved(
            rule=rule, formation=row.id, troop=troop.id, wounds_left=_mended(game, troop, power), enemies=()
        )
        ruling.record(event, "GA-2.5-10")
        return
    struck = tuple(enemy.id for enemy in _in_aura(game, row))
    ruling.record(RoundRuleResolved(rule=rule, formation=row.id, troop="", wounds_left=0, enemies=struck), "GA-2.5-10")
    for enemy in struck:
        pend(ruling, enemy, power, DREAD, clauses=("GA-3.3-29",))
    ask_pending(ruling)


def round_rule_resolved(game: Game, event: RoundRuleResolved) -> None:
    """Give wounds back, where it is such a rule."""
    if event.troop:
        game.troops[event.troop] = replace(game.troops[event.troop], wounds_left=event.wounds_left)


CLAUSES = handlers(resolve_manoeuvres_rule)
REDUCERS = reducers(manoeuvres_rule_resolved, round_rule_resolved)
WINDOWS = windows(WindowKind("moment", "GA-2.5-10", on_close=_next))

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "begin", "due_repairs", "repair_offers", "start_rules"]
