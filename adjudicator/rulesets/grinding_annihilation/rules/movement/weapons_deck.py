"""Chapter 3.2, Weapons Deck: a transport that shoots fires weapons of its passengers as well (GA-3.2-35, GA-3.2-36)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Shape, items, shape
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import Loan, WeaponProfile
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, ability_of, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import aboard_of

DECK = "weapons_deck"


def check_loans(ruling: Ruling[Game], row: Formation, loans: Sequence[Loan]) -> None:
    """GA-3.2-35 Refuse loans with everything that is wrong with them."""
    for number, loan in enumerate(loans):
        for key in (loan.transport, loan.troop):
            ruling.find(ruling.game.troops, key, f"loans[{number}]")
    ruling.refuse_all([*_loan_faults(ruling.game, row, loans), *_deck_faults(ruling.game, loans)])


def _loan_faults(game: Game, row: Formation, loans: Sequence[Loan]) -> Iterator[Fault]:
    """GA-3.2-35 A loan is one ranged weapon of a troop aboard of the transport that fires it."""
    lenders = Counter(loan.troop for loan in loans)
    for number, loan in enumerate(loans):
        path, troop = f"loans[{number}]", game.troops[loan.troop]
        facts = (("troop", loan.troop), ("transport", loan.transport), ("weapon", loan.weapon))
        aboard = game.formations[troop.formation].aboard == loan.transport
        if game.troops[loan.transport].formation != row.id or not aboard:
            yield Fault("GA-3.2-35", "lender-not-aboard", path, facts)
        elif loan.weapon not in troop.weapons or game.weapons[loan.weapon].melee:
            yield Fault("GA-3.2-35", "nothing-to-lend", path, facts)
        elif lenders[loan.troop] > 1:
            yield Fault("GA-3.2-35", "lends-twice", path, facts)


def _deck_faults(game: Game, loans: Sequence[Loan]) -> Iterator[Fault]:
    """GA-3.2-35 A transport fires weapons of as many passengers as its Weapons Deck says."""
    for key, count in sorted(Counter(loan.transport for loan in loans).items()):
        most = weapons_deck_of(game, game.troops[key])
        if count > most:
            yield Fault("GA-3.2-35", "deck-full", "loans", (("transport", key), ("most", most), ("found", count)))


def weapons_deck_of(game: Game, troop: Troop) -> int:
    """GA-3.2-35 Give how many passengers may shoot from a troop; 0 without a Weapons Deck."""
    found = ability_of(game, troop, DECK)
    return 0 if found is None or found.x is None else found.x.plus


def lend_weapons(game: Game, loans: Sequence[Loan]) -> None:
    """Equip transports with what is lent to them; who lends does not shoot in this phase (GA-3.2-36). For reducers."""
    for loan in loans:
        troop = game.troops[loan.transport]
        game.troops[troop.id] = replace(troop, weapons=(*troop.weapons, loan.weapon))
        key = game.troops[loan.troop].formation
        game.formations[key] = replace(game.formations[key], lent=True)


def return_weapons(game: Game, loans: Sequence[Loan]) -> None:
    """Take from transports what was lent to them, once their attacks are resolved. For reducers."""
    for loan in reversed(loans):
        troop = game.troops.get(loan.transport)
        if troop is not None:
            last = len(troop.weapons) - 1 - troop.weapons[::-1].index(loan.weapon)
            game.troops[troop.id] = replace(troop, weapons=troop.weapons[:last] + troop.weapons[last + 1 :])


def with_loans(game: Game, row: Formation, plain: Offer) -> Offer:
    """GA-3.2-35 Let an offer name loans of passengers' weapons besides."""
    shapes = list(loan_shapes(game, row))
    if not shapes:
        return plain
    decks = (weapons_deck_of(game, transport) for transport, _, _ in _lendable(game, row))
    loans = items(*shapes, least=0, most=min(len(shapes), *decks), once=True)
    return Offer(plain.command, (*plain.fields, Domain("loans", loans)), plain.clause)


def loan_shapes(game: Game, row: Formation) -> Iterator[Shape]:
    """GA-3.2-35 Offer every passenger's weapons to the transports of a formation."""
    for transport, lender, weapons in _lendable(game, row):
        yield shape(Loan, transport=Choice((transport.id,)), troop=Choice((lender.id,)), weapon=Choice(weapons))


def borrowable_profiles(game: Game, row: Formation) -> Iterator[tuple[Troop, WeaponProfile]]:
    """GA-3.2-35 Go through what passengers could lend to each transport of a formation, profile by profile."""
    for transport, _, weapons in _lendable(game, row):
        for key in weapons:
            for profile in game.weapons[key].profiles:
                yield transport, profile


def _lendable(game: Game, row: Formation) -> Iterator[tuple[Troop, Troop, tuple[str, ...]]]:
    for transport in troops_of(game, row.id):
        if weapons_deck_of(game, transport):
            for lender in (troop for item in aboard_of(game, transport.id) for troop in troops_of(game, item.id)):
                weapons = tuple(key for key in dict.fromkeys(lender.weapons) if not game.weapons[key].melee)
                if weapons:
                    yield transport, lender, weapons
