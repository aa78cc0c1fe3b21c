"""Any adjudicator judged by the corpus: a program that answers lines, asked case by case."""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Self

import msgspec
from msgspec import Struct

from replays.corpus.comparing import Difference, first_difference
from replays.corpus.files import FORMAT, Case, Chapter

SECONDS: Final = 10
STARTING_SECONDS: Final = 60
LONGEST_LINE: Final = 16_000_000
STARTS: Final = 3
# seconds that a program has to end by itself
ENDING_SECONDS: Final = 3
# lines that are read ahead; what a program prints beyond stays in its pipe, and holds it up
WAITING: Final = 2
SHOWN: Final = 160
PASSED, FAILED, UNABLE = "passed", "failed", "unable"
NONSENSE, LATE, DIED, LEFT_OUT = "nonsense", "late", "died", "left out"
VERDICTS: Final = (PASSED, FAILED, UNABLE, NONSENSE, LATE, DIED, LEFT_OUT)


class Verdict(Struct, frozen=True, omit_defaults=True):
    """What became of one case; `said` says why it did not pass, where no field differs."""

    case: str
    verdict: str
    differs: Difference | None = None
    said: str = ""


class NotAsked(Exception):
    """The program can not be asked at all; the text says why."""


class _Broken(Exception):
    """The program is of no use any more: the verdict for the case, and why."""

    def __init__(self, verdict: str, said: str) -> None:
        super().__init__(said)
        self.verdict = verdict
        self.said = said


class Program:
    """A program that answers lines; what it writes is read beside, so that silence has an end.

    It has a process group of its own: what it has started, as a shell or `go run` does, ends with it.
    """

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise NotAsked(f"{shlex.join(command)} can not be run: {error.strerror}") from error
        self.lines: queue.Queue[bytes] = queue.Queue(WAITING)
        self._closed = False
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None  # noqa: S101  (a pipe, as asked for)
        while not self._closed and (line := self.process.stdout.readline(LONGEST_LINE)):
            self.lines.put(line)
        self.lines.put(b"")

    def ask(self, line: bytes, seconds: float) -> dict[str, Any]:
        """Ask one line and give the answer.

        Raises _Broken.
        """
        assert self.process.stdin is not None  # noqa: S101  (a pipe, as asked for)
        writing = threading.Thread(target=self._write, args=(line,), daemon=True)
        writing.start()
        try:
            found = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise _Broken(LATE, f"no answer within {seconds:g} s") from None
        if not found:
            raise _Broken(DIED, f"the program ended ({self._ending()})")
        writing.join(seconds)
        if writing.is_alive():
            raise _Broken(LATE, f"the line that asks was not read within {seconds:g} s")
        return _object_of(found)

    def _write(self, line: bytes) -> None:
        """Write beside, since a program that does not read would hold the runner up."""
        try:
            self.process.stdin.write(line)  # type: ignore[union-attr]  # a pipe, as asked for
            self.process.stdin.flush()  # type: ignore[union-attr]
        except (OSError, ValueError):
            return  # it has ended, and the reader says so

    def _ending(self) -> str:
        try:
            status = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return "its output is closed"
        return f"signal {-status}" if status < 0 else f"exit code {status}"

    def close(self, *, kill: bool = False) -> None:
        """Let it end, or end it, with all that it has started."""
        if not kill:
            try:
                self.process.stdin.close()  # type: ignore[union-attr]  # a pipe, as asked for
                self.process.wait(ENDING_SECONDS)
                self._let_go()
            except (OSError, subprocess.TimeoutExpired):
                kill = True
        if kill or self._reading.is_alive():
            self._kill()
        self.process.wait()
        self._let_go()
        # a pipe that somebody reads still can not be closed: it ends with the runner
        for pipe in (self.process.stdin, None if self._reading.is_alive() else self.process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                continue

    def _kill(self) -> None:
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return  # all of it has ended

    def _let_go(self) -> None:
        """Let the reader come to its end: what it has read is asked for by nobody."""
        self._closed = True
        for _ in range(20):
            while not self.lines.empty():
                self.lines.get_nowait()
            self._reading.join(0.05)
            if not self._reading.is_alive():
                return


class Runner:
    """Asks a program for cases; one that ends, is late or talks nonsense is started again for the next case."""

    def __init__(self, command: Sequence[str], editions: Mapping[str, str], seconds: float = SECONDS) -> None:
        self.command = list(command)
        self.seconds = seconds
        self._hello = msgspec.json.encode({"corpus": FORMAT, "rulesets": dict(editions)}) + b"\n"
        self._program: Program | None = None
        self._given_up = ""
        self.name, self.rulesets = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._program is not None:
            self._program.close()

    def _start(self) -> tuple[str, frozenset[str]]:
        """Start the program and greet it. Raises NotAsked."""
        program = Program(self.command)
        try:
            greeting = program.ask(self._hello, max(STARTING_SECONDS, self.seconds))
        except _Broken as fault:
            program.close(kill=True)
            raise NotAsked(f"{shlex.join(self.command)}: {fault.said}") from fault
        rulesets = greeting.get("rulesets")
        if greeting.get("corpus") != FORMAT or not isinstance(rulesets, list):
            program.close(kill=True)
            found = _shown(msgspec.json.encode(greeting))
            raise NotAsked(
                f"{shlex.join(self.command)}: the greeting has to name {FORMAT}, and to list the rulesets that the "
                f"program knows; it is {found}"
            )
        self._program = program
        return str(greeting.get("name", "")), frozenset(map(str, rulesets))

    def judge(self, chapter: Chapter, case: Case) -> Verdict:
        """Judge the program by one case."""
        if chapter.ruleset not in self.rulesets:
            return Verdict(case.id, LEFT_OUT)
        if self._program is None:
            self._start_again()
        if self._program is None:
            return Verdict(case.id, DIED, said=self._given_up)
        try:
            return verdict_of(case, self._program.ask(request(chapter, case), self.seconds))
        except _Broken as fault:
            self._program.close(kill=True)
            self._program = None
            return Verdict(case.id, fault.verdict, said=fault.said)

    def _start_again(self) -> None:
        for start in range(0 if self._given_up else STARTS, 0, -1):
            try:
                self._start()
            except NotAsked as fault:
                if start == 1:
                    self._given_up = f"the program did not start again: {fault}"
            else:
                return


def verdict_of(case: Case, answer: dict[str, Any]) -> Verdict:
    """Compare an answer with what its case expects. Raises _Broken where it is none."""
    if answer.get("case") != case.id:
        raise _Broken(NONSENSE, f"an answer has to name its case: {_shown(msgspec.json.encode(answer))}")
    if "unable" in answer:
        return Verdict(case.id, UNABLE, said=_shown(str(answer["unable"]).encode()))
    if "refused" not in answer and "events" not in answer:
        return Verdict(case.id, NONSENSE, said="an answer has `events` and `throws`, or `refused`, or `unable`")
    differs = first_difference(msgspec.json.decode(case.expected), answer)
    return Verdict(case.id, PASSED if differs is None else FAILED, differs)


def request(chapter: Chapter, case: Case) -> bytes:
    """Write the line that asks for a case."""
    row = {
        "case": case.id,
        "ruleset": chapter.ruleset,
        "edition": chapter.edition,
        "game": case.game,
        "setup": chapter.setup(case),
        "command": case.command,
    }
    return msgspec.json.encode(row) + b"\n"


def judged(
    runner: Runner, cases: Iterable[tuple[Chapter, Case]], seen: Callable[[], None] = lambda: None
) -> Iterator[tuple[Chapter, Case, Verdict]]:
    """Judge cases; those that begin alike follow each other, so that a program may keep what it has set up."""
    ordered = sorted(cases, key=lambda row: (row[0].ruleset, row[1].game, row[1].setup, row[1].id))
    for chapter, case in ordered:
        yield chapter, case, runner.judge(chapter, case)
        seen()


def _object_of(line: bytes) -> dict[str, Any]:
    """Read a line as an object. Raises _Broken."""
    if len(line) == LONGEST_LINE:
        raise _Broken(NONSENSE, f"a line of more than {LONGEST_LINE:,} bytes: {_shown(line[:SHOWN])}")
    try:
        answer = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise _Broken(NONSENSE, f"no JSON: {_shown(line)} ({fault})") from fault
    if not isinstance(answer, dict):
        raise _Broken(NONSENSE, f"no object: {_shown(line)}")
    return answer


def _shown(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
