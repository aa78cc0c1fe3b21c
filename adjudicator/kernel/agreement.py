"""Agreement: verbs and pronouns of a sentence whose subject is one or many, as titles of units are both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.texts import read_sentences

MARKED = re.compile(r"([A-Za-z]+)~")
WORD = re.compile(r"[^\W_][\w'-]*")
TITLED = re.compile(r"(.+) \([\w.#-]+\)")
HEAD = re.compile(r" (?:of|with|in|at|from|for|the) ")
IRREGULAR: Mapping[str, str] = MappingProxyType(
    {
        "is": "are",
        "was": "were",
        "has": "have",
        "its": "their",
        "it": "they",
        "itself": "themselves",
        "goes": "go",
        "does": "do",
    }
)
ONE = ("ss", "us", "is", "'s")
"""Endings of words that are one although they end in s: boss, colossus, chassis."""
MEN = "men"
MANY = "many"
NUMBERS: Mapping[str, str] = read_sentences("adjudicator.kernel", "numbers")
"""Whether a noun is one or many, where its ending does not say so: chaos, specimen; riders."""
HISSING = ("sses", "shes", "ches", "xes", "zzes")
SHORT = 4
"""Letters of dies, lies and ties, which keep their e."""


def number_of(title: str) -> bool | None:
    """Tell whether a title is of many: Boar riders, Wardens of the Pact; the pack of riders is one. None in doubt.

    The last word of its head decides. It is looked up; one that ends in s and is not known could be a name.
    """
    words = WORD.findall(HEAD.split(title, maxsplit=1)[0].lower())
    if not words:
        return False
    last = str(words[-1])
    for known in (last, last.rpartition("-")[2]):
        if known in NUMBERS:
            return NUMBERS[known] == MANY
    if not last.endswith("s") or last.endswith(ONE):
        return last.endswith(MEN)
    return None


def is_many(title: str) -> bool:
    """Tell whether a title is of many beyond doubt."""
    return number_of(title) is True


def names_many(text: str) -> bool:
    """Tell whether a name as it was told, a title with its id behind it, is of many; an id alone is one."""
    found = TITLED.fullmatch(text)
    return found is not None and is_many(found[1])


def in_doubt(text: str) -> bool:
    """Tell whether nobody can say if a name as it was told, with its id, is of one or of many."""
    found = TITLED.fullmatch(text)
    return found is not None and number_of(found[1]) is None


def of_many(word: str) -> str:
    """Give the form of a verb in the third person, or of a pronoun, for many: takes, take; carries, carry."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith("ies") and len(word) > SHORT:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(HISSING) else word.removesuffix("s")


def agreed(phrase: str, *, many: bool) -> str:
    """Write the words of a phrase that are marked as agreeing with its subject: "takes~ its~ test"."""
    return MARKED.sub(lambda word: of_many(word[1]) if many else word[1], phrase)
