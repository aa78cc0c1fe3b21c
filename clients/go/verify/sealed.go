package verify

import "slices"

// ShownEvent is an event as a reader of some openings sees it: Secrets holds its secret fields, in their order, where
// an opening has them.
type ShownEvent struct {
	Event
	Secrets []any
}

// rest is the sealed part of one owner besides the command: secret fields of events, secret events, hidden dice.
type rest struct {
	secrets map[int64][]any   // by the event's place among those of the record
	events  map[int64][]Event // by the place that they stand before
	rolls   []Roll
}

func readRest(opening Opening) (*rest, error) {
	value, err := Decode(opening.Data)
	if err != nil {
		return nil, err
	}
	f := fields{values: list(value)}
	f.want(3)
	found := &rest{secrets: map[int64][]any{}, events: map[int64][]Event{}, rolls: rollsOf(&f, 2)}
	for _, row := range f.list(0) {
		part := fields{values: list(row)}
		part.want(2)
		found.secrets[part.number(0)] = part.list(1)
		f.join(&part)
	}
	for _, row := range f.list(1) {
		part := fields{values: list(row)}
		part.want(2)
		event := fields{values: []any{[]any{part.at(1)}}}
		found.events[part.number(0)] = append(found.events[part.number(0)], eventsOf(&event, 0)...)
		part.join(&event)
		f.join(&part)
	}
	return found, f.fault
}

// rests reads the parts of openings that hold more than a command, by owner.
func rests(openings []Opening) ([]*rest, error) {
	sorted := slices.Clone(openings)
	slices.SortStableFunc(sorted, func(a, b Opening) int { return int(a.Owner - b.Owner) })
	var found []*rest
	for _, opening := range sorted {
		if opening.Part != RestPart {
			continue
		}
		part, err := readRest(opening)
		if err != nil {
			return nil, err
		}
		found = append(found, part)
	}
	return found, nil
}

// HiddenRolls reads the dice of sealed parts.
func HiddenRolls(openings []Opening) ([]Roll, error) {
	parts, err := rests(openings)
	var rolls []Roll
	for _, part := range parts {
		rolls = append(rolls, part.rolls...)
	}
	return rolls, err
}

// Shown gives the events and dice of an entry as a reader of these openings sees them. Events stand in their order:
// secret ones before the event of the record whose place they name, by owner.
func (e *Entry) Shown(openings []Opening) ([]ShownEvent, []Roll, error) {
	parts, err := rests(openings)
	if err != nil {
		return nil, nil, notProven("BUNDLE_MALFORMED", e.Game, e.Seq, "a sealed part of events and dice", err.Error())
	}
	var events []ShownEvent
	rolls := slices.Clone(e.Rolls)
	for _, part := range parts {
		rolls = append(rolls, part.rolls...)
	}
	for place := int64(0); place <= int64(len(e.Events)); place++ {
		var secrets []any
		for _, part := range parts {
			for _, event := range part.events[place] {
				events = append(events, ShownEvent{Event: event})
			}
			if own := part.secrets[place]; own != nil {
				secrets = own
			}
		}
		if place < int64(len(e.Events)) {
			events = append(events, ShownEvent{e.Events[place], secrets})
		}
	}
	return events, rolls, nil
}
