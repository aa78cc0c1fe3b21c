"""Chapter 8.3, Hazard: tests after all attacks of a declaration, and whom they strike (GA-8.3-22 to GA-8.3-24)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ChooseHazardVictim,
    HazardResolved,
    HazardTested,
    TakeHazardTests,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import ask_reroll
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import declared
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import (
    ask_queued_demises,
    destroy,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.mortal_wounds import (
    HAZARD,
    add_mortal_wounds,
    ask_mortal_wounds,
)

SUFFERS_WOUNDS = ("character", "monstrous", "vehicle")
WOUNDS = 3


def take_hazard_tests(ruling: Ruling[Game], command: TakeHazardTests) -> None:
    """GA-8.3-22 One die for each Hazard weapon used; a 1 fails."""
    declaration = declared(ruling.game)
    _require_formation(ruling, command.formation)
    faces = ruling.roll(declaration.hazards, dice_outcomes.SIDES, "hazard-test")
    event = HazardTested(
        declaration=declaration.id, formation=declaration.formation, faces=faces, failures=failures(faces)
    )
    ruling.record(event, "GA-8.3-22")
    ruling.answered()
    ask_reroll(ruling, declaration.formation, "hazard", *faces)


def failures(faces: Sequence[int]) -> int:
    """GA-8.3-22 Count the failed tests."""
    return faces.count(1)


def hazard_tested(game: Game, event: HazardTested) -> None:
    """Note how many failed."""
    game.declaration = replace(declared(game), hazards_tested=True, hazards_failed=event.failures)


def choose_hazard_victim(ruling: Ruling[Game], command: ChooseHazardVictim) -> None:
    """GA-8.3-23 GA-8.3-24 A failure destroys a bearer; Characters, Monstrous and Vehicle ones take 3 mortal wounds."""
    game = ruling.game
    _require_formation(ruling, command.formation)
    troop = ruling.find(game.troops, command.troop, "troop")
    may = hazard_bearers(game, command.formation)
    ruling.require(troop.id in may, "GA-8.3-23", "no-hazard-bearer", "troop", troop=troop.id, may=" ".join(may))
    left = declared(game).hazards_failed - 1
    event = HazardResolved(formation=command.formation, troop=troop.id, remaining=left)
    hurt = suffers_wounds(game, troop)
    ruling.record(event, "GA-8.3-23", *(("GA-8.3-24",) if hurt else ()))
    ruling.answered()
    if hurt:
        spill = game.options.hazard_spill
        add_mortal_wounds(
            ruling, command.formation, WOUNDS, HAZARD, first=troop.id, spill=spill, clauses=("GA-8.3-24",)
        )
        ask_mortal_wounds(ruling)
    else:
        destroy(ruling, troop.id, HAZARD, "GA-8.3-23")
        ask_queued_demises(ruling)


def suffers_wounds(game: Game, troop: Troop) -> bool:
    """GA-8.3-24 Tell whether a failed test gives a bearer mortal wounds and does not destroy it."""
    return any(has_keyword(game, troop, row) for row in SUFFERS_WOUNDS)


def hazard_resolved(game: Game, event: HazardResolved) -> None:
    """One failure less is left."""
    game.declaration = replace(declared(game), hazards_failed=event.remaining)


def _require_formation(ruling: Ruling[Game], formation: str) -> None:
    due = declared(ruling.game).formation
    ruling.require(formation == due, "GA-8.3-22", "other-attacker", "formation", open=due)


def _who_tests(_game: Game, window: Window) -> dict[str, str]:
    return {"formation": formation_of(window)}


def _victim_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    may = Choice(tuple(hazard_bearers(game, formation_of(window))))
    return [offer(ChooseHazardVictim, "GA-8.3-23", formation=Choice((formation_of(window),)), troop=may)]


def _default_victim(game: Game, window: Window, _party: Party) -> Struct:
    return ChooseHazardVictim(formation=formation_of(window), troop=hazard_bearers(game, formation_of(window))[0])


def hazards_due(game: Game) -> bool:
    declaration = declared(game)
    return bool(declaration.hazards) and (not declaration.hazards_tested or declaration.hazards_failed > 0)


def drop_victimless_hazards(ruling: Ruling[Game]) -> None:
    """GA-8.3-23 With no bearer left a failed Hazard test has no effect."""
    declaration = declared(ruling.game)
    if declaration.hazards_failed and not hazard_bearers(ruling.game, declaration.formation):
        ruling.record(HazardResolved(formation=declaration.formation, troop="", remaining=0), "GA-8.3-23")


def hazard_bearers(game: Game, formation: str) -> list[str]:
    """GA-8.3-23 List the living troops with a Hazard weapon."""
    return [
        troop.id
        for troop in troops_of(game, formation)
        if any(
            weapon_abilities.hazard(profile) for weapon in troop.weapons for profile in game.weapons[weapon].profiles
        )
    ]


PART = Part(
    handlers=handlers(take_hazard_tests, choose_hazard_victim),
    reducers=reducers(hazard_tested, hazard_resolved),
    windows=windows(
        table_step("hazard", "GA-8.3-22", TakeHazardTests, _who_tests, subject=FormationSubject),
        WindowKind(
            "hazard_victim",
            "GA-8.3-23",
            (ChooseHazardVictim,),
            _victim_offers,
            _default_victim,
            subject=FormationSubject,
            after_flag=True,
        ),
    ),
)
