"""Chapter 5.5, Armoured Charge: dice at the end of an Assault move, and what else belongs to that moment.

`assault_ended` follows every Assault move. Charge dice that are owed are rolled in `armoured_charge`, the other
player's answers (Overwatch, Hero's Ingress) are asked for in `assault_move_ended`. They are of one moment: the dice
come first, unless the player whose turn it is says otherwise in the window `order` (GA-2.5-09).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_words, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArmouredChargeRolled,
    ResolveArmouredCharge,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import Game, any_has, living, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import (
    FormationSubject,
    OrderSubject,
    StruckSubject,
    formation_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import (
    own_name,
    own_target,
    pay,
    ready,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.effects import CHARGE, OVERWATCH
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import asked_opponents
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import threatened_by
from adjudicator.rulesets.grinding_annihilation.rules.missions import battle_end
from adjudicator.rulesets.grinding_annihilation.rules.shooting.declared_attacks import vigour
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.mortal_wounds import (
    add_mortal_wounds,
    ask_mortal_wounds,
)

VEHICLE = "vehicle"
INGRESS, ANSWERS = "heros_ingress", "answers"
BONUS, SUCCEEDS, MOST = 2, 5, 6

# -- bought


def armoured_charge(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.5-01 GA-5.5-03 A Vehicle will charge at the end of its next Assault move of the phase."""
    row = own_target(ruling, command)
    ruling.require(
        any_has(ruling.game, row.id, VEHICLE),
        "GA-5.5-01",
        "keyword-missing",
        "formation",
        formation=row.id,
        keyword=VEHICLE,
    )
    ruling.require(_may_charge(ruling.game, row), "GA-5.5-01", "assault-move-over", "formation", formation=row.id)
    pay(ruling, command.manoeuvre, row.id)
    effects.gain(ruling, command.manoeuvre, row.id, "GA-5.5-03")


def charge_offers(game: Game, party: Party) -> Iterator[Offer]:
    """Offer the Vehicles that may charge."""
    for key, rows in ready(game, party, CHARGE):
        able = tuple(row.id for row in rows if any_has(game, row.id, VEHICLE) and _may_charge(game, row))
        if able:
            yield offer(UseBattleManoeuvre, "GA-5.5-01", manoeuvre=Choice((key,)), formation=Choice(able))


def _may_charge(game: Game, row: Formation) -> bool:
    """GA-5.5-01 GA-5.5-03 GA-5.10-03 Tell whether an Assault move of the formation may still come in this phase.

    A formation has one Assault in a phase, that of a Hero's Ingress included: once it is over none is left.
    """
    under_way = game.action is not None and game.action.formation == row.id
    return under_way or not row.assault_declared


# -- at the end of an Assault move


def _ended(ruling: Ruling[Game], window: Window) -> None:
    """GA-5.5-01 GA-5.0-09 Ask for charge dice and answers, in an order where both are due."""
    game, formation = ruling.game, formation_of(window)
    seat = game.formations[formation].seat
    if not effects.in_force(game, CHARGE, formation):
        _ask_answers(ruling, formation)
        return
    if not list(_strikes(game, formation)):
        effects.drop_all(ruling, CHARGE, formation, "GA-5.5-03")
        _ask_answers(ruling, formation)
    elif _answerable(ruling, formation):
        ruling.ask("assault_follows", subject=FormationSubject(formation))
        ruling.ask("order", seat, subject=OrderSubject((CHARGE, ANSWERS)))
    else:
        _ask_charge(ruling, formation)


def _follow(ruling: Ruling[Game], window: Window) -> None:
    """GA-2.5-09 Take dice and answers in the chosen order."""
    dice_first = ruling.game.battle.order[:1] == (CHARGE,)
    steps = (_ask_answers, _ask_charge) if dice_first else (_ask_charge, _ask_answers)
    for step in steps:
        step(ruling, formation_of(window))


def _answerers(game: Game, formation: str) -> tuple[Party, ...]:
    return asked_opponents(game, game.formations[formation].seat, "assault_move_ended", OVERWATCH, INGRESS)


def _answerable(ruling: Ruling[Game], formation: str) -> bool:
    """GA-5.0-13 Tell whether somebody could answer the move as things stand."""
    asks = ruling.rules.windows["assault_move_ended"]
    for party in _answerers(ruling.game, formation):
        window = Window(0, asks.kind, (party,), subject_words(asks, FormationSubject(formation)))
        offers = asks.offers(ruling.game, window, party) if asks.offers is not None else ()
        if any(row.command == UseBattleManoeuvre.__name__ for row in offers):
            return True
    return False


def _ask_answers(ruling: Ruling[Game], formation: str) -> None:
    asked = _answerers(ruling.game, formation)
    if asked:
        ruling.ask("assault_move_ended", *asked, subject=FormationSubject(formation))


def _ask_charge(ruling: Ruling[Game], formation: str) -> None:
    ruling.ask("charge_due", subject=FormationSubject(formation))


def _due(ruling: Ruling[Game], window: Window) -> None:
    """GA-5.5-01 Ask for the dice, if anybody is left to charge and to be charged."""
    game, formation = ruling.game, formation_of(window)
    if battle_end.check_annihilation(ruling):
        return
    if list(_strikes(game, formation)):
        ruling.ask("armoured_charge", game.formations[formation].seat, subject=FormationSubject(formation))
    else:
        effects.drop_all(ruling, CHARGE, formation, "GA-5.5-03")


def _strikes(game: Game, formation: str) -> Iterator[tuple[str, str, int]]:
    """GA-5.5-01 List troop, weapon and profile of every melee weapon, where an enemy is within Threat Range."""
    if not living(game, formation) or not threatened_by(game, formation):
        return
    for troop in troops_of(game, formation):
        for key in dict.fromkeys(troop.weapons):
            if game.weapons[key].melee:
                yield from ((troop.id, key, number) for number in range(len(game.weapons[key].profiles)))


# -- the dice


def resolve_armoured_charge(ruling: Ruling[Game], command: ResolveArmouredCharge) -> None:
    """GA-5.5-01 GA-5.5-02 As many dice as the weapon's Strength, two more over Vigour; a 5 or 6 is a mortal wound."""
    game, due = ruling.game, "" if ruling.window is None else formation_of(ruling.window)
    ruling.require(command.formation == due, "GA-5.5-01", "other-charge", "formation", due=due)
    ruling.find(game.formations, command.enemy, "enemy")
    near = threatened_by(game, due)
    ruling.require(command.enemy in near, "GA-5.5-01", "not-charged", "enemy", enemy=command.enemy, may=" ".join(near))
    strike = (command.troop, command.weapon, command.profile)
    ruling.require(strike in _strikes(game, due), "GA-5.5-01", "no-charge-weapon", "weapon", weapon=command.weapon)
    tough, bought = vigour(game, game.formations[command.enemy]), effects.working_as(game, CHARGE, due)[0].manoeuvre
    dice = charge_dice(game, command.weapon, command.profile, tough.total)
    faces = ruling.roll(dice.total, dice_outcomes.SIDES, "armoured-charge")
    wounds = charge_wounds(sum(map(charge_strikes, faces)))
    event = ArmouredChargeRolled(
        formation=due,
        enemy=command.enemy,
        troop=command.troop,
        weapon=command.weapon,
        dice=dice,
        vigour=tough.total,
        faces=faces,
        wounds=wounds,
        manoeuvre=own_name(bought),
    )
    ruling.record(event, "GA-5.5-02", *dice.clauses(), *tough.clauses())
    effects.drop(ruling, bought, due, "GA-5.5-03")
    ruling.answered()
    if effects.in_force(ruling.game, CHARGE, due):
        _ask_charge(ruling, due)
    strike_down(ruling, command.enemy, wounds, bought, "GA-5.5-02")


def charge_strikes(face: int) -> bool:
    """GA-5.5-02 Tell whether a die is a mortal wound."""
    return face >= SUCCEEDS


def charge_wounds(strikes: int) -> int:
    """GA-5.5-02 Give the mortal wounds of so many dice that strike."""
    return min(MOST, strikes)


def charge_dice(game: Game, weapon: str, profile: int, tough: int) -> Tally:
    """GA-5.5-02 Count the dice of a weapon against a Vigour."""
    strength = game.weapons[weapon].profiles[profile].strength
    return Tally.base(strength, "GA-5.5-02").add(BONUS if strength > tough else 0, "GA-5.5-02")


def strike_down(ruling: Ruling[Game], enemy: str, wounds: int, source: str, clause: str) -> None:
    """GA-3.3-29 Let a formation suffer mortal wounds, and see whether an army is destroyed by them."""
    if wounds:
        ruling.ask("struck", subject=StruckSubject(enemy))
        add_mortal_wounds(ruling, enemy, wounds, source, clauses=(clause, "GA-3.3-29"))
        ask_mortal_wounds(ruling)


def _struck(ruling: Ruling[Game], _window: Window) -> None:
    """GA-7.0-17 The battle ends at once with an army."""
    battle_end.check_annihilation(ruling)


def armoured_charge_rolled(_game: Game, _event: ArmouredChargeRolled) -> None:
    """What it does is shown by the mortal wounds that follow."""


# -- offers


def _charge_roll_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    formation = formation_of(window)
    near = Choice(threatened_by(game, formation))
    return [
        offer(
            ResolveArmouredCharge,
            "GA-5.5-01",
            formation=Choice((formation,)),
            enemy=near,
            troop=Choice((troop,)),
            weapon=Choice((weapon,)),
            profile=Range(number, number),
        )
        for troop, weapon, number in _strikes(game, formation)
    ]


def _default_charge(game: Game, window: Window, _party: Party) -> Struct:
    """Let silence strike with the strongest weapon."""
    formation = formation_of(window)
    strikes = list(_strikes(game, formation))
    troop, weapon, number = max(strikes, key=lambda row: game.weapons[row[1]].profiles[row[2]].strength)
    return ResolveArmouredCharge(
        formation=formation, enemy=threatened_by(game, formation)[0], troop=troop, weapon=weapon, profile=number
    )


PART = Part(
    handlers=handlers(resolve_armoured_charge),
    reducers=reducers(armoured_charge_rolled),
    windows=windows(
        WindowKind("assault_ended", "GA-3.4-15", on_close=_ended, subject=FormationSubject),
        WindowKind("assault_follows", "GA-2.5-09", on_close=_follow, subject=FormationSubject),
        WindowKind("charge_due", "GA-5.5-01", on_close=_due, subject=FormationSubject),
        WindowKind(
            "armoured_charge",
            "GA-5.5-01",
            (ResolveArmouredCharge,),
            _charge_roll_offers,
            _default_charge,
            subject=FormationSubject,
        ),
        WindowKind("struck", "GA-3.3-29", on_close=_struck, subject=StruckSubject),
    ),
)
