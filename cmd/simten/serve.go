package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"simten.dev/cmd/simten/headers"
	"simten.dev/cmd/simten/npm"
	"simten.dev/cmd/simten/site"
	"simten.dev/cmd/simten/studio"
)

// originList collects the values of a flag that may be given several times.
type originList []string

// String lists the origins.
func (l *originList) String() string { return strings.Join(*l, ",") }

// hostList collects host names.
type hostList []string

// String lists the names.
func (l *hostList) String() string { return strings.Join(*l, ",") }

// Set adds one name.
func (l *hostList) Set(text string) error {
	host, err := site.ParseHost(text)
	if err != nil {
		return err
	}
	*l = append(*l, host)
	return nil
}

// Set adds one origin.
func (l *originList) Set(text string) error {
	origin, err := headers.ParseOrigin(text)
	if err != nil {
		return err
	}
	*l = append(*l, origin)
	return nil
}

func serveCommand() command {
	c := command{
		name:    "serve",
		usage:   "serve [FILE|DIR] [--app-port 3001] [--sandbox-port 3002] [--root DIR] [--embedder ORIGIN]... [--host NAME]... [--module-host URL] [--store DIR]",
		summary: "Serves the page and its sandbox on two ports of this machine, until Ctrl+C; with a file or folder, also the address that opens it and follows its changes.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		var o site.Options
		var embedders originList
		var hosts hostList
		flags := newFlags(c)
		flags.IntVar(&o.AppPort, "app-port", 3001, "port of the page; 0 takes a free one")
		flags.IntVar(&o.SandboxPort, "sandbox-port", 3002, "port of the sandbox; 0 takes a free one")
		flags.StringVar(&o.Root, "root", ".", "the built tree")
		flags.Var(&embedders, "embedder", "a further origin whose pages may embed circuits (may be repeated)")
		flags.Var(&hosts, "host", "a further host name of this server, for a proxy in front of it (may be repeated); requests for other names than localhost are refused")
		flags.StringVar(&o.ModuleHost, "module-host", "", "where circuits get packages of npm; without it, from node_modules of the tree and else from "+headers.DefaultModules)
		flags.StringVar(&o.Store, "store", "", "a folder in which circuits are kept for short links, /circuit/s/…; without it there are none")
		rest, code, ok := parseFlags(t, c, flags, args, atMostOne)
		if !ok {
			return code
		}
		var file studio.Circuit
		if len(rest) > 0 {
			var err error
			if file.Text, file.Name, err = projectText(t, rest[0]); err != nil {
				return misuse(t, c, err.Error())
			}
		}
		if o.ModuleHost == "" {
			o.Modules = &npm.Server{Loader: npm.NewNear(o.Root), Prefix: headers.ModulesPath}
		}
		for _, port := range []int{o.AppPort, o.SandboxPort} {
			if port < 0 || port > 65535 {
				return misuse(t, c, fmt.Sprintf("%d is not a port; ports go from 0 to 65535", port))
			}
		}
		if o.AppPort == o.SandboxPort && o.AppPort != 0 {
			return misuse(t, c, "the page and the sandbox need two ports; they are kept apart by being two origins")
		}
		o.Embedders, o.Hosts, o.Limits = embedders, hosts, servedLimits()
		var shown *studio.Server
		if len(rest) > 0 {
			shown = studio.Attach(studio.Options{})
			defer shown.Close()
			o.Studio = shown.Socket()
		}
		err := site.Serve(ctx, o, func(origins headers.Origins) {
			fmt.Fprintf(t.out, "Simten runs at %s (sandbox: %s). Ctrl+C ends it.\n", origins.App[0], origins.Sandbox)
			if shown != nil {
				fmt.Fprintf(t.out, "%s opens at %s/#token=%s and follows its changes.\n", rest[0], origins.App[0], shown.Token())
				go func() {
					// An error comes with a text that is too large, and that may change again.
					if err := showOnChange(ctx, t, shown, rest[0], file); err != nil {
						fmt.Fprintf(t.err, "simten serve: %v\n", err)
					}
				}()
			}
			t.flush()
		})
		if err != nil && !errors.Is(err, context.Canceled) {
			fmt.Fprintf(t.err, "simten serve: %v\n", err)
			return exitErrors
		}
		return exitClean
	}
	return c
}
