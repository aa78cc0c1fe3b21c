// Command load sends recorded requests to a gRPC server over HTTP/2 without TLS and measures it.
//
// usage: load ADDRESS CONNECTIONS FILE, or load drive SETTINGS
//
// FILE holds one worker a line, as a JSON list of its requests, each with path, token and base64 body. Every worker
// sends its requests one after the other, all workers at once. Output is one JSON object: requests a second,
// milliseconds of the median and of the slowest hundredth, how many, and how many were refused.
//
// With drive, callers come one after the other, give each call a deadline, and come again when they are told to, or
// after pauses that double; SETTINGS is a JSON object of how, and each caller has a line of its FILE.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

type request struct {
	Path  string `json:"path"`
	Token string `json:"token"`
	Body  []byte `json:"body"`
}

func connect(address string) *http.Client {
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		if path, found := strings.CutPrefix(address, "unix:"); found {
			return (&net.Dialer{}).DialContext(ctx, "unix", path)
		}
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	return &http.Client{Transport: &http.Transport{Protocols: &protocols, DialContext: dial, DisableCompression: true}}
}

// send gives the gRPC status of one call.
func send(client *http.Client, asked request) (string, error) {
	status, _, err := exchange(context.Background(), client, asked)
	return status, err
}

// exchange gives the gRPC status of one call, and the details that come with it; the deadline of the context is told.
func exchange(ctx context.Context, client *http.Client, asked request) (string, string, error) {
	message := make([]byte, 5+len(asked.Body))
	binary.BigEndian.PutUint32(message[1:], uint32(len(asked.Body)))
	copy(message[5:], asked.Body)
	call, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost"+asked.Path, bytes.NewReader(message))
	if err != nil {
		return "", "", err
	}
	call.Header.Set("content-type", "application/grpc")
	call.Header.Set("te", "trailers")
	if asked.Token != "" {
		call.Header.Set("authorization", "Bearer "+asked.Token)
	}
	if until, limited := ctx.Deadline(); limited {
		call.Header.Set("grpc-timeout", fmt.Sprintf("%dm", max(1, time.Until(until).Milliseconds())))
	}
	answer, err := client.Do(call)
	if err != nil {
		return "", "", err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return "", "", err
	}
	told := answer.Trailer
	if told.Get("grpc-status") == "" {
		told = answer.Header
	}
	return told.Get("grpc-status"), told.Get("grpc-status-details-bin"), nil
}

func read(path string) ([][]request, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<28)
	var workers [][]request
	for lines.Scan() {
		var jobs []request
		if err := json.Unmarshal(lines.Bytes(), &jobs); err != nil {
			return nil, err
		}
		workers = append(workers, jobs)
	}
	return workers, lines.Err()
}

type found struct {
	seconds []float64
	refused int
	err     error
}

func work(client *http.Client, jobs []request) found {
	var mine found
	for _, job := range jobs {
		began := time.Now()
		status, err := send(client, job)
		if err != nil {
			mine.err = err
			return mine
		}
		if status != "0" {
			mine.refused++
		}
		mine.seconds = append(mine.seconds, time.Since(began).Seconds())
	}
	return mine
}

func run() error {
	if len(os.Args) == 3 && os.Args[1] == "drive" {
		return drive(os.Args[2])
	}
	if len(os.Args) != 4 {
		return fmt.Errorf("usage: load ADDRESS CONNECTIONS FILE, or load drive SETTINGS")
	}
	count, err := strconv.Atoi(os.Args[2])
	if err != nil || count < 1 {
		return fmt.Errorf("CONNECTIONS must be a number above 0")
	}
	workers, err := read(os.Args[3])
	if err != nil {
		return err
	}
	clients := make([]*http.Client, count)
	for at := range clients {
		clients[at] = connect(os.Args[1])
	}
	results, group := make([]found, len(workers)), sync.WaitGroup{}
	began := time.Now()
	for at, jobs := range workers {
		group.Add(1)
		go func() {
			defer group.Done()
			results[at] = work(clients[at%count], jobs)
		}()
	}
	group.Wait()
	took := time.Since(began).Seconds()
	return tell(results, took)
}

func tell(results []found, took float64) error {
	var all []float64
	refused := 0
	for _, result := range results {
		if result.err != nil {
			return result.err
		}
		all = append(all, result.seconds...)
		refused += result.refused
	}
	if len(all) == 0 {
		return fmt.Errorf("there was nothing to send")
	}
	sort.Float64s(all)
	return json.NewEncoder(os.Stdout).Encode(map[string]float64{
		"rate": float64(len(all)) / took, "p50": 1e3 * all[len(all)/2], "p99": 1e3 * all[len(all)*99/100],
		"count": float64(len(all)), "refused": float64(refused),
	})
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}
