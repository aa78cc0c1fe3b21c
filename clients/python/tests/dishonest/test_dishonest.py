"""A service that does not tell the truth, and one that is gone at the wrong moment: what a player has in his hand."""

import asyncio

import pytest
from lying import change_calls, change_entries, change_refusals, flip_record, rows

from adjudicator_client import Key, NotProven, RandomPlayer, Refused, Stale, Unanswered
from adjudicator_client.contract.wargame.v1 import games_pb2, protocol_pb2, record_pb2
from adjudicator_client.proof import dice

UNSIGNED = games_pb2.SIGNATURES_NONE


def promise(game):
    return protocol_pb2.CommitContribution(commitment=dice.seat_commit(game.game, game.party, game.contribution))


async def test_other_secrets_under_the_seal_of_a_command_that_nobody_signs(service):
    """The seal that was logged is not the one that was made here."""
    opened = await service.open("hex_orders", ["red", "blue"], signatures=UNSIGNED)
    red, blue = opened.seat(0), opened.seat(1)
    await asyncio.gather(red.join(), blue.join())
    sealed = []

    def other_salt(path, request):
        header = getattr(request, "header", None)
        if header is not None and header.salt:
            header.salt = bytes([header.salt[0] ^ 1]) + header.salt[1:]
            sealed.append(path)

    change_calls(red, other_salt)
    players = [RandomPlayer(game, f"{at}", patience=60) for at, game in enumerate((opened.owner(), blue, red))]

    async def play():
        for _ in range(200):
            for player in players:
                await player.step()

    with pytest.raises(NotProven) as caught:
        await play()
    assert caught.value.check == "COMMAND_MISMATCH"
    assert len(sealed) == 1


async def test_another_contribution_behind_an_answer_that_was_lost(service, tmp_path):
    """What was given stands in the wallet: the next run compares it with the log too."""
    opened = await service.open("antares", ["red", "blue"], signatures=UNSIGNED)
    path, other = tmp_path / "red.wallet", bytes([6]) * 32
    red, blue = opened.seat(0, wallet=path), opened.seat(1)

    def swap(path, request):
        if path.endswith("CommitContribution"):
            request.commitment = dice.seat_commit(opened.game, 0, other)
        if path.endswith("OpenContribution"):
            request.contribution = other

    def lose(path, _):
        if path.endswith("Contribution"):
            raise Unanswered("nowhere", 1, 0.0, "lost")

    change_calls(red, swap, lose)
    with pytest.raises(Unanswered):
        await red.give(promise(red))
    await blue.give(promise(blue))
    await red.offers()
    with pytest.raises(Unanswered):
        await red.give(protocol_pb2.OpenContribution(contribution=red.contribution))
    with pytest.raises(NotProven, match="COMMAND_MISMATCH"):
        await red.verify()
    red.wallet.close()
    again = opened.seat(0, wallet=path)
    with pytest.raises(NotProven) as caught:
        await again.verify()
    assert (caught.value.check, caught.value.seq) == ("COMMAND_MISMATCH", 2)


async def test_a_command_under_another_party(service, tmp_path):
    """A command that was given here stands in the log as another's."""
    opened = await service.open("antares", ["red", "blue"], signatures=UNSIGNED)
    red, blue = opened.seat(0), opened.seat(1)
    mine = red.service.caller
    red.service.caller = blue.service.caller  # as a service does that takes one for the other
    with pytest.raises(NotProven, match="COMMAND_MISMATCH"):
        await red.give(promise(red))
    red.service.caller = mine


async def test_a_head_that_was_never_there(service, open_game, tmp_path):
    """It is neither kept nor stated: nobody has signed it."""
    opened = await open_game(service, "antares")
    path = tmp_path / "red.wallet"
    red, blue = opened.seat(0, wallet=path), opened.seat(1)

    def tell(_, reply):
        if isinstance(reply, record_pb2.Offers):
            reply.seq, reply.head = 2, bytes([9]) * 32

    change_calls(red, after=tell)
    await red.facts()
    await red.offers()
    assert await blue.take_statement(await red.statement())
    receipts = await red.receipts()
    assert receipts.last[0] == 1
    red.wallet.close()
    assert {row["seq"] for row in rows(path, "head")} <= {1}
    again = opened.seat(0, wallet=path)  # it does not stand against the true one
    await asyncio.gather(again.join(), blue.join())


async def test_a_head_that_was_told_is_compared_with_what_comes(service, open_game):
    """With the entry, with what follows from it, and with a receipt."""
    for heard in (1, 2):
        opened = await open_game(service, "antares")
        red = opened.seat(0)
        receipts = await red.receipts()
        if heard == 1:
            with pytest.raises(NotProven, match="TWO_HEADS"):
                receipts.hear(1, bytes(32))
            continue
        receipts.hear(2, bytes(32))
        with pytest.raises(NotProven, match="TWO_HEADS") as caught:
            await red.give(promise(red))
        assert caught.value.seq == heard


async def test_what_was_told_is_read_before_it_is_stated(service, open_game):
    """A statement is of the last entry that was seen, and of none that was not there."""
    opened = await open_game(service, "antares")
    red, blue = opened.seat(0), opened.seat(1)
    await blue.give(promise(blue))
    await red.offers()
    assert (await red.statement()).split("\n")[2] == "2"
    assert await blue.take_statement(await red.statement())


async def test_who_has_seen_nothing_states_what_is_signed(service, open_game):
    """A statement names an entry."""
    opened = await open_game(service, "antares")
    red = service.game(opened.game, token=opened.token(3, 0), seat=0, key=opened.keys[0])
    assert await opened.seat(1).take_statement(await red.statement())


async def test_a_game_without_a_signed_head(service, open_game):
    """What everybody may know of a game comes with a receipt."""
    opened = await open_game(service, "antares")
    red = opened.seat(0)

    def leave_out(_, reply):
        if isinstance(reply, games_pb2.GetResponse):
            reply.ClearField("receipt")

    change_calls(red, after=leave_out)
    for use in (red.facts, red.join):
        with pytest.raises(NotProven, match="RECEIPT_MISMATCH"):
            await use()


async def test_an_opening_and_nothing_of_what_follows_from_it(service, open_game):
    """The first entry counts as far as what was signed follows from it."""
    for shown in (1, 0):
        opened = await open_game(service, "antares")
        red, blue = opened.seat(0), opened.seat(1)
        await blue.give(promise(blue))
        change_entries(red, lambda entry, shown=shown: entry.seq <= shown)
        with pytest.raises(NotProven, match="TRUNCATED_LOG"):
            await red.registered()
        with pytest.raises(NotProven, match="TRUNCATED_LOG"):
            await red.join()


async def test_another_commitment_when_the_game_was_opened(service, open_game):
    """The secret of the dice is the one of which the commitment was told with the opening."""
    opened = await open_game(service, "antares")
    red = opened.seat(0)
    red.opened_with(opened.receipt, bytes(32))
    for use in (red.registered, red.terms, red.join):
        with pytest.raises(NotProven) as caught:
            await use()
        assert (caught.value.check, caught.value.seq) == ("SEED_COMMIT_MISMATCH", 1)


async def test_terms_that_are_not_those_of_the_first_entry(service, open_game, tmp_path):
    """Neither the commitment nor the keys of seats are kept as they are told beside the log."""
    opened = await open_game(service, "antares")
    for name, check in (("commitment", "SEED_COMMIT_MISMATCH"), ("keys", "GENESIS_INVALID")):
        path = tmp_path / f"{name}.wallet"
        red = opened.seat(0, wallet=path)

        def tell(_, reply, name=name):
            if isinstance(reply, games_pb2.GetResponse):
                if name == "commitment":
                    reply.terms.commitment = bytes(32)
                else:
                    reply.terms.seats[1].keys[0] = bytes(32)

        change_calls(red, after=tell)
        with pytest.raises(NotProven, match=check):
            await red.terms()
        assert {row["commitment"] for row in rows(path, "opening")} == {opened.commitment.hex()}
        assert bytes(32).hex() not in {row["key"] for row in rows(path, "player")}


async def test_a_seat_of_another_key_whether_a_register_is_kept_or_not(service, open_game, monkeypatch):
    """Nobody contributes to a game whose seat others can move."""
    opened = await open_game(service, "antares")

    def side(key=None, others=()):
        game = service.game(opened.game, token=opened.token(3, 0), seat=0, key=key)
        game.other_keys = others
        return game

    strange = side(Key.new())
    monkeypatch.setattr(strange.service, "register", False)

    def unregistered(_, reply):
        if isinstance(reply, games_pb2.GetResponse):
            reply.ClearField("registration")

    change_calls(strange, after=unregistered)
    for use in (strange.registered, strange.join):
        with pytest.raises(NotProven, match="GENESIS_INVALID"):
            await use()
    with pytest.raises(NotProven, match="GENESIS_INVALID"):  # who has keys, and signs with none of them here
        await side(others=[Key.new().public]).registered()
    assert await side(others=[opened.keys[0].public]).registered() is not None


async def test_a_refusal_on_a_state_from_before_its_command(service, open_game):
    """That is no refusal of it, be it signed or not."""
    opened = await open_game(service, "antares")
    for signed in (False, True):
        red, blue = opened.seat(0), opened.seat(1)
        if not signed:
            await blue.give(promise(blue))
        await red.void_entries()
        first = (await anext(red.read(0, 1))).hash

        def earlier(refusal, signed=signed, first=first):
            refusal.seq, refusal.head = 1, first
            refusal.signed = refusal.signed if signed else None

        change_refusals(red, earlier)
        prepared = await red.prepare(protocol_pb2.OpenContribution(contribution=bytes([7]) * 32))
        if not signed:
            mine = opened.seat(0)
            await mine.give(promise(mine))
        with pytest.raises(NotProven) as caught:
            await red.give(prepared)
        assert (caught.value.check, caught.value.seq) == ("REFUSAL_UNPROVEN", 1)
        assert isinstance(caught.value.__cause__, Refused if signed else Stale)


def _other_signature(refusal):
    refusal.signed.signature = bytes(64)


def _other_key(refusal):
    refusal.signed.log_key = refusal.signed.log_key.replace("+", "x+", 1)


def _other_reason(refusal):
    refusal.faults[0].reason = "another-reason"


def _another_command(refusal):
    refusal.signed.CopyFrom(EARLIER[0])


EARLIER: list[record_pb2.SignedRefusal] = []
UNPROVEN = (_other_signature, _other_key, _other_reason, _another_command)


@pytest.mark.parametrize("change", UNPROVEN)
async def test_a_refusal_that_is_not_proven_is_not_kept(service, open_game, tmp_path, change):
    """A signed refusal is verified: key, signature, command, head and reason."""
    opened = await open_game(service, "antares")
    path = tmp_path / "red.wallet"
    early = protocol_pb2.OpenContribution(contribution=bytes([5]) * 32)
    with pytest.raises(Refused) as refused:
        await opened.seat(0).give(early)
    assert refused.value.signed is not None
    EARLIER[:] = [refused.value.signed]
    red = opened.seat(0, wallet=path)
    change_refusals(red, change)
    with pytest.raises(NotProven, match="REFUSAL_UNPROVEN") as caught:
        await red.give(early)
    assert isinstance(caught.value.__cause__, Refused)
    assert rows(path, "refusal") == []


async def test_gone_after_a_refusal(service, open_game, tmp_path):
    """A refusal is kept and told all the same; where the game has changed, it stands behind the fault."""
    opened = await open_game(service, "antares")
    for stale in (False, True):
        path = tmp_path / f"{stale}.wallet"
        red, blue = opened.seat(0, wallet=path), opened.seat(1)
        prepared = await red.prepare(protocol_pb2.OpenContribution(contribution=bytes([5]) * 32))
        if stale:
            await blue.give(promise(blue))
            mine = opened.seat(0)
            await mine.give(promise(mine))

        def go(_, red=red):
            def gone(*_):
                raise Unanswered("nowhere", 1, 0.0, "gone")

            red.service.caller.call = red.service.caller.open_stream = gone

        change_refusals(red, go)
        with pytest.raises(Unanswered if stale else Refused) as caught:
            await red.give(prepared)
        refusal = caught.value.__cause__ if stale else caught.value
        assert isinstance(refusal, Stale if stale else Refused)
        assert refusal.signed is not None
        assert len(rows(path, "refusal")) == 1


@pytest.mark.parametrize("full", ["receipt", "disk"])
async def test_another_entry_and_no_room_in_the_wallet(service, open_game, tmp_path, monkeypatch, full):
    """What is not proven is told first."""
    opened = await open_game(service, "antares")
    red = opened.seat(0, wallet=tmp_path / "red.wallet")
    await red.registered()
    keep = red.wallet.keep

    def no_room(kind, **fields):
        if kind == full:
            raise OSError("no room")
        keep(kind, **fields)

    tries = []

    def no_disk():
        tries.append(1)
        if len(tries) > 1:  # the contribution itself is there
            raise OSError("no room")

    change_entries(red, lambda entry: flip_record(entry) if entry.seq > 1 else None)
    await red.terms()
    prepared = await red.prepare(promise(red))
    monkeypatch.setattr(red.wallet, "keep", no_room)
    if full == "disk":
        monkeypatch.setattr(red.wallet, "put_on_disk", no_disk)
    with pytest.raises(NotProven) as caught:
        await red.give(prepared)
    assert any("no room" in note for note in caught.value.__notes__)


async def test_another_first_entry_than_was_signed(service, open_game, tmp_path):
    """The next run has the receipt, and the key by which it is proven."""
    opened = await open_game(service, "antares")
    path = tmp_path / "red.wallet"
    red = opened.seat(0, wallet=path)
    change_entries(red, flip_record)
    with pytest.raises(NotProven):
        await red.terms()
    red.wallet.close()
    assert (len(rows(path, "log_key")), len(rows(path, "receipt"))) == (1, 1)
    assert set((await opened.seat(0, wallet=path).receipts()).kept) == {1}


async def test_another_register_than_in_the_run_before(service, open_game, tmp_path, monkeypatch):
    """A proof is compared with the one in the wallet before anything is contributed."""
    opened = await open_game(service, "antares")
    path = tmp_path / "red.wallet"
    red = opened.seat(0, wallet=path)
    await red.registered()
    red.wallet.close()
    assert await opened.seat(0, wallet=path).registered() == await red.registered()

    def differ(_keys, held, given, game):
        assert [row.leaf for row in held] == [given.leaf]
        raise NotProven("REGISTRY_MISMATCH", game, 1, "the root before", "another")

    monkeypatch.setattr("adjudicator_client.registrations.compare_held", differ)
    again = opened.seat(0, wallet=path)
    for _ in range(2):
        with pytest.raises(NotProven, match="REGISTRY_MISMATCH"):
            await again.join()
    assert rows(path, "contribution") == []
