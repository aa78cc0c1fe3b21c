"""Places on request: the question is held against what is offered, then the ruleset looks for legal values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from adjudicator.kernel.decide.faults import Fault, Rejected, among, fault
from adjudicator.kernel.decide.offers import Choice, Domain, Flag, Offer, Places, Range, Values, Words, bare
from adjudicator.kernel.decide.parties import Party
from services.rpc.available_offers import offers
from services.rpc.wire_values import Invalid
from services.sessions.session import Session

# what a field holds that was left empty: of a field without a domain that is no choice
EMPTY: Final = frozenset({"", "0", "false"})
OVER: Final = "WG-END-04"


def places(session: Session, party: Party, command: str, field: str, chosen: Mapping[str, str]) -> list[Domain]:
    """Find legal values of a field of an offered command, where they are not listed with the offer.

    Raises Rejected, which names the choices, where no such command is offered with places on request, where its field
    has none, or where what is chosen is not what the offer lets be chosen.
    """
    open_offers = [row for row in offers(session, party) if _fields_on_request(row)]
    clause = _clause_of_question(session)
    if not open_offers:
        raise Rejected(fault(clause, "no-places-to-find", "command"))
    _refuse_first(among(clause, "command", command, dict.fromkeys(row.command for row in open_offers)))
    named = [row for row in open_offers if row.command == command]
    _refuse_first(
        among(clause, "field", field, dict.fromkeys(name for row in named for name in _fields_on_request(row)))
    )
    _check_chosen(clause, [row for row in named if field in _fields_on_request(row)], chosen)
    find = session.rules.places[command]
    return [bare(spot) for spot in find(session.game, session.game.stack[-1].acting(party), field, chosen)]


def read_chosen(request: Any) -> dict[str, str]:
    """Read what is chosen so far by field; Invalid where a field stands twice."""
    chosen: dict[str, str] = {}
    for number, row in enumerate(request.chosen):
        if row.field in chosen:
            raise Invalid(f"chosen[{number}].field", "stands twice: choose one value of a field")
        chosen[row.field] = row.value
    return chosen


def _fields_on_request(offer: Offer) -> tuple[str, ...]:
    return tuple(row.field for row in offer.fields if isinstance(row.values, Places) and row.values.on_request)


def _clause_of_question(session: Session) -> str:
    stack = session.game.stack
    return session.rules.windows[stack[-1].kind].clause if stack else OVER


def _check_chosen(clause: str, rows: Sequence[Offer], chosen: Mapping[str, str]) -> None:
    """Refuse what no offer lets be chosen along with what is chosen before it."""
    for number, (name, value) in enumerate(chosen.items()):
        known = dict.fromkeys(part.field for row in rows for part in row.fields if not isinstance(part.values, Places))
        if name not in known and value in EMPTY:
            continue
        _refuse_first(among(clause, f"chosen[{number}].field", name, known))
        fitting = [row for row in rows if any(_holds(part, value) for part in _domains_of(row, name))]
        if not fitting:
            found = (word for row in rows for part in _domains_of(row, name) for word in _known_values(part.values))
            raise Rejected(*among(clause, f"chosen[{number}].value", value, dict.fromkeys(found)))
        rows = fitting


def _domains_of(offer: Offer, name: str) -> Iterator[Domain]:
    return (part for part in offer.fields if part.field == name)


def _holds(domain: Domain, value: str) -> bool:
    """Tell whether a domain of a field that is no list and no message lets a value stand."""
    if domain.optional and value in EMPTY:
        return True
    match domain.values:
        case Choice(values):
            return value in values
        case Range(least, most):
            return value.lstrip("-").isdecimal() and least <= int(value) <= most
        case Flag():
            return value in ("true", "false")
        case Words(most, least):
            return least <= len(value) <= most
    return False


def _known_values(values: Values) -> Iterator[str]:
    match values:
        case Choice(words):
            yield from words
        case Range(least, most):
            yield f"{least}-{most}"
        case Flag():
            yield from ("true", "false")


def _refuse_first(faults: Iterable[Fault]) -> None:
    for found in faults:
        raise Rejected(found)
