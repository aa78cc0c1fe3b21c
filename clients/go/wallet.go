package client

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// ErrNoWallet is wrapped where a file is no wallet of the game, or others may read it. The file is left as it is.
var ErrNoWallet = errors.New("no wallet of this game that is its holder's alone")

// unprovenMost bounds what a service can make as many of as it likes: a wallet that is too large is read by nobody.
const unprovenMost = 64

// Wallet is a file of what one party of a game was given and gave (adjudicator-wallet/1). Lines are only appended, none
// twice, each handed to the system whole; contributions and commands are on the disk before they are sent. Nobody else
// may read it, and no token or private key is in it. It may be used by several goroutines at once.
type Wallet struct {
	path     string
	game     []byte
	held     *verify.Wallet
	receipts *Receipts // that it held, verified; nil where it held no key of the log

	mutex    sync.Mutex
	file     *os.File
	lines    map[[sha256.Size]byte]bool
	notes    map[string]bool // of receipts
	unproven map[string]bool // notes of heads under keys that nobody knows
	fault    error           // of the first line that could not be written: none comes behind it
}

// OpenWallet opens the wallet of a game, or makes it. A last line that a crash has cut is taken away; no
// link is followed. All receipts in it
// are verified; errors are those of files, those that wrap ErrNoWallet, and *NotProven.
func OpenWallet(path string, game []byte) (*Wallet, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() { // nothing is opened that waits, or is elsewhere
		return nil, fmt.Errorf("%s is no file of its own, or a link to one: name the file: %w", path, ErrNoWallet)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	w := &Wallet{
		path: path, game: bytes.Clone(game), file: file, lines: map[[sha256.Size]byte]bool{}, notes: map[string]bool{},
		unproven: map[string]bool{},
	}
	if err := alone(file, w.begin); err != nil {
		file.Close()
		return nil, err
	}
	return w, nil
}

// Held gives what the wallet held when it was opened.
func (w *Wallet) Held() *verify.Wallet { return w.held }

func (w *Wallet) String() string { return fmt.Sprintf("wallet of game %x at %s", w.game, w.path) }

// Close puts everything on the disk, and closes the file. A game that has it can neither read nor give any more.
func (w *Wallet) Close() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if errors.Is(w.fault, os.ErrClosed) {
		return nil
	}
	err := errors.Join(w.file.Sync(), w.file.Close())
	w.fault = fmt.Errorf("%s: %w", w.path, os.ErrClosed)
	return err
}

// begin reads what is there, and writes the first line where nothing is.
func (w *Wallet) begin() error {
	info, err := w.file.Stat()
	if err != nil {
		return err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s can be read by others, and holds what is secret until it is opened: chmod 600 it: %w", w.path, ErrNoWallet)
	}
	if there, err := os.Lstat(w.path); err != nil || !os.SameFile(there, info) {
		return fmt.Errorf("%s was another file when it was opened, or is a link: name the file: %w", w.path, ErrNoWallet)
	}
	data, err := io.ReadAll(io.LimitReader(w.file, verify.WalletMost+1))
	if err != nil {
		return err
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	title := lineOf("format", verify.WalletFormat, "game", hex.EncodeToString(w.game))
	spaced := strings.NewReplacer(`":"`, `": "`, `","`, `", "`).Replace(string(title)) // as other programs write it
	begun := bytes.HasPrefix(title, data) || strings.HasPrefix(spaced, string(data))
	if len(whole) == 0 && !begun {
		return fmt.Errorf("%s has no first line of a wallet: name another file: %w", w.path, ErrNoWallet)
	}
	text := whole
	if len(whole) == 0 {
		text = title
	}
	if len(data) > verify.WalletMost {
		return fmt.Errorf("%s has more than the %d bytes of a wallet: name another file: %w", w.path, verify.WalletMost, ErrNoWallet)
	}
	if err := w.read(text); err != nil {
		return err
	}
	if len(whole) < len(data) { // a crash has cut the last line
		if err := w.file.Truncate(int64(len(whole))); err != nil {
			return err
		}
	}
	if len(whole) > 0 {
		return w.file.Sync() // lines of a run that ended before they were on the disk are not written again
	}
	if _, err := w.file.Write(title); err != nil {
		return err
	}
	return errors.Join(w.file.Sync(), syncFolder(w.path))
}

// syncFolder puts the name of a new file on the disk.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

func (w *Wallet) read(data []byte) error {
	var err error
	if w.held, err = verify.ReadWallet(data); err != nil {
		return fmt.Errorf("%s: %w: %w", w.path, err, ErrNoWallet)
	}
	if !bytes.Equal(w.held.Game, w.game) {
		return fmt.Errorf("%s is of game %x: name another file: %w", w.path, w.held.Game, ErrNoWallet)
	}
	for line := range bytes.Lines(data) {
		w.lines[sha256.Sum256(line)] = true
	}
	for _, row := range w.held.Receipts {
		w.notes[row.Note] = true
	}
	for _, row := range w.held.Unproven {
		w.unproven[row.Note] = true
	}
	w.receipts, err = receiptsIn(w.held)
	return err
}

// receiptsIn verifies the receipts of a wallet; nil where it has no key to do it with.
func receiptsIn(held *verify.Wallet) (*Receipts, error) {
	if len(held.LogKeys) == 0 {
		return nil, nil
	}
	found := NewReceipts(held.Game, held.LogKeys...)
	for _, row := range held.Receipts {
		receipt := &wargamev1.Receipt{Seq: row.Seq, Hash: row.Hash, Note: row.Note}
		if err := found.Add(receipt, row.CommandID); err != nil {
			return nil, err
		}
	}
	for _, row := range held.Heads {
		if err := found.saw(row.Seq, row.Hash); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// keep appends a line, unless it stands there: its kind, then names and values, which are texts, numbers or bytes, these in
// hex. With durable it is on the disk after this. A nil wallet keeps nothing.
func (w *Wallet) keep(durable bool, kind string, pairs ...any) error {
	if w == nil {
		return nil
	}
	line := lineOf(append([]any{"kind", kind}, pairs...)...)
	sum := sha256.Sum256(line)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.lines[sum] || w.fault != nil {
		return w.fault
	}
	if err := alone(w.file, func() error { return w.write(line) }); err != nil {
		w.fault = fmt.Errorf("a line of %s was cut: give the disk room, and open it again: %w", w.path, err)
		return w.fault
	}
	w.lines[sum] = true
	if durable {
		if err := w.file.Sync(); err != nil {
			w.fault = fmt.Errorf("%s is not on the disk: %w", w.path, err)
		}
	}
	return w.fault
}

// write appends a line to whole lines: where another program has this wallet too, it may have cut one.
func (w *Wallet) write(line []byte) error {
	info, err := w.file.Stat()
	if err != nil {
		return err
	}
	end := []byte{'\n'}
	if _, err := w.file.ReadAt(end, max(info.Size()-1, 0)); err != nil && info.Size() > 0 {
		return err
	}
	if end[0] != '\n' || info.Size() == 0 {
		return errors.New("it does not end with a whole line any more")
	}
	if _, err = w.file.Write(line); err != nil {
		return errors.Join(err, w.file.Truncate(info.Size())) // what was written of it in part
	}
	return nil
}

// keepUnproven keeps a head that contradicts what is known, and is signed with a key that is not; the first ones of them.
func (w *Wallet) keepUnproven(receipt *wargamev1.Receipt) error {
	w.mutex.Lock()
	full := len(w.unproven) >= unprovenMost
	if !full {
		w.unproven[receipt.GetNote()] = true
	}
	w.mutex.Unlock()
	if full {
		return nil
	}
	return w.keep(true, "unproven", "seq", receipt.GetSeq(), "hash", receipt.GetHash(), "note", receipt.GetNote())
}

// keepReceipt keeps a receipt, with the record of its entry where that is at hand.
func (w *Wallet) keepReceipt(receipt *wargamev1.Receipt, commandID, record []byte) error {
	if w == nil {
		return nil
	}
	w.mutex.Lock()
	known := w.notes[receipt.GetNote()]
	w.notes[receipt.GetNote()] = true
	w.mutex.Unlock()
	if known && len(commandID) == 0 && len(record) == 0 {
		return nil
	}
	return w.keep(false, "receipt", "seq", receipt.GetSeq(), "hash", receipt.GetHash(), "note", receipt.GetNote(),
		"command_id", commandID, "record", based(record))
}

// lineOf writes a line of names and values.
func lineOf(pairs ...any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	put := func(sign byte, value any) {
		out.WriteByte(sign)
		if data, ok := value.([]byte); ok {
			value = hex.EncodeToString(data)
		}
		if err := encoder.Encode(value); err != nil {
			panic(err) // texts and numbers can be written
		}
		out.Truncate(out.Len() - 1) // its newline
	}
	for at, value := range pairs {
		put([]byte{',', ':'}[at%2], value)
	}
	line := append(out.Bytes(), "}\n"...)
	line[0] = '{'
	return line
}

// based writes bytes as long ones stand in a wallet.
func based(data []byte) string { return base64.StdEncoding.EncodeToString(data) }
