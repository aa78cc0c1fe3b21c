package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
)

// init adds the operations of what stands outside a log.
func init() {
	for name, operation := range map[string]func(*ask, options) (outs, error){
		"stretches": stretchesOp, "warrant": warrantOp, "statement": statementOp, "command_hash": commandHashOp,
		"refusal": refusalOp, "leaf": leafOp, "inclusion": inclusionOp, "checkpoint": checkpointOp, "wallet": walletOp,
	} {
		operations[name] = operation
	}
}

func (a *ask) raws(name string) [][]byte {
	var given []string
	a.read(name, &given)
	found := [][]byte{}
	for _, row := range given {
		one, err := hex.DecodeString(row)
		if err != nil && a.fault == nil {
			a.fault = fmt.Errorf("%s: %w", name, err)
		}
		found = append(found, one)
	}
	return found
}

func stretchesOp(a *ask, _ options) (outs, error) {
	game, secret, count := a.raw("game"), a.raw("secret"), a.number("count")
	if count < 1 || count > stretchesMost {
		return nil, errors.New("as many stretches as no game has")
	}
	secrets := make([][]byte, count)
	found := stretchEnd(secret, game)
	for number := count; number > 0; number-- {
		secrets[number-1] = found
		found = stretchBefore(game, number, found)
	}
	over, _ := hashOf("wgdice/1/stretch", game, []byte{0, 0, 0, 1}, secrets[0])
	message := append(tagged("stretches"), game...)
	return outs{"message": hexOrNil(message), "secrets": hexes(secrets), "hashed": over, "commitment": hexOrNil(found)}, nil
}

func warrantOp(a *ask, _ options) (outs, error) {
	signed := warrantBytes(a.raw("scope"), a.text("office"), a.text("token"), listOf(a.raws("keys")), a.number("number"))
	return outs{"signed": hexOrNil(signed), "good": verifies(a.raw("owner"), a.raw("warrant"), signed)}, nil
}

func statementOp(a *ask, _ options) (outs, error) {
	one, err := readStatement(a.text("note"), "")
	if err != nil {
		return nil, err
	}
	key, err := readKey(a.text("key"))
	if err != nil || key.name != "seat-"+strconv.FormatInt(one.seat, 10) {
		return nil, errors.New("the key of another seat")
	}
	hash, err := one.verify(nil, map[int64][][]byte{one.seat: {key.public}})
	return outs{"game": hexOrNil(one.game), "seat": one.seat, "size": one.size, "hash": hexOrNil(hash)}, err
}

func commandHashOp(a *ask, _ options) (outs, error) {
	over, found := hashOf("wglog/1/cmd", a.raw("command"))
	return outs{"hashed": over, "hash": hexOrNil(found)}, nil
}

func refusalOp(a *ask, _ options) (outs, error) {
	data := a.raw("refusal")
	value, err := decode(data)
	rows, _ := value.([]Value)
	if err != nil || len(rows) != 8 {
		return nil, errors.New("no refusal")
	}
	f := &fields{values: rows}
	format, game, seq, head, time, command, faults, left := f.number(), f.raw(false), f.number(), f.raw(false), f.number(),
		f.raw(false), f.list(), f.number()
	if f.bad != "" || format != 1 || len(game) != 16 || len(head) != 32 || len(command) != 32 || len(faults) == 0 {
		return nil, errors.New("no refusal of format 1")
	}
	clauses, reasons := []string{}, []string{}
	for _, row := range faults {
		values, _ := row.([]Value)
		g := &fields{values: values}
		clauses, reasons = append(clauses, g.text()), append(reasons, g.text())
		g.text()
		g.list()
		if g.end() != "" {
			return nil, errors.New("a fault is clause, reason, path and facts")
		}
	}
	signed := append([]byte("wglog/1/refusal\x00"), data...)
	return outs{
		"game": hexOrNil(game), "seq": seq, "head": hexOrNil(head), "time": time, "command": hexOrNil(command),
		"clauses": clauses, "reasons": reasons, "left": left, "signed": hexOrNil(signed),
		"good": verifies(a.raw("public"), a.raw("signature"), signed),
	}, nil
}

func leafOp(a *ask, _ options) (outs, error) {
	data := a.raw("leaf")
	found, err := readLeaf(data)
	over := hex.EncodeToString(append([]byte{0}, data...))
	return outs{"time": found.time, "kind": found.kind, "hashed": over, "hash": hexOrNil(leafHash(data))}, err
}

func inclusionOp(a *ask, _ options) (outs, error) {
	hash, path := leafHash(a.raw("leaf")), a.raws("path")
	index, size := a.number("index"), a.number("size")
	if err := verifyInclusion(hash, index, size, path, a.raw("root")); err != nil {
		return nil, err
	}
	nodes, _ := rising(hash, index, size, path)
	return outs{"hash": hexOrNil(hash), "nodes": hexes(nodes)}, nil
}

func checkpointOp(a *ask, _ options) (outs, error) {
	found, err := readCheckpoint(a.text("key"), a.text("note"))
	return outs{"origin": found.origin, "size": found.size, "root": hexOrNil(found.root)}, err
}

func walletOp(a *ask, _ options) (outs, error) {
	data, err := base64.StdEncoding.DecodeString(a.text("wallet"))
	if err != nil {
		return nil, err
	}
	w, err := readWallet(data, "")
	if err != nil {
		return nil, err
	}
	receipts, heads, given, commands, unknown := [][]any{}, [][]any{}, [][]any{}, []string{}, 0
	for _, row := range w.receipts {
		sum := sha256.Sum256(bytes.Join([][]byte{[]byte("wglog/1/entry\x00"), row.record}, nil))
		receipts = append(receipts, []any{row.size, hex.EncodeToString(sum[:])})
	}
	for _, row := range w.heads {
		heads = append(heads, []any{row.size, hex.EncodeToString(row.hash)})
	}
	for _, row := range w.contributions {
		given = append(given, []any{row.seat, hex.EncodeToString(row.given), hex.EncodeToString(row.commitment)})
	}
	for _, row := range w.commands {
		commands = append(commands, hex.EncodeToString(row.id))
	}
	for _, count := range w.unknown {
		unknown += count
	}
	return outs{
		"game": hexOrNil(w.game), "log_keys": append([]string{}, w.keys...), "openings": hexes(w.openings), "receipts": receipts,
		"heads": heads, "contributions": given, "commands": commands, "statements": len(w.statements), "unknown": unknown,
	}, nil
}
