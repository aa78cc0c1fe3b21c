package client

import (
	"testing"

	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

func TestEveryCommandOfTheRefereeIsGiven(t *testing.T) {
	methods := wargamev1.File_wargame_v1_referee_proto.Services().ByName("Referee").Methods()
	if methods.Len() < 4 {
		t.Errorf("%d methods", methods.Len())
	}
	for at := range methods.Len() {
		due := "/wargame.v1.Referee/" + string(methods.Get(at).Name())
		if method, _, err := methodOf(methods.Get(at).Input()); err != nil || method != due {
			t.Errorf("%s, %v; it should be %s", method, err, due)
		}
	}
}
