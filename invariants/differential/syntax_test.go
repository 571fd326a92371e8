package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// same runs programs in the reference and natively, and compares what they observe.
func same(t *testing.T, programs ...string) {
	t.Helper()
	r, err := newReference()
	require.NoError(t, err)
	defer r.close()
	var list []body
	for i, text := range programs {
		list = append(list, body{i, text})
	}
	want, err := r.run(t.Context(), list)
	require.NoError(t, err)
	got, err := engine{newNative()}.run(t.Context(), list)
	require.NoError(t, err)
	for i, text := range programs {
		require.Equal(t, want[i], got[i], "%s", text)
	}
}

// An expression on the next line is no operand of yield, and yield is nothing that is called.
func TestYieldAtTheEndOfALine(t *testing.T) {
	const drive = "\nconst i = g(); for (let n = 0; n < 4; n++) log(i.next(n))"
	same(t,
		"function* g() { var y = yield\n({ a: [].b } = ''); return y }"+drive,
		"function* g() { var y = yield\n[1]; return y }"+drive,
		"function* g() { yield\n`a` }"+drive,
		"function* g() { const a = [yield, yield 1, (yield)]; const q = (yield) ? 1 : 2; return [a, q] }"+drive,
		"function* g() { return yield, yield }"+drive,
		"function* g() { return (yield)\n(1) }"+drive,
	)
}

// for await asks of iterators what the language asks of them.
func TestForAwaitHoldsIteratorsToTheirRules(t *testing.T) {
	const iterators = `const make = (kind, mode, n) => ({ [kind]() { if (mode === 'none') return 5; let i = 0; return {
  next() { log('next'); const v = mode === 'result' ? 5 : { value: i, done: i++ >= n }; return kind === Symbol.asyncIterator ? Promise.resolve(v) : v },
  return() { log('return'); const v = mode === 'value' ? 5 : {}; return kind === Symbol.asyncIterator ? Promise.resolve(v) : v },
} } });
`
	var programs []string
	for _, kind := range []string{"Symbol.iterator", "Symbol.asyncIterator"} {
		for _, mode := range []string{"", "none", "result", "value"} {
			for _, end := range []string{"", "break", "throw new RangeError()", "continue", "return 7"} {
				programs = append(programs, iterators+"(async () => { for await (const x of make("+kind+", '"+mode+"', 2)) { $t(); log(x); "+end+" } })().then((v) => log('yes', v), (e) => log('no', e))")
			}
		}
	}
	same(t, programs...)
}
