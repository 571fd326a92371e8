package yosys_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/std"
	"simten.dev/engine/yosys"
)

// wholeDesigns are the designs of bench/verilog, by the name of their top module.
func wholeDesigns(t *testing.T) map[string][]string {
	t.Helper()
	designs := map[string][]string{}
	folders, err := filepath.Glob("../../bench/verilog/*")
	require.NoError(t, err)
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.v"))
		require.NoError(t, err)
		if len(files) > 0 {
			designs[filepath.Base(folder)] = files
		}
	}
	return designs
}

// imported are the programs of the fixtures, and of the whole designs when Yosys is installed.
func imported(t *testing.T) map[string]string {
	t.Helper()
	programs := map[string]string{}
	add := func(name string, netlist []byte, o yosys.Options) {
		n, err := yosys.Decode(netlist)
		require.NoError(t, err)
		r, err := yosys.Import(n, o)
		require.NoError(t, err)
		programs[name] = r.Program
	}
	files, err := filepath.Glob("testdata/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		add(name, data, yosys.Options{ResetPulses: true})
		add(name+"_steps", data, yosys.Options{Steps: true})
	}
	if _, err := exec.LookPath("yosys"); err != nil {
		t.Log("yosys is not installed, so the types of the fixtures are checked only, and no whole designs")
		return programs
	}
	for top, files := range wholeDesigns(t) {
		add("design_"+top, netlistOf(t, files, top), yosys.Options{Top: top})
	}
	return programs
}

// TestTypes gives imported programs to TypeScript, with the declarations of the editor: it must have no complaint.
func TestTypes(t *testing.T) {
	tsc, err := filepath.Abs("../../node_modules/.bin/tsc")
	require.NoError(t, err)
	if _, err := os.Stat(tsc); err != nil {
		t.Skip("needs the TypeScript compiler: run npm ci at the top of the repository")
	}
	folder := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	write("language.d.ts", std.Declarations())
	write("tsconfig.json", `{ "compilerOptions": { "target": "ES2023", "module": "ESNext", "moduleResolution": "bundler", "lib": ["ES2023"],
		"types": [], "strict": false, "noEmit": true, "moduleDetection": "force" }, "include": ["*.ts"] }`)
	for name, text := range imported(t) {
		write(name+".ts", text)
	}
	out, err := exec.CommandContext(t.Context(), tsc, "-p", folder).CombinedOutput()
	require.NoError(t, err, "%.6000s", out)
}

// TestNoWarnings compiles imported programs: the engine has no warning that the design itself does not deserve.
func TestNoWarnings(t *testing.T) {
	deserved := map[string]circuit.Code{
		"decade": circuit.CodeLoop, // its reset ends itself
	}
	for name, text := range imported(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compiled, err := sandbox.Compile(context.Background(), sandbox.Source{Text: text}, sandbox.LimitsOf(limits.Default))
			require.NoError(t, err)
			defer compiled.Close()
			var told []string
			for _, d := range compiled.Diagnostics {
				if d.Severity != circuit.Info && deserved[strings.TrimSuffix(name, "_steps")] != d.Code {
					told = append(told, fmt.Sprintf("%s: %s", d.Code, d.Message))
				}
			}
			require.Empty(t, told, "%s", text)
		})
	}
}
