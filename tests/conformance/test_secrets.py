"""Paired worlds: two games that differ only in what a viewer may not know give him the same bytes."""

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.kernel.dice.wgdice import PUBLIC
from adjudicator.kernel.record.mpint import decode, pack
from adjudicator.kernel.record.record import open_record
from adjudicator.kernel.record.visibility import hidden_fields, owner_of
from adjudicator.kernel.titles import titles_in
from services.rpc import found_places
from tests.conformance.asked_answers import answers_to
from tests.conformance.by_offers.offer_games import converter_at
from tests.conformance.driver import (
    HIDES_NOTHING,
    Driver,
    SecondTable,
    SplitDice,
    every_ruleset,
    every_seat,
    every_viewpoint,
    rules_at,
)
from tests.conformance.shown_boards import ShownBoards
from tests.kit import Table
from tests.rulesets.hex_orders.secrets import course

HEXES, TILES = "adjudicator.rulesets.hex_orders", "adjudicator.rulesets.tile_formations"
PAIRS = {"tests.toy": 40}
# A seed says which kind of command has other secrets, and not each comes up in a game of its seed: these do. Where
# nothing is secret there is one.
WORTH_A_LOOK = {HEXES: (2, 4, 5), TILES: (0,), HIDES_NOTHING: (0,)}
MORE = 3
TRIES = 12
BLANK = b"-"
# How far worlds may part by an entry that shows something, where more is said of it than that they may.
MAY_PART = {HEXES: course.may_part}


class Worlds:
    """Two games of one seed; those secrets of others that one kind of command holds, and hidden dice, differ."""

    def __init__(self, path, seed, viewer, *, any_options=False):
        self.viewer = viewer
        self.rules = rules_at(path)
        others = tuple(seat for seat in (0, 1) if seat != viewer)
        self.one = Table(self.rules, dice=SplitDice(seed, 1, others))
        self.two = SecondTable(self.rules, dice=SplitDice(seed, 2, others))
        self.driver = Driver(self.one, seed, any_options=any_options)
        self.other = Driver(self.two, seed + 1)
        secret = sorted(kind.__name__ for kind in self.rules.own if self.rules.masks[kind].secret)
        self.apart = secret[seed % len(secret)] if secret else ""
        self.differ = 0
        self.parted = False
        self.may_part = MAY_PART.get(path)
        self.converter = converter_at(path)
        self.boards = {id(table): ShownBoards(table, viewer) for table in (self.one, self.two)}

    def play(self, most=400):
        """Play both in step until something that differs is shown to everybody, or the other way is not open."""
        for _ in range(most):
            shown = [self.shown(table) for table in (self.one, self.two)]
            same = shown[0] == shown[1]
            self.parted = not same and self.reveals([boards for _, boards, _ in shown])
            assert same or self.parted, f"seat {self.viewer} tells {self.one.commands[-1]} from {self.two.commands[-1]}"
            if self.parted or self.one.window is None:
                return
            actor, command = self.driver.next()
            copied = self.copied_from(actor, command)
            if copied is None:
                return
            self.one.when(actor, command).accepted()
            self.two.when(actor, copied).accepted()
            self.differ += copied != command

    def shown(self, table):
        """All that the viewer is sent, boards too, and what it is answered when it asks for offers and places."""
        asked = answers_to(table, self.viewer, self.converter)
        return shown(table, self.viewer), self.boards[id(table)].shown(table), asked

    def reveals(self, boards):
        """From an entry on that shows in either what was hidden, the worlds may differ for everybody."""
        tables = (self.one, self.two)
        shows = any(self.rules.masks[type(event)].reveals for table in tables for event, _ in table.ruled)
        return shows and (self.may_part is None or self.may_part(*tables, self.viewer, boards))

    def copied_from(self, actor, command):
        """The same command, but perhaps for its secret fields; None where the other world does not allow it."""
        names = [command.__struct_fields__[place] for place in self.rules.masks[type(command)].secret]
        tries = TRIES if type(command).__name__ == self.apart and actor != self.viewer else 0
        for _ in range(tries):
            drawn = self.other.rules.choose(self.two.sight(actor), self.other.generator)
            if type(drawn) is type(command):
                copied = replace(command, **{name: getattr(drawn, name) for name in names})
                if copied != command and not self.two.refused(copied, actor):
                    return copied
        return None if self.two.refused(command, actor) else command


def shown(table, viewer):
    """All that a viewer is sent after an entry, what is salted blanked, and what he is answered when he asks."""
    made = table.drafts[-1]
    own = tuple(opening for opening in made.openings if opening.owner == viewer)
    opened = open_record(table.rules, made.record, own)
    return (
        pack(blanked(made.data)),
        pack([visible(table, viewer, event, clauses) for event, clauses in opened.events]),
        pack([[row.owner, row.part, row.data] for row in own]),
        pack(table.view(viewer)),
        pack(table.rules.public(table.game)),
        msgspec.json.encode(table.offers(viewer)),
        pack(list(table.windows)),
        table.protocol.cursors.get(PUBLIC, 0),
    )


def blanked(data):
    """A record without hashes, commitments and state hashes under a key."""
    record = decode(data)
    record[3] = BLANK
    record[6][1] = BLANK
    record[6][3] = record[6][3] and BLANK
    record[10] = [[owner, BLANK] for owner, _ in record[10]]
    return record


def visible(table, viewer, event, clauses):
    mask = table.rules.masks[type(event)]
    owner = owner_of(mask, event) if mask.owner is not None and not mask.whole else EVERYONE
    hidden = hidden_fields(mask, owner, viewer)
    names = event.__struct_fields__
    return [
        type(event).__name__,
        [None if n in hidden else getattr(event, names[n]) for n in range(len(names))],
        clauses,
    ]


@every_viewpoint
def test_a_secret_changes_nothing_for_others(path, viewer):
    """Records, events, openings, views, offers and windows are the same in both worlds until a secret is shown."""
    differ = differing(path, viewer, few(path))
    assert any(differ) == rules_at(path).sealing, "a game was compared with itself"
    if viewer == 0 and rules_at(path).sealing and path in WORTH_A_LOOK:
        assert all(differ), "a seed gives the same game twice: choose another"


@every_viewpoint
@pytest.mark.long
def test_more_secrets_change_nothing_for_others(path, viewer):
    """The same where other secrets differ."""
    seeds = sorted({*range(max(few(path)) + MORE)} - {*few(path)}, reverse=True)
    differing(path, viewer, seeds)


def few(path):
    """Give the seeds of the pairs that every run looks at."""
    return WORTH_A_LOOK.get(path, range(PAIRS.get(path, 3)))


def differing(path, viewer, seeds):
    """Play pairs of worlds, which fails where they are told apart; tell of each whether it differed."""
    differ = []
    for seed in seeds:
        worlds = Worlds(path, seed, viewer)
        worlds.play()
        differ.append(bool(worlds.differ))
    return differ


@every_seat
def test_refusals_tell_no_secret(path, viewer):
    """Whatever a seat tries, it is refused in the same words in both worlds."""
    for seed in range(PAIRS.get(path, 3)):
        worlds = Worlds(path, seed, viewer)
        worlds.play(most=10 + seed)
        if not worlds.parted:
            for command in tries(worlds, sorted(ids_of(worlds.one) | ids_of(worlds.two))):
                answers = [table.refused(command, viewer) for table in (worlds.one, worlds.two)]
                assert answers[0] == answers[1], command
            titles = [titles_in(table.view(viewer)) for table in (worlds.one, worlds.two)]
            assert titles[0] == titles[1], "a refusal would name what this seat may not see"


@every_ruleset
def test_hidden_and_unknown_answer_alike(path):
    """An id that a seat may not know is answered as one that does not exist."""
    found = 0
    for seed in range(PAIRS.get(path, 3)):
        worlds = Worlds(path, seed, 0)
        worlds.play(most=10 + seed)
        table = worlds.one
        hidden = sorted(key for key in ids_of(table) if not table.rules.knows(table.game, 0, key))
        never = [f"no-such-{place}" for place in range(len(hidden))]
        for command, other in zip(tries(worlds, hidden), tries(worlds, never), strict=True):
            found += 1
            assert table.refused(command, 0) == table.refused(other, 0), command
    assert found or path != "tests.toy"


def ids_of(table):
    """Every id of every table of the state."""
    values = (getattr(table.game, name) for name in table.game.ALL)
    return {key for value in values if isinstance(value, dict) for key in value if isinstance(key, str)}


def tries(worlds, ids):
    """Commands of every kind whose fields are all texts, each naming these ids in turn."""
    for kind in sorted(worlds.rules.own, key=lambda row: row.__name__):
        fields = msgspec.structs.fields(kind)
        if fields and all(field.type is str for field in fields):
            for key in ids[:40]:
                yield kind(**{field.name: key for field in fields})


def test_the_pairs_find_places_that_tell(monkeypatch):
    """Worlds whose seats are answered about places by what others keep secret are told apart."""
    usual = found_places.places

    def telling(session, party, *asked):
        if session.game.ambushes:
            raise Rejected(Fault("TOY-1", str(session.game.ambushes)))
        return usual(session, party, *asked)

    monkeypatch.setattr(found_places, "places", telling)
    with pytest.raises(AssertionError, match="tells"):
        test_a_secret_changes_nothing_for_others("tests.toy", 0)


def test_the_pairs_find_a_leak(monkeypatch):
    """Worlds whose view shows the other seat's ambushes are told apart."""
    view = Table.view
    monkeypatch.setattr(Table, "view", lambda table, who: view(table, 1 if table.game.ambushes else who))
    with pytest.raises(AssertionError, match="tells"):
        test_a_secret_changes_nothing_for_others("tests.toy", 0)
