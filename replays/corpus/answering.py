"""`adjudicator corpus answer`: this adjudicator's answers, one JSON line for each that is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from adjudicator import registry
from replays.corpus.files import FORMAT
from replays.corpus.games import CaseGame, Given, SetupFault, Step

NAME: Final = "adjudicator"


class Request(Struct, frozen=True):
    """A line of the protocol: a greeting where `corpus` is given, else a case."""

    corpus: str = ""
    case: str = ""
    ruleset: str = ""
    game: str = ""
    setup: tuple[Raw, ...] = ()
    command: Given | None = None


_REQUESTS: Final = msgspec.json.Decoder(Request)
_STEPS: Final = msgspec.json.Decoder(Step)


class Answerer:
    """Answers cases; of the last one's setup the game after each step is kept, since the next often begins alike."""

    def __init__(self) -> None:
        self._of = ("", "")
        self._path: list[tuple[bytes, CaseGame]] = []

    def answer(self, line: bytes) -> dict[str, Any]:
        """Answer one line."""
        try:
            request = _REQUESTS.decode(line)
        except msgspec.MsgspecError as fault:
            return {"error": f"no line of the protocol: {fault}"}
        if request.corpus:
            greeting = {"corpus": FORMAT, "name": NAME, "rulesets": sorted(registry.RULESETS)}
            return greeting if request.corpus == FORMAT else {"error": f"this program speaks {FORMAT}"}
        try:
            return {"case": request.case} | self._case(request)
        except Exception as fault:  # noqa: BLE001  (one case that breaks the rules must not end the others)
            said = str(fault) if isinstance(fault, SetupFault) else f"{type(fault).__name__}: {fault}"
            return {"case": request.case, "unable": said}

    def _case(self, request: Request) -> dict[str, Any]:
        if request.ruleset not in registry.RULESETS:
            raise SetupFault(
                f"no ruleset is called {request.ruleset!r}; there are {', '.join(sorted(registry.RULESETS))}"
            )
        if request.command is None:
            raise SetupFault("the case has no command")
        return self._game(request).answer(request.command)

    def _game(self, request: Request) -> CaseGame:
        """Give the game where a case begins; an answer leaves it as it is."""
        of = request.ruleset, request.game
        if of != self._of:
            self._of, self._path = of, []
        steps = [bytes(step) for step in request.setup]
        same = 0
        while same < min(len(steps), len(self._path)) and self._path[same][0] == steps[same]:
            same += 1
        del self._path[same:]
        for number, step in enumerate(steps[same:], start=same + 1):
            game = self._path[-1][1].fork() if self._path else CaseGame(*self._new(request))
            try:
                game.take(_STEPS.decode(step))
            except (SetupFault, msgspec.MsgspecError) as fault:
                raise SetupFault(f"step {number} of the setup: {fault}") from fault
            self._path.append((step, game))
        return self._path[-1][1] if self._path else CaseGame(*self._new(request))

    @staticmethod
    def _new(request: Request) -> tuple[str, bytes]:
        return request.ruleset, bytes.fromhex(request.game)


def answers(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Answer lines, one for each."""
    answerer = Answerer()
    for line in lines:
        yield msgspec.json.encode(answerer.answer(line)) + b"\n"
