package verify

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
)

// SeatRole is the role of a player in an Actor.
const SeatRole = 3

// Parts of an entry that are sealed for an owner.
const (
	CommandPart = 0 // the secret fields of the command
	RestPart    = 1 // secret events, secret fields of events, hidden dice
)

// Actor says who gave a command: the role of the credential, the party as an integer, and the id of the credential.
// Parties are seats from 0, 253 everyone, 254 the referee and 255 the service.
type Actor struct {
	Role, Party int64
	Key         string
}

// Roll is one throw of dice of one size, as it stands in a record.
type Roll struct {
	Stream, Epoch, Index, Sides uint64
	Faces                       []uint64
	Why                         string
	Roller                      int64
}

// Event is an event of a record, with the clauses it rests on. Its values stand in the order of the contract's fields.
type Event struct {
	Kind    string
	Values  []any
	Clauses []string
}

// Commitment is the promise of an owner's sealed part.
type Commitment struct {
	Owner int64
	Hash  []byte
}

// Opening opens a sealed part of an entry.
type Opening struct {
	Owner int64
	Part  int
	Salt  []byte
	Data  []byte
}

// Entry is a record that was read: format 1 of the log. What is nil in the record is nil here.
type Entry struct {
	Record []byte // its bytes
	Hash   []byte // the entry hash of these bytes

	Game      []byte
	Seq       uint64
	Prev      []byte
	Time      int64 // ms since 1970
	Actor     Actor
	CommandID []byte
	Head      []byte // hash of the last entry that the actor saw
	Kind      string
	Values    []any // the fields of the command; secret ones are nil
	Seal      []byte
	Signature []byte
	Rolls     []Roll
	Events    []Event
	Sealed    []Commitment
	State     []byte // public state hash
	Keyed     []byte // keyed state hash
}

// EntryHash is the hash of a record's bytes, by which the next entry names it.
func EntryHash(record []byte) []byte { return sha([]byte("wglog/1/entry\x00"), record) }

// SealedHash is the commitment of an owner to a sealed part.
func SealedHash(game []byte, owner int64, part int, commandID, salt, data []byte) []byte {
	return sha([]byte("wglog/1/sealed\x00"), game, []byte{byte(owner), byte(part)}, commandID, salt, data)
}

// StateHash is the public state hash over the public part of all tables.
func StateHash(tables []byte) []byte { return sha([]byte("wglog/1/state\x00"), tables) }

// Command is a command as a record holds it and as a seat signs it.
type Command struct {
	ID     []byte
	Head   []byte // nil where the actor named none
	Kind   string
	Values []any
	Seal   []byte // nil where the command has no secret fields
}

// SigningBytes is what a seat signs.
func SigningBytes(game []byte, actor Actor, command Command) ([]byte, error) {
	row := append([]any{command.Kind}, command.Values...)
	value := []any{
		game,
		[]any{actor.Role, actor.Party, actor.Key},
		[]any{command.ID, orNil(command.Head), row, orNil(command.Seal)},
	}
	data, err := Encode(value)
	return append([]byte("wglog/1/cmd\x00"), data...), err
}

func orNil(data []byte) any {
	if data == nil {
		return nil
	}
	return data
}

// Command gives the command of an entry.
func (e *Entry) Command() Command {
	return Command{ID: e.CommandID, Head: e.Head, Kind: e.Kind, Values: e.Values, Seal: e.Seal}
}

// SignedBy tells whether the entry's command bears a signature of this Ed25519 key.
func (e *Entry) SignedBy(public []byte) bool {
	data, err := SigningBytes(e.Game, e.Actor, e.Command())
	return err == nil && e.Signature != nil && Verifies(public, data, e.Signature)
}

// CheckOpenings checks that openings fit what the entry promised. They may be any part of its sealed parts.
func (e *Entry) CheckOpenings(openings []Opening) error {
	for _, opening := range openings {
		committed := e.commitment(opening)
		found := SealedHash(e.Game, opening.Owner, opening.Part, e.CommandID, opening.Salt, opening.Data)
		if committed == nil || !bytes.Equal(committed, found) {
			place := fmt.Sprintf("part %d of party %d", opening.Part, opening.Owner)
			return notProven("SEALED_OPENING_MISMATCH", e.Game, e.Seq, place+" as promised", "another opening")
		}
	}
	return nil
}

func (e *Entry) commitment(opening Opening) []byte {
	if opening.Part == CommandPart && opening.Owner == e.Actor.Party {
		return e.Seal
	}
	if opening.Part == RestPart {
		for _, sealed := range e.Sealed {
			if sealed.Owner == opening.Owner {
				return sealed.Hash
			}
		}
	}
	return nil
}

// ParseRecord reads a record. Seq says which entry it stands for, for the error alone.
func ParseRecord(record []byte, seq uint64) (*Entry, error) {
	value, err := Decode(record)
	if err != nil {
		return nil, notProven("NON_CANONICAL_ENTRY", nil, seq, "MP-int", err.Error())
	}
	e := &Entry{Record: record, Hash: EntryHash(record)}
	f := fields{values: list(value)}
	f.want(12)
	if f.number(0) != 1 {
		f.fail("format 1")
	}
	e.Game, e.Seq, e.Prev, e.Time = f.bytes(1, gameSize), uint64(f.number(2)), f.bytes(3, hashSize), f.number(4)
	actor := f.inner(5, 3)
	e.Actor = Actor{actor.number(0), actor.number(1), actor.text(2)}
	command := f.inner(6, 4)
	e.CommandID, e.Head = command.bytes(0, gameSize), command.optional(1, hashSize)
	e.Kind, e.Values = command.kind(2)
	e.Seal = command.optional(3, hashSize)
	e.Signature = f.optional(7, ed25519.SignatureSize)
	e.Rolls = rollsOf(&f, 8)
	e.Events, e.Sealed = eventsOf(&f, 9), sealedOf(&f, 10)
	if len(f.values) == 12 && f.values[11] != nil {
		state := f.inner(11, 2)
		e.State, e.Keyed = state.bytes(0, hashSize), state.optional(1, hashSize)
		f.join(state)
	}
	f.join(actor)
	f.join(command)
	if f.fault != nil {
		return nil, notProven("BUNDLE_MALFORMED", nil, seq, "a record of format 1", f.fault.Error())
	}
	return e, nil
}

func rollsOf(f *fields, place int) []Roll {
	rows := f.list(place)
	rolls := make([]Roll, 0, len(rows))
	for _, row := range rows {
		part := fields{values: list(row)}
		part.want(7)
		roll := Roll{
			Stream: part.natural(0), Epoch: part.natural(1), Index: part.natural(2), Sides: part.natural(3),
			Why: part.text(5), Roller: part.number(6),
		}
		for _, face := range part.list(4) {
			number, ok := face.(int64)
			if !ok || number < 0 {
				part.fail("faces")
			}
			roll.Faces = append(roll.Faces, uint64(number))
		}
		f.join(&part)
		rolls = append(rolls, roll)
	}
	return rolls
}

func eventsOf(f *fields, place int) []Event {
	rows := f.list(place)
	events := make([]Event, 0, len(rows))
	for _, row := range rows {
		part := fields{values: list(row)}
		part.want(2)
		var event Event
		event.Kind, event.Values = part.kind(0)
		for _, clause := range part.list(1) {
			text, ok := clause.(string)
			if !ok {
				part.fail("clauses")
			}
			event.Clauses = append(event.Clauses, text)
		}
		f.join(&part)
		events = append(events, event)
	}
	return events
}

func sealedOf(f *fields, place int) []Commitment {
	rows := f.list(place)
	sealed := make([]Commitment, 0, len(rows))
	for _, row := range rows {
		part := fields{values: list(row)}
		part.want(2)
		sealed = append(sealed, Commitment{part.number(0), part.bytes(1, hashSize)})
		f.join(&part)
	}
	return sealed
}

// fields reads an array whose parts have known kinds. The first part that has another is its fault.
type fields struct {
	values []any
	fault  error
}

func list(value any) []any {
	values, _ := value.([]any)
	return values
}

func (f *fields) fail(what string) {
	if f.fault == nil {
		f.fault = fmt.Errorf("no %s where one should be", what)
	}
}

func (f *fields) join(other *fields) {
	if f.fault == nil {
		f.fault = other.fault
	}
}

func (f *fields) want(size int) {
	if len(f.values) != size {
		f.fail(fmt.Sprintf("array of %d", size))
	}
}

func (f *fields) at(place int) any {
	if place >= len(f.values) {
		return nil
	}
	return f.values[place]
}

func (f *fields) number(place int) int64 {
	number, ok := f.at(place).(int64)
	if !ok {
		f.fail("integer")
	}
	return number
}

func (f *fields) natural(place int) uint64 {
	number := f.number(place)
	if number < 0 {
		f.fail("natural number")
		return 0
	}
	return uint64(number)
}

func (f *fields) text(place int) string {
	text, ok := f.at(place).(string)
	if !ok {
		f.fail("text")
	}
	return text
}

func (f *fields) bytes(place, size int) []byte {
	data, ok := f.at(place).([]byte)
	if !ok || len(data) != size {
		f.fail(fmt.Sprintf("%d bytes", size))
	}
	return data
}

func (f *fields) optional(place, size int) []byte {
	if f.at(place) == nil {
		return nil
	}
	return f.bytes(place, size)
}

func (f *fields) list(place int) []any {
	values, ok := f.at(place).([]any)
	if !ok {
		f.fail("array")
	}
	return values
}

func (f *fields) inner(place, size int) *fields {
	part := &fields{values: f.list(place)}
	part.want(size)
	return part
}

func (f *fields) kind(place int) (string, []any) {
	row := f.list(place)
	if len(row) == 0 {
		f.fail("kind")
		return "", nil
	}
	kind, ok := row[0].(string)
	if !ok {
		f.fail("kind")
	}
	return kind, row[1:]
}
