package goja

import (
	"sync"
	"testing"
)

// backtracking are programs with a match that backtracks, in every way that a program can make one.
var backtracking = []string{
	`/(a+)+b/.test(text)`,
	`/^(?=(a+)+b)/.test(text)`,
	`/(?:a+)+(?!x)b/y.exec(text)`,
	`/(?=(a+)+b)/g[Symbol.match](text)`,
	`text.replace(/(?=(a+)+b)/g, "")`,
	`text.replace(/(?=(a+)+b)/, "")`,
	`text.split(/(?=(a+)+b)/)`,
	`text.search(/(?=(a+)+b)/)`,
	`text.match(/(?=(a+)+b)/)`,
	`[...text.matchAll(/(?=(a+)+b)/g)].length`,
	`text.replaceAll(/(?=(a+)+b)/g, "")`,
	`new RegExp("(?=(a+)+b)", "u").test(text)`,
	`let r = /x/; r.compile("(?=(a+)+b)"); r.test(text)`,
	`RegExp("(?=(a+)+b)", "gi").test(text)`,
	`let r = /(a+)+b/g; r.lastIndex = 1; r.test(text)`,
	`(text + "é").split(/(a+)+b/)`,
}

func work(t *testing.T, program *Program) (sum int) {
	r := New()
	r.CountMatching(func(n int) { sum += n })
	r.Set("text", "aaaaaaaaaaaaaaaa")
	if _, err := r.RunProgram(program); err != nil {
		t.Error(err)
	}
	return sum
}

// TestMatchesAreCounted: every match counts where its Runtime says, also when programs run at the same time in several
// Runtimes, and always the same.
func TestMatchesAreCounted(t *testing.T) {
	for _, text := range backtracking[1:] {
		program := MustCompile("", text, false)
		want := work(t, program)
		if text != backtracking[2] && text != backtracking[14] && text != backtracking[15] && want < 1<<16 {
			t.Errorf("%s counts %d", text, want)
		}
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				if got := work(t, program); got != want {
					t.Errorf("%s counts %d and %d", text, want, got)
				}
			})
		}
		group.Wait()
	}
}

// TestEndedMatches: what spend panics with ends the program, and the Runtime goes on working.
func TestEndedMatches(t *testing.T) {
	for _, text := range backtracking[1:2] {
		r := New()
		r.Set("text", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
		r.CountMatching(func(int) { panic(r.NewTypeError("enough")) })
		got, err := r.RunString("let told; try { " + text + " } catch (e) { told = e.message } told")
		if err != nil || got.String() != "enough" {
			t.Errorf("%s: %v %v", text, got, err)
		}
		r.CountMatching(nil)
		if got, err := r.RunString(`/(?=(a+)+b)/.test("aab")`); err != nil || !got.ToBoolean() {
			t.Error(got, err)
		}
	}
}
