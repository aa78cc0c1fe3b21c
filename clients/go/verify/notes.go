package verify

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

const dash = "\u2014"

// Bounds of a note: others could sign beneath it without end, and wallets keep it whole.
const (
	signaturesMost = 16
	noteMost       = 8192
)

var (
	keyLine  = regexp.MustCompile(`^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$`)
	signLine = regexp.MustCompile(`^` + dash + ` ([^+\s]+) (\S+)$`)
	headText = regexp.MustCompile(`^wglog/1/head ([0-9a-f]{32})\n([1-9][0-9]{0,15})\n(\S{44})\n$`)
	keyText  = regexp.MustCompile(`^wglog/1/key\n([^\n]+)\n([^\n]+)\n$`)
	sizeLine = regexp.MustCompile(`^[^\n]*\n([1-9][0-9]{0,15})\n`)
)

// VerifyKey is what signed notes are verified with.
type VerifyKey struct {
	Name   string
	ID     []byte // 4 bytes
	Public ed25519.PublicKey
}

// ReadVerifyKey reads a verification key as C2SP signed notes write it, Ed25519 alone.
func ReadVerifyKey(line string) (*VerifyKey, error) {
	parts := keyLine.FindStringSubmatch(line)
	if parts == nil {
		return nil, fmt.Errorf("%q is no verification key: write it as name+id+key", line)
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(parts[3])
	if err != nil || len(raw) != 1+ed25519.PublicKeySize || raw[0] != 1 {
		return nil, fmt.Errorf("%q is no verification key of Ed25519", line)
	}
	id := sha([]byte(parts[1]+"\n"), raw)[:4]
	if hex.EncodeToString(id) != parts[2] {
		return nil, fmt.Errorf("the id of the verification key %q is not that of its bytes", line)
	}
	return &VerifyKey{Name: parts[1], ID: id, Public: raw[1:]}, nil
}

// VerifyNote gives the text of a note that the key has signed. Signatures of other keys are passed over.
func VerifyNote(line, note string) (string, error) {
	key, err := ReadVerifyKey(line)
	if err != nil {
		return "", err
	}
	end := strings.LastIndex(note, "\n\n") + 1
	rows, complete := strings.CutSuffix(note[end:], "\n")
	if end == 0 || !complete {
		return "", badNote("not a text, an empty line and signatures")
	}
	body, own := note[:end], 0
	lines := strings.Split(strings.TrimPrefix(rows, "\n"), "\n")
	if len(lines) > signaturesMost || len(note) > noteMost {
		return "", badNote("more signatures, or longer, than a note may be")
	}
	for _, row := range lines {
		parts := signLine.FindStringSubmatch(row)
		if parts == nil {
			return "", badNote("not the line of a signature")
		}
		data, err := base64.StdEncoding.Strict().DecodeString(parts[2])
		if err != nil || len(data) < 4 {
			return "", badNote("not the line of a signature")
		}
		if parts[1] != key.Name || !bytes.Equal(data[:4], key.ID) {
			continue
		}
		own++
		if !Verifies(key.Public, []byte(body), data[4:]) {
			return "", badNote("a signature that does not fit")
		}
	}
	if own == 0 {
		return "", badNote("no signature of it")
	}
	return body, nil
}

// StrangeHead gives the head of a note that is signed, but with none of these keys: nobody can verify it yet. It is nil for
// what is no such note: one that bears the name of a known key, and does not verify, is forged.
func StrangeHead(lines []string, note string) *Head {
	end := strings.LastIndex(note, "\n\n") + 1
	rows, complete := strings.CutSuffix(note[end:], "\n")
	found := strings.Split(strings.TrimPrefix(rows, "\n"), "\n")
	if end == 0 || !complete || len(found) > signaturesMost || len(note) > noteMost {
		return nil
	}
	for _, row := range found {
		parts := signLine.FindStringSubmatch(row)
		if parts == nil {
			return nil
		}
		data, err := base64.StdEncoding.Strict().DecodeString(parts[2])
		if err != nil || len(data) < 4 {
			return nil
		}
		for _, line := range lines {
			key, err := ReadVerifyKey(line)
			if err != nil || parts[1] == key.Name && bytes.Equal(data[:4], key.ID) {
				return nil
			}
		}
	}
	head, err := ReadHead(note[:end])
	if err != nil {
		return nil
	}
	return head
}

func badNote(found string) *NotProven {
	return notProven("HEAD_SIGNATURE_INVALID", nil, 0, "a note signed with the log key", found)
}

// Head is what a signed note says of a log: the hash of the entry of this number.
type Head struct {
	Game []byte
	Size uint64
	Hash []byte
}

// ReadHead reads the text of a signed head.
func ReadHead(body string) (*Head, error) {
	parts := headText.FindStringSubmatch(body)
	if parts == nil {
		return nil, badNote("not the three lines of a head")
	}
	game, err := hex.DecodeString(parts[1])
	size, errSize := strconv.ParseUint(parts[2], 10, 64)
	hash, errHash := base64.StdEncoding.Strict().DecodeString(parts[3])
	if err = errors.Join(err, errSize, errHash); err != nil || len(hash) != hashSize {
		return nil, badNote("not the three lines of a head")
	}
	return &Head{game, size, hash}, nil
}

// ReadKeyChange gives the two keys of a note by which one log key hands on to the next; both have signed it.
func ReadKeyChange(note string) (before, next string, err error) {
	unproven := func(found string) error {
		return notProven("LOG_KEY_UNPROVEN", nil, 0, "a change signed with both keys", found)
	}
	end := strings.LastIndex(note, "\n\n") + 1
	parts := keyText.FindStringSubmatch(note[:end])
	if parts == nil {
		return "", "", unproven("not the three lines of a change")
	}
	for _, line := range parts[1:] {
		if body, err := VerifyNote(line, note); err != nil || body != note[:end] {
			return "", "", unproven("no signature of " + line)
		}
	}
	return parts[1], parts[2], nil
}

// LogKey is a key that may sign heads of sizes below End.
type LogKey struct {
	Line string
	End  uint64
}

// LogKeys gives the keys that may sign heads of this log, in order: the one that is named, and those that it has handed
// on to by entries of the log. A published key that came into force later is good for all sizes; of a key that was lost
// none follows.
func (c *Chain) LogKeys(line string) []LogKey {
	keys := []LogKey{{line, math.MaxUint64}}
	for _, entry := range c.changes {
		f := fields{values: entry.Values}
		next, changes := f.text(0), f.list(1)
		last := &keys[len(keys)-1]
		if f.fault != nil || next == line || len(changes) == 0 || handedOn(last.Line, changes) != next {
			continue
		}
		last.End = entry.Seq
		keys = append(keys, LogKey{next, math.MaxUint64})
	}
	return keys
}

// handedOn gives the key that a key leads to by notes; none where they do not begin with it or do not verify.
func handedOn(line string, notes []any) string {
	for _, value := range notes {
		note, _ := value.(string)
		before, next, err := ReadKeyChange(note)
		if err != nil || before != line {
			return ""
		}
		line = next
	}
	return line
}

// VerifyHead checks a signed head: a key in force at its size or a later one has signed it, and it is a head of this
// log. Line is the key that is trusted: that of the game's terms, or the published one.
func (c *Chain) VerifyHead(line, note string) (*Head, error) {
	body, err := c.verifyBody(line, note)
	if err != nil {
		return nil, err
	}
	head, err := ReadHead(body)
	if err != nil {
		return nil, err
	}
	hash := c.Hash(head.Size)
	switch {
	case hash == nil:
		return nil, notProven("TRUNCATED_LOG", c.game, c.Len(), fmt.Sprintf("%d entries, as was signed", head.Size), fmt.Sprint(c.Len()))
	case !bytes.Equal(head.Game, c.game):
		return nil, notProven("WRONG_GAME", c.game, head.Size, hex.EncodeToString(c.game), hex.EncodeToString(head.Game))
	case !bytes.Equal(head.Hash, hash):
		return nil, notProven("HEAD_MISMATCH", c.game, head.Size, hex.EncodeToString(hash), hex.EncodeToString(head.Hash))
	}
	return head, nil
}

func (c *Chain) verifyBody(line, note string) (string, error) {
	var claimed uint64
	if parts := sizeLine.FindStringSubmatch(note); parts != nil {
		claimed, _ = strconv.ParseUint(parts[1], 10, 64)
	}
	var first error
	for _, key := range c.LogKeys(line) {
		if claimed >= key.End {
			continue
		}
		body, err := VerifyNote(key.Line, note)
		if err == nil {
			return body, nil
		}
		if first == nil {
			first = err
		}
	}
	var fault *NotProven
	if errors.As(first, &fault) {
		fault.Game, fault.Seq = c.game, claimed
	}
	return "", first
}
