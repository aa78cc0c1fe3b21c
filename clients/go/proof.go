package client

import (
	"bytes"
	"context"
	"fmt"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// Proof says how much of a game was verified.
type Proof struct {
	Entries    int
	Void       int // entries that do not stand, since the game went back before them
	Receipts   int
	Signatures int // of commands of seats
	Openings   int // of sealed parts that this party may see
	Dice       int // 0 before the secret is revealed
	Revealed   bool
	Head       []byte
}

// Verify checks the whole game again, from its first entry: the chain, every receipt, signatures of commands, openings
// of sealed parts; and once the secret is revealed the seats' contributions, among them one's own, and every die.
func (g *Game) Verify(ctx context.Context) (*Proof, error) {
	facts, err := g.Facts(ctx)
	if err != nil {
		return nil, err
	}
	entries, openings, err := g.all(ctx, facts.GetReceipt().GetSeq())
	if err != nil {
		return nil, err
	}
	proof := &Proof{Entries: len(entries), Revealed: verify.Revealed(entries), Head: entries[len(entries)-1].Hash}
	void, err := verify.VoidEntries(entries)
	if err != nil {
		return nil, err
	}
	proof.Void = len(void)
	if proof.Receipts, err = g.checkReceipts(ctx); err != nil {
		return nil, err
	}
	if proof.Signatures, err = verify.VerifySignatures(entries); err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if err := entry.CheckOpenings(openings[entry.Seq]); err != nil {
			return nil, err
		}
		proof.Openings += len(openings[entry.Seq])
	}
	if err := g.checkContribution(entries); err != nil || !(proof.Revealed || g.terms.Stretches > 0) {
		return proof, err
	}
	proof.Dice, err = verify.VerifyDice(entries, openings)
	return proof, err
}

// WaitForReveal waits until the service has shown the secret of the dice.
func (g *Game) WaitForReveal(ctx context.Context) error {
	for entry, err := range g.Watch(ctx, 0) {
		if err != nil {
			return err
		}
		if entry.GetCommand() == "Reveal" {
			break
		}
	}
	return nil
}

// all reads the log up to an entry, with a chain of its own, and compares it with the one that was kept.
func (g *Game) all(ctx context.Context, last uint64) ([]*verify.Entry, map[uint64][]verify.Opening, error) {
	var chain verify.Chain
	var entries []*verify.Entry
	openings := map[uint64][]verify.Opening{}
	for entry, err := range g.follow(ctx, 0, reading{upTo: last, reach: true}) {
		if err != nil {
			return nil, nil, err
		}
		record, err := chain.Append(entry.Record.Record)
		if err != nil {
			return nil, nil, err
		}
		entries = append(entries, record)
		for _, opening := range entry.GetOpenings() {
			openings[record.Seq] = append(openings[record.Seq], openingOf(opening))
		}
	}
	if len(entries) == 0 {
		return nil, nil, notProven("TRUNCATED_LOG", g.id, 0, fmt.Sprintf("%d entries", last), "none")
	}
	return entries, openings, nil
}

func openingOf(found *wargamev1.Opening) verify.Opening {
	return verify.Opening{Owner: partyNumber(found.GetOwner()), Part: int(found.GetPart()), Salt: found.GetSalt(), Data: found.GetData()}
}

// checkReceipts verifies every receipt against the chain, and gives how many there are.
func (g *Game) checkReceipts(ctx context.Context) (int, error) {
	kept := g.receipts.All()
	for _, receipt := range kept {
		if err := g.proven(ctx, receipt.told(), receipt.CommandID); err != nil {
			return 0, err
		}
	}
	return len(kept), nil
}

// checkContribution sees to it that what this client contributed to the seed stands in the log.
func (g *Game) checkContribution(entries []*verify.Entry) error {
	g.mutex.Lock()
	contributed := g.contributed
	g.mutex.Unlock()
	if !contributed {
		return nil
	}
	party, err := g.party()
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Kind != "OpenContribution" || entry.Actor.Party != int64(party) || len(entry.Values) == 0 {
			continue
		}
		// neither is repeated: what was contributed here may be secret still
		if found, _ := entry.Values[0].([]byte); !bytes.Equal(found, g.contribution) {
			return notProven("CONTRIBUTION_MISMATCH", g.id, entry.Seq, "what was contributed here", "other bytes")
		}
	}
	return nil
}
