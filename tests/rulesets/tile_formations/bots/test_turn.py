"""Commands made of offers."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Range, Shape, Some
from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.tile_formations.bots.situation import SAMPLER
from tests.rulesets.tile_formations.bots.fixtures import FirstChoice


def sample_one(command: str, *fields: tuple[str, Any]) -> Any:
    """Make a command of one offer."""
    return SAMPLER.sampled(Offer(command, tuple(Domain(name, values) for name, values in fields)), FirstChoice())


def test_paths_are_divided():
    """One text that names several tiles becomes several; what is not offered is empty."""
    assert sample_one("MoveUnit", ("unit", Choice(("a1.1",))), ("path", Choice(("A1 B2",)))).path == ("A1", "B2")
    assert sample_one("BeginAction", ("formation", Choice(("a1",)))).road_march is False
    assert sample_one("EndFormationMove", ("keep", Some(("a1.1", "a1.2"), 2, 2))).keep == ("a1.1", "a1.2")


def test_repeated_shapes_are_gathered():
    """Hits that are offered one by one are all given."""
    hit = Shape("HitOnUnit", (Domain("hit", Choice(("h1",))), Domain("unit", Choice(("b1.1",)))))
    assert len(sample_one("AllocateHits", ("hits", hit), ("hits", hit)).hits) == 2


def test_what_is_not_stated_is_not_made_up():
    """An offer of a shape without parts, and of a command that there is not, gives none."""
    assert sample_one("MusterArmy", ("formations", Shape("FormationSheet"))) is None
    assert sample_one("NoSuchCommand") is None


def test_offers_are_looked_into():
    """Values of a field are found, numbers as words."""
    offered = Offer("AssaultHits", (Domain("hits", Range(2, 3)), Domain("unit", Choice(("a1.1", "a1.2")))))
    assert words_of(offered.fields, "hits") == ("2", "3")
    assert word_of(offered.fields, "unit") == "a1.1"
    assert word_of(offered.fields, "nothing") == ""
