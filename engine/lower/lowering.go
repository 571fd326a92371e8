// Package lower lowers eval and onTick lambdas to word-level operations with exactly the meaning that JavaScript
// gives them.
//
// A Lambda comes in: the syntax tree of a function, the values that it captures, and the options, inputs and state of
// its node. A Lowered goes out: a graph of operations (package word) with parameters for inputs and state, and the
// outputs or the next state. A lambda that is outside the compiled language gives a Refusal; it is then interpreted.
//
// The lambda is run once by abstract interpretation. Every variable holds a value of a known type and range whose bits
// are an operation of the graph. Branches run on copies of the state and are merged by multiplexers (if-conversion),
// loops are unrolled or become one operation (word.Repeat), helper functions are inlined. Integers carry their range,
// so that 32-bit and 64-bit words are used where they hold every possible number, and doubles where they do not.
//
// README.md in this folder lists how each idiom is lowered, and what to touch to add one.
package lower

import (
	"github.com/dop251/goja"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/facts"
	"simten.dev/engine/lower/js"
	"simten.dev/engine/lower/memory"
	"simten.dev/engine/word"
)

// lowering is the lowering of one lambda. Each package of the stage has the part of it that it needs, one inside the
// other, with the methods that are its own.
type lowering struct{ js.Lowering }

// newLowering is a lowering that has done nothing yet.
func newLowering(in *Lambda) *lowering {
	l := &lowering{}
	l.B = word.NewBuilder()
	l.Own = capture.NewSurroundings(in.Function, in.Outer)
	l.Own.Varied = in.varied
	l.Program, l.Changing, l.Eval, l.Marks = in.Program, in.Changing, !in.Tick, in.marks
	l.Work = in.work
	l.Doubts, l.Loops, l.Joins, l.Max = in.Doubts, in.Loops, in.Joins, domain.MaxSteps
	if l.Loops == nil {
		l.Loops = &domain.Loops{}
	}
	if l.Joins == nil {
		l.Joins = &domain.Joins{}
	}
	l.Constants, l.Tables = map[any]*domain.Constant{}, map[*domain.Constant]*capture.ConstantTable{}
	l.Made, l.Collections = map[*goja.Object]domain.Value{}, map[*goja.Object]domain.Value{}
	l.Decided, l.Signed = map[word.ID]*domain.Decision{}, map[word.ID]domain.Stored{}
	l.Remainders, l.Lengths = map[word.ID]word.ID{}, map[word.ID][]word.ID{}
	l.Reads, l.Looped = map[memory.Read]memory.KnownRead{}, map[word.ID]facts.Looped{}
	l.Doubted = l.B.Uint(0, 1)
	l.Connect()
	return l
}

// guard runs f and turns a refusal into an error.
func (l *lowering) guard(f func()) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case domain.Refused:
			err = &Refusal{Reason: x.Reason, Place: l.Own.Function.PlaceOf(l.At), Field: x.Field, texts: x.Texts}
		default:
			panic(x)
		}
	}()
	f()
	return nil
}
