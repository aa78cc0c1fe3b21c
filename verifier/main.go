// Command verifier checks replay files of wargames from the specification of their format alone.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

type list []string

func (l *list) String() string { return strings.Join(*l, ", ") }

func (l *list) Set(value string) error {
	*l = append(*l, value)
	return nil
}

const usage = `usage: verifier [--level L0] [--level L1] [--vkey KEY] [--receipts FILE] [--kinds FILE] [--json] FILE...
       verifier --lines

Checks replay files at L0 (bytes, chain, signatures, seals, dice) and L1 (order, roles, rulings, clocks), and at L3
where wallets, receipts or statements are given. It ends with 0 (passed), 1 (passed with notes), 2 (failed), 3 (incomplete) or
4 (a file or an argument can not be used); of several files with the greatest but that 2 and 4 come before 3.
With --lines it answers requests on its input, one JSON a line.
`

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(arguments []string, in io.Reader, out, fault io.Writer) int {
	flags := flag.NewFlagSet("verifier", flag.ContinueOnError)
	flags.SetOutput(fault)
	flags.Usage = func() { fmt.Fprint(fault, usage) }
	var levels, receipts list
	flags.Var(&levels, "level", "")
	flags.Var(&receipts, "receipts", "")
	pinned := flags.String("vkey", "", "")
	table := flags.String("kinds", "", "")
	asJSON := flags.Bool("json", false, "")
	lines := flags.Bool("lines", false, "")
	if flags.Parse(arguments) != nil || (flags.NArg() == 0) != *lines {
		fmt.Fprint(fault, usage)
		return 4
	}
	with, err := optionsOf(levels, receipts, *pinned, *table)
	if err != nil {
		fmt.Fprintln(fault, "verifier:", err)
		return 4
	}
	if *lines {
		return answer(in, out, with)
	}
	worst := 0
	for _, name := range flags.Args() {
		worst = worse(worst, verifyFile(name, with, *asJSON, out, fault))
	}
	return worst
}

func optionsOf(levels, receipts list, pinned, table string) (options, error) {
	with := options{levels: []string{"L0", "L1"}, pinned: pinned}
	if len(levels) > 0 {
		with.levels = levels
	}
	for _, level := range with.levels {
		if level != "L0" && level != "L1" {
			return with, fmt.Errorf("level %s: this verifier checks L0 and L1, and L3 with --receipts", level)
		}
	}
	if pinned != "" {
		if _, err := readKey(pinned); err != nil {
			return with, err
		}
	}
	data := kindsFile
	var err error
	if table != "" {
		if data, err = os.ReadFile(table); err != nil {
			return with, err
		}
	}
	if with.kinds, err = readKinds(data); err != nil {
		return with, err
	}
	for _, name := range receipts {
		raw, err := os.ReadFile(name)
		if err != nil {
			return with, err
		}
		found, err := readHeld(raw, name)
		if err != nil {
			return with, fmt.Errorf("%s: %w", name, err)
		}
		with.held = append(with.held, found...)
	}
	return with, nil
}

func worse(one, two int) int {
	order := []int{0, 1, 3, 2, 4}
	place := map[int]int{}
	for at, code := range order {
		place[code] = at
	}
	if place[two] > place[one] {
		return two
	}
	return one
}

func verifyFile(name string, with options, asJSON bool, out, fault io.Writer) int {
	file, err := os.Open(name)
	if err != nil {
		fmt.Fprintln(fault, "verifier:", err)
		return 4
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, fileMax+1))
	if err != nil {
		fmt.Fprintln(fault, "verifier:", err)
		return 4
	}
	report := verify(data, with)
	if asJSON {
		written, _ := json.MarshalIndent(report, "", " ")
		fmt.Fprintln(out, string(written))
	} else {
		write(name, report, out)
	}
	return exits[report.Result]
}

func write(name string, report Report, out io.Writer) {
	fmt.Fprintf(out, "%s: %s, game %s, %d entries\n", name, report.Result, report.Game, report.Entries)
	for _, found := range report.Findings {
		fmt.Fprintf(out, "  %s %s at entry %d: expected %s, found %s\n", found.Severity, found.Code, found.Seq, found.Expected, found.Found)
	}
	for _, level := range []string{"L0", "L1", "L3"} {
		if state, there := report.Levels[level]; there {
			fmt.Fprintf(out, "  %s: %s\n", level, state)
		}
	}
	for place, lines := range [][]string{report.Declared, report.Notes, report.NotChecked} {
		for _, line := range lines {
			fmt.Fprintf(out, "  %s: %s\n", []string{"declared", "note", "not checked"}[place], line)
		}
	}
}
