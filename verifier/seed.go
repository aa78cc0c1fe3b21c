package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
)

var wellKnown = []string{
	"0000000000000000000000000000000000000000000000000000000000000000",
	"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
	"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
}

type given struct {
	seq   int64
	value []byte
}

// facts are what the entries say of a game's seed.
type facts struct {
	t             *terms
	game          []byte
	commitments   map[int64]given
	contributions map[int64]given
	absent        map[int64]bool
	fixed, secret *given
	finished      int64
	confirmed     map[int64]bool
	drawn         int64
}

func factsOf(entries []*entry, t *terms) *facts {
	f := &facts{
		t: t, game: entries[0].game, commitments: map[int64]given{}, contributions: map[int64]given{},
		absent: map[int64]bool{}, confirmed: map[int64]bool{}, drawn: 1 << 53,
	}
	for _, e := range entries {
		if len(e.dice) > 0 {
			f.drawn = e.seq
			break
		}
	}
	for _, e := range entries {
		f.take(e)
	}
	return f
}

func (f *facts) take(e *entry) {
	var value []byte
	if len(e.arguments) > 0 {
		value, _ = e.arguments[0].([]byte)
	}
	switch {
	case e.kind == "CommitContribution" && value != nil:
		if _, there := f.commitments[e.party]; !there {
			f.commitments[e.party] = given{e.seq, value}
		}
	case e.kind == "OpenContribution" && value != nil:
		if _, there := f.contributions[e.party]; !there {
			f.contributions[e.party] = given{e.seq, value}
		}
	case e.kind == "Reveal" && value != nil:
		f.secret = &given{e.seq, value}
	case e.kind == "ConfirmResult":
		f.confirmed[e.party] = true
	}
	for _, found := range e.events {
		var number int64
		var raw []byte
		var isNumber bool
		if len(found.fields) > 0 {
			number, isNumber = found.fields[0].(int64)
			raw, _ = found.fields[0].([]byte)
		}
		switch found.kind {
		case "SeatSubstituted":
			if _, opened := f.contributions[number]; isNumber && !opened {
				delete(f.commitments, number) // who sits there now has committed to nothing yet
			}
		case "SeatAbsent":
			if isNumber {
				f.absent[number] = true
			}
		case "SeedFixed":
			if raw != nil {
				f.fixed = &given{e.seq, raw}
			}
		case "Finished":
			f.finished = e.seq
		}
	}
}

func (f *facts) transcript() []byte {
	all := make([][]byte, len(f.t.contributors))
	for place, party := range f.t.contributors {
		if found, there := f.contributions[party]; there {
			all[place] = found.value
		}
	}
	committed := f.t.commitment
	if committed == nil {
		committed = zero
	}
	return transcriptOf(f.game, committed, f.t.settings, all)
}

func (f *facts) unconfirmed() []int64 {
	var seats []int64
	for place := range f.t.seats {
		if !f.confirmed[int64(place)] {
			seats = append(seats, int64(place))
		}
	}
	return seats
}

// checkSeed: commitments, contributions and secret fit together and came in their order (checks 21 to 28).
func checkSeed(entries []*entry, t *terms, out *findings) []byte {
	f := factsOf(entries, t)
	for _, one := range f.contributions {
		if len(one.value) != 32 {
			out.add("CONTRIBUTION_MISMATCH", 0, "contributions of 32 bytes", "another size")
			return nil
		}
	}
	f.checkContributions(out)
	if f.fixed != nil && !bytes.Equal(f.fixed.value, f.transcript()) {
		out.add("CONTRIBUTION_MISMATCH", f.fixed.seq, f.transcript(), f.fixed.value)
	}
	if f.secret == nil {
		if f.finished != 0 && len(f.unconfirmed()) == 0 {
			out.add("SEED_NOT_REVEALED", f.finished, "the secret after the close", "none")
		}
		return nil
	}
	secret := f.secret.value
	if len(secret) != 32 || !bytes.Equal(commitment(f.game, secret), t.commitment) {
		out.add("SEED_COMMIT_MISMATCH", f.secret.seq, t.commitment, "another secret")
		return nil
	}
	if slices.Contains(wellKnown, hex.EncodeToString(secret)) && !t.test {
		out.add("TEST_SEED", f.secret.seq, "a secret of its own", "a well known one")
	}
	return secret
}

func (f *facts) checkContributions(out *findings) {
	last := int64(0)
	for _, one := range f.commitments {
		last = max(last, one.seq)
	}
	for _, seat := range f.t.contributors {
		opened, there := f.contributions[seat]
		if !there {
			if f.fixed != nil && f.t.profile != "P0" && !f.absent[seat] {
				out.add("CONTRIBUTION_MISSING", f.fixed.seq, fmt.Sprintf("seat %d opens or is absent", seat), "neither")
			}
			continue
		}
		committed, promised := f.commitments[seat]
		if !promised || opened.seq < last {
			out.add("CONTRIBUTION_ORDER", opened.seq, "all commitments before any opening", fmt.Sprintf("seat %d opened before", seat))
		}
		if opened.seq > f.drawn {
			out.add("CONTRIBUTION_ORDER", opened.seq, fmt.Sprintf("openings before the first die (entry %d)", f.drawn), fmt.Sprintf("seat %d", seat))
		}
		if due := seatCommitment(f.game, seat, opened.value); promised && !bytes.Equal(due, committed.value) {
			out.add("CONTRIBUTION_MISMATCH", opened.seq, committed.value, due)
		}
		if f.isWeak(seat, opened.value) {
			out.add("CONTRIBUTION_WEAK", opened.seq, "32 random bytes", "constant or equal bytes")
		}
	}
}

func (f *facts) isWeak(seat int64, value []byte) bool {
	for other, one := range f.contributions {
		if other != seat && bytes.Equal(one.value, value) {
			return true
		}
	}
	return !f.t.test && bytes.Count(value, value[:1]) == len(value)
}

// source says where the open dice of an entry may come from.
type source struct {
	stream  int64
	awaited bool
	allowed map[int64]bool
	silent  [][]Value
}

func newSource(t *terms) *source {
	s := &source{}
	if t.diceMode == "reported" {
		s.stream = reported
	}
	return s
}

func (s *source) enter(e *entry) {
	s.allowed = map[int64]bool{s.stream: true}
	if s.awaited {
		s.allowed[reported] = true
	}
	s.silent = nil
	for _, found := range e.events {
		switch found.kind {
		case "ThrowDrawn":
			s.silent = append(s.silent, found.fields[1].([]Value))
		case "RollRequested":
			s.awaited = true
		case "RollsTaken", "ResultReached", "Rewound", "Corrected":
			s.awaited = false
		case "DiceSourceChanged":
			if len(found.fields) > 0 {
				switch found.fields[0] {
				case "seeded":
					s.stream = 0
				case "reported":
					s.stream = reported
				}
			}
		}
	}
}

func sameFaces(values []Value, faces []int64) bool {
	if len(values) != len(faces) {
		return false
	}
	for place, value := range values {
		if value != faces[place] {
			return false
		}
	}
	return true
}

func (s *source) allows(row throw) bool {
	if row.stream == 0 && len(s.silent) > 0 && sameFaces(s.silent[0], row.faces) {
		s.silent = s.silent[1:]
		return true
	}
	return s.allowed[row.stream] || (row.stream != 0 && row.stream != reported)
}

// standing are the throws of a void entry that a ruling lets stand.
type standing struct {
	kind          string
	waiting, rows []throw
	thrown        map[int64][]throw
}

func (s *standing) enter(e *entry, rows []throw) {
	s.thrown[e.seq] = rows
	s.rows = nil
	if len(rows) > 0 {
		if e.kind == s.kind || e.kind == "EnforceDeadline" || e.kind == "CallFlag" || e.kind == "AnswerAbsent" {
			s.rows = s.waiting
		}
		s.waiting = nil
	}
	if e.has("Corrected", "ResultReached") {
		s.waiting = nil
	}
	if found, there := e.event("Rewound"); there {
		s.letStand(found)
	}
}

func (s *standing) letStand(found event) {
	s.kind, s.waiting = "", nil
	if len(found.fields) <= 4 {
		return
	}
	again, fits := found.fields[4].([]Value)
	if !fits || len(again) <= 2 {
		return
	}
	s.kind, _ = again[2].(string)
	if number, fits := again[0].(int64); fits {
		s.waiting = slices.Clone(s.thrown[number])
	}
}

func (s *standing) allows(row throw) bool {
	for place, found := range s.rows {
		if found.stream != row.stream {
			continue
		}
		if !found.same(row) {
			break
		}
		s.rows = slices.Delete(slices.Clone(s.rows), place, place+1)
		return true
	}
	s.rows = nil
	return false
}

// checkDice: dice after the seed, from the seed, without gap and never twice, from their source (29 to 33, 35).
func checkDice(entries []*entry, b *bundle, t *terms, secret []byte, out *findings) {
	f := factsOf(entries, t)
	cursors, keys := map[int64]int64{}, map[[2]int64][]byte{}
	closed := closedStreams(entries, b)
	source, stands := newSource(t), &standing{thrown: map[int64][]throw{}}
	bound, divided := f.transcript(), newStretches(entries, t, secret, out)
	for _, e := range entries {
		rows := append(slices.Clone(e.dice), hiddenRows(e, b)...)
		source.enter(e)
		stands.enter(e, rows)
		divided.begin(e)
		if len(rows) > 0 && (f.fixed == nil || e.seq <= f.fixed.seq) {
			out.add("DICE_BEFORE_SEED", e.seq, "no die before the contributions are closed", rows[0].label)
		}
		for _, row := range rows {
			stood := !closed[row.stream] && stands.allows(row)
			if !stood {
				divided.take(e, row)
			}
			if !source.allows(row) {
				out.add("DICE_SOURCE_VIOLATION", e.seq, fmt.Sprintf("stream %d", source.stream), fmt.Sprintf("stream %d", row.stream))
			}
			if !closed[row.stream] {
				if cursor := cursors[row.stream]; !stood && row.index != cursor {
					name := "DICE_REUSED"
					if row.index > cursor {
						name = "DICE_CURSOR_GAP"
					}
					out.add(name, e.seq, fmt.Sprintf("index %d of stream %d", cursor, row.stream), fmt.Sprintf("index %d", row.index))
				}
				cursors[row.stream] = max(cursors[row.stream], row.index+int64(len(row.faces)))
			}
			own, at := divided.secretOf(row), [2]int64{row.stream, row.epoch}
			if own == nil || row.stream == reported {
				continue
			}
			if keys[at] == nil {
				keys[at] = streamKey(own, bound, row.epoch, row.stream, zero)
			}
			if due := draw(keys[at], row.index, row.sides, len(row.faces)); !slices.Equal(due, row.faces) {
				out.add("DICE_NOT_FROM_SEED", e.seq, fmt.Sprintf("faces %s at index %d", numbers(due), row.index), "faces "+numbers(row.faces))
			}
		}
		divided.leave(e)
	}
}

func hiddenRows(e *entry, b *bundle) []throw {
	var rows []throw
	for _, row := range b.openings[e.seq] {
		if row.part == 1 {
			if found, err := readRest(row.data); err == nil {
				rows = append(rows, found...)
			}
		}
	}
	return rows
}

// closedStreams are those of which some rows may be missing, since a part of their owner is not opened.
func closedStreams(entries []*entry, b *bundle) map[int64]bool {
	closed := map[int64]bool{}
	for _, e := range entries {
		for _, part := range e.sealed {
			opened := slices.ContainsFunc(b.openings[e.seq], func(row opening) bool {
				return row.part == 1 && row.owner == part.owner
			})
			if !opened {
				closed[hiddenStream(part.owner)] = true
			}
		}
	}
	return closed
}
