package main

import (
	"fmt"
	"slices"
)

// fall is the fall of a flag: its entry, the window until which silence is taken, and what that asks.
type fall struct {
	seq, until int64
	question   *question
}

// account is what one seat has, in ms.
type account struct {
	bank, free, after, fell, until, spared, lifted int64
	silent                                         bool
}

type stood struct {
	fallen []*fall
	over   int64
}

type addition struct{ seq, seat, ms int64 }

// clocks are those of the seats, computed again from the times of the entries.
type clocks struct {
	out          *findings
	terms        *eventTerms
	clock        *clockTerms
	starts, time int64
	seats        []account
	stack        []window
	course       *course
	begun        bool
	over         int64
	stops        *stops
	added        []addition
	fallen       []*fall
	stands       []stood
	came, absent map[int64]bool
	lost, waited int64
	limit        int64
}

// checkClocks: flags fell when they were due and before all else, and nobody's clock was set but by a ruling.
func checkClocks(entries []*entry, t *terms, out *findings) {
	if t.eventTerms == nil || len(entries) == 0 {
		return
	}
	c := &clocks{
		out: out, terms: t.eventTerms, clock: t.eventTerms.clock, starts: t.starts, time: entries[0].time,
		seats: make([]account, len(t.seats)), course: newCourse(), stops: &stops{kinds: map[int64]string{}},
		fallen: make([]*fall, len(t.seats)), came: map[int64]bool{}, absent: map[int64]bool{}, limit: t.responseLimit,
	}
	if c.starts == 0 {
		c.starts = entries[0].time
	}
	for place := range c.seats {
		c.seats[place].until = -1
		if c.clock != nil {
			c.seats[place].bank = c.clock.bank
		}
	}
	for _, e := range entries {
		c.take(e)
	}
}

func (c *clocks) add(e *entry, expected, found string) {
	c.out.add("CLOCK_MISMATCH", e.seq, expected, found)
}

func (c *clocks) take(e *entry) {
	events := c.readable(e)
	due, isDue := c.firstDue()
	c.checkDue(e, due, isDue)
	c.checkCourse(e, events)
	runs := c.running()
	var top *window
	if len(c.stack) > 0 {
		found := c.stack[len(c.stack)-1]
		top = &found
	}
	banks := make([]int64, len(c.seats))
	for place := range c.seats {
		banks[place] = c.seats[place].bank
	}
	c.charge(e, events, runs)
	step, asked := c.keep(runs)
	waited := c.waited
	for _, found := range events {
		c.hear(e, found, banks)
	}
	if slices.ContainsFunc(events, func(found event) bool { return found.kind == "Asked" }) {
		c.waited = c.course.waitedHere()
		if here := c.course.top(); c.course.step == step && (here == nil) == (asked == nil) && (here == nil || *here == *asked) {
			c.waited = waited
		}
	}
	if c.clock != nil {
		c.answered(e, events, runs, top, asked)
	}
	c.course.end()
	c.stands = append(c.stands, stood{slices.Clone(c.fallen), c.over})
	if e.role == seatRole {
		c.came[e.party] = true
	}
}

// shapes says for the events that clocks depend on what their fields are: n a number, t a text, f a flag, l a list of
// numbers; what has another shape is left out here, and is a finding of the rules.
var shapes = map[string]string{
	"AbsenceEnded": "n", "AbsenceOrdered": "n", "AfterFlagGiven": "nn", "CallClosed": "nt", "ClockSet": "nnn",
	"FlagFell": "nnfn", "GameStopped": "tn", "OutageGivenBack": "nn", "Penalised": "ntnn", "RefereeCalled": "ntlnn",
	"SeatsMissing": "l", "StopEnded": "ntf", "TurnTimed": "l",
}

func fits(shape string, values []Value) bool {
	if len(shape) != len(values) {
		return false
	}
	f := &fields{values: values}
	for _, sign := range shape {
		switch sign {
		case 'n':
			f.number()
		case 't':
			f.text()
		case 'f':
			f.flag()
		case 'l':
			for _, row := range f.list() {
				if _, fits := row.(int64); !fits {
					return false
				}
			}
		}
	}
	return f.bad == ""
}

func (c *clocks) readable(e *entry) []event {
	var found []event
	for _, one := range e.events {
		shape, known := shapes[one.kind]
		switch {
		case one.kind == "SeedFixed" || one.kind == "ResultReached":
		case one.kind == "Asked":
			if _, _, fits := asked(one); !fits {
				continue
			}
		case one.kind == "Rewound":
			if _, fits := rewound(one); !fits {
				continue
			}
		case !known || !fits(shape, one.fields):
			continue
		}
		if c.hasSeats(e, one) {
			found = append(found, one)
		}
	}
	return found
}

func (c *clocks) hasSeats(e *entry, found event) bool {
	var named []int64
	switch found.kind {
	case "FlagFell", "ClockSet", "AfterFlagGiven":
		named = []int64{first(found)}
	case "TurnTimed":
		named = numbersOf(found.fields[0])
	}
	for _, seat := range named {
		if seat < 0 || seat >= int64(len(c.seats)) {
			c.add(e, "seats of the game", "seats "+numbers(named))
			return false
		}
	}
	return true
}

func number(found event, place int) int64 {
	value, _ := found.fields[place].(int64)
	return value
}

func (c *clocks) checkDue(e *entry, due [2]int64, isDue bool) {
	overdue := isDue && due[0] <= e.time
	before := []string{"AnswerAbsent", "CallFlag", "GiveBackOutage", "AdoptEdition", "ChangeLogKey"}
	if overdue && !slices.Contains(before, e.kind) {
		c.add(e, fmt.Sprintf("CallFlag for seat %d, due at %d", due[1], due[0]), fmt.Sprintf("%s at %d", e.kind, e.time))
	}
	if e.kind == "CallFlag" && (!overdue || e.arguments[0] != due[1]) {
		c.add(e, "an entry when it is due", fmt.Sprintf("CallFlag for seat %v at %d", e.arguments[0], e.time))
	}
}

func (c *clocks) checkCourse(e *entry, events []event) {
	switch {
	case e.kind == "CallNoShow":
		var missing, named []int64
		for place := range c.seats {
			if !c.came[int64(place)] {
				missing = append(missing, int64(place))
			}
		}
		for _, found := range events {
			if found.kind == "SeatsMissing" {
				named = numbersOf(found.fields[0])
				break
			}
		}
		c.checkWaited(e, c.terms.noShow)
		if len(missing) == 0 || !slices.Equal(named, missing) {
			c.add(e, "seats "+numbers(missing)+" missing", "seats "+numbers(named))
		}
	case e.kind == "CallTime":
		c.checkWaited(e, c.terms.timeCalled)
	case e.kind == "EnforceDeadline" && e.role == serverRole && len(c.stack) > 0:
		c.checkSilence(e)
	}
	for _, found := range events {
		if found.kind == "OutageGivenBack" {
			from, to := number(found, 0), number(found, 1)
			if c.time > from || from > to || to > e.time {
				c.add(e, fmt.Sprintf("an outage from %d to %d", c.time, e.time), fmt.Sprintf("from %d to %d", from, to))
			}
		}
	}
}

func (c *clocks) checkWaited(e *entry, limit int64) {
	if limit == 0 || e.time < c.starts+c.lost+limit || c.over != 0 || len(c.stops.kinds) > 0 {
		c.add(e, e.kind+" when it is due, in a game that goes on", fmt.Sprintf("at %d", e.time))
	}
}

func (c *clocks) checkSilence(e *entry) {
	limit, waited := limitMS(c.stack[len(c.stack)-1], c.limit, c.terms), c.waited
	if len(c.stops.kinds) == 0 {
		waited += max(0, e.time-max(c.time, c.starts))
	}
	if waited < limit {
		c.add(e, fmt.Sprintf("%d ms of silence", limit), fmt.Sprintf("%d ms", waited))
	}
}

func (c *clocks) running() []int64 {
	if c.clock == nil || len(c.stack) == 0 || !c.begun || c.over != 0 || len(c.stops.kinds) > 0 {
		return nil
	}
	top := c.stack[len(c.stack)-1]
	if top.kind == "confirm_result" || top.kind == "consent" {
		return nil
	}
	var found []int64
	for _, party := range top.asks {
		if party >= 0 && party < int64(len(c.seats)) && !c.absent[party] {
			found = append(found, party)
		}
	}
	return found
}

func (c *clocks) firstDue() (earliest [2]int64, found bool) {
	if c.clock == nil {
		return earliest, false
	}
	runs := c.running()
	for place := range c.seats {
		at, due := c.dueOf(int64(place), slices.Contains(runs, int64(place)))
		if due && (!found || at < earliest[0]) {
			earliest, found = [2]int64{at, int64(place)}, true
		}
	}
	return earliest, found
}

func (c *clocks) dueOf(seat int64, runs bool) (int64, bool) {
	if !c.begun || c.over != 0 || len(c.stops.kinds) > 0 {
		return 0, false
	}
	row, since := c.seats[seat], max(c.time, c.starts)
	if row.fell != 0 {
		if !row.silent || !runs {
			return 0, false
		}
		if row.spared == c.stack[len(c.stack)-1].id {
			since += max(0, c.clock.afterFlag-row.after)
		}
		return since, true
	}
	grace := c.clock.grace
	if grace == 0 {
		grace = 1000
	}
	left := row.bank + grace
	if left <= 0 {
		return c.time, true
	}
	return since + row.free + left, runs
}

func (c *clocks) charge(e *entry, events []event, runs []int64) {
	ms := max(0, e.time-max(c.time, c.starts))
	if len(c.stops.kinds) > 0 {
		c.lost += ms
		ms = 0
	}
	for _, found := range events {
		if found.kind == "OutageGivenBack" {
			gap := max(0, min(number(found, 1), e.time)-max(number(found, 0), c.time, c.starts))
			c.lost += min(gap, ms)
			ms -= min(gap, ms)
		}
	}
	c.waited += ms
	for _, seat := range runs {
		row := &c.seats[seat]
		if row.fell != 0 {
			row.after += ms
			continue
		}
		free := min(ms, row.free)
		row.free -= free
		row.bank -= ms - free
	}
	c.time = e.time
}

// keep keeps what the open question has used; gives which it is.
func (c *clocks) keep(runs []int64) (int64, *question) {
	top := c.course.top()
	if top == nil {
		return c.course.step, nil
	}
	asked := *top
	c.course.waited[waitedKey{c.course.step, asked}] = c.waited
	for _, seat := range runs {
		row := c.seats[seat]
		c.course.used[usedKey{asked, seat}] = used{row.free, row.after, row.fell}
	}
	return c.course.step, &asked
}

func (c *clocks) hear(e *entry, found event, banks []int64) {
	switch found.kind {
	case "Asked":
		c.ask(e, found)
	case "FlagFell":
		c.fell(e, found)
	case "ClockSet":
		c.set(e, found, banks)
	case "AfterFlagGiven":
		c.seats[first(found)].spared = number(found, 1)
	case "TurnTimed":
		for _, seat := range numbersOf(found.fields[0]) {
			c.earn(e.seq, seat)
		}
	case "Penalised":
		for place := range c.seats {
			if own := int64(place) == first(found); found.fields[1] == "time" && own {
				c.seats[place].bank -= number(found, 2)
			} else if found.fields[1] == "time_other" && !own {
				c.seats[place].bank += number(found, 2)
			}
		}
	case "Rewound":
		to, _ := rewound(found)
		c.rewind(to)
	case "SeedFixed":
		c.begun = true
	case "ResultReached":
		if c.over == 0 {
			c.over = e.seq
		}
		c.shelve()
	case "AbsenceOrdered":
		c.absent[first(found)], c.came[first(found)] = true, true
	case "AbsenceEnded":
		delete(c.absent, first(found))
	default:
		c.stops.hear(e, found)
	}
}

func (c *clocks) ask(e *entry, found event) {
	keep, windows, _ := asked(found)
	stays := kept(c.stack, keep)
	closed := c.stack[len(stays):]
	c.stack = append(slices.Clone(stays), windows...)
	back, there := e.event("Rewound")
	if !there && !asksAnew(e) {
		c.course.play(keep, windows, closed)
		return
	}
	var to *int64
	if there {
		number := first(back)
		to = &number
	}
	c.course.anew(windows, e.seq, to)
}

func (c *clocks) fell(e *entry, found event) {
	seat := first(found)
	row := &c.seats[seat]
	if e.kind != "CallFlag" || e.arguments[0] != seat || row.bank != number(found, 1) || row.fell != 0 {
		c.add(e, fmt.Sprintf("the fall of a flag with a bank of %d ms", row.bank), fmt.Sprintf("%d ms by %s", number(found, 1), e.kind))
	}
	one := &fall{seq: e.seq, until: -1}
	if found.fields[2] == true {
		one.until = number(found, 3)
		if one.until != 0 {
			one.question = c.course.questionOf(one.until)
		}
	}
	c.fallen = slices.Clone(c.fallen)
	c.fallen[seat] = one
	row.bank, row.fell, row.after = 0, e.seq, 0
	row.silence(one.until)
}

// silence notes until which window silence is taken; -1 for none.
func (a *account) silence(until int64) { a.until, a.silent = until, until != -1 }

func (c *clocks) set(e *entry, found event, banks []int64) {
	seat := first(found)
	row := &c.seats[seat]
	if number(found, 1) != banks[seat] {
		c.add(e, fmt.Sprintf("a clock set from %d ms", banks[seat]), fmt.Sprintf("from %d ms", number(found, 1)))
	}
	if !e.has("RulingGiven") && !e.has("Rewound") {
		c.add(e, "a clock that a ruling sets", e.kind)
	}
	row.bank, row.fell, row.lifted = number(found, 2), 0, e.seq
	row.silence(-1)
}

// rewind withdraws increments of void entries, and takes up again what stood before them.
func (c *clocks) rewind(to int64) {
	gone := make([]int64, len(c.seats))
	for len(c.added) > 0 && c.added[len(c.added)-1].seq >= to {
		row := c.added[len(c.added)-1]
		gone[row.seat] += row.ms
		c.added = c.added[:len(c.added)-1]
	}
	before := stood{make([]*fall, len(c.seats)), 0}
	if place := to - 2; place >= 0 && place < int64(len(c.stands)) {
		before = c.stands[place]
	}
	c.fallen, c.over = slices.Clone(before.fallen), before.over
	least := int64(0)
	if c.clock != nil {
		if least = c.clock.least; least == 0 {
			least = minuteMS
		}
	}
	for place := range c.seats {
		row, one := &c.seats[place], c.fallen[place]
		row.bank = max(row.bank-gone[place], min(row.bank, least))
		if one != nil && one.seq > row.lifted {
			row.fell = one.seq
			row.silence(one.until)
		} else {
			row.fell = 0
			row.silence(-1)
		}
	}
	c.stops.back(to)
	if c.over != 0 {
		c.shelve()
	}
}

// shelve: nothing is stopped once there is a result; the first that stands has ended what was.
func (c *clocks) shelve() {
	if !c.stops.is {
		c.stops.shelve(c.over)
	}
	c.stops.kinds = map[int64]string{}
}

func (c *clocks) answered(e *entry, events []event, runs []int64, top *window, before *question) {
	changed := slices.ContainsFunc(events, func(found event) bool { return found.kind == "Rewound" })
	own := e.role == seatRole && slices.Contains(runs, e.party) && !changed && c.over == 0
	asked := top != nil && c.course.asks(top.id, e.party)
	if own && !asked && c.clock.per != "turn" {
		c.earn(e.seq, e.party)
	}
	for place := range c.seats {
		seat, row := int64(place), &c.seats[place]
		if row.silent && row.until != 0 && c.course.questionOf(row.until) == nil {
			c.untilAnew(e, row, c.fallen[place])
		}
		here := c.course.top()
		same := (here == nil) == (before == nil) && (here == nil || *here == *before)
		if !slices.Contains(c.running(), seat) || slices.Contains(runs, seat) && same {
			continue
		}
		kept := used{c.clock.delay, 0, row.fell}
		if here != nil {
			if found, there := c.course.used[usedKey{*here, seat}]; there {
				kept = found
			}
		}
		row.free, row.after = kept.free, 0
		if kept.fell == row.fell {
			row.after = kept.after
		}
	}
}

// untilAnew: silence goes on where what it was taken for is asked anew; else the flag is up again.
func (c *clocks) untilAnew(e *entry, row *account, one *fall) {
	if one != nil && one.seq == row.fell && one.question != nil && (e.has("Rewound") || asksAnew(e)) {
		if id, there := c.course.windowOf(*one.question); there {
			row.silence(id)
			return
		}
	}
	row.fell = 0
	row.silence(-1)
}

func (c *clocks) earn(seq, seat int64) {
	row := &c.seats[seat]
	bank := row.bank + c.clock.increment
	if c.clock.capped != 0 {
		bank = min(bank, max(c.clock.capped, row.bank))
	}
	if row.fell == 0 && bank > row.bank {
		c.added = append(c.added, addition{seq, seat, bank - row.bank})
		row.bank = bank
	}
}
