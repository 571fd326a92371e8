package sandbox

import (
	"bytes"
	"context"
	encoding "encoding/json"
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/trace"
)

// Observe is what to do in one run that is only looked at (simulator.md 16.1).
type Observe struct {
	Ticks  int                      // clock cycles, or settlings of a circuit without state
	Inputs map[string]circuit.Value // set once, before the first tick
}

// Observation is the course of a run.
type Observation struct {
	Circuit string   `json:"circuit"`
	Ticks   int      `json:"ticks"`
	Inputs  []string `json:"inputs"`
	Outputs []string `json:"outputs"`
	Signals Courses  `json:"signals"`
	VCD     string   `json:"vcd"`
	// SteadyStateAt is the sample from which on nothing changes, when it is at least steadyWindow samples before
	// the end (16.6); nil when there is none.
	SteadyStateAt *int `json:"steadyStateAt,omitempty"`
}

// Courses are the values of the ports of the circuit, inputs first. In JSON they are an object by name.
type Courses []Course

// Course is the values of one port after each tick.
type Course struct {
	Name  string
	Width int
	Runs  []Run
}

// Run is a value that lasted for some samples.
type Run struct {
	Value circuit.Value `json:"value"`
	Count int           `json:"count"`
}

const steadyWindow = 5

// MarshalJSON writes an object in the order of the ports.
func (c Courses) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i := range c {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := encoding.Marshal(c[i].Name)
		if err != nil {
			return nil, err
		}
		runs, err := encoding.Marshal(c[i].Runs)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(runs)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Observe runs the circuit from its start and reports the values after every tick. Errors of the run are
// *circuit.Diagnostic.
func (c *Compiled) Observe(ctx context.Context, o Observe) (*Observation, error) {
	m, err := c.NewMachine(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = m.Close() }()
	d := c.Design
	if err := NewControls(d).Set(m, o.Inputs); err != nil {
		return nil, err
	}
	var text strings.Builder
	vcd, err := trace.NewVCD(&text, d)
	if err != nil {
		return nil, fmt.Errorf("the waveform could not be begun: %w", err)
	}
	result := &Observation{Circuit: c.Main, Ticks: o.Ticks, Inputs: []string{}, Outputs: []string{}}
	var nets []int
	for _, p := range d.Inputs {
		result.Inputs = append(result.Inputs, p.Name)
		result.Signals = append(result.Signals, Course{Name: p.Name, Width: p.Type.Wires()})
		nets = append(nets, p.Net)
	}
	for _, p := range d.Outputs {
		result.Outputs = append(result.Outputs, p.Name)
		result.Signals = append(result.Signals, Course{Name: p.Name, Width: p.Type.Wires()})
		nets = append(nets, p.Net)
	}
	if err := m.Settle(ctx); err != nil {
		return nil, err
	}
	steady := 0
	for i := range o.Ticks {
		if err := vcd.Settled(m); err != nil {
			return nil, err
		}
		if d.Sequential {
			if _, err := m.Step(ctx, 1); err != nil {
				return nil, err
			}
		}
		if err := vcd.Clocked(m); err != nil {
			return nil, err
		}
		for k := range nets {
			if result.Signals[k].add(m.Peek(nets[k])) {
				steady = i
			}
		}
	}
	if err := vcd.Close(); err != nil {
		return nil, err
	}
	if o.Ticks-steady >= steadyWindow {
		result.SteadyStateAt = &steady
	}
	result.VCD = text.String()
	return result, nil
}

// add appends a sample and reports whether the value is a new one.
func (c *Course) add(v circuit.Value) bool {
	if n := len(c.Runs); n > 0 && c.Runs[n-1].Value.Equal(v) {
		c.Runs[n-1].Count++
		return false
	}
	c.Runs = append(c.Runs, Run{v, 1})
	return true
}
