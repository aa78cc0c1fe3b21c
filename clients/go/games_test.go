package client_test

import (
	"context"
	"testing"
	"time"

	client "adjudicator.invalid/client"
)

// Rulesets with the first words of what their owner is offered that make a game short, and after how many entries what
// ends a game is taken too.
var shortGames = []struct {
	ruleset  string
	seed     uint64
	patience uint64
}{
	{"tile_formations", 3, 60},
	{"hex_orders", 3, 60},
	{"antares", 3, 60},
	{"grinding_annihilation", 3, 60},
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
