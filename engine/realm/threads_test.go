package realm

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/source"
)

// TestSeveralRealms: realms work at the same time in one process, as in a server that holds several, and each counts
// its own regular expressions. With -race it also shows that they share nothing that is written.
func TestSeveralRealms(t *testing.T) {
	run := func(text string) string {
		r, err := New(Options{Steps: 200_000})
		if err != nil {
			return err.Error()
		}
		script, problems := source.Prepare("main.ts", text, source.Options{Library: r.LibraryNames(), MaxBytes: 1 << 20})
		if len(problems) == 0 {
			problems = r.Run(context.Background(), script, nil)
		}
		told := fmt.Sprint(len(r.Circuits()), r.steps)
		for _, p := range problems {
			told += fmt.Sprint(" ", p.Code, p.Line, p.Message)
		}
		return told
	}
	texts := []string{
		"for (let i = 0; i < 50; i++) circuit(`A${i}`, { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not }, " +
			"connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)] })",
		"let s = 0\nfor (let i = 0; i < 3000; i++) s += `node${i}`.length * Math.imul(i, 3)\nif (s < 0) throw 1",
		"const found = /^(?=(a+)+b)/.test('a'.repeat(12))",
		"const a = 1\nconst endless = /^(?=(a+)+b)/.test('a'.repeat(40))",
	}
	want := map[string]string{}
	for _, text := range texts {
		want[text] = run(text)
	}
	require.Contains(t, want[texts[3]], fmt.Sprint(circuit.CodeTimeLimit, 2))
	require.Contains(t, want[texts[3]], "200,000 steps and was stopped here, inside the built-in function RegExp")
	require.Equal(t, "50", want[texts[0]][:2])
	var group sync.WaitGroup
	for range 2 {
		for text, told := range want {
			group.Go(func() {
				if got := run(text); got != told {
					t.Errorf("%s\nalone %s\ntogether %s", text, told, got)
				}
			})
		}
	}
	group.Wait()
}
