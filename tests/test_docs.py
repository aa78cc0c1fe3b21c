"""What the pages tell a reader to do is done here, in their order, against a service of our own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.program import running

ROOT = Path(__file__).parents[1]
# what is followed, in this order: a page may use what an earlier one has left
GUIDES = (
    "README.md",
    "docs/tutorial.md",
    "docs/how-to/install.md",
    "docs/how-to/write-a-client.md",
    "docs/replay-format.md",
    "docs/how-to/verify-a-replay.md",
    "docs/how-to/register.md",
    "docs/run-an-event.md",
)
PAGES = (
    *GUIDES,
    "CONTRIBUTING.md",
    *sorted(
        path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "decisions"
    ),
)
RUN = ("bash", "python", "js")
FENCE = re.compile(
    r"(?:<!-- not run: (?P<reason>.+?) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
SAVED = re.compile(r"[Ss]ave (?:this|it) as `([\w./-]+)`")
ADDRESS = "127.0.0.1:50051"
# what a reader types at the terminal: takes two proposals, asks what there is, gives the seat to the bot
TYPED = "\n?\n\nbot\n"


class Block(NamedTuple):
    """A fenced block of a page, and why it is not run, if it is not."""

    page: str
    line: int
    kind: str
    reason: str
    text: str
    saved: str


def blocks(page: str) -> Iterator[Block]:
    """List the blocks of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start("text"))
        saved = SAVED.findall(text[: found.start()])
        yield Block(page, line, found["kind"], found["reason"] or "", found["text"], saved[-1] if saved else "")


ALL = [block for page in dict.fromkeys(PAGES) for block in blocks(page)]
FOLLOWED = [block for block in ALL if block.page in GUIDES and block.kind in RUN and not block.reason]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Give a folder that looks like a fresh clone, but may be written to."""
    for path in ROOT.iterdir():
        if path.name not in ("tests", "clients", "adjudicator-data", ".venv") and path.suffix != ".replay":
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / "clients/typescript").mkdir(parents=True)
    for path in (ROOT / "clients/typescript").iterdir():
        (tmp_path / "clients/typescript" / path.name).symlink_to(path)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return tmp_path


def run(block: Block, clone: Path, address: str) -> str:
    """Run a block as its page says, with the address of our service; gives what it prints.

    What is saved as a file of the README is run at once; other pages run their files by a line of shell.
    """
    text = block.text.replace(ADDRESS, address)
    file = block.saved if block.kind != "bash" else "block.sh"
    (clone / file).write_text(_at(text, address), encoding="utf-8")
    command = {
        "bash": ["bash", "-euo", "pipefail", file],
        "python": [sys.executable, file] if block.page == "README.md" else ["true"],
        "js": ["node", "--no-warnings", file],
    }[block.kind]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = {**os.environ, "PATH": path, "ADJUDICATOR_ADDRESS": address}
    ran = subprocess.run(command, cwd=clone, env=env, input=TYPED, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{block.page}:{block.line}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def _at(text: str, address: str) -> str:
    """Let a verb that calls the service find ours."""
    return re.sub(r"^(adjudicator sit .*)$", rf"\1 --address {address}", text, flags=re.MULTILINE)


def test_every_block_is_run_or_says_why_not():
    """A block in a language that can be run is run, or a comment over it says why not."""
    assert {block.kind for block in FOLLOWED} == set(RUN)
    left = [block for block in ALL if not block.reason and block.kind in RUN and block not in FOLLOWED]
    assert [f"{block.page}:{block.line}" for block in left] == []


@pytest.mark.long
@pytest.mark.timeout(1400)
def test_the_guides_do_as_they_say(clone):
    """Shell and Python of the README and the guides work as they stand, one after the other, for who follows them."""
    with running(clone / "adjudicator-data") as (address, _):
        text = "\n".join(run(block, clone, address) for block in FOLLOWED if block.kind != "js")
    assert re.search(r"^\d+ entries, \w+, winners ", text, re.MULTILINE)
    assert re.search(r"^PASS  game [0-9a-f]{32}, \d+ entries; to forge it takes ", text, re.MULTILINE)
    assert "1 referee OpenGame" in text
    assert "compatible with fair dice" in text or "counts and no p-value" in text
    assert "GA-3.3-19  " in text
    assert "you are asked: muster" in text
    assert "the audit says PASS" in text
    assert re.search(r"^\d+ entries, head [0-9a-f]{64}$", text, re.MULTILINE)
    assert re.search(r"^ +6  owner gives \w+$", text, re.MULTILINE)
    assert re.search(r"^verified: \d+ receipts, \d+ signatures, [1-9]\d* dice$", text, re.MULTILINE)
    assert re.search(r"^20 \w+", text, re.MULTILINE)
    assert re.search(r"^WG-\S+ not-asked  \{.*\}$", text, re.MULTILINE)


@pytest.mark.node
def test_the_readme_speaks_to_node(clone):
    """The README's JavaScript opens a game and shows a refusal with its clause."""
    with running(clone / "adjudicator-data") as (address, _):
        outputs = [run(block, clone, address) for block in FOLLOWED if block.kind == "js"]
    assert len(outputs) == 1
    assert "wglog/1/head" in outputs[0]
    assert re.search(r"^9: [a-z-]+ under WG-", outputs[0], re.MULTILINE)


@pytest.mark.parametrize("page", sorted(set(PAGES)))
def test_links_lead_somewhere(page):
    """What a page links to is there."""
    text = (ROOT / page).read_text(encoding="utf-8")
    folder = (ROOT / page).parent
    assert [target for target in LINK.findall(text) if not (folder / target).exists()] == []


def test_every_verb_is_in_the_table():
    """The README's table of the program has every verb, and no other."""
    from services.cli import VERBS

    rows = re.findall(r"^\| `(\w+)[^`]*`", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(VERBS) <= set(rows)
