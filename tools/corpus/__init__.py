"""Makes the conformance corpus from the clause tests."""
