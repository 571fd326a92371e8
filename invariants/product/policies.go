package product

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Home is the folder in which security headers are written.
const Home = "cmd/simten/headers"

// policyNames are the headers that only Home may set, as they are spelled in sources and in <meta> elements.
var policyNames = []string{
	"content-security-policy", "permissions-policy", "cross-origin-opener-policy", "cross-origin-embedder-policy",
	"cross-origin-resource-policy", "referrer-policy", "x-content-type-options",
}

// saved writes the page of one circuit that people keep as a file, with a policy that lets it load nothing.
const saved = "app-site/src/share/html-file.ts"

// Browser scripts cannot set a header; what they can do is to add a <meta> element, and for that they must name its
// attribute.
var metaNames = []string{"http-equiv", "httpequiv"}

// Policies gives the sources of a checkout, outside of Home, that name a security header: a page with a <meta> of its
// own, a server setting of a build tool, another server. Tests may name what they look for, and documents may speak of
// it, and so may the page in which bench measures, which is nobody's; the `_headers` files are generated from Home and
// compared with it elsewhere. A page that is saved as a file is sent by no server, so it has its policy with it
// (saved).
func Policies(root string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(inside)
		if d.IsDir() {
			switch {
			case d.Name() == "node_modules", d.Name() == "dist", d.Name() == ".git", name == "build", name == "e2e", name == "bench", name == Home, name == "invariants":
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(name) {
		case ".go", ".ts", ".js", ".mjs", ".html", ".json":
		default:
			return nil
		}
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".test.ts") {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lower := strings.ToLower(string(content))
		names := policyNames
		switch {
		case name == saved:
			names = nil
		case strings.Contains(name, "/src/"):
			names = metaNames
		}
		for _, header := range names {
			if strings.Contains(lower, header) {
				found = append(found, name+" names "+header)
			}
		}
		return nil
	})
	return found, err
}
