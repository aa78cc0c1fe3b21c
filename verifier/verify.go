package main

import (
	"encoding/hex"
	"fmt"
)

// options say what to check a file with.
type options struct {
	levels []string
	pinned string
	held   []held
	kinds  *kinds
}

// verify checks a replay file at L0 and L1, and at L3 where receipts are held.
func verify(data []byte, with options) Report {
	out := newFindings(with.kinds)
	levels := with.levels
	if len(with.held) > 0 {
		levels = append(append([]string{}, levels...), "L3")
	}
	unreadable := func(why string, entries []*entry) Report {
		for _, level := range levels {
			out.incomplete[level] = why
		}
		return out.report(gameOf(entries), len(entries), nil, levels)
	}
	b, err := readBundle(data)
	if err != nil {
		out.add("BUNDLE_MALFORMED", 0, "a replay file", err)
		return unreadable("the file could not be read", nil)
	}
	for _, text := range b.altered {
		out.add("BUNDLE_MALFORMED", 0, "the file as it was written", text)
	}
	entries := readEntries(b.records, out)
	v := &verification{entries: entries, b: b, out: out, with: with}
	v.check("order", func() { checkOrder(entries, out) })
	v.check("chain", func() { checkChain(entries, out) })
	v.check("genesis", func() { v.t = checkGenesis(entries, out) })
	if v.t == nil {
		return unreadable("there are no terms to check against", entries)
	}
	v.known = with.kinds.of(v.t.ruleset)
	v.lowest()
	for _, level := range levels {
		if level == "L1" {
			v.second()
		}
	}
	report := out.report(gameOf(entries), len(entries), v.t.declared(with.pinned != ""), levels)
	if v.known == nil {
		what := fmt.Sprintf("L1: who may give commands of ruleset %s, and which are sealed: it is not in the table of kinds", v.t.ruleset)
		report.NotChecked = append([]string{what}, notChecked...)
	}
	return report
}

func gameOf(entries []*entry) string {
	if len(entries) == 0 {
		return ""
	}
	return hex.EncodeToString(entries[0].game)
}

type verification struct {
	entries []*entry
	b       *bundle
	out     *findings
	with    options
	t       *terms
	known   *ruleset
}

// check runs a check; what an altered file makes it stumble over is a finding, never a crash.
func (v *verification) check(name string, run func()) {
	defer func() {
		if fault := recover(); fault != nil {
			v.out.add("BUNDLE_MALFORMED", 0, "what the check of "+name+" can read", fmt.Sprint(fault))
		}
	}()
	run()
}

func (v *verification) lowest() {
	entries, out, t := v.entries, v.out, v.t
	var keys *logKeys
	var secret []byte
	v.check("manifest", func() { t.checkManifest(v.b, out) })
	v.check("log keys", func() { keys = checkLogKeys(entries, t, v.with.pinned, out) })
	v.check("heads", func() { checkHeads(entries, v.b, keys, out) })
	if len(v.with.held) > 0 && keys != nil {
		v.check("receipts", func() { checkHeld(entries, t, v.with.held, keys, out) })
	}
	if keys != nil {
		v.check("register", func() { checkRegister(entries, t, v.b.register, keys, out) })
		v.check("inclusions", func() { checkInclusions(entries, t, v.with.held, keys, out) })
	}
	v.check("signatures", func() { checkSignatures(entries, t, out) })
	v.check("seals", func() { checkSeals(entries, v.b, t, v.known, out) })
	v.check("seed", func() { secret = checkSeed(entries, t, out) })
	v.check("dice", func() { checkDice(entries, v.b, t, secret, out) })
	if secret == nil && !out.has("SEED_COMMIT_MISMATCH", "SEED_NOT_REVEALED") {
		out.incomplete["L0"] = "the dice can be checked once the secret is revealed"
	}
}

func (v *verification) second() {
	entries, out, t := v.entries, v.out, v.t
	v.check("times", func() { checkTimes(entries, out) })
	v.check("ids", func() { checkIDs(entries, out) })
	v.check("authority", func() { checkAuthority(entries, t, v.known, out) })
	v.check("freshness", func() { checkFreshness(entries, t, out) })
	v.check("rewinds", func() { checkRewinds(entries, t, out) })
	v.check("stops", func() { checkStops(entries, t, v.with.kinds, out) })
	v.check("clocks", func() { checkClocks(entries, t, out) })
	v.check("reports", func() { checkReports(entries, t, out) })
	v.check("end", func() { checkEnd(entries, t, out) })
	v.check("appeals", func() { checkAppeals(entries, t, out) })
	v.check("corrections", func() { checkCorrections(entries, out) })
	v.check("acts", func() { checkActs(entries, v.with.kinds, out) })
	v.check("rulings", func() { checkRulings(entries, v.with.kinds, out) })
	v.check("absences", func() { checkAbsences(entries, out) })
	v.check("substitutes", func() { checkSubstitutes(entries, t, out) })
}
