package client_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	client "adjudicator.invalid/client"
	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// connected makes a connection to the service that an environment variable names; the test is left out without it.
func connected(t *testing.T, variable string, with ...client.Option) *client.Service {
	t.Helper()
	address, token := os.Getenv(variable), os.Getenv("ADJUDICATOR_TOKEN")
	if address == "" || token == "" {
		t.Skipf("%s and ADJUDICATOR_TOKEN name no service", variable)
	}
	service, err := client.Connect(address, token, with...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { service.Close() })
	return service
}

func limited(t *testing.T, limit time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	return ctx
}

// noAppeal lets the secret be shown as soon as a result stands.
func noAppeal(terms *wargamev1.OpenRequest) { terms.AppealWindow = durationpb.New(0) }

func opened(t *testing.T, ctx context.Context, service *client.Service, ruleset string, terms ...func(*wargamev1.OpenRequest)) *client.Opened {
	t.Helper()
	game, err := service.Open(ctx, ruleset, client.SignedSeats("red", "blue"), append(terms, noAppeal)...)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// begun connects to the service, and opens a signed game there that nobody has contributed to.
func begun(t *testing.T, with ...client.Option) (context.Context, *client.Service, *client.Opened) {
	t.Helper()
	service, ctx := connected(t, "ADJUDICATOR_ADDRESS", with...), limited(t, time.Minute)
	return ctx, service, opened(t, ctx, service, "tile_formations")
}

// withWallet gives the first seat of a game, with a wallet in the file that is named.
func withWallet(t *testing.T, game *client.Opened) (*client.Game, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "red.wallet")
	return game.Seat(0, client.WithWallet(openWallet(t, path, game.Game))), path
}

// committed lets a seat commit to its contribution.
func committed(t *testing.T, ctx context.Context, seat *client.Game, number int) {
	t.Helper()
	commitment, err := verify.SeatCommit(seat.ID(), number, seat.Contribution())
	if err == nil {
		_, err = seat.Give(ctx, &wargamev1.CommitContribution{Commitment: commitment})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// sides are owner and seats of a game.
func sides(game *client.Opened) []*client.Game {
	return []*client.Game{game.Owner(), game.Seat(0), game.Seat(1)}
}

// parties are owner and seats of a game, each with what it plays by.
func parties(game *client.Opened, seed uint64, patience uint64) []*client.Player {
	made := []*client.Player{}
	for at, party := range sides(game) {
		made = append(made, client.NewRandomPlayer(party, seed+uint64(at), client.PatienceOf(patience)))
	}
	return made
}

// playOut lets every party do what it is offered until nothing is offered to anybody; it gives the steps by party.
func playOut(t *testing.T, ctx context.Context, players []*client.Player, most int) [][]*client.Step {
	t.Helper()
	steps := make([][]*client.Step, len(players))
	for count, acted := 0, true; acted; {
		acted = false
		for at, player := range players {
			step, err := player.Step(ctx)
			if err != nil {
				t.Fatalf("party %d after %d commands: %v", at, count, err)
			}
			if step != nil {
				steps[at], acted = append(steps[at], step), true
				count++
			}
		}
		if count > most {
			t.Fatalf("no end after %d commands", count)
		}
	}
	return steps
}

func serviceAddress(t *testing.T) string {
	t.Helper()
	return os.Getenv("ADJUDICATOR_ADDRESS")
}

// token gives the token of a seat.
func token(game *client.Opened, seat uint32) string {
	for _, made := range game.Credentials {
		if made.GetRole() == wargamev1.Role_ROLE_SEAT && made.GetSeat() == seat {
			return made.GetToken()
		}
	}
	return ""
}
