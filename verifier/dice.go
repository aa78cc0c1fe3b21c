package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
)

const reported = 0xffff

func mac(key []byte, parts ...[]byte) []byte {
	sum := hmac.New(sha256.New, key)
	for _, part := range parts {
		sum.Write(part)
	}
	return sum.Sum(nil)
}

func tagged(name string) []byte { return []byte("wgdice/1/" + name + "\x00") }

func commitment(game, secret []byte) []byte { return hashed("wgdice/1/commit", game, secret) }

func seatCommitment(game []byte, seat int64, contribution []byte) []byte {
	return hashed("wgdice/1/seat", game, []byte{byte(seat)}, contribution)
}

// slots packs contributions; nil stands for a seat that gave none.
func slots(contributions [][]byte) []byte {
	out := []byte{byte(len(contributions))}
	for _, given := range contributions {
		if given == nil {
			out = append(out, make([]byte, 33)...)
		} else {
			out = append(append(out, 1), given...)
		}
	}
	return out
}

func transcriptOf(game, commitment, settings []byte, contributions [][]byte) []byte {
	return hashed("wgdice/1/transcript", game, commitment, settings, slots(contributions))
}

// officialsPlace is where an opening names its officials: none there says nothing.
const officialsPlace = 22

// settingsOf digests the values of the opening: R of the dice protocol.
func settingsBytes(values []Value) []byte {
	const place = 16
	kept := append([]Value{}, values...)
	if len(kept) > place {
		kept[place] = nil
	}
	for len(kept) > place+1 {
		last := kept[len(kept)-1]
		if rows, isList := last.([]Value); isList && (len(rows) > 0 || len(kept)-1 != officialsPlace) {
			break
		} else if !isList && last != nil && last != int64(0) && last != false {
			break
		}
		kept = kept[:len(kept)-1]
	}
	for len(kept) <= place {
		kept = append(kept, nil)
	}
	return encode(nil, kept)
}

func settingsOf(values []Value) []byte {
	sum := sha256.Sum256(settingsBytes(values))
	return sum[:]
}

// stretchEnd is the secret of the last stretch of a game.
func stretchEnd(secret, game []byte) []byte { return mac(secret, append(tagged("stretches"), game...)) }

// stretchBefore hashes the secret of a stretch, counted from 1, to that of the one before.
func stretchBefore(game []byte, number int64, secret []byte) []byte {
	return hashed("wgdice/1/stretch", game, binary.BigEndian.AppendUint32(nil, uint32(number)), secret)
}

func keyMessage(transcript []byte, epoch, stream int64, entropy []byte) []byte {
	out := append(tagged("key"), transcript...)
	out = binary.BigEndian.AppendUint32(out, uint32(epoch))
	out = binary.BigEndian.AppendUint16(out, uint16(stream))
	return append(out, entropy...)
}

func streamKey(secret, transcript []byte, epoch, stream int64, entropy []byte) []byte {
	return mac(secret, keyMessage(transcript, epoch, stream, entropy))
}

func block(key []byte, index, sides, place int64) []byte {
	out := tagged("draw")
	for _, value := range []int64{index, sides, place} {
		out = binary.BigEndian.AppendUint32(out, uint32(value))
	}
	return mac(key, out)
}

// drawn is a number below `sides`, with what it was made of.
type drawn struct {
	value, used, limit int64
	blocks             [][]byte
}

func uniform(key []byte, index, sides int64) drawn {
	found := drawn{limit: 1<<32 - (1<<32)%sides}
	for place := int64(0); ; place++ {
		words := block(key, index, sides, place)
		found.blocks = append(found.blocks, words)
		for at := 0; at < 8; at++ {
			found.used++
			if word := int64(binary.BigEndian.Uint32(words[4*at:])); word < found.limit {
				found.value = word % sides
				return found
			}
		}
	}
}

func draw(key []byte, index, sides int64, count int) []int64 {
	faces := make([]int64, count)
	for place := range faces {
		faces[place] = uniform(key, index+int64(place), sides).value + 1
	}
	return faces
}
