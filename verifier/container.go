package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strconv"
	"strings"
)

const (
	fileMax     = 256 << 20
	entryMax    = 1 << 20
	manifestMax = 4096
	fileFormat  = "wgreplay/1"
)

// members of a replay file, in their order.
var members = []string{"entries.msgpack", "heads.txt", "manifest.json", "sealed.msgpack"}

// register is a member that a file may have, behind the manifest.
const register = "register.msgpack"

func membersOf(held map[string][]byte) []string {
	if len(held[register]) == 0 {
		return members
	}
	return slices.Insert(slices.Clone(members), 3, register)
}

type opening struct {
	owner, part int64
	salt, data  []byte
}

type sealedRow struct {
	seq      int64
	openings []opening
}

type manifest struct{ ruleset, edition, engine string }

// bundle is a replay file in memory; altered says what of the container is not as it has to be.
type bundle struct {
	manifest manifest
	records  [][]byte
	heads    []string
	sealed   []sealedRow
	openings map[int64][]opening
	altered  []string
	register []byte
}

func readBundle(data []byte) (*bundle, error) {
	if len(data) > fileMax {
		return nil, fmt.Errorf("larger than %d bytes", fileMax)
	}
	held, err := readMembers(data)
	if err != nil {
		return nil, err
	}
	found := &bundle{openings: map[int64][]opening{}}
	sums, err := found.readManifest(held["manifest.json"])
	if err != nil {
		return nil, fmt.Errorf("manifest.json: %w", err)
	}
	if found.records, err = readRecords(held["entries.msgpack"]); err != nil {
		return nil, fmt.Errorf("entries.msgpack: %w", err)
	}
	if found.sealed, err = readSealed(held["sealed.msgpack"]); err != nil {
		return nil, fmt.Errorf("sealed.msgpack: %w", err)
	}
	found.heads, found.register = splitNotes(held["heads.txt"]), held[register]
	for _, row := range found.sealed {
		found.openings[row.seq] = row.openings
	}
	for _, name := range membersOf(held) {
		sum := sha256.Sum256(held[name])
		if due, named := sums[name]; name != "manifest.json" && (!named || due != hex.EncodeToString(sum[:])) {
			found.altered = append(found.altered, name+": bytes differ from the SHA-256 in manifest.json")
		}
	}
	if len(found.altered) == 0 && !bytes.Equal(found.write(), data) {
		found.altered = append(found.altered, "file: not written as a replay file is")
	}
	found.altered = append(found.altered, found.outOfOrder()...)
	return found, nil
}

func readMembers(data []byte) (map[string][]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("no readable zip archive: %w", err)
	}
	if len(archive.File) > len(members)+1 {
		return nil, fmt.Errorf("%d members; a replay file has %s, and may have %s", len(archive.File), strings.Join(members, ", "), register)
	}
	held := map[string][]byte{}
	for _, file := range archive.File {
		if file.Method != zip.Store || file.UncompressedSize64 > fileMax || file.UncompressedSize64 != file.CompressedSize64 {
			return nil, fmt.Errorf("%s: not stored uncompressed", file.Name)
		}
		raw, err := file.OpenRaw()
		if err != nil {
			return nil, err
		}
		read, err := io.ReadAll(raw)
		if err != nil || uint64(len(read)) != file.UncompressedSize64 {
			return nil, errors.New(file.Name + ": cut off")
		}
		if !slices.Contains(members, file.Name) && file.Name != register {
			return nil, errors.New("no part of a replay file: " + file.Name)
		}
		held[file.Name] = read
	}
	for _, name := range members {
		if _, there := held[name]; !there {
			return nil, errors.New("missing: " + name)
		}
	}
	return held, nil
}

func (b *bundle) readManifest(data []byte) (map[string]string, error) {
	if len(data) > manifestMax {
		return nil, fmt.Errorf("larger than %d bytes", manifestMax)
	}
	var read map[string]any
	if err := json.Unmarshal(data, &read); err != nil {
		return nil, err
	}
	listed, fits := read["members"].(map[string]any)
	if read["format"] != fileFormat || !fits {
		return nil, fmt.Errorf("its format must be %s and it must list its members", fileFormat)
	}
	for key, place := range map[string]*string{
		"ruleset": &b.manifest.ruleset, "edition": &b.manifest.edition, "engine": &b.manifest.engine,
	} {
		if *place, fits = read[key].(string); !fits {
			return nil, errors.New("ruleset, edition and engine must be named")
		}
	}
	sums := map[string]string{}
	for name, sum := range listed {
		if text, fits := sum.(string); fits {
			sums[name] = text
		}
	}
	return sums, nil
}

func readRecords(data []byte) ([][]byte, error) {
	r := &reader{data: data}
	var records [][]byte
	for r.at < len(data) {
		value, err := r.value(0)
		record, fits := value.([]byte)
		if err != nil || !fits || len(record) > entryMax {
			return nil, fmt.Errorf("unreadable after row %d", len(records))
		}
		records = append(records, record)
	}
	return records, nil
}

func readSealed(data []byte) ([]sealedRow, error) {
	r := &reader{data: data}
	var rows []sealedRow
	for r.at < len(data) {
		value, err := r.value(0)
		pair, fits := value.([]Value)
		if err != nil || !fits || len(pair) != 2 {
			return nil, fmt.Errorf("unreadable after row %d", len(rows))
		}
		seq, isNumber := pair[0].(int64)
		parts, isList := pair[1].([]Value)
		if !isNumber || !isList || seq < 0 {
			return nil, fmt.Errorf("row %d is no list of openings", len(rows)+1)
		}
		row := sealedRow{seq: seq}
		for _, part := range parts {
			one, fits := openingOf(part)
			if !fits {
				return nil, fmt.Errorf("row %d is no list of openings", len(rows)+1)
			}
			row.openings = append(row.openings, one)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func openingOf(value Value) (opening, bool) {
	row, fits := value.([]Value)
	if !fits || len(row) != 4 {
		return opening{}, false
	}
	owner, isOwner := row[0].(int64)
	part, isPart := row[1].(int64)
	salt, isSalt := row[2].([]byte)
	data, isData := row[3].([]byte)
	return opening{owner, part, salt, data}, isOwner && isPart && isSalt && isData && owner >= 0 && part >= 0
}

const headTitle = "wglog/1/head "

// splitNotes splits at the first lines of notes; the empty line between two notes belongs to neither.
func splitNotes(data []byte) []string {
	text := strings.ToValidUTF8(string(data), "\ufffd")
	var notes []string
	for len(text) > 0 {
		next := strings.Index(text[1:], "\n"+headTitle)
		if next < 0 {
			return append(notes, text)
		}
		note := text[:next+2]
		text = text[next+2:]
		notes = append(notes, note[:len(note)-1])
	}
	return notes
}

func claimedSize(note string) int64 {
	lines := strings.SplitN(note, "\n", 3)
	if len(lines) < 2 || len(lines[1]) == 0 || len(lines[1]) > 8 || strings.Trim(lines[1], "0123456789") != "" {
		return 0
	}
	size, _ := strconv.ParseInt(lines[1], 10, 64)
	return size
}

// outOfOrder names parts that stand in another order than the one that there is, twice, or for nothing.
func (b *bundle) outOfOrder() []string {
	var found []string
	for place := 1; place < len(b.heads); place++ {
		if claimedSize(b.heads[place-1]) >= claimedSize(b.heads[place]) {
			found = append(found, "heads.txt: heads stand in the order of their sizes, one of each")
			break
		}
	}
	for place := 1; place < len(b.sealed); place++ {
		if b.sealed[place-1].seq >= b.sealed[place].seq {
			found = append(found, "sealed.msgpack: entries stand in the order of their numbers, each once")
			break
		}
	}
	for _, row := range b.sealed {
		if len(row.openings) == 0 {
			found = append(found, fmt.Sprintf("sealed.msgpack: entry %d has no openings", row.seq))
		}
		for place := 1; place < len(row.openings); place++ {
			one, two := row.openings[place-1], row.openings[place]
			if one.part > two.part || (one.part == two.part && one.owner >= two.owner) {
				found = append(found, fmt.Sprintf("sealed.msgpack: openings of entry %d stand by part and owner, each once", row.seq))
				break
			}
		}
	}
	return found
}

// write writes the file anew, byte for byte as the specification has it.
func (b *bundle) write() []byte {
	held := map[string][]byte{"heads.txt": []byte(strings.Join(b.heads, "\n")), register: b.register}
	for _, record := range b.records {
		held["entries.msgpack"] = encode(held["entries.msgpack"], record)
	}
	for _, row := range b.sealed {
		parts := []Value{}
		for _, one := range row.openings {
			parts = append(parts, []Value{one.owner, one.part, one.salt, one.data})
		}
		held["sealed.msgpack"] = encode(held["sealed.msgpack"], []Value{row.seq, parts})
	}
	held["manifest.json"] = b.writeManifest(held)
	return zipped(held)
}

func (b *bundle) writeManifest(held map[string][]byte) []byte {
	sum := func(name string) string {
		found := sha256.Sum256(held[name])
		return hex.EncodeToString(found[:])
	}
	var sums []string
	for _, name := range membersOf(held) {
		if name != "manifest.json" {
			sums = append(sums, fmt.Sprintf("  \"%s\": \"%s\"", name, sum(name)))
		}
	}
	text := fmt.Sprintf(
		"{\n \"edition\": %s,\n \"engine\": %s,\n \"format\": %s,\n \"members\": {\n%s\n },\n \"ruleset\": %s\n}\n",
		asciiJSON(b.manifest.edition), asciiJSON(b.manifest.engine), asciiJSON(fileFormat), strings.Join(sums, ",\n"),
		asciiJSON(b.manifest.ruleset),
	)
	return []byte(text)
}

// asciiJSON writes a text of JSON with every sign beyond ASCII escaped.
func asciiJSON(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, sign := range text {
		switch {
		case sign == '"' || sign == '\\':
			out.WriteByte('\\')
			out.WriteRune(sign)
		case sign == '\n':
			out.WriteString(`\n`)
		case sign == '\r':
			out.WriteString(`\r`)
		case sign == '\t':
			out.WriteString(`\t`)
		case sign == '\b':
			out.WriteString(`\b`)
		case sign == '\f':
			out.WriteString(`\f`)
		case sign < 0x20 || sign > 0x7e && sign < 0x10000:
			fmt.Fprintf(&out, `\u%04x`, sign)
		case sign >= 0x10000:
			sign -= 0x10000
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xd800+sign>>10, 0xdc00+sign&0x3ff)
		default:
			out.WriteRune(sign)
		}
	}
	out.WriteByte('"')
	return out.String()
}

func zipped(held map[string][]byte) []byte {
	var out, directory []byte
	le16, le32 := binary.LittleEndian.AppendUint16, binary.LittleEndian.AppendUint32
	names := membersOf(held)
	for _, name := range names {
		data, place := held[name], len(out)
		head := le16(nil, 20)                         // version that is needed
		head = le16(le16(head, 0), 0)                 // flags, method: stored
		head = le16(le16(head, 0), 0x21)              // time, date: 1980-01-01
		head = le32(head, crc32.ChecksumIEEE(data))   // sum
		head = le32(head, uint32(len(data)))          // size as stored
		head = le32(head, uint32(len(data)))          // size
		head = le16(le16(head, uint16(len(name))), 0) // name, extra
		out = append(append(append(out, "PK\x03\x04"...), head...), name...)
		out = append(out, data...)
		directory = append(directory, "PK\x01\x02\x14\x03"...) // made by version 20 on system 3
		directory = append(directory, head...)
		directory = le16(le16(le16(directory, 0), 0), 0) // comment, disk, internal attributes
		directory = le32(le32(directory, 0o644<<16), uint32(place))
		directory = append(directory, name...)
	}
	place := len(out)
	out = append(append(out, directory...), "PK\x05\x06\x00\x00\x00\x00"...)
	out = le16(le16(out, uint16(len(names))), uint16(len(names)))
	return le16(le32(le32(out, uint32(len(directory))), uint32(place)), 0)
}
