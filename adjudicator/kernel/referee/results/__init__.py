"""Results by ruling: penalties, awards, appeals, and what overturns a ruling."""
