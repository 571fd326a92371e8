package rules

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed *.rules
var files embed.FS

// List names the files of rules; each becomes a method of the builder.
var List = []string{"choice", "mux", "logic", "arithmetic", "compare"}

// Rule is one identity, for one kind of operation.
type Rule struct {
	File       string
	Line       int
	Text       string // as it stands in the file
	Kind       string // of the operation that is replaced
	Pattern    *Term
	Conditions []Condition
	Result     *Term
}

// Term is a part of a pattern or of a result: an operation with operands, or a name.
type Term struct {
	Kind string  // of an operation, else empty
	Name string  // of an operand, or 0, ones, _
	Args []*Term // of an operation
}

// Condition is a call of a method of the builder with names and numbers, or a word that stands for a comparison.
type Condition struct {
	Name string
	Args []string
}

// Read gives the rules of a file in their order, one for each kind of operation.
func Read(name string) ([]Rule, error) {
	content, err := files.ReadFile(name + ".rules")
	if err != nil {
		return nil, err
	}
	return Parse(name, string(content))
}

// Parse reads the text of a file of rules. An error begins with the name of the file and the line.
func Parse(name, text string) ([]Rule, error) {
	var list []Rule
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		rules, err := parseLine(line)
		if err != nil {
			return nil, fmt.Errorf("%s.rules:%d: %w", name, i+1, err)
		}
		for _, r := range rules {
			r.File, r.Line, r.Text = name, i+1, line
			list = append(list, r)
		}
	}
	return list, nil
}

func parseLine(line string) ([]Rule, error) {
	left, right, ok := strings.Cut(line, "=>")
	if !ok {
		return nil, fmt.Errorf("%q has no =>", line)
	}
	parts := strings.Split(left, "&&")
	pattern, err := parseTerm(parts[0])
	if err != nil {
		return nil, err
	}
	result, err := parseTerm(right)
	if err != nil {
		return nil, err
	}
	if pattern.Kind == "" {
		return nil, fmt.Errorf("the pattern %q is no operation", parts[0])
	}
	known := map[string]bool{"0": true, "ones": true}
	pattern.names(known)
	used := map[string]bool{}
	result.names(used)
	var conditions []Condition
	for _, text := range parts[1:] {
		c, err := parseCondition(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, c)
	}
	for name := range used {
		if !known[name] || name == "_" {
			return nil, fmt.Errorf("the pattern has no %q", name)
		}
	}
	var list []Rule
	for kind := range strings.SplitSeq(pattern.Kind, "|") {
		list = append(list, Rule{Kind: kind, Pattern: pattern.of(kind), Conditions: conditions, Result: result.of(kind)})
	}
	return list, nil
}

// names adds the names of a term.
func (t *Term) names(to map[string]bool) {
	if t.Kind == "" {
		to[t.Name] = true
	}
	for _, a := range t.Args {
		a.names(to)
	}
}

// of is the term for one of the kinds of its rule.
func (t *Term) of(kind string) *Term {
	u := &Term{Kind: t.Kind, Name: t.Name}
	if t.Kind == "=" || strings.Contains(t.Kind, "|") {
		u.Kind = kind
	}
	for _, a := range t.Args {
		u.Args = append(u.Args, a.of(kind))
	}
	return u
}

// parseTerm reads one term, which must be all of the text.
func parseTerm(text string) (*Term, error) {
	tokens := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))
	t, rest, err := readTerm(tokens)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%q stands after %q", strings.Join(rest, " "), strings.TrimSpace(text))
	}
	return t, err
}

func readTerm(tokens []string) (*Term, []string, error) {
	switch {
	case len(tokens) == 0 || tokens[0] == ")":
		return nil, nil, fmt.Errorf("an operand is missing")
	case tokens[0] != "(":
		return &Term{Name: tokens[0]}, tokens[1:], nil
	case len(tokens) < 2:
		return nil, nil, fmt.Errorf("a bracket is not closed")
	}
	t := &Term{Kind: tokens[1]}
	tokens = tokens[2:]
	for len(tokens) > 0 && tokens[0] != ")" {
		a, rest, err := readTerm(tokens)
		if err != nil {
			return nil, nil, err
		}
		t.Args, tokens = append(t.Args, a), rest
	}
	switch {
	case len(tokens) == 0:
		return nil, nil, fmt.Errorf("a bracket is not closed")
	case len(t.Args) == 0 || len(t.Args) > 3:
		return nil, nil, fmt.Errorf("%s has %d operands", t.Kind, len(t.Args))
	}
	return t, tokens[1:], nil
}

func parseCondition(text string) (Condition, error) {
	name, rest, call := strings.Cut(text, "(")
	if !call {
		if !slices.Contains([]string{"bit", "words"}, text) {
			return Condition{}, fmt.Errorf("%q is no condition", text)
		}
		return Condition{Name: text}, nil
	}
	if !strings.HasSuffix(rest, ")") {
		return Condition{}, fmt.Errorf("the bracket of %q is not closed", text)
	}
	c := Condition{Name: strings.TrimSpace(name)}
	for argument := range strings.SplitSeq(strings.TrimSuffix(rest, ")"), ",") {
		c.Args = append(c.Args, strings.TrimSpace(argument))
	}
	return c, nil
}
