package client_test

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/anypb"

	client "adjudicator.invalid/client"
	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// told demands that something does not verify, and for the named reason.
func told(t *testing.T, err error, check string) {
	t.Helper()
	var fault *client.NotProven
	if !errors.As(err, &fault) || fault.Check != check || len(fault.Game) != 16 {
		t.Errorf("%v; %s of the game is due", err, check)
	}
}

// changed writes a record anew after a change of its fields.
func changed(record []byte, change func(row []any)) []byte {
	value, err := verify.Decode(record)
	if err != nil {
		panic(err)
	}
	change(value.([]any))
	data, err := verify.Encode(value)
	if err != nil {
		panic(err)
	}
	return data
}

func turn(face uint32, sides uint32) uint32 { return face%sides + 1 }

func TestTamperingIsTold(t *testing.T) {
	forged := &forger{}
	service := connected(t, "ADJUDICATOR_ADDRESS", client.WithDialOptions(forged.options()...))
	ctx := limited(t, 2*time.Minute)
	game := opened(t, ctx, service, "tile_formations")
	playOut(t, ctx, parties(game, 3, 60), 3000)
	honest := game.Seat(0)
	if err := honest.WaitForReveal(ctx); err != nil {
		t.Fatal(err)
	}
	if proof, err := honest.Verify(ctx); err != nil || proof.Dice == 0 {
		t.Fatalf("%v, %v", proof, err)
	}
	last := honest.Receipts().All()[len(honest.Receipts().All())-1].Seq

	withDice := func(entry *wargamev1.Entry) bool { return len(entry.GetRolls()) > 0 }
	rehashed := func(entry *wargamev1.Entry, change func(row []any)) {
		entry.Record = changed(entry.GetRecord(), change)
		entry.Hash = verify.EntryHash(entry.GetRecord())
	}
	receipt := func(change func(receipt *wargamev1.Receipt)) func(string, any) {
		return func(_ string, reply any) {
			if found, ok := reply.(*wargamev1.GetResponse); ok {
				change(found.GetReceipt())
			}
		}
	}
	cases := []struct {
		name, check string
		entry       func(*wargamev1.Entry)
		reply       func(string, any)
	}{
		{name: "a flipped byte of a receipt's hash", check: "RECEIPT_MISMATCH", reply: receipt(func(r *wargamev1.Receipt) { r.Hash[3] ^= 1 })},
		{name: "a flipped byte of a receipt's note", check: "HEAD_SIGNATURE_INVALID", reply: receipt(func(r *wargamev1.Receipt) {
			r.Note = strings.Replace(r.Note, fmt.Sprintf("\n%d\n", r.Seq), fmt.Sprintf("\n%d\n", r.Seq-1), 1)
		})},
		{name: "a receipt for an entry that is not there", check: "TRUNCATED_LOG", reply: receipt(func(r *wargamev1.Receipt) { r.Seq++ })},
		{name: "a die that was turned over in an entry", check: "ENTRY_MISMATCH", entry: func(e *wargamev1.Entry) {
			if withDice(e) {
				e.Rolls[0].Faces[0] = turn(e.Rolls[0].Faces[0], e.Rolls[0].Sides)
			}
		}},
		{name: "a die that was turned over in its record", check: "CHAIN_BREAK", entry: func(e *wargamev1.Entry) {
			if withDice(e) {
				e.Rolls[0].Faces[0] = turn(e.Rolls[0].Faces[0], e.Rolls[0].Sides)
				rehashed(e, func(row []any) {
					roll := row[8].([]any)[0].([]any)
					roll[4].([]any)[0] = int64(e.Rolls[0].Faces[0])
				})
			}
		}},
		{name: "another secret", check: "HEAD_MISMATCH", entry: func(e *wargamev1.Entry) {
			if e.GetSeq() == last {
				rehashed(e, func(row []any) { row[6].([]any)[2].([]any)[1] = make([]byte, 32) })
			}
		}},
		{name: "events that are left out", check: "ENTRY_MISMATCH", entry: func(e *wargamev1.Entry) {
			e.Ruled = nil
		}},
		{name: "an event under another clause", check: "ENTRY_MISMATCH", entry: func(e *wargamev1.Entry) {
			if len(e.GetRuled()) > 0 {
				e.Ruled[0].Clauses = []string{"KR-1"}
			}
		}},
		{name: "an event at another place", check: "ENTRY_MISMATCH", entry: func(e *wargamev1.Entry) {
			if len(e.GetRuled()) > 0 {
				e.Ruled[0].Place += 5
			}
		}},
		{name: "an event with another field", check: "ENTRY_MISMATCH", entry: func(e *wargamev1.Entry) {
			for _, ruled := range e.GetRuled() {
				var event wargamev1.ProtocolEvent
				if ruled.GetEvent().UnmarshalTo(&event) == nil && event.GetResultReached() != nil {
					event.GetResultReached().Winners = []uint32{7}
					ruled.Event, _ = anypb.New(&event)
				}
			}
		}},
		{name: "an event with another word", check: "ENTRY_MISMATCH", entry: func(e *wargamev1.Entry) {
			for _, ruled := range e.GetRuled() {
				var event wargamev1.ProtocolEvent
				if ruled.GetEvent().UnmarshalTo(&event) == nil && event.GetResultReached() != nil {
					event.GetResultReached().By = wargamev1.ResultBy_RESULT_BY_UNSPECIFIED
					ruled.Event, _ = anypb.New(&event)
				}
			}
		}},
		{name: "an event that is none", check: "ENTRY_MISMATCH", entry: func(e *wargamev1.Entry) {
			for _, ruled := range e.GetRuled() {
				ruled.Event, _ = anypb.New(&wargamev1.ProtocolEvent{})
			}
		}},
		{name: "an entry that is left out", check: "MISSING_ENTRY", entry: func(e *wargamev1.Entry) {
			if e.GetSeq() == 4 {
				e.Seq = 5
			}
		}},
	}
	for _, row := range cases {
		t.Run(row.name, func(t *testing.T) {
			forged.set(row.entry, row.reply)
			defer forged.set(nil, nil)
			patience := client.Patience{Total: 300 * time.Millisecond}
			again, err := client.Connect(serviceAddress(t), "", client.WithPatience(patience), client.WithDialOptions(forged.options()...))
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			_, err = again.Game(game.Game, token(game, 0)).Verify(ctx)
			told(t, err, row.check)
		})
	}

	t.Run("another history behind receipts that were kept", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "receipts.json")
		if err := honest.Receipts().Save(path); err != nil {
			t.Fatal(err)
		}
		receipts, err := client.LoadReceipts(path)
		if err != nil || len(receipts.All()) != len(honest.Receipts().All()) {
			t.Fatalf("%v", err)
		}
		forged.set(func(e *wargamev1.Entry) {
			if e.GetSeq() == last {
				rehashed(e, func(row []any) { row[4] = row[4].(int64) + 1 })
				e.Time.Nanos += int32(time.Millisecond)
			}
		}, nil)
		defer forged.set(nil, nil)
		_, err = service.Game(game.Game, token(game, 0), client.WithReceipts(receipts)).Verify(ctx)
		told(t, err, "TWO_HEADS")
	})
	t.Run("a watch after an entry of another history", func(t *testing.T) {
		forged.set(func(e *wargamev1.Entry) {
			if e.GetSeq() == 1 {
				rehashed(e, func(row []any) { row[4] = row[4].(int64) - 1 })
				e.Time.Nanos -= int32(time.Millisecond)
				if e.Time.Nanos < 0 {
					e.Time.Seconds, e.Time.Nanos = e.Time.Seconds-1, e.Time.Nanos+int32(time.Second)
				}
			}
		}, nil)
		defer forged.set(nil, nil)
		for _, err := range service.Game(game.Game, token(game, 0)).Watch(ctx, 1) {
			told(t, err, "TWO_HEADS")
			break
		}
	})
	t.Run("a key that was published is not the service's", func(t *testing.T) {
		other := "ref.example.org/wg+7d67d898+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
		again := connected(t, "ADJUDICATOR_ADDRESS", client.WithLogKey(other))
		_, err := again.Game(game.Game, token(game, 0)).Facts(ctx)
		told(t, err, "HEAD_SIGNATURE_INVALID")
	})
}

func TestTheReceiptOfAnotherCommandIsTold(t *testing.T) {
	forged := &forger{}
	service := connected(t, "ADJUDICATOR_ADDRESS", client.WithDialOptions(forged.options()...))
	ctx := limited(t, time.Minute)
	red := opened(t, ctx, service, "tile_formations").Seat(0)
	if _, err := red.Offers(ctx); err != nil {
		t.Fatal(err)
	}
	forged.set(nil, func(_ string, reply any) { // the receipt of the first entry for the second
		if found, ok := reply.(*wargamev1.Acknowledged); ok {
			found.Receipt.Seq = 1
		}
	})
	_, err := red.Give(ctx, &wargamev1.CommitContribution{Commitment: make([]byte, 32)})
	told(t, err, "RECEIPT_MISMATCH")
}

func TestAnAnswerThatIsNotItsEntrysIsTold(t *testing.T) {
	forged := &forger{}
	service := connected(t, "ADJUDICATOR_ADDRESS", client.WithDialOptions(forged.options()...))
	ctx := limited(t, time.Minute)
	everyone := &wargamev1.Party{Who: &wargamev1.Party_Named{Named: wargamev1.NamedParty_NAMED_PARTY_EVERYONE}}
	madeUp := &wargamev1.Roll{Sides: 6, Faces: []uint32{6}, Owner: everyone, Roller: everyone}
	changes := map[string]func(reply any) bool{
		"a die that was not thrown": func(reply any) bool {
			found, ok := reply.(*wargamev1.Acknowledged)
			if ok {
				found.Rolls = append(found.Rolls, madeUp)
			}
			return ok
		},
		"events that did not happen": func(reply any) bool {
			found, ok := reply.(*wargamev1.Outcome)
			if ok {
				found.Ruled = append(found.Ruled, &wargamev1.Ruled{Name: "Other", Clauses: []string{"KR-1"}})
			}
			return ok
		},
		"events that are left out": func(reply any) bool {
			found, ok := reply.(*wargamev1.Outcome)
			ok = ok && len(found.GetRuled()) > 0
			if ok {
				found.Ruled = nil
			}
			return ok
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			forged.set(nil, nil)
			players := parties(opened(t, ctx, service, "tile_formations"), 3, 60)
			changed := false
			forged.set(nil, func(_ string, reply any) { changed = change(reply) || changed })
			for !changed {
				for _, player := range players {
					if _, err := player.Step(ctx); changed {
						told(t, err, "ANSWER_MISMATCH")
						return
					} else if err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

func TestAHeadThatIsNotTheLogsIsTold(t *testing.T) {
	forged := &forger{}
	patience := client.Patience{Total: 300 * time.Millisecond}
	service := connected(t, "ADJUDICATOR_ADDRESS")
	again := connected(t, "ADJUDICATOR_ADDRESS", client.WithPatience(patience), client.WithDialOptions(forged.options()...))
	ctx := limited(t, time.Minute)
	game := opened(t, ctx, service, "tile_formations")
	red := again.Game(game.Game, token(game, 0), client.AsSeat(0))
	offers := func(change func(found *wargamev1.Offers)) {
		forged.set(nil, func(_ string, reply any) {
			if found, ok := reply.(*wargamev1.Offers); ok {
				change(found)
			}
		})
	}
	offers(func(found *wargamev1.Offers) { found.Head[0] ^= 1 })
	_, err := red.Offers(ctx)
	told(t, err, "HEAD_MISMATCH")
	offers(func(found *wargamev1.Offers) { found.Seq = 1 << 40 })
	_, err = red.Offers(ctx)
	told(t, err, "TRUNCATED_LOG")
	forged.set(nil, func(_ string, reply any) {
		if found, ok := reply.(*wargamev1.ViewResponse); ok {
			found.Head = nil
		}
	})
	_, err = red.View(ctx)
	told(t, err, "HEAD_MISMATCH")
	forged.set(nil, nil)
	if found, err := red.Offers(ctx); err != nil || !bytes.Equal(red.Head(), found.GetHead()) {
		t.Errorf("%v, %v", found, err)
	}
}
