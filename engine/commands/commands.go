// Package commands is the table of what can be asked of a run and done with it: the names, the arguments and the help.
//
// The command line makes its flags and its help from it. The protocol has a kind of question for each command that is
// a Question. The pages get their keys and the list of them, as embed/client/src/commands.gen.ts, which `go run
// ./engine/protocol/gen` writes. A newcomer adds a command as an entry of Table; what it does is done elsewhere.
package commands

import "strings"

// Kind is what an argument takes.
type Kind string

// The kinds of arguments.
const (
	Text   Kind = "text"
	List   Kind = "list"   // texts with commas between them
	Number Kind = "number" // a whole number from 0 on
	Switch Kind = "switch" // there or not
)

// Argument is an argument of a command.
type Argument struct {
	Name    string   `json:"name"`
	Kind    Kind     `json:"kind"`
	Value   string   `json:"value,omitempty"`   // what usage calls its value
	Choices []string `json:"choices,omitempty"` // the values that a Text may have
	Default string   `json:"default,omitempty"`
	Needed  bool     `json:"needed,omitempty"`
	Max     int      `json:"max,omitempty"` // of a Number; of a List the entries
	Help    string   `json:"help"`
}

// Command is something that can be asked of a run, or done with it.
type Command struct {
	Name string `json:"name"`
	// Question tells that it is a question of the protocol, and a command of its own on the command line. The protocol's
	// questions about a file that is open are no commands: the command line reads the file.
	Question  bool       `json:"question,omitempty"`
	Keys      []string   `json:"keys,omitempty"`     // in the circuit, as a browser names them
	Shortcut  string     `json:"shortcut,omitempty"` // in the page, as help shows it; on a Mac, Ctrl is ⌘
	Files     []string   `json:"files,omitempty"`    // operands on the command line
	Summary   string     `json:"summary"`
	Arguments []Argument `json:"arguments,omitempty"`
}

// Bounds of the arguments.
const (
	MaxSignals   = 256     // of a picture or a comparison
	MaxPixels    = 8192    // columns of a picture
	MaxHits      = 100_000 // cycles that are listed
	MaxFor       = 1 << 20 // cycles for which a condition holds
	MaxSteps     = 1000    // of a chain of causes
	DefaultSteps = 64      // the same, when nothing is said
	MaxDiffering = 256     // signals that are listed of a comparison
	MaxText      = 10_000  // characters of an expression
)

var (
	from = Argument{Name: "from", Kind: Number, Value: "N", Help: "first cycle"}
	to   = Argument{Name: "to", Kind: Number, Value: "N", Help: "last cycle; default: the last one of the run"}
)

// Table are the commands in the order in which help shows them.
var Table = []Command{
	{
		Name: "wave", Question: true, Files: []string{"FILE|WAVE"},
		Summary: "Runs a circuit and draws signals or expressions over its cycles; without --signals those of its inputs and " +
			"outputs. Of a recorded wave (VCD or FST) it draws signals over time, or over the cycles of --clock.",
		Arguments: []Argument{
			{
				Name: "signals", Kind: List, Value: "A,B,EXPRESSION", Max: MaxSignals,
				Help: "names of signals (sum, cpu.alu.out, ram.cells[16]) and expressions, with commas between them",
			},
			{Name: "from", Kind: Number, Value: "N", Help: "first cycle, or time of a recorded wave"},
			{Name: "to", Kind: Number, Value: "N", Help: "last cycle or time; default: the last one there is"},
			{Name: "pixels", Kind: Number, Value: "N", Default: "100", Max: MaxPixels, Help: "columns of the picture, at most"},
			{
				Name: "format", Kind: Text, Choices: []string{"text", "svg", "json"}, Default: "text",
				Help: "text for a terminal, svg, or json: for every column the first and last value, the least and the most, and whether it changed",
			},
		},
	},
	{
		Name: "find", Question: true, Files: []string{"FILE"},
		Summary: "Runs a circuit and finds the cycles at which an expression becomes true: one line of JSON each.",
		Arguments: []Argument{
			{Name: "when", Kind: Text, Value: "EXPRESSION", Needed: true, Help: "an expression over signals, such as 'pc === 0x104 && rise(cpu.we)'"},
			{Name: "all", Kind: Switch, Help: "all cycles (the default), at most 100,000"},
			{Name: "first", Kind: Switch, Help: "only the first one"},
			{Name: "last", Kind: Switch, Help: "only the last one"},
			{Name: "count", Kind: Switch, Help: "only how many there are"},
			{
				Name: "on", Kind: Text, Choices: []string{"rise", "true", "fall", "change"}, Default: "rise",
				Help: "at which cycles: where the expression becomes true (rise), is true (true), becomes false (fall), or where its value changes (change)",
			},
			{Name: "for", Kind: Number, Value: "N", Max: MaxFor, Help: "only where it has been true for so many cycles"},
			from, to,
		},
	},
	{
		Name: "why", Question: true, Files: []string{"FILE"},
		Summary: "Runs a circuit and says what made the value of a signal in a cycle: a JSON array of steps, the asked one first.",
		Arguments: []Argument{
			{
				Name: "signal", Kind: Text, Value: "NAME", Needed: true,
				Help: "a port of the circuit, a port of a node (cpu.alu.out), a state field or a cell of a memory (ram.cells[16])",
			},
			{Name: "cycle", Kind: Number, Value: "N", Default: "-1", Help: "the cycle; default: the last one of the run"},
			{Name: "steps", Kind: Number, Value: "N", Default: "64", Max: MaxSteps, Help: "steps at most, up to 1000"},
		},
	},
	{
		Name: "compare", Question: true, Files: []string{"FILE", "OTHER"},
		Summary: "Runs two circuits with the same inputs and tells the first cycle and signal in which they differ, as JSON.",
		Arguments: []Argument{
			{
				Name: "signals", Kind: List, Value: "A,B", Max: MaxSignals,
				Help: "signals that both have, with commas between them; default: the outputs that both have",
			},
			{Name: "all", Kind: Switch, Help: "also list the other signals that differ in that cycle"},
		},
	},
	{
		Name: "changes", Question: true, Files: []string{"FILE"},
		Summary: "Runs a circuit and lists what differs between two cycles: outputs, registers and cells of memories, one line of JSON each.",
		Arguments: []Argument{
			from, to,
			{Name: "limit", Kind: Number, Value: "N", Default: "1000", Max: MaxHits, Help: "values that are listed at most"},
		},
	},
	{
		Name: "digest", Question: true, Files: []string{"FILE"},
		Summary: "Runs a circuit and prints a fingerprint of its complete state in a cycle, as JSON: who repeats the run finds the same.",
		Arguments: []Argument{
			{Name: "cycle", Kind: Number, Value: "N", Default: "-1", Help: "the cycle; default: the last one of the run"},
		},
	},
	{
		Name: "sim", Files: []string{"FILE"}, Summary: "Runs a circuit.",
		Arguments: []Argument{{
			Name: "until", Kind: Text, Value: "EXPRESSION",
			Help: "run to the first cycle at which this expression over signals is true, and print the values of that cycle only; " +
				"--ticks bounds the cycles",
		}},
	},
	{Name: "run", Keys: []string{"p"}, Summary: "Run or pause."},
	{Name: "step", Keys: []string{"."}, Summary: "One clock cycle."},
	{Name: "reset", Keys: []string{"r"}, Summary: "Begin again at cycle 0."},
	{Name: "back", Keys: []string{","}, Summary: "One cycle back."},
	{Name: "now", Keys: []string{"End"}, Summary: "Back to the last cycle."},
	{Name: "undo", Keys: []string{"u"}, Summary: "Bring back the cycles that you left."},
	{Name: "runTo", Keys: []string{"g"}, Summary: "Run to a cycle."},
	{Name: "bookmark", Keys: []string{"b"}, Summary: "Bookmark the cycle that is shown."},
	{Name: "slower", Keys: []string{"["}, Summary: "Slower."},
	{Name: "faster", Keys: []string{"]"}, Summary: "Faster."},
	{Name: "palette", Shortcut: "Ctrl K", Summary: "Search commands, parts and signals."},
	{Name: "findPart", Keys: []string{"/"}, Summary: "Search for a part."},
	{Name: "fit", Summary: "Show the whole circuit."},
	{Name: "zoomIn", Summary: "Larger."},
	{Name: "zoomOut", Summary: "Smaller."},
	{Name: "unpin", Summary: "Let the layout place the selected part again."},
	{Name: "arrange", Summary: "Arrange all parts of this level again."},
	{Name: "unmove", Shortcut: "Ctrl Z", Summary: "Take the last move of a part back."},
	{Name: "definition", Shortcut: "F12", Summary: "Go to the definition of the name at the cursor."},
	{Name: "rename", Shortcut: "F2", Summary: "Rename the name at the cursor everywhere."},
	{Name: "format", Shortcut: "Shift Alt F", Summary: "Format the text."},
	{Name: "wrap", Shortcut: "Alt Z", Summary: "Wrap long lines of the text, or no more."},
	{Name: "share", Summary: "Copy a link to this circuit."},
	{Name: "download", Summary: "Save the text as a file."},
	{Name: "importVerilog", Summary: "Import Verilog."},
	{Name: "exportVerilog", Summary: "Export the circuit as Verilog."},
	{Name: "examples", Summary: "Open the examples."},
	{Name: "panel", Summary: "Open or close the panel below the circuit."},
	{Name: "theme", Summary: "Light, dark, or as the system."},
}

// Named is the command of a name; nil when there is none.
func Named(name string) *Command {
	for i := range Table {
		if Table[i].Name == name {
			return &Table[i]
		}
	}
	return nil
}

// Argument is the argument of a name; nil when there is none.
func (c *Command) Argument(name string) *Argument {
	for i := range c.Arguments {
		if c.Arguments[i].Name == name {
			return &c.Arguments[i]
		}
	}
	return nil
}

// Usage is how the arguments are written on a command line.
func (c *Command) Usage() string {
	parts := append([]string{c.Name}, c.Files...)
	for _, a := range c.Arguments {
		text := "--" + a.Name
		switch {
		case len(a.Choices) > 0:
			text += " " + strings.Join(a.Choices, "|")
		case a.Kind != Switch:
			text += " " + a.Value
		}
		if !a.Needed {
			text = "[" + text + "]"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}
