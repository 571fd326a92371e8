package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRTLPrintsTheNetlist(t *testing.T) {
	code, out, errors := call(t, "rtl", "../../engine/synthesis/testdata/counter.ts")
	require.Equal(t, exitClean, code, errors)
	require.Contains(t, out, "module Counter\n")
	require.Contains(t, out, "register 0 Counter.count:8 start 250 next")
	code, out, errors = call(t, "rtl", "../../engine/synthesis/testdata/opaque.ts")
	require.Equal(t, exitClean, code, errors)
	require.Contains(t, out, "call 0 eval of x")
	require.Contains(t, errors, "onTick of Digits is not compiled")
	code, _, _ = call(t, "rtl", "../../engine/synthesis/testdata/counter.ts", "--circuit", "Nothing")
	require.Equal(t, exitErrors, code)
}
