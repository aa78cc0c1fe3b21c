"""Creation of a game: terms, army lists, sides and roles, points; then what comes next (HX-MAP-01, HX-ARMY-05)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import EVERYONE, TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, windows
from adjudicator.kernel.options import to_message
from adjudicator.rulesets.hex_orders.model.board_hexes import board_of
from adjudicator.rulesets.hex_orders.model.messages import (
    ArmyListLoaded,
    BudgetPackageChosen,
    BudgetsSet,
    ChooseBudgetPackage,
    ChooseRole,
    CreateGame,
    FreePoints,
    FreePointsSplit,
    GameCreated,
    GameOptions,
    LoadArmyList,
    Options,
    RoleAssigned,
    RollForSide,
    RollOffRolled,
    SideAssigned,
    SideTerms,
    SplitFreePoints,
)
from adjudicator.rulesets.hex_orders.model.rows import BoardHex, Side, Terms
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, other_seat, terms_of
from adjudicator.rulesets.hex_orders.model.subjects import RollSideSubject
from adjudicator.rulesets.hex_orders.roster.army_lists import LISTS
from adjudicator.rulesets.hex_orders.roster.budgets import (
    ASYMMETRIC,
    FREE_POINTS,
    GAME_TYPES,
    PACKAGES,
    ROLES,
    budget_of,
    price,
    split_faults,
)
from adjudicator.rulesets.hex_orders.roster.list_checks import list_faults
from adjudicator.rulesets.hex_orders.rules.setup.armies import begin_armies
from adjudicator.rulesets.hex_orders.rules.setup.huge_units import begin_huge
from adjudicator.rulesets.hex_orders.rules.setup.map_design import begin_map
from adjudicator.rulesets.hex_orders.rules.setup.term_offers import create_offer, list_offer, split_offer
from adjudicator.rulesets.hex_orders.rules.setup.terms import SCENARIO, complete_terms, terms_faults

OPENING_WINDOW = "create"
SIDE, ROLE = "side", "asymmetric_role"
DEFAULT_TERMS = "standard"
FREE_POOLS = ("mp", "cp", "xp")

# -- what comes next


def ask_next(ruling: Ruling[Game]) -> None:
    """Begin the next thing that is not settled yet: sides, roles, points, huge units, armies, map."""
    game = ruling.game
    sides = [game.sides[seat] for seat in SEATS]
    asymmetric = terms_of(game).game_type == ASYMMETRIC
    if not all(side.number for side in sides):
        ruling.ask("roll_side", TABLE, subject=RollSideSubject(SIDE))
    elif asymmetric and not all(side.role for side in sides):
        ruling.ask("roll_side", TABLE, subject=RollSideSubject(ROLE))
    elif any(side.budget is None for side in sides):
        _ask_for_points(ruling)
    elif not all(side.huge_shown for side in sides):
        begin_huge(ruling)
    elif not all(side.army for side in sides):
        begin_armies(ruling)
    else:
        begin_map(ruling)


def _ask_for_points(ruling: Ruling[Game]) -> None:
    """HX-ARMY-05, HX-ARMY-06 First the light side takes its package, then the armoured one divides its points."""
    roles = {ruling.game.sides[seat].role: seat for seat in SEATS}
    light = ruling.game.sides[roles["light"]]
    kind, role = ("free_points", "armoured") if light.package else ("package", "light")
    ruling.ask(kind, roles[role])


# -- terms and army lists


def load_army_list(ruling: Ruling[Game], command: LoadArmyList) -> None:
    """HX-ARMY-12 A nation's army list takes the place of the service's own, where it has no fault."""
    ruling.refuse_all(tuple(list_faults(command.list)))
    ruling.record(ArmyListLoaded(list=command.list), "HX-ARMY-12", "HX-ARMY-14", "HX-DTABLE-09")


def army_list_loaded(game: Game, event: ArmyListLoaded) -> None:
    """Keep the list."""
    game.lists[event.list.nation] = event.list


def create_game(ruling: Ruling[Game], command: CreateGame) -> None:
    """HX-MAP-01 HX-GAP-04 Two sides agree on terms; every fault of them is named at once."""
    ruling.refuse_all(tuple(terms_faults(ruling.game, command)))
    terms = complete_terms(command)
    event = GameCreated(
        scenario=command.scenario,
        game_type=command.game_type,
        map_name=command.map_name,
        columns=terms.columns,
        rows=terms.rows,
        sides=terms.sides,
        options=terms.options,
        terrain=terms.terrain,
    )
    ruling.record(event, "HX-MAP-01", "HX-MAP-08", "HX-GAP-04", GAME_TYPES[command.game_type].clause)
    for seat, side in enumerate(terms.sides):
        if side.number:
            ruling.record(SideAssigned(seat=seat, number=side.number), "HX-MAP-05")
        if side.role:
            ruling.record(RoleAssigned(seat=seat, role=side.role), "HX-ARMY-06")
        if command.game_type != ASYMMETRIC:
            _set_budget(ruling, seat)
    ruling.answered()
    ask_next(ruling)


def game_created(game: Game, event: GameCreated) -> None:
    """Note the terms and lay the board out."""
    game.terms = Terms(event.scenario, event.game_type, event.map_name, event.columns, event.rows)
    game.options = to_message(event.options, GameOptions)
    game.sides = {seat: Side(side.nations) for seat, side in enumerate(event.sides)}
    game.hexes = dict.fromkeys(board_of(event.columns, event.rows), BoardHex())
    for row in event.terrain:
        game.hexes[row.hex] = BoardHex(row.terrain, row.overlays)
    game.step = "creation"


# -- sides and roles


def roll_for_side(ruling: Ruling[Game], _command: RollForSide) -> None:
    """HX-MAP-05 HX-ARMY-06 The winner of a roll-off is side 1, or picks a role; the other side gets what is left."""
    question = ruling.subject(RollSideSubject).question
    rolled = ruling.roll_off(6, "side" if question == SIDE else "role", SEATS)
    clause = "HX-MAP-05" if question == SIDE else "HX-ARMY-06"
    ruling.record(RollOffRolled(question=question, faces=rolled.faces, winner=rolled.winner), clause, "HX-GAP-03")
    ruling.answered()
    if question == ROLE:
        ruling.ask("role", rolled.winner)
        return
    for place, seat in enumerate((rolled.winner, other_seat(rolled.winner))):
        ruling.record(SideAssigned(seat=seat, number=place + 1), clause)
    ask_next(ruling)


def choose_role(ruling: Ruling[Game], command: ChooseRole) -> None:
    """HX-ARMY-06 The winner of the roll-off takes a role, and the other side the other one."""
    known = " ".join(ROLES)
    ruling.require(command.role in ROLES, "HX-ARMY-06", "not-among", "role", found=command.role, known=known)
    other = next(role for role in ROLES if role != command.role)
    for seat, role in ((ruling.actor, command.role), (other_seat(ruling.actor), other)):
        ruling.record(RoleAssigned(seat=seat, role=role), "HX-ARMY-06")
    ruling.answered()
    ask_next(ruling)


def side_assigned(game: Game, event: SideAssigned) -> None:
    """Give a seat its edge."""
    game.sides[event.seat] = replace(game.sides[event.seat], number=event.number)


def role_assigned(game: Game, event: RoleAssigned) -> None:
    """Give a seat its role."""
    game.sides[event.seat] = replace(game.sides[event.seat], role=event.role)


# -- points


def choose_budget_package(ruling: Ruling[Game], command: ChooseBudgetPackage) -> None:
    """HX-ARMY-06 The light side takes one package whole, for all to see."""
    known = " ".join(PACKAGES)
    ruling.require(
        command.budget_package in PACKAGES,
        "HX-ARMY-06",
        "not-among",
        "budget_package",
        found=command.budget_package,
        known=known,
    )
    ruling.record(BudgetPackageChosen(seat=ruling.actor, budget_package=command.budget_package), "HX-ARMY-06")
    _set_budget(ruling, ruling.actor)
    ruling.answered()
    ask_next(ruling)


def budget_package_chosen(game: Game, event: BudgetPackageChosen) -> None:
    """Note the package."""
    game.sides[event.seat] = replace(game.sides[event.seat], package=event.budget_package)


def _clauses(game: Game, side: Side) -> tuple[str, ...]:
    game_type = terms_of(game).game_type
    clause = "HX-ARMY-06" if side.role == "light" else GAME_TYPES[game_type].clause
    return (clause, "HX-ARMY-01", "HX-ARMY-07") if game.options.advanced else (clause, "HX-ARMY-01")


def _set_budget(ruling: Ruling[Game], seat: Party) -> None:
    """HX-ARMY-05 Record what a side has to spend, where it is known; free points are a secret until the set-up ends."""
    side = ruling.game.sides[seat]
    budget = budget_of(ruling.game, side)
    if budget is not None:
        owner = seat if side.role == "armoured" else EVERYONE
        ruling.record(BudgetsSet(seat=seat, owner=owner, budget=budget), *_clauses(ruling.game, side))


def split_free_points(ruling: Ruling[Game], command: SplitFreePoints) -> None:
    """HX-ARMY-05 The armoured side divides six points among mp, cp and xp, in secret."""
    points = command.points or FreePoints(mp=0, cp=0, xp=0)
    ruling.refuse_all(tuple(split_faults(points)))
    ruling.record(FreePointsSplit(seat=ruling.actor, points=points), "HX-ARMY-05")
    _set_budget(ruling, ruling.actor)
    ruling.answered()
    ask_next(ruling)


def free_points_split(game: Game, event: FreePointsSplit) -> None:
    """Note the points."""
    points = event.points or FreePoints(mp=0, cp=0, xp=0)
    free = price(mp=points.mp, cp=points.cp, xp=points.xp)
    game.sides[event.seat] = replace(game.sides[event.seat], free=free)


def budgets_set(game: Game, event: BudgetsSet) -> None:
    """Note what a side has to spend."""
    game.sides[event.seat] = replace(game.sides[event.seat], budget=event.budget)


# -- offers and what silence stands for


def _create_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [create_offer(), list_offer()]


def _default_game(_game: Game, _window: Window, _party: Party) -> Struct:
    """Let silence take a standard game of the first two nations."""
    nations = tuple(LISTS)[: len(SEATS)]
    sides = tuple(SideTerms(nations=(nation,), number=0, role="") for nation in nations)
    return CreateGame(scenario=SCENARIO, game_type=DEFAULT_TERMS, map_name="", sides=sides, options=Options())


def _roll_offers(_game: Game, window: Window, _party: Party) -> list[Offer]:
    return [offer(RollForSide, "HX-MAP-05" if subject_of(window, RollSideSubject).question == SIDE else "HX-ARMY-06")]


def _role_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(ChooseRole, "HX-ARMY-06", role=Choice(ROLES))]


def _package_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(ChooseBudgetPackage, "HX-ARMY-06", budget_package=Choice(PACKAGES))]


def _split_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [split_offer()]


PART = Part(
    handlers=handlers(
        load_army_list, create_game, roll_for_side, choose_role, choose_budget_package, split_free_points
    ),
    reducers=reducers(
        army_list_loaded,
        game_created,
        side_assigned,
        role_assigned,
        budget_package_chosen,
        free_points_split,
        budgets_set,
    ),
    windows=windows(
        WindowKind(OPENING_WINDOW, "HX-MAP-01", (CreateGame, LoadArmyList), _create_offers, _default_game),
        WindowKind(
            "roll_side", "HX-MAP-05", (RollForSide,), _roll_offers, always(RollForSide()), subject=RollSideSubject
        ),
        WindowKind("role", "HX-ARMY-06", (ChooseRole,), _role_offers, always(ChooseRole(role=ROLES[0]))),
        WindowKind(
            "package",
            "HX-ARMY-06",
            (ChooseBudgetPackage,),
            _package_offers,
            always(ChooseBudgetPackage(budget_package=PACKAGES[0])),
        ),
        WindowKind(
            "free_points",
            "HX-ARMY-05",
            (SplitFreePoints,),
            _split_offers,
            always(SplitFreePoints(points=FreePoints(**dict.fromkeys(FREE_POOLS, FREE_POINTS // len(FREE_POOLS))))),
        ),
    ),
)
