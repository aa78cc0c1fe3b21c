package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
)

const (
	wordMost = 1<<32 - 1

	everyone  = 253
	referee   = 254
	table     = 255
	spectator = 252

	ownerRole       = 1
	refereeRole     = 2
	seatRole        = 3
	serverRole      = 6
	adminRole       = 7
	headRefereeRole = 8
)

var zero = make([]byte, 32)

// throw is one row of dice.
type throw struct {
	stream, epoch, index, sides int64
	faces                       []int64
	label                       string
	roller                      int64
}

func (t throw) same(other throw) bool {
	if t.stream != other.stream || t.epoch != other.epoch || t.index != other.index || t.sides != other.sides ||
		t.label != other.label || t.roller != other.roller || len(t.faces) != len(other.faces) {
		return false
	}
	for place, face := range t.faces {
		if other.faces[place] != face {
			return false
		}
	}
	return true
}

// event is a kind with its fields.
type event struct {
	kind   string
	fields []Value
}

type sealedPart struct {
	owner      int64
	commitment []byte
}

// entry is one record, read.
type entry struct {
	data, hash []byte
	game       []byte
	seq        int64
	prev       []byte
	time       int64
	role       int64
	party      int64
	key        string
	id         []byte
	head       []byte
	kind       string
	arguments  []Value
	seal       []byte
	signature  []byte
	dice       []throw
	events     []event
	sealed     []sealedPart
	signed     []byte
	last       bool
}

// event gives the first event of a kind.
func (e *entry) event(kind string) (event, bool) {
	for _, found := range e.events {
		if found.kind == kind {
			return found, true
		}
	}
	return event{}, false
}

func (e *entry) has(kinds ...string) bool {
	for _, kind := range kinds {
		if _, found := e.event(kind); found {
			return true
		}
	}
	return false
}

func hashed(tag string, parts ...[]byte) []byte {
	sum := sha256.New()
	sum.Write([]byte(tag))
	sum.Write([]byte{0})
	for _, part := range parts {
		sum.Write(part)
	}
	return sum.Sum(nil)
}

func entryHash(record []byte) []byte { return hashed("wglog/1/entry", record) }

func sealedHash(game []byte, owner, part int64, id, salt, data []byte) []byte {
	return hashed("wglog/1/sealed", game, []byte{byte(owner), byte(part)}, id, salt, data)
}

func readEntries(records [][]byte, out *findings) []*entry {
	var entries []*entry
	for place, data := range records {
		if found := readEntry(int64(place+1), data, out); found != nil {
			entries = append(entries, found)
		}
	}
	if len(entries) > 0 {
		entries[len(entries)-1].last = true
	}
	return entries
}

func readEntry(place int64, data []byte, out *findings) *entry {
	r := &reader{data: data}
	value, err := r.value(0)
	if err != nil {
		out.add("BUNDLE_MALFORMED", place, "MessagePack", err.Error())
		return nil
	}
	if r.at != len(data) {
		out.add("NON_CANONICAL_ENTRY", place, "nothing after the record", fmt.Sprintf("%d bytes more", len(data)-r.at))
	}
	what := fault(value, 0)
	var found *entry
	if what == "" {
		found, what = shaped(value)
	}
	if what != "" {
		out.add("BUNDLE_MALFORMED", place, "a record of wglog/1", what)
		return nil
	}
	if shortest := encode(nil, value); !bytes.Equal(shortest, data) {
		out.add("NON_CANONICAL_ENTRY", place, "shortest encoding", fmt.Sprintf("%d bytes for %d", len(data), len(shortest)))
	}
	found.data, found.hash = data, entryHash(data)
	return found
}

func within(value Value, least, most int64) (int64, bool) {
	found, fits := value.(int64)
	return found, fits && least <= found && found <= most
}

func sized(value Value, size int) ([]byte, bool) {
	found, fits := value.([]byte)
	return found, fits && len(found) == size
}

func sizedOrNil(value Value, size int) ([]byte, bool) {
	if value == nil {
		return nil, true
	}
	return sized(value, size)
}

// shaped takes the twelve fields of a record apart; a text says what does not fit.
func shaped(value Value) (*entry, string) {
	fields, fits := value.([]Value)
	if !fits || len(fields) != 12 {
		return nil, "not 12 fields"
	}
	if format, fits := fields[0].(int64); !fits || format != 1 {
		return nil, "another format than 1"
	}
	for _, place := range []int{5, 6, 8, 9, 10} {
		if _, fits := fields[place].([]Value); !fits {
			return nil, fmt.Sprintf("field %d is no array", place)
		}
	}
	e := &entry{}
	var good [5]bool
	e.game, good[0] = sized(fields[1], 16)
	e.seq, good[1] = within(fields[2], 1, maxInt)
	e.prev, good[2] = sized(fields[3], 32)
	e.time, good[3] = within(fields[4], 0, maxInt)
	e.signature, good[4] = sizedOrNil(fields[7], 64)
	if good != [5]bool{true, true, true, true, true} {
		return nil, "game, number, hash of the entry before, time or signature"
	}
	for _, part := range []func(*entry, []Value) string{shapedActor, shapedCommand, shapedRows} {
		if what := part(e, fields); what != "" {
			return nil, what
		}
	}
	if state, fits := fields[11].([]Value); fields[11] != nil {
		if !fits || len(state) != 2 {
			return nil, "the state is not a public hash and a keyed one"
		}
		_, public := sized(state[0], 32)
		_, keyed := sizedOrNil(state[1], 32)
		if !public || !keyed {
			return nil, "the state is not a public hash and a keyed one"
		}
	}
	e.signed = encode([]byte("wglog/1/cmd\x00"), []Value{fields[1], fields[5], fields[6]})
	return e, ""
}

func shapedActor(e *entry, fields []Value) string {
	actor := fields[5].([]Value)
	if len(actor) != 3 {
		return "the actor is not role, party and key"
	}
	var role, party, key bool
	e.role, role = within(actor[0], 0, 255)
	e.party, party = within(actor[1], 0, 255)
	e.key, key = actor[2].(string)
	if !role || !party || !key {
		return "the actor is not role, party and key"
	}
	return ""
}

func shapedCommand(e *entry, fields []Value) string {
	const what = "the command is not id, head, body and seal"
	command := fields[6].([]Value)
	if len(command) != 4 {
		return what
	}
	var good [3]bool
	e.id, good[0] = sized(command[0], 16)
	e.head, good[1] = sizedOrNil(command[1], 32)
	e.seal, good[2] = sizedOrNil(command[3], 32)
	body, fits := command[2].([]Value)
	if !fits || len(body) == 0 || good != [3]bool{true, true, true} {
		return what
	}
	if e.kind, fits = body[0].(string); !fits {
		return what
	}
	e.arguments = body[1:]
	return ""
}

func shapedRows(e *entry, fields []Value) string {
	for _, row := range fields[9].([]Value) {
		pair, fits := row.([]Value)
		if !fits || len(pair) != 2 {
			return "an event is not kind, fields and clauses"
		}
		body, isBody := pair[0].([]Value)
		clauses, isClauses := pair[1].([]Value)
		if !isBody || !isClauses || len(body) == 0 {
			return "an event is not kind, fields and clauses"
		}
		kind, fits := body[0].(string)
		for _, clause := range clauses {
			_, isText := clause.(string)
			fits = fits && isText
		}
		if !fits {
			return "an event is not kind, fields and clauses"
		}
		e.events = append(e.events, event{kind, body[1:]})
	}
	for _, row := range fields[10].([]Value) {
		pair, fits := row.([]Value)
		if !fits || len(pair) != 2 {
			return "a sealed part is not owner and commitment"
		}
		owner, isOwner := within(pair[0], 0, 255)
		commitment, isHash := sized(pair[1], 32)
		if !isOwner || !isHash {
			return "a sealed part is not owner and commitment"
		}
		e.sealed = append(e.sealed, sealedPart{owner, commitment})
	}
	var fits bool
	e.dice, fits = throwsOf(fields[8])
	if !fits {
		return "a row of dice is not stream, epoch, index, sides, faces, label and roller"
	}
	return ""
}

func throwsOf(value Value) ([]throw, bool) {
	rows, fits := value.([]Value)
	if !fits {
		return nil, false
	}
	var found []throw
	for _, row := range rows {
		one, fits := throwOf(row)
		if !fits {
			return nil, false
		}
		found = append(found, one)
	}
	return found, true
}

func throwOf(value Value) (throw, bool) {
	var t throw
	row, fits := value.([]Value)
	if !fits || len(row) != 7 {
		return t, false
	}
	var good [6]bool
	t.stream, good[0] = within(row[0], 0, 0xffff)
	t.epoch, good[1] = within(row[1], 0, wordMost)
	t.index, good[2] = within(row[2], 0, wordMost)
	t.sides, good[3] = within(row[3], 1, wordMost)
	t.label, good[4] = row[5].(string)
	t.roller, good[5] = within(row[6], 0, 255)
	faces, fits := row[4].([]Value)
	if !fits || len(faces) == 0 || good != [6]bool{true, true, true, true, true, true} {
		return t, false
	}
	for _, face := range faces {
		number, fits := within(face, 1, t.sides)
		if !fits {
			return t, false
		}
		t.faces = append(t.faces, number)
	}
	return t, t.index+int64(len(t.faces)) <= wordMost
}

// rest is a sealed part 1: dice rows are what is checked of it.
func readRest(data []byte) ([]throw, error) {
	value, err := decode(data)
	if err != nil {
		return nil, err
	}
	parts, fits := value.([]Value)
	if !fits || len(parts) != 3 {
		return nil, fmt.Errorf("not secret fields, secret events and hidden dice")
	}
	for _, part := range parts {
		if _, fits := part.([]Value); !fits {
			return nil, fmt.Errorf("not secret fields, secret events and hidden dice")
		}
	}
	rows, fits := throwsOf(parts[2])
	if !fits {
		return nil, fmt.Errorf("a row of dice is not stream, epoch, index, sides, faces, label and roller")
	}
	return rows, nil
}
