package verify

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// WalletFormat is the format that the first line of a wallet names.
const WalletFormat = "adjudicator-wallet/1"

// WalletMost is how many bytes a wallet may have.
const WalletMost = 256 << 20

const linesMost = 500_000

// Wallet is what a wallet file holds. Signatures in it are not verified by reading it.
type Wallet struct {
	Game          []byte
	LogKeys       []string // verification keys of the log, the first believed one first
	Seats         []WalletSeat
	Players       []WalletPlayer
	Openings      [][]byte // commitments to the secret of the dice
	Contributions []WalletContribution
	Commands      []WalletCommand
	Receipts      []WalletReceipt
	Unproven      []WalletReceipt // that contradict the others, signed with a key that the holder did not know
	Heads         []WalletHead
	Statements    []string
	Refusals      []WalletRefusal
	Inclusions    []Registration
	Unknown       map[string]int // lines of kinds that this release does not know
	Torn          bool           // a last line was cut and is left out
}

// WalletSeat is the seat of the holder, the id of the token, and the public key; empty where there is none.
type WalletSeat struct {
	Seat    int
	TokenID string
	Key     []byte
}

// WalletPlayer is a public key with which a seat signs.
type WalletPlayer struct {
	Seat int
	Key  []byte
}

// WalletContribution is what a party brings to the seed, and its commitment.
type WalletContribution struct {
	Seat                     int
	Contribution, Commitment []byte
}

// WalletCommand is a command of the holder's own. Signed is what its signature covers, without the domain; salt and
// secret open its seal.
type WalletCommand struct {
	ID, Signed, Signature, Salt, Secret []byte
}

// WalletReceipt is a signed head, with the id of the holder's own command and the record of the entry where they are.
type WalletReceipt struct {
	Seq       uint64
	Hash      []byte
	Note      string
	CommandID []byte
	Record    []byte
}

// WalletHead is the hash of an entry as the holder saw it.
type WalletHead struct {
	Seq  uint64
	Hash []byte
}

// WalletRefusal is a signed refusal.
type WalletRefusal struct {
	Refusal, Signature []byte
	LogKey             string
}

// ReadWallet reads a wallet. A last line without its newline was cut by a crash and is left out; lines of kinds that
// this release does not know are counted. An error names the line and the field.
func ReadWallet(data []byte) (*Wallet, error) {
	lines := bytes.Split(data, []byte("\n"))
	torn := len(lines[len(lines)-1]) > 0
	lines = lines[:len(lines)-1]
	switch {
	case len(data) > WalletMost:
		return nil, fmt.Errorf("a wallet has %d bytes at most", WalletMost)
	case len(lines) > linesMost:
		return nil, fmt.Errorf("a wallet has %d lines at most", linesMost)
	case len(lines) == 0:
		return nil, fmt.Errorf("there is no first line, with the format %s and the game", WalletFormat)
	}
	w := &Wallet{Unknown: map[string]int{}, Torn: torn}
	for place, text := range lines {
		line := walletLine{}
		if !utf8.Valid(text) || json.Unmarshal(text, &line.row) != nil || line.row == nil {
			return nil, fmt.Errorf("line %d is no JSON object", place+1)
		}
		if place == 0 {
			w.begin(&line)
		} else {
			w.take(&line)
		}
		if line.fault != nil {
			return nil, fmt.Errorf("line %d: %w", place+1, line.fault)
		}
	}
	return w, nil
}

func (w *Wallet) begin(l *walletLine) {
	if l.text("format") != WalletFormat {
		l.fail("format", WalletFormat)
	}
	w.Game = l.hex("game", gameSize)
}

func (w *Wallet) take(l *walletLine) {
	switch kind := l.text("kind"); kind {
	case "log_key":
		w.LogKeys = append(w.LogKeys, l.text("key"))
	case "seat":
		w.Seats = append(w.Seats, WalletSeat{l.seat(), l.text("token_id"), l.hex("key", 0, hashSize)})
	case "player":
		w.Players = append(w.Players, WalletPlayer{l.seat(), l.hex("key", hashSize)})
	case "opening":
		w.Openings = append(w.Openings, l.hex("commitment", hashSize))
	case "contribution":
		made := WalletContribution{l.seat(), l.hex("contribution", hashSize), l.hex("commitment", hashSize)}
		w.Contributions = append(w.Contributions, made)
	case "command":
		w.Commands = append(w.Commands, l.command())
	case "receipt":
		made := WalletReceipt{Seq: l.number("seq", 1), Hash: l.hex("hash", hashSize), Note: l.text("note")}
		made.CommandID, made.Record = l.hex("command_id", 0, gameSize), l.base64("record")
		w.Receipts = append(w.Receipts, made)
	case "unproven":
		w.Unproven = append(w.Unproven, WalletReceipt{Seq: l.number("seq", 1), Hash: l.hex("hash", hashSize), Note: l.text("note")})
	case "head":
		w.Heads = append(w.Heads, WalletHead{l.number("seq", 1), l.hex("hash", hashSize)})
	case "statement":
		w.Statements = append(w.Statements, l.text("note"))
	case "refusal":
		w.Refusals = append(w.Refusals, WalletRefusal{l.base64("refusal"), l.hex("signature", 64), l.text("log_key")})
	case "inclusion":
		w.Inclusions = append(w.Inclusions, Registration{l.text("register"), l.base64("leaf"), l.text("proof"), l.text("key")})
	default:
		w.Unknown[kind]++
	}
}

// Own gives the contribution that a party has noted last; nil where there is none.
func (w *Wallet) Own(party int) []byte {
	for _, row := range slices.Backward(w.Contributions) {
		if row.Seat == party {
			return row.Contribution
		}
	}
	return nil
}

// walletLine is a line whose fields are read by name. The first that is not as it has to be is its fault.
type walletLine struct {
	row   map[string]json.RawMessage
	fault error
}

func (l *walletLine) fail(name, due string) {
	if l.fault == nil {
		l.fault = fmt.Errorf("%s is not %s", name, due)
	}
}

func (l *walletLine) text(name string) string {
	var found *string
	if json.Unmarshal(l.row[name], &found) != nil || found == nil {
		l.fail(name, "a text")
		return ""
	}
	return *found
}

func (l *walletLine) hex(name string, sizes ...int) []byte {
	text := l.text(name)
	data, err := hex.DecodeString(text)
	if err != nil || !slices.Contains(sizes, len(data)) || hex.EncodeToString(data) != text {
		l.fail(name, fmt.Sprintf("%v bytes in small digits of hex", sizes))
	}
	return data
}

func (l *walletLine) base64(name string) []byte {
	data, err := unbase64(l.text(name))
	if err != nil {
		l.fail(name, "base64")
	}
	return data
}

func (l *walletLine) number(name string, least uint64) uint64 {
	found, err := strconv.ParseUint(string(l.row[name]), 10, 64)
	if err != nil || found < least || found > maxInteger {
		l.fail(name, fmt.Sprintf("a number from %d on", least))
	}
	return found
}

func (l *walletLine) seat() int { return int(l.number("seat", 0)) }

func (l *walletLine) command() WalletCommand {
	found := WalletCommand{
		Signed: l.base64("command"), Signature: l.hex("signature", 0, 64), Salt: l.hex("salt", 0, hashSize),
		Secret: l.base64("secret"),
	}
	id, err := commandID(found.Signed)
	if err != nil {
		l.fail("command", "game, actor and command as they are signed")
	}
	found.ID = id
	return found
}

// commandID reads the id of a command out of what its signature covers.
func commandID(signed []byte) ([]byte, error) {
	value, err := Decode(signed)
	if err != nil {
		return nil, err
	}
	f := fields{values: list(value)}
	f.want(3)
	f.bytes(0, gameSize)
	actor, command := f.inner(1, 3), f.inner(2, 4)
	id := command.bytes(0, gameSize)
	command.kind(2)
	f.join(actor)
	f.join(command)
	return id, f.fault
}
