package verify_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"adjudicator.invalid/client/verify"
)

type rewindVectors struct {
	Games    []keptGame
	Openings []struct {
		Name              string
		Opening, Settings octets
	}
}

type keptGame struct {
	Name      string
	Game      octets
	VerifyKey string `json:"verify_key"`
	Note      string
	Settings  octets
	Dice      int
	Rewinds   [][2]uint64
	Void      []uint64
	Changes   []struct {
		Name  string
		Entry int
		Path  []int
		Value json.RawMessage
		Check string
		At    uint64
	}
	Entries []struct{ Record, Hash, Openings octets }
}

// read gives the entries of a kept game and their openings; change may set a value of a record, of which the chain is
// made good again behind it.
func (g *keptGame) read(t *testing.T, change func(at int, record []any)) ([]*verify.Entry, map[uint64][]verify.Opening) {
	t.Helper()
	var records [][]byte
	openings := map[uint64][]verify.Opening{}
	before := make([]byte, 32)
	for at, row := range g.Entries {
		value, err := verify.Decode(row.Record)
		if err != nil {
			t.Fatal(err)
		}
		record := value.([]any)
		record[3] = before
		change(at+1, record)
		data, err := verify.Encode(record)
		if err != nil {
			t.Fatal(err)
		}
		records, before = append(records, data), verify.EntryHash(data)
		if len(row.Openings) == 0 {
			continue
		}
		opened, err := verify.Decode(row.Openings)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range opened.([]any) {
			row := part.([]any)
			opening := verify.Opening{Owner: row[0].(int64), Part: int(row[1].(int64)), Salt: row[2].([]byte), Data: row[3].([]byte)}
			openings[uint64(at+1)] = append(openings[uint64(at+1)], opening)
		}
	}
	_, entries, err := verify.VerifyChain(records)
	if err != nil {
		t.Fatal(err)
	}
	return entries, openings
}

func unchanged(int, []any) {}

func TestKeptGamesWithRewindsVerify(t *testing.T) {
	for _, game := range vectors[rewindVectors](t, "rewind").Games {
		entries, openings := game.read(t, unchanged)
		dice, err := verify.VerifyDice(entries, openings)
		if err != nil || dice != game.Dice || dice == 0 {
			t.Errorf("%s: %d dice, %v", game.Name, dice, err)
		}
		void, err := verify.VoidEntries(entries)
		if err != nil || !slices.Equal(void, game.Void) || len(void) == 0 {
			t.Errorf("%s: void are %v, %v", game.Name, void, err)
		}
		if last := entries[len(entries)-1].Hash; !bytes.Equal(last, game.Entries[len(entries)-1].Hash) {
			t.Errorf("%s: head %x", game.Name, last)
		}
		terms, err := verify.ReadTerms(entries[0])
		if err != nil {
			t.Fatal(err)
		}
		same(t, "settings", terms.Settings, err, game.Settings)
	}
}

func TestWhatStandsAfterEveryEntry(t *testing.T) {
	for _, game := range vectors[rewindVectors](t, "rewind").Games {
		entries, _ := game.read(t, unchanged)
		back := map[uint64]uint64{}
		for _, row := range game.Rewinds {
			back[row[0]] = row[1]
		}
		var path verify.Path
		for _, entry := range entries {
			if err := path.Enter(entry); err != nil {
				t.Fatal(err)
			}
			stand := map[uint64]bool{}
			for seq := entry.Seq; seq > 0; seq-- {
				stand[seq] = true
				if to := back[seq]; to > 0 {
					seq = to
				}
			}
			for seq := uint64(1); seq <= entry.Seq; seq++ {
				if stand[seq] == slices.Contains(path.Void(), seq) {
					t.Errorf("%s: after entry %d: void are %v", game.Name, entry.Seq, path.Void())
				}
			}
		}
		if path.Last() != uint64(len(entries)) || len(path.Rewinds()) != len(game.Rewinds) {
			t.Errorf("%s: %v after %d entries", game.Name, path.Rewinds(), path.Last())
		}
	}
}

func TestChangedGamesWithRewindsAreTold(t *testing.T) {
	for _, game := range vectors[rewindVectors](t, "rewind").Games {
		for _, change := range game.Changes {
			entries, openings := game.read(t, func(at int, record []any) {
				if at == change.Entry {
					set(t, record, change.Path, change.Value)
				}
			})
			_, err := verify.VerifyDice(entries, openings)
			if change.Check == "REWIND_INVALID" {
				_, err = verify.VoidEntries(entries)
			}
			var fault *verify.NotProven
			if !errors.As(err, &fault) || fault.Check != change.Check || fault.Seq != change.At {
				t.Errorf("%s, %s: %v; it should be %s at entry %d", game.Name, change.Name, err, change.Check, change.At)
			}
		}
		if len(game.Changes) < 10 {
			t.Errorf("%d changes of %s", len(game.Changes), game.Name)
		}
	}
}

// set sets the value at a path.
func set(t *testing.T, record []any, path []int, value json.RawMessage) {
	t.Helper()
	for _, place := range path[:len(path)-1] {
		record = record[place].([]any)
	}
	var found any
	if err := json.Unmarshal(value, &found); err != nil {
		t.Fatal(err)
	}
	record[path[len(path)-1]] = logged(found)
}

// logged gives what a log has for a value of JSON.
func logged(value any) any {
	switch found := value.(type) {
	case float64:
		return int64(found)
	case []any:
		values := make([]any, len(found))
		for at, each := range found {
			values[at] = logged(each)
		}
		return values
	}
	return value
}

func TestOpeningsOfEveryEditionHaveTheirHash(t *testing.T) {
	for _, row := range vectors[rewindVectors](t, "rewind").Openings {
		values, err := verify.Decode(row.Opening)
		if err != nil {
			t.Fatal(err)
		}
		found, err := verify.SettingsHash(values.([]any))
		if err != nil || !bytes.Equal(found, row.Settings) {
			t.Errorf("%s: %s, %v", row.Name, hex.EncodeToString(found), err)
		}
	}
}
