"""Chapter 5.0, the command that uses a Battle-Manoeuvre: what every use has in common, then the one that is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from adjudicator.kernel.decide.handlers import handlers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation import (
    charges,
    duels,
    effects,
    grenades,
    ingress,
    orders,
    overwatch,
    rerolls,
    screens,
)
from adjudicator.rulesets.grinding_annihilation.brawl import REPRISAL
from adjudicator.rulesets.grinding_annihilation.charges import INGRESS
from adjudicator.rulesets.grinding_annihilation.library import LIBRARY
from adjudicator.rulesets.grinding_annihilation.manoeuvres import REORDER, own_target, require_usable
from adjudicator.rulesets.grinding_annihilation.model.messages import UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.state import Game

Act: TypeAlias = Callable[[Ruling[Game], UseBattleManoeuvre], None]
MOVES = ("move_started", "move_ended", "assault_started", "assault_move_ended", "enemy_set_up")
ASSAULTS = ("assault_turn", "assault_roll", "assault_move")


class Way(NamedTuple):
    """How a Battle-Manoeuvre is used: in which windows, and what it does."""

    windows: tuple[str, ...]
    act: Act


def _reorder(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.0-06 GA-5.1-02 Re-rolling a die affects the formation whose it is."""
    own_target(ruling, command)
    rerolls.reorder(ruling, command)


WAYS: Mapping[str, Way] = MappingProxyType({
    REORDER: Way(("reroll",), _reorder),
    REPRISAL: Way(("fight_ended",), duels.reprisal),
    effects.DUEL: Way(("fight_selected",), duels.epic_momentum),
    grenades.GRENADES: Way(("shooting_turn",), grenades.grenades),
    effects.CHARGE: Way(ASSAULTS, charges.armoured_charge),
    orders.ORDER: Way(("move_turn_ending",), orders.deployment_order),
    effects.OVERWATCH: Way(MOVES, overwatch.overwatch),
    effects.SMOKE: Way(("targets_selected",), screens.take_cover),
    effects.SHELTER: Way(("targets_selected",), screens.take_cover),
    INGRESS: Way(("assault_move_ended",), ingress.heros_ingress),
})  # fmt: skip


def use_battle_manoeuvre(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.0-08 Timing, target and restrictions are all tested before anything is paid."""
    row = require_usable(ruling, command.manoeuvre)
    way, kind = WAYS[LIBRARY.core(command.manoeuvre)], "" if ruling.window is None else ruling.window.kind
    ruling.require(
        kind in way.windows, row.clause, "not-now", "manoeuvre",
        manoeuvre=command.manoeuvre, window=kind, windows=" ".join(way.windows),
    )  # fmt: skip
    way.act(ruling, command)


CLAUSES = handlers(use_battle_manoeuvre)

__all__ = ["CLAUSES", "WAYS"]
