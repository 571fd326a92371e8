package dynamic

import (
	"fmt"
	"path"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/go-sourcemap/sourcemap"
)

// lowered is a script's syntax tree and the way back to the lines of its source.
type lowered struct {
	program *ast.Program
	back    *sourcemap.Consumer
}

// maxAwaits bounds how often lower takes a word off.
const maxAwaits = 100

// lower turns TypeScript or a module into a plain script that the parser knows. Imports of every kind become calls of
// require, so that one rule covers them.
func lower(name, source string) (*lowered, error) {
	loader := api.LoaderJS
	if ext := path.Ext(name); ext == ".ts" || ext == ".mts" {
		loader = api.LoaderTS
	}
	for range maxAwaits {
		result := api.Transform(source, api.TransformOptions{
			Loader:        loader,
			Sourcefile:    name,
			Format:        api.FormatCommonJS,
			Target:        api.ES2017,
			Supported:     map[string]bool{"dynamic-import": false},
			Sourcemap:     api.SourceMapExternal,
			LegalComments: api.LegalCommentsNone,
			LogLevel:      api.LogLevelSilent,
		})
		if len(result.Errors) > 0 {
			// A script has no await at its top. Without the word it is the same program to a scan.
			if shorter, ok := withoutAwait(source, result.Errors[0]); ok {
				source = shorter
				continue
			}
			return nil, fmt.Errorf("%s: %s", name, message(result.Errors[0]))
		}
		program, err := parser.ParseFile(nil, name, string(result.Code), 0, parser.WithDisableSourceMaps)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		back, err := sourcemap.Parse("", result.Map)
		if err != nil {
			return nil, fmt.Errorf("%s: the source map cannot be read: %w", name, err)
		}
		return &lowered{program, back}, nil
	}
	return nil, fmt.Errorf("%s: more than %d awaits at the top", name, maxAwaits)
}

func withoutAwait(source string, e api.Message) (string, bool) {
	if e.Location == nil || !strings.Contains(e.Text, "op-level await") {
		return "", false
	}
	lines := strings.SplitAfter(source, "\n")
	if e.Location.Line > len(lines) {
		return "", false
	}
	line := lines[e.Location.Line-1]
	if !strings.HasPrefix(line[e.Location.Column:], "await") {
		return "", false
	}
	lines[e.Location.Line-1] = line[:e.Location.Column] + "     " + line[e.Location.Column+len("await"):]
	return strings.Join(lines, ""), true
}

func message(m api.Message) string {
	if m.Location == nil {
		return m.Text
	}
	return fmt.Sprintf("line %d: %s", m.Location.Line, m.Text)
}

// line gives the source's line of a place in the tree, 0 when it has none.
func (l *lowered) line(at file.Idx) int {
	p := l.program.File.Position(int(at) - l.program.File.Base())
	_, _, line, _, ok := l.back.Source(p.Line, p.Column-1)
	if !ok {
		return 0
	}
	return line
}
