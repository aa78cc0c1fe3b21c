package client

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// refused makes the error of a command that was not taken: a refusal that is signed is verified and kept, none is taken
// on a state from before the command, and where the game has changed what has come since is read.
func (g *Game) refused(ctx context.Context, err error, p *prepared) error {
	var refused *Refused
	if !errors.As(err, &refused) {
		return err
	}
	if p.covered == nil {
		refused.Signed = nil // whose command it is of is not known: what can not be verified is not handed out
	}
	signed := refused.Signed != nil
	if signed {
		if fault := g.keepRefusal(ctx, refused, p.covered); fault != nil {
			return errors.Join(err, fault)
		}
	}
	if signed || refused.Reason == staleHead { // others may be on no state of the game
		if fault := g.notBefore(refused, p.logged.Head); fault != nil {
			return errors.Join(err, fault)
		}
	}
	return g.readOn(ctx, err, p.logged.Head)
}

// notBefore demands that a refusal was ruled after the entry on which its command was decided, or later.
func (g *Game) notBefore(refused *Refused, head []byte) error {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	seen := g.seqOf(head)
	if refused.Seq >= seen {
		return nil
	}
	due := fmt.Sprintf("a ruling after entry %d, on which the command was decided, or later", seen)
	return notProven("REFUSAL_UNPROVEN", g.id, refused.Seq, due, fmt.Sprintf("one after entry %d", refused.Seq))
}

// keepRefusal verifies that a key of the log has signed this refusal of this command, keeps it, and compares the head that
// it names with the log.
func (g *Game) keepRefusal(ctx context.Context, refused *Refused, covered []byte) error {
	signed := refused.Signed
	keys := g.receipts.keys()
	if !slices.Contains(keys, signed.GetLogKey()) {
		more, err := g.logKeys(ctx)
		if err != nil {
			return err
		}
		keys = more
	}
	found, fault := readRefusal(keys, signed)
	if fault == "" {
		fault = g.differing(found, refused, covered)
	}
	if fault != "" {
		return notProven("REFUSAL_UNPROVEN", g.id, refused.Seq, "a refusal of this command, signed by a key of the log", fault)
	}
	err := g.wallet.keep(true, "refusal", "refusal", based(signed.GetRefusal()), "signature", signed.GetSignature(), "log_key", signed.GetLogKey())
	if err != nil {
		return err
	}
	if err := g.readTo(ctx, found.Seq); err != nil {
		return err
	}
	if due := g.hash(found.Seq); !bytes.Equal(due, found.Head) {
		return twoHeads(g.id, found.Seq, due, found.Head)
	}
	return nil
}

// readRefusal reads a refusal that one of these keys of the log has signed; fault says why it is none.
func readRefusal(keys []string, signed *wargamev1.SignedRefusal) (found *verify.Refusal, fault string) {
	line := signed.GetLogKey()
	if !slices.Contains(keys, line) {
		return nil, "one by " + line
	}
	found, err := verify.VerifyRefusal(line, signed.GetRefusal(), signed.GetSignature())
	if err != nil {
		return nil, err.Error()
	}
	return found, ""
}

// differing says what a signed refusal has otherwise than the command and the refusal beside it; empty where nothing.
func (g *Game) differing(found *verify.Refusal, told *Refused, covered []byte) string {
	first := found.Faults[0]
	switch {
	case !bytes.Equal(found.Game, g.id):
		return "one of game " + hex.EncodeToString(found.Game)
	case !bytes.Equal(found.Command, verify.CommandHash(covered)):
		return "one of another command, " + hex.EncodeToString(found.Command)
	case found.Seq != told.Seq || !bytes.Equal(found.Head, told.Head):
		return fmt.Sprintf("one after entry %d, %x", found.Seq, found.Head)
	case first.Clause != told.Clause || first.Reason != told.Reason || first.Path != told.Path:
		return fmt.Sprintf("one for another reason: %s %s, %s", first.Clause, first.Reason, first.Path)
	}
	return ""
}
