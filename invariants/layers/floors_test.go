package layers

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/graph"
)

// The files of a package of the lowering lie on floors: a file uses declarations of files on lower floors only. So
// there is an order in which they can be read.
func TestFilesOfTheLoweringLieOnFloors(t *testing.T) {
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
	}
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles", Module+"/engine/lower/...")
	list.Dir = checkout
	out, err := list.Output()
	require.NoError(t, err)
	packages := map[string]listed{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
		packages[p.ImportPath] = p
	}
	seen := 0
	for name, p := range packages {
		inside := strings.TrimPrefix(name, Module+"/")
		if inside != "engine/lower" && !strings.HasPrefix(inside, "engine/lower/") || len(p.GoFiles) == 0 {
			continue
		}
		seen++
		fset := token.NewFileSet()
		var files []*ast.File
		for _, f := range p.GoFiles {
			tree, err := parser.ParseFile(fset, filepath.Join(p.Dir, f), nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			files = append(files, tree)
		}
		exports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(packages[path].Export) })
		uses, err := fileUses(fset, files, exports)
		require.NoError(t, err)
		for _, circle := range circlesOf(uses) {
			var names []string
			for _, i := range circle {
				names = append(names, p.GoFiles[i])
			}
			slices.Sort(names)
			require.Fail(t, "a circle", "files of %s that use each other in a circle: %v; move what one needs of a file above it to the file below", inside, names)
		}
	}
	require.Greater(t, seen, 10)
}

// fileUses gives for each file of a package those that declare what it uses.
func fileUses(fset *token.FileSet, files []*ast.File, exports types.Importer) ([][]int, error) {
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: exports}
	pkg, err := config.Check(files[0].Name.Name, fset, files, info)
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, f := range files {
		at[fset.Position(f.FileStart).Filename] = i
	}
	uses := make([][]int, len(files))
	for id, o := range info.Uses {
		if o.Pkg() != pkg {
			continue
		}
		switch o := o.(type) {
		case *types.Var:
			if o.IsField() || o.Parent() != pkg.Scope() {
				continue
			}
		case *types.Func, *types.TypeName, *types.Const:
		default:
			continue
		}
		from, to := at[fset.Position(id.Pos()).Filename], at[fset.Position(o.Pos()).Filename]
		if from != to && !slices.Contains(uses[from], to) {
			uses[from] = append(uses[from], to)
		}
	}
	return uses, nil
}

// circlesOf are the groups of files that use each other.
func circlesOf(uses [][]int) [][]int {
	var circles [][]int
	files := graph.New(len(uses), func(add func(from, to int)) {
		for from, list := range uses {
			for _, to := range list {
				add(from, to)
			}
		}
	})
	files.Components(func(component []int32) {
		if len(component) > 1 {
			var circle []int
			for _, i := range component {
				circle = append(circle, int(i))
			}
			circles = append(circles, circle)
		}
	})
	return circles
}

func TestFileUses(t *testing.T) {
	check := func(texts ...string) [][]int {
		fset := token.NewFileSet()
		var files []*ast.File
		for i, text := range texts {
			f, err := parser.ParseFile(fset, string(rune('a'+i))+".go", "package p\n"+text, parser.SkipObjectResolution)
			require.NoError(t, err)
			files = append(files, f)
		}
		uses, err := fileUses(fset, files, nil)
		require.NoError(t, err)
		return uses
	}
	down := check("type T struct{ f int }\nfunc (t *T) low() {}", "func (t *T) high() { t.low(); t.f = 1 }")
	require.Equal(t, [][]int{nil, {0}}, down)
	require.Empty(t, circlesOf(down))
	up := check("type T struct{}\nfunc (t *T) low() { t.high() }", "func (t *T) high() { t.low() }")
	require.Len(t, circlesOf(up), 1)
}
