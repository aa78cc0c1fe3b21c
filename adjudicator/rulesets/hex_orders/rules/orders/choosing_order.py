"""Who chooses first: lower-ranked nations before higher-ranked ones, and a roll where both sides have one nation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, table_step, windows
from adjudicator.rulesets.hex_orders.model.messages import RollOff, RollOffRolled
from adjudicator.rulesets.hex_orders.model.nations import assault_rank, choosing_rank
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, on_board
from adjudicator.rulesets.hex_orders.model.subjects import ChoosersSubject, ChoosingGroup, ChoosingSubject


def groups(game: Game, needs: Mapping[Party, Iterable[str]], label: str = "") -> tuple[ChoosingGroup, ...]:
    """Group units that need a choice by side and nation, in order of choosing.

    A side with hidden tokens on the board is asked for each of its nations, so that being asked tells nothing.
    """
    found = [
        ChoosingGroup(seat, nation, label)
        for seat in SEATS
        for nation in nations_asked(game, seat, needs.get(seat, ()))
    ]
    return tuple(sorted(found, key=lambda group: (-choosing_rank(group.nation), group.seat)))


def nations_asked(game: Game, seat: Party, units: Iterable[str]) -> tuple[str, ...]:
    """List the nations for which a side is asked: those of its open units, and all while it has hidden tokens."""
    nations = [game.sheets[unit].nation for unit in units if not game.units[unit].hidden]
    if any(unit.hidden for unit in on_board(game, seat)):
        nations.extend(game.sides[seat].nations)
    return tuple(dict.fromkeys(nations))


def ask_in_order(ruling: Ruling[Game], kind: str, chosen: Sequence[ChoosingGroup]) -> None:
    """HX-CHOICE-01 Ask groups one after the other; window `kind` is about nation and label.

    Groups come label by label; within a label the lower-ranked nation is asked first (HX-CHOICE-05). Where both sides
    have one nation at the same place, they roll for it first (HX-CHOICE-07). Of no groups nothing is asked.
    """
    if not chosen:
        return
    _ask_later(ruling, kind, chosen)
    if same_nation_chooses(chosen):
        ask_rank(ruling)


def same_nation_chooses(chosen: Sequence[ChoosingGroup]) -> bool:
    """HX-CHOICE-07 Tell whether both sides have one nation at the same place of the order."""
    return len({(row.nation, row.label) for row in chosen}) < len(set(chosen))


def ask_rank(ruling: Ruling[Game]) -> None:
    """HX-CHOICE-07 Ask for the roll between sides of one nation, unless one holds already for this step or game."""
    if ruling.game.rank is None:
        ruling.ask("rank", TABLE)


def _next_chooser(ruling: Ruling[Game], window: Window) -> None:
    """HX-CHOICE-01 Ask the next group."""
    subject = subject_of(window, ChoosersSubject)
    kind = subject.window
    first, *later = _in_order(ruling.game, list(subject.groups))
    if later:
        _ask_later(ruling, kind, later)
    ruling.ask(kind, first.seat, subject=ChoosingSubject(first.nation, first.label))


def _ask_later(ruling: Ruling[Game], kind: str, chosen: Sequence[ChoosingGroup]) -> None:
    ruling.ask("choosers", subject=ChoosersSubject(kind, tuple(chosen)))


def _in_order(game: Game, chosen: list[ChoosingGroup]) -> list[ChoosingGroup]:
    labels = list(dict.fromkeys(row.label for row in chosen))
    return sorted(
        chosen, key=lambda row: (labels.index(row.label), -choosing_rank(row.nation), row.seat == game.rank, row.seat)
    )


def stronger_nation(game: Game, units: Iterable[str]) -> Party | None:
    """HX-ASSAULT-07, HX-ASSAULT-21 Name the side of the nation with most winning-power; None where both have it."""
    ids = tuple(units)
    best = [
        min((assault_rank(game.sheets[unit].nation) for unit in ids if game.units[unit].seat == seat), default=99)
        for seat in SEATS
    ]
    return None if best[0] == best[1] else best.index(min(best))


def roll_off(ruling: Ruling[Game], _command: RollOff) -> None:
    """HX-CHOICE-07 Sides of one nation roll a d6 each; the higher ranks higher, and ties are rolled again."""
    roll_for_rank(ruling)
    ruling.answered()


def roll_for_rank(ruling: Ruling[Game], *because: str) -> None:
    """HX-CHOICE-07 Roll for the rank of sides of one nation; it holds for this step, or for the game."""
    off = ruling.roll_off(6, "rank")
    ruling.record(RollOffRolled(question="rank", faces=off.faces, winner=off.winner), "HX-CHOICE-07", *because)


def roll_off_rolled(game: Game, event: RollOffRolled) -> None:
    """Note who ranks higher; the other questions have events of their own."""
    if event.question == "rank":
        game.rank = event.winner


PART = Part(
    handlers=handlers(roll_off),
    reducers=reducers(roll_off_rolled),
    windows=windows(
        WindowKind("choosers", "HX-CHOICE-01", on_close=_next_chooser, subject=ChoosersSubject),
        table_step("rank", "HX-CHOICE-07", RollOff),
    ),
)
