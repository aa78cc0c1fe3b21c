"""A bot: plays a battle from its view and its offers alone, with random choices from a generator that it is handed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import fields, replace

from adjudicator.kernel.bot import Bot, Generator, Plan, Sight, Turn
from adjudicator.kernel.decide.offers import Choice, Offer, Range, Some
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import DisputeFact, SettleDispute
from adjudicator.kernel.sampling import Sampler, words_of
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
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table
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

USUAL, SIZE = "war_of_control", "small"
SAMPLER = Sampler(COMMANDS)
AT_RANDOM = 14
PLANNED = frozenset(
    {"ClaimImpossible", "DisputeFact", "PlaceObjectiveMarker", "RerollDie", "RollWound", "UseBattleManoeuvre"}
)
"""What is never made up: it would be untrue, or its fields depend on each other."""
NEVER_RANDOM = frozenset({"SetWarfield"})


class BattleTurn(Turn):
    """One choice, with the table as the bot sees it; how fire and blows are divided it works out by itself."""

    def __init__(self, sight: Sight, chance: Generator) -> None:
        super().__init__(sight, chance)
        self.offers = tuple(offer for offer in sight.offers if not attack_choices.is_divided(offer))
        self.table = Table(sight)


def create(scenario: str, chance: Generator) -> CreateBattle:
    """Make the command that creates a battle; a size other than small follows a colon ("no_mans_land:medium").

    Raises KeyError for a scenario that there is not, or that is not played in that size.
    """
    name, _, size = scenario.partition(":")
    chosen = SCENARIOS[name or USUAL]
    if size and size not in chosen.sizes.accepted:
        raise KeyError(scenario)
    return CreateBattle(battle_size=size or SIZE, scenario=chosen.id, options=Options())


def sampled(offered: Offer, chance: Generator) -> Struct | None:
    """Make an offered command with any values; None where a field is more than a plain choice, or is not offered."""
    plain = all(isinstance(domain.values, Choice | Range | Some) for domain in offered.fields)
    named = {domain.field for domain in offered.fields}
    whole = all(field.name in named for field in fields(SAMPLER.kinds[offered.command]) if field.required)
    return SAMPLER.sampled(offered, chance) if plain and whole else None


# -- plans that take a line


def _manoeuvres(turn: BattleTurn) -> Struct | None:
    """Say how attacks are to be taken, before the round gets going."""
    side = turn.table.view.sides[turn.table.seat]
    if turn.table.view.phase != "manoeuvres" or side.save_preference or turn.one_in(4):
        return None
    declined = ("reroll", "targets_selected") if side.prepared_manoeuvres else ("targets_selected",)
    return standing(turn.table, declined if turn.chance.randrange(2) else ())


def standing(table: Table, declined: tuple[str, ...] = ()) -> SetStandingChoices:
    """Put the cheapest troops first, Characters last."""
    rows = [row for row in table.view.formations if row.seat == table.seat]
    troops = [troop for row in rows for troop in row.troops]
    leaders = {part.id for row in rows for part in row.parts if "character" in part.keywords}
    order = sorted(troops, key=lambda found: (found.part in leaders, len(found.weapons), found.part, _number(found.id)))
    return SetStandingChoices(
        casualty_order=tuple(item.id for item in order), save_preference="better", windows_declined=declined
    )


def _number(troop: str) -> int:
    return int(troop.rsplit(".", 1)[1])


def _group(turn: BattleTurn) -> Struct | None:
    """Work a group off at once, nearly always."""
    offers = turn.offered("ResolveAttackGroup")
    if turn.one_in(8):
        return None
    command = sampled(offers[0], turn.chance)
    if not isinstance(command, ResolveAttackGroup):
        return None
    rolls = command.automatic if attack_choices.devastating(turn.table, command.weapon, command.profile) else None
    return replace(command, rerolls="failures" if command.rerolls else "", automatic=rolls)


def _wound(turn: BattleTurn) -> Struct | None:
    """Roll to wound; by option give automatic wounds up where a critical one might do more."""
    offered, group = turn.first("RollWound"), turn.table.view.group
    if group is None:
        return None
    may = (
        words_of(offered.fields, "waived")
        if attack_choices.devastating(turn.table, group.weapon, group.profile)
        else ()
    )
    waived = tuple(int(row) for row in may if turn.chance.randrange(2))
    return RollWound(group=group.id, waived=waived)


def _settle(turn: BattleTurn) -> Struct | None:
    """Side with one of the two as a referee; where the dice decide there is nothing to say."""
    fact = words_of(turn.first("SettleDispute").fields, "fact")[0]
    row = next(item for item in turn.table.view.facts if item.fact == fact)
    value = turn.chance.choice((row.value, row.other or row.value)) if turn.table.seat == REFEREE else ""
    return SettleDispute(fact=fact, value=value, reason="")


def _reroll(turn: BattleTurn) -> Struct | None:
    """Throw every failed Wound die again."""
    group = turn.table.view.group
    offered = turn.first("RerollDie")
    may = words_of(offered.fields, "attacks")
    failed = () if group is None else tuple(attack.attack for attack in group.attacks if attack.outcome == "failed")
    rerolled = tuple(row for row in failed if str(row) in may)
    if not rerolled or group is None:
        return None
    return RerollDie(roll="wound", group=group.id, attacks=rerolled, ability="twin_weapon")


def _facts(turn: BattleTurn) -> Struct | None:
    """Let statements stand; dispute one now and then, which the rules then settle."""
    for item in turn.offered("DisputeFact") if turn.one_in(40) else ():
        values = {domain.field: domain.values for domain in item.fields}
        known, other = values.get("fact"), values.get("value")
        if isinstance(known, Choice) and isinstance(other, Choice):
            fact = turn.chance.choice(known.values)
            stated = next(row.value for row in turn.table.view.facts if row.fact == fact)
            if stated != UNSEEN:  # to see more may be more than woods and ruins allow
                return DisputeFact(fact=fact, value=next(word for word in other.values if word != stated))
    easy = turn.offered("DeclineReaction") or turn.offered("ConfirmFact")
    return sampled(easy[0], turn.chance)


def _claim(turn: BattleTurn) -> Struct | None:
    """Say what is impossible where no move is offered: an Assault that can not be completed, or a Retreat."""
    kind = turn.sight.windows[-1].kind
    if kind == "assault_move":
        return _assault_move(turn)
    return move_choices.retreat(turn.table) if kind == "make_move" else None


def _assault_move(turn: BattleTurn) -> Struct | None:
    """Make an Assault move, or claim what stands against it; a claim that was refuted is not made again."""
    if not fight_choices.is_refuted(turn.table):
        return fight_choices.assault_move(turn.table)
    return _shown_move(turn, "MakeAssaultMove") or fight_choices.next_claim(turn.table, turn.offered("ClaimImpossible"))


def _retreat(turn: BattleTurn) -> Struct | None:
    """Make a Retreat; where a claim that there is none was refuted, the one that was shown."""
    shown = _shown_move(turn, "MakeRetreatMove") if fight_choices.is_refuted(turn.table) else None
    return shown or move_choices.retreat(turn.table)


def _shown_move(turn: BattleTurn, kind: str) -> Struct | None:
    """Make a move that is offered as it stands: the one that was shown is among them, where it is legal."""
    offered = turn.offered(kind)
    return SAMPLER.sampled(offered[0], turn.chance) if offered else None


def _least_warfield(turn: BattleTurn) -> Struct | None:
    """Lay out as a referee what the scenario asks for at least."""
    sizes = {
        field.field: field.values.least for field in turn.first("SetWarfield").fields if isinstance(field.values, Range)
    }
    return SetWarfield(**sizes)


def _decline(turn: BattleTurn) -> Struct | None:
    """Let a Battle-Manoeuvre be that is not worth it now."""
    return sampled(turn.first("DeclineReaction"), turn.chance) if turn.offered("UseBattleManoeuvre") else None


PLANS: Mapping[str, Plan[BattleTurn]] = MappingProxyType(
    {
        "UseBattleManoeuvre": lambda turn: manoeuvre_choices.use(
            turn.table, turn.offered("UseBattleManoeuvre"), turn.chance
        ),
        "SetWarfield": _least_warfield,
        "SubmitRoster": lambda turn: set_up_choices.roster(turn.table, turn.chance),
        "PlaceObjectiveMarker": lambda turn: set_up_choices.marker(
            turn.table, set_up_choices.weighted_box(turn.offered("PlaceObjectiveMarker"), turn.chance), turn.chance
        ),
        "PassTerrain": lambda turn: terrain_choices.terrain(
            turn.table, turn.chance, offered=bool(turn.offered("PlaceTerrainFeature"))
        ),
        "CommitBattleFormations": lambda turn: set_up_choices.battle_formations(turn.table, turn.chance),
        "DeployFormation": lambda turn: set_up_choices.deployment(
            turn.table, turn.offered("DeployFormation"), turn.chance
        ),
        "RemoveExstintechMarker": lambda turn: scenario_choices.removal(
            turn.table, turn.first("RemoveExstintechMarker"), turn.chance
        ),
        "NameScientist": lambda turn: scenario_choices.naming(turn.table, turn.offered("NameScientist"), turn.chance),
        "TakeBattleFatigueTest": _manoeuvres,
        "EndTurn": _manoeuvres,
        "SetUpLateFormation": lambda turn: set_up_choices.late(
            turn.table, turn.offered("SetUpLateFormation"), turn.chance
        ),
        "ResolvePreBattleRule": lambda turn: reserve_choices.scouts(
            turn.table, turn.offered("ResolvePreBattleRule"), lambda key: move_choices.goal_of(turn.table, key)
        ),
        "DisembarkFromWreck": lambda turn: reserve_choices.wreck(turn.table, turn.first("DisembarkFromWreck")),
        "ArriveFromReserves": lambda turn: reserve_choices.arrival(
            turn.table, turn.offered("ArriveFromReserves"), turn.chance, bound=not turn.offered("EndTurn")
        ),
        "MoveAircraft": lambda turn: reserve_choices.aircraft_move(turn.table, turn.chance),
        "EndMoveStep": lambda turn: move_choices.movement(turn.table, turn.offers, turn.chance),
        "DeclareNormalMove": lambda turn: move_choices.movement(turn.table, turn.offers, turn.chance),
        "DisembarkFormation": lambda turn: reserve_choices.passengers(turn.table, turn.offers, turn.chance),
        "MakeNormalMove": lambda turn: move_choices.normal(turn.table),
        "MakeAdvanceMove": lambda turn: move_choices.advance(turn.table),
        "MakeRetreatMove": _retreat,
        "RemoveOutOfCohesion": lambda turn: move_choices.remove_out_of_cohesion(
            turn.table, turn.first("RemoveOutOfCohesion")
        ),
        "SelectToShoot": lambda turn: attack_choices.selection(turn.table, turn.offered("SelectToShoot"), turn.chance),
        "DeclareTargets": lambda turn: attack_choices.targets(turn.table, turn.offered("DeclareTargets"), turn.chance),
        "ResolveAttackGroup": _group,
        "RollWound": _wound,
        "SettleDispute": _settle,
        "RerollDie": _reroll,
        "ConfirmFact": _facts,
        "DeclineReaction": _decline,
        "DeclareAssault": lambda turn: fight_choices.assault(turn.table, turn.offered("DeclareAssault"), turn.chance),
        "MakeAssaultMove": _assault_move,
        "SelectToFight": lambda turn: fight_choices.fight(turn.table, turn.offered("SelectToFight")),
        "CloseIn": lambda turn: fight_choices.close_in(turn.table),
        "DeclareMeleeAttacks": lambda turn: attack_choices.blows(
            turn.table, turn.first("DeclareMeleeAttacks"), turn.chance
        ),
        "ClaimImpossible": _claim,
        "DeclareNoRoom": lambda turn: SAMPLER.sampled(turn.first("DeclareNoRoom"), turn.chance),
        "Consolidate": lambda turn: fight_choices.consolidate(turn.table, turn.offered("Consolidate")),
    }
)

BOT = Bot(
    turn=BattleTurn, sample=sampled, plans=PLANS, random_one_in=AT_RANDOM, planned=PLANNED, never_random=NEVER_RANDOM
)
