"""Ids of the clauses of the table itself; their sentences stand in kernel/texts.py."""

CLAUSE_IDS = frozenset(
    {
        "WG-OPEN-01",
        "WG-SEED-01",
        "WG-SEED-02",
        "WG-SEED-03",
        "WG-SEED-04",
        "WG-ASK-01",
        "WG-ASK-02",
        "WG-DICE-01",
        "WG-DICE-02",
        "WG-FACT-01",
        "WG-FACT-02",
        "WG-END-01",
        "WG-END-02",
        "WG-END-03",
        "WG-END-04",
        "WG-END-05",
        "WG-END-06",
        "WG-END-07",
        "WG-END-08",
        "WG-EDITION-01",
        "WG-RULE-01",
        "WG-RULE-02",
        "WG-BACK-01",
        "WG-BACK-02",
        "WG-BACK-03",
        "WG-BACK-04",
        "WG-KEY-01",
    }
)
