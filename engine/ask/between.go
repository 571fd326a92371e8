package ask

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/sim"
)

// Between asks what differs between two cycles of the run: outputs, registers and cells of memories.
type Between struct {
	From, To uint64
	// Limit bounds the list; 0 is DefaultChanges.
	Limit int
}

// Bounds of Between.
const (
	DefaultChanges = 1000
	MaxChanges     = 100_000
)

// Change is one value that differs. Its Name names it like every other signal.
type Change struct {
	Signal
	Node          string // path on the canvas; "" for an output of the circuit
	Before, After circuit.Value
}

// Differences lists what differs between two cycles: outputs first, then the state of the nodes in their order. More
// says that the limit left some out.
type Differences struct {
	List []Change
	More bool
}

// Between compares two cycles. Texts are left out.
func (r *Run) Between(ctx context.Context, q Between) (*Differences, error) {
	first, last := r.Range()
	for _, cycle := range []uint64{q.From, q.To} {
		if cycle < first || cycle > last {
			return nil, &history.OutOfRangeError{Cycle: cycle, Range: r.past.Range()}
		}
	}
	if q.Limit <= 0 {
		q.Limit = DefaultChanges
	}
	m, err := r.compiled.NewMachineOn(ctx, "interp")
	if err != nil {
		return nil, err
	}
	defer func() { _ = m.Close() }()
	x := &comparedStates{run: r, machine: m, limit: min(q.Limit, MaxChanges)}
	player := r.past.Player(m, nil)
	player.Pause = r.pauser()
	if err := player.Seek(ctx, q.From); err != nil {
		return nil, err
	}
	if err := x.remember(); err != nil {
		return nil, err
	}
	r.pause()
	if err := player.Seek(ctx, q.To); err != nil {
		return nil, err
	}
	x.compare()
	return &x.Differences, nil
}

// comparedStates holds the state of one cycle while another one is visited.
type comparedStates struct {
	Differences
	run     *Run
	machine sim.Machine
	limit   int
	signals []Signal        // outputs and registers, in order; the memories have their place among them
	before  []circuit.Value // of those that are no memories
	cells   map[int][]byte  // of memories, by signal
	sparse  map[int]map[uint64]circuit.Value
}

// maxListed bounds the cells of a memory that are compared one by one as they stand; what holds more is sparse.
const maxListed = 1 << 24

// remember takes down the state that the machine shows.
func (x *comparedStates) remember() error {
	d := x.run.compiled.Design
	for _, name := range outputs(d) {
		s, err := x.run.Signal(name)
		if err != nil {
			return err
		}
		x.signals = append(x.signals, s)
	}
	for i, part := range d.Each() {
		for k, f := range part.State() {
			s := Signal{Name: circuit.AppendPath(d.Path(i), f.Name), Kind: Field, Width: stateWidth(f), node: i, field: k}
			if f.StateType.Kind == circuit.Memory {
				s.Kind = Cell
				cells, _ := sim.MemoryShape(f)
				s.depth = int(min(cells, maxListed+1))
			} else if f.InitialValue.IsText {
				continue
			}
			x.signals = append(x.signals, s)
		}
	}
	x.before = make([]circuit.Value, len(x.signals))
	x.cells, x.sparse = map[int][]byte{}, map[int]map[uint64]circuit.Value{}
	for i := range x.signals {
		switch s := &x.signals[i]; {
		case s.Kind != Cell:
			x.before[i] = s.Read(x.machine)
		case s.depth > maxListed:
			x.sparse[i] = x.machine.State(s.node, s.field).Memory
		default:
			x.cells[i] = x.contents(s)
		}
	}
	return nil
}

// contents are the cells of a memory.
func (x *comparedStates) contents(s *Signal) []byte {
	cells := make([]byte, s.depth*sim.CellBytes(s.Width))
	x.machine.Cells(s.node, s.field, 0, cells)
	return cells
}

// compare lists what the machine shows that was not so.
func (x *comparedStates) compare() {
	for i := range x.signals {
		s := x.signals[i]
		switch {
		case s.Kind != Cell:
			x.add(s, x.before[i], s.Read(x.machine))
		case s.depth > maxListed:
			now := x.machine.State(s.node, s.field).Memory
			addresses := map[uint64]bool{}
			for _, contents := range []map[uint64]circuit.Value{x.sparse[i], now} {
				for at := range contents {
					addresses[at] = true
				}
			}
			for _, at := range slices.Sorted(maps.Keys(addresses)) {
				x.add(s.at(at), x.sparse[i][at], now[at])
			}
		default:
			size, before, now := sim.CellBytes(s.Width), x.cells[i], x.contents(&s)
			for at := 0; at < len(now) && !x.More; at += size {
				if !bytes.Equal(before[at:at+size], now[at:at+size]) {
					x.add(s.at(uint64(at/size)), sim.GetCell(before[at:], s.Width), sim.GetCell(now[at:], s.Width))
				}
			}
		}
	}
}

// at is a cell of a memory.
func (s Signal) at(cell uint64) Signal {
	s.Name, s.cell = fmt.Sprintf("%s[%d]", s.Name, cell), cell
	return s
}

func (x *comparedStates) add(s Signal, before, after circuit.Value) {
	if before.Equal(after) {
		return
	}
	if len(x.List) >= x.limit {
		x.More = true
		return
	}
	c := Change{Signal: s, Before: before, After: after}
	if s.Kind != Port {
		c.Node = x.run.compiled.Design.Path(s.node)
	}
	c.Name = circuit.ShownPath(c.Name)
	x.List = append(x.List, c)
}
