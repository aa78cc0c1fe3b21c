package client

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// Kind says what a Choice asks for, and which part of an Answer is read.
type Kind string

// Kinds of choices.
const (
	KindInclude Kind = "include" // whether a field that may be left out is given: Yes
	KindOneOf   Kind = "one_of"  // one of Values: Word
	KindSomeOf  Kind = "some_of" // Least to Most of Values, each once: Words
	KindRange   Kind = "range"   // an integer from Least to Most, milliseconds for a time: Number
	KindWords   Kind = "words"   // a line of text of Least to Most characters: Word
	KindFlag    Kind = "flag"    // Yes
	KindOctets  Kind = "octets"  // Most bytes of one's own: Octets
	KindCount   Kind = "count"   // how many members a list has, Least to Most: Number
	KindMembers Kind = "members" // which of Domains are followed, each once, Least to Most of them: Numbers, ascending
	KindWhich   Kind = "domain"  // which of several Domains of a field is followed: Number, from 0
	KindMember  Kind = "member"  // which of Domains the next member of a list follows: Number, from 0
	KindSpot    Kind = "spot"    // which of Domains, places that are legal, is taken: Number, from 0
	KindLists   Kind = "lists"   // which of Lists is taken, whole: Number, from 0
)

// Choice is one question that an offer leaves open.
type Choice struct {
	Path        string // such as MoveUnit.path[2]
	Kind        Kind
	Values      []string
	Least, Most int64
	Domains     []*wargamev1.Domain
	Lists       [][]string
}

// Answer answers a Choice; the kind of the choice says which part is read.
type Answer struct {
	Word    string
	Words   []string
	Number  int64
	Numbers []int
	Yes     bool
	Octets  []byte
}

// Chooser answers choices. An error of its own ends the making of the command.
type Chooser func(choice Choice) (Answer, error)

// Make makes the command of an offer from a chooser's answers, in the order of the offer's domains. The error is an
// *OfferFault where the offer does not fit the contract or an answer does not fit the offer. Nothing is given yet.
func (g *Game) Make(ctx context.Context, offer *wargamev1.Offer, choose Chooser) (proto.Message, error) {
	terms, err := g.knownTerms(ctx)
	if err != nil {
		return nil, err
	}
	find := func(command, field string, chosen []*wargamev1.Chosen) ([]*wargamev1.Domain, error) {
		return g.FindPlaces(ctx, command, field, chosen)
	}
	return makeCommand(terms.Package, offer, choose, find)
}

type finder func(command, field string, chosen []*wargamev1.Chosen) ([]*wargamev1.Domain, error)

func makeCommand(pack string, offer *wargamev1.Offer, choose Chooser, find finder) (proto.Message, error) {
	for _, pack := range []string{pack, kernelPackage} {
		name := protoreflect.FullName(pack + "." + offer.GetCommand())
		kind, err := protoregistry.GlobalTypes.FindMessageByName(name)
		if err != nil {
			continue
		}
		walk := &walk{command: kind.New(), choose: choose, find: find}
		if err := walk.fill(walk.command, offer.GetFields(), offer.GetCommand()); err != nil {
			return nil, err
		}
		return walk.command.Interface(), nil
	}
	return nil, offerFault(offer.GetCommand(), "no message of %s or %s; take a client of the service's release", pack, kernelPackage)
}

// walk fills a command in the order of an offer's domains.
type walk struct {
	command protoreflect.Message
	choose  Chooser
	find    finder
}

// fill fills the fields of a message.
func (w *walk) fill(message protoreflect.Message, domains []*wargamev1.Domain, place string) error {
	for at, domain := range domains {
		name := domain.GetField()
		first := slices.IndexFunc(domains, func(other *wargamev1.Domain) bool { return other.GetField() == name })
		if first < at {
			continue // of a field that was filled with its first domain
		}
		field := message.Descriptor().Fields().ByName(protoreflect.Name(name))
		if field == nil {
			return offerFault(place, "no field %s", name)
		}
		if err := w.fillField(message, field, domains[at:], place+"."+name); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) fillField(message protoreflect.Message, field protoreflect.FieldDescriptor, domains []*wargamev1.Domain, place string) error {
	var holding []*wargamev1.Domain
	for _, domain := range domains {
		if domain.GetField() != string(field.Name()) {
			continue
		}
		holds, err := w.hold(domain.GetConditions(), message, place)
		if err != nil {
			return err
		}
		if holds {
			holding = append(holding, domain)
		}
	}
	if len(holding) == 0 {
		return nil
	}
	domain, err := w.pick(Choice{Path: place, Kind: KindWhich, Domains: holding})
	if err != nil {
		return err
	}
	if domain.GetOptional() {
		answer, err := w.ask(Choice{Path: place, Kind: KindInclude, Domains: []*wargamev1.Domain{domain}})
		if err != nil || !answer.Yes {
			return err
		}
	}
	return w.put(message, field, domain, place)
}

// hold tells whether all conditions hold.
func (w *walk) hold(conditions []*wargamev1.Condition, message protoreflect.Message, place string) (bool, error) {
	for _, condition := range conditions {
		target, path := message, condition.GetField()
		if rest, fromCommand := strings.CutPrefix(path, "."); fromCommand {
			target, path = w.command, rest
		}
		holds, known := holdsIn(target, strings.Split(path, "."), condition.GetValues())
		if !known {
			return false, offerFault(place, "a condition of %s, which is no field", condition.GetField())
		}
		if !holds {
			return false, nil
		}
	}
	return true, nil
}

// holdsIn tells whether one of the values stands at the end of a path, and whether the path is known; where it leads
// through a list, whether one of its members has one there.
func holdsIn(message protoreflect.Message, path []string, values []string) (holds, known bool) {
	field := message.Descriptor().Fields().ByName(protoreflect.Name(path[0]))
	switch {
	case field == nil:
		return false, false
	case len(path) == 1:
		return slices.Contains(values, wordOf(message, field)), true
	case field.Message() == nil || field.IsMap():
		return false, false
	case !field.IsList():
		return holdsIn(message.Get(field).Message(), path[1:], values)
	}
	for at := range message.Get(field).List().Len() {
		member := message.Get(field).List().Get(at).Message()
		if holds, known := holdsIn(member, path[1:], values); holds || !known {
			return holds, known
		}
	}
	return false, true
}

// put puts a value of a domain into a field.
func (w *walk) put(message protoreflect.Message, field protoreflect.FieldDescriptor, domain *wargamev1.Domain, place string) error {
	if places := domain.GetPlaces(); places != nil {
		spot, err := w.spot(places, message, field, place)
		if err != nil {
			return err
		}
		domain = spot
	}
	switch {
	case field.IsMap():
		return offerFault(place, "a map, which no domain describes")
	case field.IsList():
		return w.putList(message.Mutable(field).List(), field, domain, place)
	case isMilliseconds(field):
		number, err := w.number(domain, place)
		if err == nil {
			setMilliseconds(message.Mutable(field).Message(), number)
		}
		return err
	case field.Message() != nil:
		return w.putShape(message.Mutable(field).Message(), domain, place)
	}
	value, err := w.single(field, domain, place)
	if err == nil {
		message.Set(field, value)
	}
	return err
}

// spot chooses a place that is legal, out of the offer or found on request.
func (w *walk) spot(places *wargamev1.Places, message protoreflect.Message, field protoreflect.FieldDescriptor, place string) (*wargamev1.Domain, error) {
	spots := places.GetSpots()
	if places.GetOnRequest() {
		if message != w.command {
			return nil, offerFault(place, "places on request, which stand in the command itself alone")
		}
		found, err := w.find(string(message.Descriptor().Name()), string(field.Name()), chosenIn(message))
		if err != nil {
			return nil, err
		}
		spots = found
	}
	if len(spots) == 0 {
		return nil, offerFault(place, "places without a spot")
	}
	answer, err := w.ask(Choice{Path: place, Kind: KindSpot, Most: int64(len(spots)) - 1, Domains: spots})
	if err != nil {
		return nil, err
	}
	return spots[answer.Number], nil
}

// chosenIn lists what was chosen for the fields of a command that have no parts.
func chosenIn(message protoreflect.Message) []*wargamev1.Chosen {
	var chosen []*wargamev1.Chosen
	fields := message.Descriptor().Fields()
	for at := range fields.Len() {
		if word := wordOf(message, fields.Get(at)); word != "" {
			chosen = append(chosen, &wargamev1.Chosen{Field: string(fields.Get(at).Name()), Value: word})
		}
	}
	return chosen
}

// putList puts the members that are chosen into a list.
func (w *walk) putList(values protoreflect.List, field protoreflect.FieldDescriptor, domain *wargamev1.Domain, place string) error {
	words, members, err := w.members(domain, place)
	if err != nil {
		return err
	}
	for at, word := range words {
		value, err := readWord(field, word, fmt.Sprintf("%s[%d]", place, at))
		if err != nil {
			return err
		}
		values.Append(value)
	}
	for at, member := range members {
		if err := w.putMember(values, field, member, fmt.Sprintf("%s[%d]", place, at)); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) putMember(values protoreflect.List, field protoreflect.FieldDescriptor, items *wargamev1.Domain, place string) error {
	if field.Message() != nil {
		return w.putShape(values.AppendMutable().Message(), items, place)
	}
	value, err := w.single(field, items, place)
	if err == nil {
		values.Append(value)
	}
	return err
}

// members chooses the members of a list: words, or a domain of one member each.
func (w *walk) members(domain *wargamev1.Domain, place string) (words []string, members []*wargamev1.Domain, err error) {
	switch kind := domain.GetValues().(type) {
	case *wargamev1.Domain_SomeOf:
		some := kind.SomeOf
		answer, err := w.ask(Choice{Path: place, Kind: KindSomeOf, Values: some.GetValues(), Least: int64(some.GetLeast()), Most: int64(some.GetMost())})
		return answer.Words, nil, err
	case *wargamev1.Domain_Lists:
		lists := kind.Lists.GetLists()
		choice := Choice{Path: place, Kind: KindLists, Most: int64(len(lists)) - 1}
		for _, list := range lists {
			choice.Lists = append(choice.Lists, list.GetValues())
		}
		answer, err := w.ask(choice)
		if err != nil {
			return nil, nil, err
		}
		return lists[answer.Number].GetValues(), nil, nil
	case *wargamev1.Domain_Items:
		members, err := w.items(kind.Items, place)
		return nil, members, err
	}
	return nil, nil, offerFault(place, "a domain that makes no list")
}

func (w *walk) items(items *wargamev1.Items, place string) ([]*wargamev1.Domain, error) {
	of := items.GetOf()
	for _, row := range of {
		if row.GetField() != "" || len(row.GetConditions()) > 0 {
			return nil, offerFault(place, "a member with a field or conditions")
		}
	}
	choice := Choice{Path: place, Kind: KindCount, Least: int64(items.GetLeast()), Most: int64(items.GetMost()), Domains: of}
	if items.GetOnce() {
		choice.Kind = KindMembers
	}
	answer, err := w.ask(choice)
	if err != nil {
		return nil, err
	}
	var members []*wargamev1.Domain
	for _, at := range answer.Numbers {
		members = append(members, of[at])
	}
	if items.GetOnce() {
		return members, nil
	}
	for at := range answer.Number {
		member, err := w.pick(Choice{Path: fmt.Sprintf("%s[%d]", place, at), Kind: KindMember, Domains: of})
		if err != nil {
			return nil, err
		}
		members = append(members, member)
	}
	return members, nil
}

// putShape fills a message.
func (w *walk) putShape(message protoreflect.Message, domain *wargamev1.Domain, place string) error {
	shape := domain.GetShape()
	if shape == nil {
		return offerFault(place, "a domain that makes no message")
	}
	if name := string(message.Descriptor().Name()); shape.GetMessage() != name {
		return offerFault(place, "the shape of a %s where a %s stands", shape.GetMessage(), name)
	}
	return w.fill(message, shape.GetParts(), place)
}

// single chooses a value that has no parts.
func (w *walk) single(field protoreflect.FieldDescriptor, domain *wargamev1.Domain, place string) (protoreflect.Value, error) {
	var none protoreflect.Value
	switch kind := domain.GetValues().(type) {
	case *wargamev1.Domain_OneOf:
		answer, err := w.ask(Choice{Path: place, Kind: KindOneOf, Values: kind.OneOf.GetValues()})
		if err != nil {
			return none, err
		}
		return readWord(field, answer.Word, place)
	case *wargamev1.Domain_Range:
		if !isInteger(field) {
			return none, offerFault(place, "a range where no integer stands")
		}
		number, err := w.number(domain, place)
		if err != nil {
			return none, err
		}
		return integer(field, number, place)
	case *wargamev1.Domain_Words:
		if field.Kind() != protoreflect.StringKind {
			return none, offerFault(place, "text where none stands")
		}
		answer, err := w.ask(Choice{Path: place, Kind: KindWords, Least: int64(kind.Words.GetLeast()), Most: int64(kind.Words.GetMost())})
		return protoreflect.ValueOfString(answer.Word), err
	case *wargamev1.Domain_Flag:
		if field.Kind() != protoreflect.BoolKind {
			return none, offerFault(place, "a truth value where none stands")
		}
		answer, err := w.ask(Choice{Path: place, Kind: KindFlag})
		return protoreflect.ValueOfBool(answer.Yes), err
	case *wargamev1.Domain_Octets:
		if field.Kind() != protoreflect.BytesKind {
			return none, offerFault(place, "bytes where none stand")
		}
		size := int64(kind.Octets.GetSize())
		answer, err := w.ask(Choice{Path: place, Kind: KindOctets, Least: size, Most: size})
		return protoreflect.ValueOfBytes(answer.Octets), err
	}
	return none, offerFault(place, "a domain that does not fit a %s", field.Kind())
}

// number chooses an integer; a time is milliseconds.
func (w *walk) number(domain *wargamev1.Domain, place string) (int64, error) {
	within := domain.GetRange()
	if within == nil {
		return 0, offerFault(place, "a domain that makes no integer")
	}
	answer, err := w.ask(Choice{Path: place, Kind: KindRange, Least: within.GetLeast(), Most: within.GetMost()})
	return answer.Number, err
}

// pick asks which of several domains is followed, where there is more than one.
func (w *walk) pick(choice Choice) (*wargamev1.Domain, error) {
	if len(choice.Domains) == 0 {
		return nil, offerFault(choice.Path, "members of no kind")
	}
	choice.Most = int64(len(choice.Domains)) - 1
	if choice.Most == 0 {
		return choice.Domains[0], nil
	}
	answer, err := w.ask(choice)
	if err != nil {
		return nil, err
	}
	return choice.Domains[answer.Number], nil
}

// ask asks the chooser, and refuses an answer that is outside of the choice.
func (w *walk) ask(choice Choice) (Answer, error) {
	if problem := choice.impossible(); problem != "" {
		return Answer{}, offerFault(choice.Path, "%s", problem)
	}
	answer, err := w.choose(choice)
	if err != nil {
		return Answer{}, err
	}
	if problem := choice.outside(answer); problem != "" {
		return Answer{}, offerFault(choice.Path, "the answer does not fit: %s", problem)
	}
	return answer, nil
}

// impossible says why nothing can answer a choice; "" where something can.
func (c Choice) impossible() string {
	distinct := len(slices.Compact(slices.Sorted(slices.Values(c.Values))))
	switch {
	case c.Least > c.Most:
		return fmt.Sprintf("%d to %d is empty", c.Least, c.Most)
	case c.Kind == KindOneOf && distinct == 0:
		return "one of nothing"
	case c.Kind == KindSomeOf && c.Most > int64(distinct):
		return fmt.Sprintf("%d of %d values", c.Most, distinct)
	case c.Kind == KindMembers && c.Most > int64(len(c.Domains)):
		return fmt.Sprintf("%d of %d members, each once", c.Most, len(c.Domains))
	}
	return ""
}

// outside says why an answer is outside of a choice; "" where it is inside.
func (c Choice) outside(answer Answer) string {
	switch c.Kind {
	case KindOneOf:
		if !slices.Contains(c.Values, answer.Word) {
			return fmt.Sprintf("%q is none of %q", answer.Word, c.Values)
		}
	case KindSomeOf:
		return c.outsideSome(answer.Words)
	case KindMembers:
		ascending := slices.IsSorted(answer.Numbers) && len(slices.Compact(slices.Clone(answer.Numbers))) == len(answer.Numbers)
		known := !slices.ContainsFunc(answer.Numbers, func(at int) bool { return at < 0 || at >= len(c.Domains) })
		if !ascending || !known || !c.fits(int64(len(answer.Numbers))) {
			return fmt.Sprintf("%v are not %d to %d places below %d, ascending", answer.Numbers, c.Least, c.Most, len(c.Domains))
		}
	case KindWords:
		if !c.fits(int64(utf8.RuneCountInString(answer.Word))) || strings.ContainsAny(answer.Word, "\r\n") {
			return fmt.Sprintf("%q is no line of %d to %d characters", answer.Word, c.Least, c.Most)
		}
	case KindOctets:
		if !c.fits(int64(len(answer.Octets))) {
			return fmt.Sprintf("%d bytes are not %d", len(answer.Octets), c.Most)
		}
	case KindRange, KindCount, KindWhich, KindMember, KindSpot, KindLists:
		if !c.fits(answer.Number) {
			return fmt.Sprintf("%d is not from %d to %d", answer.Number, c.Least, c.Most)
		}
	}
	return ""
}

func (c Choice) fits(number int64) bool { return c.Least <= number && number <= c.Most }

func (c Choice) outsideSome(words []string) string {
	seen := slices.Compact(slices.Sorted(slices.Values(words)))
	unknown := slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(c.Values, word) })
	if len(seen) != len(words) || unknown || !c.fits(int64(len(words))) {
		return fmt.Sprintf("%q are not %d to %d of %q, each once", words, c.Least, c.Most, c.Values)
	}
	return ""
}
