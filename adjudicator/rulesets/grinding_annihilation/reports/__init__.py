"""What is reported of a battle: views, queries, summary and labels."""
