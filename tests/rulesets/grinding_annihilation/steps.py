"""What tests do at the table and read from it: commands played out, events and views looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from adjudicator.kernel.decide.windows import FactsSubject, Window, subject_of
from adjudicator.kernel.messages import ConfirmFact
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareAdvance,
    DeclareMeleeAttacks,
    DeclareNormalMove,
    DeclareTargets,
    MakeAdvanceMove,
    MakeNormalMove,
    MakeRetreatMove,
    MeleeAttack,
    SelectToFight,
    SelectToShoot,
    Shot,
    Sight,
    TroopPath,
)
from tests.kit import Outcome, Table
from tests.rulesets.grinding_annihilation.fixtures import Place, duel, pose

Answer = Callable[[Table, Window, int], Struct | None]


TURNS = frozenset(
    {
        "SelectToShoot",
        "DeclareAssault",
        "SelectToFight",
        "EndTurn",
        "RemainStationary",
        "TakeBattleFatigueTest",
        "EndBattle",
        "RemoveOutOfCohesion",
    }
)


def _answer(table: Table, top: Window, party: int, answers: Mapping[str, Any]) -> Struct:
    asks = table.rules.windows[top.kind]
    for name in sorted(asks.names & answers.keys()):
        given = answers[name]
        each = given if callable(given) else given.pop(0) if given else None
        found = each(table, top, party) if callable(each) else each
        if found is not None:
            return found
    if "ConfirmFact" in asks.names:
        stated = [
            fact for fact in top.subject if fact in table.game.facts and table.game.facts[fact].status == "stated"
        ]
        if stated:
            return ConfirmFact(fact=stated[0])
    assert asks.default_command is not None, f"silence stands for nothing in {top}"
    given_terms = asks.default_command(table.game, top, party)
    assert given_terms is not None, f"silence stands for nothing in {top}"
    return given_terms


def stated_fact(table: Table) -> str:
    """Give the statement of the table that the open window asks about."""
    assert table.window is not None
    return subject_of(table.window, FactsSubject).facts[0]


def settle(table: Table, *until: str, **answers: Answer | Sequence[Struct | Answer]) -> Table:
    """Play on with what silence stands for, up to the next turn's question or one that takes a command of `until`.

    `answers` are given instead where the open question takes that kind of command: a list is used up in order.
    """
    left = {name: list(answer) if not callable(answer) else answer for name, answer in answers.items()}
    stops = frozenset(until) or TURNS
    for _ in range(400):
        top = table.window
        if top is None or top.kind == "confirm_result" or not table.rules.windows[top.kind].names.isdisjoint(stops):
            return table
        party = top.asks[0]
        table.when(party, _answer(table, top, party, left)).accepted()
    message = f"the battle does not come to {sorted(stops)}: {table.windows}"
    raise AssertionError(message)


T = TypeVar("T", bound=Struct)


def events_of(table: Table, kind: type[T]) -> list[T]:
    """Give all events of a kind that commands brought about, in order."""
    return [event for entry in table.log for event, _ in entry.events if isinstance(event, kind)]


def last_event(table: Table, kind: type[T]) -> T:
    """Give the last event of a kind."""
    found = events_of(table, kind)
    assert found, f"no {kind.__name__} happened"
    return found[-1]


def refused(table: Table, who: str | int, command: Struct, clause: str, *more: str) -> Outcome:
    """Find a command refused under this clause (and these more, where several faults are told at once)."""
    outcome = table.when(who, command)
    outcome.looked_at = True
    clauses = {clause, *more}
    assert outcome.faults, f"{command} was accepted, not refused under {clauses}: {outcome.events}"
    found = {fault.clause for fault in outcome.faults}
    assert found == clauses, f"{command}: refused under {outcome.faults}, expected {clauses}"
    return outcome


def living(table: Table, formation: str) -> list[str]:
    """Give the living troops of a formation, by number."""
    return [troop.id for row in table.view("referee").formations if row.id == formation for troop in row.troops]


def wounds_left(table: Table, formation: str) -> list[int]:
    """Give the wounds left to each living troop of a formation."""
    formations = table.view("referee").formations
    return [troop.wounds_left for row in formations if row.id == formation for troop in row.troops]


def shots(table: Table, formation: str, target: str, *weapons: str) -> tuple[Shot, ...]:
    """Fire these weapons, or all of them, at one target: a shot for each copy."""
    carried = {weapon.id: weapon for weapon in table.view("referee").weapons}
    rows: list[Shot] = []
    for row in table.view("referee").formations:
        for troop in row.troops if row.id == formation else ():
            fired = [row for row in troop.weapons if not carried[row].melee and (not weapons or row in weapons)]
            rows += [Shot(troop=troop.id, weapon=weapon, profile=0, target=target) for weapon in fired]
    return tuple(rows)


def sees(table: Table, formation: str, *targets: str, seen: str = "full") -> Sight:
    """Say of all troops of a formation that they see those of the targets alike."""
    looked_at = tuple(troop for target in targets for troop in living(table, target))
    return Sight(observers=tuple(living(table, formation)), troops=looked_at, seen=seen, fact="")


def aim(table: Table, formation: str, *fired: Shot, seen: str = "full", sights: Sequence[Sight] = ()) -> DeclareTargets:
    """Declare shots, with sight of every pair."""
    targets = tuple(dict.fromkeys(shot.target for shot in fired))
    found = tuple(sights) or ((sees(table, formation, *targets, seen=seen),) if targets else ())
    return DeclareTargets(formation=formation, shots=tuple(fired), sights=found)


def fire(
    table: Table,
    formation: str = "a-r",
    target: str = "b-b",
    *weapons: str,
    who: str = "red",
    seen: str = "full",
    sidearms: Sequence[str] = (),
    until: Sequence[str] = (),
    **answers: Answer | Sequence[Struct | Answer],
) -> Table:
    """Select a formation, fire all (or these) weapons at one target and play it out."""
    table.when(who, SelectToShoot(formation=formation, sidearms=tuple(sidearms))).accepted()
    table.when(who, aim(table, formation, *shots(table, formation, target, *weapons), seen=seen)).accepted()
    return settle(table, *until, **answers)


def shoot(*dice: int, **rest: Any) -> Table:
    """Fire a duel's weapons and play it out."""
    return fire(duel(*dice, **rest))


def strike(troop: str, weapon: str = "blade", target: str = "b-b", attacks: int = 0, profile: int = 0) -> MeleeAttack:
    """Name the attacks of one weapon."""
    return MeleeAttack(troop=troop, weapon=weapon, profile=profile, target=target, attacks=attacks)


def melee_attacks(table: Table, formation: str, target: str, *weapons: str) -> tuple[MeleeAttack, ...]:
    """Strike at one target with these melee weapons, or all of them, of every troop."""
    carried = {weapon.id: weapon for weapon in table.view("referee").weapons}
    rows: list[MeleeAttack] = []
    for row in table.view("referee").formations:
        for troop in row.troops if row.id == formation else ():
            used = [one for one in troop.weapons if carried[one].melee and (not weapons or one in weapons)]
            rows += [strike(troop.id, weapon, target) for weapon in used]
    return tuple(rows)


def select(table: Table, formation: str = "a-r", who: str = "red") -> Table:
    """Select a formation to fight and close in with nobody: its attacks are next."""
    table.when(who, SelectToFight(formation=formation)).accepted()
    return settle(table, "DeclareMeleeAttacks")


def fight(
    table: Table,
    formation: str = "a-r",
    target: str = "b-b",
    *weapons: str,
    who: str = "red",
    until: Sequence[str] = (),
    **answers: Answer | Sequence[Struct | Answer],
) -> Table:
    """Let a formation fight with all (or these) weapons against one target and play it out."""
    select(table, formation, who)
    attacks = melee_attacks(table, formation, target, *weapons)
    table.when(who, DeclareMeleeAttacks(formation=formation, attacks=attacks, sights=())).accepted()
    return settle(table, *until, **answers)


DECLARES = {"normal": DeclareNormalMove, "advance": DeclareAdvance}


def declare(table: Table, formation: str = "a-r", kind: str = "normal", who: str = "red") -> Outcome:
    """Select a formation for a Normal move or an Advance."""
    return table.when(who, DECLARES[kind](formation=formation))


MAKES = {"normal": MakeNormalMove, "advance": MakeAdvanceMove, "retreat": MakeRetreatMove}


def make(formation: str, *paths: TroopPath, kind: str = "normal") -> Struct:
    """Name the ways of a move that was declared."""
    return MAKES[kind](formation=formation, paths=paths)


def move(table: Table, *paths: TroopPath, formation: str = "a-r", kind: str = "normal", who: str = "red") -> Outcome:
    """Declare a move and make it."""
    declare(table, formation, kind, who).accepted()
    return table.when(who, make(formation, *paths, kind=kind))


def places(table: Table, formation: str = "a-r") -> list[tuple[float, float]]:
    """Give where the troops of a formation stand, in inches."""
    formations = table.view("referee").formations
    poses = [troop.pose for row in formations if row.id == formation for troop in row.troops]
    return [(one.x / 1000, one.y / 1000) for one in poses]


def path(troop: str, *places: Place) -> TroopPath:
    """Lead a troop over these places."""
    return TroopPath(troop=troop, path=tuple(pose(at) for at in places))


def formation_row(table: Table, id: str) -> Any:
    """Give the row of a formation."""
    return table.game.formations[id]


def asked_party(table: Table) -> int:
    """First party that the innermost window asks."""
    window = table.window
    assert window is not None
    return window.asks[0]


def default_command(table: Table) -> Struct:
    """What the silence of that party stands for."""
    window = table.window
    assert window is not None
    otherwise = table.rules.windows[window.kind].default_command
    answer = otherwise(table.game, window, asked_party(table)) if otherwise else None
    assert answer is not None
    return answer


def formation_view(table: Table, formation: str = "a-r") -> Any:
    """Give what everybody sees of a formation."""
    return next(row for row in table.view("referee").formations if row.id == formation)


def first_troops(count: int, name: str = "a-r") -> tuple[str, ...]:
    """Name the first troops of a formation."""
    return tuple(f"{name}.{number}" for number in range(1, count + 1))


def answer_by_default(table: Table) -> Outcome:
    """Give the answer that silence stands for."""
    top: Any = table.window
    silent: Any = table.rules.windows[top.kind].default_command
    answer = silent(table.game, top, top.asks[0])
    return table.when(top.asks[0], answer).accepted()
