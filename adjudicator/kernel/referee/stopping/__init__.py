"""What stops a game: calls, pauses, adjournments with sealed commands; dice of the table."""
