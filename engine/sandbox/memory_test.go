package sandbox

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// Memories beside other state, as dsl.md section 7.6 has them, on every backend.
func TestMemoryBesideOtherState(t *testing.T) {
	ports := "inputs: { addr: bus(5), din: bus(8), we: bit }, outputs: { dout: bus(8), count: bus(8), size: bus(8) }, "
	state := "state: { m: mem(16, 8, new Map([[3, 77]])), n: reg(8) }, eval: ({ addr, m, n }) => ({ dout: m[addr], count: n, size: m.size }), "
	for name, tick := range map[string]string{
		"by index":          "({ addr, din, we, m, n }) => { if (we) m[addr] = din; return { m, n: n + 1 } }",
		"by set":            "({ addr, din, we, m, n }) => { if (we) m.set(addr, din); return { m, n: n + 1 } }",
		"the result of set": "({ addr, din, we, m, n }) => ({ m: we ? m.set(addr, din) : m, n: n + 1 })",
		"a new Map":         "({ addr, din, we, m, n }) => ({ m: new Map([...m, ...(we ? [[addr, din]] : [])]), n: n + 1 })",
		"m is left out":     "({ addr, din, we, m, n }) => { if (!we) return { n: n + 1 }; m[addr] = din; return { n: n + 1, m } }",
	} {
		t.Run(name, func(t *testing.T) {
			on(t, one(ports+state+"onTick: "+tick), func(b *bench) {
				b.set(map[string]uint64{"addr": 3}).tick(1).expect("dout", 77).expect("count", 1)
				b.set(map[string]uint64{"addr": 9, "din": 5, "we": 1}).expect("dout", 0).tick(1).expect("dout", 5).expect("count", 2).expect("size", 2)
				s := b.snapshot()
				b.set(map[string]uint64{"din": 6}).tick(1).expect("dout", 6)
				b.set(map[string]uint64{"addr": 17}).tick(1).expect("dout", 0) // outside
				b.restore(s).expect("dout", 5).expect("count", 2).set(map[string]uint64{"we": 0}).tick(3).expect("dout", 5).expect("count", 5)
				b.reset().expect("dout", 0).set(map[string]uint64{"addr": 3}).expect("dout", 77).expect("count", 0)
			})
		})
	}
	t.Run("delete and clear", func(t *testing.T) {
		on(t, one("inputs: { all: bit }, outputs: { y: bus(8), z: bus(8), has: bit }, state: { m: mem(4, 8, new Map([[1, 5], [2, 6]])) }, eval: ({ m }) => ({ y: m[1], z: m[2], has: m.has(1) }), "+
			"onTick: ({ m, all }) => { if (all) m.clear(); else m.delete(1); return { m } }"), func(b *bench) {
			b.expect("y", 5).expect("has", 1).tick(1).expect("y", 0).expect("has", 0).expect("z", 6).set(map[string]uint64{"all": 1}).tick(1).expect("z", 0)
		})
	})
	t.Run("no address", func(t *testing.T) {
		on(t, one("outputs: { y: bit, z: bit }, state: { m: mem(4, 8, new Map([[1, 5]])) }, eval: ({ m }) => ({ y: m[-1] === undefined, z: m[1.5] === undefined })"), func(b *bench) {
			b.expect("y", 1).expect("z", 1)
		})
	})
	t.Run("no address is written", func(t *testing.T) {
		on(t, one("inputs: { a: bus(32) }, outputs: { y: bus(8), size: bus(8) }, state: { m: mem(4, 8, new Map([[1, 5]])) }, eval: ({ m }) => ({ y: m[1], size: m.size }), "+
			"onTick: ({ m, a }) => { m[a] = 7; m[a - 0.5] = 8; m[-0] = 9; m.note = 3; m.set(a, 6); return { m } }"), func(b *bench) {
			b.set(map[string]uint64{"a": 0xffffffff}).tick(1).expect("y", 5).expect("size", 2).set(map[string]uint64{"a": 1}).tick(1).expect("y", 6).expect("size", 2)
		})
	})
	t.Run("written in eval", func(t *testing.T) {
		for _, write := range []string{"m[0] = 1", "m[-1] = 1", "m.set(0, 1)", "m.clear()"} {
			for _, backend := range backends {
				_, err := compile(t, one("outputs: { y: bit }, state: { m: mem(4, 8) }, eval: ({ m }) => { "+write+"; return { y: 1 } }")).NewMachineOn(context.Background(), backend)
				require.ErrorContains(t, err, "A memory can be written in onTick only, not in eval", "%s %s", write, backend)
			}
		}
	})
	t.Run("swap two cells", func(t *testing.T) {
		on(t, one("outputs: { y: bus(8), z: bus(8) }, state: { m: mem(4, 8, new Map([[0, 1], [1, 2]])) }, eval: ({ m }) => ({ y: m[0], z: m[1] }), "+
			"onTick: ({ m }) => { const t = m[0]; m[0] = m[1]; m[1] = t; return { m } }"), func(b *bench) {
			b.tick(1).expect("y", 2).expect("z", 1).tick(1).expect("y", 1).expect("z", 2)
		})
	})
}
