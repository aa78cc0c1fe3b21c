package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/transparency-dev/formats/log"
	fnote "github.com/transparency-dev/formats/note"
	"github.com/transparency-dev/formats/proof"
	"github.com/transparency-dev/formats/witness"
	merkle "github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/transparency-dev/tessera/client"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type checked struct {
	Size         int64 `json:"size"`
	Entries      int   `json:"entries"`
	Inclusions   int   `json:"inclusions"`
	Consistent   int   `json:"consistent"`
	Cosignatures int   `json:"cosignatures"`
	Quorum       bool  `json:"quorum"`
}

// tiles gives the tiles of the standard to sumdb's reader, whose own names carry the height.
type tiles struct{ folder string }

func (t tiles) Height() int                         { return 8 }
func (t tiles) SaveTiles(_ []tlog.Tile, _ [][]byte) {}
func (t tiles) path(tile tlog.Tile) string {
	return strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
}
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	found := make([][]byte, len(wanted))
	for i, tile := range wanted {
		data, err := os.ReadFile(filepath.Join(t.folder, t.path(tile)))
		if err != nil {
			return nil, err
		}
		found[i] = data
	}
	return found, nil
}

func check(folder string, asked request) (any, error) {
	raw, err := os.ReadFile(filepath.Join(folder, "checkpoint"))
	if err != nil {
		return nil, err
	}
	verifier, err := note.NewVerifier(asked.VKey)
	if err != nil {
		return nil, fmt.Errorf("vkey: %w", err)
	}
	tree, err := sumdbTree(raw, verifier)
	if err != nil {
		return nil, err
	}
	done := checked{Size: tree.N}
	reader := tlog.TileHashReader(tree, tiles{folder})
	if done.Entries, err = sumdbEntries(folder, tree, reader); err != nil {
		return nil, fmt.Errorf("sumdb: %w", err)
	}
	if done.Consistent, err = sumdbEarlier(asked.Earlier, verifier, tree, reader); err != nil {
		return nil, fmt.Errorf("sumdb: %w", err)
	}
	if err := tesseraClient(folder, raw, asked, verifier); err != nil {
		return nil, fmt.Errorf("tessera: %w", err)
	}
	for _, given := range asked.Proofs {
		if err := readProof(given, verifier); err != nil {
			return nil, fmt.Errorf("proof: %w", err)
		}
		done.Inclusions++
	}
	return cosigned(done, raw, asked, verifier)
}

func sumdbTree(raw []byte, verifier note.Verifier) (tlog.Tree, error) {
	opened, err := note.Open(raw, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, fmt.Errorf("sumdb note: %w", err)
	}
	lines := strings.Split(opened.Text, "\n")
	var tree tlog.Tree
	if lines[0] != verifier.Name() {
		return tree, fmt.Errorf("origin %q of a checkpoint signed by %q", lines[0], verifier.Name())
	}
	if _, err := fmt.Sscanf(lines[1], "%d", &tree.N); err != nil {
		return tree, err
	}
	tree.Hash, err = tlog.ParseHash(lines[2])
	return tree, err
}

// sumdbEntries proves every entry of every bundle with sumdb's own proofs.
func sumdbEntries(folder string, tree tlog.Tree, reader tlog.HashReader) (int, error) {
	for n := int64(0); n < tree.N; n++ {
		leaf, err := entryAt(folder, n, tree.N)
		if err != nil {
			return 0, err
		}
		proven, err := tlog.ProveRecord(tree.N, n, reader)
		if err != nil {
			return 0, err
		}
		if err := tlog.CheckRecord(proven, tree.N, tree.Hash, n, tlog.RecordHash(leaf)); err != nil {
			return 0, fmt.Errorf("entry %d: %w", n, err)
		}
	}
	return int(tree.N), nil
}

func entryAt(folder string, n, size int64) ([]byte, error) {
	width := int64(256)
	if (n/256+1)*256 > size {
		width = size % 256
	}
	tile := tlog.Tile{H: 8, L: -1, N: n / 256, W: int(width)}
	name := strings.Replace(tile.Path(), "tile/8/data/", "tile/entries/", 1)
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return nil, err
	}
	for skip := n % 256; ; skip-- {
		length := int(binary.BigEndian.Uint16(data))
		if skip == 0 {
			return data[2 : 2+length], nil
		}
		data = data[2+length:]
	}
}

func sumdbEarlier(earlier []string, verifier note.Verifier, tree tlog.Tree, reader tlog.HashReader) (int, error) {
	for _, raw := range earlier {
		old, err := sumdbTree([]byte(raw), verifier)
		if err != nil {
			return 0, err
		}
		proven, err := tlog.ProveTree(tree.N, old.N, reader)
		if err != nil {
			return 0, err
		}
		if err := tlog.CheckTree(proven, tree.N, tree.Hash, old.N, old.Hash); err != nil {
			return 0, fmt.Errorf("from %d: %w", old.N, err)
		}
	}
	return len(earlier), nil
}

// tesseraClient follows the register from each earlier checkpoint, as a client of Tessera does.
func tesseraClient(folder string, raw []byte, asked request, verifier note.Verifier) error {
	ctx := context.Background()
	files := client.FileFetcher{Root: folder}
	for _, before := range append(asked.Earlier, string(raw)) {
		follow, err := client.NewLogStateTracker(ctx, files.ReadTile, []byte(before), verifier, verifier.Name(), client.UnilateralConsensus(files.ReadCheckpoint))
		if err != nil {
			return err
		}
		if _, _, _, err := follow.Update(ctx); err != nil {
			return err
		}
	}
	return nil
}

// readProof reads a proof that stands alone, and checks it with transparency-dev's own Merkle proofs.
func readProof(given proofCase, verifier note.Verifier) error {
	var read proof.TLogProof
	if err := read.Unmarshal([]byte(given.Text)); err != nil {
		return err
	}
	if written := read.Marshal(); !bytes.Equal(written, []byte(given.Text)) {
		return fmt.Errorf("they write another text:\n%s", written)
	}
	signed, _, _, err := log.ParseCheckpoint(read.Checkpoint, verifier.Name(), verifier)
	if err != nil {
		return err
	}
	hashes := make([][]byte, len(read.Hashes))
	for i := range read.Hashes {
		hashes[i] = read.Hashes[i][:]
	}
	hashed := rfc6962.DefaultHasher.HashLeaf(given.Leaf)
	return merkle.VerifyInclusion(rfc6962.DefaultHasher, read.Index, signed.Size, hashed, hashes, signed.Hash)
}

func cosigned(done checked, raw []byte, asked request, verifier note.Verifier) (any, error) {
	var witnesses []note.Verifier
	for _, key := range asked.Witnesses {
		found, err := fnote.NewVerifierForCosignatureV1(key)
		if err != nil {
			return nil, fmt.Errorf("witness: %w", err)
		}
		witnesses = append(witnesses, found)
	}
	_, _, opened, err := log.ParseCheckpoint(raw, verifier.Name(), verifier, witnesses...)
	if err != nil {
		return nil, err
	}
	done.Cosignatures = len(opened.Sigs) - 1
	if asked.Policy != "" {
		policy, err := witness.ParsePolicy([]byte(asked.Policy))
		if err != nil {
			return nil, fmt.Errorf("policy: %w", err)
		}
		done.Quorum = policy.Satisfied(raw)
	}
	return done, nil
}
