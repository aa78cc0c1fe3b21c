"""The conformance corpus: what every clause decides, as cases in JSON, and a runner that judges any program by it."""
