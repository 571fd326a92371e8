// Package protocol is the one home of every message between the app, the supervisor and the worker. The TypeScript
// types and validators, and docs/protocol.md, are generated from these structs (see gen). A new message is a struct
// and a constant in messages.go.
//
// All messages are plain data. Numbers that may exceed 2^53 − 1 travel as decimal strings (circuit.Value's JSON form).
// Frames carry typed arrays beside their JSON part, and results of compiles bytes (Tables).
package protocol

//go:generate go run ./gen

import (
	"encoding/json"

	"simten.dev/engine/circuit"
)

// Type names a request. Every request is answered by exactly one Reply with the same id.
type Type string

const (
	TypeCompile  Type = "compile"  // source → circuit, diagnostics, signals; replaces the slot's simulation
	TypeSet      Type = "set"      // inputs by name; interactive nodes by path
	TypeTick     Type = "tick"     // n clock cycles, at once
	TypeRun      Type = "run"      // run at a speed until paused
	TypePause    Type = "pause"    // stop running
	TypeReset    Type = "reset"    // start values, cycle 0; inputs stay
	TypeSnapshot Type = "snapshot" // the whole state as bytes
	TypeRestore  Type = "restore"  // bring a snapshot back
	TypeSeek     Type = "seek"     // show a cycle of the past, or come back from it; a running slot is paused
	TypeMove     Type = "move"     // the same by a number of cycles, up to the ends of the history
	TypeUndo     Type = "undo"     // bring back the cycles that a branch, reset or restore set aside
	TypeReplay   Type = "replay"   // give the circuit what the run before an edit was given, up to the same cycle, or the inputs of a file
	TypeInspect  Type = "inspect"  // what a node remembers, and where it stands in the source
	TypeAsk      Type = "ask"      // a question about the recorded run; it changes nothing and waits behind nothing
	TypeGrade    Type = "grade"    // judge a submission by the tests of a level; it needs no circuit and changes nothing
	// TypePrecompile asks for a circuit as a file that runs it without the engine (Precompiled); it touches no slot.
	TypePrecompile Type = "precompile"
	// TypeImport makes the text of a circuit of Verilog files, and TypeBitstream a file for a chip. Programs of others do
	// that in a worker of their own: the supervisor answers them, and no slot is touched.
	TypeImport    Type = "import"
	TypeBitstream Type = "bitstream"
	TypeDispose   Type = "dispose" // forget the slot
	TypeAbort     Type = "abort"   // give up an earlier request; that one is answered with ABORTED unless it was already done
)

// Request is any message from the app to the supervisor, and from the supervisor to a worker.
// Only the fields of its type are used.
type Request struct {
	ID   int    `json:"id" bounds:"1,"`     // unique per channel, ascending
	Slot string `json:"slot" bounds:"1,64"` // one running simulation; 1 to 64 characters
	Type Type   `json:"type"`

	Compile    *CompileRequest    `json:"compile,omitempty"`
	Set        *SetRequest        `json:"set,omitempty"`
	Tick       *TickRequest       `json:"tick,omitempty"`
	Run        *RunRequest        `json:"run,omitempty"`
	Restore    *RestoreRequest    `json:"restore,omitempty"`
	Seek       *SeekRequest       `json:"seek,omitempty"`
	Move       *MoveRequest       `json:"move,omitempty"`
	Inspect    *InspectRequest    `json:"inspect,omitempty"`
	Replay     *ReplayRequest     `json:"replay,omitempty"`
	Ask        *AskRequest        `json:"ask,omitempty"`
	Grade      *GradeRequest      `json:"grade,omitempty"`
	Precompile *PrecompileRequest `json:"precompile,omitempty"`
	Import     *ImportRequest     `json:"import,omitempty"`
	Bitstream  *BitstreamRequest  `json:"bitstream,omitempty"`
	Abort      *AbortRequest      `json:"abort,omitempty"`

	Chunks int `json:"chunks,omitempty" bounds:"1,"` // how many chunks follow, at once, and complete this message
}

// CompileRequest carries a source text.
type CompileRequest struct {
	Source string `json:"source"`
	File   string `json:"file,omitempty" bounds:"0,1024"` // name for messages, and the path of the source in its project; "circuit.ts" when empty
	// Files are the other files of the project, by path below its folder ("parts/alu.ts"): what the source may import.
	// With the source they have at most Limits.SourceBytes.
	Files   map[string]string `json:"files,omitempty" bounds:"0,1000"`
	Circuit string            `json:"circuit,omitempty" bounds:"0,1024"` // name of the circuit to run; empty = the last one made
	Harness bool              `json:"harness,omitempty"`                 // wrap a circuit with ports in switches and lamps (dsl.md section 12)
	// Grant lists what the program may use beyond the language. A capability that is not listed is denied.
	Grant []circuit.Capability `json:"grant,omitempty"`
	// Lock is what an earlier compile of this source gave; absent when there was none.
	Lock *Lock `json:"lock,omitempty"`
	// Keep asks for the slot's simulation to go on with the new source, at its cycle and with its past, if the circuit
	// behaves as before: only comments, names or the layout of the text have changed. CompileResult.Kept tells whether
	// it does.
	Keep bool `json:"keep,omitempty"`
	// Strict runs the circuit in the interpreter only: no module is generated from it, so nothing that it determines
	// reaches the browser's compiler of WebAssembly. While a page has such a circuit, none of its circuits gets a
	// module.
	Strict bool `json:"strict,omitempty"`
}

// Lock pins what a source imports: versions and hashes. It travels with the source.
type Lock struct {
	Host     string            `json:"host" bounds:"0,1024"`     // base address of the module host that the hashes are of
	Packages map[string]string `json:"packages" bounds:"0,4096"` // what the source asks for ("fast-check@4") → exact version
	Modules  map[string]string `json:"modules" bounds:"0,4096"`  // path on the host → SHA-256 in base64 for addresses
}

// SetRequest sets top-level inputs and interactive nodes by name. A value that does not fit is cut to its lower bits.
type SetRequest struct {
	Values map[string]circuit.Number `json:"values" bounds:"0,4096"` // whole numbers of any sign, and texts such as "0xff"
	// Deposits overwrite registers and memories in the cycle that is shown. They are inputs like others: they begin a
	// branch in the past, and a visit to the cycle gives them again. A reset brings the start values back.
	Deposits []Deposit `json:"deposits,omitempty" bounds:"0,4096"`
}

// Deposit overwrites a state field of a node: a number, a text, or cells of a memory.
type Deposit struct {
	Node  string `json:"node" bounds:"1,4096"`  // its path
	Field string `json:"field" bounds:"1,1024"` // name of the state field
	First uint64 `json:"first,omitempty"`       // address of the first of the cells
	Cells string `json:"cells,omitempty"`       // a number, or cells of a memory, in base64; see StateInfo
	Text  string `json:"text,omitempty"`        // of a text
}

// TickRequest asks for clock cycles.
type TickRequest struct {
	Count int `json:"count" bounds:"1,"` // 1 to Limits.TicksPerRequest
}

// RunRequest starts or changes running.
type RunRequest struct {
	CyclesPerSecond float64 `json:"cyclesPerSecond" bounds:"0,"` // 0 means as fast as possible
	// Until pauses the run in the cycle in which the condition counts, which is told by a hit event. Any request that
	// takes the run elsewhere ends the watch.
	Until *Condition `json:"until,omitempty"`
}

// RestoreRequest brings back a snapshot of the same compiled circuit.
type RestoreRequest struct {
	Snapshot string `json:"snapshot"` // base64 of the bytes that a snapshot reply gave
}

// SeekRequest names a cycle of the slot's history.
type SeekRequest struct {
	Cycle uint64 `json:"cycle"` // from HistoryRange.First to HistoryRange.Last
}

// MoveRequest goes through the slot's history. It never simulates a new cycle.
type MoveRequest struct {
	By int `json:"by"` // cycles; negative for back
}

// InspectRequest names a node. It is answered at once, also while a tick or a visit to the past goes on.
type InspectRequest struct {
	Node  string `json:"node" bounds:"1,4096"`              // its path
	First uint64 `json:"first,omitempty"`                   // the first cell of its memories that is wanted
	Cells int    `json:"cells,omitempty" bounds:"0,262144"` // cells that are wanted, as FieldState.Data; 0: up to 64 as Words
}

// ReplayRequest says what is repeated.
type ReplayRequest struct {
	// File is for the inputs of the file that is open (FileQuestion), from the start of a run on; else the run before an
	// edit is repeated.
	File bool `json:"file,omitempty"`
}

// GradeRequest is a submission with the level that judges it. Each of the two texts runs in a realm of its own.
type GradeRequest struct {
	Source string `json:"source"` // of the submission
	Tests  string `json:"tests"`  // of the level: a file of tests, in which submission is the circuit to simulate
	// Parts are the components of the library that the submission may be made of; empty: all. Those that only lead wires
	// elsewhere are always allowed.
	Parts []string `json:"parts,omitempty" bounds:"0,256"`
	// Lambdas allows primitives of the submission's own.
	Lambdas bool `json:"lambdas,omitempty"`
}

// PrecompileRequest names a circuit that is to run without the engine.
type PrecompileRequest struct {
	Source  string `json:"source"`                            // the text of its program
	Circuit string `json:"circuit,omitempty" bounds:"0,1024"` // its name; empty = the last one made
}

// PrecompileResult is the circuit as a file.
type PrecompileResult struct {
	File string `json:"file"` // a Precompiled as JSON; empty for a circuit that needs the engine
}

// AbortRequest names the request to give up. It is answered whether or not that request is known.
type AbortRequest struct {
	Request int `json:"request" bounds:"1,"` // id of the earlier request
}

// Reply answers one request: Error is set when it failed, else the result of its type.
type Reply struct {
	ID    int    `json:"id"`
	Slot  string `json:"slot"`
	Type  Type   `json:"type,omitempty"` // absent when the request's type was unknown
	Error *Error `json:"error,omitempty"`

	Compile    *CompileResult    `json:"compile,omitempty"`
	Snapshot   *SnapshotResult   `json:"snapshot,omitempty"`
	Inspect    *InspectResult    `json:"inspect,omitempty"`
	Ask        *AskResult        `json:"ask,omitempty"`
	Replay     *ReplayResult     `json:"replay,omitempty"`
	Grade      *GradeResult      `json:"grade,omitempty"`
	Precompile *PrecompileResult `json:"precompile,omitempty"`
	Import     *ImportResult     `json:"import,omitempty"`
	Bitstream  *BitstreamResult  `json:"bitstream,omitempty"`
	// Status is the slot's state after the request; absent when the slot holds no circuit.
	Status *Status `json:"status,omitempty"`
	// At is the cycle at which the request took effect. Recovery applies it again at this cycle.
	At     uint64 `json:"at,omitempty"`
	Chunks int    `json:"chunks,omitempty" bounds:"1,"` // how many chunks follow and complete this message
}

// Chunk continues a request or a reply that is larger than Limits.ResultBytes. Chunks of one message come in order.
type Chunk struct {
	Chunk   int     `json:"chunk" bounds:"1,"` // its number, from 1 on
	ID      int     `json:"id" bounds:"1,"`    // of the message that it continues
	Patches []Patch `json:"patches"`
}

// Patch adds to one list, map or text of the message, or to data of any shape in it.
type Patch struct {
	At   []string            `json:"at"`             // the way there from the top of the message: names of fields, keys, positions in lists
	List []Fragment          `json:"list,omitempty"` // elements to append
	Map  map[string]Fragment `json:"map,omitempty"`  // entries to add
	Text string              `json:"text,omitempty"` // characters to append
	// Bytes are bytes to append.
	Bytes []byte `json:"bytes,omitempty"`
}

// Fragment is a piece of a message. It is checked as what it becomes.
type Fragment json.RawMessage

// CompileResult describes what a source gave. When Diagnostics contains an error there is no
// Circuit and the slot keeps the simulation it had.
type CompileResult struct {
	Diagnostics []circuit.Diagnostic `json:"diagnostics"`
	Circuits    []string             `json:"circuits"`       // names, in call order
	Main        string               `json:"main,omitempty"` // name of the circuit that runs
	// Circuit is what runs: the main circuit, or its harness. Without Design it does not run, because of an error that
	// only its simulation showed, and is there to be drawn.
	Circuit *circuit.Circuit            `json:"circuit,omitempty"`
	Library map[string]*circuit.Circuit `json:"library,omitempty"` // every circuit that Circuit refers to, transitively
	Design  *DesignInfo                 `json:"design,omitempty"`  // how to read values
	// Omitted says that the structure of the circuits is too large to be sent: Circuit has ports only, and Library is
	// empty.
	Omitted *Omitted `json:"omitted,omitempty"`
	// Tables is a Tables, encoded: the Nodes and Connections of Circuit and Library and the Nets and Signals of Design,
	// which are empty then. The client fills them in; whoever uses it never sees Tables.
	Tables       []byte   `json:"tables,omitempty"`
	Console      []string `json:"console,omitempty"`      // what the program printed
	Lock         *Lock    `json:"lock,omitempty"`         // what the source's imports are pinned to; send it with the next compile of this source
	Needs        []string `json:"needs,omitempty"`        // worker → supervisor only: modules, as paths on the module host, to fetch before the source can be compiled
	Milliseconds float64  `json:"milliseconds,omitempty"` // time spent
	Kept         bool     `json:"kept,omitempty"`         // the slot's simulation goes on; see CompileRequest.Keep
	// Former is the run of the circuit before, which a replay request repeats on this one; absent when there is none.
	Former *FormerRun `json:"former,omitempty"`
}

// FormerRun is a run that an edit has ended. It is remembered until another run that has gone on for a cycle is ended
// by an edit, or until a compile without Keep.
type FormerRun struct {
	Cycle uint64 `json:"cycle"` // that was shown
	Last  uint64 `json:"last"`  // the last one of its history
}

// ReplayResult tells what a replay did. The history begins anew, and undo brings the one before back.
type ReplayResult struct {
	// Missing are the inputs, nodes and state fields that something was given to and that the circuit does not have.
	Missing []string `json:"missing"`
	// Unknown are inputs that are x or z in some cycles of the file, where they are 0 now.
	Unknown []string `json:"unknown,omitempty"`
}

// Omitted is the size of what was not sent.
type Omitted struct {
	Nodes       int `json:"nodes"`       // of the largest level
	Connections int `json:"connections"` // of that level
}

// DesignInfo tells how to read the frames of a simulation.
type DesignInfo struct {
	Sequential bool         `json:"sequential"`
	Inputs     []PortInfo   `json:"inputs"`  // of the circuit that runs
	Outputs    []PortInfo   `json:"outputs"` // of the circuit that runs
	Nets       []int        `json:"nets"`    // width of each net
	Signals    []SignalInfo `json:"signals"`
	NodeCount  int          `json:"nodeCount"` // primitives after flattening
	// Levels is set for a design of very many signals: Signals, and all frames, then have those of the upper Levels
	// levels of the hierarchy only, 0 being the circuit's own ports.
	Levels *int `json:"levels,omitempty"`
	// States are the state fields that frames carry: those of peripherals (displays, consoles,
	// receivers), and of every node wired directly to one.
	States   []StateInfo   `json:"states"`
	Pictures []PictureInfo `json:"pictures"` // the displays and the memories that they show
}

// PortInfo is a top-level port.
type PortInfo struct {
	Name  string `json:"name"`
	Width int    `json:"width"`
	Bus   bool   `json:"bus"` // declared bus(n), also bus(1)
	Net   int    `json:"net"`
}

// SignalInfo names a readable port. Path is "<node path>.<port>", "__top__.<port>" at the top.
type SignalInfo struct {
	Path   string `json:"path"`
	Net    int    `json:"net"`
	Driven bool   `json:"driven"` // false: nothing drives it, it reads 0
}

// StateKind says what a state field holds.
type StateKind string

const (
	StateNumber StateKind = "number" // one value
	StateMemory StateKind = "memory" // cells
	StateText   StateKind = "text"   // characters
)

// StateInfo is a state field that frames carry. Numbers and memories are bytes: each cell takes 1, 2
// or 4 of them, and above 32 bits 8 for each 64, least significant first; a number is one cell.
type StateInfo struct {
	Path  string    `json:"path"`  // of the node
	Field string    `json:"field"` // name of the state field
	Kind  StateKind `json:"kind"`
	Width int       `json:"width"` // bits of a cell; 0 for a text
	Cells int       `json:"cells"` // that frames carry, from address 0 on; 0 for a text
}

// PictureInfo is a display and the memory that it shows: pixel after pixel, row after row, from
// address 0 on. A cell holds one pixel, or several if the memory has fewer cells than the picture
// has pixels; the first of them is in the lowest bits.
type PictureInfo struct {
	Path   string `json:"path"`   // of the display
	State  int    `json:"state"`  // index into States
	Width  int    `json:"width"`  // pixels in a row
	Height int    `json:"height"` // rows
	Bits   int    `json:"bits"`   // of a pixel
}

// Status is the state of one slot.
type Status struct {
	Cycle           uint64  `json:"cycle"`
	Running         bool    `json:"running"`
	CyclesPerSecond float64 `json:"cyclesPerSecond"` // asked for; 0 = as fast as possible
	Achieved        float64 `json:"achieved"`        // measured over the last second of running
	// History says which cycles can be shown; absent for a circuit without state.
	History *HistoryRange `json:"history,omitempty"`
}

// HistoryRange is the past of a slot. Its present cycle is Status.Cycle; below Last, the past is shown.
type HistoryRange struct {
	First uint64       `json:"first"`
	Last  uint64       `json:"last"`
	Undo  *HistoryUndo `json:"undo,omitempty"` // what undo would bring back
}

// HistoryUndo describes cycles that were set aside.
type HistoryUndo struct {
	Cycle uint64 `json:"cycle"` // that undo would show
	Last  uint64 `json:"last"`  // the last cycle of the history then
}

// SnapshotResult carries the complete state.
type SnapshotResult struct {
	Snapshot string `json:"snapshot"` // base64
	Cycle    uint64 `json:"cycle"`
}

// InspectResult is what a node remembers now, and where it is declared.
type InspectResult struct {
	File   string       `json:"file,omitempty"` // only when it is not the file that was asked for
	Line   int          `json:"line,omitempty"` // 1-based; absent for what does not stand in the source, such as a harness
	Column int          `json:"column,omitempty"`
	Fields []FieldState `json:"fields"` // state fields; none for a circuit of circuits
}

// FieldState is the content of one state field.
type FieldState struct {
	Name  string          `json:"name"`
	Kind  StateKind       `json:"kind"`
	Width int             `json:"width"`           // bits of a cell; 0 for a text
	Cells uint64          `json:"cells"`           // in all; 1 for a number, 0 for a text
	First uint64          `json:"first,omitempty"` // address of the first of Words
	Words []circuit.Value `json:"words"`           // the number, or cells of a memory: 64 at most
	Data  string          `json:"data,omitempty"`  // cells of a memory in base64, see StateInfo, when the request asked for cells
	Text  string          `json:"text,omitempty"`  // the end of a text
}

// EventKind names a message that answers no request.
type EventKind string

const (
	EventReady    EventKind = "ready"    // worker → supervisor: the engine has started
	EventFrame    EventKind = "frame"    // values changed; at most one per slot and display frame
	EventStopped  EventKind = "stopped"  // a run ended by itself: error or limit
	EventRevived  EventKind = "revived"  // supervisor → app: a worker was replaced; this slot is back (or, with Error, is the guilty one and stopped before the guilty step)
	EventHealth   EventKind = "health"   // supervisor → app: state of the sandbox itself
	EventHit      EventKind = "hit"      // a run came to the cycle that it was to run until, and is paused there
	EventAsking   EventKind = "asking"   // worker → app: how much of a question or a replay is done, several times a second when it takes long
	EventProgress EventKind = "progress" // worker → app: how far a compile has come, several times a second when it takes long
	EventFetching EventKind = "fetching" // supervisor → app: a compile waits for packages of npm
	EventKept     EventKind = "kept"     // supervisor → app: the browser keeps the sandbox's files, so that it works without a network
	EventTool     EventKind = "tool"     // supervisor → app: how far an import or a bitstream is
	EventRefused  EventKind = "refused"  // supervisor → app: something was refused or blocked outside any request; Error says what
)

// Event is any unsolicited message to the app.
type Event struct {
	Kind     EventKind `json:"event"`
	Slot     string    `json:"slot,omitempty"`
	Status   *Status   `json:"status,omitempty"`
	Error    *Error    `json:"error,omitempty"`
	Frame    *Frame    `json:"frame,omitempty"`
	Health   *Health   `json:"health,omitempty"`
	Progress *Progress `json:"progress,omitempty"`
	Fetching *Fetching `json:"fetching,omitempty"`
	Asking   *Asking   `json:"asking,omitempty"`
	Tool     *Tool     `json:"tool,omitempty"`
}

// Fetching is how far the fetching of packages is.
type Fetching struct {
	Packages []string `json:"packages"` // names of those that are under way; none when all are there
	Bytes    float64  `json:"bytes"`    // fetched so far for this compile
}

// Progress tells how far a compile has come.
type Progress struct {
	Phase Phase   `json:"phase"`
	Done  float64 `json:"done"` // part of the whole that is done, 0 to 1, estimated
}

// Phase is a stretch of the way from a source to a running circuit.
type Phase string

const (
	PhaseRead     Phase = "read"     // the TypeScript is read
	PhaseBuild    Phase = "build"    // the program runs and makes its circuits
	PhaseFlatten  Phase = "flatten"  // the hierarchy becomes one flat design
	PhaseLower    Phase = "lower"    // behaviour becomes operations on words
	PhaseCheck    Phase = "check"    // the whole design is checked
	PhaseGenerate Phase = "generate" // the simulator is generated and started
	PhaseSend     Phase = "send"     // the result travels to the page in chunks
)

// Frame carries the nets that changed since the slot's previous frame. The first frame after a
// compile, restore or revival carries all of them. Values are 32-bit limbs, least significant
// first: ceil(width/32) limbs for each net, in the order of Nets.
type Frame struct {
	Nets  []uint32 `json:"nets"`
	Limbs []uint32 `json:"limbs"`
	// Whole says that what the reader had before is void: the frame, with those that follow it at once
	// if it is too large for one message, carries every net; bytes of States that it does not carry are 0.
	Whole bool `json:"whole,omitempty"`
	// Ranges and Bytes are what changed of DesignInfo.States: three numbers for each range (index of
	// the state, its first byte, how many bytes), and the bytes of all ranges one after the other.
	Ranges []uint32 `json:"ranges,omitempty"`
	Bytes  []byte   `json:"bytes,omitempty"`
	// Texts are the contents of DesignInfo.States that are texts and changed, by node path; at most
	// the last 65,536 characters of each.
	Texts map[string]string `json:"texts,omitempty"`
	// Warnings of the run are those that are new since the slot's previous frame.
	Warnings []circuit.Diagnostic `json:"warnings,omitempty"`
}

// Health is the state of the sandbox.
type Health struct {
	State      string  `json:"state"`                // "loading" | "ready" | "restarting" | "unavailable"
	Detail     string  `json:"detail,omitempty"`     // what is being loaded, or what is wrong and what to do
	Loaded     float64 `json:"loaded,omitempty"`     // bytes of the engine loaded so far
	Total      float64 `json:"total,omitempty"`      // bytes in all, when known
	ReadyAfter float64 `json:"readyAfter,omitempty"` // milliseconds from the frame's start to a started engine
}

// ErrorCode is the kind of a failure of a request or a run.
type ErrorCode string

const (
	ErrTimeout         ErrorCode = "TIMEOUT"           // ran longer than the limit and was stopped
	ErrMemory          ErrorCode = "MEMORY"            // needed more memory than the limit
	ErrSyntax          ErrorCode = "SYNTAX"            // the source is not a program
	ErrRuntime         ErrorCode = "RUNTIME"           // user code threw, or a circuit cannot run
	ErrOutputTooLarge  ErrorCode = "OUTPUT_TOO_LARGE"  // a result is larger than the limit
	ErrInvalidCode     ErrorCode = "INVALID_CODE"      // the source breaks a rule of the language
	ErrInvalidRequest  ErrorCode = "INVALID_REQUEST"   // a message is malformed, or names something unknown
	ErrUnavailable     ErrorCode = "UNAVAILABLE"       // the sandbox cannot be reached or started
	ErrAborted         ErrorCode = "ABORTED"           // given up by the caller, or the slot was replaced
	ErrPayloadTooLarge ErrorCode = "PAYLOAD_TOO_LARGE" // a message, a source or a circuit is larger than the limit
	ErrDenied          ErrorCode = "DENIED"            // asks for something that is not granted
	ErrOverloaded      ErrorCode = "OVERLOADED"        // too many requests or slots at once
)

// Error is a failure with its place and what to do next.
type Error struct {
	Code    ErrorCode `json:"code"`
	Message string    `json:"message"`
	Circuit string    `json:"circuit,omitempty"`
	Node    string    `json:"node,omitempty"` // node path
	File    string    `json:"file,omitempty"` // only when it is not the file that was asked for
	Line    int       `json:"line,omitempty"`
	Column  int       `json:"column,omitempty"`
	Advice  string    `json:"advice,omitempty"` // what to do next
	// Nodes are those that share in it, such as those around a loop.
	Nodes []circuit.NodePlace `json:"nodes,omitempty"`
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }
