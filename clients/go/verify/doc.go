// Package verify checks games without the service and without its rules: records and their chain, signed heads,
// sealed parts, signatures of commands, and every die of a game whose secret is shown.
//
// It needs nothing but the standard library. The formats stand in docs/replay-format.md of the service.
// What does not verify is told as a [*NotProven].
package verify
