"""Random games end, are the same from the same seed, and follow from their records: one recording serves all tests."""

from adjudicator.kernel.decide.adjudicate import fold_one
from adjudicator.kernel.decide.parties import SPECTATOR, TABLE
from adjudicator.kernel.dice.wgdice import REPORTED
from adjudicator.kernel.docket.docket import Docket
from adjudicator.kernel.docket.questions import Questions
from adjudicator.kernel.messages import Finished, ResultReached
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.record import decoder, open_record, read_opened_parts
from replays.audit.checks_rules import LoggedStreams
from tests.conformance.by_offers.offer_games import converter_at
from tests.conformance.driver import MODES, Driver, SecondTable, every_mode, every_ruleset, random_game, rules_at
from tests.kit import GAME, Table, seeded

GAMES = {"tests.toy": 25}


@every_mode
def test_random_games_end(path, mode):
    """A random game ends with a result and a close; no offer and no silence is refused on the way."""
    for seed in range(GAMES.get(path, 1)):
        table = random_game(path, seed, mode)
        kinds = [type(event) for opened in table.log for event, _ in opened.events]
        assert kinds.count(ResultReached) == 1
        assert kinds.count(Finished) == 1
        assert table.protocol.secret is not None
        assert set(table.protocol.confirmed) == {0, 1}
        converter = converter_at(path)
        assert all(converter.to_pb(event) for opened in table.log for event, _ in opened.events)
        assert all(converter.to_pb(table.view(who)) for who in (0, 1, SPECTATOR))


@every_ruleset
def test_every_result_says_how(path):
    """A game that was played to its end has an ending, places that fit its winners, and scores that add up."""
    table = random_game(path, 0, "auto")
    (result,) = (event for opened in table.log for event, _ in opened.events if isinstance(event, ResultReached))
    assert (result.ending, result.by, result.played) != ("", "", False)
    assert result.ending not in ("", "void")
    assert [seat for seat, place in enumerate(result.places) if place == 1] == list(result.winners or (0, 1))
    for score in result.scores:
        assert score.total == sum(part.value for part in score.parts)
        assert all(part.clause in table.rules.texts for part in score.parts)
    assert table.game.stack == () or TABLE in table.game.stack[-1].asks or table.window.kind == "confirm_result"


@every_ruleset
def test_a_seed_gives_a_game(path):
    """Two games of one seed have the same bytes from their first entries on."""
    tables = (kind(rules_at(path), dice=seeded(5)) for kind in (Table, SecondTable))
    first, repeated = (Driver(table, 5).walk(60) for table in tables)
    assert len(first.drafts) > 5
    assert [draft.data for draft in first.drafts] == [draft.data for draft in repeated.drafts]


# -- played again

SEEDS = {"tests.toy": range(12)}


class Streams(LoggedStreams):
    """Faces out of one entry's rows, as the audit hands them out, which tell whether all were thrown."""

    def done(self):
        """Reported rows are made of the reports, which are commands."""
        return all(rows.done() for stream, rows in self._logged.items() if stream != REPORTED)


@every_mode
def test_records_fold_to_the_state(path, mode):
    """The state of a game follows from its records alone."""
    rules = rules_at(path)
    for seed in SEEDS.get(path, range(1)):
        table = random_game(path, seed, mode)
        game, protocol = rules.start(2), ProtocolState(GAME)
        for draft in table.drafts:
            record = decoder(rules).decode(draft.data)
            opened = open_record(rules, record, read_opened_parts(draft.sealed_bytes()))
            game = fold_one(rules, game, protocol, record, opened, entry_hash(draft.data))
        assert game.dump() == table.game.dump()
        assert {slot: _plain(getattr(protocol, slot)) for slot in protocol.__slots__} == {
            slot: _plain(getattr(table.protocol, slot)) for slot in protocol.__slots__
        }


@every_mode
def test_commands_lead_to_the_same_records(path, mode):
    """Adjudicated again with the faces of the log, the commands of a game lead to the same bytes."""
    for seed in SEEDS.get(path, range(1)):
        table = random_game(path, seed, mode)
        repeated = SecondTable(table.rules, dice=Streams(()), **MODES[mode])
        for opened, (actor, command) in list(zip(table.log, table.commands, strict=True))[1:]:
            repeated.dice = Streams(opened.rolls)
            repeated.when(actor, command).accepted()
            assert repeated.dice.done(), f"{command} threw less than the log holds"
        assert [draft.data for draft in repeated.drafts] == [draft.data for draft in table.drafts]


@every_ruleset
def test_one_more_die_in_the_log_is_noticed(path):
    """A row that the rules did not throw is left over when the game is adjudicated again."""
    table = random_game(path, 0, "auto")
    entry = next(opened for opened in table.log if opened.rolls)
    extra = (*entry.rolls, entry.rolls[-1])
    source = Streams(extra)
    for roll in entry.rolls:
        assert source.throw(roll.asked()) == roll.faces
    assert not source.done()


def _plain(value):
    """The docket by what it holds, all else as it is."""
    if isinstance(value, Docket | Questions):
        return {slot: _plain(getattr(value, slot)) for slot in value.__slots__}
    return value
