package client_test

import (
	"context"
	"math"
	"testing"
	"time"

	client "adjudicator.invalid/client"
	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

func allOf(t *testing.T, ctx context.Context, game *client.Game) (found []*client.Entry) {
	t.Helper()
	for entry, err := range game.Read(ctx, 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, entry)
	}
	return found
}

func stretchesShown(entries []*client.Entry) (count uint32) {
	for _, entry := range entries {
		if entry.GetCommand() == "ShowStretch" {
			count++
		}
	}
	return count
}

// diceOf counts the dice of the stretches before this one.
func diceOf(entries []*client.Entry, stretch uint32) (count int) {
	for _, entry := range entries {
		for _, roll := range entry.GetRolls() {
			if roll.GetEpoch() < stretch {
				count += len(roll.GetFaces())
			}
		}
	}
	return count
}

func TestDiceAreVerifiedWhileTheGameGoesOn(t *testing.T) {
	t.Parallel()
	service, ctx := connected(t, "ADJUDICATOR_ADDRESS"), limited(t, 2*time.Minute)
	game := opened(t, ctx, service, "antares", func(terms *wargamev1.OpenRequest) {
		terms.Stretches = &wargamev1.Stretches{Count: 1000, Dice: 2}
	})
	red, players := game.Seat(0), parties(game, 3, 60)
	entries := allOf(t, ctx, red)
	for stretchesShown(entries) < 2 {
		for _, player := range players {
			if _, err := player.Step(ctx); err != nil {
				t.Fatal(err)
			}
		}
		entries = allOf(t, ctx, red)
	}
	early, err := red.Verify(ctx)
	if err != nil || early.Entries < len(entries) {
		t.Fatalf("%+v of %d entries, %v", early, len(entries), err)
	}
	entries = allOf(t, ctx, red)[:early.Entries] // another stretch may have been shown since
	if early.Revealed || early.Dice != diceOf(entries, stretchesShown(entries)) || early.Dice == 0 {
		t.Fatalf("%+v", early)
	}
	playOut(t, ctx, players, 3000)
	if err := red.WaitForReveal(ctx); err != nil {
		t.Fatal(err)
	}
	whole, err := red.Verify(ctx)
	entries = allOf(t, ctx, red)
	if err != nil || !whole.Revealed || whole.Dice != diceOf(entries, math.MaxUint32) {
		t.Fatalf("%+v, %v", whole, err)
	}

	var records []*verify.Entry
	for _, entry := range entries {
		record := *entry.Record
		if record.Kind == "ShowStretch" && entry.Record.Values[0] == int64(1) {
			record.Values = []any{int64(1), make([]byte, 32)}
		}
		records = append(records, &record)
	}
	_, err = verify.VerifyDice(records, nil)
	told(t, err, "EPOCH_INVALID")
}
