package verify

import (
	"fmt"
	"maps"
	"slices"
)

// Places of fields of Rewound.
const (
	rewoundTo    = 0
	rewoundVoids = 1
	rewoundAgain = 4
)

// Path tells which entries of a game stand. Entries are entered in order, from the first on. The zero Path is empty.
//
// The game after an entry follows from the entries on its path: itself, and those before it; but before a rewind stands
// what stood before the first entry that it made void. What is not on the path of the last entry is void; it may stand
// again, where a later rewind goes back before the one that made it void.
type Path struct {
	last     uint64
	rewinds  map[uint64]uint64
	stand    []uint64
	fixed    uint64 // entry that fixed the seed
	finished bool
}

// Last gives the number of the last entry that was entered.
func (p *Path) Last() uint64 { return p.last }

// Rewinds gives the entries that went back, each with the first entry that it made void.
func (p *Path) Rewinds() map[uint64]uint64 { return maps.Clone(p.rewinds) }

// Void gives the numbers of the entries that do not stand.
func (p *Path) Void() []uint64 {
	stand := map[uint64]bool{}
	for _, seq := range p.stand {
		stand[seq] = true
	}
	void := []uint64{}
	for seq := uint64(1); seq <= p.last; seq++ {
		if !stand[seq] {
			void = append(void, seq)
		}
	}
	return void
}

// Enter goes on to the next entry. The error is a *NotProven where it goes back to where it can not, or names other
// entries as void than it makes void.
func (p *Path) Enter(entry *Entry) error {
	if event := entry.event("Rewound"); event != nil {
		if err := p.goBack(entry, event.Values); err != nil {
			return err
		}
	}
	p.stand = append(p.stand, entry.Seq)
	p.last = entry.Seq
	if p.fixed == 0 && entry.event("SeedFixed") != nil {
		p.fixed = entry.Seq
	}
	p.finished = p.finished || entry.event("Finished") != nil
	return nil
}

func (p *Path) goBack(entry *Entry, values []any) error {
	f := fields{values: values}
	to := f.natural(rewoundTo)
	if f.fault != nil || p.fixed == 0 || p.finished || to <= p.fixed || !slices.Contains(p.stand, to) {
		due := fmt.Sprintf("an entry that stands, after entry %d and before the close", p.fixed)
		return notProven("REWIND_INVALID", entry.Game, entry.Seq, due, fmt.Sprint(f.at(rewoundTo)))
	}
	var voids []any
	for _, seq := range p.stand {
		if seq >= to {
			voids = append(voids, int64(seq))
		}
	}
	if told := f.list(rewoundVoids); !slices.Equal(told, voids) {
		return notProven("REWIND_INVALID", entry.Game, entry.Seq, fmt.Sprintf("entries %v to be void", voids), fmt.Sprint(told))
	}
	if p.rewinds == nil {
		p.rewinds = map[uint64]uint64{}
	}
	p.rewinds[entry.Seq] = to
	p.stand = p.path(to - 1)
	return nil
}

func (p *Path) path(seq uint64) []uint64 {
	var found []uint64
	for seq > 0 {
		found = append(found, seq)
		if to, back := p.rewinds[seq]; back {
			seq = to
		}
		seq--
	}
	slices.Reverse(found)
	return found
}

// VoidEntries gives the numbers of the entries of a log that do not stand.
func VoidEntries(entries []*Entry) ([]uint64, error) {
	var path Path
	for _, entry := range entries {
		if err := path.Enter(entry); err != nil {
			return nil, err
		}
	}
	return path.Void(), nil
}

// event gives the first event of a kind in the record; nil where there is none.
func (e *Entry) event(kind string) *Event {
	at := slices.IndexFunc(e.Events, func(event Event) bool { return event.Kind == kind })
	if at < 0 {
		return nil
	}
	return &e.Events[at]
}

// standingDice are the throws of a void entry that a rewind lets stand: the next entry with dice may use each of them
// once more.
type standingDice struct {
	thrown  map[uint64][]Roll
	waiting []Roll
	rolls   []Roll
}

// enter goes on to the next entry, which has these throws.
func (s *standingDice) enter(entry *Entry, rolls []Roll) {
	s.thrown[entry.Seq] = rolls
	s.rolls = nil
	if len(rolls) > 0 {
		s.rolls, s.waiting = slices.Clone(s.waiting), nil
	}
	event := entry.event("Rewound")
	if event == nil {
		return
	}
	s.waiting = nil
	f := fields{values: event.Values}
	if again := list(f.at(rewoundAgain)); len(again) > 0 {
		if seq, ok := again[0].(int64); ok && seq > 0 {
			s.waiting = s.thrown[uint64(seq)]
		}
	}
}

// allows tells whether a throw is the next of its stream that stands; from the first that is not, none does.
func (s *standingDice) allows(roll Roll) bool {
	at := slices.IndexFunc(s.rolls, func(found Roll) bool { return found.Stream == roll.Stream })
	if at < 0 || !s.rolls[at].equal(roll) {
		s.rolls = nil
		return false
	}
	s.rolls = slices.Delete(s.rolls, at, at+1)
	return true
}

func (r Roll) equal(other Roll) bool {
	same := r.Stream == other.Stream && r.Epoch == other.Epoch && r.Index == other.Index && r.Sides == other.Sides
	return same && slices.Equal(r.Faces, other.Faces) && r.Why == other.Why && r.Roller == other.Roller
}
