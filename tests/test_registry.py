"""What decides a game and what does not: the digest's files, and what stands on the way to them."""

import ast
import hashlib
import shutil
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest

from adjudicator.registry import DECIDES, DECIDES_IN_RULESET, RULESETS, SUFFIXES, deciding_files, engine_digest

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
    """Among the deciding files of a ruleset are its model, rules, roster and data, and none of another ruleset's."""
    own = {path for path, _ in deciding_files(name) if path.startswith("rulesets/")}
    folders = {path.removeprefix(f"{package_of(name)}/").split("/")[0] for path in own}
    there = {folder.name for folder in (ROOT / "adjudicator" / package_of(name)).iterdir() if folder.is_dir()}
    assert folders == there & {"data", "model", "roster", "rules"}
    assert folders >= {"model", "rules"}


def test_the_contract_of_imports_names_all_that_does_not_decide():
    """What of the kernel decides no game is forbidden, by name, to what does."""
    parser = ConfigParser()
    parser.read(ROOT / ".importlinter")
    digest = parser["importlinter:contract:digest"]
    named = {row for key in ("source_modules", "forbidden_modules") for row in digest[key].split()}
    kernel = [path for path in (ROOT / "adjudicator/kernel").iterdir() if not path.name.startswith("__")]
    assert {f"adjudicator.kernel.{path.stem}" for path in kernel} <= named


def test_what_lies_about_is_in_no_digest(tmp_path, monkeypatch):
    """Files that no package holds, such as those of an editor, are not among the deciding ones."""
    tree = tmp_path / "adjudicator"
    shutil.copytree(ROOT / "adjudicator", tree)
    monkeypatch.setattr("adjudicator.registry.resources.files", lambda _package: tree)
    before = dict(deciding_files("antares"))
    for name in (".DS_Store", ".pins.py", "notes.md", "pins.py~"):
        (tree / "rulesets/antares/rules/turn" / name).write_text("x")
    assert dict(deciding_files("antares")) == before


def test_every_deciding_file_is_of_a_kind_that_the_digest_covers():
    """Under the deciding folders there are modules, and data by the suffixes that the digest covers, and no others."""
    there = {path.suffix for name in RULESETS for path in all_files(name)}
    assert there == set(SUFFIXES)


def all_files(name: str) -> Iterator[Path]:
    """Every file under the deciding folders."""
    for folder in (*DECIDES, *(f"{package_of(name)}/{row}" for row in DECIDES_IN_RULESET)):
        path = ROOT / "adjudicator" / folder
        for file in path.rglob("*") if path.is_dir() else (path,):
            if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith("."):
                yield file


@pytest.mark.parametrize("name", RULESETS)
def test_the_digest_is_over_paths_and_contents(name):
    """The digest is SHA-256 over path, a zero byte and SHA-256 of every deciding file, paths ascending, none twice."""
    files = sorted(deciding_files(name))
    assert len({path for path, _ in files}) == len(files)
    assert all((ROOT / "adjudicator" / path).read_bytes() == data for path, data in files)
    whole = b"".join(path.encode() + b"\0" + hashlib.sha256(data).digest() for path, data in files)
    assert engine_digest(name) == hashlib.sha256(whole).digest()
