package main

import (
	"encoding/hex"
	"fmt"
	"unicode/utf8"
)

type seat struct {
	name string
	keys [][]byte
	bot  bool
}

type clockTerms struct {
	bank, increment, delay, capped int64
	per, onFlag                    string
	afterFlag, grace, least        int64
}

type stopTerms struct{ call, calls, pause, adjourn int64 }

// eventTerms are the terms of a game in an event.
type eventTerms struct {
	clock                       *clockTerms
	stops                       *stopTerms
	referee, noShow, timeCalled int64
}

// terms are the fields of OpenGame that verification needs.
type terms struct {
	ruleset, edition string
	engine           []byte
	seats            []seat
	pace, diceMode   string
	profile          string
	responseLimit    int64
	referee          bool
	appealWindow     int64
	test, signed     bool
	logKey           string
	commitment       []byte
	settings         []byte
	event            []byte
	eventTerms       *eventTerms
	starts           int64
	actsSigned       bool
	officials        []official
	stretches        *stretchTerms
	contributors     []int64
	labels           map[string]string
	restarts         []byte
}

// official is who acts without playing, and signs.
type official struct {
	office, token string
	keys          [][]byte
}

// stretchTerms are how the open dice are divided: their number, and when each is used up.
type stretchTerms struct {
	count, dice, seconds int64
	commitment           []byte
}

// fields reads the places of an array one after the other; it is bad from the first that does not fit.
type fields struct {
	values []Value
	at     int
	bad    string
}

func (f *fields) next() Value {
	f.at++
	if f.at > len(f.values) {
		f.fail("fewer fields")
		return nil
	}
	return f.values[f.at-1]
}

func (f *fields) more() bool { return f.at < len(f.values) }

func (f *fields) fail(what string) {
	if f.bad == "" {
		f.bad = fmt.Sprintf("%s at field %d", what, f.at)
	}
}

func (f *fields) text() string {
	found, fits := f.next().(string)
	if !fits {
		f.fail("no text")
	}
	return found
}

func (f *fields) number() int64 {
	found, fits := f.next().(int64)
	if !fits {
		f.fail("no number")
	}
	return found
}

func (f *fields) flag() bool {
	found, fits := f.next().(bool)
	if !fits {
		f.fail("neither true nor false")
	}
	return found
}

func (f *fields) raw(optional bool) []byte {
	value := f.next()
	found, fits := value.([]byte)
	if !fits && (!optional || value != nil) {
		f.fail("no bytes")
	}
	return found
}

func (f *fields) list() []Value {
	found, fits := f.next().([]Value)
	if !fits {
		f.fail("no array")
	}
	return found
}

func (f *fields) end() string {
	if f.bad == "" && f.more() {
		f.fail("more fields")
	}
	return f.bad
}

func readTerms(first *entry) (*terms, string) {
	if first.kind != "OpenGame" {
		return nil, "no OpenGame"
	}
	f := &fields{values: first.arguments}
	t := &terms{ruleset: f.text(), edition: f.text(), labels: map[string]string{}}
	f.text() // package
	t.engine = f.raw(false)
	for _, row := range f.list() {
		one, fits := seatOf(row)
		if !fits {
			f.fail("no seat")
		}
		t.seats = append(t.seats, one)
	}
	t.pace, t.diceMode, t.profile = f.text(), f.text(), f.text()
	t.responseLimit, t.referee, t.appealWindow = f.number(), f.flag(), f.number()
	for _, row := range f.list() {
		label, fits := row.([]Value)
		if !fits || len(label) != 2 || !isText(label[0]) || !isText(label[1]) {
			f.fail("no label")
			continue
		}
		t.labels[label[0].(string)] = label[1].(string)
	}
	t.test, t.signed = f.flag(), f.flag()
	f.text() // master key
	t.logKey = f.text()
	if f.more() {
		t.commitment = f.raw(true)
	}
	if f.more() {
		t.event = f.raw(true)
	}
	if f.more() {
		t.eventTerms = readEventTerms(f)
	}
	if f.more() {
		t.starts = f.number()
	}
	if f.more() {
		t.restarts = f.raw(true)
	}
	t.readSigners(f)
	if what := f.end(); what != "" {
		return nil, what
	}
	t.settings = settingsOf(first.arguments)
	return t, ""
}

// readSigners reads who signs besides the seats, the stretches of the dice, and who contributes to the seed.
func (t *terms) readSigners(f *fields) {
	if f.more() {
		t.actsSigned = f.flag()
	}
	if f.more() {
		for _, row := range f.list() {
			values, _ := row.([]Value)
			g := &fields{values: values}
			found := official{office: g.text(), token: g.text(), keys: g.keys()}
			if g.end() != "" {
				f.fail("no official")
			}
			t.officials = append(t.officials, found)
		}
	}
	if f.more() {
		if value := f.next(); value != nil {
			rows, _ := value.([]Value)
			g := &fields{values: rows}
			t.stretches = &stretchTerms{g.number(), g.number(), g.number(), g.raw(false)}
			if g.end() != "" {
				f.fail("no stretches")
			}
		}
	}
	for place := range t.seats {
		t.contributors = append(t.contributors, int64(place))
	}
	if f.more() && f.flag() {
		t.contributors = append(t.contributors, 254)
	}
	if f.more() {
		f.number() // how much later spectators see the game: nothing in it follows from that
	}
}

// keys reads a list of public keys.
func (f *fields) keys() [][]byte {
	var found [][]byte
	for _, key := range f.list() {
		raw, fits := key.([]byte)
		if !fits {
			f.fail("no key")
		}
		found = append(found, raw)
	}
	return found
}

func isText(value Value) bool {
	_, fits := value.(string)
	return fits
}

func seatOf(value Value) (seat, bool) {
	row, fits := value.([]Value)
	if !fits {
		return seat{}, false
	}
	f := &fields{values: row}
	found := seat{name: f.text()}
	for _, key := range f.list() {
		raw, fits := key.([]byte)
		if !fits {
			f.fail("no key")
		}
		found.keys = append(found.keys, raw)
	}
	found.bot = f.flag()
	return found, f.end() == ""
}

func readEventTerms(f *fields) *eventTerms {
	value := f.next()
	if value == nil {
		return nil
	}
	rows, fits := value.([]Value)
	if !fits {
		f.fail("no terms of an event")
		return nil
	}
	g := &fields{values: rows}
	found := &eventTerms{}
	if clock := g.next(); clock != nil {
		row, _ := clock.([]Value)
		c := &fields{values: row}
		found.clock = &clockTerms{
			c.number(), c.number(), c.number(), c.number(), c.text(), c.text(), c.number(), c.number(), c.number(),
		}
		if c.end() != "" {
			f.fail("no terms of a clock")
		}
	}
	if stops := g.next(); stops != nil {
		row, _ := stops.([]Value)
		s := &fields{values: row}
		found.stops = &stopTerms{s.number(), s.number(), s.number(), s.number()}
		if s.end() != "" {
			f.fail("no terms of stops")
		}
	}
	found.referee, found.noShow, found.timeCalled = g.number(), g.number(), g.number()
	g.list()
	g.list()
	g.text()
	if g.end() != "" {
		f.fail("no terms of an event")
	}
	return found
}

const (
	keysMost = 64
	textMost = 400
)

// checkGenesis: the first entry opens a game with complete terms (check 3).
func checkGenesis(entries []*entry, out *findings) *terms {
	if len(entries) == 0 {
		out.add("GENESIS_INVALID", 0, "an entry that opens a game", "no readable entry")
		return nil
	}
	first := entries[0]
	t, what := readTerms(first)
	if what != "" {
		out.add("GENESIS_INVALID", first.seq, "OpenGame with all its fields", what)
		return nil
	}
	if t.oversized() {
		out.add("GENESIS_INVALID", first.seq, "terms of the size that a game has", "more seats, keys or text")
		return nil
	}
	for _, fault := range t.faults() {
		out.add("GENESIS_INVALID", first.seq, "complete terms", fault)
	}
	if len(t.commitment) != 32 {
		out.add("SEED_COMMIT_LATE", first.seq, "a commitment to the seed in the terms", "none")
	}
	return t
}

func (t *terms) oversized() bool {
	words := []string{t.logKey, t.ruleset, t.edition}
	for _, one := range t.seats {
		words = append(words, one.name)
		if len(one.keys) > keysMost {
			return true
		}
	}
	for _, word := range words {
		if utf8.RuneCountInString(word) > textMost {
			return true
		}
	}
	return len(t.seats) > spectator
}

func (t *terms) faults() []string {
	names := map[string]bool{}
	for _, one := range t.seats {
		names[one.name] = true
	}
	var found []string
	for _, row := range []struct {
		what string
		bad  bool
	}{
		{"no seats, or more than a game has", len(t.seats) < 1 || len(t.seats) >= spectator},
		{"two seats of one name", len(names) != len(t.seats)},
		{"profile " + t.profile, t.profile != "P0" && t.profile != "P1"},
		{t.diceMode + " dice", t.diceMode != "seeded" && t.diceMode != "reported"},
		{"pace " + t.pace, t.pace != "auto" && t.pace != "step"},
		{"limits below 0", t.responseLimit < 0 || t.appealWindow < 0},
		{"an engine digest of another size", len(t.engine) != 32},
	} {
		if row.bad {
			found = append(found, row.what)
		}
	}
	return found
}

func (t *terms) declared(pinned bool) []string {
	found := []string{
		fmt.Sprintf("ruleset %s, edition %s", t.ruleset, t.edition),
		fmt.Sprintf("profile %s, %s dice, pace %s", t.profile, t.diceMode, t.pace),
		"heads are signed with " + t.logKey,
	}
	for _, row := range []struct {
		text  string
		holds bool
	}{
		{"that log key is from the file itself: compare it with the published one, or pin it with --vkey", !pinned},
		{"a test game, played from a given seed: it proves nothing about luck", t.test},
		{"commands are not signed by the seats", !t.signed},
		{"acts of the owner and of referees are not signed", !t.actsSigned},
		{"open dice are shown in stretches, while the game goes on", t.stretches != nil},
		{"the referee contributed to the seed", len(t.contributors) > len(t.seats)},
		{"practice: the operator chose the seed alone", t.profile == "P0"},
		{"no referee was seated", !t.referee},
	} {
		if row.holds {
			found = append(found, row.text)
		}
	}
	return found
}

func (t *terms) checkManifest(b *bundle, out *findings) {
	for _, row := range [][3]string{
		{"ruleset", b.manifest.ruleset, t.ruleset},
		{"edition", b.manifest.edition, t.edition},
		{"engine", b.manifest.engine, hex.EncodeToString(t.engine)},
	} {
		if row[1] != row[2] {
			out.add("BUNDLE_MALFORMED", 0, row[0]+" "+row[2]+" as in the terms", row[1])
		}
	}
}
