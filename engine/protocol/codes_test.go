package protocol

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

const top = "../.."

// sources are the files below some folders with an extension, tests left out.
func sources(t *testing.T, extension string, folders ...string) []string {
	t.Helper()
	var list []string
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(top, folder), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && slices.Contains([]string{"node_modules", "testdata", "dist", "test"}, entry.Name()):
				return fs.SkipDir
			case strings.HasSuffix(path, "_test.go"), strings.HasSuffix(path, ".test.ts"):
			case strings.HasSuffix(path, extension):
				list = append(list, path)
			}
			return nil
		})
		require.NoError(t, err)
	}
	require.NotEmpty(t, list)
	return list
}

// No code outside the list is written anywhere: Go would take any text for an ErrorCode.
func TestNoOtherErrorCodes(t *testing.T) {
	for _, path := range sources(t, ".go", "engine", "process", "wasm", "cmd") {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, code := range writtenCodes(file) {
			require.Contains(t, ErrorCodes, ErrorCode(code), path)
		}
	}
	typescript := regexp.MustCompile(`(?:failure\(|\bcode: |lost\(\w+, |broken\(\w+, )'([A-Z][A-Z_]+)'`)
	const errno = "worker-console.ts" // answers Go's runtime in the codes of a file system
	found := 0
	for _, path := range sources(t, ".ts", "sandbox-site/src", "embed/client/src", "embed/viewer/src", "embed/element/src", "app-site/src") {
		if filepath.Base(path) == errno {
			continue
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, m := range typescript.FindAllStringSubmatch(string(text), -1) {
			found++
			require.Contains(t, ErrorCodes, ErrorCode(m[1]), path)
		}
	}
	require.Positive(t, found)
}

// writtenCodes are the literals that a file makes error codes of: arguments of NewError and of a
// conversion, and constants of the type.
func writtenCodes(file *ast.File) []string {
	var list []string
	add := func(e ast.Expr) {
		if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				list = append(list, text)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if name := lastName(n.Fun); (name == "NewError" || name == "ErrorCode") && len(n.Args) > 0 {
				add(n.Args[0])
			}
		case *ast.ValueSpec:
			if n.Type != nil && lastName(n.Type) == "ErrorCode" {
				for _, v := range n.Values {
					add(v)
				}
			}
		case *ast.CompositeLit:
			if n.Type != nil && lastName(n.Type) == "Error" {
				for _, e := range n.Elts {
					if field, ok := e.(*ast.KeyValueExpr); ok && lastName(field.Key) == "Code" {
						add(field.Value)
					}
				}
			}
		}
		return true
	})
	return list
}

func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

func TestPlantedCodesAreFound(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "a.go", `package a
const c protocol.ErrorCode = "ONE"
var x, y = protocol.NewError("TWO", ""), &Error{Code: "THREE"}
var z = ErrorCode("FOUR")`, parser.SkipObjectResolution)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"ONE", "TWO", "THREE", "FOUR"}, writtenCodes(file))
}

func TestDiagnosticsBecomeErrors(t *testing.T) {
	e := FromDiagnostic(&circuit.Diagnostic{Code: circuit.CodeLambdaTime, Message: "m", Circuit: "A", Node: "a.b", Line: 3, Column: 4})
	require.Equal(t, &Error{Code: ErrTimeout, Message: "m", Circuit: "A", Node: "a.b", Line: 3, Column: 4, Advice: ErrTimeout.Advice()}, e)
	e = FromDiagnostic(&circuit.Diagnostic{Code: circuit.CodeException, Suggestion: "s"})
	require.Equal(t, ErrRuntime, e.Code)
	require.Equal(t, "s", e.Advice)
}
