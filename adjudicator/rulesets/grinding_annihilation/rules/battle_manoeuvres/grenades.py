"""Chapter 5.4, Grenades: thrown in the own Shooting turn, before the formation is selected to shoot.

What the formation sees of the enemy is stated and may be disputed before the dice; settled against it, the use is taken
back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from adjudicator.board.inches import within
from adjudicator.kernel.decide.exact_offers import MOST_OFFERS
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, bare, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import FactsSubject, Window, WindowKind, subject_of, table_step, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import GrenadesRolled, RollGrenades, UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import (
    INCH,
    Game,
    any_has,
    enemies_of,
    living,
    rival,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import AimedGrenadesSubject, GrenadesSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.armoured_charge import strike_down
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import (
    own_name,
    own_target,
    pay,
    ready,
    withdraw,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import UNSEEN, most_seen, visibility_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import (
    Pair,
    check_sights,
    geometric,
    settled_sights,
    state_sights,
    stated_of,
    statements,
    value_of_statement,
    words_for,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import threatened_by
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.shooting_selection import shooting_fault

GRENADES = "grenades"
REACH = 8 * INCH
DICE, SUCCEEDS = 6, 4

# -- thrown at whom


def grenades(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.4-01 GA-5.4-03 A formation outside Threat Range throws at a visible enemy within 8"; it may shoot later."""
    game = ruling.game
    row = own_target(ruling, command)
    ruling.refuse_all(list(_thrower_faults(game, row))[:1])
    enemy = ruling.find(game.formations, command.enemy or "", "enemy")
    ruling.refuse_all(list(_victim_faults(game, row, enemy))[:1])
    near = _pairs(game, row, enemy)
    ruling.require(near, "GA-5.4-01", "out-of-throw", "enemy", formation=row.id, enemy=enemy.id, limit=REACH)
    seen = check_sights(ruling, command.sights, stated_of(game, command.sights, near))
    visible = any(value != UNSEEN for value in seen.values())
    ruling.require(visible, "GA-5.4-01", "victim-unseen", "sights", formation=row.id, enemy=enemy.id)
    pay(ruling, command.manoeuvre, row.id, enemy=enemy.id)
    facts = tuple(dict.fromkeys(sight.fact for sight in state_sights(ruling, command.sights, seen) if sight.fact))
    ruling.ask("grenades_aimed", subject=AimedGrenadesSubject(row.id, enemy.id, command.manoeuvre, facts))
    other = rival(row.seat)
    open_facts = tuple(fact for fact in facts if game.facts[fact].status == "stated")
    if open_facts and "targets_selected" not in game.sides[other].declined:
        ruling.ask("fact_stated", other, subject=FactsSubject(open_facts))


def _thrower_faults(game: Game, row: Formation) -> Iterator[Fault]:
    """GA-5.4-01 GA-5.4-03 Say why a formation may not throw."""
    facts = (("formation", row.id),)
    yield from keyword_faults(game, row)
    if row.shot:
        yield Fault("GA-5.4-01", "has-shot", "formation", facts)
    enemies = threatened_by(game, row.id)
    if enemies:
        yield Fault("GA-5.4-01", "throws-in-threat", "formation", (*facts, ("enemies", " ".join(enemies))))
    fault = shooting_fault(game, row) if game.options.grenades_need_shooting_eligibility else None
    if fault is not None:
        yield replace(fault, clause="GA-5.4-03")


def keyword_faults(game: Game, row: Formation) -> Iterator[Fault]:
    """GA-5.4-01 Say why a formation never throws: it has no Grenades."""
    if not any_has(game, row.id, GRENADES):
        facts = (("formation", row.id), ("keyword", GRENADES))
        yield Fault("GA-5.4-01", "keyword-missing", "formation", facts)


def enemy_faults(game: Game, row: Formation, enemy: Formation) -> Iterator[Fault]:
    """GA-5.4-01 Say why a formation is nobody to throw at."""
    if enemy.seat == row.seat:
        yield Fault("GA-5.4-01", "not-an-enemy", "enemy", (("target", enemy.id),))
    elif not living(game, enemy.id):
        yield Fault("GA-2.1-07", "target-off-field", "enemy", (("target", enemy.id),))


def _victim_faults(game: Game, row: Formation, enemy: Formation) -> Iterator[Fault]:
    """GA-5.4-01 Say why an enemy may not be thrown at, wherever it stands."""
    yield from enemy_faults(game, row, enemy)
    if threatened_by(game, enemy.id):
        yield Fault("GA-5.4-01", "victim-in-threat", "enemy", (("enemy", enemy.id),))


def _pairs(game: Game, row: Formation, enemy: Formation) -> list[Pair]:
    """GA-5.4-01 List the pairs of troops within 8"."""
    mine = [(troop.id, body_of(game, troop)) for troop in troops_of(game, row.id)]
    theirs = [(troop.id, body_of(game, troop)) for troop in troops_of(game, enemy.id)]
    return [(one, other) for (one, a), (other, b) in product(mine, theirs) if within(a, b, REACH)]


def _aimed(ruling: Ruling[Game], window: Window) -> None:
    """GA-5.4-01 GA-2.5-11 Ask for the dice, if it stands that the enemy is seen; else it was never allowed."""
    game, aimed = ruling.game, subject_of(window, AimedGrenadesSubject)
    seat = game.formations[aimed.formation].seat
    if not aimed.facts or any(value_of_statement(game.facts[fact]) != UNSEEN for fact in aimed.facts):
        subject = GrenadesSubject(aimed.formation, aimed.enemy, aimed.manoeuvre)
        ruling.ask("grenades", seat, subject=subject)
    else:
        withdraw(ruling, seat, aimed.manoeuvre, aimed.facts[0])


# -- the dice


def roll_grenades(ruling: Ruling[Game], command: RollGrenades) -> None:
    """GA-5.4-02 Six dice; each 4 or more is a mortal wound."""
    window = ruling.window
    assert window is not None  # noqa: S101  (the command answers this window)
    due = subject_of(window, GrenadesSubject)
    ruling.require(command.formation == due.formation, "GA-5.4-02", "other-thrower", "formation", due=due.formation)
    faces = ruling.roll(DICE, dice_outcomes.SIDES, "grenades")
    wounds = grenade_wounds(faces)
    event = GrenadesRolled(
        formation=due.formation, enemy=due.enemy, faces=faces, wounds=wounds, manoeuvre=own_name(due.manoeuvre)
    )
    ruling.record(event, "GA-5.4-02")
    ruling.answered()
    strike_down(ruling, due.enemy, wounds, due.manoeuvre, "GA-5.4-02")


def grenade_wounds(faces: Sequence[int]) -> int:
    """GA-5.4-02 Count the mortal wounds of some dice."""
    return sum(face >= SUCCEEDS for face in faces)


def grenades_rolled(_game: Game, _event: GrenadesRolled) -> None:
    """What they do is shown by the mortal wounds that follow."""


# -- offers


def grenade_offers(game: Game, party: Party) -> Iterator[Offer]:
    """GA-5.4-01 Offer the formations that may throw, each with the enemies it may throw at."""
    for key, rows in ready(game, party, GRENADES):
        for row in rows:
            if next(_thrower_faults(game, row), None) is None:
                yield from _throws(game, key, row)


def _throws(game: Game, key: str, row: Formation) -> Iterator[Offer]:
    for enemy in enemies_of(game, row):
        pairs = _pairs(game, row, enemy)
        if _may_see(game, pairs) and next(_victim_faults(game, row, enemy), None) is None:
            yield _throw_offer(game, key, row, enemy, pairs)


def _may_see(game: Game, pairs: Sequence[Pair]) -> bool:
    """GA-2.4-12 GA-2.5-11 Tell whether some pair sees each other, or may be said to."""
    if geometric(game):
        return any(visibility_of(game, game.troops[one].seat).pair(one, other) != UNSEEN for one, other in pairs)
    bound, troops = settled_sights(game), game.troops
    return any(
        bound.get((one, other), ("", ""))[0] != UNSEEN and most_seen(game, troops[one], troops[other])[0] != UNSEEN
        for one, other in pairs
    )


def _throw_offer(game: Game, key: str, row: Formation, enemy: Formation, pairs: Sequence[Pair]) -> Offer:
    named = {"manoeuvre": Choice((key,)), "formation": Choice((row.id,)), "enemy": Choice((enemy.id,))}
    if geometric(game):
        return offer(UseBattleManoeuvre, "GA-5.4-01", **named)
    seen = {pair: may for pair, may in words_for(game, pairs).items() if UNSEEN not in may}
    sights = [bare(statements({pair: may})) for pair, may in seen.items()][:MOST_OFFERS]
    return offer(UseBattleManoeuvre, "GA-5.4-01", **named, sights=sights)


def _thrower(_game: Game, window: Window) -> dict[str, str]:
    return {"formation": subject_of(window, GrenadesSubject).formation}


PART = Part(
    handlers=handlers(roll_grenades),
    reducers=reducers(grenades_rolled),
    windows=windows(
        WindowKind("grenades_aimed", "GA-5.4-01", on_close=_aimed, subject=AimedGrenadesSubject),
        table_step("grenades", "GA-5.4-02", RollGrenades, _thrower, subject=GrenadesSubject),
    ),
)
