from adjudicator.kernel.protocol.clause_ids import CLAUSE_IDS
from adjudicator.kernel.texts import TEXTS


def test_every_clause_of_the_table_has_a_sentence():
    """The ids of the kernel's clauses are just those that have a sentence."""
    assert set(TEXTS) == CLAUSE_IDS
    assert all(sentence.strip() for sentence in TEXTS.values())
