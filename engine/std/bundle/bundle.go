// Package bundle joins the library's TypeScript files into one script. It is used when the library
// is generated and by the test that keeps the generated file fresh, never at run time.
package bundle

import (
	"fmt"
	"path"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const exports = "exports"

// Build bundles entry and what it imports into one expression, whose value is an object of
// everything that entry exports. read gives the text of a file of the library.
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
		EntryPoints: []string{entry},
		Bundle:      true,
		Format:      api.FormatIIFE,
		GlobalName:  exports,
		Target:      api.ESNext,
		Charset:     api.CharsetUTF8,
		TsconfigRaw: "{}",
		Plugins:     []api.Plugin{files},
		LogLevel:    api.LogLevelSilent,
	})
	if len(result.Errors) > 0 {
		e := result.Errors[0]
		if e.Location != nil {
			return nil, fmt.Errorf("%s:%d:%d: %s", e.Location.File, e.Location.Line, e.Location.Column+1, e.Text)
		}
		return nil, fmt.Errorf("%s", e.Text)
	}
	return fmt.Appendf(nil, "(function () {\n%s\nreturn %s;\n})();\n", result.OutputFiles[0].Contents, exports), nil
}
