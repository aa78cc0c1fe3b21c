package verify

import "fmt"

// NotProven says that something does not verify: which check failed, in which entry of which game, what should be
// there and what is there. Checks have the names of the service's audit, such as CHAIN_BREAK or DICE_NOT_FROM_SEED.
type NotProven struct {
	Check    string
	Game     []byte // id of the game; empty where it is not known
	Seq      uint64 // number of the entry; 0 where the fault concerns no single one
	Expected string
	Found    string
}

func (e *NotProven) Error() string {
	where := ""
	if len(e.Game) > 0 {
		where = fmt.Sprintf(" in game %x", e.Game)
	}
	if e.Seq > 0 {
		where += fmt.Sprintf(" at entry %d", e.Seq)
	}
	return fmt.Sprintf("%s%s: expected %s, found %s; keep your receipts and ask the operator", e.Check, where, e.Expected, e.Found)
}

func notProven(check string, game []byte, seq uint64, expected, found string) *NotProven {
	return &NotProven{Check: check, Game: game, Seq: seq, Expected: expected, Found: found}
}
