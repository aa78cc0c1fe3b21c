package client_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	client "adjudicator.invalid/client"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

var why = &wargamev1.Grounds{Reason: "the wrong modifier"}

// table is a game with a referee in which a seat is asked.
type table struct {
	opened  *client.Opened
	players []*client.Player // the referee and the seats
	last    uint64           // number of the last entry
	asked   *client.Player   // a seat that is asked
	offer   *wargamev1.Offer
}

func newTable(t *testing.T, ctx context.Context) *table {
	t.Helper()
	service := connected(t, "ADJUDICATOR_ADDRESS")
	refereed := func(terms *wargamev1.OpenRequest) { terms.Referee = true }
	made := &table{opened: opened(t, ctx, service, "grinding_annihilation", refereed)}
	for at, game := range []*client.Game{made.opened.Referee(), made.opened.Seat(0), made.opened.Seat(1)} {
		made.players = append(made.players, client.NewRandomPlayer(game, 5+uint64(at)))
	}
	for made.last < 9 || made.asked == nil {
		for _, player := range made.players {
			if _, err := player.Step(ctx); err != nil {
				t.Fatal(err)
			}
		}
		made.asked = nil
		for _, player := range made.players[1:] {
			offers, err := player.Game.Offers(ctx)
			if err != nil {
				t.Fatal(err)
			}
			made.last = offers.GetSeq()
			if len(offers.GetOffers()) > 0 {
				made.asked, made.offer = player, offers.GetOffers()[0]
			}
		}
	}
	return made
}

func (m *table) referee() *client.Game { return m.players[0].Game }

// back lets the referee look, and take the last entry back.
func (m *table) back(t *testing.T, ctx context.Context) {
	t.Helper()
	if _, err := m.referee().Offers(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := m.referee().Give(ctx, &wargamev1.Rewind{Grounds: why, To: m.last, Dice: wargamev1.RewindDice_REWIND_DICE_FRESH}); err != nil {
		t.Fatal(err)
	}
}

func TestARefereeTakesAGameBack(t *testing.T) {
	ctx := limited(t, time.Minute)
	m := newTable(t, ctx)
	red := m.opened.Seat(0)
	m.back(t, ctx)
	before := []byte{}
	for entry, err := range red.Watch(ctx, m.last-1) {
		if err != nil {
			t.Fatal(err)
		}
		back := entry.Rewound()
		if back == nil {
			before = entry.GetHash()
			continue
		}
		if entry.GetSeq() != m.last+1 || back.GetTo() != m.last || !slices.Equal(back.GetVoids(), []uint64{m.last}) {
			t.Errorf("entry %d: %v", entry.GetSeq(), back)
		}
		if !bytes.Equal(entry.Record.Head, before) {
			t.Errorf("the ruling was given on %x", entry.Record.Head)
		}
		break
	}
	for _, game := range []*client.Game{red, m.opened.Spectator()} {
		if void, err := game.VoidEntries(ctx); err != nil || !slices.Equal(void, []uint64{m.last}) {
			t.Errorf("void are %v, %v", void, err)
		}
	}
	if proof, err := red.Verify(ctx); err != nil || proof.Void != 1 {
		t.Errorf("%+v, %v", proof, err)
	}
}

func TestACommandFromBeforeARewindIsStale(t *testing.T) {
	ctx := limited(t, time.Minute)
	m := newTable(t, ctx)
	game := m.asked.Game
	command, err := game.Make(ctx, m.offer, m.asked.Choose)
	if err != nil {
		t.Fatal(err)
	}
	m.back(t, ctx)
	for range 2 {
		_, err := game.Give(ctx, command)
		var stale *client.Stale
		var refused *client.Refused
		if !errors.As(err, &stale) || !errors.As(err, &refused) || refused.Reason != "stale-head" {
			t.Fatalf("%v", err)
		}
		if stale.Seq != m.last+1 || len(stale.Rewinds) != 1 || stale.Rewinds[m.last+1] != m.last {
			t.Errorf("entry %d, %v", stale.Seq, stale.Rewinds)
		}
	}
	for _, player := range m.players {
		if _, err := player.Step(ctx); err != nil {
			t.Error(err)
		}
	}
	facts, err := game.Facts(ctx)
	if err != nil || facts.GetReceipt().GetSeq() <= m.last+1 {
		t.Errorf("%v, %v", facts, err)
	}
}

func TestARefereeWhoHasNotLookedLooksFirst(t *testing.T) {
	ctx := limited(t, time.Minute)
	m := newTable(t, ctx)
	service := connected(t, "ADJUDICATOR_ADDRESS")
	stranger := service.Game(m.opened.Game, tokenOf(m.opened, wargamev1.Role_ROLE_REFEREE), client.WithKey(m.opened.RefereeKey))
	if _, err := stranger.Give(ctx, &wargamev1.AddNote{Grounds: why}); err != nil {
		t.Fatal(err)
	}
	hashes := [][]byte{}
	for entry, err := range stranger.Read(ctx, m.last-1, 0) {
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, entry.Record.Head, entry.Record.Hash)
	}
	if len(hashes) != 4 || !bytes.Equal(hashes[2], hashes[1]) {
		t.Errorf("heads and hashes are %x", hashes)
	}
}

func TestARulingSaysWhy(t *testing.T) {
	ctx := limited(t, time.Minute)
	m := newTable(t, ctx)
	if _, err := m.referee().Offers(ctx); err != nil {
		t.Fatal(err)
	}
	_, err := m.referee().Give(ctx, &wargamev1.AddNote{Grounds: &wargamev1.Grounds{}})
	var refused *client.Refused
	if !errors.As(err, &refused) || refused.Clause != "WG-RULE-01" || refused.Reason != "reason-missing" {
		t.Errorf("%v", err)
	}
}

func tokenOf(game *client.Opened, role wargamev1.Role) string {
	for _, made := range game.Credentials {
		if made.GetRole() == role {
			return made.GetToken()
		}
	}
	return ""
}
