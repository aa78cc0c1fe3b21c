package client

import (
	"errors"
	"testing"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

func TestWhatIsNotProvenIsToldBeforeAWalletThatIsFull(t *testing.T) {
	k := keptGame(t)
	full := errors.New("no room")
	entry := &Entry{&wargamev1.Entry{}, &verify.Entry{Game: k.id, Seq: 2, CommandID: make([]byte, 16)}}
	given := &prepared{logged: verify.Command{ID: []byte("another")}}
	if err := k.compared(given, &wargamev1.Acknowledged{}, entry, full); check(err) != "ENTRY_MISMATCH" || !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
	fault := notProven("TWO_HEADS", k.id, 2, "one", "another")
	if err := k.compared(given, &wargamev1.Acknowledged{}, entry, fault); check(err) != "TWO_HEADS" {
		t.Errorf("%v", err)
	}
}

func TestASignedRefusalOnAnEarlierStateIsNone(t *testing.T) {
	k, covered := keptGame(t), []byte("wglog/1/cmd\x00any bytes")
	for seq, due := range map[uint64]string{1: "", 2: "", 3: "REFUSAL_UNPROVEN"} {
		refused := k.refusal(t, covered, nil) // after entry 2
		err := k.refused(t.Context(), refused, &prepared{covered: covered, logged: verify.Command{Head: k.hash(seq)}})
		if found := asNotProven(err); (found != nil) != (due != "") || found != nil && found.Check != due {
			t.Errorf("after entry 2, decided on %d: %v", seq, err)
		}
		if !errors.Is(err, error(refused)) {
			t.Errorf("the refusal itself is not told: %v", err)
		}
	}
}
