package client

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"adjudicator.invalid/client/verify"
)

// Statement states the last entry of the log that this party has seen, signed with the key of its seat: a note for the
// opponent to keep, who can be given it without the service. An audit compares it with the log.
func (g *Game) Statement(ctx context.Context) (string, error) {
	if g.key == nil || g.role != "seat" {
		return "", errors.New("a statement is a seat's: give the game the token and the key of one")
	}
	seat, err := g.statingSeat(ctx)
	if err != nil {
		return "", err
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	size := g.chain.Len()
	return verify.SignStatement(g.id, seat, size, g.chain.Hash(size), g.key.Public(), g.key.Sign), nil
}

// statingSeat gives the number of the seat; of a game that was not looked at yet the log is read.
func (g *Game) statingSeat(ctx context.Context) (int, error) {
	g.mutex.Lock()
	read := g.chain.Len() > 0
	g.mutex.Unlock()
	if !read {
		if _, err := g.Facts(ctx); err != nil {
			return -1, err
		}
	}
	return g.seatNumber()
}

// TakeStatement verifies a statement that another seat has given, keeps it in the wallet, and compares it with what is
// known here. It tells whether that entry is known here: only then the two have been compared.
//
// The error is a *NotProven: STATEMENT_UNPROVEN where it is not signed by the seat that it names, or of another game, and
// STATEMENT_CONTRADICTED where that seat has seen another history. What is no statement at all is another error.
func (g *Game) TakeStatement(ctx context.Context, note string) (known bool, err error) {
	stated, err := verify.ReadStatement(note)
	if err != nil {
		return false, err
	}
	if _, err := g.knownTerms(ctx); err != nil {
		return false, err
	}
	g.mutex.Lock()
	keys, hash := g.seatKeys[stated.Seat], g.chain.Hash(stated.Size)
	g.mutex.Unlock()
	if err := stated.Verify(g.id, keys); err != nil {
		return false, err
	}
	if err := g.wallet.keep(false, "statement", "note", note); err != nil {
		return false, err
	}
	if hash != nil && !bytes.Equal(hash, stated.Hash) {
		found := fmt.Sprintf("%x, by seat %d", stated.Hash, stated.Seat)
		return true, notProven("STATEMENT_CONTRADICTED", g.id, stated.Size, hex.EncodeToString(hash)+", as it was seen here", found)
	}
	return hash != nil, nil
}
