package client

import (
	"context"
	"slices"

	"adjudicator.invalid/client/verify"
)

// WithoutRegister lets seats contribute to games of a service that keeps no public register. A proof that is given is
// verified all the same.
func WithoutRegister() Option { return func(o *options) { o.noRegister = true } }

// Registered verifies that the opening of the game stands in a public register as the first entry has it, by a key that a
// key of the log names, and that the seat has keys of its player alone; a wallet keeps the proof. Nobody contributes to
// the seed of a game before that. It gives nil where there is no proof and the connection was made WithoutRegister.
//
// The error is a *NotProven: REGISTRATION_MISSING, REGISTRY_MISMATCH or GENESIS_INVALID.
func (g *Game) Registered(ctx context.Context) (*verify.Registered, error) {
	g.mutex.Lock()
	known := g.registered
	g.mutex.Unlock()
	if known != nil {
		return known, nil
	}
	facts, err := g.Facts(ctx)
	if err != nil {
		return nil, err
	}
	first, err := g.entry(ctx, 1)
	if err != nil {
		return nil, err
	}
	if err := g.requireOwnKeys(first.Record); err != nil {
		return nil, err
	}
	told := facts.GetRegistration()
	held := g.wallet.inclusions()
	if told == nil && g.service.noRegister && len(held) == 0 {
		return nil, nil
	}
	if told == nil {
		return nil, notProven("REGISTRATION_MISSING", g.id, 1, "a proof that the game stands in a register (WithoutRegister does without)", "none")
	}
	given := verify.Registration{Register: told.GetRegister(), Leaf: told.GetLeaf(), Proof: told.GetProof(), Key: told.GetKey()}
	found, keys, err := g.verifyRegistration(ctx, given, first.Record)
	if err != nil {
		return nil, err
	}
	if err := g.keepOpening(first); err != nil {
		return nil, err
	}
	differs := verify.CompareRegistrations(keys, held, given, g.id) // both are signed, and kept
	err = g.wallet.keep(true, "inclusion", "register", given.Register, "leaf", based(given.Leaf), "proof", given.Proof, "key", given.Key)
	if err := joined(differs, err); err != nil {
		return nil, err
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.registered = found
	return found, nil
}

// verifyRegistration verifies a proof with the keys that are known of this log, or else with those that they led to since;
// it gives those keys too.
func (g *Game) verifyRegistration(ctx context.Context, given verify.Registration, first *verify.Entry) (*verify.Registered, []string, error) {
	keys := g.receipts.keys()
	found, err := verify.VerifyRegistration(keys, given, first)
	if err == nil {
		return found, keys, nil
	}
	more, asked := g.logKeys(ctx)
	if asked != nil || len(more) == len(keys) {
		return nil, nil, joined(err, asked)
	}
	found, err = verify.VerifyRegistration(more, given, first)
	return found, more, err
}

// requireOwnKeys demands that the seat of a player who has keys has no other one, and that with which he signs.
func (g *Game) requireOwnKeys(first *verify.Entry) error {
	if g.key == nil && len(g.otherKeys) == 0 || g.role != "seat" {
		return nil
	}
	seat, err := g.seatNumber()
	if err != nil {
		return err
	}
	if g.key == nil {
		return verify.RequireNoOtherKeys(first, seat, g.otherKeys...)
	}
	return verify.RequireOwnKeys(first, seat, append([][]byte{g.key.Public()}, g.otherKeys...)...)
}

// logKeys gives the keys of the log: those that heads of this game are verified with, and those that they have handed
// on to since.
func (g *Game) logKeys(ctx context.Context) ([]string, error) {
	keys := g.receipts.keys()
	lines, err := g.service.handedOn(ctx)
	for _, line := range lines {
		if !slices.Contains(keys, line) {
			keys = append(keys, line)
		}
	}
	return keys, err
}

// keepOpening keeps the record of the first entry with its receipt, where there is one.
func (g *Game) keepOpening(first *Entry) error {
	for _, receipt := range g.receipts.All() {
		if receipt.Seq == 1 {
			return g.wallet.keepReceipt(receipt.told(), receipt.CommandID, first.GetRecord())
		}
	}
	return nil
}
