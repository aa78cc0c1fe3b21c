package client_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	client "adjudicator.invalid/client"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

func TestAWholeSignedGameOfEachRuleset(t *testing.T) {
	for _, row := range wholeGames(t) {
		t.Run(row.Ruleset, func(t *testing.T) {
			t.Parallel()
			service := connected(t, "ADJUDICATOR_ADDRESS")
			ctx := limited(t, 2*time.Minute)
			guide, players := guided(row), []*client.Player{}
			for at, game := range sides(opened(t, ctx, service, row.Ruleset)) {
				players = append(players, guide.player(game, 3+uint64(at)))
			}
			steps := playOut(t, ctx, players, 3000)
			if unsaid := guide.unsaid(); unsaid != nil {
				t.Errorf("never offered: %v", unsaid)
			}
			for at, player := range players {
				checkEnded(t, ctx, player.Game, checkProven(t, ctx, player.Game, steps[at], at > 0))
			}
		})
	}
}

// checkEnded sees to it that the rules have ended the game, that its last entry was verified, and dice were.
func checkEnded(t *testing.T, ctx context.Context, game *client.Game, proof *client.Proof) {
	t.Helper()
	facts, err := game.Facts(ctx)
	if err != nil || facts.GetResult().GetBy() != wargamev1.ResultBy_RESULT_BY_RULES {
		t.Errorf("%v, %v", facts.GetResult(), err)
	}
	if proof.Dice == 0 || !bytes.Equal(proof.Head, facts.GetReceipt().GetHash()) {
		t.Errorf("%+v of %v", *proof, facts.GetReceipt())
	}
}

// checkProven verifies the game as a party sees it: a receipt of every command, every signature, every die.
func checkProven(t *testing.T, ctx context.Context, game *client.Game, steps []*client.Step, seat bool) *client.Proof {
	t.Helper()
	if err := game.WaitForReveal(ctx); err != nil {
		t.Fatal(err)
	}
	proof, err := game.Verify(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d commands of this party; %+v", len(steps), *proof)
	if !proof.Revealed || proof.Receipts < len(steps) {
		t.Errorf("%d commands and %d receipts", len(steps), proof.Receipts)
	}
	facts, err := game.Facts(ctx)
	if err != nil || !facts.GetFinished() || int(facts.GetReceipt().GetSeq()) != proof.Entries {
		t.Errorf("%v, %v", facts, err)
	}
	if seat && proof.Signatures == 0 {
		t.Error("no signature was checked")
	}
	return proof
}

func TestAnUnsignedGameOfSecretOrders(t *testing.T) {
	service := connected(t, "ADJUDICATOR_ADDRESS")
	ctx := limited(t, 2*time.Minute)
	game, err := service.Open(ctx, "hex_orders", client.Seats("red", "blue"), noAppeal, client.Unsigned)
	if err != nil {
		t.Fatal(err)
	}
	playOut(t, ctx, parties(game, 3, 40), 3000)
	red := game.Seat(0)
	if err := red.WaitForReveal(ctx); err != nil {
		t.Fatal(err)
	}
	proof, err := red.Verify(ctx)
	if err != nil || proof.Signatures != 0 || proof.Openings == 0 || !proof.Revealed {
		t.Errorf("%+v, %v", proof, err)
	}
}
