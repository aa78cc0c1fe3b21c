package verify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// Streams of dice. Hidden dice of a seat come from stream 1 + seat.
const (
	PublicStream   = 0
	RefereeStream  = 0xfff0
	ReportedStream = 0xffff // thrown on the table: faces that no seed gives
)

const (
	gameSize = 16
	hashSize = 32
	words    = 1 << 32 // values of one word of a block
)

var noEntropy = make([]byte, hashSize)

func tag(name string) []byte {
	return append([]byte("wgdice/1/"+name), 0)
}

func sha(parts ...[]byte) []byte {
	digest := sha256.New()
	for _, part := range parts {
		digest.Write(part)
	}
	return digest.Sum(nil)
}

func mac(key []byte, parts ...[]byte) []byte {
	digest := hmac.New(sha256.New, key)
	for _, part := range parts {
		digest.Write(part)
	}
	return digest.Sum(nil)
}

func u8(value int) []byte { return []byte{byte(value)} }

func u16(value uint64) []byte { return binary.BigEndian.AppendUint16(nil, uint16(value)) }

func u32(value uint64) []byte { return binary.BigEndian.AppendUint32(nil, uint32(value)) }

type sized struct {
	name  string
	bytes []byte
	size  int
}

func demandSizes(parts ...sized) error {
	for _, part := range parts {
		if len(part.bytes) != part.size {
			return fmt.Errorf("%s has %d bytes: give exactly %d", part.name, len(part.bytes), part.size)
		}
	}
	return nil
}

func demandBelow(name string, value, limit uint64) error {
	if value >= limit {
		return fmt.Errorf("%s is %d: give a number below %d", name, value, limit)
	}
	return nil
}

// Commit gives the commitment to the secret of a game.
func Commit(game, secret []byte) ([]byte, error) {
	if err := demandSizes(sized{"game", game, gameSize}, sized{"secret", secret, hashSize}); err != nil {
		return nil, err
	}
	return sha(tag("commit"), game, secret), nil
}

// SeatCommit gives the commitment of a seat to its contribution.
func SeatCommit(game []byte, seat int, contribution []byte) ([]byte, error) {
	err := demandSizes(sized{"game", game, gameSize}, sized{"contribution", contribution, hashSize})
	if err == nil && (seat < 0 || seat > 255) {
		err = fmt.Errorf("seat is %d: give a number from 0 to 255", seat)
	}
	if err != nil {
		return nil, err
	}
	return sha(tag("seat"), game, u8(seat), contribution), nil
}

// StretchEnd gives the secret of the last stretch of a game.
func StretchEnd(secret, game []byte) ([]byte, error) {
	if err := demandSizes(sized{"secret", secret, hashSize}, sized{"game", game, gameSize}); err != nil {
		return nil, err
	}
	return mac(secret, tag("stretches"), game), nil
}

// StretchBefore hashes the secret of a stretch, counted from 1, to that of the one before, or of 1 to the commitment.
func StretchBefore(game []byte, number uint64, secret []byte) ([]byte, error) {
	if err := demandSizes(sized{"game", game, gameSize}, sized{"secret", secret, hashSize}); err != nil {
		return nil, err
	}
	return sha(tag("stretch"), game, u32(number), secret), nil
}

// pack writes contributions; one that is nil is absent.
func pack(slots [][]byte) ([]byte, error) {
	if len(slots) > 255 {
		return nil, fmt.Errorf("%d contributions: give 255 at most", len(slots))
	}
	packed := u8(len(slots))
	for _, slot := range slots {
		if slot == nil {
			packed = append(packed, make([]byte, 1+hashSize)...)
			continue
		}
		if err := demandSizes(sized{"contribution", slot, hashSize}); err != nil {
			return nil, err
		}
		packed = append(append(packed, 1), slot...)
	}
	return packed, nil
}

// Transcript binds the dice to game, commitment, settings and the contributions of the seats, nil for an absent one.
func Transcript(game, commitment, settings []byte, contributions [][]byte) ([]byte, error) {
	err := demandSizes(sized{"game", game, gameSize}, sized{"commitment", commitment, hashSize}, sized{"settings", settings, hashSize})
	if err != nil {
		return nil, err
	}
	packed, err := pack(contributions)
	if err != nil {
		return nil, err
	}
	return sha(tag("transcript"), game, commitment, settings, packed), nil
}

// EpochEntropy gives what a later epoch adds to a stream's key; beacon is nil where there is none.
func EpochEntropy(game []byte, epoch uint64, contributions [][]byte, beacon []byte) ([]byte, error) {
	err := demandSizes(sized{"game", game, gameSize})
	if err == nil {
		err = demandBelow("epoch", epoch, words)
	}
	if err != nil {
		return nil, err
	}
	packed, err := pack(contributions)
	if err != nil {
		return nil, err
	}
	last, err := pack([][]byte{beacon})
	if err != nil {
		return nil, err
	}
	return sha(tag("epoch"), game, u32(epoch), packed, last), nil
}

// StreamKey gives the key of a stream of dice; entropy is nil in epoch 0.
func StreamKey(secret, transcript []byte, epoch, stream uint64, entropy []byte) ([]byte, error) {
	if entropy == nil {
		entropy = noEntropy
	}
	err := demandSizes(sized{"secret", secret, hashSize}, sized{"transcript", transcript, hashSize}, sized{"entropy", entropy, hashSize})
	if err == nil {
		err = demandBelow("epoch", epoch, words)
	}
	if err == nil {
		err = demandBelow("stream", stream, 1<<16)
	}
	if err != nil {
		return nil, err
	}
	return mac(secret, tag("key"), transcript, u32(epoch), u16(stream), entropy), nil
}

// StateKey gives the key of a game's keyed state hashes.
func StateKey(secret, transcript []byte) ([]byte, error) {
	if err := demandSizes(sized{"secret", secret, hashSize}, sized{"transcript", transcript, hashSize}); err != nil {
		return nil, err
	}
	return mac(secret, tag("state"), transcript), nil
}

// KeyedStateHash gives the keyed hash of all tables of a game.
func KeyedStateHash(stateKey, tables []byte) []byte { return mac(stateKey, tables) }

// Block gives eight words for a die: those at place, counted in blocks.
func Block(key []byte, index, sides, place uint64) []byte {
	return mac(key, tag("draw"), u32(index), u32(sides), u32(place))
}

// Uniform gives a number below sides, and how many words it took: words that would favour some are passed over.
func Uniform(key []byte, index, sides uint64) (number, taken uint64, err error) {
	err = demandSizes(sized{"key", key, hashSize})
	if err == nil {
		err = demandBelow("index", index, words)
	}
	if err == nil {
		err = demandBelow("sides", sides, words)
	}
	if err == nil && sides == 0 {
		err = fmt.Errorf("a die of 0 sides")
	}
	if err != nil {
		return 0, 0, err
	}
	limit := words - words%sides
	for place := uint64(0); ; place++ {
		block := Block(key, index, sides, place)
		for at := range uint64(8) {
			word := uint64(binary.BigEndian.Uint32(block[4*at:]))
			if word < limit {
				return word % sides, 8*place + at + 1, nil
			}
		}
	}
}

// Die gives the face of a die, from 1 to sides.
func Die(key []byte, index, sides uint64) (uint64, error) {
	number, _, err := Uniform(key, index, sides)
	return number + 1, err
}

// Draw gives the faces of dice of one size, the first at an index.
func Draw(key []byte, index, sides uint64, count int) ([]uint64, error) {
	faces := make([]uint64, count)
	for place := range faces {
		face, err := Die(key, index+uint64(place), sides)
		if err != nil {
			return nil, err
		}
		faces[place] = face
	}
	return faces, nil
}
