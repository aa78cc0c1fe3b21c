package verify

import (
	"crypto/ed25519"
	"encoding/hex"
	"slices"
	"strings"
)

// smallOrder has the y of the points of small order, in every spelling: under some of them anybody can sign anything.
var smallOrder = []string{
	strings.Repeat("00", 32),
	"01" + strings.Repeat("00", 31),
	"ec" + strings.Repeat("ff", 30) + "7f",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"ed" + strings.Repeat("ff", 30) + "7f",
	"ee" + strings.Repeat("ff", 30) + "7f",
}

// Verifies tells whether a signature of bytes fits an Ed25519 public key; it never does under a key of small order.
func Verifies(public, data, signature []byte) bool {
	if len(public) != ed25519.PublicKeySize {
		return false
	}
	y := slices.Clone(public)
	y[len(y)-1] &= 0x7f // the highest bit is the sign of x
	return !slices.Contains(smallOrder, hex.EncodeToString(y)) && ed25519.Verify(public, data, signature)
}
