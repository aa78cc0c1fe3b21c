package main

import (
	"bytes"
	"fmt"
	"strings"
)

// inclusion is what its holder was given before contributing: a leaf of a register, its proof, and the note that names
// the register's key.
type inclusion struct {
	register   string
	leaf       []byte
	proof, key string
}

// checkInclusions: what was proven to a player before he contributed is what this log was opened with (checks 17 and
// 21). A proof that does not hold proves nothing.
func checkInclusions(entries []*entry, t *terms, all []held, keys *logKeys, out *findings) {
	for _, one := range all {
		if one.wallet == nil || !bytes.Equal(one.game, entries[0].game) {
			continue
		}
		for _, row := range one.wallet.inclusions {
			found, err := row.verify(keys)
			if err != nil {
				out.add("RECEIPT_UNPROVEN", 1, fmt.Sprintf("a proof of this game's opening (%s)", one.source), err)
				continue
			}
			compareOpening(entries, t, found, fmt.Sprintf("it was proven to a holder (%s)", one.source), out)
			checkBefore(entries, found, fmt.Sprintf(" (%s)", one.source), out)
		}
	}
}

// verify gives the opening that a key of the log, over the register's, has proven.
func (i inclusion) verify(keys *logKeys) (leaf, error) {
	key, err := registerKey(i.key, keys)
	if err != nil {
		return leaf{}, err
	}
	if origin, _, _ := strings.Cut(key, "+"); origin != i.register {
		return leaf{}, fmt.Errorf("the key of the register %s, and the wallet names %s", origin, i.register)
	}
	found, err := provenBy(key, i.leaf, i.proof)
	if err == nil && found.kind != "GameOpened" {
		err = fmt.Errorf("a leaf %s, and no opening", found.kind)
	}
	return found, err
}
