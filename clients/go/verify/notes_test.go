package verify

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

// What others sign beneath a note has an end: sixteen signatures and a length, so that wallets cannot be filled.
func TestWhatOthersSignBeneathANoteHasAnEnd(t *testing.T) {
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	raw := append([]byte{1}, private.Public().(ed25519.PublicKey)...)
	id := sha([]byte("log\n"), raw)[:4]
	line := "log+" + hex.EncodeToString(id) + "+" + base64.StdEncoding.EncodeToString(raw)
	signature := base64.StdEncoding.EncodeToString(append(id, ed25519.Sign(private, []byte("text\n"))...))
	note := "text\n\n" + dash + " log " + signature + "\n"
	other := dash + " other " + signature + "\n"
	if found, err := VerifyNote(line, note+strings.Repeat(other, 15)); err != nil || found != "text\n" {
		t.Fatalf("sixteen signatures: %q, %v", found, err)
	}
	longer := dash + " " + strings.Repeat("x", 600) + " " + signature + "\n"
	for _, more := range []string{strings.Repeat(other, 16), strings.Repeat(longer, 15)} {
		if _, err := VerifyNote(line, note+more); err == nil {
			t.Errorf("%d bytes more beneath a note were taken", len(more))
		}
	}
}
