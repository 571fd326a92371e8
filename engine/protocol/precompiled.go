package protocol

import "simten.dev/engine/circuit"

// Precompiled is a circuit that was compiled ahead of time, with all that runs it without the engine: the sandbox page
// answers the first requests of a slot from it while the engine is still loading. It belongs to one build of the
// engine. As a file it is JSON, with bytes as base64. Addresses are of the module's memory, numbers there are
// little-endian.
type Precompiled struct {
	Compile CompileRequest `json:"compile"` // that it answers: source, circuit and harness
	Result  CompileResult  `json:"result"`
	// Code is a WebAssembly module that imports nothing. It exports memory, prepare (to be called after inputs or state
	// were written), settle (brings the nets up to date) and step (runs up to n cycles, and returns how many it has run).
	Code    []byte `json:"code"`
	Control int    `json:"control"` // bytes from address 0 that begin as zeros; the first word is not 0 after a failure
	Events  int    `json:"events"`  // address of a word that is not 0 when a text has changed
	Shown   int    `json:"shown"`   // bytes from address 0 that hold the nets
	// Nets has the address of each net's value, of as many bytes as a cell of its width has. From Shown on it counts
	// from the begin of Constants.
	Nets      []uint32                      `json:"nets"`
	Constants []byte                        `json:"constants"`
	Inputs    []PrecompiledInput            `json:"inputs"`
	Controls  map[string]PrecompiledControl `json:"controls"` // by name, see SetRequest.Values
	Start     []PrecompiledPiece            `json:"start"`    // the start state
	States    []PrecompiledState            `json:"states"`   // where Result.Design.States stand
}

// PrecompiledInput is an input of the module.
type PrecompiledInput struct {
	Address int           `json:"address"`
	Width   int           `json:"width"`
	Start   circuit.Value `json:"start"`
}

// PrecompiledControl is something that can be set: the inputs of the module that take it.
type PrecompiledControl struct {
	Width   int                 `json:"width"` // what is set is cut to so many bits
	Targets []PrecompiledTarget `json:"targets"`
}

// PrecompiledTarget is an input of the module and the role of a number for it.
type PrecompiledTarget struct {
	Input int             `json:"input"` // index into Inputs
	Role  PrecompiledRole `json:"role"`
}

// PrecompiledRole says which value an input gets when something is set to a number.
type PrecompiledRole string

const (
	RoleValue PrecompiledRole = "value" // the number
	RoleGiven PrecompiledRole = "given" // 1: it was set
	RoleLarge PrecompiledRole = "large" // 1 when the number has more than 53 bits
)

// PrecompiledPiece is state that begins with other bytes than zeros.
type PrecompiledPiece struct {
	Address int    `json:"address"`
	Length  int    `json:"length"` // bytes of the state; those behind Bytes begin as zeros
	Bytes   []byte `json:"bytes"`
}

// PrecompiledState is where a state field stands; its bytes are those of the cells one after the other.
type PrecompiledState struct {
	Cells []PrecompiledCell `json:"cells"`
}

// PrecompiledCell is a part of a state field.
type PrecompiledCell struct {
	Address int `json:"address"`
	Length  int `json:"length"` // bytes
	Bit     int `json:"bit"`    // the value is this bit of the byte; -1: it is all bytes
}
