package client_test

import (
	"context"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/anypb"

	client "adjudicator.invalid/client"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// earlier says of refusals that they were ruled after the first entry, and leaves their signatures out.
func earlier(first *[]byte) grpc.DialOption {
	return grpc.WithUnaryInterceptor(func(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, call grpc.UnaryInvoker, options ...grpc.CallOption) error {
		err := call(ctx, method, request, reply, conn, options...)
		found, _ := status.FromError(err)
		if err == nil {
			return nil
		}
		told := found.Proto()
		var details []*anypb.Any
		for _, detail := range told.Details {
			refusal := &wargamev1.Refusal{}
			if detail.UnmarshalTo(refusal) == nil {
				refusal.Seq, refusal.Head = 1, *first
				detail, _ = anypb.New(refusal)
			}
			if !detail.MessageIs(&wargamev1.SignedRefusal{}) {
				details = append(details, detail)
			}
		}
		told.Details = details
		return status.FromProto(told).Err()
	})
}

func TestARefusalOnAStateFromBeforeItsCommand(t *testing.T) {
	t.Parallel()
	var first []byte
	honest := connected(t, "ADJUDICATOR_ADDRESS")
	ctx, lying, game := begun(t, client.WithDialOptions(earlier(&first)))
	first = game.Receipt.GetHash()
	red := lying.Game(game.Game, token(game, 0), client.AsSeat(0), client.WithKey(game.SeatKey(0)))
	committed(t, ctx, game.Seat(1), 1)
	if _, err := red.Offers(ctx); err != nil {
		t.Fatal(err)
	}
	early, err := red.Prepare(ctx, &wargamev1.OpenContribution{Contribution: make([]byte, 32)})
	if err != nil {
		t.Fatal(err)
	}
	committed(t, ctx, honest.Game(game.Game, token(game, 0), client.AsSeat(0), client.WithKey(game.SeatKey(0))), 0)
	_, err = red.Give(ctx, early)
	told(t, err, "REFUSAL_UNPROVEN")
	var refused *client.Refused
	if !errors.As(err, &refused) || refused.Reason != "stale-head" {
		t.Errorf("the refusal itself is not told: %v", err)
	}
}

func TestASeatOfAPlayerWhoSignsWithNoneOfHisKeys(t *testing.T) {
	t.Parallel()
	ctx, service, game := begun(t)
	side := func(keys ...[]byte) *client.Game {
		return service.Game(game.Game, token(game, 0), client.AsSeat(0), client.WithOtherKeys(keys...))
	}
	_, err := side(client.NewKey().Public()).Registered(ctx)
	told(t, err, "GENESIS_INVALID")
	if found, err := side(client.NewKey().Public(), game.SeatKey(0).Public()).Registered(ctx); err != nil || found == nil {
		t.Errorf("%v, %v", found, err)
	}
}

func TestAFirstEntryThatIsNotTheOneThatWasSigned(t *testing.T) {
	t.Parallel()
	forged := &forger{}
	ctx, service, game := begun(t)
	lying := connected(t, "ADJUDICATOR_ADDRESS", client.WithDialOptions(forged.options()...))
	path := filepath.Join(t.TempDir(), "red.wallet")
	red := lying.Game(game.Game, token(game, 0), client.AsSeat(0), client.WithWallet(openWallet(t, path, game.Game)))
	forged.set(func(entry *wargamev1.Entry) { entry.Record[len(entry.Record)-3] ^= 1 }, nil)
	if _, err := red.Facts(ctx); err == nil {
		t.Fatal("it is taken")
	}
	if keys, receipts := of(t, path, "log_key"), of(t, path, "receipt"); len(keys) != 1 || len(receipts) != 1 {
		t.Errorf("%v, %v", keys, receipts)
	}
	again := service.Game(game.Game, token(game, 0), client.AsSeat(0), client.WithWallet(openWallet(t, path, game.Game)))
	if kept := again.Receipts().All(); len(kept) != 1 || kept[0].Seq != 1 {
		t.Errorf("%v", kept)
	}
}

func TestAnotherContributionIsInNoText(t *testing.T) {
	t.Parallel()
	service := connected(t, "ADJUDICATOR_ADDRESS")
	ctx, lying, game := begun(t)
	other := lying.Game(game.Game, token(game, 0), client.AsSeat(0), client.WithKey(game.SeatKey(0)))
	path := filepath.Join(t.TempDir(), "red.wallet")
	secret := strings.Repeat("c0ff", 16)
	line := `{"kind":"contribution","seat":0,"contribution":"` + secret + `","commitment":"` + secret + `"}`
	openWallet(t, path, game.Game).Close()
	before, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, append(before, line+"\n"...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	joined(t, ctx, other, game.Seat(1))
	red := service.Game(game.Game, token(game, 0), client.AsSeat(0), client.WithWallet(openWallet(t, path, game.Game)))
	if hex.EncodeToString(red.Contribution()) != secret {
		t.Fatal("the wallet is not gone on with")
	}
	_, err = red.Verify(ctx)
	told(t, err, "CONTRIBUTION_MISMATCH")
	if strings.Contains(err.Error(), "c0ff") {
		t.Errorf("%v", err)
	}
}

func TestNothingIsWrittenBehindWhatAnotherProgramHasCut(t *testing.T) {
	t.Parallel()
	for _, kept := range []int{0, 20, -1} {
		ctx, _, game := begun(t)
		red, path := withWallet(t, game)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if kept < 0 {
			kept = len(whole) - 1
		}
		if err := os.Truncate(path, int64(kept)); err != nil {
			t.Fatal(err)
		}
		if _, err := red.Facts(ctx); err == nil || asNotProvenOf(err) {
			t.Errorf("%v", err)
		}
		if there, err := os.ReadFile(path); err != nil || string(there) != string(whole[:kept]) {
			t.Errorf("%q, %v", there, err)
		}
	}
}

func asNotProvenOf(err error) bool {
	var fault *client.NotProven
	return errors.As(err, &fault)
}
