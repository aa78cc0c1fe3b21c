"""Model: messages, options, rows and tables of the state, subjects of windows, look-ups and distances."""
