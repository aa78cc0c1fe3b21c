package verify

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"slices"
)

// offices by the role of who acts.
var offices = map[int64]string{1: "owner", 2: "referee", 8: "head_referee"}

// holder is who has keys: a seat by its number, or an office with the key id of a token.
type holder struct{ office, token string }

type signers struct {
	terms   *Terms
	keys    map[holder][][]byte
	numbers map[holder]int64 // of the last warrant
}

// VerifySignatures checks the signatures of all commands, under the keys in force of the seat or official that gave them;
// where the terms demand it each must have one. It gives how many there are.
func VerifySignatures(entries []*Entry) (int, error) {
	if len(entries) == 0 {
		return 0, nil
	}
	terms, err := ReadTerms(entries[0])
	if err != nil {
		return 0, err
	}
	s := signers{terms: terms, keys: map[holder][][]byte{}, numbers: map[holder]int64{}}
	for seat, keys := range terms.SeatKeys {
		s.keys[holder{"seat", fmt.Sprint(seat)}] = keys
	}
	for _, row := range terms.Officials {
		s.keys[holder{row.Office, row.Token}] = row.Keys
	}
	count := 0
	for _, entry := range entries[1:] {
		signed, err := s.enter(entry)
		if err != nil {
			return 0, err
		}
		if signed {
			count++
		}
	}
	return count, nil
}

// enter checks an entry, and takes the keys that it brings; it tells whether it is signed.
func (s *signers) enter(entry *Entry) (bool, error) {
	signed, err := s.check(entry)
	if err == nil && entry.Kind == "AdmitOfficial" {
		err = s.checkWarrant(entry)
	}
	for _, event := range entry.Events {
		f := fields{values: event.Values}
		var whose holder
		switch event.Kind {
		case "SeatSubstituted":
			whose = holder{"seat", fmt.Sprint(f.natural(0))}
		case "OfficialAdmitted":
			whose = holder{f.text(0), f.text(1)}
		default:
			continue
		}
		if keys := f.keys(2); f.fault == nil { // an event that can not be read gives nobody a key
			s.keys[whose] = keys
		}
	}
	return signed, err
}

func (s *signers) check(entry *Entry) (bool, error) {
	role := entry.Actor.Role
	office := offices[role]
	due, whose := office != "" && s.terms.ActsSigned, "the "+office
	held := []holder{{office, entry.Actor.Key}, {office, ""}}
	if role == SeatRole {
		seat := fmt.Sprint(entry.Actor.Party)
		due, whose, held = s.terms.Signed, "seat "+seat, []holder{{"seat", seat}}
	}
	if entry.Signature == nil && !due {
		return false, nil
	}
	for _, name := range held {
		if slices.ContainsFunc(s.keys[name], entry.SignedBy) {
			return true, nil
		}
	}
	return false, notProven("COMMAND_SIGNATURE_INVALID", entry.Game, entry.Seq, "a signature of "+whose, "none that fits")
}

func (s *signers) checkWarrant(entry *Entry) error {
	f := fields{values: entry.Values}
	name, keys, number, warrant := holder{f.text(0), f.text(1)}, f.list(2), f.number(3), f.bytes(5, ed25519.SignatureSize)
	scope := entry.Game
	if f.at(4) == true {
		scope = s.terms.Event
	}
	data, err := Encode([]any{scope, name.office, name.token, keys, number})
	fits := f.fault == nil && err == nil && scope != nil && number > s.numbers[name]
	data = append([]byte("wglog/1/warrant\x00"), data...)
	owned := false
	for held, owners := range s.keys {
		owned = owned || held.office == "owner" && slices.ContainsFunc(owners, func(key []byte) bool {
			return Verifies(key, data, warrant)
		})
	}
	if !fits || !owned {
		return notProven("KEY_NOT_VALID", entry.Game, entry.Seq, "a new warrant of the owner", hex.EncodeToString(warrant))
	}
	s.numbers[name] = number
	return nil
}
