package process

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/limits"
	"simten.dev/engine/sandbox"
)

//	go test ./process -run '^$' -bench .

// A cold call starts a process for one execution.
func BenchmarkColdCall(b *testing.B) {
	for b.Loop() {
		s := open(b, sandbox.Config{Processes: 1})
		once(b, s)
		s.Close()
	}
}

// noting remembers the process that it started last.
type noting struct {
	*Home
	process int
}

func (n *noting) Start(l limits.Limits) (sandbox.Link, error) {
	started, err := n.Home.Start(l)
	if err == nil {
		n.process = started.(*link).command.Process.Pid
	}
	return started, err
}

// A warm call has a fresh realm in a process that is there already.
func BenchmarkWarmCall(b *testing.B) {
	home := &noting{Home: Self()}
	s, err := sandbox.New(sandbox.Config{Home: home, Processes: 1})
	require.NoError(b, err)
	defer s.Close()
	once(b, s)
	for b.Loop() {
		once(b, s)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
	b.ReportMetric(residentMebibytes(strconv.Itoa(home.process)), "MiB") // of the sandbox process
}

// Calls from many goroutines, on as many processes as there are processors.
func BenchmarkCallsPerSecond(b *testing.B) {
	s := open(b, sandbox.Config{})
	once(b, s)
	b.ResetTimer()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			once(b, s)
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
}

const aCounter = `circuit('Counter', { outputs: { n: bus(32) }, state: { r: reg(32) }, eval: ({ r }) => ({ n: r }), onTick: ({ r }) => ({ r: r + 1 }) })`

// Cycles of a small circuit across the pipe, by how many a call asks for.
func BenchmarkCycles(b *testing.B) {
	s := open(b, sandbox.Config{})
	m, err := s.Simulate(context.Background(), sandbox.Source{Text: aCounter})
	require.NoError(b, err)
	defer m.Close()
	for _, n := range []int{1, 100, 10_000, 1_000_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				_, err := m.Step(context.Background(), n)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.N)*float64(n)/b.Elapsed().Seconds(), "cycles/s")
		})
	}
}
