// Package sandbox is the engine's interface to everything outside: it compiles a source text under limits (Compile),
// makes machines of the result, and describes the circuit. New gives a Sandbox that does the same in child processes,
// for programs that run untrusted code. The stages behind it are the packages source, realm, elaborate, check,
// lower, synthesis and sim.
package sandbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"simten.dev/engine/check"
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/limits"
	"simten.dev/engine/lower"
	"simten.dev/engine/modules"
	"simten.dev/engine/netlist"
	"simten.dev/engine/project"
	"simten.dev/engine/protocol"
	"simten.dev/engine/realm"
	"simten.dev/engine/source"
	"simten.dev/engine/texts"
	"simten.dev/engine/work"
)

// Source is a circuit file and what to do with it. Its Text may be that of a whole project, see project.Split.
type Source struct {
	Text string
	File string // name for messages, and path of the file in its project; DefaultFile when empty
	// Files are the other files of the project, by path: what Text may import with './alu'.
	Files project.Map
	// Folder is where they are read from when they are not in Files.
	Folder  project.Files `json:"-"`
	Circuit string        // name of the circuit to run; empty = the last one made (D11)
	Harness bool          // wrap a circuit with ports in switches and lamps (dsl.md section 12)
	Grants  circuit.Grants
	// Modules holds the packages that the source may import; nil when there is no module host.
	Modules *modules.Store `json:"-"`
	// Lock is what an earlier compile of this source gave; nil when there was none.
	Lock *modules.Lock
	// Progress, when set, is told how far the compile has come, more often than a reader wants to know.
	Progress func(protocol.Progress) `json:"-"`
}

// The part of a compile that is done when a phase begins, measured over large circuits in the worker.
var begins = map[protocol.Phase]float64{
	protocol.PhaseRead: 0, protocol.PhaseBuild: 0.02, protocol.PhaseFlatten: 0.1, protocol.PhaseLower: 0.15, protocol.PhaseCheck: 0.65, protocol.PhaseGenerate: 0.66,
}

func (s *Source) progress(phase protocol.Phase) {
	if s.Progress != nil {
		s.Progress(protocol.Progress{Phase: phase, Done: begins[phase]})
	}
}

// DefaultFile names a source without a name.
const DefaultFile = "circuit.ts"

// Limits bound one compile and the simulation of what it gave. Zero fields take the defaults of
// engine/limits, which says what each means.
type Limits struct {
	RunTime      time.Duration // of one call into user code
	Steps        int           // loop rounds and function calls of one call into user code
	CallDepth    int
	SourceBytes  int // of all files of a program together
	Files        int // of a program
	ConsoleCalls int
	ConsoleBytes int
	Circuits     int // per file
	Nodes        int // primitives after flattening
	StateBytes   int
	Modules      modules.Limits
	Now          func() time.Time
	Profile      bool            // keep statistics of every lambda that is called
	Beat         func(steps int) // hears how far user code is while it runs; see realm.Options
	Trace        *realm.Trace    // follows user code from statement to statement; nil for speed
}

// LimitsOf are the parts of a sandbox's limits that a compile and its simulation keep by themselves.
func LimitsOf(l limits.Limits) Limits {
	l = l.Fill()
	return Limits{
		RunTime: l.RunTime(), Steps: l.StepsPerCall, CallDepth: l.CallDepth, SourceBytes: l.SourceBytes, Files: l.FilesPerProgram,
		ConsoleCalls: l.ConsoleCalls, ConsoleBytes: l.ConsoleBytes,
		Circuits: l.CircuitsPerFile, Nodes: l.NodesPerCircuit, StateBytes: l.StateBytes,
		Modules: modules.Limits{Bytes: l.MaxModuleBytes, Modules: l.MaxModules},
	}
}

// realm are the limits of a realm.
func (l Limits) realm() realm.Options {
	return realm.Options{
		RunTime: l.RunTime, Steps: l.Steps, Circuits: l.Circuits, CallDepth: l.CallDepth,
		ConsoleCalls: l.ConsoleCalls, ConsoleBytes: l.ConsoleBytes, StateBytes: l.StateBytes, Now: l.Now, Profile: l.Profile, Beat: l.Beat, Trace: l.Trace,
	}
}

// Compiled is a circuit ready to simulate, or the reasons why there is none.
type Compiled struct {
	Diagnostics []circuit.Diagnostic
	Circuits    []string                    // names, in call order
	Main        string                      // the circuit that was asked for
	Circuit     *circuit.Circuit            // what runs: Main, or its harness; nil when there are errors
	Library     map[string]*circuit.Circuit // all circuits that Circuit refers to, by name
	Design      *elaborate.Design           // nil when there are errors
	Console     []string                    // what the program printed
	Text        string                      // the source
	Texts       map[string]string           // of all files that the program consists of, by Diagnostic.File
	// Needs are modules, as paths on the module host, that must be put into Source.Modules before the source can be
	// compiled. Nothing else is set then.
	Needs []string
	Lock  *modules.Lock // what the source's imports are pinned to; nil when it has none

	realm       *realm.Realm
	lowered     *lowered
	behaviors   []*lower.Node   // see Behaviors
	general     *netlist.Module // see Editable
	gaveWay     bool            // a machine went over to the netlist without constants built in
	overwritten bool            // state is put into its machines that the circuit need not come to
	progress    func(protocol.Progress)
}

// Compile runs the program of a source and elaborates its main circuit. Problems of the program are
// diagnostics of the result; an error means that the engine itself failed.
func Compile(ctx context.Context, s Source, l Limits) (*Compiled, error) {
	if s.File == "" {
		s.File = DefaultFile
	}
	r, err := takeRealm(l, s.Grants)
	if err != nil {
		return nil, fmt.Errorf("the engine could not start: %w", err)
	}
	s.Text = texts.Normalize(s.Text) // places, fixes and names are all of this form
	c := &Compiled{realm: r, Text: s.Text, progress: s.Progress}
	s.progress(protocol.PhaseRead)
	work.Tidy(0) // what the compile before left; its circuit still runs
	files := c.prepare(s, source.Options{Library: r.LibraryNames(), MaxBytes: l.SourceBytes, Trace: l.Trace != nil}, l)
	script := files.entry()
	if script == nil {
		c.cut()
		c.fix()
		return c, nil
	}
	if !files.resolve(s) {
		c.sort()
		return c, nil
	}
	s.progress(protocol.PhaseBuild)
	r.SetLoader(files.load)
	c.Diagnostics = append(c.Diagnostics, r.Run(ctx, script, files.bundles[script])...)
	c.Console = r.Console().Text()
	for _, d := range r.Circuits() {
		c.Circuits = append(c.Circuits, d.Circuit.Name)
	}
	main := c.choose(s.Circuit)
	if main == nil || circuit.HasErrors(c.Diagnostics) {
		c.sort()
		return c, nil
	}
	c.Main = main.Circuit.Name
	s.progress(protocol.PhaseFlatten)
	work.Tidy(0)
	c.elaborate(main, s.Harness, l)
	if c.Design != nil {
		s.progress(protocol.PhaseLower)
		work.Tidy(0)
		module, hints, err := c.Lower(ctx)
		if err != nil {
			return nil, err
		}
		c.Diagnostics = append(c.Diagnostics, hints...)
		s.progress(protocol.PhaseCheck)
		// The netlist knows which output follows from which input, so it decides whether there is a loop;
		// the design then names the nodes around it.
		if looped := module.Looped(); len(looped) > 0 {
			c.Diagnostics = append(c.Diagnostics, check.Loops(c.Design, looped, func(p elaborate.Part, k int) bool {
				of := p.Circuit()
				return r.Reads(of.Definition, of.Inputs[k].Name)
			}, func(of *circuit.Circuit) bool {
				definition := r.Definition(of.Definition)
				return definition != nil && definition.Library
			})...)
		}
	}
	c.sort()
	return c, nil
}

// howToBegin is the advice for a file without circuits.
func (c *Compiled) howToBegin() string {
	if names := c.realm.FactoryNames(); len(names) > 0 {
		return fmt.Sprintf("%s is a factory, which is only shown as a node of a circuit: circuit('Top', { nodes: { a: %s() } }).", names[0], names[0])
	}
	return "Make one with circuit('Name', { inputs, outputs, nodes, connect })."
}

// choose picks the main circuit.
func (c *Compiled) choose(name string) *realm.Definition {
	circuits := c.realm.Circuits()
	if len(circuits) == 0 {
		if !circuit.HasErrors(c.Diagnostics) {
			c.add(circuit.Diagnostic{
				Stage: circuit.StageRealm, Code: circuit.CodeNoCircuits, Severity: circuit.Error,
				Message:    "No circuits found in source.",
				Suggestion: c.howToBegin(),
			})
		}
		return nil
	}
	if name == "" {
		return circuits[len(circuits)-1]
	}
	for i := len(circuits) - 1; i >= 0; i-- {
		if circuits[i].Circuit.Name == name {
			return circuits[i]
		}
	}
	c.add(circuit.Diagnostic{
		Stage: circuit.StageRealm, Code: circuit.CodeUnknownCircuit, Severity: circuit.Error,
		Message:    fmt.Sprintf("Circuit \"%s\" not found. Available: %s", name, strings.Join(c.Circuits, ", ")),
		Suggestion: circuit.DidYouMean(name, c.Circuits),
	})
	return nil
}

func (c *Compiled) elaborate(main *realm.Definition, harness bool, l Limits) {
	top := main.Circuit
	made := make([]*circuit.Circuit, 0, len(c.Circuits))
	for _, d := range c.realm.Circuits() {
		made = append(made, d.Circuit)
	}
	c.Diagnostics = append(c.Diagnostics, check.Circuits(made, c.realm, c.missed)...)
	c.results()
	if harness {
		top = circuit.Harness(top, c.realm.Library(), nil)
	}
	design, problems := elaborate.Elaborate(top, c.realm, elaborate.Limits{Nodes: l.Nodes, StateBytes: l.StateBytes, Beat: func() {
		if c.progress != nil {
			c.progress(protocol.Progress{Phase: protocol.PhaseFlatten, Done: begins[protocol.PhaseFlatten]})
		}
	}})
	c.Diagnostics = append(c.Diagnostics, problems...)
	if design == nil {
		return
	}
	c.Circuit, c.Design = top, design
	c.Library = map[string]*circuit.Circuit{}
	design.Circuits(func(of *circuit.Circuit) bool {
		known := c.Library[of.Name] != nil
		if !known {
			c.Library[of.Name] = of
		}
		return !known
	})
}

func (c *Compiled) add(d circuit.Diagnostic) { c.Diagnostics = append(c.Diagnostics, d) }

// sort orders diagnostics by place, errors before others at one place, and tells each of them once: a mistake inside a
// factory is found again with every call.
func (c *Compiled) sort() {
	c.Diagnostics = withoutEchoes(c.Diagnostics)
	rank := map[circuit.Severity]int{circuit.Error: 0, circuit.Warning: 1, circuit.Info: 2}
	slices.SortStableFunc(c.Diagnostics, func(a, b circuit.Diagnostic) int {
		if a.File != b.File {
			return strings.Compare(a.File, b.File)
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		if a.Column != b.Column {
			return a.Column - b.Column
		}
		return rank[a.Severity] - rank[b.Severity]
	})
	type told struct {
		code         circuit.Code
		file         string
		line, column int
		message      string
	}
	c.Diagnostics = together(c.Diagnostics)
	seen := map[told]bool{}
	c.Diagnostics = slices.DeleteFunc(c.Diagnostics, func(d circuit.Diagnostic) bool {
		key := told{d.Code, d.File, d.Line, d.Column, d.Message}
		again := seen[key] && d.Line > 0
		seen[key] = true
		return again
	})
	c.cut()
	c.fix()
}

// fix finds the changes of the texts that diagnostics advise.
func (c *Compiled) fix() {
	for file, text := range c.Texts {
		source.Fixes(file, text, c.Diagnostics)
	}
}

// cut bounds the texts of diagnostics: names, expressions and thrown texts may be as long as a source.
func (c *Compiled) cut() {
	for i := range c.Diagnostics {
		c.Diagnostics[i].Cut()
	}
}

// together makes one report of a wrong port name that a place uses with many nodes, as a map over an array of nodes
// does.
func together(list []circuit.Diagnostic) []circuit.Diagnostic {
	type mistake struct {
		file         string
		line, column int
		text         string // without the node
	}
	of := func(d *circuit.Diagnostic) (mistake, bool) {
		return mistake{d.File, d.Line, d.Column, strings.ReplaceAll(d.Message, "'"+d.Node+"'", "")}, d.Code == circuit.CodeUnknownPort && d.Node != "" && d.Line > 0
	}
	nodes := map[mistake]map[string]bool{}
	list = slices.DeleteFunc(list, func(d circuit.Diagnostic) bool {
		m, ok := of(&d)
		if !ok {
			return false
		}
		again := nodes[m] != nil
		if !again {
			nodes[m] = map[string]bool{}
		}
		nodes[m][d.Node] = true
		return again
	})
	for i := range list {
		d := &list[i]
		if m, ok := of(d); ok && len(nodes[m]) > 1 {
			d.Message += fmt.Sprintf(" The same goes for %d more of its kind.", len(nodes[m])-1)
		}
	}
	return list
}

// Close releases the realm. Machines of the circuit must not be used afterwards.
func (c *Compiled) Close() {
	current.CompareAndSwap(c.realm, nil)
	c.realm = nil
}
