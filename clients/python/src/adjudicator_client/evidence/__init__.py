"""What a side of a game has in its hand: each part is verified as it comes, and kept."""
