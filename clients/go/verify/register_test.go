package verify_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"adjudicator.invalid/client/verify"
)

// signer is a name with a key that signs notes.
type signer struct {
	name    string
	private ed25519.PrivateKey
}

func newSigner(name string, number byte) signer {
	return signer{name, ed25519.NewKeyFromSeed(bytes.Repeat([]byte{number}, ed25519.SeedSize))}
}

func (s signer) public() []byte { return s.private.Public().(ed25519.PublicKey) }

func (s signer) line() string { return verify.WriteVerifyKey(s.name, s.public()) }

// sign writes a note, as C2SP says it.
func (s signer) sign(text string) string {
	key := append([]byte{1}, s.public()...)
	id := sha256.Sum256(append([]byte(s.name+"\n"), key...))
	data := append(id[:4:4], ed25519.Sign(s.private, []byte(text))...)
	return fmt.Sprintf("%s\n\u2014 %s %s\n", text, s.name, base64.StdEncoding.EncodeToString(data))
}

func hashed(parts ...[]byte) []byte {
	sum := sha256.Sum256(bytes.Join(parts, nil))
	return sum[:]
}

// registered is a game with its place in a register of four leaves: all that a player is given.
type registered struct {
	log, register signer
	game          []byte
	terms         []any // of its first entry
	opening       []any // as the register has it
	time          int64
	index         uint64
	path          [][]byte
	right         []byte // what stands beside, so that another one gives another root
	before        []byte // another leaf before it
	size          uint64
	title, origin string
	named         string // the register that the service names
}

func aGame() *registered {
	seats := []any{[]any{"red", []any{bytes.Repeat([]byte{1}, 32)}, false}, []any{"blue", []any{}, false}}
	event := bytes.Repeat([]byte{7}, 16)
	terms := []any{
		"toy", "2026.1", "wargame.toy.v1", bytes.Repeat([]byte{3}, 32), seats, "auto", "seeded", "P1", 0, false, 0,
		[]any{[]any{"round", "2"}, []any{"table", "9"}}, false, true, "master", "log", bytes.Repeat([]byte{4}, 32), event,
	}
	made := &registered{
		log: newSigner("log.example/wg", 1), register: newSigner("log.example/day", 2), game: bytes.Repeat([]byte{5}, 16),
		terms: terms, time: 1_800_000_000_000, index: 1, size: 4, title: "wgregister/1/key", origin: "log.example/day",
		named: "log.example/day",
	}
	made.opening = []any{
		"GameOpened", made.game, terms[16], made.settings(), "toy", []any{[]any{bytes.Repeat([]byte{1}, 32)}, []any{}}, event, "2", "9", nil,
	}
	return made
}

func (r *registered) settings() []byte {
	found, err := verify.SettingsHash(r.terms)
	if err != nil {
		panic(err)
	}
	return found
}

func mpInt(value any) []byte {
	data, err := verify.Encode(value)
	if err != nil {
		panic(err)
	}
	return data
}

// first gives the first entry of the game.
func (r *registered) first() *verify.Entry {
	value, err := verify.Decode(mpInt(r.terms))
	if err != nil {
		panic(err)
	}
	return &verify.Entry{Game: r.game, Seq: 1, Kind: "OpenGame", Values: value.([]any)}
}

// given gives what the service tells of the register.
func (r *registered) given() verify.Registration {
	leaf := mpInt([]any{1, r.time, r.opening})
	zero, right := hashed([]byte{0}, []byte("first"), r.before), hashed([]byte("the other half"), r.right)
	root := hashed([]byte{1}, hashed([]byte{1}, zero, hashed([]byte{0}, leaf)), right)
	if r.path == nil {
		r.path = [][]byte{zero, right}
	}
	checkpoint := fmt.Sprintf("%s\n%d\n%s\n", r.origin, r.size, base64.StdEncoding.EncodeToString(root))
	proof := fmt.Sprintf("c2sp.org/tlog-proof@v1\nindex %d\n", r.index)
	for _, hash := range r.path {
		proof += base64.StdEncoding.EncodeToString(hash) + "\n"
	}
	key := r.log.sign(fmt.Sprintf("%s\n%s\n%s\n", r.title, r.register.name, r.register.line()))
	return verify.Registration{Register: r.named, Leaf: leaf, Proof: proof + "\n" + r.register.sign(checkpoint), Key: key}
}

func refusedAs(t *testing.T, name string, err error, check, word string) {
	t.Helper()
	var fault *verify.NotProven
	if !errors.As(err, &fault) || fault.Check != check || !strings.Contains(err.Error(), word) {
		t.Errorf("%s: %v; %s with %q is due", name, err, check, word)
	}
}

func TestAGameThatIsRegistered(t *testing.T) {
	game := aGame()
	other := newSigner("log.example/wg", 9)
	found, err := verify.VerifyRegistration([]string{other.line(), game.log.line()}, game.given(), game.first())
	if err != nil || *found != (verify.Registered{Register: "log.example/day", Leaf: 1, Time: game.time}) {
		t.Errorf("%v, %v", found, err)
	}
	extra := game.given() // what else a proof may hold, and a cosignature of a witness
	extra.Proof = strings.Replace(extra.Proof, "\nindex", "\nextra "+base64.StdEncoding.EncodeToString([]byte("x"))+"\nindex", 1)
	extra.Proof += "\u2014 witness.example AAAAAAAA\n"
	if _, err := verify.VerifyRegistration([]string{game.log.line()}, extra, game.first()); err != nil {
		t.Error(err)
	}
}

func TestProofsOfARegisterThatDoNotHold(t *testing.T) {
	for name, change := range map[string]func(game *registered){
		"a leaf at another place":         func(g *registered) { g.index = 2 },
		"a leaf beyond the end":           func(g *registered) { g.index = 4 },
		"a tree of another size":          func(g *registered) { g.size = 9 },
		"a tree without leaves":           func(g *registered) { g.size = 0 },
		"a path that is too short":        func(g *registered) { g.path = [][]byte{hashed([]byte("x"))} },
		"a path with another hash":        func(g *registered) { g.path = [][]byte{hashed([]byte("x")), hashed([]byte("y"))} },
		"a path with a short hash":        func(g *registered) { g.path = [][]byte{hashed([]byte("x"))[1:], hashed([]byte("y"))} },
		"a register by another name":      func(g *registered) { g.named = "log.example/other" },
		"a checkpoint of another":         func(g *registered) { g.origin = "log.example/other" },
		"a key note with another title":   func(g *registered) { g.title = "wgregister/1/kex" },
		"a key that the log has not made": func(g *registered) { g.log = newSigner("log.example/wg", 9) },
		"an end of the game":              func(g *registered) { g.opening[0] = "GameEnded" },
		"an opening with a field more":    func(g *registered) { g.opening = append(g.opening, nil) },
		"an opening with a field less":    func(g *registered) { g.opening = g.opening[:9] },
	} {
		game := aGame()
		known := []string{game.log.line()}
		change(game)
		_, err := verify.VerifyRegistration(known, game.given(), game.first())
		refusedAs(t, name, err, "REGISTRY_MISMATCH", "a proof that the game stands in a register")
	}
	game := aGame()
	known := []string{game.log.line()}
	given := game.given()
	for name, change := range map[string]func(given *verify.Registration){
		"an altered leaf":                  func(r *verify.Registration) { r.Leaf = append(r.Leaf[:len(r.Leaf)-1:len(r.Leaf)-1], 0xc3) },
		"no leaf":                          func(r *verify.Registration) { r.Leaf = nil },
		"a byte behind the leaf":           func(r *verify.Registration) { r.Leaf = append(r.Leaf[:len(r.Leaf):len(r.Leaf)], 0) },
		"no proof":                         func(r *verify.Registration) { r.Proof = "" },
		"a proof of another kind":          func(r *verify.Registration) { r.Proof = strings.Replace(r.Proof, "@v1", "@v2", 1) },
		"a proof without its empty line":   func(r *verify.Registration) { r.Proof = strings.Replace(r.Proof, "\n\n", "\n", 1) },
		"an index with a zero before it":   func(r *verify.Registration) { r.Proof = strings.Replace(r.Proof, "index 1", "index 01", 1) },
		"a checkpoint with another size":   func(r *verify.Registration) { r.Proof = strings.Replace(r.Proof, "\n4\n", "\n5\n", 1) },
		"a checkpoint that nobody signed":  func(r *verify.Registration) { r.Proof = r.Proof[:strings.Index(r.Proof, "\u2014")] },
		"a key note that was altered":      func(r *verify.Registration) { r.Key = strings.Replace(r.Key, "/day", "/dax", 1) },
		"no key note":                      func(r *verify.Registration) { r.Key = "" },
		"a proof that the log key signed":  func(r *verify.Registration) { r.Proof = r.Proof[:strings.Index(r.Proof, "\n\n")+2] + r.Key },
		"a key note in the checkpoint way": func(r *verify.Registration) { r.Key = r.Proof[strings.Index(r.Proof, "\n\n")+2:] },
	} {
		altered := given
		change(&altered)
		_, err := verify.VerifyRegistration(known, altered, game.first())
		refusedAs(t, name, err, "REGISTRY_MISMATCH", "a proof that the game stands in a register")
	}
}

func TestARegisterThatWasRewritten(t *testing.T) {
	game := aGame()
	known, given := []string{game.log.line()}, game.given()
	compare := func(held, now verify.Registration) error {
		return verify.CompareRegistrations(known, []verify.Registration{held}, now, game.game)
	}
	if err := compare(given, given); err != nil {
		t.Error(err)
	}
	leaf, root, larger, stranger := aGame(), aGame(), aGame(), aGame()
	leaf.time++
	root.right = []byte("rewritten")
	larger.right, larger.size, larger.path = []byte("rewritten"), 3, nil
	refusedAs(t, "another leaf", compare(given, leaf.given()), "REGISTRY_MISMATCH", "leaf 1 as the register had it before")
	refusedAs(t, "another root", compare(given, root.given()), "REGISTRY_MISMATCH", "of 4 leaves, as it was signed before")
	if err := compare(given, larger.given()); err != nil {
		t.Errorf("a tree of another size: %v", err)
	}
	stranger.register = newSigner("log.example/day", 7) // with another key it may be rewritten at will
	refusedAs(t, "another key", compare(stranger.given(), given), "REGISTRY_MISMATCH", "the register log.example/day+")
	other, grown := aGame(), aGame() // trees of other sizes
	other.before, grown.before, grown.size = []byte("rewritten"), []byte("rewritten"), 3
	for _, pair := range [][2]verify.Registration{{larger.given(), other.given()}, {given, grown.given()}} {
		held, now := pair[0], pair[1]
		refusedAs(t, "a leaf before", compare(held, now), "REGISTRY_MISMATCH", "of leaves 0 to 0, as it was signed before")
		refusedAs(t, "a leaf before", compare(now, held), "REGISTRY_MISMATCH", "of leaves 0 to 0, as it was signed before")
	}
	unsigned := leaf.given() // what nobody has signed says nothing
	unsigned.Proof = strings.Replace(unsigned.Proof, "index 1", "index 2", 1)
	if err := compare(unsigned, given); err != nil {
		t.Error(err)
	}
}

func TestATreeOfOneLeafHasNoPath(t *testing.T) {
	leaf, beside := hashed([]byte{0}, []byte("leaf")), hashed([]byte("beside"))
	if !verify.Included(leaf, 0, 1, nil, leaf) {
		t.Error("the only leaf is not in its tree")
	}
	root := hashed([]byte{1}, beside, leaf)
	if verify.Included(leaf, 0, 1, [][]byte{beside}, root) || verify.Included(leaf, 0, 0, nil, leaf) {
		t.Error("a leaf is in a tree of fewer leaves")
	}
}

func TestOpeningsThatAreNotTheFirstEntry(t *testing.T) {
	for place, name := range map[int]string{
		1: "game", 2: "commitment", 3: "digest of the terms", 4: "ruleset", 5: "keys of the seats", 6: "event", 7: "round",
		8: "table", 9: "game that it takes the place of",
	} {
		game := aGame()
		game.opening[place] = []any{"another"}
		_, err := verify.VerifyRegistration([]string{game.log.line()}, game.given(), game.first())
		refusedAs(t, name, err, "REGISTRY_MISMATCH", name+" as registered")
	}
	game := aGame() // the labels of a game of no event are no round and table of one
	game.terms[17] = nil
	game.opening[3], game.opening[6] = game.settings(), nil
	_, err := verify.VerifyRegistration([]string{game.log.line()}, game.given(), game.first())
	refusedAs(t, "a round of no event", err, "REGISTRY_MISMATCH", "round as registered")
	game.opening[7], game.opening[8] = "", ""
	game.path = nil
	if _, err := verify.VerifyRegistration([]string{game.log.line()}, game.given(), game.first()); err != nil {
		t.Error(err)
	}
}

func TestKeysOfASeatThatAreNotItsPlayers(t *testing.T) {
	own, other := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	game := aGame()
	if err := verify.RequireOwnKeys(game.first(), 0, own); err != nil {
		t.Error(err)
	}
	refusedAs(t, "another key", verify.RequireOwnKeys(game.first(), 0, other), "GENESIS_INVALID", "no other key")
	refusedAs(t, "no key", verify.RequireOwnKeys(game.first(), 1, own), "GENESIS_INVALID", "none")
	refusedAs(t, "no seat", verify.RequireOwnKeys(game.first(), 2, own), "GENESIS_INVALID", "none")
	game.terms[4].([]any)[0].([]any)[1] = []any{own, other}
	refusedAs(t, "a second key", verify.RequireOwnKeys(game.first(), 0, own), "GENESIS_INVALID", "no other key")
	if err := verify.RequireOwnKeys(game.first(), 0, own, other); err != nil {
		t.Error(err)
	}
}

func TestStatementsThatAreNone(t *testing.T) {
	seat := newSigner("seat-1", 3)
	game, hash := bytes.Repeat([]byte{5}, 16), bytes.Repeat([]byte{6}, 32)
	sign := func(data []byte) []byte { return ed25519.Sign(seat.private, data) }
	note := verify.SignStatement(game, 1, 7, hash, seat.public(), sign)
	if note != seat.sign(verify.StatementText(game, 1, 7, hash)) {
		t.Errorf("%q", note)
	}
	stated, err := verify.ReadStatement(note)
	if err != nil || stated.Seat != 1 || stated.Size != 7 || !bytes.Equal(stated.Hash, hash) {
		t.Fatalf("%v, %v", stated, err)
	}
	keys := [][]byte{bytes.Repeat([]byte{9}, 32), seat.public()}
	if err := stated.Verify(game, keys); err != nil {
		t.Error(err)
	}
	refusedAs(t, "another game", stated.Verify(bytes.Repeat([]byte{8}, 16), keys), "STATEMENT_UNPROVEN", "seat 1")
	refusedAs(t, "another key", stated.Verify(game, keys[:1]), "STATEMENT_UNPROVEN", "seat 1")
	refusedAs(t, "a seat without keys", stated.Verify(game, nil), "STATEMENT_UNPROVEN", "seat 1")
	longer := seat.sign(verify.StatementText(game, 1, 7, hash) + "more\n")
	for name, altered := range map[string]string{
		"a line more that is signed": longer,
		"another seat":               strings.Replace(note, "\n1\n", "\n0\n", 1), "another entry": strings.Replace(note, "\n7\n", "\n8\n", 1),
		"a line more": strings.Replace(note, "\n\n", "\nmore\n\n", 1), "no signature": note[:strings.Index(note, "\u2014")],
	} {
		stated, err := verify.ReadStatement(altered)
		if err != nil {
			t.Fatal(err)
		}
		refusedAs(t, name, stated.Verify(game, keys), "STATEMENT_UNPROVEN", "another")
	}
	for _, text := range []string{"", "wglog/1/head", strings.Replace(note, "\n7\n", "\n07\n", 1), strings.Replace(note, "\n7\n", "\n0\n", 1), note[:60]} {
		if _, err := verify.ReadStatement(text); err == nil {
			t.Errorf("%q is a statement", text)
		}
	}
}
