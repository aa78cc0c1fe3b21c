"""Pages of other origins may call where their origin is listed, and nowhere else."""

from __future__ import annotations

import pytest

from services.config import Config, ConfigFault
from tests.services.fixtures import methods, toy_rules
from tests.services.web.fixtures import serve_web

toy_rules()
PAGE = "https://play.example"
ASKS = {"access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type"}


def shown(answer):
    """Everything that an answer says to a browser about other origins."""
    return {name: value for name, value in answer.headers.items() if name.startswith("access-control-")}


async def test_closed_by_default(tmp_path):
    """Without a list no browser is told that a page may call, whatever it asks."""
    async with serve_web(tmp_path) as (toy, web):
        game = await toy.match()
        path = methods()["Get"].path
        answer, _ = await web.send(path, {"origin": PAGE, **ASKS}, method="OPTIONS")
        assert (answer.status, shown(answer)) == (403, {})
        answer, data = await web.answered("Get", game.tokens["red"], game.request("Get"), origin=PAGE)
        assert shown(answer) == {}
        assert data
        answer, _ = await web.send(path, {"origin": "null", **ASKS}, method="OPTIONS")
        assert (answer.status, shown(answer)) == (403, {})


async def test_listed_origins(tmp_path):
    """Pages of a listed origin may call, with a token, and see request ids; pages of others, of similar names, not."""
    async with serve_web(tmp_path, web_origins=f"{PAGE}, http://localhost:5173") as (toy, web):
        game = await toy.match()
        path = methods()["Get"].path
        for origin in (PAGE, "http://localhost:5173"):
            answer, _ = await web.send(path, {"origin": origin, **ASKS}, method="OPTIONS")
            assert answer.status == 204
            allowed = shown(answer).pop("access-control-allow-headers").split(", ")
            assert {"authorization", "content-type", "connect-protocol-version", "connect-timeout-ms"} < set(allowed)
            assert shown(answer)["access-control-allow-origin"] == origin
            assert shown(answer)["access-control-allow-methods"] == "POST"
            assert "access-control-allow-credentials" not in answer.headers
            answer, _ = await web.answered("Get", game.tokens["red"], game.request("Get"), origin=origin)
            assert shown(answer)["access-control-allow-origin"] == origin
            assert "x-request-id" in shown(answer)["access-control-expose-headers"]
            assert answer.headers["vary"] == "origin"
        others = (f"{PAGE}.evil.example", "http://play.example", "https://play.example:444", "null", PAGE.upper(), "*")
        for origin in others:
            answer, _ = await web.send(path, {"origin": origin, **ASKS}, method="OPTIONS")
            assert (answer.status, shown(answer)) == (403, {}), origin


async def test_errors_can_be_read(tmp_path):
    """A page sees why its call was refused, in whichever way it was."""
    async with serve_web(tmp_path, web_origins=PAGE) as (_, web):
        path = methods()["Get"].path
        for kind, status in (("application/proto", 401), ("text/plain", 415)):
            answer, _ = await web.send(path, {"content-type": kind, "origin": PAGE}, b"")
            assert (answer.status, shown(answer)["access-control-allow-origin"]) == (status, PAGE)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"web": "0.0.0.0:8080"}, "can be reached from outside: give --tls-cert"),
        ({"web": "8080"}, "is no address"),
        ({"web": "127.0.0.1:8080", "web_origins": "*"}, "is no origin"),
        ({"web": "127.0.0.1:8080", "web_origins": "https://a.example/"}, "is no origin"),
        ({"web": "127.0.0.1:8080", "web_origins": "a.example"}, "is no origin"),
        ({"web_origins": "https://a.example"}, "give --web an address"),
        ({"web": "127.0.0.1:8080", "web_proxies": "proxy"}, "is no address of a proxy"),
    ],
)
def test_settings(settings, problem):
    """Settings that are not safe, or mean nothing, are refused with what to write."""
    with pytest.raises(ConfigFault, match=problem.replace("*", r"\*")):
        Config(**settings)


def test_who_is_counted():
    """Calls are counted where others can call, also where they come through a proxy of this machine."""
    assert not Config(web="127.0.0.1:8080").limits
    assert Config(web="127.0.0.1:8080", web_proxies="127.0.0.1").limits
    assert not Config(web="127.0.0.1:8080", web_proxies="127.0.0.1", limited=False).limits
