package client_test

import (
	"context"
	"testing"
	"time"

	client "adjudicator.invalid/client"
)

// A game of each ruleset, and after how many entries what ends a game at any time is taken too.
var shortGames = []struct {
	ruleset  string
	seed     uint64
	patience uint64
}{
	{"tile_formations", 3, 100},
	{"hex_orders", 3, 100},
	{"antares", 3, 100},
	{"grinding_annihilation", 3, 100},
}

func TestAWholeSignedGameOfEachRuleset(t *testing.T) {
	for _, row := range shortGames {
		t.Run(row.ruleset, func(t *testing.T) {
			t.Parallel()
			service := connected(t, "ADJUDICATOR_ADDRESS")
			ctx := limited(t, 2*time.Minute)
			game := opened(t, ctx, service, row.ruleset)
			players := parties(game, row.seed, row.patience)
			steps := playOut(t, ctx, players, 3000)
			for at, player := range players {
				checkProven(t, ctx, player.Game, steps[at], at > 0)
			}
		})
	}
}

// checkProven verifies the game as a party sees it: a receipt of every command, every signature, every die.
func checkProven(t *testing.T, ctx context.Context, game *client.Game, steps []*client.Step, seat bool) {
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
