package main

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// checkRulings: a ruling says why, and says in the log what its command says.
func checkRulings(entries []*entry, known *kinds, out *findings) {
	for _, e := range entries {
		ruled := slices.Contains(known.Rulings, e.kind)
		given, there := e.event("RulingGiven")
		if !there {
			// what is grave is proposed to others, and ruled by the one who agrees last
			if ruled && !e.has("ProposalMade") {
				out.add("RULING_INCOMPLETE", e.seq, "a ruling with its grounds", "none")
			}
			continue
		}
		grounds := padded(given.fields[1:])
		if reason, _ := grounds[0].(string); strings.TrimFunc(reason, blank) == "" {
			out.add("RULING_INCOMPLETE", e.seq, "a reason", "none")
		}
		for _, about := range grounds[2].([]Value) {
			if seq, _ := about.(int64); seq < 1 || seq >= e.seq {
				out.add("RULING_INCOMPLETE", e.seq, "entries before it that it is about", about)
			}
		}
		if !ruled {
			continue
		}
		if given.fields[0] != Value(e.kind) {
			out.add("RULING_INCOMPLETE", e.seq, "the act "+e.kind, given.fields[0])
		}
		if !bytes.Equal(encode(nil, padded(e.arguments[0].([]Value))), encode(nil, grounds)) {
			out.add("RULING_INCOMPLETE", e.seq, "the grounds that were given", "others")
		}
	}
}

// blank tells white space, the separators of old teletypes among it.
func blank(sign rune) bool {
	return unicode.IsSpace(sign) || sign >= 0x1c && sign <= 0x1f
}

// padded gives reason, clause and entries, where a record is from before the last of them was added.
func padded(grounds []Value) []Value {
	all := []Value{"", "", []Value{}}
	copy(all, grounds)
	return all
}
