"""Chapter 3.5, the Brawl Phase: two steps in which the players select formations to fight in turns.

The suspended window `brawl` says whose selection is next, or that a step or the phase is over; it lies below every
fight. A fight goes through `fight_selected`, `close_in`, `melee_done` with the attacks on it, `consolidate` and
`fight_ended`. In `fight_selected` and `fight_ended` Battle-Manoeuvres may be used (epic_momentum.py, reprisal.py).
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BrawlStepEnded,
    EligibilityNoted,
    FightBegun,
    FightEnded,
    SelectionPassed,
    SelectToFight,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Action, Brawl, Formation
from adjudicator.rulesets.grinding_annihilation.model.state import (
    Game,
    ability_of,
    living,
    on_warfield,
    rival,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.effects import DUEL
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import asked_to_react
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import forget_claims
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import own_on_warfield
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import engaged_by
from adjudicator.rulesets.grinding_annihilation.rules.missions import battle_end
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import can_fly, is_aircraft

FIRST, REMAINING = "fights_first", "remaining"
REPRISAL = "reprisal"
STEPS = (FIRST, REMAINING)

# -- who fights when


def eligible(game: Game, row: Formation) -> bool:
    """GA-3.5-04 GA-3.5-05 GA-6.2-03 A formation fights once, if it can fight an enemy or assaulted in its own turn."""
    if row.fought or not living(game, row.id):
        return False
    near = engaged_by(game, row.id)
    if is_aircraft(game, row.id):  # it fights those that can Fly (GA-4.3-14)
        return any(can_fly(game, item) for item in near)
    return (row.assaulted and not row.ingressed) or bool(near)


def fights_first(game: Game, row: Formation) -> bool:
    """GA-3.5-06 Tell whether every troop of a formation has Fights First."""
    return row.fights_first or all(ability_of(game, troop, FIRST) is not None for troop in troops_of(game, row.id))


def step_of(game: Game) -> str:
    """GA-3.5-06 GA-3.5-07 Name the step of the phase that is under way."""
    return REMAINING if game.brawl is None else game.brawl.step


def fighters(game: Game, step: str, seat: Party) -> list[Formation]:
    """GA-3.5-06 GA-3.5-07 List the formations of a player that may be selected in a step."""
    rows = [row for row in on_warfield(game, seat) if row.first_step or step == REMAINING]
    return [row for row in rows if eligible(game, row)]


def _go_on(ruling: Ruling[Game], _window: Window) -> None:
    """GA-3.5-01 GA-3.5-08 Pass the selection on; a step ends when neither player has anybody left in it."""
    if battle_end.check_annihilation(ruling):
        return
    game = ruling.game
    if game.brawl is None:
        _note_first_step(ruling)
    brawl = game.brawl
    steps = STEPS if brawl is None else STEPS[STEPS.index(brawl.step) :]
    for step in steps:
        going_on = brawl is not None and brawl.step == step
        order = _order(game, rival(brawl.selects) if brawl is not None and going_on else _first_selector(game))
        seat = next((row for row in order if fighters(game, step, row)), None)
        if seat is not None:
            ruling.record(SelectionPassed(step=step, seat=seat), "GA-3.5-01", "GA-3.5-02", "GA-3.5-03")
            ruling.ask("brawl")
            ruling.ask("select_to_fight", seat)
            return
        ruling.record(BrawlStepEnded(step=step), "GA-3.5-08")


def _note_first_step(ruling: Ruling[Game]) -> None:
    """GA-3.5-06 Who is eligible at the start of the phase, and Fights First throughout, fights in the first step."""
    game = ruling.game
    rows = tuple(row.id for row in on_warfield(game) if eligible(game, row) and fights_first(game, row))
    ruling.record(EligibilityNoted(purpose=FIRST, formations=rows), "GA-3.5-06")


def _first_selector(game: Game) -> Party:
    """GA-3.5-02 The round's second player selects first in each step."""
    first = game.battle.first
    if first is None:
        message = "fights are selected and nobody has the first turn"
        raise AssertionError(message)
    return first if game.options.brawl_first_selector == "first_player" else rival(first)


def _order(_game: Game, seat: Party) -> tuple[Party, Party]:
    return seat, rival(seat)


def selection_passed(game: Game, event: SelectionPassed) -> None:
    game.brawl = Brawl(step=event.step, selects=event.seat)
    game.battle = replace(game.battle, step=event.step, selects=event.seat)


def brawl_step_ended(game: Game, _event: BrawlStepEnded) -> None:
    game.brawl = None
    game.battle = replace(game.battle, step="", selects=None)


# -- a fight


def select_to_fight(ruling: Ruling[Game], command: SelectToFight) -> None:
    """GA-3.5-03 Who has an eligible formation selects one; it fights completely."""
    game = ruling.game
    row = own_on_warfield(ruling, command.formation)
    step = step_of(game)
    ruling.require(not row.fought, "GA-3.5-05", "has-fought", "formation", formation=row.id)
    clause = "GA-4.3-14" if is_aircraft(game, row.id) else "GA-3.5-04"
    ruling.require(eligible(game, row), clause, "nobody-to-fight", "formation", formation=row.id)
    ruling.require(step == REMAINING or row.first_step, "GA-3.5-06", "not-in-this-step", "formation", formation=row.id)
    clause = "GA-3.5-06" if step == FIRST else "GA-3.5-07"
    ruling.record(FightBegun(formation=row.id, step=step), "GA-3.5-01", clause)
    ruling.answered()
    ask_selected(ruling, row)


def ask_selected(ruling: Ruling[Game], row: Formation) -> None:
    """GA-5.3-01 A formation is selected; its player may use Epic Momentum before it closes in."""
    asked = asked_to_react(ruling.game, row.seat, "fight_selected", DUEL)
    ruling.ask("fight_selected", *asked, subject=FormationSubject(row.id))


def fight_begun(game: Game, event: FightBegun) -> None:
    """Begin the fight; a Reprisal takes the place of its player's next selection (GA-5.2-02)."""
    game.action = Action(formation=event.formation, kind="fight", step="close_in")
    if event.reprisal and game.brawl is not None:
        seat = game.formations[event.formation].seat
        game.brawl = replace(game.brawl, selects=seat)
        game.battle = replace(game.battle, selects=seat)


def begin_fight(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.5-09 A fight begins with the Close In."""
    ruling.ask(
        "close_in", ruling.game.formations[formation_of(window)].seat, subject=FormationSubject(formation_of(window))
    )


def _melee_done(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.5-09 After the attacks the formation consolidates, if it lives."""
    if battle_end.check_annihilation(ruling):
        return
    formation = formation_of(window)
    if living(ruling.game, formation):
        ruling.ask("consolidate", ruling.game.formations[formation].seat, subject=FormationSubject(formation))
        return
    ruling.record(FightEnded(formation=formation), "GA-3.5-09")
    ask_ended(ruling, formation)


def ask_ended(ruling: Ruling[Game], formation: str) -> None:
    """GA-5.2-01 A formation has fought; the other player may use Reprisal."""
    other = rival(ruling.game.formations[formation].seat)
    ruling.ask(
        "fight_ended", *asked_to_react(ruling.game, other, "fight_ended", REPRISAL), subject=FormationSubject(formation)
    )


def fight_ended(game: Game, event: FightEnded) -> None:
    """The formation has fought; the action is done."""
    forget_claims(game, event.formation)
    game.action = None
    game.formations[event.formation] = replace(game.formations[event.formation], fought=True)


# -- what may be said


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    step = step_of(game)
    rows = tuple(row.id for row in fighters(game, step, party))
    return [offer(SelectToFight, "GA-3.5-03", formation=Choice(rows))]


def _first(game: Game, _window: Window, party: Party) -> Struct | None:
    step = step_of(game)
    rows = fighters(game, step, party)
    return SelectToFight(formation=rows[0].id) if rows else None


PART = Part(
    handlers=handlers(select_to_fight),
    reducers=reducers(selection_passed, brawl_step_ended, fight_begun, fight_ended),
    windows=windows(
        WindowKind("brawl", "GA-3.5-01", on_close=_go_on),
        WindowKind("select_to_fight", "GA-3.5-03", (SelectToFight,), _offers, _first),
        WindowKind("melee_done", "GA-3.5-09", on_close=_melee_done, subject=FormationSubject),
    ),
)
