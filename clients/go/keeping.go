package client

import (
	"bytes"
	"errors"
	"fmt"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// commandDomain stands before what a command's signature covers, and in no wallet.
const commandDomain = "wglog/1/cmd\x00"

// openWallet takes over what the wallet held, where nothing else was given.
func (g *Game) openWallet() {
	if g.wallet == nil {
		return
	}
	if !bytes.Equal(g.wallet.game, g.id) {
		fault := fmt.Errorf("%s is for game %x, and this is %x: open one of its own: %w", g.wallet.path, g.wallet.game, g.id, ErrNoWallet)
		g.wallet = &Wallet{fault: fault, notes: map[string]bool{}}
		return
	}
	held := g.wallet.held
	if g.receipts == nil && g.wallet.receipts != nil {
		g.receipts, _ = receiptsIn(held) // verified when the wallet was opened
	}
	if len(held.LogKeys) > 0 && !g.service.keys.published {
		g.service.keys = &trustedKeys{pinned: held.LogKeys[0]}
	}
	for _, row := range held.Seats {
		mine := row.TokenID == g.kid || g.key != nil && bytes.Equal(row.Key, g.key.Public()) // a token may be a new one
		if g.seat < 0 && g.role == "seat" && mine {
			g.seat = row.Seat
		}
	}
	party := g.seat
	if g.role != "seat" {
		party = refereeParty
	}
	if own := held.Own(party); g.contribution == nil && own != nil {
		g.contribution, g.contributed = own, true
	}
	if g.seat >= 0 {
		_ = g.keepSeat() // a line that can not be written is told with the next one
	}
}

// inclusions are what has proven before, in an earlier run, that the game stands in a register.
func (w *Wallet) inclusions() []verify.Registration {
	if w == nil || w.held == nil {
		return nil
	}
	return w.held.Inclusions
}

// comparesOpening compares the first entry with the commitment that an earlier run was told. The error is a *NotProven,
// SEED_COMMIT_MISMATCH.
func (g *Game) comparesOpening(first *verify.Entry) error {
	if g.wallet == nil || g.wallet.held == nil || len(g.wallet.held.Openings) == 0 {
		return nil
	}
	terms, err := verify.ReadTerms(first)
	if err != nil {
		return err
	}
	for _, due := range g.wallet.held.Openings {
		if !bytes.Equal(due, terms.Commitment) {
			return notProven("SEED_COMMIT_MISMATCH", g.id, 1, fmt.Sprintf("%x", due), fmt.Sprintf("%x", terms.Commitment))
		}
	}
	return nil
}

// keepSeat keeps which seat this is, and what it signs with.
func (g *Game) keepSeat() error {
	if g.seat < 0 || g.role != "seat" {
		return nil
	}
	var public []byte
	if g.key != nil {
		public = g.key.Public()
	}
	return g.wallet.keep(false, "seat", "seat", g.seat, "token_id", g.kid, "key", public)
}

// keepKeys keeps the keys that sign the log, the first one that is believed first.
func (g *Game) keepKeys() error {
	for _, line := range g.receipts.keys() {
		if err := g.wallet.keep(false, "log_key", "key", line); err != nil {
			return err
		}
	}
	return nil
}

// keepTerms keeps the commitment of the opening, and the keys that the seats sign with.
func (g *Game) keepTerms(terms *verify.Terms) error {
	if err := g.wallet.keep(false, "opening", "commitment", terms.Commitment); err != nil {
		return err
	}
	for seat, keys := range terms.SeatKeys {
		for _, key := range keys {
			if err := g.wallet.keep(false, "player", "seat", seat, "key", key); err != nil {
				return err
			}
		}
	}
	return nil
}

// keepCommand keeps a command before it is sent, and before it the contribution that it commits to.
func (g *Game) keepCommand(p *prepared, salt []byte) error {
	if given, ok := p.message.(*wargamev1.CommitContribution); ok {
		party, err := g.party()
		if err == nil {
			err = g.wallet.keep(true, "contribution", "seat", party, "contribution", g.contribution, "commitment", given.GetCommitment())
		}
		if err != nil {
			return err
		}
	}
	var secret []byte
	if p.logged.Seal == nil {
		salt = nil
	} else if _, values := splitSecrets(p.message.ProtoReflect()); values != nil {
		data, err := verify.Encode(values)
		if err != nil {
			return err
		}
		secret = data
	}
	covered := bytes.TrimPrefix(p.covered, []byte(commandDomain))
	return g.wallet.keep(true, "command", "command", based(covered), "signature", p.signed, "salt", salt, "secret", based(secret))
}

// keepReceipt keeps a receipt that a key of the log has signed, whatever else it contradicts: then it is a proof. One that
// is signed with a key that is not known is kept as such, where it contradicts what is known.
func (g *Game) keepReceipt(receipt *wargamev1.Receipt, commandID, record []byte) error {
	if g.wallet == nil {
		return nil
	}
	if g.receipts.signed(receipt) != nil {
		if !g.contradicted(receipt) {
			return nil
		}
		return g.wallet.keepUnproven(receipt)
	}
	if err := g.keepKeys(); err != nil { // by which the next run verifies it
		return err
	}
	return g.wallet.keepReceipt(receipt, commandID, record)
}

// contradicted tells whether a receipt is signed with a key that is not known, and has another hash of an entry than is known.
func (g *Game) contradicted(receipt *wargamev1.Receipt) bool {
	head := verify.StrangeHead(g.receipts.keys(), receipt.GetNote())
	if head == nil || !bytes.Equal(head.Game, g.id) || head.Size != receipt.GetSeq() || !bytes.Equal(head.Hash, receipt.GetHash()) {
		return false
	}
	known := g.hash(head.Size)
	return known != nil && !bytes.Equal(known, head.Hash) || g.receipts.Check(head.Size, head.Hash) != nil
}

// joined gives both errors, or the one that there is, as it is.
func joined(err, more error) error {
	switch {
	case err == nil:
		return more
	case more == nil:
		return err
	}
	return errors.Join(err, more)
}
