package client_test

import (
	"context"
	"strings"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// lossy loses answers to commands that have reached the service, and keeps what was sent.
type lossy struct {
	answers int
	sent    []string
}

func (l *lossy) option() grpc.DialOption {
	return grpc.WithUnaryInterceptor(func(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, call grpc.UnaryInvoker, options ...grpc.CallOption) error {
		err := call(ctx, method, request, reply, conn, options...)
		data, isCommand := request.([]byte)
		if !isCommand {
			return err
		}
		l.sent = append(l.sent, string(data))
		if l.answers > 0 {
			l.answers--
			return status.Error([]codes.Code{codes.Unavailable, codes.Unknown, codes.DeadlineExceeded}[l.answers%3], "the answer is lost")
		}
		return err
	})
}

// breaking breaks so many streams of Watch off, and then says that it is over.
type breaking struct {
	times int
	over  chan struct{}
}

func (b *breaking) option() grpc.DialOption {
	return grpc.WithStreamInterceptor(func(ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string, open grpc.Streamer, options ...grpc.CallOption) (grpc.ClientStream, error) {
		if !strings.HasSuffix(method, "/Watch") || b.times < 0 {
			return open(ctx, desc, conn, method, options...)
		}
		if b.times--; b.times < 0 {
			close(b.over)
		}
		return nil, status.Error(codes.Unavailable, "the line is broken")
	})
}

// forger changes what the service says, as a dishonest one would.
type forger struct {
	mutex sync.Mutex
	entry func(entry *wargamev1.Entry)
	reply func(method string, reply any)
	twice bool // every entry comes twice
}

func (f *forger) set(entry func(*wargamev1.Entry), reply func(string, any)) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.entry, f.reply = entry, reply
}

func (f *forger) options() []grpc.DialOption {
	unary := func(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, call grpc.UnaryInvoker, options ...grpc.CallOption) error {
		err := call(ctx, method, request, reply, conn, options...)
		f.mutex.Lock()
		defer f.mutex.Unlock()
		if err == nil && f.reply != nil {
			f.reply(method[strings.LastIndex(method, "/")+1:], reply)
		}
		return err
	}
	stream := func(ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string, open grpc.Streamer, options ...grpc.CallOption) (grpc.ClientStream, error) {
		found, err := open(ctx, desc, conn, method, options...)
		return &forgedStream{ClientStream: found, forger: f}, err
	}
	return []grpc.DialOption{grpc.WithUnaryInterceptor(unary), grpc.WithStreamInterceptor(stream)}
}

type forgedStream struct {
	grpc.ClientStream
	forger *forger
	before *wargamev1.Entry // the last entry, where entries come twice
}

func (s *forgedStream) RecvMsg(message any) error {
	if s.before != nil {
		proto.Merge(message.(*wargamev1.Entry), s.before)
		s.before = nil
		return nil
	}
	err := s.ClientStream.RecvMsg(message)
	if entry, ok := message.(*wargamev1.Entry); ok && err == nil && s.forger.twice {
		s.before = proto.Clone(entry).(*wargamev1.Entry)
	}
	s.forger.mutex.Lock()
	defer s.forger.mutex.Unlock()
	if entry, ok := message.(*wargamev1.Entry); ok && err == nil && s.forger.entry != nil {
		s.forger.entry(entry)
	}
	return err
}
