"""What windows are about: each meaning has a row of its own, and stands in a log as the words it always was."""

from __future__ import annotations

import pytest

from adjudicator.kernel.decide.windows import NO_SUBJECT, Subject, Window, subject_of, subject_words
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import (
    FormationSubject,
    LateSetUpSubject,
    OrderSubject,
    RollOffSubject,
    RulesLeftSubject,
    StruckSubject,
)

RULES = ("dread:a-ghosts", "regeneration:b-guard")


@pytest.mark.parametrize(
    ("kind", "subject", "words"),
    [
        ("order", OrderSubject(RULES), RULES),
        ("roll_off", RollOffSubject(RULES), RULES),
        ("roll_off", RollOffSubject(("late_set_up",)), ("late_set_up",)),
        ("roll_off", RollOffSubject(), ()),
        ("late_set_up", LateSetUpSubject("late_set_up"), ("late_set_up",)),
        ("late_set_up", LateSetUpSubject(), ()),
        ("moment", RulesLeftSubject(RULES), RULES),
        ("moment", RulesLeftSubject(), ()),
        ("struck", StruckSubject("b-guard"), ("b-guard",)),
    ],
)
def test_subjects_stand_as_words(kind: str, subject: Subject, words: tuple[str, ...]):
    """A subject is written as its words, and read from them as it was."""
    asks = rules_of("grinding_annihilation").windows[kind]
    assert subject_words(asks, subject) == words
    assert subject_of(Window(10_000, kind, (0,), words), asks.subject) == subject


@pytest.mark.parametrize(
    ("words", "named", "ordered"), [((), "", ()), (("late_set_up",), "late_set_up", ()), (("a", "b"), "", ("a", "b"))]
)
def test_a_roll_off_is_for_one_thing(words: tuple[str, ...], named: str, ordered: tuple[str, ...]):
    """A roll-off is for what has a name, for names to be ordered, or for the step of the battle."""
    subject = RollOffSubject(words)
    assert (subject.named, subject.ordered) == (named, ordered)


@pytest.mark.parametrize(
    ("kind", "subject"),
    [
        ("order", NO_SUBJECT),
        ("order", RollOffSubject(RULES)),
        ("roll_off", OrderSubject(RULES)),
        ("moment", OrderSubject(RULES)),
        ("late_set_up", RollOffSubject(("late_set_up",))),
        ("struck", FormationSubject("b-guard")),
    ],
)
def test_a_window_takes_its_own_subject_alone(kind: str, subject: Subject):
    """A window can not be asked about what another kind of window is about."""
    with pytest.raises(TypeError, match="is about a"):
        subject_words(rules_of("grinding_annihilation").windows[kind], subject)
