package client

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

const (
	second      = 1_000                      // ms
	millisecond = 1_000_000                  // ns
	mostSeconds = 1_000 * 366 * 24 * 3_600   // of a Duration: the service takes none that is longer
	lastSecond  = 253_402_300_799            // of a Timestamp
	durationOf  = "google.protobuf.Duration" // names of messages
	timestampOf = "google.protobuf.Timestamp"
)

// isTime tells whether a field is a Duration or a Timestamp: an integer in a log, and 0 where it is absent.
func isTime(field protoreflect.FieldDescriptor) bool {
	return field.Message() != nil && (field.Message().FullName() == durationOf || field.Message().FullName() == timestampOf)
}

// isMilliseconds tells whether a field is an integer of milliseconds in a log; other Durations are whole seconds.
func isMilliseconds(field protoreflect.FieldDescriptor) bool {
	options, _ := field.Options().(*descriptorpb.FieldOptions)
	return extension[string](options, wargamev1.E_InMs) != ""
}

// unfitTime stands for a time that no log can have.
type unfitTime struct {
	field protoreflect.FullName
	whole string
}

func (u unfitTime) Error() string {
	return fmt.Sprintf("%s must be whole %s, of one sign, and within the range of a log", u.field, u.whole)
}

// loggedTime gives a time as a log has it, or an unfitTime.
func loggedTime(field protoreflect.FieldDescriptor, value protoreflect.Message) any {
	fields := value.Descriptor().Fields()
	seconds, nanos := value.Get(fields.ByName("seconds")).Int(), value.Get(fields.ByName("nanos")).Int()
	options, _ := field.Options().(*descriptorpb.FieldOptions)
	least, most, unit, whole := int64(0), int64(mostSeconds), int64(second*millisecond), "seconds"
	if isMilliseconds(field) {
		unit, whole = millisecond, "milliseconds"
	}
	if value.Descriptor().FullName() == timestampOf {
		most = lastSecond
	} else if extension[bool](options, wargamev1.E_BelowZero) {
		least = -mostSeconds
	}
	inside := least <= seconds && seconds <= most && -second*millisecond < nanos && nanos < second*millisecond
	mixed := (seconds < 0 && nanos > 0) || (seconds > 0 && nanos < 0) || (least == 0 && nanos < 0)
	if !inside || mixed || nanos%unit != 0 {
		return unfitTime{field.FullName(), whole}
	}
	if unit == millisecond {
		return seconds*second + nanos/millisecond
	}
	return seconds
}

// setMilliseconds writes milliseconds into a Duration or a Timestamp; both numbers of a Duration have the same sign.
func setMilliseconds(value protoreflect.Message, milliseconds int64) {
	fields := value.Descriptor().Fields()
	value.Set(fields.ByName("seconds"), protoreflect.ValueOfInt64(milliseconds/second))
	value.Set(fields.ByName("nanos"), protoreflect.ValueOfInt32(int32(milliseconds%second*millisecond)))
}

// unfitIn gives the first time among logged values that no log can have; nil where there is none.
func unfitIn(values []any) error {
	for _, value := range values {
		switch found := value.(type) {
		case unfitTime:
			return found
		case []any:
			if err := unfitIn(found); err != nil {
				return err
			}
		}
	}
	return nil
}
