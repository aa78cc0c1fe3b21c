package client

import (
	"strings"

	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// Must gives a value on, and panics where there is an error: for programs of a few lines.
func Must[T any](value T, err error) T {
	Check(err)
	return value
}

// Check panics where there is an error: for programs of a few lines.
func Check(err error) {
	if err != nil {
		panic(err)
	}
}

// Winner names the seat that has won, several with commas, and "nobody" where none has.
func Winner(facts *wargamev1.GetResponse) string {
	var names []string
	for _, seat := range facts.GetResult().GetWinners() {
		names = append(names, facts.GetTerms().GetSeats()[seat].GetName())
	}
	if names == nil {
		return "nobody"
	}
	return strings.Join(names, ", ")
}
