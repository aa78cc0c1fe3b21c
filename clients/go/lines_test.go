package client_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	client "adjudicator.invalid/client"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// watched gathers the entries of a game until its secret is shown.
func watched(ctx context.Context, game *client.Game) <-chan []*client.Entry {
	done := make(chan []*client.Entry, 1)
	go func() {
		var entries []*client.Entry
		for entry, err := range game.Watch(ctx, 0) {
			if err != nil {
				break
			}
			entries = append(entries, entry)
			if entry.GetCommand() == "Reveal" {
				break
			}
		}
		done <- entries
	}()
	return done
}

func TestAWholeGameOverALineThatBreaks(t *testing.T) {
	service := connected(t, "ADJUDICATOR_CUT_ADDRESS")
	ctx := limited(t, 3*time.Minute)
	game := opened(t, ctx, service, "tile_formations")
	watching := watched(ctx, game.Spectator())
	players := parties(game, 5, 60)
	steps := playOut(t, ctx, players, 3000)

	entries := <-watching
	given := map[string]int{}
	for at, entry := range entries {
		if entry.GetSeq() != uint64(at)+1 {
			t.Fatalf("entry %d came at place %d", entry.GetSeq(), at+1)
		}
		given[hex.EncodeToString(entry.GetCommandId())]++
	}
	for at, player := range players {
		checkProven(t, ctx, player.Game, steps[at], at > 0)
		own := 0
		for _, receipt := range player.Game.Receipts().All() {
			if len(receipt.CommandID) > 0 {
				own++
				if given[hex.EncodeToString(receipt.CommandID)] != 1 {
					t.Errorf("the command of entry %d stands %d times in the log", receipt.Seq, given[hex.EncodeToString(receipt.CommandID)])
				}
			}
		}
		if own < len(steps[at]) {
			t.Errorf("party %d has %d receipts for %d commands", at, own, len(steps[at]))
		}
	}
}

func TestAWatchOutlastsAQuietGameOnALineThatBreaks(t *testing.T) {
	broken := &breaking{times: 40, over: make(chan struct{})}
	patience := client.Patience{Total: 100 * time.Millisecond, FirstPause: 10 * time.Millisecond, MostPause: 20 * time.Millisecond}
	ctx, _, game := begun(t, client.WithPatience(patience), client.WithDialOptions(broken.option()))
	red := game.Seat(0)
	if _, err := red.Offers(ctx); err != nil {
		t.Fatal(err)
	}
	go func() {
		<-broken.over
		red.Give(ctx, &wargamev1.CommitContribution{Commitment: make([]byte, 32)})
	}()
	for entry, err := range game.Spectator().Watch(ctx, 1) {
		if err != nil || entry.GetSeq() != 2 {
			t.Errorf("%v, %v", entry, err)
		}
		break
	}
}

func TestACommandThatIsSentAgainCountsOnce(t *testing.T) {
	lost := &lossy{}
	ctx, _, game := begun(t, client.WithDialOptions(lost.option()))
	red := game.Seat(0)
	if _, err := red.Offers(ctx); err != nil {
		t.Fatal(err)
	}
	lost.answers = 3
	commitment := make([]byte, 32)
	outcome, err := red.Give(ctx, &wargamev1.CommitContribution{Commitment: commitment})
	if err != nil || outcome.GetReceipt().GetSeq() != 2 {
		t.Fatalf("%v, %v", outcome, err)
	}
	if lost.answers != 0 || len(lost.sent) != 4 {
		t.Fatalf("%d tries", len(lost.sent))
	}
	for _, sent := range lost.sent {
		if sent != lost.sent[0] {
			t.Error("a try sent other bytes")
		}
	}
	facts, err := red.Facts(ctx)
	if err != nil || facts.GetReceipt().GetSeq() != 2 {
		t.Errorf("%v, %v", facts, err)
	}
}

func TestACommandThatWasPreparedIsGivenAgain(t *testing.T) {
	lost := &lossy{}
	patience := client.Patience{Total: 300 * time.Millisecond}
	service := connected(t, "ADJUDICATOR_ADDRESS")
	losing := connected(t, "ADJUDICATOR_ADDRESS", client.WithPatience(patience), client.WithDialOptions(lost.option()))
	ctx := limited(t, time.Minute)
	game := opened(t, ctx, service, "tile_formations")
	red := game.Seat(0)
	ready, err := red.Prepare(ctx, &wargamev1.CommitContribution{Commitment: make([]byte, 32)})
	if err != nil {
		t.Fatal(err)
	}
	lost.answers = 1000
	_, err = losing.Game(game.Game, token(game, 0), client.AsSeat(0)).Give(ctx, ready)
	var unanswered *client.Unanswered
	if !errors.As(err, &unanswered) {
		t.Fatalf("%v", err)
	}
	for range 2 {
		outcome, err := red.Give(ctx, ready)
		if err != nil || outcome.GetReceipt().GetSeq() != 2 {
			t.Fatalf("%v, %v", outcome, err)
		}
	}
	for entry, err := range red.Read(ctx, 1, 0) {
		id := ready.(*wargamev1.CommitContribution).GetHeader().GetCommandId()
		if err != nil || entry.GetSeq() != 2 || !bytes.Equal(entry.GetCommandId(), id) {
			t.Errorf("%v, %v", entry, err)
		}
	}
	if _, err := opened(t, ctx, service, "tile_formations").Seat(0).Give(ctx, ready); err == nil {
		t.Error("a command for another game was given")
	}
}

func TestASecondJoinAndBothSeatsTogether(t *testing.T) {
	ctx, _, game := begun(t)
	seats := []*client.Game{game.Seat(0), game.Seat(1)}
	joined := make(chan error, len(seats))
	for _, seat := range seats {
		go func() { joined <- seat.Join(ctx) }()
	}
	for range seats {
		if err := <-joined; err != nil {
			t.Fatal(err)
		}
	}
	if err := seats[0].Join(ctx); err != nil {
		t.Errorf("a second time: %v", err)
	}
	opened := 0
	for entry, err := range seats[0].Read(ctx, 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if entry.GetCommand() == "OpenContribution" {
			opened++
		}
	}
	if opened != 2 {
		t.Errorf("%d contributions are open", opened)
	}
}

func TestAnEntryThatComesTwiceIsGivenOnce(t *testing.T) {
	forged := &forger{twice: true}
	ctx, _, game := begun(t, client.WithDialOptions(forged.options()...))
	if _, err := game.Seat(0).Give(ctx, &wargamev1.CommitContribution{Commitment: make([]byte, 32)}); err != nil {
		t.Fatal(err)
	}
	var given []uint64
	for entry, err := range game.Spectator().Read(ctx, 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
		given = append(given, entry.GetSeq())
	}
	if !slices.Equal(given, []uint64{1, 2}) {
		t.Errorf("%v", given)
	}
}

func TestASeatIsFoundByItsKey(t *testing.T) {
	service := connected(t, "ADJUDICATOR_ADDRESS")
	ctx := limited(t, time.Minute)
	seats := client.SignedSeats("red", "blue")
	game, err := service.Open(ctx, "tile_formations", seats)
	if err != nil {
		t.Fatal(err)
	}
	blue := service.Game(game.Game, token(game, 1), client.WithKey(seats[1].Key))
	step, err := client.NewRandomPlayer(blue, 1).Step(ctx)
	if err != nil || step == nil || step.Offer.GetCommand() != "CommitContribution" {
		t.Fatalf("%v, %v", step, err)
	}
	proof, err := blue.Verify(ctx)
	if err != nil || proof.Signatures != 1 || proof.Entries != 2 || proof.Revealed || proof.Dice != 0 {
		t.Errorf("%+v, %v", proof, err)
	}
	nobody := service.Game(game.Game, token(game, 0))
	if _, err := nobody.Give(ctx, &wargamev1.CommitContribution{Commitment: make([]byte, 32)}); err == nil {
		t.Error("a seat without a key and a number gave a signed command")
	}
}

func TestARefusalIsTyped(t *testing.T) {
	service := connected(t, "ADJUDICATOR_ADDRESS")
	ctx := limited(t, time.Minute)
	red := opened(t, ctx, service, "tile_formations").Seat(0)
	_, err := red.Give(ctx, &wargamev1.OpenContribution{Contribution: red.Contribution()})
	var refused *client.Refused
	if !errors.As(err, &refused) || refused.Code != codes.FailedPrecondition || refused.Reason != "not-asked" ||
		refused.Clause == "" || refused.Text == "" || refused.Seq != 1 || len(refused.Head) != 32 {
		t.Fatalf("%#v", err)
	}
	_, err = red.Give(ctx, &wargamev1.CommitContribution{Commitment: []byte{1}})
	if !errors.As(err, &refused) && !errors.As(err, new(*client.Invalid)) {
		t.Errorf("a commitment of one byte: %#v", err)
	}
	if _, err := red.Give(ctx, &wargamev1.Seat{}); err == nil {
		t.Error("a message that is no command was given")
	}
}

func TestAWrongToken(t *testing.T) {
	ctx, service, game := begun(t)
	wrong := "wg1_seat_0123456789ab_" + "A2345678901234567890123456789012345678901bc"
	_, err := service.Game(game.Game, wrong).Offers(ctx)
	var denied *client.Denied
	if !errors.As(err, &denied) || denied.Code != codes.Unauthenticated {
		t.Fatalf("%#v", err)
	}
	other := opened(t, ctx, service, "tile_formations")
	seat := game.Seat(0).Service()
	_, err = seat.Games().Get(ctx, &wargamev1.GetRequest{Game: other.Game})
	if err == nil {
		t.Error("a token opens another game")
	}
}

func TestAServiceThatIsNotThere(t *testing.T) {
	patience := client.Patience{Total: 3 * time.Second, FirstPause: 20 * time.Millisecond}
	service, err := client.Connect("127.0.0.1:1", "wg1_owner_0123456789ab_secret", client.WithPatience(patience))
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	_, err = service.Open(limited(t, time.Minute), "tile_formations", client.Seats("red", "blue"))
	var unanswered *client.Unanswered
	if !errors.As(err, &unanswered) || unanswered.Tries < 2 || unanswered.Address != "127.0.0.1:1" {
		t.Fatalf("%#v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = service.Open(ctx, "tile_formations", client.Seats("red")); !errors.Is(err, context.Canceled) {
		t.Errorf("%#v", err)
	}
}
