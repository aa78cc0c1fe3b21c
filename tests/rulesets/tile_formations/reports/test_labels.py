"""How lucky the dice of a game were."""

from __future__ import annotations

from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.labels import Known
from adjudicator.rulesets.tile_formations.model.messages import SaveRolled, SavesRolled, ToHitRolled
from adjudicator.rulesets.tile_formations.reports.labels import luck


def test_luck():
    """A roll counts with its chance: the worst face never succeeds, a value of 0 never either."""
    value = Tally.base(4, "TF-SHOOT-01")
    shot = ToHitRolled(unit="b1.1", target="a1.1", weapon="gun", value=value, faces=(1, 5), hits=1)
    assert [row[:4] for row in luck(shot, Known())] == [(1, 4, 6, True), (1, 4, 6, False)]
    save = SaveRolled(hit="h1", save="armour", value=Tally.base(7, "TF-SAVE-07"), face=6, saved=False)
    none = SaveRolled(hit="h2", save="none", value=Tally.base(0, "TF-SAVE-07"), face=0, saved=False)
    assert [row[:4] for row in luck(SavesRolled(unit="a1.1", saves=(save, none)), Known())] == [(0, 5, 6, False)]
