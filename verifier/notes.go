package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// verifyKey is a key that verifies signed notes, as C2SP writes it: name+id+base64.
type verifyKey struct {
	name   string
	id     []byte
	public ed25519.PublicKey
}

const dash = "\u2014 "

// kinds of keys: of a signer, and of a witness that cosigns
const (
	signerKind   byte = 1
	cosignerKind byte = 4
)

func keyID(name string, public []byte, kind byte) []byte {
	sum := sha256.Sum256(append(append([]byte(name+"\n"), kind), public...))
	return sum[:4]
}

func validName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(sign rune) bool {
		return unicode.IsSpace(sign) || sign == '+' || sign < ' '
	})
}

// unbase64 reads base64 in its one spelling.
func unbase64(text string) ([]byte, error) {
	found, err := base64.StdEncoding.DecodeString(text)
	if err != nil || base64.StdEncoding.EncodeToString(found) != text {
		return nil, fmt.Errorf("not plain base64: %q", text)
	}
	return found, nil
}

func writeKey(name string, public []byte) string { return writeKeyOf(name, public, signerKind) }

func writeKeyOf(name string, public []byte, kind byte) string {
	data := base64.StdEncoding.EncodeToString(append([]byte{kind}, public...))
	return name + "+" + hex.EncodeToString(keyID(name, public, kind)) + "+" + data
}

func readKey(line string) (verifyKey, error) { return readKeyOf(line, signerKind) }

func readKeyOf(line string, kind byte) (verifyKey, error) {
	parts := strings.SplitN(line, "+", 3)
	if len(parts) == 3 {
		data, err := unbase64(parts[2])
		if err == nil && len(data) == 33 && validName(parts[0]) && writeKeyOf(parts[0], data[1:], kind) == line {
			return verifyKey{parts[0], keyID(parts[0], data[1:], kind), data[1:]}, nil
		}
	}
	return verifyKey{}, fmt.Errorf("not an Ed25519 verification key: %q", line)
}

func validText(text string) bool {
	if !strings.HasSuffix(text, "\n") {
		return false
	}
	return !strings.ContainsFunc(text, func(sign rune) bool { return sign < ' ' && sign != '\n' })
}

func verifies(public, signature, data []byte) bool {
	return len(public) == ed25519.PublicKeySize && len(signature) == ed25519.SignatureSize &&
		!ofSmallOrder(public) && ed25519.Verify(public, data, signature)
}

// smallOrder has the y of the points of small order, in every spelling: under some of them anybody can sign anything.
var smallOrder = []string{
	strings.Repeat("00", 32),
	"01" + strings.Repeat("00", 31),
	"ec" + strings.Repeat("ff", 30) + "7f",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"ed" + strings.Repeat("ff", 30) + "7f",
	"ee" + strings.Repeat("ff", 30) + "7f",
}

// ofSmallOrder tells whether a public key is such a point; the highest bit is the sign of x.
func ofSmallOrder(public []byte) bool {
	y := slices.Clone(public)
	y[len(y)-1] &= 0x7f
	return slices.Contains(smallOrder, hex.EncodeToString(y))
}

// noteSignature is one line under a note: whose it says it is, and its bytes with the id of the key before them.
type noteSignature struct {
	name string
	data []byte
}

// splitNote parts a note into its text and the signatures under it.
func splitNote(note string) (string, []noteSignature, error) {
	cut := strings.LastIndex(note, "\n\n")
	if cut < 0 || !strings.HasSuffix(note, "\n") || cut+2 >= len(note) {
		return "", nil, errors.New("not a text, an empty line and signatures")
	}
	text := note[:cut+1]
	rows := strings.Split(note[cut+2:len(note)-1], "\n")
	if len(rows) > 16 || !validText(text) {
		return "", nil, errors.New("more than 16 signatures, or control characters")
	}
	var found []noteSignature
	for _, row := range rows {
		name, data, _ := strings.Cut(strings.TrimPrefix(row, dash), " ")
		signature, err := unbase64(data)
		if err != nil || !strings.HasPrefix(row, dash) || !validName(name) || len(signature) <= 4 {
			return "", nil, fmt.Errorf("not the line of a signature: %q", row)
		}
		found = append(found, noteSignature{name, signature})
	}
	return text, found, nil
}

// verifyNote gives the text of a note that this key signed; signatures of other keys are passed over.
func verifyNote(line, note string) (string, error) {
	key, err := readKey(line)
	if err != nil {
		return "", err
	}
	text, signatures, err := splitNote(note)
	if err != nil {
		return "", err
	}
	own := 0
	for _, one := range signatures {
		if one.name != key.name || !bytes.Equal(one.data[:4], key.id) {
			continue
		}
		own++
		if !verifies(key.public, one.data[4:], []byte(text)) {
			return "", fmt.Errorf("the signature of %s does not fit", one.name)
		}
	}
	if own == 0 {
		return "", fmt.Errorf("no signature of %s", key.name)
	}
	return text, nil
}

type head struct {
	game []byte
	size int64
	hash []byte
}

func headText(found head) string {
	return headTitle + hex.EncodeToString(found.game) + "\n" + strconv.FormatInt(found.size, 10) + "\n" +
		base64.StdEncoding.EncodeToString(found.hash) + "\n"
}

func readHead(text string) (head, error) {
	lines := strings.Split(text, "\n")
	if len(lines) == 4 {
		game, _ := hex.DecodeString(strings.TrimPrefix(lines[0], headTitle))
		size, _ := strconv.ParseInt(lines[1], 10, 64)
		hash, _ := unbase64(lines[2])
		found := head{game, size, hash}
		if len(game) == 16 && len(hash) == 32 && size > 0 && headText(found) == text {
			return found, nil
		}
	}
	return head{}, fmt.Errorf("not the three lines of a head: %q", text)
}

const keyTitle = "wglog/1/key"

// readKeyChange reads the keys before and after out of a note that both have signed.
func readKeyChange(note string) (string, string, error) {
	lines := strings.SplitN(note, "\n", 4)
	if len(lines) < 4 || lines[0] != keyTitle {
		return "", "", errors.New("no change of a log key")
	}
	text, err := verifyNote(lines[1], note)
	if err != nil || text != keyTitle+"\n"+lines[1]+"\n"+lines[2]+"\n" {
		return "", "", errors.New("no change of a log key that the key before has signed")
	}
	if again, err := verifyNote(lines[2], note); err != nil || again != text {
		return "", "", errors.New("no change of a log key that the key after has signed")
	}
	return lines[1], lines[2], nil
}

const changesMost = 64

func leads(before, after string, changes []string) bool {
	if len(changes) == 0 || len(changes) > changesMost {
		return false
	}
	for _, change := range changes {
		here, next, err := readKeyChange(change)
		if err != nil || here != before {
			return false
		}
		before = next
	}
	return before == after
}
