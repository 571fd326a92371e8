package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"simten.dev/cmd/simten/headers"
	"simten.dev/cmd/simten/npm"
	"simten.dev/cmd/simten/site"
	"simten.dev/cmd/simten/studio"
)

// lookEvery is how often the studio looks whether its file has changed.
const lookEvery = 300 * time.Millisecond

func studioCommand() command {
	c := command{
		name:    "studio",
		usage:   "studio FILE|DIR [--waves] [--no-open] [--port N] [--root DIR]",
		summary: "Shows a circuit in the browser, and again whenever its file changes; the values of its inputs stay. Until Ctrl+C.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		var o studio.Options
		flags := newFlags(c)
		flags.IntVar(&o.Site.AppPort, "port", 0, fmt.Sprintf("port of the page; without it %d, or a free one when another program has that; the sandbox has a port of its own", studio.PreferredPort))
		flags.StringVar(&o.Site.Root, "root", "", "the built tree; without it the present folder, or the one that the program is in")
		waves := flags.Bool("waves", false, "show the waveforms below the circuit")
		quiet := flags.Bool("no-open", false, "open no browser; the address is written here in any case")
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		if port := o.Site.AppPort; port < 0 || port > 65535 {
			return misuse(t, c, fmt.Sprintf("%d is not a port; ports go from 0 to 65535", port))
		}
		text, name, err := projectText(t, rest[0])
		if err != nil {
			return misuse(t, c, err.Error())
		}
		if !*quiet {
			o.Open = studio.OpenBrowser
		}
		s, err := startStudio(ctx, o, rest[0])
		if err != nil {
			fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
			return exitErrors
		}
		defer s.Close()
		fmt.Fprintf(t.out, "The studio shows %s at %s\nCtrl+C ends it.\n", rest[0], s.URL())
		t.flush()
		if err := showOnChange(ctx, t, s, rest[0], studio.Circuit{Name: name, Text: text, Waves: *waves}); err != nil {
			fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
			return exitErrors
		}
		return exitClean
	}
	return c
}

// startStudio starts a studio with what every studio of this program has: packages of npm from the folders around the
// circuits, and the limits of the command line.
func startStudio(ctx context.Context, o studio.Options, near string) (*studio.Server, error) {
	if o.Site.Root == "" {
		o.Site.Root = site.FindRoot()
	}
	if info, err := os.Stat(near); err != nil || !info.IsDir() {
		near = filepath.Dir(near)
	}
	o.Site.Modules = &npm.Server{Loader: npm.NewNear(near), Prefix: headers.ModulesPath}
	o.Site.Limits = servedLimits()
	return studio.Start(ctx, o)
}

// showOnChange shows a circuit, and its file again whenever that has changed, until the context ends.
func showOnChange(ctx context.Context, t terminal, s *studio.Server, path string, c studio.Circuit) error {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	show := true
	for {
		if show {
			if _, err := s.Show(ctx, c); ctx.Err() != nil || errors.Is(err, studio.ErrClosed) {
				return nil
			} else if err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
		}
		show = false
		if path == "-" {
			continue
		}
		// A file that cannot be read just now is being written; the next look finds it.
		if text, _, err := projectText(t, path); err == nil && text != c.Text {
			c.Text, show = text, true
		}
	}
}
