package client

import (
	"context"

	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// prove verifies a receipt, that of the opening before it, and keeps what was signed: with the record of its entry, where
// that is at hand.
func (g *Game) prove(ctx context.Context, receipt *wargamev1.Receipt, commandID, record []byte) error {
	g.mutex.Lock()
	first := g.first
	g.mutex.Unlock()
	if first != nil {
		if err := g.proveOne(ctx, first, nil, nil); err != nil {
			return err // and the next time it is verified again
		}
		g.mutex.Lock()
		g.first = nil
		g.mutex.Unlock()
	}
	return g.proveOne(ctx, receipt, commandID, record)
}

func (g *Game) proveOne(ctx context.Context, receipt *wargamev1.Receipt, commandID, record []byte) error {
	err := g.proven(ctx, receipt, commandID)
	if err != nil {
		record = nil
	}
	return joined(err, g.keepReceipt(receipt, commandID, record))
}

// proven verifies a receipt: its note is signed with a key in force, its entry is in the chain, and no other head of its
// size was seen.
func (g *Game) proven(ctx context.Context, receipt *wargamev1.Receipt, commandID []byte) error {
	pinned, err := g.service.LogKey(ctx)
	if err != nil {
		return err
	}
	g.receipts.trust(pinned) // what it has signed is kept, though the first entry may be another
	lines, err := g.headKeys(ctx)
	if err != nil {
		return err
	}
	g.receipts.trust(lines...)
	if err := g.readTo(ctx, max(receipt.GetSeq(), 1)); err != nil {
		return err
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for _, line := range lines {
		for _, key := range g.chain.LogKeys(line) {
			g.receipts.trust(key.Line)
		}
	}
	if err := g.receipts.examine(receipt); err != nil {
		return err
	}
	var fault error
	for _, line := range lines { // the key that counts is the one in force at that size
		_, err := g.chain.VerifyHead(line, receipt.GetNote())
		if err == nil {
			return g.receipts.Add(receipt, commandID)
		}
		if found := asNotProven(err); fault == nil || found != nil && found.Check != "HEAD_SIGNATURE_INVALID" {
			fault = err
		}
	}
	return fault
}

// headKeys gives the keys that heads of this game may be signed with, besides those that they hand on to.
func (g *Game) headKeys(ctx context.Context) ([]string, error) {
	terms, err := g.knownTerms(ctx)
	if err != nil {
		return nil, err
	}
	pinned, err := g.service.LogKey(ctx)
	if err != nil || terms.LogKey == pinned {
		return []string{pinned}, err
	}
	trusted, err := g.service.trusted(ctx, terms.LogKey)
	if trusted {
		return []string{pinned, terms.LogKey}, nil
	}
	return []string{pinned}, err
}
