"""What an earlier run has kept is compared with what the service shows now."""

import os

import pytest
from lying import change_calls, rows

from adjudicator_client import NotProven, Service
from adjudicator_client.contract.wargame.v1 import protocol_pb2
from adjudicator_client.proof import dice


def promise(game):
    return protocol_pb2.CommitContribution(commitment=dice.seat_commit(game.game, game.party, game.contribution))


async def test_another_secret_of_the_dice_than_was_told(service, open_game, tmp_path):
    """The first entry has to have the commitment of the opening in the wallet, however often it is asked for."""
    opened = await open_game(service, "antares")
    path = tmp_path / "red.wallet"
    red = opened.seat(0, wallet=path)
    red.wallet.keep("opening", commitment=bytes([9]) * 32)
    red.wallet.close()
    again = opened.seat(0, wallet=path)
    for _ in range(2):
        with pytest.raises(NotProven) as caught:
            await again.give(promise(again))
        assert (caught.value.check, caught.value.seq) == ("SEED_COMMIT_MISMATCH", 1)
        assert caught.value.expected == "09" * 32
    assert rows(path, "contribution") == []


async def test_another_leaf_than_the_register_had_before(service, open_game, tmp_path):
    """The register has signed another leaf for the holder: both proofs are kept, and nothing is contributed."""
    opened, other = await open_game(service, "antares"), await open_game(service, "antares")
    path = tmp_path / "red.wallet"
    red = opened.seat(0, wallet=path)
    await red.terms()
    red.wallet.keep_inclusion((await other.seat(0).facts()).registration)
    red.wallet.close()
    again = opened.seat(0, wallet=path)
    for _ in range(2):
        with pytest.raises(NotProven, match=r"REGISTRY_MISMATCH.*as the register had it before"):
            await again.give(promise(again))
    assert (len(rows(path, "inclusion")), rows(path, "contribution")) == (2, [])


async def test_a_register_that_has_forgotten(service, open_game, tmp_path):
    """Who has a proof from before takes no game without one, though the service was said to keep no register."""
    opened = await open_game(service, "antares")
    path = tmp_path / "red.wallet"
    red = opened.seat(0, wallet=path)
    await red.registered()
    red.wallet.close()

    def forget(path, reply):
        if path.endswith("Games/Get"):
            reply.ClearField("registration")

    async with Service(service.address, os.environ["ADJUDICATOR_TOKEN"], register=False) as lenient:
        token = next(row.token for row in opened.credentials if row.HasField("seat") and row.seat == 0)
        for wallet, known in ((path, True), (tmp_path / "new.wallet", False)):
            again = lenient.game(opened.game, token=token, seat=0, key=opened.keys[0], wallet=wallet)
            change_calls(again, after=forget)
            if known:
                with pytest.raises(NotProven, match="REGISTRATION_MISSING"):
                    await again.give(promise(again))
            else:
                assert await again.registered() is None
