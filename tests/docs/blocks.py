"""Fenced blocks of the README and of the pages under docs/: which there are, and why one is not followed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
# what is followed, in this order: a page may use what an earlier one has left
GUIDES = (
    "README.md",
    "docs/page.md",
    "docs/board.md",
    "docs/contract.md",
    "docs/tutorial.md",
    "docs/how-to/install.md",
    "docs/how-to/write-a-client.md",
    "docs/replay-format.md",
    "docs/how-to/verify-a-replay.md",
    "docs/how-to/register.md",
    "docs/run-an-event.md",
    "docs/pages-on-the-internet.md",
    "docs/explanation/luck.md",
    "docs/how-to/judge-your-adjudicator.md",
)
SITE = tuple(sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")))
PAGES = (*GUIDES, "CONTRIBUTING.md", *(page for page in SITE if page not in GUIDES))
RUN = ("bash", "python", "js")
# what a page shows and nobody runs: what a program prints, forms of bytes and of files
SHOWN = ("", "text")
FENCE = re.compile(
    r"(?:<!-- not run: (?P<reason>.+?) -->\n)?^[ ]*```(?P<kind>\w*)[^\n]*\n(?P<text>.*?)^[ ]*```$",
    re.MULTILINE | re.DOTALL,
)
SAVED = re.compile(r"[Ss]ave (?:this|it) as `([\w./-]+)`")


class Block(NamedTuple):
    """A fenced block of a page, and why it is not run, if it is not."""

    page: str
    line: int
    kind: str
    reason: str
    text: str
    saved: str

    @property
    def place(self) -> str:
        """Where a reader finds it."""
        return f"{self.page}:{self.line}"

    @property
    def key(self) -> tuple[str, str]:
        """Its page and its first line, by which the lists here name it."""
        return self.page, self.text.strip().splitlines()[0].split("  #")[0].strip()


def blocks(page: str) -> Iterator[Block]:
    """List the blocks of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start("text"))
        saved = SAVED.findall(text[: found.start()])
        yield Block(page, line, found["kind"], found["reason"] or "", found["text"], saved[-1] if saved else "")


ALL = [block for page in PAGES for block in blocks(page)]
FOLLOWED = [block for block in ALL if block.page in GUIDES and block.kind in RUN and not block.reason]
