package main

import (
	"fmt"
	"slices"
)

func stopTermsOf(t *eventTerms) stopTerms {
	usual := stopTerms{10 * minuteMS, 3, hourMS, 24 * hourMS}
	if t == nil || t.stops == nil {
		return usual
	}
	said := *t.stops
	if said.pause == 0 {
		said.pause = usual.pause
	}
	if said.adjourn == 0 {
		said.adjourn = usual.adjourn
	}
	return said
}

// stopCheck is one entry, with what the desk knew before it.
type stopCheck struct {
	e    *entry
	desk *desk
	t    *eventTerms
	halt []string
	over bool
}

// checkStops: stops are as long as the terms say, nothing is played in them, what was sealed is taken or void.
func checkStops(entries []*entry, t *terms, known *kinds, out *findings) {
	d := newDesk()
	stacks(entries, func(e *entry, stack []window) {
		over := len(stack) > 0 && slices.Contains(known.Over, stack[len(stack)-1].kind)
		c := &stopCheck{e, d, t.eventTerms, known.Halted, over}
		for _, check := range []func() string{c.halted, c.called, c.stopped, c.ended, c.sealed} {
			if due := check(); due != "" {
				out.add("STOP_INVALID", e.seq, due, e.kind)
			}
		}
		if e.kind == "ReportRoll" && len(e.arguments) > 1 {
			if name, fits := e.arguments[1].(string); fits && d.isRetired(name) {
				out.add("DICE_SOURCE_VIOLATION", e.seq, "dice that are in use", name)
			}
		}
		d.enter(e)
	})
}

func (c *stopCheck) halted() string {
	halt := c.desk.halt()
	if halt == nil || c.over || slices.Contains(c.halt, c.e.kind) || c.e.kind == "AnswerProposal" {
		return ""
	}
	if halt.kind == "adjournment" && (c.e.kind == "OfferDraw" || c.e.kind == "AnswerDraw") {
		return ""
	}
	return fmt.Sprintf("nothing to be played in the %s of entry %d", halt.kind, halt.seq)
}

func (c *stopCheck) called() string {
	found, there := c.e.event("RefereeCalled")
	if !there {
		return ""
	}
	stops := stopTermsOf(c.t)
	lapses := c.e.time + refereeMS(c.t)
	until := int64(0)
	if c.desk.called[c.e.party] < stops.calls && c.desk.halt() == nil && !c.over && stops.call != 0 {
		until = min(c.e.time+stops.call, lapses)
	}
	values := found.fields
	if c.e.kind == "CallReferee" && values[0] == c.e.party && len(values) >= 5 && values[3] == until && values[4] == lapses {
		return ""
	}
	return fmt.Sprintf("a call of its seat until %d, %d", until, lapses)
}

func (c *stopCheck) stopped() string {
	found, there := c.e.event("GameStopped")
	if !there {
		return ""
	}
	stops := stopTermsOf(c.t)
	kind := found.fields[0]
	asked := int64(0)
	if c.e.kind == "AdjournGame" && len(c.e.arguments) > 1 {
		asked, _ = c.e.arguments[1].(int64)
	}
	most := stops.adjourn
	if kind == "pause" {
		most = stops.pause
	}
	lasts := most
	if asked != 0 {
		lasts = asked
	}
	due := map[string]string{"PauseGame": "pause", "AdjournGame": "adjournment"}[c.e.kind]
	fits := kind == due && found.fields[1] == c.e.time+lasts && lasts <= most
	if fits && !c.over && c.desk.halt() == nil {
		return ""
	}
	return fmt.Sprintf("a stop until %d at most, of a game that is played", c.e.time+lasts)
}

func (c *stopCheck) ended() string {
	ends, closed := []int64{}, []int64{}
	for _, found := range c.e.events {
		number := int64(0)
		if len(found.fields) > 0 {
			number, _ = found.fields[0].(int64)
		}
		switch found.kind {
		case "StopEnded":
			ends = append(ends, number)
		case "CallClosed":
			closed = append(closed, number)
		}
	}
	for _, seq := range ends {
		if _, waits := c.desk.waits[seq]; c.desk.haltOf(seq) == nil && !waits {
			return "a stop or call that is open"
		}
	}
	for _, seq := range closed {
		if _, open := c.desk.calls[seq]; !open {
			return "a stop or call that is open"
		}
	}
	closes := []string{"AnswerCall", "WithdrawCall", "EndStop"}
	if len(ends) > 0 && c.e.kind != "ResumeGame" && c.e.kind != "EndStop" ||
		len(closed) > 0 && !slices.Contains(closes, c.e.kind) {
		return "nobody but a referee, the caller or the service to end a stop or call"
	}
	if c.e.kind != "EndStop" {
		return ""
	}
	return c.due()
}

func (c *stopCheck) due() string {
	number := int64(0)
	if len(c.e.arguments) > 0 {
		number, _ = c.e.arguments[0].(int64)
	}
	var due []int64
	if at, open := c.desk.calls[number]; open {
		due = append(due, at)
	}
	if at, waits := c.desk.waits[number]; waits {
		due = append(due, at)
	}
	if row := c.desk.haltOf(number); row != nil {
		due = append(due, row.until)
	}
	if len(due) > 0 && c.e.time >= slices.Min(due) {
		return ""
	}
	return "a stop that is due"
}

// sealed: where an adjournment ends every sealed command is taken or void; a ruling may make it void before.
func (c *stopCheck) sealed() string {
	type row struct{ seq, party int64 }
	var taken, void, held []row
	opened := []int64{}
	for _, found := range c.e.events {
		switch found.kind {
		case "SealedTaken", "SealedVoid":
			one := row{first(found), found.fields[1].(int64)}
			if found.kind == "SealedTaken" {
				taken = append(taken, one)
			} else {
				void = append(void, one)
			}
		case "Unsealed":
			opened = append(opened, numbersOf(found.fields[0])...)
		}
	}
	for party, one := range c.desk.envelopes {
		held = append(held, row{one.seq, party})
	}
	ends, there := c.e.event("StopEnded")
	goingOn := there && len(ends.fields) > 1 && ends.fields[1] != "call"
	if !goingOn && len(taken) == 0 && len(void) == 0 {
		return ""
	}
	if !goingOn {
		changed, fits := c.kept()
		fits = fits && len(taken) == 0
		for _, one := range void {
			fits = fits && slices.Contains(held, one) && !slices.Contains(changed, one.seq)
		}
		if fits {
			return ""
		}
		return "sealed commands to stay shut"
	}
	valid, all := c.desk.valid(), append(slices.Clone(taken), void...)
	less := func(one, two row) int {
		if one.seq != two.seq {
			return int(one.seq - two.seq)
		}
		return int(one.party - two.party)
	}
	slices.SortFunc(all, less)
	slices.SortFunc(held, less)
	fits := slices.Equal(all, held)
	for _, one := range taken {
		fits = fits && slices.Contains(valid, one.seq) && slices.Contains(opened, one.seq)
	}
	if fits {
		return ""
	}
	return "sealed commands to be taken or void, " + numbers(valid) + " at most to be opened"
}

// kept gives the sealed commands that hold after a ruling that changes the game; false for any other entry.
func (c *stopCheck) kept() ([]int64, bool) {
	if found, there := c.e.event("Rewound"); there {
		to := int64(0)
		if len(found.fields) > 0 {
			to, _ = found.fields[0].(int64)
		}
		return c.desk.kept(to), true
	}
	return nil, c.e.has("Corrected")
}
