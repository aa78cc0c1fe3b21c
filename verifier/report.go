package main

import (
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

// groups is the order of meaning inside one entry.
var groups = []string{"format", "chain", "seed", "dice", "authority", "meaning"}

const (
	findingsMost = 1000
	longest      = 400
)

// Finding is a fault: its code, the entry (0 for the file), what was expected and what was found.
type Finding struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Seq      int64  `json:"seq"`
	Expected string `json:"expected"`
	Found    string `json:"found"`
}

// Report is what a verification found, in the same words as the audit's.
type Report struct {
	Result     string            `json:"result"`
	Game       string            `json:"game"`
	Entries    int               `json:"entries"`
	Levels     map[string]string `json:"levels"`
	Primary    *Finding          `json:"primary"`
	Findings   []Finding         `json:"findings"`
	Declared   []string          `json:"declared"`
	Notes      []string          `json:"notes"`
	NotChecked []string          `json:"not_checked"`
}

// notChecked says what no reader can check who has the specification alone.
var notChecked = []string{
	"L2: whether the rules allow each command, and make these events and this state of it",
	"whether the events of an entry follow from its command: they are believed where they say what is asked, stopped or void",
	"L3: the public register itself, beyond what the file and wallets carry of it, and whether what was refused was legal",
	"what a hidden dice row or a sealed part holds that this file does not open",
}

var exits = map[string]int{"PASS": 0, "PASS_WITH_NOTES": 1, "FAIL": 2, "INCOMPLETE": 3}

type findings struct {
	kinds      *kinds
	found      []Finding
	seen       map[Finding]bool
	listed     map[string]int
	left       map[string]int
	notes      []string
	incomplete map[string]string
}

func newFindings(known *kinds) *findings {
	return &findings{
		kinds: known,
		found: []Finding{}, seen: map[Finding]bool{}, listed: map[string]int{}, left: map[string]int{},
		incomplete: map[string]string{},
	}
}

func (f *findings) add(name string, seq int64, expected, found any) {
	if f.listed[name] >= findingsMost {
		f.left[name]++
		return
	}
	severity := "error"
	if f.kinds.Findings[f.kinds.places[name]].warning {
		severity = "warning"
	}
	row := Finding{name, severity, seq, shown(expected), shown(found)}
	if !f.seen[row] {
		f.seen[row] = true
		f.listed[name]++
		f.found = append(f.found, row)
	}
}

func (f *findings) has(names ...string) bool {
	for _, name := range names {
		if f.listed[name] > 0 {
			return true
		}
	}
	return false
}

func (f *findings) rank(row Finding) [4]int64 {
	place := f.kinds.places[row.Code]
	lesser, seq := int64(0), row.Seq
	if row.Severity != "error" {
		lesser = 1
	}
	if seq == 0 {
		seq = 1 << 40
	}
	return [4]int64{lesser, seq, int64(slices.Index(groups, f.kinds.Findings[place].group)), int64(place)}
}

func (f *findings) report(game string, entries int, declared, levels []string) Report {
	sort.SliceStable(f.found, func(i, j int) bool {
		one, two := f.rank(f.found[i]), f.rank(f.found[j])
		for place := range one {
			if one[place] != two[place] {
				return one[place] < two[place]
			}
		}
		return false
	})
	report := Report{
		Result: "PASS", Game: game, Entries: entries, Levels: map[string]string{}, Findings: f.found,
		Declared: declared, Notes: f.notes, NotChecked: notChecked,
	}
	for _, level := range levels {
		report.Levels[level] = "done"
		if why, missing := f.incomplete[level]; missing {
			report.Levels[level] = why
		}
	}
	for name, count := range f.left {
		report.Notes = append(report.Notes, fmt.Sprintf("%s: %d findings more are not listed", name, count))
	}
	sort.Strings(report.Notes)
	switch {
	case len(f.found) > 0 && f.found[0].Severity == "error":
		report.Result, report.Primary = "FAIL", &f.found[0]
	case len(f.incomplete) > 0:
		report.Result = "INCOMPLETE"
	case len(f.found) > 0 || len(report.Notes) > 0:
		report.Result = "PASS_WITH_NOTES"
	}
	return report
}

func shown(value any) string {
	var text string
	switch found := value.(type) {
	case []byte:
		text = hex.EncodeToString(found[:min(len(found), longest)])
	case string:
		text = found
	case nil:
		text = "none"
	default:
		text = fmt.Sprint(found)
	}
	text = strings.Map(func(sign rune) rune {
		if unicode.IsPrint(sign) {
			return sign
		}
		return '?'
	}, text)
	if signs := []rune(text); len(signs) > longest {
		return string(signs[:longest-3]) + "..."
	}
	return text
}

func numbers(values []int64) string {
	words := make([]string, len(values))
	for place, value := range values {
		words[place] = strconv.FormatInt(value, 10)
	}
	return "[" + strings.Join(words, ", ") + "]"
}
