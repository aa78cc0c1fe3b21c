"""The worked studies of docs/studies."""
