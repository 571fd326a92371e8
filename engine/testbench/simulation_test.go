package testbench

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// circuits are what the tests of the handle drive.
const circuits = `
const Half = circuit('Half', {
  inputs: { a: bit, b: bit }, outputs: { sum: bit, carry: bit }, nodes: { xor1: Xor, and1: And },
  connect: ({ inputs: i, outputs: o, nodes: n }) => [i.a.to(n.xor1.a, n.and1.a), i.b.to(n.xor1.b, n.and1.b), n.xor1.out.to(o.sum), n.and1.out.to(o.carry)],
})
const Count = circuit('Count', {
  outputs: { count: bus(8) }, nodes: { r: Register({ width: 8 }), inc: Incrementer(), on: Constant({ value: 1 }) },
  connect: ({ outputs: o, nodes: n }) => [n.r.q.to(n.inc.in, o.count), n.inc.out.to(n.r.data), n.on.out.to(n.r.we)],
})
const Store = circuit('Store', {
  inputs: { data: bus(8), we: bit }, outputs: { q: bus(8) }, nodes: { r: Register({ width: 8, value: 7 }) },
  connect: ({ inputs: i, outputs: o, nodes: n }) => [i.data.to(n.r.data), i.we.to(n.r.we), n.r.q.to(o.q)],
})
const Latch = circuit('Latch', {
  outputs: { q: bit }, nodes: { sw: Switch, ff: DFlipFlop() },
  connect: ({ outputs: o, nodes: n }) => [n.sw.out.to(n.ff.d), n.ff.q.to(o.q)],
})
const Delay = circuit('Delay', {
  inputs: { d: bit }, outputs: { q: bit }, nodes: { ff: DFlipFlop() },
  connect: ({ inputs: i, outputs: o, nodes: n }) => [i.d.to(n.ff.d), n.ff.q.to(o.q)],
})
const Lookup = circuit('Lookup', {
  inputs: { a: bus(16) }, outputs: { y: bus(8) }, nodes: { rom: ROM({ memory: [7, 8] }) },
  connect: ({ inputs: i, outputs: o, nodes: n }) => [i.a.to(n.rom.addr), n.rom.data_out.to(o.y)],
})
// Writes i+1 to address i and the letter 'A'+i to a console in cycle i.
const Machine = circuit('Machine', {
  outputs: { i: bus(8), cell: bus(8) },
  nodes: { i: Register({ width: 8 }), inc: Incrementer(), ram: RAM(), con: Console, A: Constant({ value: 65, width: 8 }), add: Adder(), one: Constant({ value: 1 }) },
  connect: ({ outputs: o, nodes: n }) => [
    n.one.out.to(n.i.we, n.ram.we, n.con.we), n.i.q.to(n.inc.in, n.ram.addr, n.add.a, o.i), n.inc.out.to(n.i.data, n.ram.data_in),
    n.A.out.to(n.add.b), n.add.sum.to(n.con.data), n.ram.data_out.to(o.cell),
  ],
})
const Wide = circuit('Wide', { inputs: { a: bus(32), b: bus(64) }, outputs: { x: bus(32), y: bus(64) }, eval: ({ a, b }) => ({ x: a, y: b }) })
`

func TestHandle(t *testing.T) {
	for _, c := range []struct{ name, body string }{
		{"M11 half adder", `const s = simulate(Half)
			for (const [a, b, sum, carry] of [[0, 0, 0, 0], [1, 0, 1, 0], [0, 1, 1, 0], [1, 1, 0, 1]]) { s.set({ a, b }); check(s.read()).toEqual({ sum, carry }) }
			check(s.get('and1.out')).toBe(1)`},
		{"M13 a bare gate", `const s = simulate(And); s.set({ a: 1, b: 1 }); check(s.get('out')).toBe(1); check(s.read()).toEqual({ out: 1 }); check(s.isSequential).toBe(false)`},
		{"M14 numbers, no truth values", `const s = simulate(Half); s.set({ a: true, b: 1 })
			for (const v of [s.get('carry'), ...Object.values(s.read()), ...s.snapshot().portValues.values()]) check(typeof v).toBe('number')`},
		{"M2 ports of a snapshot", `const v = simulate(Half).snapshot().portValues; check([...v.keys()]).toContain('__top__.a'); check(v.get('and1.out')).toBe(0); check(v.get('xor1.b')).toBe(0)`},
		{"M15 read unsigned", `const s = simulate(Wide); s.set({ a: 0xFFFFFFFF, b: -1n }); check(s.get('x')).toBe(0xFFFFFFFF); check(s.get('y')).toBe(0xFFFFFFFFFFFFFFFFn)
			s.set({ a: 0x80000000 }); check(s.get('x')).toBe(2147483648)`},
		{"M16 cut to the width", `const s = simulate(Store); s.set({ data: 300, we: 1 }); s.tick(); check(s.get('q')).toBe(44)`},
		{"M30 a counter", `const s = simulate(Count); check(s.get('count')).toBe(0); s.tick(); check(s.get('count')).toBe(1); s.tick(); check(s.get('count')).toBe(2)`},
		{"M31 many ticks", `const s = simulate(Count); s.tickN(255); check(s.get('count')).toBe(255); s.tickN(1); check(s.get('count')).toBe(0); s.tickN(1e6); check(s.cycle).toBe(1000256)`},
		{"M36 a circuit without state", `const s = simulate(Half); s.set({ a: 1 }); s.tick(); check(s.cycle).toBe(0); s.tickN(5); check(s.cycle).toBe(0); check(s.get('sum')).toBe(1); check(s.historyIndex).toBe(-1)`},
		{"M37 a register", `const s = simulate(Store); s.set({ data: 42, we: 0 }); s.tick(); check(s.get('q')).toBe(7); s.set({ we: 1 }); s.tick(); check(s.get('q')).toBe(42); s.set({ data: 99, we: 0 }); s.tick(); check(s.get('q')).toBe(42)`},
		{"M38 cycles", `const s = simulate(Delay); s.set({ d: 1 }); s.tick(); check([s.get('q'), s.cycle]).toEqual([1, 1]); s.set({ d: 0 }); s.tick(); check([s.get('q'), s.cycle]).toEqual([0, 2]); s.tickN(5); check(s.cycle).toBe(7)`},
		{"M39 start value", `const s = simulate(Store); check(s.get('q')).toBe(7); s.set({ data: 1, we: 1 }); s.tick(); s.reset(); check(s.get('q')).toBe(7); const r = simulate(Register({ value: 9 })); check(r.get('q')).toBe(9)`},
		{"M40 unknown names", `const s = simulate(Half)
			check(() => s.get('cary')).toThrow("Did you mean 'carry'"); check(() => s.set({ aa: 1 })).toThrow("called 'aa'"); check(() => s.setNode('nobody', 1)).toThrow('nobody'); check(() => s.state('xor1')).toThrow('with state')`},
		{"M41 a name is an input or a whole path", `const s = simulate(circuit('Outer', { outputs: { q: bit }, nodes: { inner: Latch }, connect: ({ outputs: o, nodes: n }) => [n.inner.q.to(o.q)] }))
			check(() => s.setNode('sw', 1)).toThrow("inner.sw"); s.setNode('inner.sw', 1); s.tick(); check(s.get('q')).toBe(1)`},
		{"a state that is a text", `const s = simulate(circuit('Run', { nodes: { m: circuit('M', { outputs: { o: bit }, state: { m: '' }, eval: ({ m }) => ({ o: m === 'run' ? 1 : 0 }), onTick: ({ m }) => ({ m: m === '' ? 'run' : '' }) }) }, outputs: { o: bit }, connect: ({ outputs, nodes: { m } }) => [m.o.to(outputs.o)] }))
			s.setNode('m', 'run'); check(s.get('o')).toBe(1); s.tick(); check(s.state('m')).toBe(''); check(() => s.setNode('m', 'nosuch')).toThrow('know no such state')`},
		{"M42 a switch", `const s = simulate(Latch); s.setNode('sw', 1); check(s.get('q')).toBe(0); s.tick(); check(s.get('q')).toBe(1)`},
		{"M43 contents from outside survive reset", `const s = simulate(Lookup); check(s.get('y')).toBe(7); s.setNode('rom', new Map([[0, 42]])); s.tick(); check(s.get('y')).toBe(42)
			s.set({ a: 1 }); s.tick(); check(s.get('y')).toBe(0); s.reset(); check(s.get('y')).toBe(0); s.set({ a: 0 }); s.tick(); check(s.get('y')).toBe(42); check(s.state('rom')).toEqual(new Map([[0, 42]]))`},
		{"M44 reset keeps inputs and switches", `const s = simulate(Latch); s.setNode('sw', 1); s.tickN(3); s.reset(); check([s.cycle, s.get('q')]).toEqual([0, 0]); s.tick(); check(s.get('q')).toBe(1)`},
		{"M45 a snapshot is a copy", `const s = simulate(Count); s.tickN(42); const kept = s.snapshot(); s.tickN(50); s.restore(kept); check([s.get('count'), s.cycle]).toEqual([42, 42]); s.tick(); check(s.get('count')).toBe(43); check(kept.cycleCount).toBe(42); check(kept.sequentialState.currentState.get('r')).toBe(42)`},
		{"M46 restoring brings inputs and switches back", `const s = simulate(Latch); const off = s.snapshot(); s.setNode('sw', 1); s.tick(); s.restore(off); check(s.get('q')).toBe(0); s.tick(); check(s.get('q')).toBe(0)`},
		{"M47 snapshots in any order", `const s = simulate(Count); const all = [0, 1, 2].map((i) => { s.tickN(i); return s.snapshot() }); for (const i of [2, 0, 1]) { s.restore(all[i]); s.tick(); check(s.get('count')).toBe([1, 2, 4][i]) }`},
		{"M48 history of registers, memory and text", `const s = simulate(Machine); check(s.historyIndex).toBe(0); s.tickN(8); check(s.historyIndex).toBe(8); check(s.state('con')).toBe('ABCDEFGH')
			for (let i = 0; i < 5; i++) check(s.stepBack()).not.toBeNull(); check([s.historyIndex, s.cycle, s.get('i')]).toEqual([3, 3, 3]); check(s.state('con')).toBe('ABC'); check(s.state('ram')).toEqual(new Map([[0, 1], [1, 2], [2, 3]])); check(s.session.getState().isViewingPast).toBe(true)
			s.stepForward(); check(s.state('con')).toBe('ABCD'); check(s.cycle).toBe(4); check(s.session.getState().history).toHaveLength(9)`},
		{"M49 no such entry", `const s = simulate(Count); check(s.stepBack()).toBeNull(); s.tickN(3); check(s.stepForward()).toBeNull(); check(s.seek(4)).toBeNull(); check(s.seek(-1)).toBeNull(); check(s.seek('x')).toBeNull(); check(s.seek(2)).toEqual({ index: 2, cycle: 2 })
			s.run({ speed: 60 }); check([s.stepBack(), s.stepForward(), s.seek(0)]).toEqual([null, null, null]); s.stop(); check(s.seek(0)).not.toBeNull(); check(simulate(Half).stepBack()).toBeNull()`},
		{"M50 ticking in the past discards what came after", `const s = simulate(Store); s.set({ we: 1 }); for (const data of [1, 2, 3, 4]) { s.set({ data }); s.tick() }
			s.seek(2); check(s.get('q')).toBe(2); s.set({ data: 9 }); s.tick(); check([s.get('q'), s.historyIndex]).toEqual([9, 3]); check(s.stepForward()).toBeNull(); s.stepBack(); check(s.get('q')).toBe(2)`},
		{"M51 a thousand entries", `const s = simulate(Count); s.tickN(999); check(s.historyIndex).toBe(999); check(s.seek(0)).toEqual({ index: 0, cycle: 0 }); s.seek(999); s.tickN(10); check(s.historyIndex).toBe(999)
			check(s.session.getState().history).toHaveLength(1000); check(s.seek(0)).toEqual({ index: 0, cycle: 10 }); check(s.get('count')).toBe(10); check(s.stepBack()).toBeNull()`},
		{"M52 automatic run", `const s = simulate(Count); s.run({ speed: 90 }); check(s.isRunning).toBe(true); s.tick(); s.tickN(5); check(s.cycle).toBe(0)
			await new Promise((done) => setTimeout(done, 1001)); check(s.cycle).toBe(90); s.stop(); check(s.isRunning).toBe(false); s.tick(); check(s.cycle).toBe(91)
			const h = simulate(Half); h.run({ speed: 10 }); check(h.isRunning).toBe(false)`},
		{"M52 slow runs tick in some frames only", `const s = simulate(Count); let frames = 0; s.run({ speed: 10, displayRate: 30 }); s.watch(() => frames++); await new Promise((done) => setTimeout(done, 1005)); check([s.cycle, frames]).toEqual([10, 10])`},
		{"M53 watchPort", `const s = simulate(Delay); const seen: number[] = []; s.set({ d: 1 }); const off = s.watchPort('q', (v) => seen.push(v)); s.tick(); s.tick(); s.set({ d: 0 }); s.tick()
			check(seen).toEqual([1, 0]); off(); s.set({ d: 1 }); s.tick(); check(seen).toEqual([1, 0]); check(() => s.watchPort('qq', () => {})).toThrow('Did you mean')`},
		{"watchPort tells new values, also when inputs are set first", `const s = simulate(Delay); const seen: number[] = []; s.watchPort('q', (v) => seen.push(v)); s.set({ d: 1 }); check(seen).toEqual([]); s.tick(); check(seen).toEqual([1]); check(s.get('q')).toBe(1)
			s.set({ d: 0 }); check(seen).toEqual([1]); s.tick(); check(seen).toEqual([1, 0]); const h = simulate(Half), sums: number[] = []; h.watchPort('sum', (v) => sums.push(v)); h.set({ b: 0 }); h.set({ a: 1 }); h.set({ b: 1 }); check(sums).toEqual([1, 0])
			const still = simulate(Delay), first: number[] = []; still.watchPort('q', (v) => first.push(v)); still.tick(); still.tick(); check(first).toEqual([0])`},
		{"M54 after dispose", `const s = simulate(Count); s.tickN(5); let told = 0; s.watch(() => told++); s.dispose(); s.tick(); s.tickN(3); s.reset(); s.set({}); check(s.get('count')).toBe(5); check(s.read()).toEqual({ count: 5 }); check(told).toBe(0); check(s.seek(0)).toBeNull()`},
		{"M76 equal calls, equal results", `const trace = () => { const s = simulate(Machine); s.tickN(20); return s.snapshot() }; check(trace()).toEqual(trace()); check(trace().portValues.get('__top__.i')).toBe(20)`},
		{"S15 options stay", `const s = simulate(Constant({ value: 5 })); check(s.get('out')).toBe(5); const m = simulate(Mux({ width: 4 })); check(m.read()).toEqual({ out: 0 })`},
		{"M61 a later circuit of the same name", `const make = (op) => circuit('Op', { inputs: { a: bit, b: bit }, outputs: { y: bit }, eval: op })
			const one = make(({ a, b }) => ({ y: a & b })), two = make(({ a, b }) => ({ y: a ^ b })); const get = (c) => { const s = simulate(c); s.set({ a: 1 }); return s.get('y') }; check([get(one), get(two), get(one)]).toEqual([0, 1, 0])`},
		{"M9 what is wrong with a circuit is thrown", `check(() => circuit('Bad', { inputs: { a: bit, b: bit }, outputs: { y: bit }, connect: ({ inputs: i, outputs: o }) => [i.a.to(o.y), i.b.to(o.y)] })).toThrow(/y/); check(() => simulate(5)).toThrow('expects a circuit, got number')`},
		{"M28 a loop that never settles", `const Ring = circuit('Ring', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Nand }, connect: ({ inputs: i, outputs: o, nodes }) => [i.a.to(nodes.n.a), nodes.n.out.to(nodes.n.b, o.y)] })
			const s = simulate(Ring); check(s.get('y')).toBe(1); check(() => s.set({ a: 1 })).toThrow('did not stabilize')
			s.set({ a: 0 }); check(s.get('y')).toBe(1)`},
	} {
		t.Run(c.name, func(t *testing.T) { passes(t, circuits, c.body) })
	}
}

func TestUsedMachinesBeginAnew(t *testing.T) {
	passes(t, circuits, `
		for (let i = 0; i < 20; i++) {
			const s = simulate(Store), m = simulate(Machine)
			check(s.get('q')).toBe(7); check(s.cycle).toBe(0); check(m.state('con')).toBe('')
			s.set({ data: i, we: 1 }); s.tick(); m.tickN(i); check(s.get('q')).toBe(i); check(m.get('i')).toBe(i)
			s.dispose(); m.dispose()
		}`)
}

func TestCallbacksIntoARunningMachine(t *testing.T) {
	r := run(t, `
let s: any
const C = circuit('C', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => { if (a && s) s.tick(); return { y: [a].map((v) => v)[0] } } })
test('a lambda that drives its own simulation', () => { s = simulate(C); expect(() => s.set({ a: 1 })).toThrow('drives its own simulation') })
test('a watcher may drive', () => {
  const w = simulate(And), seen: number[] = []
  w.watch(() => { seen.push(w.get('out')); if (seen.length < 3) w.set({ a: 1, b: 1 }) })
  w.set({ a: 1 }); expect(seen).toEqual([0, 1, 1])
})
test('a watcher that throws', () => { const w = simulate(And); w.watch(() => { throw new Error('no') }); expect(() => w.set({})).toThrow('no') })
`)
	require.Empty(t, failures(r))
	require.Equal(t, 3, r.Passed)
}

func TestManyCircuitsInOneTest(t *testing.T) {
	passes(t, "", `
		for (let i = 0; i < 600; i++) {
			const s = simulate(circuit('C' + i, { outputs: { y: bus(16) }, eval: () => ({ y: i }) }))
			check(s.get('y')).toBe(i)
			s.dispose()
		}`)
}

// set() takes numbers by the rule for values from outside, as the page and the command do.
func TestSetCutsAndRefuses(t *testing.T) {
	const io = "const Io = circuit('Io', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, eval: ({ a }) => ({ y: a }) })\n"
	r := with(t, Options{}, "import { test, expect } from '@simten/test'\nimport { simulate } from '@simten/core'\n"+io+`
test('cut', () => {
  const s = simulate(Io)
  for (const [given, want] of [[300, 44], [-1, 255], ['5', 5], ['0xff', 255], [true, 1], [-1n, 255], [2n ** 70n + 3n, 3], ["'A'", 65]] as any[]) {
    s.set({ a: given })
    expect(s.get('y')).toBe(want)
  }
})
test('cells', () => {
  const s = simulate(circuit('M', { inputs: { a: bus(2) }, outputs: { y: bus(8) }, nodes: { m: RAM({ addressWidth: 2, dataWidth: 8 }) }, connect: ({ inputs: i, outputs: o, nodes: { m } }) => [i.a.to(m.addr), m.data_out.to(o.y)] }))
  const cells: any = [300, -1, '0xff', "'A'"], want = new Map([[0, 44], [1, 255], [2, 255], [3, 65]])
  for (const image of [cells, { ...cells }, new Map(cells.map((v: any, i: number) => [i, v]))]) {
    s.setNode('m', image)
    expect(s.state('m')).toEqual(want)
  }
  s.setNode('m', [true, undefined, 7n, false])
  expect(s.state('m')).toEqual(new Map([[0, 1], [2, 7]]))
  for (const [cell, says] of [[3.7, "'m', address 1: 3.7 is"], ['ff', 'Write 0xff'], [NaN, 'NaN is not'], [null, 'not null'], [{}, 'not object']] as any[])
    expect(() => s.setNode('m', [1, cell])).toThrow(says)
  expect(s.state('m')).toEqual(new Map([[0, 1], [2, 7]]))
})
test('refuse', () => {
  const s = simulate(Io)
  for (const [given, says] of [[3.7, 'Write 3 or 4'], [NaN, 'NaN is not'], ['ff', 'Write 0xff'], ['', 'There is no number'], [null, 'not null'], [[1], 'not array']] as any[])
    expect(() => s.set({ a: given })).toThrow(says)
})
`, nil)
	require.Empty(t, errorsOf(r))
	for _, test := range r.Tests {
		require.Nil(t, test.Failure, "%s: %+v", test.Name, test.Failure)
	}
	require.Len(t, r.Tests, 3)
}
