from adjudicator.kernel.messages import Finished, ResultReached
from tests.conformance.driver import Driver, every_ruleset, every_way, random_game, rules_at
from tests.kit import Table, seeded

GAMES = {"tests.toy": 25}


@every_way
def test_random_games_end(path, way):
    """A random game ends with a result and a close; no offer and no silence is refused on the way."""
    for seed in range(GAMES.get(path, 1)):
        table = random_game(path, seed, way)
        kinds = [type(event) for filled in table.log for event, _ in filled.events]
        assert kinds.count(ResultReached) == 1
        assert kinds.count(Finished) == 1
        assert table.docket.secret is not None
        assert set(table.docket.confirmed) == {0, 1}


@every_ruleset
def test_a_seed_gives_a_game(path):
    """Two games of one seed have the same bytes from their first entries on."""
    first, again = (Driver(Table(rules_at(path), dice=seeded(5)), 5).walk(150) for _ in range(2))
    assert len(first.drafts) > 5
    assert [draft.data for draft in first.drafts] == [draft.data for draft in again.drafts]
