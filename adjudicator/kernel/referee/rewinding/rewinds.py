"""Rewinds: a ruling, an agreement, or a seat's own take-back makes entries void."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, Party, is_seat
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Again, Tables
from adjudicator.kernel.dice.wgdice import owner_of_stream
from adjudicator.kernel.docket.appeals import LODGED
from adjudicator.kernel.docket.heard import EntryNote
from adjudicator.kernel.messages import (
    CommandAgain,
    FieldChange,
    Rewind,
    Rewound,
    RollReported,
    RollRequested,
    RulingGiven,
    SeedFixed,
    TakeBack,
    Unsealed,
)
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.protocol.roles import SEAT_ROLE
from adjudicator.kernel.referee.clocks import lift_fallen
from adjudicator.kernel.referee.grounds import grounds_domain, is_head, require_grounds, require_head, rule
from adjudicator.kernel.referee.results.overturning import OVERTURN, overturn, overturning_domain, require_overturn
from adjudicator.kernel.referee.rewinding.again import AGAIN, corrected, require_legal
from adjudicator.kernel.referee.rewinding.proposals import propose
from adjudicator.kernel.referee.stopping.sealed import void_changed

BACK = "WG-BACK-01"
STAND = "WG-BACK-02"
OWN = "WG-BACK-03"
# entries back that are offered; a ruling may name any that stands
OFFERED_MOST = 20
# events of an entry at which dice of the real table may lie open
ON_THE_TABLE = (RollRequested, RollReported)


def rewind(ruling: Ruling[Tables], command: Rewind) -> None:
    """WG-BACK-01 A ruling takes the game back to where it stood before an entry; what came since is void."""
    require_grounds(ruling, command.grounds)
    _require_moment(ruling, BACK)
    if ruling.game.result is not None:
        ruling.require(not is_seat(ruling.actor), BACK, "result-stands")
        require_head(ruling, BACK)
    voids = _require_stands(ruling, command.to, BACK)
    appeal = require_overturn(ruling, command.overturns)
    far = appeal is None or command.to <= appeal.about
    ruling.require(far, OVERTURN, "not-overturned-by-it", "to", about=0 if appeal is None else appeal.about)
    again = corrected(ruling, command) if command.dice == "stand" else None
    ruling.require(command.dice == "stand" or not command.changes, STAND, "changes-without-dice", "changes")
    if is_seat(ruling.actor) or (not is_head(ruling) and _is_grave(ruling, voids)):
        propose(ruling)
    else:
        rule(ruling, command.grounds)
        overturn(ruling, appeal)
        go_back(ruling, command.to, command.dice, again, command.changes)


def agreed_rewind(ruling: Ruling[Tables], command: Rewind) -> None:
    """Go back as proposed, where that still may be; what has been entered since the proposal is void with the rest."""
    _require_stands(ruling, command.to, BACK)
    again = corrected(ruling, command) if command.dice == "stand" else None
    rule(ruling, command.grounds, type(command).__name__)
    go_back(ruling, command.to, command.dice, again, command.changes)


def take_back(ruling: Ruling[Tables], command: TakeBack) -> None:
    """WG-BACK-03 A seat takes its own last commands back, as far as nothing was learnt and nobody else acted."""
    ruling.require(is_seat(ruling.actor), OWN, "not-a-seat")
    _require_moment(ruling, OWN)
    ruling.require(ruling.game.result is None, OWN, "result-stands")
    voids = _require_stands(ruling, command.to, OWN)
    for seq in voids:
        note = ruling.protocol.docket.note(seq)
        ruling.require(_is_own(note, ruling.actor), OWN, "not-only-yours", "to", entry=seq)
        ruling.require(not _shows(ruling.rules, note, ruling.actor), OWN, "something-learnt", "to", entry=seq)
    go_back(ruling, command.to, "fresh", None)


def go_back(
    ruling: Ruling[Tables], to: int, dice: str, again: CommandAgain | None, changes: Sequence[FieldChange] = ()
) -> None:
    """Put the game back to where it stood before entry `to`, and ask its questions anew."""
    protocol = ruling.protocol
    path = protocol.docket.path(protocol.seq)
    voids = tuple(seq for seq in path if seq >= to)
    learnt = tuple(seq for seq in voids if _reveals(ruling.rules, protocol.docket.note(seq)))
    ruling.game = ruling.past(to - 1)
    # the appeal that waited there does not wait any more: it has ended since, or ends by this ruling
    ruling.game.stack = tuple(row for row in ruling.game.stack if row.kind != LODGED)
    ruling.record(Rewound(to=to, voids=voids, dice=dice or "fresh", learnt=learnt, again=again), BACK, *_stand(again))
    lift_fallen(ruling, voids)
    void_changed(ruling)
    ruling.ask_anew()
    if again is not None:
        ruling.ask(AGAIN, again.party)
        require_legal(ruling, changes)


def _stand(again: CommandAgain | None) -> tuple[str, ...]:
    return () if again is None else (STAND,)


def _require_moment(ruling: Ruling[Tables], clause: str) -> None:
    """Nothing goes back before the dice are fixed, nor once the game is closed."""
    ruling.require(ruling.protocol.transcript is not None or _is_practice(ruling), clause, "seed-open")
    ruling.require(ruling.protocol.finished is None, clause, "closed-already")


def _is_practice(ruling: Ruling[Tables]) -> bool:
    return ruling.protocol.terms.profile == "P0"


def _require_stands(ruling: Ruling[Tables], to: int, clause: str) -> tuple[int, ...]:
    """Give what a rewind to an entry would void; the entry must stand, after the seed, and split no reveal."""
    docket = ruling.protocol.docket
    path = docket.path(ruling.protocol.seq)
    ruling.require(to in path, clause, "entry-void" if to <= ruling.protocol.seq else "entry-unknown", "to", entry=to)
    first = first_open(ruling.protocol)
    ruling.require(to >= first, clause, "before-the-seed", "to", entry=to, first=first)
    voids = tuple(seq for seq in path if seq >= to)
    least = min((seq for at in voids for seq in _unsealed_by(ruling.protocol, at)), default=to)
    ruling.require(least >= to, clause, "splits-a-reveal", "to", entry=to, first=least)
    return voids


def first_open(protocol: ProtocolState) -> int:
    """Give the first entry that may be made void: the one after that which fixed the dice."""
    fixed = (seq for seq, note in enumerate(protocol.docket.entries, start=1) if SeedFixed in note.events)
    return next(fixed, 0) + 1


def _unsealed_by(protocol: ProtocolState, seq: int) -> list[int]:
    return [sealed for sealed, by in protocol.unsealed.items() if by == seq]


def _is_grave(ruling: Ruling[Tables], voids: Sequence[int]) -> bool:
    """Whether dice were thrown or something shown, openly or maybe in secret: then no referee rules alone."""
    rules, notes = ruling.rules, map(ruling.protocol.docket.note, voids)
    return any(rules.masks[note.kind].seals or _shows(rules, note, EVERYONE) for note in notes)


def _shows(rules: Any, note: EntryNote, party: Party) -> bool:
    """Whether a party has learnt something from an entry: by dice that it has seen, or by what was shown.

    A throw of the real table is seen as soon as it is asked for, whether anybody has reported it yet or not.
    Hidden dice of others do not count: that they were thrown is a secret, which a refusal would tell.
    """
    seen = any(owner_of_stream(roll.stream) in (EVERYONE, party) for roll in note.rolls)
    return seen or any(kind in note.events for kind in ON_THE_TABLE) or _reveals(rules, note)


def _reveals(rules: Any, note: EntryNote) -> bool:
    return Unsealed in note.events or any(rules.masks[kind].reveals for kind in note.events)


def _is_own(note: EntryNote, party: Party) -> bool:
    return note.actor.role == SEAT_ROLE and note.actor.party == party and RulingGiven not in note.events


# -- offers


def _rewind_offers(rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    if party != REFEREE and not is_seat(party):
        return []
    if protocol.finished is not None or (is_seat(party) and (protocol.referee or len(protocol.seats) == 1)):
        return []
    if is_seat(party) and (protocol.docket.proposal is not None or game.result is not None):
        return []
    entries = _offered(protocol)
    lodged = protocol.docket.appeal
    if lodged is not None:
        entries = [seq for seq in entries if seq <= lodged.about]
    if not entries:
        return []
    found = Choice(tuple(map(str, entries)))
    overturns = overturning_domain(protocol)
    return [offer(Rewind, BACK, grounds=grounds_domain(), to=found, dice=Choice(("fresh",)), overturns=overturns)]


def _take_back_offers(rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    if not is_seat(party) or game.result is not None or protocol.finished is not None:
        return []
    found: list[int] = []
    offered = _offered(protocol)
    # every entry since has to be the seat's own, those too that may not be named since they split a reveal
    for seq in reversed(protocol.docket.path(protocol.seq)[-OFFERED_MOST:] if offered else []):
        note = protocol.docket.note(seq)
        if not _is_own(note, party) or _shows(rules, note, party):
            break
        if seq in offered:
            found.append(seq)
    return [offer(TakeBack, OWN, to=Choice(tuple(map(str, found[::-1]))))] if found else []


def _offered(protocol: ProtocolState) -> list[int]:
    """List the last entries that may be made void."""
    first = first_open(protocol)
    if first == 1 and protocol.terms.profile != "P0":
        return []
    entries = [seq for seq in protocol.docket.path(protocol.seq)[-OFFERED_MOST:] if seq >= first]
    for to in list(entries):
        if any(sealed < to <= by for sealed, by in protocol.unsealed.items()):
            entries.remove(to)
    return entries


# -- reducers


def rewound(game: Tables, event: Rewound) -> None:
    """Forget a command that waited for dice; the game is the one before the first void entry already."""
    game.suspended = None
    again = event.again
    game.again = None if again is None else Again(again.entry, again.party, again.kind, again.fields)


REWINDS = Part(
    handlers=handlers(rewind, take_back),
    reducers=reducers(rewound),
    anytime=frozenset({Rewind, TakeBack}),
    desk_offers={Rewind: _rewind_offers, TakeBack: _take_back_offers},
)
