"""Commands that are tried and not given: refused as they would be, and else nothing happens."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message
from msgspec import Struct

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.past import PastNeeded
from adjudicator.kernel.dice.wgdice import Throw
from services.games.requests import CommandRequest
from services.games.seated import require_seated
from services.games.signing import require_sound_command
from services.rpc.access.credentials import Credential, Denied
from services.rpc.methods import methods_of
from services.rpc.wire_values import Invalid
from services.sessions.cited import cited_in, require_cited
from services.sessions.session import Session

SHARED: Final = ("wargame.v1.Protocol", "wargame.v1.Referee")


class _Thrown(Exception):
    """The command has got as far as its dice: it is not refused any more."""


class _UnthrownDice:
    """Dice that nobody throws."""

    def throw(self, _ask: Throw) -> NoReturn:
        """Tell that all checks have passed."""
        raise _Thrown


def read_command(package: str, command: AnyMessage) -> Message:
    """Unpack a command of a ruleset's package, or of those that every game has.

    Raises Invalid.
    """
    name = command.TypeName()
    services = [f"{package}.Play", *SHARED]
    methods = (method for service in services for method in methods_of(service).values() if method.command)
    kind = next((method.request for method in methods if method.request.DESCRIPTOR.full_name == name), None)
    if kind is None:
        raise Invalid("command", f"is no command of {package}: give one of its own, or one that every game has")
    try:
        return kind.FromString(command.value)
    except DecodeError:
        raise Invalid("command", f"can not be read as {name}") from None


def require_may_give(session: Session, credential: Credential, command: Struct) -> None:
    """Refuse a command that is not its caller's to give, before anything is said of what it holds.

    Raises SeatTaken, Denied.
    """
    kind: Any = type(command)
    if credential.role not in session.rules.roles.get(kind, ()):
        raise Denied(f"{kind.__name__} is not given by a {credential.role.name.lower()}")
    require_seated(session.protocol, CommandRequest(session.game_id, b"", command, credential.actor, claim=credential))


def try_command(session: Session, credential: Credential, command: Struct, now: int) -> None:
    """Let a command be refused as if it were given at this time, and change nothing.

    Raises Rejected, SeatTaken, Denied, KeyRefused.
    """
    require_may_give(session, credential, command)
    require_sound_command(command)
    require_cited(session, cited_in(command))
    time = max(now, session.protocol.times[-1])
    try:
        adjudicate(
            session.rules,
            session.game,
            session.protocol,
            credential.party,
            command,
            _UnthrownDice(),
            time,
            by=credential.actor,
        )
    except (_Thrown, PastNeeded):
        # what goes back to an earlier entry is checked before that entry is asked for
        return
