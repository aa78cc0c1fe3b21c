package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const (
	exhausted    = "8"
	longestPause = 30.0
	// Calls that a server takes at once on one connection; others wait for their turn, as they do in gRPC's own clients.
	streams = 256
)

// driven is how callers are let loose, in seconds: each so long after the one before, measured so long after the last.
type driven struct {
	Address     string  `json:"address"`
	Connections int     `json:"connections"`
	File        string  `json:"file"`
	Deadline    float64 `json:"deadline"`
	Coming      float64 `json:"coming"`
	Settle      float64 `json:"settle"`
	Seconds     float64 `json:"seconds"`
	// Each caller sends its requests again and again.
	Again bool `json:"again"`
}

type connection struct {
	client *http.Client
	slots  chan struct{}
}

// tally is what became of the calls; a call counts when it ends, if that is within the measured time.
type tally struct {
	measured                          atomic.Bool
	answered, refused, failed, atOnce atomic.Int64
	open, done                        atomic.Int64
}

func (all *tally) began() {
	now := all.open.Add(1)
	for all.measured.Load() {
		most := all.atOnce.Load()
		if now <= most || all.atOnce.CompareAndSwap(most, now) {
			return
		}
	}
}

type caller struct {
	connections []*connection
	deadline    time.Duration
	calls       int
	answers     int
}

// call gives the pause that the service asks for, in seconds, and whether it has answered.
func (mine *caller) call(ctx context.Context, asked request, all *tally) (float64, bool) {
	link := mine.connections[mine.calls%len(mine.connections)]
	mine.calls++
	all.began()
	defer all.open.Add(-1)
	until, cancel := context.WithTimeout(ctx, mine.deadline)
	defer cancel()
	status, details := "", ""
	select {
	case link.slots <- struct{}{}:
		status, details, _ = exchange(until, link.client, asked)
		<-link.slots
	case <-until.Done():
	}
	count := &all.failed
	switch status {
	case "0":
		count = &all.answered
	case exhausted:
		count = &all.refused
	}
	if all.measured.Load() {
		count.Add(1)
		if status == "0" {
			mine.answers++
		}
	}
	if status == exhausted {
		return retryDelay(details), false
	}
	return 0, status == "0"
}

// work sends one request after the other, each until it is answered.
func (mine *caller) work(ctx context.Context, jobs []request, again bool, all *tally) {
	for at := 0; at < len(jobs) && ctx.Err() == nil; {
		for tries := 0; ; tries++ {
			pause, answered := mine.call(ctx, jobs[at], all)
			if answered {
				break
			}
			if pause == 0 { // as gRPC's own retries do where the service does not say for how long
				pause = math.Min(longestPause, math.Pow(2, float64(tries))) * (0.8 + 0.4*rand.Float64())
			}
			if !sleep(ctx, pause) {
				return
			}
		}
		if at++; again {
			at %= len(jobs)
		}
	}
}

func sleep(ctx context.Context, seconds float64) bool {
	select {
	case <-time.After(time.Duration(seconds * float64(time.Second))):
		return true
	case <-ctx.Done():
		return false
	}
}

// drive writes a line when what is measured begins, one when it has ended, and then what was found.
func drive(settings string) error {
	var how driven
	if err := json.Unmarshal([]byte(settings), &how); err != nil {
		return err
	}
	workers, err := read(how.File)
	if err != nil {
		return err
	}
	connections := make([]*connection, how.Connections)
	for at := range connections {
		connections[at] = &connection{connect(how.Address), make(chan struct{}, streams)}
	}
	all, callers, group := &tally{}, make([]caller, len(workers)), sync.WaitGroup{}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for at, jobs := range workers {
		// connections in turn, whoever calls
		callers[at] = caller{connections, time.Duration(how.Deadline * float64(time.Second)), at, 0}
		group.Add(1)
		go func() {
			defer group.Done()
			if sleep(ctx, how.Coming*float64(at)) {
				callers[at].work(ctx, jobs, how.Again, all)
				all.done.Add(1)
			}
		}()
	}
	sleep(ctx, how.Coming*float64(len(workers))+how.Settle)
	out := bufio.NewWriter(os.Stdout)
	say := func(word string) { fmt.Fprintln(out, word); out.Flush() }
	all.measured.Store(true)
	began := time.Now()
	say("begun")
	sleep(ctx, how.Seconds)
	all.measured.Store(false)
	took := time.Since(began).Seconds()
	done := all.done.Load() // callers that had nothing more to send
	say("ended")
	cancel()
	group.Wait()
	answers := make([]int, len(callers))
	for at := range callers {
		answers[at] = callers[at].answers
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"seconds": took, "answered": all.answered.Load(), "refused": all.refused.Load(), "failed": all.failed.Load(),
		"open_most": all.atOnce.Load(), "ended": done, "answers": answers,
	})
}

// retryDelay reads the pause out of details of a status, in seconds: google.rpc.Status, Any, RetryInfo and Duration.
func retryDelay(details string) float64 {
	data, err := base64.RawStdEncoding.DecodeString(trimmed(details))
	if err != nil {
		return 0
	}
	for _, detail := range fields(data, 3) {
		for _, name := range fields(detail.data, 1) {
			if string(name.data) != "type.googleapis.com/google.rpc.RetryInfo" {
				continue
			}
			for _, info := range fields(detail.data, 2) {
				for _, delay := range fields(info.data, 1) {
					seconds := 0.0
					for _, part := range fields(delay.data, 1) {
						seconds += float64(part.number)
					}
					for _, part := range fields(delay.data, 2) {
						seconds += float64(part.number) / 1e9
					}
					return seconds
				}
			}
		}
	}
	return 0
}

func trimmed(text string) string {
	for len(text) > 0 && text[len(text)-1] == '=' {
		text = text[:len(text)-1]
	}
	return text
}

type field struct {
	number uint64
	data   []byte
}

// fields gives those of a message that have this number; what can not be read ends it.
func fields(data []byte, wanted uint64) []field {
	var found []field
	for len(data) > 0 {
		key, used := binary.Uvarint(data)
		if used <= 0 {
			return found
		}
		data = data[used:]
		value, used := binary.Uvarint(data)
		if used <= 0 || key&7 != 0 && key&7 != 2 {
			return found
		}
		data = data[used:]
		one := field{number: value}
		if key&7 == 2 {
			if value > uint64(len(data)) {
				return found
			}
			one.data, data = data[:value], data[value:]
		}
		if key>>3 == wanted {
			found = append(found, one)
		}
	}
	return found
}
