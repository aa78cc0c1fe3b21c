package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	receiptsFormat = "adjudicator-receipts/1"
	statementTitle = "wglog/1/statement"
	receiptsMost   = 100_000
	heldMost       = 64 << 20
)

// held is what somebody has in hand: a receipt of the service, the statement of a seat, or a whole wallet.
type held struct {
	game       []byte
	size       int64
	note       string
	source     string
	statement  bool
	seat       int64
	id, record []byte
	wallet     *wallet
}

func readHeld(data []byte, name string) ([]held, error) {
	if isWallet(data) {
		found, err := readWallet(data, name)
		if err != nil {
			return nil, err
		}
		return []held{{game: found.game, source: name, wallet: found}}, nil
	}
	if len(data) > heldMost {
		return nil, errors.New("too large")
	}
	if strings.HasPrefix(string(data), statementTitle) {
		one, err := readStatement(string(data), name)
		return []held{one}, err
	}
	var file struct {
		Format   string
		Game     string
		Receipts []struct{ Note string }
	}
	if err := json.Unmarshal(data, &file); err != nil || file.Format != receiptsFormat || len(file.Receipts) > receiptsMost {
		return nil, fmt.Errorf("no wallet (%s), file of receipts (%s) or statement (%s)", walletFormat, receiptsFormat, statementTitle)
	}
	game, _ := hex.DecodeString(file.Game)
	if len(game) != 16 {
		return nil, errors.New("names no game: `game` is 32 hex digits")
	}
	var found []held
	for place, row := range file.Receipts {
		lines := strings.SplitN(row.Note, "\n", 4)
		if len(lines) < 3 {
			return nil, fmt.Errorf("no signed head as `note` in receipts[%d]", place)
		}
		size, err := strconv.ParseInt(lines[1], 10, 64)
		if err != nil || size < 1 {
			return nil, fmt.Errorf("no signed head as `note` in receipts[%d]", place)
		}
		found = append(found, held{game: game, size: size, note: row.Note, source: name})
	}
	return found, nil
}

func readStatement(text, name string) (held, error) {
	lines := strings.SplitN(text, "\n", 6)
	fault := fmt.Errorf("no whole statement: %s and game, seat, size, hash, and a signature", statementTitle)
	if len(lines) < 5 {
		return held{}, fault
	}
	game, _ := hex.DecodeString(strings.TrimPrefix(lines[0], statementTitle+" "))
	seat, one := strconv.ParseInt(lines[1], 10, 64)
	size, two := strconv.ParseInt(lines[2], 10, 64)
	if len(game) != 16 || one != nil || two != nil || seat < 0 {
		return held{}, fault
	}
	return held{game: game, size: size, note: text, source: name, statement: true, seat: seat}, nil
}

// checkHeld: every receipt and statement is of this history (checks 12, 15 and 16), and what a wallet says of the game holds.
func checkHeld(entries []*entry, t *terms, all []held, keys *logKeys, out *findings) {
	own := slices.DeleteFunc(slices.Clone(all), func(one held) bool { return !bytes.Equal(one.game, entries[0].game) })
	if len(own) == 0 {
		out.incomplete["L3"] = "none of the receipts is of this game"
		return
	}
	if len(own) < len(all) {
		out.notes = append(out.notes, fmt.Sprintf("%d receipts, statements or wallets are of other games", len(all)-len(own)))
	}
	log := newCompared(entries, t, keys, out)
	for _, one := range own {
		if one.wallet != nil {
			log.checkWallet(one.wallet)
		} else {
			log.take(one)
		}
	}
}

func (h held) verify(keys *logKeys, seats map[int64][][]byte) ([]byte, error) {
	if !h.statement {
		found, err := signedHead(h.note, keys)
		if err == nil && (!bytes.Equal(found.game, h.game) || found.size != h.size) {
			err = errors.New("the head of another game")
		}
		return found.hash, err
	}
	for _, public := range seats[h.seat] {
		text, err := verifyNote(writeKey(fmt.Sprintf("seat-%d", h.seat), public), h.note)
		if err != nil {
			continue
		}
		lines := strings.Split(text, "\n")
		if len(lines) != 5 || lines[1] != strconv.FormatInt(h.seat, 10) {
			return nil, errors.New("other lines than those of a statement")
		}
		game := strings.TrimPrefix(lines[0], statementTitle+" ")
		found, err := readHead(headTitle + game + "\n" + lines[2] + "\n" + lines[3] + "\n")
		return found.hash, err
	}
	return nil, fmt.Errorf("no signature by a key of seat %d", h.seat)
}
