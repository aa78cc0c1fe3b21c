"""The games that an event's log names, against their replay files: openings, referees, penalties, interpretations."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.messages import GameTerms, OpenGame, Stretches
from adjudicator.kernel.protocol.roles import SEAT_ROLE, SERVER_ROLE
from adjudicator.kernel.protocol.terms import AGREE_REFEREE, EVENT_SCOPE, REMOVAL
from replays.audit.entries import RawEntry
from replays.audit.report import Findings
from replays.events.checks_log import REFEREES, no_token
from replays.events.reading import EventFold, GameRow, Person, Terms, Token

INTERPRETATION: Final = re.compile(r"I-([1-9][0-9]{0,8})")
# Entries of different logs that are this near to each other may have been written at the same moment, ms.
NEAR_MS: Final = 5_000
NOT_PLAYED: Final = ("no_show", "void", "restarted")


class EventGameFile(Struct, frozen=True):
    """A game as its replay file has it."""

    terms: OpenGame
    entries: list[RawEntry]


class Given(Struct, frozen=True):
    """A penalty, in a game or outside: whose, when (ms), and when its ruling was overturned, 0 for never."""

    person: str
    kind: str
    game: bytes
    seq: int
    time: int
    overturned: int


def check_openings(fold: EventFold, games: Mapping[bytes, EventGameFile], findings: Findings) -> None:
    """Check that each game was opened as the event's log says, under the terms of the event, by its owner."""
    for game, (entry, row) in fold.games.items():
        found = games.get(game)
        if found is None:
            continue
        for name, due, given in _differences(fold, row, found):
            said = f"{name} {_text(given)} in game {game.hex()}"
            findings.add("EVENT_GAME_MISMATCH", entry.seq, f"{name} {_text(due)}", said)
    for game in games:
        if game not in fold.games:
            findings.add("EVENT_GAME_MISMATCH", 0, "games that the event's log names", f"game {game.hex()}")


def _differences(fold: EventFold, row: GameRow, found: EventGameFile) -> Iterator[tuple[str, object, object]]:
    terms, event = found.terms, fold.terms
    if event is None:
        return
    wanted = next((known for known in event.rulesets if known.ruleset == row.ruleset), None)
    labels = {label.name: label.value for label in terms.labels}
    # the roster of when the game itself was opened: the event's entry may have come after a kill and a retry
    people = [fold.person(seat.person, found.entries[0].time) for seat in row.seats]
    rows: list[tuple[str, object, object]] = [
        ("event", fold.event, terms.event),
        ("owner", fold.owner, found.entries[0].key),
        ("commitment", row.commitment, terms.commitment),
        ("ruleset", row.ruleset, terms.ruleset),
        ("round", row.round, labels.get("round", "")),
        ("table", row.table, labels.get("table", "")),
        ("seats", [seat.name for seat in row.seats], [seat.name for seat in terms.seats]),
        ("game replaced", row.restarts, terms.restarts),
        ("terms", _with_draws(event, people), terms.event_terms),
        ("time to answer", event.response_limit, terms.response_limit),
        ("time to appeal", event.appeal_window, terms.appeal_window),
        ("signed", event.signed, terms.signed),
        ("referee", event.referee, terms.referee),
        ("delay for spectators", 1_000 * event.spectator_delay, terms.spectator_delay_ms),
        ("acts signed", bool(event.owner_keys), terms.acts_signed),
        ("keys of the owner", event.owner_keys, _owner_keys(terms)),
    ]
    for official in terms.officials:
        token = fold.tokens.get(official.token)
        if official.office != "owner":
            rows.append((f"keys of {official.token}", token[1].keys if token else (), official.keys))
    if wanted is None:
        yield "ruleset", "one of the event", row.ruleset
    else:
        rows += [(name, getattr(wanted, name), getattr(terms, name)) for name in ("pace", "dice_mode", "profile")]
        rows.append(("referee_contributes", wanted.referee_contributes, terms.referee_contributes))
        rows.append(("stretches", wanted.stretches, _without_commitment(terms.stretches)))
    for seat, person in zip(terms.seats, people, strict=False):
        rows.append((f"keys of {seat.name}", person.keys if person else (), seat.keys))
    yield from ((name, due, given) for name, due, given in rows if due != given)


def _with_draws(event: Terms, people: Sequence[Person | None]) -> GameTerms:
    """Give the terms of a game: between teams a referee has to allow a draw, where those of the event say nothing."""
    teams = all(person is not None and person.affiliation for person in people)
    free = not event.games.agree and event.referee and teams
    return replace(event.games, agree=AGREE_REFEREE) if free else event.games


def _owner_keys(terms: OpenGame) -> tuple[bytes, ...]:
    return tuple(key for official in terms.officials if official.office == "owner" for key in official.keys)


def _without_commitment(stretches: Stretches | None) -> Stretches | None:
    """Give the stretches of a game as those of its event say them."""
    return None if stretches is None else replace(stretches, commitment=b"")


def _text(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


# -- who ruled

INVALID, CONFLICTED = "EVENT_RULING_INVALID", "CONFLICTED_REFEREE"


def check_referees(fold: EventFold, games: Mapping[bytes, EventGameFile], findings: Findings) -> None:
    """Check that every act of a referee or a seat came by a token of the event, and by nobody who is partial."""
    for game, found in games.items():
        paired = fold.games[game][1] if game in fold.games else None
        persons = [seat.person for seat in paired.seats] if paired is not None else []
        keys = [tuple(seat.keys) for seat in found.terms.seats]
        accepted: dict[str, set[int]] = {}
        for raw in found.entries:
            if raw.role in REFEREES:
                code, why = _unfit(fold, raw, paired, persons, keys, accepted)
                why = "" if why and _is_removal(fold, raw, game, persons) else why
            else:
                code, why = INVALID, _other_seat(fold, raw, persons)
            if why:
                findings.add(code, 0, "an act by who may give it", f"{_place(game, raw)}: {why}")
            for kind, *fields in (event[0] for event in raw.events):
                if kind == "RefereeAccepted":
                    accepted.setdefault(fields[1], set()).add(fields[0])
                elif kind == "SeatSubstituted" and 0 <= fields[0] < len(persons):
                    persons[fields[0]], keys[fields[0]] = fields[1], tuple(fields[2])


def _unfit(
    fold: EventFold,
    raw: RawEntry,
    paired: GameRow | None,
    persons: Sequence[str],
    keys: Sequence[tuple[bytes, ...]],
    accepted: Mapping[str, set[int]],
) -> tuple[str, str]:
    """Say what is wrong with who has ruled, with the code of the finding; "" where nothing is."""
    why = no_token(fold, raw.key, raw.role, raw.time) or _elsewhere(fold.tokens[raw.key][1], paired)
    if why or len(accepted.get(raw.key, ())) >= len(persons):
        return INVALID, why
    token = fold.tokens[raw.key][1]
    members = [person for name in persons if (person := fold.person(name, raw.time)) is not None]
    if token.affiliation and any(person.affiliation == token.affiliation for person in members):
        of = f"the affiliation {token.affiliation}"
    elif set(token.keys) & {key for held in keys for key in held}:
        of = "a key"
    else:
        return CONFLICTED, ""
    return CONFLICTED, f"{token.name} has {of} of a seat, and not every seat has accepted that"


def _elsewhere(token: Token, row: GameRow | None) -> str:
    """Say that a token is for other rounds or tables than those of a game."""
    if row is None:
        return ""
    for word, labels, label in (("round", token.rounds, row.round), ("table", token.tables, row.table)):
        if labels and label not in labels:
            return (
                f"the token of {token.name} is for {word} {', '.join(labels)} alone, and the game is at {label or '-'}"
            )
    return ""


def _is_removal(fold: EventFold, raw: RawEntry, game: bytes, persons: Sequence[str]) -> bool:
    """Whether this is the award that follows from a removal, in the name of the referee who has removed somebody."""
    if raw.kind != "Award" or raw.key not in fold.tokens:
        return False
    won = set(raw.arguments[2])
    lost = b"".join(name.encode() for seat, name in enumerate(persons) if seat not in won)
    ids = [lost, *(name.encode() for name in persons)]
    return raw.command_id in {derived_id("removed", fold.event, game, names) for names in ids}


def _other_seat(fold: EventFold, raw: RawEntry, persons: Sequence[str]) -> str:
    if raw.role != SEAT_ROLE or raw.key not in fold.tokens or not persons:
        return ""
    name = fold.tokens[raw.key][1].name
    return "" if name == persons[raw.party] else f"the token of {name} at the seat of {persons[raw.party]}"


def derived_id(purpose: str, *parts: bytes) -> bytes:
    """Make the id of a command that follows from another, as the service does."""
    return hashlib.sha256(f"adjudicator/1/{purpose}\0".encode() + b"".join(parts)).digest()[:16]


def _place(game: bytes, raw: RawEntry) -> str:
    return f"entry {raw.seq} of game {game.hex()}"


# -- interpretations


def check_interpretations(fold: EventFold, games: Mapping[bytes, EventGameFile], findings: Findings) -> None:
    """Check that rulings which name an interpretation name one that was there, and note those that no longer held."""
    replaced = {row.replaces: time for time, row in fold.interpretations if row.replaces}
    for game, found in games.items():
        for raw in found.entries:
            given = raw.event("RulingGiven")
            named = INTERPRETATION.fullmatch(given[2]) if given else None
            if named is None:
                continue
            number = int(named[1])
            known = fold.interpretations[number - 1][0] if number <= len(fold.interpretations) else None
            if known is None or known > raw.time + NEAR_MS:
                said = f"{_place(game, raw)} rests on {named[0]}"
                findings.add(INVALID, 0, "an interpretation that was given by then", said)
            elif replaced.get(named[0], raw.time) < raw.time:
                findings.notes.append(f"{_place(game, raw)} rests on {named[0]}, which was replaced by then")


# -- penalties


def penalties_of(fold: EventFold, games: Mapping[bytes, EventGameFile]) -> list[Given]:
    """List all penalties, of games and outside of them, in the order of time."""
    found = [Given(row.person, row.kind, b"", entry.seq, entry.time, 0) for entry, row in fold.penalties]
    for game, file in games.items():
        if game in fold.games:
            found += _of_game(game, fold.games[game][1], file)
    return sorted(found, key=lambda given: (given.time, given.game, given.seq))


def _of_game(game: bytes, row: GameRow, file: EventGameFile) -> Iterator[Given]:
    persons = [seat.person for seat in row.seats]
    overturned = {
        event[0][2]: raw.time for raw in file.entries for event in raw.events if event[0][0] == "AppealOverturned"
    }
    for raw in file.entries:
        for kind, *fields in (event[0] for event in raw.events):
            if kind == "SeatSubstituted":
                persons[fields[0]] = fields[1]
            elif kind == "Penalised":
                name = persons[fields[0]]
                yield Given(name, fields[1], game, raw.seq, raw.time, overturned.get(raw.seq, 0))


def check_penalties(fold: EventFold, games: Mapping[bytes, EventGameFile], findings: Findings, *, whole: bool) -> None:
    """Check what penalties say was given before, and that what follows in the event by the terms is there."""
    given = penalties_of(fold, games)
    for game, file in games.items():
        if game in fold.games:
            _check_before(fold, game, file, given, findings, whole=whole)
    _check_follows(fold, given, findings, whole=whole)
    _check_removed(fold, games, given, findings)


def _check_before(
    fold: EventFold, game: bytes, file: EventGameFile, given: Sequence[Given], findings: Findings, *, whole: bool
) -> None:
    counted = {rule.kind for rule in fold.rules if rule.scope == EVENT_SCOPE}
    persons = [seat.person for seat in fold.games[game][1].seats]
    for raw in file.entries:
        if raw.kind == "Penalise":
            said = {kind: count for kind, count in raw.arguments[4]}  # noqa: C416  (rows of two, as lists)
            name = persons[raw.arguments[1]]
            for kind in sorted(counted | set(said)):
                least, most = _range(given, name, kind, raw.time, game)
                if not least <= said.get(kind, 0) or (whole and said.get(kind, 0) > most):
                    text = f"{said.get(kind, 0)} in {_place(game, raw)}"
                    findings.add("EVENT_PENALTY_MISMATCH", 0, f"{least} {kind} of {name} elsewhere before", text)
        taken = raw.event("SeatSubstituted")
        if taken is not None:
            persons[taken[0]] = taken[1]


def _range(given: Sequence[Given], name: str, kind: str, time: int, without: bytes | None) -> tuple[int, int]:
    """Count at least and at most how many penalties somebody had by a time; what is near to it may count or not."""
    rows = [row for row in given if row.person == name and row.kind == kind and row.game != without]
    least = [row for row in rows if row.time < time - NEAR_MS and not 0 < row.overturned <= time + NEAR_MS]
    most = [row for row in rows if row.time <= time + NEAR_MS and not 0 < row.overturned < time - NEAR_MS]
    return len(least), len(most)


def _check_follows(fold: EventFold, given: Sequence[Given], findings: Findings, *, whole: bool) -> None:
    """Check that what stands in the event's log because of earlier penalties follows from a rule, and is there."""
    entries = {entry.seq: row for entry, row in fold.penalties}
    in_games = [row for row in given if row.game]
    for entry, row in fold.penalties:
        rules = [rule for rule in fold.rules if rule.scope == EVENT_SCOPE]
        if (entry.role == SERVER_ROLE) != bool(row.follows):
            findings.add(
                "EVENT_PENALTY_MISMATCH", entry.seq, "what follows from another by the service alone", row.kind
            )
        if row.follows:
            cause = entries.get(row.follows)
            fits = cause is not None and row.follows < entry.seq and cause.person == row.person
            if not fits or not any((rule.then, rule.amount) == (row.kind, row.amount) for rule in rules):
                findings.add("EVENT_PENALTY_MISMATCH", entry.seq, "a rule of the terms that it follows from", row.kind)
        for rule in rules if whole else ():
            here = sum(
                other.person == row.person and other.kind == rule.kind
                for seq, other in entries.items()
                if seq <= entry.seq
            )
            least, most = _range(in_games, row.person, rule.kind, entry.time, None)
            due = least == most and here + least - (row.kind == rule.kind) < rule.count <= here + least
            if due and not any(other.follows == entry.seq and other.kind == rule.then for other in entries.values()):
                text = f"nothing after {here + least} {rule.kind} of {row.person}"
                findings.add("EVENT_PENALTY_MISMATCH", entry.seq, f"{rule.then} that follows", text)


def _check_removed(
    fold: EventFold, games: Mapping[bytes, EventGameFile], given: Sequence[Given], findings: Findings
) -> None:
    """Check that whoever was removed has played no game that was opened later."""
    removed = {row.person: row for row in reversed(given) if row.kind == REMOVAL and not row.overturned}
    for game, (entry, row) in fold.games.items():
        results = [raw.event("ResultReached") for raw in games[game].entries] if game in games else []
        # the second field after the winners says how it ended
        ending = next((result[2] for result in reversed(results) if result is not None), "")
        for seat in row.seats:
            since = removed.get(seat.person)
            if since is not None and since.time < entry.time and ending and ending not in NOT_PLAYED:
                said = f"{ending} in game {game.hex()}"
                findings.add("EVENT_PENALTY_MISMATCH", entry.seq, f"a no-show of {seat.person}, who was removed", said)
