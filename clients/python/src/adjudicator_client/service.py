"""A service: opening games, and what is asked of it without a game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, Self, TypedDict, Unpack

import grpc

from adjudicator_client.calls import OPTIONS, Caller, Patience
from adjudicator_client.contract.wargame.v1 import (
    games_pb2,
    officials_pb2,
    options_pb2,
    protocol_pb2,
    stretches_pb2,
    terms_pb2,
)
from adjudicator_client.contract.wargame.v1.stubs import Admin, Games, Protocol, Referee
from adjudicator_client.errors import NotProven
from adjudicator_client.game import Game
from adjudicator_client.keys import Key, Seat
from adjudicator_client.proof.notes import handed_on
from adjudicator_client.proof.receipts import Receipts
from adjudicator_client.wallet import Wallet

OWNER, REFEREE, SEAT, SPECTATOR, AUDITOR = (
    options_pb2.ROLE_OWNER,
    options_pb2.ROLE_REFEREE,
    options_pb2.ROLE_SEAT,
    options_pb2.ROLE_SPECTATOR,
    options_pb2.ROLE_AUDITOR,
)

OFFICES: Final = {"owner": officials_pb2.OFFICE_OWNER, "referee": officials_pb2.OFFICE_REFEREE}


class Terms(TypedDict, total=False):
    """Terms of a new game besides its ruleset and seats; what is left out is as `wargame.v1.OpenRequest` says."""

    signatures: games_pb2.Signatures
    owner_key: Key
    referee_key: Key
    profile: protocol_pb2.Profile
    pace: protocol_pb2.Pace
    dice_mode: protocol_pb2.DiceMode
    response_limit: timedelta
    appeal_window: timedelta
    referee: bool
    referee_contributes: bool
    spectator_delay: timedelta
    event_terms: terms_pb2.GameTerms
    stretches: stretches_pb2.Stretches
    labels: Mapping[str, str]
    test_seed: bytes


class Service:
    """A service, called with one token: `async with Service("127.0.0.1:50051", token) as service: ...`.

    `tls` is True for a certificate that this machine trusts, or credentials of the gRPC library. `log_key` is the
    verification key that the operator has published; without it the one that the service tells first is believed.
    Seats contribute to no game that is not proven to stand in the public register; `register` False allows those of a
    service that keeps none.
    """

    def __init__(
        self,
        address: str,
        token: str,
        *,
        tls: bool | grpc.ChannelCredentials = False,
        log_key: str | None = None,
        patience: Patience | None = None,
        register: bool = True,
    ) -> None:
        self.address = address
        self.register = register
        self._log_key = log_key
        self._log_keys: list[str] = []
        channel = _channel(address, tls)
        self.caller = Caller(channel, address, token, patience or Patience())
        self.token = token

    @property
    def games(self) -> Games:
        """Games as such, whatever their rules."""
        return Games(self.caller)

    @property
    def protocol(self) -> Protocol:
        """Commands of every game, as they stand in the contract; `Game.give` signs and verifies."""
        return Protocol(self.caller)

    @property
    def referee(self) -> Referee:
        """What a referee does in any game, as it stands in the contract; `Game.give` gives and verifies."""
        return Referee(self.caller)

    @property
    def admin(self) -> Admin:
        """Operators' methods."""
        return Admin(self.caller)

    def with_token(self, token: str) -> Service:
        """Call with another token over the same connection, with the same log key."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.caller = Caller(self.caller.channel, self.address, token, self.caller.patience)
        other.token = token
        return other

    async def log_keys(self) -> list[str]:
        """List the verification keys that may sign heads, in the order in which one handed on to the next.

        Raises NotProven where the published key has not handed on to the one that the service tells.
        """
        told = await self.games.LogKey(games_pb2.LogKeyRequest())
        if self._log_key is None:
            self._log_key = told.verification_key
        keys = handed_on(self._log_key, told.changes)
        if keys[-1] != told.verification_key:
            expected = f"{keys[-1]} or a key that it handed on to"
            raise NotProven("LOG_KEY_UNPROVEN", b"", 0, expected, told.verification_key)
        return keys

    async def open(
        self, ruleset: str, seats: Sequence[Seat | str], *, command_id: bytes | None = None, **terms: Unpack[Terms]
    ) -> Opened:
        """Open a game, and verify its first receipt.

        Everybody signs, if `signatures` says nothing else: who is given no key gets a new one, which `Opened.keys`
        has. Seats contribute to the seed of the dice, if `profile` says nothing else. Whoever keeps `command_id` can
        repeat the call with the same keys and gets the same game.

        Raises ClientError.
        """
        keys = _keys_of(seats, terms)
        made = [seat if isinstance(seat, Seat) else Seat(seat) for seat in seats]
        labels = terms.pop("labels", {})
        usual: Terms = {"profile": protocol_pb2.PROFILE_P1}
        request = games_pb2.OpenRequest(
            command_id=command_id or secrets.token_bytes(16),
            ruleset=ruleset,
            seats=[
                protocol_pb2.Seat(name=seat.name, keys=[keys[at].public] if at in keys else [], bot=seat.bot)
                for at, seat in enumerate(made)
            ],
            officials=[
                officials_pb2.Official(office=office, keys=[keys[name].public])
                for name, office in OFFICES.items()
                if name in keys
            ],
            labels=[protocol_pb2.Label(name=name, value=value) for name, value in labels.items()],
            **{**usual, **terms},  # type: ignore[arg-type]  # one type per name, as Terms has them
        )
        reply = await self.games.Open(request)
        receipts = Receipts(reply.game, await self.log_keys())
        receipts.add(reply.receipt, request.command_id)
        return Opened(self, reply, keys, [seat.name for seat in made])

    def game(
        self,
        game: bytes,
        *,
        token: str | None = None,
        seat: int | None = None,
        key: Key | None = None,
        receipts: Receipts | None = None,
        contribution: bytes | None = None,
        wallet: Path | str | None = None,
    ) -> Game:
        """Take a side of a game: that of the token, or of the service's own.

        `wallet` names the file of this party's wallet; one from an earlier run is gone on with.
        """
        token = token or self.token
        kept = None if wallet is None else Wallet(game, wallet)
        return Game(self, game, token, seat=seat, key=key, receipts=receipts, contribution=contribution, wallet=kept)

    async def close(self) -> None:
        """Close the connection, for all that share it."""
        await self.caller.channel.close()

    async def __aenter__(self) -> Self:
        """Give the service."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connection."""
        await self.close()

    def __repr__(self) -> str:
        """Show the address, and no token."""
        return f"Service({self.address!r})"


def _keys_of(seats: Sequence[Seat | str], terms: Terms) -> dict[int | str, Key]:
    """Give the keys of a new game by seat, and of its officials by name: those that are given, and new ones."""
    signatures = terms.get("signatures", games_pb2.SIGNATURES_ALL)
    found: dict[int | str, Key | None] = {
        at: seat.key if isinstance(seat, Seat) else None for at, seat in enumerate(seats)
    }
    found["owner"] = terms.pop("owner_key", None)
    found["referee"] = terms.pop("referee_key", None)
    makes = dict.fromkeys(found, signatures != games_pb2.SIGNATURES_NONE)
    if signatures in (games_pb2.SIGNATURES_SEATS, games_pb2.SIGNATURES_NONE):
        makes["owner"] = False
    makes["referee"] = makes["owner"] and terms.get("referee", False)
    made = {name: key or (Key.new() if makes[name] else None) for name, key in found.items()}
    return {name: key for name, key in made.items() if key is not None}


class Opened:
    """A new game: its id, its receipt, and a token for each party, which are shown to nobody else.

    `keys` are what the parties sign with: by number of the seat, "owner" and "referee".
    """

    def __init__(
        self, service: Service, reply: games_pb2.OpenResponse, keys: Mapping[int | str, Key], names: Sequence[str]
    ) -> None:
        self.game = reply.game
        self.receipt = reply.receipt
        self.commitment = reply.commitment
        self.credentials = tuple(reply.credentials)
        self._service = service
        self.keys = dict(keys)
        self._names = tuple(names)

    def owner(self) -> Game:
        """Take the owner's side: creates the battle where no referee is seated."""
        return self._game(None, key=self.keys.get("owner"))

    def seat(self, number: int, *, wallet: Path | str | None = None) -> Game:
        """Take a seat, with its key; `wallet` names the file in which its player keeps what comes and goes."""
        found = next(row for row in self.credentials if row.role == SEAT and row.seat == number)
        return self._game(found.token, seat=number, key=self.keys.get(number), wallet=wallet)

    def referee(self) -> Game:
        """Take the referee's side.

        Raises LookupError where none is seated.
        """
        return self._game(self.token(REFEREE), key=self.keys.get("referee"))

    def spectator(self) -> Game:
        """Look at the game as everybody may."""
        return self._game(self.token(SPECTATOR))

    def auditor(self) -> Game:
        """Look at the game as an auditor."""
        return self._game(self.token(AUDITOR))

    def token(self, role: options_pb2.Role, seat: int | None = None) -> str:
        """Give the token of a role, or of a seat.

        Raises LookupError.
        """
        for row in self.credentials:
            if row.role == role and (seat is None or row.seat == seat):
                return row.token
        raise LookupError(f"the game has no credential for {options_pb2.Role.Name(role)}")

    def _game(self, token: str | None, **more: Any) -> Game:
        game = self._service.game(self.game, token=token, **more)
        if game.seat is not None:
            game.name = self._names[game.seat]
        game.opened_with(self.receipt, self.commitment)
        game.wallet.keep("opening", commitment=self.commitment)
        return game

    def __repr__(self) -> str:
        """Show the id, and no token."""
        return f"Opened({self.game.hex()})"


def _channel(address: str, tls: bool | grpc.ChannelCredentials) -> grpc.aio.Channel:
    if tls is False:
        return grpc.aio.insecure_channel(address, options=OPTIONS)
    credentials = grpc.ssl_channel_credentials() if tls is True else tls
    return grpc.aio.secure_channel(address, credentials, options=OPTIONS)
