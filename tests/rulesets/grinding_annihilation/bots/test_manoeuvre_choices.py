"""Bots take a Battle-Manoeuvre of a catalogue as the core one that it works as."""

from __future__ import annotations

from adjudicator.rulesets.grinding_annihilation.bots import manoeuvre_choices
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table
from adjudicator.rulesets.grinding_annihilation.model.messages import UseBattleManoeuvre
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import shots_declared_at


class FixedChance:
    """A bot's random choice that is known: the first of every choice, and always the same number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def randrange(self, stop: int, /) -> int:
        return min(self.number, stop - 1)

    def choice(self, seq, /):
        return seq[0]

    def shuffle(self, x, /) -> None:
        """Leave the order."""


def test_bots_take_it_as_what_it_works_as():
    """A bot takes an offered Closed Orbit as often as a Find Cover!: one time in three."""
    table = shots_declared_at(blue=("closed_orbit",), keywords=("infantry", "sentinels"))
    offers = [offer for offer in table.offers("blue") if offer.command == "UseBattleManoeuvre"]
    view = Table(table.sight("blue"))
    taken = [manoeuvre_choices.use(view, offers, FixedChance(face)) for face in range(3)]
    assert [row is not None for row in taken] == [True, False, False]
    assert taken[0] == UseBattleManoeuvre(manoeuvre="closed_orbit", formation="b-b")
