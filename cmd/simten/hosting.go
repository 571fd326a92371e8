package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"simten.dev/cmd/simten/headers"
	"simten.dev/cmd/simten/site"
)

// Folders of a workspace that hold the hosting files: the sources, from which Vite copies them, and what it built.
const (
	inSources = "public"
	inBuild   = "dist"
)

// hostingFiles are the files that a static host needs, by their place in the tree.
func hostingFiles(folder string, o headers.Origins) map[string][]byte {
	return map[string][]byte{
		"app-site/" + folder + "/_headers":        headers.App(o).Hosting(),
		"app-site/" + folder + "/_redirects":      site.App("", o).Redirects(),
		"app-site/" + folder + "/config.json":     headers.AppConfig(o),
		"sandbox-site/" + folder + "/_headers":    headers.Sandbox(o).Hosting(),
		"sandbox-site/" + folder + "/_redirects":  site.Sandbox("", o, nil).Redirects(),
		"sandbox-site/" + folder + "/config.json": headers.SandboxConfig(o),
	}
}

func headersCommand() command {
	c := command{
		name:    "headers",
		usage:   "headers [--app-origin ORIGIN]... [--sandbox-origin ORIGIN] [--module-host URL] [--root DIR]",
		summary: "Writes the _headers, _redirects and config.json files for static hosting into what is built; without origins, those of a local run into the sources.",
	}
	c.run = func(_ context.Context, t terminal, args []string) int {
		var apps, sandboxes originList
		var root, modules string
		flags := newFlags(c)
		flags.Var(&apps, "app-origin", "origin of the app, then further ones whose pages may embed circuits (may be repeated)")
		flags.Var(&sandboxes, "sandbox-origin", "origin of the sandbox")
		flags.StringVar(&modules, "module-host", headers.DefaultModules, "where circuits get packages of npm; nothing for none")
		flags.StringVar(&root, "root", ".", "the tree to write into")
		if _, code, ok := parseFlags(t, c, flags, args, 0); !ok {
			return code
		}
		folder := inSources
		o, err := site.LocalOrigins(3001, 3002, nil)
		if len(apps) > 0 || len(sandboxes) > 0 {
			if len(sandboxes) != 1 || len(apps) == 0 {
				return misuse(t, c, "name at least one --app-origin and exactly one --sandbox-origin")
			}
			folder = inBuild
			o = headers.Origins{App: apps, Sandbox: sandboxes[0], Modules: modules, Limits: servedLimits()}
			err = o.Validate()
		}
		if err != nil {
			return misuse(t, c, err.Error())
		}
		for name, content := range hostingFiles(folder, o) {
			path := filepath.Join(root, filepath.FromSlash(name))
			err := os.MkdirAll(filepath.Dir(path), 0o755)
			if err == nil {
				err = writeFile(path, func(w io.Writer) error {
					_, err := w.Write(content)
					return err
				})
			}
			if err != nil {
				fmt.Fprintf(t.err, "simten headers: %v\n", err)
				return exitErrors
			}
		}
		return exitClean
	}
	return c
}

func assembleCommand() command {
	c := command{
		name:    "assemble",
		usage:   "assemble --app-origin ORIGIN... --sandbox-origin ORIGIN [--module-host URL] [--root DIR] [--out DIR]",
		summary: "Puts together what is hosted at the two origins: a folder for each, with _headers, and settings for nginx and Caddy.",
	}
	c.run = func(_ context.Context, t terminal, args []string) int {
		var apps, sandboxes originList
		var root, out, modules string
		flags := newFlags(c)
		flags.Var(&apps, "app-origin", "origin of the app, then further ones whose pages may embed circuits (may be repeated)")
		flags.Var(&sandboxes, "sandbox-origin", "origin of the sandbox")
		flags.StringVar(&modules, "module-host", headers.DefaultModules, "where circuits get packages of npm; nothing for none")
		flags.StringVar(&root, "root", ".", "the tree that was built")
		flags.StringVar(&out, "out", "build/site", "the folder to make; it must be empty or not there")
		if _, code, ok := parseFlags(t, c, flags, args, 0); !ok {
			return code
		}
		if len(sandboxes) != 1 || len(apps) == 0 {
			return misuse(t, c, "name at least one --app-origin and exactly one --sandbox-origin")
		}
		o := headers.Origins{App: apps, Sandbox: sandboxes[0], Modules: modules, Limits: servedLimits()}
		if err := o.Validate(); err != nil {
			return misuse(t, c, err.Error())
		}
		if err := site.Assemble(root, out, o); err != nil {
			fmt.Fprintf(t.err, "simten assemble: %v\n", err)
			return exitErrors
		}
		fmt.Fprintf(t.out, "%s: %s is for %s, %s for %s\n", out, site.AppFolder, apps[0], site.SandboxFolder, sandboxes[0])
		return exitClean
	}
	return c
}
