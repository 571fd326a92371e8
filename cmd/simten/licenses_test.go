package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/notices"
)

func TestLicensesCommand(t *testing.T) {
	code, out, problems := call(t, "licenses")
	if _, err := notices.Licenses(); err != nil { // as in a test of sources that were never built
		require.ErrorIs(t, err, notices.ErrNone)
		require.Equal(t, exitErrors, code)
		require.Contains(t, problems, "make build")
		return
	}
	require.Equal(t, exitClean, code, problems)
	for _, part := range []string{"github.com/dop251/goja", "Permission is hereby granted", "Eclipse Public License - v 2.0", "SIL OPEN FONT LICENSE"} {
		require.Contains(t, out, part)
	}
	code, out, problems = call(t, "licenses", "--sbom")
	require.Equal(t, exitClean, code, problems)
	var bill struct {
		BomFormat, SpecVersion string
		Components             []struct{ Purl string }
	}
	require.NoError(t, json.Unmarshal([]byte(out), &bill))
	require.Equal(t, []string{"CycloneDX", "1.6"}, []string{bill.BomFormat, bill.SpecVersion})
	require.Greater(t, len(bill.Components), 20)
}
