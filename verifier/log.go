package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"
)

// checkOrder: one game, dense numbers, each once and in order (checks 4 to 7).
func checkOrder(entries []*entry, out *findings) {
	seen := map[int64]bool{}
	highest := int64(0)
	for _, e := range entries {
		if !bytes.Equal(e.game, entries[0].game) {
			out.add("WRONG_GAME", e.seq, entries[0].game, e.game)
		}
		if seen[e.seq] {
			out.add("DUPLICATE_ENTRY", e.seq, "each number once", e.seq)
		} else if e.seq < highest {
			out.add("REORDERED_ENTRY", e.seq, fmt.Sprintf("a number above %d", highest), e.seq)
		}
		seen[e.seq] = true
		highest = max(highest, e.seq)
	}
	for number := int64(1); number <= highest; number++ {
		if !seen[number] {
			out.add("MISSING_ENTRY", number, fmt.Sprintf("entries 1 to %d", highest), fmt.Sprintf("no entry %d", number))
			return
		}
	}
}

// checkChain: each entry names the hash of the one before, each seen head is of an earlier entry (checks 8 and 40).
func checkChain(entries []*entry, out *findings) {
	before := zero
	earlier := map[string]bool{}
	for _, e := range entries {
		if !bytes.Equal(e.prev, before) {
			out.add("CHAIN_BREAK", e.seq, before, e.prev)
		}
		if e.head != nil && !earlier[string(e.head)] {
			out.add("STALE_COMMAND", e.seq, "a head of an earlier entry of this chain", e.head)
		}
		before = e.hash
		earlier[string(before)] = true
	}
}

// logKeys are the keys of a log's heads: a head is signed with the key in force at its size, or with a later one.
type logKeys struct {
	known []string
	ends  []int64
}

func (k *logKeys) verify(note string) (string, error) {
	size := claimedSize(note)
	for place, end := range k.ends {
		if size < end {
			if text, err := verifyNote(k.known[place], note); err == nil {
				return text, nil
			}
		}
	}
	return verifyNote(k.known[len(k.known)-1], note)
}

// checkLogKeys: each key of the heads was named by the one before it; of a pinned key those that it has handed on to.
func checkLogKeys(entries []*entry, t *terms, pinned string, out *findings) *logKeys {
	keys := &logKeys{known: []string{t.logKey}}
	changed := 0
	for _, e := range entries {
		if e.kind != "ChangeLogKey" || changed == changesMost {
			continue
		}
		changed++
		f := &fields{values: e.arguments}
		next := f.text()
		var changes []string
		for _, row := range f.list() {
			change, fits := row.(string)
			if !fits {
				f.fail("no note")
			}
			changes = append(changes, change)
		}
		reason := f.text()
		if f.end() != "" {
			continue
		}
		before := keys.known[len(keys.known)-1]
		if !leads(before, next, changes) {
			if reason == "" {
				reason = "no reason"
			}
			out.add("LOG_KEY_UNPROVEN", e.seq, "a change signed with "+before, reason)
			if pinned != "" && slices.Contains(keys.known, pinned) {
				return keys
			}
		}
		keys.known, keys.ends = append(keys.known, next), append(keys.ends, e.seq)
	}
	if pinned == "" || slices.Contains(keys.known, pinned) {
		return keys
	}
	return &logKeys{known: []string{pinned}}
}

func requiredHeads(entries []*entry) []int64 {
	var sizes []int64
	for _, e := range entries {
		if e.seq == 1 || e.seq%32 == 0 || e.has("SeedFixed", "Finished") || e.kind == "Reveal" || e.last {
			sizes = append(sizes, e.seq)
		}
	}
	return sizes
}

// checkHeads: signed heads fit the chain, cover its end and do not contradict each other (checks 10 to 15).
func checkHeads(entries []*entry, b *bundle, keys *logKeys, out *findings) {
	hashes := map[int64][]byte{}
	last, signed := int64(0), int64(0)
	for _, e := range entries {
		hashes[e.seq] = e.hash
		last = max(last, e.seq)
	}
	sizes := map[int64][]byte{}
	taken := map[string]bool{}
	for _, note := range b.heads {
		if taken[note] {
			continue
		}
		taken[note] = true
		found, err := signedHead(note, keys)
		if err != nil {
			out.add("HEAD_SIGNATURE_INVALID", claimedSize(note), "a note signed by "+keys.known[len(keys.known)-1], err)
			continue
		}
		if _, there := sizes[found.size]; !there {
			sizes[found.size] = found.hash
		}
		if !bytes.Equal(sizes[found.size], found.hash) {
			out.add("FORKED_LOG", found.size, sizes[found.size], found.hash)
		}
		switch {
		case !bytes.Equal(found.game, entries[0].game):
			out.add("HEAD_MISMATCH", found.size, entries[0].game, found.game)
		case found.size > last:
			out.add("TRUNCATED_LOG", last+1, fmt.Sprintf("%d entries", found.size), fmt.Sprintf("%d entries", len(hashes)))
		case !bytes.Equal(hashes[found.size], found.hash):
			out.add("HEAD_MISMATCH", found.size, found.hash, hashes[found.size])
		}
		signed = max(signed, found.size)
	}
	if signed < entries[len(entries)-1].seq {
		out.add("UNSIGNED_TAIL", signed+1, "a signed head over the last entry", "none")
	}
	for _, size := range requiredHeads(entries) {
		if _, there := sizes[size]; !there {
			out.add("HEAD_CADENCE", size, "a signed head of this size", "none")
		}
	}
}

func signedHead(note string, keys *logKeys) (head, error) {
	text, err := keys.verify(note)
	if err != nil {
		return head{}, err
	}
	return readHead(text)
}

// substituted reads the event SeatSubstituted: seat, person, keys.
func (e *entry) substituted() (int64, string, [][]byte, bool) {
	found, there := e.event("SeatSubstituted")
	if !there {
		return 0, "", nil, false
	}
	f := &fields{values: found.fields}
	at, person := f.number(), f.text()
	var keys [][]byte
	for _, key := range f.list() {
		raw, fits := key.([]byte)
		if !fits {
			f.fail("no key")
		}
		keys = append(keys, raw)
	}
	if f.bad != "" {
		panic(errors.New(f.bad))
	}
	return at, person, keys, true
}

func signedByOne(keys [][]byte, e *entry) bool {
	return slices.ContainsFunc(keys, func(key []byte) bool { return verifies(key, e.signature, e.signed) })
}

// checkSeals: openings fit their commitments, and sealed parts are there where their kind demands (check 47).
func checkSeals(entries []*entry, b *bundle, t *terms, known *ruleset, out *findings) {
	left := map[int64]bool{}
	for _, row := range b.sealed {
		left[row.seq] = true
	}
	if len(left) != len(b.sealed) {
		out.add("SEALED_OPENING_MISMATCH", 0, "openings of an entry once", "twice")
	}
	for _, e := range entries {
		delete(left, e.seq)
		checkOpenings(e, b.openings[e.seq], out)
		if known != nil {
			checkParts(e, len(t.seats), known, out)
		}
	}
	var others []int64
	for seq := range left {
		others = append(others, seq)
	}
	sort.Slice(others, func(i, j int) bool { return others[i] < others[j] })
	for _, seq := range others {
		out.add("SEALED_OPENING_MISMATCH", seq, "an entry for these openings", "none")
	}
}

func checkOpenings(e *entry, openings []opening, out *findings) {
	type part struct{ owner, part int64 }
	due := map[part][]byte{}
	for _, row := range e.sealed {
		due[part{row.owner, 1}] = row.commitment
	}
	if e.seal != nil {
		due[part{e.party, 0}] = e.seal
	}
	for _, row := range openings {
		place := part{row.owner, row.part}
		committed, there := due[place]
		delete(due, place)
		if !there {
			out.add("SEALED_OPENING_MISMATCH", e.seq, "openings of this entry's own parts", fmt.Sprintf("%d, %d", row.owner, row.part))
			continue
		}
		var found []byte
		if len(row.salt) == 32 {
			found = sealedHash(e.game, row.owner, row.part, e.id, row.salt, row.data)
		}
		if !bytes.Equal(found, committed) {
			out.add("SEALED_OPENING_MISMATCH", e.seq, committed, found)
		} else if row.part == 1 {
			checkRest(e, row, out)
		}
	}
}

func hiddenStream(owner int64) int64 {
	if owner < spectator {
		return owner + 1
	}
	return 0xfff0
}

func checkRest(e *entry, row opening, out *findings) {
	rolls, err := readRest(row.data)
	if err != nil {
		out.add("BUNDLE_MALFORMED", e.seq, fmt.Sprintf("a sealed part of party %d", row.owner), err)
		return
	}
	for _, roll := range rolls {
		if roll.stream != hiddenStream(row.owner) {
			out.add("DICE_SOURCE_VIOLATION", e.seq, fmt.Sprintf("hidden dice of stream %d", hiddenStream(row.owner)),
				fmt.Sprintf("stream %d", roll.stream))
		}
	}
}

func checkParts(e *entry, seats int, known *ruleset, out *findings) {
	kind, there := known.Commands[e.kind]
	if !there {
		return
	}
	if kind.Secret != (e.seal != nil) {
		out.add("SEALED_OPENING_MISMATCH", e.seq, "a seal exactly where the command has secrets", e.kind)
	}
	var due, owners []int64
	if kind.Sealed {
		for party := int64(0); party < int64(seats); party++ {
			due = append(due, party)
		}
		if kind.Referee {
			due = append(due, referee)
		}
	}
	for _, row := range e.sealed {
		owners = append(owners, row.owner)
	}
	if !slices.Equal(due, owners) {
		out.add("SEALED_OPENING_MISMATCH", e.seq, "sealed parts of parties "+numbers(due), "parts of "+numbers(owners))
	}
}
