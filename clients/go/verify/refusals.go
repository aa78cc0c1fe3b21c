package verify

import (
	"errors"
)

const refusalDomain = "wglog/1/refusal\x00"

// Refusal is what the service signs of a command that it did not take: on which head it was ruled, when, and why.
type Refusal struct {
	Game    []byte
	Seq     uint64 // the entry after which it was ruled
	Head    []byte // the hash of that entry
	Time    int64  // ms since 1970
	Command []byte // hash of what the command's signature covers, see CommandHash
	Faults  []RefusedFor
	Left    uint64 // faults that did not fit
}

// RefusedFor is one reason of a refusal. Facts are int64 or string.
type RefusedFor struct {
	Clause, Reason, Path string
	Facts                []Fact
}

// Fact is a fact of a refusal by its name.
type Fact struct {
	Name  string
	Value any
}

// CommandHash is the hash by which a refusal names its command; signed is what SigningBytes gives.
func CommandHash(signed []byte) []byte { return sha(signed) }

// ReadRefusal reads the bytes of a refusal. Whether they are signed has still to be verified.
func ReadRefusal(data []byte) (*Refusal, error) {
	value, err := Decode(data)
	if err != nil {
		return nil, err
	}
	f := fields{values: list(value)}
	f.want(8)
	found := &Refusal{
		Game: f.bytes(1, gameSize), Seq: f.natural(2), Head: f.bytes(3, hashSize), Time: int64(f.natural(4)),
		Command: f.bytes(5, hashSize), Left: f.natural(7),
	}
	format := f.number(0)
	for _, row := range f.list(6) {
		found.Faults = append(found.Faults, refusedFor(&f, row))
	}
	if f.fault != nil || format != 1 || len(found.Faults) == 0 {
		return nil, errors.New("no refusal of format 1")
	}
	return found, nil
}

func refusedFor(f *fields, row any) RefusedFor {
	part := fields{values: list(row)}
	part.want(4)
	fault := RefusedFor{Clause: part.text(0), Reason: part.text(1), Path: part.text(2)}
	for _, row := range part.list(3) {
		fact := fields{values: list(row)}
		fact.want(2)
		made := Fact{fact.text(0), fact.at(1)}
		switch made.Value.(type) {
		case string, int64:
		default:
			fact.fail("text or number")
		}
		fault.Facts = append(fault.Facts, made)
		part.join(&fact)
	}
	f.join(&part)
	return fault
}

// VerifyRefusal reads a refusal that the log key of this line has signed.
func VerifyRefusal(line string, data, signature []byte) (*Refusal, error) {
	key, err := ReadVerifyKey(line)
	if err != nil {
		return nil, err
	}
	if !Verifies(key.Public, append([]byte(refusalDomain), data...), signature) {
		return nil, errors.New("no signature by that key")
	}
	return ReadRefusal(data)
}
