package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// command is what a reader has to know of a kind of command that the rules alone can say.
type command struct {
	Roles   []int64 `json:"roles"`
	Secret  bool    `json:"secret"`
	Sealed  bool    `json:"sealed"`
	Referee bool    `json:"referee"`
}

type ruleset struct {
	Commands map[string]command `json:"commands"`
}

// code is a finding: its name, level and group, and whether it is a warning alone.
type code struct {
	name, level, group string
	warning            bool
}

func (c *code) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&c.name, &c.level, &c.group, &c.warning})
}

// kinds are the tables of the specification, tables.json.
type kinds struct {
	Findings []code              `json:"findings"`
	Halted   []string            `json:"while_halted"`
	Over     []string            `json:"after_the_end"`
	Events   map[string][]string `json:"events"`
	Rulings  []string            `json:"rulings"`
	Rulesets map[string]ruleset  `json:"rulesets"`
	places   map[string]int
}

//go:embed tables.json
var kindsFile []byte

func readKinds(data []byte) (*kinds, error) {
	found := &kinds{places: map[string]int{}}
	if err := json.Unmarshal(data, found); err != nil {
		return nil, fmt.Errorf("no tables of the format: %w", err)
	}
	for place, row := range found.Findings {
		found.places[row.name] = place
	}
	return found, nil
}

func (k *kinds) of(name string) *ruleset {
	if found, there := k.Rulesets[name]; there {
		return &found
	}
	return nil
}
