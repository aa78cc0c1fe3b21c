"""Verifiers that know nothing of our code, beside the audit: each file that a test audits is given to them, too.

The first that a verifier says of a file, and its verdict, have to be the audit's at the levels that it claims, with the
single checks of others that it makes besides, and at L3 of what the file carries of a register and of what players
hold. What needs the rules, a secret of the game's keeper or a register that was read elsewhere is left to the audit:
both are asked without it.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from msgspec.structs import replace

from replays.audit.audit import Find, Known, _Audit
from replays.audit.receipts import FORMAT, Held, Receipt, Statement
from replays.audit.report import CODES, Findings, Report, in_order, primary_of, result_of
from replays.wallet.reading import FORMAT as WALLET
from replays.wallet.reading import Wallet
from tests.replays.fixtures import toy_rules
from tools.format_tables import tables
from tools.packages.faults import ToolMissing
from tools.packages.go import with_go

ROOT = Path(__file__).parents[2]
LEVELS = ("L0", "L1")
# checks of L1 that the verifier in JavaScript makes, of all that there are
SINGLE = ("RULING_INCOMPLETE",)
UNREADABLE = ("BUNDLE_MALFORMED", 0)
# seconds for a verifier to end that is asked nothing any more
PATIENCE = 60
SCRIPT = ROOT / "clients/typescript/dist/verifier.js"
JAVASCRIPT_IS_MISSING = "note: clients/typescript/dist is not built (make node); its verifier is left out"
GO_IS_MISSING = "note: Go is missing; the verifier in verifier/ is left out"


class Verifier:
    """A verifier that answers requests, one JSON a line."""

    def __init__(
        self, name: str, command: list[str], levels: tuple[str, ...] = LEVELS, single: tuple[str, ...] = ()
    ) -> None:
        """Start the command; `levels` are those that it claims, and `single` codes of others that it looks for."""
        self.name = name
        self.levels = levels
        self.single = single
        self.count = 0
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, op: str, **values: Any) -> dict[str, Any]:
        """Give what it says of a request."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        self.count += 1
        process.stdin.write(json.dumps({"id": self.count, "op": op, "in": values}).encode() + b"\n")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        assert answer.pop("id") == self.count
        return answer

    def verify(self, data: bytes, **values: Any) -> dict[str, Any]:
        """Give its report of a replay file."""
        answer = self.ask("verify", replay=base64.b64encode(data).decode(), **values)
        assert "out" in answer, answer
        found: dict[str, Any] = answer["out"]
        return found

    def close(self) -> None:
        """Let the process end; one that does not is killed, and is a fault."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()


def toy_tables(folder: Path) -> Path:
    """Write the tables of the format with those of the toy, which no build has."""
    path = folder / "tables.json"
    path.write_text(json.dumps(tables(toy_rules())))
    return path


def javascript_verifier() -> list[str]:
    """Give the command of the verifier in JavaScript, as `make node` has built it.

    Leaves the test out where it was not built, but for the build machine.
    """
    if not SCRIPT.exists() or shutil.which("node") is None:
        if os.environ.get("CI"):
            raise FileNotFoundError(f"{SCRIPT} is not built: run make node")
        pytest.skip(JAVASCRIPT_IS_MISSING)
    return ["node", "--no-warnings", str(SCRIPT)]


def go_verifier(folder: Path) -> list[str]:
    """Build the verifier in Go, once, and give the command that runs it.

    Leaves the test out where there is no Go, but for the build machine.
    """
    try:
        environment = with_go(os.environ)
    except ToolMissing:
        if os.environ.get("CI"):
            raise
        pytest.skip(GO_IS_MISSING)
    binary = folder / "verifier"
    build = ["go", "build", "-o", str(binary), "."]
    subprocess.run(build, cwd=ROOT / "verifier", env=environment, check=True, capture_output=True)
    return [str(binary)]


@contextmanager
def started(folder: Path) -> Iterator[list[Verifier]]:
    """Start the verifiers in Go and JavaScript, which both know the toy."""
    how = ["--lines", "--kinds", str(toy_tables(folder))]
    commands = [*go_verifier(folder), *how], [*javascript_verifier(), *how]
    with ExitStack() as stack:  # each is ended, whatever becomes of the others
        running = [Verifier("Go", commands[0]), Verifier("JavaScript", commands[1], ("L0",), SINGLE)]
        for verifier in running:
            stack.callback(verifier.close)
        yield running


def quiet(find: Find) -> Find:
    """Find rulesets as `find` does, and none where it raises: below L2 that is no matter."""

    def found(name: str) -> Known | None:
        try:
            return find(name)
        except Exception:  # noqa: BLE001  (a ruleset may raise anything)
            return None

    return found


def first_words(report: Report) -> tuple[str, Any, Any]:
    """Give the verdict of an audit, and code and entry of its first finding."""
    primary = report.primary
    return (report.result, *((None, None) if primary is None else (primary.code, primary.seq)))


def written(item: Held) -> bytes:
    """Write what was read of a file that a player holds."""
    if isinstance(item, Statement):
        return item.note.encode()
    if isinstance(item, Receipt):
        rows = [{"note": item.note}]
        return json.dumps({"format": FORMAT, "game": item.game.hex(), "receipts": rows}).encode()
    return "".join(json.dumps(row) + "\n" for row in _lines(item)).encode()


def _lines(wallet: Wallet) -> Iterator[dict[str, Any]]:
    def based(data: bytes) -> str:
        return base64.b64encode(data).decode()

    yield {"format": WALLET, "game": wallet.game.hex()}
    yield from ({"kind": "log_key", "key": key} for key in wallet.log_keys)
    yield from ({"kind": "player", "seat": row.seat, "key": row.key.hex()} for row in wallet.players)
    yield from ({"kind": "opening", "commitment": row.hex()} for row in wallet.openings)
    for receipt in wallet.receipts:
        own = {"seq": receipt.size, "hash": receipt.hash.hex(), "note": receipt.note}
        yield {"kind": "receipt", **own, "command_id": receipt.command_id.hex(), "record": based(receipt.record)}
    for strange in wallet.unproven:
        yield {"kind": "unproven", "seq": strange.size, "hash": strange.hash.hex(), "note": strange.note}
    yield from ({"kind": "head", "seq": row.size, "hash": row.hash.hex()} for row in wallet.heads)
    for given in wallet.contributions:
        both = {"contribution": given.contribution.hex(), "commitment": given.commitment.hex()}
        yield {"kind": "contribution", "seat": given.seat, **both}
    for command in wallet.commands:
        own = {"command": based(command.signed), "signature": command.signature.hex()}
        yield {"kind": "command", **own, "salt": command.salt.hex(), "secret": based(command.data)}
    yield from ({"kind": "statement", "note": note} for note in wallet.statements)
    for proven in wallet.inclusions:
        own = {"register": proven.register, "leaf": based(proven.leaf), "proof": proven.proof, "key": proven.key}
        yield {"kind": "inclusion", **own}
    yield from ({"kind": kind} for kind, count in wallet.unknown.items() for _ in range(count))


@contextmanager
def held_files(held: Sequence[Held]) -> Iterator[list[str]]:
    """Write what players hold into files, and give their names."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{place}.held" for place in range(len(held))]
        for path, item in zip(paths, held, strict=True):
            path.write_bytes(written(item))
        yield [str(path) for path in paths]


def lesser(audit: _Audit, levels: tuple[str, ...]) -> _Audit:
    """Make the audit of the same file at these levels, without what only the audit can use."""
    again = _Audit((*levels, "L3") if audit.held else levels, audit.vkey, (), quiet(audit.find), Findings())
    again.held = audit.held
    return again


def with_single(report: Report, whole: Report, single: tuple[str, ...]) -> Report:
    """Add to a report what single checks have found in another, of the same file at more levels."""
    more = [row for row in whole.findings if row.code in single or (row.code, row.seq) == UNREADABLE]
    findings = in_order({*report.findings, *more})
    done = all(state == "done" for _, state in report.levels)
    result = result_of(findings, report.notes, whole=done)
    return replace(report, findings=findings, primary=primary_of(findings), result=result)


def compare(verifier: Verifier, report: Report, data: bytes, held: list[str], vkey: str | None = None) -> None:
    """Demand of a verifier the verdict and the first finding of the audit."""
    due = first_words(report)
    said = verifier.verify(data, receipts=held, **({"vkey": vkey} if vkey else {}))
    found = (said["result"], said["code"], said["seq"])
    # of a file that is malformed as a whole one reads more than another: the verdict alone counts
    malformed = any((row.code, row.seq) == UNREADABLE for row in report.findings)
    alike = malformed and UNREADABLE in (found[1:], due[1:])
    assert found == due or (alike and found[0] == due[0]), f"{verifier.name}: {found}, the audit: {due}"
    if not malformed:
        told = {(row["code"], row["seq"]) for row in said["report"]["findings"] if CODES[row["code"]][0] == "L3"}
        assert told == {(row.code, row.seq) for row in report.findings if CODES[row.code][0] == "L3"}, verifier.name


@contextmanager
def beside(verifiers: list[Verifier]) -> Iterator[None]:
    """Give whatever is audited to the verifiers as well."""
    run = _Audit.run

    def both(audit: _Audit, data: bytes) -> Report:
        with held_files(audit.held) as names:
            reports = {levels: run(lesser(audit, levels), data) for levels in asked}
            for verifier in verifiers:
                report = with_single(reports[verifier.levels], reports[LEVELS], verifier.single)
                compare(verifier, report, data, names, audit.vkey)
        return run(audit, data)

    asked = {LEVELS, *(verifier.levels for verifier in verifiers)}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Audit, "run", both)
        yield
