package protocol

import (
	"fmt"
	"unicode/utf8"
)

// ImportRequest has the files of a Verilog design. Yosys reads them.
type ImportRequest struct {
	// Files are texts by their paths: Verilog (.v, .sv), what it includes, and contents of memories. All of them together
	// have at most Limits.MessageBytes.
	Files map[string]string `json:"files" bounds:"1,1000"`
	// List asks only for the modules that the design may begin with, and their parameters.
	List bool `json:"list,omitempty"`
	// Top is the module to begin with; absent: the one that is part of no other.
	Top string `json:"top,omitempty" bounds:"0,1024"`
	// Parameters are those of the top module that differ from their defaults, as Verilog writes values.
	Parameters map[string]string `json:"parameters,omitempty" bounds:"0,1000"`
	// Defines are macros of the preprocessor, NAME or NAME=VALUE.
	Defines []string `json:"defines,omitempty" bounds:"0,1000"`
}

// ImportResult is the design as the text of a program, or the reasons why it is none.
type ImportResult struct {
	Tops     []ImportTop     `json:"tops,omitempty" bounds:"0,10000"` // when they were asked for, the likeliest first
	Problems []ImportProblem `json:"problems" bounds:"0,10000"`       // warnings, and without a Program errors
	Program  string          `json:"program,omitempty"`
	Top      string          `json:"top,omitempty"`     // name of its main circuit
	Modules  int             `json:"modules,omitempty"` // that it was made of
	Clock    string          `json:"clock,omitempty"`   // the input that is left out because a cycle is one of its periods
}

// ImportTop is a module that a design may begin with.
type ImportTop struct {
	Name       string            `json:"name"`
	Parameters []ImportParameter `json:"parameters" bounds:"0,10000"`
}

// ImportParameter is a parameter of a module, with its default as Verilog writes it.
type ImportParameter struct {
	Name    string `json:"name"`
	Default string `json:"default"`
}

// ImportProblem is a message about the files.
type ImportProblem struct {
	Severity string `json:"severity"` // warning or error
	Message  string `json:"message"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
}

// BitstreamRequest asks for a circuit on a chip of the family iCE40, by Yosys, nextpnr and icepack.
type BitstreamRequest struct {
	Verilog string `json:"verilog"` // its modules
	Top     string `json:"top" bounds:"1,1024"`
	Device  Device `json:"device"`
	Pins    string `json:"pins,omitempty"` // the text of a file with places of ports (PCF); without one they are chosen
}

// Device is a chip with its package.
type Device string

const (
	DeviceUP5K Device = "up5k" // iCE40 UP5K in SG48
	DeviceHX1K Device = "hx1k" // iCE40 HX1K in TQ144
)

// BitstreamResult is the file for the chip, or the reasons why there is none.
type BitstreamResult struct {
	Data     string          `json:"data,omitempty"` // in base64
	Problems []ImportProblem `json:"problems" bounds:"0,10000"`
	Used     []Utilisation   `json:"used" bounds:"0,100"`
	Clocks   []ClockReport   `json:"clocks" bounds:"0,1000"`
}

// Utilisation says how many elements of a kind the circuit takes.
type Utilisation struct {
	Kind      string `json:"kind"`
	Used      int    `json:"used"`
	Available int    `json:"available"`
}

// ClockReport is how fast a clock may be.
type ClockReport struct {
	Name      string  `json:"name"`
	Megahertz float64 `json:"megahertz"`
}

// Tool is how far an import or a bitstream is.
type Tool struct {
	Request int       `json:"request" bounds:"1,"`
	Phase   ToolPhase `json:"phase"`
	Name    string    `json:"name,omitempty"`   // of the program that is loaded, or of the file that is read
	Loaded  float64   `json:"loaded,omitempty"` // bytes
	Total   float64   `json:"total,omitempty"`
}

// ToolPhase is a stretch of the way through other programs.
type ToolPhase string

const (
	ToolLoad  ToolPhase = "load"  // a program is loaded
	ToolStart ToolPhase = "start" // the browser makes machine code of it
	ToolRead  ToolPhase = "read"  // Yosys reads a file
	ToolLogic ToolPhase = "logic" // Yosys makes a netlist
	ToolMake  ToolPhase = "make"  // the netlist becomes the text of a circuit
	ToolPlace ToolPhase = "place" // nextpnr places and routes
	ToolPack  ToolPhase = "pack"  // icepack writes the bitstream
)

func (i *ImportRequest) validate(limits Limits) *Error {
	if n := len(i.Files); n < 1 || n > 1000 {
		return invalid("import.files", fmt.Sprintf("must have 1 to 1000 files, not %v", count(n)))
	}
	bytes := 0
	for name, text := range i.Files {
		bytes += len(name) + len(text)
	}
	if bytes > limits.MessageBytes {
		return tooLarge("design", bytes, limits.MessageBytes)
	}
	if n := utf8.RuneCountInString(i.Top); n > 1024 {
		return invalid("import.top", fmt.Sprintf("must have at most 1024 characters, not %d", n))
	}
	if n := len(i.Parameters); n > 1000 {
		return invalid("import.parameters", fmt.Sprintf("must have at most 1000 entries, not %v", count(n)))
	}
	if n := len(i.Defines); n > 1000 {
		return invalid("import.defines", fmt.Sprintf("must have at most 1000 entries, not %v", count(n)))
	}
	return nil
}

func (b *BitstreamRequest) validate(limits Limits) *Error {
	if n := len(b.Verilog) + len(b.Pins); n > limits.MessageBytes {
		return tooLarge("Verilog", n, limits.MessageBytes)
	}
	if n := utf8.RuneCountInString(b.Top); n < 1 || n > 1024 {
		return invalid("bitstream.top", fmt.Sprintf("must have 1 to 1024 characters, not %d", n))
	}
	switch b.Device {
	case DeviceUP5K, DeviceHX1K:
		return nil
	}
	return invalid("bitstream.device", "must be up5k or hx1k")
}
