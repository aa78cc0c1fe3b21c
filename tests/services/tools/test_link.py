"""The verb `link`, and links that other verbs print."""

from __future__ import annotations

import asyncio
import json

from services import cli
from tests.services.fixtures import serve_toy
from tests.services.web.fixtures import serve_web


async def said(capsys, *words):
    """Run a verb beside the service; its status, and what it printed."""
    status = await asyncio.to_thread(cli.main, [str(word) for word in words])
    out, err = capsys.readouterr()
    return status, out, err


async def test_a_link_from_the_command_line(tmp_path, capsys):
    """`link` prints a link that opens a session of the token in the file."""
    async with serve_web(tmp_path) as (toy, web):
        token = tmp_path / "owner.token"
        status, out, _ = await said(capsys, "link", token, "--address", toy.service.address)
        assert status == cli.DONE
        where, _, invite = out.strip().partition("/join#t=")
        assert where == f"http://{web.address}"
        own = {"origin": where, "connect-protocol-version": "1", "content-type": "application/json"}
        answer, body = await web.send("/join", own, json.dumps({"invite": invite}).encode())
        assert (answer.status, json.loads(body)["role"]) == (200, "owner")


async def test_without_pages(tmp_path, capsys):
    """Where the service has no pages, or there is none, `link` says what to do."""
    async with serve_toy(tmp_path) as toy:
        status, out, err = await said(capsys, "link", tmp_path / "owner.token", "--address", toy.service.address)
        assert (status, out) == (cli.UNREADY, "")
        assert "--web" in err
    status, _, err = await said(capsys, "link", tmp_path / "nobody.token")
    assert (status, "nobody.token" in err) == (cli.WRONG, True)
    status, _, err = await said(capsys, "token", "make", "owner", "--link", "--data", tmp_path)
    assert (status, "adjudicator link" in err) == (cli.WRONG, True)
