package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	table "simten.dev/engine/commands"
	"simten.dev/engine/history"
	"simten.dev/engine/sandbox"
)

// The commands that ask about a run: wave, find, why and compare. Each runs the circuit first, as sim does, and then
// asks the recorded run.

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
const worthCompiling = 10_000

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
		err := a.compiled.Give(ctx, controls, a.past, steps[i])
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

// recordingUsage is how the arguments of every question are written that say which run is asked about.
const recordingUsage = " [--circuit NAME] [--ticks N] [--inputs FILE|WAVE|-] [--json]"

// question makes the subcommand of a question. ask checks the arguments, which fit the table, and gives what is done with
// the recorded run; "" or a complaint about the command line.
func question(name string, ask func(q *asking) (answer func(a *asked) error, complaint string)) command {
	entry := table.Named(name)
	c := command{name: name, usage: entry.Usage() + recordingUsage, summary: entry.Summary}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		q := &asking{ctx: ctx, t: t, c: c, flags: flags, recording: recordingFlags(flags), arguments: argumentFlags(flags, entry)}
		var code int
		var ok bool
		if q.files, code, ok = parseFlags(t, c, flags, args, len(entry.Files)); !ok {
			return code
		}
		complaint := q.arguments.check(entry)
		var answer func(a *asked) error
		if complaint == "" {
			answer, complaint = ask(q)
		}
		if complaint != "" {
			return misuse(t, c, complaint)
		}
		if q.instead != nil {
			if code, done := q.instead(); done {
				return code
			}
		}
		if len(q.files) > 1 {
			built, code := q.build(ctx, t, c, q.files[1])
			if built == nil {
				return code
			}
			other, code := q.start(ctx, t, q.files[1], built, 0)
			if other == nil {
				return code
			}
			defer other.close()
			q.other = other
		}
		a, code := q.record(ctx, t, c, q.files[0])
		if a == nil {
			return code
		}
		defer a.close()
		switch err := answer(a); {
		case errors.Is(err, errOutput):
			return exitErrors
		case err != nil:
			return q.failed(t, q.files[0], err)
		}
		return exitClean
	}
	return c
}

// asking is a question of the command line.
type asking struct {
	recording
	arguments
	ctx   context.Context
	t     terminal
	c     command
	flags *flag.FlagSet
	files []string
	other *asked // the circuit that is compared
	// instead, when set, may do what is asked without running a circuit.
	instead func() (code int, done bool)
}

// arguments are the values of the arguments of a command, by name.
type arguments struct {
	texts    map[string]*string
	numbers  map[string]*int64
	switches map[string]*bool
}

// argumentFlags makes the flags of a command.
func argumentFlags(flags *flag.FlagSet, c *table.Command) arguments {
	a := arguments{map[string]*string{}, map[string]*int64{}, map[string]*bool{}}
	for i := range c.Arguments {
		switch x := &c.Arguments[i]; x.Kind {
		case table.Switch:
			a.switches[x.Name] = flags.Bool(x.Name, false, x.Help)
		case table.Number:
			n, _ := strconv.ParseInt(x.Default, 10, 64) // 0 when there is none
			a.numbers[x.Name] = flags.Int64(x.Name, n, x.Help)
		default:
			a.texts[x.Name] = flags.String(x.Name, x.Default, x.Help)
		}
	}
	return a
}

// check says what is wrong with the arguments, "" when nothing is.
func (a arguments) check(c *table.Command) string {
	for i := range c.Arguments {
		x := &c.Arguments[i]
		if n := a.numbers[x.Name]; n != nil && (*n < 0 && strconv.FormatInt(*n, 10) != x.Default || x.Max > 0 && *n > int64(x.Max)) {
			if x.Max > 0 {
				return fmt.Sprintf("--%s takes a number from 0 to %d, not %d", x.Name, x.Max, *n)
			}
			return fmt.Sprintf("--%s takes a number from 0 on, not %d", x.Name, *n)
		}
		text := a.texts[x.Name]
		switch {
		case text == nil:
		case x.Needed && *text == "":
			return fmt.Sprintf("--%s is missing: give it %s", x.Name, x.Help)
		case len(x.Choices) > 0 && !slices.Contains(x.Choices, *text):
			last := len(x.Choices) - 1
			return fmt.Sprintf("--%s takes %s or %s, not %q", x.Name, strings.Join(x.Choices[:last], ", "), x.Choices[last], *text)
		}
	}
	return ""
}

// cycles are the arguments from and to.
func (a arguments) cycles() (from, to uint64) {
	return uint64(*a.numbers["from"]), uint64(*a.numbers["to"])
}

func waveCommand() command {
	return question("wave", func(q *asking) (func(a *asked) error, string) {
		format := *q.texts["format"]
		if *q.asJSON {
			format = "json"
		}
		from, to := q.cycles()
		w := ask.Wave{
			Signals: signalList(*q.texts["signals"]), From: from, To: to, Pixels: int(*q.numbers["pixels"]),
			Flat: format != "json",
		}
		q.instead = func() (code int, done bool) { return q.showRecorded(w, format) }
		return func(a *asked) error {
			if len(w.Signals) == 0 {
				w.Signals = ports(a.compiled)
			}
			p, err := a.Wave(q.ctx, w)
			if err != nil {
				return err
			}
			if writePicture(q.t, p, format) != exitClean {
				return errOutput
			}
			return nil
		}, ""
	})
}

// showRecorded draws a recorded wave, if the file is one.
func (q *asking) showRecorded(w ask.Wave, format string) (code int, done bool) {
	file := q.files[0]
	recorded, err := openWave(file)
	if err != nil {
		fmt.Fprintf(q.t.err, "simten %s: %v\n", q.c.name, err)
		return exitErrors, true
	}
	if recorded == nil {
		return exitClean, false
	}
	q.flags.Visit(func(f *flag.Flag) {
		if f.Name == "circuit" || f.Name == "ticks" || f.Name == "inputs" {
			code = misuse(q.t, q.c, "--"+f.Name+" is for a circuit, and "+file+" is a recorded wave")
		}
	})
	if code != exitClean {
		return code, true
	}
	return showFile(q.ctx, q.t, q.c, file, recorded, w, *q.inputs.clock, format), true
}

// written is errOutput for an error of the output, which is told elsewhere.
func written(err error) error {
	if err != nil {
		return errOutput
	}
	return nil
}

// cycleLine is one line of find.
type cycleLine struct {
	Cycle uint64 `json:"cycle"`
}

func findCommand() command {
	return question("find", func(q *asking) (func(a *asked) error, string) {
		modes := 0
		for _, m := range []string{"all", "first", "last", "count"} {
			if *q.switches[m] {
				modes++
			}
		}
		if modes > 1 {
			return nil, "give one of --all, --first, --last and --count"
		}
		triggers := map[string]ask.Trigger{"rise": ask.Becomes, "true": ask.Holds, "fall": ask.Ceases, "change": ask.Changes}
		from, to := q.cycles()
		count, last := *q.switches["count"], *q.switches["last"]
		f := ask.Find{
			Condition: ask.Condition{
				When: *q.texts["when"], Trigger: triggers[*q.texts["on"]], For: uint64(*q.numbers["for"]),
			},
			From: from, To: to, Limit: ask.MaxHits, Last: last, Count: count,
		}
		switch {
		case *q.switches["first"] || last:
			f.Limit = 1
		case count:
			f.Limit = 0
		}
		return func(a *asked) error {
			h, err := a.Find(q.ctx, f)
			if err != nil {
				return err
			}
			if count {
				return written(writeJSON(q.t.out, map[string]uint64{"count": h.Count}))
			}
			for _, cycle := range h.Cycles {
				if writeJSON(q.t.out, cycleLine{cycle}) != nil {
					return errOutput
				}
			}
			return nil
		}, ""
	})
}

func whyCommand() command {
	return question("why", func(q *asking) (func(a *asked) error, string) {
		cycle, steps := *q.numbers["cycle"], int(*q.numbers["steps"])
		if cycle >= 0 && *q.ticks < 0 && *q.inputs.path == "" {
			*q.ticks = max(defaultAsked, int(cycle))
		}
		return func(a *asked) error {
			w := ask.Why{Signal: *q.texts["signal"], Cycle: uint64(cycle), Steps: steps}
			if cycle < 0 {
				_, w.Cycle = a.Range()
			}
			x, err := a.Why(q.ctx, w)
			if err != nil {
				return err
			}
			if err := writeSteps(q.t, x.Steps); err != nil {
				return errOutput
			}
			if x.More {
				fmt.Fprintf(q.t.err, "simten %s: there are more causes than %d; --steps takes up to %d\n", q.c.name, steps, ask.MaxSteps)
			}
			return nil
		}, ""
	})
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
	return question("compare", func(q *asking) (func(a *asked) error, string) {
		return func(a *asked) error {
			x := ask.Compare{Other: q.other.compiled, Signals: signalList(*q.texts["signals"])}
			if *q.switches["all"] {
				x.Limit = ask.MaxDiffering
			}
			d, err := a.Compare(q.ctx, x)
			if err != nil {
				return err
			}
			return written(writeJSON(q.t.out, d))
		}, ""
	})
}

// changeLine is a value that differs between two cycles.
type changeLine struct {
	Signal string        `json:"signal"`
	Before circuit.Value `json:"before"`
	After  circuit.Value `json:"after"`
}

func changesCommand() command {
	return question("changes", func(q *asking) (func(a *asked) error, string) {
		from, to := q.cycles()
		return func(a *asked) error {
			if to == 0 {
				_, to = a.Range()
			}
			x, err := a.Between(q.ctx, ask.Between{From: from, To: to, Limit: int(*q.numbers["limit"])})
			if err != nil {
				return err
			}
			for i := range x.List {
				c := &x.List[i]
				if writeJSON(q.t.out, changeLine{c.Name, c.Before, c.After}) != nil {
					return errOutput
				}
			}
			if x.More {
				fmt.Fprintf(q.t.err, "simten %s: there are more than %d; --limit takes up to %d\n", q.c.name, len(x.List), ask.MaxChanges)
			}
			return nil
		}, ""
	})
}

func digestCommand() command {
	return question("digest", func(q *asking) (func(a *asked) error, string) {
		return func(a *asked) error {
			cycle := uint64(*q.numbers["cycle"])
			if *q.numbers["cycle"] < 0 {
				_, cycle = a.Range()
			}
			digest, err := a.Digest(q.ctx, cycle)
			if err != nil {
				return err
			}
			return written(writeJSON(q.t.out, struct {
				Cycle  uint64 `json:"cycle"`
				Digest string `json:"digest"`
			}{cycle, digest}))
		}, ""
	})
}

// until runs a circuit to the first cycle at which an expression is true, and prints the values of that cycle. ticks
// bounds the cycles; a negative one does not.
func until(ctx context.Context, t terminal, c command, r recording, file, when string, all bool) int {
	limit := *r.ticks
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
		hit, err = pursue(ctx, a, when, limit-int(last), limit < 0)
	}
	if err != nil {
		return r.failed(t, file, err)
	}
	if !hit {
		return r.failed(t, file, &circuit.Diagnostic{
			Stage: circuit.StageSimulate, Code: circuit.CodeQuestion, Severity: circuit.Error,
			Message:    fmt.Sprintf("The expression did not become true within %d cycles.", limit),
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
func pursue(ctx context.Context, a *asked, when string, limit int, unbounded bool) (hit bool, err error) {
	p, err := a.Pursue(ctx, ask.Until{Condition: ask.Condition{When: when}})
	if err != nil {
		return false, err
	}
	defer p.Close()
	begin := a.past.Cycle()
	for !hit && err == nil && ctx.Err() == nil {
		left := uint64(1) << 40
		if !unbounded {
			if left = uint64(max(0, limit)) - (a.past.Cycle() - begin); left == 0 {
				break
			}
		}
		hit, err = p.Advance(ctx, 50*time.Millisecond, left)
		alive()
	}
	return hit, errors.Join(err, ctx.Err())
}
