package sandbox_test

import "testing"

const stacks = `const Colour = { count: 0 }
const bits = (x: number) => [0, 1, 2, 3, 4, 5].map((i) => (x >> i) & 1)
`

// TestLastItems has arrays whose length depends on values, and whose last item is read and changed by its index.
func TestLastItems(t *testing.T) {
	compareClasses(t, stacks, []classCase{
		// The lengths of runs.
		{"(() => { const runs: number[] = []; let last = -1; for (const b of bits(x)) { if (b === last) runs[runs.length - 1]++; else { runs.push(1); last = b } } return Math.max(...runs) * 8 + runs.length })()", true},
		// A stack machine: what there is on the stack depends on the bits.
		{"(() => { const s = [x]; for (const b of bits(x)) { if (b) s.push(s[s.length - 1] * 3 + 1); else s[s.length - 1] ^= 5 } return s[s.length - 1] })()", true},
		{"(() => { const s = [x, 7]; for (const b of bits(x).slice(0, 4)) { if (b) s.push(s.length); else { const top = s.pop()!; s[s.length - 1] = top } } return s.length })()", true},
		// There may be nothing on it.
		{"(() => { const s: number[] = []; if (x & 1) s.push(x); if (x & 2) s.push(3); s[s.length - 1] += 4; return s.length * 64 + (s[s.length - 1] ?? 50) })()", true},
		{"(() => { const s: number[] = []; if (x & 1) s.push(x); return s[s.length - 1] === undefined ? 1 : 2 })()", true},
		{"(() => { const s: number[] = []; if (x & 1) s.push(x); if (x & 4) s.push(9); return (s.at(-1) ?? 77) + s.length })()", true},
		{"(() => { const s = [1, 2, 3, 4].filter((n) => (x >> n) & 1); s[s.length - 1] = 8; return s.join('') === '' ? 5 : s.length })()", true},
		// The last but one, and an index from before the array changed.
		{"(() => { const s = [5]; if (x & 1) s.push(6); if (x & 2) s.push(7); return (s[s.length - 2] ?? 40) + s[s.length - 1] })()", true},
		{"(() => { const s = [5]; if (x & 1) s.push(6); const at = s.length - 1; if (x & 2) s.push(7); s[at] += 10; return s[0] * 100 + (s[1] ?? 0) * 10 + (s[2] ?? 0) })()", true},
		// Records and lists.
		{"(() => { const s = [{ v: 1, n: 1 }]; for (const b of bits(x)) { const top = s[s.length - 1]; if (top.v === b) top.n++; else s.push({ v: b, n: 1 }) } return s.map((e) => e.n * (e.v + 2)).reduce((a, b) => a + b) })()", true},
		{"(() => { const groups: number[][] = [[]]; for (const b of bits(x)) { if (b) groups.push([]); groups[groups.length - 1].push(b) } return groups.length * 10 + groups[groups.length - 1].length })()", true},
	})
}
