package client

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// Player plays one party of a game by what is offered to it.
type Player struct {
	Game   *Game
	Choose Chooser
	// Pick picks what is done next; nil for none of it now. Where it is nil itself the first offer is taken.
	Pick func(offers *wargamev1.Offers) *wargamev1.Offer
}

// Step is a command that a player has given. As text it is a line: the number of its entry, who gave what, and the dice
// that were thrown for it.
type Step struct {
	By      string // name of the party
	Offer   *wargamev1.Offer
	Command proto.Message
	Outcome *wargamev1.Outcome
}

// Seq is the number of the entry.
func (s *Step) Seq() uint64 { return s.Outcome.GetReceipt().GetSeq() }

func (s *Step) String() string {
	text := fmt.Sprintf("%4d  %s gives %s", s.Seq(), s.By, s.Offer.GetCommand())
	for _, face := range s.Faces() {
		text += fmt.Sprint(" ", face)
	}
	return text
}

// Faces are the dice that were thrown for it, as far as the player may see them.
func (s *Step) Faces() (faces []uint32) {
	for _, roll := range s.Outcome.GetRolls() {
		faces = append(faces, roll.GetFaces()...)
	}
	return faces
}

// Step asks what is offered, and gives a command of it; nil where nothing is offered now. Where another party acts in
// between it asks again.
func (p *Player) Step(ctx context.Context) (*Step, error) {
	for {
		offers, err := p.Game.Offers(ctx)
		if err != nil {
			return nil, err
		}
		offer := p.pick(offers)
		if offer == nil {
			return nil, nil
		}
		command, err := p.Game.Make(ctx, offer, p.answers(offer))
		if err != nil {
			return nil, err
		}
		outcome, err := p.Game.Give(ctx, command)
		if isStale(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return &Step{p.Game.Name(), offer, command, outcome}, nil
	}
}

// TakeTurns lets players act, one after the other, until nobody is offered anything that he takes, and gives every step.
// An error ends it.
func TakeTurns(ctx context.Context, players ...*Player) iter.Seq2[*Step, error] {
	return func(yield func(*Step, error) bool) {
		for acted := true; acted; {
			acted = false
			for _, player := range players {
				step, err := player.Step(ctx)
				if step == nil && err == nil {
					continue
				}
				acted = true
				if !yield(step, err) || err != nil {
					return
				}
			}
		}
	}
}

func (p *Player) pick(offers *wargamev1.Offers) *wargamev1.Offer {
	if p.Pick != nil {
		return p.Pick(offers)
	}
	if len(offers.GetOffers()) > 0 {
		return offers.GetOffers()[0]
	}
	return nil
}

// answers is the player's chooser, but for the bytes that a seat contributes to the seed: those are the game's own.
func (p *Player) answers(offer *wargamev1.Offer) Chooser {
	return func(choice Choice) (Answer, error) {
		if choice.Kind == KindOctets && strings.HasSuffix(offer.GetCommand(), "Contribution") {
			octets, err := p.Game.octets(offer.GetCommand())
			return Answer{Octets: octets}, err
		}
		return p.Choose(choice)
	}
}

// RandomOption is an option of NewRandomPlayer.
type RandomOption func(*randomChoices)

// OneIn gives one in so many of the fields that may be left out; 4 where it is not said.
func OneIn(many int) RandomOption { return func(r *randomChoices) { r.oneIn = many } }

// PatienceOf lets the player take what is offered at any time too, once the log has so many entries; 300 where it is not
// said. Games whose terms set no end are ended so.
func PatienceOf(entries uint64) RandomOption { return func(r *randomChoices) { r.patience = entries } }

// NewRandomPlayer makes a player that knows no ruleset: it draws from what is offered. The same seed and the same offers
// give the same commands.
func NewRandomPlayer(game *Game, seed uint64, with ...RandomOption) *Player {
	r := &randomChoices{chance: rand.New(rand.NewPCG(seed, 0)), oneIn: 4, patience: 300}
	for _, option := range with {
		option(r)
	}
	return &Player{Game: game, Choose: r.choose, Pick: r.pick}
}

// RandomPlayers makes a random player for each of the parties, with the seeds from the given one on.
func RandomPlayers(seed uint64, games ...*Game) (players []*Player) {
	for at, game := range games {
		players = append(players, NewRandomPlayer(game, seed+uint64(at)))
	}
	return players
}

const (
	textMore = 12 // characters beyond the least
	listMore = 6  // members beyond the least
)

type randomChoices struct {
	chance   *rand.Rand
	oneIn    int
	patience uint64
}

// pick draws a kind of command, and one of its offers.
func (r *randomChoices) pick(found *wargamev1.Offers) *wargamev1.Offer {
	offers := found.GetOffers()
	if len(offers) == 0 {
		// it may be stopped: nothing is asked of anybody until whoever may lets it go on
		for _, offer := range found.GetAnytime() {
			if offer.GetCommand() == "ResumeGame" {
				return offer
			}
		}
		return nil
	}
	if found.GetSeq() > r.patience {
		offers = slices.Concat(offers, found.GetAnytime())
	}
	var kinds []string
	for _, offer := range offers {
		kinds = append(kinds, offer.GetCommand())
	}
	slices.Sort(kinds)
	kinds = slices.Compact(kinds)
	kind := kinds[r.chance.IntN(len(kinds))]
	offers = slices.DeleteFunc(slices.Clone(offers), func(offer *wargamev1.Offer) bool { return offer.GetCommand() != kind })
	return offers[r.chance.IntN(len(offers))]
}

func (r *randomChoices) choose(choice Choice) (Answer, error) {
	switch choice.Kind {
	case KindInclude:
		return Answer{Yes: r.chance.IntN(r.oneIn) == 0}, nil
	case KindFlag:
		return Answer{Yes: r.chance.IntN(2) == 1}, nil
	case KindOneOf:
		return Answer{Word: choice.Values[r.chance.IntN(len(choice.Values))]}, nil
	case KindSomeOf:
		var words []string
		values := slices.Compact(slices.Sorted(slices.Values(choice.Values)))
		for _, at := range r.sample(len(values), choice.Least, choice.Most) {
			words = append(words, values[at])
		}
		return Answer{Words: words}, nil
	case KindMembers:
		return Answer{Numbers: r.sample(len(choice.Domains), choice.Least, min(choice.Most, choice.Least+listMore))}, nil
	case KindWords:
		return Answer{Word: strings.Repeat("w", int(r.between(choice.Least, min(choice.Most, choice.Least+textMore))))}, nil
	case KindOctets:
		return Answer{Octets: random(int(choice.Most))}, nil
	case KindCount:
		most := min(choice.Most, choice.Least+listMore)
		if len(choice.Domains) == 0 {
			most = choice.Least
		}
		return Answer{Number: r.between(choice.Least, most)}, nil
	}
	return Answer{Number: r.between(choice.Least, choice.Most)}, nil
}

// between draws a number, both ends included.
func (r *randomChoices) between(least, most int64) int64 {
	return least + int64(r.chance.Uint64N(uint64(most-least)+1))
}

// sample draws least to most of the places below size, ascending.
func (r *randomChoices) sample(size int, least, most int64) []int {
	places := r.chance.Perm(size)[:r.between(least, most)]
	slices.Sort(places)
	return places
}
