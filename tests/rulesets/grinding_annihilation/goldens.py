"""Writes the golden game of a battle whose claims the service judges (GA-2.4-13, option `impossibility` = "solver").

Run `python -m tests.rulesets.grinding_annihilation.goldens` when a decision of the rules has changed. Bots play the
battle from fixed terms and a seed, through the same command path as the service. Wherever something may be claimed to
be impossible, claims that do not hold stand in the text as well, refused with the end state that speaks against them.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.faults import Rejected
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import ClaimImpossible, CreateBattle, Options
from adjudicator.rulesets.grinding_annihilation.model.subjects import formation_of
from replays.bundle import read_bundle
from replays.tell.golden import FOLDER, TranscriptDice, play_script, transcript_of
from replays.tell.transcript import Line, parse
from services.sessions.session import Session
from services.tools.play import BotTable

GAME = "grinding_annihilation"
NAME = "impossibility"
PATH = FOLDER / GAME / f"{NAME}.game"
SEED = 3
TERMS = CreateBattle(
    battle_size="small",
    scenario="war_of_control",
    options=Options(impossibility="solver", close_in_base_contact=True, pivot_cost="free"),
)
CLAIMABLE = {
    "make_move": ("retreat",),
    "assault_move": ("assault", "contact", "closer"),
    "close_in": ("contact",),
    "consolidate": ("contact", "consolidate"),
}
OF_TROOPS = ("contact", "closer")


class ClaimingTable(BotTable):
    """A game between bots that notes by entry what would have been refused with an end state before it."""

    def __init__(self, seed: int) -> None:
        rules = dataclasses.replace(rules_of(GAME), create=lambda _scenario, _chance: TERMS)
        super().__init__(GAME, seed, rules=rules)
        self.refuted: dict[int, list[Line]] = {}

    def _next(self, session: Session) -> Any:
        due = super()._next(session)
        if due is not None:
            lines = [Line(0, due[0], command, (), (), ()) for command in refuted_claims(session, due[0])]
            self.refuted[session.protocol.seq + 1] = lines
        return due


def refuted_claims(session: Session, party: int) -> Iterator[ClaimImpossible]:
    """List the claims that the open question allows and an end state speaks against."""
    top = session.game.stack[-1]
    for command in _claims(session.game, top.kind, formation_of(top)) if top.kind in CLAIMABLE else ():
        try:
            adjudicate(session.rules, session.game, session.protocol, party, command, TranscriptDice(()), 0)
        except Rejected as refusal:
            if refusal.faults[0].reason == "end-found":
                yield command


def _claims(game: Any, kind: str, formation: str) -> Iterator[ClaimImpossible]:
    """Claim each thing of the whole formation, of each of its troops, and of its first two."""
    troops = game.formations[formation].troops
    sets = dict.fromkeys(((), *((troop,) for troop in troops), troops[:2]))
    for what in CLAIMABLE[kind]:
        for named in sets if what in OF_TROOPS else ((),):
            yield ClaimImpossible(what=what, formation=formation, troops=named)


def text_of(seed: int = SEED) -> str:
    """Let bots play the battle and write it, with the claims that are refused."""
    table = ClaimingTable(seed)
    asyncio.run(table.play())
    script = parse(transcript_of(read_bundle(asyncio.run(table.replay())), table.rules), table.rules)
    lines = (row for line in script.lines for row in (*table.refuted.get(line.seq, ()), line))
    return play_script(replace(script, lines=tuple(lines)), table.rules)


def main() -> None:
    """Write it."""
    text = text_of()
    PATH.write_text(text, encoding="utf-8")
    print(f"{NAME}: {len(text.splitlines())} lines, {len(text) // 1024} KiB")


if __name__ == "__main__":
    main()
