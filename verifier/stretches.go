package main

import (
	"bytes"
	"fmt"
)

const stretchesMost = 1024

// stretches are those of the open dice, entry after entry; secrets are those that are out.
type stretches struct {
	t                          *terms
	out                        *findings
	game, secret               []byte
	chain, shown               map[int64][]byte
	present, dice, since, last int64
	over                       bool
}

func newStretches(entries []*entry, t *terms, secret []byte, out *findings) *stretches {
	s := &stretches{t: t, out: out, game: entries[0].game, secret: secret, chain: map[int64][]byte{}, shown: map[int64][]byte{}}
	if t.stretches == nil {
		return s
	}
	if count := t.stretches.count; secret != nil && count > 0 && count <= stretchesMost {
		found := stretchEnd(secret, s.game)
		for number := count; number > 0; number-- {
			s.chain[number-1] = found
			found = stretchBefore(s.game, number, found)
		}
		if !bytes.Equal(found, t.stretches.commitment) {
			out.add("EPOCH_INVALID", 1, t.stretches.commitment, found)
		}
	}
	last := t.stretches.commitment
	for _, e := range entries {
		epoch, value, fits := shownBy(e)
		if fits && epoch == int64(len(s.shown)) && bytes.Equal(stretchBefore(s.game, epoch+1, value), last) {
			s.shown[epoch], last = value, value
		}
	}
	return s
}

// shownBy reads what a ShowStretch shows.
func shownBy(e *entry) (epoch int64, secret []byte, fits bool) {
	if e.kind != "ShowStretch" || len(e.arguments) != 2 {
		return 0, nil, false
	}
	epoch, first := e.arguments[0].(int64)
	secret, second := e.arguments[1].([]byte)
	return epoch, secret, first && second && len(secret) == 32
}

// secretOf gives what dice hang on, nil while it is not out.
func (s *stretches) secretOf(row throw) []byte {
	if s.t.stretches == nil || row.stream != 0 {
		return s.secret
	}
	if found := s.chain[row.epoch]; found != nil {
		return found
	}
	return s.shown[row.epoch]
}

func (s *stretches) begin(e *entry) {
	if e.kind != "ShowStretch" {
		return
	}
	epoch, secret, fits := shownBy(e)
	if !fits {
		s.out.add("EPOCH_INVALID", e.seq, "a stretch and its secret", "other fields")
		return
	}
	if epoch != s.present || !s.usedUp(e.time) || e.role != serverRole {
		s.out.add("EPOCH_INVALID", e.seq, fmt.Sprintf("stretch %d, once it is used up", s.present), fmt.Sprintf("stretch %d", epoch))
	}
	if !bytes.Equal(s.shown[epoch], secret) {
		s.out.add("EPOCH_INVALID", e.seq, "a secret that leads to the commitment of the opening", secret)
	}
}

func (s *stretches) usedUp(now int64) bool {
	rows := s.t.stretches
	if rows == nil || s.dice == 0 || s.over || s.present >= rows.count-1 {
		return false
	}
	return rows.seconds > 0 && now >= s.since+1000*rows.seconds || rows.dice > 0 && s.dice >= rows.dice
}

// take checks the epoch of a fresh row.
func (s *stretches) take(e *entry, row throw) {
	due := int64(0)
	if row.stream == 0 {
		due = s.present
	}
	if row.epoch != due {
		s.out.add("EPOCH_INVALID", e.seq, due, row.epoch)
	}
	if row.stream != 0 || s.t.stretches == nil {
		return
	}
	if s.dice > 0 && s.last != e.seq && s.usedUp(e.time) {
		s.out.add("EPOCH_INVALID", e.seq, fmt.Sprintf("the secret of stretch %d before the next die", s.present), "none")
	}
	s.last = e.seq
	if s.dice == 0 {
		s.since = e.time
	}
	s.dice += int64(len(row.faces))
}

func (s *stretches) leave(e *entry) {
	if found, there := e.event("StretchShown"); there && len(found.fields) > 0 && found.fields[0] == s.present {
		s.present++
		s.dice = 0
	}
	s.over = s.over || e.has("Finished")
}
