"""Commands on their way through the service: what arrives, and what becomes of it."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.decide.windows import Stack
from adjudicator.kernel.record.log import Entry
from adjudicator.kernel.record.record import Actor, OpenedRecord, Record
from services.games.seated import Claim
from services.games.timing.game_clocks import ShownClocks
from services.sessions.session import Session


class CommandRequest(Struct, frozen=True):
    """A command as it arrived: whose it is comes from the credential, never from the request.

    A `large` one is ruled on beside the event loop. `claim` is what the token says of its seat.
    """

    game_id: bytes
    command_id: bytes
    command: Struct
    actor: Actor
    head: bytes | None = None
    signature: bytes | None = None
    salt: bytes | None = None
    large: bool = False
    claim: Claim | None = None


class CommandResult(Struct, frozen=True):
    """The entry that a command became, with everything in it; the gRPC handlers show each seat its share.

    `stack` are the windows after it, and `clocks` what is shown of the clocks, None where they have to be read from
    the log: a retry long after.
    """

    entry: Entry
    record: Record
    opened: OpenedRecord
    session: Session
    stack: Stack | None
    clocks: ShownClocks | None = None
