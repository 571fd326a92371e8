// Package bundle joins the library's TypeScript files into one script. It is used when the library
// is generated and by the test that keeps the generated file fresh, never at run time.
package bundle

import (
	"fmt"
	"path"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Global is the property of the global object in which the script leaves everything that the entry
// exports.
const Global = "__simten_std"

// Build bundles entry and what it imports into one script. read gives the text of a file of the
// library. White space goes away because the source stage wants tokens without comments between.
func Build(entry string, read func(name string) ([]byte, error)) ([]byte, error) {
	files := api.Plugin{Name: "library", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `.*`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			name := strings.TrimPrefix(a.Path, "./")
			if path.Ext(name) == "" {
				name += ".ts"
			}
			return api.OnResolveResult{Path: name, Namespace: "library"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "library"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := read(a.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			contents := string(text)
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderTS}, nil
		})
	}}
	result := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{
			Contents:   "import * as exports from './" + entry + "'\nglobalThis." + Global + " = exports\n",
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
			return nil, fmt.Errorf("%s:%d:%d: %s", e.Location.File, e.Location.Line, e.Location.Column+1, e.Text)
		}
		return nil, fmt.Errorf("%s", e.Text)
	}
	return result.OutputFiles[0].Contents, nil
}
