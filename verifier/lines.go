package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
)

const lineMost = 512 << 20

// request is one line of the protocol: an operation with what it takes.
type request struct {
	ID json.RawMessage            `json:"id"`
	Op string                     `json:"op"`
	In map[string]json.RawMessage `json:"in"`
}

type outs map[string]any

// ask reads what an operation takes; the first fault is kept.
type ask struct {
	in    map[string]json.RawMessage
	fault error
}

func (a *ask) read(name string, into any) {
	if err := json.Unmarshal(a.in[name], into); err != nil && a.fault == nil {
		a.fault = fmt.Errorf("%s: %w", name, err)
	}
}

func (a *ask) text(name string) (found string) {
	a.read(name, &found)
	return found
}

func (a *ask) number(name string) (found int64) {
	a.read(name, &found)
	return found
}

func (a *ask) raw(name string) []byte {
	found, err := hex.DecodeString(a.text(name))
	if err != nil && a.fault == nil {
		a.fault = fmt.Errorf("%s: %w", name, err)
	}
	return found
}

// answer reads requests and writes an answer to each, one JSON a line.
func answer(in io.Reader, out io.Writer, with options) int {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(make([]byte, 1<<20), lineMost)
	writer := bufio.NewWriter(out)
	for scanner.Scan() {
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		written, _ := json.Marshal(answerLine(scanner.Bytes(), with))
		writer.Write(append(written, '\n'))
		writer.Flush()
	}
	if scanner.Err() != nil {
		return 4
	}
	return 0
}

func answerLine(line []byte, with options) (said outs) {
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return outs{"id": nil, "error": "no request: " + err.Error()}
	}
	said = outs{"id": asked.ID}
	defer func() {
		if fault := recover(); fault != nil {
			said["error"] = fmt.Sprint(fault)
		}
	}()
	operation, known := operations[asked.Op]
	if !known {
		said["error"] = "an operation that this program has not: " + asked.Op
		return said
	}
	a := &ask{in: asked.In}
	found, err := operation(a, with)
	switch {
	case a.fault != nil:
		said["error"] = a.fault.Error()
	case err != nil:
		said["out"] = outs{"refused": true}
	default:
		said["out"] = found
	}
	return said
}

func hexes(rows [][]byte) []string {
	found := []string{}
	for _, row := range rows {
		found = append(found, hex.EncodeToString(row))
	}
	return found
}

func hexOrNil(value []byte) any {
	if value == nil {
		return nil
	}
	return hex.EncodeToString(value)
}

// plain writes a value as JSON: bytes as an object with `bin`.
func plain(value Value) any {
	switch found := value.(type) {
	case []byte:
		return outs{"bin": hex.EncodeToString(found)}
	case []Value:
		rows := []any{}
		for _, row := range found {
			rows = append(rows, plain(row))
		}
		return rows
	}
	return value
}

var operations = map[string]func(*ask, options) (outs, error){
	"mpint":           mpintOp,
	"commitment":      commitmentOp,
	"seat_commitment": seatCommitmentOp,
	"settings":        settingsOp,
	"transcript":      transcriptOp,
	"stream_key":      streamKeyOp,
	"draw":            drawOp,
	"state_key":       stateKeyOp,
	"state_hash":      stateHashOp,
	"keyed_state":     keyedStateOp,
	"entry":           entryOp,
	"signature":       signatureOp,
	"sealed":          sealedOp,
	"note":            noteOp,
	"head":            headOp,
	"key_change":      keyChangeOp,
	"path":            pathOp,
	"verify":          verifyOp,
}

func mpintOp(a *ask, _ options) (outs, error) {
	value, err := decode(a.raw("bytes"))
	return outs{"value": plain(value)}, err
}

func hashOf(tag string, parts ...[]byte) (string, []byte) {
	all := bytes.Join(append([][]byte{append([]byte(tag), 0)}, parts...), nil)
	return hex.EncodeToString(all), hashed(tag, parts...)
}

func commitmentOp(a *ask, _ options) (outs, error) {
	over, found := hashOf("wgdice/1/commit", a.raw("game"), a.raw("secret"))
	return outs{"hashed": over, "commitment": hexOrNil(found)}, nil
}

func seatCommitmentOp(a *ask, _ options) (outs, error) {
	over, found := hashOf("wgdice/1/seat", a.raw("game"), []byte{byte(a.number("seat"))}, a.raw("contribution"))
	return outs{"hashed": over, "commitment": hexOrNil(found)}, nil
}

func settingsOp(a *ask, _ options) (outs, error) {
	value, err := decode(a.raw("opening"))
	if err != nil {
		return nil, err
	}
	body := value.([]Value)
	return outs{"hashed": hexOrNil(settingsBytes(body[1:])), "settings": hexOrNil(settingsOf(body[1:]))}, nil
}

func transcriptOp(a *ask, _ options) (outs, error) {
	var given []*string
	a.read("contributions", &given)
	var all [][]byte
	for _, row := range given {
		if row == nil {
			all = append(all, nil)
			continue
		}
		one, err := hex.DecodeString(*row)
		if err != nil || len(one) != 32 {
			return nil, errors.New("no contribution of 32 bytes")
		}
		all = append(all, one)
	}
	over, found := hashOf("wgdice/1/transcript", a.raw("game"), a.raw("commitment"), a.raw("settings"), slots(all))
	return outs{"slots": hexOrNil(slots(all)), "hashed": over, "transcript": hexOrNil(found)}, nil
}

func streamKeyOp(a *ask, _ options) (outs, error) {
	message := keyMessage(a.raw("transcript"), a.number("epoch"), a.number("stream"), zero)
	return outs{"message": hexOrNil(message), "key": hexOrNil(mac(a.raw("secret"), message))}, nil
}

func drawOp(a *ask, _ options) (outs, error) {
	sides := a.number("sides")
	if sides < 1 || sides > wordMost {
		return nil, errors.New("a die of no sides")
	}
	found := uniform(a.raw("key"), a.number("index"), sides)
	words := []int64{}
	for place := int64(0); place < found.used; place++ {
		words = append(words, int64(binary.BigEndian.Uint32(found.blocks[place/8][4*(place%8):])))
	}
	return outs{
		"limit": found.limit, "blocks": hexes(found.blocks), "words": words, "value": found.value, "face": found.value + 1,
	}, nil
}

func stateKeyOp(a *ask, _ options) (outs, error) {
	message := append(tagged("state"), a.raw("transcript")...)
	return outs{"message": hexOrNil(message), "key": hexOrNil(mac(a.raw("secret"), message))}, nil
}

func stateHashOp(a *ask, _ options) (outs, error) {
	over, found := hashOf("wglog/1/state", a.raw("tables"))
	return outs{"hashed": over, "hash": hexOrNil(found)}, nil
}

func keyedStateOp(a *ask, _ options) (outs, error) {
	return outs{"hash": hexOrNil(mac(a.raw("key"), a.raw("tables")))}, nil
}

func entryOp(a *ask, _ options) (outs, error) {
	data := a.raw("record")
	value, err := decode(data)
	if err != nil {
		return nil, err
	}
	e, what := shaped(value)
	if what != "" {
		return nil, errors.New(what)
	}
	return outs{
		"game": hexOrNil(e.game), "seq": e.seq, "prev": hexOrNil(e.prev), "time": e.time, "role": e.role, "party": e.party,
		"key": e.key, "command_id": hexOrNil(e.id), "head": hexOrNil(e.head), "kind": e.kind, "seal": hexOrNil(e.seal),
		"signed": hexOrNil(e.signed), "signature": hexOrNil(e.signature), "dice": len(e.dice), "events": len(e.events),
		"sealed": len(e.sealed), "hash": hexOrNil(entryHash(data)),
	}, nil
}

func signatureOp(a *ask, _ options) (outs, error) {
	return outs{"good": verifies(a.raw("public"), a.raw("signature"), a.raw("message"))}, nil
}

func sealedOp(a *ask, _ options) (outs, error) {
	owner, part := byte(a.number("owner")), byte(a.number("part"))
	over, found := hashOf(
		"wglog/1/sealed", a.raw("game"), []byte{owner, part}, a.raw("command_id"), a.raw("salt"), a.raw("bytes"))
	return outs{"hashed": over, "hash": hexOrNil(found)}, nil
}

func noteOp(a *ask, _ options) (outs, error) {
	line := a.text("key")
	key, err := readKey(line)
	if err != nil {
		return nil, err
	}
	text, err := verifyNote(line, a.text("note"))
	return outs{"name": key.name, "id": hexOrNil(key.id), "public": hexOrNil(key.public), "text": text}, err
}

func headOp(a *ask, _ options) (outs, error) {
	found, err := readHead(a.text("text"))
	return outs{"game": hexOrNil(found.game), "size": found.size, "hash": hexOrNil(found.hash)}, err
}

func keyChangeOp(a *ask, _ options) (outs, error) {
	before, after, err := readKeyChange(a.text("note"))
	return outs{"before": before, "after": after}, err
}

func pathOp(a *ask, _ options) (outs, error) {
	var named map[string]int64
	a.read("rewinds", &named)
	back := map[int64]int64{}
	for seq, to := range named {
		number, err := strconv.ParseInt(seq, 10, 64)
		if err != nil {
			return nil, err
		}
		back[number] = to
	}
	last := a.number("entries")
	on, path, void := map[int64]bool{}, []int64{}, []int64{}
	for seq := last; seq >= 1; {
		path, on[seq] = append(path, seq), true
		if to, there := back[seq]; there {
			seq = min(to, seq) - 1
		} else {
			seq--
		}
	}
	sort.Slice(path, func(i, j int) bool { return path[i] < path[j] })
	for seq := int64(1); seq <= last; seq++ {
		if !on[seq] {
			void = append(void, seq)
		}
	}
	return outs{"path": path, "void": void}, nil
}

// verifyOp verifies a replay file, named by `file` or given as `replay`, in base64.
func verifyOp(a *ask, with options) (outs, error) {
	for name, into := range map[string]any{"levels": &with.levels, "vkey": &with.pinned} {
		if _, there := a.in[name]; there {
			a.read(name, into)
		}
	}
	var receipts []string
	if _, there := a.in["receipts"]; there {
		a.read("receipts", &receipts)
	}
	for _, name := range receipts {
		raw, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		found, err := readHeld(raw, name)
		if err != nil {
			return nil, err
		}
		with.held = append(with.held, found...)
	}
	var data []byte
	var err error
	if _, there := a.in["file"]; there {
		data, err = os.ReadFile(a.text("file"))
	} else {
		data, err = base64.StdEncoding.DecodeString(a.text("replay"))
	}
	if err != nil {
		a.fault = err
		return nil, nil
	}
	report := verify(data, with)
	found := outs{"result": report.Result, "code": nil, "seq": nil, "report": report}
	if report.Primary != nil {
		found["code"], found["seq"] = report.Primary.Code, report.Primary.Seq
	}
	return found, nil
}
