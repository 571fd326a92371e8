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

// Library is the library as scripts: one part for each component, or for several of a file that use each other.
type Library struct {
	Parts map[string]string // part name (see std.PartName) → script
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
	files := map[string][]string{} // file → what it exports
	for _, m := range exportList.FindAllStringSubmatch(string(text), -1) {
		for _, name := range strings.Split(m[1], ",") {
			if name = strings.TrimSpace(name); name != "" {
				l.Names = append(l.Names, std.Name{Name: name, Part: m[2]})
				files[m[2]] = append(files[m[2]], name)
			}
		}
	}
	parts := map[string]string{} // name → part
	for name, names := range files {
		text, err := read(name + ".ts")
		if err != nil {
			return nil, err
		}
		f := split(string(text))
		for _, group := range groups(f, names) {
			part := std.PartName(name, group[0])
			if l.Parts[part], err = l.build(name, f.only(group), group, read); err != nil {
				return nil, err
			}
			for _, name := range group {
				parts[name] = part
			}
		}
	}
	for i := range l.Names {
		l.Names[i].Part = parts[l.Names[i].Name]
	}
	return l, nil
}

// groups parts what a file exports: each component stands in one part only, so those that another one of the file uses
// are in the part of that one. The first name of a group gives the part its name.
func groups(f file, names []string) [][]string {
	group := map[string]int{}
	for i, name := range names {
		group[name] = i
	}
	for _, name := range names {
		for used := range f.uses([]string{name}) {
			if _, exported := group[used]; !exported {
				continue
			}
			from, to := max(group[name], group[used]), min(group[name], group[used])
			for n := range group {
				if group[n] == from {
					group[n] = to
				}
			}
		}
	}
	var list [][]string
	for i := range names {
		var members []string
		for _, name := range names {
			if group[name] == i {
				members = append(members, name)
			}
		}
		if members != nil {
			list = append(list, members)
		}
	}
	return list
}

// build bundles what a part exports of a file, of which text is as much as it needs. White space goes away because the
// source stage wants tokens without comments between.
func (l *Library) build(file, text string, names []string, read func(name string) ([]byte, error)) (string, error) {
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
			switch {
			case a.Path == file+".ts":
				contents = text
			case slices.Contains(helpers, a.Path):
				helper, err := read(a.Path)
				if err != nil {
					return api.OnLoadResult{}, err
				}
				contents = string(helper)
			default:
				contents = l.borrowed(strings.TrimSuffix(a.Path, ".ts"))
			}
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderTS}, nil
		})
	}}
	list := strings.Join(names, ", ")
	result := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{
			Contents:   "import { " + list + " } from './" + file + "'\nglobalThis." + std.Global + " = { " + list + " }\n",
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
	script := strings.TrimSuffix(string(result.OutputFiles[0].Contents), "\n")
	if strings.Contains(script, "\n") {
		return "", fmt.Errorf("%s: %s is no script of one line; write its texts without line breaks", file, names[0])
	}
	return script, nil
}

// borrowed is a module that gives the names of another file, each if it is used.
func (l *Library) borrowed(file string) string {
	var names []string
	for _, n := range l.Names {
		if n.Part == file {
			names = append(names, n.Name)
		}
	}
	slices.Sort(names)
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "export const %s = /* @__PURE__ */ (() => globalThis.%s)()\n", n, n)
	}
	return b.String()
}
