package std_test

import (
	"strings"
	"testing"
)

// behaviour is one numbered behaviour of public Simten's library (S…), shown on one part.
type behaviour struct {
	s     string // the number, and what it says
	part  string // the component, as an expression
	steps []step
}

// comb is one row of a part without a clock.
func comb(in, out values) step { return step{in: in, out: out} }

// edge is one clock edge with these inputs; out is what is seen after it.
func edge(in, out values) step { return step{in: in, ticks: 1, out: out} }

// runAll runs numbered behaviours as subtests.
func runAll(t *testing.T, list []behaviour) {
	t.Helper()
	for _, b := range list {
		t.Run(strings.ReplaceAll(b.s, " ", "_"), func(t *testing.T) { of(t, b.part).run(b.steps) })
	}
}

// truth is the table of a two-input gate for the inputs 00, 01, 10, 11 (a, b).
func truth(out ...int) []step {
	var list []step
	for i, y := range out {
		list = append(list, comb(values{"a": i >> 1, "b": i & 1}, values{"out": y}))
	}
	return list
}

func TestLogic(t *testing.T) {
	two := func(out string, rows ...[3]int) []step {
		var list []step
		for _, r := range rows {
			list = append(list, comb(values{"a": r[0], "b": r[1]}, values{out: r[2]}))
		}
		return list
	}
	one := func(in string, rows ...[2]int) []step {
		var list []step
		for _, r := range rows {
			list = append(list, comb(values{in: r[0]}, values{"out": r[1]}))
		}
		return list
	}
	runAll(t, []behaviour{
		{"S16 And", "And", truth(0, 0, 0, 1)},
		{"S16 Or", "Or", truth(0, 1, 1, 1)},
		{"S16 Nand", "Nand", truth(1, 1, 1, 0)},
		{"S16 Nor", "Nor", truth(1, 0, 0, 0)},
		{"S16 Xor", "Xor", truth(0, 1, 1, 0)},
		{"S16 Xnor", "Xnor", truth(1, 0, 0, 1)},
		{"S16 Not", "Not", one("in", [2]int{0, 1}, [2]int{1, 0})},
		{"S16 Buffer", "Buffer", one("in", [2]int{0, 0}, [2]int{1, 1})},
		{"S18 LogicAnd", "LogicAnd({ aWidth: 8, bWidth: 16 })", two("out", [3]int{4, 0x100, 1}, [3]int{0, 5, 0}, [3]int{5, 0, 0}, [3]int{0, 0, 0})},
		{"S18 LogicOr", "LogicOr({ aWidth: 8, bWidth: 16 })", two("out", [3]int{0, 0, 0}, [3]int{0, 0x8000, 1}, [3]int{1, 0, 1}, [3]int{3, 3, 1})},
		{"S19 LogicNot", "LogicNot({ width: 32 })", one("a", [2]int{0, 1}, [2]int{0x80000000, 0}, [2]int{1, 0})},
		{"S20 ReduceOr", "ReduceOr()", one("a", [2]int{0, 0}, [2]int{0x10, 1})},
		{"S20 ReduceAnd 8", "ReduceAnd()", one("a", [2]int{0xff, 1}, [2]int{0xfe, 0})},
		{"S20 ReduceAnd 31", "ReduceAnd({ width: 31 })", one("a", [2]int{0x7fffffff, 1}, [2]int{0x3fffffff, 0})},
		{"S20 ReduceAnd 32", "ReduceAnd({ width: 32 })", one("a", [2]int{0xffffffff, 1}, [2]int{0x7fffffff, 0})},
		{"S21 ReduceAnd ignores what is above its width", "ReduceAnd()", one("a", [2]int{0x1ff, 1})},
		{"S22 ReduceXor", "ReduceXor()", one("a", [2]int{7, 1}, [2]int{3, 0})},
		{"S22 ReduceXnor", "ReduceXnor()", one("a", [2]int{7, 0}, [2]int{3, 1}, [2]int{0, 1})},
	})
}

func TestArithmetic(t *testing.T) {
	ab := func(outs ...string) func(rows ...[]int) []step {
		return func(rows ...[]int) []step {
			var list []step
			for _, r := range rows {
				out := values{}
				for i, name := range outs {
					out[name] = r[2+i]
				}
				list = append(list, comb(values{"a": r[0], "b": r[1]}, out))
			}
			return list
		}
	}
	out := ab("out")
	shift := func(rows ...[3]int) []step {
		var list []step
		for _, r := range rows {
			list = append(list, comb(values{"value": r[0], "shift": r[1]}, values{"result": r[2]}))
		}
		return list
	}
	order := ab("eq", "ne", "lt", "le", "gt", "ge")
	runAll(t, []behaviour{
		{"S23", "Incrementer", []step{comb(values{"in": 255}, values{"out": 0}), comb(values{"in": 41}, values{"out": 42})}},
		{"S25 8", "Adder()", []step{comb(values{"a": 200, "b": 100, "carry_in": 1}, values{"sum": 45, "carry_out": 1})}},
		{"S25 16", "Adder({ width: 16 })", []step{comb(values{"a": 0xffff, "b": 1}, values{"sum": 0, "carry_out": 1})}},
		{"S26", "Adder({ width: 32 })", []step{
			comb(values{"a": 0xffffffff, "b": 1}, values{"sum": 0, "carry_out": 1}),
			comb(values{"a": 0xffffffff, "b": 0xffffffff, "carry_in": 1}, values{"sum": 0xffffffff, "carry_out": 1}),
		}},
		{"S29", "Subtractor()", []step{
			comb(values{"a": 0, "b": 0, "borrow_in": 1}, values{"difference": 255, "borrow_out": 1}),
			comb(values{"a": 9, "b": 4, "borrow_in": 0}, values{"difference": 5, "borrow_out": 0}),
		}},
		{"S30", "Subtractor({ width: 32 })", []step{
			comb(values{"a": 0, "b": 1}, values{"difference": 0xffffffff, "borrow_out": 1}),
			comb(values{"a": 0, "b": 0xffffffff, "borrow_in": 1}, values{"difference": 0, "borrow_out": 1}),
		}},
		{"S31", "Multiplier", ab("product")([]int{255, 255, 65025})},
		{"S32", "SignedMultiplier", ab("product")([]int{0x80, 0x80, 16384}, []int{0xff, 2, 65534}, []int{0x80, 0x7f, 49280})},
		{"S33 8", "WrappingMultiplier()", out([]int{200, 3, 88})},
		{"S33 32", "WrappingMultiplier({ width: 32 })", out([]int{0xffffffff, 0xffffffff, 1}, []int{0x10000, 0x10000, 0})},
		{"S34 8", "Divider()", out([]int{200, 7, 28}, []int{5, 0, 255})},
		{"S34 32", "Divider({ width: 32 })", out([]int{5, 0, 0xffffffff}, []int{0xffffffff, 2, 0x7fffffff})},
		{"S35", "Modulo()", out([]int{200, 7, 4}, []int{5, 0, 5}, []int{0x1234, 0, 0x34})},
		{"S36", "SignedDivider()", out([]int{0xf9, 2, 0xfd}, []int{7, 0xfe, 0xfd}, []int{0x80, 0xff, 0x80}, []int{5, 0, 0xff})},
		{"S37", "SignedDivider({ width: 32 })", out([]int{0xfffffff9, 2, 0xfffffffd}, []int{0x80000000, 0xffffffff, 0x80000000})},
		{"S38", "SignedModulo()", out([]int{0xf9, 2, 0xff}, []int{7, 0xfe, 1}, []int{0xf8, 2, 0}, []int{0xf9, 0, 0xf9})},
		{"S39", "SignedAdder", []step{
			comb(values{"a": 127, "b": 1}, values{"sum": 0x80, "overflow": 1, "carry_out": 0}),
			comb(values{"a": 0x80, "b": 0xff}, values{"sum": 0x7f, "overflow": 1, "carry_out": 1}),
			comb(values{"a": 0xff, "b": 1}, values{"sum": 0, "overflow": 0, "carry_out": 1}),
			comb(values{"a": 0x7f, "b": 0, "carry_in": 1}, values{"sum": 0x80, "overflow": 1, "carry_out": 0}),
		}},
		{"S40", "Comparator()", order([]int{3, 5, 0, 1, 1, 1, 0, 0}, []int{5, 5, 1, 0, 0, 1, 0, 1}, []int{5, 3, 0, 1, 0, 0, 1, 1})},
		{"S41", "Comparator({ width: 32 })", ab("gt", "lt")([]int{0xffffffff, 1, 1, 0})},
		{"S42 32", "SignedComparator({ width: 32 })", ab("lt", "gt")([]int{0xffffffff, 1, 1, 0})},
		{"S42 8", "SignedComparator()", ab("lt", "lte", "gte")([]int{0x80, 0x7f, 1, 1, 0}, []int{5, 5, 0, 1, 1})},
		{"S43 SignedComparator masks", "SignedComparator()", ab("eq")([]int{0x1ff, 0xff, 1})},
		{"S44 8", "LeftShifter()", shift([3]int{0x81, 1, 2}, [3]int{0x81, 8, 0})},
		{"S44 32", "LeftShifter({ width: 32 })", shift([3]int{1, 31, 0x80000000}, [3]int{1, 32, 0})},
		{"S45 8", "RightShifter()", shift([3]int{0x81, 1, 0x40}, [3]int{0xff, 8, 0})},
		{"S45 32", "RightShifter({ width: 32 })", shift([3]int{0x80000000, 31, 1})},
		{"S46", "SignedRightShifter()", shift([3]int{0x81, 1, 0xc0}, [3]int{0x80, 8, 0xff}, [3]int{0x80, 200, 0xff}, [3]int{0x7f, 8, 0})},
		{"S47", "SignedRightShifter({ width: 32 })", shift([3]int{0x80000000, 4, 0xf8000000}, [3]int{0x80000000, 31, 0xffffffff})},
		{"S49 BusAnd", "BusAnd()", out([]int{0xf0, 0xcc, 0xc0})},
		{"S49 BusOr", "BusOr()", out([]int{0xf0, 0xcc, 0xfc})},
		{"S49 BusXor", "BusXor()", out([]int{0xf0, 0xcc, 0x3c})},
		{"S49 BusXnor", "BusXnor()", out([]int{0xf0, 0xcc, 0xc3})},
		{"S50 8", "BusNot()", []step{comb(values{"in": 0x0f}, values{"out": 0xf0})}},
		{"S50 16", "BusNot({ width: 16 })", []step{comb(values{"in": 0}, values{"out": 0xffff})}},
		{"S50 32", "BusNot({ width: 32 })", []step{comb(values{"in": 0}, values{"out": 0xffffffff})}},
	})
}

func TestRoutingAndBits(t *testing.T) {
	through := func(rows ...[2]int) []step {
		var list []step
		for _, r := range rows {
			list = append(list, comb(values{"in": r[0]}, values{"out": r[1]}))
		}
		return list
	}
	joined := func(high, low, out int) []step {
		return []step{comb(values{"high": high, "low": low}, values{"out": out})}
	}
	runAll(t, []behaviour{
		{"S51 1", "Mux()", []step{
			comb(values{"in0": 1, "in1": 0, "sel": 0}, values{"out": 1}),
			comb(values{"in0": 1, "in1": 0, "sel": 1}, values{"out": 0}),
		}},
		{"S51 8", "Mux({ width: 8 })", []step{comb(values{"in0": 0x11, "in1": 0x22, "sel": 1}, values{"out": 0x22})}},
		{"S52", "Decoder", []step{
			comb(values{"in": 2}, values{"out0": 0, "out1": 0, "out2": 1, "out3": 0}),
			comb(values{"in": 0}, values{"out0": 1, "out1": 0, "out2": 0, "out3": 0}),
		}},
		{"S53 Splitter", "Splitter", []step{comb(values{"in": 0xa5}, values{"out0": 5, "out1": 0xa})}},
		{"S53 Splitter8to8", "Splitter8to8", []step{comb(values{"in": 0x81}, values{
			"bit0": 1, "bit1": 0, "bit2": 0, "bit3": 0, "bit4": 0, "bit5": 0, "bit6": 0, "bit7": 1,
		})}},
		{"S54 Combiner8to8", "Combiner8to8", []step{comb(values{"bit0": 1, "bit7": 1}, values{"out": 0x81})}},
		{"S55 4 and 4", "Concat()", joined(0xa, 5, 0xa5)},
		{"S55 1 and 1", "Concat({ hiWidth: 1, loWidth: 1 })", joined(1, 0, 2)},
		{"S56", "Concat({ hiWidth: 16, loWidth: 16 })", joined(0xffff, 0, 0xffff0000)},
		{"S58 bare", "BitSlice()", through([2]int{0xa7, 0xa7}, [2]int{0, 0}, [2]int{255, 255})},
		{"S58", "BitSlice({ low: 4, high: 11 })", through([2]int{0xbcd, 0xbc})},
		{"S59", "BitSlice({ low: 15, high: 15 })", through([2]int{0x8000, 1}, [2]int{0x7fff, 0})},
		{"S60 7", "BitSlice({ low: 5, high: 5, width: 7 })", through([2]int{0x20, 1}, [2]int{0x5f, 0})},
		{"S60 32", "BitSlice({ low: 31, high: 31 })", through([2]int{0x80000000, 1})},
		{"S61", "AddressCombiner", []step{comb(values{"lo": 0x34, "hi": 0x12}, values{"out": 0x1234})}},
		{"S62", "Slice({ inWidth: 32, offset: 8, width: 8 })", through([2]int{0x12345678, 0x56})},
		{"S62 bare", "Slice()", through([2]int{0xff, 1}, [2]int{0xfe, 0})},
		{"S63", "Slice({ inWidth: 32, offset: 31, width: 1 })", through([2]int{0x80000000, 1})},
		{"S64 12 to 32", "SignExtend({ inWidth: 12, outWidth: 32 })", through([2]int{0xfff, 0xffffffff}, [2]int{0x7ff, 0x7ff})},
		{"S64 bare", "SignExtend()", through([2]int{0x80, 0xff80})},
		{"S65", "ZeroExtend({ inWidth: 8, outWidth: 32 })", through([2]int{0xff, 0xff}, [2]int{0x1ff, 0xff})},
		{"S66", "DynamicSlice({ inWidth: 8, shiftWidth: 4, outWidth: 4 })", []step{
			comb(values{"in": 0xab, "shift": 4}, values{"out": 0xa}),
			comb(values{"shift": 8}, values{"out": 0}),
		}},
		{"S67", "DynamicSlice({ inWidth: 32, shiftWidth: 32, outWidth: 8 })", []step{
			comb(values{"in": 0xffffffff, "shift": 0xffffffff}, values{"out": 0}),
		}},
	})
}

func TestSequential(t *testing.T) {
	runAll(t, []behaviour{
		{"S68", "DFlipFlop()", []step{
			comb(nil, values{"q": 0, "q_bar": 1}),
			comb(values{"d": 1}, values{"q": 0, "q_bar": 1}),
			edge(nil, values{"q": 1, "q_bar": 0}),
			comb(values{"d": 0}, values{"q": 1, "q_bar": 0}),
		}},
		{"S71", "Register()", []step{
			edge(values{"data": 42, "we": 1}, values{"q": 42}),
			edge(values{"data": 7, "we": 0}, values{"q": 42}),
		}},
		{"S72", "Register({ value: 3 })", []step{
			comb(nil, values{"q": 3}),
			edge(values{"data": 9, "we": 1, "rst": 1}, values{"q": 0}),
		}},
	})
}

func TestMemory(t *testing.T) {
	runAll(t, []behaviour{
		{"S77", "ROM({ memory: [10, 20, 30] })", []step{
			comb(values{"addr": 1}, values{"data_out": 20}),
			comb(values{"addr": 5}, values{"data_out": 0}),
			comb(values{"addr": 65535}, values{"data_out": 0}),
		}},
		{"S78", "ROM({ memory: { '7': 9, x: 5 } })", []step{comb(values{"addr": 7}, values{"data_out": 9})}},
		{"S79", "RAM()", []step{
			comb(values{"we": 1, "addr": 3, "data_in": 99}, values{"data_out": 0}),
			edge(nil, values{"data_out": 99}),
		}},
		{"S80 never written", "RAM()", []step{edge(values{"we": 0, "addr": 3, "data_in": 99}, values{"data_out": 0})}},
		{"S81", "DualPortRAM()", []step{
			edge(values{"weA": 1, "addrA": 5, "dataA": 11, "addrB": 5}, values{"outB": 11}),
			comb(values{"dataA": 22}, values{"outB": 11}),
			edge(nil, values{"outB": 22}),
		}},
		{"S82", "DualPortRAM({ addressWidth: 9, dataWidth: 16 })", []step{
			edge(values{"weA": 1, "addrA": 511, "dataA": 0xffff, "addrB": 511}, values{"outA": 0xffff, "outB": 0xffff}),
			comb(values{"addrB": 255}, values{"outB": 0}),
		}},
		{"S83", "DualPortRAM({ memory: [7] })", []step{comb(values{"weA": 1, "addrA": 0, "dataA": 9}, values{"outA": 7})}},
		{"S84", "DualPortROM({ memory: [0x78, 0x56, 0x34, 0x12] })", []step{
			comb(values{"addrA": 0, "addrB": 4}, values{"dataA": 0x12345678, "dataB": 0}),
			comb(values{"addrA": 1, "addrB": 2}, values{"dataA": 0x12345678, "dataB": 0x12345678}),
			comb(values{"addrA": 3, "addrB": 0x80000000}, values{"dataA": 0x12345678, "dataB": 0}),
		}},
	})
}

func TestInputOutput(t *testing.T) {
	constant := func(v int) []step { return []step{comb(nil, values{"out": v})} }
	runAll(t, []behaviour{
		{"S90", "Input({ width: 16, value: 1000 })", constant(1000)},
		{"S90 bare", "Input()", constant(0)},
		{"S91 bare", "Constant()", constant(0)},
		{"S91 32", "Constant({ value: 4, width: 32 })", constant(4)},
		{"S91 large", "Constant({ value: 4294967294, width: 32 })", constant(0xfffffffe)},
		{"S92 Constant", "Constant({ value: true })", constant(0)},
		{"S92 Input", "Input({ value: true })", constant(0)},
		{"S94 Screen", "Screen()", []step{comb(values{"dataIn": 5}, values{"addrB": 0}), edge(nil, values{"addrB": 0}), edge(nil, values{"addrB": 0})}},
		{"S94 RasterDisplay", "RasterDisplay()", []step{
			edge(values{"dataIn": 255}, values{"addrB": 0, "scanX": 0, "scanY": 0, "hblank": 0, "vblank": 0}),
			edge(nil, values{"addrB": 0, "scanX": 0, "scanY": 0, "hblank": 0, "vblank": 0}),
		}},
	})
}

func TestNetworking(t *testing.T) {
	none := values{"p0_read": 0, "p0_write": 0, "p1_read": 0, "p1_write": 0, "p2_read": 0, "p2_write": 0, "p3_read": 0, "p3_write": 0, "p4_read": 0, "p4_write": 0}
	only := func(more values, strobe string) values {
		all := values{}
		for name, v := range none {
			all[name] = v
		}
		for name, v := range more {
			all[name] = v
		}
		if strobe != "" {
			all[strobe] = 1
		}
		return all
	}
	devices := values{"read_data_0": 100, "read_data_1": 101, "read_data_2": 102, "read_data_3": 103, "read_data_4": 104}
	at := func(in values) values {
		for name, v := range devices {
			in[name] = v
		}
		return in
	}
	beat := func(data int, keep, last int, out values) step {
		return edge(values{"tdata": data, "tkeep": keep, "tvalid": 1, "tlast": last}, out)
	}
	header := []step{
		beat(0x00112233, 15, 0, values{"dst_mac_lo": 0x00112233, "parse_state": 2, "dst_mac_valid": 1, "src_mac_valid": 0}),
		beat(0x44556677, 15, 0, values{"dst_mac_hi": 0x4455, "parse_state": 3}),
		beat(0x8899aabb, 15, 0, values{"src_mac_hi": 0x6677, "src_mac_lo": 0x8899aabb, "parse_state": 4, "src_mac_valid": 1}),
	}
	with := func(more ...step) []step { return append(append([]step(nil), header...), more...) }
	sum := func(data int, keep, last int, out values) step {
		return edge(values{"data": data, "data_valid": 1, "tkeep": keep, "tlast": last}, out)
	}
	runAll(t, []behaviour{
		{"S99", "Eth_ProtocolDecoder", []step{
			comb(values{"ethertype": 0x0806}, values{"is_ipv4": 0, "is_ipv6": 0, "is_arp": 1, "is_vlan": 0, "is_mpls": 0}),
			comb(values{"ethertype": 0x1234}, values{"is_ipv4": 0, "is_ipv6": 0, "is_arp": 0, "is_vlan": 0, "is_mpls": 0}),
			comb(values{"ethertype": 0x0800}, values{"is_ipv4": 1}),
			comb(values{"ethertype": 0x86dd}, values{"is_ipv6": 1}),
			comb(values{"ethertype": 0x8100}, values{"is_vlan": 1}),
			comb(values{"ethertype": 0x8847}, values{"is_mpls": 1}),
		}},
		{"S100", "Eth_AddrClassifier", []step{
			comb(values{"dst_mac_hi": 0xffff, "dst_mac_lo": 0xffffffff}, values{"is_broadcast": 1, "is_multicast": 0, "is_unicast": 0}),
			comb(values{"dst_mac_hi": 0, "dst_mac_lo": 0x01005e00}, values{"is_broadcast": 0, "is_multicast": 1, "is_unicast": 0}),
			comb(values{"dst_mac_hi": 0, "dst_mac_lo": 0}, values{"is_broadcast": 0, "is_multicast": 0, "is_unicast": 1}),
		}},
		{"S103", "Eth_FrameParser", with(
			beat(0x08004500, 15, 0, values{"ethertype": 0x0800, "ethertype_valid": 1, "parse_state": 6, "frame_length": 16, "payload_valid": 1, "frame_done": 0, "dst_mac_hi": 0x4455}),
		)},
		{"S104", "Eth_FrameParser", with(
			beat(0x81000064, 15, 0, values{"has_vlan": 1, "vlan_tci": 0x64, "parse_state": 5, "vlan_valid": 0, "ethertype": 0x8100}),
			beat(0x08000000, 15, 0, values{"ethertype": 0x0800, "vlan_valid": 1, "parse_state": 6}),
		)},
		{"S105", "Eth_FrameParser", with(
			beat(0x08004500, 15, 0, values{"frame_done": 0}),
			beat(0, 8, 1, values{"frame_done": 1, "parse_state": 7, "frame_length": 17}),
			beat(0x12345678, 15, 0, values{"parse_state": 7, "frame_length": 21}),
			edge(values{"tvalid": 0}, values{"parse_state": 7, "frame_length": 21}),
		)},
		{"S106", "Eth_CRC32", []step{
			comb(nil, values{"crc": 0, "crc_ok": 0}),
			sum(0x31323334, 15, 0, nil),
			sum(0x35363738, 15, 0, nil),
			sum(0x39000000, 8, 0, values{"crc": 0xcbf43926, "crc_ok": 0}),
		}},
		{"S107", "Eth_CRC32", []step{
			sum(0x31323334, 15, 0, nil),
			sum(0x35363738, 15, 0, nil),
			sum(0x392639f4, 15, 0, nil),
			sum(0xcb000000, 8, 1, values{"crc_ok": 1}),
			edge(values{"reset": 1}, values{"crc": 0, "crc_ok": 0}),
		}},
		{"S108", "MemBusMux", []step{
			comb(at(values{"addr": 0x10004, "mem_read": 1}), only(values{"local_addr": 4, "read_data": 100}, "p0_read")),
		}},
		{"S109", "MemBusMux", []step{
			comb(at(values{"addr": 0x80000000, "mem_write": 1}), only(values{"local_addr": 0}, "p1_write")),
			comb(values{"addr": 0x80001008}, only(values{"local_addr": 8}, "p2_write")),
			comb(values{"addr": 0x80002008}, only(values{"local_addr": 8}, "p3_write")),
			comb(values{"addr": 0x0000ffff}, only(values{"local_addr": 0xffff, "read_data": 104}, "p4_write")),
		}},
		{"S110", "MemBusMux", []step{
			comb(at(values{"addr": 0x50000000, "mem_read": 1, "mem_write": 1, "write_data": 0x80000001, "funct3": 5}),
				only(values{"read_data": 0, "local_addr": 0, "write_data_out": 0x80000001, "funct3_out": 5}, "")),
			comb(values{"addr": 0x80001008, "mem_read": 0, "mem_write": 0}, only(values{"read_data": 102}, "")),
		}},
		{"S112", "NIC_FIFO", []step{
			edge(values{"net_rx_valid": 1, "net_rx_data": 0xcafebabe}, nil),
			comb(values{"net_rx_valid": 0, "rx_mem_read": 1, "rx_addr": 8}, values{"rx_read_data": 1}),
			comb(values{"rx_addr": 0}, values{"rx_read_data": 0xcafebabe}),
			edge(values{"rx_mem_read": 0, "rx_mem_write": 1, "rx_addr": 4}, nil),
			comb(values{"rx_mem_write": 0, "rx_mem_read": 1, "rx_addr": 8}, values{"rx_read_data": 0}),
		}},
		{"S113", "NIC_FIFO", []step{
			edge(values{"tx_mem_write": 1, "tx_addr": 0, "tx_write_data": 11}, values{"net_tx_valid": 0}),
			edge(values{"tx_write_data": 22}, values{"net_tx_valid": 0}),
			comb(values{"tx_mem_write": 0, "tx_mem_read": 1, "tx_addr": 8}, values{"tx_read_data": 2}),
			edge(values{"tx_mem_write": 1, "tx_addr": 0xc}, values{"net_tx_valid": 1, "net_tx_data": 11, "net_tx_frame": 0}),
			edge(values{"tx_mem_write": 0, "tx_addr": 8}, values{"net_tx_valid": 1, "net_tx_data": 22, "net_tx_frame": 1}),
			edge(nil, values{"net_tx_valid": 0, "net_tx_data": 0, "net_tx_frame": 0, "tx_read_data": 0}),
		}},
	})
}

func TestProcessorParts(t *testing.T) {
	imm := func(rows ...[2]int) []step {
		var list []step
		for _, r := range rows {
			list = append(list, comb(values{"instruction": r[0]}, values{"immediate": r[1]}))
		}
		return list
	}
	alu := func(op, a, b, result, zero int) step {
		return comb(values{"alu_op": op, "a": a, "b": b}, values{"result": result, "zero": zero})
	}
	control := func(opcode, funct3, funct7 int, set values) step {
		out := values{"alu_op": 0, "alu_src": 0, "mem_read": 0, "mem_write": 0, "reg_write": 0, "mem_to_reg": 0, "branch": 0, "jump": 0, "lui": 0, "auipc": 0, "is_jalr": 0}
		for name, v := range set {
			out[name] = v
		}
		return comb(values{"opcode": opcode, "funct3": funct3, "funct7_bit": funct7}, out)
	}
	var register, immediate []step
	for f3, op := range []int{0, 5, 8, 9, 4, 6, 3, 2} {
		register = append(register, control(0x33, f3, 0, values{"reg_write": 1, "alu_op": op}))
		immediate = append(immediate, control(0x13, f3, 0, values{"reg_write": 1, "alu_src": 1, "alu_op": op}))
	}
	branch := func(funct3, a, b, take int) step {
		return comb(values{"a": a, "b": b, "funct3": funct3}, values{"take_branch": take})
	}
	mem := func(in values, out values) step { return comb(in, out) }
	runAll(t, []behaviour{
		{"S114", "RV32I_Decode", []step{comb(values{"instruction": 0x00b50533}, values{"opcode": 0x33, "rd": 10, "funct3": 0, "rs1": 10, "rs2": 11, "funct7": 0})}},
		{"S114 all fields", "RV32I_Decode", []step{comb(values{"instruction": 0xfffff0ff}, values{"opcode": 0x7f, "rd": 1, "funct3": 7, "rs1": 31, "rs2": 31, "funct7": 127})}},
		{"S115", "RV32I_ALU", []step{
			alu(1, 3, 5, 0xfffffffe, 0), alu(7, 0x80000000, 36, 0xf8000000, 0), alu(8, 0xffffffff, 1, 1, 0), alu(9, 0xffffffff, 1, 0, 1),
			alu(12, 1, 1, 0, 1), alu(0, 0xffffffff, 1, 0, 1), alu(2, 12, 10, 8, 0), alu(3, 12, 10, 14, 0), alu(4, 12, 10, 6, 0),
			alu(5, 1, 63, 0x80000000, 0), alu(6, 0x80000000, 31, 1, 0), alu(15, 9, 9, 0, 1),
		}},
		{"S116", "RV32I_ImmGen", imm([2]int{0xfff00093, 0xffffffff}, [2]int{0xfe112e23, 0xfffffffc}, [2]int{0xfe000ee3, 0xfffffffc},
			[2]int{0xffdff06f, 0xfffffffc}, [2]int{0x123452b7, 0x12345000}, [2]int{0x40515093, 0x405}, [2]int{0x00000073, 0})},
		{"S117", "RV32I_Control", []step{
			control(0x33, 0, 1, values{"alu_op": 1, "reg_write": 1}),
			control(0x33, 5, 1, values{"alu_op": 7, "reg_write": 1}),
			control(0x33, 1, 1, values{"alu_op": 5, "reg_write": 1}),
			control(0x13, 0, 1, values{"alu_op": 0, "reg_write": 1, "alu_src": 1}),
			control(0x13, 5, 1, values{"alu_op": 7, "reg_write": 1, "alu_src": 1}),
			control(0x03, 2, 0, values{"reg_write": 1, "alu_src": 1, "mem_read": 1, "mem_to_reg": 1}),
			control(0x23, 2, 0, values{"alu_src": 1, "mem_write": 1}),
			control(0x63, 1, 0, values{"branch": 1, "alu_op": 1}),
			control(0x6f, 0, 0, values{"reg_write": 1, "jump": 1}),
			control(0x67, 0, 0, values{"reg_write": 1, "jump": 1, "alu_src": 1, "is_jalr": 1}),
			control(0x37, 7, 1, values{"reg_write": 1, "lui": 1}),
			control(0x17, 0, 0, values{"reg_write": 1, "auipc": 1}),
			control(0x73, 0, 0, nil), control(0x0f, 0, 0, nil), control(0, 0, 0, nil),
		}},
		{"S117 register instructions", "RV32I_Control", register},
		{"S117 immediate instructions", "RV32I_Control", immediate},
		{"S118", "RV32I_BranchComp", []step{
			branch(4, 0xffffffff, 1, 1), branch(6, 0xffffffff, 1, 0), branch(5, 0xffffffff, 1, 0), branch(7, 0xffffffff, 1, 1), branch(2, 0xffffffff, 1, 0),
			branch(3, 1, 1, 0), branch(0, 1, 1, 1), branch(0, 1, 2, 0), branch(1, 1, 2, 1), branch(1, 2, 2, 0),
		}},
		{"S119", "RV32I_RegisterFile", []step{
			comb(values{"we": 1, "rd": 3, "write_data": 7, "rs1": 3, "rs2": 3, "debug_rs": 3}, values{"read1": 0}),
			edge(nil, values{"read1": 7, "read2": 7, "debug_read": 7}),
			edge(values{"rd": 0, "write_data": 9, "rs1": 0}, values{"read1": 0, "read2": 7}),
			edge(values{"we": 0, "rd": 3}, values{"read2": 7}),
		}},
		{"S121", "RV32I_DataMem", []step{
			edge(values{"mem_write": 1, "addr": 0, "write_data": 0x11223344, "funct3": 2}, nil),
			mem(values{"mem_write": 0, "mem_read": 1, "addr": 1, "funct3": 0}, values{"read_data": 0x11223344, "misalign": 0}),
		}},
		{"S122 byte", "RV32I_DataMem", []step{
			edge(values{"mem_write": 1, "addr": 2, "write_data": 0x123456ab, "funct3": 0}, nil),
			mem(values{"mem_write": 0, "mem_read": 1, "addr": 0, "funct3": 2}, values{"read_data": 0x00ab0000}),
		}},
		{"S122 half word", "RV32I_DataMem", []step{
			mem(values{"mem_write": 1, "addr": 1, "write_data": 0x1234, "funct3": 1}, values{"misalign": 1}),
			edge(nil, nil),
			mem(values{"mem_write": 0, "mem_read": 1, "addr": 0, "funct3": 2}, values{"read_data": 0x00123400, "misalign": 0}),
		}},
		{"S122 nothing", "RV32I_DataMem", []step{
			edge(values{"mem_write": 1, "addr": 0, "write_data": 0x1234, "funct3": 3}, nil),
			mem(values{"mem_write": 0, "mem_read": 1, "funct3": 2}, values{"read_data": 0}),
		}},
		{"S123", "RV32I_DataMem", []step{
			edge(values{"mem_write": 1, "addr": 0, "write_data": 0xffffffff, "funct3": 2}, nil),
			mem(values{"mem_write": 0, "addr": 0, "funct3": 2}, values{"read_data": 0, "misalign": 0}),
			mem(values{"addr": 1}, values{"read_data": 0, "misalign": 0}),
			mem(values{"addr": 0xffffffff}, values{"read_data": 0, "misalign": 0}),
		}},
		{"S124", "RV32I_WritebackMux", []step{
			comb(values{"alu_result": 1, "load_data": 2, "pc_plus4": 3, "immediate": 4, "pc_plus_imm": 5, "jump": 1, "auipc": 1}, values{"write_data": 3}),
			comb(values{"jump": 0, "lui": 1}, values{"write_data": 5}),
			comb(values{"auipc": 0, "mem_to_reg": 1}, values{"write_data": 4}),
			comb(values{"lui": 0}, values{"write_data": 2}),
			comb(values{"mem_to_reg": 0}, values{"write_data": 1}),
		}},
		{"S125", "RV32I_NextPCMux", []step{
			comb(values{"pc_plus4": 4, "branch_target": 8, "jal_target": 12, "jalr_target": 0x1003, "jump": 1, "is_jalr": 1}, values{"next_pc": 0x1002}),
			comb(values{"is_jalr": 0}, values{"next_pc": 12}),
			comb(values{"jump": 0, "branch": 1, "take_branch": 0}, values{"next_pc": 4}),
			comb(values{"take_branch": 1}, values{"next_pc": 8}),
			comb(values{"branch": 0}, values{"next_pc": 4}),
		}},
		{"S126", "RV32I_ForwardingUnit", []step{
			comb(values{"id_rs1": 5, "id_rs2": 6, "ex_rd": 5, "mem_rd": 5, "ex_reg_write": 1, "mem_reg_write": 1}, values{"forward_a": 1, "forward_b": 0}),
			comb(values{"ex_reg_write": 0}, values{"forward_a": 2}),
			comb(values{"id_rs1": 0, "ex_rd": 0, "mem_rd": 6, "ex_reg_write": 1}, values{"forward_a": 0, "forward_b": 2}),
		}},
		{"S127", "RV32I_WBBypass", []step{
			comb(values{"rs_val": 1, "wb_val": 2, "wb_we": 1, "rs_addr": 0, "wb_rd": 0}, values{"out": 1}),
			comb(values{"rs_addr": 4, "wb_rd": 4}, values{"out": 2}),
			comb(values{"wb_we": 0}, values{"out": 1}),
		}},
		{"S128", "RV32I_LoadAlign", []step{
			comb(values{"data": 0x80, "funct3": 0}, values{"out": 0xffffff80}),
			comb(values{"funct3": 4}, values{"out": 0x80}),
			comb(values{"funct3": 2}, values{"out": 0x80}),
			comb(values{"data": 0x18001, "funct3": 1}, values{"out": 0xffff8001}),
			comb(values{"funct3": 5}, values{"out": 0x8001}),
		}},
		{"S129", "RV32I_LoadAlignFull", []step{
			comb(values{"data": 0x8001ff7f, "byte_offset": 1, "funct3": 0}, values{"out": 0xffffffff}),
			comb(values{"byte_offset": 2, "funct3": 1}, values{"out": 0xffff8001}),
			comb(values{"byte_offset": 3, "funct3": 5}, values{"out": 0x8001}),
			comb(values{"byte_offset": 3, "funct3": 4}, values{"out": 0x80}),
			comb(values{"byte_offset": 0, "funct3": 0}, values{"out": 0x7f}),
			comb(values{"byte_offset": 3, "funct3": 2}, values{"out": 0x8001ff7f}),
		}},
		{"S130", "RV32I_HazardUnit", []step{
			comb(values{"id_mem_read": 1, "id_rd": 3, "if_rs2": 3}, values{"stall": 1, "flush": 0}),
			comb(values{"id_rd": 0, "if_rs2": 0}, values{"stall": 0}),
			comb(values{"jump": 1}, values{"flush": 1}),
			comb(values{"jump": 0, "branch_taken": 1}, values{"flush": 1}),
		}},
	})
}
