package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"

	fnote "github.com/transparency-dev/formats/note"
	client "github.com/transparency-dev/witness/client/http"
	"github.com/transparency-dev/witness/persistence/inmemory"
	"github.com/transparency-dev/witness/witness"
	"golang.org/x/mod/sumdb/note"
)

// serve runs the witness of transparency-dev; its first line says where, its second its key.
func serve(keys []string) error {
	known := map[string]note.Verifier{}
	for _, key := range keys {
		verifier, err := note.NewVerifier(key)
		if err != nil {
			return err
		}
		known[verifier.Name()] = verifier
	}
	skey, vkey, err := note.GenerateKey(rand.Reader, "witness.example.net")
	if err != nil {
		return err
	}
	signer, err := fnote.NewSignerForCosignatureV1(skey)
	if err != nil {
		return err
	}
	ours, err := fnote.VKeyToCosignatureV1(vkey)
	if err != nil {
		return err
	}
	made, err := witness.New(context.Background(), witness.Opts{
		Persistence: inmemory.New(),
		Signers:     []note.Signer{signer},
		VerifierForLog: func(_ context.Context, origin string) (note.Verifier, bool, error) {
			found, ok := known[origin]
			return found, ok, nil
		},
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n%s\n", listener.Addr(), ours)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /add-checkpoint", witness.NewHTTPHandler(made).AddCheckpoint)
	return http.Serve(listener, mux)
}

type submitted struct {
	Lines string `json:"lines"`
	Size  uint64 `json:"size"`
	Fault string `json:"fault"`
}

// submit brings checkpoints to a witness with transparency-dev's client.
func submit(where string, submissions []submission) (any, error) {
	place, err := url.Parse(where)
	if err != nil {
		return nil, err
	}
	ours := client.NewWitness(place, http.DefaultClient)
	var answers []submitted
	for _, given := range submissions {
		lines, size, err := ours.Update(context.Background(), given.Old, []byte(given.Note), given.Proof)
		answer := submitted{Lines: string(lines), Size: size}
		for fault, name := range map[error]string{
			witness.ErrCheckpointStale: "stale", witness.ErrInvalidProof: "proof", witness.ErrRootMismatch: "root",
			witness.ErrUnknownLog: "unknown", witness.ErrNoValidSignature: "signature", witness.ErrOldSizeInvalid: "old",
		} {
			if errors.Is(err, fault) {
				answer.Fault = name
			}
		}
		if err != nil && answer.Fault == "" {
			answer.Fault = err.Error()
		}
		answers = append(answers, answer)
	}
	return answers, nil
}
