package std_test

import (
	"flag"
	"fmt"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestMain makes fewer tries of each property than usual, since there are about a thousand of them.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		if err := flag.Set("rapid.checks", "30"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// widths are the widths at which the representation of words changes, and their neighbours.
var widths = []int{1, 2, 7, 8, 16, 31, 32, 33, 53, 54, 63, 64, 65, 128, 512}

// few are the widths for components with two of them, where all pairs would be too many.
var few = []int{1, 7, 8, 31, 32, 33, 64, 65, 128}

var one = big.NewInt(1)

// span is 2^width.
func span(width int) *big.Int { return new(big.Int).Lsh(one, uint(width)) }

// top is the largest word.
func top(width int) *big.Int { return new(big.Int).Sub(span(width), one) }

// wrapped is x modulo 2^width, never negative.
func wrapped(x *big.Int, width int) *big.Int { return new(big.Int).And(x, top(width)) }

// signed reads a word as two's complement.
func signed(x *big.Int, width int) *big.Int {
	if x.Bit(width-1) == 1 {
		return new(big.Int).Sub(x, span(width))
	}
	return x
}

func bitOf(b bool) *big.Int {
	if b {
		return one
	}
	return new(big.Int)
}

// word draws a word: often one where carries, signs and limbs change.
func word(t *rapid.T, name string, width int) *big.Int {
	x := new(big.Int)
	switch rapid.IntRange(0, 5).Draw(t, name+" kind") {
	case 0: // a small number
		x.SetInt64(int64(rapid.IntRange(0, 9).Draw(t, name)))
	case 1: // a power of two and its neighbours
		x.Lsh(one, uint(rapid.IntRange(0, width).Draw(t, name)))
		x.Add(x, big.NewInt(int64(rapid.IntRange(-2, 2).Draw(t, name+" distance"))))
	case 2: // close to the largest
		x.Sub(top(width), big.NewInt(int64(rapid.IntRange(0, 9).Draw(t, name))))
	case 3: // about as large as the width, for shifts
		x.SetInt64(int64(width + rapid.IntRange(-2, 2).Draw(t, name)))
	default:
		x.SetBytes(rapid.SliceOfN(rapid.Byte(), (width+7)/8, (width+7)/8).Draw(t, name))
	}
	return wrapped(x, width)
}

// formula is what a component must give for its inputs.
type formula func(width int, in map[string]*big.Int) map[string]*big.Int

// oracles are the components with one width, and what they must give.
var oracles = []struct {
	name   string
	inputs []string // those with the component's width
	bits   []string // those of one wire
	give   formula
}{
	{"Adder", []string{"a", "b"}, []string{"carry_in"}, func(w int, in map[string]*big.Int) map[string]*big.Int {
		total := new(big.Int).Add(in["a"], in["b"])
		total.Add(total, in["carry_in"])
		return map[string]*big.Int{"sum": wrapped(total, w), "carry_out": new(big.Int).Rsh(total, uint(w))}
	}},
	{"Subtractor", []string{"a", "b"}, []string{"borrow_in"}, func(w int, in map[string]*big.Int) map[string]*big.Int {
		total := new(big.Int).Sub(in["a"], in["b"])
		total.Sub(total, in["borrow_in"])
		return map[string]*big.Int{"difference": wrapped(total, w), "borrow_out": bitOf(total.Sign() < 0)}
	}},
	{"WrappingMultiplier", []string{"a", "b"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": wrapped(new(big.Int).Mul(in["a"], in["b"]), w)}
	}},
	{"Divider", []string{"a", "b"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		if in["b"].Sign() == 0 {
			return map[string]*big.Int{"out": top(w)}
		}
		return map[string]*big.Int{"out": new(big.Int).Div(in["a"], in["b"])}
	}},
	{"Modulo", []string{"a", "b"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		if in["b"].Sign() == 0 {
			return map[string]*big.Int{"out": in["a"]}
		}
		return map[string]*big.Int{"out": new(big.Int).Mod(in["a"], in["b"])}
	}},
	{"SignedDivider", []string{"a", "b"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		if in["b"].Sign() == 0 {
			return map[string]*big.Int{"out": top(w)}
		}
		return map[string]*big.Int{"out": wrapped(new(big.Int).Quo(signed(in["a"], w), signed(in["b"], w)), w)}
	}},
	{"SignedModulo", []string{"a", "b"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		if in["b"].Sign() == 0 {
			return map[string]*big.Int{"out": in["a"]}
		}
		return map[string]*big.Int{"out": wrapped(new(big.Int).Rem(signed(in["a"], w), signed(in["b"], w)), w)}
	}},
	{"Comparator", []string{"a", "b"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		c := in["a"].Cmp(in["b"])
		return map[string]*big.Int{"eq": bitOf(c == 0), "ne": bitOf(c != 0), "lt": bitOf(c < 0), "le": bitOf(c <= 0), "gt": bitOf(c > 0), "ge": bitOf(c >= 0)}
	}},
	{"SignedComparator", []string{"a", "b"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		c := signed(in["a"], w).Cmp(signed(in["b"], w))
		return map[string]*big.Int{
			"eq": bitOf(c == 0), "ne": bitOf(c != 0), "lt": bitOf(c < 0), "le": bitOf(c <= 0), "gt": bitOf(c > 0), "ge": bitOf(c >= 0),
			"lte": bitOf(c <= 0), "gte": bitOf(c >= 0),
		}
	}},
	{"LeftShifter", []string{"value", "shift"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		if in["shift"].Cmp(big.NewInt(int64(w))) >= 0 {
			return map[string]*big.Int{"result": new(big.Int)}
		}
		return map[string]*big.Int{"result": wrapped(new(big.Int).Lsh(in["value"], uint(in["shift"].Uint64())), w)}
	}},
	{"RightShifter", []string{"value", "shift"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		if in["shift"].Cmp(big.NewInt(int64(w))) >= 0 {
			return map[string]*big.Int{"result": new(big.Int)}
		}
		return map[string]*big.Int{"result": new(big.Int).Rsh(in["value"], uint(in["shift"].Uint64()))}
	}},
	{"SignedRightShifter", []string{"value", "shift"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		n := uint(w)
		if in["shift"].Cmp(big.NewInt(int64(w))) < 0 {
			n = uint(in["shift"].Uint64())
		}
		return map[string]*big.Int{"result": wrapped(new(big.Int).Rsh(signed(in["value"], w), n), w)}
	}},
	{"BusAnd", []string{"a", "b"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": new(big.Int).And(in["a"], in["b"])}
	}},
	{"BusOr", []string{"a", "b"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": new(big.Int).Or(in["a"], in["b"])}
	}},
	{"BusXor", []string{"a", "b"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": new(big.Int).Xor(in["a"], in["b"])}
	}},
	{"BusXnor", []string{"a", "b"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": new(big.Int).Xor(new(big.Int).Xor(in["a"], in["b"]), top(w))}
	}},
	{"BusNot", []string{"in"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": new(big.Int).Xor(in["in"], top(w))}
	}},
	{"Mux", []string{"in0", "in1"}, []string{"sel"}, func(w int, in map[string]*big.Int) map[string]*big.Int {
		if in["sel"].Sign() == 0 {
			return map[string]*big.Int{"out": in["in0"]}
		}
		return map[string]*big.Int{"out": in["in1"]}
	}},
	{"LogicNot", []string{"a"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": bitOf(in["a"].Sign() == 0)}
	}},
	{"ReduceOr", []string{"a"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": bitOf(in["a"].Sign() != 0)}
	}},
	{"ReduceAnd", []string{"a"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": bitOf(in["a"].Cmp(top(w)) == 0)}
	}},
	{"ReduceXor", []string{"a"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": bitOf(ones(in["a"])%2 == 1)}
	}},
	{"ReduceXnor", []string{"a"}, nil, func(w int, in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": bitOf(ones(in["a"])%2 == 0)}
	}},
}

// ones is the number of set bits.
func ones(x *big.Int) int {
	n := 0
	for i := range x.BitLen() {
		n += int(x.Bit(i))
	}
	return n
}

// agree tries a part with drawn inputs: name → width.
func agree(t *testing.T, expression string, inputs map[string]int, give func(in map[string]*big.Int) map[string]*big.Int) {
	t.Helper()
	t.Run(expression, func(t *testing.T) {
		p := of(t, expression)
		require.Len(t, p.inputs, len(inputs))
		rapid.Check(t, func(rt *rapid.T) {
			in, drive := map[string]*big.Int{}, values{}
			for _, port := range p.compiled.Design.Inputs {
				in[port.Name] = word(rt, port.Name, inputs[port.Name])
				drive[port.Name] = in[port.Name]
			}
			out := values{}
			for name, v := range give(in) {
				out[name] = v
			}
			require.Len(rt, out, len(p.outputs))
			p.in(rt).set(drive).want(out)
		})
	})
}

func TestWords(t *testing.T) {
	for _, o := range oracles {
		for _, width := range widths {
			inputs := map[string]int{}
			for _, name := range o.inputs {
				inputs[name] = width
			}
			for _, name := range o.bits {
				inputs[name] = 1
			}
			agree(t, fmt.Sprintf("%s({ width: %d })", o.name, width), inputs, func(in map[string]*big.Int) map[string]*big.Int {
				return o.give(width, in)
			})
		}
	}
}

// TestFixed tries the components that have no width option.
func TestFixed(t *testing.T) {
	pair := map[string]int{"a": 8, "b": 8}
	agree(t, "Multiplier", pair, func(in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"product": new(big.Int).Mul(in["a"], in["b"])}
	})
	agree(t, "SignedMultiplier", pair, func(in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"product": wrapped(new(big.Int).Mul(signed(in["a"], 8), signed(in["b"], 8)), 16)}
	})
	agree(t, "SignedAdder", map[string]int{"a": 8, "b": 8, "carry_in": 1}, func(in map[string]*big.Int) map[string]*big.Int {
		total := new(big.Int).Add(in["a"], in["b"])
		total.Add(total, in["carry_in"])
		sum := wrapped(total, 8)
		overflow := in["a"].Bit(7) == in["b"].Bit(7) && in["a"].Bit(7) != sum.Bit(7)
		return map[string]*big.Int{"sum": sum, "overflow": bitOf(overflow), "carry_out": new(big.Int).Rsh(total, 8)}
	})
	agree(t, "Incrementer", map[string]int{"in": 8}, func(in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": wrapped(new(big.Int).Add(in["in"], one), 8)}
	})
}

func TestConcat(t *testing.T) {
	for _, hi := range few {
		for _, lo := range few {
			agree(t, fmt.Sprintf("Concat({ hiWidth: %d, loWidth: %d })", hi, lo), map[string]int{"high": hi, "low": lo}, func(in map[string]*big.Int) map[string]*big.Int {
				return map[string]*big.Int{"out": new(big.Int).Or(new(big.Int).Lsh(in["high"], uint(lo)), in["low"])}
			})
		}
	}
	agree(t, "Concat({ hiWidth: 512, loWidth: 512 })", map[string]int{"high": 512, "low": 512}, func(in map[string]*big.Int) map[string]*big.Int {
		return map[string]*big.Int{"out": new(big.Int).Or(new(big.Int).Lsh(in["high"], 512), in["low"])}
	})
}

// cuts are slices of a word of a width: lowest bit and number of bits. The last ones reach beyond the word.
func cuts(width int) [][2]int {
	return [][2]int{{0, 1}, {0, width}, {width - 1, 1}, {width / 2, (width + 1) / 2}, {width / 3, 1 + width/3}, {width / 2, width}, {width, 3}, {width + 40, 2}}
}

func TestSlices(t *testing.T) {
	for _, width := range widths {
		for _, cut := range cuts(width) {
			low, count := cut[0], cut[1]
			give := func(in map[string]*big.Int) map[string]*big.Int {
				return map[string]*big.Int{"out": wrapped(new(big.Int).Rsh(in["in"], uint(low)), count)}
			}
			inputs := map[string]int{"in": width}
			agree(t, fmt.Sprintf("BitSlice({ low: %d, high: %d, width: %d })", low, low+count-1, width), inputs, give)
			agree(t, fmt.Sprintf("Slice({ inWidth: %d, offset: %d, width: %d })", width, low, count), inputs, give)
		}
	}
	t.Run("an empty slice is 0", func(t *testing.T) {
		of(t, "BitSlice({ low: 4, high: 3 })").set(values{"in": 255}).want(values{"out": 0})
	})
}

func TestExtensions(t *testing.T) {
	for _, from := range few {
		for _, to := range few {
			inputs := map[string]int{"in": from}
			agree(t, fmt.Sprintf("SignExtend({ inWidth: %d, outWidth: %d })", from, to), inputs, func(in map[string]*big.Int) map[string]*big.Int {
				return map[string]*big.Int{"out": wrapped(signed(in["in"], from), to)}
			})
			agree(t, fmt.Sprintf("ZeroExtend({ inWidth: %d, outWidth: %d })", from, to), inputs, func(in map[string]*big.Int) map[string]*big.Int {
				return map[string]*big.Int{"out": wrapped(in["in"], to)}
			})
		}
	}
}

func TestDynamicSlice(t *testing.T) {
	for _, shape := range [][3]int{
		{8, 4, 1}, {16, 32, 4}, {32, 32, 8}, {32, 8, 16}, {31, 31, 32}, {33, 6, 1}, {64, 64, 16}, {64, 5, 64}, {8, 33, 3}, {32, 65, 32}, {128, 7, 33}, {512, 512, 512}, {1, 1, 1}, {8, 8, 65},
	} {
		in, by, out := shape[0], shape[1], shape[2]
		agree(t, fmt.Sprintf("DynamicSlice({ inWidth: %d, shiftWidth: %d, outWidth: %d })", in, by, out), map[string]int{"in": in, "shift": by}, func(v map[string]*big.Int) map[string]*big.Int {
			if v["shift"].Cmp(big.NewInt(int64(in))) >= 0 {
				return map[string]*big.Int{"out": new(big.Int)}
			}
			return map[string]*big.Int{"out": wrapped(new(big.Int).Rsh(v["in"], uint(v["shift"].Uint64())), out)}
		})
	}
}

func TestLogicOfTwoWidths(t *testing.T) {
	for _, a := range few {
		for _, b := range []int{1, 8, 32, 65} {
			inputs := map[string]int{"a": a, "b": b}
			options := fmt.Sprintf("({ aWidth: %d, bWidth: %d })", a, b)
			agree(t, "LogicAnd"+options, inputs, func(in map[string]*big.Int) map[string]*big.Int {
				return map[string]*big.Int{"out": bitOf(in["a"].Sign() != 0 && in["b"].Sign() != 0)}
			})
			agree(t, "LogicOr"+options, inputs, func(in map[string]*big.Int) map[string]*big.Int {
				return map[string]*big.Int{"out": bitOf(in["a"].Sign() != 0 || in["b"].Sign() != 0)}
			})
		}
	}
}

// TestStorage writes drawn words and reads them back at every width.
func TestStorage(t *testing.T) {
	for _, width := range widths {
		t.Run(fmt.Sprintf("Register %d", width), func(t *testing.T) {
			p := of(t, fmt.Sprintf("Register({ width: %d })", width))
			rapid.Check(t, func(rt *rapid.T) {
				held := word(rt, "held", width)
				q := p.in(rt).tick(values{"data": held, "we": 1, "rst": 0}).want(values{"q": held})
				q.tick(values{"data": word(rt, "other", width), "we": 0}).want(values{"q": held})
				q.tick(values{"rst": 1}).want(values{"q": 0})
			})
		})
		for _, addressWidth := range []int{1, 8, 32} {
			t.Run(fmt.Sprintf("DualPortRAM %d %d", addressWidth, width), func(t *testing.T) {
				p := of(t, fmt.Sprintf("DualPortRAM({ addressWidth: %d, dataWidth: %d })", addressWidth, width))
				rapid.Check(t, func(rt *rapid.T) {
					a, b := word(rt, "a", addressWidth), word(rt, "b", addressWidth)
					x, y := word(rt, "x", width), word(rt, "y", width)
					q := p.in(rt).tick(values{"addrA": a, "dataA": x, "weA": 1}).tick(values{"addrA": b, "dataA": y})
					if a.Cmp(b) == 0 {
						x = y
					}
					q.set(values{"addrA": a, "addrB": b, "weA": 0}).want(values{"outA": x, "outB": y})
				})
			})
		}
		t.Run(fmt.Sprintf("Constant and Input %d", width), func(t *testing.T) {
			for _, v := range []*big.Int{new(big.Int), one, top(width), new(big.Int).Rsh(top(width), 1)} {
				for _, name := range []string{"Constant", "Input"} {
					of(t, fmt.Sprintf("%s({ value: %sn, width: %d })", name, v, width)).want(values{"out": v})
				}
			}
		})
	}
}

// TestImportShapes tries the shapes of imported netlists.
func TestImportShapes(t *testing.T) {
	for _, width := range few {
		for _, lines := range []int{1, 3, 8} {
			inputs := map[string]int{"a": width, "s": lines}
			for i := range lines {
				inputs[fmt.Sprint("b_", i)] = width
			}
			agree(t, fmt.Sprintf("Pmux({ width: %d, sWidth: %d })", width, lines), inputs, func(in map[string]*big.Int) map[string]*big.Int {
				for i := range lines {
					if in["s"].Bit(i) == 1 {
						return map[string]*big.Int{"out": in[fmt.Sprint("b_", i)]}
					}
				}
				return map[string]*big.Int{"out": in["a"]}
			})
		}
		for _, level := range []int{0, 1} {
			t.Run(fmt.Sprintf("Dlatch %d %d", width, level), func(t *testing.T) {
				p := of(t, fmt.Sprintf("Dlatch({ width: %d, enPolarity: %t })", width, level == 1))
				rapid.Check(t, func(rt *rapid.T) {
					held := word(rt, "held", width)
					q := p.in(rt).set(values{"d": held, "en": level}).want(values{"q": held})
					q.set(values{"en": 1 - level}).want(values{"q": held})
					q.set(values{"d": word(rt, "other", width)}).want(values{"q": held})
				})
			})
		}
		t.Run(fmt.Sprintf("Mem %d", width), func(t *testing.T) {
			p := of(t, fmt.Sprintf("Mem({ rdPorts: 2, wrPorts: 2, abits: 4, width: %d, size: 12, store: [1] })", width)).
				set(values{"rd_addr_0": 0}).want(values{"rd_data_0": 1})
			rapid.Check(t, func(rt *rapid.T) {
				a, b := word(rt, "a", 4), word(rt, "b", 4)
				x, y := word(rt, "x", width), word(rt, "y", width)
				q := p.in(rt).tick(values{"wr_en_0": 1, "wr_addr_0": a, "wr_data_0": x, "wr_en_1": 1, "wr_addr_1": b, "wr_data_1": y})
				if a.Cmp(b) == 0 {
					x = y
				}
				size := big.NewInt(12)
				if a.Cmp(size) >= 0 {
					x = new(big.Int)
				}
				if b.Cmp(size) >= 0 {
					y = new(big.Int)
				}
				q.set(values{"rd_addr_0": a, "rd_addr_1": b}).want(values{"rd_data_0": x, "rd_data_1": y})
			})
		})
	}
	require.Contains(t, fails(t, "Mem({ rdPorts: 9 })"), "split the memory")
}
