package verify

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
)

// VerifyDice draws dice again whose secrets are out: all of a finished game, and those of the stretches that were shown of
// one that goes on. Openings are those of its entries, by number. It gives how many dice it compared; those thrown on a
// table are not counted.
func VerifyDice(entries []*Entry, openings map[uint64][]Opening) (int, error) {
	drawn, err := newDice(entries)
	if err != nil {
		return 0, err
	}
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
		if slices.ContainsFunc(entry.Events, func(event Event) bool { return event.Kind == "StretchShown" }) {
			drawn.stretch++
		}
	}
	return drawn.count, nil
}

type place struct{ stream, epoch uint64 }

type dice struct {
	secret     []byte            // of the game; nil while it is not out
	stretches  map[uint64][]byte // secrets that are out; nil where the game has no stretches
	transcript []byte
	stretch    uint64 // the present one
	cursor     map[uint64]uint64
	keys       map[place][]byte
	count      int

	standing standingDice
}

func newDice(entries []*Entry) (*dice, error) {
	if len(entries) == 0 {
		return nil, notProven("GENESIS_INVALID", nil, 0, "OpenGame", "no entries")
	}
	terms, err := ReadTerms(entries[0])
	if err != nil {
		return nil, err
	}
	d := &dice{cursor: map[uint64]uint64{}, keys: map[place][]byte{}, standing: standingDice{thrown: map[uint64][]Roll{}}}
	if d.secret, err = secretOf(entries, terms); err != nil {
		return nil, err
	}
	if d.secret == nil && terms.Stretches == 0 {
		return nil, notProven("SEED_NOT_REVEALED", entries[0].Game, uint64(len(entries)), "Reveal", "none")
	}
	if d.stretches, err = stretchSecrets(entries, terms, d.secret); err != nil {
		return nil, err
	}
	if d.secret != nil || len(d.stretches) > 0 {
		d.transcript, err = transcriptOf(entries, terms)
	}
	return d, err
}

// stretchSecrets gives the secrets of stretches that are out: of all, once the game's own is.
func stretchSecrets(entries []*Entry, terms *Terms, secret []byte) (map[uint64][]byte, error) {
	if terms.Stretches == 0 {
		return nil, nil
	}
	found, last := map[uint64][]byte{}, terms.StretchesEnd
	for _, entry := range entries {
		if entry.Kind != "ShowStretch" {
			continue
		}
		f := fields{values: entry.Values}
		epoch, shown := f.natural(0), f.bytes(1, hashSize)
		before, err := StretchBefore(entry.Game, epoch+1, shown)
		if f.fault != nil || err != nil || epoch != uint64(len(found)) || !bytes.Equal(before, last) {
			return nil, notProven("EPOCH_INVALID", entry.Game, entry.Seq, "the secret of the next stretch", hex.EncodeToString(shown))
		}
		found[epoch], last = shown, shown
	}
	if secret == nil {
		return found, nil
	}
	game := entries[0].Game
	next, err := StretchEnd(secret, game)
	for number := terms.Stretches; err == nil && number > 0; number-- {
		found[number-1] = next
		next, err = StretchBefore(game, number, next)
	}
	if err != nil || !bytes.Equal(next, terms.StretchesEnd) {
		return nil, notProven("EPOCH_INVALID", game, 1, hex.EncodeToString(terms.StretchesEnd), hex.EncodeToString(next))
	}
	return found, nil
}

func (d *dice) check(entry *Entry, roll Roll) error {
	fault := func(check, expected, found string) error {
		return notProven(check, entry.Game, entry.Seq, expected, found)
	}
	next, stands := d.cursor[roll.Stream], d.standing.allows(roll)
	if !stands && roll.Index != next {
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
	var epoch uint64
	if roll.Stream == PublicStream {
		epoch = d.stretch
	}
	if !stands && roll.Epoch != epoch {
		return fault("EPOCH_INVALID", fmt.Sprintf("epoch %d", epoch), fmt.Sprintf("epoch %d", roll.Epoch))
	}
	key, err := d.key(roll)
	if err != nil {
		return fault("DICE_NOT_FROM_SEED", "a stream of dice", err.Error())
	}
	if key == nil {
		return nil // its secret is not out yet
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

func (d *dice) key(roll Roll) ([]byte, error) {
	secret, at := d.secret, place{roll.Stream, roll.Epoch}
	if d.stretches != nil && roll.Stream == PublicStream {
		secret = d.stretches[roll.Epoch]
	}
	if secret == nil || d.keys[at] != nil {
		return d.keys[at], nil
	}
	key, err := StreamKey(secret, d.transcript, roll.Epoch, roll.Stream, nil)
	d.keys[at] = key
	return key, err
}
