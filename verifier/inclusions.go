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
// 21); and all proofs are of one register, which only grew, whoever was given them. A proof that does not hold proves
// nothing.
func checkInclusions(entries []*entry, t *terms, all []held, keys *logKeys, out *findings) {
	var told []shownTree
	for _, one := range all {
		if one.wallet == nil || !bytes.Equal(one.game, entries[0].game) {
			continue
		}
		for _, row := range one.wallet.inclusions {
			key, found, point, err := row.verify(keys)
			if err != nil {
				out.add("RECEIPT_UNPROVEN", 1, fmt.Sprintf("a proof of this game's opening (%s)", one.source), err)
				continue
			}
			compareOpening(entries, t, found, fmt.Sprintf("it was proven to a holder (%s)", one.source), out)
			checkBefore(entries, found, fmt.Sprintf(" (%s)", one.source), out)
			told = append(told, shownTree{key, row.leaf, found.proof, point, one.source})
			compareShown(told, out)
		}
	}
}

// shownTree is what was proven to a holder: the leaf, its place, and the tree that the register of this key has signed.
type shownTree struct {
	key    string
	leaf   []byte
	proof  proof
	point  checkpoint
	source string
}

// compareShown compares the last proof with those before it: two that differ prove that players were shown two registers.
func compareShown(told []shownTree, out *findings) {
	now := told[len(told)-1]
	for _, before := range told[:len(told)-1] {
		if another := before.otherHistory(now); another != "" {
			expected := fmt.Sprintf("the register %s as it was proven to a holder (%s)", before.point.origin, before.source)
			out.add(mismatch, 1, expected, fmt.Sprintf("%s (%s)", another, now.source))
			return
		}
	}
}

// otherHistory says how two proofs are not of one tree that only grew; empty where they may be.
func (s shownTree) otherHistory(now shownTree) string {
	if s.key != now.key {
		return "another register, " + now.key
	}
	if s.proof.index != now.proof.index || !bytes.Equal(s.leaf, now.leaf) {
		return fmt.Sprintf("leaf %d with another opening of the game, and not leaf %d", now.proof.index, s.proof.index)
	}
	if s.point.size == now.point.size && !bytes.Equal(s.point.root, now.point.root) {
		return fmt.Sprintf("another root of %d leaves", now.point.size)
	}
	if first, last, differ := otherLeaves(s.proof, s.point.size, now.proof, now.point.size); differ {
		return fmt.Sprintf("other leaves %d to %d: trees of %d and %d leaves", first, last, s.point.size, now.point.size)
	}
	return ""
}

// verify gives the opening that a key of the log, over the register's, has proven, that key, and the tree.
func (i inclusion) verify(keys *logKeys) (string, leaf, checkpoint, error) {
	key, err := registerKey(i.key, keys)
	if err != nil {
		return "", leaf{}, checkpoint{}, err
	}
	if origin, _, _ := strings.Cut(key, "+"); origin != i.register {
		return "", leaf{}, checkpoint{}, fmt.Errorf("the key of the register %s, and the wallet names %s", origin, i.register)
	}
	found, point, err := provenBy(key, i.leaf, i.proof)
	if err == nil && found.kind != "GameOpened" {
		err = fmt.Errorf("a leaf %s, and no opening", found.kind)
	}
	return key, found, point, err
}
