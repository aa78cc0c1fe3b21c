"""The replay page: one file that shows a game, and checks it, in a browser."""
