"""Chapters 7.0 and 4.2, battle formations: written down in secret by both players, then shown together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import MOST_OFFERS, exact_shape
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, bare, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Attachment,
    BattleFormations,
    BattleFormationsCommitted,
    BattleFormationsRevealed,
    CommitBattleFormations,
    HoverTaken,
)
from adjudicator.rulesets.grinding_annihilation.model.state import (
    EMBARKED,
    INCH,
    RESERVES,
    SEATS,
    STRATEGIC,
    Game,
    every_has,
    id_of,
    rival,
)
from adjudicator.rulesets.grinding_annihilation.roster.ready_armies import ARMIES, suggested
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.battle_formation_checks import (
    battle_formation_faults,
    formation_faults,
)
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.combined_formations import combined_formations
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.deployment import next_to_deploy, to_deploy
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import AIRCRAFT, is_aircraft
from adjudicator.rulesets.grinding_annihilation.rules.troops.attachments import attachment_faults, join_leader

HOVERING = 20 * INCH


def commit_battle_formations(ruling: Ruling[Game], command: CommitBattleFormations) -> None:
    """GA-7.0-11 Each player writes down attachments, passengers and Reserves, unseen by the other."""
    written = command.formations or BattleFormations()
    ruling.refuse_all(formation_faults(ruling.game, ruling.actor, written))
    event = BattleFormationsCommitted(seat=ruling.actor, formations=written, entry=ruling.seq)
    ruling.record(event, "GA-7.0-11", "GA-4.2-06")
    ruling.answered()


def battle_formations_committed(game: Game, event: BattleFormationsCommitted) -> None:
    """Keep what was written until both have."""
    side = game.sides[event.seat]
    game.sides[event.seat] = replace(side, committed=True, written=event.formations, entry=event.entry)


def _both_committed(ruling: Ruling[Game], _window: Window) -> None:
    """GA-7.0-11 Once both are in, both are shown, and each Leader joins its Escort (GA-4.2-07)."""
    ruling.unseal(*sorted(ruling.game.sides[seat].entry for seat in SEATS), clause="GA-7.0-11")
    for seat in SEATS:
        written = ruling.game.sides[seat].written or BattleFormations()
        for key in written.hover:
            ruling.record(HoverTaken(formation=key, movement=HOVERING), "GA-4.3-04", "GA-4.3-05")
        event = BattleFormationsRevealed(seat=seat, formations=written)
        ruling.record(event, "GA-7.0-11", *_clauses_of(written))
    attacker = next(seat for seat in SEATS if ruling.game.sides[seat].role == "attacker")
    next_to_deploy(ruling, attacker if to_deploy(ruling.game, attacker) else rival(attacker))


def _clauses_of(written: BattleFormations) -> tuple[str, ...]:
    """Name the clauses of what is written."""
    named = (
        (written.attachments, "GA-4.2-07"),
        (written.attachments, "GA-8.4-04"),
        (written.embarked, "GA-3.2-34"),
        (written.reserves, "GA-4.2-01"),
        (written.strategic_reserves, "GA-8.2-01"),
    )
    return tuple(clause for keys, clause in named if keys)


def hover_taken(game: Game, event: HoverTaken) -> None:
    """Make it an ordinary formation that flies (GA-4.3-05)."""
    game.formations[event.formation] = replace(game.formations[event.formation], hover=True)
    for key in game.formations[event.formation].parts:
        part = game.parts[key]
        profiles = tuple(replace(profile, movement=event.movement, at_least=None) for profile in part.profiles)
        words = tuple(keyword for keyword in part.keywords if keyword != AIRCRAFT)
        game.parts[key] = replace(part, keywords=words, profiles=profiles)
        for profile in profiles:
            game.profiles[f"{key}:{profile.name}"] = profile


def battle_formations_revealed(game: Game, event: BattleFormationsRevealed) -> None:
    """Join Leaders and Escorts for the whole battle, and put aside who starts elsewhere."""
    game.battle = replace(game.battle, step="deployment")
    game.sides[event.seat] = replace(game.sides[event.seat], written=event.formations, revealed=True)
    for pair in event.formations.attachments:
        join_leader(game, pair)
    for place in (RESERVES, STRATEGIC):
        for key in getattr(event.formations, place):
            game.formations[key] = replace(game.formations[key], place=place)
    for item in event.formations.embarked:
        row = game.formations[item.formation]
        game.formations[row.id] = replace(row, place=EMBARKED, aboard=item.transport)


# -- offers and what silence stands for


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    """Offer what suits a ready army, what silence writes, each single addition to that, and additions that combine."""
    plain = _plain_formations(game, party)
    different = dict.fromkeys((*_suggested(game, party), plain, *_additions(game, party, plain)))
    legal = (written for written in different if not formation_faults(game, party, written))
    shapes = [exact_shape(written) for written, _ in zip(legal, range(MOST_OFFERS), strict=False)]
    shapes += combined_formations(game, party, plain)
    return [offer(CommitBattleFormations, "GA-7.0-11", formations=[bare(one) for one in shapes])]


def _suggested(game: Game, party: Party) -> Iterator[BattleFormations]:
    """Give what suits the ready army that a player has, with those hovering that may, and without."""
    names = {key for key, row in game.formations.items() if row.seat == party}
    prefix = id_of(party, "")
    for army in ARMIES.values():
        if {prefix + row.id for row in army.formations} == names:
            yield suggested(army, prefix)
            yield suggested(army, prefix, army.hover)


def _additions(game: Game, party: Party, plain: BattleFormations) -> Iterator[BattleFormations]:
    """GA-4.2-06 GA-4.2-01 GA-8.2-01 GA-4.3-04 Add one pair or one formation to what is written, or let one hover."""
    mine = [key for key in sorted(game.formations) if game.formations[key].seat == party]
    for leader, escort in permutations(mine, 2):
        written = replace(plain, attachments=(Attachment(leader=leader, escort=escort),))
        if not any(attachment_faults(game, party, written)):
            yield written
    for key in mine:
        yield replace(plain, reserves=(*plain.reserves, key))
        yield replace(plain, strategic_reserves=(key,))
        if key in plain.reserves and every_has(game, key, "hover"):
            rest = tuple(row for row in plain.reserves if row != key)
            yield replace(plain, reserves=rest, hover=(*plain.hover, key))


def _default_formations(game: Game, _window: Window, party: Party) -> Struct:
    """Let silence write down no more than it has to."""
    return CommitBattleFormations(formations=_plain_formations(game, party))


def _plain_formations(game: Game, party: Party) -> BattleFormations:
    """Write nothing down but Aircraft, which start in Reserves (GA-4.3-01).

    Where too many would, by an option, those that can hover do (GA-8.2-03).
    """
    rows = (game.formations[key] for key in sorted(game.formations))
    flying = tuple(row.id for row in rows if row.seat == party and is_aircraft(game, row.id))
    plain = BattleFormations(reserves=flying)
    if not list(battle_formation_faults(game, party, plain)):
        return plain
    able = tuple(key for key in flying if every_has(game, key, "hover"))
    rest = tuple(key for key in flying if key not in able)
    return BattleFormations(reserves=rest, hover=able)


PART = Part(
    handlers=handlers(commit_battle_formations),
    reducers=reducers(battle_formations_committed, battle_formations_revealed, hover_taken),
    windows=windows(
        WindowKind("formations", "GA-7.0-11", (CommitBattleFormations,), _offers, _default_formations, _both_committed)
    ),
)
