// Package bundle makes plain scripts of the library's TypeScript files. It is used when the library
// is generated and by the test that keeps the generated files fresh, never at run time.
package bundle

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"simten.dev/engine/std"
)

// helpers are files that hold no circuits: each part gets a copy of what it uses of them.
var helpers = []string{"words.ts"}

// Library is the library as scripts: one part for each file of circuits.
type Library struct {
	Parts map[string]string // part name ("logic") → script
	Names []std.Name        // what the index exports, in its order
}

var exportList = regexp.MustCompile(`(?s)export \{([^}]*)\} from '\./([\w-]+)'`)

// Build makes the parts of everything that the index file exports. A part that uses a circuit of
// another one takes it from the global object, where the realm loads it on first use. read gives the
// text of a file of the library.
func Build(index string, read func(name string) ([]byte, error)) (*Library, error) {
	text, err := read(index)
	if err != nil {
		return nil, err
	}
	l := &Library{Parts: map[string]string{}}
	for _, m := range exportList.FindAllStringSubmatch(string(text), -1) {
		for _, name := range strings.Split(m[1], ",") {
			if name = strings.TrimSpace(name); name != "" {
				l.Names = append(l.Names, std.Name{Name: name, Part: m[2]})
			}
		}
		l.Parts[m[2]] = ""
	}
	for part := range l.Parts {
		if l.Parts[part], err = l.build(part, read); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// build bundles one part. White space goes away because the source stage wants tokens without
// comments between.
func (l *Library) build(part string, read func(name string) ([]byte, error)) (string, error) {
	files := api.Plugin{Name: "library", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `.*`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			name := strings.TrimPrefix(a.Path, "./")
			if path.Ext(name) == "" {
				name += ".ts"
			}
			return api.OnResolveResult{Path: name, Namespace: "library"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "library"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			contents := ""
			if a.Path == part+".ts" || slices.Contains(helpers, a.Path) {
				text, err := read(a.Path)
				if err != nil {
					return api.OnLoadResult{}, err
				}
				contents = string(text)
			} else {
				contents = l.borrowed(strings.TrimSuffix(a.Path, ".ts"))
			}
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderTS}, nil
		})
	}}
	result := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{
			Contents:   "import * as exports from './" + part + "'\nglobalThis." + std.Global + " = exports\n",
			ResolveDir: ".",
			Sourcefile: "entry.ts",
			Loader:     api.LoaderTS,
		},
		Bundle:           true,
		Format:           api.FormatIIFE,
		MinifyWhitespace: true,
		LegalComments:    api.LegalCommentsNone,
		Target:           api.ESNext,
		Charset:          api.CharsetUTF8,
		TsconfigRaw:      "{}",
		Plugins:          []api.Plugin{files},
		LogLevel:         api.LogLevelSilent,
	})
	if len(result.Errors) > 0 {
		e := result.Errors[0]
		if e.Location != nil {
			return "", fmt.Errorf("%s:%d:%d: %s", e.Location.File, e.Location.Line, e.Location.Column+1, e.Text)
		}
		return "", fmt.Errorf("%s", e.Text)
	}
	return string(result.OutputFiles[0].Contents), nil
}

// borrowed is a module that gives the names of another part, read when they are first used.
func (l *Library) borrowed(part string) string {
	var names []string
	for _, n := range l.Names {
		if n.Part == part {
			names = append(names, n.Name)
		}
	}
	slices.Sort(names)
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "export const %s = globalThis.%s\n", n, n)
	}
	return b.String()
}
