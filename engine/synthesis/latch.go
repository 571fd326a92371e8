package synthesis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower"
	"simten.dev/engine/word"
)

// Bounds of the search for inputs for which an eval leaves an output out.
const (
	latchBits  = 10      // of all inputs together, up to which all values are tried
	latchTries = 1 << 10 // of other inputs
	latchWork  = 1 << 18 // operations
	latchShown = 3       // inputs in the message
)

// latches tells once for each eval without state which output it does not always give. That the operations do not show
// it to be given always is not enough: inputs are looked for that show the opposite.
func (b *build) latches(i int, l *lower.Lowered) {
	c := b.parts[i].Circuit()
	always := func(r lower.Result) bool { return l.Graph.Ops[r.Given].Kind == word.Const }
	if !slices.ContainsFunc(l.Outputs, func(r lower.Result) bool { return !always(r) }) {
		return // as most
	}
	key := hintKey{"latch of " + c.Name, b.evalPlace(b.parts[i])}
	if len(c.State) > 0 || key.place.IsZero() || b.hinted[key] {
		return
	}
	for k, r := range l.Outputs {
		if always(r) {
			continue
		}
		b.hinted[key] = true
		inputs, found := leftOut(l, r.Given)
		if !found {
			continue
		}
		name := c.Outputs[k].Name
		var with []string
		for _, n := range l.Reads(r.Given) {
			if len(with) < latchShown {
				with = append(with, fmt.Sprintf("%s = %v", c.Inputs[n].Name, inputs[n]))
			}
		}
		when := ""
		if len(with) > 0 {
			when = ", as with " + strings.Join(with, ", ")
		}
		b.hints = append(b.hints, circuit.Diagnostic{
			Stage: circuit.StageElaborate, Code: circuit.CodeLatch, Severity: circuit.Info, Circuit: c.Name, Node: b.design.Path(i),
			Message:    fmt.Sprintf("eval of %s does not always give '%s'%s: it then keeps its value, which makes it a latch.", c.Name, name, when),
			Suggestion: "Give it in every case, or keep it in state.",
		}.At(key.place))
	}
}

// leftOut looks for values of the inputs for which an eval does not give an output. It gives them by the number of the
// input.
func leftOut(l *lower.Lowered, given word.ID) (inputs map[int]circuit.Value, found bool) {
	bits := 0
	for _, p := range l.Params {
		if p.Kind == lower.InputParam {
			bits += p.Width
		}
	}
	tries := latchTries
	if bits <= latchBits {
		tries = 1 << bits
	}
	random := rand.New(rand.NewPCG(1, 2)) // the same hints each time
	inputs = map[int]circuit.Value{}
	params, values := make([]circuit.Value, len(l.Params)), make([]circuit.Value, len(l.Graph.Ops))
	for try := range min(tries, latchWork/len(l.Graph.Ops)) {
		rest := uint64(try)
		for k, p := range l.Params {
			if p.Kind != lower.InputParam {
				continue // an option that nobody has changed
			}
			params[k] = circuit.Uint(rest).Mask(p.Width)
			if bits > latchBits && try > 0 {
				params[k] = circuit.Uint(random.Uint64() >> random.IntN(64)).Mask(p.Width)
			}
			rest >>= uint(min(p.Width, 63))
			inputs[p.Index] = params[k]
		}
		if !apply(&l.Graph, params, values) {
			return nil, false
		}
		fails := l.Doubt != word.None && !values[l.Doubt].IsZero()
		for _, t := range l.Throws {
			fails = fails || !values[t.When].IsZero()
		}
		if !fails && values[given].IsZero() {
			return inputs, true
		}
	}
	return nil, false
}

// apply computes the operations of a graph. It is false for one with loops, which may take long, or with memories.
func apply(g *word.Graph, params, values []circuit.Value) bool {
	of := func(id word.ID) circuit.Value {
		if id == word.None {
			return circuit.Value{}
		}
		return values[id]
	}
	for k := range g.Ops {
		op := &g.Ops[k]
		switch op.Kind {
		case word.Param:
			values[k] = params[op.Imm]
			continue
		case word.Repeat:
			return false
		}
		width := 0
		if op.A != word.None {
			width = int(g.Ops[op.A].Width)
		}
		v, ok := g.Apply(op, width, of(op.A), of(op.B), of(op.C))
		if !ok {
			return false
		}
		values[k] = v
	}
	return true
}
