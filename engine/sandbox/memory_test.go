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
	t.Run("gone through while it changes", func(t *testing.T) { // as a Map is, but in the order of the addresses
		ports := "inputs: { w: bus(3) }, outputs: { y: bus(32), z: bus(8), n: bus(8) }, state: { m: mem(8, 8, new Map([[5, 6], [1, 2]])), s: reg(32) }, eval: ({ m, s }) => ({ y: s, z: m[7], n: m.size }), "
		for name, c := range map[string]struct {
			body    string
			y, z, n uint64
		}{
			"all":                            {"for (const [k, v] of m) s = s * 100 + k * 10 + v", 1256, 0, 2},
			"set ahead":                      {"for (const [k, v] of m) { s = s * 10 + v; if (k < 3) m[k + 1] = v + 1 }", 2346, 0, 4},
			"set behind":                     {"for (const [k, v] of m) { s = s * 10 + v; m[0] = 9 }", 26, 0, 3},
			"deleted ahead":                  {"for (const k of m.keys()) { s = s * 10 + k; m.delete(5) }", 1, 0, 1},
			"cleared":                        {"for (const v of m.values()) { s = s * 10 + v; m.clear(); m[7] = 4 }", 24, 4, 1},
			"forEach":                        {"m.forEach((v, k) => { s = s * 10 + v; if (k === 1) { m.delete(5); m[6] = 3 } })", 23, 0, 2},
			"an iterator that is at its end": {"const it = m.keys(); for (const k of it) s = s * 10 + k; m[7] = 1; for (const k of it) s = 99", 15, 1, 3},
			"an iterator that waits":         {"const it = m.keys(); m[7] = 1; for (const k of it) s = s * 10 + k", 157, 1, 3},
		} {
			t.Run(name, func(t *testing.T) {
				on(t, one(ports+"onTick: ({ m, w }) => { let s = 0; "+c.body+"; return { m, s } }"), func(b *bench) {
					b.tick(1).expect("y", c.y).expect("z", c.z).expect("n", c.n)
				})
			})
		}
	})
	t.Run("swap two cells", func(t *testing.T) {
		on(t, one("outputs: { y: bus(8), z: bus(8) }, state: { m: mem(4, 8, new Map([[0, 1], [1, 2]])) }, eval: ({ m }) => ({ y: m[0], z: m[1] }), "+
			"onTick: ({ m }) => { const t = m[0]; m[0] = m[1]; m[1] = t; return { m } }"), func(b *bench) {
			b.tick(1).expect("y", 2).expect("z", 1).tick(1).expect("y", 1).expect("z", 2)
		})
	})
}
