"""Two worlds of a moment, and every act of the referee's desk given in both."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.kernel.messages import CorrectHidden
from tests.conformance.referee.paired import copied, differences, viewers

GIVERS = ("red", "blue", "referee", "head", "table")
# what a referee who is not the head referee has others agree to
HEAD_OTHERWISE = {"Rewind", "AnswerProposal"}
OWN = {"SealNext": ("red",), "CorrectHidden": ("head", "referee")}


class Pair:
    """Two games at a moment, and every act given in both."""

    def __init__(self, moment):
        self.worlds = [moment(0), moment(1)]
        self.taken, self.refused = set(), set()

    def try_all(self, values, givers=GIVERS):
        self.require_alike(self.worlds, "before any act")
        for act, made in sorted(values.items()):
            ready = [ready_for(act, table) for table in self.worlds]
            for given in zip(*(made(table, world) for world, table in enumerate(ready)), strict=True):
                for who in givers:
                    self.give(act, who, ready, given)

    def give(self, act, who, ready, given):
        """Give it in both; a refusal is the same to all but red, who knows what red keeps secret."""
        faults = [table.refused(command, who) for table, command in zip(ready, given, strict=True)]
        if given[0] != given[1] and who not in OWN[act]:
            return
        if any(faults):
            assert faults[0] == faults[1] or who == "red", f"{act} by {who} is refused otherwise: {given} {faults}"
            self.refused.add(act)
            return
        self.taken.add(act)
        if who == "referee" and act not in HEAD_OTHERWISE:
            return  # as the head referee
        after = [copied(table) for table in ready]
        for table, command in zip(after, given, strict=True):
            table.when(who, command).accepted()
        reveals = [any(table.rules.masks[type(event)].reveals for event, _ in table.ruled) for table in after]
        assert reveals[0] == reveals[1], f"{act} by {who} shows what was secret in one world alone"
        if not reveals[0]:
            self.require_alike(after, f"{act} by {who}: {given[0]}")

    def require_alike(self, worlds, after):
        """Nobody but red, and a referee who has set what red hides, is told anything that is not so in both."""
        seen = any(isinstance(command, CorrectHidden) for _, command in worlds[0].commands)
        found = differences(worlds[0], worlds[1], viewers("red", referee=not seen))
        assert not found, f"after {after}: {found}"


def taken(table, act, who, command):
    return not ready_for(act, table).refused(command, who)


def ready_for(act, table):
    """Copy a game; a later edition is adopted by its own server."""
    made = copied(table)
    if act == "AdoptEdition":
        made.rules = replace(made.rules, edition="2")
    return made
