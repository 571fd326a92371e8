package goja

import (
	"errors"
	"testing"
)

// Generators that delegate to themselves end as functions that call themselves do, and the runtime can be used again.
func TestDelegationsNest(t *testing.T) {
	r := New()
	r.SetMaxCallStackSize(1000)
	for range 3 {
		for _, endless := range []string{
			`function* g() { yield* g() } g().next()`,
			`function* a() { yield* b() } function* b() { yield* a() } [...a()]`,
			`function* h(n) { try { yield* h(n + 1) } catch (e) { yield* h(n + 2) } } for (const x of h(0)) {}`,
		} {
			_, err := r.RunString("{" + endless + "}")
			var overflow *StackOverflowError
			if !errors.As(err, &overflow) {
				t.Fatalf("%s: %v", endless, err)
			}
		}
		v, err := r.RunString(`{ function* tree(n) { if (n > 0) { yield* tree(n - 1); yield n } } [...tree(150)].length }`)
		if err != nil || v.ToInteger() != 150 {
			t.Fatal(v, err)
		}
	}
}
