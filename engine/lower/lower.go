package lower

import (
	"math"
	"math/big"
	"slices"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/source"
	"simten.dev/engine/word"
)

// Lambda is what is to be lowered: a function of the program and the node whose behaviour it is.
type Lambda struct {
	Function *source.Function
	Outer    Outer
	Program  Program
	// Changing tells objects that another lambda may change while the circuit runs; nil when there are none.
	Changing func(*goja.Object) bool
	Tick     bool   // onTick, else eval
	Loops    *Loops // nil: they are unrolled
	Joins    *Joins // nil: objects stay apart as long as that goes
	// Assumptions are what the lambda may be lowered without; nil: nothing.
	Doubts *Assumptions

	marks  *marks            // are added to; nil: nobody asks for them
	varied map[int]Parameter // numbers from outside that are parameters, by their source.Captured.Index
	steps  int               // that it may take; 0: as many as any

	// The fields of the argument object, in this order; later ones win.
	Options []Option
	Inputs  []Input
	State   []Field
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

	Varied *Parameter // the option is a number that is a parameter; nil: it is what Value says
}

// numberBits is the width of a live option as a number.
const numberBits = 53

// Input is one input port.
type Input struct {
	Name      string
	Width     int
	Connected bool // an unconnected one reads 0 in eval and undefined in onTick

	Varied *Parameter // whether it is connected is a parameter; nil: it is what Connected says
}

// Output is one output port.
type Output struct {
	Name  string
	Width int
}

// Field is one state field.
type Field struct {
	Name  string
	Kind  circuit.Kind // Bit and Bus: a scalar; Memory
	Text  bool
	Texts []string // of a text: all that it can be, and it is stored as the number of one of them; nil: any text
	Width int      // of the scalar, or of a memory cell
	Depth uint64   // of a memory; 0 = any address
	View  View     // of 32-bit values
	Has   bool     // of a memory: which cells were ever written matters

	Within *word.Range // what a scalar, or a cell, is taken to hold; nil: all that its type allows
}

// ParamKind says what a parameter of a lowered lambda stands for.
type ParamKind uint8

const (
	InputParam   ParamKind = iota // input port Index
	StateParam                    // scalar state field Index
	SignParam                     // the sign bit of 32-bit state field Index (View WithSign)
	NumberParam                   // live option Index as a number (53 bits)
	SetParam                      // live option Index has been changed since the start (one bit)
	BigParam                      // live option Index modulo 2^Width, when it is a bigint
	IsBigParam                    // live option Index is a bigint (one bit)
	VaryingParam                  // number Index of those in which nodes of one text differ; there is none in what a Lowerer gives
)

// Param is one parameter: Imm of the graph's Param operations counts them.
type Param struct {
	Kind  ParamKind
	Index int
	Width int
}

// Lowered is a lambda as operations. Leaves of its graph are constants, parameters and memory reads
// (Imm = field*MemoryParts + part).
type Lowered struct {
	Number int // among the lambdas of a Lowerer
	Graph  word.Graph
	Params []Param

	// Reach tells for every memory field the highest address that may be used.
	Reach []uint64

	// Doubt is one bit: the lambda could not be lowered for what happens now, so that its function has to be called and
	// the results here mean nothing. None when that never happens.
	Doubt word.ID

	// Throws are the errors that the lambda throws itself. When one of them happens, the other results
	// mean nothing.
	Throws []Throw

	// Outputs of eval, in order.
	Outputs []Result
	// Next state of onTick, in order of the fields.
	Next []NextField

	steps    int            // that lowering took
	captured []*goja.Object // objects outside the lambda whose contents it has taken for constants
}

// Result is one output: Value when Given is 1, else what it was before. Given is a constant 1 when
// the lambda always gives the output.
//
// Overflow is one bit: what was given did not fit and has been cut off; a constant 0 when all values fit.
type Result struct {
	Value, Given, Misfit word.ID
}

// NextField is what onTick makes of one state field: a scalar becomes Value, a memory takes Writes, a
// text Appends. Nothing of it is done when Given is 0.
type NextField struct {
	Given   word.ID
	Value   word.ID    // scalar
	Range   word.Range // of a field that was taken to hold fewer numbers than its type allows: what it may be given
	Sign    word.ID    // scalar of 32 bits: the number was negative
	Writes  []Write
	Anew    bool // Writes does not tell which cells were written: it has all, whether they change or not, or only those that change
	Appends []Append
	Limit   int // of a text: code units kept
}

// Write and Append are conditional on their Enable, in order. An Append with Clear empties the text
// instead; its Unit means nothing then.
type (
	Write struct {
		Enable, Address, Data, Sign word.ID
		Whole                       bool    // all cells change: Data, Sign and Has have an element for each; see netlist.Write
		Has                         word.ID // the cells have been given something; None for one that certainly has
		Settled                     bool    // Data and Sign are what the cell holds where Enable is 0, too, so that they can always be written
	}
	Append struct {
		Enable, Unit word.ID
		Clear        bool
	}
)

// DefaultTextLimit is how many UTF-16 code units a text keeps that nothing cuts.
const DefaultTextLimit = 1 << 20

// ErrView is the reason of a refusal when a 32-bit state field stores a number that its View cannot
// show; try the next View.
const ErrView = "a 32-bit state field stores numbers of both kinds of sign"

// Lower lowers one lambda. The error is a *Refusal; its Field tells which state field needs another
// View when the reason is ErrView.
func Lower(in *Lambda) (*Lowered, error) {
	l := &lowering{
		b: word.NewBuilder(), own: newSurroundings(in.Function, in.Outer), program: in.Program, changing: in.Changing, eval: !in.Tick,
		made: map[*goja.Object]value{}, constants: map[any]*constant{}, collections: map[*goja.Object]value{}, tables: map[*constant]*constantTable{}, decided: map[word.ID]*decision{},
		max: maxSteps, signed: map[word.ID]stored{}, remainders: map[word.ID]word.ID{}, reads: map[read]knownRead{}, doubts: in.Doubts, loops: in.Loops, looped: map[word.ID]looped{}, lengths: map[word.ID][]word.ID{}, marks: in.marks,
	}
	l.doubted = l.b.Uint(0, 1)
	if l.loops == nil {
		l.loops = &Loops{}
	}
	if l.joins = in.Joins; l.joins == nil {
		l.joins = &Joins{}
	}
	if in.Doubts != nil {
		defer func() { *in.Doubts.left -= l.steps }()
	}
	if in.steps > 0 {
		l.max = in.steps
	}
	l.own.varied = in.varied
	if in.marks != nil {
		defer func() { in.marks.steps += l.steps }()
	}
	out := &Lowered{}
	err := l.guard(func() {
		l.lower(in, out)
		l.checkAssumptions(out)
	})
	if err != nil {
		return nil, err
	}
	out.Params, out.Throws, out.captured = l.params, l.throws, l.objectsRead()
	for _, m := range l.memories {
		out.Reach = append(out.Reach, m.reach)
	}
	out.steps = l.steps
	if in.steps > 0 { // the rest is done when the parameters are numbers
		out.compact(&l.b.Graph)
	} else {
		out.finish(&l.b.Graph, out.roots(func(int) bool { return true }))
	}
	return out, nil
}

func (l *lowering) param(kind ParamKind, index, width int) word.ID {
	id := l.b.Leaf(word.Param, width, uint64(len(l.params)))
	l.params = append(l.params, Param{kind, index, width})
	return id
}

func ones(width int) *big.Int {
	return new(big.Int).Sub(new(big.Int).Lsh(bigOne, uint(width)), bigOne)
}

// portNumber is the number that a lambda sees on a port.
func (l *lowering) portNumber(id word.ID, width int) value {
	return l.storedNumber(id, word.None, width, AsInt32)
}

func (l *lowering) lower(in *Lambda, out *Lowered) {
	if in.Function.UsesThis || in.Function.UsesArguments {
		panic(refuse("the lambda uses this or arguments"))
	}
	s := &state{cond: l.b.Uint(1, 1)}
	argument := &object{props: map[string]value{}}
	for i, o := range in.Options {
		if o.Varied != nil {
			argument.set(o.Name, l.varying(*o.Varied))
		} else if o.Live {
			argument.set(o.Name, l.liveOption(i, o))
		} else {
			argument.set(o.Name, l.fromData(o.Value))
		}
	}
	for i, p := range in.Inputs {
		switch {
		case p.Varied != nil:
			connected, seen := l.param(VaryingParam, p.Varied.Slot, 1), l.param(InputParam, i, p.Width)
			if in.Tick {
				l.setWhere(connected, argument, p.Name, l.portNumber(seen, p.Width))
			} else {
				argument.set(p.Name, l.portNumber(l.b.Mux(connected, seen, l.b.Uint(0, p.Width)), p.Width))
			}
		case p.Connected:
			argument.set(p.Name, l.portNumber(l.param(InputParam, i, p.Width), p.Width))
		case !in.Tick:
			argument.set(p.Name, l.portNumber(l.b.Uint(0, p.Width), p.Width))
		}
	}
	logs := make([]int, len(in.State))
	held := make([]stored, len(in.State))
	for i, f := range in.State {
		l.memories = append(l.memories, &memoryField{depth: f.Depth, width: f.Width, view: f.View, has: f.Has, field: &in.State[i]})
		switch {
		case f.Kind == circuit.Memory:
			logs[i] = l.alloc(s, &object{field: i, writes: []write{}})
			argument.set(f.Name, memoryValue{field: i, log: logs[i]})
		case f.Text && f.Texts == nil:
			argument.set(f.Name, textValue{&textLog{field: i}})
		case f.Text:
			bits := l.param(StateParam, i, f.Width)
			held[i] = stored{bits, word.None}
			argument.set(f.Name, l.mode(bits, f.Texts))
		default:
			sign := word.None
			if f.Width == 32 && f.View == WithSign {
				sign = l.param(SignParam, i, 1)
			}
			bits := l.param(StateParam, i, f.Width)
			held[i] = stored{bits, sign}
			if r := f.Within; r != nil && r.Lo >= 0 { // of what is read from a memory that is true only where it is read, as it may have been written there
				if l.within == nil {
					l.within = map[word.ID]word.Range{}
				}
				l.within[bits] = *r
			}
			argument.set(f.Name, l.numberOf(&in.State[i], bits, sign))
		}
	}
	c := &closure{node: in.Function.Node, own: l.own, this: l.outerThis(in.Function, in.Outer)}
	l.at = in.Function.Node.Idx0()
	result := l.invoke(c, []value{refValue{l.alloc(s, argument)}}, s)
	l.at = in.Function.Node.Idx0()
	result = l.returned(in, result)
	if in.Tick {
		out.Next = l.nextState(in, result, s, held)
		return
	}
	for _, p := range in.Outputs {
		v := l.resultField(result, p.Name, s)
		out.Outputs = append(out.Outputs, l.result(v, p.Width))
	}
}

func (l *lowering) liveOption(i int, o Option) value {
	var v value = l.number(l.b.ZExt(l.param(NumberParam, i, numberBits), 64), 0, 1<<numberBits-1)
	if o.Wide > 0 {
		v = alternative(l.param(IsBigParam, i, 1), l.bigOf(l.param(BigParam, i, o.Wide), bigZero, ones(o.Wide)), v)
	}
	if StartsAsNumber(o.Value) {
		return v
	}
	return alternative(l.param(SetParam, i, 1), v, l.fromData(o.Value))
}

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

// returned is what the lambda returns where that is something. On a path that ends without a return, as beyond the last
// case of a switch, it fails as the interpreter does.
func (l *lowering) returned(in *Lambda, result value) value {
	missing := l.nothing(result)
	if _, known := l.constBool(missing); known {
		return result
	}
	first := ""
	if len(in.Outputs) > 0 {
		first = in.Outputs[0].Name
	}
	undefined := l.undefined(result)
	for _, c := range []struct {
		kind string
		when word.ID
	}{{"undefined", undefined}, {"null", l.b.And(missing, l.b.Not(undefined))}} {
		if happens, known := l.constBool(c.when); known && !happens {
			continue
		}
		t := Throw{When: c.when, Place: l.own.function.PlaceOf(l.at), Code: circuit.CodeLambdaResult}
		t.Text, t.Advice = circuit.BadResult(c.kind, circuit.WantedResult(in.Tick, first))
		l.throws = append(l.throws, t)
	}
	return l.defined(result)
}

// resultField reads a property of what the lambda returned.
func (l *lowering) resultField(result value, name string, s *state) value {
	switch x := result.(type) {
	case choiceValue:
		if x.sel != nil {
			some := slices.IndexFunc(x.sel.entries, func(v value) bool { return !isNothing(v) })
			return l.through(x.sel, func(v value) value {
				if isNothing(v) && some >= 0 { // it is never that, or has failed
					v = x.sel.entries[some]
				}
				return l.resultField(v, name, s)
			})
		}
		switch {
		case isNothing(x.a):
			return l.resultField(x.b, name, s)
		case isNothing(x.b):
			return l.resultField(x.a, name, s)
		}
		return l.choose(x.cond, l.resultField(x.a, name, s), l.resultField(x.b, name, s))
	case refValue:
		if o := s.heap[x.object]; o.class != nil {
			return l.property(x, constString{name}, s)
		} else if !o.array {
			return l.use(o.get(name))
		}
	case constantValue:
		if !x.c.array {
			return l.property(x, constString{name}, s)
		}
	}
	panic(refuse("the lambda does not always return an object"))
}
