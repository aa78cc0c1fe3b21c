"""What the pages tell a reader to do is done here, in their order, against a service of our own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs.blocks import ALL, FOLLOWED, PAGES, ROOT, Block
from tests.program import running, running_for_browsers

LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
ADDRESS, WEB = "127.0.0.1:50051", "127.0.0.1:8080"
SERVES = "it serves until it is stopped"
LISTENS = re.compile(r"(?<=--listen )127\.0\.0\.1:\d+|(?<=--web )127\.0\.0\.1:\d+")
# what a reader types at the terminal: takes two proposals, asks what there is, gives the seat to the bot
TYPED = "\n?\n\nbot\n"


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


class Places(NamedTuple):
    """Where our service is, for calls and for browsers."""

    address: str
    web: str = WEB


def serves(block: Block) -> bool:
    """Tell whether a block starts what runs until it is stopped: it is started, has to say so, and is stopped."""
    return block.reason == SERVES


def run(block: Block, clone: Path, places: Places) -> str:
    """Run a block as its page says, with the address of our service; gives what it prints.

    What is saved as a file of the README is run at once; other pages run their files by a line of shell.
    """
    text = block.text.replace(ADDRESS, places.address).replace(WEB, places.web)
    file = block.saved if block.kind != "bash" else "block.sh"
    (clone / file).write_text(_at(text, places.address), encoding="utf-8")
    command = {
        "bash": ["bash", "-euo", "pipefail", file],
        "python": [sys.executable, file] if block.page == "README.md" else ["true"],
        "js": ["node", "--no-warnings", file],
    }[block.kind]
    env = _environment(ADJUDICATOR_ADDRESS=places.address)
    ran = subprocess.run(command, cwd=clone, env=env, input=TYPED, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{block.place}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def start(block: Block, clone: Path) -> str:
    """Start what a block serves, on ports that are free, and stop it again; gives the first line that it prints."""
    text = LISTENS.sub("127.0.0.1:0", block.text)
    text = text.replace("adjudicator serve ", "adjudicator serve --data served --listen 127.0.0.1:0 ")
    register = next((clone / "adjudicator-data/registers/day").iterdir())
    env = _environment(REGISTER_KEY=(register / "key").read_text().splitlines()[2])
    with subprocess.Popen(["bash", "-c", f"exec {text}"], cwd=clone, env=env, stdout=subprocess.PIPE, text=True) as run:
        line = run.stdout.readline() if run.stdout else ""
        assert run.poll() is None, f"{block.place} ended: {line}"
        run.terminate()
    assert line, f"{block.place} prints nothing"
    return line


def _environment(**more: str) -> dict[str, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "PATH": path, **more}


def _at(text: str, address: str) -> str:
    """Let a verb that calls the service find ours."""
    return re.sub(r"^(adjudicator (?:sit|link) [^#\n]*)", rf"\1 --address {address} ", text, flags=re.MULTILINE)


@pytest.mark.long
@pytest.mark.timeout(1400)
def test_the_guides_do_as_they_say(clone):
    """Shell and Python of the README and the guides work as they stand, one after the other, for who follows them."""
    steps = [block for block in ALL if block.kind != "js" and (block in FOLLOWED or serves(block))]
    with running_for_browsers(clone / "adjudicator-data") as (address, web, _):
        places = Places(address, web)
        said = [start(block, clone) if serves(block) else run(block, clone, places) for block in steps]
    text = "\n".join(said)
    assert re.search(r"^\d+ entries, \w+, winner: ", text, re.MULTILINE)
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
    assert len(re.findall(r"^http://\S+/join#t=wgi1_\S+$", text, re.MULTILINE)) >= 2
    assert re.search(r"^adjudicator serves at ", text, re.MULTILINE)
    assert re.search(r"^WG-\S+ not-asked  \{.*\}$", text, re.MULTILINE)


@pytest.mark.node
def test_the_readme_speaks_to_node(clone):
    """The README's JavaScript opens a game and shows a refusal with its clause."""
    with running(clone / "adjudicator-data") as (address, _):
        outputs = [run(block, clone, Places(address)) for block in FOLLOWED if block.kind == "js"]
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
