"""Vectors against any implementation's command line: requests and answers are JSON, one a line."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any, Final

from msgspec import Struct

FORMAT: Final = "wgvectors/1"
SECONDS: Final = 60
LONGEST: Final = 200


class Vector(Struct, frozen=True):
    """One vector: an operation, what it takes, and every value that it gives."""

    name: str
    op: str
    values: dict[str, Any]
    out: dict[str, Any]


class Difference(Struct, frozen=True):
    """A value of a vector that an implementation gives otherwise."""

    vector: str
    value: str
    expected: str
    found: str


class NoAnswer(Exception):
    """The command can not be run, or does not answer; the text says which."""


def kept() -> tuple[Vector, ...]:
    """Read the vectors that come with this package."""
    data = json.loads(resources.files("replays.vectors").joinpath("vectors.json").read_text())
    return tuple(Vector(row["name"], row["op"], row["in"], row["out"]) for row in data["vectors"])


class _Line:
    """A command that answers lines; what it writes is read beside, so that silence has an end."""

    def __init__(self, command: Sequence[str], seconds: int) -> None:
        self.seconds = seconds
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise NoAnswer(f"{shlex.join(command)} can not be run: {error.strerror}") from error
        self.lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None  # noqa: S101  (a pipe, as asked for)
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(b"")

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None  # noqa: S101  (a pipe, as asked for)
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=self.seconds)
            answer = json.loads(line)
        except queue.Empty as error:
            raise NoAnswer(f"no answer within {self.seconds} s") from error
        except (OSError, ValueError) as error:
            raise NoAnswer(f"the command ended, or wrote what is no JSON: {error}") from error
        if not isinstance(answer, dict) or answer.get("id") != request["id"]:
            raise NoAnswer(f"an answer has to name its request, id {request['id']}: {_text(answer)}")
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None  # noqa: S101  (a pipe, as asked for)
        with self.process:
            try:
                self.process.stdin.close()
                self.process.wait(self.seconds)
            except (OSError, subprocess.TimeoutExpired):
                self.process.kill()


def differences(command: Sequence[str], vectors: Sequence[Vector], seconds: int = SECONDS) -> Iterator[Difference]:
    """Ask a command for every vector, and give each value that differs.

    Raises NoAnswer where it can not be asked.
    """
    line = _Line(command, seconds)
    try:
        for number, vector in enumerate(vectors, start=1):
            answer = line.ask({"id": number, "op": vector.op, "in": vector.values})
            found = answer.get("out")
            if not isinstance(found, dict):
                said = answer.get("error", "neither `out` nor `error`")
                yield Difference(vector.name, "(any)", "an answer", _text(said))
                continue
            yield from _compare(vector, found)
    finally:
        line.close()


def _compare(vector: Vector, found: dict[str, Any]) -> Iterator[Difference]:
    for name, due in vector.out.items():
        given = found.get(name, "(not given)")
        if given != due or type(given) is not type(due):
            yield Difference(vector.name, name, _text(due), _text(given))


def _text(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
