"""What a client checks by itself: dice, records, signed heads, receipts, whole games."""
