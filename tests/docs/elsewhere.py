"""Blocks of the pages that the guides' test does not follow: which test does, or why none can."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class By(NamedTuple):
    """A test that does what the block says, or holds what it shows: a file of this repository and a name in it."""

    file: str
    test: str


Elsewhere = By | str
SERVICE: Final = "serves until Ctrl-C; the guides' test starts the same program with a port of its own"
SHELL: Final = "makes the program findable in a reader's shell; in the guides' test it is"
FRAGMENT: Final = "a part of a program, whose other part is the reader's"

ELSEWHERE: Final[Mapping[tuple[str, str], Elsewhere]] = {
    ("README.md", "make run"): SERVICE,
    ("README.md", "make demo"): By("tests/services/tools/test_demo.py", "test_the_demo_plays_as_printed"),
    ("docs/tutorial.md", "make run"): SERVICE,
    ("docs/tutorial.md", ". .venv/bin/activate"): SHELL,
    ("docs/board.md", "{"): By("tests/replays/test_board_page.py", "test_examples"),
    ("docs/run-an-event.md", "adjudicator event rule SealNext --game 1/2 kind=DeployUnit"): By(
        "tests/docs/test_event_page.py", "test_a_command_is_sealed_while_the_game_is_adjourned"
    ),
    ("docs/run-an-event.md", "adjudicator event rule Rewind --game 1/2 to=41 dice=stand"): By(
        "tests/docs/test_event_page.py", "test_a_throw_stands_for_the_command_that_is_given_again"
    ),
    ("docs/replay-format.md", "adjudicator replay vectors --against"): By(
        "tests/verifier/test_vectors.py", "test_javascript"
    ),
    ("docs/add-a-ruleset.md", "make new-ruleset name=skirmish"): By("tests/tools/test_new_ruleset.py", "tree"),
    ("docs/add-a-ruleset.md", "adjudicator play skirmish"): By("tests/tools/test_new_ruleset.py", "test_it_is_played"),
    ("docs/add-a-ruleset.md", "def draw_token("): By("tests/toy/rules/turns/actions.py", "draw_token"),
    ("docs/how-to/compare-rules-with-bots.md", "title = "): By(
        "tests/replays/archive/lab/test_guide.py", "test_the_page_as_written"
    ),
    ("docs/how-to/compare-rules-with-bots.md", "adjudicator archive play plan.toml --out"): By(
        "tests/replays/archive/lab/test_guide.py", "test_the_page_as_written"
    ),
    ("docs/how-to/compare-rules-with-bots.md", "adjudicator archive play plan.toml --game"): By(
        "tests/replays/archive/lab/test_guide.py", "test_the_page_as_written"
    ),
    ("docs/how-to/compare-rules-with-bots.md", "adjudicator archive judge game-3.replay --option zoc"): By(
        "tests/replays/archive/lab/test_guide.py", "test_the_page_as_written"
    ),
    ("docs/how-to/install.md", "pipx install"): By("tests/packages/test_installed.py", "test_uv_installs_it_as_a_tool"),
    ("docs/how-to/install.md", "cp packaging/adjudicator.service"): By(
        "tests/packages/test_unit.py", "test_systemd_takes_it"
    ),
    ("docs/how-to/install.md", "make dist"): By("tests/packages/test_container.py", "test_it_serves_a_game"),
    ("docs/how-to/client-go.md", "unzip dist/adjudicator-client-go"): By(
        "tests/packages/test_go.py", "test_a_game_is_played_with_it"
    ),
    ("docs/how-to/client-go.md", "package main"): By("tests/clients/test_go.py", "test_the_game_of_its_page"),
    ("docs/how-to/client-go.md", "adjudicator replay audit"): By(
        "tests/clients/test_go.py", "test_its_wallets_are_audited"
    ),
    ("docs/how-to/client-java.md", "cd dist"): By("tests/packages/test_java.py", "test_a_project_plays_a_game_with_it"),
    ("docs/how-to/client-java.md", "import adjudicator.client"): By(
        "clients/java/src/test/java/adjudicator/client/ReadmeTest.java", "theGameOfTheReadmeIsPlayed"
    ),
    ("docs/how-to/client-java.md", "Player red = new Player("): FRAGMENT,
    ("docs/how-to/client-java.md", "Game red = opened.seat(0, "): FRAGMENT,
    ("docs/how-to/client-typescript.md", "npm install"): By(
        "tests/packages/test_typescript.py", "test_a_game_is_played_with_it"
    ),
    ("docs/how-to/client-typescript.md", "import { readFileSync, writeFileSync }"): By(
        "clients/typescript/test/readme.test.ts", "README.md"
    ),
    ("docs/how-to/client-typescript.md", "import { openWallet }"): FRAGMENT,
    ("docs/how-to/work-with-many-games.md", "pip install"): "installs from a package index",
    ("docs/how-to/work-with-many-games.md", "adjudicator archive audit --service"): By(
        "tests/replays/archive/test_service.py", "test_games_of_a_service_are_audited"
    ),
    ("docs/how-to/work-with-many-games.md", "adjudicator archive tables archive-of-games"): By(
        "tests/replays/archive/test_service.py", "test_precedents_are_of_the_games_of_a_service"
    ),
    ("docs/how-to/work-with-many-games.md", "adjudicator archive"): By(
        "tests/replays/archive/test_page.py", "test_the_page_runs_as_written"
    ),
    ("docs/operate.md", "server {"): "settings of a program that is not installed here",
}
"""By page and how the first line begins."""


def of(key: tuple[str, str]) -> tuple[str, str] | None:
    """Give the row of a block; None where it has none."""
    page, first = key
    return next((row for row in ELSEWHERE if row[0] == page and first.startswith(row[1])), None)
