package session

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
)

// gradeOf is a request to judge a submission.
func gradeOf(source string) protocol.Request {
	return protocol.Request{Type: protocol.TypeGrade, Grade: &protocol.GradeRequest{
		Source: source, Parts: []string{"Not"},
		Tests: "test('the opposite', () => { const s = simulate(submission); s.set({ a: 1 }); expect(s.get('y')).toBe(0) })",
	}}
}

const inverter = `circuit('Inverter', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not },
  connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)] })`

func TestGrading(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	reply := b.ask(gradeOf(inverter))
	require.Nil(t, reply.Error)
	require.Equal(t, protocol.VerdictPassed, reply.Grade.Verdict)
	require.Equal(t, [2]int{1, 1}, [2]int{reply.Grade.Gates, reply.Grade.Depth})
	require.Nil(t, reply.Status, "there is no circuit in the slot")

	// The slot's own circuit goes on as if nothing had been.
	require.Nil(t, b.ask(compileOf(counter)).Error)
	b.ask(setOf("step", 2))
	b.ask(tickOf(3))
	failed := b.ask(gradeOf(strings.Replace(inverter, "n.out.to(outputs.y)", "inputs.a.to(outputs.y)", 1)))
	require.Equal(t, protocol.VerdictFailed, failed.Grade.Verdict)
	c := failed.Grade.Tests[0].Case
	require.Equal(t, "y", c.Port)
	require.Equal(t, "0", c.Expected)
	require.Equal(t, "1", c.Got)
	require.Equal(t, "1", c.Inputs[0].Value.String())
	require.Equal(t, uint64(3), failed.Status.Cycle)
	require.Equal(t, uint64(5), b.ask(tickOf(2)).Status.Cycle)
}

func TestGradingEndsWhatDoesNotEnd(t *testing.T) {
	limits := protocol.DefaultLimits
	limits.RunMilliseconds = 300
	b := newNative(t, limits)
	require.Equal(t, protocol.VerdictStopped, b.ask(gradeOf("while (true) {}")).Grade.Verdict)
	endless := gradeOf(inverter)
	endless.Grade.Tests = "test('endless', () => { while (true) {} })"
	require.Equal(t, protocol.VerdictStopped, b.ask(endless).Grade.Verdict)
	require.Equal(t, protocol.VerdictPassed, b.ask(gradeOf(inverter)).Grade.Verdict)
}
