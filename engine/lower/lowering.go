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
	"fmt"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/circuit"
	"simten.dev/engine/source"
	"simten.dev/engine/word"
)

// Limits of one lambda: they keep the cost of lowering small against the cost of running it.
const (
	maxSteps  = 400_000 // expressions and statements run abstractly
	maxOps    = 200_000 // operations made
	maxRounds = 20_000  // of one loop

	// maxDepending is of a while loop, after tests that depend on values: for what takes longer, compiled code is hardly
	// faster than the function, and for what would end but is not seen to end, the wait for nothing is short.
	maxDepending = 500
	maxCalls     = 64 // nested calls of helper functions
)

// Refusal says why a lambda cannot be lowered, and where.
type Refusal struct {
	Reason string
	Place  circuit.Place
	Field  int      // of ErrView and errModes
	texts  []string // of errModes
}

func (r *Refusal) Error() string {
	if r.Place.IsZero() {
		return r.Reason
	}
	return fmt.Sprintf("%d:%d: %s", r.Place.Line, r.Place.Column, r.Reason)
}

// refusal travels as a panic inside this package.
type refusal struct {
	reason string
	field  int
	texts  []string
}

func refuse(format string, args ...any) refusal {
	if len(args) == 0 {
		return refusal{reason: format}
	}
	return refusal{reason: fmt.Sprintf(format, args...)}
}

// lowering is the lowering of one lambda.
type lowering struct {
	b        *word.Builder
	own      *surroundings // of the function that is being run
	program  Program
	changing func(*goja.Object) bool
	at       file.Idx // of the expression being run, for the place of a refusal
	cameBy   file.Idx // where the interpreter says that taking a value apart failed: what it came by last

	within map[word.ID]word.Range // what is in the state, where that is less than its type allows

	cellCount, objects int
	steps, max, calls  int
	compared           compared // by the test that is evaluated
	assigned           []int    // variables, at each assignment, by cell
	closures           int      // functions made so far
	constants          map[any]*constant
	collections        map[*goja.Object]value
	made               map[*goja.Object]value // functions that the program has made
	prototypes         map[*goja.Object]*classValue
	fixed              map[int]bool          // objects that may not change; see unify
	images             map[word.ID]uint64    // values that are all cells of a memory, and which part of it; see gather
	stoodFor           map[int]bool          // those of them that another one stands for
	standsFor          map[int][]origin      // what each of the others stands for, all of it
	standIns           map[int][]int         // which ones stand for an object
	puts               int                   // objects put in the place of others so far
	lengths            map[word.ID][]word.ID // of arrays, and the bits that say what is in them
	frozen             map[int]bool          // objects that Object.freeze was given
	gone               map[int]bool          // entries, keys and values that have been gone through
	copies             map[int]*copied       // Maps that are copies of memories, by their writes
	tables             map[*constant]*constantTable
	decided            map[word.ID]*decision
	reads              map[read]knownRead
	remainders         map[word.ID]word.ID // 1 + the divisor that an operation is a remainder by
	signed             map[word.ID]stored  // numbers of fields that are seen with their sign, by their operation; the sign is that of negative ones only

	joins           *Joins // how choices between objects are lowered
	loops           *Loops // how loops are lowered whose end depends on values
	short, shortOps int    // rounds of a loop that is tried, and operations until it ends; 0: none is
	searches        int    // loops around what is run that are lowered in two ways; see search
	looped          map[word.ID]looped
	loopParams      uint64        // parameters of loops made so far
	marks           *marks        // nil: nobody asks for them
	doubts          *Assumptions  // nil: the lambda is lowered as a whole
	doubted         word.ID       // it has been given up
	among           int           // a list is changed that is one of so many
	strays          bool          // a list may have been changed at a negative index
	enclosures      []*jumpTarget // what is being run, one inside the other
	throws          []Throw
	deletions       int         // of properties so far
	catching        int         // try statements around what is run
	thrown          int         // errors so far that one of them has caught
	missing         bool        // something is looked for that may not be there
	inMessage       bool        // what is run gives the message of an error
	this            value       // of the method that is run; nil outside of one
	getters         bool        // a class with getters has been met
	home            *classValue // whose text is run; nil outside of classes
	yielded         *refValue   // what the generator that is run has given; nil outside of one
	numberOrNot     int         // how many alternatives a value has had that was a number or none; see mixedNumbers

	eval     bool
	params   []Param
	memories []*memoryField
}

const reasonTooLong = "the lambda is too long"

// spend counts work and refuses when there is too much of it.
func (l *lowering) spend(n int) {
	l.steps += n
	if l.doubts != nil && (l.steps > *l.doubts.left || len(l.b.Ops) > maxDoubtedOps) {
		panic(refuse(reasonTooLong))
	}
	if l.loops.Brief && l.loops.Seen && (l.steps > briefSteps || len(l.b.Ops) > briefTotal) {
		l.loops.Cut = true
		panic(refuse(openLoop + boundHelps))
	}
	if l.steps > l.max || len(l.b.Ops) > maxOps {
		if l.numberOrNot > 0 {
			panic(refuse(reasonTooLong+": a value in it may be a number or none (NaN, undefined) in so many ways that what is done with it is repeated %d times; give it a number first, as in x ?? 0", l.numberOrNot))
		}
		panic(refuse(reasonTooLong+": its loops and calls take more than %d steps; do a part of it in each cycle", maxSteps))
	}
}

// closure is a function of the program: its text, and the variables of the lambda that it sees; nil for a function that
// stands outside of the lambda.
type closure struct {
	node   ast.Expression
	scope  *scope
	own    *surroundings
	this   value       // nil: it has none
	method bool        // of a class, which gets its this where it is called
	home   *classValue // in whose text it is, which says what super is
	bound  bool        // by bind: it has its this, and its first arguments
	given  []value
}

// with is a method with its this.
func (c *closure) with(this value) *closure {
	if c.bound {
		return c
	}
	bound := *c
	bound.this, bound.method = this, false
	return &bound
}

// surroundings are what a function of the file sees outside of it. Functions that a function has made have the same
// text and surroundings each of its own.
type surroundings struct {
	function *source.Function
	outer    Outer
	captured map[*source.Captured]value
	varied   map[int]Parameter // by source.Captured.Index
}

func newSurroundings(f *source.Function, o Outer) *surroundings {
	return &surroundings{function: f, outer: o, captured: map[*source.Captured]value{}}
}

// guard runs f and turns a refusal into an error.
func (l *lowering) guard(f func()) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case refusal:
			err = &Refusal{Reason: x.reason, Place: l.own.function.PlaceOf(l.at), Field: x.field, texts: x.texts}
		default:
			panic(x)
		}
	}()
	f()
	return nil
}
