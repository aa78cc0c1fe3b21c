package main

import (
	"fmt"
	"slices"
	"sort"
)

// numbersOf takes the numbers out of an array, and none of anything else.
func numbersOf(value Value) []int64 {
	rows, _ := value.([]Value)
	found := []int64{}
	for _, row := range rows {
		switch one := row.(type) {
		case int64:
			found = append(found, one)
		case bool:
			if one {
				found = append(found, 1)
			} else {
				found = append(found, 0)
			}
		}
	}
	return found
}

type agreement struct {
	party int64
	key   string
}

// rewinds follows what rewinds make void and who may give them.
type rewinds struct {
	entries         map[int64]*entry
	t               *terms
	out             *findings
	to              map[int64]int64
	fixed, finished int64
	opened          map[int64]int64
	proposed        *entry
	agreed          []agreement
	least           int64
	falls, set      map[int64]int64
}

func newRewinds(entries []*entry, t *terms, out *findings) *rewinds {
	r := &rewinds{
		entries: map[int64]*entry{}, t: t, out: out, to: map[int64]int64{}, opened: map[int64]int64{},
		least: minuteMS, falls: map[int64]int64{}, set: map[int64]int64{},
	}
	for _, e := range entries {
		r.entries[e.seq] = e
		if found, there := e.event("Rewound"); there && len(found.fields) > 0 {
			if to, fits := found.fields[0].(int64); fits {
				r.to[e.seq] = to
			}
		}
		if r.fixed == 0 && e.has("SeedFixed") {
			r.fixed = e.seq
		}
		if r.finished == 0 && e.has("Finished") {
			r.finished = e.seq
		}
		if found, there := e.event("Unsealed"); there && len(found.fields) > 0 {
			if opened := numbersOf(found.fields[0]); len(opened) > 0 {
				r.opened[e.seq] = slices.Min(opened)
			}
		}
	}
	if t.eventTerms != nil && t.eventTerms.clock != nil && t.eventTerms.clock.least != 0 {
		r.least = t.eventTerms.clock.least
	}
	return r
}

func checkRewinds(entries []*entry, t *terms, out *findings) {
	r := newRewinds(entries, t, out)
	for _, e := range entries {
		r.follow(e)
		if found, there := e.event("Rewound"); there {
			to, fits := int64(0), false
			if len(found.fields) > 0 {
				to, fits = found.fields[0].(int64)
			}
			if !fits || len(found.fields) <= 3 {
				out.add("REWIND_INVALID", e.seq, "a rewind that can be read", "another")
			} else {
				r.check(e, to, found.fields)
			}
		}
		r.leave(e)
	}
}

func (r *rewinds) follow(e *entry) {
	if e.has("ProposalMade") {
		r.proposed, r.agreed = e, nil
	} else if e.kind == "AnswerProposal" && len(e.arguments) > 0 && e.arguments[0] == true {
		r.agreed = append(r.agreed, agreement{e.party, e.key})
	}
}

func (r *rewinds) leave(e *entry) {
	for _, found := range e.events {
		if len(found.fields) == 0 {
			continue
		}
		seat, fits := found.fields[0].(int64)
		if fits && found.kind == "FlagFell" {
			r.falls[e.seq] = seat
		} else if fits && found.kind == "ClockSet" {
			r.set[seat] = e.seq
		}
	}
}

func (r *rewinds) invalid(e *entry, expected, found string) {
	r.out.add("REWIND_INVALID", e.seq, expected, found)
}

func (r *rewinds) check(e *entry, to int64, values []Value) {
	named := numbersOf(values[1])
	voids := r.voids(e.seq-1, to, len(named)+1)
	if len(voids) == 0 || voids[0] != to || to <= r.fixed || r.finished != 0 && e.seq > r.finished {
		r.invalid(e, fmt.Sprintf("an entry that stands, after entry %d and before the close", r.fixed), fmt.Sprint(to))
		return
	}
	if !slices.Equal(named, voids) {
		r.invalid(e, "entries "+numbers(voids)+" to be void", numbers(named))
	}
	var shown []int64
	split := int64(0)
	for _, seq := range voids {
		if opened, there := r.opened[seq]; there && opened < to && split == 0 {
			split = seq
		}
		if r.entries[seq].has("Unsealed") {
			shown = append(shown, seq)
		}
	}
	if split != 0 {
		r.invalid(e, fmt.Sprintf("all of what entry %d opened to be void", split), fmt.Sprint(to))
	}
	learnt := numbersOf(values[3])
	for _, seq := range shown {
		if !slices.Contains(learnt, seq) {
			r.invalid(e, "entries "+numbers(shown)+" to be named as learnt", numbers(learnt))
			break
		}
	}
	r.authority(e, voids)
	r.flags(e, voids)
}

// voids lists the entries from `to` on that stood at an entry; no more than so many, the last ones.
func (r *rewinds) voids(seq, to int64, most int) []int64 {
	var found []int64
	for seq >= max(to, 1) && len(found) < most {
		found = append(found, seq)
		base := seq
		if back, there := r.to[seq]; there {
			base = min(back, seq)
		}
		seq = base - 1
	}
	slices.Reverse(found)
	return found
}

func (r *rewinds) authority(e *entry, voids []int64) {
	var learnt []int64
	foreign := false
	for _, seq := range voids {
		was := r.entries[seq]
		if len(was.dice) > 0 || was.has("Unsealed", "RollRequested", "RollReported") {
			learnt = append(learnt, seq)
		}
		if was.role != seatRole || was.party != e.party || was.has("RulingGiven") {
			foreign = true
		}
	}
	switch {
	case e.kind == "TakeBack":
		if len(learnt) > 0 || foreign {
			r.out.add("UNDO_AFTER_INFORMATION", e.seq, "own entries without dice or reveals", numbers(voids))
		}
	case e.kind == "AnswerProposal":
		r.agreement(e)
	case e.kind == "Rewind" && e.party < spectator:
		r.out.add("UNAUTHORISED_ACTOR", e.seq, "the agreement of the other seats", e.kind)
	case len(learnt) > 0 && r.t.event != nil && e.role != headRefereeRole:
		r.out.add("UNAUTHORISED_ACTOR", e.seq, "a head referee, or two referees", fmt.Sprintf("role %d", e.role))
	}
}

func (r *rewinds) agreement(e *entry) {
	proposed, agreed := r.proposed, r.agreed
	r.proposed, r.agreed = nil, nil
	if proposed == nil {
		r.out.add("UNAUTHORISED_ACTOR", e.seq, "a proposal that was agreed to", "none")
		return
	}
	if proposed.party < spectator {
		missing := []int64{}
		for place := range r.t.seats {
			seat := int64(place)
			if seat != proposed.party && !slices.ContainsFunc(agreed, func(row agreement) bool { return row.party == seat }) {
				missing = append(missing, seat)
			}
		}
		if len(missing) > 0 {
			r.out.add("UNAUTHORISED_ACTOR", e.seq, "the agreement of seats "+numbers(missing), "none")
		}
	} else if !slices.ContainsFunc(agreed, func(row agreement) bool { return row.key != proposed.key }) {
		r.out.add("UNAUTHORISED_ACTOR", e.seq, "the agreement of a second referee", "none")
	}
}

// flags: whose fall is void has the least time of the terms.
func (r *rewinds) flags(e *entry, voids []int64) {
	given := map[int64]bool{}
	for _, found := range e.events {
		if found.kind == "ClockSet" && len(found.fields) >= 3 {
			row := numbersOf(found.fields[:3])
			if len(row) == 3 && row[2] >= r.least {
				given[row[0]] = true
			}
		}
	}
	var short []int64
	for _, seq := range voids {
		seat, fell := r.falls[seq]
		if fell && seq > r.set[seat] && !given[seat] && !slices.Contains(short, seat) {
			short = append(short, seat)
		}
	}
	sort.Slice(short, func(i, j int) bool { return short[i] < short[j] })
	if len(short) > 0 {
		r.invalid(e, fmt.Sprintf("%d ms at least for seats %s, whose flags had fallen", r.least, numbers(short)), "less")
	}
}
