package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// digitalTraced is the number of cycles that DigitalJS shows: one takes it up to seconds.
const digitalTraced = 16

// digitalPatience is how long it may take for them.
const digitalPatience = time.Minute

// digital is a netlist in the format of DigitalJS.
type digital struct {
	Devices     map[string]map[string]any `json:"devices"`
	Connectors  []connector               `json:"connectors"`
	Subcircuits struct{}                  `json:"subcircuits"`
}

type connector struct {
	From pin `json:"from"`
	To   pin `json:"to"`
}

type pin struct {
	ID   string `json:"id"`
	Port string `json:"port"`
}

// toDigital writes a netlist for DigitalJS. The error says which operation it has no device for.
func toDigital(m *netlist.Module, out word.ID) (*digital, error) {
	d := &digital{Devices: map[string]map[string]any{"clk": {"type": "Input", "bits": 1, "net": "clk"}}}
	switch {
	case len(m.Memories) > 0 || len(m.Tables) > 0:
		return nil, errors.New("not translated: it has memories or tables")
	case len(m.Loops) > 0 || len(m.Calls) > 0:
		return nil, errors.New("not translated: it has loops or closures")
	}
	name := func(id word.ID) string { return fmt.Sprintf("n%d", id) }
	wire := func(from word.ID, to, port string) {
		d.Connectors = append(d.Connectors, connector{pin{name(from), "out"}, pin{to, port}})
	}
	for i := range m.Ops {
		id := word.ID(i)
		device, ports, err := deviceOf(m, id)
		if err != nil {
			return nil, err
		}
		d.Devices[name(id)] = device
		for k, o := range m.Ops[i].Operands(nil) {
			if count := &m.Ops[o]; k == 1 && isShift(m.Ops[i].Kind) && count.Kind == word.Const {
				// Counts of DigitalJS are small; ours are words.
				constant := name(id) + "count"
				d.Devices[constant] = map[string]any{"type": "Constant", "constant": binary(circuit.Uint(count.Imm), countBits)}
				d.Connectors = append(d.Connectors, connector{pin{constant, "out"}, pin{name(id), ports[k]}})
				continue
			}
			wire(o, name(id), ports[k])
		}
	}
	for i, r := range m.Registers {
		dff := fmt.Sprintf("r%d", i)
		d.Devices[dff] = map[string]any{
			"type": "Dff", "bits": r.Width, "polarity": map[string]bool{"clock": true}, "initial": binary(r.Start, r.Width),
		}
		wire(r.Next, dff, "in")
		d.Connectors = append(d.Connectors, connector{pin{"clk", "out"}, pin{dff, "clk"}})
	}
	for i := range d.Connectors { // the value of a register is the output of its flip-flops
		var id word.ID
		if _, err := fmt.Sscanf(d.Connectors[i].From.ID, "n%d", &id); err == nil && m.Ops[id].Kind == word.Reg {
			d.Connectors[i].From.ID = fmt.Sprintf("r%d", m.Ops[id].Imm)
		}
	}
	for i := range m.Ops {
		if m.Ops[i].Kind == word.Reg {
			delete(d.Devices, name(word.ID(i)))
		}
	}
	from := pin{name(out), "out"}
	if m.Ops[out].Kind == word.Reg {
		from.ID = fmt.Sprintf("r%d", m.Ops[out].Imm)
	}
	d.Devices["out"] = map[string]any{"type": "Output", "bits": m.Ops[out].Width, "net": "out"}
	d.Connectors = append(d.Connectors, connector{from, pin{"out", "in"}})
	return d, nil
}

// binary writes a number in a fixed number of digits.
func binary(v circuit.Value, width int) string {
	text := v.Big().Text(2)
	return strings.Repeat("0", max(0, width-len(text))) + text
}

// countBits is the width of the count of a shift by a constant.
const countBits = 16

func isShift(k word.Kind) bool { return k == word.Shl || k == word.LShr }

var digitalKinds = map[word.Kind]string{
	word.And: "And", word.Or: "Or", word.Xor: "Xor", word.Not: "Not",
	word.RedOr: "OrReduce", word.RedAnd: "AndReduce", word.RedXor: "XorReduce",
	word.Add: "Addition", word.Sub: "Subtraction", word.Mul: "Multiplication", word.Shl: "ShiftLeft", word.LShr: "ShiftRight",
	word.Eq: "Eq", word.Ne: "Ne", word.ULt: "Lt", word.ULe: "Le", word.SLt: "Lt", word.SLe: "Le",
}

// deviceOf is the device of an operation and the ports of its operands.
func deviceOf(m *netlist.Module, id word.ID) (device map[string]any, ports []string, err error) {
	op := &m.Ops[id]
	w := op.Width
	n := int32(0)
	if op.Kind.Shape().Operands > 0 {
		n = m.Ops[op.A].Width
	}
	two := []string{"in1", "in2"}
	switch op.Kind {
	case word.Reg:
		return map[string]any{}, nil, nil // replaced by its flip-flops
	case word.Const:
		return map[string]any{"type": "Constant", "constant": binary(m.Value(op), int(w))}, nil, nil
	case word.Param:
		return map[string]any{"type": "Constant", "constant": binary(m.Inputs[op.Imm].Start, int(w))}, nil, nil
	case word.And, word.Or, word.Xor:
		return map[string]any{"type": digitalKinds[op.Kind], "bits": w, "inputs": 2}, two, nil
	case word.Not:
		return map[string]any{"type": "Not", "bits": w}, []string{"in"}, nil
	case word.RedOr, word.RedAnd, word.RedXor:
		return map[string]any{"type": digitalKinds[op.Kind], "bits": n}, []string{"in"}, nil
	case word.Add, word.Sub, word.Mul, word.Shl, word.LShr:
		second := m.Ops[op.B].Width
		if isShift(op.Kind) && m.Ops[op.B].Kind == word.Const {
			second = countBits
		}
		return map[string]any{
			"type": digitalKinds[op.Kind], "bits": map[string]int32{"in1": n, "in2": second, "out": w},
			"signed": map[string]bool{"in1": false, "in2": false, "out": false}, "fillx": false,
		}, two, nil
	case word.Eq, word.Ne, word.ULt, word.ULe, word.SLt, word.SLe:
		signed := op.Kind == word.SLt || op.Kind == word.SLe
		return map[string]any{
			"type": digitalKinds[op.Kind], "bits": map[string]int32{"in1": n, "in2": n},
			"signed": map[string]bool{"in1": signed, "in2": signed},
		}, two, nil
	case word.Slice:
		return map[string]any{"type": "BusSlice", "slice": map[string]any{"first": op.Imm, "count": w, "total": n}}, []string{"in"}, nil
	case word.Concat:
		return map[string]any{"type": "BusGroup", "groups": []int32{w - n, n}}, []string{"in1", "in0"}, nil
	case word.ZExt, word.SExt:
		kind := "ZeroExtend"
		if op.Kind == word.SExt {
			kind = "SignExtend"
		}
		return map[string]any{"type": kind, "extend": map[string]int32{"input": n, "output": w}}, []string{"in"}, nil
	case word.Mux:
		return map[string]any{"type": "Mux", "bits": map[string]int32{"in": w, "sel": 1}}, []string{"sel", "in1", "in0"}, nil
	}
	return nil, nil, fmt.Errorf("not translated: DigitalJS has no device for %s", op.Kind)
}

// netlist is the file with the netlist of a circuit for DigitalJS. It does not go through this process: a program
// that is started begins its peak of memory with that of the one that starts it.
func (o options) netlist(name string) string { return filepath.Join(o.build, name+".digitaljs.json") }

func writeDigital(file string, m *netlist.Module, out word.ID) error {
	d, err := toDigital(m, out)
	if err != nil {
		return err
	}
	b, err := json.Marshal(d)
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o644)
}

// digitalJS measures DigitalJS in Node, where its netlist could be written.
func digitalJS(o options, name string, r *childReport) (result, error) {
	if r.DigitalWhy != "" {
		return result{Note: r.DigitalWhy, skipped: true}, nil
	}
	cmd := exec.Command("node", filepath.Join(home, "drivers/digitaljs.mjs"), o.netlist(name), strconv.Itoa(digitalTraced), strconv.FormatFloat(o.seconds, 'f', -1, 64))
	began := time.Now()
	out, err := outputWithin(digitalPatience, cmd)
	if err != nil && time.Since(began) >= digitalPatience {
		return result{Note: fmt.Sprintf("did not finish %d cycles in %v", digitalTraced, digitalPatience), skipped: true}, nil
	}
	if err != nil {
		return result{Note: "did not run: " + lastLine(err.Error()), skipped: true}, nil //nolint:nilerr // its limits are no failure of ours
	}
	var v struct {
		Outputs         []uint32
		FirstMs         float64
		CyclesPerSecond float64
	}
	if err := json.Unmarshal(out, &v); err != nil {
		return result{}, err
	}
	return result{
		CyclesPerSecond: v.CyclesPerSecond, FirstCycleMs: r.SourceMs + v.FirstMs, MemoryMiB: peak(cmd),
		Note: "in Node, without drawing", outputs: v.Outputs,
	}, nil
}

// lastLine is what a failed command says: the line that names an error, else the last one.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	line := lines[len(lines)-1]
	for _, l := range lines {
		if strings.Contains(l, "Error") && strings.Contains(l, ": ") {
			line = strings.TrimSpace(l)
			break
		}
	}
	if len(line) > 200 {
		line = line[:200]
	}
	return line
}
