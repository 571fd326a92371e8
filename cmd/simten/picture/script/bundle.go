// Package script bundles the code that draws circuits on the page into one script without a browser. A component that
// changes pictures is bundled by itself; whatever the drawing imports must not need a document when it is loaded.
package script

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// LayoutEngine is the folder of the layout engine's package, which the command has beside the script.
const LayoutEngine = "node_modules/elkjs"

// packageFolder is the folder of the package of npm to which a file belongs.
var packageFolder = regexp.MustCompile(`^node_modules/(?:@[^/]+/)?[^/]+`)

// Bundle gives the script of a repository, which sets the global picture with its function draw, and the folders of the
// packages of npm that are in it. It takes the layout engine from the global ELK.
func Bundle(root string) (code []byte, packages []string, err error) {
	absolute, err := filepath.Abs(root)
	if err != nil {
		return nil, nil, err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:     absolute,
		EntryPoints:       []string{"embed/viewer/src/picture/command.ts"},
		Bundle:            true,
		Metafile:          true,
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
		return nil, nil, fmt.Errorf("the drawing does not bundle: %s", result.Errors[0].Text)
	}
	var made struct{ Inputs map[string]json.RawMessage }
	if err := json.Unmarshal([]byte(result.Metafile), &made); err != nil {
		return nil, nil, fmt.Errorf("the list of files in the drawing: %w", err)
	}
	for file := range made.Inputs {
		if folder := packageFolder.FindString(file); folder != "" && !slices.Contains(packages, folder) {
			packages = append(packages, folder)
		}
	}
	slices.Sort(packages)
	return result.OutputFiles[0].Contents, packages, nil
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
