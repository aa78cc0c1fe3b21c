package verify_test

import (
	"bytes"
	"errors"
	"testing"

	"adjudicator.invalid/client/verify"
)

// takenOver is a signed game in which another person takes a seat over, and changes of one value each.
type takenOver struct {
	keptGame
	Signatures int
	Changes    []struct {
		Name  string
		Entry int
		Path  []int
		Value any
		Bytes octets
		At    uint64
	}
}

func TestAKeptGameWhoseSeatWasTakenOverVerifies(t *testing.T) {
	game := vectors[takenOver](t, "seat")
	entries, openings := game.read(t, unchanged)
	if count, err := verify.VerifySignatures(entries); err != nil || count != game.Signatures || count == 0 {
		t.Errorf("%d signatures, %v", count, err)
	}
	if dice, err := verify.VerifyDice(entries, openings); err != nil || dice != game.Dice {
		t.Errorf("%d dice, %v", dice, err)
	}
}

func TestASeatThatIsTakenOverHasOtherKeys(t *testing.T) {
	game := vectors[takenOver](t, "seat")
	entries, _ := game.read(t, unchanged)
	terms, err := verify.ReadTerms(entries[0])
	if err != nil {
		t.Fatal(err)
	}
	many := 0
	for _, entry := range entries {
		seat, keys, found := entry.Substituted()
		if !found {
			continue
		}
		many++
		if len(keys) == 0 || bytes.Equal(keys[0], terms.SeatKeys[seat][0]) {
			t.Errorf("entry %d gives seat %d the keys %x", entry.Seq, seat, keys)
		}
	}
	if many == 0 {
		t.Error("nobody takes a seat over")
	}
}

func TestAKeyThatIsNotThePlayersThenIsTold(t *testing.T) {
	game := vectors[takenOver](t, "seat")
	for _, change := range game.Changes {
		value := change.Value
		if len(change.Bytes) > 0 {
			value = []byte(change.Bytes)
		}
		toldAt(t, game, change.Entry, change.Path, logged(value), change.Name, change.At)
	}
	if len(game.Changes) < 4 {
		t.Errorf("%d changes", len(game.Changes))
	}
	// an event that can not be read takes no seat over
	for _, change := range game.Changes {
		if last := len(change.Path) - 1; last > 0 {
			toldAt(t, game, change.Entry, change.Path[:last], []any{"SeatSubstituted"}, "no fields", change.At)
			toldAt(t, game, change.Entry, change.Path[:last], []any{"SeatSubstituted", int64(0), "Robin", int64(7)}, "no keys", change.At)
		}
	}
}

func toldAt(t *testing.T, game takenOver, entry int, path []int, value any, name string, at uint64) {
	t.Helper()
	entries, _ := game.read(t, func(seq int, record []any) {
		if seq != entry {
			return
		}
		for _, place := range path[:len(path)-1] {
			record = record[place].([]any)
		}
		record[path[len(path)-1]] = value
	})
	_, err := verify.VerifySignatures(entries)
	var fault *verify.NotProven
	if !errors.As(err, &fault) || fault.Check != "COMMAND_SIGNATURE_INVALID" || fault.Seq != at {
		t.Errorf("%s: %v; it should be at entry %d", name, err, at)
	}
}
