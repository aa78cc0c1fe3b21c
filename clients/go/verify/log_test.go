package verify_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"adjudicator.invalid/client/verify"
)

func TestTheSignatureOfACommand(t *testing.T) {
	v, records, openings := game(t)
	_, entries, _ := verify.VerifyChain(records)
	for seq := range openings {
		entry := entries[seq-1]
		data, err := verify.SigningBytes(entry.Game, entry.Actor, entry.Command())
		same(t, "bytes", data, err, v.Signing.Bytes)
		same(t, "signature", ed25519.Sign(ed25519.NewKeyFromSeed(v.Signing.Seed), data), nil, v.Signing.Signature)
		if !entry.SignedBy(v.Signing.Public) {
			t.Error("the signature does not verify")
		}
		entry.Head = nil
		if entry.SignedBy(v.Signing.Public) {
			t.Error("a command with another head verifies")
		}
	}
}

func TestASignedHead(t *testing.T) {
	v, records, _ := game(t)
	chain, _, _ := verify.VerifyChain(records)
	head, err := chain.VerifyHead(v.VerifyKey, v.Note)
	if err != nil || head.Size != uint64(len(records)) || !bytes.Equal(head.Game, v.Game) {
		t.Fatalf("%v, %v", head, err)
	}
	shorter, _, _ := verify.VerifyChain(records[:len(records)-1])
	_, err = shorter.VerifyHead(v.VerifyKey, v.Note)
	told(t, err, "TRUNCATED_LOG")
	_, err = chain.VerifyHead(v.VerifyKey, strings.Replace(v.Note, "\n8\n", "\n7\n", 1))
	told(t, err, "HEAD_SIGNATURE_INVALID")
	if _, err := verify.ReadVerifyKey(strings.Replace(v.VerifyKey, "7d67", "7d68", 1)); err == nil {
		t.Error("a key with another id is read")
	}
	other, _, _ := verify.VerifyChain(rewritten(t, records, 7, func(row []any) { row[4] = row[4].(int64) + 1 }))
	_, err = other.VerifyHead(v.VerifyKey, v.Note)
	told(t, err, "HEAD_MISMATCH")
}

// told demands a NotProven of this check.
func told(t *testing.T, err error, check string) {
	t.Helper()
	var fault *verify.NotProven
	if !errors.As(err, &fault) || fault.Check != check {
		t.Errorf("%v; %s is due", err, check)
	}
}

func decoded(t *testing.T, record []byte) []any {
	t.Helper()
	value, err := verify.Decode(record)
	if err != nil {
		t.Fatal(err)
	}
	return value.([]any)
}

func encoded(t *testing.T, value any) []byte {
	t.Helper()
	data, err := verify.Encode(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// rewritten changes the fields of one record, and makes the chain behind it good again.
func rewritten(t *testing.T, records [][]byte, seq int, change func(row []any)) [][]byte {
	t.Helper()
	made := append([][]byte{}, records...)
	row := decoded(t, made[seq-1])
	change(row)
	made[seq-1] = encoded(t, row)
	for at := seq; at < len(made); at++ {
		row := decoded(t, made[at])
		row[3] = verify.EntryHash(made[at-1])
		made[at] = encoded(t, row)
	}
	return made
}

func TestTamperedRecords(t *testing.T) {
	_, records, _ := game(t)
	check := func(name, due string, changed [][]byte) {
		t.Run(name, func(t *testing.T) {
			_, _, err := verify.VerifyChain(changed)
			told(t, err, due)
		})
	}
	swap := func(at int, record []byte) [][]byte {
		made := append([][]byte{}, records...)
		made[at] = record
		return made
	}
	row := decoded(t, records[1])
	row[4] = row[4].(int64) + 1
	check("a changed byte", "CHAIN_BREAK", swap(1, encoded(t, row)))
	check("a missing entry", "MISSING_ENTRY", append(append([][]byte{}, records[:2]...), records[3:]...))
	check("another spelling", "NON_CANONICAL_ENTRY", swap(0, append([]byte{0xdc, 0, 12}, records[0][1:]...)))
	check("another format", "BUNDLE_MALFORMED", [][]byte{encoded(t, []any{2})})
	check("no record", "BUNDLE_MALFORMED", [][]byte{encoded(t, "text")})
	check("an earlier time", "TIME_REGRESSION", rewritten(t, records, 2, func(row []any) { row[4] = int64(0) }))
	check("another game", "WRONG_GAME", rewritten(t, records, 3, func(row []any) { row[1] = make([]byte, 16) }))
	for place := range 12 {
		made := decoded(t, records[0])
		made[place] = []any{[]any{}}
		check("a part of another kind", "BUNDLE_MALFORMED", [][]byte{encoded(t, made)})
	}
}

func TestTamperedGames(t *testing.T) {
	_, records, openings := game(t)
	var sealed int
	for seq := range openings {
		sealed = int(seq)
	}
	dice := func(row []any) []any { return row[8].([]any)[0].([]any) }
	command := func(row []any) []any { return row[6].([]any)[2].([]any) }
	cases := map[string]struct {
		due    string
		seq    int
		change func(row []any)
	}{
		"a face that the seed does not give": {"DICE_NOT_FROM_SEED", sealed, func(row []any) {
			faces := dice(row)[4].([]any)
			faces[0] = faces[0].(int64)%6 + 1
		}},
		"an index that is skipped":    {"DICE_CURSOR_GAP", 7, func(row []any) { dice(row)[2] = dice(row)[2].(int64) + 1 }},
		"an index that is used again": {"DICE_REUSED", 7, func(row []any) { dice(row)[2] = dice(row)[2].(int64) - 1 }},
		"another secret":              {"SEED_COMMIT_MISMATCH", len(records), func(row []any) { command(row)[1] = make([]byte, 32) }},
		"another contribution":        {"CONTRIBUTION_MISMATCH", 5, func(row []any) { command(row)[1] = make([]byte, 32) }},
		"other settings":              {"", 1, func(row []any) { command(row)[1] = "other" }},
		"no OpenGame":                 {"GENESIS_INVALID", 1, func(row []any) { command(row)[0] = "Other" }},
	}
	for name, row := range cases {
		t.Run(name, func(t *testing.T) {
			_, entries, err := verify.VerifyChain(rewritten(t, records, row.seq, row.change))
			if err != nil {
				t.Fatal(err)
			}
			_, err = verify.VerifyDice(entries, openings)
			if row.due == "" { // other settings give another transcript: the log has fixed one, or the dice are others
				var fault *verify.NotProven
				if !errors.As(err, &fault) {
					t.Errorf("%v", err)
				}
				return
			}
			told(t, err, row.due)
		})
	}
	_, entries, _ := verify.VerifyChain(records[:len(records)-1])
	_, err := verify.VerifyDice(entries, openings)
	told(t, err, "SEED_NOT_REVEALED")
	if verify.Revealed(entries) {
		t.Error("a secret that was not shown counts as shown")
	}
}

func TestOpeningsThatWereNeverPromised(t *testing.T) {
	_, records, openings := game(t)
	_, entries, _ := verify.VerifyChain(records)
	for seq, parts := range openings {
		first := parts[0]
		forged := []verify.Opening{first, first, first}
		forged[0].Data = encoded(t, []any{1})
		forged[1].Owner = 1
		forged[2].Part = 1 - first.Part
		for _, opening := range forged {
			told(t, entries[seq-1].CheckOpenings([]verify.Opening{opening}), "SEALED_OPENING_MISMATCH")
		}
		if err := entries[seq-1].CheckOpenings(parts); err != nil {
			t.Error(err)
		}
	}
}

func TestOneSpellingForEveryValue(t *testing.T) {
	cases := map[string]any{
		"c0": nil, "c2": false, "c3": true, "00": int64(0), "e0": int64(-32), "d0df": int64(-33), "d1ff7f": int64(-129),
		"cc80": int64(128), "ce00010000": int64(65536), "cf0000000100000000": int64(1 << 32),
		"cf001fffffffffffff": int64(1<<53 - 1), "d3ffffffff7fffffff": int64(-1<<31 - 1), "d3ffe0000000000001": int64(1 - 1<<53),
		"a2c3a9": "é", "a4efbbbf61": "\ufeffa", "c40100": []byte{0}, "920192a161c400": []any{int64(1), []any{"a", []byte{}}},
	}
	for digits, value := range cases {
		if found := hex.EncodeToString(encoded(t, value)); found != digits {
			t.Errorf("%v is %s; due %s", value, found, digits)
		}
		data, _ := hex.DecodeString(digits)
		again, err := verify.Decode(data)
		if err != nil || hex.EncodeToString(encoded(t, again)) != digits {
			t.Errorf("%s: %v, %v", digits, again, err)
		}
	}
	for _, size := range []int{15, 16, 31, 32, 255, 256, 65535, 65536} {
		for _, value := range []any{strings.Repeat("x", size), make([]byte, size), make([]any, size)} {
			data := encoded(t, value)
			if again, err := verify.Decode(data); err != nil || !bytes.Equal(encoded(t, again), data) {
				t.Errorf("%T of %d: %v", value, size, err)
			}
		}
	}
}

func TestWhatMPIntHasNoPlaceFor(t *testing.T) {
	nested := any(int64(1))
	for range 17 {
		nested = []any{nested}
	}
	for _, value := range []any{1.5, int64(1 << 53), uint64(1 << 63), map[string]any{}, "\xff", nested} {
		if data, err := verify.Encode(value); !errors.Is(err, verify.ErrNotMPInt) {
			t.Errorf("%v is written as %x", value, data)
		}
	}
	for name, digits := range map[string]string{
		"a long zero": "cc00", "a long minus one": "d0ff", "a signed one": "d00001", "a wide eight": "cd00ff",
		"a wide number": "cf00000000ffffffff", "beyond 2^53": "cf0020000000000000", "a long text": "d90161",
		"a long array": "dc000101", "wide bytes": "c5000100", "a float": "cb0000000000000000", "a map": "80", "an ext": "d40100",
		"two values": "0101", "no value": "", "half an array": "9201", "half a text": "a2c3", "bad text": "a1ff",
		"a huge array": "ddffffffff", "seventeen deep": strings.Repeat("91", 17) + "01", "far below": "d38000000000000000",
	} {
		data, _ := hex.DecodeString(digits)
		if value, err := verify.Decode(data); !errors.Is(err, verify.ErrNotMPInt) {
			t.Errorf("%s is read as %v", name, value)
		}
	}
}
