// Reads a register with the tools of others: golang.org/x/mod/sumdb and those of transparency-dev.
//
//	reader check FOLDER < REQUEST    checkpoints, tiles, entries and proofs
//	reader witness VKEY...           a witness of theirs for the registers of these keys, until it is killed
//	reader submit URL < REQUEST      their client brings checkpoints to a witness
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type proofCase struct {
	Leaf []byte `json:"leaf"`
	Text string `json:"text"`
}

type submission struct {
	Old   uint64   `json:"old"`
	Note  string   `json:"note"`
	Proof [][]byte `json:"proof"`
}

type request struct {
	VKey        string       `json:"vkey"`
	Witnesses   []string     `json:"witnesses"`
	Policy      string       `json:"policy"`
	Earlier     []string     `json:"earlier"`
	Proofs      []proofCase  `json:"proofs"`
	Submissions []submission `json:"submissions"`
}

func main() {
	if len(os.Args) < 3 {
		fail(fmt.Errorf("usage: reader check FOLDER, reader witness VKEY..., reader submit URL"))
	}
	var asked request
	if os.Args[1] != "witness" {
		if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
			fail(err)
		}
	}
	var answer any
	var err error
	switch os.Args[1] {
	case "check":
		answer, err = check(os.Args[2], asked)
	case "witness":
		err = serve(os.Args[2:])
	case "submit":
		answer, err = submit(os.Args[2], asked.Submissions)
	default:
		err = fmt.Errorf("no such verb: %s", os.Args[1])
	}
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
