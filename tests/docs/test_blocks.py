"""Every block of the pages is followed, or a row says which test does what it says; new ones can not be overlooked."""

from __future__ import annotations

import re

import pytest

from tests.docs.blocks import ALL, FOLLOWED, ROOT, RUN, SHOWN, Block, blocks
from tests.docs.elsewhere import ELSEWHERE, By, of
from tests.docs.test_guides import serves

COMMAND = re.compile(r"^\$? ?(?:adjudicator|make|python3?|pipx?|uv|node|npm|go|mvn|curl) [a-z.-]", re.MULTILINE)
LEFT = [block for block in ALL if block.kind not in SHOWN and block not in FOLLOWED and not serves(block)]
PAIRS = (
    ("docs/how-to/client-go.md", "clients/go/README.md", "go"),
    ("docs/how-to/client-java.md", "clients/java/README.md", "java"),
    ("docs/how-to/client-typescript.md", "clients/typescript/README.md", "js"),
)


def without_a_row(left: list[Block]) -> list[str]:
    """List the blocks that nobody answers for."""
    return [block.place for block in left if of(block.key) is None]


def test_every_block_is_run_somewhere():
    """What the guides' test does not run has a row, and every row a block."""
    assert without_a_row(LEFT) == [], "run them, or say in tests/docs/elsewhere.py which test does"
    assert sorted(set(ELSEWHERE) - {of(block.key) for block in LEFT}) == [], "no such blocks: take the rows away"


@pytest.mark.parametrize("kind", [*RUN, "go", "toml"])
def test_a_new_block_is_missed(kind):
    """A block that came with a page, in any language, has no row."""
    new = Block("docs/index.md", 1, kind, "", "something --new\n", "")
    assert without_a_row([*LEFT, new]) == ["docs/index.md:1"]


def test_what_is_to_be_run_and_is_not_says_so():
    """Over a block in shell, Python or JavaScript that is not followed stands a comment with the reason."""
    assert [block.place for block in LEFT if block.kind in RUN and not block.reason] == []


def test_what_is_only_shown_holds_no_command():
    """A block without a language is what a program prints or how a file looks, and no way around the rule."""
    assert [block.place for block in ALL if block.kind in SHOWN and COMMAND.search(block.text)] == []


@pytest.mark.parametrize("by", sorted({row for row in ELSEWHERE.values() if isinstance(row, By)}))
def test_the_tests_are_there(by):
    """Each row names a test that there is."""
    assert re.search(rf"\b{re.escape(by.test)}\b", (ROOT / by.file).read_text(encoding="utf-8"))


def test_the_files_that_reasons_name_are_there():
    """A comment that names a file names one that there is."""
    named = {file for block in ALL for file in re.findall(r"\btests/[\w./]*\w", block.reason)}
    assert named
    assert sorted(file for file in named if not (ROOT / file).exists()) == []


@pytest.mark.parametrize(("page", "readme", "kind"), PAIRS)
def test_how_to_and_readme_have_the_same_game(page, readme, kind):
    """The game of a how-to is the one of the client's README, which the client's tests play as it stands there."""
    game = next(block.text for block in blocks(page) if block.kind == kind)
    assert game in [block.text for block in blocks(readme)]


@pytest.mark.parametrize("block", [block for block in ALL if block.kind == "python"], ids=lambda block: block.place)
def test_python_is_python(block):
    """What is called Python can be compiled, a sketch too."""
    compile(block.text, block.place, "exec")
