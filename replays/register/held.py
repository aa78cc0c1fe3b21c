"""What players hold of games, against a register: games that it lacks, has otherwise, or has cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from adjudicator.kernel.record.chain import read_head
from replays import notes
from replays.register.leaves import LOG_OWNER, GameEnded, GameVoided, KeyAdded, KeyRotated, Leaf
from replays.register.monitor import CUT, MISMATCH, MISSING, REMADE, Games, Noticed, Opened, games_of
from replays.register.opening import Registered, contradicted, read_proven
from replays.register.reading import ReadRegister
from replays.wallet.reading import Inclusion, Wallet

ELSEWHERE, UNKNOWN, UNPROVEN = "OTHER_REGISTER", "GAME_UNKNOWN", "PROOF_INVALID"


class Compared(Struct, frozen=True):
    """What wallets have told of a register; `forged` says what it has signed and is not, empty where it is."""

    noticed: tuple[Noticed, ...]
    forged: str = ""


class _Heads(Struct, frozen=True):
    """Heads of a game that were signed for a holder; `proven` where the register names the key that has signed."""

    rows: tuple[tuple[int, bytes], ...]
    proven: bool


def compare_wallets(register: ReadRegister, wallets: Sequence[Wallet]) -> Compared:
    """Compare a register with what players hold of its games.

    Proven is what the register itself has signed, and what a key has that stands in it as one of the log: a wallet may
    name any key, and sign with it what it likes. That a game belongs into this register only its own proof shows: one
    log signs the heads of all its events and days, and a wallet can be held against another of them. What the wallet's
    own keys have signed, and the register does not name, is a claim, so that leaving a key out, or naming another,
    hides nothing.
    """
    games, keys = games_of(register.leaves), log_keys_of(register.leaves)
    noticed: list[Noticed] = []
    forged = ""
    for wallet in wallets:
        proofs = [(row, _proof(row, wallet, register.vkey)) for row in wallet.inclusions]
        valid = [proof for _, proof in proofs if proof is not None]
        for held in valid:
            why = contradicted(held, register)
            if why:
                forged = forged or f"{wallet.source} has a proof that it has signed: {why}"
                noticed.append(Noticed(MISMATCH, wallet.game.hex(), f"{wallet.source}: {why}"))
        for row, proof in proofs:
            if proof is None and row.register == register.checkpoint.origin:
                text = f"{wallet.source}: a proof that does not hold"
                noticed.append(Noticed(UNPROVEN, wallet.game.hex(), text, proven=False))
        others = [key for key in wallet.log_keys if key not in keys]
        heads = (_Heads(tuple(_heads(wallet, keys)), proven=True), _Heads(tuple(_heads(wallet, others)), proven=False))
        noticed += _of_wallet(wallet, games, register.checkpoint.origin, heads, proven=bool(valid))
    return Compared((*noticed, *_unknown(games, wallets)), forged)


def log_keys_of(leaves: Iterable[Leaf]) -> tuple[str, ...]:
    """List the keys of the log that a register names, in order: those of heads."""
    keys: list[str] = []
    for leaf in leaves:
        if isinstance(leaf.body, KeyAdded) and leaf.body.owner == LOG_OWNER:
            keys += leaf.body.keys
        elif isinstance(leaf.body, KeyRotated) and leaf.body.owner == LOG_OWNER:
            keys.append(leaf.body.key)
    return tuple(dict.fromkeys(keys))


def _proof(row: Inclusion, wallet: Wallet, vkey: str) -> Registered | None:
    """Read a proof that the register has signed; None where it is none, of another register or another game."""
    with suppress(ValueError):
        found = read_proven(vkey, row.leaf, row.proof)
        return found if found.body.game == wallet.game else None
    return None


def _of_wallet(
    wallet: Wallet, games: Games, origin: str, heads: Sequence[_Heads], *, proven: bool
) -> Iterator[Noticed]:
    game, row = wallet.game.hex(), games.opened.get(wallet.game)
    elsewhere = [held.register for held in wallet.inclusions if held.register != origin]
    if row is None and len(elsewhere) == len(wallet.inclusions) > 0:
        yield Noticed(ELSEWHERE, game, f"{wallet.source} is of a game in {elsewhere[0]}: look there", proven=False)
    elif row is None:
        yield Noticed(MISSING, game, f"{wallet.source} is of this game, and it is not registered", proven=proven)
    else:
        yield from _of_game(wallet, game, row, heads)


def _of_game(wallet: Wallet, game: str, row: Opened, heads: Sequence[_Heads]) -> Iterator[Noticed]:
    for promised in wallet.openings:
        if promised != row.body.commitment:
            text = f"it has another commitment to its seed than its player was told ({wallet.source})"
            yield Noticed(REMADE, game, text, proven=False)
    for _, end in row.ends[:1]:
        # what is proven needs no claim beside it
        yield from next((told for one in heads if (told := list(_of_end(wallet, game, end, one)))), [])


def _of_end(wallet: Wallet, game: str, end: GameEnded | GameVoided, heads: _Heads) -> Iterator[Noticed]:
    last = max((size for size, _ in heads.rows), default=0)
    if last > end.size:
        text = f"it ended with {end.size} entries, and {last} were signed for its player ({wallet.source})"
        yield Noticed(CUT, game, text, proven=heads.proven)
    elif any(size == end.size and head != end.head for size, head in heads.rows):
        text = f"entry {end.size}, its last, is another than was signed for its player ({wallet.source})"
        yield Noticed(REMADE, game, text, proven=heads.proven)


def _heads(wallet: Wallet, keys: Sequence[str]) -> Iterator[tuple[int, bytes]]:
    """Give the heads of the game that one of these keys has signed."""
    for receipt in wallet.receipts:
        for key in keys:
            with suppress(ValueError):
                game, size, head = read_head(notes.verify(key, receipt.note))
                if (game, size) == (wallet.game, receipt.size):
                    yield size, head


def _unknown(games: Games, wallets: Sequence[Wallet]) -> Iterator[Noticed]:
    """Find games that a key of the holders is to have signed, and none of the wallets is of."""
    known = {wallet.game for wallet in wallets}
    own = {seat.key: wallet.source for wallet in wallets for seat in wallet.seats if seat.key}
    for game, row in games.opened.items():
        held = sorted({own[key] for keys in row.body.keys for key in keys if key in own})
        if game not in known and held:
            yield Noticed(
                UNKNOWN, game.hex(), f"it has the key of {held[0]}, and no wallet here is of it", proven=False
            )
