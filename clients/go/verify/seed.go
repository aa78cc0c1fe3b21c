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
)

// Terms is what the checks need of a game's first entry.
type Terms struct {
	Ruleset    string
	Package    string
	SeatKeys   [][][]byte // Ed25519 public keys of each seat
	Signed     bool       // commands of seats must be signed
	LogKey     string     // verification key of the heads
	Commitment []byte     // to the secret of the dice
	Settings   []byte     // hash that the contributions are bound to
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
		var keys [][]byte
		for _, key := range seat.list(1) {
			public, isBytes := key.([]byte)
			if !isBytes {
				seat.fail("key")
			}
			keys = append(keys, public)
		}
		f.join(&seat)
		terms.SeatKeys = append(terms.SeatKeys, keys)
	}
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

// SettingsHash is the hash of the values of an opening without its commitment: R of the dice protocol. Of what stands
// after the commitment it leaves out, from the end, what says nothing: nil, 0 and false. Later editions append values
// there, and an opening from before has one hash for ever.
func SettingsHash(opening []any) ([]byte, error) {
	bound := slices.Clone(opening)
	if len(bound) > termsCommitment {
		bound[termsCommitment] = nil
	}
	for last := len(bound) - 1; last > termsCommitment && saysNothing(bound[last]); last-- {
		bound = bound[:last]
	}
	data, err := Encode(bound)
	return sha(data), err
}

func saysNothing(value any) bool { return value == nil || value == int64(0) || value == false }

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
	game := entries[0].Game
	at := lastOf(entries, "Reveal")
	if at == nil {
		return nil, notProven("SEED_NOT_REVEALED", game, uint64(len(entries)), "Reveal", "none")
	}
	f := fields{values: at.Values}
	secret := f.bytes(0, hashSize)
	committed, err := Commit(game, secret)
	if err != nil || !bytes.Equal(committed, terms.Commitment) {
		return nil, notProven("SEED_COMMIT_MISMATCH", game, at.Seq, hex.EncodeToString(terms.Commitment), "another secret")
	}
	slots, err := contributions(entries, len(terms.SeatKeys))
	if err != nil {
		return nil, err
	}
	transcript, err := Transcript(game, terms.Commitment, terms.Settings, slots)
	if err != nil {
		return nil, err
	}
	if err := checkFixed(entries, transcript); err != nil {
		return nil, err
	}
	return &Seed{secret, transcript}, nil
}

func lastOf(entries []*Entry, kind string) *Entry {
	for _, entry := range slices.Backward(entries) {
		if entry.Kind == kind {
			return entry
		}
	}
	return nil
}

func contributions(entries []*Entry, seats int) ([][]byte, error) {
	slots := make([][]byte, seats)
	promised := map[int64][]byte{}
	for _, entry := range entries {
		if entry.Kind != "CommitContribution" && entry.Kind != "OpenContribution" {
			continue
		}
		f := fields{values: entry.Values}
		given, seat := f.bytes(0, hashSize), entry.Actor.Party
		fault := notProven("CONTRIBUTION_MISMATCH", entry.Game, entry.Seq, fmt.Sprintf("what seat %d promised", seat), "other bytes")
		if f.fault != nil || seat < 0 || seat >= int64(seats) {
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
		slots[seat] = given
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

// VerifyDice draws every die of a finished game again; openings are those of its entries, by number. It gives how many
// dice it compared; those thrown on a table are not counted.
func VerifyDice(entries []*Entry, openings map[uint64][]Opening) (int, error) {
	seed, err := SeedOf(entries)
	if err != nil {
		return 0, err
	}
	standing := standingDice{thrown: map[uint64][]Roll{}}
	drawn := dice{seed: seed, cursor: map[uint64]uint64{}, keys: map[uint64][]byte{}, standing: standing}
	for _, entry := range entries {
		own := openings[entry.Seq]
		if err := entry.CheckOpenings(own); err != nil {
			return 0, err
		}
		hidden, err := HiddenRolls(own)
		if err != nil {
			return 0, notProven("SEALED_OPENING_MISMATCH", entry.Game, entry.Seq, "dice in a sealed part", err.Error())
		}
		rolls := slices.Concat(entry.Rolls, hidden)
		drawn.standing.enter(entry, rolls)
		for _, roll := range rolls {
			if err := drawn.check(entry, roll); err != nil {
				return 0, err
			}
		}
	}
	return drawn.count, nil
}

type dice struct {
	seed   *Seed
	cursor map[uint64]uint64
	keys   map[uint64][]byte
	count  int

	standing standingDice
}

func (d *dice) check(entry *Entry, roll Roll) error {
	fault := func(check, expected, found string) error {
		return notProven(check, entry.Game, entry.Seq, expected, found)
	}
	next := d.cursor[roll.Stream]
	if !d.standing.allows(roll) && roll.Index != next {
		check := "DICE_CURSOR_GAP"
		if roll.Index < next {
			check = "DICE_REUSED"
		}
		return fault(check, fmt.Sprintf("index %d of stream %d", next, roll.Stream), fmt.Sprintf("index %d", roll.Index))
	}
	d.cursor[roll.Stream] = max(next, roll.Index+uint64(len(roll.Faces)))
	if roll.Stream == ReportedStream {
		return nil
	}
	if roll.Epoch != 0 {
		return fault("EPOCH_INVALID", "epoch 0", fmt.Sprintf("epoch %d, which never began", roll.Epoch))
	}
	key, err := d.key(roll.Stream)
	if err != nil {
		return fault("DICE_NOT_FROM_SEED", "a stream of dice", err.Error())
	}
	due, err := Draw(key, roll.Index, roll.Sides, len(roll.Faces))
	if err != nil {
		return fault("DICE_NOT_FROM_SEED", "dice", err.Error())
	}
	if !slices.Equal(due, roll.Faces) {
		return fault("DICE_NOT_FROM_SEED", fmt.Sprintf("%s %v", roll.Why, due), fmt.Sprint(roll.Faces))
	}
	d.count += len(due)
	return nil
}

func (d *dice) key(stream uint64) ([]byte, error) {
	if d.keys[stream] == nil {
		key, err := StreamKey(d.seed.Secret, d.seed.Transcript, 0, stream, nil)
		if err != nil {
			return nil, err
		}
		d.keys[stream] = key
	}
	return d.keys[stream], nil
}

// VerifySignatures checks the signatures of all commands of seats; in a game of signed commands each must have one.
// It gives how many there are.
func VerifySignatures(entries []*Entry) (int, error) {
	if len(entries) == 0 {
		return 0, nil
	}
	terms, err := ReadTerms(entries[0])
	if err != nil {
		return 0, err
	}
	count := 0
	for _, entry := range entries {
		if entry.Actor.Role != SeatRole || (entry.Signature == nil && !terms.Signed) {
			continue
		}
		seat := entry.Actor.Party
		known := seat >= 0 && seat < int64(len(terms.SeatKeys))
		if !known || !slices.ContainsFunc(terms.SeatKeys[seat], entry.SignedBy) {
			return 0, notProven("COMMAND_SIGNATURE_INVALID", entry.Game, entry.Seq, fmt.Sprintf("a signature of seat %d", seat), "none that fits")
		}
		count++
	}
	return count, nil
}
