package main

import (
	"bytes"
	"fmt"
	"slices"
)

// window is an open question: its id is the number of the entry that asked it times 10,000 plus a counter.
type window struct {
	id      int64
	kind    string
	asks    []int64
	subject []string
}

const idsPerEntry = 10_000

func (w window) opened() int64 { return w.id / idsPerEntry }

// asked reads the event Asked: how many of the outermost windows stay, and those that come after them.
func asked(found event) (int64, []window, bool) {
	f := &fields{values: found.fields}
	keep := f.number()
	var windows []window
	for _, row := range f.list() {
		values, fits := row.([]Value)
		if !fits {
			return 0, nil, false
		}
		g := &fields{values: values}
		one := window{id: g.number(), kind: g.text()}
		for _, party := range g.list() {
			number, fits := party.(int64)
			if !fits {
				return 0, nil, false
			}
			one.asks = append(one.asks, number)
		}
		for _, word := range g.list() {
			text, fits := word.(string)
			if !fits {
				return 0, nil, false
			}
			one.subject = append(one.subject, text)
		}
		if g.end() != "" {
			return 0, nil, false
		}
		windows = append(windows, one)
	}
	return keep, windows, f.end() == ""
}

// kept gives the first `keep` windows of a stack; a negative number counts from its end.
func kept(stack []window, keep int64) []window {
	if keep < 0 {
		keep = max(0, int64(len(stack))+keep)
	}
	return stack[:min(keep, int64(len(stack)))]
}

// stacks gives every entry with the windows that were open before it.
func stacks(entries []*entry, each func(*entry, []window)) {
	var stack []window
	for _, e := range entries {
		each(e, stack)
		if found, there := e.event("Asked"); there {
			if keep, windows, fits := asked(found); fits {
				stack = append(slices.Clone(kept(stack, keep)), windows...)
			}
		}
	}
}

func checkTimes(entries []*entry, out *findings) {
	before := int64(0)
	for _, e := range entries {
		if e.time < before {
			out.add("TIME_REGRESSION", e.seq, fmt.Sprintf("at least %d", before), e.time)
		}
		before = max(before, e.time)
	}
}

func checkIDs(entries []*entry, out *findings) {
	seen := map[string]int64{}
	for _, e := range entries {
		if first, there := seen[string(e.id)]; there {
			out.add("COMMAND_ID_REUSED", e.seq, "an id of its own", fmt.Sprintf("that of entry %d", first))
		} else {
			seen[string(e.id)] = e.seq
		}
	}
}

// checkAuthority: the role may give this command, and role and party belong together (check 37).
func checkAuthority(entries []*entry, t *terms, known *ruleset, out *findings) {
	for _, e := range entries {
		fits := false
		switch e.role {
		case ownerRole:
			fits = e.party == referee
		case refereeRole, headRefereeRole:
			fits = e.party == referee && t.referee
		case seatRole:
			fits = e.party < int64(len(t.seats))
		case serverRole, adminRole:
			fits = e.party == table
		}
		if known != nil {
			if kind, there := known.Commands[e.kind]; there && !slices.Contains(kind.Roles, e.role) {
				fits = false
			}
		}
		if !fits {
			out.add("UNAUTHORISED_ACTOR", e.seq, "a role that may give "+e.kind, fmt.Sprintf("role %d, party %d", e.role, e.party))
		}
	}
}

// checkFreshness: a command was decided on the game that stands (check 40).
func checkFreshness(entries []*entry, t *terms, out *findings) {
	places, last := map[string]int64{}, map[int64]int64{}
	changed := int64(0)
	stacks(entries, func(e *entry, stack []window) {
		due := max(last[e.party], changed)
		if len(stack) > 0 {
			due = max(due, stack[len(stack)-1].opened())
		}
		if seen, there := places[string(e.head)]; e.head != nil && there && seen < due {
			out.add("STALE_COMMAND", e.seq, fmt.Sprintf("a head from entry %d on", due), fmt.Sprintf("that of entry %d", seen))
		}
		if e.head == nil && (e.has("RulingGiven") || t.event != nil && e.role == seatRole) {
			out.add("STALE_COMMAND", e.seq, "the head that it was decided on", "none")
		}
		if result, there := e.event("ResultReached"); e.has("Rewound") || there && ruled(result) {
			changed = e.seq
		}
		places[string(e.hash)] = e.seq
		last[e.party] = e.seq
	})
}

// ruled tells whether a result rests on a ruling, which its eighth field names.
func ruled(result event) bool {
	if len(result.fields) <= 7 {
		return false
	}
	return truth(result.fields[7])
}

func truth(value Value) bool {
	switch found := value.(type) {
	case nil:
		return false
	case bool:
		return found
	case int64:
		return found != 0
	case string:
		return found != ""
	case []byte:
		return len(found) > 0
	case []Value:
		return len(found) > 0
	}
	return true
}

// rolls is the report that waits for its acknowledgement, and the faces acknowledged since the last use.
type rolls struct {
	out     *findings
	waits   bool
	party   int64
	pending Value
	taken   []Value
}

// checkReports: faces count only once acknowledged by another than who reported them (checks 35 and 36).
func checkReports(entries []*entry, t *terms, out *findings) {
	reports, from := &rolls{out: out}, newSource(t)
	for _, e := range entries {
		from.enter(e)
		if e.kind == "ReportRoll" && !from.allowed[reported] {
			out.add("DICE_SOURCE_VIOLATION", e.seq, "no reports in a seeded game", e.kind)
		}
		reports.take(e)
	}
}

func (r *rolls) take(e *entry) {
	switch e.kind {
	case "ReportRoll":
		r.waits, r.party, r.pending = true, e.party, []Value{}
		if len(e.arguments) > 0 {
			r.pending = e.arguments[0]
		}
	case "DisputeRoll":
		r.waits = false
	case "AcknowledgeRoll":
		r.acknowledge(e.seq, e.party)
	}
	for _, found := range e.events {
		switch {
		case found.kind == "ThrowVoided":
			r.waits = false
		case found.kind == "ThrowDrawn":
			r.waits = false
			r.taken = append(r.taken, found.fields[1])
		case found.kind == "RollAcknowledged" && (e.kind == "AnswerAbsent" || e.kind == "CallFlag" || e.kind == "EnforceDeadline"):
			r.acknowledge(e.seq, found.fields[0].(int64))
		}
	}
	var used []Value
	for _, row := range e.dice {
		if row.stream == reported {
			faces := []Value{}
			for _, face := range row.faces {
				faces = append(faces, face)
			}
			used = append(used, faces)
		}
	}
	if used != nil {
		if !sameValues(used, r.taken) {
			r.unconfirmed(e.seq, "the acknowledged faces", "other faces")
		}
		r.taken = nil
	}
	if e.has("ResultReached", "Rewound", "Corrected") {
		r.waits, r.taken = false, nil
	}
}

func sameValues(one, two []Value) bool {
	if one == nil {
		one = []Value{}
	}
	if two == nil {
		two = []Value{}
	}
	return bytes.Equal(encode(nil, one), encode(nil, two))
}

func (r *rolls) acknowledge(seq, party int64) {
	if !r.waits || r.party == party {
		r.unconfirmed(seq, "an acknowledgement by another party than the one who reported", fmt.Sprintf("party %d", party))
	} else {
		r.taken = append(r.taken, r.pending)
	}
	r.waits = false
}

func (r *rolls) unconfirmed(seq int64, expected, found string) {
	r.out.add("REPORTED_ROLL_UNCONFIRMED", seq, expected, found)
}

const (
	minuteMS          = int64(60_000)
	hourMS            = 60 * minuteMS
	confirmSeconds    = int64(600)
	contributeSeconds = int64(24 * 3600)
)

func refereeMS(t *eventTerms) int64 {
	if t != nil && t.referee != 0 {
		return t.referee
	}
	return hourMS
}

// limitMS is the time until the service may end a question; 0 for never.
func limitMS(w window, limit int64, t *eventTerms) int64 {
	ofReferee := w.kind == "dispute" || w.kind == "consent" || w.kind == "appeal_lodged"
	switch {
	case ofReferee && slices.Equal(w.asks, []int64{referee}):
		return refereeMS(t)
	case w.kind == "consent" && t != nil && limit == 0:
		return refereeMS(t)
	case w.kind == "confirm_result":
		return 1000 * confirmSeconds
	case limit != 0:
		return 1000 * limit
	case w.kind == "contribute" || w.kind == "open_contribution":
		return 1000 * contributeSeconds
	}
	return 0
}

// checkEnd: seats confirmed the result; the service waited as long as it has to (checks 55 and 56).
func checkEnd(entries []*entry, t *terms, out *findings) {
	f := factsOf(entries, t)
	closed := slices.ContainsFunc(entries, func(e *entry) bool { return e.kind == "CloseGame" })
	if missing := f.unconfirmed(); f.secret != nil && len(missing) > 0 && !closed {
		out.add("RESULT_UNCONFIRMED", f.secret.seq, "confirmation by seats "+numbers(missing), "none")
	}
	times := map[int64]int64{}
	for _, e := range entries {
		times[e.seq] = e.time
	}
	since, desk := int64(0), newDesk()
	stacks(entries, func(e *entry, stack []window) {
		if e.role == serverRole && e.kind == "EnforceDeadline" && len(stack) > 0 {
			top := stack[len(stack)-1]
			from := max(top.opened(), since)
			stopped := desk.stoppedMS(from, e.time)
			at, there := times[from]
			if !there {
				at = e.time
			}
			limit, passed := limitMS(top, t.responseLimit, t.eventTerms), e.time-at-stopped
			if limit == 0 {
				out.add("CLOCK_MISMATCH", e.seq, "a limit in the terms", "none, and the service ended the question")
			} else if passed < limit {
				out.add("CLOCK_MISMATCH", e.seq, fmt.Sprintf("%d ms after entry %d", limit, from), fmt.Sprintf("%d ms", passed))
			}
		}
		if e.has("Asked") {
			since = e.seq
		}
		desk.enter(e)
	})
}
