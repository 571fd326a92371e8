package builtin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestDigitsOfManyNumbers: the digits of a number of which there are many are letters.
func TestDigitsOfManyNumbers(t *testing.T) {
	lowertest.AgreeInEach(t, lowertest.EvalAfter(""), map[string]string{
		"reversed":              "return { o: parseInt((c & 0xffff).toString(16).split('').reverse().join(''), 16) }",
		"filled, reversed":      "return { o: parseInt([...(c >>> 0).toString(16).padStart(8, '0')].reverse().join(''), 16) }",
		"one of them":           "const s = (c >>> 0).toString(16); return { o: (s[0] === 'f' ? 1 : 0) + (s[1] === 'a' ? 2 : 0) + s.length * 4 + (s.at(-1) === '0' ? 64 : 0) }",
		"upper, a part":         "const s = (c >>> 0).toString(16).toUpperCase(); return { o: parseInt(s.slice(-2), 16) * 2 + (s.slice(0, 1) === 'C' ? 1 : 0) + s.slice(1, -1).length * 512 }",
		"counted":               "let n = 0; for (const x of (c >>> 0).toString(16)) n = n * 2 + (x >= 'a' ? 1 : 0); return { o: n }",
		"of few bits":           "return { o: (c >>> 0).toString(8).length * 64 + (c >>> 0).toString(4).length + parseInt((c & 0x7ff).toString(32), 32) * 4096 }",
		"decimal":               "return { o: (a * 999).toString().length + (b & 2047).toString(10).length * 16 + parseInt([...(b & 4095).toString().padStart(4, '0')].reverse().join('')) * 256 }",
		"looked for":            "return { o: ((c >>> 0).toString(16).includes('e') ? 1 : 0) + ({ 1234: 3, ffff: 6, 0: 9 }[(c & 0xffff).toString(16)] ?? 1) * 2 + ((c & 0xffff).toString(16) === 'fffe' ? 64 : 0) }",
		"counted in a variable": "const s = (c >>> 0).toString(2); let n = 0, run = 0; for (const x of s) { if (x === '1') run++; else run = 0; n = Math.max(n, run) } return { o: n * 64 + s.length }",
		"by their places":       "const s = (c >>> 0).toString(2).padStart(32, '0'); let n = 0; for (let i = 0; i < 32; i++) if (s[i] === '1') n++; for (let i = 0; i < s.length; i += 2) n += s[i] === '0' ? 64 : 0; return { o: n }",
		"the last one":          "const s = (c >>> 0).toString(2); return { o: s.lastIndexOf('1') * 64 + s.lastIndexOf('0') + s.lastIndexOf('2') + 1 }",
		"their codes":           "const s = (c >>> 0).toString(16); return { o: s.charCodeAt(0) + (s.charCodeAt(1) || 3) * 256 + (s.charCodeAt() === s.charCodeAt(a & 7) ? 1 << 20 : 0) }",
		"begin and end":         "const s = (c >>> 0).toString(16); return { o: (s.startsWith('f') ? 1 : 0) + (s.startsWith('80') ? 2 : 0) + (s.endsWith('f') ? 4 : 0) + (s.endsWith('ff') ? 8 : 0) + (s.endsWith('') ? 16 : 0) + (s.startsWith('123456789') ? 32 : 0) }",
		"parts between":         "const s = (c >>> 0).toString(16); return { o: (parseInt(s.substring(1, 3), 16) || 5) + s.substring(2).length * 256 + s.substring(3, 3).length * 4096 + (s.substring(0, 99).length === s.length ? 1 << 20 : 0) }",
		"lower again":           "return { o: parseInt((c & 0xfff).toString(16).toUpperCase().toLowerCase().replaceAll('a', ''), 16) || 7 }",
	})
}

// TestBigintsBesideFractions compares the value of a wide port with numbers that may not be whole.
func TestBigintsBesideFractions(t *testing.T) {
	lowertest.AgreeInEach(t, lowertest.EvalAfter(""), map[string]string{
		"a constant": "return { o: (w > 1.5 ? 1 : 0) + (w >= 1.5 ? 2 : 0) + (w < 1.5 ? 4 : 0) + (w <= 1.5 ? 8 : 0) + (1.5 < w ? 16 : 0) + (1.5 <= w ? 32 : 0) + (1.5 > w ? 64 : 0) + (1.5 >= w ? 128 : 0) + (w == 1.5 ? 256 : 0) + (1.5 != w ? 512 : 0) }",
		"below 0":    "const v = -w; return { o: (v > -1.5 ? 1 : 0) + (v >= -1.5 ? 2 : 0) + (v < -1.5 ? 4 : 0) + (-0.5 <= v ? 8 : 0) + (-0.5 > v ? 16 : 0) + (v == -0.5 ? 32 : 0) }",
		"a quotient": "const v = w & 255n, k = a / 2; return { o: (v > k ? 1 : 0) + (v >= k ? 2 : 0) + (v < k ? 4 : 0) + (v <= k ? 8 : 0) + (k < v ? 16 : 0) + (k <= v ? 32 : 0) + (k > v ? 64 : 0) + (k >= v ? 128 : 0) + (v == k ? 256 : 0) + (k != v ? 512 : 0) }",
	})
}

// TestForInOfTexts goes over the places of a text.
func TestForInOfTexts(t *testing.T) {
	p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { let s = a; for (const i in 'aé😀') s = s * 3 + Number(i) * (i === '2' ? 5 : 7); return { o: s } } })")
	require.Empty(t, p.Hints)
	lowertest.Agree(t, p, 50, 5)
}

// TestLettersOfTexts goes over the letters of a text that is one of several, of which some are longer than others.
func TestLettersOfTexts(t *testing.T) {
	lowertest.AgreeInEach(t, lowertest.EvalAfter(""), map[string]string{
		"of a list":     "const s = ['add', 'subtract', 'xör', '😀x'][a & 3]; let n = 0; for (const x of s) n = (n * 31 + (x === 'ö' ? 5 : x === '😀' ? 9 : x === 'd' ? 2 : 1)) & 0xffff; return { o: n + [...s].length * 65536 }",
		"of a template": "const s = `H${a % 10}:${b & 31}`; return { o: [...s].map((x) => x.charCodeAt(0)).reduce((n, x) => (n * 31 + x) >>> 0, 7) }",
		"of a number":   "const s = String(b & 255); return { o: [...s].reverse().map(Number).reduce((n, x) => n * 10 + x, 0) + s.split('').length * 4096 + Array.from(s, Number).reduce((n, x) => n + x) * 65536 }",
		"or nothing":    "const s = a & 1 ? '' : b & 1 ? 'x' : 'yz'; let n = 1; for (const x of s) { if (x === 'y') continue; n = n * 4 + (x === 'z' ? 2 : 3) } return { o: n }",
	})
}
