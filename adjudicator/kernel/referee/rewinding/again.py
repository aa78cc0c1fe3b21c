"""A command given once more after a rewind, with the dice that it threw the first time (WG-BACK-02)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.kernel.decide.exact_offers import exact_offer
from adjudicator.kernel.decide.faults import Rejected, at
from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.kernel.messages import CommandAgain, FieldChange, Rewind
from adjudicator.kernel.referee.trials import NotCarriedOut, try_out

STAND = "WG-BACK-02"
AGAIN = "again"


def corrected(ruling: Ruling[Any], rewind: Rewind) -> CommandAgain:
    """Give the command of the first void entry as the ruling corrects it.

    Raises Rejected where that entry threw no dice, may hold a secret, or where a change fits no field of it.
    """
    note = ruling.protocol.docket.note(rewind.to)
    kind, mask = note.kind, ruling.rules.masks[note.kind]
    ruling.require(kind in ruling.rules.own, STAND, "not-of-the-rules", "to", entry=rewind.to, kind=kind.__name__)
    # by the kind alone, whatever the entry holds: whether hidden dice were thrown is a secret
    ruling.require(not (mask.seals or mask.secret), STAND, "secret-command", "to", entry=rewind.to, kind=kind.__name__)
    command = note.command
    ruling.require(command is not None, STAND, "no-dice-there", "to", entry=rewind.to)
    assert command is not None  # noqa: S101  (required above; says so to the type checker)
    fields = {name: getattr(command, name) for name in kind.__struct_fields__}
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for place, change in enumerate(rewind.changes):
        path = f"changes[{place}]"
        ruling.require(change.field in types, STAND, "field-unknown", f"{path}.field", field=change.field)
        try:
            fields[change.field] = msgspec.json.decode(change.value, type=types[change.field])
        except msgspec.MsgspecError:
            ruling.reject(STAND, "value-unreadable", f"{path}.value", field=change.field)
    given = kind(**fields)
    values = msgspec.json.encode([getattr(given, name) for name in kind.__struct_fields__]).decode()
    return CommandAgain(entry=rewind.to, party=note.actor.party, kind=kind.__name__, fields=values)


def command_again(kinds: Iterable[type[Struct]], game: Tables) -> Struct | None:
    """Read the command that waits to be given once more; None where none does."""
    again = game.again
    if again is None:
        return None
    kind = next(kind for kind in kinds if kind.__name__ == again.kind)
    values = again.fields[1:-1]
    command: Struct = msgspec.json.decode(f'["{again.kind}"{"," if values else ""}{values}]', type=kind)
    return command


def again_windows(part: Part) -> Mapping[str, WindowKind]:
    """Make the window that asks for the command, from the commands that there are."""
    kinds = tuple(part.handlers)

    def offers(game: Tables, _window: Window, _party: Party) -> Sequence[Offer]:
        command = command_again(kinds, game)
        return [] if command is None else [exact_offer(command, STAND)]

    def default_command(game: Tables, _window: Window, _party: Party) -> Struct | None:
        return command_again(kinds, game)

    return windows(WindowKind(AGAIN, STAND, kinds, offers, default_command))


def give_again(ruling: Ruling[Any], window: Window, command: Struct, actor: Party) -> Party:
    """WG-BACK-02 Just the ruled command is given, as the answer to the question below; gives as whom.

    Raises Rejected where it is another command, or one that is not asked for there.
    """
    ruling.actor = actor
    again = ruling.game.again
    due = command_again(tuple(ruling.rules.handlers), ruling.game)
    ruling.require(again is not None and command == due, STAND, "other-command")
    assert again is not None  # noqa: S101  (required above; says so to the type checker)
    ruling.game.stack = tuple(row for row in ruling.game.stack if row.id != window.id)
    ruling.standing = ruling.protocol.docket.note(again.entry).rolls
    ruling.window = None
    top = ruling.top()
    if top is None or type(command) in ruling.rules.anytime:
        return actor
    below, kind = top
    acting = below.acting(actor)
    fits = type(command) in kind.accepts and acting in below.asks
    ruling.require(fits, STAND, "not-asked-there", window=below.kind)
    ruling.window = below
    return acting


def require_legal(ruling: Ruling[Any], changes: Sequence[FieldChange]) -> None:
    """Refuse a ruling whose corrected command would be refused where it is asked for, or could not be carried out.

    Raises Rejected as the command would.
    """
    window, again = ruling.game.stack[-1], ruling.game.again
    command = command_again(tuple(ruling.rules.handlers), ruling.game)
    assert again is not None and command is not None  # noqa: PT018, S101  (it was just asked for)
    try:
        try_out(ruling, command, again.party, lambda trial: give_again(trial, window, command, again.party))
    except Rejected as refusal:
        raise at("changes", refusal) from None
    except NotCarriedOut:
        if not changes:
            raise
        ruling.reject(STAND, "value-unreadable", "changes", field=" and ".join(change.field for change in changes))
