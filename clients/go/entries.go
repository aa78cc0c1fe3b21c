package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// Entry is an entry of the log as this party may see it, with its verified record.
type Entry struct {
	*wargamev1.Entry
	Record *verify.Entry
}

// errShort is what a reading ends with that did not reach the entry it has to reach.
var errShort = status.Error(codes.Unavailable, "the log ends before an entry that the service has signed")

// Read gives the entries after one, up to one that is included, or to the end where that is 0. Every record is verified
// against the chain and the receipts. A reading that is broken off goes on after the last entry it gave.
func (g *Game) Read(ctx context.Context, after, upTo uint64) iter.Seq2[*Entry, error] {
	return g.follow(ctx, after, reading{upTo: upTo})
}

// Watch gives the entries after one, and then each as it comes, until the context ends or the caller breaks off. Records
// are verified, and where a connection breaks it goes on after the last entry: none comes twice, none is left out.
func (g *Game) Watch(ctx context.Context, after uint64) iter.Seq2[*Entry, error] {
	return g.follow(ctx, after, reading{live: true})
}

// reading says which entries are wanted.
type reading struct {
	upTo   uint64
	live   bool // wait for those that come
	reach  bool // up to must be reached
	before bool // entries before the first are known to be verified
}

func (g *Game) follow(ctx context.Context, after uint64, wanted reading) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		if !wanted.before && after > 0 {
			if err := g.readTo(ctx, after); err != nil {
				yield(nil, err)
				return
			}
		}
		attempts := g.service.attempts()
		for {
			reached, done, err := g.stream(ctx, after, wanted, yield)
			if done {
				return
			}
			if reached > after {
				after, attempts = reached, g.service.attempts()
			}
			if err = attempts.again(ctx, err); err == nil {
				continue
			}
			if wanted.live && g.answers(ctx, err) {
				attempts = g.service.attempts()
				continue
			}
			yield(nil, g.withHistory(err, after, wanted))
			return
		}
	}
}

// answers tells whether a service that let streams break off for all of our patience answers: then the game is quiet,
// and nothing could have come.
func (g *Game) answers(ctx context.Context, err error) bool {
	var unanswered *Unanswered
	if !errors.As(err, &unanswered) {
		return false
	}
	_, err = tryFor(ctx, g.service, func(ctx context.Context) (*wargamev1.GetResponse, error) {
		return g.service.Games().Get(ctx, &wargamev1.GetRequest{Game: g.id})
	})
	return err == nil
}

// withHistory turns the errors that say that the log is another one into what does not verify.
func (g *Game) withHistory(err error, after uint64, wanted reading) error {
	var unanswered *Unanswered
	if errors.As(err, &unanswered) && errors.Is(unanswered.Last, errShort) {
		return notProven("TRUNCATED_LOG", g.id, after, fmt.Sprintf("entry %d, as was signed", wanted.upTo), fmt.Sprintf("%d entries", after))
	}
	if wanted.live && isStale(err) {
		var refused *Refused
		errors.As(err, &refused)
		return notProven("TWO_HEADS", g.id, after, hex.EncodeToString(g.hash(after)), "another history, which ends with "+hex.EncodeToString(refused.Head))
	}
	return err
}

func (g *Game) hash(seq uint64) []byte {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.chain.Hash(seq)
}

// stream reads until it breaks. It gives the last entry that was read, and whether nothing more is wanted.
func (g *Game) stream(ctx context.Context, after uint64, wanted reading, yield func(*Entry, error) bool) (uint64, bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	limit := g.service.patience.Call
	if wanted.live {
		limit = 24 * time.Hour // a quiet game; a dead line is found by the library
	}
	patience := time.AfterFunc(limit, cancel)
	defer patience.Stop()
	stream, err := g.open(ctx, after, wanted)
	for err == nil {
		var found *wargamev1.Entry
		found, err = stream.Recv()
		if err != nil {
			break
		}
		patience.Reset(limit)
		if found.GetSeq() <= after {
			continue
		}
		entry, fault := g.take(found, after+1)
		if fault != nil {
			yield(nil, fault)
			return after, true, nil
		}
		after = found.GetSeq()
		if !yield(entry, nil) {
			return after, true, nil
		}
	}
	if !errors.Is(err, io.EOF) {
		return after, false, err
	}
	if wanted.live {
		return after, false, status.Error(codes.Unavailable, "the stream has ended")
	}
	if wanted.reach && after < wanted.upTo {
		return after, false, errShort
	}
	return after, true, nil
}

func (g *Game) open(ctx context.Context, after uint64, wanted reading) (grpc.ServerStreamingClient[wargamev1.Entry], error) {
	if wanted.live {
		request := &wargamev1.WatchRequest{Game: g.id, After: after, Records: true}
		if after > 0 {
			request.Hash = g.hash(after)
		}
		return g.service.Games().Watch(ctx, request)
	}
	request := &wargamev1.ReadRequest{Game: g.id, After: after, Records: true}
	if wanted.upTo > 0 {
		request.UpTo = &wanted.upTo
	}
	return g.service.Games().Read(ctx, request)
}

// readTo verifies the log up to an entry that the service has signed or named.
func (g *Game) readTo(ctx context.Context, seq uint64) error {
	g.mutex.Lock()
	known := g.chain.Len()
	g.mutex.Unlock()
	if known >= seq {
		return nil
	}
	for _, err := range g.follow(ctx, known, reading{upTo: seq, reach: true, before: true}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// entry reads an entry, and verifies the log up to it.
func (g *Game) entry(ctx context.Context, seq uint64) (*Entry, error) {
	g.mutex.Lock()
	after := min(g.chain.Len(), seq-1)
	g.mutex.Unlock()
	var found *Entry
	for entry, err := range g.follow(ctx, after, reading{upTo: seq, reach: true, before: true}) {
		if err != nil {
			return nil, err
		}
		found = entry
	}
	return found, nil
}

// take verifies an entry: its record continues the chain or is the one that the chain has there, and its fields are
// those of its record.
func (g *Game) take(found *wargamev1.Entry, due uint64) (*Entry, error) {
	record, err := verify.ParseRecord(found.GetRecord(), due)
	if err != nil {
		return nil, err
	}
	if record.Seq != due || found.GetSeq() != due {
		return nil, notProven("MISSING_ENTRY", g.id, due, fmt.Sprint(due), fmt.Sprint(record.Seq))
	}
	if !bytes.Equal(record.Game, g.id) {
		return nil, notProven("WRONG_GAME", g.id, due, hex.EncodeToString(g.id), hex.EncodeToString(record.Game))
	}
	if due == 1 {
		if err := g.comparesOpening(record); err != nil {
			return nil, err
		}
	}
	if err := g.link(record); err != nil {
		return nil, err
	}
	if err := record.CheckOpenings(openingsOf(found)); err != nil {
		return nil, err
	}
	what, err := differing(found, record)
	if err != nil {
		return nil, err
	}
	if what != "" {
		return nil, notProven("ENTRY_MISMATCH", g.id, due, "the "+what+" of its record", "another")
	}
	if err := g.receipts.Check(record.Seq, record.Hash); err != nil {
		return nil, err
	}
	if err := g.wallet.keep(false, "head", "seq", record.Seq, "hash", record.Hash); err != nil {
		return nil, err
	}
	if due == 1 {
		if err := g.begin(record); err != nil {
			return nil, err
		}
	}
	return &Entry{found, record}, nil
}

// link appends a record to the chain, or compares it with the one that stands there.
func (g *Game) link(record *verify.Entry) error {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if known := g.chain.Hash(record.Seq); known != nil {
		if !bytes.Equal(known, record.Hash) {
			return twoHeads(g.id, record.Seq, known, record.Hash)
		}
		return nil
	}
	if _, err := g.chain.Append(record.Record); err != nil || g.strayed != nil {
		return cmp.Or(err, g.strayed)
	}
	if seat, keys, found := record.Substituted(); found {
		g.seatKeys[seat] = append(g.seatKeys[seat], keys...)
	}
	g.strayed = g.path.Enter(record)
	return g.strayed
}

// VoidEntries gives the numbers of the entries that do not stand, since the game went back before them; what is not read
// yet is read.
func (g *Game) VoidEntries(ctx context.Context) ([]uint64, error) {
	facts, err := g.Facts(ctx)
	if err == nil {
		err = g.readTo(ctx, facts.GetReceipt().GetSeq())
	}
	if err != nil {
		return nil, err
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.path.Void(), g.strayed
}

// Rewound gives the rewind in an entry: from which entry on the game went back, and what that has made void; nil where
// it is none. What was offered and shown before it does not hold any more.
func (e *Entry) Rewound() *wargamev1.Rewound {
	for _, ruled := range e.GetRuled() {
		event := &wargamev1.ProtocolEvent{}
		if ruled.GetName() == "Rewound" && ruled.GetEvent().UnmarshalTo(event) == nil {
			return event.GetRewound()
		}
	}
	return nil
}

// begin takes the terms out of the first entry.
func (g *Game) begin(first *verify.Entry) error {
	terms, err := verify.ReadTerms(first)
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.terms != nil || err != nil {
		return err
	}
	g.terms = terms
	for seat, keys := range terms.SeatKeys {
		g.seatKeys[seat] = append(slices.Clone(keys), g.seatKeys[seat]...)
	}
	return g.keepTerms(terms)
}

// differing names the first part of an entry that is not what its record and its openings say; "" where all are.
func differing(found *wargamev1.Entry, record *verify.Entry) (string, error) {
	actor := verify.Actor{
		Role: int64(found.GetActor().GetRole()), Party: partyNumber(found.GetActor().GetParty()), Key: found.GetActor().GetKey(),
	}
	events, rolls, err := record.Shown(openingsOf(found))
	switch {
	case err != nil:
		return "", err
	case !bytes.Equal(found.GetHash(), record.Hash):
		return "hash", nil
	case found.GetCommand() != record.Kind:
		return "command", nil
	case !bytes.Equal(found.GetCommandId(), record.CommandID):
		return "command id", nil
	case actor != record.Actor:
		return "actor", nil
	case found.GetTime().AsTime().UnixMilli() != record.Time:
		return "time", nil
	case !sameRolls(found.GetRolls(), rolls):
		return "dice", nil
	case !sameEvents(found.GetRuled(), events):
		return "events", nil
	}
	return "", nil
}
