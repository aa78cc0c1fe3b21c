package verify_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"adjudicator.invalid/client/verify"
)

// octets are bytes that a vector writes in hex.
type octets []byte

func (o *octets) UnmarshalText(text []byte) error {
	data, err := hex.DecodeString(string(text))
	*o = data
	return err
}

type diceVectors struct {
	Setup struct{ S, G, R, R0, R1, C, C0, C1, T, K octets }
	D6    struct {
		Block octets
		Faces []uint64
	}
	Mixed struct {
		First        uint64
		Sides, Faces []uint64
	}
	Rejection struct {
		First, Sides uint64
		Draws        [][2]uint64
	}
	Carry struct {
		Index, Sides uint64
		Draw         [2]uint64
	}
	OpenEnded struct {
		First   uint64
		Faces   []uint64
		Control struct {
			First uint64
			Faces []uint64
		}
	} `json:"open_ended"`
	Bag struct {
		First        uint64
		Bag          string
		Drawn        string
		Rest         string
		ShuffleFirst uint64 `json:"shuffle_first"`
		Shuffled     string
	}
	LaterEpoch struct {
		Epoch, Stream         uint64
		Contribution, T, E, K octets
		Faces                 []uint64
	} `json:"later_epoch"`
}

type chainVectors struct {
	Game       octets
	Secret     octets
	Transcript octets
	Entries    []struct{ Record, Hash, Openings octets }
	Signing    struct{ Seed, Public, Bytes, Signature octets }
	State      struct{ View, Hash, Tables, Key, Full octets }
	VerifyKey  string `json:"verify_key"`
	Note       string
	Dice       int
}

// vectors reads a file of the shared vectors; the test is left out where their folder is not named.
func vectors[T any](t *testing.T, name string) (found T) {
	t.Helper()
	folder := os.Getenv("ADJUDICATOR_VECTORS")
	if folder == "" {
		t.Skip("ADJUDICATOR_VECTORS names no folder with dice_vectors.json and chain_vectors.json")
	}
	data, err := os.ReadFile(filepath.Join(folder, name+"_vectors.json"))
	if err == nil {
		err = json.Unmarshal(data, &found)
	}
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func same(t *testing.T, what string, found []byte, err error, due octets) {
	t.Helper()
	if err != nil || !bytes.Equal(found, due) {
		t.Errorf("%s: %x, %v; it should be %x", what, found, err, []byte(due))
	}
}

func TestCommitmentsTranscriptAndKey(t *testing.T) {
	s := vectors[diceVectors](t, "dice").Setup
	found, err := verify.Commit(s.G, s.S)
	same(t, "C", found, err, s.C)
	found, err = verify.SeatCommit(s.G, 0, s.R0)
	same(t, "c0", found, err, s.C0)
	found, err = verify.SeatCommit(s.G, 1, s.R1)
	same(t, "c1", found, err, s.C1)
	found, err = verify.Transcript(s.G, s.C, s.R, [][]byte{s.R0, s.R1})
	same(t, "T", found, err, s.T)
	found, err = verify.StreamKey(s.S, s.T, 0, verify.PublicStream, nil)
	same(t, "K", found, err, s.K)
}

func TestDiceOfSixAndOfManySizes(t *testing.T) {
	v := vectors[diceVectors](t, "dice")
	same(t, "block", verify.Block(v.Setup.K, 0, 6, 0), nil, v.D6.Block)
	faces, err := verify.Draw(v.Setup.K, 0, 6, len(v.D6.Faces))
	if err != nil || !slices.Equal(faces, v.D6.Faces) || len(faces) != 24 {
		t.Errorf("%v, %v", faces, err)
	}
	for at, sides := range v.Mixed.Sides {
		face, err := verify.Die(v.Setup.K, v.Mixed.First+uint64(at), sides)
		if err != nil || face != v.Mixed.Faces[at] {
			t.Errorf("a die of %d: %d, %v", sides, face, err)
		}
	}
	faces, _ = verify.Draw(v.Setup.K, v.OpenEnded.First, 6, len(v.OpenEnded.Faces))
	control, _ := verify.Draw(v.Setup.K, v.OpenEnded.Control.First, 6, 1)
	if !slices.Equal(faces, v.OpenEnded.Faces) || !slices.Equal(control, v.OpenEnded.Control.Faces) {
		t.Errorf("an open-ended roll: %v, %v", faces, control)
	}
}

func TestWordsThatArePassedOver(t *testing.T) {
	v := vectors[diceVectors](t, "dice")
	check := func(index, sides uint64, due [2]uint64) {
		number, taken, err := verify.Uniform(v.Setup.K, index, sides)
		if err != nil || [2]uint64{number, taken} != due {
			t.Errorf("index %d: %d after %d words, %v; due %v", index, number, taken, err, due)
		}
	}
	for at, due := range v.Rejection.Draws {
		check(v.Rejection.First+uint64(at), v.Rejection.Sides, due)
	}
	check(v.Carry.Index, v.Carry.Sides, v.Carry.Draw)
	if v.Carry.Draw[1] < 9 {
		t.Error("the vector should need a second block")
	}
}

func TestABagAndAShuffle(t *testing.T) {
	v := vectors[diceVectors](t, "dice")
	bag, drawn := []byte(v.Bag.Bag), ""
	for at := range uint64(6) {
		face, _ := verify.Die(v.Setup.K, v.Bag.First+at, uint64(len(bag)))
		drawn += string(bag[face-1])
		bag = slices.Delete(bag, int(face-1), int(face))
	}
	items := []byte("ABCDEFGH")
	for last := uint64(7); last > 0; last-- {
		face, _ := verify.Die(v.Setup.K, v.Bag.ShuffleFirst+7-last, last+1)
		items[last], items[face-1] = items[face-1], items[last]
	}
	if drawn != v.Bag.Drawn || string(bag) != v.Bag.Rest || string(items) != v.Bag.Shuffled {
		t.Errorf("%s, %s, %s", drawn, bag, items)
	}
}

func TestAnAbsentSeatALaterEpochAHiddenStream(t *testing.T) {
	v := vectors[diceVectors](t, "dice")
	s, row := v.Setup, v.LaterEpoch
	bound, err := verify.Transcript(s.G, s.C, s.R, [][]byte{s.R0, nil})
	same(t, "T", bound, err, row.T)
	entropy, err := verify.EpochEntropy(s.G, row.Epoch, [][]byte{row.Contribution, nil}, nil)
	same(t, "E", entropy, err, row.E)
	key, err := verify.StreamKey(s.S, bound, row.Epoch, row.Stream, entropy)
	same(t, "K", key, err, row.K)
	faces, err := verify.Draw(key, 0, 6, len(row.Faces))
	if err != nil || !slices.Equal(faces, row.Faces) {
		t.Errorf("%v, %v", faces, err)
	}
}

func TestBytesOfAnotherLengthAreRefused(t *testing.T) {
	game, short, whole := make([]byte, 16), make([]byte, 31), make([]byte, 32)
	_, commit := verify.Commit(game, short)
	_, seat := verify.SeatCommit(game, 256, whole)
	_, transcript := verify.Transcript(game, whole, whole, [][]byte{short})
	_, sides := verify.Die(whole, 0, 0)
	_, index := verify.Die(whole, 1<<32, 6)
	_, key := verify.StreamKey(whole, whole, 0, 1<<16, nil)
	for name, err := range map[string]error{"commit": commit, "seat": seat, "transcript": transcript, "sides": sides, "index": index, "key": key} {
		if err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// game reads the published game: records and openings.
func game(t *testing.T) (v chainVectors, records [][]byte, openings map[uint64][]verify.Opening) {
	t.Helper()
	v, openings = vectors[chainVectors](t, "chain"), map[uint64][]verify.Opening{}
	for at, entry := range v.Entries {
		records = append(records, entry.Record)
		if entry.Openings == nil {
			continue
		}
		value, err := verify.Decode(entry.Openings)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range value.([]any) {
			part := row.([]any)
			opening := verify.Opening{Owner: part[0].(int64), Part: int(part[1].(int64)), Salt: part[2].([]byte), Data: part[3].([]byte)}
			openings[uint64(at)+1] = append(openings[uint64(at)+1], opening)
		}
	}
	return v, records, openings
}

func TestEntryHashesAndLinks(t *testing.T) {
	v, records, _ := game(t)
	chain, entries, err := verify.VerifyChain(records)
	if err != nil {
		t.Fatal(err)
	}
	for at, entry := range entries {
		same(t, "hash", entry.Hash, nil, v.Entries[at].Hash)
	}
	same(t, "game", chain.Game(), nil, v.Game)
}

func TestOpeningsDiceAndTheirSeed(t *testing.T) {
	v, records, openings := game(t)
	_, entries, err := verify.VerifyChain(records)
	if err != nil {
		t.Fatal(err)
	}
	seed, err := verify.SeedOf(entries)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "secret", seed.Secret, nil, v.Secret)
	same(t, "transcript", seed.Transcript, nil, v.Transcript)
	if count, err := verify.VerifyDice(entries, openings); err != nil || count != v.Dice {
		t.Errorf("%d dice, %v; due %d", count, err, v.Dice)
	}
}

func TestHashesOfStates(t *testing.T) {
	v, _, _ := game(t)
	same(t, "hash", verify.StateHash(v.State.View), nil, v.State.Hash)
	key, err := verify.StateKey(v.Secret, v.Transcript)
	same(t, "key", key, err, v.State.Key)
	same(t, "full", verify.KeyedStateHash(key, v.State.Tables), nil, v.State.Full)
}

func TestNothingIsSignedUnderAKeyOfSmallOrder(t *testing.T) {
	kept := vectors[struct {
		Signature octets
		Keys      []struct {
			Key  octets
			Text string
		}
	}](t, "small_order")
	for _, row := range kept.Keys {
		if verify.Verifies(row.Key, []byte(row.Text), kept.Signature) {
			t.Errorf("%x signs", []byte(row.Key))
		}
	}
	if len(kept.Keys) != 14 {
		t.Errorf("%d keys", len(kept.Keys))
	}
}
