"""What is told of a battle: views, queries, invariants, summary and labels."""
