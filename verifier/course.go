package main

import (
	"slices"
)

// question is what a window asks, as a text that tells it from any other; kind says what sort it is of.
type question struct {
	key  string
	kind string
}

var (
	transient = []string{"again", "consent", "roll_report", "roll_acknowledge"}
	ownPlace  = []string{"again", "consent"}
)

const besidesMost = 64

// opened is an open window, with the ones that it lies on.
type opened struct {
	window   int64
	question question
	below    *opened
	depth    int
}

type askedWindow struct {
	question question
	window   window
}

type usedKey struct {
	question question
	seat     int64
}

type used struct{ free, after, fell int64 }

type waitedKey struct {
	step     int64
	question question
}

type placed struct {
	step int64
	top  *opened
}

// course is what is asked after every entry, and how long each question was asked, whether that stands or is void.
type course struct {
	step    int64
	open    []*opened
	windows map[int64]askedWindow
	entries []placed
	waited  map[waitedKey]int64
	used    map[usedKey]used
}

func newCourse() *course {
	return &course{windows: map[int64]askedWindow{}, waited: map[waitedKey]int64{}, used: map[usedKey]used{}}
}

func (c *course) top() *question {
	if len(c.open) == 0 {
		return nil
	}
	return &c.open[len(c.open)-1].question
}

func (c *course) waitedHere() int64 {
	if top := c.top(); top != nil {
		return c.waited[waitedKey{c.step, *top}]
	}
	return 0
}

func (c *course) questionOf(id int64) *question {
	if found, there := c.windows[id]; there {
		return &found.question
	}
	return nil
}

func (c *course) windowOf(asked question) (int64, bool) {
	for place := len(c.open) - 1; place >= 0; place-- {
		if c.open[place].question == asked {
			return c.open[place].window, true
		}
	}
	return 0, false
}

func (c *course) asks(id, party int64) bool {
	found, there := c.windows[id]
	return there && slices.Contains(found.window.asks, party)
}

func withoutConsent(windows []window) []window {
	return slices.DeleteFunc(slices.Clone(windows), func(w window) bool { return w.kind == "consent" })
}

func sameWindows(one, two []window) bool {
	return slices.EqualFunc(one, two, func(a, b window) bool {
		return a.id == b.id && a.kind == b.kind && slices.Equal(a.asks, b.asks) && slices.Equal(a.subject, b.subject)
	})
}

// play follows a change of what is asked; `closed` are the windows that it has taken away.
func (c *course) play(keep int64, windows, closed []window) {
	if keep < 0 {
		keep = max(0, int64(len(c.open))+keep)
	}
	keep = min(keep, int64(len(c.open)))
	known := map[int64]question{}
	for _, row := range c.open[keep:] {
		known[row.window] = row.question
		delete(c.windows, row.window)
	}
	c.open = slices.Clone(c.open[:keep])
	if !sameWindows(withoutConsent(closed), withoutConsent(windows)) {
		c.step++
	}
	for _, w := range windows {
		var old *question
		if found, there := known[w.id]; there {
			old = &found
		}
		c.push(w, old)
	}
}

// anew follows entry `seq`, which has asked all anew; where it went back to `to`, what was asked before that.
func (c *course) anew(windows []window, seq int64, to *int64) {
	step := c.step
	var top *opened
	if len(c.open) > 0 {
		top = c.open[len(c.open)-1]
	}
	if to != nil {
		step, top = 0, nil
		if 1 < *to && *to <= int64(len(c.entries))+1 {
			step, top = c.entries[*to-2].step, c.entries[*to-2].top
		}
	}
	var lasting []question
	if top != nil && top.depth <= len(windows)+besidesMost {
		for ; top != nil; top = top.below {
			if !slices.Contains(transient, top.question.kind) {
				lasting = append(lasting, top.question)
			}
		}
		slices.Reverse(lasting)
	}
	c.step, c.open, c.windows = step, nil, map[int64]askedWindow{}
	for _, w := range windows {
		var old *question
		if number := w.id - seq*idsPerEntry; number >= 0 && number < int64(len(lasting)) {
			old = &lasting[number]
		}
		c.push(w, old)
	}
}

func (c *course) push(w window, known *question) {
	place := c.step
	if slices.Contains(ownPlace, w.kind) {
		place = w.id
	}
	subject := []Value{}
	for _, word := range w.subject {
		subject = append(subject, word)
	}
	asked := question{string(encode(nil, []Value{place, int64(len(c.open)), w.kind, subject})), w.kind}
	if known != nil {
		asked = *known
	}
	row := &opened{window: w.id, question: asked, depth: 1}
	if len(c.open) > 0 {
		row.below = c.open[len(c.open)-1]
		row.depth = row.below.depth + 1
	}
	c.open = append(c.open, row)
	c.windows[w.id] = askedWindow{asked, w}
}

func (c *course) end() {
	var top *opened
	if len(c.open) > 0 {
		top = c.open[len(c.open)-1]
	}
	c.entries = append(c.entries, placed{c.step, top})
}

// asksAnew tells whether an entry that goes nowhere back asks all questions anew.
func asksAnew(e *entry) bool {
	adopted, there := e.event("EditionAdopted")
	return e.has("Corrected") || there && slices.Contains(adopted.fields, Value(true))
}
