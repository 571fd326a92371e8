package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"simten.dev/engine/protocol"
	"simten.dev/engine/std"
)

// SetupInput is what setup_project takes.
type SetupInput struct {
	Dir            string `json:"dir,omitempty" jsonschema:"the project, a folder below that of the server; default: that folder"`
	PackageManager string `json:"packageManager,omitempty" jsonschema:"for the command in next; default: the one whose lock file is there, else npm"`
}

// SetupOutput is the result of this tool.
type SetupOutput struct {
	Ready            bool     `json:"ready"`
	Root             string   `json:"root"`
	PackageManager   string   `json:"packageManager"`
	CircuitExtension string   `json:"circuitExtension" jsonschema:"of circuit files: .ts, or .mts where the package is of CommonJS"`
	Steps            []string `json:"steps"`
	Next             string   `json:"next"`
}

// managers are the package managers with their lock files and their commands.
var managers = []struct{ name, lock, install string }{
	{"pnpm", "pnpm-lock.yaml", "pnpm add -D typescript tsx"},
	{"yarn", "yarn.lock", "yarn add -D typescript tsx"},
	{"bun", "bun.lock", "bun add -d typescript tsx"},
	{"bun", "bun.lockb", "bun add -d typescript tsx"},
	{"npm", "package-lock.json", "npm install -D typescript tsx"},
}

// declarationsName is the file by which editors know the language and the library.
const declarationsName = "simten.d.ts"

const tsconfig = `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "NodeNext",
    "moduleResolution": "NodeNext",
    "strict": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["circuits"]
}
`

func setupProject() (*tool, error) {
	return define(about{
		name: "setup_project", title: "Set up a project",
		description: "Makes a folder a project for circuits: package.json, tsconfig.json, circuits/ and the types of the language for the " +
			"editor. It changes nothing that is there but a missing \"type\": \"module\", and may be called again. Checking, running and " +
			"verifying need no setup; nothing is installed.",
		changes: true,
		edit:    func(p map[string]*jsonschema.Schema) { p["packageManager"].Enum = []any{"npm", "pnpm", "yarn", "bun"} },
	}, setup)
}

func setup(_ context.Context, c *call, in SetupInput) (*SetupOutput, string, error) {
	dir := "."
	var err error
	if in.Dir != "" {
		if dir, err = c.below(in.Dir); err != nil {
			return nil, "", err
		}
	}
	out := &SetupOutput{
		Root: filepath.Join(c.options.Root, dir), CircuitExtension: ".ts", Steps: []string{},
		PackageManager: in.PackageManager,
	}
	root, err := os.OpenRoot(c.options.Root)
	if err != nil {
		return nil, "", c.unwritable(dir, err)
	}
	defer root.Close()
	if err := root.MkdirAll(filepath.Join(dir, circuitsFolder), 0o755); err != nil {
		return nil, "", c.unwritable(dir, err)
	}
	if out.PackageManager == "" {
		out.PackageManager = "npm"
		for _, manager := range managers {
			if _, err := root.Stat(filepath.Join(dir, manager.lock)); err == nil {
				out.PackageManager = manager.name
				break
			}
		}
	}
	step, extension, err := packageFile(root, dir, out.Root)
	if err != nil {
		return nil, "", c.unwritable(filepath.Join(dir, "package.json"), err)
	}
	out.Steps, out.CircuitExtension = append(out.Steps, step), extension
	for _, f := range []struct{ name, text string }{
		{"tsconfig.json", tsconfig},
		{filepath.Join(circuitsFolder, declarationsName), std.Declarations()},
	} {
		path, written, err := c.write(dir, f.name, f.text)
		if err != nil {
			return nil, "", err
		}
		if written {
			out.Steps = append(out.Steps, path+": written")
		} else {
			out.Steps = append(out.Steps, path+": there already")
		}
	}
	out.Ready = true
	out.Next = "Write circuits/NAME.circuit" + out.CircuitExtension + " and call check_circuit. For types in an editor, the human may run: "
	for _, manager := range managers {
		if manager.name == out.PackageManager {
			out.Next += manager.install
			break
		}
	}
	return out, strings.Join(out.Steps, "\n") + "\n" + out.Next, nil
}

// notInNames is what names of packages do not have.
var notInNames = regexp.MustCompile(`[^a-z0-9._-]+`)

// packageFile makes package.json, or adds the module type where it says none. A file of CommonJS, and one that cannot
// be read, is left alone.
func packageFile(root *os.Root, dir, folder string) (step, extension string, err error) {
	name := filepath.Join(dir, "package.json")
	text, err := root.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		id := strings.Trim(notInNames.ReplaceAllString(strings.ToLower(filepath.Base(folder)), "-"), "-._")
		if id == "" {
			id = "simten-circuits"
		}
		text := fmt.Sprintf("{\n  \"name\": %q,\n  \"private\": true,\n  \"type\": \"module\"\n}\n", id)
		return name + ": written", ".ts", root.WriteFile(name, []byte(text), 0o644)
	}
	if err != nil {
		return "", "", err
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return name + ": cannot be read, left alone", ".mts", nil
	}
	switch kind := fields["type"]; {
	case string(kind) == `"module"`:
		return name + ": there already", ".ts", nil
	case kind != nil:
		return name + ": of CommonJS, left alone", ".mts", nil
	}
	brace := bytes.IndexByte(text, '{')
	rest := text[brace+1:]
	comma := ","
	if len(fields) == 0 {
		comma = ""
	}
	added := append(append(append([]byte{}, text[:brace+1]...), "\n  \"type\": \"module\""+comma...), rest...)
	if json.Unmarshal(added, &fields) != nil {
		return name + ": left alone", ".mts", nil
	}
	return name + ": \"type\": \"module\" added", ".ts", root.WriteFile(name, added, 0o644)
}

// RunOnFPGAInput is what run_on_fpga takes.
type RunOnFPGAInput struct {
	Project     string `json:"project" jsonschema:"the project to build"`
	Firmware    string `json:"firmware,omitempty" jsonschema:"a file of C or Rust"`
	TimeoutMs   int    `json:"timeout_ms,omitempty" jsonschema:"time to listen to the serial line"`
	Match       string `json:"match,omitempty" jsonschema:"a regular expression that ends the listening"`
	NoFlash     bool   `json:"no_flash,omitempty" jsonschema:"only build"`
	FullRebuild bool   `json:"full_rebuild,omitempty" jsonschema:"use no kept bitstream"`
}

// RunOnFPGAOutput is what it will give.
type RunOnFPGAOutput struct{}

func runOnFPGA() (*tool, error) {
	return define(about{
		name: "run_on_fpga", title: "Run on a chip",
		description: "Not there yet: builds for a chip are not part of this version, and every call says so. Verify in simulation " +
			"(verify_circuit), and tell the human that timing on a chip is not covered.",
	}, func(context.Context, *call, RunOnFPGAInput) (*RunOnFPGAOutput, string, error) {
		return nil, "", failed(protocol.ErrUnavailable, "This version of Simten does not build for chips.",
			"Verify in simulation, and say that timing on a chip is not covered.", "verify_circuit")
	})
}
