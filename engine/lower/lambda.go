package lower

import (
	"fmt"
	"math"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/builtin"
	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/memory"
	"simten.dev/engine/source"
	"simten.dev/engine/word"
)

// Lambda is what is to be lowered: a function of the program and the node whose behaviour it is.
type Lambda struct {
	Function *source.Function
	Outer    capture.Outer
	Program  capture.Program
	// Changing tells objects that another lambda may change while the circuit runs; nil when there are none.
	Changing func(*goja.Object) bool
	Tick     bool          // onTick, else eval
	Loops    *domain.Loops // nil: they are unrolled
	Joins    *domain.Joins // nil: objects stay apart as long as that goes
	// Assumptions are what the lambda may be lowered without; nil: nothing.
	Doubts *domain.Assumptions

	marks  *domain.Marks            // are added to; nil: nobody asks for them
	met    *domain.Met              // is added to; nil: nobody asks for it
	work   domain.Work              // is added to; nil: nobody asks for it
	varied map[int]domain.Parameter // numbers from outside that are parameters, by their source.Captured.Index
	steps  int                      // that it may take; 0: as many as any

	// The fields of the argument object, in this order; later ones win.
	Options []Option
	Inputs  []Input
	State   []domain.Field
	Outputs []Output // of eval
}

// Option is one option of the node.
type Option struct {
	Name  string
	Value any // as in circuit.Arguments; nil when it was not given
	// Live says that the user can change it while the circuit runs, to any unsigned integer: a number
	// up to 53 bits, a bigint beyond.
	Live bool
	// Wide is the width that such a bigint is kept in; 0 when there is no use for one.
	Wide int

	Varied *domain.Parameter // the option is a number that is a parameter; nil: it is what Value says
}

// numberBits is the width of a live option as a number.
const numberBits = 53

// Input is one input port.
type Input struct {
	Name      string
	Width     int
	Connected bool // an unconnected one reads 0 in eval and undefined in onTick

	Varied *domain.Parameter // whether it is connected is a parameter; nil: it is what Connected says
}

// Output is one output port.
type Output struct {
	Name  string
	Width int
}

// Lowered is a lambda as operations. Leaves of its graph are constants, parameters and memory reads
// (Imm = field*MemoryParts + part).
type Lowered struct {
	Number int // among the lambdas of a Lowerer
	Graph  word.Graph
	Params []capture.Param

	// Reach tells for every memory field the highest address that may be used.
	Reach []uint64

	// Doubt is one bit: the lambda could not be lowered for what happens now, so that its function has to be called and
	// the results here mean nothing. None when that never happens.
	Doubt word.ID

	// Throws are the errors that the lambda throws itself. When one of them happens, the other results
	// mean nothing.
	Throws []domain.Throw

	// Outputs of eval, in order.
	Outputs []builtin.Result
	// Next state of onTick, in order of the fields.
	Next []memory.NextField

	// Names are those of the variables of the text, for operations that are their values.
	Names map[word.ID]string

	steps    int            // that lowering took
	captured []*goja.Object // objects outside the lambda whose contents it has taken for constants
}

// DefaultTextLimit is how many UTF-16 code units a text keeps that nothing cuts.
const DefaultTextLimit = 1 << 20

// StartsAsNumber reports that the start value of a live option is one of the numbers that the user
// can set; NumberParam starts with it then.
func StartsAsNumber(v any) bool {
	switch x := v.(type) {
	case float64:
		return x >= 0 && x == math.Trunc(x) && x < 1<<numberBits && !math.Signbit(x)
	case circuit.Value:
		return x.Fits(numberBits)
	}
	return false
}

// Refusal says why a lambda cannot be lowered, and where.
type Refusal struct {
	Reason string
	Place  circuit.Place
	Field  int      // of ErrView and ErrModes
	texts  []string // of ErrModes
}

// Error is the reason with its place.
func (r *Refusal) Error() string {
	if r.Place.IsZero() {
		return r.Reason
	}
	return fmt.Sprintf("%d:%d: %s", r.Place.Line, r.Place.Column, r.Reason)
}
