package verify_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"adjudicator.invalid/client/verify"
)

// rotated is a game whose log key was changed twice, as the service has written it.
type rotated struct {
	Records  []octets
	Keys     []string
	Notes    []string
	Exported []string
	Forged   string
}

func rotatedGame(t *testing.T) (rotated, *verify.Chain, [][]byte) {
	t.Helper()
	path := os.Getenv("ROTATED_GAME")
	if path == "" {
		t.Skip("ROTATED_GAME names no file")
	}
	var found rotated
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &found)
	}
	if err != nil {
		t.Fatal(err)
	}
	var records [][]byte
	for _, record := range found.Records {
		records = append(records, record)
	}
	chain, _, err := verify.VerifyChain(records)
	if err != nil {
		t.Fatal(err)
	}
	return found, chain, records
}

func TestHeadsOfBeforeAndAfterAChangeOfTheKey(t *testing.T) {
	game, chain, _ := rotatedGame(t)
	var lines []string
	for _, key := range chain.LogKeys(game.Keys[0]) {
		lines = append(lines, key.Line)
	}
	if !slices.Equal(lines, game.Keys) || len(lines) != 3 {
		t.Errorf("%q hands on to %q", game.Keys[0], lines)
	}
	for _, note := range game.Notes {
		if _, err := chain.VerifyHead(game.Keys[0], note); err != nil {
			t.Error(err)
		}
	}
	for _, note := range game.Exported {
		if _, err := chain.VerifyHead(game.Keys[len(game.Keys)-1], note); err != nil {
			t.Error(err)
		}
	}
	_, err := chain.VerifyHead(game.Keys[0], game.Forged)
	told(t, err, "HEAD_SIGNATURE_INVALID")
}

func TestAChangeThatTheEarlierKeyHasNotSigned(t *testing.T) {
	game, _, records := rotatedGame(t)
	chain := &verify.Chain{}
	for _, record := range records {
		row := decoded(t, record)
		row[3] = chain.Hash(chain.Len())
		command := row[6].([]any)[2].([]any)
		if command[0] == "ChangeLogKey" {
			command[2], command[3] = []any{}, "lost"
		}
		if _, err := chain.Append(encoded(t, row)); err != nil {
			t.Fatal(err)
		}
	}
	if keys := chain.LogKeys(game.Keys[0]); len(keys) != 1 {
		t.Errorf("%v", keys)
	}
	_, err := chain.VerifyHead(game.Keys[0], game.Exported[len(game.Exported)-1])
	told(t, err, "HEAD_SIGNATURE_INVALID")
}
