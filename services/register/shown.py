"""What calls give of the register: the proof that a game stands in it, and what its replay file carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.kernel.record.log import LogFault, StoreDown
from services.logs import log

if TYPE_CHECKING:
    from services.register.registers import Registers, Registration
    from services.sessions.session import Session
    from wargame.v1 import games_pb2


class ShownRegister:
    """Shows registers, where any are kept."""

    def __init__(self, registers: Registers | None) -> None:
        self._registers = registers

    async def enter(self, reply: games_pb2.OpenResponse, session: Session) -> None:
        """Let the opening stand in the register before anybody can contribute, and give the proof.

        Raises LogFault, Conflict, StoreDown.
        """
        if self._registers is None:
            return
        await self._registers.opened(session)
        found = await self._registers.registration(session, wait=True)
        if found is not None:
            _put(reply.registration, found)

    async def put(self, reply: games_pb2.GetResponse, session: Session) -> None:
        """Give the proof that a game stands in its register; one that can not be read keeps nobody from the game."""
        if self._registers is None:
            return
        try:
            found = await self._registers.registration(session)
        except (LogFault, StoreDown, KeyError) as fault:
            log.warning("register not read", game=session.game_id.hex(), kind=type(fault).__name__)
            return
        if found is not None:
            _put(reply.registration, found)

    async def member(self, session: Session) -> bytes:
        """Write what a replay file carries; nothing where the register can not be read, which the audit says."""
        if self._registers is None:
            return b""
        try:
            return await self._registers.member(session)
        except (LogFault, StoreDown, KeyError) as fault:
            log.warning("register not read", game=session.game_id.hex(), kind=type(fault).__name__)
            return b""


def _put(target: games_pb2.Registration, found: Registration) -> None:
    target.register, target.leaf, target.proof, target.key = found.register, found.leaf, found.proof, found.key
