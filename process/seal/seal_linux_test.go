//go:build amd64 || arm64

package seal

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type told struct {
	Report  Report
	Outcome map[string]string
}

// attack builds the attacker and runs it with the needs. Without cgo, Landlock reaches all threads.
func attack(t *testing.T, cgo string, needs Needs, files ...string) told {
	t.Helper()
	program := filepath.Join(t.TempDir(), "attacker")
	build := exec.Command("go", "build", "-o", program, "./testdata/attacker")
	build.Env = append(os.Environ(), "CGO_ENABLED="+cgo)
	output, err := build.CombinedOutput()
	require.NoError(t, err, "%s", output)
	text, err := json.Marshal(needs)
	require.NoError(t, err)
	run := exec.Command(program, append([]string{string(text)}, files...)...)
	run.Stderr = os.Stderr
	out, err := run.Output()
	require.NoError(t, err)
	var result told
	require.NoError(t, json.Unmarshal(out, &result))
	return result
}

// needsKernel skips a test on a kernel that has neither.
func needsKernel(t *testing.T) Report {
	t.Helper()
	available := Available()
	if !available.Seccomp {
		t.Skipf("this kernel has no seccomp: %s", available.Missing)
	}
	return available
}

// Attempts of code that has broken out of the interpreter, in a process that needs nothing.
func TestASealedProcessReachesNothing_A308(t *testing.T) {
	needsKernel(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, []byte("text"), 0o600))
	for _, cgo := range []string{"0", "1"} {
		t.Run("cgo "+cgo, func(t *testing.T) {
			result := attack(t, cgo, Needs{}, file)
			require.True(t, result.Report.Seccomp, "%+v", result.Report)
			if _, err := landlockVersion(); err == nil && cgo == "0" {
				require.Positive(t, result.Report.Landlock, "%+v", result.Report)
				require.Empty(t, result.Report.Missing)
			}
			require.Greater(t, len(result.Outcome), 40)
			for name, outcome := range result.Outcome {
				want := "refused"
				if name == "clone3" {
					want = "function not implemented"
				}
				require.Equal(t, want, outcome, name)
			}
		})
	}
}

// A command reads and writes its own files, and nothing else of the above goes through.
func TestASealedCommandReachesItsFilesOnly_A308(t *testing.T) {
	needsKernel(t)
	if _, err := landlockVersion(); err != nil {
		t.Skipf("this kernel has no Landlock: %v", err)
	}
	root := t.TempDir()
	read, write, other := filepath.Join(root, "read"), filepath.Join(root, "write"), filepath.Join(root, "other")
	var files []string
	for _, folder := range []string{read, write, other} {
		require.NoError(t, os.Mkdir(folder, 0o700))
		file := filepath.Join(folder, "file")
		require.NoError(t, os.WriteFile(file, []byte("text"), 0o600))
		files = append(files, file)
	}
	needs := Needs{Files: true, Read: []string{read, filepath.Join(root, "missing")}, Write: []string{write}, Network: true}
	result := attack(t, "0", needs, files...)
	open := map[string]bool{
		"read " + files[0]: true, "read " + files[1]: true, "write " + files[1]: true, "create beside " + files[1]: true,
		"socket of family 2": true, "socket of family 10": true,
	}
	for name, outcome := range result.Outcome {
		switch {
		case open[name]:
			require.Equal(t, "went through", outcome, name)
		case name == "clone3":
			require.Equal(t, "function not implemented", outcome)
		case name == "connect": // the descriptor is no socket
			require.Equal(t, "socket operation on non-socket", outcome)
		default:
			require.Equal(t, "refused", outcome, name)
		}
	}
	require.FileExists(t, files[1]+".new")
}

// A kernel that has one of them only, or none, is told of.
func TestAReportSaysWhatIsMissing(t *testing.T) {
	for want, r := range map[string]Report{
		"Landlock (version 7) and seccomp":                {Landlock: 7, Seccomp: true},
		"seccomp (no Landlock: function not implemented)": {Seccomp: true, Missing: "no Landlock: function not implemented"},
		"none (no Landlock: a; no seccomp: b)":            {Missing: "no Landlock: a; no seccomp: b"},
	} {
		require.Equal(t, want, r.String())
	}
	require.False(t, strings.HasPrefix(needsKernel(t).String(), "none"))
}
