package source

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDelegationToIterators: yield* closes an iterator that takes no exceptions, and a generator goes on with a TypeError.
func TestDelegationToIterators(t *testing.T) {
	const iterator = "const it = { [Symbol.iterator]() { return this }, next: () => ({ value: 1, done: false }), return() { log('return'); return {} } }; "
	for text, want := range map[string][]string{
		"function* g() { try { yield* it } catch (e) { log(e instanceof TypeError) } return 2 } const i = g(); i.next(); log(i.throw(5).value)":                     {"return", "true", "2"},
		"function* g() { yield* it } const i = g(); i.next(); try { i.throw(5) } catch (e) { log(e instanceof TypeError) } log(i.next().done)":                      {"return", "true", "true"},
		"const o = { *g() { return yield* [1, 2] }, async *h() { yield* [3] } }; log([...o.g()].join(), typeof o.h)":                                                {"1,2 function"},
		"async function f() { function* g() { yield* it } const i = g(); i.next(); try { i.throw(5) } catch (e) { log(e instanceof TypeError) } } f(); log('done')": {"return", "true", "done"},
	} {
		require.Equal(t, want, newRealmStub(10000).run(prepare(t, iterator+text).Program), text)
	}
}
