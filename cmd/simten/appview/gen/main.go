// Command gen bundles the view of a circuit in a conversation into one document. `make build` runs it; the document is
// not kept in the repository.
//
//	npm ci && go generate ./cmd/simten/appview
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// root is the folder of the repository, seen from the folder of the package.
const root = "../../.."

// page is the document; appview puts the origin of the studio into it.
const page = `<!doctype html>
<html lang="en" data-studio="">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simten circuit</title>
<style>
%s</style>
</head>
<body>
<header><h1 id="name">Circuit</h1><span id="state" role="status">Waiting for the circuit…</span><button type="button" id="open" hidden>Open</button></header>
<div id="stage"><div id="drawn"></div></div>
<dl id="values" hidden></dl>
<div id="clock" hidden><button type="button" value="1" aria-label="Step one cycle">Step</button><button type="button" value="10" aria-label="Step ten cycles">Step 10</button></div>
<p id="note" role="status" hidden></p>
<script type="module">
%s</script>
</body>
</html>
`

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, "appview/gen:", err)
		os.Exit(1)
	}
}

func generate() error {
	style, err := bundle("app-site/src/chat/view.css")
	if err != nil {
		return err
	}
	script, err := bundle("app-site/src/chat/main.ts")
	if err != nil {
		return err
	}
	return os.WriteFile("data/view.html", fmt.Appendf(nil, page, style, script), 0o644) //nolint:gosec // for everybody to read
}

// bundle gives a file with all that it imports. Neither form can end the element that it stands in.
func bundle(entry string) ([]byte, error) {
	absolute, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: absolute, EntryPoints: []string{entry}, Bundle: true, Format: api.FormatESModule,
		Engines:          []api.Engine{{Name: api.EngineChrome, Version: "120"}, {Name: api.EngineFirefox, Version: "128"}, {Name: api.EngineSafari, Version: "17.5"}},
		MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true, LegalComments: api.LegalCommentsNone,
		Charset: api.CharsetUTF8, LogLevel: api.LogLevelWarning,
	})
	if len(result.Errors) > 0 {
		return nil, fmt.Errorf("%s does not bundle: %s", entry, result.Errors[0].Text)
	}
	return result.OutputFiles[0].Contents, nil
}
