package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/sandbox"
)

// The commands that ask about a run: wave, find, why and compare. Each runs the circuit first, as sim does, and then asks
// the recorded run.

// recording says which run is asked about.
type recording struct {
	circuit *string
	ticks   *int
	inputs  inputFlags
	asJSON  *bool
}

func recordingFlags(flags *flag.FlagSet) recording {
	return recording{
		circuit: flags.String("circuit", "", "the circuit to run; default: the last one of the file"),
		ticks:   flags.Int("ticks", -1, "number of clock cycles to run; default: as many as there are inputs, else 1000"),
		inputs:  newInputFlags(flags),
		asJSON:  flags.Bool("json", false, "print problems as JSON too"),
	}
}

// defaultAsked is the number of cycles that are run when nothing says how many.
const defaultAsked = 1000

// worthCompiling is the number of cycles from which compiling the circuit to WebAssembly pays.
const worthCompiling = 50_000

// asked is a recorded run with what it was made of.
type asked struct {
	*ask.Run
	compiled *sandbox.Compiled
	past     *history.Recorder
}

func (a *asked) close() {
	a.Close()
	_ = a.past.Close()
	a.compiled.Close()
}

// failed tells of an error of the circuit or of the question.
func (r recording) failed(t terminal, file string, err error) int {
	d := asDiagnostic(err)
	r.tell(t, file, []circuit.Diagnostic{d})
	return verdict([]circuit.Diagnostic{d})
}

func (r recording) tell(t terminal, file string, list []circuit.Diagnostic) {
	if !*r.asJSON {
		printDiagnostics(t.err, file, list)
		return
	}
	for i := range list {
		_ = writeJSON(t.err, list[i]) // nothing can be done about a closed error stream
	}
}

// record compiles a file and runs it.
func (r recording) record(ctx context.Context, t terminal, c command, file string) (*asked, int) {
	inputs, err := r.inputs.open(t)
	if err != nil {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return nil, exitUsage
	}
	compiled, code := r.build(ctx, t, c, file)
	if compiled == nil {
		return nil, code
	}
	steps, warnings, err := inputs.resolve(compiled.Design)
	if err != nil {
		compiled.Close()
		if inputs.tell(t, c, err) {
			return nil, exitErrors
		}
		return nil, r.failed(t, file, err)
	}
	r.tell(t, file, warnings)
	n := *r.ticks
	if n < 0 {
		if n = len(steps); n == 0 {
			n = defaultAsked
		}
	}
	a, code := r.start(ctx, t, file, compiled, n)
	if a == nil {
		return nil, code
	}
	controls := sandbox.NewControls(a.compiled.Design)
	for i := range min(n, len(steps)) {
		values, err := controls.Cut(steps[i])
		if err == nil {
			err = controls.Set(a.past, values)
		}
		if err == nil {
			err = a.past.Settle(ctx)
		}
		if err == nil {
			_, err = a.past.Step(ctx, 1)
		}
		if err != nil {
			a.close()
			return nil, r.failed(t, file, err)
		}
		alive()
	}
	for left := n - len(steps); left > 0; {
		done, err := a.past.Step(ctx, min(left, 1<<18))
		if err != nil {
			a.close()
			return nil, r.failed(t, file, err)
		}
		left -= done
		alive()
	}
	return a, exitClean
}

// build compiles the circuit of a file; nil when it has errors.
func (r recording) build(ctx context.Context, t terminal, c command, file string) (*sandbox.Compiled, int) {
	compiled, code := compileFile(ctx, t, c, file, *r.circuit)
	if compiled == nil {
		return nil, code
	}
	r.tell(t, file, compiled.Diagnostics)
	if code := verdict(compiled.Diagnostics); code != exitClean {
		compiled.Close()
		return nil, code
	}
	return compiled, exitClean
}

// start starts a recorder on a circuit, which it closes when that fails.
func (r recording) start(ctx context.Context, t terminal, file string, compiled *sandbox.Compiled, cycles int) (*asked, int) {
	backend := sandbox.Interpreter
	if cycles > worthCompiling {
		backend = sandbox.WebAssembly
	}
	m, err := compiled.NewMachineOn(ctx, backend)
	if err != nil {
		compiled.Close()
		return nil, r.failed(t, file, err)
	}
	past, err := history.New(m, history.Options{})
	if err != nil {
		compiled.Close()
		return nil, r.failed(t, file, err)
	}
	run := ask.New(compiled, past, sandbox.LimitsOf(commandLimits))
	run.Progress = func(float64) { alive() }
	return &asked{run, compiled, past}, exitClean
}

// signalList splits a list of signals and expressions at its commas, but not inside of brackets or quotes.
func signalList(text string) []string {
	var list []string
	depth, quote, from := 0, rune(0), 0
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		case c == ',' && depth == 0:
			list = append(list, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	if last := strings.TrimSpace(text[from:]); last != "" {
		list = append(list, last)
	}
	return list
}

// ports are the inputs and outputs of a circuit.
func ports(c *sandbox.Compiled) []string {
	var list []string
	for _, p := range c.Design.Inputs {
		list = append(list, p.Name)
	}
	for _, p := range c.Design.Outputs {
		list = append(list, p.Name)
	}
	return list
}

func waveCommand() command {
	c := command{
		name:    "wave",
		usage:   "wave FILE|WAVE [--signals A,B,EXPRESSION] [--from N] [--to N] [--pixels N] [--format text|svg|json] [--circuit NAME] [--ticks N] [--inputs FILE|WAVE|-] [--json]",
		summary: "Runs a circuit and draws signals or expressions over its cycles; without --signals those of its inputs and outputs. Of a recorded wave (VCD or FST) it draws signals over time, or over the cycles of --clock.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		r := recordingFlags(flags)
		signals := flags.String("signals", "", "names of signals (sum, cpu.alu.out, ram.cells[16]) and expressions, with commas between them")
		from := flags.Uint64("from", 0, "first cycle, or time of a recorded wave")
		to := flags.Uint64("to", 0, "last cycle or time; default: the last one there is")
		pixels := flags.Int("pixels", 100, "columns of the picture, at most")
		format := flags.String("format", "text", "text for a terminal, svg, or json: for every column the first and last value, the least and the most, and whether it changed")
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		if *format != "text" && *format != "svg" && *format != "json" {
			return misuse(t, c, fmt.Sprintf("--format takes text, svg or json, not %q", *format))
		}
		if *r.asJSON {
			*format = "json"
		}
		q := ask.Wave{Signals: signalList(*signals), From: *from, To: *to, Pixels: *pixels, Flat: *format != "json"}
		recorded, err := openWave(rest[0])
		if err != nil {
			fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
			return exitErrors
		}
		if recorded != nil {
			flags.Visit(func(f *flag.Flag) {
				if f.Name == "circuit" || f.Name == "ticks" || f.Name == "inputs" {
					code = misuse(t, c, "--"+f.Name+" is for a circuit, and "+rest[0]+" is a recorded wave")
				}
			})
			if code != exitClean {
				return code
			}
			return showFile(ctx, t, c, rest[0], recorded, q, *r.inputs.clock, *format)
		}
		a, code := r.record(ctx, t, c, rest[0])
		if a == nil {
			return code
		}
		defer a.close()
		if len(q.Signals) == 0 {
			q.Signals = ports(a.compiled)
		}
		p, err := a.Wave(ctx, q)
		if err != nil {
			return r.failed(t, rest[0], err)
		}
		return writePicture(t, p, *format)
	}
	return c
}

// cycleLine is one line of find.
type cycleLine struct {
	Cycle uint64 `json:"cycle"`
}

func findCommand() command {
	c := command{
		name:    "find",
		usage:   "find FILE --when EXPRESSION [--all|--first|--last|--count] [--on rise|true|fall|change] [--for N] [--from N] [--to N] [--circuit NAME] [--ticks N] [--inputs FILE|WAVE|-] [--json]",
		summary: "Runs a circuit and finds the cycles at which an expression becomes true: one line of JSON each.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		r := recordingFlags(flags)
		when := flags.String("when", "", "an expression over signals, such as 'pc === 0x104 && rise(cpu.we)'")
		all := flags.Bool("all", false, "all cycles (the default), at most 100,000")
		first := flags.Bool("first", false, "only the first one")
		last := flags.Bool("last", false, "only the last one")
		count := flags.Bool("count", false, "only how many there are")
		on := flags.String("on", "rise", "at which cycles: where the expression becomes true (rise), is true (true), becomes false (fall), or where its value changes (change)")
		length := flags.Uint64("for", 0, "only where it has been true for so many cycles")
		from := flags.Uint64("from", 0, "first cycle")
		to := flags.Uint64("to", 0, "last cycle; default: the last one of the run")
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		if *when == "" {
			return misuse(t, c, "--when is missing: give an expression, such as --when 'sum === 3'")
		}
		modes := 0
		for _, m := range []bool{*all, *first, *last, *count} {
			if m {
				modes++
			}
		}
		if modes > 1 {
			return misuse(t, c, "give one of --all, --first, --last and --count")
		}
		triggers := map[string]ask.Trigger{"rise": ask.Becomes, "true": ask.Holds, "fall": ask.Ceases, "change": ask.Changes}
		trigger, known := triggers[*on]
		if !known {
			return misuse(t, c, fmt.Sprintf("--on takes rise, true, fall or change, not %q", *on))
		}
		a, code := r.record(ctx, t, c, rest[0])
		if a == nil {
			return code
		}
		defer a.close()
		q := ask.Find{Condition: ask.Condition{When: *when, Trigger: trigger, For: *length}, From: *from, To: *to, Limit: ask.MostHits, Last: *last, Count: *count}
		switch {
		case *first || *last:
			q.Limit = 1
		case *count:
			q.Limit = 0
		}
		h, err := a.Find(ctx, q)
		if err != nil {
			return r.failed(t, rest[0], err)
		}
		if *count {
			err = writeJSON(t.out, map[string]uint64{"count": h.Count})
		}
		for _, cycle := range h.Cycles {
			if err = writeJSON(t.out, cycleLine{cycle}); err != nil {
				break
			}
		}
		if err != nil {
			return exitErrors
		}
		return exitClean
	}
	return c
}

func whyCommand() command {
	c := command{
		name:    "why",
		usage:   "why FILE --signal NAME [--cycle N] [--steps N] [--circuit NAME] [--ticks N] [--inputs FILE|WAVE|-] [--json]",
		summary: "Runs a circuit and says what made the value of a signal in a cycle: a JSON array of steps, the asked one first.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		r := recordingFlags(flags)
		signal := flags.String("signal", "", "a port of the circuit, a port of a node (cpu.alu.out), a state field or a cell of a memory (ram.cells[16])")
		cycle := flags.Int64("cycle", -1, "the cycle; default: the last one of the run")
		steps := flags.Int("steps", ask.DefaultSteps, fmt.Sprintf("steps at most, up to %d", ask.MostSteps))
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		if *signal == "" {
			return misuse(t, c, "--signal is missing: name a signal, such as --signal sum")
		}
		if *cycle >= 0 && *r.ticks < 0 && *r.inputs.path == "" {
			*r.ticks = max(defaultAsked, int(*cycle))
		}
		a, code := r.record(ctx, t, c, rest[0])
		if a == nil {
			return code
		}
		defer a.close()
		q := ask.Why{Signal: *signal, Cycle: uint64(*cycle), Steps: *steps}
		if *cycle < 0 {
			_, q.Cycle = a.Range()
		}
		x, err := a.Why(ctx, q)
		if err != nil {
			return r.failed(t, rest[0], err)
		}
		if err := writeSteps(t, x.Steps); err != nil {
			return exitErrors
		}
		if x.More {
			fmt.Fprintf(t.err, "simten %s: there are more causes than %d; --steps takes up to %d\n", c.name, *steps, ask.MostSteps)
		}
		return exitClean
	}
	return c
}

// writeSteps writes a JSON array with one line for each step.
func writeSteps(t terminal, steps []ask.Step) error {
	for i := range steps {
		text, err := json.Marshal(&steps[i])
		if err != nil {
			return err
		}
		before, after := " ", ","
		if i == 0 {
			before = "["
		}
		if i == len(steps)-1 {
			after = "]"
		}
		if _, err := fmt.Fprintf(t.out, "%s%s%s\n", before, text, after); err != nil {
			return err
		}
	}
	return nil
}

func compareCommand() command {
	c := command{
		name:    "compare",
		usage:   "compare FILE OTHER [--signals A,B] [--all] [--circuit NAME] [--ticks N] [--inputs FILE|WAVE|-] [--json]",
		summary: "Runs two circuits with the same inputs and tells the first cycle and signal in which they differ, as JSON.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		r := recordingFlags(flags)
		signals := flags.String("signals", "", "signals that both have, with commas between them; default: the outputs that both have")
		all := flags.Bool("all", false, "also list the other signals that differ in that cycle")
		rest, code, ok := parseFlags(t, c, flags, args, 2)
		if !ok {
			return code
		}
		built, code := r.build(ctx, t, c, rest[1])
		if built == nil {
			return code
		}
		other, code := r.start(ctx, t, rest[1], built, 0)
		if other == nil {
			return code
		}
		defer other.close()
		a, code := r.record(ctx, t, c, rest[0])
		if a == nil {
			return code
		}
		defer a.close()
		q := ask.Compare{Other: other.compiled, Signals: signalList(*signals)}
		if *all {
			q.Limit = ask.MostDiffering
		}
		d, err := a.Compare(ctx, q)
		if err != nil {
			return r.failed(t, rest[0], err)
		}
		if err := writeJSON(t.out, d); err != nil {
			return exitErrors
		}
		return exitClean
	}
	return c
}

// until runs a circuit to the first cycle at which an expression is true, and prints the values of that cycle. ticks bounds
// the cycles; a negative one does not.
func until(ctx context.Context, t terminal, c command, r recording, file, when string, all bool) int {
	most := *r.ticks
	if *r.ticks = 0; *r.inputs.path != "" {
		*r.ticks = -1
	}
	a, code := r.record(ctx, t, c, file)
	if a == nil {
		return code
	}
	defer a.close()
	_, last := a.Range()
	h, err := a.Find(ctx, ask.Find{Condition: ask.Condition{When: when}, Limit: 1})
	if err != nil {
		return r.failed(t, file, err)
	}
	hit := len(h.Cycles) > 0
	if hit {
		err = a.past.Seek(ctx, h.Cycles[0])
	} else {
		hit, err = pursue(ctx, a, when, most-int(last), most < 0)
	}
	if err != nil {
		return r.failed(t, file, err)
	}
	if !hit {
		return r.failed(t, file, &circuit.Diagnostic{
			Stage: circuit.StageSimulate, Code: circuit.CodeQuestion, Severity: circuit.Error,
			Message:    fmt.Sprintf("The expression did not become true within %d cycles.", most),
			Suggestion: "Allow more with --ticks, or leave that out to run on until it does.",
		})
	}
	step := simStep{Step: int(a.past.Cycle()), Cycle: a.past.Cycle(), Values: values(a.compiled.Design, a.past, all)}
	if err := writeJSON(t.out, step); err != nil {
		return exitErrors
	}
	return exitClean
}

// pursue runs on until an expression becomes true.
func pursue(ctx context.Context, a *asked, when string, most int, unbounded bool) (hit bool, err error) {
	p, err := a.Pursue(ctx, ask.Until{Condition: ask.Condition{When: when}})
	if err != nil {
		return false, err
	}
	defer p.Close()
	begin := a.past.Cycle()
	for !hit && err == nil && ctx.Err() == nil {
		left := uint64(1) << 40
		if !unbounded {
			if left = uint64(max(0, most)) - (a.past.Cycle() - begin); left == 0 {
				break
			}
		}
		hit, err = p.Advance(ctx, 50*time.Millisecond, left)
		alive()
	}
	return hit, errors.Join(err, ctx.Err())
}
