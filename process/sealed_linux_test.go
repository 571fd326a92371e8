package process

import (
	"fmt"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/limits"
	"simten.dev/engine/sandbox"
	"simten.dev/process/seal"
)

// A sandbox process is filtered in all its threads before it hears of any circuit, and still compiles and runs them.
func TestTheChildIsSealed_A308(t *testing.T) {
	if available := seal.Available(); !available.Seccomp {
		t.Skipf("this kernel has no seccomp: %s", available.Missing)
	}
	started, err := Self().Start(limits.Limits{}.Fill())
	require.NoError(t, err)
	child := started.(*link)
	defer func() {
		child.Kill()
		_ = child.Wait()
	}()
	tasks := fmt.Sprintf("/proc/%d/task", child.command.Process.Pid)
	sealed := regexp.MustCompile(`NoNewPrivs:\t1\n(?s:.*)Seccomp:\t2\n`)
	require.Eventually(t, func() bool {
		threads, err := os.ReadDir(tasks)
		if err != nil {
			return false
		}
		for _, thread := range threads {
			status, err := os.ReadFile(tasks + "/" + thread.Name() + "/status")
			if err != nil || !sealed.Match(status) {
				return false
			}
		}
		return len(threads) > 1
	}, time.Minute, 20*time.Millisecond)

	s := open(t, sandbox.Config{})
	for range 20 {
		x, err := s.Execute(t.Context(), "() => { let t = 0; for (let i = 0; i < 1e5; i++) t += [i].length; return t }", nil)
		require.NoError(t, err)
		require.Equal(t, "100000", string(x.Result))
	}
}
