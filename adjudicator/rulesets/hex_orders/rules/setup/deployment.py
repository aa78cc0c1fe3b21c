"""Deployment: six steps, each with its dice; one unit, then two and two, until both sides have no more (HX-SETUP)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import EVERYONE, TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.hex_orders.model.board_hexes import FACINGS
from adjudicator.rulesets.hex_orders.model.messages import (
    HiddenTokenPlaced,
    PassSetupStep,
    PlaceHiddenToken,
    PlacementTurnPassed,
    PlaceUnit,
    RollSetupAdvantage,
    SetupAdvantageGained,
    SetupCompleted,
    SetupDiceRolled,
    SetupStepBegan,
    SetupStepCompleted,
    SetupStepPassed,
    SetupStepSkipped,
    UnitNotDeployed,
    UnitPlaced,
)
from adjudicator.rulesets.hex_orders.model.rows import ArmyUnit, Setup, Unit
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, army_key, on_board, other_seat, unit_id
from adjudicator.rulesets.hex_orders.roster.budgets import NOTHING
from adjudicator.rulesets.hex_orders.rules.setup.setup_placement import (
    AT_WILL,
    CLAUSE_OF,
    IN_SIGHT,
    STEPS,
    TOKENS,
    can_place,
    due_units,
    initial_loads,
    is_hidden,
    legal_hexes,
    may_show,
    placeable_units,
    placement_fault,
    silent_token,
    steps_of,
    towards_enemy,
)

FIRST, USUAL, ALL = 1, 2, 0

# -- steps


def begin_setup(ruling: Ruling[Game]) -> None:
    """HX-SETUP-01 Begin with the first step."""
    _begin_step(ruling, STEPS[0])


def _begin_step(ruling: Ruling[Game], first: int) -> None:
    """HX-SETUP-08 Begin the next step in which somebody can place something; those before it are skipped."""
    for step in range(first, STEPS[-1] + 1):
        merged = step == IN_SIGHT and ruling.game.options.scout_setup == "off"
        asked = any(can_place(ruling.game, seat, step) or may_show(ruling.game, seat, step) for seat in SEATS)
        if not merged and asked:
            ruling.record(SetupStepBegan(step=step), CLAUSE_OF[step], "HX-SETUP-12")
            ruling.ask("setup_dice", TABLE)
            return
        for seat in SEATS:
            _leave_out(ruling, seat, step)
        ruling.record(SetupStepSkipped(step=step), "HX-SETUP-03" if merged else "HX-SETUP-08")
    _complete(ruling)


def setup_step_began(game: Game, event: SetupStepBegan) -> None:
    """Note the step."""
    game.setup = Setup(event.step)


def setup_step_skipped(_game: Game, _event: SetupStepSkipped) -> None:
    """A step that is skipped changes nothing."""


def _complete(ruling: Ruling[Game]) -> None:
    """HX-ORDERS-03 With all units placed the first orders are written; an empty side has lost (HX-GAP-01)."""
    from adjudicator.rulesets.hex_orders.rules.turn import turn_steps  # noqa: PLC0415 - the course of play knows every chapter

    game = ruling.game
    budgets = tuple(game.sides[seat].budget or NOTHING for seat in SEATS)
    ruling.record(SetupCompleted(budgets=budgets), "HX-SETUP-12", "HX-ARMY-05")
    if all(on_board(game, seat) for seat in SEATS):
        turn_steps.begin_play(ruling)
    else:
        ruling.ask("end_check", TABLE)


def setup_completed(game: Game, event: SetupCompleted) -> None:
    """Tell what each side had to spend, and leave the set-up."""
    for seat, budget in zip(SEATS, event.budgets, strict=True):
        game.sides[seat] = replace(game.sides[seat], budget=budget)
    game.setup, game.step = None, ""


def setup_of(game: Game) -> Setup:
    """Give the setup step under way.

    Raises LookupError outside the set-up, which no window allows.
    """
    if game.setup is None:
        raise LookupError("no setup step is under way")
    return game.setup


# -- whose turn it is


def roll_setup_advantage(ruling: Ruling[Game], _command: RollSetupAdvantage) -> None:
    """HX-SETUP-08 HX-SETUP-09 Both sides roll a die; the higher one has the advantage and places second."""
    step = setup_of(ruling.game).step
    rolled = ruling.roll_off(6, "setup-advantage", SEATS)
    ruling.record(SetupDiceRolled(step=step, faces=rolled.faces), "HX-SETUP-08", "HX-GAP-03")
    ruling.record(SetupAdvantageGained(step=step, seat=rolled.winner), "HX-SETUP-08", "HX-SETUP-09")
    ruling.answered()
    if is_active(ruling.game, other_seat(rolled.winner)):
        ruling.ask("placing", other_seat(rolled.winner))
    else:
        _hand_over(ruling, other_seat(rolled.winner))


def setup_dice_rolled(_game: Game, _event: SetupDiceRolled) -> None:
    """Who has the advantage is an event of its own."""


def setup_advantage_gained(game: Game, event: SetupAdvantageGained) -> None:
    """HX-SETUP-10 The side without the advantage places one unit first."""
    other = other_seat(event.seat)
    game.setup = Setup(event.step, turn=other, quota=FIRST)


def is_active(game: Game, seat: Party) -> bool:
    """HX-SETUP-11 Tell whether a side has anything left in the step: what it must place, or still may."""
    setup = setup_of(game)
    if seat in setup.passed:
        return False
    due_now = bool(due_units(game, seat, setup.step)) or may_show(game, seat, setup.step)
    return due_now or can_place(game, seat, setup.step)


def _placed(ruling: Ruling[Game], quota: int) -> None:
    """HX-SETUP-10 Let the side place its next unit, or the other side its two."""
    seat = setup_of(ruling.game).turn
    ruling.answered()
    if quota != FIRST and is_active(ruling.game, seat):
        ruling.ask("placing", seat)
    else:
        _hand_over(ruling, seat)


def _hand_over(ruling: Ruling[Game], seat: Party) -> None:
    """HX-SETUP-10, HX-SETUP-11 The other side places two; all it has left where this one has no more."""
    game, other = ruling.game, other_seat(seat)
    mine, theirs = is_active(game, seat), is_active(game, other)
    if not mine and not theirs:
        step = setup_of(game).step
        ruling.record(SetupStepCompleted(step=step), "HX-SETUP-12")
        _begin_step(ruling, step + 1)
        return
    following, quota = (other, USUAL if mine else ALL) if theirs else (seat, ALL)
    clause = "HX-SETUP-11" if quota == ALL else "HX-SETUP-10"
    ruling.record(PlacementTurnPassed(seat=following, quota=quota), clause)
    ruling.ask("placing", following)


def placement_turn_passed(game: Game, event: PlacementTurnPassed) -> None:
    """Note whose turn it is."""
    game.setup = replace(setup_of(game), turn=event.seat, quota=event.quota)


def setup_step_completed(game: Game, _event: SetupStepCompleted) -> None:
    """Leave the step."""
    game.setup = None


# -- placing


def place_unit(ruling: Ruling[Game], command: PlaceUnit) -> None:
    """HX-SETUP-13 HX-SETUP-14 A unit is placed openly, facing where its owner wants."""
    game, seat, setup = ruling.game, ruling.actor, setup_of(ruling.game)
    slot = _slot(ruling, command.slot, setup.step)
    ruling.require(setup.step != TOKENS, "HX-SETUP-06", "token-needed", "slot")
    _fits(ruling, slot, command.hex, command.facing)
    event = UnitPlaced(
        unit=unit_id(seat, game.sides[seat].placed + 1),
        seat=seat,
        hex=command.hex,
        facing=command.facing,
        sheet=slot.sheet,
        loads=initial_loads(game.options, slot.sheet),
        owner=seat,
        slot=slot.number,
    )
    ruling.record(event, CLAUSE_OF[setup.step], "HX-SETUP-13", "HX-SETUP-14", "HX-GUNNERY-14")
    _placed(ruling, setup.quota)


def place_hidden_token(ruling: Ruling[Game], command: PlaceHiddenToken) -> None:
    """HX-SETUP-06 HX-SETUP-07 A token is placed for a hidden unit; what it stands for is on record for good."""
    game, seat, setup = ruling.game, ruling.actor, setup_of(ruling.game)
    ruling.require(setup.step == TOKENS, "HX-SETUP-06", "not-yet-tokens", "", step=setup.step)
    slot = _slot(ruling, command.slot, setup.step)
    facing = command.facing or ""
    _fits(ruling, slot, command.hex, facing)
    event = HiddenTokenPlaced(
        unit=unit_id(seat, game.sides[seat].placed + 1), seat=seat, hex=command.hex, slot=slot.number, facing=facing
    )
    ruling.record(event, "HX-SETUP-06", "HX-SETUP-07")
    _placed(ruling, setup.quota)


def _slot(ruling: Ruling[Game], number: int | None, step: int) -> ArmyUnit:
    """HX-SETUP-12, HX-SETUP-15 Find a unit of the own army that this step takes, not placed and not out yet."""
    slot = ruling.game.armies.get(army_key(ruling.actor, number or 0))
    if slot is None:
        ruling.reject(CLAUSE_OF[step], "no-such-slot", "slot", slot=number or 0)
    free = not slot.unit and not slot.out
    ruling.require(free, "HX-SETUP-16" if slot.out else CLAUSE_OF[step], "slot-used", "slot", slot=slot.number)
    takes = steps_of(ruling.game.options, slot.sheet)
    steps = " ".join(map(str, takes))
    ruling.require(step in takes, "HX-SETUP-12", "wrong-step", "slot", slot=slot.number, step=step, steps=steps)
    return slot


def _fits(ruling: Ruling[Game], slot: ArmyUnit, name: str, facing: str) -> None:
    known = " ".join(FACINGS)
    ruling.require(facing in FACINGS, "HX-ANGLES-01", "not-among", "facing", found=facing, known=known)
    wrong = placement_fault(ruling.game, slot.seat, slot.sheet, name, setup_of(ruling.game).step)
    ruling.refuse_all(() if wrong is None else (wrong,))


def unit_placed(game: Game, event: UnitPlaced) -> None:
    """Put the unit on the board."""
    unit = Unit(event.unit, event.seat, event.hex, event.facing, event.sheet.initial_speed, loads=event.loads)
    _put(game, unit, event.slot)
    game.sheets[unit.id] = event.sheet


def hidden_token_placed(game: Game, event: HiddenTokenPlaced) -> None:
    """Put the unit on the board behind its token."""
    sheet = game.armies[army_key(event.seat, event.slot or 0)].sheet
    unit = Unit(
        event.unit,
        event.seat,
        event.hex,
        event.facing or "",
        sheet.initial_speed,
        hidden=True,
        loads=initial_loads(game.options, sheet),
    )
    _put(game, unit, event.slot)
    game.sheets[unit.id] = sheet


def _put(game: Game, unit: Unit, slot: int | None) -> None:
    key, side, setup = army_key(unit.seat, slot or 0), game.sides[unit.seat], setup_of(game)
    game.units[unit.id] = unit
    game.armies[key] = replace(game.armies[key], unit=unit.id)
    game.sides[unit.seat] = replace(side, placed=side.placed + 1)
    if setup.quota > FIRST:
        game.setup = replace(setup, quota=setup.quota - 1)


# -- passing


def pass_setup_step(ruling: Ruling[Game], _command: PassSetupStep) -> None:
    """HX-SETUP-11 A side places no more in this step, where it may stop or nothing that it must place has room."""
    game, seat, step = ruling.game, ruling.actor, setup_of(ruling.game).step
    left = _forced(game, seat, step)
    numbers = " ".join(str(slot.number) for slot in left)
    ruling.require(not left, CLAUSE_OF[step], "must-place", "", step=step, slots=numbers)
    ruling.record(SetupStepPassed(seat=seat, step=step), "HX-SETUP-11")
    _leave_out(ruling, seat, step)
    ruling.answered()
    _hand_over(ruling, seat)


def _forced(game: Game, seat: Party, step: int) -> tuple[ArmyUnit, ...]:
    """List what a side has to place before it may pass."""
    if step in AT_WILL:
        return ()
    return tuple(slot for slot in due_units(game, seat, step) if legal_hexes(game, seat, slot.sheet, step))


def setup_step_passed(game: Game, event: SetupStepPassed) -> None:
    """Note who has passed."""
    setup = setup_of(game)
    game.setup = replace(setup, passed=(*setup.passed, event.seat))


def _leave_out(ruling: Ruling[Game], seat: Party, step: int) -> None:
    """HX-SETUP-16 What found no hex in the last step that takes it is out of the game."""
    for slot in due_units(ruling.game, seat, step):
        owner = seat if step == TOKENS and is_hidden(slot.sheet) else EVERYONE
        event = UnitNotDeployed(seat=seat, owner=owner, slot=slot.number, sheet=slot.sheet)
        ruling.record(event, "HX-SETUP-16")


def unit_not_deployed(game: Game, event: UnitNotDeployed) -> None:
    """Take the unit out of the game."""
    key = army_key(event.seat, event.slot or 0)
    game.armies[key] = replace(game.armies[key], out=True)


# -- offers and what silence stands for


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    step = setup_of(game).step
    command = PlaceHiddenToken if step == TOKENS else PlaceUnit
    commands = [
        offer(
            command,
            CLAUSE_OF[step],
            slot=Choice((str(slot.number),)),
            hex=Choice(legal_hexes(game, party, slot.sheet, step)),
            facing=Choice(FACINGS),
        )
        for slot in placeable_units(game, party, step)
    ]
    return commands if _forced(game, party, step) else [*commands, offer(PassSetupStep, "HX-SETUP-11")]


def _silence(game: Game, _window: Window, party: Party) -> Struct:
    """HX-GAP-08 Pass where that is allowed, else place the first unit in its default hex, facing the enemy."""
    step = setup_of(game).step
    left = _forced(game, party, step)
    if not left:
        return PassSetupStep()
    facing = towards_enemy(game, party)
    if step == TOKENS:
        slot, name = silent_token(game, party, left)
        return PlaceHiddenToken(slot=slot.number, hex=name, facing=facing)
    name = legal_hexes(game, party, left[0].sheet, step)[0]
    return PlaceUnit(slot=left[0].number, hex=name, facing=facing)


PART = Part(
    handlers=handlers(roll_setup_advantage, place_unit, place_hidden_token, pass_setup_step),
    reducers=reducers(
        setup_step_began,
        setup_step_skipped,
        setup_completed,
        setup_dice_rolled,
        setup_advantage_gained,
        placement_turn_passed,
        setup_step_completed,
        unit_placed,
        hidden_token_placed,
        setup_step_passed,
        unit_not_deployed,
    ),
    windows=windows(
        table_step("setup_dice", "HX-SETUP-08", RollSetupAdvantage),
        WindowKind("placing", "HX-SETUP-13", (PlaceUnit, PlaceHiddenToken, PassSetupStep), _offers, _silence),
    ),
)
