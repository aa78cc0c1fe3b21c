"""A new game: its terms as they are checked, and the credentials of its parties."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from adjudicator.kernel.docket.officials import ROLES_OF
from adjudicator.kernel.messages import GameTerms, Label, Official, OpenGame, Seat, Stretches
from replays.small_order import KEY_SIZE, of_small_order
from services.rpc.access.credentials import Credentials, Role
from services.rpc.wire_values import Invalid, read_seconds, read_time, words_of
from wargame.v1 import events_pb2, games_pb2, protocol_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from services.games.keys import Keys
    from services.rpc.loaded_rulesets import LoadedRulesets

SEATS_MOST: Final = 16
LABELS_MOST: Final = 16
KEYS_MOST: Final = 8
OFFICIALS_MOST: Final = 64
WEEK: Final = 7 * 24 * 3600
APPEAL_SECONDS: Final = 1_800
# The last second in which a game may start: times that are counted from it are ones that a Timestamp can hold.
LAST_START: Final = 221_845_391_999
SIZES: Final = {"command_id": 16, "test_seed": 32, "restarts": 16}
NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,31}")
LABEL: Final = re.compile(r"[^=]{1,64}")
# Letters and marks that show as nothing, besides those that are not printable anyway.
UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
TAKEN: Final = frozenset({"referee", "table", "everyone", "spectator"})
ENUMS: Final = {
    "pace": protocol_pb2.Pace.DESCRIPTOR,
    "dice_mode": protocol_pb2.DiceMode.DESCRIPTOR,
    "profile": protocol_pb2.Profile.DESCRIPTOR,
}
WORDS: Final = {name: words_of(kind) for name, kind in ENUMS.items()}
# Name of the label that games of an event carry; its value is the id of the event, in hex.
EVENT_LABEL: Final = "event"
# What stands where nothing is said.
DEFAULTS: Final = {"pace": "auto", "dice_mode": "seeded", "profile": "P1"}


def read_terms(request: games_pb2.OpenRequest, rulesets: LoadedRulesets) -> OpenGame:
    """Read the terms; what only the service knows is filled in later.

    Raises Invalid with the first field that does not fit.
    """
    for name, size in SIZES.items():
        if (name == "command_id" or request.HasField(name)) and len(getattr(request, name)) != size:
            raise Invalid(name, f"must have {size} bytes")
    rules = rulesets.by_name.get(request.ruleset)
    if rules is None:
        raise Invalid("ruleset", f"is none of {', '.join(sorted(rulesets.by_name))}")
    least, most = rules.seats
    if not least <= len(request.seats) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        there = "there is 1" if len(request.seats) == 1 else f"there are {len(request.seats)}"
        raise Invalid("seats", f"must be {wanted} under these rules, and {there}")
    acts_signed = _acts_signed(request)
    appeal = _seconds(request, "appeal_window") if request.HasField("appeal_window") else None
    return OpenGame(
        ruleset=rules.name,
        edition=rules.edition,
        package=rules.package,
        engine=b"",
        seats=tuple(_seats(request)),
        pace=_word(request, "pace"),
        dice_mode=_word(request, "dice_mode"),
        profile=_word(request, "profile"),
        response_limit=_seconds(request, "response_limit"),
        referee=request.referee,
        appeal_window=APPEAL_SECONDS * request.referee if appeal is None else appeal,
        labels=tuple(_labels(request)),
        test=request.HasField("test_seed"),
        signed=request.signatures != games_pb2.SIGNATURES_NONE,
        master_key="",
        log_key="",
        event_terms=_event_terms(request, rulesets),
        starts_ms=read_start(request),
        restarts=request.restarts if request.HasField("restarts") else None,
        acts_signed=acts_signed,
        officials=tuple(_officials(request, rulesets)),
        stretches=read_stretches(request, rulesets),
        referee_contributes=request.referee_contributes,
        spectator_delay_ms=1_000 * _seconds(request, "spectator_delay"),
    )


def label_text(label: Label | protocol_pb2.Label) -> str:
    """Format a label as games are found by it."""
    return f"{label.name}={label.value}"


def index_texts(terms: OpenGame, owner: str) -> list[str]:
    """List what a game is found by: its labels, and the game that it takes the place of.

    `owner` is the key id of the token that opened it.
    """
    place = [] if terms.restarts is None else [restarts_text(terms.restarts, owner, terms.event)]
    return [*map(label_text, terms.labels), *place]


def restarts_text(game: bytes, owner: str, event: bytes | None) -> str:
    """Format what games are found by that take the place of this one: of one event, or of none and one owner.

    Nobody else puts a game there. No label has an empty name.
    """
    whose = f"owner={owner}" if event is None else f"event={event.hex()}"
    return f"=restarts={game.hex()} {whose}"


async def make_credentials(
    credentials: Credentials, keys: Keys, game: bytes, terms: OpenGame
) -> list[games_pb2.Credential]:
    """Make the credentials of a game: derived, so that they are the same for every retry.

    Who referees, watches or audits a game of an event has a token of the event.
    """
    wanted: list[tuple[Role, int | None]] = [(Role.SEAT, seat) for seat in range(len(terms.seats))]
    if terms.event is None:
        wanted += [(Role.REFEREE, None)] if terms.referee else []
        wanted += [(Role.SPECTATOR, None), (Role.AUDITOR, None)]
    made = []
    for role, seat in wanted:
        place = bytes([role, 255 if seat is None else seat])
        kid = keys.derive("token kid", game, place)[:6].hex()
        secret = keys.derive("token", game, bytes.fromhex(kid))
        token = await credentials.make(role, game, seat, kid=kid, secret=secret)
        made.append(games_pb2.Credential(role=int(role), seat=seat, token=token))  # type: ignore[arg-type]
    return made


def _word(request: games_pb2.OpenRequest, name: str) -> str:
    """Read a choice as the word that stands for it in the log."""
    words = WORDS[name]
    found = {number: word for word, number in words.items()}.get(getattr(request, name))
    if found is None:
        choices = ENUMS[name].values_by_number
        known = ", ".join(choices[number].name for number in sorted(words.values()) if number)
        raise Invalid(name, f"is no choice of this version: send one of {known}")
    return found or DEFAULTS[name]


def _seconds(request: games_pb2.OpenRequest, name: str) -> int:
    try:
        seconds = read_seconds(getattr(request, name))
    except Invalid as fault:
        raise fault.under(name) from None
    if seconds > WEEK:
        raise Invalid(name, f"may be {WEEK} seconds at most")
    return seconds


def _event_terms(request: games_pb2.OpenRequest, rulesets: LoadedRulesets) -> GameTerms | None:
    """Read clocks, stops and penalties, as far as they can be counted; what they may be is a matter of the rules."""
    if not request.HasField("event_terms"):
        return None
    try:
        terms: GameTerms = rulesets.converter.to_struct(request.event_terms)
    except Invalid as fault:
        raise fault.under("event_terms") from None
    require_endings(terms, "event_terms")
    return terms


def require_endings(terms: GameTerms, path: str) -> None:
    """Refuse terms that say what an ending is worth and not which.

    Raises Invalid.
    """
    for at, row in enumerate(terms.endings):
        if not row.ending:
            raise Invalid(f"{path}.endings[{at}].ending", "is not chosen: name the ending that this is about")


def _acts_signed(request: games_pb2.OpenRequest) -> bool:
    """Whether officials sign, too."""
    if request.signatures not in games_pb2.Signatures.values():
        raise Invalid("signatures", "is no choice of this version: send SIGNATURES_ALL, _SEATS or _NONE")
    return request.signatures in (games_pb2.SIGNATURES_UNSPECIFIED, games_pb2.SIGNATURES_ALL)


def _officials(request: games_pb2.OpenRequest, rulesets: LoadedRulesets) -> Iterator[Official]:
    """Read who signs for the owner and as referees."""
    if len(request.officials) > OFFICIALS_MOST:
        raise Invalid("officials", f"may be {OFFICIALS_MOST} at most")
    named, keys = set(), {key for seat in request.seats for key in seat.keys}
    for at, row in enumerate(request.officials):
        place, official = f"officials[{at}]", rulesets.converter.to_struct(row)
        if official.office not in ROLES_OF or (official.office, official.token) in named:
            raise Invalid(f"{place}.office", "must be an office that no other official has with the same token")
        named.add((official.office, official.token))
        if not 1 <= len(row.keys) <= KEYS_MOST or any(len(key) != KEY_SIZE or key in keys for key in row.keys):
            raise Invalid(f"{place}.keys", f"must be 1 to {KEYS_MOST} keys of {KEY_SIZE} bytes that no seat has")
        require_sound_keys(row.keys, f"{place}.keys")
        yield official
    # referees of an event have keys by their tokens, which may be made later
    referee = request.referee and not any(label.name == EVENT_LABEL for label in request.labels)
    due = {"owner", *(("referee",) if referee else ())} if _acts_signed(request) else set()
    missing = sorted(due - {office for office, _ in named})
    if missing:
        problem = f"has no key of the {missing[0]}: name one, or send SIGNATURES_SEATS, and only seats sign"
        raise Invalid("officials", problem)


def read_stretches(
    request: games_pb2.OpenRequest | events_pb2.RulesetTerms, rulesets: LoadedRulesets
) -> Stretches | None:
    """Read the stretches of the dice; what they may be is a matter of the rules."""
    if not request.HasField("stretches"):
        return None
    try:
        found: Stretches = rulesets.converter.to_struct(request.stretches)
    except Invalid as fault:
        raise fault.under("stretches") from None
    return replace(found, commitment=b"")


def read_start(request: games_pb2.OpenRequest | events_pb2.Pairing) -> int:
    """Read the start, in ms since 1970; 0 where none is given.

    Raises Invalid for parts of a millisecond, and for one that no limit can be counted from.
    """
    if not request.HasField("starts_time"):
        return 0
    try:
        start = read_time(request.starts_time)
    except Invalid as fault:
        raise fault.under("starts_time") from None
    if request.starts_time.seconds > LAST_START:
        raise Invalid("starts_time", "must be before the year 9000")
    return start


def require_sound_keys(keys: Iterable[bytes], place: str) -> None:
    """Refuse keys of small order, under which anybody can sign.

    Raises Invalid.
    """
    if any(map(of_small_order, keys)):
        raise Invalid(place, "must be keys that one person alone can sign with, and one is of small order")


def _seats(request: games_pb2.OpenRequest) -> Iterator[Seat]:
    if not 1 <= len(request.seats) <= SEATS_MOST:
        raise Invalid("seats", f"must be 1 to {SEATS_MOST}")
    names = set(TAKEN)
    for at, seat in enumerate(request.seats):
        if not NAME.fullmatch(seat.name) or seat.name in names:
            raise Invalid(f"seats[{at}].name", "must be a short name that no other seat has: a to z, 0 to 9, - and _")
        names.add(seat.name)
        if len(seat.keys) > KEYS_MOST or any(len(key) != KEY_SIZE for key in seat.keys):
            raise Invalid(f"seats[{at}].keys", f"must be at most {KEYS_MOST} keys of {KEY_SIZE} bytes")
        require_sound_keys(seat.keys, f"seats[{at}].keys")
        if request.signatures != games_pb2.SIGNATURES_NONE and not seat.keys:
            problem = "is missing: in a signed game every seat has a key; SIGNATURES_NONE opens one that is not signed"
            raise Invalid(f"seats[{at}].keys", problem)
        yield Seat(name=seat.name, keys=tuple(seat.keys), bot=seat.bot)


def _is_label(text: str) -> bool:
    """Whether a text looks like what it is: no sign in it is unseen, or turns the direction of what is around it."""
    seen = text.isprintable() and text == text.strip() and not UNSEEN.search(text)
    composed = seen and unicodedata.is_normalized("NFC", text) and not unicodedata.combining(text[:1] or " ")
    return composed and LABEL.fullmatch(text) is not None


def _labels(request: games_pb2.OpenRequest) -> Iterator[Label]:
    if len(request.labels) > LABELS_MOST:
        raise Invalid("labels", f"may be {LABELS_MOST} at most")
    for at, label in enumerate(request.labels):
        for name in ("name", "value"):
            if not _is_label(getattr(label, name)):
                problem = "must be 1 to 64 signs that show, without an equals sign, in Unicode's composed form (NFC)"
                raise Invalid(f"labels[{at}].{name}", problem)
        yield Label(name=label.name, value=label.value)
