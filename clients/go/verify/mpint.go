package verify

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

const (
	maxDepth   = 16
	maxInteger = 1<<53 - 1
)

// ErrNotMPInt is wrapped by every error of Encode and Decode.
var ErrNotMPInt = errors.New("outside of MP-int")

// Encode writes a value as MP-int, the part of MessagePack with one spelling for every value. A value is nil, a bool,
// an integer within 2^53-1 of zero, a string of valid UTF-8, a []byte, or a []any of values at most sixteen deep.
func Encode(value any) ([]byte, error) {
	return appendValue(nil, value, 0)
}

// Decode reads one value: nil, bool, int64, string, []byte or []any. Bytes that Encode would not have written are an
// error: a hash over them would not hold what is read.
func Decode(data []byte) (any, error) {
	r := reader{data: data}
	value, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if r.at != len(data) {
		return nil, refuse("%d bytes after the value", len(data)-r.at)
	}
	again, err := Encode(value)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(again, data) {
		return nil, refuse("not the shortest bytes")
	}
	return value, nil
}

func refuse(format string, parts ...any) error {
	return fmt.Errorf("%w: %s", ErrNotMPInt, fmt.Sprintf(format, parts...))
}

func appendValue(out []byte, value any, depth int) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return append(out, 0xc0), nil
	case bool:
		if v {
			return append(out, 0xc3), nil
		}
		return append(out, 0xc2), nil
	case int:
		return appendInteger(out, int64(v))
	case int32:
		return appendInteger(out, int64(v))
	case int64:
		return appendInteger(out, v)
	case uint32:
		return appendInteger(out, int64(v))
	case uint64:
		if v > maxInteger {
			return nil, refuse("%d is beyond 2^53-1", v)
		}
		return appendInteger(out, int64(v))
	case string:
		if !utf8.ValidString(v) {
			return nil, refuse("text that is not UTF-8")
		}
		return appendText(out, v)
	case []byte:
		return appendBytes(out, v)
	case []any:
		return appendArray(out, v, depth)
	}
	return nil, refuse("a %T", value)
}

func appendInteger(out []byte, v int64) ([]byte, error) {
	switch {
	case v > maxInteger || v < -maxInteger:
		return nil, refuse("%d is beyond 2^53-1", v)
	case v >= -32 && v < 128:
		return append(out, byte(v)), nil
	case v >= 0 && v <= math.MaxUint8:
		return append(out, 0xcc, byte(v)), nil
	case v >= 0 && v <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(out, 0xcd), uint16(v)), nil
	case v >= 0 && v <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(out, 0xce), uint32(v)), nil
	case v >= 0:
		return binary.BigEndian.AppendUint64(append(out, 0xcf), uint64(v)), nil
	case v >= math.MinInt8:
		return append(out, 0xd0, byte(v)), nil
	case v >= math.MinInt16:
		return binary.BigEndian.AppendUint16(append(out, 0xd1), uint16(v)), nil
	case v >= math.MinInt32:
		return binary.BigEndian.AppendUint32(append(out, 0xd2), uint32(v)), nil
	}
	return binary.BigEndian.AppendUint64(append(out, 0xd3), uint64(v)), nil
}

// A first byte that holds a length itself, below a limit; and those before a length of 1, 2 or 4 bytes, 0 for none.
type lengths struct {
	short byte
	room  int
	wide  [3]byte
}

var (
	textLengths  = lengths{0xa0, 32, [3]byte{0xd9, 0xda, 0xdb}}
	bytesLengths = lengths{0, 0, [3]byte{0xc4, 0xc5, 0xc6}}
	arrayLengths = lengths{0x90, 16, [3]byte{0, 0xdc, 0xdd}}
)

func appendLength(out []byte, size int, kind lengths) ([]byte, error) {
	switch {
	case size < kind.room:
		return append(out, kind.short|byte(size)), nil
	case size <= math.MaxUint8 && kind.wide[0] != 0:
		return append(out, kind.wide[0], byte(size)), nil
	case size <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(out, kind.wide[1]), uint16(size)), nil
	case int64(size) <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(out, kind.wide[2]), uint32(size)), nil
	}
	return nil, refuse("%d parts", size)
}

func appendText(out []byte, v string) ([]byte, error) {
	out, err := appendLength(out, len(v), textLengths)
	return append(out, v...), err
}

func appendBytes(out, v []byte) ([]byte, error) {
	out, err := appendLength(out, len(v), bytesLengths)
	return append(out, v...), err
}

func appendArray(out []byte, values []any, depth int) ([]byte, error) {
	if depth == maxDepth {
		return nil, refuse("more than %d arrays deep", maxDepth)
	}
	out, err := appendLength(out, len(values), arrayLengths)
	for _, value := range values {
		if err != nil {
			return nil, err
		}
		out, err = appendValue(out, value, depth+1)
	}
	return out, err
}

type reader struct {
	data []byte
	at   int
}

func (r *reader) take(size uint64) ([]byte, error) {
	if size > uint64(len(r.data)-r.at) {
		return nil, refuse("bytes end too soon")
	}
	taken := r.data[r.at : r.at+int(size)]
	r.at += int(size)
	return taken, nil
}

func (r *reader) unsigned(size uint64) (uint64, error) {
	taken, err := r.take(size)
	var number uint64
	for _, digit := range taken {
		number = number<<8 | uint64(digit)
	}
	return number, err
}

func (r *reader) text(size uint64) (any, error) {
	taken, err := r.take(size)
	if err == nil && !utf8.Valid(taken) {
		return nil, refuse("text that is not UTF-8")
	}
	return string(taken), err
}

func (r *reader) bin(size uint64) (any, error) {
	taken, err := r.take(size)
	return append([]byte{}, taken...), err
}

func (r *reader) array(size uint64, depth int) (any, error) {
	if depth == maxDepth {
		return nil, refuse("more than %d arrays deep", maxDepth)
	}
	if size > uint64(len(r.data)-r.at) {
		return nil, refuse("bytes end too soon")
	}
	values := make([]any, size)
	for place := range values {
		value, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		values[place] = value
	}
	return values, nil
}

func (r *reader) value(depth int) (any, error) {
	head, err := r.unsigned(1)
	if err != nil {
		return nil, err
	}
	first := byte(head)
	switch {
	case first < 0x80:
		return int64(first), nil
	case first >= 0xe0:
		return int64(int8(first)), nil
	case first >= 0xa0 && first < 0xc0:
		return r.text(uint64(first & 31))
	case first >= 0x90 && first < 0xa0:
		return r.array(uint64(first&15), depth)
	case first == 0xc0:
		return nil, nil
	case first == 0xc2 || first == 0xc3:
		return first == 0xc3, nil
	}
	return r.wide(first, depth)
}

// wide reads a value whose first byte says how many bytes its number or length has.
func (r *reader) wide(first byte, depth int) (any, error) {
	var size uint64
	switch {
	case first >= 0xc4 && first <= 0xc6:
		size = 1 << (first - 0xc4)
	case first >= 0xcc && first <= 0xcf:
		size = 1 << (first - 0xcc)
	case first >= 0xd0 && first <= 0xd3:
		size = 1 << (first - 0xd0)
	case first >= 0xd9 && first <= 0xdb:
		size = 1 << (first - 0xd9)
	case first == 0xdc || first == 0xdd:
		size = 2 << (first - 0xdc)
	default:
		return nil, refuse("a first byte %#x", first)
	}
	number, err := r.unsigned(size)
	if err != nil {
		return nil, err
	}
	switch {
	case first <= 0xc6:
		return r.bin(number)
	case first <= 0xcf:
		if number > maxInteger {
			return nil, refuse("%d is beyond 2^53-1", number)
		}
		return int64(number), nil
	case first <= 0xd3:
		shift := 64 - 8*size
		return int64(number<<shift) >> shift, nil
	case first <= 0xdb:
		return r.text(number)
	}
	return r.array(number, depth)
}
