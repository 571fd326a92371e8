//go:build !js

package sandbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sim/wasmgen"
)

// TestNetlists writes the netlist of every example, every benchmark circuit and of random files, with the hash of the
// code generated for each, into the folder that SIMTEN_NETLISTS names. A change of the compiler that is to change
// nothing is made between two of these folders, which `diff -r` then compares:
//
//	SIMTEN_NETLISTS=/tmp/before go test ./engine/sandbox -run TestNetlists -count 1
//	SIMTEN_NETLISTS=/tmp/after go test ./engine/sandbox -run TestNetlists -count 1
//	diff -r --exclude times.txt /tmp/before /tmp/after
//
// times.txt has the processor time of the lowering of each example and benchmark circuit in milliseconds, the least of
// some tries, and their sum. SIMTEN_NETLISTS_RANDOM says how many random files there are, SIMTEN_NETLISTS_TRIES how
// many tries.
func TestNetlists(t *testing.T) {
	folder := os.Getenv("SIMTEN_NETLISTS")
	if folder == "" {
		t.Skip("SIMTEN_NETLISTS names no folder")
	}
	number := func(variable string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
			return n
		}
		return otherwise
	}
	require.NoError(t, os.MkdirAll(folder, 0o755))
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}

	var times strings.Builder
	var total time.Duration
	tries := number("SIMTEN_NETLISTS_TRIES", 3)
	for _, pattern := range []string{"../../examples/*/circuit.ts", "../../examples/learn/*/solution.ts", "../../bench/*/circuit.ts"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			content, err := os.ReadFile(file)
			require.NoError(t, err)
			name := strings.ReplaceAll(strings.TrimPrefix(filepath.Dir(file), "../../"), "/", "-")
			text, least := netlistOf(t, string(content))
			for range tries - 1 {
				again, took := netlistOf(t, string(content))
				require.Equal(t, text, again, "%s: a netlist must be the same each time", name)
				least = min(least, took)
			}
			write(name+".txt", text)
			fmt.Fprintf(&times, "%8.1f %s\n", float64(least.Microseconds())/1000, name)
			total += least
		}
	}
	fmt.Fprintf(&times, "%8.1f sum\n", float64(total.Microseconds())/1000)
	write("times.txt", times.String())

	count := number("SIMTEN_NETLISTS_RANDOM", 2000)
	for k, kind := range randomKinds {
		var all strings.Builder
		for seed := range uint64(count / len(randomKinds)) {
			text, _ := netlistOf(t, writeRandomFile(rand.New(rand.NewPCG(seed, uint64(k))), kind))
			fmt.Fprintf(&all, "--- seed %d\n%s", seed, text)
		}
		write("random-"+strings.ReplaceAll(kind.name, " ", "-")+".txt", all.String())
	}
}

// netlistOf compiles a text. It gives the netlist with the messages, a hash of the code that is generated for
// browsers, and the processor time of compiling, all of the engine included.
func netlistOf(t *testing.T, text string) (string, time.Duration) {
	t.Helper()
	before := processorTime(t)
	c := compile(t, text)
	took := processorTime(t) - before
	defer c.Close()
	var b strings.Builder
	for _, d := range c.Diagnostics {
		fmt.Fprintln(&b, d.Error())
	}
	if c.Design == nil {
		return b.String(), took
	}
	m, _, err := c.Lower(context.Background())
	require.NoError(t, err)
	b.WriteString(m.String())
	switch s, err := wasmgen.NewStandalone(m); {
	case errors.Is(err, wasmgen.ErrNeedsHost):
	case err != nil:
		fmt.Fprintln(&b, err)
	default:
		fmt.Fprintf(&b, "code %x\n", sha256.Sum256(s.Code))
	}
	return b.String(), took
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
