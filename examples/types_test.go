package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/std"
)

// TestTypes checks that the editor has nothing to underline in the examples: what it knows of the language and the
// library is enough for the TypeScript compiler.
func TestTypes(t *testing.T) {
	tsc, err := filepath.Abs("../node_modules/.bin/tsc")
	require.NoError(t, err)
	if _, err := os.Stat(tsc); err != nil {
		t.Skip("needs the TypeScript compiler: run npm ci at the top of the repository")
	}
	packages, err := filepath.Abs("../node_modules")
	require.NoError(t, err)
	for pattern, options := range map[string]string{
		"*/circuit.ts":  "",
		"learn/*/s*.ts": "",
		"*/circuit*.ts": `"skipLibCheck": true,`, // with circuit.test.ts: vitest's own declarations ask for those of Node
	} {
		dir := t.TempDir()
		write := func(name, text string) {
			require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		write("language.d.ts", std.Declarations())
		write("tsconfig.json", `{ "compilerOptions": { "target": "ES2023", "module": "ESNext", "moduleResolution": "bundler", "lib": ["ES2023"],
			"types": [], `+options+` "strict": true, "noEmit": true, "moduleDetection": "force" }, "include": ["**/*.ts"] }`)
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			write(file, string(text))
		}
		require.NoError(t, os.Symlink(packages, filepath.Join(dir, "node_modules")))
		out, err := exec.Command(tsc, "-p", dir).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
}
