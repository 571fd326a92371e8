package trace

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"simten.dev/engine/circuit"
)

// Dump is a value change dump read back.
type Dump struct {
	Signals []Signal
}

// Signal is one variable of a dump with its history.
type Signal struct {
	Path    string // scopes and name as they stand in the dump, joined by dots
	Width   int
	Changes []Change
}

// Change is a value from a time on.
type Change struct {
	Time  uint64
	Value circuit.Value
}

// At is the value at a time; 0 before the first change.
func (s *Signal) At(time uint64) circuit.Value {
	var v circuit.Value
	for _, c := range s.Changes {
		if c.Time > time {
			break
		}
		v = c.Value
	}
	return v
}

// ReadVCD reads a dump as NewVCD writes them: two-valued wires. It is the other half of the writer's
// tests and of comparing runs.
func ReadVCD(text string) (*Dump, error) {
	words := strings.Fields(text)
	d := &Dump{}
	byID := map[string][]int{}
	var scopes []string
	var time uint64
	next := func(i *int) string {
		*i++
		if *i < len(words) {
			return words[*i]
		}
		return ""
	}
	skip := func(i *int) {
		for *i < len(words) && words[*i] != "$end" {
			*i++
		}
	}
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case w == "$scope":
			next(&i)
			scopes = append(scopes, next(&i))
			skip(&i)
		case w == "$upscope":
			if len(scopes) == 0 {
				return nil, fmt.Errorf("$upscope without $scope")
			}
			scopes = scopes[:len(scopes)-1]
			skip(&i)
		case w == "$var":
			next(&i)
			width, err := strconv.Atoi(next(&i))
			if err != nil || width < 1 || width > circuit.MaxWidth {
				return nil, fmt.Errorf("a $var without a width")
			}
			id, name := next(&i), next(&i)
			if id == "" || name == "" {
				return nil, fmt.Errorf("a $var without identifier or name")
			}
			byID[id] = append(byID[id], len(d.Signals))
			d.Signals = append(d.Signals, Signal{Path: strings.Join(append(scopes[:len(scopes):len(scopes)], name), "."), Width: width})
			skip(&i)
		case w == "$dumpvars" || w == "$end":
		case w[0] == '$':
			skip(&i)
		case w[0] == '#':
			t, err := strconv.ParseUint(w[1:], 10, 64)
			if err != nil || t < time {
				return nil, fmt.Errorf("time %q", w)
			}
			time = t
		default:
			if err := d.change(w, &i, words, byID, time); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

func (d *Dump) change(w string, i *int, words []string, byID map[string][]int, time uint64) error {
	digits, id := w[:1], w[1:]
	if w[0] == 'b' || w[0] == 'B' {
		digits = w[1:]
		*i++
		if *i >= len(words) {
			return fmt.Errorf("value %q without identifier", w)
		}
		id = words[*i]
	}
	n, ok := new(big.Int).SetString(digits, 2)
	if !ok || n.Sign() < 0 {
		return fmt.Errorf("value %q", w)
	}
	list, ok := byID[id]
	if !ok {
		return fmt.Errorf("value %q of an undeclared identifier", w)
	}
	for _, s := range list {
		signal := &d.Signals[s]
		signal.Changes = append(signal.Changes, Change{time, circuit.FromBig(n, signal.Width)})
	}
	return nil
}
