"""Pre-assault retreats: bases with the ability leave their fight before anything happens there (HX-ABILITIES-01 on)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_offer
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.kernel.decide.parties import EVERYONE, TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, table_step, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultCancelled,
    AttemptPreAssaultRetreat,
    DecidePreAssaultRetreat,
    PassChoice,
    PreAssaultRetreatDeclined,
    PreAssaultRetreatRolled,
    PreAssaultRetreatsAttempted,
    RollPreAssaultRetreats,
    SpeedChanged,
    UnitRetreated,
)
from adjudicator.rulesets.hex_orders.model.order_codes import STAND_STILL
from adjudicator.rulesets.hex_orders.model.rows import Retreat
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, order_of_ids
from adjudicator.rulesets.hex_orders.model.subjects import ChoosingSubject
from adjudicator.rulesets.hex_orders.rules.assault.fights import (
    choosing_groups,
    leave_all_fights,
    open_fights,
    retreat_number,
    sides_left,
)
from adjudicator.rulesets.hex_orders.rules.orders.choosing_order import ask_in_order
from adjudicator.rulesets.hex_orders.rules.orders.due_orders import speed_orders
from adjudicator.rulesets.hex_orders.rules.retreats import fight_ends
from adjudicator.rulesets.hex_orders.rules.retreats.retreat_hexes import (
    cancelled_movers,
    clauses_of_retreat,
    destinations,
    fight_of_unit,
)

SLOW = "slow"
RETREAT_DIE = 6

# -- who tries


def begin_before_assault(ruling: Ruling[Game]) -> None:
    """HX-TURN-05 Ask who tries to retreat before the fights, then roll, then let those decide who may go."""
    units = units_that_may_try(ruling.game)
    if not units:
        return
    ruling.ask("before_end")
    ruling.ask("before_rolls")
    ask_in_order(ruling, "retreat_attempt", choosing_groups(ruling.game, units))


def units_that_may_try(game: Game, seat: Party | None = None, nation: str = "") -> tuple[str, ...]:
    """HX-ABILITIES-04 List units in fights that have the ability, by id.

    Whether they have a hex to go to is not asked here: it may hang on what hidden friends are.
    """
    found = (
        unit.unit
        for fight in open_fights(game)
        for unit in fight.units
        if seat in (None, unit.seat)
        and nation in ("", game.sheets[unit.unit].nation)
        and retreat_number(game, unit.unit) is not None
    )
    return tuple(sorted(found, key=order_of_ids))


def attempt_pre_assault_retreat(ruling: Ruling[Game], command: AttemptPreAssaultRetreat) -> None:
    """HX-ABILITIES-01 A side says which of its bases try."""
    nation = ruling.subject(ChoosingSubject).nation
    ruling.refuse_all([*_attempt_faults(units_that_may_try(ruling.game, ruling.actor, nation), command.units)])
    event = PreAssaultRetreatsAttempted(seat=ruling.actor, units=command.units)
    ruling.record(event, "HX-ABILITIES-01", "HX-TURN-05")
    ruling.answered()


def _attempt_faults(known: Sequence[str], units: Sequence[str]) -> Iterator[Fault]:
    for index, unit in enumerate(units):
        if unit not in known:
            yield Fault("HX-ABILITIES-01", "no-pre-assault-retreat", f"units[{index}]", (("unit", unit),))
        elif unit in units[:index]:
            yield Fault("HX-ABILITIES-04", "one-try-only", f"units[{index}]", (("unit", unit),))


def pre_assault_retreats_attempted(game: Game, event: PreAssaultRetreatsAttempted) -> None:
    """They are to roll."""
    game.attempts = (*game.attempts, *event.units)


# -- the rolls


def ask_rolls(ruling: Ruling[Game], _window: Window) -> None:
    """HX-ABILITIES-01 Let those that try roll, if there are any."""
    if ruling.game.attempts:
        ruling.ask("before_decisions")
        ruling.ask("retreat_rolls", TABLE)


def roll_pre_assault_retreats(ruling: Ruling[Game], _command: RollPreAssaultRetreats) -> None:
    """HX-ABILITIES-01 Every base that tries rolls a d6, by id."""
    game = ruling.game
    for unit in sorted(game.attempts, key=order_of_ids):
        needed = retreat_number(game, unit) or 0
        (face,) = ruling.roll(1, RETREAT_DIE, "pre-assault-retreat", by=game.units[unit].seat)
        event = PreAssaultRetreatRolled(unit=unit, face=face, needed=needed, succeeded=face >= needed)
        ruling.record(event, "HX-ABILITIES-01", "HX-ABILITIES-04")
    ruling.answered()


def pre_assault_retreat_rolled(game: Game, event: PreAssaultRetreatRolled) -> None:
    """Who may go has to decide."""
    game.attempts = tuple(unit for unit in game.attempts if unit != event.unit)
    found = fight_of_unit(game, event.unit)
    if event.succeeded and found is not None:
        game.retreats[event.unit] = Retreat(event.unit, found[0].id, before=True)


# -- the decisions


def ask_decisions(ruling: Ruling[Game], _window: Window) -> None:
    """HX-ABILITIES-01 Ask those who may go, in order of choosing."""
    ask_in_order(ruling, "retreat_decision", choosing_groups(ruling.game, undecided_units(ruling.game)))


def undecided_units(game: Game, seat: Party | None = None, nation: str = "") -> tuple[str, ...]:
    """List units that may go before the assault and have not decided, by id."""
    found = (
        row.unit
        for row in game.retreats.values()
        if row.before
        and not row.decided
        and seat in (None, game.units[row.unit].seat)
        and nation in ("", game.sheets[row.unit].nation)
    )
    return tuple(sorted(found, key=order_of_ids))


def decide_pre_assault_retreat(ruling: Ruling[Game], command: DecidePreAssaultRetreat) -> None:
    """HX-ABILITIES-01 HX-ABILITIES-02 A base whose roll succeeded goes by the rules of retreats, or stays."""
    game, nation = ruling.game, ruling.subject(ChoosingSubject).nation
    mine = command.unit in undecided_units(game, ruling.actor, nation)
    ruling.require(mine, "HX-ABILITIES-01", "nothing-to-decide", "unit", unit=command.unit)
    if command.goes:
        _go(ruling, command)
    else:
        _require_stay(ruling, command)
        ruling.record(PreAssaultRetreatDeclined(unit=command.unit), "HX-ABILITIES-01")
    if not undecided_units(ruling.game, ruling.actor, nation):
        ruling.answered()


def _require_stay(ruling: Ruling[Game], command: DecidePreAssaultRetreat) -> None:
    """HX-ABILITIES-01 Refuse a hex or a turn for a base that stays."""
    ruling.require(not command.hex, "HX-ABILITIES-01", "stays-and-goes", "hex", unit=command.unit)
    ruling.require(command.turn in ("", "none"), "HX-ABILITIES-01", "stays-and-goes", "turn", unit=command.unit)


def _go(ruling: Ruling[Game], command: DecidePreAssaultRetreat) -> None:
    found = destinations(ruling.game, command.unit)
    where = chosen_hex(ruling, command.hex, found)
    turn = chosen_turn(ruling, command.turn)
    row, because = ruling.game.units[command.unit], clauses_of_retreat(ruling.game, command.unit, where)
    fight_ends.record_retreat(ruling, row.id, where, turn, "HX-ABILITIES-01", "HX-ABILITIES-02", *because)
    if row.speed == STAND_STILL and speed_orders(ruling.game.sheets[row.id], SLOW) is not None:
        event = SpeedChanged(owner=EVERYONE, unit=row.id, speed=SLOW, cause="pre_assault_retreat")
        ruling.record(event, "HX-ABILITIES-03")


def chosen_hex(ruling: Ruling[Game], named: str, found: Sequence[str]) -> str:
    """HX-RETREAT-04 Take the hex that is named, or the only one."""
    ruling.require(found, "HX-RETREAT-04", "no-hex-to-go", "hex")
    ruling.require(named or len(found) == 1, "HX-RETREAT-04", "hex-needed", "hex", possible=" ".join(found))
    where = named or found[0]
    ruling.require(where in found, "HX-RETREAT-04", "hex-not-closest", "hex", hex=where, possible=" ".join(found))
    return where


def chosen_turn(ruling: Ruling[Game], turn: str) -> str:
    """HX-RETREAT-08 Take the turn that is named; none where it is left out."""
    ruling.require(
        (turn or "none") in fight_ends.TURNS,
        "HX-RETREAT-08",
        "no-such-turn",
        "turn",
        turn=turn,
        turns=" ".join(fight_ends.TURNS),
    )
    return turn or "none"


def pre_assault_retreat_declined(game: Game, event: PreAssaultRetreatDeclined) -> None:
    """It fights."""
    game.retreats[event.unit] = replace(game.retreats[event.unit], decided=True)


def left_fight(game: Game, event: UnitRetreated) -> None:
    """Take who retreated out of its fight."""
    game.retreats.pop(event.unit, None)
    leave_all_fights(game, event.unit)


def end_before_assault(ruling: Ruling[Game], _window: Window) -> None:
    """HX-ABILITIES-02 Who retreated does not fight."""
    cancel_one_sided(ruling, "HX-ABILITIES-02")


def cancel_one_sided(ruling: Ruling[Game], *because: str) -> None:
    """HX-ASSAULT-37 Where one side is left there is no assault, and its movers enter the hex."""
    over = [fight for fight in open_fights(ruling.game) if len(sides_left(fight)) < len(SEATS)]
    for fight in over:
        ruling.record(AssaultCancelled(fight=fight.id), "HX-ASSAULT-37", *because)
    fight_ends.enter_as_winners(ruling, cancelled_movers(over), "HX-ASSAULT-37")


# -- what may be said


def attempt_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer the units that can try."""
    units = units_that_may_try(game, party, subject_of(window, ChoosingSubject).nation)
    return [
        offer(PassChoice, "HX-GAP-08"),
        offer(AttemptPreAssaultRetreat, "HX-ABILITIES-01", units=Some(units, 1, len(units))),
    ]


def decision_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer to stay, and to go where there is a hex."""
    found: list[Offer] = []
    for unit in undecided_units(game, party, subject_of(window, ChoosingSubject).nation):
        found.append(exact_offer(_stay(unit), "HX-ABILITIES-01"))
        where = destinations(game, unit)
        if where:
            go, turn = Choice(("true",)), Choice(fight_ends.TURNS)
            found.append(
                offer(
                    DecidePreAssaultRetreat,
                    "HX-ABILITIES-01",
                    unit=Choice((unit,)),
                    goes=go,
                    hex=Choice(where),
                    turn=turn,
                )
            )
    return found


def _stay(unit: str) -> DecidePreAssaultRetreat:
    return DecidePreAssaultRetreat(unit=unit, goes=False, hex="", turn="none")


def first_stays(game: Game, window: Window, party: Party) -> DecidePreAssaultRetreat:
    """HX-GAP-08 Silence stays."""
    return _stay(undecided_units(game, party, subject_of(window, ChoosingSubject).nation)[0])


PART = Part(
    handlers=handlers(attempt_pre_assault_retreat, roll_pre_assault_retreats, decide_pre_assault_retreat),
    reducers=reducers(pre_assault_retreats_attempted, pre_assault_retreat_rolled, pre_assault_retreat_declined),
    windows=windows(
        WindowKind(
            "retreat_attempt",
            "HX-ABILITIES-01",
            (AttemptPreAssaultRetreat, PassChoice),
            attempt_offers,
            always(PassChoice()),
            subject=ChoosingSubject,
        ),
        WindowKind("before_rolls", "HX-ABILITIES-01", on_close=ask_rolls),
        table_step("retreat_rolls", "HX-ABILITIES-01", RollPreAssaultRetreats),
        WindowKind("before_decisions", "HX-ABILITIES-01", on_close=ask_decisions),
        WindowKind(
            "retreat_decision",
            "HX-ABILITIES-01",
            (DecidePreAssaultRetreat,),
            decision_offers,
            first_stays,
            subject=ChoosingSubject,
        ),
        WindowKind("before_end", "HX-ASSAULT-37", on_close=end_before_assault),
    ),
)
