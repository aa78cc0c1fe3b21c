package client

import (
	"encoding/hex"
	"fmt"
	"math"
	"regexp"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// digitsOnly are integers as domains write them: no other sign than a minus, and no zeros before them.
var digitsOnly = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,15})$`)

// mostInteger is the largest integer of a log.
const mostInteger = 1<<53 - 1

func isInteger(field protoreflect.FieldDescriptor) bool {
	switch field.Kind() {
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Uint32Kind,
		protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Uint64Kind:
		return true
	}
	return false
}

// integer gives a number as a value of a field.
func integer(field protoreflect.FieldDescriptor, number int64, place string) (protoreflect.Value, error) {
	small := number >= math.MinInt32 && number <= math.MaxInt32
	switch field.Kind() {
	case protoreflect.Int64Kind, protoreflect.Sint64Kind:
		if number >= -mostInteger && number <= mostInteger {
			return protoreflect.ValueOfInt64(number), nil
		}
	case protoreflect.Uint64Kind:
		if number >= 0 && number <= mostInteger {
			return protoreflect.ValueOfUint64(uint64(number)), nil
		}
	case protoreflect.Uint32Kind:
		if number >= 0 && number <= math.MaxUint32 {
			return protoreflect.ValueOfUint32(uint32(number)), nil
		}
	case protoreflect.Int32Kind, protoreflect.Sint32Kind:
		if small {
			return protoreflect.ValueOfInt32(int32(number)), nil
		}
	}
	return protoreflect.Value{}, offerFault(place, "%d does not fit a %s", number, field.Kind())
}

// readWord reads a word of a domain as a value of a field.
func readWord(field protoreflect.FieldDescriptor, word, place string) (protoreflect.Value, error) {
	misfit := offerFault(place, "%q does not fit a %s", word, field.Kind())
	switch {
	case field.Kind() == protoreflect.StringKind:
		return protoreflect.ValueOfString(word), nil
	case field.Kind() == protoreflect.BoolKind && (word == "true" || word == "false"):
		return protoreflect.ValueOfBool(word == "true"), nil
	case field.Kind() == protoreflect.EnumKind:
		if number, known := choiceOf(field.Enum(), word); known {
			return protoreflect.ValueOfEnum(number), nil
		}
	case field.Kind() == protoreflect.BytesKind:
		if octets, err := hex.DecodeString(word); err == nil && hex.EncodeToString(octets) == word {
			return protoreflect.ValueOfBytes(octets), nil
		}
	case isInteger(field):
		if number, err := strconv.ParseInt(word, 10, 64); err == nil && digitsOnly.MatchString(word) {
			return integer(field, number, place)
		}
	}
	return protoreflect.Value{}, misfit
}

// choiceOf finds a choice of an enum by its word, or by its name where the enum has no words. The empty word is the choice
// that means nothing.
func choiceOf(enum protoreflect.EnumDescriptor, word string) (protoreflect.EnumNumber, bool) {
	words := wordsOf(enum)
	values := enum.Values()
	for at := range values.Len() {
		number := values.Get(at).Number()
		if (words != nil && words[number] == word) || (words == nil && string(values.Get(at).Name()) == word) {
			return number, true
		}
	}
	return 0, false
}

// wordOf writes the value of a field as a domain does; "" where it is empty or has parts.
func wordOf(message protoreflect.Message, field protoreflect.FieldDescriptor) string {
	if field.IsList() || field.IsMap() || field.Message() != nil || (field.HasPresence() && !message.Has(field)) {
		return ""
	}
	value := message.Get(field)
	switch field.Kind() {
	case protoreflect.EnumKind:
		if words := wordsOf(field.Enum()); words != nil {
			return words[value.Enum()]
		}
		if choice := field.Enum().Values().ByNumber(value.Enum()); choice != nil {
			return string(choice.Name())
		}
		return ""
	case protoreflect.BytesKind:
		return hex.EncodeToString(value.Bytes())
	}
	return fmt.Sprint(value.Interface())
}
