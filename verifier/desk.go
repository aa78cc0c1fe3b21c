package main

import (
	"slices"
	"strings"
)

// halt is a pause or adjournment by its entry.
type halt struct {
	seq   int64
	kind  string
	until int64
}

// envelope is a sealed command by its entry; a ruling that has changed the game after `since` makes it void.
type envelope struct{ seq, since int64 }

type shelf struct {
	seq   int64
	halts []halt
	valid []int64
}

// desk is what stops a game, who has called, and what is sealed, from the events of the log.
type desk struct {
	calls, waits, called map[int64]int64
	halts                []halt
	envelopes            map[int64]envelope
	retired              []string
	changed              int64
	shelved              *shelf
	since                int64
	running              bool
	still                int64
	stillAt, ended       []int64
}

func newDesk() *desk {
	return &desk{
		calls: map[int64]int64{}, waits: map[int64]int64{}, called: map[int64]int64{},
		envelopes: map[int64]envelope{}, stillAt: []int64{0}, ended: []int64{0}, running: true,
	}
}

func (d *desk) halt() *halt {
	if len(d.halts) == 0 {
		return nil
	}
	return &d.halts[0]
}

func (d *desk) haltOf(seq int64) *halt {
	for place := range d.halts {
		if d.halts[place].seq == seq {
			return &d.halts[place]
		}
	}
	return nil
}

func (d *desk) drop(seq int64) {
	d.halts = slices.DeleteFunc(slices.Clone(d.halts), func(row halt) bool { return row.seq == seq })
}

func (d *desk) put(row halt) {
	if old := d.haltOf(row.seq); old != nil {
		*old = row
		return
	}
	d.halts = append(d.halts, row)
}

// stoppedMS counts the ms from an entry on in which the clocks were stopped.
func (d *desk) stoppedMS(seq, now int64) int64 {
	return d.stoppedTill(now) - d.stillAt[min(seq, int64(len(d.stillAt)-1))]
}

func (d *desk) stoppedTill(now int64) int64 {
	if d.running {
		return d.still
	}
	return d.still + now - d.since
}

// valid are the entries of the sealed commands that no ruling has made void.
func (d *desk) valid() []int64 {
	var found []int64
	for _, row := range d.envelopes {
		if d.changed <= row.since {
			found = append(found, row.seq)
		}
	}
	slices.Sort(found)
	return found
}

// kept are the entries of the sealed commands that hold after a rewind to an entry.
func (d *desk) kept(to int64) []int64 {
	if d.shelved == nil || to > d.shelved.seq ||
		!slices.ContainsFunc(d.shelved.halts, func(row halt) bool { return row.seq < to }) {
		return []int64{}
	}
	found := []int64{}
	for _, seq := range d.shelved.valid {
		if seq < to {
			found = append(found, seq)
		}
	}
	return found
}

// call reads RefereeCalled: who, until when it stops the clocks, and when it lapses.
func calledBy(found event) (int64, int64, int64, bool) {
	f := &fields{values: found.fields}
	by := f.number()
	f.text()
	for _, row := range f.list() {
		if _, fits := row.(int64); !fits {
			f.fail("no number")
		}
	}
	until, lapses := f.number(), f.number()
	return by, until, lapses, f.end() == ""
}

func stopped(found event) (string, int64, bool) {
	f := &fields{values: found.fields}
	kind, until := f.text(), f.number()
	return kind, until, f.end() == ""
}

func rewound(found event) (int64, bool) {
	if len(found.fields) < 3 || len(found.fields) > 5 {
		return 0, false
	}
	to, fits := found.fields[0].(int64)
	return to, fits
}

func (d *desk) enter(e *entry) {
	base, ended := e.seq-1, false
	at := func(place int64) int64 { return d.ended[min(place, int64(len(d.ended)-1))] }
	for _, found := range e.events {
		switch found.kind {
		case "Rewound":
			if to, fits := rewound(found); fits {
				base = max(0, min(to, e.seq)-1)
				d.rewind(e, to, at(base))
			}
		case "ResultReached":
			ended = true
			d.end(e, found)
		default:
			d.hear(e, found)
		}
	}
	before := at(base)
	if before == 0 && ended {
		before = e.seq
	}
	d.ended = append(d.ended, before)
	d.stillAt = append(d.stillAt, d.stoppedTill(e.time))
}

func first(found event) int64 {
	number, _ := found.fields[0].(int64)
	return number
}

func (d *desk) hear(e *entry, found event) {
	switch found.kind {
	case "RefereeCalled":
		by, until, lapses, fits := calledBy(found)
		if !fits {
			return
		}
		d.calls[e.seq] = lapses
		if until != 0 {
			d.called[by]++
			d.waits[e.seq] = until
		}
	case "GameStopped":
		kind, until, fits := stopped(found)
		if !fits {
			return
		}
		d.put(halt{e.seq, kind, until})
	case "CallClosed":
		delete(d.calls, first(found))
		delete(d.waits, first(found))
	case "StopEnded":
		delete(d.waits, first(found))
		d.drop(first(found))
	case "CommandSealed":
		d.envelopes[first(found)] = envelope{e.seq, e.seq}
	case "SealedTaken", "SealedVoid":
		by, _ := found.fields[1].(int64)
		delete(d.envelopes, by)
	case "Corrected":
		d.changed = e.seq
	case "DiceRetired":
		name, _ := found.fields[0].(string)
		d.retired = append(d.retired, strings.TrimSpace(name))
	default:
		return
	}
	d.stop(e.time)
}

func (d *desk) end(e *entry, found event) {
	if d.shelved == nil {
		d.shelve(e.seq)
	}
	d.clear(e.time)
	if ruled(found) {
		d.changed = e.seq
	}
}

func (d *desk) rewind(e *entry, to, ended int64) {
	kept := d.kept(to)
	if d.shelved != nil && to <= d.shelved.seq {
		for _, row := range d.shelved.halts {
			if row.seq < to {
				d.put(row)
			}
		}
		d.shelved = nil
		for party, row := range d.envelopes {
			if slices.Contains(kept, row.seq) {
				d.envelopes[party] = envelope{row.seq, e.seq}
			}
		}
	}
	if ended != 0 && d.shelved == nil {
		d.shelve(ended)
		d.clear(e.time)
	}
	d.stop(e.time)
	d.changed = e.seq
}

func (d *desk) shelve(seq int64) {
	row := &shelf{seq: seq, valid: d.valid()}
	for _, one := range d.halts {
		if one.kind == "adjournment" {
			row.halts = append(row.halts, one)
		}
	}
	d.shelved = row
}

func (d *desk) clear(now int64) {
	d.halts, d.waits = nil, map[int64]int64{}
	d.stop(now)
}

func (d *desk) stop(now int64) {
	stopped := len(d.halts) > 0 || len(d.waits) > 0
	if stopped && d.running {
		d.running, d.since = false, now
	} else if !stopped && !d.running {
		d.still += now - d.since
		d.running = true
	}
}

func (d *desk) isRetired(name string) bool {
	name = strings.TrimSpace(name)
	return slices.ContainsFunc(d.retired, func(other string) bool { return strings.EqualFold(other, name) })
}
