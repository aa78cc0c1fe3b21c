"""Rules adjudication: the kernel, the board, the rulesets. Pure; knows no network, store or clock."""
