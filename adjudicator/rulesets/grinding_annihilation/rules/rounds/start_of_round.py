"""Chapters 2.5 and 3.0, rules that resolve at the start of a round (GA-2.5-10).

What resolves is named "rule:formation" and waits in the window `moment`. Where both players have some, the winner of a
roll-off sets the order; a player who alone has several sets it himself.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import RoundRuleResolved
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game, enemies_of, living, on_warfield
from adjudicator.rulesets.grinding_annihilation.model.subjects import OrderSubject, RollOffSubject, RulesLeftSubject
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import formations_within
from adjudicator.rulesets.grinding_annihilation.rules.manoeuvres_phase.phase_rules import (
    DREAD,
    REGENERATION,
    best_number,
    hurt_troops,
    repaired_wounds,
)
from adjudicator.rulesets.grinding_annihilation.rules.missions import battle_end
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.mortal_wounds import (
    add_mortal_wounds,
    ask_mortal_wounds,
)

AT_START = (REGENERATION, DREAD)
AURA = 6 * INCH


# -- the start of a round


def begin_start_rules(ruling: Ruling[Game]) -> None:
    """GA-2.5-10 Resolve the rules of the start of the round; a roll-off orders those of both players."""
    rules = start_rules(ruling.game)
    if not rules:
        return
    ruling.ask("moment", subject=RulesLeftSubject(rules))
    seats = {row.seat for name, (_, row) in _named(ruling.game).items() if name in rules}
    if len(seats) > 1:
        ruling.ask("roll_off", TABLE, subject=RollOffSubject(rules))
    elif len(rules) > 1:
        ruling.ask("order", min(seats), subject=OrderSubject(rules))


def start_rules(game: Game) -> tuple[str, ...]:
    """GA-2.5-10 Name the rules that resolve now, by id of their formation."""
    there = {row.id for row in on_warfield(game)}
    return tuple(name for name, (rule, row) in _named(game).items() if row.id in there and _effective(game, row, rule))


def _named(game: Game) -> dict[str, tuple[str, Formation]]:
    """Give rule and formation by the name that a player orders them by."""
    return {f"{rule}:{row.id}": (rule, row) for row in game.formations.values() for rule in AT_START}


def _effective(game: Game, row: Formation, rule: str) -> bool:
    if not best_number(game, row, rule):
        return False
    return bool(hurt_troops(game, row)) if rule == REGENERATION else bool(list(_in_aura(game, row)))


def _in_aura(game: Game, row: Formation) -> Iterator[Formation]:
    return (enemy for enemy in enemies_of(game, row) if formations_within(game, row.id, enemy.id, AURA))


def resolve_next(ruling: Ruling[Game], window: Window) -> None:
    """GA-2.5-10 Resolve the next rule of the moment; what it sets off is done before the one after it."""
    if battle_end.check_annihilation(ruling):
        return
    game = ruling.game
    names = subject_of(window, RulesLeftSubject).rules
    ordered = [item for item in game.battle.order if item in names]
    left = ordered if len(ordered) == len(names) else list(names)
    if not left:
        return
    name = left[0]
    ruling.ask("moment", subject=RulesLeftSubject(tuple(left[1:])))
    rule, row = _named(game)[name]
    if living(game, row.id) and _effective(game, row, rule):
        resolve_rule(ruling, row, rule)


def resolve_rule(ruling: Ruling[Game], row: Formation, rule: str) -> None:
    game, power = ruling.game, best_number(ruling.game, row, rule)
    if rule == REGENERATION:
        troop = min(hurt_troops(game, row), key=lambda found: (found.wounds_left, found.id))
        event = RoundRuleResolved(
            rule=rule, formation=row.id, troop=troop.id, wounds_left=repaired_wounds(game, troop, power), enemies=()
        )
        ruling.record(event, "GA-2.5-10")
        return
    struck = tuple(enemy.id for enemy in _in_aura(game, row))
    ruling.record(RoundRuleResolved(rule=rule, formation=row.id, troop="", wounds_left=0, enemies=struck), "GA-2.5-10")
    for enemy in struck:
        add_mortal_wounds(ruling, enemy, power, DREAD, clauses=("GA-3.3-29",))
    ask_mortal_wounds(ruling)


def round_rule_resolved(game: Game, event: RoundRuleResolved) -> None:
    """Give wounds back, where it is such a rule."""
    if event.troop:
        game.troops[event.troop] = replace(game.troops[event.troop], wounds_left=event.wounds_left)


PART = Part(
    reducers=reducers(round_rule_resolved),
    windows=windows(WindowKind("moment", "GA-2.5-10", on_close=resolve_next, subject=RulesLeftSubject)),
)
