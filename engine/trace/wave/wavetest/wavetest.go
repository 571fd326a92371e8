// Package wavetest makes random waves for tests, and compares waves. A wave goes in, and texts to compare come out;
// what waves gain is added to Random and to Text.
package wavetest

import (
	"fmt"
	"math"
	"strings"

	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/trace/wave"
)

// Options say what random waves have.
type Options struct {
	Known bool // no bit is x or z
	Texts bool // signals that are texts
	Few   bool // at most a handful of changes
}

// Random draws a wave with nested scopes, aliases, wide values, real numbers and signals that never change.
func Random(t *rapid.T, o Options) *wave.Wave {
	w := &wave.Wave{Header: wave.Header{Version: "test", Comment: "a comment", Scale: rapid.IntRange(-15, 0).Draw(t, "scale")}}
	courses := rapid.IntRange(1, 12).Draw(t, "courses")
	for i := range courses {
		shape := wave.Shape{Width: rapid.SampledFrom([]int{1, 1, 1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 128, 200}).Draw(t, "width")}
		switch n := rapid.IntRange(0, 9).Draw(t, "kind"); {
		case n == 0:
			shape = wave.Shape{Kind: wave.Real}
		case n == 1 && o.Texts:
			shape = wave.Shape{Kind: wave.Text}
		}
		w.Shapes = append(w.Shapes, shape)
		s := wave.Signal{Scope: []string{"top"}, Name: fmt.Sprintf("s%d", i), Course: i}
		for range rapid.IntRange(0, 2).Draw(t, "depth") {
			s.Scope = append(s.Scope, rapid.SampledFrom([]string{"a", "b"}).Draw(t, "scope"))
		}
		if shape.Kind == wave.Bits && shape.Width > 1 {
			s.Range = fmt.Sprintf("[%d:0]", shape.Width-1)
		}
		w.Signals = append(w.Signals, s)
		if rapid.IntRange(0, 3).Draw(t, "alias") == 0 {
			s.Scope, s.Name = []string{"top", "alias"}, fmt.Sprintf("t%d", i)
			w.Signals = append(w.Signals, s)
		}
	}
	b := wave.NewBuilder(wave.Options{})
	b.Header = w.Header
	b.Begin(wave.Options{})
	limit := 300
	if o.Few {
		limit = 20
	}
	time := uint64(rapid.IntRange(0, 3).Draw(t, "first"))
	b.First = time
	for i := range rapid.IntRange(1, limit).Draw(t, "times") {
		for course, shape := range w.Shapes {
			if i == 0 && course == 0 || rapid.IntRange(0, 2).Draw(t, "changes") == 0 {
				if err := b.Add(course, time, value(t, shape, o)); err != nil {
					t.Fatal(err)
				}
			}
		}
		b.Last = time
		time += uint64(rapid.SampledFrom([]int{1, 1, 2, 5, 1000, 1 << 33}).Draw(t, "step"))
	}
	return &b.Wave
}

func value(t *rapid.T, s wave.Shape, o Options) wave.Value {
	switch s.Kind {
	case wave.Real:
		return wave.Value{Real: rapid.SampledFrom([]float64{0, 1.5, -2, 1e300, 0.1, math.Inf(1)}).Draw(t, "real")}
	case wave.Text:
		return wave.Value{Text: rapid.SampledFrom([]string{"", "idle", "two words", `back\slash`, "é"}).Draw(t, "text")}
	}
	bits := random(t, s.Width)
	v := wave.Number(bits)
	if !o.Known && rapid.IntRange(0, 3).Draw(t, "unknown") == 0 {
		v.Unknown = random(t, s.Width)
	}
	return v
}

func random(t *rapid.T, width int) circuit.Value {
	words := make([]uint64, (width+63)/64)
	for i := range words {
		words[i] = rapid.SampledFrom([]uint64{0, 1, math.MaxUint64, 1 << 63, rapid.Uint64().Draw(t, "bits")}).Draw(t, "word")
	}
	return circuit.FromWords(words).Mask(width)
}

// Text is a wave as a text, for comparing: a line for each signal and each of its changes. Values at the very beginning
// that are not defined are left out, since not every format has them.
func Text(w *wave.Wave) string {
	var b strings.Builder
	fmt.Fprintf(&b, "scale %d, last %d\n", w.Scale, w.Last)
	for i := range w.Signals {
		s := &w.Signals[i]
		shape := w.Shape(s)
		fmt.Fprintf(&b, "%s%s kind %d width %d\n", s.Path(), s.Range, shape.Kind, shape.Width)
		c := &w.Courses[s.Course]
		for k := range c.Len() {
			v := c.Value(k)
			switch {
			case k == 0 && v.Equal(wave.Undefined(shape)) && shape.Kind != wave.Text:
			case shape.Kind == wave.Bits:
				fmt.Fprintf(&b, " %d %s\n", c.Time(k), v.Digits(shape.Width))
			case shape.Kind == wave.Real:
				fmt.Fprintf(&b, " %d %v\n", c.Time(k), v.Real)
			default:
				fmt.Fprintf(&b, " %d %q\n", c.Time(k), v.Text)
			}
		}
	}
	return b.String()
}
