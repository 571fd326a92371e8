// Package netlist is word-level operations with registers, memories and devices: the form of a circuit that
// simulators compile.
//
// In comes what engine/synthesis assembles of a design, in any order; Finish makes a Module of it, a schedule without
// what nobody needs. Passes (engine/opt) and observers (engine/ask/probe) make Modules of Modules in the same way. Out
// come the rules that backends rely on (Check), a dump (String) and a comparison (Equal). A newcomer who adds a part
// to a module adds it to Roots or Arguments, Check, String and Equal.
//
// # One clock cycle
//
// A simulator evaluates operations in the order of Module.Ops, which is a schedule: operands stand
// before their users. Feedback goes through registers, memories and loop variables only. At the
// clock edge every register takes the value of its Next, every memory takes its writes in order,
// every text takes its appends in order; all of these values were computed before the edge.
//
// Operations before Module.Invariant change with inputs only, so a run of many cycles evaluates them
// once. Of the others a cycle needs those with Uses&InStep; showing the nets needs those with
// Uses&InSettle. A machine that runs n cycles does n times (InStep operations, edge), then once
// the InSettle operations.
package netlist

import (
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
	"simten.dev/engine/word/message"
)

// Module is one compiled design.
type Module struct {
	Name string
	word.Graph

	// Invariant is the number of operations at the start of Ops that depend on inputs only, and on memories that nothing
	// writes to. They are computed again when an input, or state from outside, is set.
	Invariant int
	// Uses says for every operation who needs it.
	Uses []Use

	Inputs    []Input
	Fixed     []int // inputs that the operations do not look at: see Options
	Feedback  bool  // nodes form a combinational loop, though the operations may not
	Registers []Register
	Memories  []Memory
	Texts     []Text
	Calls     []Call
	Vars      []Var  // feedback variables of combinational loops
	Loops     []Loop // in order of First; they do not overlap

	// Nets gives the value of every net of the design.
	Nets []word.ID
	// Checks are the outputs whose lambda may return a value that does not fit; see Overflow.
	Checks []Overflow
	// Fields gives the place of every state field: Fields[node][field].
	Fields [][]Field
	// Path gives the path of a flat node of the design, for messages; nil when there is no design.
	Path func(node int) string

	// around gives the nodes that lie on combinational loops with a node, itself among them; without loops of one node.
	around map[int][]int32
}

// InputKind says where an input comes from.
type InputKind uint8

const (
	TopInput    InputKind = iota // Module top-level input Index (of Design.Inputs)
	Present                      // 1 when interactive argument Name of node Node has been given (Param of width 1)
	BigArgument                  // interactive argument Name as an integer modulo 2^Width (Param)
	IsBig                        // 1 when interactive argument Name is a bigint (Param of width 1)
)

// Input is one value that comes from outside: it changes between runs, never during one.
type Input struct {
	Kind  InputKind
	Width int
	Index int    // TopInput
	Node  int    // arguments
	Name  string // port name or argument name
	Start circuit.Value
}

// Given is the value of the input when its interactive argument is set to v: lambdas get a number of up
// to 53 bits, and a bigint beyond.
func (in *Input) Given(v circuit.Value) circuit.Value {
	switch in.Kind {
	case Present:
		return circuit.Uint(1)
	case IsBig:
		if v.Fits(53) {
			return circuit.Value{}
		}
		return circuit.Uint(1)
	}
	return v.Mask(in.Width)
}

// Register is one clocked scalar. At the edge it takes the value Next.
type Register struct {
	Name  string // "cpu.pc.q"; with "#sign" for the sign view of a 32-bit field
	Width int
	Start circuit.Value
	Next  word.ID // of width Width; the register's own Reg operation when it holds
}

// Memory is an array of words. Reads (word.MemRead) are asynchronous and see the content before
// the edge.
type Memory struct {
	Name   string
	Depth  int // cells
	Width  int // bits of one cell
	Start  map[uint64]circuit.Value
	Writes []Write // done at the edge, in this order, so that the last one to a cell wins
}

// allWidth is the width of word.MemAll; 0: its cells are too wide for one.
func (m *Memory) allWidth() int {
	if m.Width > 64 {
		return 0
	}
	return m.Depth * word.CellLane(m.Width)
}

// Write is one write port: when Enable (one bit) is 1, cell Address becomes Data. An address at or
// beyond the depth writes nothing.
type Write struct {
	Enable  word.ID
	Address word.ID // unsigned, width <= 64
	Data    word.ID // of the memory's width
	// Whole says that all cells change, to the elements of Data, which is what word.MemAll of the memory can be. Address
	// is a constant 0.
	Whole bool
}

// Text is a string state field, a device such as a console.
type Text struct {
	Name    string
	Start   string
	Limit   int // UTF-16 code units kept, the newest; 0 = no limit
	Appends []Append
}

// Append adds one UTF-16 code unit to a text at the edge, when Enable is 1; with Clear it empties the
// text instead. The appends of a text happen in order.
type Append struct {
	Enable word.ID // one bit
	Unit   word.ID // of width 16; means nothing with Clear
	Clear  bool
}

// FieldKind says what a state field has become.
type FieldKind uint8

const (
	RegisterField FieldKind = iota
	MemoryField
	TextField
	HostField // kept by the host of an opaque node; Index is the node, Sign and Has are -1
)

// Field is the place of one state field of a flat node.
type Field struct {
	Kind  FieldKind
	Index int // into Registers, Memories or Texts
	// Texts are those that a text can be which is kept as a register with the number of one of them; nil for other fields.
	Texts []string
	// Sign is the register (or memory) of one bit per value that says whether a 32-bit field's
	// number is seen with its sign; -1 when there is none. Whoever overwrites the field sets it to 0.
	Sign int
	// Has is the memory of one bit per cell that says whether the cell was ever written; -1 when
	// there is none. Whoever overwrites the field sets it to the cells given.
	Has int
	// Signed says that the netlist takes every number of a 32-bit field for one with a sign, whoever wrote it.
	Signed bool
	// Within are the least and the largest number that the netlist takes the field, or a cell of it, to hold, because
	// the circuit comes to no others (Options.Reachable); nil: all that fit. Others must not be written to it.
	Within *[2]int64
}

// Text is the text of which a register has the number.
func (f *Field) Text(number circuit.Value) string {
	return f.Texts[min(number.Lo, uint64(len(f.Texts)-1))]
}

// Number is the number of a text; that of the first one for a text that is none of them.
func (f *Field) Number(text string) circuit.Value {
	return circuit.Uint(uint64(max(0, slices.Index(f.Texts, text))))
}

// Var is one feedback variable: the value that a combinational loop had in its last round.
type Var struct {
	Width int     // of the value; at the start it is 0
	Next  word.ID // the value it takes after each round
	Node  int     // the flat node that drives it
	Name  string  // "n2.out"

	// Net is the net whose value it is; -1 for the value that an output keeps when its lambda leaves it out.
	Net int
}

// Loop is one strongly connected component of combinational logic: Ops[First:End], which read the
// variables Vars[FirstVar:EndVar]. To settle it, evaluate the operations in order, then copy each
// Next into its variable; repeat until no variable changes. When it has not settled after Bound rounds, the
// loop oscillates, which is an error. All operations of a loop have InStep and InSettle.
type Loop struct {
	First, End       word.ID
	FirstVar, EndVar int
	Bound            int
	// Once: after one round the variables rest, for they only keep their values under a condition that does not depend on
	// them.
	Once bool
}

// Tangle notes nodes that lie on combinational loops together.
func (m *Module) Tangle(nodes []int32) {
	if m.around == nil {
		m.around = map[int][]int32{}
	}
	for _, n := range nodes {
		m.around[int(n)] = nodes
	}
}

// Tangled tells whether a node lies on a combinational loop with others.
func (m *Module) Tangled(node int) bool { return m.around[node] != nil }

// LoopNodes lists the flat nodes of a loop (an index into Loops), ascending. They are those of the design: also a node
// of which no operation is left, because it passes its input on, lies on the way around.
func (m *Module) LoopNodes(loop int) []int {
	var nodes []int
	for v := m.Loops[loop].FirstVar; v < m.Loops[loop].EndVar; v++ {
		n := m.Vars[v].Node
		if _, seen := slices.BinarySearch(nodes, n); seen {
			continue
		}
		nodes = append(nodes, n)
		for _, other := range m.around[n] {
			nodes = append(nodes, int(other))
		}
		slices.Sort(nodes)
		nodes = slices.Compact(nodes)
	}
	return nodes
}

// Looped tells the flat nodes whose outputs are fed back to themselves, at least one of each combinational loop. An
// output that only holds what it was is none.
func (m *Module) Looped() map[int]bool {
	nodes := map[int]bool{}
	for i := range m.Vars {
		if v := &m.Vars[i]; v.Net >= 0 {
			nodes[v.Node] = true
		}
	}
	return nodes
}

// LoopPaths are the paths of LoopNodes.
func (m *Module) LoopPaths(loop int) []string {
	var paths []string
	if m.Path != nil {
		for _, n := range m.LoopNodes(loop) {
			paths = append(paths, m.Path(n))
		}
	}
	return paths
}

// Call is one opaque lambda: a function that stays in the realm. The operation word.Call runs it:
// the machine hands the values of Args over and gets the values of Results back.
//
// When one lambda of a node is opaque, so is the other, and the state of the node is kept by the
// host that calls them (HostField): an eval call gives the outputs from the given inputs and the
// host's current state, a tick call makes the host prepare the node's next state, which becomes
// current when the machine commits the edge.
//
// A call that Throws stands in for a throw of a lambda that is compiled: it has no results and one argument of
// one bit. When that is 1, the lambda has failed with the message; the host is not asked. Further arguments are the
// values in the message.
type Call struct {
	Throws  bool
	Message string       // of a throw, for the user
	Values  message.Text // the same, when it depends on values; else nil
	Advice  string       // what to do about it, "" when there is none

	// A call that is a Part calls an eval for some of its outputs, with the inputs that these follow from: the others mean
	// nothing. The node has another call, for all outputs.
	Part bool

	// A call that is a BailOut calls the function of a lambda that is compiled, when the first argument, one bit, is 1:
	// the compiled form does not hold then. Further arguments are the inputs that the lambda can look at, and the state
	// fields: the value, of 32 bits also the sign. A tick call gives the next state in the same form, an eval call the
	// outputs and then a bit for each that says whether it is given. The node's state is in registers; nothing of it is
	// kept by the host.
	BailOut bool

	Code circuit.Code // of a throw: see behavior.Throw

	Node    int          // flat node
	Tick    bool         // onTick, which has no results; else eval
	Args    []CallArg    // the input ports that the lambda can look at
	Results []CallResult // eval: all outputs of the node, unless it is a Part
	Reason  string       // why it is opaque, one line
	Place   circuit.Place
}

// CallArg is the value of one input port.
type CallArg struct {
	Name  string
	Port  int // index into the flat node's inputs
	Value word.ID
}

// CallResult is one output port. An output that eval does not give keeps its previous value, which
// the host remembers.
type CallResult struct {
	Name  string
	Port  int // index into the flat node's outputs
	Width int
}

// Opaque reports whether closures have to be called.
func (m *Module) Opaque() bool {
	return slices.ContainsFunc(m.Calls, func(c Call) bool { return !c.Throws })
}

// OpaqueCalls counts the opaque lambdas, which are called each time.
func (m *Module) OpaqueCalls() int {
	n := 0
	for i := range m.Calls {
		if c := &m.Calls[i]; !c.Throws && !c.BailOut && !c.Part {
			n++
		}
	}
	return n
}

// Overflow is one check for the user's sake: when Value (one bit, InSettle) is 1, the eval of a node
// returned a number for an output that does not fit the port and has been cut off.
type Overflow struct {
	Node, Output int
	Value        word.ID
	Place        circuit.Place // of the lambda, when it is the user's
}
