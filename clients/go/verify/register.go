package verify

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// proofMost is how many hashes stand beside a path in the largest tree.
const proofMost = 63

// Places of fields of OpenGame that a register repeats.
const (
	termsRuleset  = 0
	termsLabels   = 11
	termsRestarts = 20
	openedFields  = 9
)

var (
	registerKeyText = regexp.MustCompile(`^wgregister/1/key\n([^\n]+)\n([^\n]+)\n$`)
	checkpointText  = regexp.MustCompile(`^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$`)
	proofText       = regexp.MustCompile(`^c2sp\.org/tlog-proof@v1\n(?:extra [^\n]*\n)?index (0|[1-9][0-9]{0,15})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n((?s:.+))$`)
)

// Registration is what a service gives to prove that a game stands in a public register.
type Registration struct {
	Register string // the name of the register
	Leaf     []byte
	Proof    string // where the leaf stands, as tlog-proof of C2SP has it
	Key      string // a note by which a key of the log names the register's key
}

// Registered says where the opening of a game stands: name of the register, number of the leaf, and when it was entered,
// in ms since 1970.
type Registered struct {
	Register string
	Leaf     uint64
	Time     int64
}

// Checkpoint is a signed state of a register: its name, how many leaves it has, and the root of their tree.
type Checkpoint struct {
	Origin string
	Size   uint64
	Root   []byte
}

// VerifyRegistration checks that a register has the opening of this first entry: a key of the log has named the
// register's key, that has signed a checkpoint, the leaf stands in its tree, and says of the game what the entry says.
// The error is a *NotProven, REGISTRY_MISMATCH.
func VerifyRegistration(logKeys []string, given Registration, first *Entry) (*Registered, error) {
	found, body, err := readRegistration(logKeys, given)
	if err != nil {
		return nil, notProven("REGISTRY_MISMATCH", first.Game, 1, "a proof that the game stands in a register", reason(err))
	}
	return found, compareOpening(first, body)
}

// CompareRegistrations compares a proof that was verified with earlier ones: a game stands in one register, with one key,
// and that has one leaf of the game, and one tree, which only grows. Of what is held only that counts which a register has
// signed that a key of the log names. The error is a *NotProven, REGISTRY_MISMATCH: then both are proof of two histories.
func CompareRegistrations(logKeys []string, held []Registration, given Registration, game []byte) error {
	now, err := readProven(logKeys, given)
	if err != nil {
		return err
	}
	for _, row := range held {
		before, err := readProven(logKeys, row)
		if err != nil {
			continue
		}
		if before.line != now.line {
			return notProven("REGISTRY_MISMATCH", game, 1, "the register "+before.line+" as before", "another one, "+now.line)
		}
		if before.index != now.index || !bytes.Equal(row.Leaf, given.Leaf) {
			due := fmt.Sprintf("leaf %d as the register had it before", before.index)
			return notProven("REGISTRY_MISMATCH", game, 1, due, fmt.Sprintf("another leaf, %d", now.index))
		}
		if before.point.Size == now.point.Size && !bytes.Equal(before.point.Root, now.point.Root) {
			due := fmt.Sprintf("the root %x of %d leaves, as it was signed before", before.point.Root, before.point.Size)
			return notProven("REGISTRY_MISMATCH", game, 1, due, hex.EncodeToString(now.point.Root))
		}
		if err := before.grewInto(now, game); err != nil {
			return err
		}
	}
	return nil
}

// grewInto compares two trees of one register by their paths to one leaf: a tree only grows, so what is full in the smaller
// one never changes, and every hash of it that stands in both paths is compared. That is all before the leaf, and behind it
// what both have; the rest takes the tiles of the register.
func (p *proven) grewInto(now *proven, game []byte) error {
	held, places := p.beside()
	shown, _ := now.beside()
	for _, node := range places {
		first, after := node[1]<<node[0], (node[1]+1)<<node[0]
		hash, both := shown[node]
		if both && after <= min(p.point.Size, now.point.Size) && !bytes.Equal(held[node], hash) {
			due := fmt.Sprintf("the hash %x of leaves %d to %d, as it was signed before", held[node], first, after-1)
			return notProven("REGISTRY_MISMATCH", game, 1, due, hex.EncodeToString(hash))
		}
	}
	return nil
}

// beside gives the hashes beside the path of the leaf, by their level in the tree, from 0, and number there; and these in
// their order.
func (p *proven) beside() (map[[2]uint64][]byte, [][2]uint64) {
	found, order := map[[2]uint64][]byte{}, [][2]uint64{}
	place, last, level := p.index, p.point.Size-1, uint64(0)
	for _, hash := range p.path {
		for place == last && place%2 == 0 && place > 0 { // alone at the edge: it goes up as it is
			place, last, level = place/2, last/2, level+1
		}
		node := [2]uint64{level, place ^ 1}
		found[node], order = hash, append(order, node)
		place, last, level = place/2, last/2, level+1
	}
	return found, order
}

// proven is what a proof shows: the register's key, the number of the leaf, the tree that was signed, and the hashes that
// lead to its root.
type proven struct {
	line  string
	index uint64
	point *Checkpoint
	path  [][]byte
}

func readProven(logKeys []string, given Registration) (*proven, error) {
	line, err := registerKey(logKeys, given.Key)
	if err != nil {
		return nil, err
	}
	found, err := verifyProof(line, given.Leaf, given.Proof)
	if err != nil {
		return nil, err
	}
	return found, nil
}

func readRegistration(logKeys []string, given Registration) (*Registered, []any, error) {
	found, err := readProven(logKeys, given)
	if err != nil {
		return nil, nil, err
	}
	origin := found.point.Origin
	if origin != given.Register {
		return nil, nil, fmt.Errorf("the key of %s for a register of the name %q", origin, given.Register)
	}
	time, body, err := readOpening(given.Leaf)
	return &Registered{origin, found.index, time}, body, err
}

// reason gives what was found instead, of an error of this package, without the rest of its text.
func reason(err error) string {
	var fault *NotProven
	if errors.As(err, &fault) {
		return fault.Found
	}
	return err.Error()
}

// registerKey reads the verification key of a register out of a note that one of these keys of the log has signed.
func registerKey(logKeys []string, note string) (string, error) {
	for _, line := range logKeys {
		body, err := VerifyNote(line, note)
		if err != nil {
			continue
		}
		parts := registerKeyText.FindStringSubmatch(body)
		if parts != nil && strings.HasPrefix(parts[2], parts[1]+"+") {
			return parts[2], nil
		}
	}
	return "", errors.New("no key of a register that a key of the log names")
}

// ReadCheckpoint reads a checkpoint that the register of this verification key has signed.
func ReadCheckpoint(line, note string) (*Checkpoint, error) {
	body, err := VerifyNote(line, note)
	if err != nil {
		return nil, err
	}
	parts := checkpointText.FindStringSubmatch(body)
	if parts == nil || !strings.HasPrefix(line, parts[1]+"+") {
		return nil, errors.New("no checkpoint of the register")
	}
	size, err := strconv.ParseUint(parts[2], 10, 64)
	root, errRoot := unbase64(parts[3])
	return &Checkpoint{parts[1], size, root}, errors.Join(err, errRoot)
}

// verifyProof gives what proves that a leaf stands in the register of this key.
func verifyProof(line string, leaf []byte, text string) (*proven, error) {
	parts := proofText.FindStringSubmatch(text)
	if parts == nil {
		return nil, errors.New("no proof of a register")
	}
	point, err := ReadCheckpoint(line, parts[3])
	if err != nil {
		return nil, err
	}
	index, err := strconv.ParseUint(parts[1], 10, 64)
	if err != nil {
		return nil, err
	}
	var path [][]byte
	for _, row := range strings.Fields(parts[2]) {
		hash, err := unbase64(row)
		if err != nil || len(hash) != hashSize {
			return nil, errors.New("no path of hashes")
		}
		path = append(path, hash)
	}
	if !Included(LeafHash(leaf), index, point.Size, path, point.Root) {
		return nil, errors.New("a path that does not lead to the root that was signed")
	}
	return &proven{line, index, point, path}, nil
}

// LeafHash is the hash of a leaf in a tree of RFC 6962.
func LeafHash(leaf []byte) []byte { return sha([]byte{0}, leaf) }

// Included tells whether the leaf of this hash stands at a place of the tree of so many leaves (RFC 6962).
func Included(hash []byte, index, size uint64, path [][]byte, root []byte) bool {
	if index >= size || len(path) > proofMost {
		return false
	}
	place, last := index, size-1
	for _, beside := range path {
		if last == 0 {
			return false
		}
		if place%2 == 1 || place == last {
			hash = sha([]byte{1}, beside, hash)
			for place%2 == 0 && place > 0 {
				place, last = place/2, last/2
			}
		} else {
			hash = sha([]byte{1}, hash, beside)
		}
		place, last = place/2, last/2
	}
	return last == 0 && bytes.Equal(hash, root)
}

// readOpening gives the time of a leaf that says that a game was opened, and its fields.
func readOpening(leaf []byte) (int64, []any, error) {
	value, err := Decode(leaf)
	if err != nil {
		return 0, nil, err
	}
	f := fields{values: list(value)}
	f.want(3)
	format, time := f.number(0), f.number(1)
	kind, body := f.kind(2)
	if f.fault != nil || format != 1 || kind != "GameOpened" || len(body) != openedFields {
		return 0, nil, errors.New("a leaf that is no opening")
	}
	return time, body, nil
}

// compareOpening compares an opening with the first entry: the game, what it is committed to, its terms and keys.
func compareOpening(first *Entry, body []any) error {
	terms, err := ReadTerms(first)
	if err != nil {
		return err
	}
	keys := []any{}
	for _, held := range terms.SeatKeys {
		row := []any{}
		for _, key := range held {
			row = append(row, key)
		}
		keys = append(keys, row)
	}
	labels := labelsOf(first, terms)
	f := fields{values: first.Values}
	due := []struct {
		name string
		here any
	}{
		{"game", first.Game}, {"commitment", terms.Commitment}, {"digest of the terms", terms.Settings},
		{"ruleset", f.at(termsRuleset)}, {"keys of the seats", keys}, {"event", f.at(termsEvent)},
		{"round", labels["round"]}, {"table", labels["table"]}, {"game that it takes the place of", f.at(termsRestarts)},
	}
	for place, one := range due {
		if !sameValue(one.here, body[place]) {
			return notProven("REGISTRY_MISMATCH", first.Game, 1, one.name+" as registered: "+shown(body[place]), shown(one.here))
		}
	}
	return nil
}

// labelsOf gives the labels of a game of an event; a register has none of another.
func labelsOf(first *Entry, terms *Terms) map[string]string {
	found := map[string]string{}
	f := fields{values: first.Values}
	if terms.Event == nil || f.at(termsLabels) == nil {
		return found
	}
	for _, row := range f.list(termsLabels) {
		label := fields{values: list(row)}
		found[label.text(0)] = label.text(1)
	}
	return found
}

func sameValue(one, other any) bool {
	first, errFirst := Encode(one)
	second, errSecond := Encode(other)
	return errFirst == nil && errSecond == nil && bytes.Equal(first, second)
}

func shown(value any) string {
	switch found := value.(type) {
	case []byte:
		return hex.EncodeToString(found)
	case nil:
		return "none"
	case []any:
		parts := []string{}
		for _, part := range found {
			parts = append(parts, shown(part))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	return fmt.Sprint(value)
}

// RequireOwnKeys demands that a seat of a new game has keys of its holder alone, the first of these among them: with
// another key moves could be forged. The error is a *NotProven, GENESIS_INVALID.
func RequireOwnKeys(first *Entry, seat int, own ...[]byte) error {
	return requireKeys(first, seat, own, true)
}

// RequireNoOtherKeys is RequireOwnKeys for a holder who signs with none of his keys: the seat may have each of them.
func RequireNoOtherKeys(first *Entry, seat int, own ...[]byte) error {
	return requireKeys(first, seat, own, false)
}

func requireKeys(first *Entry, seat int, own [][]byte, signs bool) error {
	terms, err := ReadTerms(first)
	if err != nil {
		return err
	}
	var held [][]byte
	if seat >= 0 && seat < len(terms.SeatKeys) {
		held = terms.SeatKeys[seat]
	}
	among := func(keys [][]byte, key []byte) bool {
		return slices.ContainsFunc(keys, func(one []byte) bool { return bytes.Equal(one, key) })
	}
	strange := func(key []byte) bool { return !among(own, key) }
	there := !signs || len(own) > 0 && among(held, own[0])
	if there && !slices.ContainsFunc(held, strange) {
		return nil
	}
	return notProven("GENESIS_INVALID", first.Game, 1, fmt.Sprintf("seat %d with %s and no other key", seat, keysShown(own)), keysShown(held))
}

func keysShown(keys [][]byte) string {
	if len(keys) == 0 {
		return "none"
	}
	parts := make([]string, len(keys))
	for place, key := range keys {
		parts[place] = hex.EncodeToString(key)
	}
	return strings.Join(parts, " ")
}

// unbase64 reads base64 in its one spelling.
func unbase64(text string) ([]byte, error) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || base64.StdEncoding.EncodeToString(data) != text {
		return nil, fmt.Errorf("not the plain base64 of its bytes: %q", text)
	}
	return data, nil
}
