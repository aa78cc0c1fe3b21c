"""Players: they take what they are offered."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from adjudicator_client.choices import Choice, Choose, Kind
from adjudicator_client.contract.wargame.v1 import record_pb2
from adjudicator_client.game import Game
from adjudicator_client.proof import dice

TEXT_MORE: Final = 12
LIST_MORE: Final = 6

Offers: TypeAlias = record_pb2.Offers


def _words(chance: Random, choice: Choice) -> str:
    return "w" * chance.randint(choice.least, min(choice.most, choice.least + TEXT_MORE))


def _count(chance: Random, choice: Choice) -> int:
    return chance.randint(choice.least, min(choice.most, choice.least + LIST_MORE))


def _index(chance: Random, choice: Choice) -> int:
    return chance.randrange(len(choice.domains))


ANSWERS: Final[Mapping[Kind, Callable[[Random, Choice], Any]]] = {
    "count": _count,
    "domain": _index,
    "flag": lambda chance, _: bool(chance.randrange(2)),
    "lists": lambda chance, choice: chance.randrange(len(choice.lists)),
    "member": _index,
    "members": lambda chance, choice: sorted(chance.sample(range(len(choice.domains)), _count(chance, choice))),
    "one_of": lambda chance, choice: chance.choice(choice.values),
    "range": lambda chance, choice: chance.randint(choice.least, choice.most),
    "some_of": lambda chance, choice: chance.sample(choice.values, chance.randint(choice.least, choice.most)),
    "spot": _index,
    "words": _words,
}


@dataclass(frozen=True)
class Step:
    """One command that a player gave: the offer it followed, the command, and the service's answer.

    As text it is a line: the number of the entry, who gives what, and the dice that were thrown for it.
    """

    offer: record_pb2.Offer
    command: Any
    outcome: Any
    by: str  # the name of the party

    def __str__(self) -> str:
        """Tell the step in one line."""
        return " ".join([f"{self.seq:4}  {self.by} gives {self.offer.command}", *map(str, self.faces)])

    @property
    def seq(self) -> int:
        """Number of the entry."""
        return int(self.outcome.receipt.seq)

    @property
    def faces(self) -> list[int]:
        """The dice that were thrown for it, as far as the player may see them."""
        return [face for roll in self.outcome.rolls for face in roll.faces]


class Player:
    """Plays one party of a game by its offers; `choose` answers what they leave open."""

    def __init__(self, game: Game, choose: Choose) -> None:
        self.game = game
        self.choose = choose

    async def step(self) -> Step | None:
        """Give one command; None where nothing is offered that the player takes.

        Raises ClientError.
        """
        offer = self.pick(await self.game.offers())
        if offer is None:
            return None
        command = await self.game.make(offer, self.choose)
        return Step(offer, command, await self.game.give(command), self.game.name)

    def pick(self, offers: Offers) -> record_pb2.Offer | None:
        """Choose one of the offers: the first of those that answer the open question."""
        return offers.offers[0] if offers.offers else None


async def take_turns(*players: Player) -> AsyncGenerator[Step, None]:
    """Let players act, one after the other, until nobody is offered anything that he takes; gives every step.

    Raises ClientError.
    """
    acted = True
    while acted:
        acted = False
        for player in players:
            if step := await player.step():
                acted = True
                yield step


RESUME = "ResumeGame"


class RandomPlayer(Player):
    """Plays by chance, and knows no ruleset; the same seed and the same offers give the same commands.

    Of fields that may be left out one in `one_in` is given. Once the log has `patience` entries the player also takes
    what may be done at any time: that ends games whose terms set no end. A game that is stopped goes on by it.
    """

    def __init__(self, game: Game, seed: int | str | None = None, *, one_in: int = 4, patience: int = 300) -> None:
        super().__init__(game, self.answer)
        self.chance = Random(seed)
        self.one_in = one_in
        self.patience = patience

    def pick(self, offers: Offers) -> record_pb2.Offer | None:
        """Choose a command that is offered, then one of its offers."""
        found = list(offers.offers)
        if found and offers.seq > self.patience:
            found += offers.anytime
        elif not found:  # it may be stopped: nothing is asked of anybody until whoever may lets it go on
            found = [offer for offer in offers.anytime if offer.command == RESUME]
        if not found:
            return None
        name = self.chance.choice(sorted({offer.command for offer in found}))
        return self.chance.choice([offer for offer in found if offer.command == name])

    def answer(self, choice: Choice) -> Any:
        """Answer a choice by chance."""
        if choice.kind == "include":
            return not self.chance.randrange(self.one_in)
        if choice.kind == "octets":
            return self.octets(choice)
        return ANSWERS[choice.kind](self.chance, choice)

    def octets(self, choice: Choice) -> bytes:
        """Give bytes of the player's own: the game's contribution to the seed, and its commitment."""
        if choice.path == "CommitContribution.commitment":
            return dice.seat_commit(self.game.game, self.game.party, self.game.contribution)
        if choice.path == "OpenContribution.contribution":
            return self.game.contribution
        return self.chance.randbytes(choice.most)
