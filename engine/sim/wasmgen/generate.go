// Package wasmgen compiles a netlist to a WebAssembly module and runs it: the fast backend of the
// simulator.
//
// The generated module exports its memory and three functions. prepare() computes what depends on
// inputs only. step(n) runs up to n clock cycles and returns how many it completed; it stops early
// when a lambda fails, a combinational loop does not rest, or the event buffer is nearly full, and
// says why in the control block. settle() computes what the nets show and returns 0, or 1 on an
// error. Nothing but opaque lambdas is imported.
package wasmgen

import (
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
	"simten.dev/engine/work"
)

// SizeError reports a design whose state does not fit in the linear memory of one module.
type SizeError struct{ Bytes uint64 }

func (e *SizeError) Error() string {
	return fmt.Sprintf("the design needs %d MiB of simulator memory, more than the %d MiB there are; use smaller memories",
		e.Bytes>>20, maxMemory>>20)
}

// phases is the number of phases.
const phases = 3

// program is a compiled module.
type program struct {
	code   []byte
	layout *layout
}

type generator struct {
	m      *netlist.Module
	module *encode.Module
	layout *layout
	sweeps *sweeps // nil when everything is straight-line code
	tuning tuning

	callImport   uint32
	commitImport uint32

	helpers   *[helperCount]uint32 // function index + 1; those of the rounds of loops are the same
	repeats   map[word.ID]*repeated
	constants map[word.ID]uint32 // addresses of wide constants
	scratches map[int]place      // staging of wide loop variables
	dividends map[int]uint32     // areas of long divisions, by limbs
	local     []int32
	inMemory  []uint32 // by operation that has a local: the use at which its value was in memory, too; 0 when it was not, or may have changed
	left      []int32

	sweepLoops map[sweepLoop]uint32 // function indices

	// pieces are the function indices of each phase's functions.
	pieces [3][]uint32
}

// generate compiles a checked module.
func generate(m *netlist.Module, tune tuning) (*program, error) {
	g, err := newGenerator(m, tune)
	if err != nil {
		return nil, err
	}
	return g.program()
}

func newGenerator(m *netlist.Module, tune tuning) (*generator, error) {
	s, l, err := newSweptLayout(m, tune)
	if err != nil {
		return nil, err
	}
	g := &generator{
		m: m, module: &encode.Module{}, layout: l, sweeps: s, tuning: tune, sweepLoops: map[sweepLoop]uint32{},
		helpers: &[helperCount]uint32{}, repeats: map[word.ID]*repeated{},
		constants: map[word.ID]uint32{}, scratches: map[int]place{}, dividends: map[int]uint32{},
		local: make([]int32, len(m.Ops)), inMemory: make([]uint32, len(m.Ops)),
	}
	return g, nil
}

// program generates everything.
func (g *generator) program() (*program, error) {
	g.imports()
	g.tables()
	if s := g.sweeps; s != nil {
		for c, p := range g.layout.pooled {
			bytes := make([]byte, p.size)
			putValue(bytes, p, circuit.Uint(c.value))
			g.module.Data(p.offset, bytes)
		}
		if bytes := s.tables(g.layout, g.layout.tablesOfSweeps); len(bytes) > 0 {
			g.module.Data(g.layout.tablesOfSweeps, bytes)
		}
	}
	for _, ph := range [...]phase{prepare, step, settle} {
		if g.tuning.pause == nil { // else a circuit runs beside, which would stand still meanwhile
			work.Tidy(len(g.m.Ops))
		}
		if g.sweeps != nil {
			g.tuning.told(placed, 1, int(ph), phases)
		}
		g.generatePhase(ph)
	}
	g.tuning.pause.Yield()
	for h, index := range g.helpers {
		if index != 0 {
			g.module.Define(index-1, helperCode(helper(h)))
		}
	}
	g.module.Memory(g.layout.pages(), g.layout.pages())
	g.module.ExportMemory("memory")
	g.tuning.pause.Yield()
	code, err := g.module.Bytes()
	if err != nil {
		return nil, err
	}
	return &program{code, g.layout}, nil
}

// hasCalls reports whether the module needs its host.
func hasCalls(m *netlist.Module) bool { return m.Opaque() }

// hasClosures reports whether lambdas are called in every cycle, whose state the host keeps; not only those that are
// called when their compiled form does not hold.
func hasClosures(m *netlist.Module) bool { return m.OpaqueCalls() > 0 }

func hasTick(m *netlist.Module) bool {
	for _, c := range m.Calls {
		if c.Tick && !c.Throws && !c.BailOut {
			return true
		}
	}
	return false
}

func (g *generator) imports() {
	if hasCalls(g.m) {
		g.callImport = g.module.ImportFunc("host", "call", g.module.Type([]encode.ValueType{encode.I32}, []encode.ValueType{encode.I32}))
	}
	if hasTick(g.m) {
		g.commitImport = g.module.ImportFunc("host", "commit", g.module.Type(nil, nil))
	}
}

// helper returns the function index of a helper, which the module then contains.
func (g *generator) helper(h helper) uint32 {
	if g.helpers[h] == 0 {
		g.helpers[h] = 1 + g.module.Func(g.module.Type(helperTypes[h][0], helperTypes[h][1]))
	}
	return g.helpers[h] - 1
}

// generatePhase plans a phase, generates its functions and the exported function that runs them.
func (g *generator) generatePhase(ph phase) {
	p := newPlan(g.m, ph, g.layout, g.sweeps, g.tuning)
	g.tuning.pause.Yield()
	g.left = append(g.left[:0], p.uses...)
	if ph == step && p.single() {
		g.singleStep(p)
		return
	}
	bases := []encode.ValueType{encode.I32, encode.I32}
	fails := make([]bool, p.functions())
	for k := range p.functions() {
		if g.tuning.tell != nil && k%8 == 0 {
			done := (float64(ph) + float64(k)/float64(p.functions())) / phases
			if g.sweeps != nil {
				done = placed + (1-placed)*done
			}
			g.tuning.tell(done)
		}
		g.tuning.pause.Yield()
		units := p.units[p.cuts[k]:p.cuts[k+1]]
		for _, u := range units {
			if u.loop >= 0 || u.op != word.None && g.m.Ops[u.op].Kind == word.Call {
				fails[k] = true
			}
		}
		var results []encode.ValueType
		if fails[k] {
			results = []encode.ValueType{encode.I32}
		}
		index := g.module.Func(g.module.Type(bases, results))
		g.pieces[ph] = append(g.pieces[ph], index)
		f := g.newFunction(p, 2)
		f.cur, f.next = 0, 1
		f.zero = f.c.NewLocal(encode.I32)
		f.enterBanks()
		f.units(k)
		if fails[k] {
			f.c.I32(0)
		}
		f.finish()
		g.module.Define(index, f.c)
	}
	if ph == step {
		g.steppedRun(p, fails)
		return
	}
	g.plainRun(ph, fails)
}
