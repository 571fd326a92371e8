// Package script bundles the code that draws circuits on the page into one script without a browser. A component that
// changes pictures is bundled by itself; whatever the drawing imports must not need a document when it is loaded.
package script

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Bundle gives the script of a repository, which sets the global picture with its function draw. It takes the layout
// engine from the global ELK.
func Bundle(root string) ([]byte, error) {
	absolute, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:     absolute,
		EntryPoints:       []string{"embed/viewer/src/picture/command.ts"},
		Bundle:            true,
		Format:            api.FormatIIFE,
		GlobalName:        "picture",
		Target:            api.ES2020,
		MinifyWhitespace:  true,
		MinifySyntax:      true,
		MinifyIdentifiers: true,
		LegalComments:     api.LegalCommentsNone,
		Charset:           api.CharsetUTF8,
		LogLevel:          api.LogLevelWarning,
		LogOverride:       map[string]api.LogLevel{"empty-import-meta": api.LogLevelSilent}, // of a worker that is not started
		Plugins:           []api.Plugin{withoutBrowser(absolute)},
	})
	if len(result.Errors) > 0 {
		return nil, fmt.Errorf("the drawing does not bundle: %s", result.Errors[0].Text)
	}
	return result.OutputFiles[0].Contents, nil
}

// withoutBrowser takes style sheets as texts, and of Lit only what writes them: the rest of it needs a document.
func withoutBrowser(root string) api.Plugin {
	return api.Plugin{Name: "without-browser", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^lit$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: filepath.Join(root, "node_modules/@lit/reactive-element/css-tag.js")}, nil
		})
		build.OnResolve(api.OnResolveOptions{Filter: `^elkjs/lib/elk\.bundled\.js$`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: a.Path, Namespace: "elk"}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "elk"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			content := "export default globalThis.ELK"
			return api.OnLoadResult{Contents: &content}, nil
		})
		build.OnResolve(api.OnResolveOptions{Filter: `\.css\?raw$`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: filepath.Join(a.ResolveDir, strings.TrimSuffix(a.Path, "?raw")), Namespace: "sheet"}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "sheet"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(a.Path)
			content := string(text)
			return api.OnLoadResult{Contents: &content, Loader: api.LoaderText}, err
		})
	}}
}
