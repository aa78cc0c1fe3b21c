package client

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

const (
	kernelPackage = "wargame.v1"
	headerField   = 100 // in every command, and in no log
)

// Numbers of parties that are no seats, as they stand in a log.
var namedParties = map[wargamev1.NamedParty]int64{
	wargamev1.NamedParty_NAMED_PARTY_TABLE:    255,
	wargamev1.NamedParty_NAMED_PARTY_REFEREE:  254,
	wargamev1.NamedParty_NAMED_PARTY_EVERYONE: 253,
}

// partyNumber gives a party as it stands in a log.
func partyNumber(party *wargamev1.Party) int64 {
	if named, ok := party.GetWho().(*wargamev1.Party_Named); ok {
		return namedParties[named.Named]
	}
	return int64(party.GetSeat())
}

// slotsOf gives the fields of a message in the order in which a log has them; nil for one that was taken away.
func slotsOf(message protoreflect.MessageDescriptor) []protoreflect.FieldDescriptor {
	fields, gone := message.Fields(), message.ReservedRanges()
	last := 0
	for at := range fields.Len() {
		if number := int(fields.Get(at).Number()); number < headerField {
			last = max(last, number)
		}
	}
	for at := range gone.Len() {
		last = max(last, min(int(gone.Get(at)[1]), headerField)-1)
	}
	var slots []protoreflect.FieldDescriptor
	for number := protoreflect.FieldNumber(1); int(number) <= last; number++ {
		if field := fields.ByNumber(number); field != nil || gone.Has(number) {
			slots = append(slots, field)
		}
	}
	return slots
}

// logged gives the fields of a message as a log has them: by number, with nil for what is absent or was taken away.
func logged(message protoreflect.Message) []any {
	row := []any{}
	for _, field := range slotsOf(message.Descriptor()) {
		if field == nil {
			row = append(row, nil)
		} else {
			row = append(row, loggedField(message, field))
		}
	}
	return row
}

func loggedField(message protoreflect.Message, field protoreflect.FieldDescriptor) any {
	if field.IsList() {
		values := message.Get(field).List()
		row := make([]any, values.Len())
		for at := range row {
			row[at] = loggedValue(field, values.Get(at))
		}
		return row
	}
	if field.HasPresence() && !message.Has(field) && !isTime(field) {
		return nil
	}
	return loggedValue(field, message.Get(field))
}

func loggedValue(field protoreflect.FieldDescriptor, value protoreflect.Value) any {
	switch field.Kind() {
	case protoreflect.MessageKind:
		if party, ok := value.Message().Interface().(*wargamev1.Party); ok {
			return partyNumber(party)
		}
		if isTime(field) {
			return loggedTime(field, value.Message())
		}
		return logged(value.Message())
	case protoreflect.EnumKind:
		if words := wordsOf(field.Enum()); words != nil {
			word, known := words[value.Enum()]
			if !known {
				return newerWord{words}
			}
			return word
		}
		return int64(value.Enum())
	case protoreflect.BytesKind:
		return append([]byte{}, value.Bytes()...)
	}
	switch found := value.Interface().(type) {
	case uint32:
		return int64(found)
	case int32:
		return int64(found)
	default: // bool, int64, uint64, string
		return found
	}
}

// newerWord stands for a choice that this release does not know: its word in the log is none of these.
type newerWord struct {
	known map[protoreflect.EnumNumber]string
}

// fits tells whether what a log holds may be the word of such a choice.
func (w newerWord) fits(wanted any) bool {
	word, ok := wanted.(string)
	if !ok {
		return false
	}
	for _, known := range w.known {
		if known == word {
			return false
		}
	}
	return true
}

// wordsOf gives the words of an enum's choices; nil where it has none and stands in logs as its number.
func wordsOf(enum protoreflect.EnumDescriptor) map[protoreflect.EnumNumber]string {
	words := map[protoreflect.EnumNumber]string{}
	some := false
	values := enum.Values()
	for at := range values.Len() {
		word := extension[string](values.Get(at).Options(), wargamev1.E_Word)
		words[values.Get(at).Number()] = word
		some = some || word != ""
	}
	if !some {
		return nil
	}
	return words
}

func extension[T any](options proto.Message, kind protoreflect.ExtensionType) (found T) {
	if value, ok := proto.GetExtension(options, kind).(T); ok {
		return value
	}
	return found
}

// isSecret tells whether only its owner sees a field of a command or event.
func isSecret(field protoreflect.FieldDescriptor) bool {
	options, _ := field.Options().(*descriptorpb.FieldOptions)
	mark := extension[wargamev1.Visibility](options, wargamev1.E_Visible)
	if mark == wargamev1.Visibility_VISIBILITY_UNSPECIFIED {
		mark = extension[wargamev1.Visibility](field.ContainingMessage().Options(), wargamev1.E_All)
	}
	return mark == wargamev1.Visibility_VISIBILITY_OWNER
}

// splitSecrets gives the logged fields of a command without its secret ones, and those in their order; nil where it has
// none.
func splitSecrets(command protoreflect.Message) (row, secret []any) {
	row = logged(command)
	for place, field := range slotsOf(command.Descriptor()) {
		if field != nil && isSecret(field) {
			secret = append(secret, row[place])
			row[place] = nil
		}
	}
	return row, secret
}

// seal makes what stands in the log of a command, under a commitment with the header's salt where it has secrets. A token
// alone does not say which seat it is, which is party -1: then the service makes the salt.
func seal(game []byte, party int64, header *wargamev1.Header, command protoreflect.Message) (verify.Command, error) {
	row, secret := splitSecrets(command)
	id, head := header.GetCommandId(), header.GetHead()
	if len(head) == 0 {
		head = nil
	}
	made := verify.Command{ID: id, Head: head, Kind: string(command.Descriptor().Name()), Values: row}
	if err := unfitIn(append(row, secret...)); err != nil {
		return made, err
	}
	if secret == nil || party < 0 || len(header.GetSalt()) == 0 {
		return made, nil
	}
	data, err := verify.Encode(secret)
	if err != nil {
		return made, fmt.Errorf("%s: a secret field can not be logged: %w", made.Kind, err)
	}
	made.Seal = verify.SealedHash(game, party, verify.CommandPart, id, header.GetSalt(), data)
	return made, nil
}
