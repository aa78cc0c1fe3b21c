"""Going back: rewinds, take-backs, proposals, and commands given once more."""
