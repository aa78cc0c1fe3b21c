package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	hexes "adjudicator.invalid/client/wargame/hex_orders/v1"
	tiles "adjudicator.invalid/client/wargame/tile_formations/v1"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

const (
	hexesPackage = "wargame.hex_orders.v1"
	tilesPackage = "wargame.tile_formations.v1"
)

type domain = wargamev1.Domain

func oneOf(field string, values ...string) *domain {
	return &domain{Field: field, Values: &wargamev1.Domain_OneOf{OneOf: &wargamev1.Choice{Values: values}}}
}

func lists(field string, rows ...[]string) *domain {
	made := &wargamev1.Lists{}
	for _, row := range rows {
		made.Lists = append(made.Lists, &wargamev1.List{Values: row})
	}
	return &domain{Field: field, Values: &wargamev1.Domain_Lists{Lists: made}}
}

func span(field string, least, most int64) *domain {
	return &domain{Field: field, Values: &wargamev1.Domain_Range{Range: &wargamev1.Range{Least: least, Most: most}}}
}

func shape(field, message string, parts ...*domain) *domain {
	return &domain{Field: field, Values: &wargamev1.Domain_Shape{Shape: &wargamev1.Shape{Message: message, Parts: parts}}}
}

func items(field string, least, most uint32, once bool, of ...*domain) *domain {
	return &domain{Field: field, Values: &wargamev1.Domain_Items{Items: &wargamev1.Items{Of: of, Least: least, Most: most, Once: once}}}
}

func someOf(field string, least, most uint32, values ...string) *domain {
	return &domain{Field: field, Values: &wargamev1.Domain_SomeOf{SomeOf: &wargamev1.Some{Values: values, Least: least, Most: most}}}
}

func words(field string, least, most uint32) *domain {
	return &domain{Field: field, Values: &wargamev1.Domain_Words{Words: &wargamev1.Words{Least: least, Most: most}}}
}

func flag(field string) *domain {
	return &domain{Field: field, Values: &wargamev1.Domain_Flag{Flag: &wargamev1.Flag{}}}
}

func octets(field string, size uint32) *domain {
	return &domain{Field: field, Values: &wargamev1.Domain_Octets{Octets: &wargamev1.Octets{Size: size}}}
}

func places(field string, onRequest bool, spots ...*domain) *domain {
	return &domain{Field: field, Values: &wargamev1.Domain_Places{Places: &wargamev1.Places{Spots: spots, OnRequest: onRequest}}}
}

func when(row *domain, field string, values ...string) *domain {
	row.Conditions = append(row.Conditions, &wargamev1.Condition{Field: field, Values: values})
	return row
}

func chance(seed uint64) Chooser {
	return (&randomChoices{chance: rand.New(rand.NewPCG(seed, 0)), oneIn: 2}).choose
}

func offer(command string, fields ...*domain) *wargamev1.Offer {
	return &wargamev1.Offer{Command: command, Fields: fields}
}

func mustMake[T proto.Message](t *testing.T, offer *wargamev1.Offer, choose Chooser, find finder) T {
	t.Helper()
	made, err := makeCommand(tilesPackage, offer, choose, find)
	if err != nil {
		t.Fatal(err)
	}
	return made.(T)
}

func TestValuesComeFromTheirDomains(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(30) {
		move := mustMake[*tiles.MoveUnit](t, offer("MoveUnit", oneOf("unit", "a1"), lists("path", []string{"b2", "b3", "b2"}, []string{"c1"})), chance(seed), nil)
		seen[strings.Join(move.GetPath(), " ")] = true
		shock := mustMake[*tiles.AdjustShock](t, offer("AdjustShock", span("amount", -2, -1), span("amount", 5, 6), words("reason", 1, 9)), chance(seed), nil)
		seen[fmt.Sprint(shock.GetAmount())] = true
		if size := len(shock.GetReason()); size < 1 || size > 9 {
			t.Errorf("a reason of %d characters", size)
		}
	}
	for _, due := range []string{"b2 b3 b2", "c1", "-2", "-1", "5", "6"} {
		if !seen[due] {
			t.Errorf("%s never came", due)
		}
		delete(seen, due)
	}
	if len(seen) > 0 {
		t.Errorf("outside of the domains: %v", seen)
	}
}

func TestAConditionThroughAListHoldsForOneMember(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(60) {
		target := shape("", "Shot", oneOf("target", "a", "b"))
		shots := items("shots", 0, 2, false, target)
		aim := when(oneOf("use_aim", "true"), ".shots.target", "b")
		made, err := makeCommand(hexesPackage, offer("FireWeapon", shots, aim), chance(seed), nil)
		if err != nil {
			t.Fatal(err)
		}
		fired, targets := made.(*hexes.FireWeapon), ""
		for _, shot := range fired.GetShots() {
			targets += shot.GetTarget()
		}
		seen[targets] = true
		if fired.GetUseAim() != strings.Contains(targets, "b") {
			t.Errorf("%v", fired)
		}
	}
	if !seen["ab"] || !seen["aa"] || !seen[""] {
		t.Errorf("volleys that came: %v", seen)
	}
	wrong := when(oneOf("use_aim", "true"), ".shots.nothing", "b")
	shots := items("shots", 1, 1, false, shape("", "Shot", oneOf("target", "a")))
	if _, err := makeCommand(hexesPackage, offer("FireWeapon", shots, wrong), chance(1), nil); err == nil {
		t.Error("a condition on a field that a member does not have")
	}
}

func TestConditionsAndOptionalFields(t *testing.T) {
	given := map[bool]int{}
	for seed := range uint64(30) {
		target := when(oneOf("target", "b1"), "action", "engage")
		command := mustMake[*tiles.BeginAction](t, offer("BeginAction", oneOf("action", "engage", "hold"), target), chance(seed), nil)
		if (command.GetTarget() == "b1") != (command.GetAction() == "engage") {
			t.Errorf("%v", command)
		}
		reason := words("reason", 1, 1)
		reason.Optional = true
		shock := mustMake[*tiles.AdjustShock](t, offer("AdjustShock", span("amount", 1, 1), reason), chance(seed), nil)
		given[shock.GetReason() != ""]++
	}
	if given[true] == 0 || given[false] == 0 {
		t.Errorf("a field that may be left out: %v", given)
	}
	fromCommand := when(oneOf("test", "passed"), ".target", "x")
	command := mustMake[*tiles.BeginAction](t, offer("BeginAction", oneOf("target", "y"), fromCommand), chance(1), nil)
	if command.GetTest() != tiles.TestResult_TEST_RESULT_UNSPECIFIED {
		t.Errorf("%v", command)
	}
}

func TestBytesThatAreListedAreHex(t *testing.T) {
	command := mustMake[*wargamev1.RestartGame](t, offer("RestartGame", oneOf("new_game", "00ff")), chance(1), nil)
	if !bytes.Equal(command.GetNewGame(), []byte{0, 255}) {
		t.Errorf("%v", command)
	}
}

func TestWordsAreReadAsByEveryClient(t *testing.T) {
	folder := os.Getenv("ADJUDICATOR_VECTORS")
	if folder == "" {
		t.Skip("ADJUDICATOR_VECTORS names no folder with word_vectors.json")
	}
	data, err := os.ReadFile(filepath.Join(folder, "word_vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var kept struct {
		Fields []struct {
			Command, Field string
			Read           map[string]string
			Refused        []string
		}
	}
	if err := json.Unmarshal(data, &kept); err != nil || len(kept.Fields) == 0 {
		t.Fatal(len(kept.Fields), err)
	}
	for _, row := range kept.Fields {
		for word, due := range row.Read {
			made := mustMake[proto.Message](t, offer(row.Command, oneOf(row.Field, word)), chance(1), nil).ProtoReflect()
			field := made.Descriptor().Fields().ByName(protoreflect.Name(row.Field))
			found := fmt.Sprint(made.Get(field).Interface())
			if field.Kind() == protoreflect.BytesKind {
				found = fmt.Sprintf("%x", made.Get(field).Bytes())
			}
			if found != due {
				t.Errorf("%s %q: %s", row.Field, word, found)
			}
		}
		for _, word := range row.Refused {
			made, err := makeCommand(tilesPackage, offer(row.Command, oneOf(row.Field, word)), chance(1), nil)
			var fault *OfferFault
			if !errors.As(err, &fault) || fault.Place != row.Command+"."+row.Field {
				t.Errorf("%s %q: %v, %v", row.Field, word, made, err)
			}
		}
	}
}

func TestAChoiceThatMeansNothingIsTheEmptyWord(t *testing.T) {
	for word, due := range map[string]tiles.TestResult{
		"": tiles.TestResult_TEST_RESULT_UNSPECIFIED, "failed": tiles.TestResult_TEST_RESULT_FAILED,
	} {
		command := mustMake[*tiles.BeginAction](t, offer("BeginAction", oneOf("test", word)), chance(1), nil)
		if command.GetTest() != due {
			t.Errorf("%q: %v", word, command)
		}
	}
}

func TestPlacesAreFoundOnRequest(t *testing.T) {
	var asked []string
	find := func(command, field string, chosen []*wargamev1.Chosen) ([]*wargamev1.Domain, error) {
		asked = append(asked, command, field, chosen[0].GetField(), chosen[0].GetValue())
		return []*wargamev1.Domain{lists("", []string{"d4"})}, nil
	}
	move := mustMake[*tiles.MoveUnit](t, offer("MoveUnit", oneOf("unit", "a1"), places("path", true)), chance(1), find)
	if !slices.Equal(move.GetPath(), []string{"d4"}) || !slices.Equal(asked, []string{"MoveUnit", "path", "unit", "a1"}) {
		t.Errorf("%v, %v", move, asked)
	}
	move = mustMake[*tiles.MoveUnit](t, offer("MoveUnit", places("path", false, lists("", []string{"d5"}))), chance(1), nil)
	if !slices.Equal(move.GetPath(), []string{"d5"}) {
		t.Errorf("%v", move)
	}
}

func TestMembersEachOnceStandInTheirOrder(t *testing.T) {
	hit := func(name string) *domain {
		return shape("", "HitOnUnit", oneOf("hit", name), oneOf("unit", "a1"))
	}
	for seed := range uint64(20) {
		command := mustMake[*tiles.AllocateHits](t, offer("AllocateHits", items("hits", 1, 3, true, hit("h1"), hit("h2"), hit("h3"))), chance(seed), nil)
		var names []string
		for _, row := range command.GetHits() {
			names = append(names, row.GetHit())
		}
		if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) || len(names) == 0 {
			t.Errorf("%v", names)
		}
		command = mustMake[*tiles.AllocateHits](t, offer("AllocateHits", items("hits", 2, 2, false, hit("h1"))), chance(seed), nil)
		if len(command.GetHits()) != 2 || command.GetHits()[1].GetUnit() != "a1" {
			t.Errorf("%v", command)
		}
	}
}

func TestWhatIsAskedAndWhere(t *testing.T) {
	var asked []string
	choose := func(choice Choice) (Answer, error) {
		asked = append(asked, fmt.Sprintf("%s %s", choice.Path, choice.Kind))
		return chance(1)(choice)
	}
	hit := shape("", "HitOnUnit", oneOf("hit", "h1"), oneOf("unit", "a1"))
	mustMake[*tiles.AllocateHits](t, offer("AllocateHits", items("hits", 2, 2, false, hit, hit)), choose, nil)
	due := []string{
		"AllocateHits.hits count", "AllocateHits.hits[0] member", "AllocateHits.hits[1] member",
		"AllocateHits.hits[0].hit one_of", "AllocateHits.hits[0].unit one_of", "AllocateHits.hits[1].hit one_of", "AllocateHits.hits[1].unit one_of",
	}
	if !slices.Equal(asked, due) {
		t.Errorf("%q", asked)
	}
}

func TestOffersThatDoNotFitAreFound(t *testing.T) {
	for name, wrong := range map[string]*wargamev1.Offer{
		"no command":               offer("NoCommand"),
		"no field":                 offer("MoveUnit", oneOf("units", "a")),
		"one of nothing":           offer("MoveUnit", oneOf("unit")),
		"a flag for text":          offer("MoveUnit", flag("unit")),
		"bytes for text":           offer("MoveUnit", octets("unit", 4)),
		"a word for a list":        offer("MoveUnit", oneOf("path", "a1")),
		"one of no lists":          offer("MoveUnit", lists("path")),
		"two of one":               offer("MoveUnit", someOf("path", 2, 2, "a1")),
		"two of one, each once":    offer("MoveUnit", items("path", 2, 2, true, oneOf("", "a1"))),
		"a member with a field":    offer("MoveUnit", items("path", 1, 1, false, oneOf("unit", "a1"))),
		"members of no kind":       offer("MoveUnit", items("path", 1, 1, false)),
		"places without a spot":    offer("MoveUnit", places("path", false)),
		"a word for a number":      offer("AdjustShock", oneOf("amount", "many")),
		"an empty range":           offer("AdjustShock", span("amount", 3, 2)),
		"a number that is too big": offer("AdjustShock", span("amount", 1<<40, 1<<40)),
		"a word for bytes":         offer("RestartGame", oneOf("new_game", "game")),
		"yes for true":             offer("AnswerDraw", oneOf("accept", "yes")),
		"another message":          offer("CreateBattlefield", shape("options", "Weapon")),
		"a word for a message":     offer("CreateBattlefield", oneOf("options", "usual")),
		"a condition of nothing":   offer("MoveUnit", when(oneOf("unit", "a"), "nothing", "x")),
	} {
		_, err := makeCommand(tilesPackage, wrong, chance(1), nil)
		var fault *OfferFault
		if !errors.As(err, &fault) || !strings.HasPrefix(fault.Place, wrong.GetCommand()) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnswersThatDoNotFitAreRefused(t *testing.T) {
	three := []string{"x", "y", "z"}
	domains := make([]*domain, 3)
	for _, row := range []struct {
		choice      Choice
		right, wild Answer
	}{
		{Choice{Kind: KindOneOf, Values: three}, Answer{Word: "y"}, Answer{Word: "w"}},
		{Choice{Kind: KindSomeOf, Values: three, Least: 1, Most: 2}, Answer{Words: []string{"z", "x"}}, Answer{Words: []string{"x", "x"}}},
		{Choice{Kind: KindSomeOf, Values: three, Least: 1, Most: 2}, Answer{Words: []string{"z"}}, Answer{Words: three}},
		{Choice{Kind: KindRange, Least: -1, Most: 2}, Answer{Number: -1}, Answer{Number: 3}},
		{Choice{Kind: KindMembers, Domains: domains, Least: 1, Most: 2}, Answer{Numbers: []int{0, 2}}, Answer{Numbers: []int{2, 0}}},
		{Choice{Kind: KindMembers, Domains: domains, Least: 1, Most: 2}, Answer{Numbers: []int{1}}, Answer{Numbers: []int{1, 1}}},
		{Choice{Kind: KindMembers, Domains: domains, Least: 1, Most: 2}, Answer{Numbers: []int{1}}, Answer{Numbers: []int{3}}},
		{Choice{Kind: KindMember, Most: 2}, Answer{Number: 2}, Answer{Number: -1}},
		{Choice{Kind: KindWords, Least: 1, Most: 2}, Answer{Word: "éé"}, Answer{Word: "a\nb"}},
		{Choice{Kind: KindWords, Least: 1, Most: 2}, Answer{Word: "e"}, Answer{Word: ""}},
		{Choice{Kind: KindOctets, Least: 2, Most: 2}, Answer{Octets: []byte{1, 2}}, Answer{Octets: []byte{1}}},
	} {
		for _, answer := range []Answer{row.right, row.wild} {
			walk := &walk{choose: func(Choice) (Answer, error) { return answer, nil }}
			_, err := walk.ask(row.choice)
			if outside := err != nil; outside != (fmt.Sprint(answer) == fmt.Sprint(row.wild)) {
				t.Errorf("%s, %v: %v", row.choice.Kind, answer, err)
			}
		}
	}
}
