package client_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	client "adjudicator.invalid/client"
	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// refuser alters the signed refusals of a service.
type refuser struct {
	change func(signed *wargamev1.SignedRefusal)
}

func (r *refuser) option() grpc.DialOption {
	return grpc.WithUnaryInterceptor(func(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, call grpc.UnaryInvoker, options ...grpc.CallOption) error {
		err := call(ctx, method, request, reply, conn, options...)
		found, _ := status.FromError(err)
		if err == nil || r.change == nil {
			return err
		}
		told := found.Proto()
		for at, detail := range told.Details {
			signed := &wargamev1.SignedRefusal{}
			if detail.UnmarshalTo(signed) == nil {
				r.change(signed)
				told.Details[at], _ = anypb.New(signed)
			}
		}
		return status.FromProto(told).Err()
	})
}

// inRefusal alters a field of the bytes of a refusal.
func inRefusal(signed *wargamev1.SignedRefusal, change func(row []any)) {
	signed.Refusal = changed(signed.GetRefusal(), change)
}

func TestRefusalsThatProveNothing(t *testing.T) {
	t.Parallel()
	lying := &refuser{}
	ctx, service, game := begun(t, client.WithDialOptions(lying.option()))
	red, path := withWallet(t, game)
	other := opened(t, ctx, service, "tile_formations").Seat(0)
	early := func() proto.Message { return &wargamev1.OpenContribution{Contribution: make([]byte, 32)} }
	before := refusedFor(t, ctx, red, early()).Signed
	elsewhere := refusedFor(t, ctx, other, early()).Signed
	if kept := of(t, path, "refusal"); len(kept) != 1 || kept[0]["signature"] != inHexOf(before.GetSignature()) {
		t.Fatalf("%v", kept)
	}
	command := of(t, path, "command")[0]
	hash := verify.CommandHash(append([]byte("wglog/1/cmd\x00"), unbased(t, command, "command")...))
	if found, err := verify.ReadRefusal(before.GetRefusal()); err != nil || !bytes.Equal(found.Command, hash) {
		t.Errorf("%v, %v", found, err)
	}
	for name, change := range map[string]func(signed *wargamev1.SignedRefusal){
		"the refusal of another command": func(signed *wargamev1.SignedRefusal) { proto.Reset(signed); proto.Merge(signed, before) },
		"the refusal of another game":    func(signed *wargamev1.SignedRefusal) { proto.Reset(signed); proto.Merge(signed, elsewhere) },
		"another signature":              func(signed *wargamev1.SignedRefusal) { signed.Signature[5] ^= 1 },
		"no signature":                   func(signed *wargamev1.SignedRefusal) { signed.Signature = nil },
		"another time": func(signed *wargamev1.SignedRefusal) {
			inRefusal(signed, func(row []any) { row[4] = row[4].(int64) + 1 })
		},
		"another head": func(signed *wargamev1.SignedRefusal) {
			inRefusal(signed, func(row []any) { row[3] = make([]byte, 32) })
		},
		"no refusal": func(signed *wargamev1.SignedRefusal) { signed.Refusal = []byte{0xc0} },
		"a key that is not the log's": func(signed *wargamev1.SignedRefusal) {
			key := client.NewKey()
			signed.LogKey = verify.WriteVerifyKey("log", key.Public())
			signed.Signature = key.Sign(append([]byte("wglog/1/refusal\x00"), signed.GetRefusal()...))
		},
		"no key": func(signed *wargamev1.SignedRefusal) { signed.LogKey = "" },
	} {
		lying.change = change
		_, err := red.Give(ctx, early())
		told(t, err, "REFUSAL_UNPROVEN")
		var refused *client.Refused
		if !errors.As(err, &refused) || refused.Reason == "" {
			t.Errorf("%s: the refusal itself is not told: %v", name, err)
		}
		if kept := of(t, path, "refusal"); len(kept) != 1 {
			t.Errorf("%s is kept: %v", name, kept[1:])
		}
	}
	lying.change = nil
	if refusedFor(t, ctx, red, early()); len(of(t, path, "refusal")) != 2 {
		t.Error("a refusal that was signed is not kept")
	}
}
