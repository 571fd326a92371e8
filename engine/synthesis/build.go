// Package synthesis makes a netlist of a design.
//
// In come a flat design (engine/elaborate) and the realm that its lambdas are from; every node's lambdas are lowered to
// operations (engine/lower), which Build copies into one netlist for each node, with the node's nets and state in
// the place of their parameters. Lambdas that cannot be lowered become calls (netlist.Call). Out comes a
// netlist.Module, and hints about what stays slow. A kind of state field is declared in declare.go, and read and
// written in instantiate.go.
package synthesis

import (
	"context"
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower"
	"simten.dev/engine/netlist"
	"simten.dev/engine/realm"
	"simten.dev/engine/word"
	"simten.dev/engine/work"
)

// Options say what a netlist takes for granted; one of the zero value takes nothing.
type Options struct {
	// Fixed takes the values of Constant components for what they are at the start, which makes a smaller netlist.
	// Module.Fixed lists the inputs that are no longer looked at: once one of them changes, the netlist without it must go
	// on. The two have the same inputs, registers, memories and texts, so state can be carried over.
	Fixed bool
	// Reachable takes registers to hold the values that they can reach from their start values, where that compiles
	// lambdas that would be closures otherwise. State that the circuit has not come to itself must not be put into a
	// machine on such a netlist.
	Reachable bool
}

// Build compiles a flat design to a netlist. The diagnostics are hints: one for each kind of lambda
// that stays opaque, with the reason. The error means that the context ended or the engine failed.
func Build(ctx context.Context, r *realm.Realm, d *elaborate.Design, o Options) (*netlist.Module, []circuit.Diagnostic, error) {
	m, hints, assembled, err := assemble(ctx, r, d, o)
	if err != nil {
		return nil, nil, err
	}
	work.Tidy(len(assembled.Ops)) // what assembled the operations is not needed while they are ordered
	netlist.Finish(m, assembled, nil)
	return m, hints, nil
}

// assemble makes a module and its operations, which Finish puts into it.
func assemble(ctx context.Context, r *realm.Realm, d *elaborate.Design, o Options) (*netlist.Module, []circuit.Diagnostic, *word.Builder, error) {
	b := &build{
		fixed: o.Fixed,
		ctx:   ctx, realm: r, design: d, lowerer: lower.NewLowerer(r, o.Reachable), b: word.NewBuilder(),
		nodes: make([]*lower.Node, d.NodeCount()),
		parts: make([]elaborate.Part, d.NodeCount()),
		nets:  make([]word.ID, len(d.Nets)),
		m:     &netlist.Module{Name: d.Name, Fields: make([][]netlist.Field, d.NodeCount()), Path: d.Path},
	}
	b.b.Reserve(d.NodeCount() + d.NodeCount()/2)
	if err := b.run(); err != nil {
		return nil, nil, nil, err
	}
	b.m.Feedback = len(b.m.Vars) > 0
	return b.m, b.hints, b.b, b.told(evaluated)
}

// build assembles the operations of a design, unordered as far as feedback is concerned.
type build struct {
	ctx     context.Context
	realm   *realm.Realm
	design  *elaborate.Design
	lowerer *lower.Lowerer
	b       *word.Builder
	m       *netlist.Module
	nodes   []*lower.Node
	parts   []elaborate.Part
	nets    []word.ID // by net; None = not computed yet
	inputs  map[inputKey]word.ID
	fixed   bool // Constant components are constants
	hints   []circuit.Diagnostic
	hinted  map[hintKey]bool
	lambdas []lambda       // by number
	regs    []word.ID      // by register
	vars    map[int]uint64 // net → feedback variable
	scratch []word.ID
}

// lambda is what the nodes with one lambda have in common.
type lambda struct {
	constants []word.ID         // by operation of the lambda; None for what is no constant; nil before the first node
	tables    uint64            // where its lookup tables start
	bodies    map[uint64]uint64 // of its loops, those that are in the module
}

type inputKey struct {
	node, option int
	kind         lower.ParamKind
}

type hintKey struct {
	component string
	place     circuit.Place
}

func (b *build) run() error {
	b.vars = map[int]uint64{}
	b.inputs, b.hinted = map[inputKey]word.ID{}, map[hintKey]bool{}
	for i := range b.nets {
		b.nets[i] = word.None
	}
	for i, p := range b.design.Inputs {
		w := p.Type.Wires()
		b.m.Inputs = append(b.m.Inputs, netlist.Input{Kind: netlist.TopInput, Width: w, Index: i, Name: p.Name})
		b.nets[p.Net] = b.b.Resize(b.b.Leaf(word.Param, w, uint64(i)), b.design.Nets[p.Net].Width)
	}
	total := float64(len(b.parts))
	for again := true; again; again = b.lowerer.Again() {
		for i, p := range b.design.Each() {
			if i%beat == 0 {
				if err := b.told(float64(i) / total * lowered); err != nil {
					return err
				}
			}
			node, err := b.lowerer.Node(b.ctx, p)
			if err != nil {
				return fmt.Errorf("node %s: %w", b.design.Path(i), err)
			}
			b.nodes[i], b.parts[i] = node, p
		}
	}
	const closure, partly = "is not compiled and runs slower", "is compiled except for one thing, for which its slower function is called"
	for i, node := range b.nodes {
		switch {
		case node.Partly != nil:
			b.hint(i, lambdaName(node.PartlyTick), partly, node.Partly)
		case node.Opaque != nil:
			b.hint(i, lambdaName(node.OpaqueTick), closure, node.Opaque)
			if node.OpaqueEval != nil {
				b.hint(i, lambdaName(false), closure, node.OpaqueEval)
			}
		}
		b.declareState(i)
	}
	b.lambdas = make([]lambda, b.lowerer.Lambdas())
	done := 0
	var ended error
	b.inOrder(func(i int) {
		if done++; done%beat == 0 && ended == nil {
			ended = b.told(lowered + float64(done)/total*(evaluated-lowered))
		}
		if ended == nil {
			b.eval(i)
		}
	})
	if ended != nil {
		return ended
	}
	for i := range b.design.NodeCount() {
		b.tick(i)
	}
	b.parts, b.nodes = nil, nil
	b.m.Nets = make([]word.ID, len(b.design.Nets))
	for i := range b.design.Nets {
		b.m.Nets[i] = b.net(i)
	}
	for i := range b.m.Vars {
		v := &b.m.Vars[i]
		if v.Next == word.None {
			v.Next = b.nets[v.Net]
		}
	}
	return b.ctx.Err()
}

func lambdaName(tick bool) string {
	if tick {
		return "onTick"
	}
	return "eval"
}

// hint tells once for each lambda why it stays opaque, or is called at times.
func (b *build) hint(i int, which, what string, why *lower.Refusal) {
	c := b.parts[i].Circuit()
	d := circuit.Diagnostic{
		Stage: circuit.StageElaborate, Code: circuit.CodeOpaque, Severity: circuit.Info, Circuit: c.Name,
		Message: fmt.Sprintf("%s of %s %s: %s.", which, c.Name, what, why.Reason),
	}
	place := why.Place
	if def := b.realm.Definition(c.Definition); def == nil || def.Library {
		place = circuit.Place{} // not the user's text
	}
	if key := (hintKey{c.Name, place}); !b.hinted[key] {
		b.hinted[key] = true
		d.Node = b.design.Path(i)
		b.hints = append(b.hints, d.At(place))
	}
}

// net is the value of a net. The value of one that is being computed further on in the same
// combinational loop is a feedback variable.
func (b *build) net(i int) word.ID {
	if b.nets[i] != word.None {
		return b.nets[i]
	}
	n := &b.design.Nets[i]
	switch n.Driver.Kind {
	case elaborate.View:
		source := b.net(int(n.Driver.Source))
		if b.b.Ops[source].Kind == word.Loop {
			return b.b.Resize(source, n.Width) // the source itself may still get its value
		}
		b.nets[i] = b.b.Resize(source, n.Width)
		return b.nets[i]
	case elaborate.NodeOutput:
		return b.feedback(int(n.Driver.Source), n.Width, i, int(n.Driver.Port))
	}
	b.nets[i] = b.b.Uint(0, n.Width)
	return b.nets[i]
}

// feedback reads a net before its driver has been evaluated.
func (b *build) feedback(node, width, net, port int) word.ID {
	if i, ok := b.vars[net]; ok {
		return b.b.Leaf(word.Loop, width, i)
	}
	b.vars[net] = uint64(len(b.m.Vars))
	b.m.Vars = append(b.m.Vars, netlist.Var{Width: width, Next: word.None, Node: node, Name: b.outputName(node, port), Net: net})
	return b.b.Leaf(word.Loop, width, uint64(len(b.m.Vars)-1))
}

// outputName names an output of a node.
func (b *build) outputName(node, port int) string {
	return circuit.AppendPath(b.design.Path(node), b.parts[node].Circuit().Outputs[port].Name)
}

// undriven gives the outputs of a node that computes none.
func (b *build) undriven(p elaborate.Part) {
	for k := range p.Circuit().Outputs {
		net := p.Output(k)
		b.nets[net] = b.b.Uint(0, b.design.Nets[net].Width)
	}
}

// constantComponent is the library component whose value is changed only by someone who edits it.
const constantComponent = "Constant"

func (b *build) isLibrary(p elaborate.Part) bool {
	def := b.realm.Definition(p.Circuit().Definition)
	return def != nil && def.Library
}
