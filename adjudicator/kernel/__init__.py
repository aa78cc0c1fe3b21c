"""What every ruleset stands on: rulings, windows, dice, records, the fold."""
