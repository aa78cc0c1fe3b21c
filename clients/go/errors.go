package client

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// NotProven says that something does not verify: a receipt, an entry, a die. Its Check is a name of the service's audit;
// besides those there are RECEIPT_MISMATCH (a receipt's fields are not those of its note), TWO_HEADS (two heads of one
// size), ENTRY_MISMATCH (an entry's fields are not those of its record), ANSWER_MISMATCH (an answer's dice or events are
// not those of its entry), REGISTRATION_MISSING (no proof that a game stands in a register) and STATEMENT_UNPROVEN (a
// statement that its seat has not signed).
type NotProven = verify.NotProven

// Refused says that the rules or the state of the game do not allow a command. It is never tried again.
type Refused struct {
	Code   codes.Code
	Faults []*wargamev1.Fault // all of an upload, else the first
	Seq    uint64             // entry after which it was refused
	Head   []byte             // hash of that entry
	// Signed is the refusal as the service has signed it; nil where it has not, and where the seat
	// is not known, without which it can not be verified. It was verified; a wallet keeps it.
	Signed *wargamev1.SignedRefusal

	// Of the first fault:
	Clause string         // clause that forbids it, or "" where the contract itself does
	Reason string         // stable, for programs
	Path   string         // field of the command
	Facts  map[string]any // int64 or string by name
	Text   string         // problem, place and fix
}

func (e *Refused) Error() string {
	if e.Text == "" {
		return fmt.Sprintf("refused: %s (%s)", e.Reason, e.Clause)
	}
	return "refused: " + e.Text
}

// Stale is a Refused: the command was decided on a game that has changed, and what was seen does not hold any more. What
// has come since was read and verified. Ask for offers and view anew, and decide again: the same command is not sent
// again by itself. errors.As finds the *Refused in it too.
type Stale struct {
	*Refused
	Rewinds map[uint64]uint64 // entries since the one it was decided on that went back, and the first each made void
}

func (e *Stale) Error() string {
	text := e.Refused.Error()
	for _, seq := range slices.Sorted(maps.Keys(e.Rewinds)) {
		text += fmt.Sprintf("; entry %d went back before entry %d", seq, e.Rewinds[seq])
	}
	return text
}

// Unwrap gives the refusal.
func (e *Stale) Unwrap() error { return e.Refused }

// staleHead is the reason of a refusal: the head of the header is older than what the command is about.
const staleHead = "stale-head"

// Invalid says that the service does not understand a request.
type Invalid struct {
	Path string // the field, where one is at fault
	Text string
}

func (e *Invalid) Error() string { return "invalid: " + e.Text }

// Denied says that a token is not valid, or not for this.
type Denied struct {
	Code codes.Code // Unauthenticated or PermissionDenied
	Text string
}

func (e *Denied) Error() string { return "denied: " + e.Text }

// Unanswered says that no answer came within the patience of the client. What was sent may have been taken: the log
// tells.
type Unanswered struct {
	Address string
	Tries   int
	Waited  time.Duration
	Last    error // of the last try
}

func (e *Unanswered) Error() string {
	return fmt.Sprintf("%s gave no answer in %d tries within %s; the last one: %s; look whether the service runs there, and read the log before you give a command again: it may have been taken",
		e.Address, e.Tries, e.Waited.Round(time.Millisecond), status.Convert(e.Last).Message())
}

// Unwrap gives the error of the last try.
func (e *Unanswered) Unwrap() error { return e.Last }

// Failed is every other error of the service.
type Failed struct {
	Code   codes.Code
	Reason string // of its ErrorInfo, stable
	Text   string
}

func (e *Failed) Error() string { return fmt.Sprintf("%s: %s", e.Code, e.Text) }

// OfferFault says that an offer does not fit the contract, or that an answer does not fit the offer.
type OfferFault struct {
	Place string // such as MoveUnit.path[2]
	Text  string
}

func (e *OfferFault) Error() string { return e.Place + ": " + e.Text }

func offerFault(place, format string, parts ...any) error {
	return &OfferFault{place, fmt.Sprintf(format, parts...)}
}

// details are what a status of the service carries.
type details struct {
	refusal *wargamev1.Refusal
	signed  *wargamev1.SignedRefusal
	info    *errdetails.ErrorInfo
	bad     *errdetails.BadRequest
	retry   *errdetails.RetryInfo
}

func detailsOf(found *status.Status) details {
	var d details
	for _, detail := range found.Details() {
		switch part := detail.(type) {
		case *wargamev1.Refusal:
			d.refusal = part
		case *wargamev1.SignedRefusal:
			d.signed = part
		case *errdetails.ErrorInfo:
			d.info = part
		case *errdetails.BadRequest:
			d.bad = part
		case *errdetails.RetryInfo:
			d.retry = part
		}
	}
	return d
}

// typed makes an error of this package of one of a call.
func typed(err error) error {
	found, ok := status.FromError(err)
	if !ok {
		return err
	}
	d := detailsOf(found)
	switch {
	case d.refusal != nil:
		return refusedOf(found.Code(), d)
	case found.Code() == codes.InvalidArgument:
		invalid := &Invalid{Text: found.Message()}
		if rows := d.bad.GetFieldViolations(); len(rows) > 0 {
			invalid.Path = rows[0].GetField()
		}
		return invalid
	case found.Code() == codes.Unauthenticated || found.Code() == codes.PermissionDenied:
		return &Denied{found.Code(), found.Message()}
	}
	return &Failed{found.Code(), d.info.GetReason(), found.Message()}
}

func refusedOf(code codes.Code, d details) *Refused {
	refusal := d.refusal
	refused := &Refused{
		Code: code, Faults: refusal.GetFaults(), Seq: refusal.GetSeq(), Head: refusal.GetHead(), Signed: d.signed, Facts: map[string]any{},
	}
	if len(refused.Faults) == 0 {
		return refused
	}
	first := refused.Faults[0]
	refused.Clause, refused.Reason, refused.Path, refused.Text = first.GetClause(), first.GetReason(), first.GetPath(), first.GetText()
	for _, detail := range first.GetDetails() {
		if detail.Number != nil {
			refused.Facts[detail.GetName()] = detail.GetNumber()
		} else {
			refused.Facts[detail.GetName()] = detail.GetText()
		}
	}
	return refused
}

// pauseOf tells whether a failed call may be tried again as it was, and the pause that the service asks for.
func pauseOf(err error) (again bool, pause time.Duration) {
	found, ok := status.FromError(err)
	if !ok {
		return false, 0
	}
	d := detailsOf(found)
	pause = d.retry.GetRetryDelay().AsDuration()
	switch found.Code() {
	case codes.Unavailable, codes.DeadlineExceeded:
		return true, pause
	case codes.ResourceExhausted, codes.Aborted:
		return d.retry != nil, pause
	case codes.Canceled, codes.Unknown, codes.Internal: // without details they come from the library: a broken line
		return len(found.Proto().GetDetails()) == 0, 0
	}
	return false, 0
}

func notProven(check string, game []byte, seq uint64, expected, found string) *NotProven {
	return &NotProven{Check: check, Game: game, Seq: seq, Expected: expected, Found: found}
}

func asNotProven(err error) *NotProven {
	var fault *NotProven
	if errors.As(err, &fault) {
		return fault
	}
	return nil
}
