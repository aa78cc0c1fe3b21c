package client_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	client "adjudicator.invalid/client"
	"adjudicator.invalid/client/verify"
)

var walletGame = bytes.Repeat([]byte{'g'}, 16)

// rows gives the lines of a wallet; a last line that was cut is none of them.
func rows(t *testing.T, path string) []map[string]any {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var found []map[string]any
	for line := range bytes.Lines(data) {
		var row map[string]any
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		found = append(found, row)
	}
	return found
}

// kinds gives the kinds of the lines of a wallet, in order; that of its first is "".
func kinds(t *testing.T, path string) []string {
	t.Helper()
	var found []string
	for _, row := range rows(t, path) {
		kind, _ := row["kind"].(string)
		found = append(found, kind)
	}
	return found
}

func openWallet(t *testing.T, path string, game []byte) *client.Wallet {
	t.Helper()
	wallet, err := client.OpenWallet(path, game)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { wallet.Close() })
	return wallet
}

func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "red.wallet")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func titleOf(game []byte) string {
	return `{"format":"adjudicator-wallet/1","game":"` + hex.EncodeToString(game) + `"}` + "\n"
}

func headLine(seq, hash string) string {
	return `{"kind":"head","seq":` + seq + `,"hash":"` + strings.Repeat(hash, 32) + `"}` + "\n"
}

func TestANewWallet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "red.wallet")
	wallet := openWallet(t, path, walletGame)
	if err := wallet.Close(); err != nil {
		t.Fatal(err)
	}
	if err := wallet.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	data, err := os.ReadFile(path)
	info, errInfo := os.Stat(path)
	if err != nil || errInfo != nil || string(data) != titleOf(walletGame) || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v, %v", data, info.Mode(), err, errInfo)
	}
}

func TestAWalletThatWasCut(t *testing.T) {
	whole := titleOf(walletGame) + headLine("1", "ab")
	for _, cut := range []string{"", `{"kind":"head","se`, headLine("2", "cd")[:len(headLine("2", "cd"))-1]} {
		path := written(t, whole+cut)
		held := openWallet(t, path, walletGame).Held()
		data, _ := os.ReadFile(path)
		if string(data) != whole || len(held.Heads) != 1 {
			t.Errorf("%q after a line that was cut as %q", data, cut)
		}
	}
	title := titleOf(walletGame)
	spaced := strings.NewReplacer(`":"`, `": "`, `","`, `", "`).Replace(title)
	for _, begun := range []string{"", title[:1], title[:40], title[:len(title)-1], spaced[:30], spaced[:len(spaced)-1]} {
		path := written(t, begun)
		openWallet(t, path, walletGame)
		if data, _ := os.ReadFile(path); string(data) != title {
			t.Errorf("%q after %q", data, begun)
		}
	}
	path := written(t, spaced+headLine("1", "ab")) // as another program writes it
	if held := openWallet(t, path, walletGame).Held(); len(held.Heads) != 1 {
		t.Errorf("%+v", held)
	}
}

func TestFilesThatAreNoWalletAreLeftAsTheyAre(t *testing.T) {
	title := titleOf(walletGame)
	for name, text := range map[string]string{
		"another format":              `{"format":"other"}` + "\n",
		"a list":                      "[1]\n",
		"no JSON":                     "no\n",
		"a text without a line's end": "dear diary",
		"a key":                       "-----BEGIN PRIVATE KEY-----",
		"a wallet of another game":    titleOf(bytes.Repeat([]byte{'h'}, 16)),
		"one that was cut besides":    titleOf(bytes.Repeat([]byte{'h'}, 16)) + `{"ki`,
		"a line that is none":         title + "no\n" + headLine("1", "ab"),
		"a short hash":                title + headLine("1", "a"),
		"a line of another title":     title + title + "\n",
		"a receipt without a key":     title + `{"kind":"receipt","seq":1}` + "\n",
	} {
		path := written(t, text)
		_, err := client.OpenWallet(path, walletGame)
		data, _ := os.ReadFile(path)
		if !errors.Is(err, client.ErrNoWallet) || !strings.Contains(err.Error(), path) || string(data) != text {
			t.Errorf("%s: %v; %q", name, err, data)
		}
	}
	path := written(t, title)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := client.OpenWallet(path, walletGame); !errors.Is(err, client.ErrNoWallet) || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a wallet that others may read: %v", err)
	}
	if _, err := client.OpenWallet(t.TempDir(), walletGame); err == nil {
		t.Error("a folder is a wallet")
	}
}

func TestLinesOfLaterReleasesAreKept(t *testing.T) {
	later := `{"kind":"dream","of":[1]}` + "\n"
	path := written(t, titleOf(walletGame)+later)
	if held := openWallet(t, path, walletGame).Held(); held.Unknown["dream"] != 1 {
		t.Errorf("%+v", held)
	}
	if data, _ := os.ReadFile(path); !strings.HasSuffix(string(data), later) {
		t.Errorf("%q", data)
	}
}

// receiptLine is a line of a wallet with the head of the shared vectors.
func receiptLine(t *testing.T, key, hash string) string {
	t.Helper()
	found, head := publishedHead(t)
	line := map[string]any{"kind": "receipt", "seq": head.Size, "hash": hash, "note": found.Note, "command_id": "", "record": ""}
	if hash == "" {
		line["hash"] = hex.EncodeToString(head.Hash)
	}
	data, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	return titleOf(head.Game) + `{"kind":"log_key","key":"` + key + `"}` + "\n" + string(data) + "\n"
}

func TestReceiptsInAWalletAreVerified(t *testing.T) {
	found, head := publishedHead(t)
	other := verify.WriteVerifyKey("ref.example.org/wg", bytes.Repeat([]byte{9}, 32))
	openWallet(t, written(t, receiptLine(t, found.VerifyKey, "")), head.Game)
	for check, text := range map[string]string{
		"HEAD_SIGNATURE_INVALID": receiptLine(t, other, ""),
		"RECEIPT_MISMATCH":       receiptLine(t, found.VerifyKey, strings.Repeat("ab", 32)),
		"TWO_HEADS":              receiptLine(t, found.VerifyKey, "") + headLine("8", "ab"),
	} {
		_, err := client.OpenWallet(written(t, text), head.Game)
		told(t, err, check)
	}
}

func TestAWalletOfAnotherGameIsNotWrittenTo(t *testing.T) {
	service, err := client.Connect("127.0.0.1:1", secretToken)
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	path := filepath.Join(t.TempDir(), "red.wallet")
	wallet := openWallet(t, path, walletGame)
	game := service.Game(bytes.Repeat([]byte{'h'}, 16), "wg1_seat_0123456789ab_S3CRET", client.AsSeat(0), client.WithWallet(wallet))
	if found := kinds(t, path); !slices.Equal(found, []string{""}) {
		t.Errorf("%q of %s", found, game)
	}
	again := service.Game(walletGame, "wg1_seat_0123456789ab_S3CRET", client.AsSeat(0), client.WithWallet(wallet))
	if found := rows(t, path); len(found) != 2 || found[1]["kind"] != "seat" || found[1]["token_id"] != "0123456789ab" || found[1]["key"] != "" {
		t.Errorf("%v of %s", found, again)
	}
	if data, _ := os.ReadFile(path); strings.Contains(string(data), "S3CRET") {
		t.Error("a token stands in a wallet")
	}
}

func TestAContributionIsFoundAgain(t *testing.T) {
	service, err := client.Connect("127.0.0.1:1", secretToken)
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	line := func(seat, octet string) string {
		both := `"contribution":"` + strings.Repeat(octet, 32) + `","commitment":"` + strings.Repeat("00", 32) + `"}`
		return `{"kind":"contribution","seat":` + seat + `,` + both + "\n"
	}
	path := written(t, titleOf(walletGame)+line("0", "a0")+line("254", "fe")+line("0", "a1")+line("1", "b0"))
	for _, row := range []struct {
		token string
		first byte
		with  []client.GameOption
	}{
		{"wg1_seat_0123456789ab_x", 0xa1, []client.GameOption{client.AsSeat(0)}},
		{"wg1_seat_0123456789ab_x", 0xb0, []client.GameOption{client.AsSeat(1)}},
		{"wg1_referee_0123456789ab_x", 0xfe, nil},
		{"wg1_seat_0123456789ab_x", 0xcc, []client.GameOption{client.AsSeat(1), client.WithContribution(bytes.Repeat([]byte{0xcc}, 32))}},
	} {
		wallet := openWallet(t, path, walletGame)
		game := service.Game(walletGame, row.token, append(row.with, client.WithWallet(wallet))...)
		if !bytes.Equal(game.Contribution(), bytes.Repeat([]byte{row.first}, 32)) {
			t.Errorf("%s %x: %x", row.token, row.first, game.Contribution())
		}
	}
}

func TestALinkIsNotFollowed(t *testing.T) {
	folder := t.TempDir()
	for name, begun := range map[string]bool{"a wallet": true, "nothing": false} {
		target, link := filepath.Join(folder, name), filepath.Join(folder, name+".link")
		if begun {
			openWallet(t, target, walletGame)
		}
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		if _, err := client.OpenWallet(link, walletGame); !errors.Is(err, client.ErrNoWallet) || !strings.Contains(err.Error(), link) {
			t.Errorf("a link to %s: %v", name, err)
		}
		if _, err := os.Stat(target); begun != (err == nil) {
			t.Errorf("what a link to %s leads to: %v", name, err)
		}
	}
}

func TestASeatGoesOnWithItsContribution(t *testing.T) {
	service, err := client.Connect("127.0.0.1:1", "")
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	key := client.NewKey()
	other := bytes.Repeat([]byte{'h'}, 16)
	path := written(t, titleOf(walletGame)+`{"kind":"seat","seat":1,"token_id":"0123456789ab","key":"`+hex.EncodeToString(key.Public())+`"}`+"\n"+
		`{"kind":"contribution","seat":1,"contribution":"`+strings.Repeat("ab", 32)+`","commitment":"`+strings.Repeat("cd", 32)+`"}`+"\n")
	wallet := openWallet(t, path, walletGame)
	for name, row := range map[string]struct {
		game []byte
		same bool
		with []client.GameOption
	}{
		"of another game":               {other, false, []client.GameOption{client.WithKey(key)}},
		"with a new token and its key":  {walletGame, true, []client.GameOption{client.WithKey(key)}},
		"with a new token, another key": {walletGame, false, []client.GameOption{client.WithKey(client.NewKey())}},
	} {
		game := service.Game(row.game, "wg1_seat_ba9876543210_x", append(row.with, client.WithWallet(wallet))...)
		if found := hex.EncodeToString(game.Contribution()) == strings.Repeat("ab", 32); found != row.same {
			t.Errorf("a wallet %s: goes on with its contribution: %t", name, found)
		}
	}
}

func TestAWalletIsBegunOnceByAll(t *testing.T) {
	folder := t.TempDir()
	for round := range 40 {
		path := filepath.Join(folder, fmt.Sprintf("%d.wallet", round))
		start := make(chan struct{})
		var all sync.WaitGroup
		for range 8 {
			all.Add(1)
			go func() {
				defer all.Done()
				<-start
				wallet, err := client.OpenWallet(path, walletGame)
				if err != nil {
					t.Error(err)
					return
				}
				wallet.Close()
			}()
		}
		close(start)
		all.Wait()
		if data, err := os.ReadFile(path); err != nil || string(data) != titleOf(walletGame) {
			t.Fatalf("%q, %v", data, err)
		}
	}
}
