package client_test

import (
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"

	client "adjudicator.invalid/client"
	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

const newBank = 5_400_500 // ms

// clocks gives every seat an hour.
func clocks(terms *wargamev1.OpenRequest) {
	terms.Referee = true
	terms.EventTerms = &wargamev1.GameTerms{
		Clock:  &wargamev1.ClockTerms{Bank: durationpb.New(time.Hour), Increment: durationpb.New(1500 * time.Millisecond)},
		NoShow: durationpb.New(2 * time.Hour),
	}
}

// setting sets the bank; says why.
func setting(choice client.Choice) (client.Answer, error) {
	answer := client.Answer{Number: min(max(choice.Least, newBank), choice.Most), Word: "the lights went out"}
	if len(choice.Values) > 0 {
		answer.Word = choice.Values[0]
	}
	return answer, nil
}

// An offered clock is set, signed in milliseconds; every event that tells of times is that of its record.
func TestAGameWithClocks(t *testing.T) {
	ctx := limited(t, time.Minute)
	made := opened(t, ctx, connected(t, "ADJUDICATOR_ADDRESS"), "tile_formations", clocks)
	joined := make(chan error)
	for seat := range 2 {
		go func() { joined <- made.Seat(seat).Join(ctx) }()
	}
	for range 2 {
		if err := <-joined; err != nil {
			t.Fatal(err)
		}
	}
	referee := made.Referee()
	give := func(command proto.Message) {
		t.Helper()
		if _, err := referee.Offers(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := referee.Give(ctx, command); err != nil {
			t.Fatal(err)
		}
	}
	offers, err := referee.Offers(ctx)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(offers.GetAnytime(), func(offer *wargamev1.Offer) bool { return offer.GetCommand() == "SetClock" })
	command, err := referee.Make(ctx, offers.GetAnytime()[at], setting)
	if err != nil {
		t.Fatal(err)
	}
	if set, ok := command.(*wargamev1.SetClock); !ok || set.GetNewBank().AsDuration() != newBank*time.Millisecond {
		t.Fatalf("%v", command)
	}
	give(command)
	fraction := &wargamev1.AdjournGame{Grounds: why, Duration: durationpb.New(time.Nanosecond)}
	if _, err := referee.Give(ctx, fraction); err == nil {
		t.Error("a fraction of a millisecond is signed")
	}
	give(&wargamev1.AdjournGame{Grounds: why, Duration: durationpb.New(90_001 * time.Millisecond)})
	give(&wargamev1.ResumeGame{Grounds: why})
	logged, told := map[string][]any{}, map[string]*wargamev1.ProtocolEvent{}
	for entry, err := range made.Spectator().Read(ctx, 0, 0) { // which compares every event with its record
		if err != nil {
			t.Fatal(err)
		}
		given := entry.Record.Command()
		logged[given.Kind] = given.Values
		shown, _, err := entry.Record.Shown(nil)
		if err != nil {
			t.Fatal(err)
		}
		for at, event := range shown {
			logged[event.Kind] = event.Values
			told[event.Kind] = protocolEvent(t, entry.GetRuled()[at].GetEvent())
		}
	}
	number := func(kind string, at int, due int64) {
		t.Helper()
		if found := logged[kind][at]; !sameNumber(found, due) {
			t.Errorf("%s has %v at %d, not %d", kind, found, at, due)
		}
	}
	number("SetClock", 2, 3_600_000)
	number("SetClock", 3, newBank)
	number("ClockSet", 2, newBank)
	number("AdjournGame", 1, 90_001)
	number("GameStopped", 1, told["GameStopped"].GetGameStopped().GetUntilTime().AsTime().UnixMilli())
	if bank := told["ClockSet"].GetClockSet().GetNewBank().AsDuration(); bank != newBank*time.Millisecond {
		t.Error(bank)
	}
}

func sameNumber(found any, due int64) bool {
	one, err := verify.Encode(found)
	other, fault := verify.Encode(due)
	return err == nil && fault == nil && string(one) == string(other)
}

// protocolEvent gives an event of the protocol; nil for one of a ruleset.
func protocolEvent(t *testing.T, packed *anypb.Any) *wargamev1.ProtocolEvent {
	t.Helper()
	found := &wargamev1.ProtocolEvent{}
	if !packed.MessageIs(found) {
		return nil
	}
	if err := packed.UnmarshalTo(found); err != nil {
		t.Fatal(err)
	}
	return found
}
