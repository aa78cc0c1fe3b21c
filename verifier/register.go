package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	registerKeyTitle = "wgregister/1/key"
	proofTitle       = "c2sp.org/tlog-proof@v1"
	proofMost        = 63
	leavesMost       = 3
	mismatch         = "REGISTRY_MISMATCH"
)

// leafShapes are the fields of each kind of leaf: t text, n number, b bytes, o bytes or nil, T texts, N numbers,
// B bytes, K lists of bytes.
var leafShapes = map[string]string{
	"Begun": "totnT", "GameOpened": "bbbtKotto", "GameEnded": "bnbttN", "GameVoided": "bnbtn", "KeyAdded": "tT",
	"KeyRotated": "ttt", "KeyRevoked": "tt", "RoleGiven": "tnttBn", "RoleRevoked": "tt", "Interpreted": "tttt",
	"EventEnded": "t",
}

// leaf is one that is proven to stand in a register.
type leaf struct {
	time   int64
	kind   string
	fields []Value
	proof  proof
}

// proof is the place of a leaf, the hashes beside its path, and the note of a checkpoint.
type proof struct {
	index int64
	path  [][]byte
	note  string
}

type checkpoint struct {
	origin string
	size   int64
	root   []byte
}

// checkRegister: what the file proves of a register fits it (checks 17, 19 and 21).
func checkRegister(entries []*entry, t *terms, carried []byte, keys *logKeys, out *findings) {
	if len(carried) == 0 {
		return
	}
	rows, err := readCarried(carried, keys)
	if err != nil {
		out.add(mismatch, 0, "proofs of the register that hold", err)
		return
	}
	var begun, opened, ended []leaf
	for _, row := range rows {
		switch {
		case row.kind == "Begun" && row.proof.index == 0:
			begun = append(begun, row)
		case row.kind == "GameOpened":
			opened = append(opened, row)
		case row.kind == "GameEnded" || row.kind == "GameVoided":
			ended = append(ended, row)
		}
	}
	if len(begun) != 1 || len(opened) != 1 || len(ended) > 1 || len(begun)+len(opened)+len(ended) != len(rows) {
		out.add(mismatch, 0, "the register's beginning, one opening, and an end at most", fmt.Sprintf("%d leaves", len(rows)))
	}
	for _, row := range opened {
		checkOpened(entries, t, row, out)
	}
	for _, row := range ended {
		checkEnded(entries, row, out)
	}
	for _, row := range opened {
		checkQuorum(rows, row.proof.note, out)
	}
}

func checkOpened(entries []*entry, t *terms, row leaf, out *findings) {
	compareOpening(entries, t, row, "registered", out)
	checkBefore(entries, row, "", out)
}

// compareOpening: an opening of a register is that of the first entry. `how` says how it came to be known.
func compareOpening(entries []*entry, t *terms, row leaf, how string, out *findings) {
	var keys []Value
	for _, one := range t.seats {
		keys = append(keys, listOf(one.keys))
	}
	round, table := "", ""
	if t.event != nil {
		round, table = t.labels["round"], t.labels["table"]
	}
	due := []struct {
		place int
		name  string
		here  Value
	}{
		{0, "game", entries[0].game}, {1, "commitment", orNil(t.commitment)}, {2, "digest of the terms", t.settings},
		{4, "keys of the seats", keys}, {5, "event", orNil(t.event)}, {6, "round", round}, {7, "table", table},
		{8, "game that it takes the place of", orNil(t.restarts)},
	}
	for _, one := range due {
		if there := row.fields[one.place]; !sameValue(one.here, there) {
			out.add(mismatch, 1, one.name+" as "+how+": "+shown(there), one.here)
		}
	}
}

// checkBefore: an opening was registered before anybody contributed to the seed.
func checkBefore(entries []*entry, row leaf, source string, out *findings) {
	for _, e := range entries {
		if e.kind == "CommitContribution" || e.kind == "OpenContribution" {
			if row.time > e.time {
				out.add("SEED_COMMIT_LATE", e.seq, "an opening registered before any contribution"+source, "one after it")
			}
			return
		}
	}
}

func listOf(keys [][]byte) []Value {
	found := []Value{}
	for _, key := range keys {
		found = append(found, key)
	}
	return found
}

func orNil(value []byte) Value {
	if value == nil {
		return nil
	}
	return value
}

func sameValue(one, two Value) bool { return bytes.Equal(encode(nil, one), encode(nil, two)) }

func checkEnded(entries []*entry, row leaf, out *findings) {
	game, size, head := row.fields[0].([]byte), row.fields[1].(int64), row.fields[2].([]byte)
	if !bytes.Equal(game, entries[0].game) {
		out.add(mismatch, 0, "the end of this game", game)
		return
	}
	var there []byte
	for _, e := range entries {
		if e.seq == size {
			there = e.hash
			break
		}
	}
	if there == nil {
		out.add("TRUNCATED_LOG", int64(len(entries)+1), fmt.Sprintf("%d entries, as registered", size), len(entries))
	}
	if !bytes.Equal(there, head) {
		out.add(mismatch, size, head, there)
	}
}

// checkQuorum: as many of the witnesses that the register names have cosigned as it says.
func checkQuorum(rows []leaf, note string, out *findings) {
	for _, row := range rows {
		if row.kind != "Begun" {
			continue
		}
		quorum, named := row.fields[3].(int64), row.fields[4].([]Value)
		if found := cosigned(note, named); found < quorum {
			out.add("WITNESS_QUORUM_MISSING", 0, fmt.Sprintf("%d of %d witnesses", quorum, len(named)), found)
		}
		return
	}
}

// cosigned counts the witnesses with a cosignature that holds; what is no key of a witness can not be read.
func cosigned(note string, witnesses []Value) int64 {
	text, signatures, err := splitNote(note)
	if err != nil {
		panic(err)
	}
	found := map[string]bool{}
	for _, row := range witnesses {
		key, err := readKeyOf(row.(string), cosignerKind)
		if err != nil {
			panic(err)
		}
		for _, one := range signatures {
			if one.name != key.name || len(one.data) != 4+8+64 || !bytes.Equal(one.data[:4], key.id) {
				continue
			}
			seconds := binary.BigEndian.Uint64(one.data[4:12])
			over := fmt.Sprintf("cosignature/v1\ntime %d\n%s", seconds, text)
			if seconds>>63 == 0 && verifies(key.public, one.data[12:], []byte(over)) {
				found[row.(string)] = true
			}
		}
	}
	return int64(len(found))
}

func readCarried(data []byte, keys *logKeys) ([]leaf, error) {
	value, err := decode(data)
	pair, fits := value.([]Value)
	if err != nil || !fits || len(pair) != 2 {
		return nil, errors.New("not a key and leaves with their proofs, in their plain bytes")
	}
	note, isText := pair[0].(string)
	given, isList := pair[1].([]Value)
	if !isText || !isList || len(given) > leavesMost {
		return nil, errors.New("not a key and leaves with their proofs")
	}
	key, err := registerKey(note, keys)
	if err != nil {
		return nil, err
	}
	var rows []leaf
	for _, item := range given {
		row, err := provenLeaf(key, item)
		if err != nil {
			return nil, err
		}
		if len(rows) > 0 && rows[len(rows)-1].proof.index >= row.proof.index {
			return nil, errors.New("leaves that do not stand in their order, each once")
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// registerKey reads the key of a register out of a note that a key of the log has signed.
func registerKey(note string, keys *logKeys) (string, error) {
	var text string
	err := errors.New("no key of the log")
	for _, line := range keys.known {
		if text, err = verifyNote(line, note); err == nil {
			break
		}
	}
	if err != nil {
		return "", err
	}
	return readRegisterKey(text)
}

func readRegisterKey(text string) (string, error) {
	lines := strings.Split(text, "\n")
	if len(lines) == 4 && lines[0] == registerKeyTitle {
		if key, err := readKey(lines[2]); err == nil && key.name == lines[1] {
			return lines[2], nil
		}
	}
	return "", fmt.Errorf("no key of a register: %q", text)
}

func provenLeaf(key string, value Value) (leaf, error) {
	pair, _ := value.([]Value)
	if len(pair) != 2 {
		return leaf{}, errors.New("not a leaf with its proof")
	}
	data, isData := pair[0].([]byte)
	text, isText := pair[1].(string)
	if !isData || !isText {
		return leaf{}, errors.New("not a leaf with its proof")
	}
	found, _, err := provenBy(key, data, text)
	return found, err
}

// provenBy reads a leaf that a register of this key is proven to have, and the tree in which it has it.
func provenBy(key string, data []byte, text string) (leaf, checkpoint, error) {
	found, err := readLeaf(data)
	if err != nil {
		return found, checkpoint{}, err
	}
	var point checkpoint
	found.proof, point, err = verifyProof(key, data, text)
	return found, point, err
}

func readLeaf(data []byte) (leaf, error) {
	value, err := decode(data)
	row, fits := value.([]Value)
	if err != nil || !fits || len(row) != 3 {
		return leaf{}, errors.New("no leaf of a register")
	}
	format, isNumber := row[0].(int64)
	time, isTime := row[1].(int64)
	body, isBody := row[2].([]Value)
	if !isNumber || format != 1 || !isTime || !isBody || len(body) == 0 {
		return leaf{}, errors.New("no leaf of a register in format 1")
	}
	kind, _ := body[0].(string)
	shape, known := leafShapes[kind]
	if !known || !leafFits(shape, body[1:]) {
		return leaf{}, fmt.Errorf("no leaf of a register: other fields than those of %q", kind)
	}
	return leaf{time: time, kind: kind, fields: body[1:]}, nil
}

func leafFits(shape string, values []Value) bool {
	if len(shape) != len(values) {
		return false
	}
	for place, sign := range shape {
		if !valueFits(sign, values[place]) {
			return false
		}
	}
	return true
}

func valueFits(sign rune, value Value) bool {
	switch sign {
	case 't':
		return isText(value)
	case 'n':
		_, fits := value.(int64)
		return fits
	case 'b', 'o':
		_, fits := value.([]byte)
		return fits || sign == 'o' && value == nil
	}
	rows, fits := value.([]Value)
	within := map[rune]rune{'T': 't', 'N': 'n', 'B': 'b', 'K': 'B'}[sign]
	for _, row := range rows {
		fits = fits && valueFits(within, row)
	}
	return fits
}

// verifyProof checks that a leaf stands in the register of this key, by a checkpoint that it has signed.
func verifyProof(key string, data []byte, text string) (proof, checkpoint, error) {
	found, err := readProof(text)
	if err != nil {
		return found, checkpoint{}, err
	}
	point, err := readCheckpoint(key, found.note)
	if err != nil {
		return found, point, err
	}
	return found, point, verifyInclusion(leafHash(data), found.index, point.size, found.path, point.root)
}

func readProof(text string) (proof, error) {
	head, note, blank := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	if len(lines) > 1 && strings.HasPrefix(lines[1], "extra ") {
		lines = append(lines[:1:1], lines[2:]...)
	}
	if !blank || len(lines) < 2 || lines[0] != proofTitle || len(lines) > proofMost+2 {
		return proof{}, errors.New("no proof of a register")
	}
	index, fits := plainNumber(strings.TrimPrefix(lines[1], "index "))
	if !fits || !strings.HasPrefix(lines[1], "index ") {
		return proof{}, errors.New("no proof of a register: it has no index")
	}
	found := proof{index: index, note: note}
	for _, line := range lines[2:] {
		hash, err := unbase64(line)
		if err != nil || len(hash) != 32 {
			return proof{}, errors.New("a proof with hashes of another size than 32 bytes")
		}
		found.path = append(found.path, hash)
	}
	return found, nil
}

// plainNumber reads a number of 16 digits at most, without zeros before it.
func plainNumber(text string) (int64, bool) {
	if text == "" || len(text) > 16 || strings.Trim(text, "0123456789") != "" || len(text) > 1 && text[0] == '0' {
		return 0, false
	}
	found, err := strconv.ParseInt(text, 10, 64)
	return found, err == nil
}

func readCheckpoint(key, note string) (checkpoint, error) {
	text, err := verifyNote(key, note)
	if err != nil {
		return checkpoint{}, err
	}
	lines := strings.Split(text, "\n")
	if len(lines) < 4 || lines[0] == "" {
		return checkpoint{}, fmt.Errorf("no checkpoint: %q", text)
	}
	size, fits := plainNumber(lines[1])
	root, err := unbase64(lines[2])
	if !fits || err != nil || len(root) != 32 {
		return checkpoint{}, fmt.Errorf("no checkpoint: %q", text)
	}
	if known, err := readKey(key); err != nil || known.name != lines[0] {
		return checkpoint{}, fmt.Errorf("a checkpoint of %s, signed with another key", lines[0])
	}
	return checkpoint{lines[0], size, root}, nil
}
