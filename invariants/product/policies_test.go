package product

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPoliciesStandInOnePlace_A260(t *testing.T) {
	found, err := Policies(filepath.Join("..", ".."))
	require.NoError(t, err)
	require.Empty(t, found)
	require.DirExists(t, filepath.Join("..", "..", filepath.FromSlash(Home)))
}

func TestPoliciesFindsPlantedViolations(t *testing.T) {
	for file, c := range map[string]struct {
		content string
		found   bool
	}{
		"app-site/index.html":         {`<meta http-equiv="Content-Security-Policy" content="default-src *">`, true},
		"app-site/vite.config.ts":     {`export default { server: { headers: { 'cross-origin-opener-policy': 'x' } } }`, true},
		"app-site/src/a.ts":           {`meta.httpEquiv = 'Content-' + 'Security-Policy'`, true},
		"app-site/src/b.ts":           {`headers.get('Content-Security-Policy')`, false},
		"cmd/other/server.go":         {`package other; const h = "Permissions-Policy"`, true},
		"cmd/simten/headers/rules.go": {`package headers; const h = "Content-Security-Policy"`, false},
		"cmd/other/server_test.go":    {`package other; const h = "Content-Security-Policy"`, false},
		"app-site/dist/index.html":    {`<meta http-equiv="Content-Security-Policy">`, false},
		"docs/security.md":            {`Content-Security-Policy`, false},
	} {
		root := t.TempDir()
		path := filepath.Join(root, filepath.FromSlash(file))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(c.content), 0o644))
		found, err := Policies(root)
		require.NoError(t, err)
		if c.found {
			require.Len(t, found, 1, file)
			require.Contains(t, found[0], file)
		} else {
			require.Empty(t, found, file)
		}
	}
}
