package std

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Component is the documentation of one name of the library, as written above its definition in the
// TypeScript source. That comment is its only home: hover text, reference page and the command line
// show what stands there.
type Component struct {
	Name     string `json:"name"`
	Kind     Kind   `json:"kind"`
	Category string `json:"category,omitempty"` // of the component's meta; "" for helpers
	Summary  string `json:"summary"`            // one sentence
	Doc      string `json:"doc,omitempty"`      // paragraphs after the summary, Markdown
	// Factory tells whether options make a difference to the circuit's ports or contents.
	Factory bool     `json:"factory"`
	Ports   []Port   `json:"ports,omitempty"`   // inputs, then outputs, in order
	Options []Option `json:"options,omitempty"` // of a component, or the parameters of a helper
	Formula string   `json:"formula,omitempty"` // what eval computes
	Clock   string   `json:"clock,omitempty"`   // what a clock edge does; "" when there is no state
	Returns string   `json:"returns,omitempty"` // helpers: what comes back
	Throws  string   `json:"throws,omitempty"`  // helpers: when they fail
	Example string   `json:"example"`           // TypeScript
}

// Kind says what a name of the library is.
type Kind string

const (
	KindComponent Kind = "component" // a circuit, or a factory that gives one
	KindHelper    Kind = "helper"    // a function or a value for circuit files
)

// Port is a documented port. Width is "bit", a number, or an expression over the options, such as
// "hiWidth + loWidth".
type Port struct {
	Name      string `json:"name"`
	Direction string `json:"direction"` // "input" or "output"
	Width     string `json:"width"`
	Doc       string `json:"doc"`
}

// Option is a documented option of a component, or a parameter of a helper (Default is "" then).
type Option struct {
	Name    string `json:"name"`
	Default string `json:"default,omitempty"`
	Doc     string `json:"doc"`
}

// Components returns the documentation of every name of the library, sorted by name. The slice is
// the caller's; what it holds is shared and must not be changed.
func Components() []Component { return slices.Clone(components()) }

// Reference is the documentation of every name of the library as JSON, for pages.
func Reference() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(components()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Find returns the documentation of one name.
func Find(name string) (Component, bool) {
	i, ok := slices.BinarySearchFunc(components(), name, func(c Component, n string) int { return strings.Compare(c.Name, n) })
	if !ok {
		return Component{}, false
	}
	return components()[i], true
}

// componentList is filled by components; see nameList.
var componentList struct {
	once sync.Once
	list []Component
}

func components() []Component {
	componentList.once.Do(func() {
		wanted := names()
		for _, file := range fileNames {
			for _, c := range parse(read(file)) {
				if c.Name == standardCircuits {
					c.Name = Aggregate
				}
				if slices.Contains(wanted, c.Name) {
					componentList.list = append(componentList.list, c)
				}
			}
		}
		slices.SortFunc(componentList.list, func(a, b Component) int { return strings.Compare(a.Name, b.Name) })
	})
	return componentList.list
}

// reader holds the patterns of the documentation.
type reader struct {
	documented, circuit, category, constant, port, option *regexp.Regexp
}

func newReader() *reader {
	return &reader{
		// a comment and the exported definition right under it
		documented: regexp.MustCompile(`(?ms)^/\*\*\n((?: \*[^\n]*\n)+?) \*/\nexport (?:const|function) (\w+)(.*?)(?:^/\*\*$|\z)`),
		circuit:    regexp.MustCompile(`^ = circuit\(\s*'\w+',\s*(\(?)`),
		category:   regexp.MustCompile(`category: (?:'([^']*)'|(\w+))`),
		constant:   regexp.MustCompile(`(?m)^const (\w+) = '([^']*)'`),
		port:       regexp.MustCompile(`^(\w+): (.+?) — (.+)$`),
		option:     regexp.MustCompile(`^(\w+)(?: = (.+?))? — (.+)$`),
	}
}

// parse reads the documented definitions of one source file.
func parse(source string) []Component {
	r := newReader()
	constants := map[string]string{}
	for _, m := range r.constant.FindAllStringSubmatch(source, -1) {
		constants[m[1]] = m[2]
	}
	var list []Component
	for rest := source; ; {
		at := r.documented.FindStringSubmatchIndex(rest)
		if at == nil {
			return list
		}
		group := func(i int) string { return rest[at[2*i]:at[2*i+1]] }
		c := Component{Name: group(2), Kind: KindHelper}
		definition := group(3)
		if m := r.circuit.FindStringSubmatch(definition); m != nil {
			c.Kind, c.Factory = KindComponent, m[1] == "("
			if m := r.category.FindStringSubmatch(definition); m != nil {
				c.Category = m[1] + constants[m[2]]
			}
		}
		r.read(&c, group(1))
		list = append(list, c)
		rest = rest[at[6]:] // from the definition on; the next comment starts after it
	}
}

// read fills in what a comment says.
func (r *reader) read(c *Component, comment string) {
	var lines []string
	for _, line := range strings.Split(strings.TrimSuffix(comment, "\n"), "\n") {
		lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(line, " *"), " "))
	}
	block := func(i int) (string, int) { // the text of a block tag, and the line after it
		text := lines[i]
		for i++; i < len(lines) && !strings.HasPrefix(lines[i], "@"); i++ {
			text += "\n" + lines[i]
		}
		return text, i
	}
	text, i := block(0)
	summary, doc, _ := strings.Cut(text, "\n\n")
	c.Summary, c.Doc = joinLines(summary), strings.TrimSpace(doc)
	for i < len(lines) {
		text, i = block(i)
		tag, value, _ := strings.Cut(text, " ")
		if strings.HasPrefix(text, "@example\n") {
			c.Example = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(text, "@example")), "```ts\n"), "\n```")
			continue
		}
		r.tag(c, tag, joinLines(value))
	}
}

// tag takes over one block tag other than @example.
func (r *reader) tag(c *Component, tag, value string) {
	switch tag {
	case "@input", "@output":
		if m := r.port.FindStringSubmatch(value); m != nil {
			c.Ports = append(c.Ports, Port{Name: m[1], Direction: tag[1:], Width: m[2], Doc: m[3]})
		}
	case "@option", "@param":
		if m := r.option.FindStringSubmatch(value); m != nil {
			c.Options = append(c.Options, Option{Name: m[1], Default: m[2], Doc: m[3]})
		}
	case "@formula":
		c.Formula = value
	case "@clock":
		c.Clock = value
	case "@returns":
		c.Returns = value
	case "@throws":
		c.Throws = value
	}
}

func joinLines(text string) string { return strings.Join(strings.Fields(text), " ") }

// Markdown is the text that an editor or a reference page shows for the name.
func (c Component) Markdown() string { return "**" + c.Name + "** — " + c.hover() }

// hover is the text without the name.
func (c Component) hover() string {
	var b strings.Builder
	line := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
		b.WriteByte('\n')
	}
	line(c.Summary)
	if c.Doc != "" {
		line("\n", c.Doc)
	}
	for _, direction := range []string{"input", "output"} {
		started := false
		for _, p := range c.Ports {
			if p.Direction != direction {
				continue
			}
			if !started {
				line("\n", strings.ToUpper(direction[:1]), direction[1:], "s")
				started = true
			}
			line("- `", p.Name, "`: ", p.Width, " — ", p.Doc)
		}
	}
	if len(c.Options) > 0 {
		title := "Options"
		if c.Kind == KindHelper {
			title = "Parameters"
		}
		line("\n", title)
		for _, o := range c.Options {
			standard := ""
			if o.Default != "" {
				standard = " = " + o.Default
			}
			line("- `", o.Name, standard, "` — ", o.Doc)
		}
	}
	for _, part := range [][2]string{{"Value", c.Formula}, {"Clock edge", c.Clock}, {"Returns", c.Returns}, {"Throws", c.Throws}} {
		if part[1] != "" {
			line("\n", part[0], ": ", part[1])
		}
	}
	line("\n```ts\n", c.Example, "\n```")
	return b.String()
}
