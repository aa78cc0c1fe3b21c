"""Sessions of browsers: a link is good once, no script reads the cookie, and no page of others can use it."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
import time
from collections import Counter

import grpc
import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.rpc.access.browser_tokens import INVITE_MS, BrowserTokens
from services.rpc.access.credentials import Credentials, Role, Unauthenticated
from services.store.redis_keys import MemoryKeys
from tests.services.fixtures import methods, serve_toy
from tests.services.web.fixtures import WebFault, serve_web
from tests.services.web.test_limits import stand_still
from wargame.v1 import links_pb2, play_pb2

OWN = {"connect-protocol-version": "1", "sec-fetch-site": "same-origin"}


@pytest.fixture
async def both(tmp_path):
    async with serve_web(tmp_path) as found:
        yield found


class Browser:
    """A browser with our page open: it keeps cookies, and says where its calls come from."""

    def __init__(self, web, **headers):
        self.web = web
        self.cookies = {}
        self.headers = {
            **OWN,
            "origin": f"http://{web.address}",
            **{n.replace("_", "-"): v for n, v in headers.items()},
        }

    async def send(self, path, body=None, method="POST", **headers):
        """Send a request, and keep the cookies that come back."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        rows = self.headers | {"content-type": "application/json"} | named
        if self.cookies:
            rows["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = [] if body is None else [json.dumps(body).encode()]
        answer, data = await self.web.send(
            path, {name: value for name, value in rows.items() if value}, *sent, method=method
        )
        for row in [answer.headers["set-cookie"]] if "set-cookie" in answer.headers else []:
            name, _, value = row.partition(";")[0].partition("=")
            self.cookies[name] = value
            if "max-age=0" in row.lower():
                del self.cookies[name]
        return answer, json.loads(data) if data else None

    async def join(self, invite, **headers):
        """Begin a session; its name."""
        answer, said = await self.send("/join", {"invite": invite}, **headers)
        assert answer.status == 200, said
        return said["session"]

    async def get(self, game, session, **headers):
        """Ask for the facts of a game: status and answer."""
        answer, said = await self.send(
            methods()["Get"].path, {"game": _base64(game)}, wargame_session=session, **headers
        )
        return answer.status, said


def _base64(data):
    return base64.b64encode(data).decode()


async def invite_for(toy, token):
    """Make a link for a token."""
    return await toy.call("MakeLink", token, links_pb2.MakeLinkRequest())


async def test_from_a_link_to_a_call(both):
    """A link begins a session once; calls with it are those of its token."""
    toy, web = both
    game = await toy.match()
    link = await invite_for(toy, game.tokens["red"])
    assert link.link == f"http://{web.address}/join#t={link.invite}"
    assert 0 < link.expires_time.ToMilliseconds() - time.time() * 1000 <= INVITE_MS
    browser = Browser(web)
    answer, said = await browser.send("/join", {"invite": link.invite})
    assert answer.status == 200
    assert said == {
        "session": said["session"],
        "role": "seat",
        "game": game.id.hex(),
        "seat": 0,
        "event": None,
        "name": "",
        "key": game.tokens["red"].split("_")[2],
    }
    assert {"httponly", "samesite=strict", "path=/"} <= {
        row.strip().lower() for row in answer.headers["set-cookie"].split(";")
    }
    assert (await browser.get(game.id, said["session"]))[0] == 200
    view, shown = await browser.send(
        methods()["View"].path.replace("toy.v1.Play", "v1.Games"),
        {"game": _base64(game.id)},
        wargame_session=said["session"],
    )
    assert view.status == 200, shown
    again, refused = await Browser(web).send("/join", {"invite": link.invite})
    assert (again.status, refused["code"], "set-cookie" in again.headers) == (401, "unauthenticated", False)


async def test_two_seats_in_one_browser(both):
    """Both seats of a game can be played from one browser: each call says which session it is of."""
    toy, web = both
    game = await toy.match()
    browser = Browser(web)
    names = [await browser.join((await invite_for(toy, game.tokens[who])).invite) for who in ("red", "blue")]
    assert len(browser.cookies) == 2
    for seat, name in enumerate(names):
        answer, said = await browser.send(methods()["Offers"].path, {"game": _base64(game.id)}, wargame_session=name)
        assert answer.status == 200, said
        listed = [
            row for row in (await browser.send("/sessions", method="GET"))[1]["sessions"] if row["session"] == name
        ]
        assert [(row["seat"], row["game"]) for row in listed] == [(seat, game.id.hex())]


async def test_streams_go_with_a_session(both):
    """A stream goes with a session as any call, and ends when its user signs out."""
    toy, web = both
    toy.service.interceptor.recheck = 0.2
    game = await toy.match()
    browser = Browser(web)
    name = await browser.join((await invite_for(toy, game.tokens["red"])).invite)
    cookie = "; ".join(f"{key}={value}" for key, value in browser.cookies.items())
    sent = browser.headers | {"cookie": cookie, "wargame-session": name}
    request = play_pb2.WatchRequest(game=game.id)
    headers = {key.replace("-", "_"): value for key, value in sent.items()}
    seen = []

    async def watch():
        async for message in web.stream("Watch", None, request, **headers):
            seen.append(message)
            if len(seen) == 6:
                await browser.send("/leave", wargame_session=name)

    with pytest.raises(WebFault) as fault:
        await watch()
    assert (len(seen), fault.value.status.code) == (6, 16)


async def test_signing_out_ends_the_session_everywhere(both):
    """Who signs out loses the cookie, and a copy of it opens nothing any more; other sessions go on."""
    toy, web = both
    game = await toy.match()
    browser, copy = Browser(web), Browser(web)
    name = await browser.join((await invite_for(toy, game.tokens["red"])).invite)
    other = await browser.join((await invite_for(toy, game.tokens["blue"])).invite)
    copy.cookies = dict(browser.cookies)
    answer, _ = await browser.send("/leave", wargame_session=name)
    assert (answer.status, len(browser.cookies)) == (204, 1)
    assert (await copy.get(game.id, name))[0] == 401
    assert (await copy.get(game.id, other))[0] == 200


async def test_a_session_is_over_with_its_token(both):
    """A revoked token ends its sessions, and a link that was made for it begins none."""
    toy, web = both
    game = await toy.match()
    browser, token = Browser(web), game.tokens["red"]
    name = await browser.join((await invite_for(toy, token)).invite)
    late = await invite_for(toy, token)
    await toy.service.credentials.revoke(token.split("_")[2])
    assert (await browser.get(game.id, name))[0] == 401
    assert (await browser.send("/sessions", method="GET"))[1] == {"sessions": []}
    assert (await Browser(web).send("/join", {"invite": late.invite}))[0].status == 401


async def test_sessions_outlive_the_process(tmp_path):
    """A session goes on after a restart, and in any process of the deployment."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_web(tmp_path, log=log, keys=keys) as (toy, web):
        game = await toy.match()
        browser = Browser(web)
        name = await browser.join((await invite_for(toy, game.tokens["red"])).invite)
    async with serve_web(tmp_path, log=log, keys=keys) as (_, web):
        browser.web, browser.headers["origin"] = web, f"http://{web.address}"
        assert (await browser.get(game.id, name))[0] == 200
    async with serve_web(tmp_path / "other", log=log, keys=keys) as (_, web):
        browser.web, browser.headers["origin"] = web, f"http://{web.address}"
        assert (await browser.get(game.id, name))[0] == 401


@pytest.mark.parametrize(
    "changed",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "https://evil.example", "host": "evil.example:1"},
        {"origin": "http://games.example", "host": "games.example"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"connect_protocol_version": ""},
    ],
)
async def test_pages_of_others_use_no_session(both, changed):
    """A call with a session is taken from our own pages alone: by Origin, by the header that no form can set."""
    toy, web = both
    game = await toy.match()
    browser = Browser(web)
    name = await browser.join((await invite_for(toy, game.tokens["red"])).invite)
    link = await invite_for(toy, game.tokens["blue"])
    for path, body in (
        (methods()["Get"].path, {"game": _base64(game.id)}),
        ("/leave", {}),
        ("/join", {"invite": link.invite}),
    ):
        answer, _ = await browser.send(path, body, **{"wargame_session": name, **changed})
        # with another host the cookie of TLS is asked for, which plain loopback has none of
        assert answer.status in ((403, 401) if "host" in changed else (403,)), path
    assert (await browser.get(game.id, name))[0] == 200
    assert await Browser(web).join(link.invite)


async def test_forms_begin_no_session(both):
    """What a form of another page can send begins no session: its type is not that of the page."""
    toy, web = both
    game = await toy.match()
    link = await invite_for(toy, game.tokens["red"])
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert (await Browser(web).send("/join", {"invite": link.invite}, content_type=kind))[0].status == 400
    bodies: list[object] = [{}, {"invite": 1}, {"invite": link.invite, "more": 1}, {"invite": "x" * 5_000}, []]
    for body in bodies:
        answer, said = await Browser(web).send("/join", body)
        assert (answer.status, link.invite in json.dumps(said)) in ((400, False), (429, False)), body
    assert await Browser(web).join(link.invite)


async def test_cookies_of_tls(tmp_path):
    """Behind a proxy with TLS the cookie has a name that no other host can set, and one without it counts nothing."""
    async with serve_web(tmp_path, web_proxies="127.0.0.1", web_url="https://games.example") as (toy, web):
        game = await toy.match()
        link = await invite_for(toy, game.tokens["red"])
        assert link.link.startswith("https://games.example/join#t=")
        browser = Browser(web, host="games.example", x_forwarded_proto="https", origin="https://games.example")
        name = await browser.join(link.invite)
        assert list(browser.cookies) == [f"__Host-wgs-{name}"]
        assert (await browser.get(game.id, name))[0] == 200
        assert (await browser.get(game.id, name, origin="https://other.example"))[0] == 403
        browser.cookies = {f"wgs-{name}": browser.cookies[f"__Host-wgs-{name}"]}
        assert (await browser.get(game.id, name))[0] == 401


async def test_a_session_is_none_of_another(both):
    """A call names the session that it is of: without the name, or with that of another, it has no token."""
    toy, web = both
    game = await toy.match()
    browser = Browser(web)
    name = await browser.join((await invite_for(toy, game.tokens["red"])).invite)
    for wrong in ("", "00000000", name.upper() + "x"):
        assert (await browser.get(game.id, wrong))[0] == 401
    session = browser.cookies[f"wgs-{name}"]
    browser.cookies = {f"wgs-{name}": session[:-2] + ("AA" if session[-2:] != "AA" else "BA")}
    assert (await browser.get(game.id, name))[0] == 401


async def test_no_more_sessions_than_a_browser_keeps(both):
    """A browser has so many sessions; the oldest gives way to a new one."""
    toy, web = both
    game = await toy.match()
    browser = Browser(web)
    browser.cookies = {f"wgs-{number:08}": "wgs1_x" for number in range(16)}
    answer, _ = await browser.send("/join", {"invite": (await invite_for(toy, game.tokens["red"])).invite})
    assert answer.status == 200
    assert "wgs-00000000=; " in answer.headers["set-cookie"]


async def test_guessed_invites_are_counted(tmp_path):
    """Who guesses invites is refused after ten tries a while, and a good link works for everybody else."""
    async with serve_web(tmp_path, limited=True, web_proxies="127.0.0.1") as (toy, web):
        opened = await toy.match()
        link = await invite_for(toy, opened.tokens["red"])
        stand_still(toy)
        thief = Browser(web, x_forwarded_for="203.0.113.9")
        tried = [await thief.send("/join", {"invite": f"wgi1_{secrets.token_urlsafe(32)}"}) for _ in range(14)]
        assert Counter(answer.status for answer, _ in tried) == {401: 10, 429: 4}
        assert tried[-1][0].headers.get("retry-after") or tried[-1][1]["code"] == "resource_exhausted"
        assert await Browser(web, x_forwarded_for="198.51.100.7").join(link.invite)


async def test_nothing_of_a_link_is_stored_or_logged(both, capsys):
    """The store has the hash of an invite alone; neither invites nor sessions are in any line of the log."""
    toy, web = both
    game = await toy.match()
    link = await invite_for(toy, game.tokens["red"])
    browser = Browser(web)
    stored = str(vars(toy.service.credentials.browsers._keys))
    assert link.invite not in stored
    assert link.invite.removeprefix("wgi1_") not in stored
    name = await browser.join(link.invite)
    await Browser(web).send("/join", {"invite": link.invite})
    await browser.get(game.id, name, origin="https://evil.example")
    said = "".join(capsys.readouterr())
    assert link.invite not in said
    assert next(iter(browser.cookies.values())) not in said


async def test_a_service_without_pages_makes_no_links(tmp_path):
    """Where there is no web edge a link is refused, with the way to have one."""
    async with serve_toy(tmp_path) as toy:
        game = await toy.match()
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await invite_for(toy, game.tokens["red"])
        assert fault.value.code() is grpc.StatusCode.FAILED_PRECONDITION
        assert "--web" in (fault.value.details() or "")


async def test_an_invite_is_taken_once_and_in_time():
    """Of any number who come with an invite at once one gets the session, and after its time nobody."""
    now = [1_000]
    keys = MemoryKeys()
    credentials = Credentials(keys, lambda: now[0], b"k" * 32)
    token = await credentials.make(Role.AUDITOR)
    kid = token.split("_")[2]
    invite, until = await credentials.browsers.invite(kid)
    assert until == 1_000 + INVITE_MS
    found = await asyncio.gather(*[credentials.begin_session(invite) for _ in range(8)], return_exceptions=True)
    assert sorted(type(row).__name__ for row in found) == ["Unauthenticated"] * 7 + ["str"]
    late, until = await credentials.browsers.invite(kid)
    now[0] = until
    with pytest.raises(Unauthenticated):
        await credentials.begin_session(late)
    other = BrowserTokens(keys, lambda: now[0], b"o" * 32)
    session = next(row for row in found if isinstance(row, str))
    assert other.read(session) is None
    assert credentials.browsers.read(session) is not None
