package realm

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMain ends the tests with one sentence where the interpreter is not our fork, instead of with what follows from
// it.
func TestMain(m *testing.M) {
	if !ThisInterpreter().Forked() {
		fmt.Println("The tests are built with goja as published, without our corrections and limits: run `make forks` first. " +
			"It writes a go.work, by which the go command takes the forks in build/forks (see forks/README.md).")
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestTheInterpreterSaysWhatItIs(t *testing.T) {
	i := ThisInterpreter()
	require.Regexp(t, `^v\d`, i.Version)
	require.Contains(t, i.Lanes, "security")
	require.Contains(t, i.Lanes, "correctness")
	require.Contains(t, i.String(), "with our edits (security, correctness")
	require.Equal(t, "goja as published", Interpreter{}.String())

	r, err := New(Options{})
	require.NoError(t, err)
	require.NotNil(t, r.matching, "the lane security")
	require.Equal(t, slices.Contains(i.Lanes, "speed"), r.faster != nil)
}
