package verify

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
)

// Places of fields of OpenGame, the first command of every game.
const (
	termsSeats      = 4
	termsSigned     = 13
	termsLogKey     = 15
	termsCommitment = 16
	termsEvent      = 17
	termsActsSigned = 21
	termsOfficials  = 22
	termsStretches  = 23
	termsReferee    = 24 // contributes, too
)

const refereeParty = 254

// Terms is what the checks need of a game's first entry.
type Terms struct {
	Ruleset    string
	Package    string
	SeatKeys   [][][]byte // Ed25519 public keys of each seat
	Signed     bool       // commands of seats must be signed
	LogKey     string     // verification key of the heads
	Commitment []byte     // to the secret of the dice
	Settings   []byte     // hash that the contributions are bound to

	Event        []byte // that the game belongs to; nil for none
	ActsSigned   bool   // acts of officials must be signed
	Officials    []Official
	Stretches    uint64  // how many the open dice have; 0 where they have none
	StretchesEnd []byte  // commitment to their secrets
	Contributors []int64 // parties that contribute to the seed
}

// Official is who acts without playing: office, key id of the token or "", and public keys.
type Official struct {
	Office string
	Token  string
	Keys   [][]byte
}

// ReadTerms reads the terms of a game out of its first entry.
func ReadTerms(first *Entry) (*Terms, error) {
	f := fields{values: first.Values}
	terms := &Terms{
		Ruleset: f.text(0), Package: f.text(2), LogKey: f.text(termsLogKey), Commitment: f.bytes(termsCommitment, hashSize),
	}
	var ok bool
	if terms.Signed, ok = f.at(termsSigned).(bool); !ok {
		f.fail("truth value")
	}
	for _, row := range f.list(termsSeats) {
		seat := fields{values: list(row)}
		terms.Contributors = append(terms.Contributors, int64(len(terms.SeatKeys)))
		terms.SeatKeys = append(terms.SeatKeys, seat.keys(1))
		f.join(&seat)
	}
	terms.readLater(&f)
	if first.Kind != "OpenGame" {
		f.fail("OpenGame")
	}
	if f.fault != nil {
		return nil, notProven("GENESIS_INVALID", first.Game, first.Seq, "the terms of a game", f.fault.Error())
	}
	var err error
	terms.Settings, err = SettingsHash(first.Values)
	return terms, err
}

// readLater reads what openings of later editions have besides.
func (t *Terms) readLater(f *fields) {
	there := func(place int) bool { return place < len(f.values) && f.values[place] != nil }
	if there(termsEvent) {
		t.Event = f.bytes(termsEvent, gameSize)
	}
	if there(termsActsSigned) {
		t.ActsSigned = f.at(termsActsSigned) == true
	}
	if there(termsOfficials) {
		for _, row := range f.list(termsOfficials) {
			official := fields{values: list(row)}
			t.Officials = append(t.Officials, Official{official.text(0), official.text(1), official.keys(2)})
			f.join(&official)
		}
	}
	if there(termsStretches) {
		rows := f.inner(termsStretches, 4)
		t.Stretches, t.StretchesEnd = rows.natural(0), rows.bytes(3, hashSize)
		f.join(rows)
	}
	if there(termsReferee) && f.at(termsReferee) == true {
		t.Contributors = append(t.Contributors, refereeParty)
	}
}

// keys reads a list of public keys.
func (f *fields) keys(place int) [][]byte {
	var keys [][]byte
	for _, key := range f.list(place) {
		public, isBytes := key.([]byte)
		if !isBytes {
			f.fail("key")
		}
		keys = append(keys, public)
	}
	return keys
}

// SettingsHash is the hash of the values of an opening without its commitment: R of the dice protocol. Of what stands
// after the commitment it leaves out, from the end, what says nothing: nil, 0, false and no officials. Later editions append values
// there, and an opening from before has one hash for ever.
func SettingsHash(opening []any) ([]byte, error) {
	bound := slices.Clone(opening)
	if len(bound) > termsCommitment {
		bound[termsCommitment] = nil
	}
	for last := len(bound) - 1; last > termsCommitment && saysNothing(bound[last], last); last-- {
		bound = bound[:last]
	}
	data, err := Encode(bound)
	return sha(data), err
}

func saysNothing(value any, at int) bool {
	if rows, ok := value.([]any); ok {
		return at == termsOfficials && len(rows) == 0
	}
	return value == nil || value == int64(0) || value == false
}

// Seed is what all dice of a game follow from.
type Seed struct {
	Secret     []byte
	Transcript []byte
}

// Revealed tells whether the log shows the secret of the dice.
func Revealed(entries []*Entry) bool {
	return slices.ContainsFunc(entries, func(e *Entry) bool { return e.Kind == "Reveal" })
}

// SeedOf gives the seed of a finished game: the secret fits its commitment, and every contribution its own.
func SeedOf(entries []*Entry) (*Seed, error) {
	if len(entries) == 0 {
		return nil, notProven("GENESIS_INVALID", nil, 0, "OpenGame", "no entries")
	}
	terms, err := ReadTerms(entries[0])
	if err != nil {
		return nil, err
	}
	secret, err := secretOf(entries, terms)
	if err != nil {
		return nil, err
	}
	if secret == nil {
		return nil, notProven("SEED_NOT_REVEALED", entries[0].Game, uint64(len(entries)), "Reveal", "none")
	}
	transcript, err := transcriptOf(entries, terms)
	if err != nil {
		return nil, err
	}
	return &Seed{secret, transcript}, nil
}

// secretOf gives the secret that the game has revealed, nil before that.
func secretOf(entries []*Entry, terms *Terms) ([]byte, error) {
	at := lastOf(entries, "Reveal")
	if at == nil {
		return nil, nil
	}
	f := fields{values: at.Values}
	secret := f.bytes(0, hashSize)
	committed, err := Commit(at.Game, secret)
	if err != nil || !bytes.Equal(committed, terms.Commitment) {
		return nil, notProven("SEED_COMMIT_MISMATCH", at.Game, at.Seq, hex.EncodeToString(terms.Commitment), "another secret")
	}
	return secret, nil
}

// transcriptOf gives what all dice are bound to, as the log has fixed it.
func transcriptOf(entries []*Entry, terms *Terms) ([]byte, error) {
	slots, err := contributions(entries, terms.Contributors)
	if err != nil {
		return nil, err
	}
	transcript, err := Transcript(entries[0].Game, terms.Commitment, terms.Settings, slots)
	if err != nil {
		return nil, err
	}
	return transcript, checkFixed(entries, transcript)
}

func lastOf(entries []*Entry, kind string) *Entry {
	for _, entry := range slices.Backward(entries) {
		if entry.Kind == kind {
			return entry
		}
	}
	return nil
}

func contributions(entries []*Entry, parties []int64) ([][]byte, error) {
	slots := make([][]byte, len(parties))
	promised := map[int64][]byte{}
	for _, entry := range entries {
		if entry.Kind != "CommitContribution" && entry.Kind != "OpenContribution" {
			continue
		}
		f := fields{values: entry.Values}
		given, seat := f.bytes(0, hashSize), entry.Actor.Party
		fault := notProven("CONTRIBUTION_MISMATCH", entry.Game, entry.Seq, fmt.Sprintf("what seat %d promised", seat), "other bytes")
		place := slices.Index(parties, seat)
		if f.fault != nil || place < 0 {
			return nil, fault
		}
		if entry.Kind == "CommitContribution" {
			promised[seat] = given
			continue
		}
		committed, err := SeatCommit(entry.Game, int(seat), given)
		if err != nil || (promised[seat] != nil && !bytes.Equal(promised[seat], committed)) {
			return nil, fault
		}
		slots[place] = given
	}
	return slots, nil
}

// checkFixed compares the transcript with the one that the log has fixed, where it has.
func checkFixed(entries []*Entry, transcript []byte) error {
	for _, entry := range entries {
		for _, event := range entry.Events {
			if event.Kind != "SeedFixed" {
				continue
			}
			f := fields{values: event.Values}
			if fixed := f.bytes(0, hashSize); !bytes.Equal(fixed, transcript) {
				return notProven("CONTRIBUTION_MISMATCH", entry.Game, entry.Seq, hex.EncodeToString(transcript), hex.EncodeToString(fixed))
			}
		}
	}
	return nil
}
