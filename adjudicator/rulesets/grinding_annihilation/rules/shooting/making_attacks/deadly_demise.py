"""Chapter 3.3, Deadly Demise: what destruction sets off, one thing after the other (GA-3.3-36 to GA-3.3-38).

The window `demises` works the queue of Deadly Demises and wrecks off, each with everything it does before the next.
"""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, table_step, windows
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.grinding_annihilation.model.messages import DeadlyDemiseRolled, DemiseResult, RollDeadlyDemise
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, ability_of, living
from adjudicator.rulesets.grinding_annihilation.model.subjects import OrderSubject, RollOffSubject, TroopSubject
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import troop_distance
from adjudicator.rulesets.grinding_annihilation.rules.concepts.rule_order import order_clause
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.mortal_wounds import (
    DEMISE,
    add_mortal_wounds,
    ask_mortal_wounds,
)


def _next_demise(ruling: Ruling[Game], _window: Window) -> None:
    """GA-3.3-38 Those whose order is set come first; several of one moment are ordered by whose turn it is."""
    game = ruling.game
    queue = game.demises
    asked = [subject_of(row, TroopSubject).troop for row in game.stack if row.kind == "wreck" and row.asks]
    wreck = next((row.troop for row in game.wrecks if row.troop not in (*queue, *asked)), None)
    if wreck is not None:
        ruling.ask("demises")
        ruling.ask("wreck", game.fallen[wreck].troop.seat, subject=TroopSubject(wreck))
        return
    if not queue:
        return
    ordered = [row for row in game.battle.order if row in queue]
    ruling.ask("demises")
    if ordered or len(queue) == 1:
        ruling.ask("demise", TABLE, subject=TroopSubject((ordered or queue)[0]))
    elif (turn := game.battle.turn) is None or order_clause(game) == "GA-2.5-10":
        ruling.ask("roll_off", TABLE, subject=RollOffSubject(queue))
    else:
        ruling.ask("order", turn, subject=OrderSubject(queue))


def roll_deadly_demise(ruling: Ruling[Game], command: RollDeadlyDemise) -> None:
    """GA-3.3-36 GA-3.3-37 On a 6 every formation within 6" suffers mortal wounds, friend and foe alike."""
    game = ruling.game
    due = subject_of(ruling.window, TroopSubject).troop if ruling.window is not None else ""
    ruling.require(command.troop == due, "GA-3.3-38", "other-demise", "troop", next=due)
    fallen = game.fallen[due]
    (face,) = ruling.roll(1, dice_outcomes.SIDES, "deadly-demise", fallen.troop.seat)
    reached = [row for row in fallen.near if living(game, row)] if sets_off(face) else []
    results = tuple(_demise_result(ruling, fallen.troop, row) for row in reached)
    ruling.record(DeadlyDemiseRolled(troop=due, face=face, results=results), "GA-3.3-36", "GA-3.3-37", "GA-3.3-38")
    for result in results:
        add_mortal_wounds(ruling, result.formation, result.wounds, DEMISE, clauses=("GA-3.3-36", "GA-3.3-37"))
    ruling.answered()
    ask_mortal_wounds(ruling)


def sets_off(face: int) -> bool:
    """GA-3.3-36 Tell whether a die sets a Deadly Demise off."""
    return face == dice_outcomes.SIDES


def demise_amount(game: Game, troop: Troop) -> Amount:
    """GA-3.3-36 GA-3.3-37 Give the mortal wounds of a troop's Deadly Demise, random or not."""
    ability = ability_of(game, troop, "deadly_demise")
    return Amount(dice=0, sides=0, plus=1) if ability is None or ability.x is None else ability.x


def _demise_result(ruling: Ruling[Game], troop: Troop, formation: str) -> DemiseResult:
    amount = demise_amount(ruling.game, troop)
    faces = ruling.roll(amount.dice, dice_outcomes.SIDES, "deadly-demise-wounds", troop.seat) if amount.dice else ()
    distance = troop_distance(ruling.game, troop, formation)
    return DemiseResult(formation=formation, distance=distance, faces=faces, wounds=dice_outcomes.value(amount, faces))


def deadly_demise_rolled(game: Game, event: DeadlyDemiseRolled) -> None:
    """Take it from the queue."""
    game.demises = tuple(demise for demise in game.demises if demise != event.troop)


def _fallen(_game: Game, window: Window) -> dict[str, str]:
    return {"troop": subject_of(window, TroopSubject).troop}


PART = Part(
    handlers=handlers(roll_deadly_demise),
    reducers=reducers(deadly_demise_rolled),
    windows=windows(
        WindowKind("demises", "GA-3.3-38", on_close=_next_demise),
        table_step("demise", "GA-3.3-36", RollDeadlyDemise, _fallen, subject=TroopSubject),
    ),
)
