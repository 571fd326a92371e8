package main

import (
	"context"
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/std"
)

func componentsCommand() command {
	c := command{
		name:    "components",
		usage:   "components [NAME] [--json]",
		summary: "Lists the library's components and helpers, or shows the documentation of one.",
	}
	c.run = func(_ context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		asJSON := flags.Bool("json", false, "print JSON: an array, or one object for NAME")
		operands := 0
		for _, a := range args {
			if !strings.HasPrefix(a, "-") {
				operands = 1
			}
		}
		rest, code, ok := parseFlags(t, c, flags, args, operands)
		if !ok {
			return code
		}
		if len(rest) == 0 {
			return listComponents(t, *asJSON)
		}
		found, ok := std.Find(rest[0])
		if !ok {
			fmt.Fprintf(t.err, "simten components: the library has no %q", rest[0])
			if s := circuit.DidYouMean(rest[0], std.Names()); s != "" {
				fmt.Fprintf(t.err, " (%s)", s)
			}
			fmt.Fprintln(t.err, "; `simten components` lists all names")
			return exitErrors
		}
		if *asJSON {
			if err := writeJSON(t.out, found); err != nil {
				return exitErrors
			}
			return exitClean
		}
		fmt.Fprint(t.out, found.Markdown())
		return exitClean
	}
	return c
}

// listComponents prints every name of the library with its summary, by category.
func listComponents(t terminal, asJSON bool) int {
	list := std.Components()
	if asJSON {
		if err := writeJSON(t.out, list); err != nil {
			return exitErrors
		}
		return exitClean
	}
	var categories []string
	members := map[string][]std.Component{}
	for _, c := range list {
		category := c.Category
		switch {
		case c.Kind == std.KindHelper:
			category = "helpers"
		case category == "":
			category = "processors"
		}
		if members[category] == nil {
			categories = append(categories, category)
		}
		members[category] = append(members[category], c)
	}
	for i, category := range categories {
		if i > 0 {
			fmt.Fprintln(t.out)
		}
		fmt.Fprintln(t.out, category)
		for _, c := range members[category] {
			fmt.Fprintf(t.out, "  %-22s %s\n", c.Name, c.Summary)
		}
	}
	return exitClean
}
