package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sync"

	"google.golang.org/protobuf/proto"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

const (
	idSize   = 16
	hashSize = 32
	saltSize = 32

	refereeParty = 254 // the owner's number too
)

func random(size int) []byte {
	data := make([]byte, size)
	rand.Read(data) // never fails
	return data
}

// Game is one party's side of one game. It may be used by several goroutines at once.
type Game struct {
	service *Service
	id      []byte
	role    string // of the token: owner, referee, seat, spectator, auditor
	kid     string // id of the token
	name    string // of the party; "" where it is not known
	key     *Key

	mutex        sync.Mutex
	seat         int // -1 where it is no seat
	chain        verify.Chain
	path         verify.Path // of the entries of the chain
	strayed      error       // where an entry of the chain went back to where it can not
	terms        *verify.Terms
	head         []byte // of the last entry that this party has seen
	headSeq      uint64
	receipts     *Receipts
	contribution []byte
	contributed  bool // the contribution is this client's own and was committed to

	wallet     *Wallet            // nil where none is kept
	first      *wargamev1.Receipt // of the opening; nil once it was verified
	otherKeys  [][]byte
	seatKeys   map[int][][]byte // that seats sign or have signed with
	registered *verify.Registered
}

// GameOption is an option of Service.Game.
type GameOption func(*Game)

// AsSeat says which seat the token is for.
func AsSeat(number int) GameOption { return func(g *Game) { g.seat = number } }

// WithKey signs commands with the key of the seat, or of the owner or referee.
func WithKey(key *Key) GameOption { return func(g *Game) { g.key = key } }

// WithReceipts goes on with receipts of an earlier connection: the log must agree with them.
func WithReceipts(receipts *Receipts) GameOption { return func(g *Game) { g.receipts = receipts } }

// WithContribution names the 32 bytes that the seat contributes to the seed. Without it they are random.
func WithContribution(contribution []byte) GameOption {
	return func(g *Game) { g.contribution = contribution }
}

// WithWallet keeps what comes and goes in a wallet, and goes on with the receipts and the contribution that it holds.
// Close it when the game is over.
func WithWallet(wallet *Wallet) GameOption { return func(g *Game) { g.wallet = wallet } }

// WithOtherKeys names further public keys of the player, which the seat may have beside that of WithKey: a player has
// several where the roster of an event has them. To a game that gives the seat any other key nothing is contributed.
func WithOtherKeys(keys ...[]byte) GameOption { return func(g *Game) { g.otherKeys = keys } }

var tokenParts = regexp.MustCompile(`^wg1_([a-z_]+)_([0-9a-f]{12})_`)

// Game gives one party's side of a game, by that party's token.
func (s *Service) Game(game []byte, token string, with ...GameOption) *Game {
	g := &Game{service: s.WithToken(token), id: game, seat: -1, seatKeys: map[int][][]byte{}}
	if parts := tokenParts.FindStringSubmatch(token); parts != nil {
		g.role, g.kid = parts[1], parts[2]
	}
	for _, option := range with {
		option(g)
	}
	g.openWallet()
	if g.receipts == nil {
		g.receipts = NewReceipts(game)
	}
	if g.contribution == nil {
		g.contribution = random(hashSize)
	}
	return g
}

func (g *Game) String() string { return fmt.Sprintf("game %x", g.id) }

// ID gives the id of the game, 16 bytes.
func (g *Game) ID() []byte { return g.id }

// Name gives the name of the party: that of the seat in a game that was opened here, else its role.
func (g *Game) Name() string {
	if g.name == "" {
		return g.role
	}
	return g.name
}

// Service gives the connection with this party's token, for the generated stubs.
func (g *Game) Service() *Service { return g.service }

// Receipts gives the receipts of the game that were verified.
func (g *Game) Receipts() *Receipts { return g.receipts }

// Contribution gives the 32 bytes that the seat contributes to the seed. They are secret until they are opened.
func (g *Game) Contribution() []byte { return g.contribution }

// Head gives the hash of the last entry that this party has seen; nil before the first.
func (g *Game) Head() []byte {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.head
}

// saw takes the head that the service tells, once it is that of the log. The error is a *NotProven where it is not.
func (g *Game) saw(ctx context.Context, seq uint64, head []byte) error {
	if err := g.readTo(ctx, seq); err != nil {
		return err
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if due := g.chain.Hash(seq); !bytes.Equal(due, head) {
		return notProven("HEAD_MISMATCH", g.id, seq, hex.EncodeToString(due), hex.EncodeToString(head))
	}
	if seq >= g.headSeq {
		g.head, g.headSeq = head, seq
	}
	return nil
}

// Ruleset gives the name of the ruleset.
func (g *Game) Ruleset(ctx context.Context) (string, error) {
	terms, err := g.knownTerms(ctx)
	if err != nil {
		return "", err
	}
	return terms.Ruleset, nil
}

// knownTerms gives the terms of the first entry, which is read where that was not done yet.
func (g *Game) knownTerms(ctx context.Context) (*verify.Terms, error) {
	if err := g.readTo(ctx, 1); err != nil {
		return nil, err
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.terms, nil
}

// Offers asks what this party may do now. Their head is compared with the log; the offers are what the service says.
func (g *Game) Offers(ctx context.Context) (*wargamev1.Offers, error) {
	found, err := tryFor(ctx, g.service, func(ctx context.Context) (*wargamev1.Offers, error) {
		return g.service.Games().Offers(ctx, &wargamev1.OffersRequest{Game: g.id})
	})
	if err != nil {
		return nil, err
	}
	if err := g.saw(ctx, found.GetSeq(), found.GetHead()); err != nil {
		return nil, err
	}
	return found, nil
}

// View asks for the game as this party may see it: the View of the ruleset's package. Its head is compared with the log;
// what it shows can not be proved, and is what the service says.
func (g *Game) View(ctx context.Context) (proto.Message, error) {
	found, err := tryFor(ctx, g.service, func(ctx context.Context) (*wargamev1.ViewResponse, error) {
		return g.service.Games().View(ctx, &wargamev1.ViewRequest{Game: g.id})
	})
	if err != nil {
		return nil, err
	}
	if err := g.saw(ctx, found.GetSeq(), found.GetHead()); err != nil {
		return nil, err
	}
	return found.GetView().UnmarshalNew()
}

// Facts asks for what everybody may know of the game, and verifies the receipt of its last entry.
func (g *Game) Facts(ctx context.Context) (*wargamev1.GetResponse, error) {
	found, err := tryFor(ctx, g.service, func(ctx context.Context) (*wargamev1.GetResponse, error) {
		return g.service.Games().Get(ctx, &wargamev1.GetRequest{Game: g.id})
	})
	if err != nil {
		return nil, err
	}
	return found, g.prove(ctx, found.GetReceipt(), nil, nil)
}

// FindPlaces asks for legal values of a field whose places are on request, after what was chosen so far.
func (g *Game) FindPlaces(ctx context.Context, command, field string, chosen []*wargamev1.Chosen) ([]*wargamev1.Domain, error) {
	request := &wargamev1.FindPlacesRequest{Game: g.id, Command: command, Field: field, Chosen: chosen}
	found, err := tryFor(ctx, g.service, func(ctx context.Context) (*wargamev1.FoundPlaces, error) {
		return g.service.Games().FindPlaces(ctx, request)
	})
	return found.GetSpots(), err
}

// Export fetches the replay file of the game, with the sealed parts that this party may open.
func (g *Game) Export(ctx context.Context) ([]byte, error) {
	return tryFor(ctx, g.service, func(ctx context.Context) ([]byte, error) {
		var file []byte
		stream, err := g.service.Games().Export(ctx, &wargamev1.ExportRequest{Game: g.id})
		for err == nil {
			var chunk *wargamev1.Chunk
			chunk, err = stream.Recv()
			file = append(file, chunk.GetData()...)
		}
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return file, err
	})
}

// Join makes the seat's contribution to the seed: it commits, waits for the other seats, and opens it. It returns at
// once where the game asks for none, and may be called again after it was broken off.
func (g *Game) Join(ctx context.Context) error {
	for {
		found, err := g.Offers(ctx)
		if err != nil {
			return err
		}
		done, err := g.contribute(ctx, found)
		if done || err != nil {
			return err
		}
		for _, err := range g.Watch(ctx, found.GetSeq()) { // until something has happened
			if err != nil {
				return err
			}
			break
		}
	}
}

// contribute takes the next step towards the seed; done where there is none left for this seat.
func (g *Game) contribute(ctx context.Context, found *wargamev1.Offers) (done bool, err error) {
	var opened bool
	for _, offer := range found.GetOffers() {
		switch offer.GetCommand() {
		case "CommitContribution":
			commitment, err := g.octets("CommitContribution")
			if err != nil {
				return false, err
			}
			if _, err = g.Give(ctx, &wargamev1.CommitContribution{Commitment: commitment}); isStale(err) {
				return false, nil // another seat came between; its entry is there
			}
			return false, err
		case "OpenContribution":
			_, err := g.Give(ctx, &wargamev1.OpenContribution{Contribution: g.contribution})
			opened = err == nil
			if isStale(err) {
				err = nil
			}
			return opened, err
		}
	}
	windows := found.GetWindows()
	waits := len(windows) > 0 && windows[len(windows)-1].GetKind() == "contribute"
	return !waits, nil
}

// isStale tells whether a command was refused since another came first, and nothing else is wrong.
func isStale(err error) bool {
	switch found := err.(type) { // what comes with a proof that does not hold is another matter
	case *Stale:
		return true
	case *Refused:
		return found.Reason == staleHead || found.Reason == "conflict"
	}
	return false
}

// octets gives the bytes that a party contributes to the seed, or its commitment to them.
func (g *Game) octets(command string) ([]byte, error) {
	party, err := g.party()
	if err != nil {
		return nil, err
	}
	g.mutex.Lock()
	g.contributed = true
	g.mutex.Unlock()
	if command == "CommitContribution" {
		return verify.SeatCommit(g.id, party, g.contribution)
	}
	return g.contribution, nil
}

// party gives the number of this party in the log: that of its seat, or of owner and referee.
func (g *Game) party() (int, error) {
	if g.role == "seat" {
		return g.seatNumber()
	}
	return refereeParty, nil
}

// seatNumber gives the seat of this party: the one that was named, or else the one whose key it has.
func (g *Game) seatNumber() (int, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.seat < 0 && g.key != nil && g.terms != nil {
		mine := func(key []byte) bool { return bytes.Equal(key, g.key.Public()) }
		g.seat = slices.IndexFunc(g.terms.SeatKeys, func(keys [][]byte) bool { return slices.ContainsFunc(keys, mine) })
		if err := g.keepSeat(); err != nil {
			return -1, err
		}
	}
	if g.seat < 0 {
		return -1, errors.New("the number of the seat is not known: name it with AsSeat")
	}
	return g.seat, nil
}
