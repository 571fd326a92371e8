package std_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/std"
)

// components is how many components there are.
const components = 91

// table is the table of all components (stdlib.md 16.1): category, ports with widths of a part built
// without options. A bit is written b.
var table = []struct{ name, category, inputs, outputs string }{
	{"And", "logic-gates", "a:b b:b", "out:b"},
	{"Or", "logic-gates", "a:b b:b", "out:b"},
	{"Not", "logic-gates", "in:b", "out:b"},
	{"Nand", "logic-gates", "a:b b:b", "out:b"},
	{"Nor", "logic-gates", "a:b b:b", "out:b"},
	{"Xor", "logic-gates", "a:b b:b", "out:b"},
	{"Xnor", "logic-gates", "a:b b:b", "out:b"},
	{"Buffer", "logic-gates", "in:b", "out:b"},
	{"LogicAnd", "logic-gates", "a:8 b:8", "out:b"},
	{"LogicOr", "logic-gates", "a:8 b:8", "out:b"},
	{"LogicNot", "logic-gates", "a:8", "out:b"},
	{"ReduceOr", "bus-operations", "a:8", "out:b"},
	{"ReduceAnd", "bus-operations", "a:8", "out:b"},
	{"ReduceXor", "bus-operations", "a:8", "out:b"},
	{"ReduceXnor", "bus-operations", "a:8", "out:b"},
	{"Incrementer", "arithmetic", "in:8", "out:8"},
	{"FullAdder", "arithmetic", "a:b b:b carry_in:b", "sum:b carry_out:b"},
	{"Adder", "arithmetic", "a:8 b:8 carry_in:b", "sum:8 carry_out:b"},
	{"Subtractor", "arithmetic", "a:8 b:8 borrow_in:b", "difference:8 borrow_out:b"},
	{"Multiplier", "arithmetic", "a:8 b:8", "product:16"},
	{"WrappingMultiplier", "arithmetic", "a:8 b:8", "out:8"},
	{"Divider", "arithmetic", "a:8 b:8", "out:8"},
	{"Modulo", "arithmetic", "a:8 b:8", "out:8"},
	{"SignedDivider", "arithmetic", "a:8 b:8", "out:8"},
	{"SignedModulo", "arithmetic", "a:8 b:8", "out:8"},
	{"Comparator", "arithmetic", "a:8 b:8", "eq:b ne:b lt:b le:b gt:b ge:b"},
	{"SignedComparator", "arithmetic", "a:8 b:8", "eq:b ne:b lt:b le:b gt:b ge:b lte:b gte:b"},
	{"LeftShifter", "arithmetic", "value:8 shift:8", "result:8"},
	{"RightShifter", "arithmetic", "value:8 shift:8", "result:8"},
	{"SignedRightShifter", "arithmetic", "value:8 shift:8", "result:8"},
	{"SignedAdder", "arithmetic", "a:8 b:8 carry_in:b", "sum:8 overflow:b carry_out:b"},
	{"SignedMultiplier", "arithmetic", "a:8 b:8", "product:16"},
	{"BusAnd", "bus-operations", "a:8 b:8", "out:8"},
	{"BusOr", "bus-operations", "a:8 b:8", "out:8"},
	{"BusNot", "bus-operations", "in:8", "out:8"},
	{"BusXor", "bus-operations", "a:8 b:8", "out:8"},
	{"BusXnor", "bus-operations", "a:8 b:8", "out:8"},
	{"Mux", "plexers", "in0:b in1:b sel:b", "out:b"},
	{"Decoder", "plexers", "in:2", "out0:b out1:b out2:b out3:b"},
	{"Splitter", "utilities", "in:8", "out0:4 out1:4"},
	{"Splitter8to8", "utilities", "in:8", "bit0:b bit1:b bit2:b bit3:b bit4:b bit5:b bit6:b bit7:b"},
	{"Combiner8to8", "utilities", "bit0:b bit1:b bit2:b bit3:b bit4:b bit5:b bit6:b bit7:b", "out:8"},
	{"Concat", "utilities", "high:4 low:4", "out:8"},
	{"BitSlice", "utilities", "in:8", "out:8"},
	{"AddressCombiner", "utilities", "lo:8 hi:8", "out:16"},
	{"Probe", "utilities", "in:b", "out:b"},
	{"Slice", "utilities", "in:8", "out:b"},
	{"SignExtend", "utilities", "in:8", "out:16"},
	{"ZeroExtend", "utilities", "in:8", "out:16"},
	{"DynamicSlice", "utilities", "in:8 shift:8", "out:b"},
	{"DFlipFlop", "sequential", "d:b", "q:b q_bar:b"},
	{"Register", "sequential", "data:8 we:b rst:b", "q:8"},
	{"ROM", "memory", "addr:16", "data_out:8"},
	{"RAM", "memory", "addr:8 data_in:8 we:b", "data_out:8"},
	{"DualPortRAM", "memory", "addrA:8 dataA:8 weA:b addrB:8", "outA:8 outB:8"},
	{"DualPortROM", "memory", "addrA:32 addrB:32", "dataA:32 dataB:32"},
	{"Switch", "input-output", "", "out:b"},
	{"Led", "input-output", "in:b", ""},
	{"Input", "input-output", "", "out:8"},
	{"Output", "input-output", "in:8", ""},
	{"Constant", "utilities", "", "out:b"},
	{"SevenSegment", "display", "in:4", ""},
	{"HexDisplay", "display", "in:8", ""},
	{"Screen", "display", "dataIn:8", "addrB:16"},
	{"RasterDisplay", "display", "dataIn:8", "addrB:16 scanX:8 scanY:8 hblank:b vblank:b"},
	{"Console", "display", "data:8 we:b", ""},
	{"Eth_ProtocolDecoder", "networking", "ethertype:16", "is_ipv4:b is_ipv6:b is_arp:b is_vlan:b is_mpls:b"},
	{"Eth_AddrClassifier", "networking", "dst_mac_hi:16 dst_mac_lo:32", "is_broadcast:b is_multicast:b is_unicast:b"},
	{"Eth_FrameInput", "networking", "enable:b reset:b", "tdata:32 tkeep:4 tvalid:b tlast:b byte_offset:16"},
	{"Eth_FrameParser", "networking", "tdata:32 tkeep:4 tvalid:b tlast:b", "dst_mac_hi:16 dst_mac_lo:32 dst_mac_valid:b src_mac_hi:16 src_mac_lo:32 src_mac_valid:b ethertype:16 ethertype_valid:b has_vlan:b vlan_tci:16 vlan_valid:b payload_valid:b frame_done:b frame_length:16 parse_state:4"},
	{"Eth_CRC32", "networking", "data:32 data_valid:b tkeep:4 tlast:b reset:b", "crc:32 crc_ok:b"},
	{"MemBusMux", "rv32i", "addr:32 write_data:32 mem_read:b mem_write:b funct3:3 read_data_0:32 read_data_1:32 read_data_2:32 read_data_3:32 read_data_4:32", "local_addr:32 write_data_out:32 funct3_out:3 read_data:32 p0_read:b p0_write:b p1_read:b p1_write:b p2_read:b p2_write:b p3_read:b p3_write:b p4_read:b p4_write:b"},
	{"UART_TX", "io", "addr:32 write_data:32 mem_read:b mem_write:b", "read_data:32"},
	{"UART_RX", "io", "addr:32 write_data:32 mem_read:b mem_write:b", "read_data:32"},
	{"NIC_FIFO", "networking", "tx_addr:32 tx_write_data:32 tx_mem_read:b tx_mem_write:b rx_addr:32 rx_mem_read:b rx_mem_write:b net_rx_data:32 net_rx_valid:b net_rx_frame:b", "tx_read_data:32 rx_read_data:32 net_tx_data:32 net_tx_valid:b net_tx_frame:b"},
	{"RV32I_Decode", "rv32i", "instruction:32", "opcode:7 rd:5 funct3:3 rs1:5 rs2:5 funct7:7"},
	{"RV32I_ALU", "rv32i", "a:32 b:32 alu_op:4", "result:32 zero:b"},
	{"RV32I_ImmGen", "rv32i", "instruction:32", "immediate:32"},
	{"RV32I_Control", "rv32i", "opcode:7 funct3:3 funct7_bit:b", "alu_op:4 alu_src:b mem_read:b mem_write:b reg_write:b mem_to_reg:b branch:b jump:b lui:b auipc:b is_jalr:b"},
	{"RV32I_BranchComp", "rv32i", "a:32 b:32 funct3:3", "take_branch:b"},
	{"RV32I_RegisterFile", "rv32i", "rs1:5 rs2:5 rd:5 write_data:32 we:b debug_rs:5", "read1:32 read2:32 debug_read:32"},
	{"RV32I_InstrMem", "rv32i", "addr:32", "instruction:32"},
	{"RV32I_DataMem", "rv32i", "addr:32 write_data:32 mem_read:b mem_write:b funct3:3", "read_data:32 misalign:b"},
	{"RV32I_WritebackMux", "rv32i", "alu_result:32 load_data:32 pc_plus4:32 immediate:32 pc_plus_imm:32 mem_to_reg:b lui:b auipc:b jump:b", "write_data:32"},
	{"RV32I_NextPCMux", "rv32i", "pc_plus4:32 branch_target:32 jal_target:32 jalr_target:32 branch:b take_branch:b jump:b is_jalr:b", "next_pc:32"},
	{"RV32I_ForwardingUnit", "rv32i", "id_rs1:5 id_rs2:5 ex_rd:5 ex_reg_write:b mem_rd:5 mem_reg_write:b", "forward_a:2 forward_b:2"},
	{"RV32I_WBBypass", "rv32i", "rs_val:32 rs_addr:5 wb_val:32 wb_rd:5 wb_we:b", "out:32"},
	{"RV32I_LoadAlign", "rv32i", "data:32 funct3:3", "out:32"},
	{"RV32I_LoadAlignFull", "rv32i", "data:32 byte_offset:2 funct3:3", "out:32"},
	{"RV32I_HazardUnit", "rv32i", "if_rs1:5 if_rs2:5 id_rd:5 id_mem_read:b branch_taken:b jump:b", "stall:b flush:b"},
	{"RV32I_Core", "", "instruction:32 data_read:32 net_rx_data:32 net_rx_valid:b net_rx_frame:b", "instr_addr:32 data_addr:32 data_write:32 data_mem_read:b data_mem_write:b data_funct3:3 net_tx_data:32 net_tx_valid:b net_tx_frame:b pc_out:32"},
}

// sequential are the components that carry a clock. RV32I_Core is not among them, because the label of
// a composite looks one level down only; that it runs on a clock is found by looking all the way.
var sequential = []string{
	"DFlipFlop", "Register", "ROM", "RAM", "DualPortRAM", "DualPortROM", "Screen", "RasterDisplay", "Console", "Eth_FrameInput",
	"Eth_FrameParser", "Eth_CRC32", "UART_TX", "UART_RX", "NIC_FIFO", "RV32I_RegisterFile", "RV32I_InstrMem", "RV32I_DataMem",
}

// aggregate returns the circuits of STDLIB_CIRCUITS as IR, in order.
func aggregate(t *testing.T) []circuit.Circuit {
	t.Helper()
	c := compile(t, `circuit('Top', { nodes: Object.fromEntries(STDLIB_CIRCUITS.map((c, i) => ['n' + i, c])) })`)
	var list []circuit.Circuit
	for i := range c.Circuit.Nodes {
		list = append(list, *c.Library[c.Circuit.Nodes[i].ComponentRef])
	}
	return list
}

func portList(ports []circuit.Port) string {
	var list []string
	for _, p := range ports {
		width := "b"
		if p.PortType.Kind == circuit.Bus {
			width = fmt.Sprint(p.PortType.Width)
		}
		list = append(list, p.Name+":"+width)
	}
	return strings.Join(list, " ")
}

func TestTable(t *testing.T) {
	built := map[string]circuit.Circuit{}
	for _, c := range aggregate(t) {
		built[c.Name] = c
	}
	for _, row := range table {
		c, ok := built[row.name]
		require.True(t, ok, row.name)
		require.Equal(t, row.inputs, portList(c.Inputs), row.name)
		require.Equal(t, row.outputs, portList(c.Outputs), row.name)
		require.Equal(t, row.category, c.Metadata.Category, row.name)
	}
	var clocked []string
	for _, row := range table {
		c := built[row.name]
		if len(c.Clocks) > 0 || c.Metadata.Timing == circuit.Sequential {
			clocked = append(clocked, row.name)
		}
	}
	require.ElementsMatch(t, sequential, clocked)
}

func TestAggregate(t *testing.T) {
	t.Run("S143", func(t *testing.T) {
		list := aggregate(t)
		require.Len(t, list, components)
		names := map[string]bool{}
		for _, c := range list {
			names[c.Name] = true
			require.False(t, strings.HasSuffix(c.Name, "_madeOf"))
		}
		require.Len(t, names, components)
		require.Equal(t, "And", list[0].Name)
		require.Equal(t, "UART_TX", list[components-1].Name)
		assert(t, "Object.isFrozen(STDLIB_CIRCUITS)", "Array.isArray(STDLIB_CIRCUITS)", "STDLIB_CIRCUITS === STDLIB_CIRCUITS", "STDLIB_CIRCUITS.length === "+strconv.Itoa(components))
	})
}

// TestDocumentation holds each name's documentation against what the name builds.
func TestDocumentation(t *testing.T) {
	built := map[string]circuit.Circuit{}
	for _, c := range aggregate(t) {
		built[c.Name] = c
	}
	for _, extra := range []string{"Pmux()", "Mem()", "Dlatch()", "Button"} {
		c := compile(t, "circuit('Top', { nodes: { n: "+extra+" } })")
		sub := c.Library[c.Circuit.Nodes[0].ComponentRef]
		built[sub.Name] = *sub
	}
	list := std.Components()
	var names []string
	for _, c := range list {
		names = append(names, c.Name)
		found, ok := std.Find(c.Name)
		require.True(t, ok)
		require.Equal(t, c, found)
	}
	require.ElementsMatch(t, std.Names(), names, "every name is documented once")
	_, ok := std.Find("Addr")
	require.False(t, ok)
	for _, c := range list {
		t.Run(c.Name, func(t *testing.T) {
			require.Regexp(t, `^[A-Z0-9].*\.$`, c.Summary, "a sentence")
			require.NotEmpty(t, c.Example)
			require.Contains(t, c.Markdown(), c.Summary)
			circuitOf, isComponent := built[c.Name]
			require.Equal(t, isComponent, c.Kind == std.KindComponent)
			if !isComponent {
				return
			}
			require.Equal(t, c.Summary, circuitOf.Metadata.Description, "meta.description and the comment say the same")
			require.Equal(t, circuitOf.Metadata.Category, c.Category)
			require.NotEmpty(t, c.Formula)
			require.Equal(t, len(circuitOf.State) > 0 || c.Name == "RV32I_Core", c.Clock != "", "says what a clock edge does")
			require.Equal(t, wires(circuitOf.Inputs), documented(t, c, "input"))
			require.Equal(t, wires(circuitOf.Outputs), documented(t, c, "output"))
		})
	}
}

// wires lists ports with their number of wires.
func wires(ports []circuit.Port) []string {
	var list []string
	for _, p := range ports {
		list = append(list, fmt.Sprintf("%s: %d", p.Name, p.PortType.Wires()))
	}
	return list
}

// documented lists the documented ports of a part built without options.
func documented(t *testing.T, c std.Component, direction string) []string {
	t.Helper()
	var list []string
	for _, p := range c.Ports {
		require.NotEmpty(t, p.Doc)
		if p.Direction == direction && !strings.HasSuffix(p.Doc, "(with debug only)") {
			list = append(list, fmt.Sprintf("%s: %d", p.Name, evaluate(t, c, p.Width)))
		}
	}
	return list
}

// evaluate computes a documented width for the defaults of the options: numbers, options, sums,
// differences and max(a, b).
func evaluate(t *testing.T, c std.Component, expression string) int {
	t.Helper()
	if inner, ok := strings.CutPrefix(expression, "max("); ok {
		a, b, _ := strings.Cut(strings.TrimSuffix(inner, ")"), ", ")
		return max(evaluate(t, c, a), evaluate(t, c, b))
	}
	for _, operator := range []string{" + ", " − "} {
		if i := strings.LastIndex(expression, operator); i >= 0 {
			a, b := evaluate(t, c, expression[:i]), evaluate(t, c, expression[i+len(operator):])
			if operator == " + " {
				return a + b
			}
			return a - b
		}
	}
	if expression == "bit" {
		return 1
	}
	for _, o := range c.Options {
		if o.Name == expression {
			return evaluate(t, c, o.Default)
		}
	}
	n, err := strconv.Atoi(expression)
	require.NoError(t, err, "width of a port of %s", c.Name)
	return n
}
