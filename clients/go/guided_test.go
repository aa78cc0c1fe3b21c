package client_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	client "adjudicator.invalid/client"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// wholeGame is a game that all clients play until its rules end it.
type wholeGame struct {
	Ruleset string            `json:"ruleset"`
	Words   map[string]string `json:"words"`
	Last    []string          `json:"last"`
}

func wholeGames(t *testing.T) (games []wholeGame) {
	t.Helper()
	path := os.Getenv("ADJUDICATOR_WHOLE_GAMES")
	if path == "" {
		path = "../../tests/clients/whole_games.json"
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &games); err != nil {
		t.Fatal(err)
	}
	return games
}

// guide lets players play by chance, but say the words of a game, by path, and end nothing early. Commands that words
// name get no other field of those that may be left out, and of their offers one that takes the words. Commands of Last
// are taken where nothing else is offered.
type guide struct {
	wholeGame
	said map[string]bool // paths that came up
}

func guided(terms wholeGame) *guide { return &guide{terms, map[string]bool{}} }

// player makes a player of a party.
func (g *guide) player(game *client.Game, seed uint64) *client.Player {
	chance := client.NewRandomPlayer(game, seed, client.PatienceOf(math.MaxUint64))
	return &client.Player{
		Game: game,
		Pick: func(found *wargamev1.Offers) *wargamev1.Offer {
			return chance.Pick(&wargamev1.Offers{Offers: g.wanted(found.GetOffers()), Seq: found.GetSeq()})
		},
		Choose: func(choice client.Choice) (client.Answer, error) {
			if answer, ok, err := g.answer(choice); ok || err != nil {
				return answer, err
			}
			return chance.Choose(choice)
		},
	}
}

func (g *guide) wanted(offers []*wargamev1.Offer) []*wargamev1.Offer {
	taking := slices.DeleteFunc(slices.Clone(offers), func(offer *wargamev1.Offer) bool { return !g.takes(offer) })
	wanted := slices.DeleteFunc(slices.Clone(taking), func(offer *wargamev1.Offer) bool {
		return slices.Contains(g.Last, offer.GetCommand())
	})
	if len(wanted) == 0 {
		return taking
	}
	return wanted
}

// takes tells whether an offer has every field of its command that has a word, and each may be that word.
func (g *guide) takes(offer *wargamev1.Offer) bool {
	for path, word := range g.Words {
		name, isOfCommand := strings.CutPrefix(path, offer.GetCommand()+".")
		if !isOfCommand || strings.Contains(name, ".") {
			continue
		}
		if !slices.ContainsFunc(offer.GetFields(), func(domain *wargamev1.Domain) bool {
			values := domain.GetOneOf()
			return domain.GetField() == name && (values == nil || slices.Contains(values.GetValues(), word))
		}) {
			return false
		}
	}
	return true
}

// answer says the word of a choice; false where it has none.
func (g *guide) answer(choice client.Choice) (client.Answer, bool, error) {
	command, _, _ := strings.Cut(choice.Path, ".")
	if choice.Kind == client.KindInclude && g.names(command) {
		return client.Answer{Yes: g.names(choice.Path)}, true, nil
	}
	word, known := g.Words[choice.Path]
	if !known || choice.Kind != client.KindOneOf && choice.Kind != client.KindRange {
		return client.Answer{}, false, nil
	}
	g.said[choice.Path] = true
	if choice.Kind == client.KindOneOf {
		return client.Answer{Word: word}, true, nil
	}
	number, err := strconv.ParseInt(word, 10, 64)
	return client.Answer{Number: number}, true, err
}

// names tells whether a word stands at a path or within it.
func (g *guide) names(path string) bool {
	for known := range g.Words {
		if strings.HasPrefix(known+".", path+".") {
			return true
		}
	}
	return false
}

// unsaid are the words that never came up.
func (g *guide) unsaid() (paths []string) {
	for path, word := range g.Words {
		if !g.said[path] {
			paths = append(paths, fmt.Sprintf("%s=%s", path, word))
		}
	}
	return paths
}
