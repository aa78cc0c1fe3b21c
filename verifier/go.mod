module adjudicator.invalid/verifier

go 1.22
