package netlisttest

import (
	"fmt"
	"math/big"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// WideLatency is the number of cycles after which WideOperations.Module shows the results of its inputs.
const WideLatency = 2

// WideWidths are the widths around multiples of 64 up to five words, and larger ones.
func WideWidths() []int {
	var list []int
	for k := 1; k <= 5; k++ {
		list = append(list, 64*k-1, 64*k, 64*k+1)
	}
	return append(list, 767, 1000, 2048)
}

// WideOperations is a module with a register for the result of every operation on two registers of one width and a
// count of 16 bits, which take three inputs. Its nets are the results.
type WideOperations struct {
	Module *netlist.Module
	Names  []string // by net
	width  int
	want   []func(x, y, count *big.Int) *big.Int // by net, modulo the width of the net
}

// WideOperations makes the module; constants in it are random.
func (r *Random) WideOperations(w int) *WideOperations { return r.wideOperations(w, nil) }

// WideLogic is WideOperations with bitwise logic and shifts by constants alone.
func (r *Random) WideLogic(w int) *WideOperations {
	return r.wideOperations(w, func(b *word.Builder, id word.ID) bool {
		switch op := &b.Ops[id]; op.Kind {
		case word.And, word.Or, word.Xor, word.Not, word.Mux:
			return true
		case word.Shl, word.LShr:
			return b.Ops[op.B].Kind == word.Const
		}
		return false
	})
}

// wideOperations takes the results that are wanted.
func (r *Random) wideOperations(w int, wanted func(b *word.Builder, id word.ID) bool) *WideOperations {
	b, m := word.NewBuilder(), &netlist.Module{Name: "operations"}
	o := &WideOperations{Module: m, width: w}
	for i, width := range o.inputs() {
		m.Inputs = append(m.Inputs, netlist.Input{Kind: netlist.TopInput, Width: width, Index: i, Name: fmt.Sprint("i", i)})
		m.Registers = append(m.Registers, netlist.Register{Name: fmt.Sprint("r", i), Width: width, Next: b.Leaf(word.Param, width, uint64(i))})
	}
	x, y, count := b.Leaf(word.Reg, w, 0), b.Leaf(word.Reg, w, 1), b.Leaf(word.Reg, 16, 2)
	add := func(name string, id word.ID, want func(x, y, count *big.Int) *big.Int) {
		if wanted != nil && (b.Width(id) <= 64 || !wanted(b, id)) {
			return
		}
		m.Registers = append(m.Registers, netlist.Register{Name: "q", Width: b.Width(id), Next: id})
		m.Nets = append(m.Nets, b.Leaf(word.Reg, b.Width(id), uint64(len(m.Registers)-1)))
		o.Names, o.want = append(o.Names, name), append(o.want, want)
	}
	type number = *big.Int
	fresh := func() number { return new(big.Int) }
	truth := func(v bool) number {
		if v {
			return big.NewInt(1)
		}
		return big.NewInt(0)
	}
	all := fresh().Lsh(big.NewInt(1), uint(w)) // 2^w
	signed := func(v number) number {
		if v.Bit(w-1) == 1 {
			return fresh().Sub(v, all)
		}
		return v
	}
	binary := func(k word.Kind, want func(x, y number) number) {
		add(k.String(), b.Binary(k, x, y), func(x, y, _ number) number { return want(x, y) })
		c := r.Value(w)
		add(k.String()+" with a constant", b.Binary(k, x, b.Const(c, w)), func(x, _, _ number) number { return want(x, c.Big()) })
		add(k.String()+" of a constant", b.Binary(k, b.Const(c, w), x), func(x, _, _ number) number { return want(c.Big(), x) })
	}
	binary(word.And, func(x, y number) number { return fresh().And(x, y) })
	binary(word.Or, func(x, y number) number { return fresh().Or(x, y) })
	binary(word.Xor, func(x, y number) number { return fresh().Xor(x, y) })
	binary(word.Add, func(x, y number) number { return fresh().Add(x, y) })
	binary(word.Sub, func(x, y number) number { return fresh().Sub(x, y) })
	binary(word.Mul, func(x, y number) number { return fresh().Mul(x, y) })
	binary(word.UDiv, func(x, y number) number {
		if y.Sign() == 0 {
			return fresh()
		}
		return fresh().Div(x, y)
	})
	binary(word.URem, func(x, y number) number {
		if y.Sign() == 0 {
			return fresh()
		}
		return fresh().Mod(x, y)
	})
	add("not", b.Not(x), func(x, _, _ number) number { return fresh().Sub(fresh().Sub(all, big.NewInt(1)), x) })
	half := (w + 1) / 2
	add("product of two halves", b.Binary(word.Mul, b.ZExt(b.Slice(x, 0, half), w), b.ZExt(b.Slice(y, 0, half), w)), func(x, y, _ number) number {
		cut := fresh().Lsh(big.NewInt(1), uint(half))
		return fresh().Mul(fresh().Mod(x, cut), fresh().Mod(y, cut))
	})

	shift := func(k word.Kind, x number, n uint) number {
		switch k {
		case word.Shl:
			return fresh().Lsh(x, n)
		case word.LShr:
			return fresh().Rsh(x, n)
		}
		return fresh().Rsh(signed(x), n)
	}
	for _, k := range []word.Kind{word.Shl, word.LShr, word.AShr} {
		add(k.String(), b.Binary(k, x, count), func(x, _, n number) number { return shift(k, x, uint(n.Uint64())) })
		add(k.String()+" by 6 bits", b.Binary(k, x, b.Slice(count, 0, 6)), func(x, _, n number) number { return shift(k, x, uint(n.Uint64()&63)) })
		for _, n := range []int{1, r.Intn(w), r.Intn(w/64+1) * 64, w - 1} {
			add(fmt.Sprint(k, " by ", n), b.Binary(k, x, b.Uint(uint64(n), 32)), func(x, _, _ number) number { return shift(k, x, uint(n)) })
		}
		add(k.String()+" of 1", b.Binary(k, b.Uint(1, w), count), func(_, _, n number) number {
			if k != word.Shl && n.Sign() > 0 {
				return fresh()
			}
			return shift(word.Shl, big.NewInt(1), uint(n.Uint64()))
		})
	}
	rotate := r.Intn(w)
	add(fmt.Sprint("rotated by ", rotate), b.Or(b.Binary(word.Shl, x, b.Uint(uint64(rotate), 32)), b.Binary(word.LShr, x, b.Uint(uint64(w-rotate), 32))),
		func(x, _, _ number) number {
			return fresh().Or(fresh().Lsh(x, uint(rotate)), fresh().Rsh(x, uint(w-rotate)))
		})

	compare := func(k word.Kind, want func(x, y number) bool) {
		add(k.String(), b.Compare(k, x, y), func(x, y, _ number) number { return truth(want(x, y)) })
		c := r.Value(w)
		add(k.String()+" with a constant", b.Compare(k, x, b.Const(c, w)), func(x, _, _ number) number { return truth(want(x, c.Big())) })
	}
	compare(word.Eq, func(x, y number) bool { return x.Cmp(y) == 0 })
	compare(word.Ne, func(x, y number) bool { return x.Cmp(y) != 0 })
	compare(word.ULt, func(x, y number) bool { return x.Cmp(y) < 0 })
	compare(word.ULe, func(x, y number) bool { return x.Cmp(y) <= 0 })
	compare(word.SLt, func(x, y number) bool { return signed(x).Cmp(signed(y)) < 0 })
	compare(word.SLe, func(x, y number) bool { return signed(x).Cmp(signed(y)) <= 0 })
	reduce := func(k word.Kind, want func(x number) bool) {
		id := b.Emit(word.Op{Kind: k, Width: 1, A: x, B: word.None, C: word.None})
		add(k.String(), id, func(x, _, _ number) number { return truth(want(x)) })
	}
	reduce(word.RedOr, func(x number) bool { return x.Sign() != 0 })
	reduce(word.RedAnd, func(x number) bool { return fresh().Add(x, big.NewInt(1)).Cmp(all) == 0 })
	reduce(word.RedXor, func(x number) bool {
		ones := uint(0)
		for i := range w {
			ones += x.Bit(i)
		}
		return ones%2 == 1
	})

	add("mux", b.Mux(b.Slice(count, 0, 1), x, y), func(x, y, n number) number {
		if n.Bit(0) == 1 {
			return x
		}
		return y
	})
	low, n := r.Intn(w), 1+r.Intn(w)
	n = min(n, w-low)
	add(fmt.Sprintf("bits %d to %d", low, low+n-1), b.Slice(x, low, n), func(x, _, _ number) number { return fresh().Rsh(x, uint(low)) })
	add("concat", b.Concat(x, y), func(x, y, _ number) number { return fresh().Or(fresh().Lsh(x, uint(w)), y) })
	add("concat of parts", b.Concat(b.Slice(x, low, n), b.Slice(y, 0, half)), func(x, y, _ number) number {
		y = fresh().Mod(y, fresh().Lsh(big.NewInt(1), uint(half)))
		x = fresh().Mod(fresh().Rsh(x, uint(low)), fresh().Lsh(big.NewInt(1), uint(n)))
		return fresh().Or(fresh().Lsh(x, uint(half)), y)
	})
	more := w + 1 + r.Intn(100)
	add("zext", b.ZExt(x, more), func(x, _, _ number) number { return x })
	add("sext", b.SExt(x, more), func(x, _, _ number) number { return signed(x) })
	netlist.Finish(m, b, nil)
	return o
}

func (o *WideOperations) inputs() [3]int { return [...]int{o.width, o.width, 16} }

// Inputs makes values for the inputs; the first two are the same sometimes.
func (o *WideOperations) Inputs(r *Random) []circuit.Value {
	x, y := r.Value(o.width), r.Value(o.width)
	if r.Intn(4) == 0 {
		y = x
	}
	return []circuit.Value{x, y, circuit.Uint(uint64(r.Intn(o.width + 70)))}
}

// Want computes the nets with math/big.
func (o *WideOperations) Want(inputs []circuit.Value) []circuit.Value {
	x, y, count := inputs[0].Big(), inputs[1].Big(), inputs[2].Big()
	values := make([]circuit.Value, len(o.want))
	for i, f := range o.want {
		values[i] = circuit.FromBig(f(x, y, count), int(o.Module.Ops[o.Module.Nets[i]].Width))
	}
	return values
}
