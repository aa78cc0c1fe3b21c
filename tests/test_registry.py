<<<<<<< HEAD
"""What decides a game and what does not: the digest's files, and what stands on the way to them."""

import ast
import hashlib
from collections.abc import Iterator
=======
"""The digest of the rules covers what decides a game and nothing else."""

import json
import os
import shutil
import subprocess
import sys
>>>>>>> lay-svc
from pathlib import Path

import pytest

<<<<<<< HEAD
from adjudicator.registry import RULESETS, deciding_files, engine_digest

ROOT = Path(__file__).parents[1]
ON_THE_WAY = ("adjudicator", "adjudicator/kernel", "adjudicator/rulesets")


def path_of(module: str) -> str | None:
    """The file of a module of the adjudicator, by its path in the package; None where it is no module."""
    path = module.replace(".", "/")
    found = next((row for row in (f"{path}.py", f"{path}/__init__.py") if (ROOT / row).is_file()), None)
    return found and found.removeprefix("adjudicator/")


def imported(tree: ast.AST) -> Iterator[str]:
    """Names that may be modules, wherever an import stands: at the top, in a function, for types alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports name the whole path"
            yield str(node.module)
            yield from (f"{node.module}.{name.name}" for name in node.names)


def modules(name: str) -> dict[str, ast.Module]:
    """The deciding files that are code, by path."""
    return {path: ast.parse(data) for path, data in deciding_files(name) if path.endswith(".py")}


def package_of(name: str) -> str:
    return RULESETS[name].removeprefix("adjudicator.").replace(".", "/")


@pytest.mark.parametrize("name", RULESETS)
def test_what_decides_imports_only_what_decides(name):
    """Every module that a deciding file imports, wherever in it, is itself among the deciding files."""
    decides = modules(name)
    passed = {f"{path}/__init__.py".removeprefix("adjudicator/") for path in ON_THE_WAY}
    outside = {
        f"{path} imports {found}"
        for path, tree in decides.items()
        for found in imported(tree)
        if found.split(".")[0] == "adjudicator" and path_of(found) not in {None, *decides, *passed}
    }
    assert not outside


@pytest.mark.parametrize("name", RULESETS)
def test_nothing_that_decides_is_imported_by_a_computed_name(name):
    """No deciding file imports a module by a name that is worked out when it runs."""
    calls = {"__import__", "import_module", "exec", "eval"}
    found = {
        f"{path}:{node.lineno}"
        for path, tree in modules(name).items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute)
        and (node.id if isinstance(node, ast.Name) else node.attr) in calls
    }
    assert not found


@pytest.mark.parametrize("package", ON_THE_WAY)
def test_packages_on_the_way_hold_a_docstring_alone(package):
    """A package that every game passes through and no digest covers holds at most a docstring."""
    tree = ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8"))
    assert len(tree.body) == (ast.get_docstring(tree) is not None)


@pytest.mark.parametrize("name", RULESETS)
def test_a_rulesets_package_decides_nothing(name):
    """A ruleset's own package only imports and makes one value; what decides in it is its deciding files' alone."""
    tree = ast.parse((ROOT / "adjudicator" / package_of(name) / "__init__.py").read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    made = [row for row in tree.body[1:] if not isinstance(row, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(row).partition("(")[0] for row in made] == ["RULESET = Ruleset"]
    assert f"{RULESETS[name]}.rules.handlers.RULES" in set(imported(tree))
    assert "rules=RULES" in ast.unparse(made[0])


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_has_files_of_its_own_among_those_that_decide(name):
    """Among the deciding files of a ruleset are its model, roster, rules and data, and none of another ruleset's."""
    own = {path for path, _ in deciding_files(name) if path.startswith("rulesets/")}
    assert {path.removeprefix(f"{package_of(name)}/").split("/")[0] for path in own} == {
        "data",
        "model",
        "roster",
        "rules",
    }
    assert "adjudicator.kernel.decoding" in {found for tree in modules(name).values() for found in imported(tree)}


@pytest.mark.parametrize("name", RULESETS)
def test_the_digest_is_over_paths_and_contents(name):
    """The digest is SHA-256 over path, a zero byte and SHA-256 of every deciding file, paths ascending, none twice."""
    files = sorted(deciding_files(name))
    assert len({path for path, _ in files}) == len(files)
    assert all((ROOT / "adjudicator" / path).read_bytes() == data for path, data in files)
    whole = b"".join(path.encode() + b"\0" + hashlib.sha256(data).digest() for path, data in files)
    assert engine_digest(name) == hashlib.sha256(whole).digest()
=======
from adjudicator.registry import RULESETS, deciding_files

ROOT = Path(__file__).parents[1]
COMPUTE = (
    "import json; from adjudicator.registry import RULESETS, engine_digest; "
    "print(json.dumps({name: engine_digest(name).hex() for name in RULESETS}))"
)
DECIDING = ("rules", "roster", "model", "data")
SHOWING = ("bots", "odds", "reports", "texts")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the package that tests may change."""
    folder = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "adjudicator", folder / "adjudicator", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def unchanged(tree):
    """The digests of the copy as it was made."""
    return digests(tree)


def digests(tree):
    """The digest of every ruleset of a copy, computed by a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", COMPUTE], cwd=tree, env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout)


def digests_with_a_comment(tree, *paths):
    """The digests of a copy of which these files have one comment more."""
    files = [tree / "adjudicator" / path for path in paths]
    before = [file.read_bytes() for file in files]
    try:
        for file, data in zip(files, before, strict=True):
            file.write_bytes(data + b"# a comment\n")
        return digests(tree)
    finally:
        for file, data in zip(files, before, strict=True):
            file.write_bytes(data)


def one_file(folder, name):
    """A file of a ruleset's folder, as deep in it as there is one."""
    files = [
        path for path in (ROOT / "adjudicator/rulesets" / name / folder).rglob("*") if path.suffix in {".py", ".toml"}
    ]
    deepest = max(files, key=lambda path: (len(path.parts), path))
    return deepest.relative_to(ROOT / "adjudicator").as_posix()


def test_a_copy_has_the_same_digests(unchanged):
    """A digest is of files alone, wherever they lie and whatever was compiled of them."""
    assert unchanged == digests(ROOT)


@pytest.mark.parametrize("folder", DECIDING)
def test_what_decides_is_in_the_digest(tree, unchanged, folder):
    """A comment in a ruleset's rules, rosters, model or data changes the digest of every ruleset that has one more."""
    changed = digests_with_a_comment(tree, *(one_file(folder, name) for name in RULESETS))
    assert [name for name in RULESETS if changed[name] == unchanged[name]] == []


@pytest.mark.parametrize("folder", SHOWING)
def test_what_shows_is_in_no_digest(tree, unchanged, folder):
    """A comment in a bot, in odds, in a report or in a text changes no digest."""
    assert digests_with_a_comment(tree, *(one_file(folder, name) for name in RULESETS)) == unchanged


def test_a_ruleset_is_in_no_other_digest(tree, unchanged):
    """A comment in the rules of one ruleset changes its own digest alone."""
    changed = digests_with_a_comment(tree, one_file("rules", "antares"))
    assert [name for name in RULESETS if changed[name] != unchanged[name]] == ["antares"]


@pytest.mark.parametrize(
    "path",
    [
        "board/paths.py", "kernel/decide/ruling.py", "kernel/decoding.py", "kernel/dice/wgdice.py",
        "kernel/messages.py", "kernel/options.py", "kernel/protocol/lifecycle.py", "kernel/record/record.py",
    ],
)
def test_what_all_rulesets_share_is_in_every_digest(tree, unchanged, path):
    """A comment in the deciding part of the kernel, its reader of data included, or in the board changes them all."""
    changed = digests_with_a_comment(tree, path)
    assert [name for name in RULESETS if changed[name] == unchanged[name]] == []


@pytest.mark.parametrize(
    "path",
    [
        "registry.py", "kernel/bot.py", "kernel/distribution.py", "kernel/labels.py", "kernel/ruleset.py",
        "kernel/sampling.py", "kernel/summary.py", "kernel/texts.py", "rulesets/hex_orders/__init__.py",
        "rulesets/hex_orders/reports/summary.py", "rulesets/hex_orders/texts/phrases_setup.toml",
    ],
)
def test_what_decides_nothing_is_in_no_digest(tree, unchanged, path):
    """A comment in the frames of bots, odds and reports, or in what puts a ruleset together, changes no digest."""
    assert digests_with_a_comment(tree, path) == unchanged


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_file_of_a_deciding_folder_is_in_the_digest(name):
    """Nothing that lies in a deciding folder of a ruleset is left out."""
    root = ROOT / "adjudicator"
    own = root / "rulesets" / name
    there = {path for folder in DECIDING for path in (own / folder).rglob("*") if path.is_file()}
    expected = {path.relative_to(root).as_posix() for path in there if "__pycache__" not in path.parts}
    assert {path for path, _ in deciding_files(name) if path.startswith("rulesets/")} == expected
>>>>>>> lay-svc
