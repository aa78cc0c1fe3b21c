package client_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	client "adjudicator.invalid/client"
	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

func TestNobodyContributesToAGameThatIsNotRegistered(t *testing.T) {
	t.Parallel()
	forged := &forger{}
	service := connected(t, "ADJUDICATOR_ADDRESS", client.WithDialOptions(forged.options()...))
	ctx := limited(t, time.Minute)
	another, err := opened(t, ctx, service, "tile_formations").Seat(0).Facts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		check  string
		change func(told *wargamev1.GetResponse)
	}{
		"no proof":                     {"REGISTRATION_MISSING", func(told *wargamev1.GetResponse) { told.Registration = nil }},
		"the proof of another game":    {"REGISTRY_MISMATCH", func(told *wargamev1.GetResponse) { told.Registration = another.Registration }},
		"an altered leaf":              {"REGISTRY_MISMATCH", func(told *wargamev1.GetResponse) { told.Registration.Leaf[20] ^= 1 }},
		"another place":                {"REGISTRY_MISMATCH", func(told *wargamev1.GetResponse) { altered(&told.Registration.Proof, "\nindex ", "\nindex 1") }},
		"another checkpoint":           {"REGISTRY_MISMATCH", func(told *wargamev1.GetResponse) { altered(&told.Registration.Proof, "/day/", "/dax/") }},
		"another register":             {"REGISTRY_MISMATCH", func(told *wargamev1.GetResponse) { told.Registration.Register += "x" }},
		"a key that nobody has signed": {"REGISTRY_MISMATCH", func(told *wargamev1.GetResponse) { altered(&told.Registration.Key, "/day/", "/dax/") }},
		"no key":                       {"REGISTRY_MISMATCH", func(told *wargamev1.GetResponse) { told.Registration.Key = "" }},
	} {
		t.Run(name, func(t *testing.T) {
			forged.set(nil, nil)
			game := opened(t, ctx, service, "tile_formations")
			red, path := withWallet(t, game)
			forged.set(nil, func(_ string, reply any) {
				if found, ok := reply.(*wargamev1.GetResponse); ok {
					row.change(found)
				}
			})
			told(t, red.Join(ctx), row.check)
			forged.set(nil, nil)
			if found := kinds(t, path); slices.Contains(found, "contribution") || slices.Contains(found, "command") || slices.Contains(found, "inclusion") {
				t.Errorf("%q", found)
			}
			if facts, err := red.Facts(ctx); err != nil || facts.GetReceipt().GetSeq() != 1 {
				t.Errorf("something was given: %v, %v", facts, err)
			}
		})
	}
	t.Run("a service without a register", func(t *testing.T) {
		forged.set(nil, func(_ string, reply any) {
			if found, ok := reply.(*wargamev1.GetResponse); ok {
				found.Registration = nil
			}
		})
		defer forged.set(nil, nil)
		lenient := connected(t, "ADJUDICATOR_ADDRESS", client.WithoutRegister(), client.WithDialOptions(forged.options()...))
		game := opened(t, ctx, lenient, "tile_formations")
		if found, err := game.Seat(0).Registered(ctx); found != nil || err != nil {
			t.Errorf("%v, %v", found, err)
		}
		joined(t, ctx, game.Seat(0), game.Seat(1))
	})
	t.Run("a seat with a key that is not its player's", func(t *testing.T) {
		game := opened(t, ctx, service, "tile_formations")
		stranger := service.Game(game.Game, token(game, 0), client.AsSeat(0), client.WithKey(client.NewKey()))
		told(t, stranger.Join(ctx), "GENESIS_INVALID")
	})
}

// altered puts something else into a text, which has to change.
func altered(text *string, before, after string) {
	changed := strings.Replace(*text, before, after, 1)
	if changed == *text {
		panic("nothing was altered")
	}
	*text = changed
}

func TestAGameIsRegistered(t *testing.T) {
	t.Parallel()
	ctx, _, game := begun(t)
	committed(t, ctx, game.Seat(1), 1) // so that the first entry is not the last one
	red, path := withWallet(t, game)
	found, err := red.Registered(ctx)
	if err != nil || found == nil {
		t.Fatal(err)
	}
	kept := of(t, path, "inclusion")
	if len(kept) != 1 || kept[0]["register"] != found.Register || found.Leaf == 0 || found.Time == 0 {
		t.Errorf("%+v, %v", found, kept)
	}
	if !bytes.Contains(unbased(t, kept[0], "leaf"), game.Commitment) {
		t.Error("the leaf does not hold the commitment")
	}
	whole := 0
	for _, row := range of(t, path, "receipt") {
		if row["seq"] == 1.0 && row["record"] != "" && inHexOf(verify.EntryHash(unbased(t, row, "record"))) == row["hash"] {
			whole++
		}
	}
	if whole != 1 {
		t.Errorf("the first entry is not kept with the receipt of the opening: %v", of(t, path, "receipt"))
	}
}

func TestTheReceiptOfTheOpeningIsVerifiedUntilItHolds(t *testing.T) {
	t.Parallel()
	forged := &forger{}
	ctx, service, game := begun(t, client.WithDialOptions(forged.options()...))
	other := opened(t, ctx, service, "tile_formations")
	game.Receipt = other.Receipt // what was opened is another than what the service shows from now on
	red, _ := withWallet(t, game)
	for range 3 {
		told(t, red.Join(ctx), "WRONG_GAME")
	}
}

func TestAWalletOfAnotherGameStopsItsOwner(t *testing.T) {
	t.Parallel()
	ctx, service, game := begun(t)
	other := opened(t, ctx, service, "tile_formations")
	if _, err := game.Seat(0).Facts(ctx); err != nil {
		t.Fatal(err)
	}
	wallet := openWallet(t, filepath.Join(t.TempDir(), "red.wallet"), other.Game)
	// the party goes on with receipts and keys that it has verified without a wallet
	for range 2 {
		if _, err := game.Seat(0, client.WithWallet(wallet)).Facts(ctx); !errors.Is(err, client.ErrNoWallet) {
			t.Errorf("%v", err)
		}
	}
}
