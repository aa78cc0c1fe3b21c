"""Chapter 5.0, the command that uses a Battle-Manoeuvre: what every use has in common, then the one that is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from adjudicator.kernel.decide.handlers import Part, handlers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import (
    armoured_charge,
    deployment_order,
    effects,
    epic_momentum,
    grenades,
    heros_ingress,
    onslaught_overwatch,
    reorder_roll,
    reprisal,
    smokescreen_and_find_cover,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.armoured_charge import INGRESS
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import (
    REORDER,
    own_target,
    require_usable,
)
from adjudicator.rulesets.grinding_annihilation.rules.brawl.fight_selection import REPRISAL

Act: TypeAlias = Callable[[Ruling[Game], UseBattleManoeuvre], None]
MOVES = ("move_started", "move_ended", "assault_started", "assault_move_ended", "enemy_set_up")
FIELDS = ("troop", "enemy", "die", "sights", "sidearms", "loans")
ASSAULTS = ("assault_turn", "assault_roll", "assault_move")


class UseTerms(NamedTuple):
    """How a Battle-Manoeuvre is used: in which windows, what it does, and what it asks for besides its formation."""

    windows: tuple[str, ...]
    act: Act
    fields: tuple[str, ...] = ()


def _reorder(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.0-06 GA-5.1-02 Re-rolling a die affects the formation whose it is."""
    own_target(ruling, command)
    reorder_roll.reorder(ruling, command)


USE_TERMS: Mapping[str, UseTerms] = MappingProxyType(
    {
        REORDER: UseTerms(("reroll",), _reorder, ("die",)),
        REPRISAL: UseTerms(("fight_ended",), reprisal.reprisal),
        effects.DUEL: UseTerms(("fight_selected",), epic_momentum.epic_momentum, ("troop",)),
        grenades.GRENADES: UseTerms(("shooting_turn",), grenades.grenades, ("enemy", "sights")),
        effects.CHARGE: UseTerms(ASSAULTS, armoured_charge.armoured_charge),
        deployment_order.ORDER: UseTerms(("move_turn_ending",), deployment_order.deployment_order),
        effects.OVERWATCH: UseTerms(MOVES, onslaught_overwatch.overwatch, ("sidearms", "loans")),
        effects.SMOKE: UseTerms(("targets_selected",), smokescreen_and_find_cover.take_cover),
        effects.SHELTER: UseTerms(("targets_selected",), smokescreen_and_find_cover.take_cover),
        INGRESS: UseTerms(("assault_move_ended",), heros_ingress.heros_ingress),
    }
)


def use_battle_manoeuvre(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.0-08 Timing, target and restrictions are all tested before anything is paid."""
    row = require_usable(ruling, command.manoeuvre)
    way, kind = USE_TERMS[LIBRARY.core(command.manoeuvre)], "" if ruling.window is None else ruling.window.kind
    ruling.require(
        kind in way.windows,
        row.clause,
        "not-now",
        "manoeuvre",
        manoeuvre=command.manoeuvre,
        window=kind,
        windows=" ".join(way.windows),
    )
    for field in FIELDS:
        unasked = field not in way.fields and getattr(command, field) not in (None, ())
        ruling.require(not unasked, row.clause, "not-of-manoeuvre", field, manoeuvre=command.manoeuvre, field=field)
    way.act(ruling, command)


PART = Part(handlers=handlers(use_battle_manoeuvre))
