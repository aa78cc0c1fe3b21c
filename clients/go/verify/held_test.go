package verify_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adjudicator.invalid/client/verify"
)

// asked is a vector of what stands outside a log: an operation, what it takes, and what has to come of it.
type asked struct {
	Name, Op string
	In       struct {
		Key, Note, Wallet                         string
		Command, Refusal, Public, Signature, Leaf octets
		Root                                      octets
		Path                                      []octets
		Index, Size                               uint64
	}
	Out map[string]any
}

// heldVectors are the vectors of the format with these operations, from where the repository keeps them.
func heldVectors(t *testing.T, op string) []asked {
	t.Helper()
	folder := os.Getenv("ADJUDICATOR_VECTORS")
	if folder == "" {
		t.Skip("ADJUDICATOR_VECTORS names no folder of the repository's vectors")
	}
	var file struct{ Vectors []struct{ Op string } }
	var raw struct{ Vectors []json.RawMessage }
	data, err := os.ReadFile(filepath.Join(folder, "../../replays/vectors/vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	if json.Unmarshal(data, &file) != nil || json.Unmarshal(data, &raw) != nil {
		t.Fatal("vectors.json can not be read")
	}
	var found []asked
	for place, row := range file.Vectors {
		var one asked
		if row.Op == op {
			if err := json.Unmarshal(raw.Vectors[place], &one); err != nil {
				t.Fatal(err)
			}
			found = append(found, one)
		}
	}
	if len(found) == 0 {
		t.Fatalf("no vector of %s", op)
	}
	return found
}

// hold compares what came of vectors with what is due: values are compared as JSON writes them.
func hold(t *testing.T, op string, answer func(one asked) (map[string]any, error)) {
	t.Helper()
	for _, one := range heldVectors(t, op) {
		found, err := answer(one)
		if one.Out["refused"] == true {
			if err == nil {
				t.Errorf("%s: it is taken", one.Name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", one.Name, err)
			continue
		}
		for name, value := range found {
			here, _ := json.Marshal(value)
			due, _ := json.Marshal(one.Out[name])
			if _, there := one.Out[name]; !there || !bytes.Equal(here, due) {
				t.Errorf("%s: %s is %s and should be %s", one.Name, name, here, due)
			}
		}
	}
}

func inHex(data []byte) string { return hex.EncodeToString(data) }

func TestVectorsOfStatements(t *testing.T) {
	hold(t, "statement", func(one asked) (map[string]any, error) {
		stated, err := verify.ReadStatement(one.In.Note)
		if err != nil {
			return nil, err
		}
		key, err := verify.ReadVerifyKey(one.In.Key)
		if err != nil {
			return nil, err
		}
		if err := stated.Verify(stated.Game, [][]byte{key.Public}); err != nil || key.Name != fmt.Sprintf("seat-%d", stated.Seat) {
			return nil, fmt.Errorf("of another seat, or %w", err)
		}
		return map[string]any{"game": inHex(stated.Game), "seat": stated.Seat, "size": stated.Size, "hash": inHex(stated.Hash)}, nil
	})
}

func TestVectorsOfRefusals(t *testing.T) {
	hold(t, "command_hash", func(one asked) (map[string]any, error) {
		signed := append([]byte("wglog/1/cmd\x00"), one.In.Command...)
		return map[string]any{"hash": inHex(verify.CommandHash(signed))}, nil
	})
	hold(t, "refusal", func(one asked) (map[string]any, error) {
		found, err := verify.ReadRefusal(one.In.Refusal)
		if err != nil {
			return nil, err
		}
		line := verify.WriteVerifyKey("log", one.In.Public)
		_, unsigned := verify.VerifyRefusal(line, one.In.Refusal, one.In.Signature)
		clauses, reasons := []string{}, []string{}
		for _, fault := range found.Faults {
			clauses, reasons = append(clauses, fault.Clause), append(reasons, fault.Reason)
		}
		return map[string]any{
			"game": inHex(found.Game), "seq": found.Seq, "head": inHex(found.Head), "time": found.Time, "command": inHex(found.Command),
			"clauses": clauses, "reasons": reasons, "left": found.Left, "good": unsigned == nil,
		}, nil
	})
}

func TestVectorsOfRegisters(t *testing.T) {
	hold(t, "checkpoint", func(one asked) (map[string]any, error) {
		found, err := verify.ReadCheckpoint(one.In.Key, one.In.Note)
		if err != nil {
			return nil, err
		}
		return map[string]any{"origin": found.Origin, "size": found.Size, "root": inHex(found.Root)}, nil
	})
	hold(t, "inclusion", func(one asked) (map[string]any, error) {
		var path [][]byte
		for _, hash := range one.In.Path {
			path = append(path, hash)
		}
		hash := verify.LeafHash(one.In.Leaf)
		if !verify.Included(hash, one.In.Index, one.In.Size, path, one.In.Root) {
			return nil, fmt.Errorf("not included")
		}
		return map[string]any{"hash": inHex(hash)}, nil
	})
}

func TestVectorsOfWallets(t *testing.T) {
	hold(t, "wallet", func(one asked) (map[string]any, error) {
		data, err := base64.StdEncoding.DecodeString(one.In.Wallet)
		if err != nil {
			return nil, err
		}
		w, err := verify.ReadWallet(data)
		if err != nil {
			return nil, err
		}
		receipts, heads, given, commands, openings, unknown := [][]any{}, [][]any{}, [][]any{}, []string{}, []string{}, 0
		for _, row := range w.Receipts {
			receipts = append(receipts, []any{row.Seq, inHex(verify.EntryHash(row.Record))})
		}
		for _, row := range w.Heads {
			heads = append(heads, []any{row.Seq, inHex(row.Hash)})
		}
		for _, row := range w.Contributions {
			given = append(given, []any{row.Seat, inHex(row.Contribution), inHex(row.Commitment)})
		}
		for _, row := range w.Commands {
			commands = append(commands, inHex(row.ID))
		}
		for _, row := range w.Openings {
			openings = append(openings, inHex(row))
		}
		for _, count := range w.Unknown {
			unknown += count
		}
		return map[string]any{
			"game": inHex(w.Game), "log_keys": w.LogKeys, "openings": openings, "receipts": receipts, "heads": heads,
			"contributions": given, "commands": commands, "statements": len(w.Statements), "unknown": unknown,
		}, nil
	})
}

const walletTitle = `{"format":"adjudicator-wallet/1","game":"00112233445566778899aabbccddeeff"}` + "\n"

func TestLinesOfAWalletThatAreNone(t *testing.T) {
	hash, short := strings.Repeat("ab", 32), strings.Repeat("ab", 31)
	for name, line := range map[string]string{
		"no JSON":                     `no`,
		"a list":                      `[1]`,
		"no text":                     "{\"kind\":\"log_key\",\"key\":\"\xff\"}",
		"no kind":                     `{"seq":1}`,
		"a kind that is a number":     `{"kind":7}`,
		"a head without its number":   `{"kind":"head","hash":"` + hash + `"}`,
		"a head of entry 0":           `{"kind":"head","seq":0,"hash":"` + hash + `"}`,
		"a number with a point":       `{"kind":"head","seq":1.0,"hash":"` + hash + `"}`,
		"a number that is a text":     `{"kind":"head","seq":"1","hash":"` + hash + `"}`,
		"a number that is too large":  `{"kind":"head","seq":9007199254740992,"hash":"` + hash + `"}`,
		"a truth value":               `{"kind":"head","seq":true,"hash":"` + hash + `"}`,
		"a short hash":                `{"kind":"head","seq":1,"hash":"` + short + `"}`,
		"large digits of hex":         `{"kind":"head","seq":1,"hash":"` + strings.ToUpper(hash) + `"}`,
		"a record that is no base64":  `{"kind":"receipt","seq":1,"hash":"` + hash + `","note":"","command_id":"","record":"A==="}`,
		"base64 without its padding":  `{"kind":"receipt","seq":1,"hash":"` + hash + `","note":"","command_id":"","record":"QQ"}`,
		"base64 with stray bits":      `{"kind":"receipt","seq":1,"hash":"` + hash + `","note":"","command_id":"","record":"QR=="}`,
		"base64 with a line break":    `{"kind":"receipt","seq":1,"hash":"` + hash + `","note":"","command_id":"","record":"QQ==\n"}`,
		"a note that is none":         `{"kind":"statement","note":null}`,
		"a command that is not bytes": `{"kind":"command","command":"wA==","signature":"","salt":"","secret":""}`,
		"a refusal without signature": `{"kind":"refusal","refusal":"QQ==","signature":"","log_key":""}`,
		"an inclusion without proof":  `{"kind":"inclusion","register":"","leaf":"QQ==","key":""}`,
		"a second title":              strings.TrimSpace(walletTitle),
	} {
		_, err := verify.ReadWallet([]byte(walletTitle + line + "\n"))
		if err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range map[string]string{
		"nothing": "", "a title that was cut": walletTitle[:40], "another format": strings.Replace(walletTitle, "/1", "/2", 1),
		"no game": `{"format":"adjudicator-wallet/1"}` + "\n", "a short game": strings.Replace(walletTitle, "00", "", 1),
	} {
		if _, err := verify.ReadWallet([]byte(text)); err == nil {
			t.Errorf("%s is a wallet", name)
		}
	}
}

func TestWhatALaterReleaseWritesIntoAWallet(t *testing.T) {
	later := `{"kind":"head","seq":1,"hash":"` + strings.Repeat("ab", 32) + `","why":[1.5]}` + "\n" + `{"kind":"dream","of":{"a":1}}` + "\n"
	w, err := verify.ReadWallet([]byte(walletTitle + later + later + `{"kind":"he`))
	if err != nil || len(w.Heads) != 2 || w.Unknown["dream"] != 2 || !w.Torn {
		t.Errorf("%+v, %v", w, err)
	}
}
