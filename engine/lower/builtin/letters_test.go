package builtin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestTextsOfBits has numbers as texts of bits, which is how programs often count, turn around and look at bits.
func TestTextsOfBits(t *testing.T) {
	for name, c := range map[string]struct {
		body     string
		compiled bool
	}{
		"length":              {"return { o: a.toString(2).length }", true},
		"length of a few":     {"return { o: (a & 3).toString(2).length * 10 + d.toString(2).length }", true},
		"count by filter":     {"return { o: a.toString(2).split('').filter((x) => x === '1').length }", true},
		"count by spread":     {"return { o: [...b.toString(2)].filter((x) => x === '1').length }", true},
		"count by split":      {"return { o: (c >>> 0).toString(2).split('1').length - 1 }", true},
		"zeros by split":      {"return { o: a.toString(2).split('0').length - 1 }", true},
		"count by replaceAll": {"return { o: b.toString(2).replaceAll('0', '').length }", true},
		"none left":           {"return { o: a.toString(2).replaceAll('0', '') ? 1 : 2 }", true},
		"for of":              {"let n = 0; for (const x of a.toString(2)) n = n * 3 + (x === '1' ? 2 : 1); return { o: n }", true},
		"numbers":             {"return { o: [...a.toString(2)].map(Number).reduce((x, y) => x + y, 0) }", true},
		"padded":              {"return { o: [...a.toString(2).padStart(8, '0')].reduce((n, x, i) => n + (x === '1' ? 1 << i : 0), 0) }", true},
		"padded too little":   {"const s = a.toString(2).padStart(4, '0'); return { o: s.length * 10 + (s[0] === '1' ? 1 : 0) }", true},
		"padded at the end":   {"const s = (a & 15).toString(2).padEnd(6, '1'); return { o: s.length * 10 + (s[4] === '1' ? 1 : 0) + (s[1] === '1' ? 2 : 0) }", true},
		"a letter":            {"const s = a.toString(2); return { o: s[b & 7] === '1' ? 1 : s.charAt(2) === '' ? 2 : s.at(-1) === '1' ? 3 : 4 }", true},
		"includes":            {"return { o: a.toString(2).includes('0') ? a.toString(2).indexOf('0') : 20 }", true},
		"turned around":       {"return { o: parseInt(a.toString(2).padStart(8, '0').split('').reverse().join(''), 2) }", true},
		"turned, not padded":  {"return { o: parseInt([...a.toString(2)].reverse().join(''), 2) }", true},
		"there and back":      {"return { o: parseInt(a.toString(2), 2) ^ Number.parseInt(b.toString(2), 2) }", true},
		"none":                {"return { o: parseInt(a.toString(2).replaceAll('1', '').replaceAll('0', ''), 2) | 0 }", true},
		"of bits":             {"return { o: parseInt([d, a & 1, (b >> 2) & 1, 1].join(''), 2) }", true},
		"a palindrome":        {"const s = a.toString(2).padStart(8, '0'); let ok = 1; for (let i = 0; i < 4; i++) if (s[i] !== s[7 - i]) ok = 0; return { o: ok }", true},
		"a large number":      {"return { o: ((c >>> 0) * 1048576).toString(2).length }", true},
		"as a condition":      {"return { o: a.toString(2) ? 3 : 4 }", true},
		"its type":            {"return { o: typeof a.toString(2) === 'string' ? 3 : 4 }", true},
		"negative":            {"return { o: (a - 9).toString(2).length }", false},
		"a fraction":          {"return { o: (a / 2).toString(2).length }", false},
		"decimal":             {"return { o: a.toString().length * 1000 + Number((b & 63).toString().padStart(3, '0')) }", true},
		"hexadecimal":         {"return { o: a.toString(16).length * 100 + parseInt((b & 31).toString(36), 36) }", true},
		"some digits":         {"return { o: b.toString().length }", true},
		"many digits":         {"return { o: (c >>> 0).toString().length }", false},
		"no base":             {"return { o: a.toString(b & 7 | 2).length }", false},
		"compared":            {"return { o: (a.toString(2) === '101' ? 1 : 0) + ('1' === (b & 3).toString(2) ? 2 : 0) + (a.toString(2) !== '' ? 4 : 0) + (a.toString(2).padStart(8, '0') == '00000110' ? 8 : 0) }", true},
		"one of some":         {"switch ((b & 7).toString(2)) { case '0': return { o: 3 }; case '11': return { o: 4 }; case '011': return { o: 5 }; default: return { o: ['100', '1'].includes((b & 7).toString(2)) ? 6 : 7 } }", true},
		"compared with such":  {"return { o: a.toString(2) === b.toString(2) ? 1 : 0 }", false},
		"appended":            {"return { o: (a.toString(2) + '0').length }", false},
		"as a number":         {"return { o: Number(a.toString(2)) & 255 }", true},
		"parts":               {"return { o: a.toString(2).split('1')[0].length }", false},
		"parsed decimal":      {"return { o: parseInt(a.toString(2)) & 255 }", true},
		"joined with commas":  {"return { o: [...a.toString(2)].join(',').length }", false},
		"a key":               {"return { o: { 1: 5, 10: 6 }[(a & 3).toString(2)] ?? 7 }", true},
		"a key, padded":       {"return { o: ({ '00': 1, '01': 2, '10': 3, '11': 4 })[(a & 3).toString(2).padStart(2, '0')] }", true},
		"a key of a Map":      {"return { o: (byBits.get((a & 3).toString(2).padStart(2, '0')) ?? 0) * 10 + (byBits.get(b.toString(2)) ?? 5) + (byBits.has((b & 1).toString(2)) ? 100 : 0) }", true},
		"a key of a Set":      {"return { o: (bits.has((a & 7).toString(2)) ? 1 : 0) + (bits.has(b.toString(2)) ? 2 : 0) + (numbers.has(a.toString(2)) ? 4 : 0) + (numbers.get(a.toString(2)) ?? 8) }", true},
		"a key in it":         {"return { o: ((a & 7).toString(2) in { 1: 1, 101: 2 } ? 1 : 0) + (new Map([['10', 7]]).get((b & 3).toString(2)) ?? 20) }", true},
		"a character":         {"const s = String.fromCharCode(b); return { o: s.charCodeAt(0) + s.length + (s.at(0) === s ? 1 : 0) + s.codePointAt() }", true},
		"upper case":          {"return { o: String.fromCharCode(a & 127).toUpperCase().charCodeAt(0) * 1000 + String.fromCharCode(a & 127).toLowerCase().charCodeAt(0) }", true},
		"not plain":           {"return { o: String.fromCharCode(a).toUpperCase().charCodeAt(0) }", false},
		"whole":               {"return { o: (Number.isInteger(a / 4) ? 1 : 0) + (Number.isSafeInteger(c * 1e12 / 3) ? 2 : 0) + (Number.isInteger(1 / (a & 1)) ? 4 : 0) + (Number.isInteger(NaN * a) ? 8 : 0) + (Number.isSafeInteger(b * 2 ** 45) ? 16 : 0) }", true},
		"an array of digits":  {"return { o: [a, b].join('').length }", true},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const byBits = new Map([['00', 1], ['01', 2], ['10', 3], ['11', 4], ['1', 6]]), bits = new Set(['1', '11', '110']), numbers = new Map([[1, 2], [10, 3]]); "+
				"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+c.body+" } })")
			require.Equal(t, c.compiled, len(p.Hints) == 0, "%v", p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
}
