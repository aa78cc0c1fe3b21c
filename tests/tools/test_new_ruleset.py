import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import new_ruleset
from tools.new_ruleset import LINE, REGISTRY, ROOT, Refused, begin, free_prefix

PARTS = ("adjudicator", "proto", "replays", "services", "tests", "tools", "changelog.d", "docs/rulesets")
# what is compiled already is copied too, but for files that another worker is about to write
UNUSED = shutil.ignore_patterns("*.pyc.*", "node_modules")
NAME = "sky_raid"


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the tree where the ruleset was begun."""
    root = tmp_path_factory.mktemp("tree")
    for part in PARTS:
        shutil.copytree(ROOT / part, root / part, ignore=UNUSED)
    for file in ("pyproject.toml", ".importlinter"):
        shutil.copy(ROOT / file, root)
    assert new_ruleset.main([NAME, "--root", str(root)]) == 0
    return root


def run(root, *command):
    """Run a module in the copy, whose packages come before the installed ones."""
    paths = os.pathsep.join([str(root), str(root / "proto/gen/python")])
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=root,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def test_its_tests_pass(tree):
    """A ruleset that was begun passes its own tests and those that hold for every ruleset."""
    ran = run(
        tree, "pytest", "-q", "-x", "-p", "no:cacheprovider", f"tests/rulesets/{NAME}", "tests/conformance", "-k", NAME
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout


@pytest.mark.long
def test_the_tree_stays_green(tree):
    """What holds for every ruleset without naming it holds with one more: digests, folders, imports, maps."""
    ran = run(
        tree, "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/test_registry.py", "tests/test_engine_digest.py"
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    ran = run(tree, "tools.ruleset_map", "--check", "--root", ".")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    ran = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "0 broken" in ran.stdout, ran.stdout + ran.stderr


def test_its_code_is_in_order(tree):
    """What was copied has the house's layout and no fault of style under its longer name."""
    folders = [f"adjudicator/rulesets/{NAME}", f"tests/rulesets/{NAME}", str(REGISTRY)]
    for verb in (["check"], ["format", "--check"]):
        ran = run(tree, "ruff", *verb, "--no-cache", *folders)
        assert ran.returncode == 0, ran.stdout


def test_it_is_played(tree):
    """Bots play it to its end, and the audit finds nothing to object to."""
    played = run(tree, "services.cli", "play", NAME, "--seed", "3", "--out", "game.replay")
    assert played.returncode == 0, played.stderr
    audited = run(tree, "services.cli", "replay", "audit", "game.replay")
    assert audited.stdout.startswith("PASS  "), audited.stdout


def test_nothing_of_the_toy_is_left(tree):
    """Code, contract, tests and page name the ruleset and no toy; its clauses have letters of their own."""
    written = [*tree.rglob(f"{NAME}/**/*.p*"), tree / f"docs/rulesets/{NAME}.md"]
    texts = {path: path.read_text(encoding="utf-8") for path in written if path.suffix in (".py", ".proto", ".md")}
    assert len(texts) > 15
    assert [path for path, text in texts.items() if "toy" in text.lower() or "TOY-" in text] == []
    assert "SR-1.1-01" in texts[tree / f"docs/rulesets/{NAME}.md"] + "".join(texts.values())


def test_the_registry_stays_in_order(tree):
    """The registry has one line more, at its place, and the changelog a fragment."""
    names = LINE.findall((tree / REGISTRY).read_text(encoding="utf-8"))
    assert [name for name in names if name != NAME] == LINE.findall((ROOT / REGISTRY).read_text(encoding="utf-8"))
    assert names == sorted(names)
    assert NAME in names
    assert NAME in (tree / f"changelog.d/{NAME}-begun.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["Raid", "sky-raid", "ra", "import", "toy", "grinding_annihilation", "../raid"])
def test_a_name_that_will_not_do(tmp_path, name):
    """A name that can not be a package or is taken is refused, and nothing is written."""
    (tmp_path / REGISTRY).parent.mkdir()
    shutil.copy(ROOT / REGISTRY, tmp_path / REGISTRY)
    with pytest.raises(Refused, match="take"):
        begin(tmp_path, name)
    assert len(list(tmp_path.rglob("*.*"))) == 1


def test_nothing_is_overwritten(tree, capsys):
    """Where something of that name lies about, the ruleset is not begun."""
    (tree / "docs/rulesets/marches.md").write_text("mine")
    assert new_ruleset.main(["marches", "--root", str(tree)]) == 2
    assert "docs/rulesets/marches.md would be overwritten" in capsys.readouterr().err
    assert not (tree / "adjudicator/rulesets/marches").exists()


def test_clauses_have_letters_of_their_own(tree):
    """Letters come from the words of the name, and two rulesets never share them."""
    assert free_prefix(tree, "tall_ships") == "TS"
    assert free_prefix(tree, "toys") == "TO"
    assert free_prefix(tree, "serious_rout") == "SE"
    assert free_prefix(tree, "great_armies") == "GR"
