package client

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"

	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// Seat is a seat in the terms of a new game. A seat with a key signs its commands.
type Seat struct {
	Name string
	Key  *Key
	Bot  bool
}

// Seats names seats; each gets a new key where it is needed.
func Seats(names ...string) []Seat {
	seats := make([]Seat, len(names))
	for place, name := range names {
		seats[place].Name = name
	}
	return seats
}

// SignedSeats names seats, each with a new key.
func SignedSeats(names ...string) []Seat {
	seats := Seats(names...)
	for place := range seats {
		seats[place].Key = NewKey()
	}
	return seats
}

// Opened is a new game and its credentials. The same party is the same Game at every call.
type Opened struct {
	Game        []byte
	Credentials []*wargamev1.Credential
	Receipt     *wargamev1.Receipt
	Commitment  []byte

	OwnerKey   *Key // what the owner and the referee sign with; nil where they do not
	RefereeKey *Key

	service *Service
	seats   []Seat
	mutex   sync.Mutex
	games   map[string]*Game // by token: a party is one Game, with one contribution to the seed
}

// Open opens a game, and verifies its receipt and its first entry. Everybody signs, where the terms do not say Unsigned:
// who has no key gets a new one. Further terms are set by functions. A request that is sent again has the same command id
// and gets the same game.
func (s *Service) Open(ctx context.Context, ruleset string, seats []Seat, terms ...func(*wargamev1.OpenRequest)) (*Opened, error) {
	request := &wargamev1.OpenRequest{CommandId: random(idSize), Ruleset: ruleset}
	for _, seat := range seats {
		request.Seats = append(request.Seats, &wargamev1.Seat{Name: seat.Name, Bot: seat.Bot})
	}
	for _, set := range terms {
		set(request)
	}
	seats = slices.Clone(seats)
	owner, referee := addKeys(request, seats)
	response, err := tryFor(ctx, s, func(ctx context.Context) (*wargamev1.OpenResponse, error) {
		return s.Games().Open(ctx, request)
	})
	if err != nil {
		return nil, err
	}
	opened := &Opened{
		Game: response.GetGame(), Credentials: response.GetCredentials(), Receipt: response.GetReceipt(),
		Commitment: response.GetCommitment(), service: s, seats: seats, games: map[string]*Game{},
		OwnerKey: owner, RefereeKey: referee,
	}
	return opened, opened.check(ctx, request.GetCommandId())
}

// Unsigned are the terms of a game in which nobody has to sign: whoever has the key of the log can write it anew.
func Unsigned(request *wargamev1.OpenRequest) {
	request.Signatures = wargamev1.Signatures_SIGNATURES_NONE
}

// addKeys puts the keys of seats and officials into the terms, new ones where none is given and they sign.
func addKeys(request *wargamev1.OpenRequest, seats []Seat) (owner, referee *Key) {
	for place := range seats {
		if seats[place].Key == nil && request.Signatures != wargamev1.Signatures_SIGNATURES_NONE {
			seats[place].Key = NewKey()
		}
		if key := seats[place].Key; key != nil && place < len(request.Seats) {
			request.Seats[place].Keys = [][]byte{key.Public()}
		}
	}
	none, only := wargamev1.Signatures_SIGNATURES_NONE, wargamev1.Signatures_SIGNATURES_SEATS
	if len(request.Officials) > 0 || request.Signatures == none || request.Signatures == only {
		return nil, nil
	}
	admit := func(office wargamev1.Office) *Key {
		key := NewKey()
		request.Officials = append(request.Officials, &wargamev1.Official{Office: office, Keys: [][]byte{key.Public()}})
		return key
	}
	owner = admit(wargamev1.Office_OFFICE_OWNER)
	if request.Referee {
		referee = admit(wargamev1.Office_OFFICE_REFEREE)
	}
	return owner, referee
}

// check verifies the receipt of the opening, and that the first entry is what was asked for.
func (o *Opened) check(ctx context.Context, commandID []byte) error {
	game := o.Owner()
	if err := game.prove(ctx, o.Receipt, commandID, nil); err != nil {
		return err
	}
	terms := game.terms
	if !bytes.Equal(terms.Commitment, o.Commitment) {
		return notProven("SEED_COMMIT_MISMATCH", o.Game, 1, fmt.Sprintf("%x", terms.Commitment), fmt.Sprintf("%x", o.Commitment))
	}
	for place, seat := range o.seats {
		if seat.Key == nil {
			continue
		}
		mine := func(key []byte) bool { return bytes.Equal(key, seat.Key.Public()) }
		if place >= len(terms.SeatKeys) || !slices.ContainsFunc(terms.SeatKeys[place], mine) {
			return notProven("GENESIS_INVALID", o.Game, 1, "the key of seat "+seat.Name, "none or another")
		}
	}
	return nil
}

// SeatKey gives the key that a seat signs with; nil where it has none. Save it, where the game is gone on with later.
func (o *Opened) SeatKey(number int) *Key {
	if number < 0 || number >= len(o.seats) {
		return nil
	}
	return o.seats[number].Key
}

// Owner gives the game as its owner sees it, who also takes a referee's steps where none is seated. With options, such as
// WithWallet, the party is made anew, and keeps its receipts and its contribution.
func (o *Opened) Owner(with ...GameOption) *Game {
	return o.party(o.service.token(), with, WithKey(o.OwnerKey))
}

// Seat gives the game of a seat, with that seat's key; nil where there is no such seat. Options are those of Owner.
func (o *Opened) Seat(number int, with ...GameOption) *Game {
	for _, made := range o.Credentials {
		if made.GetRole() == wargamev1.Role_ROLE_SEAT && made.GetSeat() == uint32(number) {
			usual := []GameOption{AsSeat(number)}
			if number < len(o.seats) && o.seats[number].Key != nil {
				usual = append(usual, WithKey(o.seats[number].Key))
			}
			if number < len(o.seats) {
				usual = append(usual, named(o.seats[number].Name))
			}
			return o.party(made.GetToken(), with, usual...)
		}
	}
	return nil
}

// Referee gives the game of the referee; nil where none is seated. Options are those of Owner.
func (o *Opened) Referee(with ...GameOption) *Game {
	return o.as(wargamev1.Role_ROLE_REFEREE, with, WithKey(o.RefereeKey))
}

// Spectator gives the game of spectators.
func (o *Opened) Spectator() *Game { return o.as(wargamev1.Role_ROLE_SPECTATOR, nil) }

// Auditor gives the game of auditors.
func (o *Opened) Auditor() *Game { return o.as(wargamev1.Role_ROLE_AUDITOR, nil) }

func (o *Opened) as(role wargamev1.Role, with []GameOption, usual ...GameOption) *Game {
	for _, made := range o.Credentials {
		if made.GetRole() == role {
			return o.party(made.GetToken(), with, usual...)
		}
	}
	return nil
}

// party gives the game of a token, the same for every call without options.
func (o *Opened) party(token string, with []GameOption, usual ...GameOption) *Game {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	before := o.games[token]
	if before != nil && len(with) == 0 {
		return before
	}
	all := append([]GameOption{openedWith(o.Receipt)}, usual...)
	if before != nil {
		all = append(all, before.goOn)
	}
	o.games[token] = o.service.Game(o.Game, token, append(all, with...)...)
	return o.games[token]
}

func named(name string) GameOption { return func(g *Game) { g.name = name } }

// openedWith has the receipt of the opening verified and kept with the first use of a game.
func openedWith(receipt *wargamev1.Receipt) GameOption { return func(g *Game) { g.first = receipt } }

// goOn gives another Game of this party what it goes on with.
func (g *Game) goOn(next *Game) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	next.receipts = g.receipts
	if g.contributed {
		next.contribution, next.contributed = g.contribution, true
	}
}

func (o *Opened) String() string { return fmt.Sprintf("game %x", o.Game) }
