"""The tamper matrix: each row is an attack, and what it must at least be caught by."""

import asyncio
from dataclasses import replace

import msgpack
import pytest

from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.record import chain
from replays import notes
from replays.audit.checks_dice import SIZE
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, DICE, EVENTS, HEAD, ID, SIGNATURE, STATE, TIME, Case
from tests.replays.fixtures import LOG_NAME, Recorder, played, recorded, toy_rules
from tests.toy.model.messages import DrawToken, PieceLost, RollStrike, StrikeRolled
from tests.toy.model.state import in_cover


def faulty(clause, kind=RollStrike):
    """Give the toy with one clause replaced: what an operator could run in secret."""
    rules = toy_rules()
    return replace(rules, handlers={**rules.handlers, kind: clause})


def striking(sides=6, count=1, extra=False):
    """Give the clause of a strike, with other dice or an event too many."""

    def roll_strike(ruling, command):
        blow = ruling.game.blow
        faces = ruling.roll(count, sides, "strike")
        needed = toy_tally(ruling, blow)
        face = min(faces[0], 6)
        ruling.record(StrikeRolled(piece=blow.piece, target=blow.target, face=face, needed=needed), *needed.clauses())
        ruling.answered()
        if extra and face < needed.total:
            ruling.record(PieceLost(piece=blow.target), "TOY-2.6-01")

    return roll_strike


def toy_tally(ruling, blow):
    needed = Tally.base(4, "TOY-2.4-04").add(2 if blow.parried else 0, "TOY-2.5-01")
    return needed.add(1 if in_cover(ruling.game, blow.target) else 0, "TOY-2.3-01")


async def interrupted(change, **options):
    """Play until four dice were drawn, let the operator do something to the warm game, and play on."""
    recorder = Recorder(1, **options)
    await recorder.play(lambda session: session.protocol.cursors.get(0, 0) >= 4)
    async with recorder.command_handler.locked(recorder.game_id) as session:
        change(session)
    await recorder.play()
    return await recorder.file()


class TestForgery:
    """Attacker F edits the file without any key."""

    def test_01_die_edited(self, case, codes):
        """A die that was edited breaks the chain and is not the seed's."""
        case.with_dice(-1)[DICE][0][4][0] -= 1
        assert codes(case.forged()) >= {"CHAIN_BREAK", "DICE_NOT_FROM_SEED"}

    def test_02_entry_removed(self, case, codes):
        """An entry that was removed is missing."""
        del case.entries[9]
        assert "MISSING_ENTRY" in codes(case.forged())

    def test_03_entries_swapped(self, case, codes):
        """Two entries in each other's place are out of order."""
        case.entries[9:11] = case.entries[10], case.entries[9]
        assert "REORDERED_ENTRY" in codes(case.forged())

    def test_04_entry_duplicated(self, case, codes):
        """An entry that stands twice is a duplicate."""
        case.entries.insert(9, case.entries[8])
        assert "DUPLICATE_ENTRY" in codes(case.forged())

    def test_05_tail_cut(self, case, codes):
        """A signed head beyond the end shows that the tail was cut off."""
        del case.entries[-3:]
        assert "TRUNCATED_LOG" in codes(case.forged())

    def test_06_entry_appended(self, case, codes):
        """An entry after the last signed head is nobody's."""
        case.entries.append(case.copy().entries[-1])
        case.renumber().chain()
        assert "UNSIGNED_TAIL" in codes(case.forged())

    def test_07_head_edited(self, case, codes):
        """The text of a signed head can not be edited."""
        case.heads[1] = case.heads[1].replace("\n5\n", "\n6\n")
        assert "HEAD_SIGNATURE_INVALID" in codes(case.forged())

    def test_08_longer_integer(self, case, codes):
        """The same values in longer bytes are not the record."""
        data = msgpack.packb(case.entries[8])
        case.bytes[8] = data[:1] + b"\xcc\x01" + data[2:]
        assert "NON_CANONICAL_ENTRY" in codes(case.forged())

    def test_09_trailing_bytes(self, case, codes):
        """Bytes after a record are not the record."""
        case.bytes[8] = msgpack.packb(case.entries[8]) + b"\xc0"
        assert "NON_CANONICAL_ENTRY" in codes(case.forged())

    def test_10_entry_of_another_game(self, case, codes):
        """An entry of another game does not belong here."""
        case.entries[9] = Case(played(2)).entries[9]
        assert "WRONG_GAME" in codes(case.forged())


class TestOperator:
    """Attacker O has the log key and makes hashes and heads anew."""

    def test_11_other_dice(self, codes):
        """Dice of another seed than the committed one are found out, however consistent the game."""
        data = asyncio.run(played(1, dice_secret=b"\x21" * 32).file())
        assert "DICE_NOT_FROM_SEED" in codes(data)

    def test_12_index_skipped(self, codes):
        """An unlucky index can not be skipped."""

        def skip(session):
            session.protocol.cursors[0] += 1

        assert "DICE_CURSOR_GAP" in codes(asyncio.run(interrupted(skip)))

    def test_13_index_twice(self, codes):
        """A lucky index can not be used twice."""

        def repeat(session):
            session.protocol.cursors[0] -= 1

        assert "DICE_REUSED" in codes(asyncio.run(interrupted(repeat)))

    def test_14_other_die(self, codes):
        """A die of eight sides where the rules ask for six is found out."""
        data = asyncio.run(played(1, rules=faulty(striking(sides=8))).file())
        assert "DICE_SPEC_MISMATCH" in codes(data)

    def test_15_extra_die(self, codes):
        """One die too many in a throw is found out."""
        data = asyncio.run(played(1, rules=faulty(striking(count=2))).file())
        assert "DICE_SPEC_MISMATCH" in codes(data)

    def test_16_event_added(self, codes):
        """A loss that the rules do not give is found out."""
        seeds = [played(seed, rules=faulty(striking(extra=True))) for seed in (3, 4, 5)]
        assert any("EVENTS_MISMATCH" in codes(asyncio.run(row.file())) for row in seeds)

    def test_17_state_hash(self, case, codes):
        """A state hash is recomputed."""
        case.entries[15][STATE][0] = bytes(32)
        assert "STATE_HASH_MISMATCH" in codes(case.operated())

    def test_17_keyed_state_hash(self, case, codes):
        """The keyed hash of the full state is recomputed once its key is out."""
        case.entries[15][STATE][1] = bytes(32)
        assert "STATE_HASH_MISMATCH" in codes(case.operated(heads=True, keys=True))

    def test_18_command_dropped(self, case, codes):
        """A command that was dropped leaves heads behind that nobody can have seen."""
        del case.entries[case.place("DrawToken")]
        assert "STALE_COMMAND" in codes(case.renumber().operated())

    def test_19_command_dropped_heads_rewritten(self, case, codes):
        """Heads that players saw are under their signatures."""
        assert "COMMAND_SIGNATURE_INVALID" in codes(case.drop(case.place("DrawToken")).operated(heads=True))

    def test_20_command_invented(self, case, codes):
        """A command that a player never gave lacks his signature."""
        place = case.place("DrawToken")
        invented = case.copy().entries[place]
        invented[COMMAND][ID] = b"i" * 16
        case.entries.insert(place + 1, invented)
        assert "COMMAND_SIGNATURE_INVALID" in codes(case.renumber().operated())

    def test_21_command_altered(self, case, codes):
        """The target of a strike is under its player's signature."""
        case.of("Strike")[COMMAND][BODY][2] = "r1"
        assert "COMMAND_SIGNATURE_INVALID" in codes(case.operated())

    def test_22_other_seed_revealed(self, case, codes):
        """A secret that does not open the commitment of the opening is not the seed."""
        case.of("Reveal")[COMMAND][BODY][1] = bytes(SIZE)
        assert "SEED_COMMIT_MISMATCH" in codes(case.operated())

    def test_24_contribution_replaced(self, case, codes):
        """A seat's contribution is bound by its commitment."""
        case.of("OpenContribution")[COMMAND][BODY][1] = b"\x07" * 31 + b"\x08"
        assert "CONTRIBUTION_MISMATCH" in codes(case.operated(heads=True, keys=True))

    def test_25_contribution_opened_early(self, case, codes):
        """No seat opens before all have committed."""
        second, first = case.place("CommitContribution", 1), case.place("OpenContribution")
        case.entries[second], case.entries[first] = case.entries[first], case.entries[second]
        assert "CONTRIBUTION_ORDER" in codes(case.renumber().operated())

    def test_26_contribution_dropped(self, case, codes):
        """A seat that committed opens, or is ruled absent."""
        del case.entries[case.place("OpenContribution")]
        assert "CONTRIBUTION_MISSING" in codes(case.renumber().operated())

    def test_31_ruling_with_a_players_key(self, case, codes):
        """What only the service may say, no seat can."""
        case.of("Reveal")[ACTOR] = [3, 0, "seat0"]
        assert "UNAUTHORISED_ACTOR" in codes(case.operated())

    def test_35_two_heads_of_one_size(self, case, codes):
        """Two signed heads of one size are a fork."""
        case.heads.append(case.note(5, b"f" * 32))
        assert "FORKED_LOG" in codes(case.forged())

    def test_37_retry_executed_twice(self, case, codes):
        """A command id stands once."""
        place = case.place("DrawToken")
        case.entries.insert(place + 1, case.copy().entries[place])
        assert "COMMAND_ID_REUSED" in codes(case.renumber().operated())

    def test_38_patched_build(self, case, codes):
        """A game of another build than the pinned one is found out, and so is an audit with another build."""
        found = codes(case.forged(), engine="ab" * 32)
        assert "ENGINE_MISMATCH" in found

    def test_39_time_goes_back(self, case, codes):
        """Server time never goes back."""
        case.entries[9][TIME] -= 5_000
        assert "TIME_REGRESSION" in codes(case.operated())

    def test_40_seed_never_revealed(self, case, codes):
        """A game that is closed and confirmed shows its seed."""
        del case.entries[-1]
        assert "SEED_NOT_REVEALED" in codes(case.operated())

    def test_41_out_of_turn(self, codes):
        """A command out of turn is illegal even where the operator took it."""
        rules = toy_rules()
        loose = replace(rules, anytime=rules.anytime | {DrawToken})

        async def play():
            recorder = Recorder(1, rules=loose)
            await recorder.play(lambda session: session.game.stack[-1].kind == "turn")
            async with recorder.command_handler.locked(recorder.game_id) as session:
                waiting = 1 - session.game.stack[-1].asks[0]
            await recorder.submit(waiting, DrawToken())
            await recorder.play()
            return await recorder.file()

        assert "ILLEGAL_COMMAND_ACCEPTED" in codes(asyncio.run(play()))

    def test_signature_of_a_stranger(self, case, codes):
        """A signature where no key is known is no proof."""
        case.of("Reveal")[SIGNATURE] = bytes(64)
        assert "KEY_NOT_VALID" in codes(case.operated())

    def test_commitment_after_first_contribution(self, case, codes):
        """An opening without the commitment to the seed comes too late with it."""
        case.of("OpenGame")[COMMAND][BODY][17] = None
        assert "SEED_COMMIT_LATE" in codes(case.operated())

    def test_well_known_seed(self, codes):
        """A secret that everybody knows is refused outside of test games."""
        assert codes(recorded(1, secret=bytes(range(32)))) == {"TEST_SEED"}
        assert codes(recorded(1, secret=bytes(range(32)), test=True)) == set()

    def test_unfinished_cadence(self, case, codes):
        """A required head that is left out is a warning."""
        case.heads = case.heads[-1:]
        assert codes(case.forged()) == {"HEAD_CADENCE"}

    def test_head_of_another_game(self, case, codes):
        """A head of another game signs nothing here."""
        text = chain.head_text(b"o" * 16, 5, b"h" * 32)
        case.heads.append(notes.sign(case.recorder.log_key, LOG_NAME, text))
        assert "HEAD_MISMATCH" in codes(case.forged())


@pytest.mark.parametrize("place", [HEAD, EVENTS])
def test_places_are_those_of_the_format(case, place):
    """The names that this module uses for places are those of the log's format."""
    entry = case.entries[9]
    assert isinstance(entry[COMMAND][HEAD], bytes) if place == HEAD else entry[place][0][0][0] == "TurnEnded"
