package client

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

const receiptsFormat = "adjudicator-receipts/1"

// Receipts are the signed heads of one game that a client holds, one for each size. They prove what was in the log.
type Receipts struct {
	mutex   sync.Mutex
	game    []byte
	logKeys []string
	kept    map[uint64]Receipt
	heads   map[uint64][]byte // of entries as they were seen: nobody has signed them
}

// Receipt is a signed head that was verified.
type Receipt struct {
	Seq       uint64
	Hash      []byte
	Note      string
	CommandID []byte // of one's own command; empty where the entry is another's
}

// told gives a receipt as the service tells it.
func (r Receipt) told() *wargamev1.Receipt {
	return &wargamev1.Receipt{Seq: r.Seq, Hash: r.Hash, Note: r.Note}
}

// NewReceipts makes an empty set, for heads signed with these verification keys, in the order of their use.
func NewReceipts(game []byte, logKeys ...string) *Receipts {
	return &Receipts{game: game, logKeys: logKeys, kept: map[uint64]Receipt{}, heads: map[uint64][]byte{}}
}

// Add verifies a receipt and keeps it. The error is a *NotProven where it is not signed, where its fields are not those
// of its note, and where there is another head of its size.
func (r *Receipts) Add(receipt *wargamev1.Receipt, commandID []byte) error {
	if err := r.examine(receipt); err != nil {
		return err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	made := Receipt{receipt.GetSeq(), receipt.GetHash(), receipt.GetNote(), commandID}
	if before, known := r.kept[made.Seq]; !known || len(before.CommandID) == 0 {
		r.kept[made.Seq] = made
	}
	return nil
}

// examine verifies a receipt by itself, and that no other head of its size is known.
func (r *Receipts) examine(receipt *wargamev1.Receipt) error {
	if err := r.signed(receipt); err != nil {
		return err
	}
	return r.Check(receipt.GetSeq(), receipt.GetHash())
}

// signed verifies that a key of the log has signed what a receipt says of this game.
func (r *Receipts) signed(receipt *wargamev1.Receipt) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	seq, hash := receipt.GetSeq(), receipt.GetHash()
	head, err := r.read(receipt)
	if err != nil {
		return err
	}
	if head.Size != seq || !bytes.Equal(head.Hash, hash) {
		return notProven("RECEIPT_MISMATCH", r.game, seq, fmt.Sprintf("entry %d, %x", head.Size, head.Hash), fmt.Sprintf("entry %d, %x", seq, hash))
	}
	if !bytes.Equal(head.Game, r.game) {
		return notProven("WRONG_GAME", r.game, seq, hex.EncodeToString(r.game), hex.EncodeToString(head.Game))
	}
	return nil
}

func twoHeads(game []byte, seq uint64, before, found []byte) *NotProven {
	return notProven("TWO_HEADS", game, seq, hex.EncodeToString(before), hex.EncodeToString(found))
}

func (r *Receipts) read(receipt *wargamev1.Receipt) (*verify.Head, error) {
	var first error
	for _, line := range r.logKeys {
		body, err := verify.VerifyNote(line, receipt.GetNote())
		if err == nil {
			return verify.ReadHead(body)
		}
		first = cmp.Or(first, err)
	}
	found := "no key to verify it with"
	if fault := asNotProven(first); fault != nil {
		found = fault.Found
	} else if first != nil {
		found = first.Error()
	}
	return nil, notProven("HEAD_SIGNATURE_INVALID", r.game, receipt.GetSeq(), "a note signed with the log key", found)
}

// Check compares the hash of an entry with the receipt of its size, or with what was seen of it, where there is one.
func (r *Receipts) Check(seq uint64, hash []byte) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	known := r.heads[seq]
	if kept, signed := r.kept[seq]; signed {
		known = kept.Hash
	}
	if known != nil && !bytes.Equal(known, hash) {
		return twoHeads(r.game, seq, known, hash)
	}
	return nil
}

// saw notes the hash of an entry that an earlier run has seen.
func (r *Receipts) saw(seq uint64, hash []byte) error {
	if err := r.Check(seq, hash); err != nil {
		return err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.heads[seq] = hash
	return nil
}

// keys gives the keys that heads may be signed with, in order.
func (r *Receipts) keys() []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.Clone(r.logKeys)
}

// trust adds keys that heads may be signed with.
func (r *Receipts) trust(lines ...string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, line := range lines {
		if !slices.Contains(r.logKeys, line) {
			r.logKeys = append(r.logKeys, line)
		}
	}
}

// Game gives the id of the game.
func (r *Receipts) Game() []byte { return r.game }

// All gives the receipts by number of the entry.
func (r *Receipts) All() []Receipt {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.SortedFunc(maps.Values(r.kept), func(a, b Receipt) int { return cmp.Compare(a.Seq, b.Seq) })
}

// receiptsFile is the file of Save: JSON, the same in the clients of all languages.
type receiptsFile struct {
	Format   string        `json:"format"`
	Game     string        `json:"game"`
	LogKeys  []string      `json:"log_keys"`
	Receipts []receiptLine `json:"receipts"`
}

type receiptLine struct {
	Seq       uint64 `json:"seq"`
	Hash      string `json:"hash"`
	Note      string `json:"note"`
	CommandID string `json:"command_id"`
}

// Save writes the receipts to a file, which is replaced as a whole.
func (r *Receipts) Save(path string) error {
	file := receiptsFile{receiptsFormat, hex.EncodeToString(r.game), r.logKeys, []receiptLine{}}
	for _, kept := range r.All() {
		line := receiptLine{kept.Seq, hex.EncodeToString(kept.Hash), kept.Note, hex.EncodeToString(kept.CommandID)}
		file.Receipts = append(file.Receipts, line)
	}
	data, err := json.MarshalIndent(file, "", " ")
	if err != nil {
		return err
	}
	made, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = made.Write(append(data, '\n'))
	if err = cmp.Or(err, made.Sync(), made.Close()); err == nil {
		err = os.Rename(made.Name(), path)
	}
	if err != nil {
		os.Remove(made.Name())
	}
	return err
}

// LoadReceipts reads a file of receipts and verifies every note under the keys that it names. Whether those are the
// service's keys is seen when a game is played on with them.
func LoadReceipts(path string) (*Receipts, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file receiptsFile
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("%s holds no receipts: %w", path, err)
	}
	game, err := hex.DecodeString(file.Game)
	if file.Format != receiptsFormat || err != nil || len(game) != idSize {
		return nil, fmt.Errorf("%s holds no receipts of the format %s", path, receiptsFormat)
	}
	receipts := NewReceipts(game, file.LogKeys...)
	for _, line := range file.Receipts {
		hash, errHash := hex.DecodeString(line.Hash)
		id, errID := hex.DecodeString(line.CommandID)
		if err := cmp.Or(errHash, errID); err != nil {
			return nil, fmt.Errorf("%s: the receipt of entry %d: %w", path, line.Seq, err)
		}
		if err := receipts.Add(&wargamev1.Receipt{Seq: line.Seq, Hash: hash, Note: line.Note}, id); err != nil {
			return nil, err
		}
	}
	return receipts, nil
}
