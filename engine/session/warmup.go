package session

import (
	"context"
	"time"
)

// Practice runs the engine while nobody waits. A browser compiles well what ran often, so the first large circuit is
// then there in half the time; docs/performance/engine-module.md has the figures.
type Practice struct {
	rounds int
	spent  time.Duration
	failed bool
}

const (
	// practiceRounds is after how many compiles more of them gain little.
	practiceRounds = 24
	// practiceTime ends it earlier on a slow machine.
	practiceTime = 1500 * time.Millisecond
)

// Round compiles and runs one circuit, which takes some tens of milliseconds at first, and reports whether another
// round is of use. An error only ends the practice.
func (p *Practice) Round(ctx context.Context, engine Engine, clock func() time.Time) (more bool, err error) {
	if p.over() {
		return false, nil
	}
	start := clock()
	err = compileAndStep(ctx, engine, practiceSource)
	p.rounds++
	p.spent += clock().Sub(start)
	p.failed = err != nil
	return !p.over(), err
}

func (p *Practice) over() bool {
	return p.failed || p.rounds >= practiceRounds || p.spent >= practiceTime
}

// practiceSource does what programs of large circuits do: names made by templates, lists, closures, wiring by index.
const practiceSource = `const random = (() => {
  let seed = 1
  return (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return (seed >>> 8) % below
  }
})()

const Twist = circuit('Twist', {
  inputs: { a: bus(8), b: bus(8) },
  outputs: { out: bus(8) },
  eval: ({ a, b }) => ({ out: ((a << 5) | (a >>> 3)) ^ b }),
})

const kinds = [() => Adder({ width: 8 }), () => BusXor({ width: 8 }), () => Subtractor({ width: 8 }), () => Twist]
const nodes: Record<string, any> = { on: Constant({ value: 1, width: 1 }), off: Constant({ value: 0, width: 1 }) }
const chains: { kind: number; other: number }[][] = []
for (let i = 0; i < 10; i++) {
  nodes['r' + i] = Register({ width: 8, value: random(200) })
  const chain = []
  for (let k = 0; k < 6; k++) {
    const kind = k === 5 ? 0 : random(4)
    chain.push({ kind, other: random(10) })
    nodes[` + "`n${i}_${k}`" + `] = kinds[kind]()
  }
  chains.push(chain)
}

export const Practice = circuit('Practice', {
  outputs: { out: bus(8) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const list = [n.r0.q.to(outputs.out)]
    for (let i = 0; i < 10; i++) {
      let value = n[` + "`r${i}`" + `].q
      chains[i].forEach(({ kind, other }, k) => {
        const op = n[` + "`n${i}_${k}`" + `]
        list.push(value.to(op.a), n[` + "`r${other}`" + `].q.to(op.b))
        if (kind === 0) list.push(n.off.out.to(op.carry_in))
        if (kind === 2) list.push(n.off.out.to(op.borrow_in))
        value = kind === 0 ? op.sum : kind === 2 ? op.difference : op.out
      })
      const { data, we, rst } = n[` + "`r${i}`" + `]
      list.push(value.to(data), n.on.out.to(we), n.off.out.to(rst))
    }
    return list
  },
})`
