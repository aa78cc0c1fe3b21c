package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
)

func leafHash(data []byte) []byte {
	sum := sha256.Sum256(append([]byte{0}, data...))
	return sum[:]
}

func nodeHash(left, right []byte) []byte {
	sum := sha256.Sum256(append(append([]byte{1}, left...), right...))
	return sum[:]
}

// rising gives the hash of each node on the path of a leaf, and whether the last of them is the root of the tree.
func rising(hash []byte, index, size int64, path [][]byte) ([][]byte, bool) {
	nodes, place, last := [][]byte{}, index, size-1
	for _, beside := range path {
		if last == 0 {
			return nodes, false
		}
		if place%2 == 1 || place == last {
			hash = nodeHash(beside, hash)
			for place%2 == 0 && place > 0 {
				place, last = place/2, last/2
			}
		} else {
			hash = nodeHash(hash, beside)
		}
		nodes = append(nodes, hash)
		place, last = place/2, last/2
	}
	return nodes, last == 0
}

// besidePath gives the hashes beside the path of a leaf, by their level in the tree, from 0, and number there.
func besidePath(index, size int64, path [][]byte) map[[2]int64][]byte {
	found, place, last, level := map[[2]int64][]byte{}, index, size-1, int64(0)
	for _, hash := range path {
		for place == last && place%2 == 0 && place > 0 { // alone at the edge: it goes up as it is
			place, last, level = place/2, last/2, level+1
		}
		found[[2]int64{level, place ^ 1}] = hash
		place, last, level = place/2, last/2, level+1
	}
	return found
}

// otherLeaves finds leaves that two trees have otherwise, by proofs of one leaf in both: what is full in the smaller tree
// never changes, and every hash of it that stands in both paths is compared.
func otherLeaves(one proof, size int64, other proof, otherSize int64) (first, last int64, differ bool) {
	held := besidePath(one.index, size, one.path)
	for node, hash := range besidePath(other.index, otherSize, other.path) {
		from, after := node[1]<<node[0], (node[1]+1)<<node[0]
		known, both := held[node]
		if both && after <= min(size, otherSize) && !bytes.Equal(known, hash) && (!differ || from < first) {
			first, last, differ = from, after-1, true
		}
	}
	return first, last, differ
}

// verifyInclusion checks that the leaf of this hash stands at `index` of the tree (RFC 6962).
func verifyInclusion(hash []byte, index, size int64, path [][]byte, root []byte) error {
	if index < 0 || index >= size {
		return fmt.Errorf("leaf %d of a tree of %d leaves: there is none", index, size)
	}
	nodes, whole := rising(hash, index, size, path)
	if len(nodes) > 0 {
		hash = nodes[len(nodes)-1]
	}
	if !whole || !bytes.Equal(hash, root) {
		return fmt.Errorf("leaf %d is not proven to stand in the tree of %d leaves", index, size)
	}
	return nil
}
