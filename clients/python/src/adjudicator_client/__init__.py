"""Client of the Adjudicator: opens and plays games over gRPC, and verifies receipts, log and dice itself."""

from adjudicator_client.calls import Patience
from adjudicator_client.choices import Choice, Choose
from adjudicator_client.entries import rewound
from adjudicator_client.errors import (
    ClientError,
    Denied,
    Failed,
    Invalid,
    NotProven,
    OfferFault,
    Refused,
    Stale,
    Unanswered,
)
from adjudicator_client.game import Game
from adjudicator_client.keys import Key, Seat
from adjudicator_client.players import Player, RandomPlayer, Step, take_turns
from adjudicator_client.proof.games import Proof, verify_game
from adjudicator_client.proof.receipts import Kept, Receipts
from adjudicator_client.proof.rewinds import Path, void_entries
from adjudicator_client.service import Opened, Service
from adjudicator_client.wallet import Wallet

__all__ = [
    "Choice",
    "Choose",
    "ClientError",
    "Denied",
    "Failed",
    "Game",
    "Invalid",
    "Kept",
    "Key",
    "NotProven",
    "OfferFault",
    "Opened",
    "Path",
    "Patience",
    "Player",
    "Proof",
    "RandomPlayer",
    "Receipts",
    "Refused",
    "Seat",
    "Service",
    "Stale",
    "Step",
    "Unanswered",
    "Wallet",
    "rewound",
    "take_turns",
    "verify_game",
    "void_entries",
]
