"""Who may call an operator's verb: nobody but an operator, and an operator nothing else."""

from __future__ import annotations

import grpc
import pytest

from services.rpc.access.credentials import Role
from services.rpc.methods import methods_of
from tests.services.admin.steps import do, each, refused
from tests.services.fixtures import ADMIN, GAMES, PLAY, PROTOCOL, methods, serve_toy

Code = grpc.StatusCode
OTHERS = ("owner", "referee", "red", "spectator", "auditor")


async def answer(client, method, token):
    """Call a method with an empty request, or none; how it is refused."""
    call = client.start(method.name, token, () if method.takes_stream else method.request())
    try:
        if method.gives_stream:
            return [row async for row in call]
        return await call
    except grpc.aio.AioRpcError as fault:
        return fault.code()


async def test_nobody_else(tmp_path):
    """Every verb is denied to every other role, and to nobody's token, before anything of the request is read."""
    async with serve_toy(tmp_path) as toy_service:
        game = await toy_service.open(referee=True)
        for name, method in methods_of(ADMIN).items():
            assert method.roles == {Role.ADMIN}, name
            for who in OTHERS:
                assert await answer(toy_service, method, game.tokens[who]) == Code.PERMISSION_DENIED, (name, who)
            assert await answer(toy_service, method, None) == Code.UNAUTHENTICATED, name


async def test_an_operator_does_nothing_else(tmp_path):
    """An operator neither opens nor plays nor reads games: separate duties."""
    async with serve_toy(tmp_path) as toy_service:
        await toy_service.match()
        for service in (GAMES, PROTOCOL, PLAY):
            for name, method in methods_of(service).items():
                assert await answer(toy_service, method, toy_service.admin) == Code.PERMISSION_DENIED, name


async def test_a_token_for_one_game(tmp_path):
    """An operator's token for one game reaches that game, no other, and nothing that is about all."""
    async with serve_toy(tmp_path) as toy_service:
        mine, other = await toy_service.match(), await toy_service.match()
        token = await toy_service.service.credentials.make(Role.ADMIN, mine.id)
        assert (await do(toy_service, "Look", token, game=mine.id)).entries == 6
        denied = (Code.PERMISSION_DENIED, "")
        assert await refused(do(toy_service, "Look", token, game=other.id)) == denied
        assert await refused(do(toy_service, "Freeze", token, game=other.id, reason="mine")) == denied
        for name in ("Survey", "Record", "RotateLogKey", "SetQuota", "ListQuotas"):
            assert await refused(do(toy_service, name, token)) == denied, name
        assert await refused(each(toy_service, "RebuildIndexes", token)) == denied


@pytest.mark.parametrize("name", ["Freeze", "Unfreeze", "Close", "Forget", "ChangeLogKey", "RotateLogKey"])
async def test_without_a_reason(tmp_path, name):
    """What changes something needs a reason that can be read, and is not begun without one."""
    async with serve_toy(tmp_path) as toy_service:
        game = await toy_service.match()
        about = {"verification_key": "a"} if name == "RotateLogKey" else {"game": game.id}
        for reason in ("", "  ", "two\nlines", "x" * 501):
            assert (await refused(do(toy_service, name, reason=reason, **about)))[0] == Code.INVALID_ARGUMENT
        assert not (await do(toy_service, "Record")).rows
        request = methods()["Look"].request(game=b"short")
        assert (await refused(toy_service.call("Look", toy_service.admin, request)))[0] == Code.INVALID_ARGUMENT
