"""What a credential may do now: the top window's offers, and what may be done at any time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Shape
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.messages import Award, DeclareAbsent, RestartGame, Rewind, Substitute, UpholdRuling
from adjudicator.kernel.protocol.dice_reports import in_use
from adjudicator.kernel.referee.desk import HEAD_ONLY
from adjudicator.kernel.referee.grounds import is_head_role
from adjudicator.kernel.referee.results.overturning import may_overturn, may_uphold
from adjudicator.kernel.referee.stopping.gate import halted_by
from services.rpc.access.credentials import Credential
from services.rpc.access.reach import Nameable
from services.sessions.session import Session

CLAUSE: Final = re.compile(r"[A-Z]{2,3}-[A-Z0-9.]+-\d+")
# rulings that may overturn what an appeal is about
OVERTURNING: Final = (Award, RestartGame, Rewind)
NOTHING: Final = Nameable()
SEEDING: Final = ("contribute", "open_contribution")


def offers(session: Session, party: Party) -> list[Offer]:
    """List what a party may answer to the innermost window; a step of the table may be taken by anybody."""
    stack = session.game.stack
    if not stack:
        return []
    window = stack[-1]
    found = session.rules.windows[window.kind].offered(session.game, window, party)
    return [in_use(session.protocol, row) for row in found]


def permitted(session: Session, credential: Credential) -> list[Offer]:
    """List what a credential may answer to the innermost window: of the party's offers those its role may give.

    A step of the table is open to any party, but an owner neither plays nor referees.
    """
    docket = session.protocol.docket
    given = {
        kind.__name__
        for kind, roles in session.rules.roles.items()
        if credential.role in roles and halted_by(session.rules, session.game, docket, kind) is None
    }
    found = [_citing(offer) for offer in offers(session, credential.party) if offer.command in given]
    reviews = may_uphold(session.protocol, credential.role, credential.kid)
    return found if reviews else [offer for offer in found if offer.command != UpholdRuling.__name__]


def anytime(session: Session, credential: Credential, nameable: Nameable = NOTHING) -> list[Offer]:
    """List the commands that need no window and that this role may give.

    `nameable` is what lies outside of the game and may be named in it.
    """
    rules, game = session.rules, session.game
    found: list[Offer] = []
    for kind in sorted(rules.anytime, key=lambda command: command.__name__):
        if not _may_give(session, credential, kind):
            continue
        if kind in rules.desk_offers:
            found.extend(_naming(kind, [_citing(row) for row in _of_desk(session, credential, kind)], nameable))
        elif kind in rules.anytime_offers:
            found.extend(rules.anytime_offers[kind](rules, game, credential.party))
        else:
            clause = CLAUSE.match(rules.handlers[kind].__doc__ or "")
            found.append(Offer(kind.__name__, (), clause[0] if clause else ""))
    return found


def may_restart(session: Session, credential: Credential) -> bool:
    """Whether RestartGame is offered where there is a game to name."""
    return _may_give(session, credential, RestartGame) and bool(_of_desk(session, credential, RestartGame))


def _may_give(session: Session, credential: Credential, kind: type[Struct]) -> bool:
    """Whether a command that needs no window is open to this role as the game stands."""
    rules, game = session.rules, session.game
    # while dice are awaited a command of the ruleset must end the game, which an offer does not promise
    over = kind in rules.own and (game.result is not None or game.suspended is not None)
    over = over or halted_by(rules, game, session.protocol.docket, kind) is not None
    idle = not game.stack or (kind is DeclareAbsent and game.stack[-1].kind not in SEEDING)
    given = credential.role in rules.roles.get(kind, ())
    return given and not over and not idle and _may_rule(session, credential, kind)


def _of_desk(session: Session, credential: Credential, kind: type[Struct]) -> Sequence[Offer]:
    """List the offers of a command that depend on the protocol state."""
    if credential.party == TABLE:
        return ()  # the service itself takes no part in what seats and referees do
    return session.rules.desk_offers[kind](session.rules, session.game, session.protocol, credential.party)


def _citing(row: Offer) -> Offer:
    """Let a ruling rest on the clause of its act: what else may be named the clauses and interpretations say."""
    fields = (_citing_in(one, row.clause) if one.field == "grounds" else one for one in row.fields)
    return replace(row, fields=tuple(fields))


def _citing_in(grounds: Domain, clause: str) -> Domain:
    if not isinstance(grounds.values, Shape):
        return grounds
    parts = (replace(one, values=Choice((clause,))) if one.field == "clause" else one for one in grounds.values.parts)
    return replace(grounds, values=replace(grounds.values, parts=tuple(parts)))


def _naming(kind: type[Struct], rows: Iterable[Offer], nameable: Nameable) -> Iterable[Offer]:
    """Let nothing outside of the game be named but what there is; where there is nothing it is not offered."""
    if kind is RestartGame:
        return _one_of(rows, "new_game", tuple(game.hex() for game in nameable.games))
    if kind is Substitute and nameable.persons is not None:
        return _one_of(rows, "person", nameable.persons)
    return rows


def _one_of(rows: Iterable[Offer], field: str, values: tuple[str, ...]) -> Iterator[Offer]:
    for row in rows if values else ():
        domains = (replace(one, values=Choice(values)) if one.field == field else one for one in row.fields)
        yield replace(row, fields=tuple(domains))


def _may_rule(session: Session, credential: Credential, kind: type[Struct]) -> bool:
    """Whether who has this credential may give a ruling of this kind, besides what its role may."""
    protocol, role = session.protocol, credential.role
    if kind in HEAD_ONLY and not is_head_role(protocol, role):
        return False
    waits = session.game.result is not None or protocol.docket.proposal is not None
    if kind is Rewind and waits and not is_head_role(protocol, role):
        return False
    return kind not in OVERTURNING or may_overturn(protocol, role, credential.kid)
