package client

import (
	"bytes"
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/anypb"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

const everyone = 253 // the party

// sameRolls tells whether dice are those of a record and of the parts that were opened, in any order.
func sameRolls(found []*wargamev1.Roll, due []verify.Roll) bool {
	texts := make([]string, len(found))
	for at, roll := range found {
		texts[at] = fmt.Sprintf("%#v", loggedRoll(roll))
	}
	wanted := make([]string, len(due))
	for at, roll := range due {
		wanted[at] = fmt.Sprintf("%#v", roll)
	}
	slices.Sort(texts)
	slices.Sort(wanted)
	return slices.Equal(texts, wanted)
}

func loggedRoll(roll *wargamev1.Roll) verify.Roll {
	made := verify.Roll{
		Epoch: uint64(roll.GetEpoch()), Index: uint64(roll.GetIndex()), Sides: uint64(roll.GetSides()),
		Why: roll.GetWhy(), Roller: partyNumber(roll.GetRoller()),
	}
	for _, face := range roll.GetFaces() {
		made.Faces = append(made.Faces, uint64(face))
	}
	switch owner := partyNumber(roll.GetOwner()); {
	case roll.GetReported():
		made.Stream = verify.ReportedStream
	case owner == everyone:
		made.Stream = verify.PublicStream
	case owner > everyone:
		made.Stream = verify.RefereeStream
	default:
		made.Stream = uint64(owner) + 1
	}
	return made
}

// sameEvents tells whether events are those of a record and of the parts that were opened: in order, with their names,
// clauses, places and fields.
func sameEvents(found []*wargamev1.Ruled, due []verify.ShownEvent) bool {
	if len(found) != len(due) {
		return false
	}
	for at, ruled := range found {
		same := ruled.GetName() == due[at].Kind && slices.Equal(ruled.GetClauses(), due[at].Clauses) && int(ruled.GetPlace()) == at
		if !same || !sameFields(ruled.GetEvent(), due[at]) {
			return false
		}
	}
	return true
}

// sameFields compares an event with the record's. Events and fields that this release does not know are passed over.
func sameFields(packed *anypb.Any, due verify.ShownEvent) bool {
	holder, err := packed.UnmarshalNew()
	if err != nil {
		return !known(packed)
	}
	kinds := holder.ProtoReflect().Descriptor().Oneofs().ByName("kind")
	if kinds == nil {
		return false
	}
	arm := holder.ProtoReflect().WhichOneof(kinds)
	if arm == nil {
		return len(holder.ProtoReflect().GetUnknown()) > 0
	}
	event := holder.ProtoReflect().Get(arm).Message()
	return string(event.Descriptor().Name()) == due.Kind && sameRow(event, due)
}

// known tells whether this release has the type of a message.
func known(packed *anypb.Any) bool {
	_, err := protoregistry.GlobalTypes.FindMessageByURL(packed.GetTypeUrl())
	return err == nil
}

func sameRow(event protoreflect.Message, due verify.ShownEvent) bool {
	row, secrets := logged(event), due.Secrets
	fields := slotsOf(event.Descriptor())
	for at := range min(len(row), len(due.Values)) {
		wanted := due.Values[at]
		if field := fields[at]; wanted == nil && field != nil && isSecret(field) {
			if len(secrets) == 0 { // not for this reader
				if event.Has(field) {
					return false
				}
				continue
			}
			wanted, secrets = secrets[0], secrets[1:]
		}
		if !sameValue(row[at], wanted) {
			return false
		}
	}
	return true
}

// sameValue tells whether a value is a log's. Choices that this release does not know are passed over.
func sameValue(a, b any) bool {
	switch found := a.(type) {
	case newerWord:
		return found.fits(b)
	case []any:
		wanted, ok := b.([]any)
		return ok && slices.EqualFunc(found, wanted, sameValue)
	}
	first, err := verify.Encode(a)
	if err != nil {
		return false
	}
	second, err := verify.Encode(b)
	return err == nil && bytes.Equal(first, second)
}

// openingsOf reads the openings of an entry.
func openingsOf(found *wargamev1.Entry) []verify.Opening {
	var openings []verify.Opening
	for _, opening := range found.GetOpenings() {
		openings = append(openings, openingOf(opening))
	}
	return openings
}

// sameAnswer tells whether dice and events that a command was answered with are those of its entry: as its giver could
// see them then, or as they are seen now. An answer of wargame.v1.Protocol has no events.
func sameAnswer(answer proto.Message, entry *Entry) (bool, error) {
	all := openingsOf(entry.Entry)
	own := slices.DeleteFunc(slices.Clone(all), func(opening verify.Opening) bool { return opening.Owner != entry.Record.Actor.Party })
	for _, openings := range [][]verify.Opening{own, all} {
		events, rolls, err := entry.Record.Shown(openings)
		if err != nil {
			return false, err
		}
		outcome, hasEvents := answer.(*wargamev1.Outcome)
		told, _ := answer.(interface{ GetRolls() []*wargamev1.Roll })
		if sameRolls(told.GetRolls(), rolls) && (!hasEvents || sameEvents(outcome.GetRuled(), events)) {
			return true, nil
		}
	}
	return false, nil
}
