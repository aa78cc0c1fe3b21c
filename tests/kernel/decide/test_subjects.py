import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import ValidationError

from adjudicator.kernel.decide.windows import NO_SUBJECT, Subject, Window, WindowKind, subject_of, subject_words


class Word(Subject, frozen=True):
    name: str


class Mixed(Subject, frozen=True):
    name: str
    number: int


class Words(Subject, frozen=True):
    name: str
    number: int
    rest: tuple[str, ...]


class Numbers(Subject, frozen=True):
    rest: tuple[int, ...]


class Maybe(Subject, frozen=True):
    name: str = ""
    number: int = 0


class MaybeWords(Subject, frozen=True):
    name: str = "none"
    rest: tuple[str, ...] = ()


class MaybeSome(Subject, frozen=True):
    rest: tuple[str, ...] = ("all",)


class Rows(Subject, frozen=True):
    name: str
    rest: tuple[Mixed, ...] = ()


WORDS = st.one_of(st.text(), st.integers().map(str), st.sampled_from(["", "0", "-1", "007", "1.5", "true", "null"]))
NUMBERS = st.integers(-(2**63), 2**63 - 1)
SUBJECTS = st.one_of(
    st.just(NO_SUBJECT),
    st.builds(Word, WORDS),
    st.builds(Mixed, WORDS, NUMBERS),
    st.builds(Words, WORDS, NUMBERS, st.lists(WORDS).map(tuple)),
    st.builds(Numbers, st.lists(NUMBERS).map(tuple)),
    st.builds(Maybe, WORDS, NUMBERS),
    st.builds(MaybeWords, WORDS, st.lists(WORDS).map(tuple)),
    st.builds(Rows, WORDS, st.lists(st.builds(Mixed, WORDS, NUMBERS)).map(tuple)),
)


def about(kind):
    return WindowKind(f"about {kind.__name__}", "A", subject=kind)


def window(kind, *words):
    return Window(10_000, about(kind).kind, (0,), words)


@given(SUBJECTS)
def test_a_subject_comes_back(subject):
    """What is written as words is read as the same subject, of the same types, whatever the words look like."""
    words = subject_words(about(type(subject)), subject)
    assert all(type(word) is str for word in words)
    found = subject_of(window(type(subject), *words), type(subject))
    assert found == subject
    assert repr(found) == repr(subject)


@pytest.mark.parametrize(
    ("subject", "words"),
    [
        (NO_SUBJECT, ()),
        (Word(""), ("",)),
        (Mixed("12", -3), ("12", "-3")),
        (Words("", 0, ()), ("", "0")),
        (Words("a", 1, ("", "2")), ("a", "1", "", "2")),
        (Numbers((3, -1)), ("3", "-1")),
        (Rows("a", (Mixed("b:c", 1), Mixed("", 2))), ("a", "b:c", "1", "", "2")),
    ],
)
def test_words_stand_in_the_order_of_the_fields(subject, words):
    """A subject is written as its values in the order of its fields, the last tuple's one by one."""
    assert subject_words(about(type(subject)), subject) == words


@pytest.mark.parametrize("kind", [Maybe, MaybeWords, MaybeSome])
def test_what_may_be_left_out_has_one_encoding(kind):
    """A kind that may be asked without a subject writes no word for none and for the defaults, and reads them back."""
    assert subject_words(about(kind), NO_SUBJECT) == subject_words(about(kind), kind()) == ()
    assert subject_of(window(kind), kind) == kind()


def test_a_subject_is_needed():
    """A kind whose subject has a field without default can not be asked without one."""
    with pytest.raises(TypeError, match="about a Word"):
        subject_words(about(Word), NO_SUBJECT)


@pytest.mark.parametrize(
    ("kind", "subject"), [(Subject, Word("a")), (Word, Mixed("a", 1)), (Mixed, Maybe("a", 1)), (Maybe, Mixed("", 0))]
)
def test_another_type_is_refused(kind, subject):
    """A subject of another type than the window kind names is refused, even with the same fields."""
    with pytest.raises(TypeError, match=f"about a {kind.__name__}, not a {type(subject).__name__}"):
        subject_words(about(kind), subject)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (Word, (5,)),
        (Word, (None,)),
        (Word, (("a",),)),
        (Mixed, ("a", "b")),
        (Mixed, ("a", "1")),
        (Mixed, ("a", True)),
        (Mixed, ("a", 1.0)),
        (Mixed, ("a", None)),
        (Words, ("a", 1, "bc")),
        (Words, ("a", 1, ["b"])),
        (Words, ("a", 1, (2,))),
        (Numbers, (("1",),)),
        (Numbers, ((True,),)),
        (Numbers, (3,)),
        (Maybe, (1, 1)),
        (Rows, ("a", ("b", 1))),
        (Rows, ("a", (Maybe("b", 1),))),
        (Rows, ("a", (Word("b"),))),
    ],
)
def test_values_of_another_type_are_refused(kind, values):
    """A value that the field's type can not have is refused before it is written."""
    with pytest.raises(TypeError):
        subject_words(about(kind), kind(*values))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Subject, ("a",)),
        (Word, ("a", "b")),
        (Mixed, ("a", "1", "2")),
        (Maybe, ("a", "1", "")),
        (Word, ()),
        (Mixed, ("a",)),
        (Words, ("a",)),
        (Mixed, ("a", "b")),
        (Mixed, ("a", "")),
        (Numbers, ("1", "b")),
        (Rows, ("a", "b")),
        (Rows, ("a", "b", "c")),
        (Rows, ("a", "b", "1", "c")),
    ],
)
def test_words_that_do_not_fit_are_refused(kind, words):
    """Too many words, too few, and words that are no numbers are refused when a subject is read."""
    with pytest.raises(ValidationError):
        subject_of(window(kind, *words), kind)


@pytest.mark.parametrize(
    ("kind", "read", "words"),
    [
        (Mixed, Maybe, ("a", "1")),
        (Maybe, Mixed, ("a", "1")),
        (Maybe, Subject, ()),
        (Word, MaybeSome, ("a",)),
        (Words, MaybeWords, ("a", "1", "b")),
    ],
)
def test_a_row_of_another_kind_is_not_read(kind, read, words):
    """What a window is about is read as the type that its kind names, and as no other, even where the words fit."""
    with pytest.raises(TypeError, match=f"about {kind.__name__} is about a {kind.__name__}, not a {read.__name__}"):
        subject_of(window(kind, *words), read)


def test_the_subject_of_an_unknown_kind_is_not_read():
    """A window of a kind that nothing defines is about nothing that could be read."""
    with pytest.raises(LookupError, match="no window is called nowhere"):
        subject_of(Window(10_000, "nowhere", (0,), ("a",)), Word)


class Truth(Subject, frozen=True):
    yes: bool


class Fraction(Subject, frozen=True):
    part: float


class Early(Subject, frozen=True):
    rest: tuple[str, ...]
    name: str


class Pair(Subject, frozen=True):
    pair: tuple[int, int]


class Listed(Subject, frozen=True):
    rest: list[str]


class Nested(Subject, frozen=True):
    rows: tuple[tuple[str, ...], ...]


class Perhaps(Subject, frozen=True):
    name: str | None


@pytest.mark.parametrize("kind", [Truth, Fraction, Early, Pair, Listed, Nested, Perhaps])
def test_fields_that_are_no_words_are_refused(kind):
    """A window kind whose subject has a field that can not be written as words is refused where it is defined."""
    with pytest.raises(TypeError, match=f"{kind.__name__}: fields are"):
        about(kind)
