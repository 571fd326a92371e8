package std

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Declarations returns TypeScript declarations of everything that a circuit file can use without an
// import: the language's names, and every name of the library with its documentation; and of the modules
// that files of tests import. An editor uses it as the only library file besides those of the language
// version.
func Declarations() string {
	var b strings.Builder
	b.WriteString(strings.TrimRight(Ambient(), "\n"))
	b.WriteString("\n\n/** The library. */\n")
	signatures := signatures()
	for _, c := range components() {
		b.WriteByte('\n')
		writeComment(&b, c)
		if c.Kind == KindComponent {
			fmt.Fprintf(&b, "declare const %s: %s\n", c.Name, c.typeText())
		} else {
			b.WriteString(signatures[c.Name])
		}
	}
	writeModule(&b, "@simten/core/circuit", languageNames)
	writeModule(&b, "@simten/core/std", names())
	writeModule(&b, "@simten/core", append(append([]string(nil), languageNames...), names()...))
	b.WriteString("\n" + Testing())
	return b.String()
}

// languageNames are the names that the ambient declarations give.
var languageNames = []string{"circuit", "component", "bit", "bus", "reg", "mem"}

// writeModule declares a module that exports global names, for files that import them.
func writeModule(b *strings.Builder, module string, names []string) {
	fmt.Fprintf(b, "\ndeclare module '%s' {\n", module)
	for _, name := range names {
		fmt.Fprintf(b, "  const global_%[1]s: typeof %[1]s\n  export { global_%[1]s as %[1]s }\n", name)
	}
	b.WriteString("}\n")
}

// writeComment writes a component's documentation as a comment that editors show.
func writeComment(b *strings.Builder, c Component) {
	b.WriteString("/**\n")
	for _, line := range strings.Split(strings.TrimRight(c.hover(), "\n"), "\n") {
		b.WriteString(strings.TrimRight(" * "+line, " ") + "\n")
	}
	b.WriteString(" */\n")
}

// onceReadyMade are factories that were ready-made circuits in older versions of public Simten: circuits name them
// without calling them, and the editor has nothing to say about it.
var onceReadyMade = map[string]bool{"HexDisplay": true}

// typeText is the type of a component: a function that gives a circuit, or a ready-made circuit that can
// also be called, because the options of any circuit may be given that way.
func (c Component) typeText() string {
	built := fmt.Sprintf("Simten.BuiltCircuit<%s, %s>", c.portTypes("input"), c.portTypes("output"))
	if len(c.Options) == 0 {
		return built + " & ((options?: Simten.Options) => " + built + ")"
	}
	var options []string
	for _, o := range c.Options {
		options = append(options, o.Name+"?: "+optionType(o))
	}
	call := fmt.Sprintf("(options?: { %s }) => %s", strings.Join(options, "; "), built)
	if c.Factory && !onceReadyMade[c.Name] {
		return call
	}
	return built + " & (" + call + ")"
}

// portTypes is the record of the ports of one direction.
func (c Component) portTypes(direction string) string {
	var ports []string
	for _, p := range c.Ports {
		if p.Direction != direction {
			continue
		}
		name := p.Name
		if base, ok := strings.CutSuffix(name, "_0"); ok && c.Category == netlist {
			// The first of as many as the options say.
			name = "[port: `" + base + "_${number}`]"
		}
		ports = append(ports, name+": "+portType(p.Width))
	}
	if len(ports) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(ports, "; ") + " }"
}

// netlist is the category of the shapes that imported netlists need.
const netlist = "netlist"

func portType(width string) string {
	if width == "bit" {
		return "Simten.Bit"
	}
	if _, err := strconv.Atoi(width); err == nil {
		return "Simten.Bus<" + width + ">"
	}
	return "Simten.Bus"
}

// optionType is the type that an option's default stands for.
func optionType(o Option) string {
	switch {
	case o.Name == "value":
		return "number | bigint"
	case o.Default == "{}":
		return "Simten.MemoryImage"
	case o.Default == "true", o.Default == "false":
		return "boolean"
	case strings.HasPrefix(o.Default, "'"):
		return "string"
	}
	return "number"
}

// signatures are the declarations of the helper functions and values. Those of functions are taken from
// their definitions.
func signatures() map[string]string {
	list := map[string]string{}
	var builders []string
	for _, name := range []string{"Adder", "Subtractor", "Incrementer", "Mux", "Comparator"} {
		c, _ := Find(name)
		builders = append(builders, fmt.Sprintf("  readonly %s: (options?: { readonly width?: unknown }) => Simten.BuiltCircuit<%s, %s>\n",
			name, c.portTypes("input"), c.portTypes("output")))
	}
	list["MADE_OF"] = "declare const MADE_OF: {\n" + strings.Join(builders, "") + "}\n"
	function := regexp.MustCompile(`(?m)^export (function (\w+)\(.*\): .*) \{$`)
	for _, file := range fileNames {
		for _, m := range function.FindAllStringSubmatch(read(file), -1) {
			list[m[2]] = "declare " + m[1] + "\n"
		}
	}
	list["MADE_OF_NAMES"] = "declare const MADE_OF_NAMES: readonly string[]\n"
	list[Aggregate] = "declare const " + Aggregate + ": readonly Simten.BuiltCircuit[]\n"
	return list
}
