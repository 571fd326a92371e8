package verilog

import (
	"encoding/json"
	"strings"

	"simten.dev/engine/circuit"
)

// waveSignal is a signal of a timing diagram: a character for each step, and a text for each value of a bus.
type waveSignal struct {
	Name string   `json:"name"`
	Wave string   `json:"wave"`
	Data []string `json:"data,omitempty"`
}

// WaveJSON writes a run as a timing diagram for WaveDrom: the clock, and groups of inputs and outputs, each step a
// period. Values of buses are hexadecimal.
func WaveJSON(title string, r *Result, run []Step) (string, error) {
	var signals []any
	if r.Clock != "" && len(run) > 0 {
		signals = append(signals, waveSignal{Name: r.Clock, Wave: "p" + strings.Repeat(".", len(run)-1)})
	}
	group := func(name string, ports []Port, values func(s *Step) []circuit.Value) {
		list := []any{name}
		for i, p := range ports {
			list = append(list, waveOf(p, run, func(s *Step) circuit.Value { return values(s)[i].Mask(p.Width) }))
		}
		if len(ports) > 0 {
			signals = append(signals, list)
		}
	}
	group("inputs", r.Inputs, func(s *Step) []circuit.Value { return s.Inputs })
	group("outputs", r.Outputs, func(s *Step) []circuit.Value { return s.Outputs })
	text, err := json.MarshalIndent(map[string]any{
		"signal": signals, "head": map[string]any{"text": title, "tick": 0},
	}, "", "  ")
	return string(text) + "\n", err
}

// waveOf is the course of one port.
func waveOf(p Port, run []Step, value func(s *Step) circuit.Value) waveSignal {
	w := waveSignal{Name: p.Path}
	var wave strings.Builder
	var before circuit.Value
	for i := range run {
		v := value(&run[i])
		switch {
		case i > 0 && v.Equal(before):
			wave.WriteByte('.')
		case p.Width == 1 && v.IsZero():
			wave.WriteByte('0')
		case p.Width == 1:
			wave.WriteByte('1')
		default:
			wave.WriteByte('=')
			w.Data = append(w.Data, v.Big().Text(16))
		}
		before = v
	}
	w.Wave = wave.String()
	return w
}
