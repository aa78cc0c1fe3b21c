"""Orders of units with a longer lead, seen by nobody, and commitments that give nothing away."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.record.chain import sealed_hash
from adjudicator.kernel.record.mpint import encode
from adjudicator.rulesets.hex_orders.model.messages import CommitOrders, PlotOrders, Plots
from adjudicator.rulesets.hex_orders.model.messages import Plot as Written
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from replays.audit.checks_log import check_seals
from replays.audit.entries import decode
from replays.audit.report import Findings
from replays.bundle import Bundle, Sealed
from tests.rulesets.hex_orders.fixtures import infantry, table, tank
from tests.rulesets.hex_orders.secrets.steps import Twins


def board_with_lead(ahead, **options):
    """Set a board up on which a hidden unit of red has its orders so many turns ahead."""
    units = [
        ("a1", "D8", "N", infantry(nation="dwarf", orders_ahead=ahead, hidden=True), {"hidden": True}),
        ("a2", "C8", "N", tank()),
        ("b1", "D2", "S", tank(nation="elf")),
    ]
    played = table(units=units, turn=0, options=options)
    sides = {seat: replace(side, orders=0) for seat, side in played.game.sides.items()}
    return played.set(orders={}, running={}, sides=sides).ask("orders", 0, 1, subject=OrdersSubject(0))


def plot(unit, turn, movement="-+-+-", gunnery="-+-"):
    return Written(turn=turn, unit=unit, movement=(movement,), gunnery=(gunnery,))


def commit(*plots, defaults=True):
    return CommitOrders(turn=1, allow_defaults=defaults, further=Plots(plots=plots) if plots else None)


@pytest.mark.rule("HX-ORDERS-02", "HX-ORDERS-03", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_a_longer_lead_is_not_seen(viewer):
    """Orders for turns 2 and 3 that come with the commitment show nobody that a unit has a longer lead."""
    pair = Twins(board_with_lead(3), board_with_lead(1), viewer)
    pair.give(0, PlotOrders(plot=plot("a1", 1)), PlotOrders(plot=plot("a1", 1)))
    pair.give(0, PlotOrders(plot=plot("a2", 1)), PlotOrders(plot=plot("a2", 1)))
    pair.give(0, commit(plot("a1", 2, "360+-+-"), plot("a1", 3), defaults=False), commit(defaults=False))
    pair.give(1, commit(), commit())
    assert pair.one.game.turn == 1
    assert [pair.one.game.orders[f"a1@{turn}"].final for turn in (1, 2, 3)] == [True] * 3
    assert "a1@2" not in pair.two.game.orders
    for seat in (0, 1):
        later = [commit(), commit()]
        pair.give(seat, *(replace(row, turn=2) for row in later))
    assert (pair.differ, pair.end) == (1, "")
    pair.go_on(30)
    assert pair.one.game.turn > 1


@pytest.mark.rule("HX-ORDERS-02")
def test_orders_that_come_with_the_commitment_are_carried_out():
    """They are no defaults, run when their turn comes, and the entry that holds them is never opened in play."""
    table = board_with_lead(2)
    table.when("red", PlotOrders(plot=plot("a1", 1))).accepted()
    table.when("red", commit(plot("a1", 2, "360+-+-"))).accepted()
    row = table.game.orders["a1@2"]
    assert (row.movement, row.defaulted, row.entry, row.final) == ("360+-+-", False, 0, True)
    assert table.game.orders["a2@1"].defaulted
    assert [own_order.turn for own_order in table.view("red").own_orders if own_order.unit == "a1"] == [1, 2]
    assert [own_order.unit for own_order in table.view("blue").own_orders] == []


@pytest.mark.rule("HX-ORDERS-02", "HX-ORDERS-08")
def test_all_that_is_wrong_with_further_orders_is_named():
    """Every fault of every plot is told at once, with its place; an enemy's unit is as unknown as any other."""
    table = board_with_lead(2)
    wrong = commit(
        plot("a1", 2, "F+F+F"), plot("a2", 2), plot("a1", 2, gunnery="Load[nothing]+-"), plot("a1", 1, "nonsense")
    )
    faults = {(row.reason, row.path) for row in table.refused(wrong, 0)}
    assert faults == {
        ("order-not-listed", "further.plots[0].movement"),
        ("other-turn-due", "further.plots[1].turn"),
        ("plotted-twice", "further.plots[2]"),
        ("load-names-no-weapon", "further.plots[2].gunnery"),
        ("no-movement-order", "further.plots[3].movement"),
    }
    for unit in ("b1", "a9"):
        (fault,) = table.refused(commit(plot(unit, 2)), 0)
        assert (fault.reason, fault.path) == ("unknown-id", "further.plots[0].unit")
    assert table.when("red", commit(plot("a1", 2), defaults=False)).rejected("HX-ORDERS-36", "orders-missing")


def test_offers_lead_to_one_plot_for_a_hidden_unit():
    """A hidden unit with a longer lead is offered one plot, and the others along with the commitment."""
    table = board_with_lead(3)
    plots = [offer for offer in table.offers("red") if offer.command == "PlotOrders"]
    assert len(plots) == 2
    (last,) = [offer for offer in table.offers("red") if offer.command == "CommitOrders"]
    (further,) = [field.values for field in last.fields if field.field == "further"]
    (plots,) = [part.values for part in further.parts]
    assert [part.values.parts[0].values.least for part in plots.of] == [2, 3]
    assert not [field for field in table.offers("blue")[-1].fields if field.field == "further"]


FIVE = ("-+-+-", "-+A+-", "R+-+-", "L+-+-", "F+-+-")


def commit_long_order(order):
    """Plot an order of five; the record of the entry and its openings."""
    table = board_with_lead(1)
    table.when("red", PlotOrders(plot=plot("a2", 1, order))).accepted()
    return table, table.drafts[-1]


@pytest.mark.rule("HX-ORDERS-05")
def test_an_order_is_not_found_by_hashing_candidates():
    """Five candidates, hashed with all that the enemy knows for a salt, never give the commitment; the salt does."""
    for order in FIVE[:4]:
        table, made = commit_long_order(order)
        record = made.record
        (opening,) = [row for row in made.openings if row.part == 0]
        known = (bytes(32), record.prev, record.game * 2, record.command.id * 2, encode(record.seq).rjust(32, b"\0"))
        for guess in FIVE:
            data = encode((plot("a2", 1, guess),))
            found = [sealed_hash(record.game, 0, 0, record.command.id, salt, data) for salt in known]
            assert record.command.seal not in found
            right = sealed_hash(record.game, 0, 0, record.command.id, opening.salt, data)
            assert (right == record.command.seal) == (guess == order)
        assert opening.data not in made.data
        assert table.window is not None


def kept_openings(seq, openings):
    """Keep the openings of an entry as a replay file does."""
    rows = tuple((opening.owner, opening.part, opening.salt, opening.data) for opening in openings)
    return Bundle(manifest={}, records=(), heads=(), sealed=(Sealed(seq, rows),))


@pytest.mark.rule("HX-ORDERS-05")
def test_an_altered_opening_is_found_by_the_audit():
    """The order that is opened is the order that was committed to: any other, salt or owner does not fit."""
    table, made = commit_long_order(FIVE[1])
    (right,) = [row for row in made.openings if row.part == 0]
    others = [row for row in made.openings if row.part]
    for opening, fits in (
        (right, True),
        (replace(right, data=encode((plot("a2", 1, FIVE[2]),))), False),
        (replace(right, salt=bytes(32)), False),
        (replace(right, owner=1), False),
    ):
        findings = Findings()
        check_seals(
            [decode(made.record.seq, made.data)],
            kept_openings(made.record.seq, [opening, *others]),
            table.opening,
            table.rules,
            findings,
        )
        assert bool(findings.found) is not fits, findings.found
        assert fits or {row.code for row in findings.found} == {"SEALED_OPENING_MISMATCH"}
