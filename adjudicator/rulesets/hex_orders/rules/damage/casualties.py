"""HX-DTABLE-05 to 08: models that damage will remove, the bonus that their death halves, and who chooses them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    Bonus,
    CasualtyChosen,
    ChooseCasualty,
    DamagePended,
    FutureDamageHalved,
    FutureDamageIncreased,
    Pending,
    TableResult,
)
from adjudicator.rulesets.hex_orders.model.rounding import half_of
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, alive, model_of, on_board, other_seat, owner_if_hidden
from adjudicator.rulesets.hex_orders.model.subjects import UnitSubject
from adjudicator.rulesets.hex_orders.rules.damage.damage_tables import bonus_of

KILL, DESTROY = "kill", "destroy"
APPLY_STEP = "apply_damage"

# -- what damage uses up


def models_left(game: Game, unit: str) -> int:
    """HX-TURN-23 Count a base's models that no pending result has used up yet."""
    row = game.units[unit]
    if will_be_destroyed(row):
        return 0
    return max(len(alive(game, unit)) - pending_kills(row), 0)


def will_be_destroyed(row: Unit) -> bool:
    """Tell whether a pending result destroys a base as a whole."""
    return any(item.result.kind == DESTROY for item in row.pending)


def pending_kills(row: Unit) -> int:
    """Count the models that pending kills remove."""
    return sum(item.result.x for item in row.pending if item.result.kind == KILL)


def record_pending(ruling: Ruling[Game], unit: str, result: TableResult, cause: str, *clauses: str) -> None:
    """HX-TURN-24 Let a result wait until damage is applied."""
    event = DamagePended(
        owner=owner_if_hidden(ruling.game, unit), unit=unit, pending=Pending(result=result, cause=cause)
    )
    ruling.record(event, "HX-TURN-24", *clauses)


def kill_models(ruling: Ruling[Game], unit: str, count: int, cause: str, *clauses: str) -> None:
    """HX-DTABLE-05, HX-DTABLE-06 Use up models; each death in a base of several halves its bonuses at once."""
    game = ruling.game
    lost = min(count, models_left(game, unit))
    if not lost:
        return
    record_pending(ruling, unit, TableResult(kind=KILL, x=lost, word=""), cause, *clauses)
    if len(game.sheets[unit].models) > 1:
        for _ in range(lost):
            _halve(ruling, unit)


def destroy_later(ruling: Ruling[Game], unit: str, cause: str, *clauses: str) -> None:
    """HX-DTABLE-06 Let a base be destroyed as a whole when damage is applied."""
    if models_left(ruling.game, unit):
        record_pending(ruling, unit, TableResult(kind=DESTROY, x=0, word=""), cause, *clauses)


def _halve(ruling: Ruling[Game], unit: str) -> None:
    for bonus in ruling.game.units[unit].bonuses:
        event = FutureDamageHalved(
            owner=owner_if_hidden(ruling.game, unit), unit=unit, table=bonus.table, total=half_of(bonus.by)
        )
        ruling.record(event, "HX-DTABLE-05", "HX-GAP-05")


def raise_bonus(ruling: Ruling[Game], unit: str, table: str, by: int, *clauses: str) -> None:
    """HX-DTABLE-07 Add to a base's future-damage bonus on one of its tables."""
    now = bonus_of(ruling.game, unit, table) + by
    event = FutureDamageIncreased(owner=owner_if_hidden(ruling.game, unit), unit=unit, table=table, by=by, total=now)
    ruling.record(event, "HX-DTABLE-07", *clauses)


# -- who falls


def candidates(game: Game, row: Unit) -> tuple[int, ...]:
    """List the models of a base that a kill may still be put on."""
    return tuple(number for number in alive(game, row.id) if number not in row.chosen)


def open_kills(game: Game, row: Unit) -> int:
    """HX-DTABLE-08 Count the pending kills of a mixed base whose models somebody has to choose."""
    left = candidates(game, row)
    kills = pending_kills(row) - len(row.chosen)
    if will_be_destroyed(row) or not 0 < kills < len(left):
        return 0
    first = model_of(game, row.id, left[0])
    return kills if any(model_of(game, row.id, number) != first for number in left) else 0


def models_that_fall(ruling: Ruling[Game], row: Unit, kills: int) -> tuple[int, ...]:
    """HX-DTABLE-08 Name the models that fall: those chosen, drawn ones by the terms, else the first of like ones."""
    models = list(row.chosen[:kills])
    while len(models) < kills:
        left = [number for number in candidates(ruling.game, row) if number not in models]
        models.append(_drawn(ruling, row, left) if _is_drawn(ruling.game, row, left) else left[0])
    return tuple(models)


def _is_drawn(game: Game, row: Unit, left: Sequence[int]) -> bool:
    first = model_of(game, row.id, left[0])
    return game.options.casualty_choice == "random" and any(model_of(game, row.id, item) != first for item in left)


def _drawn(ruling: Ruling[Game], row: Unit, left: Sequence[int]) -> int:
    return ruling.pick(left, "casualty", row.seat, hidden=row.hidden)


# -- the question


def begin_casualties(ruling: Ruling[Game]) -> None:
    """Ask for the models that fall where there is a choice, then let pending damage take effect."""
    ruling.ask("casualties")


def _next_casualty(ruling: Ruling[Game], _window: Window) -> None:
    """Ask for the next choice; hidden bases have none, since the question would tell of them."""
    game = ruling.game
    mixed = next((row for row in on_board(game) if not row.hidden and open_kills(game, row)), None)
    if mixed is not None and game.options.casualty_choice != "random":
        chooser = mixed.seat if game.options.casualty_choice == "owner" else other_seat(mixed.seat)
        ruling.ask("casualties")
        ruling.ask("casualty", chooser, subject=UnitSubject(mixed.id))
    elif game.step == APPLY_STEP or any(row.hidden or row.pending for row in on_board(game)):
        ruling.ask("apply", TABLE)


def choose_casualty(ruling: Ruling[Game], command: ChooseCasualty) -> None:
    """HX-DTABLE-08 A model of a mixed base is chosen for a kill."""
    game = ruling.game
    row = ruling.find(game.units, command.unit, "unit")
    asked = ruling.subject(UnitSubject).unit
    ruling.require(row.id == asked, "HX-DTABLE-08", "other-casualty", "unit", asked=asked)
    left = candidates(game, row)
    models = " ".join(map(str, left))
    ruling.require(command.model in left, "HX-DTABLE-08", "no-such-casualty", "model", unit=row.id, models=models)
    event = CasualtyChosen(owner=owner_if_hidden(game, row.id), unit=row.id, model=command.model)
    ruling.record(event, "HX-DTABLE-08")
    ruling.answered()


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    """Offer one model of each kind that is left."""
    row = game.units[subject_of(window, UnitSubject).unit]
    left = candidates(game, row)
    kinds = [model_of(game, row.id, number) for number in left]
    first = [number for at, number in enumerate(left) if kinds[at] not in kinds[:at]]
    which = Choice((row.id,))
    return [offer(ChooseCasualty, "HX-DTABLE-08", unit=which, model=Range(number, number)) for number in first]


def _first(game: Game, window: Window, _party: Party) -> Struct:
    row = game.units[subject_of(window, UnitSubject).unit]
    return ChooseCasualty(unit=row.id, model=candidates(game, row)[0])


# -- reducers


def damage_pended(game: Game, event: DamagePended) -> None:
    """Keep the result."""
    row = game.units[event.unit or ""]
    if event.pending is not None:
        game.units[row.id] = replace(row, pending=(*row.pending, event.pending))


def future_damage_increased(game: Game, event: FutureDamageIncreased) -> None:
    """Keep the bonus."""
    _store_bonus(game, event.unit, event.table, event.total)


def future_damage_halved(game: Game, event: FutureDamageHalved) -> None:
    """Keep what is left of the bonus."""
    _store_bonus(game, event.unit, event.table, event.total)


def _store_bonus(game: Game, unit: str | None, table: str | None, total: int | None) -> None:
    row = game.units[unit or ""]
    others = [bonus for bonus in row.bonuses if bonus.table != table]
    now = [Bonus(table=table or "", by=total)] if total else []
    bonuses = sorted((*others, *now), key=lambda found: found.table)
    game.units[row.id] = replace(row, bonuses=tuple(bonuses))


def casualty_chosen(game: Game, event: CasualtyChosen) -> None:
    """Keep the choice until damage is applied."""
    row = game.units[event.unit or ""]
    game.units[row.id] = replace(row, chosen=(*row.chosen, event.model or 0))


PART = Part(
    handlers=handlers(choose_casualty),
    reducers=reducers(damage_pended, future_damage_increased, future_damage_halved, casualty_chosen),
    windows=windows(
        WindowKind("casualties", "HX-DTABLE-08", on_close=_next_casualty),
        WindowKind(
            "casualty", "HX-DTABLE-08", (ChooseCasualty,), _offers, _first, subject=UnitSubject, after_flag=True
        ),
    ),
)
