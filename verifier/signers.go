package main

import (
	"fmt"
	"slices"
)

const holdersMost = 512

var offices = map[int64]string{1: "owner", 2: "referee", 8: "head_referee"}

// holder is who has keys: a seat by its number, or an office with the key id of a token.
type holder struct{ office, token string }

type signers struct {
	t          *terms
	out        *findings
	held, ever map[holder][][]byte
	numbers    map[holder]int64
}

// checkSignatures: what is signed verifies under a key of who gave it, nothing is unsigned that has to be, and the owner
// has signed warrants (37 to 39).
func checkSignatures(entries []*entry, t *terms, out *findings) {
	s := &signers{t: t, out: out, held: firstKeys(t), ever: firstKeys(t), numbers: map[holder]int64{}}
	for _, e := range entries {
		s.changes(e, func(name holder, keys [][]byte) {
			if _, there := s.ever[name]; there || len(s.ever) < holdersMost {
				all := append(s.ever[name], keys...)
				s.ever[name] = all[:min(len(all), keysMost)]
			}
		})
	}
	for _, e := range entries {
		if e.seq > 1 {
			s.check(e)
		}
		if e.kind == "AdmitOfficial" {
			s.checkWarrant(e)
		}
		s.changes(e, func(name holder, keys [][]byte) { s.held[name] = keys })
	}
	noteUnsigned(entries, t, out)
}

func firstKeys(t *terms) map[holder][][]byte {
	found := map[holder][][]byte{}
	for place, one := range t.seats {
		found[seatHolder(int64(place))] = slices.Clone(one.keys)
	}
	for _, row := range t.officials[:min(len(t.officials), holdersMost)] {
		found[holder{row.office, row.token}] = slices.Clone(row.keys)
	}
	return found
}

func seatHolder(party int64) holder { return holder{"seat", fmt.Sprint(party)} }

// changes gives the keys that an entry brings into force after it.
func (s *signers) changes(e *entry, take func(holder, [][]byte)) {
	if at, _, keys, there := e.substituted(); there {
		take(seatHolder(at), keys)
	}
	if found, there := e.event("OfficialAdmitted"); there {
		f := &fields{values: found.fields}
		name, keys := holder{f.text(), f.text()}, f.keys()
		if f.bad == "" {
			take(name, keys)
		}
	}
}

func (s *signers) holders(e *entry) []holder {
	if e.role == seatRole {
		return []holder{seatHolder(e.party)}
	}
	if office := offices[e.role]; office != "" {
		return []holder{{office, e.key}, {office, ""}}
	}
	return nil
}

func (s *signers) check(e *entry) {
	due, whose := s.t.actsSigned && offices[e.role] != "", "the official"
	if e.role == seatRole {
		due, whose = s.t.signed, "the seat"
	}
	own := s.holders(e)
	switch {
	case e.signature == nil:
		if due {
			s.out.add("COMMAND_SIGNATURE_INVALID", e.seq, "a signature by "+whose, "none")
		}
	case signedUnder(e, s.held, own):
	case !slices.ContainsFunc(own, func(name holder) bool { return len(s.ever[name]) > 0 }):
		s.out.add("KEY_NOT_VALID", e.seq, "a key of the actor in the terms, and a signature by it", e.signature)
	case signedUnder(e, s.ever, own):
		s.out.add("KEY_NOT_VALID", e.seq, "a key of the actor that is in force at this entry", e.signature)
	case offices[e.role] != "" && signedUnder(e, s.ever, s.everybody()):
		s.out.add("UNAUTHORISED_ACTOR", e.seq, "a key of the official, and not of a seat or of another official", e.signature)
	default:
		s.out.add("COMMAND_SIGNATURE_INVALID", e.seq, fmt.Sprintf("a signature by %s over this command", whose), e.signature)
	}
}

func (s *signers) everybody() []holder {
	var all []holder
	for name := range s.ever {
		all = append(all, name)
	}
	return all
}

func signedUnder(e *entry, keys map[holder][][]byte, holders []holder) bool {
	return slices.ContainsFunc(holders, func(name holder) bool {
		return signedByOne(keys[name][:min(len(keys[name]), keysMost)], e)
	})
}

func (s *signers) checkWarrant(e *entry) {
	f := &fields{values: e.arguments}
	name, keys, number, ofEvent, warrant := holder{f.text(), f.text()}, f.list(), f.number(), f.flag(), f.raw(false)
	if f.end() != "" {
		return // its fields are read elsewhere
	}
	scope := e.game
	if ofEvent {
		scope = s.t.event
	}
	data := warrantBytes(scope, name.office, name.token, keys, number)
	signed := false
	for held, owners := range s.held {
		signed = signed || held.office == "owner" && slices.ContainsFunc(owners, func(key []byte) bool {
			return verifies(key, warrant, data)
		})
	}
	if !signed || (ofEvent && s.t.event == nil) {
		s.out.add("KEY_NOT_VALID", e.seq, "a warrant signed by the owner", warrant)
	}
	if last := s.numbers[name]; number <= last {
		s.out.add("KEY_NOT_VALID", e.seq, fmt.Sprintf("a warrant of a number above %d", last), number)
	}
	s.numbers[name] = number
}

// warrantBytes are what an owner signs to let somebody sign.
func warrantBytes(scope []byte, office, token string, keys []Value, number int64) []byte {
	return append([]byte("wglog/1/warrant\x00"), encode(nil, []Value{scope, office, token, keys, number})...)
}

// noteUnsigned names what whoever has the log key could have written.
func noteUnsigned(entries []*entry, t *terms, out *findings) {
	if !t.signed {
		out.add("UNSIGNED_GAME", 0, "commands signed by the seats", "a game in which nobody has to sign")
		return
	}
	for _, e := range entries {
		if !t.actsSigned && offices[e.role] != "" && e.signature == nil && e.has("RulingGiven") {
			out.add("UNSIGNED_ACTS", e.seq, "rulings signed by the referee", "a ruling without a signature")
			return
		}
	}
}

func seatKeys(t *terms) map[int64][][]byte {
	found := map[int64][][]byte{}
	for place, one := range t.seats {
		found[int64(place)] = slices.Clone(one.keys)
	}
	return found
}
