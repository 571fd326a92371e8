package job

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/history"
	"simten.dev/engine/modules"
	"simten.dev/engine/project"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// Run is everything that decides the values of a run: equal ones give equal values, in whichever process.
type Run struct {
	Text    string        `json:"text"`
	File    string        `json:"file,omitempty"`
	Files   project.Map   `json:"files,omitempty"` // what the text imports, by path
	Lock    *modules.Lock `json:"lock,omitempty"`  // of the packages that it imports
	Circuit string        `json:"circuit,omitempty"`
	Steps   Steps         `json:"steps,omitempty"`
	Memory  Memory        `json:"memory,omitempty"`
	Cycles  int           `json:"cycles"`
}

// Steps are inputs: those of entry i are set before the clock edge of cycle i, and keep their values.
type Steps []map[string]circuit.Number

// UnmarshalJSON reads a list of objects, or one object for the whole run.
func (s *Steps) UnmarshalJSON(text []byte) error {
	if text = bytes.TrimSpace(text); len(text) > 0 && text[0] == '{' {
		*s = Steps{nil}
		return json.Unmarshal(text, &(*s)[0])
	}
	return json.Unmarshal(text, (*[]map[string]circuit.Number)(s))
}

// Memory is what memories hold at the start: by path of a node or a pattern of paths, cells by address.
type Memory map[string]map[string]circuit.Number

// Hosted is a Run with its host of packages, which is no part of what decides its values.
type Hosted struct {
	Run
	Host string `json:"host,omitempty"`
}

// worthCompiling is the number of cycles from which compiling the circuit to WebAssembly pays.
const worthCompiling = 50_000

// recorded is a run that can be asked.
type recorded struct {
	*ask.Run
	compiled  *sandbox.Compiled
	past      *history.Recorder
	controls  *sandbox.Controls
	unmatched []string // patterns of Memory that match nothing
}

func (r *recorded) close() {
	r.Close()
	_ = r.past.Close() // the process ends soon
	r.compiled.Close()
}

// compile compiles a text.
func (w *worker) compile(ctx context.Context, r Run, harness bool) (*sandbox.Compiled, error) {
	w.progress(0, "compiling")
	return sandbox.CompileLoading(ctx, sandbox.Source{
		Text: r.Text, File: r.File, Files: r.Files, Circuit: r.Circuit, Harness: harness, Lock: r.Lock,
		Grants: circuit.AllGrants(), Progress: func(protocol.Progress) { w.alive() },
	}, w.limits, loader{w, w.task.Run.Host})
}

// sound compiles a text that must be in order.
func (w *worker) sound(ctx context.Context, r Run, harness bool) (*sandbox.Compiled, error) {
	compiled, err := w.compile(ctx, r, harness)
	if err != nil {
		return nil, err
	}
	errors := 0
	var first *circuit.Diagnostic
	for i := range compiled.Diagnostics {
		if d := &compiled.Diagnostics[i]; d.Severity == circuit.Error {
			first = cmp.Or(first, d)
			errors++
		}
	}
	if first == nil {
		return compiled, nil
	}
	compiled.Close()
	short := *first
	short.Cut()
	e := protocol.FromDiagnostic(&short)
	if errors > 1 {
		e.Advice = strings.TrimSpace(e.Advice + fmt.Sprintf(" The text has %d errors; check_circuit lists them all.", errors))
	}
	return nil, e
}

// record compiles a text and begins its run, in which the inputs of step 0 are not set yet.
func (w *worker) record(ctx context.Context, r Run, cycles int) (*recorded, error) {
	compiled, err := w.sound(ctx, r, false)
	if err != nil {
		return nil, err
	}
	backend := sandbox.Interpreter
	if cycles > worthCompiling {
		backend = sandbox.WebAssembly
	}
	m, err := compiled.NewMachineOn(ctx, backend)
	if err != nil {
		compiled.Close()
		return nil, err
	}
	past, err := history.New(m, history.Options{})
	if err != nil {
		_ = m.Close()
		compiled.Close()
		return nil, err
	}
	x := &recorded{
		Run: ask.New(compiled, past, w.limits), compiled: compiled, past: past, controls: sandbox.NewControls(compiled.Design),
	}
	x.Progress = func(part float64) { w.progress(part, "answering") }
	x.Pause = w.alive
	cells, unmatched := memoryStep(compiled.Design, r.Memory)
	x.unmatched = unmatched
	if len(cells) > 0 {
		if err = compiled.Give(ctx, x.controls, past, cells); err == nil {
			err = past.Settle(ctx)
		}
	}
	if err != nil {
		x.close()
		return nil, err
	}
	return x, nil
}

// play runs all cycles. seen is called after the clock edge of each cycle up to the one of that number, before the
// next inputs are set.
func (w *worker) play(ctx context.Context, x *recorded, r Run, watched int, seen func(step int)) error {
	steps := r.Steps[:min(len(r.Steps), r.Cycles)]
	single := max(len(steps), watched)
	for i := range min(single, r.Cycles) {
		if i < len(steps) && len(steps[i]) > 0 {
			if err := x.compiled.Give(ctx, x.controls, x.past, steps[i]); err != nil {
				return err
			}
			if err := x.past.Settle(ctx); err != nil {
				return err
			}
		}
		if _, err := x.past.Step(ctx, 1); err != nil {
			return err
		}
		if i < watched {
			seen(i)
		}
		if i%256 == 255 {
			w.progress(float64(i)/float64(r.Cycles), "running")
		}
	}
	for left := r.Cycles - min(single, r.Cycles); left > 0; {
		done, err := x.past.Step(ctx, min(left, 1<<18))
		if err != nil {
			return err
		}
		left -= done
		w.progress(float64(r.Cycles-left)/float64(r.Cycles), "running")
	}
	return nil
}

// whole compiles a text and runs all its cycles.
func (w *worker) whole(ctx context.Context) (*recorded, error) {
	r := w.task.Run.Run
	x, err := w.record(ctx, r, r.Cycles)
	if err != nil {
		return nil, err
	}
	if err := w.play(ctx, x, r, 0, nil); err != nil {
		x.close()
		return nil, err
	}
	return x, nil
}

// ports are the inputs and outputs of a circuit.
func ports(d *elaborate.Design) []string {
	list := make([]string, 0, len(d.Inputs)+len(d.Outputs))
	for _, p := range d.Inputs {
		list = append(list, p.Name)
	}
	for _, p := range d.Outputs {
		list = append(list, p.Name)
	}
	return list
}

// memoryStep gives the cells that contents of memories set, by name, and the patterns that match no memory. A pattern
// is the path of a node, or one with * for a part of it.
func memoryStep(d *elaborate.Design, memory Memory) (cells map[string]circuit.Number, unmatched []string) {
	unmatched = []string{}
	if len(memory) == 0 {
		return nil, unmatched
	}
	cells = map[string]circuit.Number{}
	matched := map[string]bool{}
	for _, n := range d.Nodes() {
		for _, f := range n.State {
			if f.StateType.Kind != circuit.Memory {
				continue
			}
			depth, _ := sim.MemoryShape(f)
			field := n.Path + "." + f.Name
			for pattern, contents := range memory {
				if !matches(pattern, n.Path) && !matches(pattern, field) {
					continue
				}
				matched[pattern] = true
				for address, value := range contents {
					if a, err := strconv.ParseUint(address, 0, 64); err == nil && a < depth {
						cells[field+"["+strconv.FormatUint(a, 10)+"]"] = value
					}
				}
			}
		}
	}
	for pattern := range memory {
		if !matched[pattern] {
			unmatched = append(unmatched, pattern)
		}
	}
	slices.Sort(unmatched)
	return cells, unmatched
}

func matches(pattern, name string) bool {
	if pattern == name {
		return true
	}
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

// Cell is a value of a signal in an answer: a number, or the decimal digits of one that a number cannot hold exactly.
type Cell = circuit.Value

// Value is a signal with its value.
type Value struct {
	Signal string `json:"signal"`
	Value  Cell   `json:"value"`
	Output bool   `json:"output,omitempty"`
}

// values are the values of the ports in the cycle that is shown, at most so many.
func (r *recorded) values(most int) []Value {
	list := []Value{}
	for i, part := range [][]elaborate.TopPort{r.compiled.Design.Inputs, r.compiled.Design.Outputs} {
		for _, p := range part {
			if len(list) < most {
				list = append(list, Value{p.Name, r.past.Peek(p.Net), i == 1})
			}
		}
	}
	return list
}
