package site

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"simten.dev/cmd/simten/headers"
)

// Folders of an assembled site: one for each origin.
const (
	AppFolder     = "app"
	SandboxFolder = "sandbox"
)

// Assemble puts what other servers need into a folder that is empty or not there: the files of each origin, with
// _headers and config.json among them, and beside these folders the settings for nginx and Caddy.
func Assemble(root, out string, o headers.Origins) error {
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty; remove it, or name another folder with --out", out)
	}
	trees := []struct {
		folder string
		site   *Site
	}{{AppFolder, App(root, o)}, {SandboxFolder, Sandbox(root, o, nil)}}
	var settings strings.Builder
	for _, t := range trees {
		for _, m := range t.site.mounts {
			if err := copyTree(m.dir, filepath.Join(out, t.folder, filepath.FromSlash(m.prefix))); err != nil {
				return err
			}
		}
		nginxMaps, directives := t.site.rules.Nginx(t.folder)
		settings.WriteString(nginxMaps)
		for name, text := range map[string][]byte{
			t.folder + "/_headers":            t.site.rules.Hosting(),
			t.folder + headers.ConfigPath:     t.site.config,
			t.folder + "/_redirects":          t.site.Redirects(),
			"nginx." + t.folder + ".conf":     []byte(written + nginxServer(out, t.folder, t.site.routes, directives)),
			"nginx.maps.conf":                 []byte(written + settings.String()),
			"Caddyfile." + t.folder + ".part": []byte(written + caddyServer(out, t.folder, t.site.routes, t.site.rules)),
		} {
			if err := os.WriteFile(filepath.Join(out, filepath.FromSlash(name)), text, 0o644); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(filepath.Join(out, "Caddyfile"), []byte(written+caddyFile(o)), 0o644)
}

// copyTree copies the files of a build. Compressed forms that are older than their file belong to an earlier one.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		switch {
		case entry.IsDir():
			return os.MkdirAll(target, 0o755)
		case !entry.Type().IsRegular(), relative == "_headers", "/"+relative == headers.ConfigPath, stale(name):
			return nil
		}
		return copyFile(name, target)
	})
}

func stale(name string) bool {
	for _, c := range codings {
		plain, packed := strings.CutSuffix(name, c.suffix)
		if !packed {
			continue
		}
		of, err := os.Stat(plain)
		form, err2 := os.Stat(name)
		return err != nil || err2 != nil || form.ModTime().Before(of.ModTime())
	}
	return false
}

func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	if err2 := target.Close(); err == nil {
		err = err2
	}
	return err
}

const written = "# Written by `simten assemble`; do not edit. The rules stand in cmd/simten/headers.\n"

// nginxServer are the directives of a server block. Its root, its names and its certificates are those of whoever runs
// it.
func nginxServer(out, folder string, routes []route, directives string) string {
	var b strings.Builder
	b.WriteString("absolute_redirect off;\ngzip_static on;\ndefault_type application/octet-stream;\ntypes {\n")
	for _, ending := range slices.Sorted(maps.Keys(types)) {
		fmt.Fprintf(&b, "  %q %s;\n", types[ending], strings.TrimPrefix(ending, "."))
	}
	b.WriteString("}\n")
	if hasMissingPage(out, folder) {
		b.WriteString("error_page 404 " + missingPage + ";\n")
	}
	b.WriteString(`location = /_headers { return 404; }
location = /_redirects { return 404; }
location ~ \.(br|gz)$ { return 404; }
location = / { try_files /index.html =404; }
location / { try_files $uri $uri.html =404; }
`)
	for _, r := range routes {
		below, ok := strings.CutSuffix(r.pattern, "*")
		sign := "="
		if ok {
			sign = "^~"
		}
		page := r.page + ".html"
		if r.page == "/" {
			page = "/index.html"
		}
		fmt.Fprintf(&b, "location %s %s { try_files %s =404; }\n", sign, below, page)
	}
	b.WriteString(strings.ReplaceAll(directives, "  add_header", "add_header"))
	return b.String()
}

// caddyServer are the directives of a site block, but for its root.
func caddyServer(out, folder string, routes []route, rules headers.Rules) string {
	var b strings.Builder
	b.WriteString("route {\n" + rules.Caddy() +
		"\t@hidden path /_headers /_redirects *.br *.gz\n\terror @hidden 404\n" + caddyRoutes(routes) + "\ttry_files {path} {path}.html\n" +
		"\tfile_server {\n\t\tprecompressed br gzip\n\t}\n}\n")
	b.WriteString("handle_errors {\n\theader Cache-Control " + headers.NoStore + "\n")
	if hasMissingPage(out, folder) {
		b.WriteString("\trewrite * " + missingPage + "\n\tfile_server\n}\n")
	} else {
		b.WriteString("\trespond {err.status_text}\n}\n")
	}
	return b.String()
}

func caddyRoutes(routes []route) string {
	var b strings.Builder
	for _, r := range routes {
		fmt.Fprintf(&b, "\trewrite %s %s\n", r.pattern, r.page)
	}
	return b.String()
}

func caddyFile(o headers.Origins) string {
	var b strings.Builder
	for _, s := range []struct{ folder, origin string }{{AppFolder, o.App[0]}, {SandboxFolder, o.Sandbox}} {
		fmt.Fprintf(&b, "\n%s {\n\troot * %s\n\timport Caddyfile.%s.part\n}\n", s.origin, s.folder, s.folder)
	}
	return b.String()
}

func hasMissingPage(out, folder string) bool {
	_, err := os.Stat(filepath.Join(out, folder, path.Base(missingPage)))
	return err == nil
}
