import msgspec

from adjudicator.kernel.decide.exact_offers import exact_offer
from adjudicator.kernel.decide.offers import (
    Choice,
    Condition,
    Domain,
    Items,
    Offer,
    Places,
    Range,
    Shape,
    Some,
    offer,
    optional,
    where,
)
from adjudicator.kernel.messages import ReportRoll
from tests.toy.model.messages import EndTurn, Strike


def test_an_offer_names_command_and_domains():
    """An offer names its command, the domains of its fields in the order given, and the clause."""
    made = offer(Strike, "TOY-2.4-03", target=Choice(("b1",)), piece=Choice(("r1", "r2")))
    domains = (Domain("target", Choice(("b1",))), Domain("piece", Choice(("r1", "r2"))))
    assert made == Offer("Strike", domains, "TOY-2.4-03")
    assert offer(EndTurn, "TOY-1.3-02").fields == ()


def test_domains_default_to_no_limit():
    """A domain that says nothing of reach, region or number sets no limit."""
    assert Places(("p",)) == Places(("p",), 0, ())
    assert Some(("a", "b")) == Some(("a", "b"), 0, 0)


def test_shapes_nest():
    """A structured value holds the domains of its parts."""
    inner = Domain("x", Range(0, 9))
    made = offer(Strike, "C", way=Shape("Way", (inner, Domain("more", Shape("Way", (inner,))))))
    assert msgspec.to_builtins(made)["fields"][0]["values"]["parts"][1]["values"]["parts"][0]["field"] == "x"


def test_terms_of_a_domain_add_up():
    """A domain may be left out and hold on conditions; of a field several may be offered."""
    made = offer(
        Strike, "C", piece=Choice(("r1",)), target=[optional(Choice(("b1",))), where(Choice(("b2",)), piece="r1")]
    )
    assert made.fields[1] == Domain("target", Choice(("b1",)), optional=True)
    assert made.fields[2] == Domain("target", Choice(("b2",)), conditions=(Condition("piece", ("r1",)),))


def test_an_exact_offer_keeps_the_order_of_a_list():
    """A finished command is offered with its values alone, lists in their order and with what comes twice."""
    made = exact_offer(ReportRoll(faces=(2, 2, 1), dice_set="bone"), "C")
    faces = tuple(Domain("", Range(face, face)) for face in (2, 2, 1))
    assert made.fields == (Domain("faces", Items(faces, 3, 3, once=True)), Domain("dice_set", Choice(("bone",))))
