package main

import (
	"fmt"
	"slices"
)

const appealLeastMS = int64(300_000)

type appeal struct{ seq, seat, about, left int64 }

type matter struct{ seat, about int64 }

type resumed struct{ seq, left int64 }

// appeals is what is known of appeals in the entries so far.
type appeals struct {
	t          *terms
	out        *findings
	open       *appeal
	matters    map[matter]bool
	overturned map[int64]bool
	rulings    map[int64]string
	times      map[int64]int64
	resumed    *resumed
	waived     map[int64]bool
	closed     bool
	down       int64
	downs      map[int64]int64
}

// checkAppeals: no ruling after the close, no close over an appeal, and what appeals may be (checks 51 and 54).
func checkAppeals(entries []*entry, t *terms, out *findings) {
	a := &appeals{
		t: t, out: out, matters: map[matter]bool{}, overturned: map[int64]bool{}, rulings: map[int64]string{},
		times: map[int64]int64{}, waived: map[int64]bool{}, downs: map[int64]int64{},
	}
	stacks(entries, func(e *entry, stack []window) {
		var time *window
		for place := len(stack) - 1; place >= max(0, len(stack)-16); place-- {
			if stack[place].kind == "appeal" {
				time = &stack[place] // the outermost of them
			}
		}
		a.take(e, time)
	})
}

func (a *appeals) take(e *entry, w *window) {
	a.times[e.seq] = e.time
	ruling := e.has("RulingGiven")
	if a.closed && ruling {
		a.out.add("LATE_RULING", e.seq, "no ruling after the close", e.kind)
	}
	if found, there := e.event("AppealLodged"); there {
		a.lodged(e, found, w)
	}
	if found, there := e.event("AppealSettled"); there {
		a.settled(e, found, w)
	}
	if found, there := e.event("AppealOverturned"); there {
		a.overturn(e, found)
	}
	if e.has("AppealWaived") {
		a.waived[e.party] = true
	}
	if e.has("Finished") {
		a.finished(e, w)
	}
	if ruling {
		a.rulings[e.seq] = e.key
	}
	if e.has("ResultReached") {
		a.waived = map[int64]bool{}
	}
	if e.has("Rewound") {
		a.waived, a.open = map[int64]bool{}, nil
	}
	if found, there := e.event("OutageGivenBack"); there && len(found.fields) == 2 {
		from, one := found.fields[0].(int64)
		to, two := found.fields[1].(int64)
		if one && two {
			a.down += max(0, to-from)
		}
	}
	a.downs[e.seq] = a.down
}

func (a *appeals) invalid(e *entry, expected string, found any) {
	a.out.add("APPEAL_INVALID", e.seq, expected, found)
}

func (a *appeals) lodged(e *entry, found event, w *window) {
	lodged := &appeal{e.seq, found.fields[0].(int64), found.fields[1].(int64), found.fields[2].(int64)}
	key := matter{lodged.seat, lodged.about}
	switch {
	case w == nil || a.open != nil || a.waived[lodged.seat]:
		a.invalid(e, "an appeal while the time for it runs", e.kind)
	case a.matters[key] || a.overturned[lodged.about]:
		a.invalid(e, "a matter that the seat has not appealed about, nor was overturned", lodged.about)
	default:
		if due := a.closes(w) - e.time; due <= 0 || lodged.left != due {
			a.out.add("CLOCK_MISMATCH", e.seq, fmt.Sprintf("%d ms left for appeals", due), lodged.left)
		}
	}
	a.matters[key] = true
	a.open = lodged
}

func (a *appeals) settled(e *entry, found event, w *window) {
	lodged := a.open
	end, left := found.fields[1], found.fields[2]
	if lodged == nil || w == nil || found.fields[0] != lodged.seq {
		a.invalid(e, "an appeal that waits", found.fields[0])
		return
	}
	fits := false
	switch end {
	case "withdrawn":
		fits = e.kind == "WithdrawAppeal" && e.party == lodged.seat
	case "upheld":
		fits = e.kind == "UpholdRuling" && a.mayUphold(e, lodged)
	case "lapsed":
		fits = e.kind == "EnforceDeadline" && e.role == serverRole
	}
	if !fits {
		a.out.add("UNAUTHORISED_ACTOR", e.seq, fmt.Sprintf("somebody who may end an appeal as %v", end), e.kind)
	}
	due := max(lodged.left, appealLeastMS)
	if w.opened() > lodged.seq {
		due = max(1000*a.t.appealWindow, appealLeastMS)
	}
	if left != due {
		a.out.add("CLOCK_MISMATCH", e.seq, fmt.Sprintf("%d ms left for appeals", due), left)
	}
	number, _ := left.(int64)
	a.open, a.resumed = nil, &resumed{e.seq, number}
}

func (a *appeals) overturn(e *entry, found event) {
	lodged := a.open
	if lodged == nil || found.fields[0] != lodged.seq || found.fields[1] != lodged.about {
		a.invalid(e, "an appeal that waits", fmt.Sprint(found.fields))
		return
	}
	if a.overturned[lodged.about] {
		a.invalid(e, "a matter that was not overturned before", lodged.about)
	}
	if author, there := a.rulings[lodged.about]; there && author == e.key && !a.isHead(e) {
		a.out.add("UNAUTHORISED_ACTOR", e.seq, "another referee than the author of the ruling", e.key)
	}
	a.overturned[lodged.about], a.overturned[e.seq] = true, true
	a.open = nil
}

func (a *appeals) mayUphold(e *entry, lodged *appeal) bool {
	author, there := a.rulings[lodged.about]
	if !there || author != e.key {
		return true
	}
	for _, key := range a.rulings {
		if key != e.key {
			return false
		}
	}
	return a.isHead(e)
}

func (a *appeals) isHead(e *entry) bool { return e.role == headRefereeRole || a.t.event == nil }

func (a *appeals) finished(e *entry, w *window) {
	a.closed = true
	if e.kind == "CloseGame" {
		return
	}
	switch {
	case a.open != nil:
		a.out.add("APPEAL_UNRESOLVED", e.seq, fmt.Sprintf("a ruling on the appeal of entry %d", a.open.seq), "none")
	case e.kind == "WaiveAppeal":
		for place := range a.t.seats {
			if !a.waived[int64(place)] {
				a.invalid(e, "every seat to waive", fmt.Sprintf("nothing from seat %d", place))
				break
			}
		}
	case e.kind == "Finish" && w != nil && slices.Contains(w.asks, table):
		if due := a.closes(w); e.time < due {
			a.out.add("CLOCK_MISMATCH", e.seq, fmt.Sprintf("no close before %d", due), e.time)
		}
	}
}

// closes is the time at which the time for appeals is over: outages since it began make it later.
func (a *appeals) closes(w *window) int64 {
	since, left := w.opened(), 1000*a.t.appealWindow
	if a.resumed != nil && a.resumed.seq >= w.opened() {
		since, left = a.resumed.seq, a.resumed.left
	}
	at, there := a.times[since]
	if !there {
		panic(fmt.Errorf("no entry %d", since))
	}
	before, there := a.downs[since]
	if !there {
		before = a.down
	}
	return at + left + a.down - before
}
