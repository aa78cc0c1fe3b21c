"""The referees' desk in headless Chromiums; the tests themselves stand in clients/typescript/live/test/desk.mjs."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import shutil
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.page.desk_event import Desk, prepare
from tests.page.live_games import running
from tests.page.test_page_in_browser import BROWSER_IS_MISSING, CHROMIUM

LIVE = Path(__file__).parents[2] / "clients/typescript/live"


TESTS = 15

Found = tuple[list[Any], int, str, dict[str, list[str]]]
# seats of this event sign nothing: that is all that an audit finds
AUDITED = ["PASS_WITH_NOTES", "UNSIGNED_GAME"]


def write(path: Path, plan: dict[str, Any]) -> None:
    """Write what the browsers need."""
    path.write_text(json.dumps(plan))


async def refereed(
    grpc_address: str, web: str, token: str, plan: Path, *, only: str = "", more: dict[str, Any] | None = None
) -> Found:
    """Let browsers referee an event, and end its games; gives what they found, and what each audit says.

    `only` is a pattern of the tests to run, `more` what they need besides.
    """
    only = only or os.environ.get("ONLY", "")
    async with grpc.aio.insecure_channel(grpc_address) as channel:
        desk = Desk(channel, token)
        write(plan, await prepare(desk, web) | (more or {}))
        command = ("node", str(LIVE / "test/desk.mjs"), str(plan))
        done = await asyncio.create_subprocess_exec(
            *command,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "CHROMIUM": CHROMIUM or "", "ONLY": only},
        )
        out, err = await done.communicate()
        ended = {} if only else {table: await desk.end(table) for table in desk.players}
        audits = {table: [found.result, *(row.code for row in found.findings)] for table, found in ended.items()}
        return [json.loads(line) for line in out.splitlines()], done.returncode or 0, err.decode(), audits


def require_browser() -> None:
    """Skip a test where there is no browser; on the build machine it fails."""
    if CHROMIUM is None or shutil.which("node") is None or not (LIVE.parent / "node_modules/puppeteer-core").exists():
        assert not os.environ.get("CI"), BROWSER_IS_MISSING
        pytest.skip(BROWSER_IS_MISSING)


@pytest.mark.page
def test_the_desk_of_an_event_in_browsers(tmp_path, capsys):
    """Referees see every table of an event and rule at it by forms alone, and are sent nothing that seats hide."""
    require_browser()
    with running(tmp_path / "data") as (address, web, token):
        results, code, said, audits = asyncio.run(refereed(address, web, token, tmp_path / "plan.json"))
    with capsys.disabled():
        for result in results:
            if result.get("figures"):
                print(f"\n{result['name']}: {result['figures']}")
    failed = [f"{result['name']}: {result['error']}" for result in results if "error" in result]
    assert failed == [], "\n".join(failed)
    assert code == 0, said
    assert os.environ.get("ONLY") or len(results) == TESTS
    assert [found for found in audits.values() if found != AUDITED] == []


PRECEDENTS = "precedents of a clause"
CLAUSE = "TF-MOVE-06"
EXTRA = ("duckdb", "pyarrow")


def tables(folder: Path) -> dict[str, Any]:
    """Write tables of two finished games and of one that goes on; gives what a desk has to show of them."""
    from tests.replays.archive.tables.tabled import add_part, game

    def cited(seq: int) -> dict[str, Any]:
        return {"seq": seq, "place": 1, "event": "UnitMoved", "clause": CLAUSE, "party": "red"}

    def meant(text: str) -> dict[str, Any]:
        given = {"seq": 9, "act": "ClauseInterpreted", "clause": CLAUSE, "about": [], "command": "Interpret"}
        return given | {"party": "referee", "reason": "asked", "text": text}

    old = game("old", ended_ms=1_000, clauses=[cited(seq) for seq in range(20, 42)])
    new = game("new", ended_ms=2_000, clauses=[cited(5)], acts=[meant("it means this")])
    going = game("going", finished=False, ended_ms=3_000, clauses=[cited(1)], acts=[meant("of a game that goes on")])
    add_part(folder, old, new, going)
    first, second = (f"/game/{name.encode().hex().ljust(32, '0')}#e=" for name in ("new", "old"))
    entries = [["interpreted", f"{first}9"], ["decided", f"{first}5"]]
    entries += [["decided", f"{second}{seq}"] for seq in range(20, 42)]
    return {"clause": CLAUSE, "counts": [["interpreted toy", 1, 1], ["decided toy", 23, 2]], "entries": entries}


@pytest.mark.page
@pytest.mark.skipif(any(importlib.util.find_spec(name) is None for name in EXTRA), reason="needs make archive-setup")
def test_precedents_at_the_desk_in_a_browser(tmp_path: Path) -> None:
    """A referee looks a clause up at the desk, and reads of finished games how often it stood where, with links."""
    require_browser()
    folder = tmp_path / "tables"
    folder.mkdir()
    more = {"precedents": tables(folder)}
    with running(tmp_path / "data", more=("--precedents", str(folder))) as (address, web, token):
        made = refereed(address, web, token, tmp_path / "plan.json", only=PRECEDENTS, more=more)
        results, code, said, _ = asyncio.run(made)
    assert [(result["name"], result.get("error")) for result in results] == [
        ("precedents of a clause are looked up by a form", None)
    ], said
    assert code == 0, said
