package client

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// kept is the game of the shared vectors as a party has it who has read all of it, with a wallet and the key of its log.
type kept struct {
	*Game
	path string
	line string
	log  *Key
}

func keptGame(t *testing.T) *kept {
	t.Helper()
	folder := os.Getenv("ADJUDICATOR_VECTORS")
	if folder == "" {
		t.Skip("ADJUDICATOR_VECTORS names no folder with chain_vectors.json")
	}
	var file struct {
		Game      string
		VerifyKey string `json:"verify_key"`
		Entries   []struct{ Record string }
	}
	data, err := os.ReadFile(filepath.Join(folder, "chain_vectors.json"))
	if err == nil {
		err = json.Unmarshal(data, &file)
	}
	id, errID := hex.DecodeString(file.Game)
	if err = errors.Join(err, errID); err != nil {
		t.Fatal(err)
	}
	seed := make([]byte, ed25519.SeedSize) // of the vectors' key of the log
	for at := range seed {
		seed[at] = byte(at)
	}
	made := &kept{path: filepath.Join(t.TempDir(), "red.wallet"), line: file.VerifyKey, log: keyOf(ed25519.NewKeyFromSeed(seed))}
	wallet, err := OpenWallet(made.path, id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { wallet.Close() })
	made.Game = &Game{id: id, receipts: NewReceipts(id, file.VerifyKey), wallet: wallet, service: &Service{}}
	for _, entry := range file.Entries {
		record, err := hex.DecodeString(entry.Record)
		if err == nil {
			_, err = made.chain.Append(record)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return made
}

func (k *kept) lines(t *testing.T, kind string) int {
	t.Helper()
	data, err := os.ReadFile(k.path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(data), `{"kind":"`+kind+`"`)
}

// refusal gives a refusal of a command after entry 2, which the key of the log has signed, as an error and in its status.
func (k *kept) refusal(t *testing.T, covered []byte, change func(row []any)) *Refused {
	t.Helper()
	faults := []any{[]any{"TOY-1", "not-asked", "command.to", []any{}}}
	row := []any{1, k.id, 2, k.hash(2), 1_800_000_000_000, verify.CommandHash(covered), faults, 0}
	if change != nil {
		change(row)
	}
	data, err := verify.Encode(row)
	if err != nil {
		t.Fatal(err)
	}
	signed := &wargamev1.SignedRefusal{Refusal: data, Signature: k.log.Sign(append([]byte("wglog/1/refusal\x00"), data...)), LogKey: k.line}
	return &Refused{Clause: "TOY-1", Reason: "not-asked", Path: "command.to", Seq: 2, Head: k.hash(2), Signed: signed}
}

func check(err error) string {
	if fault := asNotProven(err); fault != nil {
		return fault.Check
	}
	return fmt.Sprint(err)
}

func TestASignedRefusalIsOfTheGameTheCommandAndTheStatus(t *testing.T) {
	k, covered := keptGame(t), []byte("wglog/1/cmd\x00any bytes")
	for name, change := range map[string]func(row []any){
		"another game":    func(row []any) { row[1] = bytes.Repeat([]byte{9}, 16) },
		"another entry":   func(row []any) { row[2] = 3 },
		"another head":    func(row []any) { row[3] = make([]byte, 32) },
		"another command": func(row []any) { row[5] = make([]byte, 32) },
		"another clause":  func(row []any) { row[6] = []any{[]any{"TOY-2", "not-asked", "command.to", []any{}}} },
		"another reason":  func(row []any) { row[6] = []any{[]any{"TOY-1", "asked", "command.to", []any{}}} },
		"another path":    func(row []any) { row[6] = []any{[]any{"TOY-1", "not-asked", "command.from", []any{}}} },
		"no fault":        func(row []any) { row[6] = []any{} },
		"another format":  func(row []any) { row[0] = 2 },
		"a fact of none":  func(row []any) { row[6] = []any{[]any{"TOY-1", "not-asked", "command.to", []any{[]any{"a", nil}}}} },
	} {
		if found := check(k.keepRefusal(t.Context(), k.refusal(t, covered, change), covered)); found != "REFUSAL_UNPROVEN" {
			t.Errorf("%s: %s", name, found)
		}
	}
	if many := k.lines(t, "refusal"); many != 0 {
		t.Errorf("%d refusals that prove nothing are kept", many)
	}
	if err := k.keepRefusal(t.Context(), k.refusal(t, covered, nil), covered); err != nil || k.lines(t, "refusal") != 1 {
		t.Errorf("%v, %d", err, k.lines(t, "refusal"))
	}
}

func TestASignedRefusalOnAnotherHistoryIsAProof(t *testing.T) {
	k, covered := keptGame(t), []byte("wglog/1/cmd\x00any bytes")
	refused := k.refusal(t, covered, func(row []any) { row[3] = make([]byte, 32) })
	refused.Head = make([]byte, 32)
	if found := check(k.keepRefusal(t.Context(), refused, covered)); found != "TWO_HEADS" || k.lines(t, "refusal") != 1 {
		t.Errorf("%s, %d", found, k.lines(t, "refusal"))
	}
}

func TestReceiptsOfTwoHistoriesAreBothKept(t *testing.T) {
	k := keptGame(t)
	receipt := func(key *Key, hash []byte) *wargamev1.Receipt {
		text := fmt.Sprintf("wglog/1/head %x\n2\n%s\n", k.id, base64.StdEncoding.EncodeToString(hash))
		made, err := verify.ReadVerifyKey(k.line)
		if err != nil {
			t.Fatal(err)
		}
		data := base64.StdEncoding.EncodeToString(append(bytes.Clone(made.ID), key.Sign([]byte(text))...))
		return &wargamev1.Receipt{Seq: 2, Hash: hash, Note: fmt.Sprintf("%s\n\u2014 %s %s\n", text, made.Name, data)}
	}
	own, other := receipt(k.log, k.hash(2)), receipt(k.log, make([]byte, 32))
	if err := k.receipts.Add(own, nil); err != nil {
		t.Fatal(err)
	}
	if found := check(k.receipts.examine(other)); found != "TWO_HEADS" {
		t.Errorf("%s", found)
	}
	for _, row := range []*wargamev1.Receipt{own, other, receipt(NewKey(), bytes.Repeat([]byte{1}, 32))} {
		if err := k.keepReceipt(row, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if many := k.lines(t, "receipt"); many != 2 {
		t.Errorf("%d receipts are kept, of two that are signed", many)
	}
}

// Without the seat nobody can say whose command was refused: what was not verified is not handed out as if it were.
func TestARefusalThatCanNotBeVerifiedIsNotHandedOut(t *testing.T) {
	k := keptGame(t)
	err := k.refused(t.Context(), k.refusal(t, []byte("any bytes"), nil), &prepared{})
	var told *Refused
	if !errors.As(err, &told) || told.Signed != nil || told.Reason != "not-asked" || k.lines(t, "refusal") != 0 {
		t.Errorf("%v, %d refusals kept", err, k.lines(t, "refusal"))
	}
}
