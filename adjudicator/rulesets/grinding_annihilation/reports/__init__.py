"""What is reported of a battle: views, queries, invariants, summary and labels."""
