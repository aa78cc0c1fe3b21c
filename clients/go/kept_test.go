package client_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	client "adjudicator.invalid/client"
	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

const secretToken = "wg1_owner_0123456789ab_S3CRETsecretS3CRETsecretS3CRETsecretS3CRETx"

func TestNothingShowsATokenOrAKey(t *testing.T) {
	service, err := client.Connect("127.0.0.1:1", secretToken)
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	path := filepath.Join(t.TempDir(), "seat.key")
	key := client.NewKey()
	if err := key.Save(path); err != nil {
		t.Fatal(err)
	}
	game := service.Game(make([]byte, 16), secretToken, client.AsSeat(0), client.WithKey(key))
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, value := range []any{service, game, key, *key, service.Conn()} {
			shown := fmt.Sprintf(format, value)
			if strings.Contains(shown, "S3CRET") {
				t.Errorf("%s shows the token of a %T", format, value)
			}
		}
	}
}

func TestAKeyIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "seat.key")
	key := client.NewKey()
	if err := key.Save(path); err != nil {
		t.Fatal(err)
	}
	again, err := client.LoadKey(path)
	if err != nil || !bytes.Equal(again.Public(), key.Public()) {
		t.Fatalf("%v, %v", again, err)
	}
	if !ed25519.Verify(key.Public(), []byte("data"), again.Sign([]byte("data"))) {
		t.Error("the key that was read signs otherwise")
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := key.Save(path); err == nil {
		t.Error("a key was written over another")
	}
	if err := os.WriteFile(path, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := client.LoadKey(path); err == nil {
		t.Error("a file without a key is read")
	}
}

// published is what the shared vectors hold of a signed head.
type published struct {
	Game      string
	VerifyKey string `json:"verify_key"`
	Note      string
	Entries   []struct{ Hash string }
}

func publishedHead(t *testing.T) (published, *verify.Head) {
	t.Helper()
	folder := os.Getenv("ADJUDICATOR_VECTORS")
	if folder == "" {
		t.Skip("ADJUDICATOR_VECTORS names no folder with chain_vectors.json")
	}
	var found published
	data, err := os.ReadFile(filepath.Join(folder, "chain_vectors.json"))
	if err == nil {
		err = json.Unmarshal(data, &found)
	}
	if err != nil {
		t.Fatal(err)
	}
	body, err := verify.VerifyNote(found.VerifyKey, found.Note)
	if err != nil {
		t.Fatal(err)
	}
	head, err := verify.ReadHead(body)
	if err != nil {
		t.Fatal(err)
	}
	return found, head
}

func TestReceiptsAreKept(t *testing.T) {
	found, head := publishedHead(t)
	receipts := client.NewReceipts(head.Game, found.VerifyKey)
	good := &wargamev1.Receipt{Seq: head.Size, Hash: head.Hash, Note: found.Note}
	id := bytes.Repeat([]byte{7}, 16)
	if err := receipts.Add(good, id); err != nil {
		t.Fatal(err)
	}
	told(t, receipts.Add(&wargamev1.Receipt{Seq: 7, Hash: head.Hash, Note: found.Note}, nil), "RECEIPT_MISMATCH")
	told(t, receipts.Add(&wargamev1.Receipt{Seq: head.Size, Hash: make([]byte, 32), Note: found.Note}, nil), "RECEIPT_MISMATCH")
	told(t, receipts.Add(&wargamev1.Receipt{Seq: head.Size, Hash: head.Hash, Note: found.Note + "x"}, nil), "HEAD_SIGNATURE_INVALID")
	told(t, receipts.Check(head.Size, make([]byte, 32)), "TWO_HEADS")
	told(t, client.NewReceipts(id, found.VerifyKey).Add(good, nil), "WRONG_GAME")
	told(t, client.NewReceipts(head.Game).Add(good, nil), "HEAD_SIGNATURE_INVALID")

	path := filepath.Join(t.TempDir(), "receipts.json")
	if err := receipts.Save(path); err != nil {
		t.Fatal(err)
	}
	again, err := client.LoadReceipts(path)
	if err != nil {
		t.Fatal(err)
	}
	kept := again.All()
	if len(kept) != 1 || kept[0].Seq != 8 || !bytes.Equal(kept[0].CommandID, id) || kept[0].Note != found.Note {
		t.Errorf("%v", kept)
	}
	data, _ := os.ReadFile(path)
	for name, changed := range map[string]string{
		"another format": strings.Replace(string(data), "adjudicator-receipts/1", "adjudicator-receipts/2", 1),
		"another hash":   strings.Replace(string(data), `"hash": "`, `"hash": "00`, 1),
		"no JSON":        string(data[1:]),
	} {
		if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := client.LoadReceipts(path); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}
