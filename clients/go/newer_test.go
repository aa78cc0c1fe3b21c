package client

import (
	"testing"

	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// A choice that is newer than this release agrees with a word that is newer too, alone and in lists and rows, and with
// nothing else; a choice that is known agrees with its own word alone.
func TestChoicesOfALaterRelease(t *testing.T) {
	event := func(by wargamev1.ResultBy) any {
		message := (&wargamev1.ResultReached{By: by}).ProtoReflect()
		field := message.Descriptor().Fields().ByName("by")
		return loggedValue(field, message.Get(field))
	}
	known := event(wargamev1.ResultBy(1))
	for _, row := range []struct {
		name        string
		found, logs any
		same        bool
	}{
		{"a newer choice, a newer word", event(999), "by-a-later-rule", true},
		{"in a row of a list", []any{[]any{int64(1), event(999)}}, []any{[]any{int64(1), "by-a-later-rule"}}, true},
		{"a newer choice, a known word", event(999), known, false},
		{"a newer choice, the empty word", event(999), "", false},
		{"a newer choice, a number", event(999), int64(999), false},
		{"a newer choice, a longer row", []any{event(999)}, []any{"by-a-later-rule", "more"}, false},
		{"a known choice, its word", known, known, true},
		{"a known choice, a newer word", known, "by-a-later-rule", false},
	} {
		if same := sameValue(row.found, row.logs); same != row.same {
			t.Errorf("%s: %v", row.name, same)
		}
	}
}
