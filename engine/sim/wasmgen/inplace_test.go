package wasmgen

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
)

// holding is a module under construction whose registers keep their values under conditions.
type holding struct {
	*word.Builder
	m *netlist.Module
}

func newHolding() *holding {
	return &holding{word.NewBuilder(), &netlist.Module{Name: "holding"}}
}

func (h *holding) reg(width int) word.ID {
	k := uint64(len(h.m.Registers))
	h.m.Registers = append(h.m.Registers, netlist.Register{Name: "r", Width: width, Start: circuit.Uint((k*0x9e3779b1 + 5) & word.Mask64(uint(width)))})
	return h.Leaf(word.Reg, width, k)
}

func (h *holding) next(register word.ID, to word.ID) { h.m.Registers[h.Ops[register].Imm].Next = to }

// counter is a register that counts up in every cycle.
func (h *holding) counter(width int) word.ID {
	r := h.reg(width)
	h.next(r, h.Add(r, h.Uint(1, width)))
	return r
}

// inPlaceOf plans a step of the module with all registers in memory, and gives which of them have one place.
func inPlaceOf(t require.TestingT, m *netlist.Module, tune tuning) (list []int) {
	l, err := newLayout(m, nil)
	require.NoError(t, err)
	if p := newPlan(m, step, l, nil, tune); p.inPlace != nil {
		for i, is := range p.inPlace.registers {
			if is {
				list = append(list, i)
			}
		}
	}
	return list
}

// inMemory is the default with registers in memory, however few they are.
func inMemory() tuning {
	tune := defaultTuning
	tune.localRegisters, tune.regionCost = 0, 4
	return tune
}

// TestRegistersWithOnePlace has registers that keep their value on some ways, and which of them can change where they
// are.
func TestRegistersWithOnePlace(t *testing.T) {
	for name, c := range map[string]struct {
		build func(h *holding)
		want  []int
	}{
		"a part with a clock enable": {func(h *holding) {
			count := h.counter(8)
			enable := h.Eq(h.Slice(count, 0, 2), h.Uint(3, 2))
			var chain []word.ID
			for range 6 {
				chain = append(chain, h.reg(16))
			}
			for i, r := range chain { // each takes what the one before had
				h.next(r, h.Mux(enable, h.Add(chain[(i+5)%6], h.Uint(uint64(i), 16)), r))
			}
		}, []int{1, 2, 3, 4, 5, 6}},
		"cases within cases": {func(h *holding) {
			count := h.counter(8)
			a, b := h.reg(16), h.reg(16)
			one, two := h.Slice(count, 0, 1), h.Slice(count, 1, 1)
			h.next(a, h.Mux(one, h.Mux(two, h.Add(a, b), a), h.Mux(two, a, h.Uint(7, 16))))
			h.next(b, h.Mux(one, b, h.Mux(two, h.Xor(a, h.Uint(0x55, 16)), b)))
		}, []int{1, 2}},
		"each is read by the branch of the other, one of which comes first": {func(h *holding) {
			count := h.counter(8)
			a, b := h.reg(16), h.reg(16)
			h.next(a, h.Mux(h.Slice(count, 0, 1), h.Binary(word.Mul, b, h.Add(b, h.Uint(3, 16))), a))
			h.next(b, h.Mux(h.Slice(count, 1, 1), h.Binary(word.Mul, a, h.Add(a, h.Uint(5, 16))), b))
		}, []int{1}},
		"an address": {func(h *holding) {
			count := h.counter(8)
			pointer, data := h.reg(3), h.reg(16)
			push := h.Slice(count, 1, 1)
			h.next(pointer, h.Mux(push, h.Add(pointer, h.Uint(1, 3)), pointer))
			h.next(data, h.Mux(push, h.Add(data, h.Uint(77, 16)), data))
			h.m.Memories = []netlist.Memory{{Name: "m", Depth: 8, Width: 16, Writes: []netlist.Write{{Enable: h.Slice(count, 0, 1), Address: pointer, Data: h.Xor(data, h.Uint(9, 16))}}}}
		}, []int{2}},
		"bits of it are what a later branch jumps by": {func(h *holding) {
			count := h.counter(8)
			enable := h.Eq(h.Slice(count, 0, 2), h.Uint(3, 2))
			state, result := h.reg(16), h.reg(16)
			product := h.Add(state, h.Uint(0x1235, 16))
			for range 8 {
				product = h.Binary(word.Mul, product, h.Add(state, product))
			}
			h.next(state, h.Mux(enable, product, state))
			added := h.Mux(enable, h.Binary(word.Mul, state, h.Xor(state, h.ZExt(count, 16))), h.Uint(1, 16)) // so that this branch comes first
			bits := h.Slice(state, 11, 3)
			last := h.reg(3) // takes the bits before the state changes
			h.next(last, bits)
			h.next(h.reg(16), added)
			next := h.Add(result, added)
			for v := range uint64(7) {
				next = h.Mux(h.Eq(bits, h.Uint(v, 3)), h.Binary(word.Mul, h.Add(added, h.Uint(v+2, 16)), h.Xor(result, h.Uint(v+99, 16))), next)
			}
			h.next(result, next)
		}, nil},
		"none keeps its value": {func(h *holding) {
			count := h.counter(8)
			a, b := h.reg(16), h.reg(16)
			h.next(a, h.Mux(h.Slice(count, 0, 1), h.Add(a, b), h.Xor(a, b)))
			h.next(b, h.Mux(h.Slice(count, 0, 1), h.Add(a, a), h.Uint(1, 16)))
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHolding()
			c.build(h)
			netlist.Finish(h.m, h.Builder, nil)
			require.NoError(t, h.m.Check())
			netlisttest.Fields(h.m)
			for _, gain := range []float64{0, 100} { // switches are chains of branches, and switches
				tune := inMemory()
				tune.jumpGain = gain
				require.Equal(t, c.want, inPlaceOf(t, h.m, tune))
				x, err := newMachine(context.Background(), h.m, nil, nil, tune)
				require.NoError(t, err)
				followsTheModel(t, x, h.m, 40)
				require.NoError(t, x.Close())
			}
		})
	}
}

// TestOnePlaceOrTwo runs random modules whose registers keep their values under conditions, several cycles at a time.
func TestOnePlaceOrTwo(t *testing.T) {
	some := 0
	rapid.Check(t, func(t *rapid.T) {
		h := newHolding()
		number := func(name string, n int) int { return rapid.IntRange(0, n-1).Draw(t, name) }
		count := h.counter(8)
		values := []word.ID{h.ZExt(count, 16)}
		var registers []word.ID
		for range 2 + number("registers", 12) {
			registers = append(registers, h.reg(16))
		}
		values = append(values, registers...)
		conditions := []word.ID{h.Slice(count, 0, 1), h.Slice(count, 2, 1), h.Eq(h.Slice(count, 0, 3), h.Uint(5, 3)), h.Slice(registers[0], 3, 1)}
		bits := h.Slice(registers[1], 5, 2)
		any := func() word.ID { return values[number("value", len(values))] }
		var tree func(own word.ID, depth int) word.ID
		tree = func(own word.ID, depth int) word.ID {
			switch k := number("leaf", 6); {
			case k < 2:
				return own
			case k == 2 || depth == 0:
				v := h.Binary([]word.Kind{word.Add, word.Xor, word.Mul}[number("operation", 3)], any(), any())
				if number("shared", 3) == 0 {
					values = append(values, v)
				}
				return v
			}
			v := h.Mux(conditions[number("condition", len(conditions))], tree(own, depth-1), tree(own, depth-1))
			if number("shared", 8) == 0 {
				values = append(values, v)
			}
			return v
		}
		for _, r := range registers {
			next := tree(r, 3)
			for v := range number("cases", 5) {
				next = h.Mux(h.Eq(bits, h.Uint(uint64(v), 2)), tree(r, 1), next)
			}
			h.next(r, next)
		}
		if rapid.Bool().Draw(t, "memory") {
			h.m.Memories = []netlist.Memory{{Name: "m", Depth: 8, Width: 16, Writes: []netlist.Write{{
				Enable: conditions[number("condition", len(conditions))], Address: h.Slice(any(), 1, 3), Data: any(),
			}}}}
		}
		netlist.Finish(h.m, h.Builder, nil)
		require.NoError(t, h.m.Check())
		netlisttest.Fields(h.m)
		tune := inMemory()
		tune.regionCost, tune.partCost = rapid.SampledFrom([]int{1, 4}).Draw(t, "regionCost"), rapid.SampledFrom([]int{1, 10, 1 << 30}).Draw(t, "partCost")
		tune.cases, tune.jumpGain = 2, rapid.SampledFrom([]float64{0, 0.8, 100}).Draw(t, "gain")
		some += len(inPlaceOf(t, h.m, tune))
		x, err := newMachine(context.Background(), h.m, nil, nil, tune)
		require.NoError(t, err)
		defer func() { require.NoError(t, x.Close()) }()
		model := netlisttest.NewModel(h.m)
		require.True(t, model.Settle())
		for range 8 {
			n := 1 + number("cycles", 7)
			_, err := x.Step(context.Background(), n)
			require.NoError(t, err)
			for range n {
				require.True(t, model.Cycle())
			}
			for k := range h.m.Registers {
				require.Truef(t, model.Registers[k].Equal(x.State(0, k).Scalar), "register %d\n%s", k, h.m)
			}
		}
	})
	require.Positive(t, some)
}
