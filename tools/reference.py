"""Write the reference of the contract and of every ruleset into docs/reference: `python tools/reference.py`.

Methods come from the contract as protoc compiles it, windows and refusals from the rulesets as they are loaded,
outcomes from the places in the code that record one, tables of an archive from their schema. --check changes nothing,
and fails where a page is not what it would be.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

from adjudicator.kernel import texts
from adjudicator.kernel.decide.windows import WindowKind
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.registry import RULESETS, rules_of
from replays.archive.tables import schema
from services.rpc.methods import Method, methods_of
from tools.tampers import page as tampers
from wargame.v1 import options_pb2

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = Path("docs/reference")
NOTE: Final = "<!-- written by tools/reference.py: make map -->"
# numbers of fields in descriptors, as descriptor.proto has them
SERVICE, METHOD = 6, 2
# what records the end of a game, and where among its arguments its outcome stands
RESULTS: Final = {"Result": 1, "ResultReached": 1}


def pages(root: Path) -> dict[Path, str]:
    """Make every page, by its path from the root."""
    rulesets = {name: rules_of(name) for name in RULESETS}
    kernel = _shared(rulesets)
    made = {PAGES / "methods.md": _methods_page(root), PAGES / "kernel.md": _kernel_page(root, rulesets, kernel)}
    made[PAGES / "tampers.md"] = tampers.page(NOTE)
    made[PAGES / "archive.md"] = schema.reference(NOTE)
    for name, rules in rulesets.items():
        made[PAGES / f"{name}.md"] = _ruleset_page(root, name, rules, kernel)
    return {path: "\n".join(lines) + "\n" for path, lines in made.items()}


# -- methods


def _methods_page(root: Path) -> list[str]:
    lines = [
        "# Methods",
        NOTE,
        "",
        "Every method of the contract, as its `.proto` file describes it, and the roles whose tokens may call it.",
        "Messages are in `proto/wargame`, which comes with the installed package too.",
    ]
    for file in _compiled(root):
        notes = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}
        for index, service in enumerate(file.service):
            full = f"{file.package}.{service.name}"
            roles = methods_of(full)
            lines += ["", f"## {full}", "", *_sentences(notes.get((SERVICE, index), ""))]
            lines += ["", "| Method | Takes | Gives | Who | What |", "|---|---|---|---|---|"]
            for place, method in enumerate(service.method):
                what = " ".join(_sentences(notes.get((SERVICE, index, METHOD, place), "")))
                takes = _type(method.input_type, file.package, stream=method.client_streaming)
                gives = _type(method.output_type, file.package, stream=method.server_streaming)
                who = _who(roles[method.name])
                lines.append(f"| `{method.name}` | {takes} | {gives} | {who} | {_cell(what)} |")
    return lines


def _compiled(root: Path) -> list[FileDescriptorProto]:
    """Compile the contract with its comments; the kernel's first."""
    sources = sorted(path.relative_to(root / "proto").as_posix() for path in (root / "proto/wargame").rglob("*.proto"))
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/set"
        words = ["-m", "grpc_tools.protoc", "-I", "proto", f"--descriptor_set_out={out}", "--include_source_info"]
        subprocess.run([sys.executable, *words, *sources], cwd=root, check=True)
        found = FileDescriptorSet.FromString(Path(out).read_bytes())
    return sorted(found.file, key=lambda file: (file.package != "wargame.v1", file.name))


def _sentences(comment: str) -> list[str]:
    return [line.strip() for line in comment.strip().splitlines()]


def _type(name: str, package: str, *, stream: bool) -> str:
    short = name.removeprefix(f".{package}.").removeprefix(".")
    return f"{'stream of ' if stream else ''}`{short}`"


def _who(method: Method) -> str:
    names = [options_pb2.Role.Name(role).removeprefix("ROLE_").lower() for role in sorted(method.roles)]
    return ", ".join(names) or "anybody"


# -- windows, refusals, outcomes


def _shared(rulesets: Mapping[str, LoadedRuleset[Any]]) -> set[str]:
    """Name the windows of the kernel: those that every ruleset has."""
    return set.intersection(*(set(rules.windows) for rules in rulesets.values()))


def _kernel_page(root: Path, rulesets: Mapping[str, LoadedRuleset[Any]], kernel: set[str]) -> list[str]:
    rules = next(iter(rulesets.values()))
    windows = [rules.windows[name] for name in sorted(kernel)]
    found = outcomes(root / "adjudicator/kernel")
    return ["# What all rulesets share", NOTE, "", *_windows(windows), *_refusals(texts.REASONS), *_outcomes(found)]


def _ruleset_page(root: Path, name: str, rules: LoadedRuleset[Any], kernel: set[str]) -> list[str]:
    own = {reason: text for reason, text in rules.reasons.items() if reason not in texts.REASONS}
    folder = Path(*RULESETS[name].split("."))
    return [
        f"# {name}",
        NOTE,
        "",
        f"Edition {rules.edition}. [What is modelled and what is not](../rulesets/{name}.md);",
        "[what it shares with the others](kernel.md).",
        "",
        *_windows([rules.windows[kind] for kind in sorted(rules.windows) if kind not in kernel]),
        *_refusals(own),
        *_outcomes(outcomes(root / folder)),
    ]


def _windows(kinds: Sequence[WindowKind]) -> Iterator[str]:
    yield "## Windows"
    yield ""
    yield "What can be asked, the clause that asks it, the commands that answer, and whether silence can end it."
    yield ""
    yield "| Window | Clause | Answered by | Silence |"
    yield "|---|---|---|---|"
    for kind in kinds:
        answers = ", ".join(f"`{command.__name__}`" for command in kind.accepts) or "nothing: a step that waits"
        ends = "passes" if kind.silence_passes else "waits"
        if kind.default_command is not None:
            ends = "has a command that stands for it" + (", or passes" if kind.silence_passes else "")
        yield f"| `{kind.kind}` | {kind.clause} | {answers} | {ends} |"
    yield ""


def _refusals(reasons: Mapping[str, str]) -> Iterator[str]:
    yield "## Refusals"
    yield ""
    yield "The stable reason of each refusal, and its sentence; in braces stand facts, which the refusal carries too."
    yield ""
    yield "| Reason | Sentence |"
    yield "|---|---|"
    for reason, text in sorted(reasons.items()):
        yield f"| `{reason}` | {_cell(text)} |"
    yield ""


def _outcomes(found: Sequence[str]) -> Iterator[str]:
    yield "## Outcomes"
    yield ""
    yield "How a game can end, as its result says: " + ", ".join(f"`{outcome}`" for outcome in found) + "."


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def outcomes(package: Path) -> list[str]:
    """List the outcomes that the code of a package records, ascending.

    Raises LookupError for one that is not plain: a constant, a choice of constants, or an argument that is one.
    """
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.rglob("*.py"))}
    return sorted({text for path in trees for text in _Outcomes(trees, path).found()})


class _Outcomes:
    """Finds what a module hands over as outcome, through names and arguments of functions of the package."""

    def __init__(self, trees: Mapping[Path, ast.Module], path: Path) -> None:
        self.trees = trees
        self.path = path

    def found(self) -> Iterator[str]:
        """Give every outcome that this module records."""
        for function in ast.walk(self.trees[self.path]):
            if isinstance(function, ast.FunctionDef):
                for call in _calls(function):
                    given = _argument(call, RESULTS.get(_called(call), -1), "outcome")
                    if given is not None and not _passed_on(given):
                        yield from self.values(given, function)

    def values(self, given: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
        """Give the texts that an expression of a function can be.

        Raises LookupError.
        """
        match given:
            case ast.Constant(value=str(text)):
                yield text
            case ast.IfExp(body=body, orelse=other):
                yield from self.values(body, function)
                yield from self.values(other, function)
            case ast.Name(id=name):
                yield from self._named(name, function)
            case _:
                raise LookupError(f"{self.path}:{given.lineno}: an outcome that is not plain: {ast.unparse(given)}")

    def _named(self, name: str, function: ast.FunctionDef) -> Iterator[str]:
        for node in (*ast.walk(function), *self.trees[self.path].body):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and _assigns(node, name):
                yield from self.values(node.value, function)
                return
        places = [place for place, argument in enumerate(function.args.args) if argument.arg == name]
        if not places:
            raise LookupError(f"{self.path}:{function.lineno}: where does the outcome {name} come from?")
        for path, tree in self.trees.items():
            for caller in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
                for call in _calls(caller):
                    if _called(call) == function.name:
                        handed = _argument(call, places[0], name)
                        if handed is not None:
                            yield from _Outcomes(self.trees, path).values(handed, caller)


def _calls(function: ast.FunctionDef) -> Iterator[ast.Call]:
    return (node for node in ast.walk(function) if isinstance(node, ast.Call))


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    if place < 0:
        return None
    named = next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
    return call.args[place] if place < len(call.args) else named


def _passed_on(given: ast.expr) -> bool:
    """Whether it is the outcome of a result that is there already."""
    return isinstance(given, ast.Attribute) and given.attr == "outcome"


def _assigns(node: ast.Assign | ast.AnnAssign, name: str) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


# -- the program


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail where a page is stale")
    parser.add_argument("--root", type=Path, default=ROOT, help="the clone (this one)")
    options = parser.parse_args(arguments)
    made = pages(options.root)
    stale = [path for path, text in made.items() if _text(options.root / path) != text]
    left = [path for path in sorted((options.root / PAGES).glob("*.md")) if path.relative_to(options.root) not in made]
    if options.check:
        for path in [*stale, *left]:
            print(f"{path} is stale: run make map", file=sys.stderr)
        return 1 if stale or left else 0
    for path in stale:
        (options.root / path).parent.mkdir(parents=True, exist_ok=True)
        (options.root / path).write_text(made[path], encoding="utf-8")
    for path in left:
        path.unlink()
    return 0


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
