package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Value is one of nil, bool, int64, string, []byte and []Value: what MP-int can hold.
type Value = any

const (
	maxInt   = 1<<53 - 1
	maxDepth = 16
)

var errShort = errors.New("bytes end too soon")

// foreign stands for what MessagePack has and MP-int has not; it is named in findings.
type foreign string

type reader struct {
	data []byte
	at   int
}

func (r *reader) take(count int) ([]byte, error) {
	if count < 0 || count > len(r.data)-r.at {
		return nil, errShort
	}
	r.at += count
	return r.data[r.at-count : r.at], nil
}

func (r *reader) number(size int) (uint64, error) {
	raw, err := r.take(size)
	if err != nil {
		return 0, err
	}
	var wide [8]byte
	copy(wide[8-size:], raw)
	return binary.BigEndian.Uint64(wide[:]), nil
}

func whole(value uint64, negative bool) Value {
	if negative {
		if signed := int64(value); signed >= -maxInt {
			return signed
		}
	} else if value <= maxInt {
		return int64(value)
	}
	return foreign("an integer beyond 2^53-1")
}

// value reads one value of MessagePack, whatever its spelling.
func (r *reader) value(depth int) (Value, error) {
	first, err := r.number(1)
	if err != nil {
		return nil, err
	}
	b := byte(first)
	switch {
	case b < 0x80:
		return int64(b), nil
	case b >= 0xe0:
		return int64(int8(b)), nil
	case b >= 0xa0 && b < 0xc0:
		return r.text(int(b & 31))
	case b >= 0x90 && b < 0xa0:
		return r.array(int(b&15), depth)
	case b >= 0x80 && b < 0x90:
		return nil, errors.New("a map")
	}
	switch b {
	case 0xc0:
		return nil, nil
	case 0xc2, 0xc3:
		return b == 0xc3, nil
	case 0xc4, 0xc5, 0xc6:
		count, err := r.number(1 << (b - 0xc4))
		if err != nil {
			return nil, err
		}
		raw, err := r.take(int(count))
		return bytes.Clone(raw), err
	case 0xcc, 0xcd, 0xce, 0xcf:
		found, err := r.number(1 << (b - 0xcc))
		return whole(found, false), err
	case 0xd0, 0xd1, 0xd2, 0xd3:
		size := 1 << (b - 0xd0)
		found, err := r.number(size)
		shift := 64 - 8*size
		signed := int64(found<<shift) >> shift
		return whole(uint64(signed), signed < 0), err
	case 0xd9, 0xda, 0xdb:
		count, err := r.number(1 << (b - 0xd9))
		if err != nil {
			return nil, err
		}
		return r.text(int(count))
	case 0xdc, 0xdd:
		count, err := r.number(2 << (b - 0xdc))
		if err != nil {
			return nil, err
		}
		return r.array(int(count), depth)
	}
	return nil, fmt.Errorf("byte %02x", b)
}

func (r *reader) text(count int) (Value, error) {
	raw, err := r.take(count)
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(raw) {
		return nil, errors.New("text that is not UTF-8")
	}
	return string(raw), nil
}

func (r *reader) array(count, depth int) (Value, error) {
	if depth >= 512 {
		return nil, errors.New("nested too deep")
	}
	if count > len(r.data)-r.at {
		return nil, errShort
	}
	rows := make([]Value, 0, count)
	for len(rows) < count {
		row, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// fault names what MP-int does not allow in a value that was read.
func fault(value Value, depth int) string {
	switch found := value.(type) {
	case foreign:
		return string(found)
	case []Value:
		if depth >= maxDepth {
			return fmt.Sprintf("nested deeper than %d", maxDepth)
		}
		for _, row := range found {
			if what := fault(row, depth+1); what != "" {
				return what
			}
		}
	}
	return ""
}

func appendSized(out []byte, count int, wide [3]byte) []byte {
	switch {
	case count < 1<<8 && wide[0] != 0:
		return append(out, wide[0], byte(count))
	case count < 1<<16:
		return binary.BigEndian.AppendUint16(append(out, wide[1]), uint16(count))
	}
	return binary.BigEndian.AppendUint32(append(out, wide[2]), uint32(count))
}

func appendInt(out []byte, value int64) []byte {
	switch {
	case value >= -32 && value < 128:
		return append(out, byte(value))
	case value > 0 && value < 1<<8:
		return append(out, 0xcc, byte(value))
	case value > 0 && value < 1<<16:
		return binary.BigEndian.AppendUint16(append(out, 0xcd), uint16(value))
	case value > 0 && value < 1<<32:
		return binary.BigEndian.AppendUint32(append(out, 0xce), uint32(value))
	case value > 0:
		return binary.BigEndian.AppendUint64(append(out, 0xcf), uint64(value))
	case value >= -1<<7:
		return append(out, 0xd0, byte(value))
	case value >= -1<<15:
		return binary.BigEndian.AppendUint16(append(out, 0xd1), uint16(value))
	case value >= -1<<31:
		return binary.BigEndian.AppendUint32(append(out, 0xd2), uint32(value))
	}
	return binary.BigEndian.AppendUint64(append(out, 0xd3), uint64(value))
}

// encode writes a value in the one spelling that MP-int has for it.
func encode(out []byte, value Value) []byte {
	switch found := value.(type) {
	case nil:
		return append(out, 0xc0)
	case bool:
		if found {
			return append(out, 0xc3)
		}
		return append(out, 0xc2)
	case int64:
		return appendInt(out, found)
	case int:
		return appendInt(out, int64(found))
	case string:
		if len(found) < 32 {
			out = append(out, 0xa0|byte(len(found)))
		} else {
			out = appendSized(out, len(found), [3]byte{0xd9, 0xda, 0xdb})
		}
		return append(out, found...)
	case []byte:
		return append(appendSized(out, len(found), [3]byte{0xc4, 0xc5, 0xc6}), found...)
	case []Value:
		if len(found) < 16 {
			out = append(out, 0x90|byte(len(found)))
		} else {
			out = appendSized(out, len(found), [3]byte{0, 0xdc, 0xdd})
		}
		for _, row := range found {
			out = encode(out, row)
		}
		return out
	}
	panic(fmt.Sprintf("no place in MP-int for %T", value))
}

// decode reads one value of MP-int and nothing behind it, in its one spelling.
func decode(data []byte) (Value, error) {
	r := &reader{data: data}
	value, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if what := fault(value, 0); what != "" {
		return nil, errors.New(what)
	}
	if r.at != len(data) {
		return nil, fmt.Errorf("%d bytes more", len(data)-r.at)
	}
	if !bytes.Equal(encode(nil, value), data) {
		return nil, errors.New("not in the shortest encoding")
	}
	return value, nil
}
