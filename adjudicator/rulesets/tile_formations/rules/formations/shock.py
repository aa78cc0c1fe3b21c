"""Chapter TF-SHOCK: Shock is counted, and outside rules tell what it does; formations are broken and rallied."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, Words, bare, offer, optional
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.look_ups import BROKEN, NORMAL
from adjudicator.rulesets.tile_formations.model.messages import (
    AdjustShock,
    FormationStateChanged,
    SetFormationState,
    ShockAdded,
    ShockRemoved,
)
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.play import outside_results
from adjudicator.rulesets.tile_formations.rules.play.outside_values import (
    MOST_REASON,
    MOST_SHOCK,
    ShockChange,
    held,
    judge_of,
    one_of,
    read_shock,
)

STATES = (NORMAL, BROKEN)
MOST_OFFERED = 6


def add_shock(ruling: Ruling[Game], formation: str, amount: int, reason: str, *clauses: str) -> None:
    """TF-SHOCK-01 Add to the Shock of a formation; nothing is recorded for 0."""
    if amount:
        total = ruling.game.formations[formation].shock + amount
        added = ShockAdded(formation=formation, amount=amount, total=total, reason=reason)
        ruling.record(added, *clauses, "TF-SHOCK-01")


def shock_added(game: Game, event: ShockAdded) -> None:
    """Note the Shock."""
    game.formations[event.formation] = replace(game.formations[event.formation], shock=event.total)


def shock_removed(game: Game, event: ShockRemoved) -> None:
    """Note the Shock that is left."""
    game.formations[event.formation] = replace(game.formations[event.formation], shock=event.total)


# -- outside rules


def adjust_shock(ruling: Ruling[Game], command: AdjustShock) -> None:
    """TF-SHOCK-01 Outside rules add to Shock, or take it away down to 0."""
    outside_results.require_battlefield(ruling, "TF-SHOCK-01")
    formation = ruling.find(ruling.game.formations, command.formation, "formation")
    ruling.require(command.amount, "TF-SHOCK-01", "no-amount", "amount")
    fair, bounds = abs(command.amount) <= MOST_SHOCK, {"least": -MOST_SHOCK, "most": MOST_SHOCK}
    ruling.require(fair, "TF-SHOCK-01", "number-range", "amount", found=command.amount, **bounds)
    short = len(command.reason) <= MOST_REASON
    ruling.require(short, "WG-DATA-01", "reason-too-long", "reason", most=MOST_REASON)
    value = ShockChange(command.amount, command.reason).format()
    if outside_results.holds_at_once(ruling, "shock", (formation.id,), value, "TF-SHOCK-01"):
        apply_shock(ruling, (formation.id,), value)


def apply_shock(ruling: Ruling[Game], subjects: tuple[str, ...], value: str) -> None:
    """TF-SHOCK-01 Let stated Shock take effect."""
    stated, (formation,) = read_shock(value), subjects
    if stated is None:
        return
    amount, reason = stated
    if amount > 0:
        add_shock(ruling, formation, amount, reason, "TF-SHOCK-01")
    else:
        before = ruling.game.formations[formation].shock
        less = min(before, -amount)
        if less:
            removed = ShockRemoved(formation=formation, amount=less, total=before - less, reason=reason)
            ruling.record(removed, "TF-SHOCK-01")


def set_formation_state(ruling: Ruling[Game], command: SetFormationState) -> None:
    """TF-ZOC-02 Outside rules break and rally formations; a broken one is not in Overwatch any more."""
    outside_results.require_battlefield(ruling, "TF-ZOC-02")
    formation = ruling.find(ruling.game.formations, command.formation, "formation")
    known = command.state in STATES
    ruling.require(known, "TF-ZOC-02", "no-such-state", "state", state=command.state[:40], known=" ".join(STATES))
    if outside_results.holds_at_once(ruling, "state", (formation.id,), command.state, "TF-ZOC-02"):
        apply_state(ruling, (formation.id,), command.state)


def apply_state(ruling: Ruling[Game], subjects: tuple[str, ...], value: str) -> None:
    """TF-ZOC-02 Let a stated state take effect, where it is another one."""
    (formation,) = subjects
    if value in STATES and ruling.game.formations[formation].state != value:
        ruling.record(FormationStateChanged(formation=formation, state=value), "TF-ZOC-02")


def formation_state_changed(game: Game, event: FormationStateChanged) -> None:
    """Note the state."""
    game.formations[event.formation] = replace(game.formations[event.formation], state=event.state)


def _shock_offers(_rules: object, game: Game, _party: Party) -> list[Offer]:
    """TF-SHOCK-01 Offer to add to the Shock of any formation, or to take away."""
    formations, reason = tuple(sorted(game.formations, key=id_order)), optional(Words(MOST_REASON))
    amount = (bare(Range(-MOST_OFFERED, -1)), bare(Range(1, MOST_OFFERED)))
    found = offer(AdjustShock, "TF-SHOCK-01", formation=Choice(formations), amount=amount, reason=reason)
    return [found] if formations else []


def _state_offers(_rules: object, game: Game, _party: Party) -> list[Offer]:
    """TF-ZOC-02 Offer to break and to rally any formation."""
    formations = tuple(sorted(game.formations, key=id_order))
    found = offer(SetFormationState, "TF-ZOC-02", formation=Choice(formations), state=Choice(STATES))
    return [found] if formations else []


RESULTS = {"shock": apply_shock, "state": apply_state}


PART = Part(
    handlers=handlers(adjust_shock, set_formation_state),
    reducers=reducers(shock_added, shock_removed, formation_state_changed),
    anytime=frozenset({AdjustShock, SetFormationState}),
    anytime_offers={AdjustShock: _shock_offers, SetFormationState: _state_offers},
    disputes={
        "shock": held(*(f"{amount:+d}" for amount in range(-MOST_OFFERED, MOST_OFFERED + 1))),
        "state": held(*STATES),
    },
    judges={
        "shock": judge_of("TF-SHOCK-01", "an amount with its sign, and a reason", read_shock),
        "state": judge_of("TF-ZOC-02", " ".join(STATES), one_of(*STATES)),
    },
)
