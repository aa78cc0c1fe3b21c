package client_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	client "adjudicator.invalid/client"
	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// unbased reads a field of a wallet's line that stands in base64.
func unbased(t *testing.T, row map[string]any, name string) []byte {
	t.Helper()
	text, _ := row[name].(string)
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || text == "" {
		t.Fatalf("%s of %v: %v", name, row, err)
	}
	return data
}

// of gives the lines of a kind.
func of(t *testing.T, path, kind string) []map[string]any {
	t.Helper()
	return slices.DeleteFunc(rows(t, path), func(row map[string]any) bool { return row["kind"] != kind })
}

// joined lets both seats contribute to the seed.
func joined(t *testing.T, ctx context.Context, seats ...*client.Game) {
	t.Helper()
	failed := make(chan error, len(seats))
	for _, seat := range seats {
		go func() { failed <- seat.Join(ctx) }()
	}
	for range seats {
		if err := <-failed; err != nil {
			t.Fatal(err)
		}
	}
}

// walletFolder is where wallets go that are audited afterwards, or a folder of the test's own.
func walletFolder(t *testing.T) string {
	t.Helper()
	if folder := os.Getenv("ADJUDICATOR_WALLETS"); folder != "" {
		return folder
	}
	return t.TempDir()
}

// A game of secret orders with wallets of both seats; each gives a command that has to be refused. What is left behind is
// audited by the suite that has started this one.
func TestAGameWithWallets(t *testing.T) {
	t.Parallel()
	service := connected(t, "ADJUDICATOR_ADDRESS")
	ctx := limited(t, 2*time.Minute)
	game := opened(t, ctx, service, "hex_orders")
	folder := walletFolder(t)
	paths := []string{filepath.Join(folder, "red.wallet"), filepath.Join(folder, "blue.wallet")}
	seats := make([]*client.Game, 2)
	for at, path := range paths {
		seats[at] = game.Seat(at, client.WithWallet(openWallet(t, path, game.Game)))
	}
	refusedFor(t, ctx, seats[0], &wargamev1.OpenContribution{Contribution: make([]byte, 32)})
	steps := playOut(t, ctx, parties(game, 3, 40), 3000)
	refusedFor(t, ctx, seats[1], &wargamev1.ConfirmResult{})
	for at, seat := range seats {
		checkProven(t, ctx, seat, steps[at+1], true)
		checkKept(t, game, paths[at], at, steps[at+1])
	}
	stated, err := seats[1].Statement(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if known, err := seats[0].TakeStatement(ctx, stated); !known || err != nil {
		t.Errorf("%v, %v", known, err)
	}
	file, err := seats[0].Export(ctx)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "game.replay"), file, 0o600)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "blue.statement"), []byte(stated), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// refusedFor gives a command that has to be refused, and demands that the refusal is signed.
func refusedFor(t *testing.T, ctx context.Context, seat *client.Game, command proto.Message) *client.Refused {
	t.Helper()
	_, err := seat.Give(ctx, command)
	var refused *client.Refused
	var unproven *client.NotProven
	if !errors.As(err, &refused) || refused.Signed == nil || errors.As(err, &unproven) {
		t.Fatalf("%v: %+v", err, refused)
	}
	return refused
}

// checkKept demands that a wallet has all of its party, in the order in which it is safe, and no token.
func checkKept(t *testing.T, game *client.Opened, path string, seat int, steps []*client.Step) {
	t.Helper()
	found := kinds(t, path)
	at := func(kind string) int { return slices.Index(found, kind) }
	if at("inclusion") < 0 || at("inclusion") > at("contribution") || at("contribution") < 0 || !slices.Contains(found[at("contribution"):], "command") {
		t.Errorf("register, contribution and commands stand in another order: %q", found)
	}
	for _, kind := range []string{"log_key", "seat", "player", "opening", "head", "refusal"} {
		if at(kind) < 0 {
			t.Errorf("there is no line %s", kind)
		}
	}
	own, sealed := 0, 0
	for _, row := range of(t, path, "receipt") {
		if row["command_id"] != "" {
			own++
			if inHexOf(verify.EntryHash(unbased(t, row, "record"))) != row["hash"] {
				t.Errorf("the record of %v is another", row["seq"])
			}
		}
	}
	for _, row := range of(t, path, "command") {
		if row["secret"] != "" && len(row["salt"].(string)) == 64 {
			sealed++
		}
	}
	if own != len(steps) || len(of(t, path, "command")) != own+1 || sealed == 0 {
		t.Errorf("%d own receipts, %d commands and %d sealed ones of %d that were given", own, len(of(t, path, "command")), sealed, len(steps))
	}
	if mine := of(t, path, "seat")[0]; mine["seat"] != float64(seat) || mine["key"] == "" {
		t.Errorf("%v", mine)
	}
	data, _ := os.ReadFile(path)
	for _, made := range game.Credentials {
		if strings.Contains(string(data), made.GetToken()[len("wg1_seat_0123456789ab_"):]) {
			t.Error("a token stands in a wallet")
		}
	}
	held, err := verify.ReadWallet(data)
	if err != nil || held.Torn || len(held.Unknown) > 0 || !bytes.Equal(held.Game, game.Game) {
		t.Errorf("%+v, %v", held, err)
	}
}

func inHexOf(data []byte) string { return hex.EncodeToString(data) }

func TestASecondRunGoesOnWithItsWallet(t *testing.T) {
	t.Parallel()
	ctx, _, game := begun(t)
	path := filepath.Join(t.TempDir(), "red.wallet")
	first := openWallet(t, path, game.Game)
	red := game.Seat(0, client.WithWallet(first))
	committed(t, ctx, red, 0)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := red.Give(ctx, &wargamev1.ConfirmResult{}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a command was given beside a wallet that is closed: %v", err)
	}
	data, _ := os.ReadFile(path)
	if err := os.WriteFile(path, append(data, `{"kind":"hea`...), 0o600); err != nil { // a crash
		t.Fatal(err)
	}

	later := connected(t, "ADJUDICATOR_ADDRESS")
	wallet := openWallet(t, path, game.Game)
	again := later.Game(game.Game, token(game, 0), client.WithWallet(wallet), client.WithKey(game.SeatKey(0)))
	if !bytes.Equal(again.Contribution(), red.Contribution()) || len(again.Receipts().All()) < 2 {
		t.Fatalf("%x, %v", again.Contribution(), again.Receipts().All())
	}
	joined(t, ctx, again, game.Seat(1))
	if proof, err := again.Verify(ctx); err != nil || proof.Receipts < 3 {
		t.Errorf("%+v, %v", proof, err)
	}
	lines := strings.Split(string(data), "\n")
	after, _ := os.ReadFile(path)
	if !strings.HasPrefix(string(after), string(data)) || len(slices.Compact(slices.Sorted(strings.SplitSeq(string(after), "\n")))) != strings.Count(string(after), "\n")+1 {
		t.Errorf("lines were changed, or stand there twice: %d, %q", len(lines), after)
	}
}

func TestAWalletKnowsTheKeyOfItsLog(t *testing.T) {
	t.Parallel()
	ctx, service, game := begun(t)
	other := "ref.example.org/wg+7d67d898+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
	path := written(t, titleOf(game.Game)+`{"kind":"log_key","key":"`+other+`"}`+"\n")
	again := service.Game(game.Game, token(game, 0), client.AsSeat(0), client.WithWallet(openWallet(t, path, game.Game)))
	_, err := again.Facts(ctx)
	told(t, err, "HEAD_SIGNATURE_INVALID")
	if _, err := game.Seat(0).Facts(ctx); err != nil {
		t.Errorf("a wallet of one game is in the way of others: %v", err)
	}
}

func TestALogThatIsNotWhatAWalletHasSeen(t *testing.T) {
	t.Parallel()
	ctx, service, game := begun(t)
	key, err := service.LogKey(ctx)
	if err != nil {
		t.Fatal(err)
	}
	text := titleOf(game.Game) + `{"kind":"log_key","key":"` + key + `"}` + "\n" + headLine("1", "ab")
	path := written(t, text)
	again := service.Game(game.Game, token(game, 0), client.AsSeat(0), client.WithWallet(openWallet(t, path, game.Game)))
	_, err = again.Offers(ctx)
	told(t, err, "TWO_HEADS")
}

func TestStatementsOfOpponents(t *testing.T) {
	t.Parallel()
	ctx, _, game := begun(t)
	red, path := withWallet(t, game)
	blue := game.Seat(1)
	joined(t, ctx, red, blue)
	stated, err := blue.Statement(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range red.Read(ctx, 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if known, err := red.TakeStatement(ctx, stated); !known || err != nil {
		t.Errorf("%v, %v", known, err)
	}
	sign := func(seat int, size uint64, hash []byte, key *client.Key) string {
		return verify.SignStatement(game.Game, seat, size, hash, key.Public(), key.Sign)
	}
	key, hash := game.SeatKey(1), bytes.Repeat([]byte{7}, 32)
	forked, ahead := sign(1, 2, hash, key), sign(1, 1000, hash, key)
	_, err = red.TakeStatement(ctx, forked)
	told(t, err, "STATEMENT_CONTRADICTED")
	if known, err := red.TakeStatement(ctx, ahead); known || err != nil {
		t.Errorf("of an entry that was not seen: %v, %v", known, err)
	}
	var kept []string
	for _, row := range of(t, path, "statement") {
		kept = append(kept, row["note"].(string))
	}
	if !slices.Equal(kept, []string{stated, forked, ahead}) {
		t.Errorf("%q", kept)
	}
	for _, note := range []string{sign(0, 2, hash, key), sign(1, 2, hash, client.NewKey()), sign(7, 2, hash, key), strings.Replace(stated, "\n1\n", "\n0\n", 1)} {
		_, err := red.TakeStatement(ctx, note)
		told(t, err, "STATEMENT_UNPROVEN")
	}
	if _, err := red.TakeStatement(ctx, "no statement"); err == nil {
		t.Error("any text is a statement")
	}
	if len(of(t, path, "statement")) != 3 {
		t.Error("a statement that proves nothing is kept")
	}
	if _, err := game.Owner().Statement(ctx); err == nil {
		t.Error("an owner states as a seat")
	}
}

// A receipt that a key of the log has signed is a proof where the log that is shown is another one: it is kept.
func TestTheReceiptOfAnotherHistoryIsKept(t *testing.T) {
	t.Parallel()
	for check, change := range map[string]func(entry *wargamev1.Entry){
		"HEAD_MISMATCH": func(entry *wargamev1.Entry) {
			entry.Record = changed(entry.GetRecord(), func(row []any) { row[4] = row[4].(int64) + 1 })
			entry.Hash = verify.EntryHash(entry.GetRecord())
			entry.Time.Nanos += int32(time.Millisecond)
		},
		"ENTRY_MISMATCH": func(entry *wargamev1.Entry) { entry.Command = "Other" },
	} {
		forged := &forger{}
		ctx, _, game := begun(t, client.WithDialOptions(forged.options()...))
		red, path := withWallet(t, game)
		if _, err := red.Registered(ctx); err != nil {
			t.Fatal(err)
		}
		forged.set(func(entry *wargamev1.Entry) {
			if entry.GetSeq() == 2 {
				change(entry)
			}
		}, nil)
		_, err := red.Give(ctx, &wargamev1.CommitContribution{Commitment: make([]byte, 32)})
		told(t, err, check)
		sent, given := of(t, path, "command")[0], of(t, path, "receipt")
		last := given[len(given)-1]
		if last["seq"] != 2.0 || last["record"] != "" || !bytes.Contains(unbased(t, sent, "command"), unhex(t, last["command_id"])) {
			t.Errorf("%s: %v", check, last)
		}
	}
}

func unhex(t *testing.T, value any) []byte {
	t.Helper()
	data, err := hex.DecodeString(value.(string))
	if err != nil || len(data) == 0 {
		t.Fatal(value, err)
	}
	return data
}

// watcher looks at a wallet whenever a command is sent.
type watcher struct {
	path string
	sent []string // kinds of the last lines of the wallet then
	many int
}

func (w *watcher) option(t *testing.T) grpc.DialOption {
	return grpc.WithUnaryInterceptor(func(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, call grpc.UnaryInvoker, options ...grpc.CallOption) error {
		if _, isCommand := request.([]byte); isCommand && w.path != "" {
			found := kinds(t, w.path)
			w.sent, w.many = append(w.sent, found[len(found)-1]), len(of(t, w.path, "contribution"))
		}
		return call(ctx, method, request, reply, conn, options...)
	})
}

func TestNothingIsSentThatIsNotInTheWallet(t *testing.T) {
	t.Parallel()
	seen := &watcher{}
	ctx, _, game := begun(t, client.WithDialOptions(seen.option(t)))
	path := filepath.Join(t.TempDir(), "red.wallet")
	wallet := openWallet(t, path, game.Game)
	red := game.Seat(0, client.WithWallet(wallet))
	seen.path = path
	committed(t, ctx, red, 0)
	if seen.many != 1 {
		t.Fatalf("%d contributions were kept before they were sent", seen.many)
	}
	refusedFor(t, ctx, red, &wargamev1.OpenContribution{Contribution: red.Contribution()})
	if !slices.Equal(seen.sent, []string{"command", "command"}) {
		t.Errorf("the last lines of the wallet as commands were sent: %q", seen.sent)
	}
	if err := wallet.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := red.Give(ctx, &wargamev1.ConfirmResult{}); !errors.Is(err, os.ErrClosed) || len(seen.sent) != 2 {
		t.Errorf("it is sent without a wallet that can be written to: %v", err)
	}
}

func TestTheRefereesContributionIsKept(t *testing.T) {
	t.Parallel()
	service := connected(t, "ADJUDICATOR_ADDRESS")
	ctx := limited(t, time.Minute)
	game := opened(t, ctx, service, "tile_formations", func(terms *wargamev1.OpenRequest) {
		terms.Referee, terms.RefereeContributes = true, true
	})
	path := filepath.Join(t.TempDir(), "referee.wallet")
	referee := game.Referee(client.WithWallet(openWallet(t, path, game.Game)))
	joined(t, ctx, referee, game.Seat(0), game.Seat(1))
	kept := of(t, path, "contribution")
	if len(kept) != 1 || kept[0]["seat"] != 254.0 || kept[0]["contribution"] != inHexOf(referee.Contribution()) {
		t.Errorf("%v", kept)
	}
	if proof, err := referee.Verify(ctx); err != nil || proof.Signatures < 6 {
		t.Errorf("%+v, %v", proof, err)
	}
	again := service.Game(game.Game, tokenOf(game, wargamev1.Role_ROLE_REFEREE), client.WithWallet(openWallet(t, path, game.Game)))
	if !bytes.Equal(again.Contribution(), referee.Contribution()) {
		t.Error("another run has another contribution")
	}
}
