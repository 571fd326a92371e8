// Package limits is the one home of every bound that the engine, the sandbox page and the native
// library keep, with its default. docs/protocol.md and the generated TypeScript list them from here.
package limits

import "time"

// Limits are the bounds of one sandbox. A field that is 0 or less takes its default; see Fill.
type Limits struct {
	RunMilliseconds    int `json:"runMilliseconds"`    // a request or a step of a run that takes longer is stopped
	StepsPerCall       int `json:"stepsPerCall"`       // loop rounds and function calls of one call into user code (the program, one eval, one onTick); the same on every machine, so it decides before the clock does
	CallDepth          int `json:"callDepth"`          // nested function calls of user code
	MemoryMebibytes    int `json:"memoryMebibytes"`    // maximum of the engine's memory; in the browser written into the module when it is built
	SourceBytes        int `json:"sourceBytes"`        // of one compile, all files together, or execute, UTF-8
	FilesPerProgram    int `json:"filesPerProgram"`    // files of a project that one program consists of
	MessageBytes       int `json:"messageBytes"`       // of one request other than compile, and of one reply with all its chunks
	ResultBytes        int `json:"resultBytes"`        // of one result of user code, and of one chunk of a reply that travels in chunks
	ConsoleCalls       int `json:"consoleCalls"`       // lines that one program may print; what is beyond is dropped and counted
	ConsoleBytes       int `json:"consoleBytes"`       // of all lines that one program prints, UTF-8
	Slots              int `json:"slots"`              // per page
	TicksPerRequest    int `json:"ticksPerRequest"`    // of one tick request
	CircuitsPerFile    int `json:"circuitsPerFile"`    // circuit() and factory calls of one program
	NodesPerCircuit    int `json:"nodesPerCircuit"`    // primitives after flattening
	StateBytes         int `json:"stateBytes"`         // of one circuit's state: registers, texts, and memory cells that hold something; 64 for each cell that calls of lambdas write
	ShownStateBytes    int `json:"shownStateBytes"`    // of the memories and registers beside displays that the frames of one slot carry
	HistoryBytes       int `json:"historyBytes"`       // of the past cycles that one page can go back to, all slots together; beyond it, going far back takes longer
	RequestsPerSecond  int `json:"requestsPerSecond"`  // per page, sustained
	ReadyMilliseconds  int `json:"readyMilliseconds"`  // the sandbox page and engine must be up within
	MaxModules         int `json:"maxModules"`         // npm modules that one program loads, directly and through others
	MaxModuleBytes     int `json:"maxModuleBytes"`     // of all npm modules of one program together
	ModuleMilliseconds int `json:"moduleMilliseconds"` // fetching the npm modules of one program; does not count as run time
}

// Default limits are in force unless a host configures others.
//
// StepsPerCall is what the WebAssembly build did in about four of its five seconds when it was chosen; rounds of an
// empty loop take half a second by now, so there is room for long ones. CallDepth is what it survives in a browser's
// worker with room to spare. Natively far more would do, but both homes of the engine must give the same verdict.
var Default = Limits{
	RunMilliseconds:    5_000,
	StepsPerCall:       3_000_000,
	CallDepth:          800,
	MemoryMebibytes:    512,
	SourceBytes:        1 << 20,
	FilesPerProgram:    500,
	MessageBytes:       16 << 20,
	ResultBytes:        1 << 20,
	ConsoleCalls:       1_000,
	ConsoleBytes:       64 << 10,
	Slots:              32,
	TicksPerRequest:    10_000_000,
	CircuitsPerFile:    1_000_000,
	NodesPerCircuit:    2_000_000,
	StateBytes:         64 << 20,
	ShownStateBytes:    1 << 20,
	HistoryBytes:       64 << 20,
	RequestsPerSecond:  1_000,
	ReadyMilliseconds:  15_000,
	MaxModules:         200,
	MaxModuleBytes:     4 << 20,
	ModuleMilliseconds: 15_000,
}

// Fill returns the limits with the default in every field that is 0 or less.
func (l Limits) Fill() Limits {
	for _, f := range []struct{ field, value *int }{
		{&l.RunMilliseconds, &Default.RunMilliseconds},
		{&l.StepsPerCall, &Default.StepsPerCall},
		{&l.CallDepth, &Default.CallDepth},
		{&l.MemoryMebibytes, &Default.MemoryMebibytes},
		{&l.SourceBytes, &Default.SourceBytes},
		{&l.FilesPerProgram, &Default.FilesPerProgram},
		{&l.MessageBytes, &Default.MessageBytes},
		{&l.ResultBytes, &Default.ResultBytes},
		{&l.ConsoleCalls, &Default.ConsoleCalls},
		{&l.ConsoleBytes, &Default.ConsoleBytes},
		{&l.Slots, &Default.Slots},
		{&l.TicksPerRequest, &Default.TicksPerRequest},
		{&l.CircuitsPerFile, &Default.CircuitsPerFile},
		{&l.NodesPerCircuit, &Default.NodesPerCircuit},
		{&l.StateBytes, &Default.StateBytes},
		{&l.ShownStateBytes, &Default.ShownStateBytes},
		{&l.HistoryBytes, &Default.HistoryBytes},
		{&l.RequestsPerSecond, &Default.RequestsPerSecond},
		{&l.ReadyMilliseconds, &Default.ReadyMilliseconds},
		{&l.MaxModules, &Default.MaxModules},
		{&l.MaxModuleBytes, &Default.MaxModuleBytes},
		{&l.ModuleMilliseconds, &Default.ModuleMilliseconds},
	} {
		if *f.field <= 0 {
			*f.field = *f.value
		}
	}
	return l
}

// RunTime is RunMilliseconds as a duration.
func (l Limits) RunTime() time.Duration {
	return time.Duration(l.RunMilliseconds) * time.Millisecond
}
