package verify

import (
	"bytes"
	"encoding/hex"
	"fmt"
)

// Chain is a log that was verified so far: every entry names the hash of the one before. The zero Chain is empty.
// It keeps hashes, not records.
type Chain struct {
	game    []byte
	hashes  [][]byte
	time    int64
	changes []*Entry
}

// Len gives the number of entries.
func (c *Chain) Len() uint64 { return uint64(len(c.hashes)) }

// Game gives the id of the game; nil before the first entry.
func (c *Chain) Game() []byte { return c.game }

// Hash gives the hash of an entry, 32 zero bytes for entry 0, and nil for one that is not there yet.
func (c *Chain) Hash(seq uint64) []byte {
	if seq == 0 {
		return noEntropy
	}
	if seq > c.Len() {
		return nil
	}
	return c.hashes[seq-1]
}

// Append reads and checks the record of the next entry, and keeps its hash.
func (c *Chain) Append(record []byte) (*Entry, error) {
	seq := c.Len() + 1
	entry, err := ParseRecord(record, seq)
	if err != nil {
		return nil, err
	}
	if c.game == nil {
		c.game = entry.Game
	}
	if entry.Seq != seq {
		return nil, notProven("MISSING_ENTRY", c.game, seq, fmt.Sprint(seq), fmt.Sprint(entry.Seq))
	}
	if prev := c.Hash(seq - 1); !bytes.Equal(entry.Prev, prev) {
		return nil, notProven("CHAIN_BREAK", c.game, seq, hex.EncodeToString(prev), hex.EncodeToString(entry.Prev))
	}
	if !bytes.Equal(entry.Game, c.game) {
		return nil, notProven("WRONG_GAME", c.game, seq, hex.EncodeToString(c.game), hex.EncodeToString(entry.Game))
	}
	if entry.Time < c.time {
		return nil, notProven("TIME_REGRESSION", c.game, seq, fmt.Sprintf("%d or later", c.time), fmt.Sprint(entry.Time))
	}
	c.hashes = append(c.hashes, entry.Hash)
	c.time = entry.Time
	if entry.Kind == "ChangeLogKey" {
		c.changes = append(c.changes, entry)
	}
	return entry, nil
}

// VerifyChain reads the records of a whole log, first to last.
func VerifyChain(records [][]byte) (*Chain, []*Entry, error) {
	chain := &Chain{}
	entries := make([]*Entry, 0, len(records))
	for _, record := range records {
		entry, err := chain.Append(record)
		if err != nil {
			return nil, nil, err
		}
		entries = append(entries, entry)
	}
	return chain, entries, nil
}
