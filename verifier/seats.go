package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// stopped tells that a stop is open, by its entry.
type stops struct {
	kinds   map[int64]string
	shelved map[int64]string
	at      int64
	is      bool
}

func (s *stops) hear(e *entry, found event) {
	switch found.kind {
	case "RefereeCalled":
		if truth(found.fields[3]) {
			s.kinds[e.seq] = "call"
		}
	case "GameStopped":
		s.kinds[e.seq], _ = found.fields[0].(string)
	case "CallClosed", "StopEnded":
		delete(s.kinds, first(found))
	}
}

func (s *stops) shelve(seq int64) {
	s.shelved, s.at, s.is = map[int64]string{}, seq, true
	for at, kind := range s.kinds {
		if kind == "adjournment" {
			s.shelved[at] = kind
		}
	}
}

func (s *stops) back(to int64) {
	if !s.is || to > s.at {
		return
	}
	for at, kind := range s.shelved {
		if at < to {
			s.kinds[at] = kind
		}
	}
	s.is = false
}

// orders is which seats are absent, and whether the game goes on.
type orders struct {
	out    *findings
	absent map[int64]bool
	stops  *stops
	over   bool
	overs  []bool
}

// checkAbsences: silence is taken for absent seats at once and for no others, and referees alone order it.
func checkAbsences(entries []*entry, out *findings) {
	o := &orders{out: out, absent: map[int64]bool{}, stops: &stops{kinds: map[int64]string{}}}
	stacks(entries, o.take)
}

func (o *orders) take(e *entry, stack []window) {
	due, asked := o.due(stack)
	before := []string{"AnswerAbsent", "GiveBackOutage", "AdoptEdition", "ChangeLogKey", "CloseGame"}
	if asked && !slices.Contains(before, e.kind) {
		o.out.add("CLOCK_MISMATCH", e.seq, fmt.Sprintf("AnswerAbsent for seat %d", due), e.kind)
	}
	if e.kind == "AnswerAbsent" {
		var given Value
		if len(e.arguments) > 0 {
			given = e.arguments[0]
		}
		if !asked || given != due {
			o.out.add("CLOCK_MISMATCH", e.seq, "nothing, or the absent seat that is asked", fmt.Sprintf("AnswerAbsent for %v", given))
		}
	}
	for _, found := range e.events {
		o.hear(e, found)
	}
	o.overs = append(o.overs, o.over)
}

func (o *orders) due(stack []window) (int64, bool) {
	if len(o.absent) == 0 || len(stack) == 0 || o.over || len(o.stops.kinds) > 0 {
		return 0, false
	}
	top := stack[len(stack)-1]
	if top.kind == "consent" || top.kind == "confirm_result" {
		return 0, false
	}
	for _, party := range top.asks {
		if o.absent[party] {
			return party, true
		}
	}
	return 0, false
}

func (o *orders) hear(e *entry, found event) {
	switch found.kind {
	case "AbsenceOrdered", "AbsenceEnded":
		o.ordered(e, found.kind, first(found))
	case "SeatSubstituted":
		if o.absent[first(found)] && !e.has("AbsenceEnded") {
			o.out.add("UNAUTHORISED_ACTOR", e.seq, fmt.Sprintf("the absence of seat %d to end", first(found)), e.kind)
		}
	case "ResultReached":
		o.over = true
		o.stops.shelve(e.seq)
		o.stops.kinds = map[int64]string{}
	case "Rewound":
		to := first(found)
		o.over = 1 < to && to <= int64(len(o.overs))+1 && o.overs[to-2]
		o.stops.back(to)
	default:
		o.stops.hear(e, found)
	}
}

func (o *orders) ordered(e *entry, kind string, seat int64) {
	may := e.kind == "OrderAbsent"
	if kind == "AbsenceEnded" {
		may = e.kind == "RevokeAbsent" || e.kind == "Substitute"
	}
	if !may || e.role != refereeRole && e.role != headRefereeRole || o.absent[seat] != (kind == "AbsenceEnded") {
		o.out.add("UNAUTHORISED_ACTOR", e.seq, fmt.Sprintf("a ruling about seat %d that may be given", seat), e.kind)
	}
	if kind == "AbsenceOrdered" {
		o.absent[seat] = true
	} else {
		delete(o.absent, seat)
	}
}

type named struct {
	seat int64
	name string
}

// persons is whose keys and tokens were used for which party.
type persons struct {
	out    *findings
	signed map[string]bool
	names  []named
	used   map[int64]map[string]bool
	left   map[int64]map[string]bool
}

// checkSubstitutes: neither keys nor tokens of substitutes are of who plays, or refereed, here otherwise.
func checkSubstitutes(entries []*entry, t *terms, out *findings) {
	p := &persons{out, map[string]bool{}, nil, map[int64]map[string]bool{}, map[int64]map[string]bool{}}
	for place, one := range t.seats {
		p.names = append(p.names, named{int64(place), one.name})
		for _, key := range one.keys {
			p.signed[string(key)] = true
		}
	}
	for _, e := range entries {
		p.take(e)
	}
}

func (p *persons) take(e *entry) {
	if out, there := p.left[e.party]; there && e.role == seatRole && e.key != "" {
		bad := out[e.key]
		for party, keys := range p.used {
			bad = bad || party != e.party && keys[e.key]
		}
		if bad {
			p.out.add("KEY_NOT_VALID", e.seq, fmt.Sprintf("a token of who plays seat %d now", e.party), e.key)
		}
	}
	if e.key != "" {
		if p.used[e.party] == nil {
			p.used[e.party] = map[string]bool{}
		}
		p.used[e.party][e.key] = true
	}
	seat, person, keys, there := e.substituted()
	if !there {
		return
	}
	for _, key := range keys {
		if p.signed[string(key)] {
			p.out.add("KEY_NOT_VALID", e.seq, "keys that nobody has played with here", key)
		}
	}
	for _, row := range p.names {
		if row.seat != seat && strings.EqualFold(strings.TrimSpace(row.name), strings.TrimSpace(person)) {
			p.out.add("KEY_NOT_VALID", e.seq, "a person who plays no other seat here", person)
			break
		}
	}
	for _, key := range keys {
		p.signed[string(key)] = true
	}
	p.names = append(p.names, named{seat, person})
	p.left[seat] = maps.Clone(p.used[seat])
	if p.left[seat] == nil {
		p.left[seat] = map[string]bool{}
	}
	delete(p.used, seat)
}

// checkCorrections: a correction in full view records its own items, and only rulings record any.
func checkCorrections(entries []*entry, out *findings) {
	proposed := []byte{}
	for _, e := range entries {
		found, owners := []Value{}, []Value{}
		for _, one := range e.events {
			if one.kind == "Corrected" {
				found = append(found, []Value(one.fields[1:]))
				owners = append(owners, one.fields[0])
			}
		}
		events := encode(nil, found)
		switch {
		case e.kind == "Correct" && e.has("ProposalMade"):
			proposed = encode(nil, e.arguments[1])
		case (e.kind == "Correct" || e.kind == "AnswerProposal") && len(found) > 0:
			due := proposed
			if e.kind == "Correct" {
				due = encode(nil, e.arguments[1])
			}
			if !bytes.Equal(due, events) {
				out.add("CORRECTION_MISMATCH", e.seq, "the items of the ruling", "others")
			}
		case e.kind == "CorrectHidden":
			if slices.Contains(owners, Value(int64(everyone))) || !onlyNil(found) {
				out.add("CORRECTION_MISMATCH", e.seq, "values that only a seat knows", "values in clear")
			}
		case len(found) > 0:
			out.add("CORRECTION_MISMATCH", e.seq, "no correction by "+e.kind, "one")
		}
	}
}

func onlyNil(rows []Value) bool {
	for _, row := range rows {
		for _, value := range row.([]Value) {
			if value != nil {
				return false
			}
		}
	}
	return true
}

// checkActs: what a ruling does stands in an entry of its own command.
func checkActs(entries []*entry, known *kinds, out *findings) {
	for _, e := range entries {
		for _, found := range e.events {
			if due, there := known.Events[found.kind]; there && !slices.Contains(due, e.kind) {
				out.add("CORRECTION_UNDECLARED", e.seq, fmt.Sprintf("%s by %v", found.kind, due), e.kind)
			}
		}
	}
}
