"""Paired worlds: two games that differ only in what a viewer may not know give him the same bytes."""

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import Unsealed
from adjudicator.kernel.mpint import decode, encode
from adjudicator.kernel.parties import EVERYONE, SPECTATOR, TABLE
from adjudicator.kernel.record import fill
from adjudicator.kernel.ruling import Rejected
from adjudicator.kernel.visible import hidden_fields, owner_of
from tests.conformance.driver import Driver, HiddenApart, every_ruleset, rules_at
from tests.kit import Table

PAIRS = {"tests.toy": 40}
TRIES = 12
BLANK = b"-"


class Worlds:
    """Two games of one seed; the secrets of everybody but the viewer differ."""

    def __init__(self, path, seed, viewer):
        self.viewer = viewer
        others = tuple(seat for seat in (0, 1) if seat != viewer)
        self.one = Table(rules_at(path), dice=HiddenApart(seed, 1, others))
        self.two = Table(rules_at(path), dice=HiddenApart(seed, 2, others))
        self.driver = Driver(self.one, seed)
        self.other = Driver(self.two, seed + 1)
        self.rules = self.one.rules
        self.differ = 0

    def play(self, most=400):
        """Play both in step for as long as nothing hidden was shown; give the number of entries compared."""
        for count in range(most):
            assert shown(self.one, self.viewer) == shown(self.two, self.viewer)
            if self.revealed() or self.one.window is None:
                return count
            actor, command = self.driver.next()
            twin = self.twin_of(actor, command)
            if twin is None:
                return count
            self.one.when(actor, command).accepted()
            self.two.when(actor, twin).accepted()
            self.differ += twin != command
        return most

    def revealed(self):
        """Once a secret is out the worlds may differ for everybody."""
        masks = self.rules.masks
        return any(masks[type(event)].reveals and not nothing(event) for event, _ in self.one.ruled)

    def twin_of(self, actor, command):
        """The same command, but for its secret fields, that the other world allows; None where it allows none."""
        mask = self.rules.masks[type(command)]
        if not mask.secret or actor == self.viewer:
            return None if self.two.refused(command, actor) else command
        for _ in range(TRIES):
            drawn = self.other.rules.choose(self.two.sight(actor), self.other.chance)
            if type(drawn) is type(command):
                names = [command.__struct_fields__[place] for place in mask.secret]
                twin = replace(command, **{name: getattr(drawn, name) for name in names})
                if twin != command and not self.two.refused(twin, actor):
                    return twin
        return None if self.two.refused(command, actor) else command


def nothing(event):
    """The kernel opens seals even where nothing was sealed."""
    return isinstance(event, Unsealed) and not event.entries


def shown(table, viewer):
    """All that a viewer is sent after an entry, what is salted blanked, and what he is answered when he asks."""
    made = table.drafts[-1]
    own = tuple(each for each in made.openings if each.owner == viewer)
    filled = fill(table.rules, made.record, own)
    return (
        encode(blanked(made.data)),
        encode([visible(table, viewer, event, clauses) for event, clauses in filled.events]),
        encode([[each.owner, each.part, each.data] for each in own]),
        encode(table.view(viewer)),
        msgspec.json.encode(table.offers(viewer)),
        encode(list(table.windows)),
        sorted(table.docket.cursors.items())[:1],
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
    return [type(event).__name__, [None if n in hidden else getattr(event, names[n]) for n in range(len(names))], clauses]


@every_ruleset
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_secret_changes_nothing_for_others(path, viewer):
    """Records, events, openings, views, offers and windows are the same in both worlds until a secret is shown."""
    rules = rules_at(path)
    differ = 0
    for seed in range(PAIRS.get(path, 3)):
        worlds = Worlds(path, seed, viewer)
        worlds.play()
        differ += worlds.differ
    assert bool(differ) == rules.sealing, "no pair of worlds ever differed: the test has compared a game with itself"


@every_ruleset
@pytest.mark.parametrize("viewer", [0, 1])
def test_refusals_tell_no_secret(path, viewer):
    """Whatever a seat tries, it is refused in the same words in both worlds."""
    for seed in range(PAIRS.get(path, 3)):
        worlds = Worlds(path, seed, viewer)
        worlds.play(most=60)
        if worlds.revealed():
            continue
        ids = sorted({*ids_of(worlds.one), *ids_of(worlds.two)} - known_apart(worlds))
        for command in tries(worlds, ids):
            assert refusal(worlds.one, viewer, command) == refusal(worlds.two, viewer, command), command


def ids_of(table):
    """Every id of every table of the state."""
    values = (getattr(table.game, name) for name in table.game.ALL)
    return {key for value in values if isinstance(value, dict) for key in value if isinstance(key, str)}


def known_apart(worlds):
    """Ids that the viewer may know in one world and not in the other; there are none before a secret is shown."""
    one, two = worlds.one, worlds.two
    knows = worlds.rules.knows
    return {
        key
        for key in ids_of(one) ^ ids_of(two)
        if knows(one.game, worlds.viewer, key) and knows(two.game, worlds.viewer, key)
    }


def tries(worlds, ids):
    """Commands of every kind with text fields that name each id in turn."""
    for kind in sorted(worlds.rules.own, key=lambda each: each.__name__):
        fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
        names = [name for name, type_ in fields.items() if type_ is str]
        if set(fields) != set(names):
            continue
        for key in ids[:20]:
            yield kind(**dict.fromkeys(names, key))


def refusal(table, viewer, command):
    try:
        return [] if not table.refused(command, viewer) else table.refused(command, viewer)
    except Rejected as refused:
        return refused.faults


@every_ruleset
def test_hidden_and_unknown_answer_alike(path):
    """An id that a seat may not know is answered as one that does not exist."""
    worlds = Worlds(path, 5, 0)
    worlds.play(most=60)
    table = worlds.one
    hidden = [key for key in ids_of(table) if not table.rules.knows(table.game, 0, key)]
    for command, never in zip(tries(worlds, hidden), tries(worlds, ["no-such-id"] * len(hidden)), strict=True):
        assert refusal(table, 0, command) == refusal(table, 0, never)
    assert not table.refused(table.rules.create("", worlds.driver.chance), TABLE) or table.docket.seq > 1


def test_the_pairs_find_a_leak(monkeypatch):
    """Worlds whose view shows a plot too soon are told apart."""
    rules = rules_at("tests.toy")

    def loose(game, party):
        return rules.view(game, 1) if game.plots else rules.view(game, party)

    leaky = msgspec.structs.replace if False else None
    del leaky
    monkeypatch.setattr(Table, "view", lambda table, who: loose(table.game, who))
    with pytest.raises(AssertionError):
        for seed in range(10):
            Worlds("tests.toy", seed, 0).play()
