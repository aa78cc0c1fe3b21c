package client_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	client "adjudicator.invalid/client"
	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// goneOn gives a party that goes on with a wallet in which its earlier run has kept these lines too.
func goneOn(t *testing.T, game *client.Opened, lines ...string) (*client.Game, string) {
	t.Helper()
	path := written(t, titleOf(game.Game)+strings.Join(lines, ""))
	return game.Seat(0, client.WithWallet(openWallet(t, path, game.Game))), path
}

func TestAnotherSecretOfTheDiceThanWasTold(t *testing.T) {
	t.Parallel()
	ctx, _, game := begun(t)
	red, path := goneOn(t, game, `{"kind":"opening","commitment":"`+strings.Repeat("09", 32)+`"}`+"\n")
	for range 2 {
		told(t, red.Join(ctx), "SEED_COMMIT_MISMATCH")
	}
	if found := of(t, path, "contribution"); len(found) > 0 {
		t.Errorf("%v", found)
	}
}

func TestAnotherLeafThanTheRegisterHadBefore(t *testing.T) {
	t.Parallel()
	ctx, service, game := begun(t)
	facts, err := opened(t, ctx, service, "tile_formations").Seat(0).Facts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	other := facts.GetRegistration()
	red, path := goneOn(t, game, fmt.Sprintf(`{"kind":"inclusion","register":%q,"leaf":%q,"proof":%q,"key":%q}`+"\n",
		other.GetRegister(), base64.StdEncoding.EncodeToString(other.GetLeaf()), other.GetProof(), other.GetKey()))
	for range 2 {
		err := red.Join(ctx)
		told(t, err, "REGISTRY_MISMATCH")
		if !strings.Contains(err.Error(), "as the register had it before") {
			t.Error(err)
		}
	}
	if both := of(t, path, "inclusion"); len(both) != 2 || len(of(t, path, "contribution")) > 0 {
		t.Errorf("%v", both)
	}
}

func TestARegisterThatHasForgotten(t *testing.T) {
	t.Parallel()
	forged := &forger{}
	ctx, _, game := begun(t, client.WithoutRegister(), client.WithDialOptions(forged.options()...))
	red, path := withWallet(t, game)
	if found, err := red.Registered(ctx); found == nil || err != nil {
		t.Fatal(err)
	}
	forged.set(nil, func(_ string, reply any) {
		if found, ok := reply.(*wargamev1.GetResponse); ok {
			found.Registration = nil
		}
	})
	again := game.Seat(0, client.WithWallet(openWallet(t, path, game.Game)))
	told(t, again.Join(ctx), "REGISTRATION_MISSING")
	if found, err := game.Seat(1).Registered(ctx); found != nil || err != nil {
		t.Errorf("%v, %v", found, err)
	}
}

// strange signs a head with a key that nobody knows.
func strange(t *testing.T, game []byte, seq uint64, hash []byte) *wargamev1.Receipt {
	t.Helper()
	text := fmt.Sprintf("wglog/1/head %x\n%d\n%s\n", game, seq, base64.StdEncoding.EncodeToString(hash))
	data := append([]byte{1, 2, 3, 4}, client.NewKey().Sign([]byte(text))...)
	return &wargamev1.Receipt{Seq: seq, Hash: hash, Note: text + "\n\u2014 other.example/log " + base64.StdEncoding.EncodeToString(data) + "\n"}
}

func TestAHeadUnderAKeyThatNobodyKnows(t *testing.T) {
	t.Parallel()
	forged := &forger{}
	ctx, _, game := begun(t, client.WithDialOptions(forged.options()...))
	red, path := withWallet(t, game)
	facts, err := red.Facts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	known, other := facts.GetReceipt(), bytes.Repeat([]byte{7}, 32)
	due := strange(t, game.Game, 1, other)
	altered := strange(t, game.Game, 1, other)
	altered.Hash = bytes.Repeat([]byte{8}, 32)
	unsigned := &wargamev1.Receipt{Seq: 1, Hash: other, Note: due.Note[:strings.Index(due.Note, "\u2014")]}
	for name, row := range map[string]*wargamev1.Receipt{
		"what is known":         strange(t, game.Game, 1, known.GetHash()),
		"of another game":       strange(t, walletGame, 1, other),
		"with another hash":     altered,
		"that nobody signed":    unsigned,
		"of a key that is ours": {Seq: 1, Hash: other, Note: strings.Replace(known.GetNote(), base64.StdEncoding.EncodeToString(known.GetHash()), base64.StdEncoding.EncodeToString(other), 1)},
	} {
		forged.set(nil, tells(row))
		if _, err := red.Facts(ctx); !asNotProvenOf(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if found := of(t, path, "unproven"); len(found) > 0 {
		t.Errorf("%v", found)
	}
	forged.set(nil, tells(due))
	for range 2 {
		_, err := red.Facts(ctx)
		told(t, err, "HEAD_SIGNATURE_INVALID")
	}
	found := of(t, path, "unproven")
	if len(found) != 1 || found[0]["hash"] != hex.EncodeToString(other) || found[0]["note"] != due.Note || found[0]["seq"] != 1.0 {
		t.Errorf("%v", found)
	}
	for number := range 70 { // they do not fill the wallet
		forged.set(nil, tells(strange(t, game.Game, 1, bytes.Repeat([]byte{byte(8 + number)}, 32))))
		_, err := red.Facts(ctx)
		told(t, err, "HEAD_SIGNATURE_INVALID")
	}
	forged.set(nil, nil)
	wallet := openWallet(t, path, game.Game)
	if len(wallet.Held().Unproven) != 64 {
		t.Errorf("%+v", wallet.Held().Unproven)
	}
	if _, err := game.Seat(0, client.WithWallet(wallet)).Facts(ctx); err != nil { // it is no receipt
		t.Error(err)
	}
	if head := verify.StrangeHead(nil, due.Note); head == nil || head.Size != 1 {
		t.Errorf("%+v", head)
	}
}

// tells puts a receipt into what is told of a game.
func tells(receipt *wargamev1.Receipt) func(string, any) {
	return func(_ string, reply any) {
		if found, ok := reply.(*wargamev1.GetResponse); ok {
			found.Receipt = receipt
		}
	}
}
