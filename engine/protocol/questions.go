package protocol

import (
	"fmt"
	"unicode/utf8"

	"simten.dev/engine/circuit"
	"simten.dev/engine/commands"
)

// AskRequest is one question about the recorded run of a slot: exactly one of its fields is set. Package ask answers it
// while the run goes on. docs/questions.md describes the names of signals and the expressions.
type AskRequest struct {
	Wave *WaveQuestion `json:"wave,omitempty"`
	Find *FindQuestion `json:"find,omitempty"`
	Why  *WhyQuestion  `json:"why,omitempty"`
	// Compare needs a run that is remembered from its start on.
	Compare *CompareQuestion `json:"compare,omitempty"`
	Changes *ChangesQuestion `json:"changes,omitempty"`
	File    *FileQuestion    `json:"file,omitempty"`
	Differ  *DifferQuestion  `json:"differ,omitempty"`
	Convert *ConvertQuestion `json:"convert,omitempty"`
	Digest  *DigestQuestion  `json:"digest,omitempty"`
	Export  *ExportQuestion  `json:"export,omitempty"`
}

// AskResult is the answer, in the field of its question.
type AskResult struct {
	Wave *WaveResult `json:"wave,omitempty"`
	Find *FindResult `json:"find,omitempty"`
	Why  *WhyResult  `json:"why,omitempty"`

	Compare *CompareResult `json:"compare,omitempty"`
	Changes *ChangesResult `json:"changes,omitempty"`
	File    *FileResult    `json:"file,omitempty"`
	Differ  *DifferResult  `json:"differ,omitempty"`
	Convert *ConvertResult `json:"convert,omitempty"`
	Digest  *DigestResult  `json:"digest,omitempty"`
	Export  *ExportResult  `json:"export,omitempty"`
}

// ExportQuestion asks for a circuit as Verilog, with a testbench that plays the run of the slot.
type ExportQuestion struct {
	// Compile is the text of the circuit. The packages that it imports have to be there; Keep is without meaning, and
	// without Harness the circuit itself is written, not the switches and lamps around it.
	Compile *CompileRequest `json:"compile"`
	// System writes SystemVerilog, not Verilog-2001.
	System bool `json:"system,omitempty"`
	// BlackBoxes writes parts that have no form in Verilog as modules without contents, in place of a refusal.
	BlackBoxes bool `json:"blackBoxes,omitempty"`
	// Testbench is the name of the file from which the testbench reads its run; absent: none is wanted.
	Testbench string `json:"testbench,omitempty" bounds:"0,1024"`
}

// ExportResult is the text of the modules. Without one, the errors among Diagnostics say what has no form.
type ExportResult struct {
	Text        string               `json:"text"`
	Top         string               `json:"top"` // name of the top module
	Diagnostics []circuit.Diagnostic `json:"diagnostics"`
	Testbench   string               `json:"testbench,omitempty"`
	Run         string               `json:"run,omitempty"`      // the file that the testbench reads
	Steps       int                  `json:"steps,omitempty"`    // of the testbench
	Recorded    bool                 `json:"recorded,omitempty"` // they are those of the run; else their inputs are random
}

// FileQuestion opens a recorded wave beside the run of a slot, or matches the one that is open with the circuit again.
// The slot has one at most. It is lost with its worker, and with the slot.
type FileQuestion struct {
	Name string `json:"name" bounds:"0,1024"` // for messages
	// Data is the file in base64: a value change dump or a Fast Signal Trace, packed with gzip or not. Absent: the file
	// that is open is matched again.
	Data string `json:"data,omitempty"`
	// Close forgets the file that is open.
	Close bool `json:"close,omitempty"`
	// Scope is the scope of the file that has the inputs; absent: the one that has most of them.
	Scope string `json:"scope,omitempty" bounds:"0,4096"`
	// Clock is the signal before whose rising edges a cycle is looked at; absent: one that is called like a clock.
	Clock string `json:"clock,omitempty" bounds:"0,4096"`
	// Period is the length of a cycle in units of the file's time, in the place of a clock.
	Period uint64 `json:"period,omitempty"`
	// First is the cycle of the run at which the file begins; absent: 0, or as the file of a part of a run tells.
	First *uint64 `json:"first,omitempty"`
}

// FileResult is what is in a file, and what of it the circuit has.
type FileResult struct {
	Clock  string `json:"clock,omitempty"`
	First  uint64 `json:"first"`  // the cycle of the run at which it begins
	Cycles uint64 `json:"cycles"` // in it
	Unit   string `json:"unit,omitempty"`
	// Problem is why no cycles of it are known, so that its signals cannot be shown.
	Problem *Error `json:"problem,omitempty"`
	// Signals begin with those that the circuit has.
	Signals []FileSignal `json:"signals" bounds:"0,4096"`
	More    int          `json:"more,omitempty"`   // signals that are not listed
	Others  int          `json:"others,omitempty"` // numbers with a fraction and texts, which are not shown
	// Partial says that the file is so large that only signals whose names the circuit has are there.
	Partial bool `json:"partial,omitempty"`
	// Inputs are the signals that set inputs of the circuit, by input; Missing are inputs that none sets.
	Inputs  map[string]string `json:"inputs"`
	Missing []string          `json:"missing"`
	// Clocks are signals that may be meant by the clock.
	Clocks []string `json:"clocks" bounds:"0,256"`
}

// FileSignal is a signal of a file.
type FileSignal struct {
	Path  string `json:"path"`
	Width int    `json:"width"`
	Match string `json:"match,omitempty"` // the signal of the circuit with its name and width
}

// DifferQuestion asks for the nearest cycle between two, both included, in which a signal of the run has another value
// than one of the file that is open. Bits that are x or z differ from nothing.
type DifferQuestion struct {
	Signal string `json:"signal" bounds:"1,10000"`
	Path   string `json:"path" bounds:"1,4096"`
	From   uint64 `json:"from"`
	To     uint64 `json:"to"`             // 0 is the last cycle
	Last   bool   `json:"last,omitempty"` // search backwards, from To on
}

// DifferResult is a difference.
type DifferResult struct {
	Found bool          `json:"found"`
	Cycle uint64        `json:"cycle"`
	Width int           `json:"width"`
	Left  circuit.Value `json:"left"`  // in the run
	Right circuit.Value `json:"right"` // in the file
}

// ConvertQuestion asks for a value change dump as a Fast Signal Trace.
type ConvertQuestion struct {
	Dump string `json:"dump"`
}

// ConvertResult is a file in base64.
type ConvertResult struct {
	Data string `json:"data"`
}

// ChangesQuestion asks what differs between two cycles of the run.
type ChangesQuestion struct {
	From  uint64 `json:"from"`
	To    uint64 `json:"to"`
	Limit int    `json:"limit,omitempty" bounds:"0,100000"` // values that are listed at most; 0 is 1000
}

// ChangesResult lists outputs, registers and cells of memories that differ.
type ChangesResult struct {
	Changes []Change `json:"changes" bounds:"0,100000"`
	More    bool     `json:"more,omitempty"` // there are more than were asked for
}

// Change is a value that differs between two cycles.
type Change struct {
	Signal string        `json:"signal"`
	Node   string        `json:"node,omitempty"` // path on the canvas; absent for an output of the circuit
	Width  int           `json:"width"`
	Before circuit.Value `json:"before"`
	After  circuit.Value `json:"after"`
}

// DigestQuestion asks for a fingerprint of the complete state of a cycle.
type DigestQuestion struct {
	Cycle uint64 `json:"cycle"`
}

// DigestResult is the fingerprint: two runs of one text that agree in it are in the same state.
type DigestResult struct {
	Digest string `json:"digest"`
}

// WaveQuestion asks for the course of signals or expressions between two cycles, both included.
type WaveQuestion struct {
	Signals []string `json:"signals" bounds:"1,256"`
	From    uint64   `json:"from"`
	To      uint64   `json:"to"`                     // 0 is the last cycle
	Pixels  int      `json:"pixels" bounds:"1,8192"` // columns at most
	// Flat leaves the smallest and largest values out, but for the signals in Curves, and is several times as fast.
	Flat   bool     `json:"flat,omitempty"`
	Curves []string `json:"curves,omitempty" bounds:"0,256"`
	// File says that the signals are those of the file that is open. Cycles that it does not have are left out.
	File bool `json:"file,omitempty"`
}

// WaveResult is a picture of the run: column i shows the Span cycles from From + i * Span on, the last column perhaps
// fewer.
type WaveResult struct {
	From    uint64    `json:"from"`
	To      uint64    `json:"to"`
	Span    uint64    `json:"span" bounds:"1,"`
	Columns int       `json:"columns" bounds:"1,8192"`
	Rows    []WaveRow `json:"rows" bounds:"0,256"` // in the order of the question
}

// WaveRow is the course of one signal.
type WaveRow struct {
	Signal string `json:"signal"`
	Width  int    `json:"width"` // bits of a value; 0 with an Error
	// Cells are values in base64, least significant byte first, each of 1, 2 or 4 bytes by its width, above 32 bits of 8
	// bytes for each 64. With a Span of 1 there is one for each column. Otherwise the values of the first cycles of all
	// columns are followed by those of their last cycles, the smallest, and the largest as unsigned numbers; a column in
	// which the two are equal has one value throughout. When Flat, a 0 for each column that has one value throughout and
	// a 1 for the others stand in the place of the smallest and the largest.
	Cells string `json:"cells"`
	Flat  bool   `json:"flat,omitempty"`
	// Unknown has a byte for each column, in base64: 1 where a bit of a value is x or z, which is 0 in Cells. Absent when
	// there are none.
	Unknown string `json:"unknown,omitempty"`
	Error   *Error `json:"error,omitempty"` // why this row cannot be shown
}

// On says at which cycles a condition counts.
type On string

const (
	OnRise   On = "rise"   // where it becomes true; the default
	OnTrue   On = "true"   // where it is true
	OnFall   On = "fall"   // where it becomes false
	OnChange On = "change" // where its value differs from that of the cycle before
)

// Condition is an expression over signals and the cycles at which it counts.
type Condition struct {
	When string `json:"when" bounds:"1,10000"`
	On   On     `json:"on,omitempty"`
	For  uint64 `json:"for,omitempty" bounds:"0,1048576"` // it must have been true for so many cycles
	Hit  int    `json:"hit,omitempty" bounds:"0,100000"`  // of a run: the hit at which it pauses; 0 is the first
}

// FindQuestion asks for the cycles between two, both included, at which a condition counts.
type FindQuestion struct {
	Condition Condition `json:"condition"`
	From      uint64    `json:"from"`
	To        uint64    `json:"to"`                      // 0 is the last cycle
	Last      bool      `json:"last,omitempty"`          // search backwards, from To on
	Limit     int       `json:"limit" bounds:"0,100000"` // cycles that are listed at most
	Count     bool      `json:"count,omitempty"`         // count all of them, also those beyond Limit
	// File says that When is the path of a signal of the file that is open, of which the changes are wanted.
	File bool `json:"file,omitempty"`
}

// FindResult lists cycles in the order in which they were searched.
type FindResult struct {
	Cycles []uint64 `json:"cycles" bounds:"0,100000"`
	Count  uint64   `json:"count"` // in all when Count asked for it; else the number of Cycles
}

// WhyQuestion asks for the causes of the value of a signal in a cycle.
type WhyQuestion struct {
	Signal string `json:"signal" bounds:"1,4096"`
	Cycle  uint64 `json:"cycle"`
	Steps  int    `json:"steps,omitempty" bounds:"0,1000"` // at most; 0 is 64
}

// WhyResult is a chain of causes. The value that was asked about is the first step.
type WhyResult struct {
	Steps []WhyStep `json:"steps" bounds:"0,1000"`
	More  bool      `json:"more,omitempty"` // there are more causes than steps were asked for
}

// WhyStep is one value and what it follows from.
type WhyStep struct {
	Cycle  uint64        `json:"cycle"`
	Signal string        `json:"signal"`
	Value  circuit.Value `json:"value"`
	Width  int           `json:"width"`
	Text   string        `json:"text"`           // one sentence
	File   string        `json:"file,omitempty"` // only when it is not the file that was asked for
	Line   int           `json:"line,omitempty"` // 1-based; absent for what does not stand in the source
	Kind   CauseKind     `json:"kind"`
	Node   string        `json:"node,omitempty"`         // path on the canvas
	Causes []int         `json:"causes" bounds:"0,1000"` // indices of the steps that it follows from
}

// CauseKind says where a value comes from.
type CauseKind string

const (
	CauseNode     CauseKind = "node"     // a node computed it from the values of Causes
	CauseRegister CauseKind = "register" // a register or a cell of a memory holds it since it was written
	CauseInput    CauseKind = "input"    // somebody set it
	CauseConstant CauseKind = "constant" // it is always so
	CauseStart    CauseKind = "start"    // it has been so since the start of the run
)

// CompareQuestion asks where another circuit differs that is given what this one was given, by name. It is the one of
// another slot, or that of a text.
type CompareQuestion struct {
	Slot string `json:"slot,omitempty" bounds:"0,64"`
	// Compile is the text. The packages that it imports have to be there; Keep is without meaning.
	Compile *CompileRequest `json:"compile,omitempty"`
	// Signals are compared; none means the outputs that both have, or the signals of the upper level of a circuit without
	// ports.
	Signals []string `json:"signals,omitempty" bounds:"0,256"`
	Limit   int      `json:"limit,omitempty" bounds:"0,256"` // of the signals that are listed; 0 is one
}

// CompareResult is the first cycle in which the two circuits differ.
type CompareResult struct {
	Equal bool   `json:"equal"` // they do not, up to Cycle
	Cycle uint64 `json:"cycle"`
	// Signals differ in that cycle: at first those that were compared, then ports and registers of nodes that both have.
	Signals []DifferentSignal `json:"signals" bounds:"0,256"`
	// Unmatched are inputs and outputs that only one of the two has.
	Unmatched []string `json:"unmatched"`
}

// DifferentSignal is a signal with its values in both circuits.
type DifferentSignal struct {
	Signal string        `json:"signal"`
	Width  int           `json:"width"`
	Left   circuit.Value `json:"left"`  // in the run that was asked about
	Right  circuit.Value `json:"right"` // in the other circuit
}

// Asking is how much of a question is answered, or of a replay repeated.
type Asking struct {
	Request int     `json:"request" bounds:"1,"` // id of the request
	Done    float64 `json:"done"`                // part of the whole that is done, 0 to 1
}

// validate checks what can be known without the circuit.
func (a *AskRequest) validate(limits Limits) *Error {
	kinds := 0
	for _, present := range []bool{
		a.Wave != nil, a.Find != nil, a.Why != nil, a.Compare != nil, a.Changes != nil,
		a.File != nil, a.Differ != nil, a.Convert != nil, a.Digest != nil, a.Export != nil,
	} {
		if present {
			kinds++
		}
	}
	if kinds != 1 {
		return invalid("ask", "must have one of wave, find, why, compare, changes, file, differ, convert, digest and export")
	}
	switch {
	case a.Changes != nil:
		if n := a.Changes.Limit; n < 0 || n > maxHits {
			return invalid("ask.changes.limit", fmt.Sprintf("must be 0 to %v, not %v", count(maxHits), count(n)))
		}
		return cycles("ask.changes", a.Changes.From, a.Changes.To)
	case a.Wave != nil:
		if n := len(a.Wave.Signals); n < 1 || n > maxSignals {
			return invalid("ask.wave.signals", fmt.Sprintf("must name 1 to %d signals, not %d", maxSignals, n))
		}
		if n := a.Wave.Pixels; n < 1 || n > maxPixels {
			return invalid("ask.wave.pixels", fmt.Sprintf("must be 1 to %d, not %v", maxPixels, count(n)))
		}
		if n := len(a.Wave.Curves); n > maxSignals {
			return invalid("ask.wave.curves", fmt.Sprintf("must name at most %d signals, not %d", maxSignals, n))
		}
		return cycles("ask.wave", a.Wave.From, a.Wave.To)
	case a.Find != nil:
		if n := a.Find.Limit; n < 0 || n > maxHits {
			return invalid("ask.find.limit", fmt.Sprintf("must be 0 to %v, not %v", count(maxHits), count(n)))
		}
		if err := a.Find.Condition.validate("ask.find.condition"); err != nil {
			return err
		}
		if a.Find.File && a.Find.Condition.On != OnChange {
			return invalid("ask.find.condition.on", "must be change for a signal of a file")
		}
		return cycles("ask.find", a.Find.From, a.Find.To)
	case a.Compare != nil:
		return a.Compare.validate(limits)
	case a.File != nil:
		return a.File.validate(limits)
	case a.Differ != nil:
		return a.Differ.validate()
	case a.Convert != nil:
		if n := len(a.Convert.Dump); n > limits.MessageBytes {
			return tooLarge("dump", n, limits.MessageBytes)
		}
		return nil
	case a.Digest != nil:
		return cycles("ask.digest", a.Digest.Cycle, 0)
	case a.Export != nil:
		return a.Export.validate(limits)
	}
	return a.Why.validate()
}

func (w *WhyQuestion) validate() *Error {
	if n := utf8.RuneCountInString(w.Signal); n < 1 || n > 4096 {
		return invalid("ask.why.signal", fmt.Sprintf("must have 1 to 4096 characters, not %d", n))
	}
	if n := w.Steps; n < 0 || n > maxSteps {
		return invalid("ask.why.steps", fmt.Sprintf("must be 0 to %d, not %v", maxSteps, count(n)))
	}
	return cycles("ask.why", w.Cycle, 0)
}

func (f *FileQuestion) validate(limits Limits) *Error {
	if n := len(f.Data); n > limits.MessageBytes {
		return tooLarge("file", n, limits.MessageBytes)
	}
	if n := utf8.RuneCountInString(f.Name); n > 1024 {
		return invalid("ask.file.name", fmt.Sprintf("must have at most 1024 characters, not %d", n))
	}
	for name, text := range map[string]string{"scope": f.Scope, "clock": f.Clock} {
		if n := utf8.RuneCountInString(text); n > 4096 {
			return invalid("ask.file."+name, fmt.Sprintf("must have at most 4096 characters, not %d", n))
		}
	}
	if f.Close && f.Data != "" {
		return invalid("ask.file.close", "does not belong to a file that is opened")
	}
	first := uint64(0)
	if f.First != nil {
		first = *f.First
	}
	return cycles("ask.file", first, f.Period)
}

func (d *DifferQuestion) validate() *Error {
	if n := len(d.Signal); n < 1 || n > maxWhen {
		return invalid("ask.differ.signal", fmt.Sprintf("must have 1 to %v characters, not %v", count(maxWhen), count(n)))
	}
	if n := utf8.RuneCountInString(d.Path); n < 1 || n > 4096 {
		return invalid("ask.differ.path", fmt.Sprintf("must have 1 to 4096 characters, not %d", n))
	}
	return cycles("ask.differ", d.From, d.To)
}

func (e *ExportQuestion) validate(limits Limits) *Error {
	if e.Compile == nil {
		return invalid("ask.export.compile", "is missing")
	}
	if n := utf8.RuneCountInString(e.Testbench); n > 1024 {
		return invalid("ask.export.testbench", fmt.Sprintf("must have at most 1024 characters, not %d", n))
	}
	return e.Compile.validate(limits)
}

func (c *CompareQuestion) validate(limits Limits) *Error {
	if n := utf8.RuneCountInString(c.Slot); n > 64 || (n > 0) == (c.Compile != nil) {
		return invalid("ask.compare", "must name another slot of 1 to 64 characters, or have a text to compile")
	}
	if n := len(c.Signals); n > maxSignals {
		return invalid("ask.compare.signals", fmt.Sprintf("must name at most %d signals, not %d", maxSignals, n))
	}
	if n := c.Limit; n < 0 || n > maxSignals {
		return invalid("ask.compare.limit", fmt.Sprintf("must be 0 to %d, not %v", maxSignals, count(n)))
	}
	if c.Compile != nil {
		return c.Compile.validate(limits)
	}
	return nil
}

// Bounds of questions, which the tags above repeat for the validators in TypeScript; a test compares them.
const (
	maxSignals = commands.MaxSignals
	maxPixels  = commands.MaxPixels
	maxHits    = commands.MaxHits
	maxSteps   = commands.MaxSteps
	maxWhen    = commands.MaxText
	maxFor     = commands.MaxFor
)

func (c *Condition) validate(field string) *Error {
	if n := len(c.When); n < 1 || n > maxWhen {
		return invalid(field+".when", fmt.Sprintf("must have 1 to %v characters, not %v", count(maxWhen), count(n)))
	}
	switch c.On {
	case "", OnRise, OnTrue, OnFall, OnChange:
	default:
		return invalid(field+".on", "must be rise, true, fall or change")
	}
	if c.For > maxFor {
		return invalid(field+".for", fmt.Sprintf("must be at most %v", count(maxFor)))
	}
	if c.Hit < 0 || c.Hit > maxHits {
		return invalid(field+".hit", fmt.Sprintf("must be at most %v", count(maxHits)))
	}
	return nil
}

func cycles(field string, from, to uint64) *Error {
	if max(from, to) > largestSafeInteger {
		return invalid(field, "must name cycles below 2^53")
	}
	return nil
}
