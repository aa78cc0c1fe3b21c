"""HX-CONT: the agony steps, in which terror strikes and tokens on bases are rolled."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Some, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model.board_hexes import distance
from adjudicator.rulesets.hex_orders.model.damage_numbers import FIRE, POISON
from adjudicator.rulesets.hex_orders.model.ids import damage_token_id, place_of
from adjudicator.rulesets.hex_orders.model.messages import (
    Ability,
    AgonyRolled,
    ArmourReduced,
    OrderDamageRolls,
    PassChoice,
    ResolveAgony,
    TerrorRolled,
)
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, alive, model_of, on_board, other_seat
from adjudicator.rulesets.hex_orders.model.subjects import AgonyOrderSubject, AgonySubject, TokenOnUnit
from adjudicator.rulesets.hex_orders.rules.damage import acid, damage_order, damage_rolls, damage_tables, damage_tokens
from adjudicator.rulesets.hex_orders.rules.damage.casualties import begin_casualties, models_left

KINDS = (damage_tokens.ACID, damage_tokens.MINOR_ACID, damage_tokens.FIRE, damage_tokens.POISON, damage_tokens.BLEEDING)

# -- the questions


def begin_agony(ruling: Ruling[Game], number: int) -> None:
    """HX-CONT-01 Begin an agony step: an order where it matters, the rolls, and what they do at its end."""
    game = ruling.game
    begin_casualties(ruling)
    ruling.ask("agony", TABLE, subject=AgonySubject(number))
    tokens = _orderable(game, KINDS[number])
    seats = sorted({other_seat(game.units[token.unit].seat) for token in tokens})
    if seats:
        ruling.ask("agony_order", *seats, subject=AgonyOrderSubject(number, tokens))


def _orderable(game: Game, kind: str) -> tuple[TokenOnUnit, ...]:
    """HX-CONT-03 List the tokens of bases that have unlike ones; hidden bases ask for no order."""
    open_ones = (row for row in on_board(game) if not row.hidden)
    return tuple(
        TokenOnUnit(row.id, id)
        for row in open_ones
        if len(set(damage_tokens.tokens_of(row, kind))) > 1
        for id, _ in _named(row, kind)
    )


def _named(row: Unit, kind: str) -> list[tuple[str, int]]:
    """Name the tokens of a base, such as "a1:poison:8:1" for its first Poison[8]; with their levels."""
    levels = damage_tokens.tokens_of(row, kind)
    numbered = [(level, levels[:at].count(level) + 1) for at, level in enumerate(levels)]
    return [(damage_token_id(row.id, kind, level, number), level) for level, number in numbered]


def _in_order(game: Game, row: Unit, kind: str) -> list[int]:
    """List the levels of a base's tokens in the order in which they are rolled."""
    chosen = {id: at for at, id in enumerate(game.order)}
    named = sorted(_named(row, kind), key=lambda found: chosen.get(found[0], len(chosen)))
    return [level for _, level in named]


def resolve_agony(ruling: Ruling[Game], _command: ResolveAgony) -> None:
    """HX-CONT-01 HX-CONT-02 Every token of the step's kind is rolled, by bases; terror comes before acid."""
    number = ruling.subject(AgonySubject).step
    kind = KINDS[number]
    if kind == damage_tokens.ACID:
        _roll_terror(ruling)
    rolls = [(row.id, level) for row in on_board(ruling.game) for level in _in_order(ruling.game, row, kind)]
    for unit, level in rolls:
        roll_token(ruling, unit, kind, level)
    ruling.answered()


def roll_token(ruling: Ruling[Game], unit: str, kind: str, level: int) -> None:
    """HX-CONT-03 Roll for one token of a base."""
    match kind:
        case "acid":
            acid.roll_token(ruling, unit)
        case "minor_acid":
            acid.roll_minor_token(ruling, unit)
        case "fire":
            _roll_fire(ruling, unit)
        case "poison":
            _roll_poison(ruling, unit, level)
        case _:
            _roll_bleeding(ruling, unit, level)


# -- terror


def _roll_terror(ruling: Ruling[Game]) -> None:
    """HX-ABILITIES-05 Terror strikes every enemy within its range; hidden units are not named as striking or struck."""
    game = ruling.game
    for row in on_board(game):
        for ability in terrors_of(game, row):
            for enemy in on_board(game, other_seat(row.seat)):
                if distance(row.hex, enemy.hex) <= ability.x and _fears(game, enemy.id):
                    strike(ruling, row, enemy, ability)


def strike(ruling: Ruling[Game], row: Unit, enemy: Unit, ability: Ability) -> None:
    """HX-ABILITIES-05 Roll terror of a unit against an enemy."""
    if not row.hidden and not enemy.hidden:
        ruling.record(TerrorRolled(unit=row.id, target=enemy.id), "HX-ABILITIES-05", "HX-TURN-16")
    damage_rolls.roll_typed_damage(
        ruling, enemy.id, damage_tables.PSYCHIC, ability.sides, 0, damage_rolls.TERROR, row.seat, "HX-ABILITIES-05"
    )


def terrors_of(game: Game, row: Unit) -> tuple[Ability, ...]:
    """List a base's terrors, those of its models too, like ones once."""
    models = (ability for number in alive(game, row.id) for ability in model_of(game, row.id, number).abilities)
    every = (*game.sheets[row.id].abilities, *models)
    return tuple(dict.fromkeys(item for item in every if item.name == "terror"))


def _fears(game: Game, unit: str) -> bool:
    return damage_tables.table_of(game.sheets[unit], damage_tables.PSYCHIC) is not None


# -- tokens that damage


def _roll_fire(ruling: Ruling[Game], unit: str) -> None:
    """HX-CONT-15 to 17 Roll for a fire token; it goes out on a low die, after its damage."""
    face, result = _roll_for_token(ruling, unit, damage_tokens.FIRE, 0, FIRE.sides.by, FIRE.sides.clause)
    _damage_of_token(ruling, unit, damage_tokens.FIRE, face, "HX-CONT-15", "HX-CONT-16")
    if result <= FIRE.goes_out.by:
        damage_tokens.change_token(ruling, unit, damage_tokens.FIRE, FIRE.goes_out.clause)


def _roll_poison(ruling: Ruling[Game], unit: str, level: int) -> None:
    """HX-CONT-19 to 21 Roll for a poison token; it is spent by a death, else it gets weaker."""
    face, _ = _roll_for_token(ruling, unit, damage_tokens.POISON, level, level, "HX-CONT-19")
    if _damage_of_token(ruling, unit, damage_tokens.POISON, face, "HX-CONT-19"):
        damage_tokens.change_token(ruling, unit, damage_tokens.POISON, "HX-CONT-20", level=level)
    else:
        damage_tokens.change_token(
            ruling, unit, damage_tokens.POISON, POISON.clause, level=level, to_level=POISON.after(level)
        )


def _roll_bleeding(ruling: Ruling[Game], unit: str, level: int) -> None:
    """HX-CONT-22 to 25 Roll for a bleeding token; a one or a death ends it."""
    face, _ = _roll_for_token(ruling, unit, damage_tokens.BLEEDING, level, level, "HX-CONT-22")
    if face == 1:
        damage_tokens.change_token(ruling, unit, damage_tokens.BLEEDING, "HX-CONT-22", level=level)
    elif _damage_of_token(ruling, unit, damage_tokens.BLEEDING, face, "HX-CONT-23", "HX-CONT-24", without="bleeding"):
        damage_tokens.change_token(ruling, unit, damage_tokens.BLEEDING, "HX-CONT-25", level=level)


def _roll_for_token(ruling: Ruling[Game], unit: str, kind: str, level: int, sides: int, clause: str) -> tuple[int, int]:
    """HX-CONT-03 Let the enemy roll for a token; give the face, and the face less resistance."""
    game = ruling.game
    (face,) = damage_tokens.roll_for_base(ruling, unit, 1, sides, kind, other_seat(game.units[unit].seat))
    result = face - damage_tables.resistance(game.sheets[unit], kind)
    acid.record_token_die(ruling, unit, kind, level, face, result, clause)
    return face, result


def _damage_of_token(ruling: Ruling[Game], unit: str, kind: str, face: int, *clauses: str, without: str = "") -> bool:
    """Read a token's die on the regular table, armour left aside; tell whether a model dies of it."""
    game = ruling.game
    before = models_left(game, unit)
    total = damage_tables.with_base_modifiers(game, unit, damage_tables.REGULAR, kind, Tally.base(face, clauses[0]))
    damage_rolls.apply_damage_roll(ruling, unit, damage_tables.REGULAR, face, total, kind, *clauses, without=without)
    return models_left(game, unit) < before


# -- reducers


def agony_rolled(game: Game, event: AgonyRolled) -> None:
    """The order chosen for a base's tokens is used up with its first die."""
    if game.order:
        game.order = tuple(id for id in game.order if place_of(id) != event.unit)


def armour_reduced(game: Game, event: ArmourReduced) -> None:
    """Keep the loss."""
    row = game.units[event.unit or ""]
    game.units[row.id] = replace(row, armour_loss=event.loss or 0)


def terror_rolled(_game: Game, _event: TerrorRolled) -> None:
    """What it does are events of their own."""


def _order_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    ids = damage_order.orderable_tokens(game, window, party)
    return [offer(PassChoice, "HX-GAP-08"), offer(OrderDamageRolls, "HX-CONT-03", hits=Some(ids, 1, len(ids)))]


PART = Part(
    handlers=handlers(resolve_agony),
    reducers=reducers(agony_rolled, armour_reduced, terror_rolled),
    windows=windows(
        table_step("agony", "HX-CONT-01", ResolveAgony, subject=AgonySubject),
        WindowKind(
            "agony_order",
            "HX-CONT-03",
            (OrderDamageRolls, PassChoice),
            _order_offers,
            always(PassChoice()),
            subject=AgonyOrderSubject,
            after_flag=True,
        ),
    ),
)
