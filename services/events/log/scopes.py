"""Scopes of tokens: the rounds and tables of an event that a referee, spectator or auditor is for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from services.rpc.access.credentials import Credential, Denied, Role
from services.rpc.wire_values import Invalid

if TYPE_CHECKING:
    from services.events.log.entries import GameRow, TokenMade
    from services.events.log.state import EventState

# who may be for some of the games alone: seats are for their own as it is, and a head referee for the event
SCOPED: Final = (Role.REFEREE, Role.SPECTATOR, Role.AUDITOR)
LABELS_MOST: Final = 500


def read_labels(labels: Sequence[str], field: str, role: Role, longest: int) -> tuple[str, ...]:
    """Read the rounds or tables that a token is for.

    Raises Invalid.
    """
    if labels and role not in SCOPED:
        raise Invalid(field, "limit a referee, a spectator or an auditor: leave them out for another role")
    if len(labels) > LABELS_MOST:
        raise Invalid(field, f"may be {LABELS_MOST} at most: leave them out for all")
    for place, label in enumerate(labels):
        if not label or len(label) > longest:
            raise Invalid(f"{field}[{place}]", f"must have 1 to {longest} characters")
    return tuple(dict.fromkeys(labels))


def is_assigned(made: TokenMade | None, row: GameRow) -> bool:
    """Whether a token is for a game; one that is not of the event is for whatever its own rights say."""
    if made is None:
        return True
    return (not made.rounds or row.round in made.rounds) and (not made.tables or row.table in made.tables)


def outside(made: TokenMade | None, row: GameRow) -> str:
    """Say that a token is not for a game, and whose is; nothing where it is."""
    if made is None or is_assigned(made, row):
        return ""
    return (
        f"This token is for {scope_of(made)} of its event, and the game is at {place_of(row)}: "
        "use the token of a head referee, or of who is assigned there."
    )


def require_whole(state: EventState, credential: Credential, what: str) -> None:
    """Refuse what concerns an event as a whole to who is for some of its games.

    Raises Denied.
    """
    token = state.tokens.get(credential.kid)
    if token is not None and (token.made.rounds or token.made.tables):
        raise Denied(
            f"This token is for {scope_of(token.made)} of its event, and {what} is not: use the token of a head "
            "referee, or of a referee of the whole event."
        )


def scope_of(made: TokenMade) -> str:
    """Name the rounds and tables."""
    return " at ".join(_named(made))


def _named(made: TokenMade) -> Iterator[str]:
    for word, labels in (("round", made.rounds), ("table", made.tables)):
        if labels:
            yield f"{word}{'s' if len(labels) > 1 else ''} {', '.join(labels)}"


def place_of(row: GameRow) -> str:
    """Name where a game is played."""
    words = [f"{word} {label}" for word, label in (("round", row.round), ("table", row.table)) if label]
    return ", ".join(words) or "no table of that name"
