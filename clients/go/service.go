package client

import (
	"context"
	"crypto/tls"
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

	noRegister bool
}

// Option is an option of Connect.
type Option func(*options)

type options struct {
	tls      *tls.Config
	logKey   string
	patience Patience
	dial     []grpc.DialOption

	noRegister bool
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
		keys:     &trustedKeys{pinned: o.logKey, published: o.logKey != ""},

		noRegister: o.noRegister,
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
	mutex     sync.Mutex
	pinned    string
	published bool     // the pinned one was named by who connected
	lines     []string // in order, each handing on to the next
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

// handedOn gives the keys that heads may be signed with, in order, as the service tells them now: the one that is believed,
// those that led to it, and those that it has led to.
func (s *Service) handedOn(ctx context.Context) ([]string, error) {
	s.keys.mutex.Lock()
	defer s.keys.mutex.Unlock()
	err := s.learnKeys(ctx)
	return slices.Clone(s.keys.lines), err
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
