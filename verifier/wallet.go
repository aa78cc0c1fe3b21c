package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	walletFormat = "adjudicator-wallet/1"
	walletMost   = 256 << 20
	linesMost    = 500_000
)

// wallet is what a player holds of one game.
type wallet struct {
	game, source  []byte
	keys          []string
	openings      [][]byte
	players       []playerKey
	receipts      []held
	statements    []held
	unproven      []held // that contradict the others, signed with a key that the holder did not know
	heads         []head
	contributions []contribution
	commands      []ownCommand
	unknown       map[string]int
	inclusions    []inclusion
}

type playerKey struct {
	seat int64
	key  []byte
}

type contribution struct {
	seat              int64
	given, commitment []byte
}

// ownCommand is a command of the holder's own: who gave it and what, as it was signed.
type ownCommand struct{ id, given, signature []byte }

func isWallet(data []byte) bool {
	first, _, _ := bytes.Cut(data, []byte("\n"))
	return bytes.Contains(first, []byte(walletFormat))
}

// walletLine is a line of a wallet, whose fields are read by name; the first fault is kept.
type walletLine struct {
	row   map[string]any
	place int
	fault error
}

func (l *walletLine) fail(name, due string) {
	if l.fault == nil {
		l.fault = fmt.Errorf("line %d: %s is not %s", l.place, name, due)
	}
}

func (l *walletLine) text(name string) string {
	found, fits := l.row[name].(string)
	if !fits {
		l.fail(name, "a text")
	}
	return found
}

func (l *walletLine) hex(name string, sizes ...int) []byte {
	text := l.text(name)
	found, err := hex.DecodeString(text)
	if err != nil || !slices.Contains(sizes, len(found)) || hex.EncodeToString(found) != text {
		l.fail(name, "as many digits of hex as there have to be")
	}
	return found
}

func (l *walletLine) base64(name string) []byte {
	found, err := unbase64(l.text(name))
	if err != nil {
		l.fail(name, "base64")
	}
	return found
}

func (l *walletLine) number(name string, least int64) int64 {
	written, _ := l.row[name].(json.Number)
	found, err := strconv.ParseInt(string(written), 10, 64)
	if err != nil || found < least || found > maxInt {
		l.fail(name, "a number")
	}
	return found
}

func readWallet(data []byte, source string) (*wallet, error) {
	lines := bytes.Split(data, []byte("\n"))
	lines = lines[:len(lines)-1] // what a crash has cut
	if len(data) > walletMost || len(lines) > linesMost || len(lines) == 0 {
		return nil, fmt.Errorf("no wallet, or larger than a wallet is")
	}
	w := &wallet{source: []byte(source), unknown: map[string]int{}}
	for place, text := range lines {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		line := &walletLine{place: place + 1}
		if !utf8.Valid(text) || !json.Valid(text) || decoder.Decode(&line.row) != nil || line.row == nil {
			return nil, fmt.Errorf("line %d: is no JSON object", line.place)
		}
		if place == 0 {
			w.game = line.hex("game", 16)
			if line.text("format") != walletFormat {
				line.fail("format", walletFormat)
			}
		} else {
			w.take(line)
		}
		if line.fault != nil {
			return nil, line.fault
		}
	}
	return w, nil
}

func (w *wallet) take(l *walletLine) {
	switch kind := l.text("kind"); kind {
	case "log_key":
		w.keys = append(w.keys, l.text("key"))
	case "seat":
		l.number("seat", 0)
		l.text("token_id")
		l.hex("key", 0, 32)
	case "player":
		w.players = append(w.players, playerKey{l.number("seat", 0), l.hex("key", 32)})
	case "opening":
		w.openings = append(w.openings, l.hex("commitment", 32))
	case "receipt":
		l.hex("hash", 32)
		w.receipts = append(w.receipts, held{
			game: w.game, size: l.number("seq", 1), note: l.text("note"), source: string(w.source),
			id: l.hex("command_id", 0, 16), record: l.base64("record"),
		})
	case "unproven":
		l.hex("hash", 32)
		w.unproven = append(w.unproven, held{game: w.game, size: l.number("seq", 1), note: l.text("note"), source: string(w.source)})
	case "head":
		w.heads = append(w.heads, head{w.game, l.number("seq", 1), l.hex("hash", 32)})
	case "contribution":
		w.contributions = append(w.contributions, contribution{
			l.number("seat", 0), l.hex("contribution", 32), l.hex("commitment", 32),
		})
	case "command":
		w.takeCommand(l)
	case "refusal":
		l.base64("refusal")
		l.hex("signature", 64)
		l.text("log_key")
	case "statement":
		note := l.text("note")
		found, err := readStatement(note, string(w.source))
		if err != nil {
			found = held{game: w.game, note: note, source: string(w.source), statement: true}
		}
		w.statements = append(w.statements, found)
	case "inclusion":
		w.inclusions = append(w.inclusions, inclusion{
			register: l.text("register"), leaf: l.base64("leaf"), proof: l.text("proof"), key: l.text("key"),
		})
	default:
		w.unknown[kind]++
	}
}

func (w *wallet) takeCommand(l *walletLine) {
	data, signature := l.base64("command"), l.hex("signature", 0, 64)
	l.hex("salt", 0, 32)
	l.base64("secret")
	value, err := decode(data)
	fields, _ := value.([]Value)
	if err != nil || len(fields) != 3 {
		l.fail("command", "game, actor and command")
		return
	}
	_, isGame := sized(fields[0], 16)
	actor, _ := fields[1].([]Value)
	row, _ := fields[2].([]Value)
	if !isGame || len(actor) != 3 || len(row) != 4 {
		l.fail("command", "game, actor and command")
		return
	}
	id, isID := sized(row[0], 16)
	body, _ := row[2].([]Value)
	if !isID || len(body) == 0 || !isText(body[0]) {
		l.fail("command", "game, actor and command")
		return
	}
	w.commands = append(w.commands, ownCommand{id, encode(encode(nil, actor), row), signature})
}

// given is who gave the command of an entry, and the command, as they are signed.
func (e *entry) given() []byte { return e.signed[len("wglog/1/cmd\x00")+1+2+len(e.game):] }

// compared is a log as far as receipts are compared with it.
type compared struct {
	entries  []*entry
	bySeq    map[int64]*entry
	byID     map[string]*entry
	t        *terms
	keys     *logKeys
	seats    map[int64][][]byte
	last     int64
	shown    map[int64][]byte
	proven   map[int64]bool
	findings *findings
}

func newCompared(entries []*entry, t *terms, keys *logKeys, out *findings) *compared {
	c := &compared{
		entries: entries, bySeq: map[int64]*entry{}, byID: map[string]*entry{}, t: t, keys: keys, seats: seatKeys(t),
		shown: map[int64][]byte{}, proven: map[int64]bool{}, findings: out,
	}
	for _, e := range entries {
		c.bySeq[e.seq], c.byID[string(e.id)], c.last = e, e, max(c.last, e.seq)
		if at, _, taken, there := e.substituted(); there {
			c.seats[at] = append(c.seats[at], taken...)
		}
	}
	return c
}

func (c *compared) hash(seq int64) []byte {
	if e := c.bySeq[seq]; e != nil {
		return e.hash
	}
	return nil
}

// take compares a receipt or statement with the log (checks 12, 15 and 16).
func (c *compared) take(one held) {
	out := c.findings
	hash, err := one.verify(c.keys, c.seats)
	if err != nil {
		out.add("RECEIPT_UNPROVEN", one.size, "a head signed by whom it names ("+one.source+")", err)
		return
	}
	if one.statement {
		if !bytes.Equal(c.hash(one.size), hash) {
			out.add("STATEMENT_CONTRADICTED", one.size, hash, c.hash(one.size))
		}
		return
	}
	if _, there := c.shown[one.size]; !there {
		c.shown[one.size] = hash
	}
	switch {
	case !bytes.Equal(c.shown[one.size], hash):
		out.add("FORKED_LOG", one.size, c.shown[one.size], hash)
	case one.size > c.last:
		out.add("TRUNCATED_LOG", c.last+1, fmt.Sprintf("%d entries, signed for a holder (%s)", one.size, one.source), c.last)
	case !bytes.Equal(c.hash(one.size), hash):
		out.add("RECEIPT_NOT_IN_LOG", one.size, hash, c.hash(one.size))
	default:
		return
	}
	c.proven[one.size] = true
	if bytes.Equal(entryHash(one.record), hash) {
		c.replaced(one)
	}
}

// replaced says what stood in an entry whose record a signed head proves: opening, contribution, or own command.
func (c *compared) replaced(one held) {
	value, err := decode(one.record)
	if err != nil {
		panic(err)
	}
	known, what := shaped(value)
	if what != "" {
		panic(what)
	}
	switch known.kind {
	case "OpenGame":
		if c.bySeq[known.seq] != nil {
			c.findings.add("OPENING_REPLACED", known.seq, known.arguments, c.bySeq[known.seq].arguments)
		}
	case "CommitContribution", "OpenContribution":
		if found := c.contributed(known); found == nil || !sameValue(found.arguments, known.arguments) {
			c.findings.add("CONTRIBUTION_REPLACED", known.seq, fmt.Sprintf("%s of seat %d", known.kind, known.party), "another")
		}
	}
	if len(one.id) == 0 || !bytes.Equal(one.id, known.id) {
		return
	}
	found := c.byID[string(one.id)]
	switch {
	case found == nil:
		c.findings.add("COMMAND_MISSING", known.seq, known.kind+", command "+hex.EncodeToString(known.id), "no such command")
	case !bytes.Equal(known.given(), found.given()):
		c.findings.add("COMMAND_ALTERED", found.seq, known.given(), found.given())
	case !bytes.Equal(known.signature, found.signature):
		c.findings.add("COMMAND_ALTERED", found.seq, known.signature, found.signature)
	}
}

func (c *compared) contributed(known *entry) *entry {
	for _, e := range c.entries {
		if last := c.byID[string(e.id)]; last.kind == known.kind && last.party == known.party {
			return last
		}
	}
	return nil
}

// checkWallet compares what a holder noted without a signature.
func (c *compared) checkWallet(w *wallet) {
	for _, one := range slices.Concat(w.receipts, w.unproven) {
		c.take(one)
	}
	for _, one := range w.statements {
		c.take(one)
	}
	t := c.t
	if len(w.keys) > 0 && !slices.Contains(c.keys.known, w.keys[0]) {
		c.contradicted(w, 1, "log_key: "+w.keys[0], c.keys.known[0])
	}
	for _, promised := range w.openings {
		if !bytes.Equal(promised, t.commitment) {
			c.contradicted(w, 1, "commitment: "+hex.EncodeToString(promised), t.commitment)
		}
	}
	for _, one := range w.players {
		var due [][]byte
		if one.seat < int64(len(t.seats)) {
			due = t.seats[one.seat].keys
		}
		if !slices.ContainsFunc(due, func(key []byte) bool { return bytes.Equal(key, one.key) }) {
			c.contradicted(w, 1, fmt.Sprintf("seats[%d].keys: %x", one.seat, one.key), strings.Join(hexes(due), " "))
		}
	}
	c.checkOwn(w)
	for kind, count := range w.unknown {
		c.findings.notes = append(c.findings.notes, fmt.Sprintf("%s has parts that this reader does not know: %s (%d)", w.source, kind, count))
	}
}

// checkOwn compares contributions, commands and heads that the holder noted.
func (c *compared) checkOwn(w *wallet) {
	for _, e := range c.entries {
		opens := e.kind == "OpenContribution"
		if e.role != seatRole || !opens && e.kind != "CommitContribution" {
			continue
		}
		noted, there := false, false
		for _, own := range w.contributions {
			due := own.commitment
			if opens {
				due = own.given
			}
			if own.seat == e.party {
				noted, there = true, there || sameValue(e.arguments[0], due)
			}
		}
		if noted && !there {
			c.contradicted(w, e.seq, fmt.Sprintf("%s of seat %d", e.kind, e.party), e.arguments[0])
		}
	}
	for _, own := range w.commands {
		e := c.byID[string(own.id)]
		switch {
		case e == nil:
		case !bytes.Equal(e.given(), own.given):
			c.contradicted(w, e.seq, "command: "+base64.StdEncoding.EncodeToString(own.given), e.given())
		case len(own.signature) > 0 && !bytes.Equal(e.signature, own.signature):
			c.contradicted(w, e.seq, "signature: "+hex.EncodeToString(own.signature), e.signature)
		}
	}
	for _, own := range w.heads {
		if hash := c.hash(own.size); hash != nil && !bytes.Equal(hash, own.hash) {
			c.contradicted(w, own.size, "hash: "+hex.EncodeToString(own.hash), hash)
		}
	}
}

// contradicted tells what a holder noted, but where a signed head proves the same already.
func (c *compared) contradicted(w *wallet, seq int64, expected string, found any) {
	if !c.proven[seq] {
		c.findings.add("WALLET_CONTRADICTED", seq, fmt.Sprintf("%s (%s)", expected, w.source), found)
	}
}
