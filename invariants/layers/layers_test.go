package layers

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const checkout = "../.."

func table(t *testing.T) []Rule {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(checkout, "docs", "architecture.md"))
	require.NoError(t, err)
	rules, err := Parse(string(page))
	require.NoError(t, err)
	return rules
}

func TestPackagesKeepToTheTable(t *testing.T) {
	packages, err := Read(checkout)
	require.NoError(t, err)
	require.Greater(t, len(packages), 10)
	require.Empty(t, Check(table(t), packages))
}

// The table itself must not give away what the architecture promises.
func TestTheTableKeepsItsPromises(t *testing.T) {
	for _, r := range table(t) {
		for _, name := range r.Outside {
			if name == "syscall/js" {
				require.Contains(t, []string{"engine/dom"}, r.Package, "who may touch the browser")
			}
			if name == "net" || name == "net/http" {
				require.Contains(t, []string{"cmd/simten/site", "cmd/simten/npm", "cmd/simten/store", "cmd/simten/studio", "cmd/simten/mcp"}, r.Package, "who may use the network")
			}
			if name == "github.com/stretchr/testify" || name == "testing" {
				require.Fail(t, "testing belongs into tests", r.Package)
			}
		}
		if isGenerator := filepath.Base(r.Package) == "gen"; len(r.Package) > 7 && r.Package[:7] == "engine/" && !isGenerator {
			for _, name := range []string{"os", "path/filepath", "os/exec", "net", "net/http", "syscall"} {
				require.NotContains(t, r.Outside, name, "%s and the machine it runs on", r.Package)
			}
		}
	}
}

// Data of the compiler, passes and back ends do without the interpreter of the language, its parser and what makes
// netlists, also by way of others: a backend can be built and tested without them.
func TestBackEndsLinkNoFrontEnd(t *testing.T) {
	rules := map[string]Rule{}
	for _, r := range table(t) {
		rules[r.Package] = r
	}
	for _, back := range []string{
		"engine/word", "engine/netlist", "engine/opt", "engine/opt/sink", "engine/opt/tabulate", "engine/opt/region", "engine/sim/image", "engine/sim/fault", "engine/sim/interp",
		"engine/sim/wasmgen", "engine/sim/tier", "engine/sim/specialize", "engine/sim/batch", "engine/ask/probe",
	} {
		require.Contains(t, rules, back)
		require.Empty(t, linked(rules, back, map[string]bool{}, func(name string) bool {
			return slices.ContainsFunc([]string{"github.com/dop251/goja", "github.com/evanw/esbuild", "engine/realm", "engine/source", "engine/lower", "engine/synthesis"}, func(front string) bool {
				return name == front || strings.HasPrefix(name, front+"/")
			})
		}), back)
	}
	require.Equal(t, []string{"engine/sim/host > engine/realm", "engine/sim/host > engine/sim/fields > engine/realm"},
		linked(rules, "engine/sim/host", map[string]bool{}, func(name string) bool { return name == "engine/realm" }))
}

// Values of the lowering and what operators make of them do without the interpreter of the language and its tree; the
// packages above read both.
func TestValuesOfTheLoweringLinkNoInterpreter(t *testing.T) {
	rules := map[string]Rule{}
	for _, r := range table(t) {
		rules[r.Package] = r
	}
	for _, name := range []string{"domain", "choice", "scalar", "heap", "text", "operator"} {
		require.Contains(t, rules, "engine/lower/"+name)
		require.Empty(t, linked(rules, "engine/lower/"+name, map[string]bool{}, func(name string) bool {
			return name == "github.com/dop251/goja" || name == "engine/realm" || name == "engine/source"
		}), name)
	}
}

// linked gives the ways on which a package may come to one that is wanted.
func linked(rules map[string]Rule, from string, seen map[string]bool, wanted func(name string) bool) (ways []string) {
	for _, name := range slices.Concat(rules[from].Outside, rules[from].Imports) {
		if wanted(name) {
			ways = append(ways, from+" > "+name)
		} else if !seen[name] {
			seen[name] = true
			for _, way := range linked(rules, name, seen, wanted) {
				ways = append(ways, from+" > "+way)
			}
		}
	}
	return ways
}

const page = `# Page

| package | may import | and from outside |
|---|---|---|
| ` + "`engine/circuit`" + ` | | ` + "`github.com/agnivade/levenshtein`" + ` |
| ` + "`engine/realm`" + ` | above | ` + "`github.com/dop251/goja`" + ` |
| ` + "`engine/protocol`" + ` | ` + "`engine/circuit`" + ` | |
| ` + "`wasm`" + ` | ` + "`engine/realm`, `engine/protocol`" + ` | ` + "`syscall/js`" + ` |

After the table | is | not read |
`

func TestParse(t *testing.T) {
	rules, err := Parse(page)
	require.NoError(t, err)
	require.Equal(t, []Rule{
		{"engine/circuit", nil, []string{"github.com/agnivade/levenshtein"}},
		{"engine/realm", []string{"engine/circuit"}, []string{"github.com/dop251/goja"}},
		{"engine/protocol", []string{"engine/circuit"}, nil},
		{"wasm", []string{"engine/realm", "engine/protocol"}, []string{"syscall/js"}},
	}, rules)

	for name, bad := range map[string]string{
		"no table":    "# Page",
		"cells":       Marker + "\n|---|---|---|\n| `a` | `b` |\n",
		"no name":     Marker + "\n|---|---|---|\n| a | | |\n",
		"two rows":    Marker + "\n|---|---|---|\n| `a` | | |\n| `a` | | |\n",
		"two at once": Marker + "\n|---|---|---|\n| `a`, `b` | | |\n",
	} {
		_, err := Parse(bad)
		require.Error(t, err, name)
	}
}

// Each kind of violation, planted in a checkout of its own, is found and named.
func TestPlantedViolations(t *testing.T) {
	rules, err := Parse(page)
	require.NoError(t, err)
	honest := map[string]string{
		"engine/circuit/a.go":     "package circuit\nimport \"fmt\"\nvar _ = fmt.Sprint",
		"engine/realm/a.go":       "package realm\nimport (\n\t\"github.com/dop251/goja/ast\"\n\t\"simten.dev/engine/circuit\"\n)",
		"engine/protocol/a.go":    "package protocol\nimport \"simten.dev/engine/circuit\"",
		"wasm/a.go":               "//go:build js\n\npackage main\nimport \"syscall/js\"",
		"engine/realm/a_test.go":  "package realm\nimport (\n\t\"os\"\n\t\"net/http\"\n)",
		"build/wasm/product.go":   "package product\nimport \"os\"",
		"node_modules/x/other.go": "package other\nimport \"os\"",
	}
	cases := map[string]struct{ file, source, want string }{
		"nothing":           {"", "", ""},
		"down the road":     {"engine/circuit/b.go", `import "simten.dev/engine/realm"`, "engine/circuit/b.go imports simten.dev/engine/realm: engine/circuit may not know it"},
		"by another name":   {"engine/circuit/b.go", `import x "simten.dev/engine/realm"`, "may not know it"},
		"browser":           {"engine/realm/b.go", `import "syscall/js"`, "it gives a way out of engine/realm"},
		"other platform":    {"engine/realm/b_windows.go", `import "syscall"`, "it gives a way out"},
		"file system":       {"engine/realm/b.go", `import "os"`, "it gives a way out"},
		"programs":          {"engine/realm/b.go", `import "os/exec"`, "it gives a way out"},
		"network":           {"engine/realm/b.go", `import "net/http"`, "it gives a way out"},
		"unsafe":            {"engine/realm/b.go", `import _ "unsafe"`, "it gives a way out"},
		"addresses are not": {"engine/realm/b.go", `import "net/url"`, ""},
		"another module":    {"engine/circuit/b.go", `import "github.com/dop251/goja"`, "not one that engine/circuit may use"},
		"similar name":      {"engine/realm/b.go", `import "github.com/dop251/goja_nodejs"`, "not one that"},
		"protocol":          {"engine/protocol/b.go", `import "simten.dev/engine/realm"`, "may not know it"},
		"no row":            {"engine/extra/b.go", "", "engine/extra has no row"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			write := func(file, source string) {
				path := filepath.Join(root, filepath.FromSlash(file))
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
				require.NoError(t, os.WriteFile(path, []byte(source), 0o644))
			}
			for file, source := range honest {
				write(file, source)
			}
			if c.file != "" {
				write(c.file, "package b\n"+c.source)
			}
			packages, err := Read(root)
			require.NoError(t, err)
			wrong := Check(rules, packages)
			if c.want == "" {
				require.Empty(t, wrong)
				return
			}
			require.Len(t, wrong, 1)
			require.Contains(t, wrong[0], c.want)
		})
	}

	wrong := Check(rules, nil)
	require.Len(t, wrong, len(rules))
	require.Contains(t, wrong[0], "no Go files")
}
