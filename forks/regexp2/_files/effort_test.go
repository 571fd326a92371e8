package regexp2

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestWorkIsToldInPortions(t *testing.T) {
	var told []int
	var e Effort
	e.To(func(n int) { told = append(told, n) })
	for range (portion - 1) / stepCost {
		e.step(0)
	}
	if len(told) > 0 {
		t.Fatal("told too early", told)
	}
	e.step(-16 * portion)
	e.step(0)
	if want := []int{(portion-1)/stepCost*stepCost + stepCost + portion}; !slices.Equal(told, want) {
		t.Fatal(told, "instead of", want)
	}
	e.Match("ab", 1<<20, false)
	if told[1] != 1<<16+stepCost {
		t.Fatal(told[1])
	}
	e.Match("(a{1000})", 1<<20, true)
	if told[2] <= 1<<24 {
		t.Fatal(told[2])
	}
	e.To(nil)
	e.step(1 << 30)
	e.Match("a", 1<<30, true)
	if len(told) != 3 {
		t.Fatal("nobody wants to know", told)
	}
	var none *Effort
	none.step(1)
	none.Match("a", 1, true)
}

func TestStates(t *testing.T) {
	for expression, want := range map[string]int{
		"": 0, "abc": 3, "a{10}": 50, "a{2,}": 10, "(a{10}){3,20}": 13 * 200, `a\{10}`: 6, "{": 1, "a{99999999999}b{9}": maxStates,
	} {
		if got := States(expression); got != want {
			t.Errorf("%s has %d instead of %d", expression, got, want)
		}
	}
}

// TestMatchesAreCountedApart: expressions that share a program count to where each of them was told to, also at the
// same time, and the same match always takes the same.
func TestMatchesAreCountedApart(t *testing.T) {
	shared := MustCompile(`(a+)+b`, ECMAScript)
	work := func(text string) (sum int) {
		var e Effort
		e.To(func(n int) { sum += n })
		for range 20 {
			if found, err := shared.Counting(&e).FindRunesMatch([]rune(text)); found != nil || err != nil {
				t.Error(found, err)
			}
		}
		return sum
	}
	want := map[string]int{}
	for n := 8; n < 16; n++ {
		text := strings.Repeat("a", n)
		want[text] = work(text)
	}
	if want[strings.Repeat("a", 15)] < 50*want[strings.Repeat("a", 8)] {
		t.Fatal("backtracking is not counted", want)
	}
	var group sync.WaitGroup
	for text, n := range want {
		group.Go(func() {
			if got := work(text); got != n {
				t.Errorf("%d instead of %d", got, n)
			}
		})
	}
	if _, err := shared.FindRunesMatch([]rune("aaaaaaaaaa")); err != nil { // counted nowhere
		t.Error(err)
	}
	group.Wait()
}

// TestSpendEndsAMatch: a panic of spend leaves the expression as good as before.
func TestSpendEndsAMatch(t *testing.T) {
	shared := MustCompile(`(a+)+b`, ECMAScript)
	var e Effort
	e.To(func(int) { panic("enough") })
	func() {
		defer func() {
			if recover() != "enough" {
				t.Error("it did not end")
			}
		}()
		_, _ = shared.Counting(&e).FindRunesMatch([]rune(strings.Repeat("a", 40)))
	}()
	if m, err := shared.FindRunesMatch([]rune("aaab")); m == nil || err != nil {
		t.Error(m, err)
	}
}
