"""The key of who calls: beside the file of the token, or in the data folder; made where it is needed and not there."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any, Final

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.docket.officials import OFFICES
from adjudicator.kernel.messages import MASKS
from adjudicator.kernel.record.chain import warrant_bytes
from services.games.signing import public_key, sign, signed_bytes
from services.rpc.access.credentials import actor_of
from services.rpc.loaded_rulesets import LoadedRulesets

FOLDER: Final = "keys"
SIZE: Final = 32
OWN: Final = 0o600


class KeyUnusable(OSError):
    """A file that holds no key, or is not there; the message names the fix."""


class KeyRing:
    """Where the key of a token lies: the file that was named, beside the token's own file, or in the data folder."""

    def __init__(self, data: Path, token: str, token_file: Path | None, given: Path | None) -> None:
        self.actor = actor_of(token, REFEREE)
        self.folder = data / FOLDER
        self._given = given
        self._beside = token_file.with_suffix(".key") if token_file is not None else None

    @property
    def is_official(self) -> bool:
        """Whether the token is of somebody who signs as an official."""
        return self.actor.role in OFFICES

    def find(self) -> bytes | None:
        """Give the key; None where there is none.

        Raises KeyUnusable.
        """
        if self._given is not None:
            return read_key(self._given)
        places = [place for place in (self._beside, self._own()) if place is not None and place.exists()]
        return read_key(places[0]) if places else None

    def find_or_make(self) -> bytes:
        """Give the key; one that is not there is made, in the data folder."""
        key = self.find()
        if key is None:
            key = secrets.token_bytes(SIZE)
            save_key(self._own(), key)
        return key

    def _own(self) -> Path:
        return self.of(self.actor.key)

    def of(self, kid: str) -> Path:
        """Name the file for the key of a token, by the token's key id."""
        return self.folder / f"{kid}.key"

    def sign(self, request: Any) -> None:
        """Sign an act of an official, whose header is complete but for that.

        Raises KeyUnusable where there is no key.
        """
        key = self.find()
        if key is None:
            places = " or ".join(str(place) for place in (self._beside, self._own()) if place is not None)
            raise KeyUnusable(f"officials sign in this game, and your key is not in {places}: name it with --sign-with")
        header, command = request.header, LoadedRulesets().converter.to_struct(request)
        head = header.head or None
        if MASKS[type(command)].secret:
            header.salt = header.salt or secrets.token_bytes(SIZE)
        signed = signed_bytes(MASKS, header.game, self.actor, header.command_id, head, command, header.salt or None)
        header.signature = sign(key, signed)

    def warrant(self, event: bytes, office: str, kid: str, keys: list[bytes], number: int) -> bytes:
        """Sign that somebody is an official of an event, as its owner."""
        return sign(self.find_or_make(), warrant_bytes(event, office, kid, keys, number))


def save_key(path: Path, key: bytes) -> bytes:
    """Save a key in a new file that nobody else may read; gives the public half.

    Raises FileExistsError: a key is never written over.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN)
    with os.fdopen(number, "w", encoding="ascii") as file:
        file.write(f"{key.hex()}\n")
    return public_key(key)


def read_key(path: Path) -> bytes:
    """Read a key as it was saved.

    Raises KeyUnusable.
    """
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii"))
    except OSError as fault:
        raise KeyUnusable(
            f"{path} can not be read: {fault.strerror}; name the file with your key by --sign-with"
        ) from fault
    except ValueError:
        key = b""
    if len(key) != SIZE:
        raise KeyUnusable(f"{path} holds no key: 64 hex digits")
    return key
