"""A bot: plays a battle from its view and its offers alone, with whims from a generator that it is handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.bot import Generator, Sight
from adjudicator.kernel.decide.offers import Choice, Offer, Range, Some
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import COMMANDS as KERNEL_COMMANDS
from adjudicator.kernel.messages import DisputeFact, SettleDispute
from adjudicator.rulesets.grinding_annihilation.bots import (
    attack_choices,
    fight_choices,
    manoeuvre_choices,
    move_choices,
    reserve_choices,
    scenario_choices,
    set_up_choices,
    terrain_choices,
)
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table, several
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    COMMANDS,
    CreateBattle,
    Options,
    RerollDie,
    ResolveAttackGroup,
    RollWound,
    SetStandingChoices,
    SetWarfield,
)
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import UNSEEN

KINDS: Mapping[str, type[Struct]] = MappingProxyType({each.__name__: each for each in (*KERNEL_COMMANDS, *COMMANDS)})
USUAL, SIZE = "war_of_control", "small"
WHIM = 14
"""One choice in so many is a whim: any offer, any values."""

PLANNED = frozenset({
    "ClaimImpossible", "DisputeFact", "PlaceObjectiveMarker", "RerollDie", "RollWound", "UseBattleManoeuvre",
})  # fmt: skip
"""What is never done on a whim: it would be untrue, or its fields depend on each other."""


class Turn(NamedTuple):
    """One choice: what is seen, what is offered, and a generator."""

    table: Table
    offers: tuple[Offer, ...]
    chance: Generator

    def offered(self, kind: str) -> list[Offer]:
        """List the offers of one kind of command."""
        return [each for each in self.offers if each.command == kind]

    def first(self, kind: str) -> Offer:
        """Give the first offer of one kind of command."""
        return self.offered(kind)[0]


Plan: TypeAlias = Callable[[Turn], Struct | None]


def create(scenario: str, chance: Generator) -> CreateBattle:
    """Make the command that creates a battle; a size other than small follows a colon ("no_mans_land:medium").

    Raises KeyError for a scenario that there is not, or that is not played in that size.
    """
    name, _, size = scenario.partition(":")
    chosen = SCENARIOS[name or USUAL]
    if size and size not in chosen.sizes.accepted:
        raise KeyError(scenario)
    return CreateBattle(battle_size=size or SIZE, scenario=chosen.id, options=Options())


def choose(sight: Sight, chance: Generator) -> Struct:
    """Choose a command: mostly to a purpose, now and then on a whim."""
    turn = Turn(Table(sight), sight.offers, chance)
    if chance.randrange(WHIM) == 0:
        command = any_of(turn)
        if command is not None:
            return command
    for kind, plan in PLANS.items():
        if turn.offered(kind):
            command = plan(turn)
            if command is not None:
                return command
    command = any_of(turn)
    if command is None:
        raise LookupError(f"nothing among {[each.command for each in sight.offers]} can be made up")
    return command


# -- any offer, any values


def any_of(turn: Turn) -> Struct | None:
    """Take any offer whose fields are plain choices, with any values; None where there is none."""
    plain = [each for each in turn.offers if each.command not in PLANNED]
    made = [command for each in plain if (command := sampled(each, turn.chance)) is not None]
    return turn.chance.choice(made) if made else None


def sampled(offered: Offer, chance: Generator) -> Struct | None:
    """Make an offered command with any values; None where a field is more than a plain choice."""
    kind = KINDS[offered.command]
    values: dict[str, Any] = {}
    for domain in offered.fields:
        match domain.values:
            case Choice(options) if options:
                values[domain.field] = chance.choice(options)
            case Range(least, most):
                values[domain.field] = least + chance.randrange(most - least + 1)
            case Some(options, least, most):
                pool = list(options)
                chance.shuffle(pool)
                values[domain.field] = tuple(pool[: least + chance.randrange(most - least + 1)])
            case _:
                return None
    return _made(kind, values)


def _made(kind: type[Struct], values: dict[str, Any]) -> Struct | None:
    try:
        return kind(**values)
    except TypeError:  # a field that must be given is not among those offered
        return None


# -- plans that take a line


def _manoeuvres(turn: Turn) -> Struct | None:
    """Say how attacks are to be taken, before the round gets going."""
    side = turn.table.view.sides[turn.table.seat]
    if turn.table.view.phase != "manoeuvres" or side.save_preference or turn.chance.randrange(4) == 0:
        return None
    declined = ("reroll", "targets_selected") if side.prepared_manoeuvres else ("targets_selected",)
    return standing(turn.table, declined if turn.chance.randrange(2) else ())


def standing(table: Table, declined: tuple[str, ...] = ()) -> SetStandingChoices:
    """Put the cheapest troops first, Characters last."""
    rows = [row for row in table.view.formations if row.seat == table.seat]
    troops = [each for row in rows for each in row.troops]
    leaders = {part.id for row in rows for part in row.parts if "character" in part.keywords}
    order = sorted(troops, key=lambda each: (each.part in leaders, len(each.weapons), each.part, _number(each.id)))
    return SetStandingChoices(
        casualty_order=tuple(each.id for each in order), save_preference="better", windows_declined=declined
    )


def _number(troop: str) -> int:
    return int(troop.rsplit(".", 1)[1])


def _group(turn: Turn) -> Struct | None:
    """Work a group off at once, nearly always."""
    offers = turn.offered("ResolveAttackGroup")
    if turn.chance.randrange(8) == 0:
        return None
    command = sampled(offers[0], turn.chance)
    if not isinstance(command, ResolveAttackGroup):
        return None
    rolls = command.automatic if attack_choices.devastating(turn.table, command.weapon, command.profile) else None
    return replace(command, rerolls="failures", automatic=rolls)


def _wound(turn: Turn) -> Struct | None:
    """Roll to wound; by option give automatic wounds up where a critical one might do more."""
    offered, group = turn.first("RollWound"), turn.table.view.group
    if group is None:
        return None
    may = several(offered, "waived") if attack_choices.devastating(turn.table, group.weapon, group.profile) else ()
    waived = tuple(int(each) for each in may if turn.chance.randrange(2))
    return RollWound(group=group.id, waived=waived)


def _settle(turn: Turn) -> Struct | None:
    """Side with one of the two as a referee; where the dice decide there is nothing to say."""
    fact = several(turn.first("SettleDispute"), "fact")[0]
    row = next(each for each in turn.table.view.facts if each.fact == fact)
    value = turn.chance.choice((row.value, row.other or row.value)) if turn.table.seat == REFEREE else ""
    return SettleDispute(fact=fact, value=value, reason="")


def _reroll(turn: Turn) -> Struct | None:
    """Throw every failed Wound die again."""
    group = turn.table.view.group
    offered = turn.first("RerollDie")
    may = several(offered, "attacks")
    failed = () if group is None else tuple(each.attack for each in group.attacks if each.outcome == "failed")
    again = tuple(each for each in failed if str(each) in may)
    if not again or group is None:
        return None
    return RerollDie(roll="wound", group=group.id, attacks=again, ability="twin_weapon")


def _facts(turn: Turn) -> Struct | None:
    """Let statements stand; dispute one now and then, which the rules then settle."""
    for each in turn.offered("DisputeFact") if turn.chance.randrange(40) == 0 else ():
        values = {domain.field: domain.values for domain in each.fields}
        known, other = values.get("fact"), values.get("value")
        if isinstance(known, Choice) and isinstance(other, Choice):
            fact = turn.chance.choice(known.values)
            stated = next(row.value for row in turn.table.view.facts if row.fact == fact)
            if stated != UNSEEN:  # to see more may be more than woods and ruins allow
                return DisputeFact(fact=fact, value=next(word for word in other.values if word != stated))
    easy = turn.offered("DeclineReaction") or turn.offered("ConfirmFact")
    return sampled(easy[0], turn.chance)


def _least_warfield(turn: Turn) -> Struct | None:
    """Lay out as a referee what the scenario asks for at least."""
    sizes = {
        each.field: each.values.least for each in turn.first("SetWarfield").fields if isinstance(each.values, Range)
    }
    return SetWarfield(**sizes)


def _decline(turn: Turn) -> Struct | None:
    """Let a Battle-Manoeuvre be that is not worth it now."""
    return sampled(turn.first("DeclineReaction"), turn.chance) if turn.offered("UseBattleManoeuvre") else None


PLANS: Mapping[str, Plan] = MappingProxyType({
    "UseBattleManoeuvre": lambda turn: manoeuvre_choices.use(
        turn.table, turn.offered("UseBattleManoeuvre"), turn.chance
    ),
    "SetWarfield": _least_warfield,
    "SubmitRoster": lambda turn: set_up_choices.roster(turn.table, turn.chance),
    "PlaceObjectiveMarker": lambda turn: set_up_choices.marker(
        turn.table, set_up_choices.roomy(turn.offered("PlaceObjectiveMarker"), turn.chance), turn.chance
    ),
    "PassTerrain": lambda turn: terrain_choices.terrain(
        turn.table, turn.chance, offered=bool(turn.offered("PlaceTerrainFeature"))
    ),
    "CommitBattleFormations": lambda turn: set_up_choices.battle_formations(turn.table, turn.chance),
    "DeployFormation": lambda turn: set_up_choices.deployment(turn.table, turn.offered("DeployFormation"), turn.chance),
    "RemoveExstintechMarker": lambda turn: scenario_choices.removal(
        turn.table, turn.first("RemoveExstintechMarker"), turn.chance
    ),
    "NameScientist": lambda turn: scenario_choices.naming(turn.table, turn.offered("NameScientist"), turn.chance),
    "TakeBattleFatigueTest": _manoeuvres,
    "EndTurn": _manoeuvres,
    "SetUpLateFormation": lambda turn: set_up_choices.late(turn.table, turn.offered("SetUpLateFormation"), turn.chance),
    "ResolvePreBattleRule": lambda turn: reserve_choices.scouts(
        turn.table, turn.offered("ResolvePreBattleRule"), lambda key: move_choices.goal_of(turn.table, key)
    ),
    "DisembarkFromWreck": lambda turn: reserve_choices.wreck(turn.table, turn.first("DisembarkFromWreck")),
    "ArriveFromReserves": lambda turn: reserve_choices.arrival(
        turn.table, turn.offered("ArriveFromReserves"), turn.chance, bound=not turn.offered("EndTurn")
    ),
    "MoveAircraft": lambda turn: reserve_choices.flight(turn.table, turn.chance),
    "EndMoveStep": lambda turn: move_choices.movement(turn.table, turn.offers, turn.chance),
    "DeclareNormalMove": lambda turn: move_choices.movement(turn.table, turn.offers, turn.chance),
    "DisembarkFormation": lambda turn: reserve_choices.passengers(turn.table, turn.offers, turn.chance),
    "MakeNormalMove": lambda turn: move_choices.normal(turn.table),
    "MakeAdvanceMove": lambda turn: move_choices.advance(turn.table),
    "MakeRetreatMove": lambda turn: move_choices.retreat(turn.table),
    "RemoveOutOfCohesion": lambda turn: move_choices.stray(turn.table, turn.first("RemoveOutOfCohesion")),
    "SelectToShoot": lambda turn: attack_choices.selection(turn.table, turn.offered("SelectToShoot"), turn.chance),
    "DeclareTargets": lambda turn: attack_choices.targets(turn.table, turn.first("DeclareTargets"), turn.chance),
    "ResolveAttackGroup": _group,
    "RollWound": _wound,
    "SettleDispute": _settle,
    "RerollDie": _reroll,
    "ConfirmFact": _facts,
    "DeclineReaction": _decline,
    "DeclareAssault": lambda turn: fight_choices.assault(turn.table, turn.offered("DeclareAssault"), turn.chance),
    "MakeAssaultMove": lambda turn: fight_choices.assault_move(turn.table),
    "SelectToFight": lambda turn: fight_choices.fight(turn.table, turn.offered("SelectToFight")),
    "CloseIn": lambda turn: fight_choices.close_in(turn.table),
    "DeclareMeleeAttacks": lambda turn: attack_choices.blows(
        turn.table, turn.first("DeclareMeleeAttacks"), turn.chance
    ),
    "Consolidate": lambda turn: fight_choices.consolidate(turn.table, turn.offered("Consolidate")),
})  # fmt: skip
