package std_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// nop is addi x0, x0, 0.
const nop = 0x13

// computer is the core with a program in a word-wide memory and data memory; its outputs are those of
// the core with debug ports, and debug_addr is its input.
func computer(words ...uint32) string {
	var program strings.Builder
	for i := range 64 {
		word := uint32(nop)
		if i < len(words) {
			word = words[i]
		}
		for b := range 4 {
			fmt.Fprintf(&program, "%d,", word>>(8*b)&0xff)
		}
	}
	return `
const out = { instr_addr: bus(32), data_addr: bus(32), data_write: bus(32), data_mem_read: bit, data_mem_write: bit, data_funct3: bus(3),
  net_tx_data: bus(32), net_tx_valid: bit, net_tx_frame: bit, pc_out: bus(32), debug_value: bus(32), if_pc: bus(32), id_pc: bus(32),
  ex_pc: bus(32), mem_pc4: bus(32), wb_pc4: bus(32) }
circuit('Computer', {
  inputs: { debug_addr: bus(5) }, outputs: out,
  nodes: { core: RV32I_Core({ debug: true }), program: DualPortROM({ memory: [` + program.String() + `] }), data: RV32I_DataMem },
  connect: ({ inputs, outputs, nodes: { core, program, data } }) => [
    inputs.debug_addr.to(core.debug_addr),
    core.instr_addr.to(program.addrA), program.dataA.to(core.instruction),
    core.data_addr.to(data.addr), core.data_write.to(data.write_data), core.data_funct3.to(data.funct3),
    core.data_mem_read.to(data.mem_read), core.data_mem_write.to(data.mem_write), data.read_data.to(core.data_read),
    ...Object.keys(out).map((name) => core[name].to(outputs[name])),
  ],
})`
}

// register reads a register through the debug port.
func register(p *part, n int) uint64 { return p.set(values{"debug_addr": n}).get("debug_value") }

func TestCore(t *testing.T) {
	t.Run("S131", func(t *testing.T) {
		plain := of(t, "RV32I_Core()")
		debug := of(t, "RV32I_Core({ debug: true })")
		var in, out []string
		for _, p := range debug.compiled.Design.Inputs {
			in = append(in, p.Name)
		}
		for _, p := range debug.compiled.Design.Outputs {
			out = append(out, p.Name)
		}
		require.Equal(t, "debug_addr", in[len(in)-1])
		require.Equal(t, []string{"debug_value", "if_pc", "id_pc", "ex_pc", "mem_pc4", "wb_pc4"}, out[len(out)-6:])
		require.Len(t, plain.compiled.Design.Inputs, len(in)-1)
		require.Len(t, plain.compiled.Design.Outputs, len(out)-6)
		require.True(t, plain.compiled.Design.Sequential)
		require.Equal(t, 116, plain.compiled.Design.NodeCount())
	})
	t.Run("S132", func(t *testing.T) {
		p := of(t, "RV32I_Core()").set(values{"instruction": nop})
		for n := range 10 {
			p.want(values{"instr_addr": 4 * n, "pc_out": 4 * n}).ticks(1)
		}
	})
	t.Run("S133", func(t *testing.T) {
		p := of(t, "RV32I_Core({ debug: true })").set(values{"instruction": nop}).ticks(2).want(values{"id_pc": 4})
		p.ticks(1).want(values{"ex_pc": 4, "mem_pc4": 4}).ticks(1).want(values{"wb_pc4": 4})
		for range 5 {
			before := map[string]uint64{}
			for _, name := range []string{"if_pc", "id_pc", "ex_pc", "mem_pc4"} {
				before[name] = p.get(name)
			}
			p.ticks(1).want(values{"id_pc": before["if_pc"], "ex_pc": before["id_pc"], "mem_pc4": before["ex_pc"] + 4, "wb_pc4": before["mem_pc4"]})
			require.Equal(t, before["if_pc"]+4, p.get("if_pc"))
			require.Equal(t, p.get("instr_addr"), p.get("if_pc"))
		}
	})
	t.Run("S134", func(t *testing.T) {
		p := start(t, computer(0x00500093, 0x00708113, 0x00202023)).ticks(5)
		p.want(values{"data_mem_write": 1, "data_addr": 0, "data_write": 12, "data_funct3": 2})
		p.ticks(3)
		require.EqualValues(t, 5, register(p, 1))
		require.EqualValues(t, 12, register(p, 2))
	})
	t.Run("S135", func(t *testing.T) {
		p := start(t, computer(0x00002083, 0x00108113)).ticks(2).want(values{"instr_addr": 8})
		p.ticks(1).want(values{"instr_addr": 8}).ticks(1).want(values{"instr_addr": 12})
	})
	t.Run("S136", func(t *testing.T) {
		p := start(t, computer(0x00000863, 0x00100093, 0x00100113, 0x00100193, 0x00100213))
		for _, pc := range []int{0, 4, 8, 16, 20} {
			p.want(values{"instr_addr": pc}).ticks(1)
		}
		p.ticks(6)
		require.Zero(t, register(p, 1))
		require.Zero(t, register(p, 2))
		require.EqualValues(t, 1, register(p, 4))
	})
	t.Run("S137", func(t *testing.T) {
		p := start(t, computer(0x00002083, 0x00100113)).ticks(2).want(values{"instr_addr": 8})
		p.ticks(1).want(values{"instr_addr": 8}).ticks(1).want(values{"instr_addr": 12})
	})
	t.Run("S138", func(t *testing.T) {
		p := start(t, computer(0x00500093, 0x00708113))
		for range 10 {
			p.want(values{"net_tx_data": 0, "net_tx_valid": 0, "net_tx_frame": 0}).ticks(1)
		}
	})
	t.Run("S139", func(t *testing.T) {
		p := of(t, "RV32I_Core()")
		paths := map[string]bool{}
		for _, n := range p.compiled.Design.Nodes() {
			paths[n.Path] = true
		}
		for _, path := range []string{"EX.alu", "ID.regfile", "IF.pc", "MEMWB.byte_offset"} {
			require.True(t, paths["part."+path], path)
		}
	})
	t.Run("a loop that sums 1 to 10", func(t *testing.T) {
		p := start(t, computer(
			0x00000093, // addi x1, x0, 0
			0x00a00113, // addi x2, x0, 10
			0x002080b3, // loop: add x1, x1, x2
			0xfff10113, // addi x2, x2, -1
			0xfe011ce3, // bne x2, x0, loop
			0x00102023, // sw x1, 0(x0)
			0x00000183, // lb x3, 0(x0)
			0x008002ef, // jal x5, +8
			0x00100313, // addi x6, x0, 1 (skipped)
			0x12345237, // lui x4, 0x12345
			0x00000397, // auipc x7, 0
			0x00028467, // jalr x8, 0(x5): back to x6
		)).ticks(80)
		for n, want := range map[int]uint64{1: 55, 2: 0, 3: 55, 4: 0x12345000, 5: 0x20, 6: 1, 7: 0x28, 8: 0x30} {
			require.Equal(t, want, register(p, n), "x%d", n)
		}
	})
	t.Run("loads and stores of each size", func(t *testing.T) {
		p := start(t, computer(
			0x80000137, // lui x2, 0x80000
			0x0ff10113, // addi x2, x2, 255
			0x00202223, // sw x2, 4(x0)
			0x00400183, // lb x3, 4(x0)
			0x00404203, // lbu x4, 4(x0)
			0x00601283, // lh x5, 6(x0)
			0x00605303, // lhu x6, 6(x0)
			0x00402383, // lw x7, 4(x0)
			0x002004a3, // sb x2, 9(x0)
			0x00802403, // lw x8, 8(x0)
		)).ticks(30)
		for n, want := range map[int]uint64{3: 0xffffffff, 4: 0xff, 5: 0xffff8000, 6: 0x8000, 7: 0x800000ff, 8: 0xff00} {
			require.Equal(t, want, register(p, n), "x%d", n)
		}
	})
}
