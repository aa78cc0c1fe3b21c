"""Chapters 3.2, 4.2, 4.3 and 8.2, what may be written down as battle formations: all that is wrong with it at once.

What is written is read in order: Hover, attachments, passengers, Reserves. A formation is named as it will be once
Leaders have joined: an Attached one by its Escort.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.kernel.decide.faults import Fault
from adjudicator.rulesets.grinding_annihilation.model.messages import BattleFormations, Embarkation
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, FormationPart, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, ability_of, any_has, every_has, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import carries, hold_of
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import AIRCRAFT
from adjudicator.rulesets.grinding_annihilation.rules.troops.attachments import attachment_faults

PERCENT, WHOLE = 25, 100
FORTIFICATION = "fortification"
LISTS = ("reserves", "strategic_reserves")


class FormationsDraft:
    """What a player has written, with lookups of what it would come to."""

    def __init__(self, game: Game, seat: int, written: BattleFormations) -> None:
        self.game = game
        self.seat = seat
        self.written = written
        self.leaders = {pair.leader: pair.escort for pair in written.attachments}
        self.aboard = {row.formation: row.transport for row in written.embarked}

    def own(self, key: str) -> Formation | None:
        """Find a formation of the player's, a Leader that joins an Escort left out."""
        row = self.game.formations.get(key)
        return row if row is not None and row.seat == self.seat and key not in self.leaders else None

    def missing(self, key: str, path: str) -> Fault:
        """GA-4.2-07 Say why a formation is not found: a Leader that joins goes by its Escort's id."""
        escort = self.leaders.get(key, "")
        row = self.game.formations.get(key)
        if row is None or row.seat != self.seat or not escort:
            return Fault("", "unknown-id", path)
        return Fault("GA-4.2-07", "goes-with-escort", path, (("formation", key), ("escort", escort)))

    def rows(self) -> list[Formation]:
        """List the player's formations by id, Leaders that join left out."""
        return [row for key in sorted(self.game.formations) if (row := self.own(key)) is not None]

    def troops(self, key: str) -> list[Troop]:
        """List the troops of a formation, its Leader's last."""
        joined = [leader for leader, escort in self.leaders.items() if escort == key and leader in self.game.formations]
        return [troop for row in (key, *joined) for troop in troops_of(self.game, row)]

    def points(self, key: str) -> int:
        """Count the points of a formation, its Leader's with them."""
        parts = {troop.part for troop in self.troops(key)}
        return sum(self.game.parts[part].points for part in parts)

    def has(self, key: str, ability: str) -> bool:
        """GA-4.2-07 Tell whether every troop of a formation has an ability."""
        return all(ability_of(self.game, troop, ability) is not None for troop in self.troops(key))

    def flies(self, key: str) -> bool:
        """GA-4.3-04 Tell whether a formation is Aircraft and not in Hover mode."""
        return any_has(self.game, key, AIRCRAFT) and key not in self.written.hover

    def carrier(self, key: str) -> str:
        """Name the formation whose transport carries a formation; empty if none does."""
        troop = self.game.troops.get(self.aboard.get(key, ""))
        return "" if troop is None else troop.formation

    def off(self, key: str) -> bool:
        """GA-3.2-29 Tell whether a formation starts in Reserves by being named there."""
        return key in self.written.reserves or key in self.written.strategic_reserves


def formation_faults(game: Game, seat: int, written: BattleFormations) -> list[Fault]:
    """GA-7.0-11 GA-4.2-06 Find all that is wrong with what a player writes down."""
    return [*attachment_faults(game, seat, written), *battle_formation_faults(game, seat, written)]


def battle_formation_faults(game: Game, seat: int, written: BattleFormations) -> Iterator[Fault]:
    """GA-7.0-11 Find all that is wrong with what a player writes down, attachments aside."""
    draft = FormationsDraft(game, seat, written)
    yield from _hover_faults(draft)
    for number, row in enumerate(written.embarked):
        yield from _embarked_faults(draft, row, f"formations.embarked[{number}]")
    yield from _crowding(draft)
    for name in LISTS:
        yield from _list_faults(draft, name)
    yield from _place_faults(draft)
    yield from _limit_faults(draft)


def _hover_faults(draft: FormationsDraft) -> Iterator[Fault]:
    """GA-4.3-04 Only Aircraft with the ability hover."""
    named: set[str] = set()
    for number, key in enumerate(draft.written.hover):
        path, facts = f"formations.hover[{number}]", (("formation", key),)
        if draft.own(key) is None:
            yield draft.missing(key, path)
        elif not (any_has(draft.game, key, AIRCRAFT) and every_has(draft.game, key, "hover")):
            yield Fault("GA-4.3-04", "no-hover", path, facts)
        elif key in named:
            yield Fault("GA-4.3-04", "written-twice", path, facts)
        named.add(key)


def _embarked_faults(draft: FormationsDraft, pair: Embarkation, path: str) -> Iterator[Fault]:
    """GA-3.2-33 GA-3.2-34 A formation starts aboard of a transport that carries its sort."""
    game = draft.game
    facts = (("formation", pair.formation), ("transport", pair.transport))
    row, transport = draft.own(pair.formation), game.troops.get(pair.transport)
    if row is None:
        yield draft.missing(pair.formation, path)
        return
    if transport is None or transport.seat != draft.seat:
        yield Fault("", "unknown-id", path)
        return
    hold = hold_of(game, transport)
    if sum(item.formation == pair.formation for item in draft.written.embarked) > 1:
        yield Fault("GA-3.2-34", "written-twice", path, facts)
    if hold is None or transport.formation == row.id:
        yield Fault("GA-3.2-33", "no-transport", path, facts)
    elif not carries(game, hold, draft.troops(row.id)):
        yield Fault("GA-3.2-33", "not-carried", path, facts)
    if draft.carrier(transport.formation):
        yield Fault("GA-3.2-34", "transport-aboard", path, facts)
    if draft.flies(row.id):
        yield Fault("GA-4.3-01", "aircraft-aboard", path, facts)
    if draft.off(row.id) and not (draft.off(transport.formation) or draft.flies(transport.formation)):
        yield Fault("GA-3.2-34", "passenger-elsewhere", path, facts)


def _crowding(draft: FormationsDraft) -> Iterator[Fault]:
    """GA-3.2-33 No transport carries more troops than its hold has room for."""
    carried: Counter[str] = Counter()
    for formation, transport in draft.aboard.items():
        if draft.own(formation) is not None:
            carried[transport] += len(draft.troops(formation))
    for key, count in sorted(carried.items()):
        troop = draft.game.troops.get(key)
        hold = None if troop is None or troop.seat != draft.seat else hold_of(draft.game, troop)
        if hold is not None and count > hold.capacity:
            facts = (("transport", key), ("free", hold.capacity), ("troops", count))
            yield Fault("GA-3.2-33", "hold-full", "formations.embarked", facts)


def _list_faults(draft: FormationsDraft, name: str) -> Iterator[Fault]:
    """GA-4.2-01 GA-8.2-01 Find formations that may not be in the Reserves they are written down for."""
    keys: tuple[str, ...] = getattr(draft.written, name)
    for number, key in enumerate(keys):
        path, facts = f"formations.{name}[{number}]", (("formation", key),)
        if draft.own(key) is None:
            yield draft.missing(key, path)
        elif key in keys[:number] or (name == LISTS[1] and key in draft.written.reserves):
            yield Fault("GA-7.0-11", "written-twice", path, facts)
        elif name == LISTS[0] and not (draft.has(key, "reserve_troop") or draft.flies(key)):
            yield Fault("GA-4.2-01", "no-reserve-troop", path, facts)
        elif name == LISTS[1] and any(FORTIFICATION in _part(draft, troop).keywords for troop in draft.troops(key)):
            yield Fault("GA-8.2-01", "fortification-stays", path, facts)


def _part(draft: FormationsDraft, troop: Troop) -> FormationPart:
    return draft.game.parts[troop.part]


def _place_faults(draft: FormationsDraft) -> Iterator[Fault]:
    """GA-4.3-01 GA-8.2-03 Aircraft that do not hover start in Reserves."""
    for row in draft.rows():
        if draft.flies(row.id) and not draft.off(row.id):
            yield Fault("GA-4.3-01", "aircraft-in-reserves", "formations.reserves", (("formation", row.id),))


def quarter(limit: int) -> int:
    """GA-8.2-02 Give what of a points limit may go into Strategic Reserves."""
    return limit * PERCENT // WHOLE


def _limit_faults(draft: FormationsDraft) -> Iterator[Fault]:
    """GA-8.2-02 GA-4.3-03 At most a quarter of the points limit goes into Strategic Reserves."""
    limit = quarter(draft.game.battle.points_limit)
    points = sum(draft.points(row.id) for row in draft.rows() if _counts(draft, row.id))
    if points > limit:
        facts = (("points", points), ("limit", limit))
        yield Fault("GA-8.2-02", "over-quarter", "formations.strategic_reserves", facts)


def _counts(draft: FormationsDraft, key: str) -> bool:
    """GA-8.2-02 GA-8.2-03 GA-4.3-03 Tell whether a formation's points count towards the limit."""
    if key in draft.written.strategic_reserves:
        return True
    if key in draft.written.reserves:
        return draft.flies(key) and draft.game.options.aircraft_count_to_reserve_limit
    carrier = draft.carrier(key)
    return bool(carrier) and (carrier in draft.written.strategic_reserves or draft.flies(carrier))
