package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

const messageMost = 64 << 20 // bytes of a response: views and offers of large battles

// Service is a connection to a service, with one token. It may be used by several goroutines at once.
type Service struct {
	address  string
	conn     *grpc.ClientConn
	token    func() string // a function, so that printing a Service does not show it
	patience Patience
	keys     *trustedKeys
}

// Option is an option of Connect.
type Option func(*options)

type options struct {
	tls      *tls.Config
	logKey   string
	patience Patience
	dial     []grpc.DialOption
}

// WithTLS connects with TLS. An empty config trusts what the system trusts.
func WithTLS(config *tls.Config) Option { return func(o *options) { o.tls = config } }

// WithLogKey names the verification key of heads that the operator has published. Without it the first one that the
// service tells is taken, and kept.
func WithLogKey(line string) Option { return func(o *options) { o.logKey = line } }

// WithPatience says how long requests are tried again.
func WithPatience(patience Patience) Option { return func(o *options) { o.patience = patience } }

// WithDialOptions adds options of the gRPC library, such as interceptors.
func WithDialOptions(dial ...grpc.DialOption) Option {
	return func(o *options) { o.dial = append(o.dial, dial...) }
}

// Connect makes a connection to a service at host:port or unix:path. Nothing is sent yet.
func Connect(address, token string, with ...Option) (*Service, error) {
	var o options
	for _, option := range with {
		option(&o)
	}
	if o.logKey != "" {
		if _, err := verify.ReadVerifyKey(o.logKey); err != nil {
			return nil, err
		}
	}
	transport := insecure.NewCredentials()
	if o.tls != nil {
		transport = credentials.NewTLS(o.tls)
	}
	reconnect := backoff.Config{BaseDelay: 50 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 2 * time.Second}
	dial := append([]grpc.DialOption{
		grpc.WithTransportCredentials(transport),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(messageMost)),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: reconnect, MinConnectTimeout: 5 * time.Second}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 6 * time.Minute, Timeout: 20 * time.Second}),
		grpc.WithDisableRetry(),
	}, o.dial...)
	conn, err := grpc.NewClient(address, dial...)
	if err != nil {
		return nil, err
	}
	return &Service{
		address:  address,
		conn:     conn,
		token:    func() string { return token },
		patience: o.patience.withDefaults(),
		keys:     &trustedKeys{pinned: o.logKey},
	}, nil
}

// Close ends the connection, for every Service and Game that shares it.
func (s *Service) Close() error { return s.conn.Close() }

// WithToken gives a Service with another token on the same connection.
func (s *Service) WithToken(token string) *Service {
	other := *s
	other.token = func() string { return token }
	return &other
}

func (s *Service) String() string { return "service at " + s.address }

// Games gives the generated stub of wargame.v1.Games. Its calls are not tried again.
func (s *Service) Games() wargamev1.GamesClient { return wargamev1.NewGamesClient(s.Conn()) }

// Protocol gives the generated stub of wargame.v1.Protocol. Its calls are not tried again.
func (s *Service) Protocol() wargamev1.ProtocolClient { return wargamev1.NewProtocolClient(s.Conn()) }

// Referee gives the generated stub of wargame.v1.Referee; Game.Give gives and verifies. Its calls are not tried again.
func (s *Service) Referee() wargamev1.RefereeClient { return wargamev1.NewRefereeClient(s.Conn()) }

// Admin gives the generated stub of wargame.v1.Admin. Its calls are not tried again.
func (s *Service) Admin() wargamev1.AdminClient { return wargamev1.NewAdminClient(s.Conn()) }

// Conn gives the connection with the token put in, for the generated stubs of rulesets.
func (s *Service) Conn() grpc.ClientConnInterface { return &authorised{s.conn, s.token} }

// authorised puts a token into every call.
type authorised struct {
	conn  *grpc.ClientConn
	token func() string
}

func (a *authorised) context(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+a.token())
}

func (a *authorised) Invoke(ctx context.Context, method string, args, reply any, options ...grpc.CallOption) error {
	return a.conn.Invoke(a.context(ctx), method, args, reply, options...)
}

func (a *authorised) NewStream(ctx context.Context, desc *grpc.StreamDesc, method string, options ...grpc.CallOption) (grpc.ClientStream, error) {
	return a.conn.NewStream(a.context(ctx), desc, method, options...)
}

// trustedKeys are the keys of heads that a connection trusts: one that was published or told first, those that handed
// on to it, and those that it has handed on to.
type trustedKeys struct {
	mutex  sync.Mutex
	pinned string
	lines  []string // in order, each handing on to the next
}

// LogKey gives the verification key of heads that this connection trusts.
func (s *Service) LogKey(ctx context.Context) (string, error) {
	s.keys.mutex.Lock()
	defer s.keys.mutex.Unlock()
	if s.keys.pinned == "" {
		if err := s.learnKeys(ctx); err != nil {
			return "", err
		}
	}
	return s.keys.pinned, nil
}

// trusted tells whether heads signed with a key may be believed.
func (s *Service) trusted(ctx context.Context, line string) (bool, error) {
	s.keys.mutex.Lock()
	defer s.keys.mutex.Unlock()
	if line == s.keys.pinned || slices.Contains(s.keys.lines, line) {
		return true, nil
	}
	err := s.learnKeys(ctx)
	return line == s.keys.pinned || slices.Contains(s.keys.lines, line), err
}

// learnKeys asks for the key in force and for the notes that lead to it, and keeps what is bound to the pinned key.
func (s *Service) learnKeys(ctx context.Context) error {
	told, err := tryFor(ctx, s, func(ctx context.Context) (*wargamev1.LogKeyResponse, error) {
		return s.Games().LogKey(ctx, &wargamev1.LogKeyRequest{})
	})
	if err != nil {
		return err
	}
	line := told.GetVerificationKey()
	if _, err := verify.ReadVerifyKey(line); err != nil {
		return &NotProven{Check: "KEY_NOT_VALID", Expected: "a verification key", Found: err.Error()}
	}
	lines := []string{line}
	for _, note := range slices.Backward(told.GetChanges()) {
		before, next, err := verify.ReadKeyChange(note)
		if err != nil || next != lines[0] {
			break
		}
		lines = append([]string{before}, lines...)
	}
	if s.keys.pinned == "" {
		s.keys.pinned = line
	}
	if slices.Contains(lines, s.keys.pinned) {
		s.keys.lines = lines
	}
	return nil
}

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
	if err := game.prove(ctx, o.Receipt, commandID); err != nil {
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

// Owner gives the game as its owner sees it, who also takes a referee's steps where none is seated.
func (o *Opened) Owner() *Game { return o.party(o.service.token(), WithKey(o.OwnerKey)) }

// Seat gives the game of a seat, with that seat's key; nil where there is no such seat.
func (o *Opened) Seat(number int) *Game {
	for _, made := range o.Credentials {
		if made.GetRole() == wargamev1.Role_ROLE_SEAT && made.GetSeat() == uint32(number) {
			with := []GameOption{AsSeat(number)}
			if number < len(o.seats) && o.seats[number].Key != nil {
				with = append(with, WithKey(o.seats[number].Key))
			}
			return o.party(made.GetToken(), with...)
		}
	}
	return nil
}

// Referee gives the game of the referee; nil where none is seated.
func (o *Opened) Referee() *Game { return o.as(wargamev1.Role_ROLE_REFEREE, WithKey(o.RefereeKey)) }

// Spectator gives the game of spectators.
func (o *Opened) Spectator() *Game { return o.as(wargamev1.Role_ROLE_SPECTATOR) }

// Auditor gives the game of auditors.
func (o *Opened) Auditor() *Game { return o.as(wargamev1.Role_ROLE_AUDITOR) }

func (o *Opened) as(role wargamev1.Role, with ...GameOption) *Game {
	for _, made := range o.Credentials {
		if made.GetRole() == role {
			return o.party(made.GetToken(), with...)
		}
	}
	return nil
}

// party gives the game of a token, the same for every call.
func (o *Opened) party(token string, with ...GameOption) *Game {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.games[token] == nil {
		o.games[token] = o.service.Game(o.Game, token, with...)
	}
	return o.games[token]
}

func (o *Opened) String() string { return fmt.Sprintf("game %x", o.Game) }
