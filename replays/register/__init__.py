"""The public register of games as anybody reads and checks it: tree, tiles, checkpoints, proofs, leaves, a monitor."""
