package verify

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
)

var statementNote = regexp.MustCompile(`^wglog/1/statement ([0-9a-f]{32})\n(0|[1-9][0-9]{0,2})\n([1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\n`)

// Statement is a head that a seat states to have seen. Note is the whole, with its signature.
type Statement struct {
	Game []byte
	Seat int
	Size uint64
	Hash []byte
	Note string
}

// StatementText is what a seat signs to state the last entry that it has seen.
func StatementText(game []byte, seat int, size uint64, hash []byte) string {
	return fmt.Sprintf("wglog/1/statement %x\n%d\n%d\n%s\n", game, seat, size, base64.StdEncoding.EncodeToString(hash))
}

// ReadStatement reads a statement. Whose it is has still to be verified.
func ReadStatement(note string) (*Statement, error) {
	parts := statementNote.FindStringSubmatch(note)
	if parts == nil {
		return nil, errors.New("not the four lines of a statement")
	}
	game, err := hex.DecodeString(parts[1])
	seat, errSeat := strconv.Atoi(parts[2])
	size, errSize := strconv.ParseUint(parts[3], 10, 64)
	hash, errHash := unbase64(parts[4])
	return &Statement{game, seat, size, hash, note}, errors.Join(err, errSeat, errSize, errHash)
}

// Verify checks that a statement is of this game, and signed with one of the keys of its seat. The error is a
// *NotProven, STATEMENT_UNPROVEN.
func (s *Statement) Verify(game []byte, keys [][]byte) error {
	due := StatementText(game, s.Seat, s.Size, s.Hash)
	for _, public := range keys {
		if body, err := VerifyNote(WriteVerifyKey(seatName(s.Seat), public), s.Note); err == nil && body == due {
			return nil
		}
	}
	return notProven("STATEMENT_UNPROVEN", game, s.Size, fmt.Sprintf("a statement of this game by seat %d", s.Seat), "another")
}

// SignStatement signs a statement with a key of the seat.
func SignStatement(game []byte, seat int, size uint64, hash []byte, public []byte, sign func([]byte) []byte) string {
	return signNote(seatName(seat), public, sign, StatementText(game, seat, size, hash))
}

// Substituted gives the seat that an entry hands to somebody else, and the keys that it signs with from then on.
func (e *Entry) Substituted() (seat int, keys [][]byte, found bool) {
	for _, event := range e.Events {
		f := fields{values: event.Values}
		if event.Kind == "SeatSubstituted" {
			seat, keys, found = int(f.natural(0)), f.keys(2), f.fault == nil
		}
	}
	return seat, keys, found
}

func seatName(seat int) string { return fmt.Sprintf("seat-%d", seat) }

// WriteVerifyKey writes an Ed25519 key as a verification key of signed notes.
func WriteVerifyKey(name string, public []byte) string {
	raw := append([]byte{1}, public...)
	return fmt.Sprintf("%s+%x+%s", name, keyID(name, raw), base64.StdEncoding.EncodeToString(raw))
}

func keyID(name string, raw []byte) []byte { return sha([]byte(name+"\n"), raw)[:4] }

// signNote signs a text, which ends in a newline.
func signNote(name string, public []byte, sign func([]byte) []byte, text string) string {
	data := append(keyID(name, append([]byte{1}, public[:ed25519.PublicKeySize]...)), sign([]byte(text))...)
	return fmt.Sprintf("%s\n%s %s %s\n", text, dash, name, base64.StdEncoding.EncodeToString(data))
}
