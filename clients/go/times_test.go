package client

import (
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// Times are integers of milliseconds in a log where the contract says so: whole, of one sign, and 0 where they are absent.
func TestTimesOfALog(t *testing.T) {
	bank := func(seconds int64, nanos int32) proto.Message {
		return &wargamev1.ClockSet{OldBank: &durationpb.Duration{Seconds: seconds, Nanos: nanos}}
	}
	for _, row := range []struct {
		message proto.Message
		at      int
		due     int64
	}{
		{bank(0, 0), 1, 0},
		{bank(1, 5_000_000), 1, 1_005},
		{bank(-1, -5_000_000), 1, -1_005},
		{bank(0, -1_000_000), 1, -1},
		{bank(mostSeconds, 0), 1, 31_622_400_000_000},
		{&wargamev1.ClockSet{}, 1, 0},
		{&wargamev1.GiveBackOutage{}, 0, 0},
		{&wargamev1.OpenGame{ResponseLimit: &durationpb.Duration{Seconds: 90}}, 8, 90},
		{&wargamev1.OpenGame{}, 8, 0},
	} {
		if found := logged(row.message.ProtoReflect())[row.at]; found != row.due {
			t.Errorf("%v: %v, not %d", row.message, found, row.due)
		}
	}
	for _, message := range []proto.Message{
		bank(1, 1),
		bank(1, -1_000_000),
		bank(-1, 1_000_000),
		bank(0, 1_000_000_000),
		bank(mostSeconds+1, 0),
		&wargamev1.ClockTerms{Bank: &durationpb.Duration{Seconds: -1}},
		&wargamev1.OpenGame{ResponseLimit: &durationpb.Duration{Seconds: 1, Nanos: 1_000_000}},
		&wargamev1.GiveBackOutage{FromTime: &timestamppb.Timestamp{Seconds: -1}},
		&wargamev1.GiveBackOutage{FromTime: &timestamppb.Timestamp{Nanos: 1}},
	} {
		if err := unfitIn(logged(message.ProtoReflect())); err == nil {
			t.Errorf("%v is logged", message)
		}
	}
	for _, milliseconds := range []int64{0, 1, 999, 1_000, 90_001, -1, -1_005, -2_000} {
		message := &wargamev1.ClockSet{NewBank: &durationpb.Duration{}}
		setMilliseconds(message.NewBank.ProtoReflect(), milliseconds)
		if found := logged(message.ProtoReflect())[2]; found != milliseconds {
			t.Errorf("%d: %v", milliseconds, found)
		}
	}
}
