"""Chapter 3.3, the order of an attack group: what is next, asked for step by step (GA-3.3-39, GA-3.3-40).

`next_group_step` says what is next from the state of the group alone. The window `group` turns it into questions and
records what needs neither die nor choice; whole_groups.py does the same steps at once. So both throw the same dice in
the same order.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import AttackGroupEnded
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack
from adjudicator.rulesets.grinding_annihilation.model.state import Game, living, rival
from adjudicator.rulesets.grinding_annihilation.model.subjects import AttackSubject, GroupSubject, RerollSubject
from adjudicator.rulesets.grinding_annihilation.rules.missions import battle_end
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_allocation import (
    devastates,
    mortal_wound_characters,
    precision_targets,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    declared,
    opened,
    seat_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.damage import (
    damage_of,
    hold_mortal_wounds,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.dice_outcomes import NONE
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.eligible_troops import (
    asked_party,
    may_take,
    standing_choice,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.hit_rolls import hit_needed, roll_hits
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.reinforced_health import health_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.saves import defend, saves_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.wound_rolls import (
    automatic,
    rerollable,
    roll_wounds,
)

OPEN = ("due", "allocated", "failed_save")


class Step(Struct, frozen=True):
    """What is next: a name, and the attack it is about (0 for the whole group).

    Names: hit, wound, reroll, hold, damage, precision, allocate, defence, inflict, end. `asks` says whether it needs a
    die or a choice; what needs neither happens by itself.
    """

    name: str
    attack: int = 0
    asks: bool = True


def next_group_step(game: Game, *, rerolls: bool = False) -> Step:
    """GA-3.3-39 Say what is next in the open group.

    `rerolls` says that its player wants Wound dice thrown again in this very group, whatever was declined ahead.
    """
    group = opened(game)
    if not living(game, group.target) or not (group.counted and (group.step == "counted" or game.attacks)):
        return Step("end", asks=False)
    if group.step == "counted":
        return Step("hit", asks=hit_needed(game, group).total > 0)
    if group.step == "hit":
        return Step(
            "wound", asks=bool(automatic(game)) or not all(attack.automatic for attack in game.attacks.values())
        )
    if rerollable(game) and (rerolls or "reroll" not in game.sides[seat_of(game)].declined):
        return Step("reroll")
    return _next_attack(game)


def _next_attack(game: Game) -> Step:
    """GA-8.3-25 Devastating attacks leave first; then every wounding attack in the order of the hits."""
    due = [attack for attack in game.attacks.values() if attack.status in OPEN]
    devastating = next((row for row in due if devastates(game, row)), None)
    if devastating is not None:
        return _mortal_step(game, devastating)
    return _attack_step(game, due[0]) if due else Step("end", asks=False)


def _mortal_step(game: Game, attack: Attack) -> Step:
    """GA-8.3-25 GA-8.3-17 Once the Damage is known it is held, on a Character where Precision steers it by option."""
    if damage_of(game, attack) is None:
        return Step("damage", attack.number)
    if mortal_wound_characters(game, attack) and _may_aim(game):
        return Step("precision", attack.number)
    return Step("hold", attack.number, asks=False)


def _may_aim(game: Game) -> bool:
    return "precision" not in game.sides[seat_of(game)].declined


def _attack_step(game: Game, attack: Attack) -> Step:
    if attack.status == "due":
        return Step("precision" if precision_targets(game, attack) and _may_aim(game) else "allocate", attack.number)
    if attack.status == "allocated":
        return Step("defence", attack.number, asks=bool(saves_of(game, attack)))
    return Step("inflict" if damage_of(game, attack) is not None else "damage", attack.number)


# -- step by step


def next_step(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.3-39 Record what needs neither die nor choice, and ask for the rest."""
    step = next_group_step(ruling.game)
    while not step.asks:
        perform_step(ruling, step)
        if step.name == "end":
            return
        step = next_group_step(ruling.game)
    if not battle_end.check_annihilation(ruling):
        ruling.ask("group", subject=subject_of(window, GroupSubject))
        _ask(ruling, step)


def perform_step(ruling: Ruling[Game], step: Step) -> None:
    """Do a step that needs neither die nor choice."""
    game = ruling.game
    if step.name == "hit":
        roll_hits(ruling)
    elif step.name == "wound":
        roll_wounds(ruling)
    elif step.name == "hold":
        hold_mortal_wounds(ruling, game.attacks[step.attack])
    elif step.name == "defence":
        defend(ruling, game.attacks[step.attack], NONE)
    else:
        end_group(ruling)


def _ask(ruling: Ruling[Game], step: Step) -> None:
    """GA-3.3-40 Ask the player whose roll or choice it is."""
    game, seat = ruling.game, seat_of(ruling.game)
    subject = AttackSubject(opened(game).id, step.attack)
    match step.name:
        case "hit" | "wound" | "damage":
            ruling.ask(f"{step.name}_roll", seat, subject=subject)
        case "reroll":
            ruling.ask("reroll", seat, subject=RerollSubject("wound", opened(game).formation, opened(game).id))
        case "precision":
            ruling.ask("precision", seat, subject=subject)
        case "allocate":
            legal = may_take(game, game.formations[opened(game).target])
            forced = standing_choice(game, rival(seat), legal) is not None
            ruling.ask("allocate", asked_party(ruling, rival(seat), forced=forced), subject=subject)
        case "defence":
            ruling.ask("defence", rival(seat), subject=subject)
        case _:
            several = len(health_of(game, game.troops[game.attacks[step.attack].allocated])) > 1
            ruling.ask("inflict", rival(seat) if several else TABLE, subject=subject)


# -- the end of a group


def end_group(ruling: Ruling[Game]) -> None:
    """GA-3.3-11 GA-3.3-39 The group is done; attacks that found nobody left are lost."""
    game, group = ruling.game, opened(ruling.game)
    unrolled = group.counted if group.step == "counted" else 0
    lost = unrolled + sum(attack.status in OPEN for attack in game.attacks.values())
    ruling.record(AttackGroupEnded(group=group.id, lost=lost), "GA-3.3-39", *(("GA-3.3-11",) if lost else ()))


def attack_group_ended(game: Game, event: AttackGroupEnded) -> None:
    """Close the group."""
    declaration = declared(game)
    closed = [replace(group, status="done") if group.status == "open" else group for group in declaration.groups]
    game.declaration = replace(declaration, groups=tuple(closed))
    game.group, game.attacks = None, {}


PART = Part(
    reducers=reducers(attack_group_ended),
    windows=windows(WindowKind("group", "GA-3.3-39", on_close=next_step, subject=GroupSubject)),
)
