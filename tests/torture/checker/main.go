// Command checker reads histories of games and says of each whether it is linearizable.
//
// Input is one operation a line, as JSON; a line of kind "start" says where the log of a game stood before the first
// operation. The model is an append-only log with idempotent command ids: an append makes the next entry, an append
// with a known id gives its first entry again, a refused one makes none, and a read gives the last entry; an "old"
// read, of a service that could not reach its store, gives the last entry or any before it.
// Output is one JSON object; the exit code is 0 where every game is linearizable, 1 where one is not, 2 where the
// input can not be read or the time was not enough.
package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

const limit = 60 * time.Second

// row is one line of a history; times are in nanoseconds of one clock.
type row struct {
	Game    string `json:"game"`
	Client  int    `json:"client"`
	Kind    string `json:"kind"`
	ID      string `json:"id"`
	Began   int64  `json:"began"`
	Ended   int64  `json:"ended"`
	Outcome string `json:"outcome"`
	Seq     int    `json:"seq"`
	Hash    string `json:"hash"`
	Old     bool   `json:"old"`
}

// entry is the end of a log; digest stands for all of it.
type entry struct {
	seq      int
	id, hash string
	before   *entry
	digest   [sha256.Size]byte
}

func (end *entry) after(id, hash string) *entry {
	text := fmt.Sprintf("%x %s %s", end.digest, id, hash)
	return &entry{end.seq + 1, id, hash, end, sha256.Sum256([]byte(text))}
}

func (end *entry) find(id string) *entry {
	for at := end; at != nil; at = at.before {
		if at.id == id {
			return at
		}
	}
	return nil
}

func step(state, input, _ interface{}) (bool, interface{}) {
	end, asked := state.(*entry), input.(row)
	if asked.Kind == "read" {
		for at := end; asked.Old && at != nil; at = at.before {
			if at.seq == asked.Seq {
				return asked.Hash == at.hash, end
			}
		}
		return asked.Seq == end.seq && asked.Hash == end.hash, end
	}
	known := end.find(asked.ID)
	if asked.Outcome == "refused" {
		return known == nil, end
	}
	if known != nil {
		return asked.Seq == known.seq && asked.Hash == known.hash, end
	}
	return asked.Seq == end.seq+1, end.after(asked.ID, asked.Hash)
}

func model(start *entry) porcupine.Model {
	return porcupine.Model{
		Init:  func() interface{} { return start },
		Step:  step,
		Equal: func(one, other interface{}) bool { return one.(*entry).digest == other.(*entry).digest },
	}
}

func read(path string) (map[string]*entry, map[string][]porcupine.Operation, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	starts, operations := map[string]*entry{}, map[string][]porcupine.Operation{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var found row
		if err := json.Unmarshal(lines.Bytes(), &found); err != nil {
			return nil, nil, err
		}
		if found.Kind == "start" {
			starts[found.Game] = &entry{seq: found.Seq, hash: found.Hash}
			continue
		}
		operations[found.Game] = append(operations[found.Game], porcupine.Operation{
			ClientId: found.Client, Input: found, Call: found.Began, Return: found.Ended,
		})
	}
	for game := range operations {
		if starts[game] == nil {
			return nil, nil, fmt.Errorf("game %s has no start", game)
		}
	}
	return starts, operations, lines.Err()
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: checker HISTORY")
		os.Exit(2)
	}
	starts, operations, err := read(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	count, wrong, unknown := 0, []string{}, []string{}
	for game, history := range operations {
		count += len(history)
		switch porcupine.CheckOperationsTimeout(model(starts[game]), history, limit) {
		case porcupine.Illegal:
			wrong = append(wrong, game)
		case porcupine.Unknown:
			unknown = append(unknown, game)
		}
	}
	sort.Strings(wrong)
	sort.Strings(unknown)
	_ = json.NewEncoder(os.Stdout).Encode(map[string]interface{}{
		"games": len(operations), "operations": count, "not_linearizable": wrong, "not_decided": unknown,
	})
	switch {
	case len(wrong) > 0:
		os.Exit(1)
	case len(unknown) > 0:
		os.Exit(2)
	}
}
