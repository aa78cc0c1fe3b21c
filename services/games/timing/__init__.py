"""Server time, the clocks of games, and what the service does when something is due."""
